//! Whether the call would complete a pair of duties.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    j.denial(&[29]).unwrap_or(Finding::pass())
}
