//! Row 12.

use crate::judge::{Finding, Judging};

use super::hooks;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    hooks::look(j)
}
