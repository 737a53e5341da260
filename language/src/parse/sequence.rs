//! `sequence NAME { step … step … within … deny }`

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, OUTCOME, SHADOW, STARTS};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::tree::{ItemTree, SequenceTree};
use crate::words::SEQUENCE_WORDS;

const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::sequence_item,
        head: Rule::sequence_head,
        only_head: Rule::only_sequence_head,
        line: Rule::sequence_clause,
        only_lines: Rule::only_sequence_clauses,
        some_lines: Rule::some_sequence_clauses,
        line_is_wrapped: true,
        line_words: SEQUENCE_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["steps"]),
        nested: &[],
    },
    order: Order(&[
        Slot::many(Stands::Step, &[Stands::When, Stands::Unless]),
        Slot::one(Stands::Within),
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
    let mut sequence = SequenceTree { name, steps: Vec::new(), within: None, outcomes: clauses.outcomes, tail: clauses.tail };
    for part in clauses.own {
        match part.kind {
            ClauseKind::Step(targets) => sequence.steps.push(clauses::line_of(targets, part.own, part.span).0),
            ClauseKind::Within(within) => sequence.within = Some(within),
            _ => {}
        }
    }
    ItemTree::Sequence(sequence)
}
