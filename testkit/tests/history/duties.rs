//! Duties.

use serde_json::json;
use straza_language::core::{Attribute, CoreItem, Memory, Move, Owner};
use straza_testkit::interpreter::{Seen, Truth};

use super::build::*;

fn same() -> Vec<Attribute> {
    vec![argument("invoice")]
}

/// `create` is side 0, `release` where `x` is 1 is side 1.
fn pair(owner: Owner, window: Option<u32>) -> Vec<CoreItem> {
    let side = |side| Move::Duty { duty: duty(owner, window), side, same: same() };
    vec![moved("create", side(0)), moved_if_one("release", "x", side(1))]
}

fn asked(owner: Owner, window: Option<u32>, side: u8, earlier: &[Seen], call: &Seen) -> Truth {
    after(pair(owner, window), earlier, &ask(Memory::Duty { duty: duty(owner, window), side, same: same() }), call)
}

fn create(invoice: &str) -> Seen {
    call("create", json!({"invoice": invoice}))
}

fn release(invoice: &str) -> Seen {
    call("release", json!({"invoice": invoice, "x": 1}))
}

fn by(user: serde_json::Value, call: &str) -> Seen {
    call_with(call, json!({"invoice": "1", "x": 1}), json!({"principal": user}))
}

#[test]
fn whoever_did_one_side_does_not_do_the_other_in_either_order() {
    assert_eq!(asked(Owner::Person, None, 1, &[create("1")], &release("1")), Truth::True);
    assert_eq!(asked(Owner::Person, None, 0, &[release("1")], &create("1")), Truth::True);
    assert_eq!(asked(Owner::Person, None, 0, &[create("1")], &create("1")), Truth::False, "the same side twice is no matter");
    assert_eq!(asked(Owner::Person, None, 1, &[create("2")], &release("1")), Truth::False);
    assert_eq!(asked(Owner::Person, None, 1, &[], &release("1")), Truth::False);
}

#[test]
fn a_value_or_a_guard_that_is_not_known_makes_it_unknown() {
    assert_eq!(asked(Owner::Person, None, 1, &[call("create", json!({}))], &release("1")), Truth::Unknown);
    assert_eq!(asked(Owner::Person, None, 1, &[create("2")], &call("release", json!({}))), Truth::Unknown);
    assert_eq!(asked(Owner::Person, None, 1, &[], &call("release", json!({}))), Truth::False, "nothing was done");
    assert_eq!(asked(Owner::Person, None, 0, &[call("release", json!({"invoice": "1"}))], &create("1")), Truth::Unknown);
    assert_eq!(asked(Owner::Person, None, 0, &[call("release", json!({"invoice": "1", "x": 2}))], &create("1")), Truth::False);
}

#[test]
fn a_side_is_forgotten_after_the_window() {
    let asked = |then, now| asked(Owner::Person, Some(60), 1, &[at(then, create("1"))], &at(now, release("1")));
    assert_eq!(asked(Some(0), Some(60)), Truth::True);
    assert_eq!(asked(Some(0), Some(61)), Truth::False);
    assert_eq!(asked(None, Some(60)), Truth::Unknown);
    assert_eq!(asked(Some(0), None), Truth::Unknown);
}

#[test]
fn the_person_is_the_human_or_the_sponsor_of_what_is_none() {
    let dana = json!({"user": "dana", "type": "human"});
    let bot = json!({"user": "bot", "type": "agent", "sponsor": "dana"});
    let asked = |earlier: &serde_json::Value, now: &serde_json::Value| {
        asked(Owner::Person, None, 1, &[by(earlier.clone(), "create")], &by(now.clone(), "release"))
    };
    assert_eq!(asked(&dana, &bot), Truth::True);
    assert_eq!(asked(&bot, &dana), Truth::True);
    assert_eq!(asked(&dana, &json!({"user": "carl", "type": "human"})), Truth::False);
    for unknown in [
        json!({"user": "dana"}),
        json!({"type": "human"}),
        json!({"type": "agent", "user": "dana"}),
        json!({"user": null, "type": "human"}),
    ] {
        assert_eq!(asked(&dana, &unknown), Truth::Unknown, "{unknown}");
        assert_eq!(asked(&unknown, &dana), Truth::False, "what nobody knows who did is remembered by nobody: {unknown}");
    }
}

#[test]
fn a_duty_of_agents_goes_by_their_name() {
    let by = |agent: serde_json::Value, name: &str| call_with(name, json!({"invoice": "1", "x": 1}), json!({"agent": agent}));
    let asked = |earlier, now| asked(Owner::Agent, None, 1, &[by(earlier, "create")], &by(now, "release"));
    assert_eq!(asked(json!({"name": "a"}), json!({"name": "a"})), Truth::True);
    assert_eq!(asked(json!({"name": "a"}), json!({"name": "b"})), Truth::False);
    assert_eq!(asked(json!({"name": "a"}), json!({})), Truth::Unknown);
}
