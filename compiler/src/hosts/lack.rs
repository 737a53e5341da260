//! What may be missing at a host: a value of the call, or a service that items rely on.

use std::collections::BTreeSet;

use straza_language::core::{Atom, Attribute, Memory, Move, Owner, Root};
use straza_language::values;

use super::{Host, Results};

/// Something that a host does not carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lack {
    /// What calls of an owner left behind, or who the owner is.
    State(Owner),
    /// Where values of arguments came from: neither receipts nor the job's state.
    Origins,
    /// Nobody can be asked.
    People,
    /// No server decides again.
    Server,
    /// Results are not seen, or cannot be held back.
    Results,
    /// The host's own grant.
    Granted,
    /// The check that answers with the item.
    Check(u8),
    /// A value of the call.
    Value(&'static str),
}

impl Lack {
    /// Whether items rely on it, so that somebody must say what they decide without it. What a condition reads and does not find is *unknown*,
    /// which the language itself settles.
    pub fn is_service(self) -> bool {
        !matches!(self, Self::Value(_) | Self::Granted | Self::Check(_))
    }

    /// What is missing, as words behind "needs".
    pub fn what(self) -> String {
        match self {
            Self::State(Owner::Job) => "the job's state".to_owned(),
            Self::State(Owner::Tree) => "the state of the tree of jobs".to_owned(),
            Self::State(Owner::Person) => "the state of persons, and who the person is".to_owned(),
            Self::State(Owner::Agent) => "the state of agents, and which agent it is".to_owned(),
            Self::Origins => "where values came from".to_owned(),
            Self::People => "somebody who can be asked".to_owned(),
            Self::Server => "a server that decides again".to_owned(),
            Self::Results => "results that can be held back".to_owned(),
            Self::Granted => "the host's own grant".to_owned(),
            Self::Check(number) => format!("check {number}"),
            Self::Value(name) => format!("`{name}`"),
        }
    }

    /// The words for several, in their order.
    pub fn list(lacks: &BTreeSet<Self>) -> String {
        lacks.iter().map(|lack| lack.what()).collect::<Vec<_>>().join(", ")
    }

    /// What to write where the host has it after all.
    pub fn remedy(self) -> String {
        match self {
            Self::State(Owner::Job) => "`job.state` in `carries`".to_owned(),
            Self::State(Owner::Tree) => "`tree.state` in `carries`".to_owned(),
            Self::State(Owner::Person) => "`person`, `principal.type` and `principal.user` in `carries`".to_owned(),
            Self::State(Owner::Agent) => "`agent` in `carries`".to_owned(),
            Self::Origins => "`receipts` or `job.state` in `carries`".to_owned(),
            Self::People => "`asks = true`".to_owned(),
            Self::Server => "`server` in `carries`".to_owned(),
            Self::Results => "`results = \"withhold\"`".to_owned(),
            Self::Granted => "`granted` in `carries`".to_owned(),
            Self::Check(number) => format!("`\"{number}\"` in `checks`"),
            Self::Value(name) => format!("`{name}` in `carries`"),
        }
    }
}

/// What is missing for an attribute to be read at all. Lists that arguments feed (`paths`, `hosts`, `recipients`) are never wholly missing.
pub(super) fn of_attribute(host: &Host, attribute: &Attribute) -> Option<Lack> {
    let key = attribute.path.first().map_or("", String::as_str);
    match (attribute.root, key) {
        (Root::Args | Root::Function | Root::Element(_) | Root::Command | Root::Signals, _) => None,
        (Root::Paths | Root::Reads | Root::Writes | Root::Hosts | Root::Recipients, _) => None,
        (Root::Job, "labels") => of_state(host, Owner::Job),
        (Root::Job, "children") => of_value(host, attribute).or_else(|| of_state(host, Owner::Job)),
        (Root::Tree, _) => of_state(host, Owner::Tree),
        (Root::Flow, _) => (!host.carries("flow")).then_some(Lack::Value("flow")),
        (Root::Result, _) => (host.results == Results::None).then_some(Lack::Results),
        (Root::Principal | Root::Agent | Root::Session | Root::Job | Root::Now, _) => of_value(host, attribute),
    }
}

fn of_value(host: &Host, attribute: &Attribute) -> Option<Lack> {
    let key = attribute.path.first().map_or("", String::as_str);
    let row = values::TABLE.iter().find(|row| row.root == attribute.root && row.key == key)?;
    (!host.carries(row.name)).then_some(Lack::Value(row.name))
}

/// What is missing for an owner's state to be known.
pub(super) fn of_state(host: &Host, owner: Owner) -> Option<Lack> {
    let carried = match owner {
        Owner::Job => host.carries("job.state"),
        Owner::Tree => host.carries("tree.state"),
        Owner::Agent => host.carries("agent.state") && host.carries("agent.name"),
        Owner::Person => {
            let named = host.carries("principal.user") || host.carries("principal.sponsor");
            host.carries("person") && host.carries("principal.type") && named
        }
    };
    (!carried).then_some(Lack::State(owner))
}

/// What is missing for a question to the state to be answered.
pub(super) fn of_memory(host: &Host, memory: &Memory) -> Option<Lack> {
    match memory {
        Memory::Sequence { sequence, .. } => of_state(host, sequence.owner),
        Memory::Duty { duty, .. } => of_state(host, duty.owner),
        Memory::Above { counter, .. } => of_state(host, counter.owner),
        Memory::From { .. } => (!host.carries("receipts") && of_state(host, Owner::Job).is_some()).then_some(Lack::Origins),
    }
}

/// Whether a question looks at a window of time, which it cannot where the host has no clock.
pub(super) fn has_window(memory: &Memory) -> bool {
    match memory {
        Memory::Sequence { sequence, .. } => sequence.window.is_some(),
        Memory::Duty { duty, .. } => duty.window.is_some(),
        Memory::Above { counter, .. } => counter.window.is_some(),
        Memory::From { .. } => false,
    }
}

/// Everything that an atom asks for and the host lacks; what a quantifier's body asks for is not among it.
pub(super) fn of_atom<'a>(host: &'a Host, atom: &'a Atom) -> impl Iterator<Item = Lack> + 'a {
    let memory = match atom {
        Atom::Memory(memory) => Some(memory),
        _ => None,
    };
    let clock = memory.filter(|memory| has_window(memory) && !host.carries("now")).map(|_| Lack::Value("now"));
    let asked = memory.and_then(|memory| of_memory(host, memory));
    asked.into_iter().chain(clock).chain(atom.attributes().filter_map(|attribute| of_attribute(host, attribute)))
}

/// Whether the item only remembers that a label came or went, which others ask about.
pub(super) fn is_label_move(change: &Move) -> bool {
    matches!(change, Move::Label { .. } | Move::Clear { .. })
}
