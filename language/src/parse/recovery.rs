//! Reading on after a mistake: the head and each clause on their own, one finding for each that is broken.
//!
//! A clause starts at a clause word that is first on its line, directly inside the item's block and not followed by `.`. Of a broken
//! clause what stands before the mistake is kept. An item on one line has one clause in this sense, hence one finding.

use super::block::{BlockBuilder, BlockGrammar, part};
use super::grammar::Rule;
use super::reader::Reader;
use crate::brackets::Brackets;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::span::Span;
use crate::suggestion::nearest;
use crate::words::shown;
use pest::iterators::Pair;

/// Reads an item of which the grammar said `whole` when asked for all of it.
pub(super) fn read<'t>(reader: &mut Reader<'t>, grammar: &BlockGrammar, builder: &mut impl BlockBuilder<'t>, whole: Diagnostic) {
    let before = reader.diagnostics.len();
    let layout = Layout::of(reader, grammar);
    reader.complete = false;
    head(reader, grammar, builder, &layout, &whole);
    for segment in &layout.segments {
        lines(reader, grammar, builder, *segment, 0);
    }
    if let Some(after) = layout.after {
        reader.broken(after_end(reader.text, after));
    }
    if errors(reader, before) == 0 {
        match layout.closed {
            true => reader.broken(whole),
            false => reader.report_open_block(),
        }
    }
}

/// Where the parts of the item stand.
struct Layout {
    /// From the item word to the `{`; `None` where there is no `{`.
    head: Option<(usize, usize)>,
    segments: Vec<(usize, usize)>,
    closed: bool,
    after: Option<Token>,
}

impl Layout {
    fn of(reader: &Reader<'_>, grammar: &BlockGrammar) -> Self {
        let tokens = &reader.tokens;
        let (start, end) = reader.whole();
        let Some(open) = tokens.iter().position(|token| token.is('{')) else {
            return Self { head: None, segments: Vec::new(), closed: true, after: None };
        };
        let body = tokens.get(open + 1..).unwrap_or(&[]);
        // Where a bracket inside is not closed, the last `}` is still meant as the item's.
        let close = closing(body).or_else(|| body.last().filter(|last| last.is('}')).map(|_| body.len() - 1));
        let inside = body.get(..close.unwrap_or(body.len())).unwrap_or(&[]);
        let body_end = close.and_then(|at| body.get(at)).map_or(end, |token| token.start);
        Self {
            head: Some((start, tokens.get(open).map_or(end, |token| token.start))),
            segments: segments(reader.text, inside, body_end, grammar),
            closed: close.is_some(),
            after: close.and_then(|at| body.get(at + 1)).copied(),
        }
    }
}

/// The `}` that ends a block whose `{` was just before.
fn closing(body: &[Token]) -> Option<usize> {
    let mut brackets = Brackets::default();
    body.iter().position(|token| brackets.take(*token))
}

fn segments(text: &str, inside: &[Token], body_end: usize, grammar: &BlockGrammar) -> Vec<(usize, usize)> {
    let Some(first) = inside.first() else { return Vec::new() };
    let mut starts = vec![first.start];
    let mut brackets = Brackets::default();
    let mut before: Option<Token> = None;
    for token in inside {
        // A bracket that was never closed must not hide the clauses behind it. Braces enclose statements of their own, unless the
        // indentation says that they, too, were never closed.
        let outside = !brackets.inside_braces() || indentation(text, *token) <= indentation(text, *first);
        if outside && token.is_first_on_line(text) && starts_line(text, *token, before, grammar) {
            brackets.clear();
            starts.push(token.start);
        }
        brackets.take(*token);
        before = Some(*token);
    }
    starts.dedup();
    let ends = starts.iter().copied().skip(1).chain([body_end]);
    starts.iter().copied().zip(ends).collect()
}

/// A word of the block, or, where nothing before it asks for more, a foreign or a misspelt one.
fn starts_line(text: &str, token: Token, before: Option<Token>, grammar: &BlockGrammar) -> bool {
    let word = token.text(text);
    if text.get(token.end..).is_some_and(|rest| rest.starts_with('.')) {
        return false;
    }
    let goes_on = before.is_some_and(|before| match before.kind {
        TokenKind::Sign(sign) => !matches!(sign, ')' | ']' | '}' | '*' | '?' | ';' | ','),
        _ => CONNECTIVES.contains(&before.text(text)),
    });
    let misspelt = || token.kind == TokenKind::Word && !CONNECTIVES.contains(&word) && nearest(word, grammar.line_words).is_some();
    grammar.line_words.contains(&word) || (!goes_on && ((grammar.also_starts_line)(word) || misspelt()))
}

/// Words behind which a clause goes on.
const CONNECTIVES: &[&str] = &[
    "and", "or", "not", "in", "has", "like", "matches", "contains", "with", "under", "within", "any", "every", "exists", "else", "require",
    "after", "by",
];

/// How far a token that is first on its line is indented; far, where it is not first.
fn indentation(text: &str, token: Token) -> usize {
    let before = text.get(..token.start).unwrap_or("");
    let line = before.trim_end_matches([' ', '\t']);
    if line.ends_with(['\n', '\r']) { before.len() - line.len() } else { 0 }
}

fn head<'t>(reader: &mut Reader<'t>, grammar: &BlockGrammar, builder: &mut impl BlockBuilder<'t>, layout: &Layout, whole: &Diagnostic) {
    // Without a block what is wrong with the whole is what is wrong with the head; a name that stands there is kept all the same.
    let (place, report) = layout.head.map_or((reader.whole(), false), |place| (place, true));
    match reader.parse(grammar.only_head, place) {
        Ok(pairs) => {
            for pair in pairs.flat_map(Pair::into_inner) {
                part(reader, grammar, builder, pair);
            }
        }
        // At the same place the grammar of the whole knows what should have come.
        Err(diagnostic) if report => reader.broken(if diagnostic.span == whole.span { whole.clone() } else { *diagnostic }),
        Err(_) => {}
    }
}

fn lines<'t>(reader: &mut Reader<'t>, grammar: &BlockGrammar, builder: &mut impl BlockBuilder<'t>, segment: (usize, usize), depth: usize) {
    let failure = match reader.parse(grammar.only_lines, segment) {
        Ok(pairs) => {
            for pair in pairs.flat_map(Pair::into_inner) {
                part(reader, grammar, builder, pair);
            }
            return;
        }
        Err(failure) => *failure,
    };
    if nested(reader, grammar, builder, segment, &failure, depth) {
        return;
    }
    let found = reader.diagnostics.len();
    let read_to = lines_before_mistake(reader, grammar, builder, segment);
    keep_slips(reader, found);
    let inside = reader.tokens_in(segment);
    let open_text = inside.iter().find(|token| token.kind == TokenKind::OpenText).copied();
    let first = inside.iter().find(|token| token.start >= read_to).copied();
    let end = inside.last().map_or(segment.1, |token| token.end);
    reader.broken(open_text.map_or(failure, open_string));
    if let Some(first) = first {
        builder.broken(reader, first, Span::new(first.start, end));
    }
}

/// How deep lines in lines are read on their own. Deeper ones are one line: each depth reads its text once more.
const MAX_RECOVERED: usize = 4;

/// Reads a line that has lines of its own, each on its own; whether this is one.
fn nested<'t>(
    reader: &mut Reader<'t>,
    grammar: &BlockGrammar,
    builder: &mut impl BlockBuilder<'t>,
    segment: (usize, usize),
    failure: &Diagnostic,
    depth: usize,
) -> bool {
    if depth >= MAX_RECOVERED {
        return false;
    }
    let Some(inner) = Inner::of(reader, grammar, segment) else { return false };
    let Ok(pairs) = reader.parse(inner.only_head, inner.head) else { return false };
    let head = pairs.flat_map(Pair::into_inner).next();
    let before = errors(reader, 0);
    builder.enter(reader, head);
    for segment in &inner.segments {
        lines(reader, grammar, builder, *segment, depth + 1);
    }
    builder.leave(Span::new(segment.0, inner.end));
    if let Some(rest) = inner.rest {
        lines(reader, grammar, builder, rest, depth);
    }
    if errors(reader, 0) == before {
        reader.broken(failure.clone());
    }
    reader.complete = false;
    true
}

/// How many findings there are that are no signs too many.
fn errors(reader: &Reader<'_>, from: usize) -> usize {
    reader.diagnostics.get(from..).unwrap_or(&[]).iter().filter(|found| found.code != codes::PUNCTUATION).count()
}

/// Where the parts of a line with lines of its own stand.
struct Inner {
    only_head: Rule,
    head: (usize, usize),
    segments: Vec<(usize, usize)>,
    /// Where its block ends.
    end: usize,
    /// What stands behind its block.
    rest: Option<(usize, usize)>,
}

impl Inner {
    fn of(reader: &Reader<'_>, grammar: &BlockGrammar, segment: (usize, usize)) -> Option<Self> {
        let tokens = reader.tokens_in(segment);
        let word = tokens.first()?.text(reader.text);
        let (_, only_head) = grammar.nested.iter().find(|(nested, _)| *nested == word)?;
        let mut brackets = Brackets::default();
        let open = tokens.iter().position(|token| {
            let outside = brackets.is_empty();
            brackets.take(*token);
            outside && token.is('{')
        })?;
        let body = tokens.get(open + 1..)?;
        let close = closing(body).or_else(|| body.iter().rposition(|token| token.is('}')))?;
        let end = body.get(close)?;
        let inside = body.get(..close)?;
        let rest = body.get(close + 1..).filter(|rest| rest.iter().any(|token| !token.is(',') && !token.is(';')));
        Some(Self {
            only_head: *only_head,
            head: (segment.0, tokens.get(open)?.start),
            segments: segments(reader.text, inside, end.start, grammar),
            end: end.end,
            rest: rest.and_then(|rest| rest.first()).map(|first| (first.start, segment.1)),
        })
    }
}

/// Reads the lines that stand before a mistake and says where what is not read starts. A condition that the mistake may have cut short is
/// not read: half of it would be checked as if it were the whole.
fn lines_before_mistake<'t>(
    reader: &mut Reader<'t>,
    grammar: &BlockGrammar,
    builder: &mut impl BlockBuilder<'t>,
    segment: (usize, usize),
) -> usize {
    let Ok(pairs) = reader.parse(grammar.some_lines, segment) else { return segment.0 };
    let lines: Vec<_> = pairs.flat_map(Pair::into_inner).collect();
    let cut = lines.last().and_then(|line| line.clone().into_inner().next()).filter(|clause| is_condition(clause.as_rule()));
    let cut = cut.map(|clause| reader.span(&clause).start as usize);
    let mut read_to = segment.0;
    let whole = lines.len() - usize::from(cut.is_some());
    for line in lines.into_iter().take(whole) {
        read_to = read_to.max(reader.span(&line).end as usize);
        part(reader, grammar, builder, line);
    }
    cut.unwrap_or(read_to)
}

fn is_condition(rule: Rule) -> bool {
    matches!(rule, Rule::when | Rule::unless | Rule::applies)
}

/// A clause that is broken has one finding, beside slips that are read and mended on their own. A sign too many at the end of what was
/// read may be a part of what was not.
fn keep_slips(reader: &mut Reader<'_>, from: usize) {
    let kept = reader.diagnostics.split_off(from);
    let automatic = |found: &Diagnostic| found.fixes.iter().any(|fix| fix.automatic);
    reader.diagnostics.extend(kept.into_iter().filter(|found| found.code != codes::PUNCTUATION && automatic(found)));
}

fn open_string(token: Token) -> Diagnostic {
    Diagnostic::error(codes::OPEN_TEXT, Span::new(token.start, token.end), "this string is not closed on its line")
        .help("close it with `\"`; a line break inside a string is written `\\n`")
        .fix("close it at the end of the line", Span::new(token.end, token.end), "\"", false)
}

fn after_end(text: &str, token: Token) -> Diagnostic {
    let message = format!("`{}` stands after the end of the item", shown(token.text(text)));
    Diagnostic::error(codes::STRAY_TEXT, Span::new(token.start, token.end), message).help("move it into the item's block, before its `}`")
}
