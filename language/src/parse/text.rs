//! Strings: escapes resolved, foreign quotes and missing ends named.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::words::shown;

/// Reads a `text` pair.
pub(super) fn read<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Spanned<String> {
    read_with(reader, pair, Braces::Plain)
}

/// Reads a `text` pair as a reason: `\{` is a brace there and `{` starts a name, so the former is kept apart as `{{`.
pub(super) fn read_reason<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Spanned<String> {
    read_with(reader, pair, Braces::Doubled)
}

/// What `\{` and `\}` become.
#[derive(Clone, Copy, PartialEq)]
enum Braces {
    Plain,
    Doubled,
}

fn read_with<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, braces: Braces) -> Spanned<String> {
    let span = reader.span(&pair);
    let written = pair.as_str();
    let rule = pair.into_inner().next().map(|inner| inner.as_rule());
    let value = match rule {
        Some(Rule::raw_text) => between(written, 2, 1).to_owned(),
        Some(Rule::single_text) => foreign(reader, span, between(written, 1, 1)),
        Some(Rule::curly_text) => foreign(reader, span, between(written, '“'.len_utf8(), '”'.len_utf8())),
        Some(Rule::open_text) => open(reader, span, written),
        _ => resolve(reader, between(written, 1, 1), span.start as usize + 1, braces),
    };
    Spanned::new(value, span)
}

/// Reads a quoted half of a pattern, which is a token of its own.
pub(super) fn read_quoted(reader: &mut Reader<'_>, written: &str, span: Span) -> String {
    match written.chars().next() {
        Some('r') => between(written, 2, 1).to_owned(),
        Some('\'') => foreign(reader, span, between(written, 1, 1)),
        _ => resolve(reader, between(written, 1, 1), span.start as usize + 1, Braces::Plain),
    }
}

fn between(written: &str, start: usize, end: usize) -> &str {
    written.get(start..written.len().saturating_sub(end)).unwrap_or("")
}

fn foreign(reader: &mut Reader<'_>, span: Span, inner: &str) -> String {
    let mended = format!("\"{}\"", inner.replace('"', "\\\""));
    reader.report(Diagnostic::error(codes::QUOTES, span, "a string stands in `\"…\"`").help("use straight double quotes").fix(
        "use double quotes",
        span,
        mended,
        true,
    ));
    inner.to_owned()
}

fn open(reader: &mut Reader<'_>, span: Span, written: &str) -> String {
    let end = Span::new(span.end as usize, span.end as usize);
    reader.report(
        Diagnostic::error(codes::OPEN_TEXT, span, "this string is not closed on its line")
            .help("close it with `\"`; a line break inside a string is written `\\n`")
            .fix("close it at the end of the line", end, "\"", false),
    );
    written.trim_start_matches(['r', '"']).to_owned()
}

fn resolve(reader: &mut Reader<'_>, inner: &str, at: usize, braces: Braces) -> String {
    let mut value = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(position) = rest.find('\\') {
        value.push_str(rest.get(..position).unwrap_or(""));
        rest = rest.get(position..).unwrap_or("");
        let start = at + inner.len() - rest.len();
        let (text, length) = escape(rest);
        match text {
            Some(text) if braces == Braces::Doubled && matches!(text.as_str(), "{" | "}") => value.push_str(&text.repeat(2)),
            Some(text) => value.push_str(&text),
            None => unknown_escape(reader, rest.get(..length).unwrap_or(rest), start),
        }
        rest = rest.get(length..).unwrap_or("");
    }
    value.push_str(rest);
    value
}

/// The text of the escape at the start, and how long it is.
fn escape(rest: &str) -> (Option<String>, usize) {
    let mut chars = rest.chars();
    chars.next();
    let Some(c) = chars.next() else { return (None, rest.len()) };
    let simple = match c {
        '"' | '\\' | '{' | '}' => Some(c.to_string()),
        'n' => Some("\n".to_owned()),
        't' => Some("\t".to_owned()),
        'u' => return code_point(rest),
        _ => None,
    };
    (simple, 1 + c.len_utf8())
}

/// `\u{1f600}`
fn code_point(rest: &str) -> (Option<String>, usize) {
    let Some(end) = rest.starts_with("\\u{").then(|| rest.find('}')).flatten() else { return (None, 2) };
    let digits = rest.get(3..end).unwrap_or("");
    let hexadecimal = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let c = u32::from_str_radix(digits, 16).ok().filter(|_| hexadecimal).and_then(char::from_u32);
    (c.map(String::from), end + 1)
}

fn unknown_escape(reader: &mut Reader<'_>, written: &str, start: usize) {
    let span = Span::new(start, start + written.len());
    let message = format!("`{}` is no escape", shown(written));
    reader.report(
        Diagnostic::error(codes::ESCAPE, span, message)
            .help(r#"the escapes are `\"`, `\\`, `\n`, `\t`, `\{`, `\}` and `\u{…}`; in `r"…"` a backslash is itself"#)
            .fix("write a backslash", span, format!("\\{written}"), false),
    );
}
