//! What a decision remembers: one value per job, tree, person and agent, moved when calls are dispatched and when they finish.
//!
//! Every part is bounded, and a full one is *unknown*, never empty. A part says how it merges: labels, runs, duties and origins grow only, so
//! merging them is a union with the latest of each; counts have one writer, and merging keeps every call that either side remembers.
//! Merging is commutative and idempotent. What items ask of a state is in [`crate::evaluate`], what moves it in [`crate::moves`].
//!
//! The bytes are deterministic CBOR: `{1: version, 2: labels, 3: runs, 4: duties, 5: counters, 6: origins, 7: children, 8: moves}`, a part left
//! out where it is empty.

mod counters;
mod duties;
mod key;
mod labels;
mod origins;
mod runs;

use alloc::vec::Vec;

use crate::cbor::{NotCanonical, Reader, Writer};
use crate::limits;

pub use counters::Counters;
pub(crate) use counters::Sum;
pub use duties::Duties;
pub(crate) use key::{Key, Known, Remembered};
pub use labels::Labels;
pub(crate) use origins::Origin;
pub use origins::Origins;
pub use runs::Runs;
pub(crate) use runs::{Run, Value};

/// The version that this runtime reads and writes.
pub const STATE_VERSION: u32 = 1;

/// One owner's state. An empty one is known to be empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    pub(crate) labels: Labels,
    pub(crate) runs: Runs,
    pub(crate) duties: Duties,
    pub(crate) counters: Counters,
    pub(crate) origins: Origins,
    /// Children that calls started.
    pub(crate) children: u32,
    /// Calls that were dispatched: the clock of the labels.
    pub(crate) moves: u64,
}

impl State {
    /// Nothing has happened, and that is known.
    pub const EMPTY: Self = Self {
        labels: Labels::EMPTY,
        runs: Runs::EMPTY,
        duties: Duties::EMPTY,
        counters: Counters::EMPTY,
        origins: Origins::EMPTY,
        children: 0,
        moves: 0,
    };

    /// The version.
    pub fn version(&self) -> u32 {
        STATE_VERSION
    }

    /// The labels, sorted, with whether they certainly are there.
    pub fn labels(&self) -> impl Iterator<Item = (&str, bool)> {
        self.labels.present()
    }

    /// Whether there may be labels that are not listed.
    pub fn labels_open(&self) -> bool {
        self.labels.is_full()
    }

    /// Adds what another state of the same owner remembers: nothing that either of them knows is lost.
    pub fn merge(&mut self, other: &Self) {
        self.labels.merge(&other.labels);
        self.runs.merge(&other.runs);
        self.duties.merge(&other.duties);
        self.counters.merge(&other.counters);
        self.origins.merge(&other.origins);
        self.children = self.children.max(other.children);
        self.moves = self.moves.max(other.moves);
        self.bound();
    }

    /// Keeps the encoded size under its limit: the largest part is dropped, and unknown from then on.
    pub(crate) fn bound(&mut self) {
        while self.size() > limits::STATE_BYTES {
            let sizes = [self.labels.size(), self.runs.size(), self.duties.size(), self.counters.size(), self.origins.size()];
            let largest = sizes.iter().enumerate().max_by_key(|(place, size)| (**size, core::cmp::Reverse(*place)));
            match largest.map(|(place, _)| place) {
                Some(0) => self.labels.saturate(),
                Some(1) => self.runs.saturate(),
                Some(2) => self.duties.saturate(),
                Some(3) => self.counters.saturate(),
                _ => self.origins.saturate(),
            }
        }
    }

    /// Bytes of the encoding, at most.
    pub fn size(&self) -> usize {
        64 + self.labels.size() + self.runs.size() + self.duties.size() + self.counters.size() + self.origins.size()
    }

    /// Deterministic CBOR.
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        let parts = [
            !self.labels.is_empty(),
            !self.runs.is_empty(),
            !self.duties.is_empty(),
            !self.counters.is_empty(),
            !self.origins.is_empty(),
            self.children > 0,
            self.moves > 0,
        ];
        writer.map(1 + parts.iter().filter(|part| **part).count()).unsigned(1).unsigned(STATE_VERSION.into());
        if !self.labels.is_empty() {
            self.labels.write(writer.unsigned(2));
        }
        if !self.runs.is_empty() {
            self.runs.write(writer.unsigned(3));
        }
        if !self.duties.is_empty() {
            self.duties.write(writer.unsigned(4));
        }
        if !self.counters.is_empty() {
            self.counters.write(writer.unsigned(5));
        }
        if !self.origins.is_empty() {
            self.origins.write(writer.unsigned(6));
        }
        if self.children > 0 {
            writer.unsigned(7).unsigned(self.children.into());
        }
        if self.moves > 0 {
            writer.unsigned(8).unsigned(self.moves);
        }
        writer.finish()
    }

    /// Reads exactly what [`State::encode`] writes.
    pub fn decode(bytes: &[u8]) -> Result<Self, NotCanonical> {
        crate::cbor::check(bytes)?;
        let mut reader = Reader::new(bytes);
        let mut state = Self::EMPTY;
        let count = reader.map()?;
        for place in 0..count {
            let key = reader.unsigned()?;
            if (place == 0) != (key == 1) {
                return Err(not_a_state());
            }
            state.part(key, &mut reader)?;
        }
        reader.end()?;
        // One form for one state: what would be written otherwise is refused.
        if count > 0 && state.encode() == bytes { Ok(state) } else { Err(not_a_state()) }
    }

    fn part(&mut self, key: u64, reader: &mut Reader<'_>) -> Result<(), NotCanonical> {
        match key {
            1 if reader.unsigned()? == u64::from(STATE_VERSION) => {}
            2 => self.labels = Labels::read(reader)?,
            3 => self.runs = Runs::read(reader)?,
            4 => self.duties = Duties::read(reader)?,
            5 => self.counters = Counters::read(reader)?,
            6 => self.origins = Origins::read(reader)?,
            7 => self.children = number(reader)?,
            8 => self.moves = number(reader)?,
            _ => return Err(not_a_state()),
        }
        Ok(())
    }
}

fn not_a_state() -> NotCanonical {
    NotCanonical { offset: 0, what: "not a state of version 1" }
}

fn number<T: TryFrom<u64>>(reader: &mut Reader<'_>) -> Result<T, NotCanonical> {
    T::try_from(reader.unsigned()?).map_err(|_| not_a_state())
}

fn instant(reader: &mut Reader<'_>) -> Result<i64, NotCanonical> {
    i64::try_from(reader.integer()?).map_err(|_| not_a_state())
}

fn flag(reader: &mut Reader<'_>) -> Result<bool, NotCanonical> {
    match reader.unsigned()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(not_a_state()),
    }
}

/// The states that a decision is made on, by owner; `None` is not carried, so that all it would hold is unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    /// This job's, with what its children returned.
    pub job: Option<State>,
    /// The whole tree's.
    pub tree: Option<State>,
    /// The person's: the principal, or the sponsor of one that is no human.
    pub person: Option<State>,
    /// The agent's.
    pub agent: Option<State>,
}

impl States {
    /// Nothing has happened anywhere, and that is known.
    pub const EMPTY: Self =
        Self { job: Some(State::EMPTY), tree: Some(State::EMPTY), person: Some(State::EMPTY), agent: Some(State::EMPTY) };

    /// Nothing is carried.
    pub const UNKNOWN: Self = Self { job: None, tree: None, person: None, agent: None };

    /// By the owner's number: 0 job, 1 tree, 2 person, 3 agent.
    pub(crate) fn owner(&self, owner: u8) -> Option<&State> {
        match owner {
            0 => self.job.as_ref(),
            1 => self.tree.as_ref(),
            2 => self.person.as_ref(),
            3 => self.agent.as_ref(),
            _ => None,
        }
    }

    pub(crate) fn owner_mut(&mut self, owner: u8) -> Option<&mut State> {
        match owner {
            0 => self.job.as_mut(),
            1 => self.tree.as_mut(),
            2 => self.person.as_mut(),
            3 => self.agent.as_mut(),
            _ => None,
        }
    }

    /// Keeps every state within its size.
    pub(crate) fn bound(&mut self) {
        (0..4).for_each(|owner| self.owner_mut(owner).into_iter().for_each(State::bound));
    }

    /// Labels that conditions may look through: how many, and bytes of their text.
    pub(crate) fn extent(&self) -> (u64, u64) {
        let labels = [&self.job, &self.tree].into_iter().flatten().flat_map(|state| state.labels());
        labels.fold((0, 0), |(count, bytes), (label, _)| (count + 1, bytes + label.len() as u64))
    }
}

#[cfg(test)]
mod tests;
