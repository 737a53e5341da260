//! Whether the arguments carry the value of a secret, as the host found; its name is told, never its value.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::call::{Fact, Told};
use crate::escape::Escaped;
use crate::json::Value;
use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.told(Fact::Secrets) {
        Told::Nothing => Finding::absent(),
        Told::Known(Value::Text(text)) if text.as_str() == "clean" => Finding::pass(),
        Told::Known(Value::Object(found)) => {
            let names = found.get("found").and_then(Value::as_list).unwrap_or_default();
            let names: Vec<String> = names.iter().filter_map(Value::as_text).map(|name| Escaped::new(name.as_str()).to_string()).collect();
            let text = format!("Its arguments carry the value of the secret {}. Use the secret's placeholder.", names.join(", "));
            Finding::telling(Answer::Refuse, text)
        }
        Told::Known(_) | Told::Unknown => Finding::unknown("Its arguments were not searched for secrets."),
    }
}
