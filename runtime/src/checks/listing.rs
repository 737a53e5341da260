//! Whether the function's listing is the one that the catalog has.

use crate::call::{Fact, Told};
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let Some(approved) = j.core.listing(j.call) else { return Finding::absent() };
    match (j.told(Fact::ListingDigest), j.call.facts().listing_digest()) {
        (Told::Nothing, _) => Finding::absent(),
        (Told::Known(_), Some(Some(now))) if now == approved => Finding::pass(),
        (Told::Known(_), Some(_)) => {
            Finding::refuse("The function is listed otherwise than its catalog says. Have the new listing approved.")
        }
        _ => Finding::unknown("Nobody knows how the function is listed now."),
    }
}
