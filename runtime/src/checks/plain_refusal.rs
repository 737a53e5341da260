//! Whether the function is refused whatever the call holds.

use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if let Some(denial) = j.denial(&[10]) {
        return denial;
    }
    let default = j.denied_by_default().filter(|_| j.is_plainly_refused());
    default.map_or(Finding::pass(), |reported| Finding::reported(Answer::Refuse, reported))
}
