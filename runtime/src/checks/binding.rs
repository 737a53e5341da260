//! Whether a yes still is for the items and the listing that the person was asked about.

use crate::judge::{Answer, Finding, Judging, People};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let people = People::of(j);
    let mut yeses = people.yeses().filter(|approval| approval.kind == "steps").peekable();
    if yeses.peek().is_none() {
        return Finding::absent();
    }
    let (items, listing) = (j.core.items_digest(j.call), j.listing());
    let (mut changed, mut unknown) = (false, listing.is_none());
    for approval in yeses {
        unknown |= approval.items.is_none() || approval.listing.is_none();
        changed |=
            approval.items.is_some_and(|bound| bound != items) || approval.listing.zip(listing).is_some_and(|(bound, now)| bound != now);
    }
    match (changed, unknown) {
        (true, _) => Finding::saying(Answer::AskAgain, "What the yes was bound to has changed: the person is asked again."),
        (false, true) => Finding::saying(Answer::AskAgain, "Nobody knows what the yes was bound to: the person is asked again.").unsure(),
        (false, false) => Finding::pass(),
    }
}
