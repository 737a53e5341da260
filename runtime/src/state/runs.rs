//! Runs of sequences: how far each has come, with the values that its steps share.
//!
//! For one sequence, one set of values and one number of steps, only the latest end of the window counts: a later start outlasts an earlier
//! one. A run that is only possible is kept beside a certain one.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::cbor::{NotCanonical, Reader, Sink, Writer};
use crate::limits::{RUN_VALUES, SEQUENCE_RUNS, SEQUENCE_VALUES};

use super::{Key, Known, Remembered, flag, instant, not_a_state, number};

/// A value that steps share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    /// No step so far has it.
    Unset,
    /// Nobody knows which: it may be any.
    Any,
    /// The first byte is its kind, the rest the beginning of its hash.
    Digest([u8; 16]),
}

/// Where a run stands; the end of its window is kept beside it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    /// How many steps were made, at least 1.
    pub steps: u8,
    /// All of that certainly happened, with certainly these values.
    pub certain: bool,
    /// By variable.
    pub values: Vec<Value>,
}

/// Runs of one sequence with the last second of their windows; `i64::MAX` for ever.
pub(crate) type SequenceRuns = BTreeMap<Run, i64>;

/// Runs by sequence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    full: bool,
    sequences: BTreeMap<u64, Remembered<SequenceRuns>>,
}

impl Runs {
    pub(super) const EMPTY: Self = Self { full: false, sequences: BTreeMap::new() };

    /// The runs of a sequence.
    pub(crate) fn of(&self, key: Key) -> Known<'_, SequenceRuns> {
        match self.sequences.get(&key.item) {
            _ if self.full => Known::Unknown,
            Some(remembered) => remembered.under(key.definition),
            None => Known::Nothing,
        }
    }

    /// Adds runs of a sequence, after dropping those whose window has ended.
    pub(crate) fn add(&mut self, key: Key, runs: Vec<(Run, i64)>, now: Option<i64>) {
        if self.full {
            return;
        }
        let remembered =
            self.sequences.entry(key.item).or_insert_with(|| Remembered { definition: key.definition, value: Some(BTreeMap::new()) });
        if let Some(kept) = remembered.addable(key.definition) {
            if let Some(now) = now {
                kept.retain(|_, until| *until >= now);
            }
            for (run, until) in runs {
                let latest = kept.entry(run).or_insert(until);
                *latest = (*latest).max(until);
            }
            if kept.len() > SEQUENCE_RUNS {
                remembered.value = None;
            }
        }
        self.cut();
    }

    pub(super) fn merge(&mut self, other: &Self) {
        if self.full || other.full {
            return self.saturate();
        }
        for (item, theirs) in &other.sequences {
            match self.sequences.get_mut(item) {
                Some(ours) => ours.merge(theirs, merge_runs),
                None => drop(self.sequences.insert(*item, theirs.clone())),
            }
        }
        self.cut();
    }

    /// The sequences that do not fit are unknown: with a fixed price for one that is unknown, the same ones however they came together.
    fn cut(&mut self) {
        let mut sum = 0;
        for remembered in self.sequences.values_mut() {
            sum += remembered.value.as_ref().map_or(SEQUENCE_RUNS, price);
            if sum > RUN_VALUES {
                remembered.value = None;
            }
        }
        if self.sequences.len() > RUN_VALUES {
            self.saturate();
        }
    }

    pub(super) fn saturate(&mut self) {
        *self = Self { full: true, sequences: BTreeMap::new() };
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.full && self.sequences.is_empty()
    }

    pub(super) fn size(&self) -> usize {
        let runs = |runs: &SequenceRuns| runs.keys().map(|run| 14 + 17 * run.values.len()).sum::<usize>();
        self.sequences.values().map(|sequence| 24 + sequence.value.as_ref().map_or(0, runs)).sum()
    }

    pub(super) fn write<S: Sink>(&self, writer: &mut Writer<S>) {
        writer.array(1 + self.sequences.len()).unsigned(self.full.into());
        for (item, remembered) in &self.sequences {
            let known = remembered.value.as_ref();
            writer.array(2 + known.map_or(0, |runs| 1 + runs.len()));
            Key { item: *item, definition: remembered.definition }.write(writer);
            if let Some(runs) = known {
                writer.unsigned(0);
                runs.iter().for_each(|(run, until)| write_run(writer, run, *until));
            }
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        let count = reader.array()?.checked_sub(1).ok_or_else(not_a_state)?;
        let mut all = Self { full: flag(reader)?, sequences: BTreeMap::new() };
        for _ in 0..count {
            let parts = reader.array()?;
            let key = Key::read(reader)?;
            let value = match parts.checked_sub(2).ok_or_else(not_a_state)? {
                0 => None,
                more if reader.unsigned()? == 0 => Some((1..more).map(|_| read_run(reader)).collect::<Result<_, _>>()?),
                _ => return Err(not_a_state()),
            };
            all.sequences.insert(key.item, Remembered { definition: key.definition, value });
        }
        Ok(all)
    }
}

/// A union with the latest of each; false where it is too large.
fn merge_runs(ours: &mut SequenceRuns, theirs: &SequenceRuns) -> bool {
    for (run, until) in theirs {
        let latest = ours.entry(run.clone()).or_insert(*until);
        *latest = (*latest).max(*until);
    }
    ours.len() <= SEQUENCE_RUNS
}

fn price(runs: &SequenceRuns) -> usize {
    runs.keys().map(|run| run.values.len().max(1)).sum::<usize>().min(SEQUENCE_RUNS)
}

fn write_run<S: Sink>(writer: &mut Writer<S>, run: &Run, until: i64) {
    writer.array(3 + run.values.len()).unsigned(run.steps.into()).unsigned(run.certain.into());
    for value in &run.values {
        match value {
            Value::Unset => writer.unsigned(0),
            Value::Any => writer.unsigned(1),
            Value::Digest(digest) => writer.bytes(digest),
        };
    }
    writer.integer(until.into());
}

fn read_run(reader: &mut Reader<'_>) -> Result<(Run, i64), NotCanonical> {
    let count = reader.array()?.checked_sub(3).filter(|count| *count <= SEQUENCE_VALUES as u64).ok_or_else(not_a_state)?;
    let (steps, certain) = (number(reader)?, flag(reader)?);
    let values = (0..count).map(|_| read_value(reader)).collect::<Result<_, _>>()?;
    Ok((Run { steps, certain, values }, instant(reader)?))
}

fn read_value(reader: &mut Reader<'_>) -> Result<Value, NotCanonical> {
    let mut ahead = reader.clone();
    if let Ok(word) = ahead.unsigned() {
        *reader = ahead;
        return match word {
            0 => Ok(Value::Unset),
            1 => Ok(Value::Any),
            _ => Err(not_a_state()),
        };
    }
    reader.array_of::<16>().map(Value::Digest)
}
