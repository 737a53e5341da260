//! Sequences of the tree, then origins that refuse, decided again from the receipt.

use crate::json::{Object, Value};
use crate::judge::{Finding, Judging};
use crate::layout::DENY;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if let Some(denial) = j.denial(&[15]) {
        return denial;
    }
    let protected = j.core.protected_by(j.call, |item| item.bits & DENY != 0);
    if protected.is_empty() {
        return Finding::pass();
    }
    let Some(arguments) = j.call.arguments() else {
        return Finding::unknown("Nobody has seen the arguments whose origin it needs.");
    };
    let is_there = |path: &[alloc::string::String]| {
        let Some((first, rest)) = path.split_first() else { return false };
        rest.iter().try_fold(arguments.get(first), |value, key| Some(value?.as_object()?.get(key))).flatten().is_some()
    };
    let has_entry = |path: &[alloc::string::String]| j.call.origins().iter().any(|entry| names(entry, path));
    match protected.iter().find(|path| is_there(path) && !has_entry(path)) {
        Some(_) => Finding::unknown("Its receipt does not say where a protected argument came from."),
        None => Finding::pass(),
    }
}

fn names(entry: &Object, path: &[alloc::string::String]) -> bool {
    entry.get("path").and_then(Value::as_text).is_some_and(|text| text.as_str() == path.join("."))
}
