//! Row 17, for local tools.

use crate::judge::{Finding, Judging};

use super::people;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    people::look(j)
}
