//! Whether the arguments are the ones that were approved.

use crate::call::Approval;
use crate::judge::{Finding, Judging, People};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let people = People::of(j);
    let mut yeses = people.yeses().filter(|approval| approval.kind != "outcome").peekable();
    if yeses.peek().is_none() || is_for_the_tool(j) {
        return Finding::absent();
    }
    let digest = j.call.digest();
    let differs = |approval: &Approval<'_>| approval.call.map(|call| call != digest);
    let answers: alloc::vec::Vec<Option<bool>> = yeses.map(differs).collect();
    if answers.contains(&Some(true)) {
        return Finding::refuse("These are other arguments than the approved ones. The call may be made again, which asks again.");
    }
    if answers.contains(&None) { Finding::unknown("Nobody knows which arguments were approved.") } else { Finding::pass() }
}

/// Every step binds its yes to the function alone.
fn is_for_the_tool(j: &Judging<'_, '_>) -> bool {
    let mut steps = j.needed.iter().filter_map(|asked| asked.step.as_ref()).peekable();
    steps.peek().is_some() && steps.all(|step| step.terms.bind_tool && step.terms.grant.is_some())
}
