//! `limit NAME { on … sum … per …  above … require … }`

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, ON, OUTCOME, SHADOW, STARTS, UNLESS, WHEN};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use super::{owner, value};
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::codes::syntax as codes;
use crate::span::Spanned;
use crate::tree::{ItemTree, LimitTree, MeasureTree, OwnerTree, Value};
use crate::words::LIMIT_WORDS;

const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::limit_item,
        head: Rule::limit_head,
        only_head: Rule::only_limit_head,
        line: Rule::limit_clause,
        only_lines: Rule::only_limit_clauses,
        some_lines: Rule::some_limit_clauses,
        line_is_wrapped: true,
        line_words: LIMIT_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["total", "exceeds"]),
        nested: &[],
    },
    order: Order(&[ON, WHEN, UNLESS, Slot::one(Stands::Measure), Slot::one(Stands::Above), OUTCOME, STARTS, EXPIRES, SHADOW, FINAL]),
    outcomes: Place::Limit,
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &FORM);
    let Some(name) = clauses.name else { return ItemTree::Broken };
    let (ground, outcomes, tail) = (clauses.ground, clauses.outcomes, clauses.tail);
    let mut limit = LimitTree { name, ground, measure: None, above: None, outcomes, tail };
    for part in clauses.own {
        match part.kind {
            ClauseKind::Measure(measure) => limit.measure = Some(measure),
            ClauseKind::Above(above) => limit.above = Some(above),
            _ => {}
        }
    }
    ItemTree::Limit(limit)
}

/// Reads a `measure` pair.
pub(super) fn measure<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<MeasureTree>> {
    let span = reader.span(&pair);
    let inner = pair.into_inner().next()?;
    clauses::foreign_word(reader, &inner);
    let adds = inner.as_rule() == Rule::sum;
    let (mut path, mut same, mut whose, mut broken) = (None, false, None, false);
    for part in reader.parts(inner) {
        match part.as_rule() {
            Rule::place => path = value::argument(reader, part),
            Rule::same_call => same = same_call(reader, part),
            Rule::owner => {
                whose = owner(reader, part);
                broken = whose.is_none();
            }
            _ => {}
        }
    }
    let measure = match (adds, same) {
        _ if broken => return None,
        (true, _) => MeasureTree::Sum(path?, whose),
        (false, true) => MeasureTree::SameCall(whose),
        (false, false) => MeasureTree::Count(whose),
    };
    Some(Spanned::new(measure, span))
}

fn same_call<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> bool {
    if let Some(slip) = pair.into_inner().next().filter(|part| part.as_rule() == Rule::slip_same_call) {
        reader.slip(codes::CLAUSE_WORD, &slip, format!("`{}` is written `same call`", slip.as_str()), "same call");
    }
    true
}

fn owner<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<OwnerTree> {
    let parts: Vec<_> = pair.into_inner().collect();
    let comma = parts.iter().find(|part| part.as_rule() == Rule::slip_comma).cloned();
    let inner = parts.into_iter().find(|part| matches!(part.as_rule(), Rule::per | Rule::period))?;
    match inner.as_rule() {
        Rule::per => {
            if let Some(comma) = comma {
                reader.punctuation(&comma);
            }
            clauses::foreign_word(reader, &inner);
            owner::per(reader, inner, owner::ALL)
        }
        _ => {
            owner::without_owner(reader, inner, "per", owner::ALL);
            None
        }
    }
}

/// Reads an `above` pair.
pub(super) fn above<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Value> {
    let written = reader.parts(pair).into_iter().find(|part| part.as_rule() == Rule::value)?;
    value::read(reader, written)
}
