//! Whether a hook's call is one that the host asks that hook about.

use crate::call::{Fact, Told};
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if !j.by_hook() {
        return Finding::absent();
    }
    let holds = |what: &str, refusal: &'static str| match j.member(Fact::HookCall, what) {
        Told::Known(true) => Finding::pass(),
        Told::Known(false) => Finding::refuse(refusal),
        Told::Unknown | Told::Nothing => Finding::unknown("Nobody knows whether this is a call of that hook."),
    };
    holds("plugin", "The hook is none of the plugin that the call names.")
        .or(|| holds("caller", "Whoever calls the hook is no agent of the job or of its plugin."))
        .or(|| holds("place", "The hook runs elsewhere than the job's hooks."))
        .or(|| holds("input", "The hook's input is no event of this job that it is asked about."))
        .or(|| holds("header", "The call's header names another event than its input."))
}
