//! A call and what of the program it meets: permissions, restrictions, defaults, and the decision they make together.

use std::cmp::Reverse;

use straza_language::core::{CoreItem, DefaultRow, Effect, Move, PolicySet, Program, Restriction, RowHead};

use straza_runtime::refusal::Cause;

use super::answer::{Answer, Fired, Outcome, Reported, Verdict, Word};
use super::call::Seen;
use super::function::{self, Function, Server};
use super::history::Past;
use super::truth::Truth;
use super::{Interpreter, steps};

/// A call and what of the program it meets.
pub struct Meeting<'a> {
    program: &'a Program,
    call: &'a Seen,
    function: Function,
    /// Items on this call that their dates leave alive, with the value of their condition.
    items: Vec<(&'a CoreItem, Truth)>,
    /// Sets in whose remit the function lies, with the value of their `for`.
    sets: Vec<(&'a PolicySet, Truth)>,
}

/// How unknowns are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknowns {
    /// As they are: restrictions apply, permissions do not.
    Restrict,
    /// Kindly, as if each had turned out to let the call through.
    Permit,
}

/// What joins a decision, or permits.
struct Contribution {
    certain: bool,
    rank: Rank,
    verdict: Verdict,
    reported: Reported,
}

/// Among what is equally strict and equally certain, the least is reported: highest priority, then set, place, part.
type Rank = (Reverse<i32>, String, u32, u32);

impl<'a> Meeting<'a> {
    /// Evaluates every item and set that the call meets.
    pub fn of(interpreter: &Interpreter<'a>, call: &'a Seen, past: &Past<'_>) -> Self {
        let program = interpreter.program;
        let function = Function::of(program, call);
        let decides = |item: &&CoreItem| matches!(item.effect, Effect::Permit | Effect::Restrict(_));
        let alive = program.items.iter().filter(decides).filter(|item| function.meets(item, call) && is_alive(item, call.now));
        let items = alive
            .map(|item| (item, weighed(&item.effect, interpreter.condition_after(&item.condition, call, past), function.server())))
            .collect();
        let within = program.sets.iter().filter(|set| function::is_within(&set.over, call));
        let sets = within.map(|set| (set, interpreter.condition_after(&set.applies, call, past))).collect();
        Self { program, call, items, sets, function }
    }

    /// The decision, for an event that can be refused.
    pub fn decided(&self) -> Answer {
        let permitted = !self.permissions(Unknowns::Restrict).is_empty();
        let rows = if permitted { Vec::new() } else { self.rows(Unknowns::Restrict) };
        Answer {
            outcome: self.outcome(Unknowns::Restrict),
            without_unknown: self.outcome(Unknowns::Permit).verdict,
            fired: self.fired(),
            permitted: self.permitted(),
            rows: rows.into_iter().map(|(set, row, certain)| (set.name.clone(), row, certain)).collect(),
        }
    }

    /// What applied, for an event that is only looked at.
    pub fn recorded(&self) -> Answer {
        let outcome = Outcome { verdict: Verdict::ALLOW, word: Word::Allow, reported: Reported::Recorded };
        Answer { outcome, without_unknown: Verdict::ALLOW, fired: self.fired(), permitted: self.permitted(), rows: Vec::new() }
    }

    fn outcome(&self, unknowns: Unknowns) -> Outcome {
        let permissions = self.permissions(unknowns);
        let rows = if permissions.is_empty() { self.defaults(unknowns) } else { Vec::new() };
        let is_open = permissions.iter().chain(&rows).any(|one| one.certain || unknowns == Unknowns::Permit);
        let restrictions = self.restrictions(unknowns);
        let joining: Vec<&Contribution> = restrictions.iter().chain(&rows).collect();
        let refusal = (!is_open).then_some(&Verdict::Deny);
        let Some(verdict) = steps::joined(joining.iter().map(|one| &one.verdict).chain(refusal)) else {
            return Outcome { verdict: Verdict::Deny, word: Word::Deny, reported: Reported::Border(Cause::Limit) };
        };
        let word = verdict.word();
        let reported = match word {
            Word::Allow => best(permissions.iter()).or_else(|| best(rows.iter().filter(|row| row.certain))),
            word => best(joining.into_iter().filter(|one| one.verdict.word() == word)),
        };
        Outcome { verdict, word, reported: reported.unwrap_or(Reported::NoDefault) }
    }

    fn permissions(&self, unknowns: Unknowns) -> Vec<Contribution> {
        let least = if unknowns == Unknowns::Permit { Truth::Unknown } else { Truth::True };
        let given = self.items.iter().filter(|(item, truth)| !item.shadow && item.effect == Effect::Permit && *truth >= least);
        given.map(|(item, truth)| self.contribution(item, *truth, Verdict::ALLOW)).collect()
    }

    fn restrictions(&self, unknowns: Unknowns) -> Vec<Contribution> {
        let least = if unknowns == Unknowns::Permit { Truth::True } else { Truth::Unknown };
        let applying = self.items.iter().filter(|(item, truth)| !item.shadow && *truth >= least);
        applying.filter_map(|(item, truth)| Some(self.contribution(item, *truth, steps::asked(&verdict_of(item)?, self.call)))).collect()
    }

    fn contribution(&self, item: &CoreItem, truth: Truth, verdict: Verdict) -> Contribution {
        let certain = truth == Truth::True;
        let priority = self.program.sets.iter().find(|set| set.name == item.id.set).map_or(0, |set| set.priority);
        Contribution {
            certain,
            rank: (Reverse(priority), item.id.set.clone(), item.order, u32::from(item.part)),
            verdict,
            reported: Reported::Item { id: item.id.clone(), part: item.part, certain },
        }
    }

    fn defaults(&self, unknowns: Unknowns) -> Vec<Contribution> {
        let speaking = self.rows(unknowns).into_iter();
        speaking
            .filter_map(|(set, row, certain)| {
                let written = set.defaults.get(usize::try_from(row).ok()?)?;
                let verdict = written.steps.clone().map_or(Verdict::Deny, Verdict::Steps);
                Some(Contribution {
                    certain,
                    rank: (Reverse(set.priority), set.name.clone(), u32::MAX, row),
                    verdict: steps::asked(&verdict, self.call),
                    reported: Reported::DefaultRow { set: set.name.clone(), row, certain },
                })
            })
            .collect()
    }

    /// The rows that join: of each set, those whose head may hold, down to the first whose head does.
    fn rows(&self, unknowns: Unknowns) -> Vec<(&'a PolicySet, u32, bool)> {
        let mut joining = Vec::new();
        for (set, applies) in self.sets.iter().filter(|(_, applies)| *applies != Truth::False) {
            for (place, row) in (0u32..).zip(&set.defaults) {
                let head = self.head(row);
                let certain = head == Truth::True && (*applies == Truth::True || unknowns == Unknowns::Permit);
                if certain || head != Truth::False && unknowns == Unknowns::Restrict {
                    joining.push((*set, place, certain));
                }
                if head == Truth::True {
                    break;
                }
            }
        }
        joining
    }

    fn head(&self, row: &DefaultRow) -> Truth {
        match row.head {
            RowHead::Everything => Truth::True,
            RowHead::Granted => self.call.granted.into(),
            RowHead::Effects(selector) => self.function.has_effects(selector),
        }
    }

    fn fired(&self) -> Vec<Fired> {
        let counts = |item: &CoreItem, truth: Truth| match item.effect {
            Effect::Restrict(_) => truth != Truth::False,
            Effect::Permit => item.shadow && truth == Truth::True,
            _ => false,
        };
        let applied = self.items.iter().filter(|(item, truth)| counts(item, *truth));
        applied
            .map(|(item, truth)| Fired { id: item.id.clone(), part: item.part, certain: *truth == Truth::True, shadow: item.shadow })
            .collect()
    }

    fn permitted(&self) -> Vec<(straza_language::core::ItemId, u16)> {
        let given = self.items.iter().filter(|(item, truth)| !item.shadow && item.effect == Effect::Permit && *truth == Truth::True);
        given.map(|(item, _)| (item.id.clone(), item.part)).collect()
    }
}

/// On a server that may be another than the catalog is for nothing permits, and nothing is cleared, for certain; on another one neither at all.
pub fn weighed(effect: &Effect, truth: Truth, server: Server) -> Truth {
    match (effect, server) {
        (Effect::Permit | Effect::Move(Move::Clear { .. }), Server::Unsaid) => truth.min(Truth::Unknown),
        (Effect::Permit | Effect::Move(Move::Clear { .. }), Server::Other) => Truth::False,
        _ => truth,
    }
}

/// Dates: where the time is not known, a permission is not alive and everything else is.
pub fn is_alive(item: &CoreItem, now: Option<i64>) -> bool {
    let unless_known = item.effect != Effect::Permit;
    let has_started = item.starts.is_none_or(|starts| now.map_or(unless_known, |now| now >= starts));
    let has_not_expired = item.expires.is_none_or(|expires| now.map_or(unless_known, |now| now < expires));
    has_started && has_not_expired
}

/// What a restriction asks for; nothing for a permission.
fn verdict_of(item: &CoreItem) -> Option<Verdict> {
    match &item.effect {
        Effect::Permit => None,
        Effect::Restrict(Restriction::Steps(steps)) => Some(Verdict::Steps(steps.clone())),
        Effect::Restrict(_) => Some(Verdict::Deny),
        _ => None,
    }
}

fn best<'c>(contributions: impl Iterator<Item = &'c Contribution>) -> Option<Reported> {
    contributions.min_by_key(|one| (!one.certain, one.rank.clone())).map(|one| one.reported.clone())
}
