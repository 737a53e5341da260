//! Whether the call has the grant of the job's plugin, inside the job's envelope.

use crate::call::{Fact, Told};
use crate::json::Value;
use crate::judge::{Finding, Judging};

use super::grants;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    grants::grant(j, "function").or(|| match j.told(Fact::Envelope) {
        Told::Nothing | Told::Known(Value::Null) => Finding::absent(),
        Told::Known(Value::Bool(true)) => Finding::pass(),
        Told::Known(_) => Finding::refuse("It lies outside what this job was given authority for."),
        Told::Unknown => Finding::unknown("Nobody knows what this job was given authority for."),
    })
}
