//! `defaults { HEAD OUTCOME … }`

use pest::iterators::Pair;

use super::block::{self, BlockBuilder, BlockGrammar};
use super::grammar::Rule;
use super::outcome::{self, Place};
use super::reader::Reader;
use super::{clauses, expression};
use crate::span::{Span, Spanned};
use crate::tree::{ItemTree, Name, OutcomeTree, RowTree};
use crate::words::EFFECT_WORDS;

const GRAMMAR: BlockGrammar = BlockGrammar {
    whole: Rule::defaults_item,
    head: Rule::defaults_head,
    only_head: Rule::only_defaults_head,
    line: Rule::row,
    only_lines: Rule::only_rows,
    some_lines: Rule::some_rows,
    line_is_wrapped: false,
    line_words: EFFECT_WORDS,
    also_starts_line: |word| word == "*" || word == "granted",
    nested: &[],
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let mut table = Table { rows: Vec::new() };
    block::read(reader, &GRAMMAR, &mut table);
    ItemTree::Defaults(table.rows)
}

struct Table {
    rows: Vec<RowTree>,
}

impl<'t> BlockBuilder<'t> for Table {
    fn head(&mut self, _: &mut Reader<'t>, _: Pair<'t, Rule>) {}

    fn line(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        self.rows.extend(row(reader, pair));
    }
}

fn row<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<RowTree> {
    let span = reader.span(&pair);
    let (mut head, mut verdict) = (Vec::new(), None);
    let (mut when, mut unless, mut because) = (None, None, None);
    for part in reader.parts(pair) {
        let place = reader.span(&part);
        clauses::foreign_word(reader, &part);
        match part.as_rule() {
            Rule::row_head => head = words(reader, part),
            Rule::when => set(reader, "when", &mut when, place, |reader| expression::inside(reader, part)),
            Rule::unless => set(reader, "unless", &mut unless, place, |reader| expression::inside(reader, part)),
            Rule::because => set(reader, "because", &mut because, place, |reader| clauses::reason(reader, part)),
            _ => verdict = outcome::verdict(reader, part, Place::Row).map(|verdict| Spanned::new(verdict, place)),
        }
    }
    let verdict = verdict?;
    let outcome_span = Span { start: verdict.span.start, end: span.end };
    let outcome = OutcomeTree {
        verdict: verdict.value,
        when: when.map(|when| when.value),
        unless: unless.map(|unless| unless.value),
        because: because.map(|because| because.value),
        span: outcome_span,
    };
    Some(RowTree { head, outcome, span })
}

fn words<'t>(reader: &Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Name> {
    let words = pair.into_inner().filter(|part| matches!(part.as_rule(), Rule::star | Rule::row_word));
    words.map(|word| reader.spanned(&word)).collect()
}

fn set<'t, T>(
    reader: &mut Reader<'t>,
    word: &str,
    place: &mut Option<Spanned<T>>,
    span: Span,
    read: impl FnOnce(&mut Reader<'t>) -> Option<T>,
) {
    if let Some(value) = read(reader) {
        reader.set_once(word, place, Spanned::new(value, span));
    }
}
