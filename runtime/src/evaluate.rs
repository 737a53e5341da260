//! Evaluating a condition on a call: branch programs over three-valued atoms.
//!
//! A program is compiled from the negation normal form, so it runs on two rails: *may* (not false) takes an unknown atom for true on either
//! polarity, *must* (true) takes it for false. Nothing is three-valued but the atoms. Work is paid from the call's fuel; when it is spent every atom is
//! unknown and the decision ends in a refusal.

mod atom;
mod bare;
mod compare;
mod memory;
mod paths;
mod read;
mod remembered;
mod scope;
mod selection;

pub(crate) use memory::{key, meets, since, within};
pub use read::ResultView;
pub(crate) use read::{Element, Listed, Seen, see};
pub(crate) use remembered::{Side, digest_of, duty_key, owner_name, source_key};
pub(crate) use scope::{Scope, Touched, is_known};
pub(crate) use selection::{by_name, selects};

use crate::call::Call;
use crate::compiled::Core;
use crate::functions::Found;
use crate::layout::{ACCEPT, REJECT};
use crate::state::States;

/// Kleene's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    #[inline(always)]
    pub(crate) fn from_bool(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }

    /// Kleene conjunction.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::True,
        }
    }

    /// Kleene disjunction.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::True, _) | (_, Self::True) => Self::True,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::False,
        }
    }
}

/// Which question a program answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rail {
    /// Not false.
    May,
    /// True.
    Must,
}

/// One call's evaluation on the states at hand: what is known of its function, what has been spent, and the elements of the quantifiers it is inside.
pub(crate) struct Evaluation<'a> {
    pub(crate) core: &'a Core,
    pub(crate) call: &'a Call,
    pub(crate) states: &'a States,
    found: Found,
    result: Option<&'a ResultView<'a>>,
    fuel: u64,
    elements: [Option<read::Element<'a>>; 2],
    scope: Scope<'a>,
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(core: &'a Core, call: &'a Call, states: &'a States, found: Found, fuel: u64) -> Self {
        Self { core, call, states, found, result: None, fuel, elements: [None, None], scope: Scope::Call }
    }

    /// The same, with the call's result at hand.
    pub(crate) fn judging(self, result: &'a ResultView<'a>) -> Self {
        Self { result: Some(result), ..self }
    }

    /// Asks about something else than the call until this is asked again; gives back what it was about.
    pub(crate) fn about(&mut self, scope: Scope<'a>, found: Found) -> (Scope<'a>, Found) {
        (core::mem::replace(&mut self.scope, scope), core::mem::replace(&mut self.found, found))
    }

    /// Whether it asks about a sub-call of the call's command.
    pub(crate) fn is_about_a_sub_call(&self) -> bool {
        self.scope.tool().is_some()
    }

    /// What is known of the function that is asked about.
    pub(crate) fn found(&self) -> Found {
        self.found
    }

    /// Pays; once nothing is left every later atom is unknown.
    #[inline(always)]
    pub(crate) fn charge(&mut self, steps: u64) {
        self.fuel = self.fuel.saturating_sub(steps);
    }

    /// Whether the fuel has run out.
    #[inline(always)]
    pub(crate) fn is_spent(&self) -> bool {
        self.fuel == 0
    }

    /// A whole condition.
    #[inline]
    pub(crate) fn condition(&mut self, entry: u32) -> Truth {
        match entry {
            ACCEPT => Truth::True,
            REJECT => Truth::False,
            _ => match self.run(entry, Rail::May) {
                (false, _) => Truth::False,
                // Both rails part only at an unknown atom.
                (true, false) => Truth::True,
                (true, true) => Truth::from_must(self.run(entry, Rail::Must).0),
            },
        }
    }

    /// Whether the condition is certainly true.
    #[inline]
    pub(crate) fn certainly(&mut self, entry: u32) -> bool {
        entry == ACCEPT || (entry != REJECT && self.run(entry, Rail::Must).0)
    }

    /// Follows the branches, and says whether an atom on the way was unknown. A target that leads nowhere (which a checked core does not have) is
    /// unknown: it may, it must not.
    fn run(&mut self, entry: u32, rail: Rail) -> (bool, bool) {
        let unknown = rail == Rail::May;
        let mut met_unknown = false;
        let mut at = entry;
        loop {
            let Some(instruction) = self.core.instruction(at) else { return (unknown, true) };
            let truth = self.atom(instruction.atom);
            let holds = match truth {
                Truth::Unknown => {
                    met_unknown = true;
                    unknown
                }
                truth => (truth == Truth::True) != (instruction.negated != 0),
            };
            let next = if holds { instruction.on_true } else { instruction.on_false };
            match next {
                ACCEPT => return (true, met_unknown),
                REJECT => return (false, met_unknown),
                _ if next <= at => return (unknown, true),
                _ => at = next,
            }
        }
    }
}

impl Truth {
    fn from_must(must: bool) -> Self {
        if must { Self::True } else { Self::Unknown }
    }
}
