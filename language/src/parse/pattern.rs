//! Function patterns and the entries of `on`: a pair of globs, a quoted half taken as it stands.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::{text, value};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::tree::{Name, PatternTree, TargetTree};
use crate::words::{EFFECT_WORDS, shown};

/// Reads the patterns that a clause lists.
pub(super) fn list<'t>(reader: &mut Reader<'t>, clause: Pair<'t, Rule>) -> Vec<PatternTree> {
    let parts = reader.parts(clause);
    parts.into_iter().filter(|part| part.as_rule() == Rule::pattern).filter_map(|part| read(reader, part)).collect()
}

/// Reads the entries of `on`, and of the clauses that stand in its place.
pub(super) fn targets<'t>(reader: &mut Reader<'t>, clause: Pair<'t, Rule>) -> Vec<TargetTree> {
    let mut targets: Vec<TargetTree> = Vec::new();
    for part in reader.parts(clause).into_iter().filter(|part| part.as_rule() == Rule::target) {
        let lone_effect = EFFECT_WORDS.contains(&part.as_str().trim());
        match targets.last_mut().filter(|last| lone_effect && !last.effects.is_empty()) {
            Some(last) => effect_after_comma(reader, last, &part),
            None => targets.extend(target(reader, part)),
        }
    }
    targets
}

/// `effect read, write`: the comma would start a function of that name, but a function has a server.
fn effect_after_comma<'t>(reader: &mut Reader<'t>, last: &mut TargetTree, pair: &Pair<'t, Rule>) {
    let span = reader.span(pair);
    let word = Spanned::new(pair.as_str().trim().to_owned(), span);
    let before = last.effects.last().map_or(span, |effect| effect.span);
    let gap = Span::new(before.end as usize, span.start as usize);
    reader.report(
        Diagnostic::error(codes::EFFECT_COMMA, span, format!("the comma before `{}` starts another entry", word.value))
            .help(format!(
                "a function that is both: `effect {}+{}`; either: `effect {}, effect {}`",
                text_of(last),
                word.value,
                text_of(last),
                word.value
            ))
            .fix("ask for both with `+`", gap, "+", false)
            .fix("ask for either with `effect`", Span::new(span.start as usize, span.start as usize), "effect ", false),
    );
    last.effects.push(word);
    reader.complete = false;
}

fn text_of(target: &TargetTree) -> String {
    target.effects.iter().map(|effect| effect.value.as_str()).collect::<Vec<_>>().join("+")
}

/// Reads a `target` pair.
pub(super) fn target<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<TargetTree> {
    let span = reader.span(&pair);
    let mut target = TargetTree { pattern: None, effects: Vec::new(), having: Vec::new(), lacking: Vec::new(), event: None, span };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::pattern => target.pattern = Some(read(reader, part)?),
            Rule::effects => target.effects = effects(reader, part),
            Rule::having => target.having = arguments(reader, part),
            Rule::lacking => target.lacking = arguments(reader, part),
            _ => target.event = event(reader, part),
        }
    }
    Some(target)
}

fn effects<'t>(reader: &Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Name> {
    pair.into_inner().filter(|part| part.as_rule() == Rule::effect_word).map(|part| reader.spanned(&part)).collect()
}

fn event<'t>(reader: &Reader<'t>, pair: Pair<'t, Rule>) -> Option<Name> {
    pair.into_inner().find(|part| part.as_rule() == Rule::dotted).map(|part| reader.spanned(&part))
}

fn arguments<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Spanned<Vec<String>>> {
    pair.into_inner().filter(|part| part.as_rule() == Rule::argument).filter_map(|part| argument(reader, part)).collect()
}

/// `args.x`, without its root.
fn argument<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<Vec<String>>> {
    let span = reader.span(&pair);
    let mut parts = pair.into_inner();
    let root = parts.next()?;
    let path: Vec<String> = parts.filter_map(|part| value::segment(reader, part)).map(|segment| segment.value).collect();
    if root.as_str() == "args" && !path.is_empty() {
        return Some(Spanned::new(path, span));
    }
    let name = root.as_str().to_owned();
    let diagnostic = Diagnostic::error(codes::UNEXPECTED, span, format!("expected an argument, found `{}`", shown(&name)));
    reader.broken(match path.is_empty() && name != "args" {
        true => diagnostic.help(format!("write `args.{name}`")).fix(format!("write `args.{name}`"), span, format!("args.{name}"), true),
        false => diagnostic.help("an argument is written `args.NAME`"),
    });
    None
}

/// Reads a `pattern` pair.
pub(super) fn read<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<PatternTree> {
    let span = reader.span(&pair);
    let inner = pair.into_inner().next()?;
    let is_pair = inner.as_rule() == Rule::pair;
    let mut halves = inner.into_inner();
    let first = halves.next()?;
    if is_pair {
        let server = glob(reader, first);
        let name = glob(reader, halves.next()?);
        return Some(PatternTree { server, name, span });
    }
    let any = || "*".to_owned();
    match first.as_str() {
        "*" => Some(PatternTree { server: any(), name: any(), span }),
        "other" => Some(PatternTree { server: "other".to_owned(), name: any(), span }),
        half => {
            reader.broken(half_pattern(half, span));
            None
        }
    }
}

fn half_pattern(half: &str, span: Span) -> Diagnostic {
    let message = format!("`{}` names no server: a function is `server.function`", shown(half));
    let diagnostic = Diagnostic::error(codes::HALF_PATTERN, span, message);
    if EFFECT_WORDS.contains(&half) {
        return diagnostic.help(format!("write `effect {half}`")).fix(
            format!("write `effect {half}`"),
            span,
            format!("effect {half}"),
            true,
        );
    }
    diagnostic.help(format!("write `SERVER.{half}`, or `{half}.*` for every function of that server")).fix(
        format!("write `{half}.*`"),
        span,
        format!("{half}.*"),
        false,
    )
}

/// A half as a glob: a quoted one with its special characters escaped.
fn glob<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> String {
    let span = reader.span(&pair);
    match pair.as_rule() {
        Rule::quoted_part => escape(&text::read_quoted(reader, pair.as_str(), span)),
        _ => pair.as_str().to_owned(),
    }
}

/// The glob that matches exactly this text.
fn escape(text: &str) -> String {
    let mut glob = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '*' | '?' | '[' => glob.extend(['[', c, ']']),
            _ => glob.push(c),
        }
    }
    glob
}

/// Globs over the names of one server, as a catalog's lines have them.
pub(super) fn function_names<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Spanned<String>> {
    let names = pair.into_inner().filter(|part| part.as_rule() == Rule::function_name);
    names.filter_map(|part| part.into_inner().next()).map(|part| Spanned::new(glob(reader, part.clone()), reader.span(&part))).collect()
}
