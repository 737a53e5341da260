//! Origins.

use serde_json::{Value, json};
use straza_language::core::{Atom, Attribute, Mark, Memory, Move, Reading, Source};
use straza_testkit::interpreter::{History, Interpreter, Returned, Seen, Truth};

use super::build::*;

fn from(only: bool, sources: Vec<Source>) -> Atom {
    ask(Memory::From { argument: argument("to"), only, sources })
}

fn supplier() -> Source {
    Source::Function(target("crm", "get"))
}

fn pay(to: Value) -> Seen {
    call("pay", json!({"to": to}))
}

fn said(prompt: Value) -> Seen {
    call_with("pay", json!({"prompt": prompt}), json!({"event": "prompt.submit"}))
}

/// The value of `atom` for `pay` after `get` and `web` returned, of which `web` taints.
fn asked(get: Value, web: Value, atom: &Atom, now: &Seen) -> Truth {
    let program = program(vec![moved("web", Move::Label { label: "untrusted".to_owned(), taints: true })]);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    for (name, result) in [("get", get), ("web", web)] {
        let number = history.dispatched(HERE, &call(name, json!({})), &[]);
        match result {
            Value::Null => {}
            Value::String(word) if word == "unseen" => history.finished(number, Returned { result: None, ..returned(json!(0), &[]) }),
            result => history.finished(number, returned(result, &[])),
        }
    }
    history.atom(atom, HERE, now)
}

#[test]
fn a_value_comes_from_a_result_that_has_it_as_a_value_of_its_own() {
    let atom = from(false, vec![supplier()]);
    let truth = |result: Value, to: Value| asked(result, Value::Null, &atom, &pay(to));
    assert_eq!(truth(json!({"iban": "DE1"}), json!("DE1")), Truth::True);
    assert_eq!(truth(json!([{"a": ["DE1"]}]), json!("DE1")), Truth::True);
    assert_eq!(truth(json!("DE1"), json!("DE1")), Truth::True);
    assert_eq!(truth(json!("pay to DE1"), json!("DE1")), Truth::False);
    assert_eq!(truth(json!({"DE1": 2}), json!("DE1")), Truth::False);
    assert_eq!(truth(json!({"n": 250}), serde_json::from_str("250.0").unwrap()), Truth::True);
    assert_eq!(truth(json!({"n": "250"}), json!(250)), Truth::True);
    assert_eq!(truth(json!([true, null, {}]), json!(true)), Truth::False);
    assert_eq!(truth(json!([null]), json!(null)), Truth::False);
    assert_eq!(truth(json!({"a": 1}), json!({"a": 1})), Truth::False);
    assert_eq!(truth(Value::Null, json!("DE1")), Truth::False, "its result has not come");
}

#[test]
fn a_list_is_all_its_elements_and_nothing_came_from_nowhere() {
    let atom = from(false, vec![supplier()]);
    let truth = |to: Value| asked(json!(["a", "b"]), Value::Null, &atom, &pay(to));
    assert_eq!(truth(json!(["a", "b"])), Truth::True);
    assert_eq!(truth(json!(["a", "c"])), Truth::False);
    assert_eq!(truth(json!(["a", ["b"]])), Truth::True);
    assert_eq!(truth(json!(["a", ["c"]])), Truth::False);
    assert_eq!(truth(json!([])), Truth::True);
    assert_eq!(truth(json!(["a", "e\u{301}"])), Truth::Unknown);
    assert_eq!(asked(json!("a"), Value::Null, &atom, &call("pay", json!({}))), Truth::True);
    assert_eq!(asked(json!("a"), Value::Null, &atom, &unseen(call("pay", json!({})))), Truth::Unknown);
}

#[test]
fn text_is_compared_as_the_argument_is_read() {
    let marked = Attribute { reading: Reading::Marked(Mark::Alnum), ..argument("to") };
    let atom = ask(Memory::From { argument: marked, only: false, sources: vec![supplier()] });
    assert_eq!(asked(json!("de12"), Value::Null, &atom, &pay(json!("DE 12"))), Truth::True);
}

#[test]
fn a_result_that_nobody_saw_may_have_had_the_value() {
    let (any, only) = (from(false, vec![supplier()]), from(true, vec![supplier()]));
    assert_eq!(asked(json!("unseen"), Value::Null, &any, &pay(json!("DE1"))), Truth::Unknown);
    assert_eq!(asked(Value::Null, json!("unseen"), &any, &pay(json!("DE1"))), Truth::False, "it is no source");
    assert_eq!(asked(json!("DE1"), json!("unseen"), &any, &pay(json!("DE1"))), Truth::True);
    assert_eq!(asked(json!("DE1"), json!("unseen"), &only, &pay(json!("DE1"))), Truth::Unknown);
}

#[test]
fn only_means_that_nothing_that_taints_had_it_too() {
    let (any, only) = (from(false, vec![supplier()]), from(true, vec![supplier()]));
    let both = |atom: &Atom| asked(json!("DE1"), json!("DE1"), atom, &pay(json!("DE1")));
    assert_eq!(both(&any), Truth::True);
    assert_eq!(both(&only), Truth::False);
    assert_eq!(asked(json!("DE1"), json!("DE2"), &only, &pay(json!("DE1"))), Truth::True);
    assert_eq!(asked(json!("DE1"), Value::Null, &only, &pay(json!("DE1"))), Truth::True);
}

#[test]
fn a_label_that_was_found_taints_like_one_that_the_function_brings() {
    let program = program(vec![moved("web", Move::Label { label: "untrusted".to_owned(), taints: true })]);
    let interpreter = Interpreter::new(&program);
    let truth = |label: &str| {
        let mut history = History::new(&interpreter);
        let number = history.dispatched(HERE, &call("get", json!({})), &[]);
        history.finished(number, returned(json!("DE1"), &[label]));
        history.atom(&from(true, vec![supplier()]), HERE, &pay(json!("DE1")))
    };
    assert_eq!(truth("untrusted"), Truth::False);
    assert_eq!(truth("pii"), Truth::True);
}

#[test]
fn the_persons_own_words_are_a_source() {
    let atom = from(false, vec![Source::Principal]);
    let truth = |prompt: Value, to: Value| after(Vec::new(), &[said(prompt)], &atom, &pay(to));
    assert_eq!(truth(json!("Please pay 250.50 to \"DE1\","), json!("DE1")), Truth::True);
    assert_eq!(truth(json!("pay 250.50!"), serde_json::from_str("250.5").unwrap()), Truth::True);
    assert_eq!(truth(json!("pay DE12"), json!("DE1")), Truth::False);
    assert_eq!(truth(json!("... --"), json!("")), Truth::False);
    assert_eq!(truth(json!(5), json!(5)), Truth::Unknown);
    assert_eq!(after(Vec::new(), &[unseen(said(json!("")))], &atom, &pay(json!("DE1"))), Truth::Unknown);
    assert_eq!(after(Vec::new(), &[call("pay", json!({"prompt": "DE1"}))], &atom, &pay(json!("DE1"))), Truth::False);
}

#[test]
fn a_receipt_for_the_argument_decides_alone() {
    let truth = |only: bool, sources: Vec<Source>, receipts: Value| {
        let now = call_with("pay", json!({"to": "DE1"}), json!({"origins": receipts}));
        asked(json!("DE1"), Value::Null, &from(only, sources), &now)
    };
    let get = json!({"server": "crm", "name": "get"});
    let web = json!({"server": "crm", "name": "web"});
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": [get], "tainted": true}])), Truth::True);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": [web, get]}])), Truth::True);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": [web]}])), Truth::False, "though the index knows better");
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "other", "sources": [web]}])), Truth::True);
    assert_eq!(truth(false, vec![Source::Principal], json!([{"path": "to", "sources": ["principal"]}])), Truth::True);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": ["principal"]}])), Truth::False);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": []}])), Truth::False);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to"}])), Truth::Unknown);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": [5, get]}])), Truth::True);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": [5]}])), Truth::Unknown);
    assert_eq!(truth(false, vec![supplier()], json!([{"path": 5, "sources": [web]}])), Truth::True, "it is for nothing");
    assert_eq!(truth(false, vec![supplier()], json!([{"path": "to", "sources": [get]}, {"path": "to", "sources": [web]}])), Truth::False);
    assert_eq!(truth(true, vec![supplier()], json!([{"path": "to", "sources": [get], "tainted": false}])), Truth::True);
    assert_eq!(truth(true, vec![supplier()], json!([{"path": "to", "sources": [get], "tainted": true}])), Truth::False);
    assert_eq!(truth(true, vec![supplier()], json!([{"path": "to", "sources": [get]}])), Truth::Unknown);
}

#[test]
fn another_jobs_results_are_no_source() {
    let program = program(Vec::new());
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let number = history.dispatched(SIBLING, &call("get", json!({})), &[]);
    history.finished(number, returned(json!("DE1"), &[]));
    assert_eq!(history.atom(&from(false, vec![supplier()]), HERE, &pay(json!("DE1"))), Truth::False);
    assert_eq!(history.atom(&from(false, vec![supplier()]), SIBLING, &pay(json!("DE1"))), Truth::True);
}
