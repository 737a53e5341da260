//! `kill NAME { on … | agent … | principal … | all  park until … because … }`

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, SHADOW, STARTS};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use super::{name, pattern};
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::tree::{ItemTree, KillTarget, KillTree};
use crate::words::KILL_WORDS;

const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::kill_item,
        head: Rule::kill_head,
        only_head: Rule::only_kill_head,
        line: Rule::kill_clause,
        only_lines: Rule::only_kill_clauses,
        some_lines: Rule::some_kill_clauses,
        line_is_wrapped: true,
        line_words: KILL_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["everything", "user"]),
        nested: &[],
    },
    order: Order(&[Slot::one(Stands::Stops), Slot::one(Stands::Park), Slot::one(Stands::Because), STARTS, EXPIRES, SHADOW, FINAL]),
    outcomes: Place::Restriction,
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &FORM);
    let Some(name) = clauses.name else { return ItemTree::Broken };
    let mut kill = KillTree { name, stops: None, until: None, because: None, tail: clauses.tail };
    for part in clauses.own {
        match part.kind {
            ClauseKind::Stops(target) => kill.stops = Some(target),
            ClauseKind::Park(until) => kill.until = Some(until),
            ClauseKind::Because(reason) => kill.because = Some(reason),
            _ => {}
        }
    }
    ItemTree::Kill(kill)
}

/// Reads what is stopped.
pub(super) fn target<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<KillTarget> {
    let span = reader.span(&pair);
    Some(match pair.as_rule() {
        Rule::kill_on => KillTarget::Functions(pattern::targets(reader, pair)),
        Rule::kill_agent => KillTarget::Agent(name::used(reader, pair)?),
        Rule::kill_principal => KillTarget::Principal(name::used(reader, pair)?),
        _ => KillTarget::All(span),
    })
}
