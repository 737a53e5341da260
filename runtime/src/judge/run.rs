//! Running the rows of a call's way.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::Call;
use crate::checks::{Check, TABLE};
use crate::compiled::Core;
use crate::decide::{self, ByCheck, Clause, Decision, Heard, Reported, Scratch, Word};
use crate::evaluate::ResultView;
use crate::functions::{Found, Server};
use crate::json::Value;
use crate::layout::{COMMAND_CHECK, item_effect};
use crate::refusal::Cause;
use crate::state::{State, States};
use crate::steps::{self, StepKind, StepView};

use super::gifts::of_groups;
use super::path::Way;
use super::{Answer, AskKind, Asked, Finding, Host, Judging, Ruling, Traced, Visit};

/// What came of a call.
#[derive(Debug, Clone, Copy, Default)]
pub struct ResultOf<'r> {
    /// What came back; `None` where nobody knows it.
    pub value: Option<&'r Value>,
    /// Labels that the host found in it, and those of a child.
    pub labels: &'r [String],
    /// There may be more labels.
    pub open: bool,
}

/// Before the call is made.
pub(super) fn before<'c>(core: &'c Core, call: &Call, states: &States, host: &Host<'_>, scratch: &mut Scratch) -> Ruling<'c> {
    let way = Way::of(call, host, false);
    match Run::new(core, call, states, host, &way, None, scratch) {
        Ok(mut run) => {
            for check in way.stretches.into_iter().flat_map(super::Rows::iter) {
                let finding = run.look(check);
                run.take(check, finding, scratch);
                if run.ruling.answer.ends() {
                    break;
                }
            }
            run.ruling()
        }
        Err(early) => early.ruling(),
    }
}

/// After it.
pub(super) fn after<'c>(core: &'c Core, call: &Call, of: &ResultOf<'_>, states: &States, host: &Host<'_>) -> Ruling<'c> {
    let (way, mut scratch) = (Way::of(call, host, true), Scratch::new(core));
    match Run::new(core, call, states, host, &way, Some(of), &mut scratch) {
        Ok(mut run) => {
            for check in way.rows().iter() {
                let finding = run.look(check);
                run.take(check, finding, &mut scratch);
                if run.ruling.answer >= Answer::Withhold {
                    break;
                }
            }
            run.ruling()
        }
        // A call that no rule could look at: its result does not reach the model either.
        Err(early @ Early::Refused(_)) => Ruling { answer: Answer::Withhold, ..early.ruling() },
        Err(early) => early.ruling(),
    }
}

/// Every owned row, whatever the others answer, and the table with what each did.
pub(super) fn everything<'c>(
    core: &'c Core,
    call: &Call,
    states: &States,
    host: &Host<'_>,
    of: Option<&ResultOf<'_>>,
) -> (Ruling<'c>, Vec<Traced<'c>>) {
    let (way, mut scratch) = (Way::of(call, host, of.is_some()), Scratch::new(core));
    let mut trace: Vec<Traced<'c>> = TABLE.iter().map(|check| Traced { check, visit: unvisited(check, host, &way) }).collect();
    let mut run = match Run::new(core, call, states, host, &way, of, &mut scratch) {
        Ok(run) => run,
        Err(early) => return (early.ruling(), trace),
    };
    for check in way.stretches.into_iter().flat_map(super::Rows::iter) {
        let finding = run.look(check);
        if let Some(traced) = trace.get_mut(check.index()) {
            traced.visit = Visit::Found(finding.clone());
        }
        let ended = if of.is_some() { run.ruling.answer >= Answer::Withhold } else { run.ruling.answer.ends() };
        if !ended {
            run.take(check, finding, &mut scratch);
        }
    }
    (run.ruling(), trace)
}

fn unvisited<'c>(check: &'static Check, host: &Host<'_>, way: &Way) -> Visit<'c> {
    match check {
        _ if !host.rows.has(check) => Visit::NotOwned,
        _ if way.elsewhere.has(check) => Visit::NotNow,
        _ => Visit::NotMet,
    }
}

/// What settles a call before any row.
#[derive(Debug, Clone, Copy)]
enum Early {
    /// A check before any rule refuses it.
    Refused(Cause),
    /// Nothing can hold the event back.
    Recorded,
}

impl Early {
    fn of(decision: &Decision) -> Self {
        match decision.reported() {
            Reported::Border(cause) => Self::Refused(cause),
            _ => Self::Recorded,
        }
    }

    fn ruling<'c>(self) -> Ruling<'c> {
        match self {
            Self::Refused(cause) => Ruling::border(Decision::deny(cause)),
            Self::Recorded => Ruling::of(Decision::of(Word::Allow, Reported::Recorded)),
        }
    }
}

/// A call on its way.
struct Run<'r, 'c> {
    core: &'c Core,
    came: &'r Call,
    /// With what the rows changed.
    changed: Option<Call>,
    states: &'r States,
    host: &'r Host<'r>,
    heard: Heard,
    with_rules: u64,
    found: Found,
    decision: Decision,
    said: Option<ByCheck>,
    gifts: Vec<u32>,
    shadows: Vec<u32>,
    needed: Vec<Asked<'c>>,
    /// Whether anybody is asked on this way.
    asks: bool,
    /// What nobody said yes to, once the person's row has looked.
    unmet: Option<Vec<Asked<'c>>>,
    result: Option<&'r ResultOf<'r>>,
    /// Labels that the items on results look at, with whether they certainly are there.
    labels: Vec<(String, bool)>,
    open: bool,
    /// An item holds the call.
    held: bool,
    ruling: Ruling<'c>,
}

impl<'r, 'c> Run<'r, 'c> {
    fn new(
        core: &'c Core,
        call: &'r Call,
        states: &'r States,
        host: &'r Host<'r>,
        way: &Way,
        result: Option<&'r ResultOf<'r>>,
        scratch: &mut Scratch,
    ) -> Result<Self, Early> {
        let (heard, with_rules) = way.heard(call, host);
        let (decision, found) = decide::decide_heard(core, call, states, scratch, heard);
        let Some(found) = found else {
            return Err(Early::of(&decision));
        };
        let (gifts, shadows) = of_groups(core, &scratch.groups);
        let mut run = Self {
            core,
            came: call,
            changed: None,
            states,
            host,
            heard,
            with_rules,
            found,
            decision,
            said: None,
            gifts,
            shadows,
            needed: Vec::new(),
            asks: way.asks() && result.is_none(),
            unmet: None,
            result,
            labels: Vec::new(),
            open: false,
            held: false,
            ruling: Ruling::of(decision),
        };
        run.labels();
        run.weigh(scratch)?;
        Ok(run)
    }

    /// What the items say check by check, and what they ask for.
    fn weigh(&mut self, scratch: &mut Scratch) -> Result<(), Early> {
        self.ruling.decision = self.decision;
        if matches!(self.decision.reported(), Reported::Border(_)) {
            return Err(Early::of(&self.decision));
        }
        self.said = if self.decision.word() > Word::Allow {
            ByCheck::of(self.core, self.changed.as_ref().unwrap_or(self.came), self.states, scratch)
        } else {
            None
        };
        self.needed = self.questions();
        Ok(())
    }

    /// Decides again on changed arguments.
    fn again(&mut self, call: Call, scratch: &mut Scratch) {
        let (decision, found) = decide::decide_heard(self.core, &call, self.states, scratch, self.heard);
        self.changed = Some(call);
        self.decision = decision;
        self.found = found.unwrap_or(Found { server: Server::Unknown, ..self.found });
        if let Err(early) = self.weigh(scratch) {
            self.ruling = Ruling { arguments: self.ruling.arguments.take(), ..early.ruling() };
        }
    }

    /// What the decision asks of people, in the order of running.
    fn questions(&self) -> Vec<Asked<'c>> {
        let plan = steps::plan(self.core, &self.decision).into_iter().filter(|step| step.kind != StepKind::Notify);
        plan.map(|step| Asked { kind: if self.is_of_a_loop(&step) { AskKind::Loop } else { AskKind::Steps }, step: Some(step) }).collect()
    }

    /// Whether only a loop asks for a step.
    fn is_of_a_loop(&self, step: &StepView<'_>) -> bool {
        let sponsored = self.decision.is_sponsored();
        let asks = |said: &ByCheck, check: u8| {
            said.steps(check)
                .filter_map(|index| steps::view_of(self.core, index, sponsored))
                .any(|view| view.kind == step.kind && view.deciders == step.deciders && view.count == step.count)
        };
        self.said.as_ref().is_some_and(|said| asks(said, 4) && !(0..64).any(|check| check != 4 && asks(said, check)))
    }

    /// Labels that items on results look at: what the function is known to bring, what was found, and the job's own.
    fn labels(&mut self) {
        let is_of_results = |item: &u32| self.core.item_record(*item).is_some_and(|item| item.effect >= item_effect::WITHHOLD);
        if (self.result.is_none() && self.host.holds_back()) || !self.gifts.iter().any(is_of_results) {
            return;
        }
        let job = self.states.job.as_ref();
        self.labels = self.core.known_labels(self.came, self.states);
        self.labels.extend(self.result.into_iter().flat_map(|of| of.labels).map(|label| (label.clone(), true)));
        self.labels.extend(job.into_iter().flat_map(State::labels).map(|(label, certain)| (label.to_owned(), certain)));
        // Certain before possible, so that the first of a name says it.
        self.labels.sort_by(|a, b| (&a.0, !a.1).cmp(&(&b.0, !b.1)));
        self.labels.dedup_by(|later, first| later.0 == first.0);
        self.open = self.result.is_some_and(|of| of.open) || job.is_none_or(State::labels_open);
    }

    fn look(&self, check: &Check) -> Finding<'c> {
        let view = ResultView { value: self.result.and_then(|of| of.value), labels: &self.labels, open: self.open };
        let judging = Judging {
            core: self.core,
            call: self.changed.as_ref().unwrap_or(self.came),
            states: self.states,
            host: self.host,
            found: self.found,
            decision: &self.decision,
            said: self.said.as_ref(),
            with_rules: self.with_rules,
            gifts: &self.gifts,
            shadows: &self.shadows,
            needed: &self.needed,
            result: self.result,
            view: Some(&view),
        };
        (check.look)(&judging)
    }

    /// Takes what a row found: its answer, and what it changes for the rows behind it.
    fn take(&mut self, check: &'static Check, finding: Finding<'c>, scratch: &mut Scratch) {
        if finding.answer == Answer::Pass && finding.gives().is_none() && !check.decides_people() {
            return;
        }
        let (finding, gives) = finding.split();
        self.ruling.recorded.extend(gives.items);
        if check.number == "3" {
            self.ruling.joins = Some(gives.joins);
        }
        if finding.applies && check.decides_people() {
            // The person's row has the word on everything that items ask.
            self.unmet = Some(gives.asked.clone());
            self.ruling.asked.retain(|asked| matches!(asked.kind, AskKind::Hook(_) | AskKind::Outcome));
            self.ruling.asked.extend(gives.asked);
        } else {
            self.ruling.asked.extend(gives.asked);
        }
        if finding.answer == Answer::Stub {
            self.ruling.stub = gives.stub;
        }
        self.held |= finding.answer == Answer::Hold && matches!(finding.why, super::Why::Reported(_));
        if finding.answer == Answer::Hold && finding.answer > self.ruling.answer {
            self.ruling.until = gives.until;
        }
        if let Some(result) = gives.result {
            self.ruling.result = Some(result);
        }
        // A question of items counts once it is known who is still to be asked.
        if finding.answer == Answer::Ask && check.asks_by_items() {
            return;
        }
        self.ruling.take(check, finding);
        if let Some(arguments) = gives.arguments.filter(|_| !self.ruling.answer.ends()) {
            self.ruling.arguments = Some(arguments.clone());
            let mut call = self.changed.as_ref().unwrap_or(self.came).with_arguments(arguments);
            self.core.feed(&mut call);
            self.again(call, scratch);
        }
    }

    /// The ruling, with the questions of items.
    fn ruling(mut self) -> Ruling<'c> {
        if self.unmet.is_none() && self.asks {
            let needed = core::mem::take(&mut self.needed);
            self.ruling.asked.extend(needed);
        }
        if self.ruling.answer.ends() {
            self.ruling.asked.clear();
            return self.ruling;
        }
        let reported = self.decision.reported();
        if self.decision.word() == Word::Deny && self.result.is_none() && !self.held {
            // No row had it: a fault of the table, and a refusal all the same.
            self.ruling.take(row_of(self.core, reported), Finding::reported(Answer::Refuse, reported));
            self.ruling.asked.clear();
        } else if self.ruling.asked.iter().any(|asked| asked.step.is_some()) {
            self.ruling.take(row_of(self.core, reported), Finding::reported(Answer::Ask, reported));
        }
        self.ruling
    }
}

/// The row of the items that a decision is reported by.
fn row_of(core: &Core, reported: Reported) -> Option<&'static Check> {
    let check = match reported {
        Reported::Item { item, .. } => core.item_record(item).map_or(13, |item| item.check),
        Reported::Commands { clause: Clause::Unreadable, .. } => COMMAND_CHECK,
        _ => 13,
    };
    if check == COMMAND_CHECK {
        return Check::numbered("H7a");
    }
    TABLE.get(usize::from(check.saturating_sub(1)))
}
