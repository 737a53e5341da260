//! Whether the running call is to be stopped.

use crate::call::{Fact, Stopped, Told};
use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let killed = match (j.told(Fact::Killed), j.call.facts().stopped(Fact::Killed)) {
        (Told::Nothing, _) => Finding::absent(),
        (_, Some(Stopped::No)) => Finding::pass(),
        (_, Some(Stopped::Until(end, _))) if j.call.now().is_some_and(|now| now >= end) => Finding::pass(),
        (_, Some(_)) => Finding::saying(Answer::StopCall, "It is killed."),
        _ => Finding::saying(Answer::StopCall, "Nobody knows whether it is killed.").unsure(),
    };
    killed.or(|| match j.flag(Fact::Overdue) {
        Told::Nothing => Finding::absent(),
        Told::Known(false) => Finding::pass(),
        Told::Known(true) => Finding::saying(Answer::StopCall, "It runs longer than the tool's time limit."),
        Told::Unknown => Finding::saying(Answer::StopCall, "Nobody knows how long it runs.").unsure(),
    })
}
