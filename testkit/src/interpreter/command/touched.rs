//! Sub-calls: what a command reads, writes and contacts, each as the call of a local tool.

use straza_language::core::{Atom, Condition, CoreItem, Effect, PathAnchor, PathLiteral, PathText};
use straza_runtime::command::{Touch, TouchKind};

use super::super::answer::Word;
use super::super::call::{Seen, SeenCommand, SeenPath, SeenPattern, SeenTexts};
use super::super::function::Function;
use super::super::history::Past;
use super::super::meeting::{Meeting, is_alive};
use super::super::truth::Truth;
use super::super::value::Place;
use super::super::{Interpreter, glob, path, spread};
use super::reader::Reader;

/// A restriction that a sub-call meets.
#[derive(Debug, Clone)]
pub struct SubRestriction<'p> {
    /// It.
    pub item: &'p CoreItem,
    /// Its condition there.
    pub truth: Truth,
    /// Which path or host it is, is not known.
    pub in_doubt: bool,
}

/// Restrictions that the command's sub-calls meet.
pub fn restrictions<'p>(interpreter: &Interpreter<'p>, reader: &Reader<'_>, past: &Past<'_>) -> Vec<SubRestriction<'p>> {
    let calls = reader.command.touches.iter().filter(|touch| touch.kind != TouchKind::Enter);
    let local = calls.filter(|touch| reader.part(touch.part).is_some_and(|part| !part.flags.remote));
    let mut met = Vec::new();
    for touch in local {
        for item in interpreter.program.items.iter().filter(|item| matches!(item.effect, Effect::Restrict(_)) && item.command.is_none()) {
            let (call, in_doubt) = sub_call(reader, touch, |folder| names_below(interpreter, reader, past, &item.condition, folder));
            if Function::of(interpreter.program, &call).meets(item, &call) && is_alive(item, call.now) {
                let truth = interpreter.condition_after(&item.condition, &call, past);
                met.push(SubRestriction { item, truth, in_doubt });
            }
        }
    }
    for path in reader.seen_by_the_host() {
        let call = file_call(reader, path, false);
        for item in interpreter.program.items.iter().filter(|item| matches!(item.effect, Effect::Restrict(_)) && item.command.is_none()) {
            if Function::of(interpreter.program, &call).meets(item, &call) && is_alive(item, call.now) {
                met.push(SubRestriction { item, truth: interpreter.condition_after(&item.condition, &call, past), in_doubt: false });
            }
        }
    }
    met.into_iter().filter(|met| met.truth != Truth::False).collect()
}

/// Whether writing what only the host saw is permitted as well: it may be what a path of the command leads to.
pub fn may_write_what_was_seen(interpreter: &Interpreter<'_>, reader: &Reader<'_>, past: &Past<'_>) -> bool {
    let written = reader.seen_by_the_host().into_iter().filter(|path| path.writes);
    let mut calls = written.map(|path| file_call(reader, path, false));
    calls.all(|call| Meeting::of(interpreter, &call, past).decided().outcome.word == Word::Allow)
}

/// The call of a local tool that reads or writes one path; there may be more.
fn file_call(reader: &Reader<'_>, path: SeenPath, more: bool) -> Seen {
    Seen {
        server: "file".to_owned(),
        name: if path.writes { "write" } else { "read" }.to_owned(),
        identity: None,
        arguments: None,
        paths: vec![path],
        paths_open: more,
        paths_given: true,
        hosts: Some(SeenTexts { open: false, seen: Vec::new() }),
        recipients: None,
        granted: None,
        command: SeenCommand::None,
        ..reader.call.clone()
    }
}

/// Whether writing there is permitted, with nothing asked.
pub fn may_write(interpreter: &Interpreter<'_>, reader: &Reader<'_>, past: &Past<'_>, touch: &Touch) -> bool {
    let (call, _) = sub_call(reader, touch, |_| false);
    Meeting::of(interpreter, &call, past).decided().outcome.word == Word::Allow
}

/// The call of a local tool that the touch stands for, and whether it is not known what it touches. What lies below a folder may be asked for
/// by name.
fn sub_call(reader: &Reader<'_>, touch: &Touch, is_named_below: impl Fn(&Touch) -> bool) -> (Seen, bool) {
    let path = reader.path(&touch.path);
    let (server, name) = match touch.kind {
        TouchKind::Read | TouchKind::ReadBelow | TouchKind::Enter => ("file", "read"),
        TouchKind::Write => ("file", "write"),
        TouchKind::Contact => ("net", "fetch"),
    };
    let host = if touch.kind == TouchKind::Contact { reader.host(touch) } else { None };
    let is_contact = touch.kind == TouchKind::Contact;
    let pattern = reader.pattern(touch);
    let with_all_below = touch.kind == TouchKind::ReadBelow || pattern.as_ref().is_some_and(|pattern| pattern.below);
    let below = with_all_below && is_named_below(touch);
    let more = touch.linked || below;
    let in_doubt = if is_contact { host.is_none() } else { path.is_none() || more };
    let writes = touch.kind == TouchKind::Write;
    let seen = |text, pattern| SeenPath { text, pattern, reads: !writes, writes };
    let folder = pattern.as_ref().map(|pattern| pattern.text.clone()).or(path.clone());
    let also = match folder {
        _ if touch.linked => Some(seen(None, None)),
        Some(text) if below => Some(seen(None, Some(SeenPattern { text, below: true }))),
        _ => None,
    };
    let itself = seen(path, pattern.map(|pattern| SeenPattern { below: false, ..pattern }));
    let call = Seen {
        server: server.to_owned(),
        name: name.to_owned(),
        identity: None,
        arguments: None,
        paths: if is_contact { Vec::new() } else { [vec![itself], also.into_iter().collect()].concat() },
        paths_open: more && !is_contact,
        paths_given: true,
        hosts: Some(SeenTexts { open: is_contact && host.is_none(), seen: host.into_iter().collect() }),
        recipients: None,
        granted: None,
        command: SeenCommand::None,
        ..reader.call.clone()
    };
    (call, in_doubt)
}

/// Whether the condition names a path that may lie below what is touched; what begins anywhere names none.
fn names_below(interpreter: &Interpreter<'_>, reader: &Reader<'_>, past: &Past<'_>, condition: &Condition, touch: &Touch) -> bool {
    let place = Place { interpreter, call: reader.call, past, elements: &[], matched: None };
    let folder = reader.path(&touch.path).and_then(|folder| path::components(&folder));
    let pattern = reader.pattern(touch);
    literals(condition).into_iter().any(|(literal, is_folder)| {
        let begins_anywhere = literal.text.trim_start_matches('/').split('/').next() == Some("**");
        let is_named = || match (&folder, &pattern) {
            (Some(folder), _) => place.anchored(literal).is_none_or(|named| may_be_below(&named, folder)),
            (None, Some(pattern)) => wanted(&place, literal, is_folder).is_none_or(|wanted| pattern.may_have_below(&wanted)),
            (None, None) => false,
        };
        literal.anchor != PathAnchor::Bare && !(begins_anywhere && literal.anchor == PathAnchor::Root) && is_named()
    })
}

/// The paths that a constant names; nothing where its folder is not known.
fn wanted(place: &Place<'_>, literal: &PathLiteral, is_folder: bool) -> Option<Vec<spread::Want>> {
    if is_folder {
        return Some([spread::exactly(&place.anchored(literal)?), vec![spread::Want::Run]].concat());
    }
    Some(spread::wanted(&place.anchor(literal.anchor)?, &path::components(&literal.text)?))
}

fn may_be_below(pattern: &[String], folder: &[String]) -> bool {
    match (pattern.split_first(), folder.split_first()) {
        (Some(_), None) => true,
        (None, _) => false,
        (Some((first, rest)), Some(_)) if first == "**" => {
            may_be_below(rest, folder) || folder.split_first().is_some_and(|(_, below)| may_be_below(pattern, below)) || rest.is_empty()
        }
        (Some((first, rest)), Some((component, below))) => glob::matches(first, component) && may_be_below(rest, below),
    }
}

/// The constant paths of a condition, each with whether it names a folder and all in it.
fn literals(condition: &Condition) -> Vec<(&PathLiteral, bool)> {
    match condition {
        Condition::True | Condition::False => Vec::new(),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(literals).collect(),
        Condition::Not(inner) => literals(inner),
        Condition::Atom(atom) => match &**atom {
            Atom::LikePath { pattern, .. } => vec![(pattern, false)],
            Atom::Under { base: PathText::Literal(literal), .. } => vec![(literal, true)],
            Atom::Quantified { body, .. } => literals(body),
            _ => Vec::new(),
        },
    }
}
