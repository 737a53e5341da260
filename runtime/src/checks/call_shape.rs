//! Whether the call names the plugin that provides it, in the shape of where it runs.

use crate::call::{Fact, Told};
use crate::json::Value;
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let plugin = match (j.told(Fact::Plugin), j.call.function().plugin()) {
        (Told::Nothing, _) => Finding::absent(),
        (Told::Unknown, _) => Finding::unknown("Nobody knows which plugin provides the function."),
        (Told::Known(_), None) => Finding::refuse("The call does not name its plugin."),
        (Told::Known(fact), Some(plugin)) => {
            let providers = fact.as_object().and_then(|fact| fact.get("providers")?.as_list()).unwrap_or_default();
            let provides = |provider: &Value| provider.as_text().is_some_and(|text| text.as_str() == plugin);
            let refusal = "The plugin that the call names does not provide the function.";
            if providers.iter().any(provides) { Finding::pass() } else { Finding::refuse(refusal) }
        }
    };
    plugin.or(|| sandbox(j, "shape", "A call in the job's own sandbox has that sandbox's shape, and this one has not."))
}

/// A call in the job's own sandbox: what must be so.
pub(super) fn sandbox<'c>(j: &Judging<'_, 'c>, what: &str, refusal: &'static str) -> Finding<'c> {
    match j.told(Fact::Sandbox) {
        Told::Nothing | Told::Known(Value::Null) => Finding::absent(),
        Told::Unknown => Finding::unknown("Nobody knows whether the call runs in the job's own sandbox."),
        Told::Known(fact) => match fact.as_object().and_then(|fact| fact.get(what)?.as_bool()) {
            Some(true) => Finding::pass(),
            Some(false) => Finding::refuse(refusal),
            None => Finding::unknown("Nobody knows whether the call runs in the job's own sandbox."),
        },
    }
}
