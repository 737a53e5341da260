//! What a command, or some parts of it, read, write and contact: the lists that conditions look through.

use std::ops::Range;

use straza_runtime::command::{Certainty, Part, Spelled, Touch, TouchKind};

use super::super::call::{SeenPath, SeenPattern, SeenTexts};
use super::reader::Reader;

impl Reader<'_> {
    /// Paths of the whole command, and whether there may be more.
    pub fn paths(&self) -> (Vec<SeenPath>, bool) {
        let (seen, open) = self.paths_among(|_| true);
        (seen, open || self.command.open_paths || !self.command.unreadable.is_empty())
    }

    /// Paths that only the host saw: no part spells them. One use each.
    pub fn seen_by_the_host(&self) -> Vec<SeenPath> {
        if !self.call.paths_given {
            return Vec::new();
        }
        let (own, _) = self.paths_among(|_| true);
        let reads = self.call.paths.iter().filter(|path| path.reads).map(|path| SeenPath { writes: false, ..path.clone() });
        let writes = self.call.paths.iter().filter(|path| path.writes).map(|path| SeenPath { reads: false, ..path.clone() });
        reads.chain(writes).filter(|path| path.text.is_some() && !own.contains(path)).collect()
    }

    /// Hosts of the whole command.
    pub fn hosts(&self) -> SeenTexts {
        let hosts = self.hosts_among(|_| true);
        SeenTexts { open: hosts.open || self.command.open_hosts || !self.command.unreadable.is_empty(), ..hosts }
    }

    /// Paths of some parts.
    pub fn paths_of(&self, parts: &[u32]) -> (Vec<SeenPath>, bool) {
        let (seen, open) = self.paths_among(|touch| parts.contains(&touch.part));
        // One of them may lead to what only the host saw.
        let open = open || !seen.is_empty() && !self.seen_by_the_host().is_empty();
        (seen, open || self.any_part(parts, |part| part.flags.open_paths || is_open(part)))
    }

    /// Hosts of some parts.
    pub fn hosts_of(&self, parts: &[u32]) -> SeenTexts {
        let hosts = self.hosts_among(|touch| parts.contains(&touch.part));
        SeenTexts { open: hosts.open || self.any_part(parts, |part| part.flags.open_hosts || is_open(part)), ..hosts }
    }

    /// Names of the signals of some parts, or of all.
    pub fn signals_of(&self, parts: Option<&[u32]>) -> SeenTexts {
        let own = self.command.signals.iter().filter(|(_, part)| parts.is_none_or(|parts| parts.contains(part)));
        SeenTexts { seen: own.map(|(signal, _)| signal.as_str().to_owned()).collect(), open: !self.command.unreadable.is_empty() }
    }

    /// Names of the programs.
    pub fn programs(&self) -> SeenTexts {
        let seen = self.parts().filter_map(|(_, part)| self.base(part)).map(str::to_owned).collect();
        let is_computed = self.parts().any(|(_, part)| part.program.spelled == Spelled::Computed);
        SeenTexts { seen, open: is_computed || !self.command.unreadable.is_empty() }
    }

    /// A touch's path.
    pub fn path(&self, path: &Option<Range<u32>>) -> Option<String> {
        path.as_ref().map(|path| self.command.cooked(path).to_owned())
    }

    /// What is known of a touch's path where it is not known.
    pub fn pattern(&self, touch: &Touch) -> Option<SeenPattern> {
        touch.pattern.as_ref().map(|pattern| SeenPattern { text: self.command.cooked(&pattern.text).to_owned(), below: pattern.below })
    }

    /// A host that is contacted, where it is known.
    pub fn host(&self, touch: &Touch) -> Option<String> {
        let is_known = touch.text.certainty <= Certainty::Expanded && !touch.text.glob;
        Some(self.command.known(&touch.text).to_owned()).filter(|host| is_known && !host.is_empty())
    }

    fn paths_among(&self, is_wanted: impl Fn(&Touch) -> bool) -> (Vec<SeenPath>, bool) {
        let own: Vec<&Touch> = self.command.touches.iter().filter(|touch| touch.kind != TouchKind::Contact && is_wanted(touch)).collect();
        let seen = |touch: &&Touch| SeenPath {
            text: self.path(&touch.path),
            pattern: self.pattern(touch),
            reads: !matches!(touch.kind, TouchKind::Write | TouchKind::Enter),
            writes: touch.kind == TouchKind::Write,
        };
        (own.iter().map(seen).collect(), own.iter().any(|touch| touch.linked || touch.path.is_none() && touch.pattern.is_none()))
    }

    fn hosts_among(&self, is_wanted: impl Fn(&Touch) -> bool) -> SeenTexts {
        let own = self.command.touches.iter().filter(|touch| touch.kind == TouchKind::Contact && is_wanted(touch));
        let hosts: Vec<Option<String>> = own.map(|touch| self.host(touch)).collect();
        SeenTexts { open: hosts.contains(&None), seen: hosts.into_iter().flatten().collect() }
    }

    fn any_part(&self, parts: &[u32], is_so: impl Fn(&Part) -> bool) -> bool {
        parts.iter().filter_map(|number| self.part(*number)).any(is_so)
    }
}

/// Whether a part may read, write or contact what is not spelled.
fn is_open(part: &Part) -> bool {
    let flags = part.flags;
    let is_unknown = !part.program.known && part.program.spelled != Spelled::Nothing;
    is_unknown || flags.unread_code || flags.foreign_code || flags.tail_unknown || part.program.spelled == Spelled::Computed
}
