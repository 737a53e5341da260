//! Arguments that get their value before anything decides: by a `fill`, then by the host's budget.

use alloc::vec::Vec;

use crate::call::{Fact, Told};
use crate::json::{self, Object, Value};
use crate::judge::gifts::Gift;
use crate::judge::{Answer, Finding, Gives, Judging, filled};
use crate::layout::item_effect;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let fills = j.gifts(item_effect::FILL);
    let budget = j.told(Fact::BudgetArgument);
    if fills.is_empty() && matches!(budget, Told::Nothing | Told::Known(Value::Null)) {
        return Finding::absent();
    }
    let is_known = j.is_meant() && fills.iter().all(|fill| fill.certain) && budget != Told::Unknown;
    let Some(arguments) = j.call.arguments().filter(|_| is_known) else { return Finding::unknown(UNFILLED) };
    let mut now = None;
    for (path, value) in fills.iter().filter_map(|fill| given(j, fill)).chain(budget.known().and_then(budgeted)) {
        match filled(now.as_ref().unwrap_or(arguments), &path, &value) {
            Ok(Some(next)) => now = Some(next),
            Ok(None) => {}
            Err(()) => return Finding::refuse(UNFILLED),
        }
    }
    now.map_or(Finding::pass(), changed)
}

const UNFILLED: &str = "An argument of it could not be filled in. Send the argument yourself.";

fn changed<'c>(arguments: Object) -> Finding<'c> {
    Finding::saying(Answer::Change, "An argument was filled in.").giving(Gives { arguments: Some(arguments), ..Gives::default() })
}

/// Path and value of a `fill`.
fn given<'j>(j: &Judging<'_, 'j>, fill: &Gift) -> Option<(Vec<&'j str>, Value)> {
    let keys = fill.record.path.range().map(|key| j.core.text_of(j.core.name(key as u32)?.text));
    let value = json::read(j.core.text_of(fill.record.text)?.as_bytes()).ok()?;
    Some((keys.collect::<Option<Vec<_>>>()?, value))
}

/// Path and value of the host's budget.
fn budgeted(fact: &Value) -> Option<(Vec<&str>, Value)> {
    let fact = fact.as_object()?;
    let keys = fact.get("argument")?.as_list()?.iter().map(|key| key.as_text().map(|text| text.as_str()));
    Some((keys.collect::<Option<Vec<_>>>()?, fact.get("value")?.clone()))
}
