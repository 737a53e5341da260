//! Patterns over names, each filed under the piece of it that the fewest others have, so that a name meets few of them.

use std::collections::{BTreeMap, HashMap};

use straza_runtime::functions::{name_key, name_keys};
use straza_runtime::layout::access;

use crate::index::spine::{literal_runs, piece_windows};

/// The kinds of keys.
const KINDS: [u8; 3] = [access::PREFIX, access::SUFFIX, access::PART];

/// Where patterns are filed.
#[derive(Debug, Default)]
pub(super) struct Wildcards {
    /// Places of patterns by key.
    pub(super) filed: BTreeMap<u64, Vec<u32>>,
    /// Lengths of the pieces of each kind, ascending.
    pub(super) lengths: [Vec<u32>; KINDS.len()],
    /// Places of patterns that every name is tried against.
    pub(super) rest: Vec<u32>,
}

/// A key before it is hashed: kind, server, piece.
type Piece<'p> = (u8, Option<&'p str>, Vec<u8>);

impl Wildcards {
    /// Files patterns: the server where it is no glob, and the glob of the name.
    pub(super) fn new<'p>(patterns: impl Iterator<Item = (Option<&'p str>, &'p str)>) -> Self {
        let candidates: Vec<(bool, Vec<Piece<'p>>)> = patterns.map(|(server, name)| (server.is_some(), pieces(server, name))).collect();
        let mut counts: HashMap<&Piece<'p>, u32> = HashMap::new();
        candidates.iter().flat_map(|(_, pieces)| pieces).for_each(|piece| *counts.entry(piece).or_default() += 1);
        let mut out = Self::default();
        for (place, (_, pieces)) in (0u32..).zip(&candidates) {
            let rarest =
                pieces.iter().min_by_key(|piece| (counts.get(piece).copied().unwrap_or(0), piece.0, std::cmp::Reverse(piece.2.len())));
            match rarest {
                Some((kind, server, piece)) => {
                    out.filed.entry(name_key(*kind, *server, piece)).or_default().push(place);
                    let lengths = KINDS.iter().position(|have| have == kind).and_then(|at| out.lengths.get_mut(at));
                    lengths.into_iter().for_each(|lengths| lengths.push(u32::try_from(piece.len()).unwrap_or(u32::MAX)));
                }
                None => out.rest.push(place),
            }
        }
        for lengths in &mut out.lengths {
            lengths.sort_unstable();
            lengths.dedup();
        }
        out
    }

    /// Places of the patterns that may match.
    pub(super) fn candidates(&self, server: &str, name: &str) -> Vec<u32> {
        let mut out = self.rest.clone();
        for (kind, lengths) in KINDS.iter().zip(&self.lengths) {
            for server in [Some(server), None] {
                name_keys(*kind, server, name, lengths.iter().copied(), &mut |key| out.extend(self.filed.get(&key).into_iter().flatten()));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// What it may be filed under. A pattern for every name of a server is filed under what every name begins with: nothing.
fn pieces<'p>(server: Option<&'p str>, name: &str) -> Vec<Piece<'p>> {
    let runs = literal_runs(name);
    let (first, last) = (runs.first().cloned().unwrap_or_default(), runs.last().cloned().unwrap_or_default());
    let mut out: Vec<Piece<'p>> = Vec::new();
    if !first.is_empty() {
        out.push((access::PREFIX, server, first.into_bytes()));
    }
    if !last.is_empty() {
        out.push((access::SUFFIX, server, last.into_bytes()));
    }
    out.extend(runs.iter().flat_map(|run| piece_windows(run.as_bytes())).map(|window| (access::PART, server, window.to_vec())));
    if out.is_empty() && server.is_some() {
        out.push((access::PREFIX, server, Vec::new()));
    }
    out.sort();
    out.dedup();
    out
}
