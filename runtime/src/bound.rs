//! What a yes is bound to besides the call: the items that can concern its function, and the function's listing. And which of its arguments
//! origins protect.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use sha2::{Digest as _, Sha256};

use crate::call::Call;
use crate::compiled::{Core, quantifies};
use crate::decide::{self, Scratch};
use crate::functions;
use crate::layout::*;

/// What separates this digest from every other use of the hash.
const ITEMS_DOMAIN: &str = "straza/v1/items\0";

impl Core {
    /// The digest of everything compiled that can concern the call's function. Other items, reasons and places do not move it.
    pub fn items_digest(&self, call: &Call) -> [u8; 32] {
        let mut scratch = Scratch::new(self);
        let mut digests: Vec<[u8; 32]> = Vec::new();
        if decide::look_up(self, call, &mut scratch).is_ok() {
            digests.extend(scratch.groups.iter().filter_map(|group| self.group_digest(*group)).map(|record| record.digest));
            digests.extend(scratch.remits.iter().filter_map(|set| self.set_digest(*set)).map(|record| record.digest));
        }
        digests.sort_unstable();
        let start = Sha256::new_with_prefix(ITEMS_DOMAIN);
        digests.iter().fold(start, |hash, digest| hash.chain_update(digest)).finalize().into()
    }

    /// The listing that the catalog has of the call's function; `None` where it has none.
    pub fn listing(&self, call: &Call) -> Option<[u8; 32]> {
        let function = functions::known_index(self, call.server(), call.name())?;
        self.listing_of(function)
    }

    /// The listing of a known function.
    pub(crate) fn listing_of(&self, function: u32) -> Option<[u8; 32]> {
        let (mut low, mut high) = (0, self.count(Section::Listings));
        while low < high {
            let middle = low + (high - low) / 2;
            let record = self.listing_record(middle)?;
            match record.function.cmp(&function) {
                core::cmp::Ordering::Equal => return Some(record.digest),
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The arguments that origins protect on the call's function: their keys from the arguments, each once, sorted.
    pub fn protected(&self, call: &Call) -> Vec<Vec<String>> {
        self.protected_by(call, |_| true)
    }

    /// The same by some of the items.
    pub(crate) fn protected_by(&self, call: &Call, wanted: impl Fn(&Item) -> bool) -> Vec<Vec<String>> {
        let mut scratch = Scratch::new(self);
        if decide::look_up(self, call, &mut scratch).is_err() {
            return Vec::new();
        }
        let groups = scratch.groups.iter().filter_map(|group| self.group(*group));
        let items = groups.flat_map(|group| self.list(group.items)).filter_map(|item| self.item_record(item));
        let items = items.filter(|item| item.check == ORIGIN_CHECK && item.flags & item_flag::SHADOW == 0 && wanted(item));
        let mut paths: Vec<Vec<String>> = Vec::new();
        for item in items {
            paths.extend(self.origins_of(item.entry));
        }
        paths.sort();
        paths.dedup();
        paths
    }

    /// The arguments whose origin a condition asks about.
    fn origins_of(&self, entry: u32) -> Vec<Vec<String>> {
        let (mut seen, mut pending, mut paths) = (Vec::new(), alloc::vec![entry], Vec::new());
        while let Some(at) = pending.pop() {
            let Some(instruction) = self.instruction(at).filter(|_| !seen.contains(&at)) else { continue };
            seen.push(at);
            pending.extend([instruction.on_true, instruction.on_false]);
            let Some(atom) = self.atom(instruction.atom) else { continue };
            if quantifies(&atom) {
                pending.push(atom.right);
            }
            let asked = (atom.op == op::MEMORY).then(|| self.tracked(atom.right)).flatten();
            if let Some(attribute) = asked.filter(|asked| asked.kind == tracked::ORIGIN).and_then(|asked| self.attribute(asked.attribute)) {
                let keys = attribute.path.range().filter_map(|key| self.text_of(self.name(key as u32)?.text));
                paths.push(keys.map(ToOwned::to_owned).collect());
            }
        }
        paths
    }
}

/// The check of origins and sequences.
const ORIGIN_CHECK: u8 = 15;
