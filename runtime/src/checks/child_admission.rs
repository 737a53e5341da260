//! Whether a child is admitted: the node's checks first, then quota, limits and budget.

use crate::call::{Fact, Told};
use crate::judge::{Finding, Judging};

use super::{approved_binding, kills, listing, secrets};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if !j.call.starts_child() {
        return Finding::absent();
    }
    approved_binding::look(j).or(|| listing::look(j)).or(|| kills::look(j)).or(|| secrets::look(j)).or(|| quota(j))
}

fn quota<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let admits = |what: &str, refusal: &'static str| match j.member(Fact::Quota, what) {
        Told::Nothing => Finding::absent(),
        Told::Known(true) => Finding::pass(),
        Told::Known(false) => Finding::refuse(refusal),
        Told::Unknown => Finding::unknown("Nobody knows whether the child is admitted."),
    };
    admits("starter", "The quota of whoever started this job admits no child. Do the work in this job.")
        .or(|| admits("tree", "The limits of the tree admit no child. Do the work in this job."))
        .or(|| admits("budget", "The budget of the tree admits no child. Do the work in this job."))
}
