//! `std`: the pack of policies that comes with an edition, embedded and pinned by its digest.
//!
//! An edition's pack never changes once it is published; a new edition brings a new one, and old ones stay. `std.guard` of edition 2027 holds no item yet.

use sha2::{Digest as _, Sha256};

use crate::names::module_file;
use crate::split::split;

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
    0x3c, 0xf3, 0xd5, 0x17, 0x3a, 0xf0, 0x37, 0x11, 0x54, 0x52, 0xc6, 0xc7, 0xa5, 0xf1, 0xdc, 0x08, 0x8d, 0xf0, 0x96, 0xfd, 0x37, 0x83,
    0x13, 0x67, 0x92, 0xa7, 0xfd, 0xc8, 0x99, 0x5b, 0x6e, 0x3a,
];

/// The pack of an edition.
pub fn pack(edition: &str) -> Option<&'static Pack> {
    PACKS.iter().find(|pack| pack.edition == edition)
}

/// Whether a path of a repository belongs to `std`, whatever a repository keeps there.
pub fn is_reserved_path(path: &str) -> bool {
    path == SET_FILE || path.starts_with("std/")
}

/// The file of the set that the pack's items stand under.
const SET_FILE: &str = "std.straza";

impl Pack {
    /// The files that bring these modules of the pack into a repository, by path: each that holds an item, and the set that includes it, so
    /// that its items are `std.commands.NAME`. Nothing where none holds one.
    pub fn sources(&self, modules: &[String]) -> Vec<(String, String)> {
        let chosen = self.files.iter().filter(|(name, _)| modules.iter().any(|module| module == name));
        let brought: Vec<_> = chosen.filter(|(_, text)| !split(text).chunks.is_empty()).collect();
        if brought.is_empty() {
            return Vec::new();
        }
        let includes: String = brought.iter().map(|(name, _)| format!("\ninclude {name}")).collect();
        let set = (SET_FILE.to_owned(), format!("//! What holds in every repository.\n\npolicy std {{\n}}\n{includes}\n"));
        brought.into_iter().map(|(name, text)| (module_file(name), (*text).to_owned())).chain([set]).collect()
    }

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
            assert_eq!(split.diagnostics.len(), 0, "{name}");
            assert!(split.file_doc.is_some(), "{name} says what it is");
        }
    }

    #[test]
    fn the_items_of_a_pack_stand_under_one_set_and_empty_modules_bring_nothing() {
        let files = &[("std.a", "rule r {\n on *\n deny\n}\n"), ("std.b", "//! Nothing.\n")];
        let pack = Pack { edition: "x", files, pinned: [0; 32] };
        let of = |modules: &[&str]| pack.sources(&modules.iter().map(|module| (*module).to_owned()).collect::<Vec<_>>());
        assert_eq!((of(&["std.b"]), of(&[])), (Vec::new(), Vec::new()));
        let both = of(&["std.a", "std.b"]);
        assert_eq!(both.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["std/a.straza", "std.straza"]);
        assert!(both.iter().all(|(path, _)| is_reserved_path(path)) && !is_reserved_path("lib/std.straza"));
        assert!(both[1].1.ends_with("policy std {\n}\n\ninclude std.a\n"));
    }

    #[test]
    fn editions_are_told_apart() {
        assert!(pack(EDITION).is_some());
        assert!(pack("2026").is_none());
    }
}
