//! `policy NAME { over … for … priority … }`

use pest::iterators::Pair;

use super::block::{self, BlockBuilder, BlockGrammar};
use super::grammar::Rule;
use super::reader::Reader;
use super::{expression, name, number, pattern};
use crate::span::{Span, Spanned};
use crate::tree::{Expression, ItemTree, Name, PatternTree, PolicyTree};
use crate::words::POLICY_WORDS;

const GRAMMAR: BlockGrammar = BlockGrammar {
    whole: Rule::policy_item,
    head: Rule::policy_head,
    only_head: Rule::only_policy_head,
    line: Rule::policy_clause,
    only_lines: Rule::only_policy_clauses,
    some_lines: Rule::some_policy_clauses,
    line_is_wrapped: true,
    line_words: POLICY_WORDS,
    also_starts_line: |_| false,
    nested: &[],
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let mut policy = Policy::default();
    block::read(reader, &GRAMMAR, &mut policy);
    match policy.name {
        Some(name) => ItemTree::Policy(PolicyTree {
            name,
            over: policy.over.map(|over| over.value).unwrap_or_default(),
            applies: policy.applies.map(|applies| applies.value),
            priority: policy.priority.map(|priority| priority.value),
        }),
        None => ItemTree::Broken,
    }
}

#[derive(Default)]
struct Policy {
    name: Option<Name>,
    over: Option<Spanned<Vec<PatternTree>>>,
    applies: Option<Spanned<Expression>>,
    priority: Option<Spanned<Spanned<i32>>>,
}

impl<'t> BlockBuilder<'t> for Policy {
    fn head(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        self.name = pair.into_inner().find(|inner| inner.as_rule() == Rule::head_name).map(|inner| name::declared(reader, inner));
    }

    fn line(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        let span = reader.span(&pair);
        match pair.as_rule() {
            Rule::over => {
                let over = pattern::list(reader, pair);
                reader.set_once("over", &mut self.over, Spanned::new(over, span));
            }
            Rule::applies => {
                if let Some(applies) = expression::inside(reader, pair) {
                    reader.set_once("for", &mut self.applies, Spanned::new(applies, span));
                }
            }
            _ => {
                let value =
                    reader.parts(pair).iter().find(|part| part.as_rule() == Rule::numeric).and_then(|part| number::whole(reader, part));
                if let Some(value) = value {
                    reader.set_once("priority", &mut self.priority, Spanned::new(value, span));
                }
            }
        }
    }
}

impl Reader<'_> {
    /// Fills a clause that stands once; a second one is reported and left out.
    pub(super) fn set_once<T>(&mut self, word: &str, place: &mut Option<Spanned<T>>, clause: Spanned<T>) {
        match place {
            Some(first) => {
                let first = head_of(first.span, word);
                self.broken(crate::clause_order::twice(word, first, head_of(clause.span, word)));
            }
            None => *place = Some(clause),
        }
    }
}

fn head_of(span: Span, word: &str) -> Span {
    Span::new(span.start as usize, span.start as usize + word.len())
}
