//! What a yes is bound to: a digest of the items on each list of functions, of what each set gives, and the listings of catalogs.
//!
//! Reasons are left out: a better wording disturbs no pending request. So are an item's place and its neighbours.

use sha2::{Digest, Sha256};
use straza_language::canonical::{item_digest, set_digest};
use straza_language::core::{CoreItem, FunctionName};
use straza_runtime::layout::*;

use super::Builder;

/// Writes the digest of a group's items.
pub(super) fn group(builder: &mut Builder<'_>, items: impl Iterator<Item = CoreItem>) {
    let mut digests: Vec<[u8; 32]> = items.map(|item| item_digest(&CoreItem { because: None, ..item })).collect();
    digests.sort_unstable();
    let digest = digests.iter().fold(Sha256::new_with_prefix("straza/v1/group\0"), |hash, digest| hash.chain_update(digest));
    let record = DigestRecord { digest: digest.finalize().into() };
    builder.sections.push(Section::GroupDigests, |out| record.write(out));
}

/// Writes the digest of what each set gives without its items.
pub(super) fn sets(builder: &mut Builder<'_>) {
    for set in &builder.program.sets {
        let record = DigestRecord { digest: set_digest(set) };
        builder.sections.push(Section::SetDigests, |out| record.write(out));
    }
}

/// Writes the listing of a known function, where its catalog has it.
pub(super) fn listing(builder: &mut Builder<'_>, index: u32, catalog: Option<u32>, function: &FunctionName) {
    let listing = || {
        let listings = &builder.program.catalogs.get(catalog? as usize)?.listings;
        let place = listings.binary_search_by(|(name, _)| name.as_str().cmp(&function.name)).ok()?;
        listings.get(place).map(|(_, digest)| *digest)
    };
    if let Some(digest) = listing() {
        let record = ListingRecord { function: index, digest };
        builder.sections.push(Section::Listings, |out| record.write(out));
    }
}
