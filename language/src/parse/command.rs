//! `command NAME { match … when … through … after … OUTCOME … hits … asks … misses … }`

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, EXPIRES, FINAL, Form, OUTCOME, SHADOW, STARTS, UNLESS, WHEN};
use super::grammar::Rule;
use super::outcome::Place;
use super::reader::Reader;
use super::{command_pattern, text};
use crate::clause_order::{ClauseKind, Order, Slot, Stands};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::tree::{CommandPatternTree, CommandTree, ItemTree, MatchTree, Name};
use crate::words::COMMAND_WORDS;

/// `match` and the examples may stand on several lines; nothing is their own.
const FORM: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::command_item,
        head: Rule::command_head,
        only_head: Rule::only_command_head,
        line: Rule::command_clause,
        only_lines: Rule::only_command_clauses,
        some_lines: Rule::some_command_clauses,
        line_is_wrapped: true,
        line_words: COMMAND_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["matches", "pattern", "hit", "miss", "maybe"]),
        nested: &[],
    },
    order: Order(&[
        Slot::repeated(Stands::Match),
        WHEN,
        UNLESS,
        Slot::one(Stands::Through),
        Slot::one(Stands::Behind),
        OUTCOME,
        Slot::repeated(Stands::Hits),
        Slot::repeated(Stands::Asks),
        Slot::repeated(Stands::Misses),
        STARTS,
        EXPIRES,
        SHADOW,
        FINAL,
    ]),
    outcomes: Place::Rule,
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &FORM);
    let Some(name) = clauses.name else { return ItemTree::Broken };
    let mut command = CommandTree {
        name,
        matches: Vec::new(),
        when: clauses.ground.when,
        unless: clauses.ground.unless,
        through: Vec::new(),
        after: Vec::new(),
        outcomes: clauses.outcomes,
        hits: Vec::new(),
        asks: Vec::new(),
        misses: Vec::new(),
        tail: clauses.tail,
    };
    for part in clauses.own {
        match part.kind {
            ClauseKind::Match(matches) => command.matches.extend(matches),
            ClauseKind::Through(through) => command.through = through,
            ClauseKind::Behind(after) => command.after = after,
            ClauseKind::Hits(lines) => command.hits.extend(lines),
            ClauseKind::Asks(lines) => command.asks.extend(lines),
            ClauseKind::Misses(lines) => command.misses.extend(lines),
            _ => {}
        }
    }
    ItemTree::Command(command)
}

/// Reads a `command_match` pair. Beside a comma nobody can tell what an `except` belongs to.
pub(super) fn matches<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<MatchTree> {
    let parts: Vec<_> = reader.parts(pair).into_iter().filter(|part| part.as_rule() == Rule::matched).collect();
    let several = parts.len() > 1;
    parts.into_iter().filter_map(|part| matched(reader, part, several)).collect()
}

fn matched<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, several: bool) -> Option<MatchTree> {
    let mut patterns = Vec::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::slip_except => reader.slip(codes::CLAUSE_WORD, &part, format!("`{}` is written `except`", part.as_str()), "except"),
            Rule::k_except if several => {
                let message = "beside a comma it is not clear what this `except` belongs to";
                let help = "give the pattern with the exception a `match` line of its own; a second exception is a second `except`";
                let span = reader.span(&part);
                reader.report(Diagnostic::error(codes::EXCEPT_COMMA, span, message).help(help));
            }
            Rule::shell_text => patterns.push(pattern(reader, part)),
            _ => {}
        }
    }
    let mut patterns = patterns.into_iter();
    patterns.next().map(|pattern| MatchTree { pattern, except: patterns.collect() })
}

/// Reads a `shell_text` pair.
fn pattern<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> CommandPatternTree {
    let span = reader.span(&pair);
    let written = pair.as_str();
    let rule = pair.clone().into_inner().next().map(|inner| inner.as_rule());
    let inner = match rule {
        Some(Rule::backtick) => written.get(1..written.len().saturating_sub(1)).unwrap_or(""),
        Some(Rule::open_backtick) => {
            open(reader, span);
            return CommandPatternTree { spellings: Vec::new(), span };
        }
        _ => {
            quoted(reader, pair, span);
            return CommandPatternTree { spellings: Vec::new(), span };
        }
    };
    let start = span.start as usize + 1;
    let read = command_pattern::read(inner, start);
    if !read.diagnostics.is_empty() {
        reader.complete = false;
    }
    read.diagnostics.into_iter().for_each(|diagnostic| reader.report(diagnostic));
    CommandPatternTree { spellings: read.spellings, span }
}

fn open(reader: &mut Reader<'_>, span: Span) {
    let end = Span::new(span.end as usize, span.end as usize);
    reader.broken(
        Diagnostic::error(codes::PATTERN_QUOTES, span, "this command pattern is not closed on its line")
            .help("close it with a backtick")
            .fix("close it at the end of the line", end, "`", false),
    );
}

/// A string in place of a pattern: its escapes are not those of a pattern, so it is read only once it is mended.
fn quoted<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, span: Span) {
    let value = pair.into_inner().next().map(|inner| text::read(reader, inner).value).unwrap_or_default();
    let message = "a command pattern stands in backticks";
    let diagnostic = Diagnostic::error(codes::PATTERN_QUOTES, span, message).help("write backticks; quotes are for text inside of it");
    reader.broken(match value.contains(['`', '\n', '\r']) {
        true => diagnostic,
        false => diagnostic.fix("write backticks", span, format!("`{value}`"), true),
    });
}

/// Reads a `through` pair.
pub(super) fn through<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Name> {
    let parts = reader.parts(pair).into_iter().filter(|part| part.as_rule() == Rule::through_name);
    parts
        .map(|part| match part.clone().into_inner().next() {
            Some(inner) if inner.as_rule() == Rule::text => text::read(reader, inner),
            _ => reader.spanned(&part),
        })
        .collect()
}

/// Reads a `command_after` pair.
pub(super) fn after<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Spanned<String>> {
    let parts = reader.parts(pair).into_iter().filter(|part| part.as_rule() == Rule::item_path);
    parts.map(|part| reader.spanned(&part)).collect()
}

/// Reads a `hits`, `asks` or `misses` pair.
pub(super) fn lines<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Spanned<String>> {
    let parts = reader.parts(pair).into_iter().filter(|part| part.as_rule() == Rule::command_line);
    parts.filter_map(|part| line(reader, part)).collect()
}

fn line<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<String>> {
    let inner = pair.into_inner().next()?;
    if inner.as_rule() == Rule::text {
        return Some(text::read(reader, inner));
    }
    let span = reader.span(&inner);
    let value = inner.as_str().trim_matches('`').to_owned();
    let mended = format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""));
    let message = "a command line stands in `\"…\"`; backticks are for patterns";
    reader.report(Diagnostic::error(codes::QUOTES, span, message).help("write quotes").fix("write quotes", span, mended, true));
    Some(Spanned::new(value, span))
}
