//! `origin NAME { on … arg … only from … deny }`

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, ON, OUTCOME, SHADOW, STARTS, UNLESS, WHEN};
use super::grammar::Rule;
use super::outcome::Place;
use super::pattern;
use super::reader::Reader;
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::codes::syntax as codes;
use crate::tree::{ItemTree, OriginTree, SourceTree};
use crate::words::ORIGIN_WORDS;

const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::origin_item,
        head: Rule::origin_head,
        only_head: Rule::only_origin_head,
        line: Rule::origin_clause,
        only_lines: Rule::only_origin_clauses,
        some_lines: Rule::some_origin_clauses,
        line_is_wrapped: true,
        line_words: ORIGIN_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["args", "argument", "arguments", "source", "sources"]),
        nested: &[],
    },
    order: Order(&[ON, WHEN, UNLESS, Slot::one(Stands::Arguments), Slot::one(Stands::Sources), OUTCOME, STARTS, EXPIRES, SHADOW, FINAL]),
    outcomes: Place::Restriction,
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &FORM);
    let Some(name) = clauses.name else { return ItemTree::Broken };
    let (ground, outcomes, tail) = (clauses.ground, clauses.outcomes, clauses.tail);
    let mut origin = OriginTree { name, ground, arguments: Vec::new(), only: None, sources: Vec::new(), outcomes, tail };
    for part in clauses.own {
        match part.kind {
            ClauseKind::Arguments(arguments) => origin.arguments = arguments,
            ClauseKind::Sources { only, sources } => (origin.only, origin.sources) = (only, sources),
            _ => {}
        }
    }
    ItemTree::Origin(origin)
}

/// Reads an `origin_from` pair.
pub(super) fn sources<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> ClauseKind {
    let (mut only, mut sources) = (None, Vec::new());
    for part in reader.parts(pair) {
        match part.as_rule() {
            Rule::only_from | Rule::slip_from_only => only = Some(reader.span(&part)),
            Rule::source => sources.extend(source(reader, part)),
            _ => {}
        }
    }
    ClauseKind::Sources { only, sources }
}

fn source<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<SourceTree> {
    let inner = pair.into_inner().next()?;
    Some(match inner.as_rule() {
        Rule::principal => SourceTree::Principal(reader.span(&inner)),
        Rule::slip_principal => {
            reader.slip(codes::CLAUSE_WORD, &inner, format!("`{}` is written `principal`", inner.as_str()), "principal");
            SourceTree::Principal(reader.span(&inner))
        }
        _ => SourceTree::Function(pattern::target(reader, inner)?),
    })
}
