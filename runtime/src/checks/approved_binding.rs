//! Whether an approved call is still the one that was approved, where the tool is.

use crate::judge::{Answer, Finding, Judging};

use super::binding;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let finding = binding::look(j);
    match (finding.answer, finding.unknown) {
        (Answer::AskAgain, false) => {
            Finding::saying(Answer::CallAgain, "What it was approved under has changed. You may make the call again, which asks again.")
        }
        (Answer::AskAgain, true) => {
            Finding::unknown("Nobody knows what it was approved under. You may make the call again, which asks again.")
        }
        _ => finding,
    }
}
