//! Limits.

use serde_json::json;
use straza_language::core::{Attribute, CoreItem, Measure, Memory, Move, Owner};
use straza_testkit::interpreter::{History, Interpreter, Seen, Truth};

use super::build::*;

fn limit(measure: Measure, window: Option<u32>) -> Vec<CoreItem> {
    let amount = (measure == Measure::Sum).then(|| argument("amount"));
    vec![moved_if_one("pay", "x", Move::Count { counter: counter(measure, Owner::Job, window), amount })]
}

fn above(measure: Measure, window: Option<u32>, bound: &str) -> Memory {
    let amount: Option<Attribute> = (measure == Measure::Sum).then(|| argument("amount"));
    Memory::Above { counter: counter(measure, Owner::Job, window), amount, bound: decimal(bound) }
}

fn asked(measure: Measure, bound: &str, earlier: &[Seen], call: &Seen) -> Truth {
    after(limit(measure, None), earlier, &ask(above(measure, None, bound)), call)
}

fn pay(amount: serde_json::Value) -> Seen {
    call("pay", json!({"x": 1, "amount": amount}))
}

#[test]
fn calls_are_counted_with_the_present_one() {
    let (counts, other) = (pay(json!(1)), call("pay", json!({"x": 2})));
    assert_eq!(asked(Measure::Count, "2", &[counts.clone(), other.clone()], &counts), Truth::False);
    assert_eq!(asked(Measure::Count, "2", &[counts.clone(), counts.clone()], &counts), Truth::True);
    assert_eq!(asked(Measure::Count, "2", &[counts.clone(), call("pay", json!({}))], &counts), Truth::True, "one that may count does");
    assert_eq!(asked(Measure::Count, "0", &[], &counts), Truth::True);
}

#[test]
fn amounts_are_added_exactly_and_never_taken_away() {
    let asked = |earlier: &[Seen], now: &Seen| asked(Measure::Sum, "0.3", earlier, now);
    let amount = |text: &str| pay(serde_json::from_str(text).unwrap());
    assert_eq!(asked(&[amount("0.1")], &amount("0.2")), Truth::False);
    assert_eq!(asked(&[amount("0.1"), amount("1e-30")], &amount("0.2")), Truth::True);
    assert_eq!(asked(&[amount("-5"), amount("0.2")], &amount("0.2")), Truth::True);
}

#[test]
fn an_amount_that_is_not_known_makes_the_sum_unknown_unless_the_rest_is_enough() {
    for strange in [json!({"x": 1}), json!({"x": 1, "amount": "5"}), json!({"x": 1, "amount": null})] {
        assert_eq!(asked(Measure::Sum, "5", &[call("pay", strange.clone())], &pay(json!(1))), Truth::Unknown, "{strange}");
        assert_eq!(asked(Measure::Sum, "5", &[call("pay", strange.clone())], &pay(json!(6))), Truth::True, "{strange}");
        assert_eq!(asked(Measure::Sum, "5", &[], &call("pay", strange.clone())), Truth::Unknown, "{strange}");
    }
}

#[test]
fn what_lies_outside_the_window_does_not_count_and_what_has_no_time_does() {
    let asked = |then, now| {
        after(
            limit(Measure::Count, Some(60)),
            &[at(then, pay(json!(1)))],
            &ask(above(Measure::Count, Some(60), "1")),
            &at(now, pay(json!(1))),
        )
    };
    assert_eq!(asked(Some(0), Some(60)), Truth::True);
    assert_eq!(asked(Some(0), Some(61)), Truth::False);
    assert_eq!(asked(None, Some(61)), Truth::True);
    assert_eq!(asked(Some(0), None), Truth::Unknown);
}

#[test]
fn the_same_call_is_counted_refused_or_not() {
    let program = program(limit(Measure::SameCall, None));
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    let atom = ask(above(Measure::SameCall, None, "2"));
    let same = call("pay", json!({"x": 1, "amount": 1}));
    history.dispatched(HERE, &call("pay", json!({"amount": 1, "x": 1})), &[]);
    history.dispatched(HERE, &call("pay", json!({"x": 1, "amount": 2})), &[]);
    assert_eq!(history.atom(&atom, HERE, &same), Truth::False);
    assert_eq!(history.atom(&atom, HERE, &unseen(same.clone())), Truth::Unknown);
    history.refused(HERE, &call("pay", serde_json::from_str(r#"{"x": 1.0, "amount": 1e0}"#).unwrap()));
    assert_eq!(history.atom(&atom, HERE, &same), Truth::True);
}

#[test]
fn a_call_of_the_function_that_was_not_observed_may_be_the_same() {
    let earlier = [pay(json!(1)), unseen(pay(json!(1)))];
    assert_eq!(asked(Measure::SameCall, "2", &earlier, &pay(json!(1))), Truth::Unknown);
    assert_eq!(asked(Measure::SameCall, "3", &earlier, &pay(json!(1))), Truth::False);
    assert_eq!(asked(Measure::SameCall, "1", &earlier, &pay(json!(1))), Truth::True);
}

#[test]
fn a_refused_call_counts_for_nothing_else() {
    let program = program(limit(Measure::Count, None));
    let interpreter = Interpreter::new(&program);
    let mut history = History::new(&interpreter);
    history.refused(HERE, &pay(json!(1)));
    assert_eq!(history.atom(&ask(above(Measure::Count, None, "1")), HERE, &pay(json!(1))), Truth::False);
}
