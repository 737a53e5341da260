//! `rule NAME { … }` and `floor NAME { … }`: the same clauses, other outcomes.

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, ON, OUTCOME, SHADOW, STARTS, UNLESS, WHEN};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use crate::clause_order::Order;
use crate::tree::{ItemTree, RuleTree};
use crate::words::{FLOOR_WORDS, RULE_WORDS};

const RULE: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::rule_item,
        head: Rule::rule_head,
        only_head: Rule::only_rule_head,
        line: Rule::rule_clause,
        only_lines: Rule::only_rule_clauses,
        some_lines: Rule::some_rule_clauses,
        line_is_wrapped: true,
        line_words: RULE_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &[]),
        nested: &[],
    },
    order: Order(&[ON, WHEN, UNLESS, OUTCOME, STARTS, EXPIRES, SHADOW, FINAL]),
    outcomes: Place::Rule,
};

const FLOOR: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::floor_item,
        head: Rule::floor_head,
        only_head: Rule::only_floor_head,
        line: Rule::rule_clause,
        only_lines: Rule::only_rule_clauses,
        some_lines: Rule::some_rule_clauses,
        line_is_wrapped: true,
        line_words: FLOOR_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &[]),
        nested: &[],
    },
    order: Order(&[ON, WHEN, UNLESS, OUTCOME, STARTS, EXPIRES, SHADOW, FINAL]),
    outcomes: Place::Floor,
};

/// Reads the rule at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    tree(reader, &RULE).map_or(ItemTree::Broken, ItemTree::Rule)
}

/// Reads the floor at hand.
pub(super) fn floor(reader: &mut Reader<'_>) -> ItemTree {
    tree(reader, &FLOOR).map_or(ItemTree::Broken, ItemTree::Floor)
}

fn tree(reader: &mut Reader<'_>, form: &Form) -> Option<RuleTree> {
    let clauses = clauses::read(reader, form);
    let (ground, tail) = (clauses.ground, clauses.tail);
    Some(RuleTree {
        name: clauses.name?,
        on: ground.on,
        when: ground.when,
        unless: ground.unless,
        outcomes: clauses.outcomes,
        starts: tail.starts,
        expires: tail.expires,
        shadow: tail.shadow,
        is_final: tail.is_final,
    })
}
