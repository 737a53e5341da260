//! Sequences.

use serde_json::json;
use straza_language::core::{Atom, Bind, CoreItem, Mark, Memory, Move, Owner, Reading, Sequence};
use straza_testkit::interpreter::{History, Interpreter, Seen, Truth};

use super::build::*;

fn bind(key: &str) -> Vec<Bind> {
    vec![Bind { variable: 0, attribute: argument(key) }]
}

fn step(sequence: &Sequence, step: u8, binds: Vec<Bind>) -> Move {
    Move::Step { sequence: sequence.clone(), step, binds }
}

/// `a`, then `b`, then the call, all with the same `id`.
fn three(window: Option<u32>) -> (Vec<CoreItem>, Atom) {
    let sequence = sequence(3, Owner::Job, window);
    let items = vec![moved("a", step(&sequence, 0, bind("id"))), moved_if_one("b", "x", step(&sequence, 1, bind("id")))];
    (items, ask(Memory::Sequence { sequence, binds: bind("id") }))
}

fn a(id: &str) -> Seen {
    call("a", json!({"id": id}))
}

fn b(id: &str) -> Seen {
    call("b", json!({"id": id, "x": 1}))
}

fn c(id: &str) -> Seen {
    call("c", json!({"id": id}))
}

fn truth(earlier: &[Seen], last: &Seen) -> Truth {
    let (items, atom) = three(None);
    after(items, earlier, &atom, last)
}

#[test]
fn all_steps_in_order_with_one_value_are_a_sequence() {
    assert_eq!(truth(&[a("1"), b("1")], &c("1")), Truth::True);
    assert_eq!(truth(&[a("1"), a("2"), b("2"), b("3")], &c("2")), Truth::True);
    assert_eq!(truth(&[b("1"), a("1")], &c("1")), Truth::False);
    assert_eq!(truth(&[a("1"), b("2")], &c("1")), Truth::False);
    assert_eq!(truth(&[a("1"), b("1")], &c("2")), Truth::False);
    assert_eq!(truth(&[a("1")], &c("1")), Truth::False);
    assert_eq!(truth(&[], &c("1")), Truth::False);
}

#[test]
fn a_value_that_cannot_be_compared_meets_every_value_but_not_for_certain() {
    for strange in [json!({}), json!({"id": null}), json!({"id": ["1"]}), json!({"id": "e\u{301}"})] {
        assert_eq!(truth(&[call("a", strange.clone()), b("1")], &c("1")), Truth::Unknown, "{strange}");
        assert_eq!(truth(&[a("1"), b("1")], &call("c", strange.clone())), Truth::Unknown, "{strange}");
    }
    assert_eq!(truth(&[unseen(call("a", json!({}))), b("1")], &c("2")), Truth::False, "the other two disagree");
}

#[test]
fn a_number_and_its_text_are_one_value() {
    let number = |name: &str| call(name, serde_json::from_str(r#"{"id": 1.0, "x": 1}"#).unwrap());
    assert_eq!(truth(&[a("1"), number("b")], &c("1.00")), Truth::True);
    assert_eq!(truth(&[a("1"), number("b")], &call("c", json!({"id": true}))), Truth::False);
    assert_eq!(truth(&[a("true"), b("true")], &call("c", json!({"id": true}))), Truth::True);
}

#[test]
fn a_step_that_only_may_have_been_made_makes_it_uncertain_unless_a_certain_run_is_there() {
    let maybe = call("b", json!({"id": "1"}));
    let not = call("b", json!({"id": "1", "x": 2}));
    assert_eq!(truth(&[a("1"), maybe.clone()], &c("1")), Truth::Unknown);
    assert_eq!(truth(&[a("1"), not], &c("1")), Truth::False);
    assert_eq!(truth(&[a("1"), maybe, b("1")], &c("1")), Truth::True);
}

#[test]
fn the_window_runs_from_the_first_step_and_both_ends_are_inside() {
    let within = |first: Option<i64>, last: Option<i64>| {
        let (items, atom) = three(Some(60));
        after(items, &[at(first, a("1")), at(Some(5), b("1"))], &atom, &at(last, c("1")))
    };
    assert_eq!(within(Some(0), Some(60)), Truth::True);
    assert_eq!(within(Some(0), Some(61)), Truth::False);
    assert_eq!(within(Some(100), Some(0)), Truth::True, "a clock that went back shortens nothing");
    assert_eq!(within(None, Some(60)), Truth::Unknown);
    assert_eq!(within(Some(0), None), Truth::Unknown);
    let (items, atom) = three(Some(60));
    let again = [at(Some(0), a("1")), at(Some(50), a("1")), at(Some(70), b("1"))];
    assert_eq!(after(items, &again, &atom, &at(Some(110), c("1"))), Truth::True, "a later first step counts");
    let (items, atom) = three(None);
    assert_eq!(after(items, &[at(None, a("1")), at(None, b("1"))], &atom, &at(None, c("1"))), Truth::True, "ever needs no time");
}

#[test]
fn one_call_is_one_step() {
    let sequence = sequence(3, Owner::Job, None);
    let items = vec![moved("a", step(&sequence, 0, Vec::new())), moved("a", step(&sequence, 1, Vec::new()))];
    let atom = ask(Memory::Sequence { sequence, binds: Vec::new() });
    assert_eq!(after(items.clone(), &[a("1")], &atom, &a("1")), Truth::False);
    assert_eq!(after(items, &[a("1"), a("1")], &atom, &a("1")), Truth::True);
}

#[test]
fn values_are_compared_as_their_place_reads_them() {
    let marked = |key: &str| {
        vec![Bind { variable: 0, attribute: straza_language::core::Attribute { reading: Reading::Marked(Mark::Alnum), ..argument(key) } }]
    };
    let sequence = sequence(2, Owner::Job, None);
    let items = vec![moved("a", step(&sequence, 0, marked("id")))];
    let atom = ask(Memory::Sequence { sequence, binds: marked("id") });
    assert_eq!(after(items.clone(), &[a("DE 12-3")], &atom, &c("de123")), Truth::True);
    assert_eq!(after(items, &[a("DE 12-3")], &atom, &c("de124")), Truth::False);
}

#[test]
fn a_sequence_of_the_tree_sees_its_other_jobs_and_no_other_tree() {
    let truth = |owner, place| {
        let sequence = sequence(2, owner, None);
        let program = program(vec![moved("a", step(&sequence, 0, Vec::new()))]);
        let interpreter = Interpreter::new(&program);
        let mut history = History::new(&interpreter);
        history.dispatched(place, &a("1"), &[]);
        history.atom(&ask(Memory::Sequence { sequence, binds: Vec::new() }), HERE, &c("1"))
    };
    assert_eq!(truth(Owner::Tree, SIBLING), Truth::True);
    assert_eq!(truth(Owner::Tree, ELSEWHERE), Truth::False);
    assert_eq!(truth(Owner::Job, SIBLING), Truth::False);
    assert_eq!(truth(Owner::Job, HERE), Truth::True);
}

#[test]
fn a_refused_step_is_none() {
    let sequence = sequence(2, Owner::Job, None);
    let program = program(vec![moved("a", step(&sequence, 0, Vec::new()))]);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    history.refused(HERE, &a("1"));
    assert_eq!(history.atom(&ask(Memory::Sequence { sequence, binds: Vec::new() }), HERE, &c("1")), Truth::False);
}
