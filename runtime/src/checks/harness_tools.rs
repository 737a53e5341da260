//! Whether the agent lists the local tool.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    j.denial(&[8]).unwrap_or(Finding::pass())
}
