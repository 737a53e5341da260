//! `fill { … }`, `stub { … }` and `result { … }`: what is put into a call, what answers it, and what is made of its answer.

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, ON, OUTCOME, SHADOW, STARTS, UNLESS, WHEN};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use super::{json, text, value};
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::tree::{FillTree, ItemTree, Json, PathTree, RedactTree, ResultTree, StubTree};
use crate::words::{FILL_WORDS, RESULT_WORDS, STUB_WORDS};

const FILL: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::fill_item,
        head: Rule::fill_head,
        only_head: Rule::only_fill_head,
        line: Rule::fill_clause,
        only_lines: Rule::only_fill_clauses,
        some_lines: Rule::some_fill_clauses,
        line_is_wrapped: true,
        line_words: FILL_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["args", "argument", "arguments"]),
        nested: &[],
    },
    order: Order(&[ON, Slot::one(Stands::Fill)]),
    outcomes: Place::Restriction,
};

const STUB: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::stub_item,
        head: Rule::stub_head,
        only_head: Rule::only_stub_head,
        line: Rule::stub_clause,
        only_lines: Rule::only_stub_clauses,
        some_lines: Rule::some_stub_clauses,
        line_is_wrapped: true,
        line_words: STUB_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["return", "returns"]),
        nested: &[],
    },
    order: Order(&[ON, WHEN, UNLESS, Slot::one(Stands::Answer)]),
    outcomes: Place::Restriction,
};

const RESULT: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::result_item,
        head: Rule::result_head,
        only_head: Rule::only_result_head,
        line: Rule::result_clause,
        only_lines: Rule::only_result_clauses,
        some_lines: Rule::some_result_clauses,
        line_is_wrapped: true,
        line_words: RESULT_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["hide"]),
        nested: &[],
    },
    order: Order(&[ON, WHEN, UNLESS, Slot::many(Stands::Redact, &[]), OUTCOME, STARTS, EXPIRES, SHADOW, FINAL]),
    outcomes: Place::Result,
};

/// Reads the `fill` at hand.
pub(super) fn fill(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &FILL);
    let argument = clauses.own.into_iter().find_map(|part| match part.kind {
        ClauseKind::Fill(argument) => Some(argument),
        _ => None,
    });
    ItemTree::Fill(FillTree { name: clauses.name, ground: clauses.ground, argument })
}

/// Reads the stub at hand.
pub(super) fn stub(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &STUB);
    let result = clauses.own.into_iter().find_map(|part| match part.kind {
        ClauseKind::Answer(answer) => Some(answer),
        _ => None,
    });
    ItemTree::Stub(StubTree { name: clauses.name, ground: clauses.ground, result })
}

/// Reads the `result` at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &RESULT);
    let redact = clauses.own.into_iter().filter_map(|part| match part.kind {
        ClauseKind::Redact(redact) => Some(redact),
        _ => None,
    });
    let redact = redact.collect();
    ItemTree::Result(ResultTree { name: clauses.name, ground: clauses.ground, redact, withhold: clauses.outcomes, tail: clauses.tail })
}

/// Reads a `fill_arg` pair.
pub(super) fn argument<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<PathTree> {
    let (mut path, mut otherwise) = (None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::path => path = value::argument(reader, part),
            Rule::slip_colon => reader.punctuation(&part),
            Rule::slip_else => {
                let spaced = reader.text.get(..reader.span(&part).start as usize).is_some_and(|before| before.ends_with([' ', '\t']));
                let written = if spaced { "else" } else { " else" };
                reader.slip(codes::OPERATOR_WORD, &part, format!("`{}` is written `else`", part.as_str()), written);
            }
            Rule::fallback => otherwise = Some(value::read(reader, part)?),
            _ => {}
        }
    }
    path.map(|path| {
        let span = otherwise.as_ref().map_or(path.span, |value| path.span.to(value.span));
        PathTree { otherwise: otherwise.map(Box::new), span, ..path }
    })
}

/// Reads a `stub_result` pair.
pub(super) fn answer<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<Json>> {
    let written = reader.parts(pair).into_iter().find(|part| part.as_rule() == Rule::json)?;
    Some(json::read(reader, written))
}

/// Reads a `redact` pair.
pub(super) fn redact<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<RedactTree> {
    let parts = reader.parts(pair);
    let mut texts = Vec::new();
    let named = parts.iter().any(|part| matches!(part.as_rule(), Rule::k_matches | Rule::slip_matches));
    for part in parts {
        match part.as_rule() {
            Rule::text => {
                if texts.is_empty() && !named {
                    missing_matches(reader, reader.span(&part));
                }
                texts.push(text::read(reader, part));
            }
            Rule::slip_matches => reader.slip(codes::OPERATOR_WORD, &part, format!("`{}` is written `matches`", part.as_str()), "matches"),
            Rule::slip_as => reader.slip(codes::CLAUSE_WORD, &part, format!("`{}` is written `as`", part.as_str()), "as"),
            _ => {}
        }
    }
    let mut texts = texts.into_iter();
    Some(RedactTree { regex: texts.next()?, with: texts.next()? })
}

fn missing_matches(reader: &mut Reader<'_>, at: Span) {
    let place = Span { end: at.start, ..at };
    let found = Diagnostic::error(codes::OPERATOR_WORD, at, "what is redacted follows `matches`").help("write `matches`");
    reader.report(found.fix("write `matches`", place, "matches ", true));
}
