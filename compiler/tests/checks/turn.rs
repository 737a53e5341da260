//! Several calls of one turn: they are decided in their order, and go as a whole.

use straza_runtime::{Answer, Host, Scratch, States};

use super::rows::{DENIED_TURN, OPEN_TURN, get, pay, release, share};
use super::world::{answer, call, desk};

#[test]
fn a_call_that_does_not_only_read_waits_and_is_refused_when_one_was_denied() {
    let judged = |given: super::world::Given| answer(&given.judged(&States::EMPTY, &Host::JOB_RUNTIME));
    assert_eq!(judged(pay(1).fact("turn", OPEN_TURN)), (Answer::Hold, "21"));
    assert_eq!(judged(pay(1).fact("turn", DENIED_TURN)), (Answer::Refuse, "21"));
    assert_eq!(judged(get().fact("turn", DENIED_TURN)).0, Answer::Pass);
    let unasked = r#"[{"asks": false, "reads-only": true, "decision": "pending"}]"#;
    assert_eq!(judged(pay(1).fact("turn", unasked)).0, Answer::Pass);
}

#[test]
fn two_calls_side_by_side_cannot_slip_past_a_sequence_together() {
    let calls = [call("crm.export", "{}").read(), share(1).read()];
    let (core, mut states) = (desk(), States::EMPTY);
    let turned = core.judge_turn(&calls, &mut states, &Host::POLICY, &mut Scratch::new(core));
    assert_eq!(turned.iter().map(|turned| turned.ruling.answer).collect::<Vec<_>>(), [Answer::Pass, Answer::Refuse]);
    let mut states = States::EMPTY;
    let turned = core.judge_turn(&[share(1).read(), call("crm.export", "{}").read()], &mut states, &Host::POLICY, &mut Scratch::new(core));
    assert_eq!(turned.iter().map(|turned| turned.ruling.answer).collect::<Vec<_>>(), [Answer::Pass, Answer::Pass]);
}

#[test]
fn a_call_of_the_turn_that_may_be_made_counts_for_a_duty_of_the_next() {
    let calls = [call("desk.create", r#"{"id": "a", "amount": 1}"#).read(), release("a").read()];
    let (core, mut states) = (desk(), States::EMPTY);
    let turned = core.judge_turn(&calls, &mut states, &Host::POLICY, &mut Scratch::new(core));
    assert_eq!(turned[1].ruling.answer, Answer::Refuse);
}

#[test]
fn what_does_not_only_read_waits_for_whom_is_asked() {
    let calls = [pay(500).read(), pay(1).read(), get().read(), pay(2000).read()];
    let (core, mut states) = (desk(), States::EMPTY);
    let turned = core.judge_turn(&calls, &mut states, &Host::POLICY, &mut Scratch::new(core));
    assert_eq!(turned.iter().map(|turned| turned.waits).collect::<Vec<_>>(), [false, true, false, false]);
    assert_eq!(turned.iter().map(|turned| turned.reads_only).collect::<Vec<_>>(), [false, false, true, false]);
}
