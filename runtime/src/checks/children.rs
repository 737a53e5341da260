//! How many children, how deep, and no flow inside itself: before anybody is asked.

use crate::call::{Fact, Flow, Told};
use crate::json::Value;
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if let Some(denial) = j.denial(&[6]) {
        return denial;
    }
    let above = |name: &str| {
        let flows = j.call.facts().member(Fact::Flow, "above")?.as_list()?;
        Some(flows.iter().filter_map(Value::as_text).any(|flow| flow.as_str() == name))
    };
    match j.call.flow() {
        Flow::Starts(name) => match above(name) {
            Some(true) => Finding::refuse("The flow that it starts is above this job already. Do the work in this job."),
            Some(false) => Finding::pass(),
            None => Finding::unknown("Nobody knows whether the flow that it starts is above this job. Do the work in this job."),
        },
        Flow::Unknown if j.member(Fact::Tool, "flow") == Told::Known(true) => {
            Finding::unknown("Nobody knows which flow it starts. Do the work in this job.")
        }
        Flow::Unknown | Flow::None => Finding::absent(),
    }
}
