//! Whether the tool is there: its server is up and listed it, and it starts no flow.

use crate::call::{Fact, Told};
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let must = |what: &str, due: bool, refusal: &'static str| match j.member(Fact::Tool, what) {
        Told::Nothing => Finding::absent(),
        Told::Known(is) if is == due => Finding::pass(),
        Told::Known(_) => Finding::refuse(refusal),
        Told::Unknown => Finding::unknown("Nobody knows whether the tool is there."),
    };
    must("up", true, "Its server is not up. Try again later.")
        .or(|| must("listed", true, "Its server does not list the function."))
        .or(|| must("flow", false, "It starts a flow, and is not called as a tool."))
}
