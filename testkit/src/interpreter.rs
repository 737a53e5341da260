//! The reference interpreter: a program and a call to a decision, in the slowest and most obvious way.
//!
//! It reads core items and nothing else: no index, no snapshot, no code of the runtime's deciding. It exists to disagree: whatever the
//! runtime decides from signed bytes is compared with this. What keeps a call from meeting the policy at all is here, what a condition means
//! in `condition`, what a decision is in `meeting`, what happened before a call in `history`.

mod amount;
mod answer;
mod call;
mod command;
mod comparison;
mod condition;
mod effects;
mod expressions;
mod function;
mod glob;
mod history;
mod lists;
mod meeting;
mod path;
mod shape;
mod spelling;
mod spread;
mod steps;
mod text;
mod time;
mod truth;
mod value;

use straza_language::core::{Atom, Condition, CoreItem, Effect, Move, PolicySet, Program};
use straza_runtime::call::Call;
use straza_runtime::refusal::Cause;

pub use answer::{Answer, Clause, Fired, Outcome, Reported, Verdict, Word};
pub use call::{Json, Object, Seen, SeenCommand, SeenFlow, SeenPath, SeenTexts};
pub use effects::Applied;
pub use history::{Approval, At, Carried, History, Returned};
pub use truth::Truth;

use expressions::Expressions;
use function::Function;
use history::Past;
use meeting::Meeting;
use value::Place;

/// A program, ready to be asked.
#[derive(Debug, Clone)]
pub struct Interpreter<'p> {
    program: &'p Program,
    expressions: Expressions,
}

impl<'p> Interpreter<'p> {
    /// Reads the program's regular expressions.
    pub fn new(program: &'p Program) -> Self {
        Self { program, expressions: Expressions::of(program) }
    }

    /// What the program says of a call.
    pub fn answer(&self, call: &Call) -> Answer {
        self.answer_seen(&Seen::of(call))
    }

    /// What the program says of a call in the interpreter's own terms, where nothing happened before it.
    pub fn answer_seen(&self, call: &Seen) -> Answer {
        self.answer_after(call, &Past::EMPTY)
    }

    /// The value of one atom on a call, outside every quantifier.
    pub fn atom(&self, atom: &Atom, call: &Seen) -> Truth {
        self.atom_after(atom, call, &Past::EMPTY)
    }

    /// The value of a condition on a call.
    pub fn condition(&self, condition: &Condition, call: &Seen) -> Truth {
        self.condition_after(condition, call, &Past::EMPTY)
    }

    fn answer_after(&self, call: &Seen, past: &Past<'_>) -> Answer {
        if !function::is_decided(&call.event) {
            return self.recorded(call, past);
        }
        match self.border(call) {
            Some(cause) => unmet(Outcome { verdict: Verdict::Deny, word: Word::Deny, reported: Reported::Border(cause) }),
            None => Meeting::of(self, call, past).decided(),
        }
    }

    fn atom_after(&self, atom: &Atom, call: &Seen, past: &Past<'_>) -> Truth {
        Place { interpreter: self, call, past, elements: &[], matched: None }.answer(atom)
    }

    fn condition_after(&self, condition: &Condition, call: &Seen, past: &Past<'_>) -> Truth {
        Place { interpreter: self, call, past, elements: &[], matched: None }.holds(condition)
    }

    /// Labels that say that a value is not to be trusted.
    fn tainting_labels(&self) -> impl Iterator<Item = &String> {
        self.program.items.iter().filter_map(|item| match &item.effect {
            Effect::Move(Move::Label { label, taints: true }) => Some(label),
            _ => None,
        })
    }

    /// An event that nothing can hold back. Of a function that goes by another name here nothing is said.
    fn recorded(&self, call: &Seen, past: &Past<'_>) -> Answer {
        match spelling::is_spelled_otherwise(self.program, call) {
            true => unmet(Outcome { verdict: Verdict::ALLOW, word: Word::Allow, reported: Reported::Recorded }),
            false => Meeting::of(self, call, past).recorded(),
        }
    }

    /// Why the call does not meet the policy at all, if so.
    fn border(&self, call: &Seen) -> Option<Cause> {
        if spelling::is_spelled_otherwise(self.program, call) {
            return Some(Cause::Case);
        }
        let function = Function::of(self.program, call);
        let arguments = call.arguments.as_ref()?;
        if function.arguments().is_some_and(|schema| !shape::fits(schema, &Json::Object(arguments.clone()))) {
            return Some(Cause::Schema);
        }
        self.is_ambiguous(call, arguments, &function).then_some(Cause::Case)
    }

    /// Whether keys that the call's items read, or a `for` whose defaults could speak, can be mistaken for one another.
    fn is_ambiguous(&self, call: &Seen, arguments: &Object, function: &Function) -> bool {
        let met: Vec<&CoreItem> = self.program.items.iter().filter(|item| function.meets(item, call)).collect();
        let effects: Vec<&Effect> = met.iter().map(|item| &item.effect).collect();
        let speaking = |set: &&PolicySet| !set.defaults.is_empty() && function::is_within(&set.over, call);
        let sets = self.program.sets.iter().filter(speaking).map(|set| &set.applies);
        let conditions: Vec<&Condition> = met.iter().map(|item| &item.condition).chain(sets).collect();
        shape::is_ambiguous(&conditions, &effects, arguments)
    }
}

/// The answer where no item was asked.
fn unmet(outcome: Outcome) -> Answer {
    Answer { without_unknown: outcome.verdict.clone(), outcome, fired: Vec::new(), permitted: Vec::new(), rows: Vec::new() }
}
