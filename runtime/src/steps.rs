//! The steps of a decision as people read them: joined by pool, and what of them is asked.

use alloc::vec::Vec;

use crate::compiled::Core;
use crate::decide::{Decision, is_sponsor};
use crate::layout::*;

/// What a step is. The order is the order of running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// The command is read.
    Classify,
    /// Decided again online.
    ServerCheck,
    /// The requester confirms.
    Confirm,
    /// People approve.
    Approve,
    /// Someone is told.
    Notify,
}

/// The parameters of an approval, durations in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Terms {
    /// How long the call is held.
    pub hold: Option<u32>,
    /// How long after a late yes the call may be made.
    pub retry: Option<u32>,
    /// How long the request stays open.
    pub ticket: Option<u32>,
    /// How long after the yes it may be used.
    pub grant: Option<u32>,
    /// A re-check is spared within this time.
    pub recheck: Option<u32>,
    /// The yes is for the function, whatever the arguments.
    pub bind_tool: bool,
    /// Four eyes are lifted.
    pub self_approval: bool,
    /// Whoever satisfies it satisfies no other.
    pub distinct: bool,
    /// The yes may stand for the job.
    pub allowance: bool,
}

impl Terms {
    /// The strictest of both, parameter by parameter.
    fn join(self, other: Self) -> Self {
        let ticket = shorter(self.ticket, other.ticket);
        let unless_ticket = |value: Option<u32>| if ticket.is_some() { None } else { value };
        Self {
            hold: unless_ticket(shorter(self.hold, other.hold)),
            retry: unless_ticket(shorter(self.retry, other.retry)),
            ticket,
            grant: in_both(self.grant, other.grant),
            recheck: in_both(self.recheck, other.recheck),
            bind_tool: self.bind_tool && other.bind_tool,
            self_approval: self.self_approval && other.self_approval,
            distinct: self.distinct || other.distinct,
            allowance: self.allowance && other.allowance,
        }
    }
}

fn shorter(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn in_both(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    a.zip(b).map(|(a, b)| a.min(b))
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepView<'a> {
    /// What it is.
    pub kind: StepKind,
    /// The pool, sorted; who is told.
    pub deciders: Vec<&'a str>,
    /// How many must agree.
    pub count: u8,
    /// How.
    pub terms: Terms,
}

impl StepView<'_> {
    /// Whether satisfying the other step satisfies this one: all of the other's people are in this pool, and enough of them agree.
    fn is_met_by(&self, other: &Self) -> bool {
        self.kind == StepKind::Approve
            && other.kind == StepKind::Approve
            && other.count >= self.count
            && other.deciders.iter().all(|decider| self.deciders.contains(decider))
    }
}

/// The decision's steps: equal pools joined, sorted by kind and pool.
pub(crate) fn joined<'a>(core: &'a Core, decision: &Decision) -> Vec<StepView<'a>> {
    let mut steps: Vec<StepView<'a>> = decision.step_indices().filter_map(|index| view_of(core, index, decision.is_sponsored())).collect();
    steps.sort();
    steps.dedup_by(|later, earlier| {
        let same = later.kind == earlier.kind && later.deciders == earlier.deciders && later.count == earlier.count;
        if same {
            earlier.terms = earlier.terms.join(later.terms);
        }
        same
    });
    steps
}

/// What is asked: a step that another one meets is not asked separately and lends it its terms. Worked out on the whole set.
pub(crate) fn plan<'a>(core: &'a Core, decision: &Decision) -> Vec<StepView<'a>> {
    let steps = joined(core, decision);
    let meets = |step: &StepView<'_>, other: &StepView<'_>| step != other && step.is_met_by(other);
    // Of two steps that meet each other the pools and counts are equal, which joining has made one step: the relation is an order.
    steps
        .iter()
        .filter(|step| !steps.iter().any(|other| meets(step, other)))
        .map(|step| {
            let lent = steps.iter().filter(|other| meets(other, step)).fold(step.terms, |terms, other| terms.join(other.terms));
            StepView { terms: lent, ..step.clone() }
        })
        .collect()
}

/// How many steps people carry out, without allocating: distinct pools, and one for every confirmation.
pub(crate) fn people(core: &Core, decision: &Decision) -> usize {
    let pool = |index: u32| {
        let step = core.step(index)?;
        match step.kind {
            step::CONFIRM => Some(NONE),
            step::APPROVE if decision.is_sponsored() && is_sponsor(core, &step) => Some(NONE),
            step::APPROVE => Some(step.pool),
            _ => None,
        }
    };
    let first = |place: usize, own: u32| !decision.step_indices().take(place).any(|earlier| pool(earlier) == Some(own));
    decision.step_indices().enumerate().filter(|(place, index)| pool(*index).is_some_and(|own| first(*place, own))).count()
}

pub(crate) fn view_of(core: &Core, index: u32, sponsored: bool) -> Option<StepView<'_>> {
    let record = core.step(index)?;
    let kind = match record.kind {
        step::CLASSIFY => StepKind::Classify,
        step::SERVER_CHECK => StepKind::ServerCheck,
        step::CONFIRM => StepKind::Confirm,
        step::APPROVE if sponsored && is_sponsor(core, &record) => StepKind::Confirm,
        step::APPROVE => StepKind::Approve,
        _ => StepKind::Notify,
    };
    let deciders = match kind {
        StepKind::Approve | StepKind::Notify => names(core, record.deciders),
        _ => Vec::new(),
    };
    let terms = if kind == StepKind::Approve { terms(&record) } else { Terms::default() };
    let count = if kind == StepKind::Approve { record.count } else { 1 };
    Some(StepView { kind, deciders, count, terms })
}

fn names(core: &Core, run: Run) -> Vec<&str> {
    run.range().filter_map(|index| core.text_of(core.name(index as u32)?.text)).collect()
}

fn terms(record: &StepRecord) -> Terms {
    let seconds = |value: u32| (value != NONE).then_some(value);
    Terms {
        hold: seconds(record.hold),
        retry: seconds(record.retry),
        ticket: seconds(record.ticket),
        grant: seconds(record.grant),
        recheck: seconds(record.recheck),
        bind_tool: record.flags & step::BIND_TOOL != 0,
        self_approval: record.flags & step::SELF_APPROVAL != 0,
        distinct: record.flags & step::DISTINCT != 0,
        allowance: record.flags & step::ALLOWANCE != 0,
    }
}
