//! What the present policy refuses on the exact keys; nothing else is taken out of the decision.

use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    // A hook's call is under no agent and no routine.
    let checks: &[u8] = if j.by_hook() { &[10, 13, 14] } else { &[6, 8, 9, 10, 13, 14] };
    let default = || j.denied_by_default().map(|reported| Finding::reported(Answer::Refuse, reported));
    j.denial(checks).or_else(default).unwrap_or(Finding::pass())
}
