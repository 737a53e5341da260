//! Labels.

use serde_json::json;
use straza_language::core::{Atom, Attribute, Condition, CoreItem, Effect, Literal, Move, Operand, Pool, Quantifier, Root};
use straza_testkit::interpreter::{Approval, History, Interpreter, Truth};

use super::build::*;

fn brings(name: &str, label: &str) -> CoreItem {
    moved_if_one(name, "x", Move::Label { label: label.to_owned(), taints: false })
}

fn has(root: Root, label: &str) -> Atom {
    Atom::Has { list: attribute(root, "labels"), value: Operand::Literal(Literal::Text(label.to_owned())) }
}

fn clears(count: u8) -> CoreItem {
    let pool = Pool { deciders: vec!["cfo".to_owned(), "lead".to_owned()], count };
    moved_if_one("clean", "x", Move::Clear { label: "pii".to_owned(), pool })
}

fn yes(names: &[&str], count: u8) -> Vec<Approval> {
    vec![Approval { deciders: names.iter().map(|name| (*name).to_owned()).collect(), count }]
}

#[test]
fn a_call_brings_its_labels_to_the_job_and_its_tree() {
    let program = program(vec![brings("read", "pii")]);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let now = call("send", json!({}));
    history.dispatched(SIBLING, &call("read", json!({"x": 1})), &[]);
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::False);
    assert_eq!(history.atom(&has(Root::Tree, "pii"), HERE, &now), Truth::True);
    assert_eq!(history.atom(&has(Root::Tree, "pii"), ELSEWHERE, &now), Truth::False);
    assert_eq!(history.atom(&has(Root::Job, "pii"), SIBLING, &now), Truth::True);
}

#[test]
fn a_label_that_only_may_have_come_is_neither_there_nor_not() {
    let program = program(vec![brings("read", "pii")]);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let now = call("send", json!({}));
    let quantified = |quantifier, label: &str| {
        let element = Attribute { root: Root::Element(0), ..attribute(Root::Args, "") };
        let compare = Atom::Compare {
            left: element,
            op: straza_language::core::Comparison::Equal,
            right: Operand::Literal(Literal::Text(label.to_owned())),
        };
        Atom::Quantified { quantifier, list: attribute(Root::Job, "labels"), body: Condition::atom(compare) }
    };
    history.dispatched(HERE, &call("read", json!({})), &[]);
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::Unknown);
    assert_eq!(history.atom(&has(Root::Job, "other"), HERE, &now), Truth::False);
    assert_eq!(history.atom(&quantified(Quantifier::Any, "pii"), HERE, &now), Truth::Unknown);
    assert_eq!(history.atom(&quantified(Quantifier::AnySeen, "other"), HERE, &now), Truth::False);
    assert_eq!(history.atom(&quantified(Quantifier::Every, "pii"), HERE, &now), Truth::Unknown);
    assert_eq!(history.atom(&quantified(Quantifier::Every, "other"), HERE, &now), Truth::Unknown);
    history.dispatched(HERE, &call("read", json!({"x": 2})), &[]);
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::Unknown);
    history.dispatched(HERE, &call("read", json!({"x": 1})), &[]);
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::True);
    assert_eq!(history.atom(&quantified(Quantifier::Every, "pii"), HERE, &now), Truth::True);
}

#[test]
fn labels_of_a_state_that_is_not_carried_are_unknown() {
    let program = program(Vec::new());
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let now = call("send", json!({}));
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::False);
    history.carried.job = false;
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::Unknown);
    assert_eq!(history.atom(&Atom::Exists(attribute(Root::Job, "labels")), HERE, &now), Truth::Unknown);
}

#[test]
fn a_label_is_gone_where_enough_of_the_pool_approved_a_call_that_certainly_clears_it() {
    let has_after = |count, arguments: serde_json::Value, approvals: &[Approval]| {
        let program = program(vec![brings("read", "pii"), clears(count)]);
        let interpreter = Interpreter::new(&program);
        let mut history = History::new(&interpreter);
        history.dispatched(SIBLING, &call("read", json!({"x": 1})), &[]);
        history.dispatched(HERE, &call("read", json!({"x": 1})), &[]);
        history.dispatched(HERE, &call("clean", arguments), approvals);
        let now = call("send", json!({}));
        [(Root::Job, HERE), (Root::Tree, HERE), (Root::Job, SIBLING)]
            .map(|(root, at)| history.atom(&has(root, "pii"), at, &now) == Truth::True)
    };
    assert_eq!(has_after(1, json!({"x": 1}), &yes(&["lead"], 1)), [false, true, true]);
    for (count, arguments, approvals) in [
        (1, json!({"x": 1}), yes(&["dev"], 1)),
        (1, json!({"x": 1}), yes(&["lead", "dev"], 1)),
        (1, json!({"x": 1}), yes(&[], 1)),
        (1, json!({"x": 1}), Vec::new()),
        (1, json!({}), yes(&["lead"], 1)),
        (2, json!({"x": 1}), yes(&["lead"], 1)),
    ] {
        assert_eq!(has_after(count, arguments, &approvals), [true, true, true]);
    }
    assert_eq!(has_after(2, json!({"x": 1}), &yes(&["lead", "cfo"], 2)), [false, true, true]);
}

#[test]
fn a_call_that_clears_a_label_and_brings_it_has_it() {
    let mut both = brings("clean", "pii");
    both.order = 1;
    for items in [vec![clears(1), both.clone()], vec![both, clears(1)]] {
        let program = program(items);
        let interpreter = Interpreter::new(&program);
        let mut history = History::new(&interpreter);
        history.dispatched(HERE, &call("clean", json!({"x": 1})), &yes(&["lead"], 1));
        assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &call("send", json!({}))), Truth::True);
    }
}

#[test]
fn a_result_brings_what_was_found_in_it_when_it_comes() {
    let program = program(vec![clears(1)]);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let now = call("send", json!({}));
    let number = history.dispatched(HERE, &call("read", json!({})), &[]);
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::False);
    history.dispatched(HERE, &call("clean", json!({"x": 1})), &yes(&["lead"], 1));
    history.finished(number, returned(json!("text"), &["pii"]));
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &now), Truth::True);
    assert_eq!(history.atom(&has(Root::Tree, "pii"), SIBLING, &now), Truth::True);
}

#[test]
fn a_result_with_labels_that_nobody_listed_leaves_the_list_open() {
    let program = program(Vec::new());
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let number = history.dispatched(HERE, &call("read", json!({})), &[]);
    history.finished(number, straza_testkit::interpreter::Returned { open: true, ..returned(json!("text"), &[]) });
    assert_eq!(history.atom(&has(Root::Job, "pii"), HERE, &call("send", json!({}))), Truth::Unknown);
    assert_eq!(history.atom(&has(Root::Tree, "pii"), SIBLING, &call("send", json!({}))), Truth::Unknown);
    assert_eq!(history.atom(&has(Root::Job, "pii"), SIBLING, &call("send", json!({}))), Truth::False);
}

#[test]
fn a_guard_of_a_label_reads_the_state_as_it_was_before_its_call() {
    let first = moved("read", Move::Label { label: "first".to_owned(), taints: false });
    let second =
        item("read", Condition::atom(has(Root::Job, "first")), Effect::Move(Move::Label { label: "second".to_owned(), taints: false }));
    let program = program(vec![first, second]);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let now = call("send", json!({}));
    history.dispatched(HERE, &call("read", json!({})), &[]);
    assert_eq!(history.atom(&has(Root::Job, "second"), HERE, &now), Truth::False);
    history.dispatched(HERE, &call("read", json!({})), &[]);
    assert_eq!(history.atom(&has(Root::Job, "second"), HERE, &now), Truth::True);
}

#[test]
fn moves_are_made_by_shadow_items_and_whatever_their_dates() {
    let inert = CoreItem { shadow: true, expires: Some(-1), ..moved("read", Move::Label { label: "pii".to_owned(), taints: false }) };
    let atom = has(Root::Job, "pii");
    assert_eq!(after(vec![inert], &[call("read", json!({}))], &atom, &call("send", json!({}))), Truth::True);
}
