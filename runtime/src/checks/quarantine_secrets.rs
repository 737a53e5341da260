//! What a quarantined call runs in, where placeholders of secrets stand, and grants for the inventory and the setup.

use crate::call::{Fact, Told};
use crate::json::Value;
use crate::judge::{Finding, Judging};

use super::grants;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    sandboxed(j).or(|| placeholders(j)).or(|| grants::grant(j, "inventory")).or(|| grants::grant(j, "setup"))
}

fn sandboxed<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match (j.job_flag("quarantine"), j.told(Fact::Egress)) {
        (Some(false), _) | (_, Told::Nothing) => Finding::absent(),
        (_, Told::Known(Value::Bool(false))) => Finding::pass(),
        (Some(true), Told::Known(Value::Null)) => {
            Finding::refuse("This job is in quarantine, and the call would run in no sandbox of its own.")
        }
        (Some(true), Told::Known(_)) => Finding::refuse("This job is in quarantine, and the sandbox of the call reaches out."),
        _ => Finding::unknown("It may be that this job is in quarantine, and that the call reaches out."),
    }
}

fn placeholders<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.told(Fact::Placeholders).and_then(Value::as_list) {
        Told::Nothing => Finding::absent(),
        Told::Unknown => Finding::unknown("Nobody knows where placeholders of secrets stand in its arguments."),
        Told::Known(list) => {
            let bound = |entry: &Value| entry.as_object().and_then(|entry| entry.get("bound")?.as_bool()) == Some(true);
            let refusal = "A placeholder of a secret stands where no binding of that argument puts it.";
            if list.iter().all(bound) { Finding::pass() } else { Finding::refuse(refusal) }
        }
    }
}
