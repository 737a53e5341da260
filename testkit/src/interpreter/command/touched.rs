//! Sub-calls: what a command reads, writes and contacts, each as the call of a local tool.

use straza_language::core::{Atom, Condition, CoreItem, Effect, PathAnchor, PathLiteral, PathText};
use straza_runtime::command::{Touch, TouchKind};

use super::super::answer::Word;
use super::super::call::{Seen, SeenCommand, SeenPath, SeenTexts};
use super::super::function::Function;
use super::super::history::Past;
use super::super::meeting::{Meeting, is_alive};
use super::super::truth::Truth;
use super::super::value::Place;
use super::super::{Interpreter, glob, path};
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
    let local = reader.command.touches.iter().filter(|touch| reader.part(touch.part).is_some_and(|part| !part.flags.remote));
    let mut met = Vec::new();
    for touch in local {
        for item in interpreter.program.items.iter().filter(|item| matches!(item.effect, Effect::Restrict(_)) && item.command.is_none()) {
            let (call, in_doubt) = sub_call(reader, touch, |folder| names_below(interpreter, reader.call, past, &item.condition, folder));
            if Function::of(interpreter.program, &call).meets(item, &call) && is_alive(item, call.now) {
                let truth = interpreter.condition_after(&item.condition, &call, past);
                met.push(SubRestriction { item, truth, in_doubt });
            }
        }
    }
    met.into_iter().filter(|met| met.truth != Truth::False).collect()
}

/// Whether writing there is permitted, with nothing asked.
pub fn may_write(interpreter: &Interpreter<'_>, reader: &Reader<'_>, past: &Past<'_>, touch: &Touch) -> bool {
    let (call, _) = sub_call(reader, touch, |_| false);
    Meeting::of(interpreter, &call, past).decided().outcome.word == Word::Allow
}

/// The call of a local tool that the touch stands for, and whether it is not known what it touches. What lies below a folder may be asked for
/// by name.
fn sub_call(reader: &Reader<'_>, touch: &Touch, is_named_below: impl Fn(&str) -> bool) -> (Seen, bool) {
    let path = reader.path(&touch.path);
    let (server, name) = match touch.kind {
        TouchKind::Read | TouchKind::ReadBelow => ("file", "read"),
        TouchKind::Write => ("file", "write"),
        TouchKind::Contact => ("net", "fetch"),
    };
    let host = if touch.kind == TouchKind::Contact { reader.host(touch) } else { None };
    let is_contact = touch.kind == TouchKind::Contact;
    let more = touch.linked || touch.kind == TouchKind::ReadBelow && path.as_deref().is_some_and(is_named_below);
    let in_doubt = if is_contact { host.is_none() } else { path.is_none() || more };
    let writes = touch.kind == TouchKind::Write;
    let call = Seen {
        server: server.to_owned(),
        name: name.to_owned(),
        identity: None,
        arguments: None,
        paths: if is_contact { Vec::new() } else { vec![SeenPath { text: path, reads: !writes, writes }] },
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

/// Whether the condition names a path that may lie below the folder; what begins anywhere names none.
fn names_below(interpreter: &Interpreter<'_>, call: &Seen, past: &Past<'_>, condition: &Condition, folder: &str) -> bool {
    let Some(folder) = path::components(folder) else { return true };
    let place = Place { interpreter, call, past, elements: &[], matched: None };
    literals(condition).into_iter().any(|literal| {
        let begins_anywhere = literal.text.trim_start_matches('/').split('/').next() == Some("**");
        let named = || place.anchored(literal).is_none_or(|named| may_be_below(&named, &folder));
        literal.anchor != PathAnchor::Bare && !(begins_anywhere && literal.anchor == PathAnchor::Root) && named()
    })
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

fn literals(condition: &Condition) -> Vec<&PathLiteral> {
    match condition {
        Condition::True | Condition::False => Vec::new(),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(literals).collect(),
        Condition::Not(inner) => literals(inner),
        Condition::Atom(atom) => match &**atom {
            Atom::LikePath { pattern, .. } => vec![pattern],
            Atom::Under { base: PathText::Literal(literal), .. } => vec![literal],
            Atom::Quantified { body, .. } => literals(body),
            _ => Vec::new(),
        },
    }
}
