//! What is done about a write of which nobody knows what became.

use alloc::vec::Vec;

use crate::call::{Fact, Told};
use crate::decide::Reported;
use crate::json::Value;
use crate::judge::{Answer, AskKind, Asked, Finding, Gives, Judging, People, Tri};
use crate::layout::item_effect;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let unsure = match j.told(Fact::Outcome).and_then(Value::as_text) {
        Told::Nothing => return Finding::absent(),
        Told::Known(text) if text.as_str() != "unknown" => return Finding::pass(),
        told => told == Told::Unknown,
    };
    if j.only_reads() == Tri::Yes || People::of(j).outcome_is_met() {
        return Finding::pass();
    }
    let finding = failed(j).unwrap_or_else(|| asked(j));
    if unsure { finding.unsure() } else { finding }
}

fn failed<'c>(j: &Judging<'_, 'c>) -> Option<Finding<'c>> {
    let gift = j.gifts(item_effect::FAIL_JOB).into_iter().find(|gift| gift.certain)?;
    Some(Finding::reported(Answer::FailJob, Reported::Item { item: gift.item, certain: true }))
}

/// The agent's steps; without any, whom the host has it.
fn asked<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let asks = j.gifts(item_effect::ASK_UNKNOWN);
    let steps: Vec<_> = asks.iter().flat_map(|gift| j.steps_of(gift)).collect();
    let question = |step| Asked { kind: AskKind::Outcome, step };
    let asked = if steps.is_empty() { alloc::vec![question(None)] } else { steps.into_iter().map(|step| question(Some(step))).collect() };
    Finding::saying(Answer::Ask, "Nobody knows whether the call was made.").giving(Gives { asked, ..Gives::default() })
}
