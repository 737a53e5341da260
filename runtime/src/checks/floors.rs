//! Floors, and people who approve before a label leaves: they only raise.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    j.denial(&[14]).or_else(|| j.question(&[14])).unwrap_or(Finding::pass())
}
