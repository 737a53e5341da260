//! Whether the approved call is one that the items let pass now, with the yes at hand.

use crate::decide::Word;
use crate::judge::{Answer, Finding, Judging, People};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let people = People::of(j);
    let mut yeses = people.yeses().filter(|approval| approval.kind == "steps" && !approval.early).peekable();
    if yeses.peek().is_none() {
        return Finding::absent();
    }
    if j.decision.word() == Word::Deny {
        return Finding::reported(Answer::Refuse, j.decision.reported());
    }
    let unmet = people.unmet(j.needed);
    if unmet.iter().any(|asked| asked.step.is_some() && !people.is_pending(asked)) {
        return Finding::refuse("The yes at hand does not meet what is asked by now. The call may be made again, which asks again.");
    }
    Finding::pass()
}
