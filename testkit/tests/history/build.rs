//! Items, calls and histories, made by hand.

use serde_json::{Value, json};
use straza_language::core::{
    Atom, Attribute, Comparison, Condition, CoreItem, Counter, Decimal, Duty, Effect, FunctionPattern, FunctionSelector, Glob, ItemId,
    ItemKind, Literal, Measure, Memory, Move, Operand, Owner, PolicySet, Program, Reading, Root, Sequence, Target,
};
use straza_runtime::call::Call;
use straza_testkit::interpreter::{At, History, Interpreter, Json, Returned, Seen, Truth};

pub const HERE: At = At { tree: 0, job: 0 };
pub const SIBLING: At = At { tree: 0, job: 1 };
pub const ELSEWHERE: At = At { tree: 1, job: 0 };

/// A program of items, each on `crm.NAME`.
pub fn program(items: Vec<CoreItem>) -> Program {
    let set = PolicySet {
        name: "s".to_owned(),
        priority: 0,
        over: Vec::new(),
        applies: Condition::True,
        defaults: Vec::new(),
        commands: Default::default(),
    };
    Program { sets: vec![set], items, catalogs: Vec::new() }
}

/// An item on `crm.NAME`.
pub fn item(name: &str, condition: Condition, effect: Effect) -> CoreItem {
    CoreItem {
        id: id("i"),
        kind: ItemKind::Rule,
        order: 0,
        part: 0,
        on: vec![target("crm", name)],
        condition,
        effect,
        shadow: false,
        is_final: false,
        starts: None,
        expires: None,
        because: None,
        command: None,
    }
}

pub fn id(name: &str) -> ItemId {
    ItemId { set: "s".to_owned(), name: name.to_owned() }
}

pub fn target(server: &str, name: &str) -> Target {
    let pattern = FunctionPattern { server: Glob(server.to_owned()), name: Glob(name.to_owned()) };
    Target { pattern, effects: FunctionSelector::default(), having: Vec::new(), lacking: Vec::new(), event: None }
}

pub fn moved(name: &str, step: Move) -> CoreItem {
    item(name, Condition::True, Effect::Move(step))
}

/// A move that happens where `args.KEY == 1`; without the argument nobody can say.
pub fn moved_if_one(name: &str, key: &str, step: Move) -> CoreItem {
    item(name, is_one(key), Effect::Move(step))
}

pub fn is_one(key: &str) -> Condition {
    let one = Literal::Number(decimal("1"));
    Condition::atom(Atom::Compare { left: argument(key), op: Comparison::Equal, right: Operand::Literal(one) })
}

pub fn argument(key: &str) -> Attribute {
    attribute(Root::Args, key)
}

pub fn attribute(root: Root, key: &str) -> Attribute {
    let path = if key.is_empty() { Vec::new() } else { vec![key.to_owned()] };
    Attribute { root, path, reading: Reading::Plain, otherwise: None }
}

pub fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

pub fn sequence(steps: u8, owner: Owner, window: Option<u32>) -> Sequence {
    Sequence { item: id("seq"), owner, window, steps, variables: 1 }
}

pub fn duty(owner: Owner, window: Option<u32>) -> Duty {
    Duty { item: id("duty"), owner, window }
}

pub fn counter(measure: Measure, owner: Owner, window: Option<u32>) -> Counter {
    Counter { item: id("limit"), owner, window, measure }
}

pub fn ask(memory: Memory) -> Atom {
    Atom::Memory(memory)
}

/// `crm.NAME` with arguments, by dana, a person, at second 0; the members replace or add, `null` takes away.
pub fn call_with(name: &str, arguments: Value, members: Value) -> Seen {
    let mut call = json!({
        "straza-call": 1, "event": "tool.pre", "function": {"server": "crm", "name": name}, "arguments": arguments,
        "principal": {"user": "dana", "type": "human", "agency": "interactive"}, "agent": {"name": "triage"},
        "job": {"id": "j"}, "now": "1970-01-01T00:00:00Z",
    });
    let parts = call.as_object_mut().unwrap();
    members.as_object().unwrap().iter().for_each(|(key, value)| drop(parts.insert(key.clone(), value.clone())));
    parts.retain(|_, value| !value.is_null());
    Seen::of(&Call::read(call.to_string().as_bytes()).unwrap())
}

pub fn call(name: &str, arguments: Value) -> Seen {
    call_with(name, arguments, json!({}))
}

/// The call at another second; nothing: the time is not known.
pub fn at(second: Option<i64>, call: Seen) -> Seen {
    Seen { now: second, ..call }
}

/// Arguments that were not observed.
pub fn unseen(call: Seen) -> Seen {
    Seen { arguments: None, ..call }
}

pub fn returned(result: Value, labels: &[&str]) -> Returned {
    let read = straza_runtime::json::read(result.to_string().as_bytes()).unwrap();
    Returned { result: Some(Json::from(&read)), labels: labels.iter().map(|label| (*label).to_owned()).collect(), open: false }
}

/// The value of a question after calls of this job.
pub fn after(items: Vec<CoreItem>, earlier: &[Seen], atom: &Atom, call: &Seen) -> Truth {
    let program = program(items);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    for call in earlier {
        history.dispatched(HERE, call, &[]);
    }
    history.atom(atom, HERE, call)
}
