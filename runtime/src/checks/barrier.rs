//! Whether the call waits for its turn, or falls with it.

use crate::call::{Fact, Told, TurnCall};
use crate::judge::{Answer, Finding, Judging, Tri};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if j.only_reads() == Tri::Yes {
        return Finding::absent();
    }
    let asked = |calls: &[TurnCall], decision: Option<bool>| calls.iter().any(|call| call.asks && call.decision == decision);
    match j.told(Fact::Turn) {
        Told::Nothing => Finding::absent(),
        Told::Unknown => held("Nobody knows what is decided of the other calls of the turn.").unsure(),
        Told::Known(_) => match j.call.facts().turn().unwrap_or_default() {
            calls if asked(&calls, Some(false)) => {
                Finding::refuse("Another call of this turn was denied, and a turn goes as a whole. Plan the turn anew.")
            }
            calls if asked(&calls, None) => held("Another call of this turn waits for a person."),
            _ => Finding::pass(),
        },
    }
}

fn held<'c>(words: &'static str) -> Finding<'c> {
    Finding::saying(Answer::Hold, words)
}
