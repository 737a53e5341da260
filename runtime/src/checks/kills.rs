//! Whether a kill switch stops the call: the policy's, the host's, or the list of revocations.

use alloc::format;
use alloc::string::String;

use crate::call::{Fact, Stopped, Told};
use crate::escape::Escaped;
use crate::judge::{Answer, Finding, Gives, Judging};
use crate::layout::item_effect;
use crate::revocations::{Revoked, Subject};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let own = j.denied(&[38]).map(|said| match said.effect {
        item_effect::PARK => Finding::said(Answer::Hold, said).giving(until(Some(said.until).filter(|until| *until != i64::MAX))),
        _ => Finding::said(Answer::Refuse, said),
    });
    own.unwrap_or(Finding::absent()).or(|| stopped(j, Fact::Killed, "It is killed."))
}

/// What a fact and the list of revocations say, the stricter of the two.
pub(super) fn stopped<'c>(j: &Judging<'_, 'c>, fact: Fact, words: &'static str) -> Finding<'c> {
    told(j, fact, words).or(|| listed(j))
}

fn told<'c>(j: &Judging<'_, 'c>, fact: Fact, words: &'static str) -> Finding<'c> {
    let refusal = |because: Option<&str>| match because {
        Some(because) => Finding::telling(Answer::Refuse, said(words, because)),
        None => Finding::refuse(words),
    };
    match (j.told(fact), j.call.facts().stopped(fact)) {
        (Told::Nothing, _) => Finding::absent(),
        (_, Some(Stopped::No)) => Finding::pass(),
        (_, Some(Stopped::Yes(because))) => refusal(because),
        (_, Some(Stopped::Until(end, because))) => match j.call.now() {
            Some(now) if now >= end => Finding::pass(),
            Some(_) => parked(because).giving(until(Some(end))),
            None => refusal(because).unsure(),
        },
        _ => Finding::unknown("Nobody knows whether it is stopped."),
    }
}

fn listed<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let Some(revocations) = j.host.revocations else { return Finding::absent() };
    let host = &j.host.subject;
    let subject = Subject { device: host.device, grant: host.grant, snapshot: host.snapshot, ..Subject::of(j.call) };
    match revocations.reaches(&subject) {
        Revoked::No => Finding::pass(),
        Revoked::Refuse { reason } => Finding::telling(Answer::Refuse, said("It is revoked.", reason)),
        Revoked::Park { until: end, .. } if j.call.now().is_some_and(|now| now >= end.0) => Finding::pass(),
        Revoked::Park { until: end, reason } => parked(Some(reason)).giving(until(Some(end.0))),
        Revoked::Unknown => Finding::unknown("A revocation may reach it, and nobody knows."),
    }
}

fn parked<'c>(because: Option<&str>) -> Finding<'c> {
    Finding::telling(Answer::Hold, because.map_or(String::from("It is parked."), |because| said("It is parked.", because)))
}

fn said(words: &str, because: &str) -> String {
    format!("{words} {}", Escaped::new(because))
}

fn until<'c>(until: Option<i64>) -> Gives<'c> {
    Gives { until, ..Gives::default() }
}
