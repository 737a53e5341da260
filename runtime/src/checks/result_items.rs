//! What is replaced in a result, and whether items or hooks withhold it.

use alloc::vec::Vec;

use crate::call::{Fact, Told};
use crate::decide::Reported;
use crate::json::{Object, Value};
use crate::judge::{Answer, Finding, Gives, Judging, redacted};
use crate::layout::item_effect;

use super::clearance::withheld;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let held = withheld(j, 46);
    let Some(value) = j.result.filter(|_| !matches!(held.answer, Answer::Withhold | Answer::Refuse)).and_then(|of| of.value) else {
        return held;
    };
    let gifts = j.gifts(item_effect::REDACT);
    let own = redacted(j.core, value, &gifts);
    let hooked = match hooks(j) {
        Ok(hooked) => hooked,
        Err(finding) => return finding,
    };
    let result = hooked.map(|given| redacted(j.core, given, &gifts).unwrap_or_else(|| given.clone())).or(own);
    match (result, gifts.first()) {
        (None, _) => Finding::pass(),
        (Some(result), Some(gift)) => {
            let reported = Reported::Item { item: gift.item, certain: gift.certain };
            Finding::reported(Answer::Redact, reported).giving(Gives { result: Some(result), ..Gives::default() })
        }
        (Some(result), None) => {
            Finding::saying(Answer::Redact, "A hook changed the result.").giving(Gives { result: Some(result), ..Gives::default() })
        }
    }
}

/// What hooks on the result left of it; the last that changed it counts.
fn hooks<'j, 'c>(j: &Judging<'j, 'c>) -> Result<Option<&'j Value>, Finding<'c>> {
    let answers = match j.told(Fact::ResultHooks).and_then(Value::as_list) {
        Told::Nothing => return Ok(None),
        Told::Unknown => return Err(Finding::saying(Answer::Withhold, "Nobody knows what the hooks say of the result.").unsure()),
        Told::Known(list) => list.iter().filter_map(Value::as_object).collect::<Vec<&Object>>(),
    };
    let mut left = None;
    for hook in answers {
        match (hook.get("answer").and_then(Value::as_text).map(|text| text.as_str()), hook.get("result")) {
            (Some("pass"), _) => {}
            (Some("redact"), Some(result)) => left = Some(result),
            (Some("withhold"), _) => return Err(Finding::saying(Answer::Withhold, "A hook withholds the result.")),
            _ => return Err(Finding::saying(Answer::Withhold, "A hook on the result failed.")),
        }
    }
    Ok(left)
}
