//! What happened before a call, kept as it happened: every call that was made or refused, whole, with its results and its approvers.
//!
//! Nothing is summed up. Each question to the state is answered by going through all of it again, so that a compact state can be compared
//! with this. Whether a moving item's condition held is worked out once, when the call was made, on what had happened until then.

mod children;
mod duty;
mod labels;
mod limit;
mod memory;
mod origin;
mod owner;
mod sequence;
mod shared;
mod window;
mod words;

use straza_language::core::{Counter, Effect, Measure, Move};

pub(super) use children::starts_child;

use super::answer::Answer;
use super::call::{Json, Seen};
use super::effects::Applied;
use super::function::{self, Function};
use super::truth::Truth;
use super::{Interpreter, meeting};

/// Which job of which tree. Jobs of one tree have different numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct At {
    /// The tree.
    pub tree: u32,
    /// The job in it.
    pub job: u32,
}

/// Which states a host carries; of what it does not carry nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// The job's.
    pub job: bool,
    /// The tree's.
    pub tree: bool,
    /// The person's.
    pub person: bool,
    /// The agent's.
    pub agent: bool,
}

impl Carried {
    /// All four.
    pub const ALL: Self = Self { job: true, tree: true, person: true, agent: true };
}

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It was made.
    Dispatched,
    /// It was not.
    Refused,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returned {
    /// The result; nothing: nobody saw it.
    pub result: Option<Json>,
    /// Labels that the host found in it.
    pub labels: Vec<String>,
    /// It may have labels that are not listed.
    pub open: bool,
}

/// What people said yes to before a call was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// As whom they said it.
    pub deciders: Vec<String>,
    /// How many.
    pub count: u8,
}

/// A call of the past.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub at: At,
    pub call: Seen,
    pub fate: Fate,
    pub approvals: Vec<Approval>,
    /// Moves that happened or may have happened.
    pub moves: Vec<(Move, Truth)>,
    pub returned: Option<Returned>,
    /// What came back is not to be trusted.
    pub tainted: bool,
}

impl Entry {
    fn new(at: At, call: &Seen, fate: Fate, moves: Vec<(Move, Truth)>) -> Self {
        Self { at, call: call.clone(), fate, approvals: Vec::new(), moves, returned: None, tainted: false }
    }
}

/// What happened next: a call was made or refused, or the result of one came back.
#[derive(Debug, Clone, Copy)]
pub(super) enum Moment {
    Call(usize),
    Return(usize),
}

/// Everything that happened, in its order.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub entries: Vec<Entry>,
    pub moments: Vec<Moment>,
}

impl Record {
    const fn new() -> Self {
        Self { entries: Vec::new(), moments: Vec::new() }
    }
}

static NOTHING: Record = Record::new();

/// The past as a call of a job sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Past<'a> {
    pub record: &'a Record,
    pub at: At,
    pub carried: Carried,
    /// The result that is judged, where one is.
    pub result: Option<&'a Returned>,
    /// A move is being worked out: moves read no results.
    pub in_move: bool,
}

impl Past<'_> {
    /// Nothing has happened, and that is known.
    pub const EMPTY: Past<'static> =
        Past { record: &NOTHING, at: At { tree: 0, job: 0 }, carried: Carried::ALL, result: None, in_move: false };
}

/// A program and what happened under it.
#[derive(Debug, Clone)]
pub struct History<'i> {
    interpreter: &'i Interpreter<'i>,
    record: Record,
    /// What is known of it.
    pub carried: Carried,
}

impl<'i> History<'i> {
    /// Nothing has happened, and that is known.
    pub fn new(interpreter: &'i Interpreter<'i>) -> Self {
        Self { interpreter, record: Record::new(), carried: Carried::ALL }
    }

    /// What the program says of a call now.
    pub fn answer(&self, at: At, call: &Seen) -> Answer {
        self.interpreter.answer_after(call, &self.past(at))
    }

    /// What else applies to a call before it is made: what is filled, answers in a shadow run, is reported, is done about an unknown outcome.
    pub fn effects(&self, at: At, call: &Seen) -> Vec<Applied> {
        self.interpreter.effects_before(call, &self.past(at))
    }

    /// What applies to a call's result: what is withheld, what is redacted.
    pub fn result_effects(&self, at: At, call: &Seen, returned: &Returned) -> Vec<Applied> {
        let past = Past { result: Some(returned), ..self.past(at) };
        self.interpreter.effects_on_result(call, &past)
    }

    /// The value of an atom for a call now.
    pub fn atom(&self, atom: &straza_language::core::Atom, at: At, call: &Seen) -> Truth {
        self.interpreter.atom_after(atom, call, &self.past(at))
    }

    /// The value of a condition for a call now.
    pub fn condition(&self, condition: &straza_language::core::Condition, at: At, call: &Seen) -> Truth {
        self.interpreter.condition_after(condition, call, &self.past(at))
    }

    /// The call is made, with the yes of these; its number is for [`History::finished`].
    pub fn dispatched(&mut self, at: At, call: &Seen, approvals: &[Approval]) -> usize {
        let moves = self.moves(at, call).into_iter().filter(|(step, truth)| happens(step, *truth)).collect();
        self.happened(Entry { approvals: approvals.to_vec(), ..Entry::new(at, call, Fate::Dispatched, moves) })
    }

    /// The call is not made.
    pub fn refused(&mut self, at: At, call: &Seen) {
        let counts = |step: &Move| matches!(step, Move::Count { counter: Counter { measure: Measure::SameCall, .. }, .. });
        let moves = self.moves(at, call).into_iter().filter(|(step, truth)| counts(step) && happens(step, *truth)).collect();
        self.happened(Entry::new(at, call, Fate::Refused, moves));
    }

    /// A result came back. A number that no call has changes nothing.
    pub fn finished(&mut self, number: usize, returned: Returned) {
        let Some(entry) = self.record.entries.get_mut(number).filter(|entry| entry.fate == Fate::Dispatched) else { return };
        entry.returned = Some(returned.clone());
        self.record.moments.push(Moment::Return(number));
        let tainted = self.record.entries.get(number).is_some_and(|entry| self.taints(entry, &returned));
        self.record.entries.get_mut(number).into_iter().for_each(|entry| entry.tainted = tainted);
    }

    /// Whether a result is not to be trusted: by what its function brings now, or by what was or may have been found in it.
    fn taints(&self, entry: &Entry, returned: &Returned) -> bool {
        let brings = |(step, truth): &(Move, Truth)| matches!(step, Move::Label { taints: true, .. }) && happens(step, *truth);
        self.interpreter.tainting_labels().any(|label| returned.open || returned.labels.contains(label))
            || self.moves(entry.at, &entry.call).iter().any(brings)
    }

    fn happened(&mut self, entry: Entry) -> usize {
        let number = self.record.entries.len();
        self.record.entries.push(entry);
        self.record.moments.push(Moment::Call(number));
        number
    }

    /// The moves of the items that the call meets. An event that is only looked at moves nothing.
    fn moves(&self, at: At, call: &Seen) -> Vec<(Move, Truth)> {
        if !function::is_decided(&call.event) {
            return Vec::new();
        }
        moves_of(self.interpreter, call, &Past { in_move: true, ..self.past(at) })
    }

    fn past(&self, at: At) -> Past<'_> {
        Past { record: &self.record, at, carried: self.carried, result: None, in_move: false }
    }
}

/// Every move of an item that the call meets, with the value of the item's condition.
pub(super) fn moves_of(interpreter: &Interpreter<'_>, call: &Seen, past: &Past<'_>) -> Vec<(Move, Truth)> {
    let function = Function::of(interpreter.program, call);
    let met = interpreter.program.items.iter().filter(|item| function.meets(item, call));
    met.filter_map(|item| match &item.effect {
        Effect::Move(step) => {
            let truth = interpreter.condition_after(&item.condition, call, past);
            Some((step.clone(), meeting::weighed(&item.effect, truth, function.server())))
        }
        _ => None,
    })
    .collect()
}

/// What may have happened is remembered; a label is gone only for certain.
fn happens(step: &Move, truth: Truth) -> bool {
    match step {
        Move::Clear { .. } => truth == Truth::True,
        _ => truth != Truth::False,
    }
}
