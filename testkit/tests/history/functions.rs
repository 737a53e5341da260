//! Which function a call is of, and whether it starts a child.

use serde_json::json;
use straza_language::core::{
    Atom, Catalog, CatalogFunction, Comparison, Effects, FunctionName, FunctionSelector, Literal, Operand, Program, Root, Target,
};
use straza_testkit::interpreter::{At, History, Interpreter, Seen, SeenFlow, Truth};

use super::build::*;

fn catalogued(identity: Option<&str>) -> Program {
    let function = CatalogFunction {
        function: FunctionName { server: "crm".to_owned(), name: "read".to_owned() },
        effects: Effects { write: false, destructive: false, idempotent: true, open_world: false },
        arguments: None,
    };
    let catalog = Catalog {
        server: "crm".to_owned(),
        identity: identity.map(str::to_owned),
        functions: vec![function],
        listings: Vec::new(),
        digest: [0; 32],
    };
    Program { catalogs: vec![catalog], ..program(Vec::new()) }
}

fn is(identity: Option<&str>, target: Target, call: &Seen) -> Truth {
    let program = catalogued(identity);
    Interpreter::new(&program).atom(&Atom::Function(vec![target]), call)
}

fn from(identity: Option<&str>) -> Seen {
    Seen { identity: identity.map(str::to_owned), ..call("read", json!({})) }
}

#[test]
fn a_function_is_selected_as_on_does_and_the_event_plays_no_part() {
    let on_event = Target { event: Some("session.start".to_owned()), ..target("crm", "*") };
    assert_eq!(is(None, on_event, &from(None)), Truth::True);
    assert_eq!(is(None, target("crm", "write"), &from(None)), Truth::False);
    let having = Target { having: vec!["a".to_owned()], ..target("crm", "read") };
    assert_eq!(is(None, having, &from(None)), Truth::False, "nothing is known of its arguments");
}

#[test]
fn where_the_server_is_not_certain_the_function_is_known_only_if_its_effects_do_not_matter() {
    let reads = |write| Target { effects: FunctionSelector { write: Some(write), ..Default::default() }, ..target("crm", "read") };
    let pinned = Some("https://one.example");
    assert_eq!(is(pinned, reads(false), &from(pinned)), Truth::True);
    assert_eq!(is(pinned, reads(false), &from(None)), Truth::Unknown);
    assert_eq!(is(pinned, reads(true), &from(None)), Truth::Unknown);
    assert_eq!(is(pinned, reads(false), &from(Some("https://two.example"))), Truth::False);
    assert_eq!(is(pinned, reads(true), &from(Some("https://two.example"))), Truth::True);
    assert_eq!(is(pinned, target("crm", "*"), &from(None)), Truth::True);
}

#[test]
fn a_child_is_started_by_its_tool_or_by_a_flow_that_the_host_names() {
    let program = program(Vec::new());
    let interpreter = Interpreter::new(&program);
    let starts = |call: &Seen| interpreter.atom(&Atom::StartsChild, call);
    let flow = |flow: SeenFlow| Seen { flow, ..call("run", json!({})) };
    assert_eq!(starts(&call_with("read", json!({}), json!({"function": {"server": "task", "name": "spawn"}}))), Truth::True);
    assert_eq!(starts(&flow(SeenFlow::Starts("triage".to_owned()))), Truth::True);
    assert_eq!(starts(&flow(SeenFlow::None)), Truth::False);
    assert_eq!(starts(&call("run", json!({}))), Truth::False);
    let is_triage = Atom::Compare {
        left: attribute(Root::Flow, "name"),
        op: Comparison::Equal,
        right: Operand::Literal(Literal::Text("triage".to_owned())),
    };
    assert_eq!(interpreter.atom(&is_triage, &flow(SeenFlow::Starts("triage".to_owned()))), Truth::True);
    assert_eq!(interpreter.atom(&is_triage, &call("run", json!({}))), Truth::Unknown);
}

#[test]
fn children_are_what_the_host_says_or_what_was_started() {
    let program = program(Vec::new());
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let spawn = |children: serde_json::Value| {
        call_with("read", json!({}), json!({"function": {"server": "task", "name": "spawn"}, "job": {"children": children}}))
    };
    let is_two = Atom::Compare {
        left: attribute(Root::Job, "children"),
        op: Comparison::Equal,
        right: Operand::Literal(Literal::Number(decimal("2"))),
    };
    let asked = |history: &History<'_>, at: At, children| history.atom(&is_two, at, &spawn(children));
    history.dispatched(HERE, &spawn(json!(0)), &[]);
    assert_eq!(asked(&history, HERE, json!(2)), Truth::True);
    assert_eq!(asked(&history, HERE, json!(0)), Truth::False);
    history.dispatched(HERE, &spawn(json!(0)), &[]);
    assert_eq!(asked(&history, HERE, json!(0)), Truth::True);
    assert_eq!(asked(&history, HERE, json!(3)), Truth::False);
    assert_eq!(asked(&history, HERE, json!(null)), Truth::Unknown);
    assert_eq!(asked(&history, SIBLING, json!(0)), Truth::False);
    history.carried.job = false;
    assert_eq!(asked(&history, HERE, json!(2)), Truth::Unknown);
}
