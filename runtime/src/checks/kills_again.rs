//! Row 38 once more, under the server's lock, right before the call.

use crate::judge::{Finding, Judging};

use super::kills;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    kills::look(j)
}
