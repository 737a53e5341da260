//! What a run reached: outcomes, values of each kind of atom, kinds of default rows, causes of refusals.

use std::collections::BTreeMap;
use std::fmt;

use straza_language::core::{
    Atom, Comparison, Condition, ListKind, Measure, Memory, Operand, Owner, PathText, Program, Quantifier, Root, RowHead, Step,
};
use straza_testkit::interpreter::{Answer, At, History, Interpreter, Reported, Seen, Truth, Word};

/// Everything must be reached this often.
const OFTEN: u64 = 100;

/// Counts by name.
#[derive(Default)]
pub struct Reached {
    pairs: u64,
    counts: BTreeMap<String, u64>,
}

impl Reached {
    /// Policies times calls.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Both together.
    pub fn with(mut self, other: Self) -> Self {
        self.pairs += other.pairs;
        other.counts.into_iter().for_each(|(name, count)| *self.counts.entry(name).or_default() += count);
        self
    }

    /// Counts one pair.
    pub fn count(&mut self, program: &Program, interpreter: &Interpreter<'_>, call: &Seen, answer: &Answer) {
        self.pairs += 1;
        self.one(format!("word {}", answer.outcome.word.as_str()));
        self.one(reported(&answer.outcome.reported));
        for (set, row, certain) in &answer.rows {
            let set = program.sets.iter().find(|found| found.name == *set).unwrap();
            let row = &set.defaults[*row as usize];
            self.one(row_name(row.head, &outcome_name(row.steps.as_deref()), *certain));
        }
        let conditions = program.items.iter().map(|item| &item.condition).chain(program.sets.iter().map(|set| &set.applies));
        conditions.for_each(|condition| self.atoms(condition, interpreter, call));
    }

    /// Counts one pair of a call and what happened before it.
    pub fn count_memory(&mut self, program: &Program, history: &History<'_>, at: At, call: &Seen, answer: &Answer) {
        self.pairs += 1;
        self.one(format!("word {}", answer.outcome.word.as_str()));
        for item in &program.items {
            self.memory(&item.condition, history, at, call);
        }
    }

    /// Fails where a question to the state was reached too seldom.
    pub fn assert_memory_was_reached(&self) {
        let names = MEMORY.iter().flat_map(|kind| {
            let truths = [Truth::False, Truth::Unknown, Truth::True];
            truths.into_iter().filter(|truth| *kind != "starts child" || *truth != Truth::Unknown).map(|truth| atom_name(kind, truth))
        });
        self.assert_often(names);
    }

    fn assert_often(&self, names: impl Iterator<Item = String>) {
        let seldom: Vec<String> = names.filter(|name| self.counts.get(name).copied().unwrap_or(0) < OFTEN).collect();
        assert!(seldom.is_empty(), "reached fewer than {OFTEN} times: {seldom:#?}\n{self}");
    }

    fn memory(&mut self, condition: &Condition, history: &History<'_>, at: At, call: &Seen) {
        match condition {
            Condition::True | Condition::False => {}
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| self.memory(part, history, at, call)),
            Condition::Not(inner) => self.memory(inner, history, at, call),
            Condition::Atom(atom) => {
                if let Some(kind) = memory_kind(atom) {
                    self.one(atom_name(kind, history.atom(atom, at, call)));
                }
            }
        }
    }

    /// Fails where something was reached too seldom.
    pub fn assert_everything_was_reached(&self) {
        self.assert_often(expected().into_iter());
    }

    fn atoms(&mut self, condition: &Condition, interpreter: &Interpreter<'_>, call: &Seen) {
        match condition {
            Condition::True | Condition::False => {}
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| self.atoms(part, interpreter, call)),
            Condition::Not(inner) => self.atoms(inner, interpreter, call),
            Condition::Atom(atom) => self.one(atom_name(atom_kind(atom), interpreter.atom(atom, call))),
        }
    }

    fn one(&mut self, name: String) {
        *self.counts.entry(name).or_default() += 1;
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts.iter().try_for_each(|(name, count)| writeln!(f, "{count:>9}  {name}"))
    }
}

/// Every name that must be there.
fn expected() -> Vec<String> {
    let words = Word::ALL.iter().map(|(_, word)| format!("word {word}"));
    let atoms = ATOMS.iter().flat_map(|kind| [Truth::False, Truth::Unknown, Truth::True].map(|truth| atom_name(kind, truth)));
    let heads = [RowHead::Effects(Default::default()), RowHead::Granted, RowHead::Everything];
    let outcomes = ["deny", "allow", "allow after"];
    let rows = heads
        .into_iter()
        .flat_map(|head| outcomes.into_iter().flat_map(move |outcome| [true, false].map(|certain| row_name(head, outcome, certain))));
    let causes = ["item certain", "item unknown", "row certain", "row unknown", "no default", "recorded", "border case", "border schema"];
    words.chain(atoms).chain(rows).chain(causes.map(|cause| format!("reported {cause}"))).collect()
}

fn reported(reported: &Reported) -> String {
    let certainty = |certain: &bool| if *certain { "certain" } else { "unknown" };
    match reported {
        Reported::Item { certain, .. } => format!("reported item {}", certainty(certain)),
        Reported::DefaultRow { certain, .. } => format!("reported row {}", certainty(certain)),
        Reported::Commands { clause, certain, .. } => format!("reported {} {}", clause.as_str(), certainty(certain)),
        Reported::NoDefault => "reported no default".to_owned(),
        Reported::Recorded => "reported recorded".to_owned(),
        Reported::Border(cause) => format!("reported border {}", cause.word()),
    }
}

fn outcome_name(steps: Option<&[Step]>) -> String {
    match steps {
        None => "deny".to_owned(),
        Some([]) => "allow".to_owned(),
        Some(_) => "allow after".to_owned(),
    }
}

fn row_name(head: RowHead, outcome: &str, certain: bool) -> String {
    let head = match head {
        RowHead::Effects(_) => "effects",
        RowHead::Granted => "granted",
        RowHead::Everything => "*",
    };
    format!("row {head} {outcome} {}", if certain { "certain" } else { "unknown" })
}

fn atom_name(kind: &str, truth: Truth) -> String {
    format!("atom {kind} {truth:?}")
}

/// Every kind of atom, operands told apart.
const ATOMS: &[&str] = &[
    "holds",
    "== constant",
    "== attribute",
    "<",
    "<=",
    ">",
    ">=",
    "in constants",
    "in list",
    "has constant",
    "has attribute",
    "like",
    "like path",
    "matches",
    "contains",
    "starts with",
    "ends with",
    "under constant",
    "under attribute",
    "within",
    "exists",
    "any",
    "every",
    "any seen",
];

fn atom_kind(atom: &Atom) -> &'static str {
    match atom {
        Atom::Holds(_) => "holds",
        Atom::Compare { op: Comparison::Equal, right: Operand::Literal(_), .. } => "== constant",
        Atom::Compare { op: Comparison::Equal, right: Operand::Attribute(_), .. } => "== attribute",
        Atom::Compare { op: Comparison::Less, .. } => "<",
        Atom::Compare { op: Comparison::LessOrEqual, .. } => "<=",
        Atom::Compare { op: Comparison::Greater, .. } => ">",
        Atom::Compare { op: Comparison::GreaterOrEqual, .. } => ">=",
        Atom::In { list: ListKind::Literals(_), .. } => "in constants",
        Atom::In { list: ListKind::Attribute(_), .. } => "in list",
        Atom::Has { value: Operand::Literal(_), .. } => "has constant",
        Atom::Has { value: Operand::Attribute(_), .. } => "has attribute",
        Atom::Like { .. } => "like",
        Atom::LikePath { .. } => "like path",
        Atom::Matches { .. } => "matches",
        Atom::Contains { .. } => "contains",
        Atom::StartsWith { .. } => "starts with",
        Atom::EndsWith { .. } => "ends with",
        Atom::Under { base: PathText::Literal(_), .. } => "under constant",
        Atom::Under { base: PathText::Attribute(_), .. } => "under attribute",
        Atom::Within { .. } => "within",
        Atom::Exists(_) => "exists",
        Atom::Quantified { quantifier: Quantifier::Any, .. } => "any",
        Atom::Quantified { quantifier: Quantifier::Every, .. } => "every",
        Atom::Function(_) => "function",
        Atom::StartsChild => "starts child",
        Atom::Memory(_) => "memory",
        Atom::Quantified { quantifier: Quantifier::AnySeen, .. } => "any seen",
    }
}

/// Every question that the state, or a list beside the call's JSON, answers.
const MEMORY: &[&str] = &[
    "sequence of the job",
    "sequence of the tree",
    "duty of the person",
    "duty of the agent",
    "count",
    "sum",
    "same call",
    "from",
    "only from",
    "function",
    "starts child",
    "labels of the job",
    "labels of the tree",
    "hosts",
    "recipients",
];

fn memory_kind(atom: &Atom) -> Option<&'static str> {
    match atom {
        Atom::Function(_) => Some("function"),
        Atom::StartsChild => Some("starts child"),
        Atom::Memory(Memory::Sequence { sequence, .. }) if sequence.owner == Owner::Tree => Some("sequence of the tree"),
        Atom::Memory(Memory::Sequence { .. }) => Some("sequence of the job"),
        Atom::Memory(Memory::Duty { duty, .. }) if duty.owner == Owner::Agent => Some("duty of the agent"),
        Atom::Memory(Memory::Duty { .. }) => Some("duty of the person"),
        Atom::Memory(Memory::Above { counter, .. }) => Some(match counter.measure {
            Measure::Count => "count",
            Measure::Sum => "sum",
            Measure::SameCall => "same call",
        }),
        Atom::Memory(Memory::From { only: true, .. }) => Some("only from"),
        Atom::Memory(Memory::From { only: false, .. }) => Some("from"),
        Atom::Has { list, .. } | Atom::Quantified { list, .. } => match list.root {
            Root::Job => Some("labels of the job"),
            Root::Tree => Some("labels of the tree"),
            Root::Hosts => Some("hosts"),
            Root::Recipients => Some("recipients"),
            _ => None,
        },
        _ => None,
    }
}
