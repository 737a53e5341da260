//! Row 39, before any hook sees the input.

use crate::judge::{Finding, Judging};

use super::secrets;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    secrets::look(j)
}
