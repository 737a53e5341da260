//! The state that a decision is made on: a versioned value, empty in this edition.
//!
//! Labels, positions of sequences, sums of limits and the like will lie here; the signatures that take a state stay as they are.

use alloc::vec::Vec;

use crate::cbor::{NotCanonical, Reader, Writer};

/// The version that this runtime reads and writes.
pub const STATE_VERSION: u32 = 1;

/// A state. An empty one is known to be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    version: u32,
}

impl State {
    /// Nothing has happened, and that is known.
    pub const EMPTY: Self = Self { version: STATE_VERSION };

    /// The version.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Deterministic CBOR: `{1: version}`.
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        writer.map(1).unsigned(1).unsigned(self.version.into());
        writer.finish()
    }

    /// Reads exactly what [`State::encode`] writes.
    pub fn decode(bytes: &[u8]) -> Result<Self, NotCanonical> {
        let other = NotCanonical { offset: 0, what: "not a state of version 1" };
        let mut reader = Reader::new(bytes);
        let found = (reader.map()?, reader.unsigned()?, reader.unsigned()?);
        reader.end()?;
        if found == (1, 1, u64::from(STATE_VERSION)) { Ok(Self::EMPTY) } else { Err(other) }
    }
}

impl Default for State {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_state_reads_back_and_nothing_else_does() {
        assert_eq!(State::EMPTY.encode(), [0xA1, 0x01, 0x01]);
        assert_eq!(State::decode(&[0xA1, 0x01, 0x01]), Ok(State::EMPTY));
        for bytes in [&[][..], &[0xA0], &[0xA1, 0x01, 0x02], &[0xA1, 0x02, 0x01], &[0xA1, 0x01, 0x01, 0x00], &[0xA1, 0x01, 0x18, 0x01]] {
            assert!(State::decode(bytes).is_err(), "{bytes:x?}");
        }
    }
}
