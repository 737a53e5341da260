//! Joining what restrictions and defaults ask for.

use std::collections::BTreeSet;

use straza_language::core::{Pool, Step};

use super::answer::Verdict;
use super::call::{Json, Seen};

/// A decision carries at most this many steps that people take.
const PEOPLE_STEPS: usize = 16;
/// A decision joins at most this many different steps, equal pools with other terms counted apart.
const DIFFERENT_STEPS: usize = 64;

/// What one item or row asks for, as it counts for this call: a person's own yes where its sponsor alone is asked, and a refusal where an
/// autonomous principal would have to confirm.
pub fn asked(verdict: &Verdict, call: &Seen) -> Verdict {
    let Verdict::Steps(steps) = verdict else { return Verdict::Deny };
    let steps: Vec<Step> = steps.iter().map(|step| if is_own_yes(step, call) { Step::Confirm } else { step.clone() }).collect();
    if steps.contains(&Step::Confirm) && is_autonomous(call) { Verdict::Deny } else { Verdict::Steps(steps) }
}

/// All of them joined; nothing where that is more than a decision carries.
pub fn joined<'a>(verdicts: impl Iterator<Item = &'a Verdict> + Clone) -> Option<Verdict> {
    if verdicts.clone().any(|verdict| *verdict == Verdict::Deny) {
        return Some(Verdict::Deny);
    }
    let different: BTreeSet<&Step> = verdicts.flat_map(Verdict::steps).collect();
    let steps = different.iter().fold(Vec::new(), |joined, step| with(joined, step));
    let people = steps.iter().filter(|step| matches!(step, Step::Confirm | Step::Approve { .. })).count();
    (different.len() <= DIFFERENT_STEPS && people <= PEOPLE_STEPS).then_some(Verdict::Steps(steps))
}

/// Equal pools are one step with the strictest of both terms.
fn with(mut steps: Vec<Step>, added: &Step) -> Vec<Step> {
    let Step::Approve { pool, terms } = added else {
        if !steps.contains(added) {
            steps.push(added.clone());
        }
        steps.sort();
        return steps;
    };
    let (same, mut others): (Vec<Step>, Vec<Step>) =
        steps.into_iter().partition(|step| matches!(step, Step::Approve { pool: other, .. } if other == pool));
    let terms = same.iter().fold(*terms, |joined, step| match step {
        Step::Approve { terms, .. } => joined.join(*terms),
        _ => joined,
    });
    others.push(Step::Approve { pool: pool.clone(), terms });
    others.sort();
    others
}

/// Whether the sponsor alone is asked, and that is the principal itself. Nobody waits behind an autonomous one, so there not knowing whether it
/// is a person counts as if it were one: to know less never asks for less.
fn is_own_yes(step: &Step, call: &Seen) -> bool {
    let is_sponsor_alone = matches!(step, Step::Approve { pool: Pool { deciders, count: 1 }, .. } if deciders.as_slice() == ["sponsor"]);
    is_sponsor_alone
        && match principal_text(call, "type") {
            Some(kind) => kind == "human",
            None => is_autonomous(call),
        }
}

fn is_autonomous(call: &Seen) -> bool {
    !matches!(principal_text(call, "agency"), Some("interactive" | "supervised"))
}

fn principal_text<'a>(call: &'a Seen, key: &str) -> Option<&'a str> {
    match call.principal.as_ref()?.get(key)? {
        Json::Text(text) => Some(text),
        _ => None,
    }
}
