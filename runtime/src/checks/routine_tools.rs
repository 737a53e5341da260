//! Whether the routine lists the function.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    j.denial(&[9]).unwrap_or(Finding::pass())
}
