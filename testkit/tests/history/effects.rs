//! Effects beside a decision.

use serde_json::json;
use straza_language::core::{Atom, Condition, CoreItem, Effect, Literal, Move, OnUnknown, Operand, Restriction, Root};
use straza_testkit::interpreter::{History, Interpreter, Reported, Returned, Verdict};

use super::build::*;

/// How often the effect of `read`, where `x` is 1, applies before a call: for certain, or perhaps.
fn applied(effect: Effect, arguments: serde_json::Value) -> Vec<bool> {
    let program = program(vec![item("read", is_one("x"), effect)]);
    let interpreter = Interpreter::new(&program);
    let history = History::new(&interpreter);
    history.effects(HERE, &call("read", arguments)).into_iter().map(|applied| applied.certain).collect()
}

#[test]
fn what_stands_in_for_something_must_be_certain_and_what_restricts_need_not() {
    let effects = [
        (Effect::Fill { argument: vec!["budget".to_owned()], value: "2".to_owned() }, vec![]),
        (Effect::Stub { result: "{}".to_owned() }, vec![]),
        (Effect::Report, vec![false]),
        (Effect::Unknown(OnUnknown::FailJob), vec![false]),
    ];
    for (effect, unless_known) in effects {
        assert_eq!(applied(effect.clone(), json!({"x": 1})), [true], "{effect:?}");
        assert_eq!(applied(effect.clone(), json!({"x": 2})), [] as [bool; 0], "{effect:?}");
        assert_eq!(applied(effect.clone(), json!({})), unless_known, "{effect:?}");
    }
}

#[test]
fn only_a_missing_argument_is_filled() {
    let fill = || Effect::Fill { argument: vec!["budget".to_owned()], value: "2".to_owned() };
    assert_eq!(applied(fill(), json!({"x": 1, "budget": null})), [] as [bool; 0]);
    let deep = || Effect::Fill { argument: vec!["a".to_owned(), "b".to_owned()], value: "2".to_owned() };
    assert_eq!(applied(deep(), json!({"x": 1, "a": {}})), [true]);
    assert_eq!(applied(deep(), json!({"x": 1, "a": 5})), [] as [bool; 0]);
}

#[test]
fn a_result_is_withheld_by_its_labels_the_jobs_and_what_its_function_brings() {
    let has = |label: &str| {
        let list = attribute(Root::Result, "labels");
        Condition::atom(Atom::Has { list, value: Operand::Literal(Literal::Text(label.to_owned())) })
    };
    let items = vec![
        moved("read", Move::Label { label: "brought".to_owned(), taints: false }),
        moved("before", Move::Label { label: "held".to_owned(), taints: false }),
        item("read", Condition::all([has("brought"), has("held"), has("found")]), Effect::Withhold),
    ];
    let program = program(items);
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let now = call("read", json!({}));
    let withheld = |history: &History<'_>, labels: &[&str]| history.result_effects(HERE, &now, &returned(json!("x"), labels)).len();
    assert_eq!(withheld(&history, &["found"]), 0);
    history.dispatched(HERE, &call("before", json!({})), &[]);
    assert_eq!(withheld(&history, &[]), 0);
    assert_eq!(withheld(&history, &["found"]), 1);
}

#[test]
fn a_condition_may_read_the_result_itself() {
    let left = attribute(Root::Result, "secret");
    let items = vec![item("read", Condition::atom(Atom::Holds(left)), Effect::Redact { regex: "x".to_owned(), with: "y".to_owned() })];
    let program = program(items);
    let interpreter = Interpreter::new(&program);
    let history = History::new(&interpreter);
    let certain = |result: &Returned| -> Vec<bool> {
        history.result_effects(HERE, &call("read", json!({})), result).into_iter().map(|applied| applied.certain).collect()
    };
    assert_eq!(certain(&returned(json!({"secret": true}), &[])), [true]);
    assert_eq!(certain(&returned(json!({"secret": false}), &[])), [] as [bool; 0]);
    assert_eq!(certain(&Returned { result: None, labels: Vec::new(), open: false }), [false]);
}

#[test]
fn parking_and_stopping_are_denies() {
    for restriction in [Restriction::Park, Restriction::StopJob] {
        let permit = item("read", Condition::True, Effect::Permit);
        let program = program(vec![permit, CoreItem { part: 1, ..item("read", Condition::True, Effect::Restrict(restriction)) }]);
        let outcome = Interpreter::new(&program).answer_seen(&call("read", json!({}))).outcome;
        assert_eq!(outcome.verdict, Verdict::Deny);
        assert_eq!(outcome.reported, Reported::Item { id: id("i"), part: 1, certain: true });
    }
}

#[test]
fn a_key_that_a_move_reads_is_not_mistaken_for_another() {
    let same = vec![argument("invoice")];
    let duty = duty(straza_language::core::Owner::Person, None);
    let permit = item("read", Condition::True, Effect::Permit);
    let program = program(vec![permit, moved("read", Move::Duty { duty, side: 0, same })]);
    let answer = |arguments| Interpreter::new(&program).answer_seen(&call("read", arguments)).outcome.verdict;
    assert_eq!(answer(json!({"invoice": 1, "Invoice": 2})), Verdict::Deny);
    assert_eq!(answer(json!({"deep": {"other": 1, "Other": 2}})), Verdict::ALLOW);
}
