//! Labels: which the job has met, and which were taken off again.
//!
//! A label is a set of jobs that brought it, each with the moment it did so last, certainly and possibly, and the moment up to which it was
//! taken off. It is there while some job brought it later than it was taken off, so that taking it off in one job never hides what another
//! one brings meanwhile. What was only possibly brought is possibly there.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

use crate::cbor::{NotCanonical, Reader, Sink, Writer};
use crate::limits::{LABEL_ENTRIES, LABELS};

use super::{flag, not_a_state, number};

/// The latest moments of one job.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Moments {
    brought: u64,
    possible: u64,
    cleared: u64,
}

/// Labels by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    full: bool,
    entries: BTreeMap<String, BTreeMap<u64, Moments>>,
}

impl Labels {
    pub(super) const EMPTY: Self = Self { full: false, entries: BTreeMap::new() };

    /// Those that are there, sorted, with whether they certainly are.
    pub(crate) fn present(&self) -> impl Iterator<Item = (&str, bool)> + Clone {
        self.entries.iter().filter_map(|(label, jobs)| {
            let certain = jobs.values().any(|job| job.brought > job.cleared);
            let possible = jobs.values().any(|job| job.possible > job.cleared);
            (certain || possible).then_some((label.as_str(), certain))
        })
    }

    /// There may be more.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// From now on there may be others.
    pub(crate) fn open(&mut self) {
        self.full = true;
    }

    /// A job brings a label at its move, certainly or possibly.
    pub(crate) fn bring(&mut self, label: &str, job: u64, now: u64, certain: bool) {
        if !self.entries.contains_key(label) {
            self.entries.insert(label.to_string(), BTreeMap::new());
        }
        if let Some(jobs) = self.entries.get_mut(label) {
            let moments = jobs.entry(job).or_default();
            let moment = if certain { &mut moments.brought } else { &mut moments.possible };
            *moment = (*moment).max(now);
        }
        self.cut();
    }

    /// Takes a label off, as far as it was brought until now.
    pub(crate) fn clear(&mut self, label: &str) {
        for moments in self.entries.get_mut(label).into_iter().flat_map(BTreeMap::values_mut) {
            moments.cleared = moments.cleared.max(moments.brought).max(moments.possible);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.full |= other.full;
        for (label, jobs) in &other.entries {
            let ours = self.entries.entry(label.clone()).or_default();
            for (job, theirs) in jobs {
                let moments = ours.entry(*job).or_default();
                moments.brought = moments.brought.max(theirs.brought);
                moments.possible = moments.possible.max(theirs.possible);
                moments.cleared = moments.cleared.max(theirs.cleared);
            }
        }
        self.cut();
    }

    /// Keeps the first of them by name: the same ones, however they came together.
    fn cut(&mut self) {
        while self.entries.len() > LABELS || (self.entries.len() > 1 && self.count() > LABEL_ENTRIES) {
            self.full = true;
            self.entries.pop_last();
        }
        if let Some(jobs) = self.entries.values_mut().next().filter(|jobs| jobs.len() > LABEL_ENTRIES) {
            self.full = true;
            while jobs.len() > LABEL_ENTRIES {
                jobs.pop_last();
            }
        }
    }

    fn count(&self) -> usize {
        self.entries.values().map(BTreeMap::len).sum()
    }

    pub(super) fn saturate(&mut self) {
        *self = Self { full: true, entries: BTreeMap::new() };
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.full && self.entries.is_empty()
    }

    pub(super) fn size(&self) -> usize {
        self.entries.iter().map(|(label, jobs)| 8 + label.len() + jobs.len() * 36).sum()
    }

    pub(super) fn write<S: Sink>(&self, writer: &mut Writer<S>) {
        writer.array(1 + self.entries.len()).unsigned(self.full.into());
        for (label, jobs) in &self.entries {
            writer.array(1 + 4 * jobs.len()).text(label);
            for (job, moments) in jobs {
                writer.unsigned(*job).unsigned(moments.brought).unsigned(moments.possible).unsigned(moments.cleared);
            }
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        let mut left = reader.array()?.checked_sub(1).ok_or_else(not_a_state)?;
        let mut labels = Self { full: flag(reader)?, entries: BTreeMap::new() };
        while left > 0 {
            left -= 1;
            let mut values = reader.array()?.checked_sub(1).ok_or_else(not_a_state)?;
            let label = reader.text()?.to_string();
            let mut jobs = BTreeMap::new();
            while values > 0 {
                values = values.checked_sub(4).ok_or_else(not_a_state)?;
                jobs.insert(number(reader)?, Moments { brought: number(reader)?, possible: number(reader)?, cleared: number(reader)? });
            }
            labels.entries.insert(label, jobs);
        }
        Ok(labels)
    }
}
