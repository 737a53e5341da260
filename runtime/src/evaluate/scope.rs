//! What a condition looks at: the call, parts of its command, or a sub-call that a part makes.

use crate::call::Call;
use crate::command::{Certainty, Command, Part, Signal, Spelled, Touch, TouchKind};
use crate::layout::root;
use crate::matching::Combination;

use super::read::Element;

/// What `paths`, `hosts`, `signals` and the function are those of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scope<'a> {
    /// The call.
    Call,
    /// Parts of its command.
    Parts(Touched<'a>),
    /// A file that a part reads or writes, as a call of the local tool.
    File {
        /// The path.
        path: Element<'a>,
        /// What it may be as well.
        also: Option<Element<'a>>,
        /// It is written.
        written: bool,
        /// There may be others.
        open: bool,
    },
    /// A host that a part contacts, as a call of the local tool; `None` is unknown.
    Host(Option<&'a str>),
}

impl Scope<'_> {
    /// The local tool of a sub-call.
    pub(crate) fn tool(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Call | Self::Parts(_) => None,
            Self::File { written: false, .. } => Some(("file", "read")),
            Self::File { written: true, .. } => Some(("file", "write")),
            Self::Host(_) => Some(("net", "fetch")),
        }
    }

    /// Whether it is a call of its own.
    pub(super) fn is_sub_call(self) -> bool {
        self.tool().is_some()
    }
}

/// What some parts of a command touch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touched<'a> {
    command: &'a Command,
    parts: Combination,
    open_paths: bool,
    open_hosts: bool,
}

impl<'a> Touched<'a> {
    /// Of the parts. Where the host says that there are more paths than the command spells, each part that has one may be meant.
    pub(crate) fn of(call: &Call, command: &'a Command, parts: Combination) -> Self {
        let is_more = call.unspelled_paths().next().is_some();
        let mut own = parts.parts().iter().filter_map(|part| command.parts.get(*part as usize));
        let (open_paths, open_hosts) =
            own.clone().fold((false, false), |(paths, hosts), part| (paths || part.flags.open_paths, hosts || part.flags.open_hosts));
        let open = own.any(is_open);
        let mut touched = Self { command, parts, open_paths: open || open_paths, open_hosts: open || open_hosts };
        for touch in touched.touches() {
            match touch.kind {
                TouchKind::Contact => touched.open_hosts |= !is_known(touch),
                _ => touched.open_paths |= (touch.path.is_none() && touch.pattern.is_none()) || touch.linked || is_more,
            }
        }
        touched
    }

    fn touches(&self) -> impl Iterator<Item = &'a Touch> + use<'a> {
        let parts = self.parts;
        self.command.touches.iter().filter(move |touch| parts.has(touch.part))
    }

    /// Whether there may be others than those that are seen.
    pub(super) fn is_open(&self, root: u8) -> bool {
        match root {
            root::HOSTS => self.open_hosts,
            root::SIGNALS => !self.command.unreadable.is_empty(),
            _ => self.open_paths,
        }
    }

    /// The paths with a use, or the hosts.
    pub(super) fn elements(&self, root: u8) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let command = self.command;
        self.touches().filter_map(move |touch| match (root, touch.kind) {
            (root::HOSTS, TouchKind::Contact) => is_known(touch).then(|| Element::Text(command.known(&touch.text))),
            (root::PATHS | root::WRITES, TouchKind::Write)
            | (root::PATHS, TouchKind::Enter)
            | (root::PATHS | root::READS, TouchKind::Read | TouchKind::ReadBelow) => Some(Element::touched(command, touch)),
            _ => None,
        })
    }

    /// The signals that the parts show.
    pub(super) fn signals(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let parts = self.parts;
        self.command.signals.iter().filter(move |(_, part)| parts.has(*part)).map(|(signal, _)| Element::Text(signal.as_str()))
    }
}

impl<'a> Element<'a> {
    /// The path of a touch.
    pub(crate) fn touched(command: &'a Command, touch: &'a Touch) -> Self {
        match &touch.pattern {
            Some(pattern) => Element::Paths(pattern.of(|text| command.cooked(text))),
            None => Element::Place(touch.path.as_ref().map(|path| command.cooked(path))),
        }
    }
}

/// Whether the part may touch what is not listed.
fn is_open(part: &Part) -> bool {
    let is_foreign = !part.program.known && part.program.spelled != Spelled::Nothing;
    let flags = part.flags;
    is_foreign || part.program.spelled == Spelled::Computed || flags.unread_code || flags.foreign_code || flags.tail_unknown
}

/// Whether the text of a touch is known, all of it.
pub(crate) fn is_known(touch: &Touch) -> bool {
    touch.text.certainty <= Certainty::Expanded && !touch.text.glob
}

/// The names of all programs that a command starts.
pub(super) fn programs(command: &Command) -> impl Iterator<Item = Element<'_>> {
    let named = |part: &&Part| !matches!(part.program.spelled, Spelled::Computed | Spelled::Nothing);
    command.parts.iter().filter(named).map(|part| Element::Text(command.cooked(&part.program.base)))
}

/// Whether there may be other programs.
pub(super) fn programs_open(command: &Command) -> bool {
    !command.unreadable.is_empty() || command.parts.iter().any(|part| part.program.spelled == Spelled::Computed)
}

/// The signals of a command, each once.
pub(super) fn signals(command: &Command) -> impl Iterator<Item = Element<'_>> {
    let shown = |signal: &Signal| command.signals.iter().any(|(shown, _)| shown == signal);
    Signal::ALL.into_iter().filter(shown).map(|signal| Element::Text(signal.as_str()))
}
