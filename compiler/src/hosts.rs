//! Hosts: what each carries, and what a policy comes to where something is missing.
//!
//! ```text
//! carried   the words that say what a host carries      presets  hosts that are known by name
//! lack      what may be missing                         truth    what a condition can come to without it
//! needs     what an item asks of its host               survey   what never fires, is never satisfied, always applies
//! program   the policy as it is compiled for one host
//! ```
//!
//! Everything here is a function of a program and a host: it knows no file and no `straza.toml`.

pub mod carried;
mod lack;
mod needs;
pub mod presets;
mod program;
mod survey;
#[cfg(test)]
mod tests;
mod truth;

use std::collections::BTreeSet;

use straza_language::core::{FunctionPattern, ItemId, Owner, Target};
use straza_language::glob;
use straza_language::local_tools::is_reserved;
use straza_runtime::call::Event;
use straza_runtime::checks::Check;
use straza_runtime::judge::Rows;
use straza_runtime::state::{State, States};

pub use straza_runtime::judge::Results;

pub use lack::Lack;
pub use needs::{Refusal, lacks_of_item, refusal_to_skip};
pub use program::at_host;
pub use survey::{Decides, Finding, FindingKind, Need, Subject, Survey, survey};

/// The words for what a host can do with results.
pub const RESULTS: &[(Results, &str)] = &[(Results::None, "none"), (Results::Observe, "observe"), (Results::Withhold, "withhold")];

/// The word for what a host can do with results.
pub fn word_of(results: Results) -> &'static str {
    RESULTS.iter().find(|(known, _)| *known == results).map_or("", |(_, word)| word)
}

/// Whose functions a host hands over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Servers {
    /// Everything: local tools and the functions of servers.
    All,
    /// The functions of servers, and no local tool.
    Remote,
    /// These, local namespaces among them.
    Named(BTreeSet<String>),
}

/// The check of duties, at an edge.
const DUTIES: u8 = 29;
/// The check of rules.
const RULES: u8 = 13;

/// A host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// The preset that it began with.
    pub preset: Option<&'static str>,
    /// Words of [`carried::words`].
    pub carries: BTreeSet<String>,
    /// What it does with results.
    pub results: Results,
    /// A person can be asked.
    pub asks: bool,
    /// Names of events that it sends.
    pub events: BTreeSet<&'static str>,
    /// Whose functions it hands over.
    pub servers: Servers,
    /// The ordered checks that it runs.
    pub rows: Rows,
    /// An item that needs what is missing denies.
    pub denies: bool,
    /// Items that are left out.
    pub skips: BTreeSet<ItemId>,
}

impl Host {
    /// A host that carries nothing beside the call itself, sends every event and every function, and runs every check.
    pub fn bare(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            preset: None,
            carries: BTreeSet::new(),
            results: Results::None,
            asks: false,
            events: Event::ALL.iter().map(|(_, name)| *name).collect(),
            servers: Servers::All,
            rows: Rows::ALL,
            denies: false,
            skips: BTreeSet::new(),
        }
    }

    /// A host that lacks nothing: what conditions are compared with.
    pub(crate) fn complete() -> Self {
        let carries = carried::words().into_iter().map(str::to_owned).collect();
        Self { carries, results: Results::Withhold, asks: true, ..Self::bare("") }
    }

    /// Whether it carries this: the word itself, or the part that it belongs to.
    pub fn carries(&self, word: &str) -> bool {
        let has = |word: &str| self.carries.contains(word);
        has(word) || word.split_once('.').is_some_and(|(part, _)| has(part))
    }

    /// The states that it decides on where nothing has happened yet: of an owner whose state it does not carry, everything is unknown.
    pub fn beginning(&self) -> States {
        let state = |owner: Owner| lack::of_state(self, owner).is_none().then_some(State::EMPTY);
        States { job: state(Owner::Job), tree: state(Owner::Tree), person: state(Owner::Person), agent: state(Owner::Agent) }
    }

    /// Whether calls that the entry selects ever reach it.
    pub fn hands_over(&self, target: &Target) -> bool {
        let sends = match &target.event {
            Some(event) => self.events.contains(event.as_str()),
            None => Event::ALL.iter().any(|(event, name)| event.asks() && self.events.contains(name)),
        };
        sends && self.shows(&target.pattern)
    }

    /// Whether it runs a check that answers with items of this number. Duties are decided with the rules where there is no edge.
    pub fn runs(&self, number: u8) -> bool {
        let answers = |check: &Check, number: u8| check.items.contains(&number) || check.number.parse() == Ok(number);
        let run = |number: u8| self.rows.iter().any(|check| answers(check, number));
        run(number) || (number == DUTIES && run(RULES))
    }

    /// Whether it hands over functions that the pattern matches.
    pub fn shows(&self, pattern: &FunctionPattern) -> bool {
        match &self.servers {
            Servers::All => true,
            Servers::Remote => glob::exact_text(&pattern.server).is_none_or(|server| !is_reserved(&server)),
            Servers::Named(servers) => servers.iter().any(|server| glob::matches(&pattern.server, server)),
        }
    }
}
