//! States that a host does not carry.

use serde_json::json;
use straza_language::core::{Measure, Memory, Owner, Source};
use straza_testkit::interpreter::{Carried, History, Interpreter, Truth};

use super::build::*;

#[test]
fn what_is_not_carried_is_unknown_and_never_empty() {
    let cases = [
        (Owner::Job, Carried { job: false, ..Carried::ALL }),
        (Owner::Tree, Carried { tree: false, ..Carried::ALL }),
        (Owner::Person, Carried { person: false, ..Carried::ALL }),
        (Owner::Agent, Carried { agent: false, ..Carried::ALL }),
    ];
    let program = program(Vec::new());
    let interpreter = Interpreter::new(&program);
    for (owner, carried) in cases {
        let mut history = History::new(&interpreter);
        let asked = ask(Memory::Above { counter: counter(Measure::Count, owner, None), amount: None, bound: decimal("9") });
        let now = call("pay", json!({}));
        assert_eq!(history.atom(&asked, HERE, &now), Truth::False);
        history.carried = carried;
        assert_eq!(history.atom(&asked, HERE, &now), Truth::Unknown);
    }
}

#[test]
fn the_origin_index_is_the_jobs() {
    let program = program(Vec::new());
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let asked = ask(Memory::From { argument: argument("a"), only: false, sources: vec![Source::Principal] });
    assert_eq!(history.atom(&asked, HERE, &call("pay", json!({"a": "x"}))), Truth::False);
    history.carried.job = false;
    assert_eq!(history.atom(&asked, HERE, &call("pay", json!({"a": "x"}))), Truth::Unknown);
    assert_eq!(history.atom(&asked, HERE, &call("pay", json!({}))), Truth::True);
}
