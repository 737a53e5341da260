//! That the result's values join the index of origins.

use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.result.and_then(|of| of.value) {
        Some(_) => Finding::saying(Answer::Record, "Its values join the index of origins."),
        None => Finding::absent(),
    }
}
