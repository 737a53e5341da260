//! `commands { otherwise … unsure … unreadable … first-match }`

use super::block::BlockGrammar;
use super::clauses::{self, Form};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::tree::{CommandsTree, ItemTree};
use crate::words::COMMANDS_WORDS;

const REASON: &[Stands] = &[Stands::Because];

const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::commands_item,
        head: Rule::commands_head,
        only_head: Rule::only_commands_head,
        line: Rule::commands_clause,
        only_lines: Rule::only_commands_clauses,
        some_lines: Rule::some_commands_clauses,
        line_is_wrapped: true,
        line_words: COMMANDS_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["default", "unknown", "maybe", "first_match", "firstmatch"]),
        nested: &[],
    },
    order: Order(&[
        Slot::owner(Stands::Otherwise, REASON),
        Slot::owner(Stands::Unsure, REASON),
        Slot::owner(Stands::Unreadable, REASON),
        Slot::one(Stands::FirstMatch),
    ]),
    outcomes: Place::Row,
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &FORM);
    let mut commands = CommandsTree::default();
    for mut part in clauses.own {
        match std::mem::replace(&mut part.kind, ClauseKind::Lost) {
            ClauseKind::Otherwise(verdict) => commands.otherwise = Some(clauses::outcome_of(verdict, part)),
            ClauseKind::Unsure(verdict) => commands.unsure = Some(clauses::outcome_of(verdict, part)),
            ClauseKind::Unreadable(verdict) => commands.unreadable = Some(clauses::outcome_of(verdict, part)),
            ClauseKind::FirstMatch => commands.first_match = Some(part.span),
            _ => {}
        }
    }
    ItemTree::Commands(commands)
}
