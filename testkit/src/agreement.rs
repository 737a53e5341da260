//! A decision of the runtime in the interpreter's terms, so that both can be compared as values.

use straza_language::core::{Binding, ItemId, Pool, Step, Terms};
use straza_runtime::call::Call;
use straza_runtime::compiled::Core;
use straza_runtime::decide::{self, Decision, Scratch};
use straza_runtime::explain::{self, Explanation};
use straza_runtime::state::States;
use straza_runtime::steps::{StepKind, StepView};

use crate::interpreter::{Answer, At, Clause, Fired, History, Interpreter, Outcome, Reported, Seen, Verdict, Word};

/// What the runtime says of a call, by its explanation; the quick decision, [`decided`], must be the one inside.
pub fn explained(core: &Core, call: &Call) -> Answer {
    answer(core, &core.explain(call, &States::EMPTY))
}

/// An explanation in the interpreter's terms, its lists sorted.
pub fn answer(core: &Core, explanation: &Explanation) -> Answer {
    let fired = |fired: &explain::Fired| {
        let (id, part) = item(core, fired.item)?;
        Some(Fired { id, part, certain: fired.certain, shadow: fired.shadow })
    };
    let rows = |(index, certain): &(u32, bool)| row(core, *index).map(|(set, row)| (set, row, *certain));
    sorted(Answer {
        outcome: outcome(core, &explanation.decision),
        without_unknown: verdict(core, &explanation.without_unknown),
        fired: explanation.fired.iter().filter_map(fired).collect(),
        permitted: explanation.permitted.iter().filter_map(|index| item(core, *index)).collect(),
        rows: explanation.rows.iter().filter_map(rows).collect(),
    })
}

/// What the runtime decides of a call.
pub fn decided(core: &Core, call: &Call, scratch: &mut Scratch) -> Outcome {
    outcome(core, &core.decide(call, &States::EMPTY, scratch))
}

/// A decision in the interpreter's terms.
pub fn outcome(core: &Core, decision: &Decision) -> Outcome {
    Outcome { verdict: verdict(core, decision), word: word(decision.word()), reported: reported(core, decision.reported()) }
}

/// What the interpreter says, its lists sorted.
pub fn interpreted(interpreter: &Interpreter<'_>, call: &Call) -> Answer {
    sorted(interpreter.answer(call))
}

/// What the interpreter says after what happened, its lists sorted.
pub fn remembered(history: &History<'_>, at: At, call: &Call) -> Answer {
    sorted(history.answer(at, &Seen::of(call)))
}

/// What else applies by an explanation, sorted: items with their part, whether for certain, whether in shadow.
pub fn gifts(core: &Core, explanation: &Explanation) -> Vec<Fired> {
    let fired = |fired: &explain::Fired| {
        let (id, part) = item(core, fired.item)?;
        Some(Fired { id, part, certain: fired.certain, shadow: fired.shadow })
    };
    let mut gifts: Vec<Fired> = explanation.gifts.iter().filter_map(fired).collect();
    gifts.sort();
    gifts
}

/// A step in the language's own terms.
pub fn step(view: &StepView<'_>) -> Step {
    let deciders: Vec<String> = view.deciders.iter().map(|decider| (*decider).to_owned()).collect();
    match view.kind {
        StepKind::Classify => Step::Classify,
        StepKind::ServerCheck => Step::ServerCheck,
        StepKind::Confirm => Step::Confirm,
        StepKind::Notify => Step::Notify(deciders.concat()),
        StepKind::Approve => Step::Approve { pool: Pool { deciders, count: view.count }, terms: terms(view) },
    }
}

fn sorted(mut answer: Answer) -> Answer {
    answer.fired.sort();
    answer.permitted.sort();
    answer.rows.sort();
    answer
}

fn terms(view: &StepView<'_>) -> Terms {
    let terms = &view.terms;
    Terms {
        hold: terms.hold,
        retry: terms.retry,
        ticket: terms.ticket,
        grant: terms.grant,
        bind: if terms.bind_tool { Binding::Tool } else { Binding::Call },
        self_approval: terms.self_approval,
        distinct: terms.distinct,
        recheck: terms.recheck,
        allowance: terms.allowance,
    }
}

fn verdict(core: &Core, decision: &Decision) -> Verdict {
    if decision.word() == decide::Word::Deny {
        return Verdict::Deny;
    }
    let mut steps: Vec<Step> = core.steps(decision).iter().map(step).collect();
    steps.sort();
    Verdict::Steps(steps)
}

fn word(word: decide::Word) -> Word {
    match word {
        decide::Word::Allow => Word::Allow,
        decide::Word::Classify => Word::Classify,
        decide::Word::ServerCheck => Word::ServerCheck,
        decide::Word::Confirm => Word::Confirm,
        decide::Word::Approve => Word::Approve,
        decide::Word::Deny => Word::Deny,
    }
}

/// What a decision is reported by, in the interpreter's terms.
pub fn reported(core: &Core, reported: decide::Reported) -> Reported {
    match reported {
        decide::Reported::Item { item: index, certain } => {
            let (id, part) = item(core, index).unwrap_or_else(|| (unnamed(), 0));
            Reported::Item { id, part, certain }
        }
        decide::Reported::DefaultRow { row: index, certain } => {
            let (set, row) = row(core, index).unwrap_or_default();
            Reported::DefaultRow { set, row, certain }
        }
        decide::Reported::Commands { set, clause, certain } => {
            let set = core.set_view(set).map_or_else(String::new, |set| set.name.to_owned());
            let clause = match clause {
                decide::Clause::Otherwise => Clause::Otherwise,
                decide::Clause::Unreadable => Clause::Unreadable,
            };
            Reported::Commands { set, clause, certain }
        }
        decide::Reported::NoDefault => Reported::NoDefault,
        decide::Reported::Recorded => Reported::Recorded,
        decide::Reported::Border(cause) => Reported::Border(cause),
    }
}

fn item(core: &Core, index: u32) -> Option<(ItemId, u16)> {
    let view = core.item(index)?;
    Some((ItemId { set: view.set.to_owned(), name: view.name.to_owned() }, view.part))
}

fn row(core: &Core, index: u32) -> Option<(String, u32)> {
    let view = core.default_row(index)?;
    Some((view.set.to_owned(), view.index))
}

/// What an index without an item is called; no program has such a set.
fn unnamed() -> ItemId {
    ItemId { set: String::new(), name: String::new() }
}
