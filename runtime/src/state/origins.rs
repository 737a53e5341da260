//! Where values came from: hashes of the values that results and the person's own words held, with the function that gave them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};

use crate::cbor::{NotCanonical, Reader, Sink, Writer};
use crate::limits::{REMEMBERED_SOURCES, REMEMBERED_VALUES};

use super::{flag, not_a_state, number};

/// Who gave a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// The person.
    Principal,
    /// A function's result.
    Function { server: String, name: String },
}

/// Values by the beginning of their hash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins {
    full: bool,
    /// By the hash of a source.
    sources: BTreeMap<u64, Origin>,
    /// Hash of the value, of its source, and whether the result was tainted.
    values: BTreeSet<([u8; 16], u64, bool)>,
    /// Sources of which some result was not seen: it may have held any value.
    unseen: BTreeSet<u64>,
    /// A tainted result was not seen: it may have tainted any value.
    unseen_taint: bool,
}

impl Origins {
    pub(super) const EMPTY: Self =
        Self { full: false, sources: BTreeMap::new(), values: BTreeSet::new(), unseen: BTreeSet::new(), unseen_taint: false };

    /// There may be others.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Who gave a value, and whether that was tainted.
    pub(crate) fn of(&self, value: &[u8; 16]) -> impl Iterator<Item = (&Origin, bool)> {
        let given = self.values.range((*value, 0, false)..=(*value, u64::MAX, true));
        given.filter_map(|(_, source, tainted)| Some((self.sources.get(source)?, *tainted)))
    }

    /// Sources that may have given any value, for nobody saw what they gave.
    pub(crate) fn unseen(&self) -> impl Iterator<Item = &Origin> {
        self.unseen.iter().filter_map(|source| self.sources.get(source))
    }

    /// Whether any value may be tainted.
    pub(crate) fn may_be_tainted(&self) -> bool {
        self.full || self.unseen_taint
    }

    /// Remembers that nobody saw what a source gave.
    pub(crate) fn miss(&mut self, source: u64, origin: &Origin, tainted: bool) {
        self.sources.entry(source).or_insert_with(|| origin.clone());
        self.unseen.insert(source);
        self.unseen_taint |= tainted;
        self.cut();
    }

    /// Remembers a value of a source.
    pub(crate) fn add(&mut self, value: [u8; 16], source: u64, origin: &Origin, tainted: bool) {
        self.sources.entry(source).or_insert_with(|| origin.clone());
        self.values.insert((value, source, tainted));
        self.cut();
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.full |= other.full;
        for (hash, origin) in &other.sources {
            let ours = self.sources.entry(*hash).or_insert_with(|| origin.clone());
            if *origin < *ours {
                *ours = origin.clone();
            }
        }
        self.values.extend(other.values.iter().copied());
        self.unseen.extend(&other.unseen);
        self.unseen_taint |= other.unseen_taint;
        self.cut();
    }

    /// Keeps the first of them by hash: the same ones, however they came together.
    fn cut(&mut self) {
        while self.values.len() > REMEMBERED_VALUES {
            self.full = true;
            self.values.pop_last();
        }
        while self.sources.len() > REMEMBERED_SOURCES {
            self.full = true;
            if let Some((hash, _)) = self.sources.pop_last() {
                self.values.retain(|(_, source, _)| *source != hash);
                self.unseen.remove(&hash);
            }
        }
    }

    pub(super) fn saturate(&mut self) {
        *self = Self { full: true, ..Self::EMPTY };
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.full && self.sources.is_empty() && !self.unseen_taint
    }

    pub(super) fn size(&self) -> usize {
        let source = |origin: &Origin| match origin {
            Origin::Principal => 16,
            Origin::Function { server, name } => 16 + server.len() + name.len(),
        };
        self.sources.values().map(source).sum::<usize>() + self.values.len() * 28 + self.unseen.len() * 9
    }

    pub(super) fn write<S: Sink>(&self, writer: &mut Writer<S>) {
        writer.array(5).unsigned(self.full.into()).unsigned(self.unseen_taint.into()).array(self.sources.len());
        for (hash, origin) in &self.sources {
            match origin {
                Origin::Principal => writer.array(1).unsigned(*hash),
                Origin::Function { server, name } => writer.array(3).unsigned(*hash).text(server).text(name),
            };
        }
        writer.array(self.values.len() * 3);
        for (value, source, tainted) in &self.values {
            writer.bytes(value).unsigned(*source).unsigned((*tainted).into());
        }
        writer.array(self.unseen.len());
        for source in &self.unseen {
            writer.unsigned(*source);
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        if reader.array()? != 5 {
            return Err(not_a_state());
        }
        let mut origins = Self { full: flag(reader)?, unseen_taint: flag(reader)?, ..Self::EMPTY };
        for _ in 0..reader.array()? {
            let parts = reader.array()?;
            let hash = number(reader)?;
            let origin = match parts {
                1 => Origin::Principal,
                3 => Origin::Function { server: reader.text()?.to_string(), name: reader.text()?.to_string() },
                _ => return Err(not_a_state()),
            };
            origins.sources.insert(hash, origin);
        }
        let values = reader.array()?;
        for _ in 0..values / 3 {
            let value = (reader.array_of::<16>()?, number(reader)?, flag(reader)?);
            origins.values.insert(value);
        }
        for _ in 0..reader.array()? {
            origins.unseen.insert(number(reader)?);
        }
        Ok(origins)
    }
}
