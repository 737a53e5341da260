//! A decision that was made before the call came: it stands with its binding, and a policy's meets no people.

use crate::judge::{Finding, Judging, People};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let people = People::of(j);
    if people.approvals().iter().any(|approval| approval.early) { Finding::pass() } else { Finding::absent() }
}
