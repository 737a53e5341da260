//! Command rules: this edition reads none, so no policy has any and there is nothing to decide by.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(_: &Judging<'_, 'c>) -> Finding<'c> {
    Finding::absent()
}
