//! What limits have counted: the latest calls one by one, older ones together.
//!
//! Calls that were put together count until the latest of them lapses, so a count may be too high and never too low. A limit on the same call
//! tells a number of calls apart; what falls out of that ring is counted in buckets that several calls share, and is an upper bound.

use alloc::collections::BTreeMap;

use crate::cbor::{NotCanonical, Reader, Sink, Writer};
use crate::decimal::Decimal;
use crate::limits::{COUNTED, COUNTERS, LOOP_RING};

use super::{Key, Known, Remembered, flag, instant, not_a_state, number};

/// Which call is counted: zeros where a limit does not tell calls apart, else the beginning of the call's digest.
pub(crate) type Which = [u8; 16];

/// An amount, and whether something unknown belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sum {
    pub amount: Decimal,
    pub unknown: bool,
}

impl Sum {
    pub(crate) const NOTHING: Self = Self { amount: Decimal::ZERO, unknown: false };

    /// What is at least as much as either.
    fn larger(self, other: Self) -> Self {
        Self { amount: self.amount.max(other.amount), unknown: self.unknown || other.unknown }
    }

    /// Both, where digits do not suffice a trifle more; a sum beyond what numbers hold is unknown.
    pub(crate) fn plus(self, other: Self) -> Self {
        let unknown = self.unknown || other.unknown;
        match self.amount.add_upward(other.amount) {
            Some(amount) => Self { amount, unknown },
            None => Self { amount: self.amount.max(other.amount), unknown: true },
        }
    }
}

/// The calls of one limit, or of one call of a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Counted {
    /// Calls that were put together, and when the latest of them was.
    older: Option<(i64, Sum)>,
    /// By time and a number that tells calls of one moment apart; `i64::MAX`: nobody knows when.
    calls: BTreeMap<(i64, u64), Sum>,
}

impl Counted {
    fn add(&mut self, time: i64, number: u64, sum: Sum) {
        self.calls.insert((time, number), sum);
        self.cut();
    }

    fn cut(&mut self) {
        while self.calls.len() > COUNTED {
            let Some(((time, _), sum)) = self.calls.pop_first() else { return };
            let (latest, older) = self.older.unwrap_or((time, Sum::NOTHING));
            self.older = Some((latest.max(time), older.plus(sum)));
        }
    }

    /// What counts from a moment on.
    fn since(&self, from: i64) -> Sum {
        let older = self.older.filter(|(latest, _)| *latest >= from).map_or(Sum::NOTHING, |(_, sum)| sum);
        self.calls.range((from, 0)..).fold(older, |sum, (_, call)| sum.plus(*call))
    }

    fn drop_before(&mut self, from: i64) {
        self.older = self.older.filter(|(latest, _)| *latest >= from);
        self.calls = self.calls.split_off(&(from, 0));
    }

    fn latest(&self) -> i64 {
        let last = self.calls.last_key_value().map(|((time, _), _)| *time);
        last.max(self.older.map(|(latest, _)| latest)).unwrap_or(i64::MIN)
    }

    fn merge(&mut self, other: &Self) {
        for (place, theirs) in &other.calls {
            let ours = self.calls.entry(*place).or_insert(*theirs);
            *ours = ours.larger(*theirs);
        }
        self.older = match (self.older, other.older) {
            (Some((a, ours)), Some((b, theirs))) => Some((a.max(b), ours.larger(theirs))),
            (ours, theirs) => ours.or(theirs),
        };
        self.cut();
    }
}

/// One limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counter {
    ring: BTreeMap<Which, Counted>,
    /// What fell out of the ring: calls and the latest moment, by the first byte of their digest.
    fallen: BTreeMap<u8, (u64, i64)>,
}

impl Counter {
    fn add(&mut self, which: Which, time: i64, number: u64, sum: Sum) {
        self.ring.entry(which).or_default().add(time, number, sum);
        self.cut();
    }

    /// The call that was made longest ago falls out.
    fn cut(&mut self) {
        while self.ring.len() > LOOP_RING {
            let oldest = self.ring.iter().min_by_key(|(which, counted)| (counted.latest(), **which)).map(|(which, _)| *which);
            let Some((which, counted)) = oldest.and_then(|which| Some((which, self.ring.remove(&which)?))) else { return };
            let [bucket, ..] = which;
            let (count, latest) = self.fallen.entry(bucket).or_insert((0, i64::MIN));
            let made = counted.since(i64::MIN).amount.integer().and_then(|made| u64::try_from(made).ok()).unwrap_or(u64::MAX);
            *count = count.saturating_add(made);
            *latest = (*latest).max(counted.latest());
        }
    }

    /// What counts for a call from a moment on.
    pub(crate) fn since(&self, which: Which, from: i64) -> Sum {
        let [bucket, ..] = which;
        let sum = self.ring.get(&which).map_or(Sum::NOTHING, |counted| counted.since(from));
        match self.fallen.get(&bucket).filter(|(_, latest)| *latest >= from) {
            Some((count, _)) => sum.plus(Sum { amount: Decimal::from_count(*count), unknown: false }),
            None => sum,
        }
    }

    /// Whether [`Counter::since`] may count other calls too.
    pub(crate) fn is_shared(&self, which: Which) -> bool {
        let [bucket, ..] = which;
        self.fallen.contains_key(&bucket)
    }

    fn drop_before(&mut self, from: i64) {
        self.ring.retain(|_, counted| {
            counted.drop_before(from);
            counted.latest() >= from
        });
        self.fallen.retain(|_, (_, latest)| *latest >= from);
    }

    fn merge(&mut self, other: &Self) {
        for (which, theirs) in &other.ring {
            self.ring.entry(*which).or_default().merge(theirs);
        }
        for (bucket, (count, latest)) in &other.fallen {
            let ours = self.fallen.entry(*bucket).or_insert((0, i64::MIN));
            *ours = (ours.0.max(*count), ours.1.max(*latest));
        }
        self.cut();
    }
}

/// Limits by item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    full: bool,
    limits: BTreeMap<u64, Remembered<Counter>>,
}

impl Counters {
    pub(super) const EMPTY: Self = Self { full: false, limits: BTreeMap::new() };

    /// What a limit has counted.
    pub(crate) fn of(&self, key: Key) -> Known<'_, Counter> {
        match self.limits.get(&key.item) {
            Some(remembered) => remembered.under(key.definition),
            None if self.full => Known::Unknown,
            None => Known::Nothing,
        }
    }

    /// Counts a call at a time, `i64::MAX` where nobody knows when, after dropping what lapsed before `from`.
    pub(crate) fn add(&mut self, key: Key, which: Which, time: i64, number: u64, sum: Sum, from: Option<i64>) {
        let remembered =
            self.limits.entry(key.item).or_insert_with(|| Remembered { definition: key.definition, value: Some(Counter::default()) });
        if let Some(counter) = remembered.addable(key.definition) {
            if let Some(from) = from {
                counter.drop_before(from);
            }
            counter.add(which, time, number, sum);
        }
        self.cut();
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.full |= other.full;
        for (item, theirs) in &other.limits {
            match self.limits.get_mut(item) {
                Some(ours) => ours.merge(theirs, |ours, theirs| {
                    ours.merge(theirs);
                    true
                }),
                None => drop(self.limits.insert(*item, theirs.clone())),
            }
        }
        self.cut();
    }

    fn cut(&mut self) {
        while self.limits.len() > COUNTERS {
            self.full = true;
            self.limits.pop_last();
        }
    }

    pub(super) fn saturate(&mut self) {
        *self = Self { full: true, limits: BTreeMap::new() };
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.full && self.limits.is_empty()
    }

    pub(super) fn size(&self) -> usize {
        let counted = |counted: &Counted| 24 + 40 + counted.calls.len() * 40;
        let counter = |counter: &Counter| counter.ring.values().map(counted).sum::<usize>() + counter.fallen.len() * 21;
        self.limits.values().map(|limit| 24 + limit.value.as_ref().map_or(0, counter)).sum()
    }

    pub(super) fn write<S: Sink>(&self, writer: &mut Writer<S>) {
        writer.array(1 + self.limits.len()).unsigned(self.full.into());
        for (item, remembered) in &self.limits {
            writer.array(if remembered.value.is_some() { 4 } else { 2 });
            Key { item: *item, definition: remembered.definition }.write(writer);
            if let Some(counter) = &remembered.value {
                counter.write(writer);
            }
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        let count = reader.array()?.checked_sub(1).ok_or_else(not_a_state)?;
        let mut all = Self { full: flag(reader)?, limits: BTreeMap::new() };
        for _ in 0..count {
            let parts = reader.array()?;
            let key = Key::read(reader)?;
            let value = match parts {
                2 => None,
                4 => Some(Counter::read(reader)?),
                _ => return Err(not_a_state()),
            };
            all.limits.insert(key.item, Remembered { definition: key.definition, value });
        }
        Ok(all)
    }
}

impl Counter {
    fn write<S: Sink>(&self, writer: &mut Writer<S>) {
        writer.array(self.ring.len() * 2);
        for (which, counted) in &self.ring {
            writer.bytes(which);
            counted.write(writer);
        }
        writer.array(self.fallen.len() * 3);
        for (bucket, (count, latest)) in &self.fallen {
            writer.unsigned((*bucket).into()).unsigned(*count);
            writer.integer((*latest).into());
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        let mut counter = Self::default();
        for _ in 0..pairs(reader, 2)? {
            let which = reader.array_of::<16>()?;
            counter.ring.insert(which, Counted::read(reader)?);
        }
        for _ in 0..pairs(reader, 3)? {
            let bucket = number(reader)?;
            counter.fallen.insert(bucket, (number(reader)?, instant(reader)?));
        }
        Ok(counter)
    }
}

impl Counted {
    fn write<S: Sink>(&self, writer: &mut Writer<S>) {
        writer.array(1 + self.calls.len() * 2);
        writer.array(if self.older.is_some() { 2 } else { 0 });
        if let Some((latest, sum)) = self.older {
            writer.integer(latest.into());
            write_sum(writer, sum);
        }
        for ((time, number), sum) in &self.calls {
            writer.array(2).integer((*time).into());
            writer.unsigned(*number);
            write_sum(writer, *sum);
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        let values = reader.array()?.checked_sub(1).filter(|values| values % 2 == 0).ok_or_else(not_a_state)?;
        let mut counted = Self::default();
        match reader.array()? {
            0 => {}
            2 => counted.older = Some((instant(reader)?, read_sum(reader)?)),
            _ => return Err(not_a_state()),
        }
        for _ in 0..values / 2 {
            if reader.array()? != 2 {
                return Err(not_a_state());
            }
            let place = (instant(reader)?, number(reader)?);
            counted.calls.insert(place, read_sum(reader)?);
        }
        Ok(counted)
    }
}

fn pairs(reader: &mut Reader<'_>, of: u64) -> Result<u64, NotCanonical> {
    let values = reader.array()?;
    if values % of == 0 { Ok(values / of) } else { Err(not_a_state()) }
}

/// The coefficient as 16 bytes, for it may be larger than CBOR's integers.
fn write_sum<S: Sink>(writer: &mut Writer<S>, sum: Sum) {
    writer.array(3).bytes(&sum.amount.coefficient().to_be_bytes()).integer(sum.amount.exponent().into());
    writer.unsigned(sum.unknown.into());
}

fn read_sum(reader: &mut Reader<'_>) -> Result<Sum, NotCanonical> {
    if reader.array()? != 3 {
        return Err(not_a_state());
    }
    let coefficient = i128::from_be_bytes(reader.array_of::<16>()?);
    let exponent = i32::try_from(reader.integer()?).map_err(|_| not_a_state())?;
    let amount = Decimal::new(coefficient, exponent).ok_or_else(not_a_state)?;
    Ok(Sum { amount, unknown: flag(reader)? })
}
