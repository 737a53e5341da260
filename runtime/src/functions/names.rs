//! By what the patterns over names are filed: what a matching name begins with, ends with or contains, under its server or under any.
//!
//! The compiler files each pattern under one key; a name gives every key that could lead to one. What is found is matched in full.

use crate::layout::{Hasher, access, hash, mixed};
use crate::spine::{Window, backward_hash};

/// The key of a pattern: `kind` as in [`access`], the server it names, the piece of its name.
pub fn name_key(kind: u8, server: Option<&str>, piece: &[u8]) -> u64 {
    let hash = match kind {
        access::SUFFIX => backward_hash(access::SUFFIX, piece),
        access::PART => {
            let backward = piece.iter().rev();
            let mut window = Window::of(u32::try_from(piece.len()).unwrap_or(u32::MAX));
            backward.filter_map(|byte| window.as_mut()?.push(*byte)).last().unwrap_or_default()
        }
        _ => {
            let mut hasher = Hasher::new(access::PREFIX);
            hasher.write(piece);
            hasher.finish()
        }
    };
    joined(seed(kind, server), hash)
}

/// Every key of a kind that a name gives, for pieces of these lengths, ascending.
pub fn name_keys(kind: u8, server: Option<&str>, name: &str, lengths: impl Iterator<Item = u32>, found: &mut impl FnMut(u64)) {
    let seed = seed(kind, server);
    match kind {
        access::SUFFIX => pieces(access::SUFFIX, name.bytes().rev(), lengths, &mut |hash| found(joined(seed, hash))),
        access::PART => {
            for mut window in lengths.filter_map(Window::of) {
                name.bytes().rev().filter_map(|byte| window.push(byte)).for_each(|hash| found(joined(seed, hash)));
            }
        }
        _ => pieces(access::PREFIX, name.bytes(), lengths, &mut |hash| found(joined(seed, hash))),
    }
}

fn pieces(kind: u8, mut bytes: impl Iterator<Item = u8>, lengths: impl Iterator<Item = u32>, found: &mut impl FnMut(u64)) {
    let mut hasher = Hasher::new(kind);
    let mut done = 0;
    for length in lengths {
        while done < length {
            let Some(byte) = bytes.next() else { return };
            hasher.push(byte);
            done += 1;
        }
        found(hasher.finish());
    }
}

fn seed(kind: u8, server: Option<&str>) -> u64 {
    server.map_or(u64::from(kind), |server| hash(kind, server.as_bytes()))
}

fn joined(seed: u64, hash: u64) -> u64 {
    mixed(seed.rotate_left(29) ^ hash)
}
