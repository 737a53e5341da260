//! What a stage that only re-checks takes out of a decision, who meets which rows, and that judging by all rows is deciding.

use straza_runtime::instant::Instant;
use straza_runtime::judge::{Rows, Visit};
use straza_runtime::revocations::{Action, Member, Revocation, Revocations, Sequence, Subject, Target};
use straza_runtime::{Answer, Host, Scratch, States, Word};

use super::rows::{
    DENIED_TURN, approved, by_hook, created, exported, get, hooked, labelled, pay, post, read_file, release, search, shadowed, share,
};
use super::world::{Given, answer, call, desk};

fn judged(given: &Given, states: &States, host: &Host<'_>) -> (Answer, &'static str) {
    answer(&given.judged(states, host))
}

#[test]
fn a_duty_is_refused_at_the_edge() {
    let states = created("a");
    assert_eq!(judged(&release("a"), &states, &Host::JOB_RUNTIME), (Answer::Refuse, "29"));
    assert_eq!(judged(&release("a").stage("gate"), &states, &Host::JOB_RUNTIME).0, Answer::Pass);
    assert_eq!(judged(&release("a").stage("edge"), &states, &Host::JOB_RUNTIME), (Answer::Refuse, "29"));
    assert_eq!(judged(&release("b"), &states, &Host::JOB_RUNTIME).0, Answer::Pass);
}

#[test]
fn a_host_without_an_edge_decides_duties_with_the_rules() {
    assert_eq!(judged(&release("a"), &created("a"), &Host::POLICY), (Answer::Refuse, "13"));
}

#[test]
fn the_edge_checks_only_refusals() {
    // Over the limit people are asked at the gate, and the edge has nothing against it.
    assert_eq!(judged(&pay(500).stage("gate"), &States::EMPTY, &Host::JOB_RUNTIME).0, Answer::Ask);
    for stage in ["dispatch", "edge", "node"] {
        assert_eq!(judged(&pay(500).stage(stage), &States::EMPTY, &Host::JOB_RUNTIME).0, Answer::Pass, "{stage}");
    }
}

#[test]
fn what_the_gate_denies_the_edge_denies() {
    let states = [States::EMPTY, States::UNKNOWN, labelled(&["untrusted"]), exported(), created("a")];
    let calls =
        [get(), pay(1), pay(500), pay(2000), post(1), share(1), release("a"), search(), call("desk.never", "{}"), call("file.write", "{}")];
    let gate = Host::JOB_RUNTIME.only(Rows::of(&["4", "8", "9", "10", "13", "14", "15"]));
    for states in &states {
        for given in &calls {
            let at_gate = given.clone().stage("gate").judged(states, &gate);
            let at_edge = given.clone().stage("edge").judged(states, &Host::JOB_RUNTIME);
            assert!(
                !at_gate.answer.refuses() || at_edge.answer.refuses(),
                "{:?} then {:?}: {}",
                answer(&at_gate),
                answer(&at_edge),
                given.text()
            );
        }
    }
}

#[test]
fn they_never_lower_it() {
    // A row more of items never makes an answer milder, and neither does an unknown.
    let calls = [get(), pay(1), pay(500), pay(2000), post(1), share(1), release("a"), call("desk.never", "{}"), read_file()];
    let all = Rows::of(&["8", "10", "13", "14", "15", "29", "38"]);
    for given in &calls {
        for states in [States::EMPTY, labelled(&["untrusted"]), exported(), created("a")] {
            let whole = given.judged(&states, &Host::POLICY.only(all)).answer;
            for row in all.iter() {
                let without = Host::POLICY.only(all.without(Rows::of(&[row.number])));
                let part = given.judged(&states, &without).answer;
                assert!(part <= whole, "without row {}: {part:?}, with it: {whole:?}: {}", row.number, given.text());
            }
            let unknown = given.judged(&States::UNKNOWN, &Host::POLICY.only(all)).answer;
            assert!(unknown >= given.judged(&States::EMPTY, &Host::POLICY.only(all)).answer, "{}", given.text());
        }
    }
}

#[test]
fn judging_by_the_policy_alone_is_deciding() {
    let core = desk();
    let calls = [get(), pay(1), pay(500), pay(2000), post(500), share(1), release("a"), search(), read_file(), call("desk.never", "{}")];
    for given in calls {
        for states in [States::EMPTY, States::UNKNOWN, labelled(&["untrusted"]), exported(), created("a")] {
            let call = given.read();
            let decision = core.decide(&call, &states, &mut Scratch::new(core));
            let host = Host { results: straza_runtime::Results::Withhold, ..Host::POLICY };
            let ruling = core.judge(&call, &states, &host, &mut Scratch::new(core));
            assert_eq!(ruling.word() == Word::Deny, decision.word() == Word::Deny, "{}", given.text());
            assert_eq!(ruling.answer == Answer::Ask, decision.word() > Word::Allow && decision.word() < Word::Deny, "{}", given.text());
            if decision.word() < Word::Deny {
                assert_eq!(core.steps(&ruling.decision), core.steps(&decision));
            }
        }
    }
}

#[test]
fn the_first_refusal_ends_the_way_and_a_trace_shows_all_of_them() {
    let given = call("desk.never", "{}").fact("withdrawn", "true").fact("killed", "true");
    assert_eq!(judged(&given, &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "1"));
    let (ruling, trace) = desk().examine(&given.read(), &States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!(answer(&ruling), (Answer::Refuse, "1"));
    let refused = |visit: &Visit<'_>| matches!(visit, Visit::Found(finding) if finding.answer == Answer::Refuse);
    let rows: Vec<&str> = trace.iter().filter(|traced| refused(&traced.visit)).map(|traced| traced.check.number).collect();
    assert_eq!(rows, ["1", "10", "28", "38", "41"]);
}

#[test]
fn a_trace_says_which_rows_nobody_owns_and_which_run_elsewhere() {
    let (_, trace) = desk().examine(&get().stage("gate").read(), &States::EMPTY, &Host::GATEWAY);
    let of = |number: &str| trace.iter().find(|traced| traced.check.number == number).unwrap().visit.clone();
    assert_eq!(of("1"), Visit::NotOwned);
    assert_eq!(of("39"), Visit::NotNow);
    assert!(matches!(of("13"), Visit::Found(_)));
    let (_, trace) = desk().examine(&get().read(), &States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!(trace.iter().find(|traced| traced.check.number == "H2").unwrap().visit, Visit::NotMet);
}

#[test]
fn a_hooks_call_meets_no_grant_no_duty_no_sequence_and_no_origin() {
    assert_eq!(judged(&by_hook(release("a")), &created("a"), &Host::JOB_RUNTIME).0, Answer::Pass);
    assert_eq!(judged(&by_hook(share(1)), &exported(), &Host::JOB_RUNTIME).0, Answer::Pass);
    assert_eq!(judged(&by_hook(get().agent("other")), &States::EMPTY, &Host::JOB_RUNTIME).0, Answer::Pass);
    assert_eq!(judged(&by_hook(pay(2000)), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "13"));
    assert_eq!(judged(&by_hook(get()).fact("audit", "\"failed\""), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "32"));
}

#[test]
fn a_flow_step_and_a_hand_start_at_the_gate() {
    for kind in ["flow-step", "hand"] {
        let by = format!(r#"{{"kind": "{kind}"}}"#);
        let given = pay(1).fact("withdrawn", "true").fact("turn", DENIED_TURN).by(&by);
        assert_eq!(judged(&given, &States::EMPTY, &Host::JOB_RUNTIME).0, Answer::Pass, "{kind}");
    }
    // Where nobody says what makes the call it meets everything, the session's own list too.
    let unknown = Given { by: None, ..pay(1).fact("withdrawn", "true") };
    assert_eq!(judged(&unknown, &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "H2a"));
    let offered = unknown.fact("offered", r#"[{"server": "desk", "name": "pay", "spelling": "mcp__desk__pay"}]"#);
    assert_eq!(judged(&offered, &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "H5"));
}

#[test]
fn no_hook_is_asked_about_a_plain_refusal() {
    let given = call("desk.never", "{}").unknown("hooks");
    assert_eq!(judged(&given, &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "10"));
    assert_eq!(judged(&pay(1).unknown("hooks"), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "12"));
}

#[test]
fn a_hook_may_allow_and_permits_nothing() {
    assert_eq!(judged(&hooked(pay(2000), "allow"), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "13"));
}

#[test]
fn what_a_hook_changes_the_rules_see() {
    let modified =
        |amount: u32| pay(1).fact("hooks", &format!(r#"[{{"name": "guard", "answer": "modify", "arguments": {{"amount": {amount}}}}}]"#));
    assert_eq!(judged(&modified(2000), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "13"));
    let ruling = modified(2).judged(&States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!((ruling.answer, ruling.arguments), (Answer::Change, super::world::value(r#"{"amount": 2}"#).as_object().cloned()));
}

#[test]
fn an_escalate_only_hook_that_does_more_has_failed() {
    for answer in ["deny", "modify"] {
        let given =
            get().fact("hooks", &format!(r#"[{{"name": "guard", "answer": "{answer}", "arguments": {{}}, "escalate-only": true}}]"#));
        let ruling = given.judged(&States::EMPTY, &Host::JOB_RUNTIME);
        assert_eq!(super::world::answer(&ruling), (Answer::Refuse, "12"));
        assert_eq!(desk().ruling_text(&ruling, &given.read()), "straza: denied: The hook \"guard\" failed.");
    }
    let asks = get().fact("hooks", r#"[{"name": "guard", "answer": "failed", "on-failure": "ask"}]"#);
    assert_eq!(judged(&asks, &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Ask, "12"));
    let own = get().fact("hooks", r#"[{"name": "guard", "answer": "allow", "own": "deny"}]"#);
    assert_eq!(judged(&own, &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "12"));
    let before = get().fact("hooks", r#"[{"name": "guard", "answer": "allow", "own": "steps"}]"#);
    assert_eq!(judged(&before, &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Ask, "12"));
}

#[test]
fn shadow_items_look_at_the_call_as_it_was_proposed() {
    let modified = |from: u32, to: u32| {
        pay(from).fact("hooks", &format!(r#"[{{"name": "guard", "answer": "modify", "arguments": {{"amount": {to}}}}}]"#))
    };
    assert_eq!(modified(50, 1).judged(&States::EMPTY, &Host::JOB_RUNTIME).recorded.len(), 1);
    assert_eq!(modified(1, 50).judged(&States::EMPTY, &Host::JOB_RUNTIME).recorded.len(), 0);
}

#[test]
fn a_shadow_run_answers_from_a_stub() {
    let ruling = shadowed(pay(1)).judged(&States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!((answer(&ruling), ruling.stub), ((Answer::Stub, "11"), Some(r#"{"paid":false}"#)));
    assert_eq!(judged(&shadowed(get()), &States::EMPTY, &Host::JOB_RUNTIME).0, Answer::Pass);
    assert_eq!(judged(&shadowed(get()).fact("unasked-hook", "true"), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "11"));
}

#[test]
fn a_filled_call_is_what_the_rows_behind_see() {
    let ruling = call("desk.create", r#"{"id": "a", "amount": 1}"#).judged(&States::EMPTY, &Host::JOB_RUNTIME);
    let due = super::world::value(r#"{"id": "a", "amount": 1, "budget": 2.00}"#);
    assert_eq!((ruling.answer, ruling.arguments), (Answer::Change, due.as_object().cloned()));
    let host = call("desk.post", r#"{"amount": 1}"#).fact("budget-argument", r#"{"argument": ["budget"], "value": 5}"#);
    // The host's budget is no argument of this function's schema.
    assert_eq!(host.judged(&States::EMPTY, &Host::JOB_RUNTIME).answer, Answer::Refuse);
}

#[test]
fn a_yes_at_one_row_never_spares_a_later_one() {
    let late = approved(pay(500));
    for (fact, value, row) in
        [("secrets", r#""not-scanned""#, "39"), ("killed", "true", "38"), ("revoked", "true", "33"), ("audit", r#""failed""#, "32")]
    {
        assert_eq!(judged(&late.clone().fact(fact, value), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, row));
    }
}

#[test]
fn a_parked_call_is_held_until_the_park_ends() {
    let at = |now: &str| Given { now: Some(now.to_owned()), ..call("crm.paused", "{}") };
    let ruling = at("2026-01-01T12:00Z").judged(&States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!(
        (answer(&ruling), ruling.until),
        ((Answer::Hold, "38"), Some(1_767_312_000)),
        "{}",
        desk().ruling_text(&ruling, &at("2026-01-01T12:00Z").read())
    );
    assert_eq!(judged(&at("2026-01-02T00:00Z"), &States::EMPTY, &Host::JOB_RUNTIME).0, Answer::Pass);
    assert_eq!(judged(&at("2026-01-01T12:00Z").fact("killed", "true"), &States::EMPTY, &Host::JOB_RUNTIME), (Answer::Refuse, "38"));
}

#[test]
fn a_revocation_that_reaches_the_job_refuses_or_holds() {
    let entry = |target, action| Revocation { target, action, reason: "an incident".to_owned() };
    let judged = |entries: Vec<Revocation>| {
        let list = Revocations { channel: "main".to_owned(), sequence: Sequence { second: 1, counter: 0 }, entries };
        let subject = Subject { device: Member::Absent, grant: Member::Absent, snapshot: Member::Absent, ..Subject::NOTHING };
        let host = Host { revocations: Some(&list), subject, ..Host::JOB_RUNTIME };
        let ruling = get().judged(&States::EMPTY, &host);
        (answer(&ruling), ruling.until)
    };
    let function = |name: &str| Target::Function { server: "desk".to_owned(), name: name.to_owned() };
    assert_eq!(judged(vec![entry(function("ge*"), Action::Refuse)]), ((Answer::Refuse, "33"), None));
    assert_eq!(judged(vec![entry(function("pay"), Action::Refuse)]).0.0, Answer::Pass);
    assert_eq!(
        judged(vec![entry(Target::Agent("triage".to_owned()), Action::Park(Instant(1_900_000_000)))]),
        ((Answer::Hold, "33"), Some(1_900_000_000))
    );
    assert_eq!(judged(vec![entry(Target::All, Action::Park(Instant(1_700_000_000)))]).0.0, Answer::Pass);
    // Nobody says which session this is.
    assert_eq!(judged(vec![entry(Target::Session("s".to_owned()), Action::Refuse)]).0, (Answer::Refuse, "33"));
}

#[test]
fn reasons_name_the_item_the_words_or_the_next_step() {
    let text = |given: Given| {
        let ruling = given.judged(&States::EMPTY, &Host::JOB_RUNTIME);
        desk().ruling_text(&ruling, &given.read())
    };
    assert_eq!(text(pay(2000)), "straza: denied: desk.huge: Too much.");
    assert_eq!(text(get().fact("withdrawn", "true")), "straza: denied: Every tool is withdrawn from this run. Answer with what you have.");
    assert_eq!(
        text(get().fact("secrets", r#"{"found": ["deploy-key"]}"#)),
        "straza: denied: Its arguments carry the value of the secret \"deploy-key\". Use the secret's placeholder."
    );
    assert_eq!(text(get()), "");
}
