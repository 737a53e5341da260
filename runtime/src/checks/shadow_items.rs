//! What items in shadow would have said of the call as it was proposed.

use crate::judge::{Answer, Finding, Gives, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if j.has_no_shadows() {
        return Finding::absent();
    }
    let proposed = j.call.as_proposed();
    let items = j.shadow_items(proposed.as_ref().unwrap_or(j.call));
    if items.is_empty() {
        return Finding::absent();
    }
    Finding::saying(Answer::Record, "Items in shadow would have applied.").giving(Gives { items, ..Gives::default() })
}
