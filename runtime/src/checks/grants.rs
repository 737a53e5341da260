//! Default-deny: the agent's `uses`, one provider, a fresh grant, and an installed function.

use crate::call::{Fact, Told};
use crate::json::Value;
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if let Some(denial) = j.denial(&[8]) {
        return denial;
    }
    if j.call.function().is_local() {
        return Finding::pass();
    }
    provider(j).or(|| grant(j, "function")).or(|| installed(j))
}

/// Exactly one plugin provides it, and it is the one that the call names.
fn provider<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.told(Fact::Plugin) {
        Told::Nothing => Finding::absent(),
        Told::Unknown => Finding::unknown("Nobody knows which plugin provides the function."),
        Told::Known(fact) => {
            let providers = fact.as_object().and_then(|fact| fact.get("providers")?.as_list()).unwrap_or_default();
            let named = |provider: &Value| {
                j.call.function().plugin().is_none_or(|plugin| provider.as_text().is_some_and(|text| text.as_str() == plugin))
            };
            match providers {
                [provider] if named(provider) => Finding::pass(),
                [] => Finding::refuse("No plugin provides the function."),
                [_] => Finding::refuse("Another plugin provides the function than the call names."),
                _ => Finding::refuse("Several plugins provide the function, so nobody knows which would run."),
            }
        }
    }
}

/// A grant that the call needs, read for this call.
pub(super) fn grant<'c>(j: &Judging<'_, 'c>, what: &'static str) -> Finding<'c> {
    match j.told(Fact::Grant).and_then(Value::as_object) {
        Told::Nothing => Finding::absent(),
        Told::Unknown => Finding::unknown("Nobody knows whether it is granted."),
        Told::Known(grants) => match grants.get(what) {
            Some(Value::Null) => Finding::pass(),
            Some(Value::Bool(true)) => Finding::pass(),
            Some(Value::Bool(false)) => Finding::refuse("A grant that it needs is not given. Ask for the grant."),
            _ => Finding::unknown("Nobody knows whether it is granted."),
        },
    }
}

/// It is installed where the call would be made.
pub(super) fn installed<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.flag(Fact::Installed) {
        Told::Nothing => Finding::absent(),
        Told::Known(true) => Finding::pass(),
        Told::Known(false) => Finding::refuse("It is not installed here."),
        Told::Unknown => Finding::unknown("Nobody knows whether it is installed here."),
    }
}
