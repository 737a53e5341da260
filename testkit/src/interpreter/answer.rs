//! What the interpreter says of a call, in the program's own terms: no index, no snapshot.

use straza_language::core::{ItemId, Step};
use straza_runtime::refusal::Cause;

/// A decision: refused, or let through after steps. None is *allow*.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Let through once every step succeeded; sorted, merged.
    Steps(Vec<Step>),
    /// Refused.
    Deny,
}

impl Verdict {
    /// Let through.
    pub const ALLOW: Self = Self::Steps(Vec::new());

    /// The steps; none for a refusal.
    pub fn steps(&self) -> &[Step] {
        match self {
            Self::Steps(steps) => steps,
            Self::Deny => &[],
        }
    }

    /// The strictest step's word; a notification asks nobody.
    pub fn word(&self) -> Word {
        let Self::Steps(steps) = self else { return Word::Deny };
        let of_step = |step: &Step| match step {
            Step::Classify => Word::Classify,
            Step::ServerCheck => Word::ServerCheck,
            Step::Confirm => Word::Confirm,
            Step::Approve { .. } => Word::Approve,
            Step::Notify(_) => Word::Allow,
        };
        steps.iter().map(of_step).max().unwrap_or(Word::Allow)
    }
}

/// The strictest part of a decision; the order is the order of strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// Nothing is asked.
    Allow,
    /// The command is read.
    Classify,
    /// A server decides again.
    ServerCheck,
    /// The requester is asked.
    Confirm,
    /// Others are asked.
    Approve,
    /// Refused.
    Deny,
}

impl Word {
    /// Every word as it is written.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Allow, "allow"),
        (Self::Classify, "classify"),
        (Self::ServerCheck, "server-check"),
        (Self::Confirm, "confirm"),
        (Self::Approve, "approve"),
        (Self::Deny, "deny"),
    ];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(word, _)| *word == self).map_or("deny", |(_, text)| text)
    }

    /// The word that is written so.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, written)| *written == text).map(|(word, _)| *word)
    }
}

/// What is named as the cause of a decision.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reported {
    /// A core item.
    Item {
        /// Its surface item.
        id: ItemId,
        /// Which core item of it.
        part: u16,
        /// It applied for certain.
        certain: bool,
    },
    /// A row of defaults.
    DefaultRow {
        /// Its set.
        set: String,
        /// Its place in the table.
        row: u32,
        /// It spoke for certain.
        certain: bool,
    },
    /// What a set says of commands that no item settles.
    Commands {
        /// Its set.
        set: String,
        /// Which of its clauses.
        clause: Clause,
        /// It spoke for certain.
        certain: bool,
    },
    /// Nothing permitted and no set had a default.
    NoDefault,
    /// The call never met the policy, or the decision did not fit: why.
    Border(Cause),
    /// The event cannot be refused; it is only looked at.
    Recorded,
}

/// A clause of `commands` that speaks for a whole command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clause {
    /// Of what no item settles.
    Otherwise,
    /// Of what cannot be read.
    Unreadable,
}

impl Clause {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Otherwise => "otherwise",
            Self::Unreadable => "unreadable",
        }
    }
}

/// An item that applied.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fired {
    /// Its surface item.
    pub id: ItemId,
    /// Which core item of it.
    pub part: u16,
    /// Its condition is true; else it is unknown.
    pub certain: bool,
    /// It was only looked at.
    pub shadow: bool,
}

/// A decision and what is named for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The decision.
    pub verdict: Verdict,
    /// Its word.
    pub word: Word,
    /// Its cause.
    pub reported: Reported,
}

/// All that the interpreter says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What is decided.
    pub outcome: Outcome,
    /// What would be decided if every unknown turned out kindly.
    pub without_unknown: Verdict,
    /// Restrictions that applied, and shadow items; by set, order, part.
    pub fired: Vec<Fired>,
    /// Certain permissions, likewise.
    pub permitted: Vec<(ItemId, u16)>,
    /// Rows of defaults that joined: set, place, certain.
    pub rows: Vec<(String, u32, bool)>,
}
