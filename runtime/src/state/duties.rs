//! Duties: which sides were done with which values, as hashes, and until when they count.

use alloc::collections::BTreeMap;

use crate::cbor::{NotCanonical, Reader, Sink, Writer};
use crate::limits::DUTY_KEYS;

use super::{flag, instant, not_a_state};

/// The last moments of a side: certainly done, and possibly done. `i64::MIN`: not at all; `i64::MAX`: for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Done {
    pub certain: i64,
    pub possible: i64,
}

/// Sides by the hash of item, definition, side, owner and values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Duties {
    full: bool,
    sides: BTreeMap<[u8; 16], Done>,
}

impl Duties {
    pub(super) const EMPTY: Self = Self { full: false, sides: BTreeMap::new() };

    /// There may be more.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// What is remembered of a side.
    pub(crate) fn get(&self, key: &[u8; 16]) -> Option<Done> {
        self.sides.get(key).copied()
    }

    /// Remembers a side, after dropping those that count no longer.
    pub(crate) fn add(&mut self, key: [u8; 16], certain: bool, until: i64, now: Option<i64>) {
        if let Some(now) = now.filter(|_| self.sides.len() >= DUTY_KEYS) {
            self.sides.retain(|_, done| done.certain.max(done.possible) >= now);
        }
        let done = if certain { Done { certain: until, possible: i64::MIN } } else { Done { certain: i64::MIN, possible: until } };
        self.join(key, done);
        self.cut();
    }

    fn join(&mut self, key: [u8; 16], done: Done) {
        let ours = self.sides.entry(key).or_insert(done);
        *ours = Done { certain: ours.certain.max(done.certain), possible: ours.possible.max(done.possible) };
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.full |= other.full;
        other.sides.iter().for_each(|(key, done)| self.join(*key, *done));
        self.cut();
    }

    /// Keeps the first of them by hash: the same ones, however they came together.
    fn cut(&mut self) {
        while self.sides.len() > DUTY_KEYS {
            self.full = true;
            self.sides.pop_last();
        }
    }

    pub(super) fn saturate(&mut self) {
        *self = Self { full: true, sides: BTreeMap::new() };
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.full && self.sides.is_empty()
    }

    pub(super) fn size(&self) -> usize {
        self.sides.len() * 36
    }

    pub(super) fn write<S: Sink>(&self, writer: &mut Writer<S>) {
        writer.array(1 + 3 * self.sides.len()).unsigned(self.full.into());
        for (key, done) in &self.sides {
            writer.bytes(key).integer(done.certain.into());
            writer.integer(done.possible.into());
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        let values = reader.array()?.checked_sub(1).filter(|values| values % 3 == 0).ok_or_else(not_a_state)?;
        let mut duties = Self { full: flag(reader)?, sides: BTreeMap::new() };
        for _ in 0..values / 3 {
            duties.sides.insert(reader.array_of::<16>()?, Done { certain: instant(reader)?, possible: instant(reader)? });
        }
        Ok(duties)
    }
}
