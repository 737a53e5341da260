//! Whether every tool is withdrawn from this run.

use crate::call::{Fact, Told};
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.flag(Fact::Withdrawn) {
        Told::Nothing => Finding::absent(),
        Told::Known(false) => Finding::pass(),
        Told::Known(true) => Finding::refuse("Every tool is withdrawn from this run. Answer with what you have."),
        Told::Unknown => Finding::unknown("Nobody knows whether tools are withdrawn from this run. Answer with what you have."),
    }
}
