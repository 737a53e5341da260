//! Whether a receipt can say where every protected argument came from.

use crate::json::Value;
use crate::judge::{Answer, Finding, Judging};
use crate::limits::{ORIGIN_VALUES, ORIGINS};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let protected = j.core.protected(j.call);
    if protected.is_empty() {
        return Finding::absent();
    }
    let Some(arguments) = j.call.arguments() else {
        return Finding::unknown("Nobody has seen the arguments whose origin it needs.");
    };
    let value = |path: &alloc::vec::Vec<alloc::string::String>| {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(arguments.get(first)?, |value, key| value.as_object()?.get(key))
    };
    let long = protected.iter().filter_map(value).any(|value| value.as_list().is_some_and(|list: &[Value]| list.len() > ORIGIN_VALUES));
    if protected.len() > ORIGINS || long {
        return Finding::refuse("It has more protected arguments than a receipt can speak of. Split the call.");
    }
    Finding::saying(Answer::Record, "Its receipt says where protected arguments came from.")
}
