//! `label NAME { from … taints level … clears … after … }`

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, SHADOW, STARTS};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::tree::{ClearTree, ItemTree, LabelTree};
use crate::words::LABEL_WORDS;

const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::label_item,
        head: Rule::label_head,
        only_head: Rule::only_label_head,
        line: Rule::label_clause,
        only_lines: Rule::only_label_clauses,
        some_lines: Rule::some_label_clauses,
        line_is_wrapped: true,
        line_words: LABEL_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["source", "sources", "taint", "tainted", "clear", "cleared"]),
        nested: &[],
    },
    order: Order(&[
        Slot::many(Stands::From, &[Stands::When, Stands::Unless]),
        Slot::one(Stands::Taints),
        Slot::one(Stands::Level),
        Slot::many(Stands::Clears, &[Stands::When, Stands::Unless, Stands::After]),
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
    let mut label = LabelTree { name, from: Vec::new(), taints: None, level: None, clears: Vec::new(), tail: clauses.tail };
    for part in clauses.own {
        match part.kind {
            ClauseKind::From(targets) => label.from.push(clauses::line_of(targets, part.own, part.span).0),
            ClauseKind::Taints => label.taints = Some(part.span),
            ClauseKind::Level(level) => label.level = Some(level),
            ClauseKind::Clears(targets) => {
                let (line, after) = clauses::line_of(targets, part.own, part.span);
                label.clears.push(ClearTree { line, after });
            }
            _ => {}
        }
    }
    ItemTree::Label(label)
}
