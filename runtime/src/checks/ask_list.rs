//! That every call comes here: which names a harness asks for is said by [`crate::compiled::Core::asks`].

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(_: &Judging<'_, 'c>) -> Finding<'c> {
    Finding::absent()
}
