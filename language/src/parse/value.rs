//! Constants and places of the call, as an operand.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::{number, text};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::tree::{Name, PathTree, Value, ValueKind};
use crate::words::{VALUE_ROOTS, shown};

/// Reads a `value` or `fallback` pair; `None` where its finding is already reported.
pub(super) fn read<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Value> {
    let span = reader.span(&pair);
    let inner = pair.into_inner().next()?;
    let kind = match inner.as_rule() {
        Rule::text => ValueKind::Text(text::read(reader, inner).value),
        Rule::list => list(reader, inner)?,
        Rule::numeric => number::read(reader, &inner)?,
        Rule::version => ValueKind::Version(number::version(reader, &inner)?),
        Rule::bare_word => ValueKind::Word(inner.as_str().to_owned()),
        Rule::place => place(reader, inner)?,
        _ => constant(reader, &inner),
    };
    Some(Value { kind, span })
}

fn list<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<ValueKind> {
    let elements: Vec<_> = pair.into_inner().filter(|part| part.as_rule() == Rule::value).collect();
    let count = elements.len();
    let values: Vec<Value> = elements.into_iter().filter_map(|element| read(reader, element)).collect();
    (values.len() == count).then_some(ValueKind::List(values))
}

/// `true`, `false`, `null`, and what other languages call them.
fn constant<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> ValueKind {
    let (word, kind) = match pair.as_str() {
        "true" | "True" | "TRUE" => ("true", ValueKind::Boolean(true)),
        "false" | "False" | "FALSE" => ("false", ValueKind::Boolean(false)),
        _ => ("null", ValueKind::Null),
    };
    if pair.as_rule() == Rule::slip_constant {
        reader.slip(codes::CONSTANT_WORD, pair, format!("`{}` is written `{word}`", pair.as_str()), word);
    }
    kind
}

/// Lists of the call and its time: a place without any segment behind it. `agent` or `job` alone is a word (`principal.type == agent`).
const LONE_ROOTS: &[&str] = &["reads", "writes", "paths", "hosts", "recipients", "now"];

/// A path, or a bare word where nothing shows that it is one.
fn place<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<ValueKind> {
    let path = path_with_fallback(reader, pair)?;
    let bare = path.segments.is_empty() && path.optional.is_none() && path.otherwise.is_none();
    if bare && !LONE_ROOTS.contains(&path.head.value.as_str()) {
        return Some(ValueKind::Word(path.head.value));
    }
    Some(ValueKind::Path(path))
}

/// `PATH [else V]`
fn path_with_fallback<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<PathTree> {
    let span = reader.span(&pair);
    let (mut path, mut otherwise) = (None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::path => path = read_path(reader, part),
            Rule::fallback => otherwise = Some(read(reader, part)?),
            _ => {}
        }
    }
    path.map(|path| PathTree { otherwise: otherwise.map(Box::new), span, ..path })
}

/// Reads the arguments that a clause lists.
pub(super) fn arguments<'t>(reader: &mut Reader<'t>, clause: Pair<'t, Rule>) -> Vec<PathTree> {
    let places = reader.parts(clause).into_iter().filter(|part| part.as_rule() == Rule::place);
    places.filter_map(|place| argument(reader, place)).collect()
}

/// Reads a `place` or `path` pair that must be an argument of the call.
pub(super) fn argument<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<PathTree> {
    let path = if pair.as_rule() == Rule::place { path_with_fallback(reader, pair)? } else { read_path(reader, pair)? };
    if path.head.value == "args" && !path.segments.is_empty() {
        return Some(path);
    }
    let head = path.head.clone();
    let diagnostic = Diagnostic::error(codes::ARGUMENT_PATH, path.span, format!("`{}` is no argument of the call", shown(&head.value)));
    if head.value == "args" || VALUE_ROOTS.contains(&head.value.as_str()) {
        reader.broken(diagnostic.help("an argument is written `args.NAME`"));
        return None;
    }
    let place = Span { end: head.span.start, ..head.span };
    let help = format!("write `args.{}`", shown(&head.value));
    reader.report(diagnostic.help(help.clone()).fix(help, place, "args.", true));
    let root = Name::new("args".to_owned(), head.span);
    let segments = std::iter::once(head).chain(path.segments).collect();
    Some(PathTree { head: root, segments, ..path })
}

/// Reads a `path` pair.
pub(super) fn read_path<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<PathTree> {
    let span = reader.span(&pair);
    let (mut head, mut segments, mut optional) = (None, Vec::new(), None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => head = Some(reader.spanned(&part)),
            Rule::optional => optional = Some(reader.span(&part)),
            _ => segments.extend(segment(reader, part)),
        }
    }
    head.map(|head| PathTree { head, segments, optional, otherwise: None, span })
}

/// `.word`, `."text"` or `["text"]`.
pub(super) fn segment<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Name> {
    let inner = pair.into_inner().next()?;
    Some(match inner.as_rule() {
        Rule::text => text::read(reader, inner),
        _ => reader.spanned(&inner),
    })
}
