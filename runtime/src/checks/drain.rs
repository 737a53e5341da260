//! Whether the runtime is draining.

use crate::call::{Fact, Told};
use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.flag(Fact::Draining) {
        Told::Known(true) => Finding::saying(Answer::Hold, "This runtime is draining: the next one makes the call."),
        Told::Known(false) => Finding::pass(),
        Told::Unknown | Told::Nothing => Finding::absent(),
    }
}
