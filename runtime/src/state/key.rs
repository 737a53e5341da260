//! What remembered things are filed under: the item, as it was defined when it was remembered.

use crate::cbor::{NotCanonical, Reader, Sink, Writer};

use super::number;

/// An item in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    /// What it is called: the first bytes of the hash of its name.
    pub item: u64,
    /// What it says: the first bytes of the hash of its definition.
    pub definition: u64,
}

impl Key {
    pub(super) fn write<S: Sink>(self, writer: &mut Writer<S>) {
        writer.unsigned(self.item).unsigned(self.definition);
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, NotCanonical> {
        Ok(Self { item: number(reader)?, definition: number(reader)? })
    }
}

/// Something that is remembered under one item. After the item was altered, nothing is known of what it would have remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remembered<T> {
    /// The definition that it was remembered under; the largest of those that were met.
    pub definition: u64,
    /// What; `None` is full, altered or dropped: unknown.
    pub value: Option<T>,
}

/// What is known under an item.
pub(crate) enum Known<'a, T> {
    /// Nothing was remembered.
    Nothing,
    /// This was.
    Value(&'a T),
    /// Full, altered or not carried.
    Unknown,
}

impl<T> Remembered<T> {
    /// What it says to an item as it is defined now.
    pub(crate) fn under(&self, definition: u64) -> Known<'_, T> {
        match &self.value {
            Some(value) if self.definition == definition => Known::Value(value),
            _ => Known::Unknown,
        }
    }

    /// The value to add to, for an item as it is defined now; `None` once it is unknown.
    pub(crate) fn addable(&mut self, definition: u64) -> Option<&mut T> {
        if self.definition != definition {
            self.definition = self.definition.max(definition);
            self.value = None;
        }
        self.value.as_mut()
    }

    /// Merges by the value's own rule; two definitions are unknown.
    pub(crate) fn merge(&mut self, other: &Self, merge: impl FnOnce(&mut T, &T) -> bool) {
        let same = self.definition == other.definition;
        self.definition = self.definition.max(other.definition);
        let kept = match (&mut self.value, &other.value) {
            (Some(ours), Some(theirs)) if same => merge(ours, theirs),
            _ => false,
        };
        if !kept {
            self.value = None;
        }
    }
}
