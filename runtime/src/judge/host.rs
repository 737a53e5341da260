//! What a host takes upon itself: which rows it owns, which facts it says, what it can do with a result.

use crate::call::Fact;
use crate::revocations::{Revocations, Subject};

use super::Rows;

/// What a host can do with a result before the model reads it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Results {
    /// It does not see results.
    #[default]
    None,
    /// It sees them and cannot hold them back.
    Observe,
    /// It can keep them from the model.
    Withhold,
}

/// The facts that a host undertakes to say: one of them that a call leaves out is unknown. Any other is simply not there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Supplied(u64);

impl Supplied {
    /// None.
    pub const NONE: Self = Self(0);
    /// Every fact.
    pub const ALL: Self = Self(u64::MAX);

    /// These.
    pub const fn of(facts: &[Fact]) -> Self {
        let (mut set, mut at) = (0, 0);
        while at < facts.len() {
            #[expect(clippy::indexing_slicing, reason = "below the length; a constant function has no iterators")]
            let fact = facts[at];
            set |= 1 << fact as u32;
            at += 1;
        }
        Self(set)
    }

    /// Whether it is one of them.
    pub fn has(self, fact: Fact) -> bool {
        self.0 >> (fact as u32 & 63) & 1 == 1
    }
}

/// A host.
#[derive(Debug, Clone, Copy)]
pub struct Host<'h> {
    /// The rows that it owns.
    pub rows: Rows,
    /// The facts that it says.
    pub facts: Supplied,
    /// What it can do with a result.
    pub results: Results,
    /// Seconds after which a yes is checked once more before it is used.
    pub long_wait: Option<u32>,
    /// Bytes of a result above which a stub stands in for it.
    pub offload: Option<u64>,
    /// What is revoked.
    pub revocations: Option<&'h Revocations>,
    /// What revocations name and a call does not say: device, grant and snapshot.
    pub subject: Subject<'h>,
}

/// Rows that need nothing but the policy, the call and the state.
const POLICY: Rows = Rows::of(&["2", "4", "5", "6", "8", "9", "10", "13", "14", "15", "38", "43", "44", "46"]);

const APPROVED: Rows = Rows::of(&["16", "17", "18", "20", "22"]);

impl Host<'static> {
    /// Only what needs the policy, the call and the state: the default.
    pub const POLICY: Self = Self {
        rows: POLICY,
        facts: Supplied::NONE,
        results: Results::None,
        long_wait: None,
        offload: None,
        revocations: None,
        subject: Subject::NOTHING,
    };

    /// A hook of a harness on a person's machine.
    pub const HOOK: Self = Self {
        rows: POLICY.and(APPROVED).and(Rows::of(&["33", "H1", "H1a", "H2", "H2a", "H2b", "H3", "H4", "H7a", "H8"])),
        facts: Supplied::of(&[Fact::Approvals]),
        ..Self::POLICY
    };

    /// A gateway in front of servers.
    pub const GATEWAY: Self = Self {
        rows: POLICY.and(APPROVED).and(Rows::of(&["12", "19", "32", "33", "34", "35", "36", "37", "39", "41", "42", "45", "47"])),
        facts: Supplied::of(&[
            Fact::Approvals,
            Fact::Audit,
            Fact::Revoked,
            Fact::Killed,
            Fact::Tool,
            Fact::ListingDigest,
            Fact::Secrets,
            Fact::Outcome,
        ]),
        results: Results::Withhold,
        ..Self::POLICY
    };

    /// A runtime of jobs with an edge and nodes: everything.
    pub const JOB_RUNTIME: Self = Self { rows: Rows::ALL, facts: Supplied::ALL, results: Results::Withhold, ..Self::POLICY };

    /// The presets by name, for tools.
    pub const PRESETS: &[(&str, Self)] =
        &[("policy", Self::POLICY), ("hook", Self::HOOK), ("gateway", Self::GATEWAY), ("job-runtime", Self::JOB_RUNTIME)];
}

impl Default for Host<'static> {
    fn default() -> Self {
        Self::POLICY
    }
}

impl Host<'_> {
    /// The same host with some of its rows only.
    pub fn only(self, rows: Rows) -> Self {
        Self { rows: self.rows.common(rows), ..self }
    }

    /// Whether it can keep a result from the model.
    pub fn holds_back(&self) -> bool {
        self.results == Results::Withhold
    }
}
