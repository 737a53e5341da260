//! `std`: the pack of policies that comes with an edition, embedded and pinned by its digest.
//!
//! An edition's pack never changes once it is published; a new edition brings a new one, and old ones stay. The files of edition 2027 hold no item yet.

use sha2::{Digest as _, Sha256};

/// The edition this program speaks.
pub const EDITION: &str = "2027";

/// A pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pack {
    /// The edition it belongs to.
    pub edition: &'static str,
    /// Module names and texts, sorted.
    pub files: &'static [(&'static str, &'static str)],
    /// SHA-256 of its encoding, see [`Pack::digest`].
    pub pinned: [u8; 32],
}

/// Every edition's pack.
pub const PACKS: &[Pack] = &[Pack {
    edition: EDITION,
    files: &[("std.commands", include_str!("../std/2027/commands.straza")), ("std.guard", include_str!("../std/2027/guard.straza"))],
    pinned: PINNED_2027,
}];

const PINNED_2027: [u8; 32] = [
    0xa7, 0xc7, 0xf3, 0x79, 0x53, 0xcd, 0x10, 0x1b, 0x81, 0x28, 0x5d, 0x46, 0x90, 0x55, 0x4a, 0xc6, 0x8e, 0x60, 0xb1, 0xe8, 0xec, 0x1b,
    0x52, 0xe6, 0x93, 0xa5, 0x96, 0x69, 0x8f, 0x74, 0xb7, 0xf4,
];

/// The pack of an edition.
pub fn pack(edition: &str) -> Option<&'static Pack> {
    PACKS.iter().find(|pack| pack.edition == edition)
}

impl Pack {
    /// SHA-256 over a domain, the edition and each file's name and text, every part preceded by its length (u64, little-endian).
    pub fn digest(&self) -> [u8; 32] {
        let mut hasher = Sha256::new();
        let names = self.files.iter().flat_map(|(name, text)| [*name, *text]);
        for part in ["straza/v1/std", self.edition].into_iter().chain(names) {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_pack_never_changes() {
        for pack in PACKS {
            assert_eq!(pack.digest(), pack.pinned, "edition {}", pack.edition);
        }
    }

    #[test]
    fn every_file_of_a_pack_is_read_without_a_finding() {
        for (name, text) in PACKS.iter().flat_map(|pack| pack.files) {
            let split = crate::split::split(text);
            assert_eq!((split.diagnostics.len(), split.chunks.len()), (0, 0), "{name} is empty in this edition");
            assert!(split.file_doc.is_some(), "{name} says what it is");
        }
    }

    #[test]
    fn editions_are_told_apart() {
        assert!(pack(EDITION).is_some());
        assert!(pack("2026").is_none());
    }
}
