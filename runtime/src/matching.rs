//! Whether parts of a command are what a command item's pattern says: read the restriction's way, the permission's way, or as an exception.
//!
//! A restriction asks whether a part may be such a command: what it names is there, anything more is allowed, doubt is *unknown*. A permission
//! asks whether a part is that command and nothing more, for certain. Conditions, outcomes and joining are [`mod@crate::decide`]'s business.

mod cover;
mod expression;
pub mod filing;
mod flags;
mod patterns;
mod places;
mod report;
mod stage;
mod values;
mod words;

use core::cell::Cell;

use crate::call::Call;
use crate::command::{ArgKind, Command, Part, Spelled};
use crate::compiled::Core;

pub(crate) use cover::{Asking, SHARES};
pub(crate) use patterns::{Combination, Reached, TRIES};
pub(crate) use report::first_of;
pub use report::{By, ItemReport, PartReport, Role, explain};

use flags::Options;

/// A call's command beside the core that has the patterns.
pub(crate) struct Matcher<'a> {
    pub(crate) core: &'a Core,
    pub(crate) command: &'a Command,
    cwd: Option<&'a str>,
    home: Option<&'a str>,
    workspace: Option<&'a str>,
    spent: Cell<u64>,
}

/// A part with what its program's table says of its options.
#[derive(Clone, Copy)]
pub(crate) struct Viewed<'a> {
    pub(crate) number: u32,
    pub(crate) part: &'a Part,
    options: Options,
}

/// What relative paths and `~` mean in a part.
#[derive(Debug, Clone, Copy)]
struct Folders<'a> {
    folder: Option<&'a str>,
    home: Option<&'a str>,
}

impl<'a> Matcher<'a> {
    /// Of a call whose command was read.
    pub(crate) fn of(core: &'a Core, call: &'a Call) -> Option<Self> {
        let command = call.command()?;
        Some(Self { core, command, cwd: call.cwd(), home: call.home(), workspace: call.workspace(), spent: Cell::new(0) })
    }

    /// The part with a number.
    pub(crate) fn view(&self, number: u32) -> Option<Viewed<'a>> {
        let part = self.command.parts.get(number as usize)?;
        let subcommands = self.command.args_of(part).iter().filter(|arg| arg.kind == ArgKind::Subcommand);
        let options = match self.base(part) {
            Some(base) => Options::of(base, subcommands.map(|arg| self.command.known(&arg.text))),
            None => Options::NONE,
        };
        Some(Viewed { number, part, options })
    }

    /// A part's program by its last component; `None` where it is computed or there is none.
    pub(crate) fn base(&self, part: &Part) -> Option<&'a str> {
        let named = !matches!(part.program.spelled, Spelled::Computed | Spelled::Nothing);
        named.then(|| self.command.cooked(&part.program.base))
    }

    fn folders(&self, part: &Part) -> Folders<'a> {
        let folder = match &part.folder {
            None => self.cwd,
            Some(moved) => Some(self.command.cooked(moved)).filter(|folder| !folder.is_empty()),
        };
        Folders { folder, home: self.home }
    }

    fn charge(&self, steps: usize) {
        self.spent.set(self.spent.get().saturating_add(steps as u64));
    }

    /// What was looked at since this was asked last.
    pub(crate) fn take_spent(&self) -> u64 {
        self.spent.replace(0)
    }
}
