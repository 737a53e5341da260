//! `exception NAME { to … when … instead … expires … because … }`

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, SHADOW, STARTS, UNLESS, WHEN};
use super::grammar::Rule;
use super::outcome::{self, Place};
use super::reader::Reader;
use super::text;
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::codes::syntax as codes;
use crate::span::Spanned;
use crate::tree::{ExceptionTree, ItemTree, Name, StepTree};
use crate::words::EXCEPTION_WORDS;

/// A reason stands before the dates or behind them.
const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::exception_item,
        head: Rule::exception_head,
        only_head: Rule::only_exception_head,
        line: Rule::exception_clause,
        only_lines: Rule::only_exception_clauses,
        some_lines: Rule::some_exception_clauses,
        line_is_wrapped: true,
        line_words: EXCEPTION_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &[]),
        nested: &[],
    },
    order: Order(&[
        Slot::one(Stands::To),
        WHEN,
        UNLESS,
        Slot::one(Stands::Instead),
        Slot::one(Stands::Because),
        STARTS,
        EXPIRES,
        Slot::one(Stands::Because),
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
    let mut exception = ExceptionTree { name, to: Vec::new(), when, unless, instead: None, because: None, tail: clauses.tail };
    for part in clauses.own {
        match part.kind {
            ClauseKind::To(items) => exception.to = items,
            ClauseKind::Instead(steps) => exception.instead = Some(steps),
            ClauseKind::Because(reason) => exception.because = Some(reason),
            _ => {}
        }
    }
    ItemTree::Exception(exception)
}

/// Reads a `to` pair.
pub(super) fn to<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Vec<Name>> {
    let items = reader.parts(pair).into_iter().filter(|part| part.as_rule() == Rule::item_path);
    items.map(|item| item.into_inner().map(|part| word(reader, part)).collect()).collect()
}

fn word<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Name {
    if pair.as_rule() == Rule::text { text::read(reader, pair) } else { reader.spanned(&pair) }
}

/// Reads an `instead` pair: the steps alone, since they always restrict.
pub(super) fn instead<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Spanned<Vec<StepTree>> {
    let span = reader.span(&pair);
    let mut read = Vec::new();
    for part in reader.parts(pair) {
        match part.as_rule() {
            Rule::slip_expected => {
                let message = format!("`instead` is followed by the steps themselves, without `{}`", part.as_str().trim());
                reader.slip(codes::NOT_AN_OUTCOME_WORD, &part, message, "");
            }
            Rule::steps => read = outcome::steps(reader, part),
            _ => {}
        }
    }
    Spanned::new(read, span)
}
