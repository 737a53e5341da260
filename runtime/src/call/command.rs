//! The command of a `shell.exec` call, and what it adds to the call's paths and hosts.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::command::{Certainty, Command, Folders, Touch, TouchKind};
use crate::json::{Object, Text, Value};
use crate::limits::{HOSTS, PATHS};
use crate::path::{PathList, PathPattern, SeenPath};
use crate::shell::Dialect;

use super::{Function, Places, TextList};

/// The argument that holds a command: a text, or a list of texts.
const COMMAND_KEY: &str = "command";

impl Function {
    /// Whether its calls carry a command.
    pub fn carries_command(&self) -> bool {
        (self.server(), self.name()) == ("shell", "exec")
    }
}

/// Reads the command, where the function carries one and it is known.
pub(super) fn read(function: &Function, arguments: Option<&Object>, session: Option<&Object>, places: &Places) -> Option<Box<Command>> {
    let given = arguments.filter(|_| function.carries_command())?.get(COMMAND_KEY)?;
    let folders = Folders { cwd: places.cwd.as_deref(), home: places.home.as_deref(), workspace: places.workspace.as_deref() };
    match given {
        Value::Text(text) => Some(Box::new(Command::read(text.as_str(), dialect(session), &folders))),
        Value::List(words) => {
            let words: Option<Vec<&str>> = words.iter().map(|word| word.as_text().map(Text::as_str)).collect();
            words.map(|words| Box::new(Command::of_words(&words, &folders)))
        }
        _ => None,
    }
}

/// Whose grammar it is read by. A shell that is not known is read by none.
fn dialect(session: Option<&Object>) -> Dialect {
    match session.and_then(|session| session.get("shell")?.as_text()).map(Text::as_str) {
        None | Some("bash") => Dialect::Bash,
        Some("sh" | "dash" | "posix") => Dialect::Posix,
        Some("zsh") => Dialect::Zsh,
        Some("powershell" | "pwsh") => Dialect::PowerShell,
        Some(_) => Dialect::Cmd,
    }
}

/// Adds the paths that the command touches and that the list does not have.
pub(super) fn add_paths(command: &Command, list: &mut PathList) {
    for touch in command.touches.iter().filter(|touch| touch.kind != TouchKind::Contact) {
        let path = touch.path.as_ref().map(|path| command.cooked(path));
        let pattern = touch.pattern.as_ref().map(|pattern| pattern.of(|text| command.cooked(text)));
        let write = touch.kind == TouchKind::Write;
        let same = |seen: &SeenPath| {
            (path.is_some() || pattern.is_some())
                && seen.text.as_deref() == path
                && seen.pattern.as_ref().map(PathPattern::view) == pattern
                && (if write { seen.write } else { seen.read })
        };
        if list.seen.iter().any(same) {
            continue;
        }
        if list.seen.len() == PATHS {
            list.open = true;
            return;
        }
        list.open |= (path.is_none() && pattern.is_none()) || touch.linked;
        let read = matches!(touch.kind, TouchKind::Read | TouchKind::ReadBelow);
        list.seen.push(SeenPath { text: path.map(Into::into), pattern: pattern.map(|pattern| pattern.owned()), read, write });
    }
}

/// Paths that the host lists and that no part spells, with whether each is written: what a link leads to, say.
pub(super) fn unspelled<'c>(command: &'c Command, list: &'c PathList) -> impl Iterator<Item = (&'c str, bool)> {
    let is_spelled = |path: &str, written: bool| {
        let touches = command
            .touches
            .iter()
            .filter(|touch| !matches!(touch.kind, TouchKind::Contact | TouchKind::Enter) && (touch.kind == TouchKind::Write) == written);
        touches.filter_map(|touch| touch.path.as_ref()).any(|own| command.cooked(own) == path)
    };
    let uses = |seen: &'c SeenPath| [(seen.text.as_deref(), false, seen.read), (seen.text.as_deref(), true, seen.write)];
    let used = list.seen.iter().flat_map(uses).filter_map(|(path, written, is_so)| Some((path?, written)).filter(|_| is_so));
    used.filter(move |(path, written)| !is_spelled(path, *written))
}

/// No path yet, where the host lists none.
pub(super) fn no_paths(command: &Command) -> PathList {
    PathList { seen: Vec::new(), open: command.open_paths || !command.unreadable.is_empty() }
}

/// Adds the hosts that the command contacts and that the list does not have.
pub(super) fn add_hosts(command: &Command, list: &mut TextList) {
    for touch in command.touches.iter().filter(|touch| touch.kind == TouchKind::Contact) {
        match known_host(command, touch) {
            Some(host) if list.seen().any(|seen| seen == host) => {}
            Some(host) if list.seen().count() < HOSTS => list.add(host),
            _ => list.open = true,
        }
    }
}

/// No host yet, where the host lists none.
pub(super) fn no_hosts(command: &Command) -> TextList {
    let mut list = TextList::OPEN;
    list.open = command.open_hosts || !command.unreadable.is_empty();
    list
}

fn known_host<'c>(command: &'c Command, touch: &Touch) -> Option<&'c str> {
    (touch.text.certainty <= Certainty::Expanded && !touch.text.glob).then(|| command.known(&touch.text)).filter(|host| !host.is_empty())
}
