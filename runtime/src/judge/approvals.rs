//! Which of the needed steps people have said yes to: pools, counts, four eyes, who may stand for two, how long a yes lasts, what it is bound to.

use alloc::vec::Vec;

use crate::call::{Approval, Decider, Fact, Given, Told};
use crate::steps::{StepKind, StepView};

use super::{AskKind, Asked, Judging, Requester};
use crate::json::is_normal;

/// The word of a pool that means the requester's sponsor.
const SPONSOR: &str = "sponsor";

/// What people said, read against the steps that are needed.
pub(crate) struct People<'j, 'c> {
    judging: Judging<'j, 'c>,
    approvals: Vec<Approval<'j>>,
}

impl<'j, 'c> People<'j, 'c> {
    /// What is at hand. Nothing told is nothing said; told to be unknown is nothing said as well.
    pub(crate) fn of(judging: &Judging<'j, 'c>) -> Self {
        let approvals = judging.call.facts().approvals().unwrap_or_default();
        Self { judging: *judging, approvals }
    }

    /// Everything at hand.
    pub(crate) fn approvals(&self) -> &[Approval<'j>] {
        &self.approvals
    }

    /// Yeses of persons.
    pub(crate) fn yeses(&self) -> impl Iterator<Item = &Approval<'j>> {
        self.approvals.iter().filter(|approval| approval.is_yes() && !approval.by_policy)
    }

    /// The arguments as somebody edited them.
    pub(crate) fn edited(&self) -> Option<&Approval<'j>> {
        self.yeses().find(|approval| approval.arguments.is_some())
    }

    /// What of the needed steps nobody has said yes to.
    pub(crate) fn unmet(&self, needed: &[Asked<'c>]) -> Vec<Asked<'c>> {
        let candidates: Vec<Vec<&str>> = needed.iter().map(|asked| self.candidates(asked)).collect();
        let mut taken: Vec<&str> = Vec::new();
        let mut met: Vec<bool> = needed.iter().map(|_| false).collect();
        // Whoever meets a distinct step meets no other, so these choose first: people whom nothing else waits for, as far as there are any.
        for (at, asked) in needed.iter().enumerate().filter(|(_, asked)| is_distinct(asked)) {
            let others: Vec<&str> =
                candidates.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, of)| of).copied().collect();
            let mut free: Vec<&str> = candidates.get(at).into_iter().flatten().copied().filter(|user| !taken.contains(user)).collect();
            free.sort_by_key(|user| others.contains(user));
            let count = count_of(asked);
            if let (Some(slot), true) = (met.get_mut(at), free.len() >= count) {
                *slot = true;
                taken.extend(free.into_iter().take(count));
            }
        }
        for (at, asked) in needed.iter().enumerate().filter(|(_, asked)| !is_distinct(asked)) {
            let people = candidates.get(at).into_iter().flatten().filter(|user| !taken.contains(user)).count();
            if let Some(slot) = met.get_mut(at) {
                *slot = people >= count_of(asked);
            }
        }
        needed.iter().zip(met).filter(|(_, met)| !met).map(|(asked, _)| asked.clone()).collect()
    }

    /// Whether somebody said yes to a hook's question.
    pub(crate) fn hook_is_met(&self, hook: &str) -> bool {
        self.yeses()
            .any(|approval| approval.kind == "hook" && approval.hook == Some(hook) && self.is_bound(approval) && self.someone(approval))
    }

    /// Whether somebody said yes to a write without a known outcome.
    pub(crate) fn outcome_is_met(&self) -> bool {
        self.yeses().any(|approval| approval.kind == "outcome" && self.is_bound(approval) && self.someone(approval))
    }

    /// Whether the question is open: asked, and nobody has decided.
    pub(crate) fn is_pending(&self, asked: &Asked<'c>) -> bool {
        self.approvals.iter().any(|approval| approval.given == Given::Pending && is_for(approval, asked))
    }

    /// Whether somebody said no to one of the questions.
    pub(crate) fn refusal(&self, needed: &[Asked<'c>]) -> Option<&Approval<'j>> {
        let about = |approval: &&Approval<'j>| needed.iter().any(|asked| is_for(approval, asked));
        self.approvals.iter().filter(|approval| approval.given == Given::No).find(about)
    }

    /// Who may count for a step, each once.
    fn candidates(&self, asked: &Asked<'c>) -> Vec<&'j str> {
        let Some(step) = &asked.step else { return Vec::new() };
        let mut users: Vec<&'j str> = Vec::new();
        for approval in self.yeses().filter(|approval| self.stands(approval, step, asked)) {
            let counts = |decider: &&Decider<'_>| may_decide(decider, step, &approval.pool, &self.judging.requester());
            for decider in approval.by.iter().filter(|decider| is_normal(decider.user)).filter(counts) {
                if !users.contains(&decider.user) {
                    users.push(decider.user);
                }
            }
        }
        users
    }

    /// Whether a yes stands for a step now.
    fn stands(&self, approval: &Approval<'_>, step: &StepView<'_>, asked: &Asked<'_>) -> bool {
        let allowed = !approval.for_job || (step.terms.allowance && approval.job.is_some() && approval.job == self.judging.job());
        is_for(approval, asked) && allowed && is_in_time(approval, step, self.judging.call.now()) && self.is_bound_to(approval, step)
    }

    fn is_bound_to(&self, approval: &Approval<'_>, step: &StepView<'_>) -> bool {
        let tool = step.terms.bind_tool && step.terms.grant.is_some();
        tool || self.is_bound(approval)
    }

    /// Bound to this call, or to the arguments that it edits.
    fn is_bound(&self, approval: &Approval<'_>) -> bool {
        let call = self.judging.call;
        let own = approval.call == Some(call.digest());
        let edited = || approval.arguments.map(|arguments| crate::digest::call_digest(call.server(), call.name(), Some(arguments)));
        own || approval.call.is_some() && approval.call == edited()
    }

    /// Somebody decided who is not the requester.
    fn someone(&self, approval: &Approval<'_>) -> bool {
        let requester = self.judging.requester();
        requester.user.is_some_and(|user| approval.by.iter().any(|decider| is_another(decider, user)))
    }
}

/// Whether a record is about a question.
fn is_for(approval: &Approval<'_>, asked: &Asked<'_>) -> bool {
    match (&asked.kind, &asked.step) {
        (AskKind::Hook(name), _) => approval.kind == "hook" && approval.hook == Some(name.as_str()),
        (AskKind::Outcome, _) => approval.kind == "outcome",
        (AskKind::Steps | AskKind::Loop, Some(step)) if step.kind == StepKind::Approve => {
            approval.kind == "steps" && !approval.pool.is_empty() && approval.pool.iter().all(|who| step.deciders.contains(who))
        }
        (AskKind::Steps | AskKind::Loop, Some(step)) => {
            approval.kind == "steps" && approval.pool.is_empty() && step.kind == StepKind::Confirm
        }
        (AskKind::Steps | AskKind::Loop, None) => false,
    }
}

fn is_distinct(asked: &Asked<'_>) -> bool {
    asked.step.as_ref().is_some_and(|step| step.terms.distinct)
}

fn count_of(asked: &Asked<'_>) -> usize {
    asked.step.as_ref().map_or(1, |step| usize::from(step.count.max(1)))
}

/// Whether somebody may decide a step: a role of the pool that was asked, and four eyes; a confirmation is the requester's own.
fn may_decide(decider: &Decider<'_>, step: &StepView<'_>, pool: &[&str], requester: &Requester<'_>) -> bool {
    match step.kind {
        StepKind::Confirm => requester_confirms(decider, requester),
        StepKind::Approve => {
            let named = |who: &&str| step.deciders.contains(who);
            let by_role = pool.iter().filter(|who| **who != SPONSOR && named(who)).any(|who| decider.roles.contains(who));
            let is_sponsor = requester.sponsor == Some(Some(decider.user));
            let as_sponsor = is_sponsor && pool.contains(&SPONSOR) && step.deciders.contains(&SPONSOR);
            (by_role || as_sponsor) && four_eyes(decider, step, requester)
        }
        _ => false,
    }
}

/// A confirmation is the requester's own.
pub(crate) fn requester_confirms(decider: &Decider<'_>, requester: &Requester<'_>) -> bool {
    requester.user == Some(decider.user)
}

/// The decider is not the requester, nor the requester's sponsor unless the pool itself names the sponsor. Where nobody knows, it may be.
fn four_eyes(decider: &Decider<'_>, step: &StepView<'_>, requester: &Requester<'_>) -> bool {
    if step.terms.self_approval {
        return true;
    }
    let other_than_requester = requester.user.is_some_and(|user| is_another(decider, user));
    let other_than_sponsor = match requester.sponsor {
        _ if step.deciders.contains(&SPONSOR) => true,
        Some(sponsor) => sponsor.is_none_or(|sponsor| is_another(decider, sponsor)),
        None => false,
    };
    other_than_requester && other_than_sponsor
}

/// One person spelled in two forms of Unicode is not two: a name that cannot be compared is nobody else's.
fn is_another(decider: &Decider<'_>, user: &str) -> bool {
    is_normal(decider.user) && decider.user != user
}

/// Whether a yes came in time, and still lasts. Without the times, or without the present one, it is too late.
fn is_in_time(approval: &Approval<'_>, step: &StepView<'_>, now: Option<i64>) -> bool {
    if step.kind != StepKind::Approve || approval.for_job {
        return true;
    }
    let (Some(now), Some(asked), Some(decided)) = (now, approval.asked_at, approval.decided_at) else { return false };
    let within = |from: i64, to: i64, seconds: Option<u32>| seconds.is_none_or(|seconds| to >= from && to - from <= i64::from(seconds));
    if decided < asked || now < decided {
        return false;
    }
    match step.terms.ticket {
        Some(ticket) if step.terms.grant.is_some() => within(asked, decided, Some(ticket)) && within(decided, now, step.terms.grant),
        Some(ticket) => within(asked, now, Some(ticket)),
        None => match step.terms.hold {
            // In time the call waits for it; a late one lets the same call be made again for a while.
            Some(hold) if within(asked, decided, Some(hold)) => {
                step.terms.retry.is_none_or(|retry| within(asked, now, Some(hold.saturating_add(retry))))
            }
            _ => within(decided, now, step.terms.retry),
        },
    }
}

impl Judging<'_, '_> {
    /// The digest of the function's listing as the host sees it now, else as the catalog has it; `Some(None)`: none. `None` is unknown.
    pub(crate) fn listing(&self) -> Option<Option<[u8; 32]>> {
        match self.call.facts().told(Fact::ListingDigest) {
            Told::Known(_) => self.call.facts().listing_digest(),
            Told::Unknown => None,
            Told::Nothing => Some(self.core.listing(self.call)),
        }
    }
}
