//! That the tools of straza itself are never called.

use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let own = j.call.server().eq_ignore_ascii_case("straza");
    if own { Finding::refuse("The tools of straza itself are not called.") } else { Finding::pass() }
}
