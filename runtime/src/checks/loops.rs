//! Calls that repeat others: recorded, asked about, refused, or the end of the job.

use crate::judge::{Answer, Finding, Gives, Judging};
use crate::layout::item_effect;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let items: alloc::vec::Vec<u32> = j.gifts(item_effect::REPORT).iter().map(|gift| gift.item).collect();
    let recorded = Gives { items, ..Gives::default() };
    if let Some(said) = j.denied(&[4]) {
        let stops = said.certain && said.effect == item_effect::STOP_JOB;
        return Finding::said(if stops { Answer::StopJob } else { Answer::Refuse }, said).giving(recorded);
    }
    if let Some(question) = j.question(&[4]) {
        return question.giving(recorded);
    }
    if recorded.items.is_empty() { Finding::pass() } else { Finding::saying(Answer::Record, "The call repeats others.").giving(recorded) }
}
