//! Whether grants and installation still hold after a long wait for a yes.

use crate::call::Approval;
use crate::judge::{Finding, Judging, People};

use super::grants;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let people = People::of(j);
    if !people.yeses().any(|approval| waited(j, approval)) {
        return Finding::absent();
    }
    grants::grant(j, "function").or(|| grants::installed(j))
}

/// Longer than the host's threshold, or nobody knows how long; spared where every step says so and the yes is young enough.
fn waited(j: &Judging<'_, '_>, approval: &Approval<'_>) -> bool {
    let Some(threshold) = j.host.long_wait else { return false };
    let (Some(asked), Some(decided)) = (approval.asked_at, approval.decided_at) else { return true };
    let age = j.call.now().map(|now| now.saturating_sub(decided));
    let within = |spared: u32| age.is_some_and(|age| (0..=i64::from(spared)).contains(&age));
    let mut steps = j.needed.iter().filter_map(|asked| asked.step.as_ref()).peekable();
    let spared = steps.peek().is_some() && steps.all(|step| step.terms.recheck.is_some_and(within));
    decided.saturating_sub(asked) > i64::from(threshold) && !spared
}
