//! `duty NAME { pair … same … per …, … deny }`

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, OUTCOME, SHADOW, STARTS, UNLESS, WHEN};
use super::grammar::Rule;
use super::outcome::Place;
use super::pattern;
use super::reader::Reader;
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::tree::{DutyTree, ItemTree, TargetTree};
use crate::words::DUTY_WORDS;

const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::duty_item,
        head: Rule::duty_head,
        only_head: Rule::only_duty_head,
        line: Rule::duty_clause,
        only_lines: Rule::only_duty_clauses,
        some_lines: Rule::some_duty_clauses,
        line_is_wrapped: true,
        line_words: DUTY_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["pairs"]),
        nested: &[],
    },
    order: Order(&[
        Slot::one(Stands::Pair),
        WHEN,
        UNLESS,
        Slot::one(Stands::Same),
        Slot::one(Stands::Per),
        OUTCOME,
        STARTS,
        EXPIRES,
        SHADOW,
        FINAL,
    ]),
    outcomes: Place::Restriction,
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &FORM);
    let Some(name) = clauses.name else { return ItemTree::Broken };
    let (when, unless) = (clauses.ground.when, clauses.ground.unless);
    let (outcomes, tail) = (clauses.outcomes, clauses.tail);
    let mut duty = DutyTree { name, pair: Vec::new(), when, unless, same: Vec::new(), per: None, outcomes, tail };
    for part in clauses.own {
        match part.kind {
            ClauseKind::Pair(pair) => duty.pair = pair,
            ClauseKind::Same(same) => duty.same = same,
            ClauseKind::Per(per) => duty.per = Some(per),
            _ => {}
        }
    }
    ItemTree::Duty(duty)
}

/// Reads a `duty_pair` pair: its sides stand behind commas.
pub(super) fn pair<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<TargetTree> {
    for join in pair.clone().into_inner().filter(|part| part.as_rule() == Rule::slip_pair_join) {
        let span = reader.span(&join);
        let before = reader.text.get(..span.start as usize).map_or(0, |before| before.trim_end().len());
        let message = format!("the sides of a pair are joined by a comma, not `{}`", join.as_str());
        let found = Diagnostic::error(codes::OPERATOR_WORD, span, message).help("write `,`");
        reader.report(found.fix("write `,`", Span::new(before, span.end as usize), ",", true));
    }
    pattern::targets(reader, pair)
}
