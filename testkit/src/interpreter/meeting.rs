//! A call and what of the program it meets: permissions, restrictions, defaults, and the decision they make together.

use std::cmp::Reverse;

use straza_language::core::{
    CommandDefaults, CommandOutcome, CoreItem, DefaultRow, Effect, Move, PolicySet, Program, Restriction, RowHead, Step,
};

use straza_runtime::refusal::Cause;

use super::answer::{Answer, Clause, Fired, Outcome, Reported, Verdict, Word};
use super::call::Seen;
use super::command::{self, Carried};
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
    /// What the policy makes of the command that the call carries.
    carried: Option<Carried<'a>>,
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
#[derive(Clone)]
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
        let is_whole = |item: &&CoreItem| item.command.is_none();
        let alive =
            program.items.iter().filter(is_whole).filter(decides).filter(|item| function.meets(item, call) && is_alive(item, call.now));
        let items = alive
            .map(|item| (item, weighed(&item.effect, interpreter.condition_after(&item.condition, call, past), function.server())))
            .collect();
        let within = program.sets.iter().filter(|set| function::is_within(&set.over, call));
        let sets = within.map(|set| (set, interpreter.condition_after(&set.applies, call, past))).collect();
        Self { program, call, items, sets, function, carried: command::carried(interpreter, call, past) }
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
        let rows = if permissions.is_empty() { [self.defaults(unknowns), self.otherwise(unknowns)].concat() } else { Vec::new() };
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
        if let Some(carried) = &self.carried {
            let given = carried.permissions.iter().filter(|(item, truth)| !item.shadow && *truth >= least);
            let given = given.map(|(item, truth)| self.contribution(item, *truth, Verdict::ALLOW));
            // Only all parts together permit.
            return given.filter(|_| carried.covered >= least).collect();
        }
        let given = self.items.iter().filter(|(item, truth)| !item.shadow && item.effect == Effect::Permit && *truth >= least);
        given.map(|(item, truth)| self.contribution(item, *truth, Verdict::ALLOW)).collect()
    }

    fn restrictions(&self, unknowns: Unknowns) -> Vec<Contribution> {
        let least = if unknowns == Unknowns::Permit { Truth::True } else { Truth::Unknown };
        let applying = self.items.iter().filter(|(item, truth)| !item.shadow && *truth >= least);
        let whole = applying.filter_map(|(item, truth)| Some(self.contribution(item, *truth, steps::asked(&verdict_of(item)?, self.call))));
        whole.chain(self.of_command(least)).chain(self.unreadable(unknowns)).collect()
    }

    /// What command items and sub-calls join. A refusal that only may be meant takes what its set is unsure with.
    fn of_command(&self, least: Truth) -> Vec<Contribution> {
        let Some(carried) = &self.carried else { return Vec::new() };
        let by_parts = carried.restrictions.iter().map(|(item, truth)| (*item, *truth, true));
        let touched = carried.touched.iter().map(|met| (met.item, met.truth, met.in_doubt));
        let applying = by_parts.chain(touched).filter(|(item, truth, _)| !item.shadow && *truth >= least);
        let verdict = |item: &CoreItem, truth: Truth, in_doubt: bool| {
            let is_unsure = command::is_refusal(item) && truth == Truth::Unknown && in_doubt;
            if is_unsure { Some(command_verdict(&self.commands(&item.id.set).unsure)) } else { verdict_of(item) }
        };
        applying
            .filter_map(|(item, truth, in_doubt)| {
                Some(self.contribution(item, truth, steps::asked(&verdict(item, truth, in_doubt)?, self.call)))
            })
            .collect()
    }

    fn commands(&self, set: &str) -> CommandDefaults {
        self.program.sets.iter().find(|found| found.name == set).map(|set| set.commands.clone()).unwrap_or_default()
    }

    /// What sets that speak of commands join where one cannot be read.
    fn unreadable(&self, unknowns: Unknowns) -> Vec<Contribution> {
        let is_unreadable = self.carried.as_ref().is_some_and(|carried| carried.is_unreadable);
        let least = if unknowns == Unknowns::Permit { Truth::True } else { Truth::Unknown };
        let speaking = self
            .sets
            .iter()
            .filter(|(set, applies)| is_unreadable && *applies >= least && command::speaks_of_commands(set, &self.program.items));
        speaking
            .map(|(set, applies)| {
                self.of_clause(set, Clause::Unreadable, *applies == Truth::True, &command_verdict(&set.commands.unreadable))
            })
            .collect()
    }

    /// What sets say of a command that no item settles, in the place of their table.
    fn otherwise(&self, unknowns: Unknowns) -> Vec<Contribution> {
        let speaking = self.sets.iter().filter(|(_, applies)| self.carried.is_some() && *applies != Truth::False);
        speaking
            .filter_map(|(set, applies)| {
                let outcome = set.commands.otherwise.as_ref()?;
                let certain = *applies == Truth::True || unknowns == Unknowns::Permit;
                let verdict = outcome.steps.clone().map_or(Verdict::Deny, Verdict::Steps);
                Some(self.of_clause(set, Clause::Otherwise, certain, &verdict))
            })
            .collect()
    }

    fn of_clause(&self, set: &PolicySet, clause: Clause, certain: bool, verdict: &Verdict) -> Contribution {
        Contribution {
            certain,
            rank: (Reverse(set.priority), set.name.clone(), u32::MAX, 0),
            verdict: steps::asked(verdict, self.call),
            reported: Reported::Commands { set: set.name.clone(), clause, certain },
        }
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
        let is_replaced = |set: &PolicySet| self.carried.is_some() && set.commands.otherwise.is_some();
        for (set, applies) in self.sets.iter().filter(|(set, applies)| *applies != Truth::False && !is_replaced(set)) {
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
        let by_parts = self.carried.iter().flat_map(|carried| carried.restrictions.iter().chain(&carried.permissions)).copied();
        let touched = self.carried.iter().flat_map(|carried| carried.touched.iter().map(|met| (met.item, met.truth)));
        let mut fired: Vec<Fired> = Vec::new();
        for (item, truth) in self.items.iter().copied().chain(by_parts).chain(touched).filter(|(item, truth)| counts(item, *truth)) {
            let certain = truth == Truth::True;
            match fired.iter_mut().find(|one| one.id == item.id && one.part == item.part) {
                Some(again) => again.certain |= certain,
                None => fired.push(Fired { id: item.id.clone(), part: item.part, certain, shadow: item.shadow }),
            }
        }
        fired
    }

    fn permitted(&self) -> Vec<(straza_language::core::ItemId, u16)> {
        let of_parts = self.carried.as_ref().map(|carried| carried.permissions.as_slice());
        let items = of_parts.unwrap_or(&self.items);
        let given = items.iter().filter(|(item, truth)| !item.shadow && item.effect == Effect::Permit && *truth == Truth::True);
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

/// What a clause of `commands` comes to; without one the person is asked.
fn command_verdict(outcome: &Option<CommandOutcome>) -> Verdict {
    match outcome {
        None => Verdict::Steps(vec![Step::Confirm]),
        Some(outcome) => outcome.steps.clone().map_or(Verdict::Deny, Verdict::Steps),
    }
}

fn best<'c>(contributions: impl Iterator<Item = &'c Contribution>) -> Option<Reported> {
    contributions.min_by_key(|one| (!one.certain, one.rank.clone())).map(|one| one.reported.clone())
}
