//! Where arguments came from, and sequences that the call would complete: they only raise.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    j.denial(&[15]).or_else(|| j.question(&[15])).unwrap_or(Finding::pass())
}
