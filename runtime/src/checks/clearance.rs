//! Whether the result may reach the model: above the agent's clearance or across a wall it does not.

use crate::decide::Reported;
use crate::judge::{Answer, Finding, Judging};
use crate::layout::item_effect;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    withheld(j, 44)
}

/// Items of a check that withhold the result; before the call is made, where the host cannot hold a result back, they refuse it.
pub(super) fn withheld<'c>(j: &Judging<'_, 'c>, check: u8) -> Finding<'c> {
    if j.result.is_none() && j.host.holds_back() {
        return Finding::absent();
    }
    let mut gifts = j.gifts(item_effect::WITHHOLD);
    gifts.retain(|gift| gift.check == check);
    gifts.sort_by_key(|gift| !gift.certain);
    let Some(gift) = gifts.first() else { return Finding::pass() };
    let answer = if j.result.is_some() { Answer::Withhold } else { Answer::Refuse };
    let finding = Finding::reported(answer, Reported::Item { item: gift.item, certain: gift.certain });
    if gift.certain { finding } else { finding.unsure() }
}
