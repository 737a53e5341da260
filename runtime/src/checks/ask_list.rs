//! That every call comes here: which names a harness asks for is said by [`crate::compiled::Core::asks`].

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if j.core.asks(j.call) { Finding::pass() } else { Finding::absent() }
}
