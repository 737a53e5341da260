//! A command beside the call that carries it: what every question about its parts looks at.

use std::ops::Range;

use straza_runtime::command::{Arg, ArgKind, Command, Part, Spelled};

use super::super::call::Seen;
use super::words::Folders;

/// A call and its command.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// The call.
    pub call: &'a Seen,
    /// Its command.
    pub command: &'a Command,
}

impl<'a> Reader<'a> {
    /// The parts with their numbers.
    pub fn parts(&self) -> impl Iterator<Item = (u32, &'a Part)> + use<'a> {
        (0..).zip(&self.command.parts)
    }

    /// A part by its number.
    pub fn part(&self, number: u32) -> Option<&'a Part> {
        self.command.parts.get(usize::try_from(number).ok()?)
    }

    /// What relative paths and `~` mean in a part.
    pub fn folders(&self, part: &Part) -> Folders<'a> {
        let known = |name: &str| self.call.folders.get(name).map(String::as_str);
        let moved = |range: &Range<u32>| Some(self.command.cooked(range)).filter(|folder| !folder.is_empty());
        Folders { folder: part.folder.as_ref().map_or_else(|| known("cwd"), moved), home: known("home") }
    }

    /// A part's program by its last component; nothing where it is computed or there is none.
    pub fn base(&self, part: &Part) -> Option<&'a str> {
        let named = !matches!(part.program.spelled, Spelled::Computed | Spelled::Nothing);
        named.then(|| self.command.cooked(&part.program.base))
    }

    /// A flag's name as its program's table has it.
    pub fn flag<'c>(&'c self, arg: &Arg) -> Option<&'c str> {
        (arg.kind == ArgKind::Flag).then(|| self.command.known(&arg.text))
    }
}
