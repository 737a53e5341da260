//! Whether the entry that says the call will be made is written.

use crate::call::{Fact, Told};
use crate::json::{Text, Value};
use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.told(Fact::Audit).and_then(Value::as_text).and_then(|text| Some(Text::as_str(text))) {
        Told::Nothing => Finding::absent(),
        Told::Known("written") => Finding::pass(),
        Told::Known("pending") => Finding::saying(Answer::Hold, "The entry that says the call will be made is being written."),
        Told::Known(_) => Finding::refuse("No entry, no call: it could not be recorded."),
        Told::Unknown => Finding::unknown("No entry, no call: nobody knows whether it is recorded."),
    }
}
