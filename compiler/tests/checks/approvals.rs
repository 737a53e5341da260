//! What people said, and what it is worth: pools, counts, four eyes, time, binding.

use straza_runtime::judge::{AskKind, Rows};
use straza_runtime::{Answer, Host, States};

use super::rows::{get, labelled, pay, post, share};
use super::world::{Given, answer, call, desk, hex};

/// A yes in parts.
#[derive(Clone)]
struct Yes {
    kind: &'static str,
    pool: &'static str,
    by: &'static str,
    made: &'static str,
    decision: &'static str,
    asked: &'static str,
    decided: &'static str,
    more: String,
}

/// Kim, a lead, said yes ten minutes ago.
fn yes() -> Yes {
    Yes {
        kind: "steps",
        pool: r#"["lead", "cfo"]"#,
        by: r#"[{"user": "kim", "roles": ["lead"]}]"#,
        made: "person",
        decision: "yes",
        asked: "2026-01-01T11:30Z",
        decided: "2026-01-01T11:50Z",
        more: String::new(),
    }
}

impl Yes {
    fn text(&self, of: &Given) -> String {
        let core = desk();
        let listing = core.listing(&of.read()).map_or("null".to_owned(), |listing| format!("\"{}\"", hex(&listing)));
        let pool = if self.pool.is_empty() { String::new() } else { format!(r#""pool": {}, "#, self.pool) };
        format!(
            r#"{{"kind": "{}", {pool}"by": {}, "made": "{}", "decision": "{}", "asked-at": "{}", "decided-at": "{}", "call": "{}", "items": "{}", "listing": {listing}{}}}"#,
            self.kind,
            self.by,
            self.made,
            self.decision,
            self.asked,
            self.decided,
            of.digest(),
            hex(&core.items_digest(&of.read())),
            self.more,
        )
    }
}

/// A call with what people said of it.
fn with(given: Given, said: &[Yes]) -> Given {
    let said: Vec<String> = said.iter().map(|yes| yes.text(&given)).collect();
    given.fact("approvals", &format!("[{}]", said.join(", ")))
}

fn judged(given: &Given) -> (Answer, &'static str) {
    answer(&given.judged(&States::EMPTY, &Host::JOB_RUNTIME))
}

fn of_payment(yes: Yes) -> (Answer, &'static str) {
    judged(&with(pay(500), &[yes]))
}

const PASS: (Answer, &str) = (Answer::Pass, "");
const ASKS: (Answer, &str) = (Answer::Ask, "13");
const NO_LONGER_MET: (Answer, &str) = (Answer::Refuse, "20");

#[test]
fn a_person_of_the_pool_says_yes() {
    assert_eq!(judged(&pay(500)), ASKS);
    assert_eq!(of_payment(yes()), PASS);
    assert_eq!(of_payment(Yes { by: r#"[{"user": "kim", "roles": ["cfo"]}]"#, ..yes() }), PASS);
    assert_eq!(of_payment(Yes { pool: r#"["lead"]"#, ..yes() }), PASS);
}

#[test]
fn who_is_not_of_the_pool_does_not_count() {
    for by in [r#"[{"user": "kim", "roles": []}]"#, r#"[{"user": "kim", "roles": ["security"]}]"#, "[]"] {
        assert_eq!(of_payment(Yes { by, ..yes() }), NO_LONGER_MET, "{by}");
    }
    // A wider pool was asked: nobody knows that somebody of this one decided.
    let wider = Yes { pool: r#"["lead", "security"]"#, by: r#"[{"user": "kim", "roles": ["lead"]}]"#, ..yes() };
    assert_eq!(of_payment(wider), NO_LONGER_MET);
}

#[test]
fn the_decider_is_not_the_requester_nor_the_requesters_sponsor() {
    let own = Yes { by: r#"[{"user": "dana", "roles": ["lead"]}]"#, ..yes() };
    assert_eq!(of_payment(own.clone()), NO_LONGER_MET);
    let agent = r#"{"user": "bot", "roles": [], "type": "agent", "agency": "supervised", "swarm": null, "sponsor": "kim"}"#;
    assert_eq!(judged(&with(pay(500).principal(agent), &[yes()])), NO_LONGER_MET);
    assert_eq!(judged(&with(pay(500).principal(agent), &[own])), PASS);
}

#[test]
fn where_nobody_knows_who_asks_nobody_is_another() {
    for principal in [
        r#"{"roles": [], "type": "human", "agency": "interactive"}"#,
        r#"{"user": "bot", "roles": [], "type": "agent", "agency": "supervised"}"#,
        "{}",
    ] {
        assert_ne!(judged(&with(pay(500).principal(principal), &[yes()])).0, Answer::Pass, "{principal}");
    }
}

#[test]
fn one_name_in_two_forms_of_unicode_is_one_person_to_four_eyes() {
    let requester = |user: &str| format!(r#"{{"user": "{user}", "roles": [], "type": "human", "agency": "interactive"}}"#);
    let rene = |by| Yes { by, ..yes() };
    let (composed, apart) = (r#"[{"user": "ren\u00e9", "roles": ["lead"]}]"#, r#"[{"user": "rene\u0301", "roles": ["lead"]}]"#);
    for (user, by) in [("ren\u{e9}", apart), ("rene\u{301}", composed), ("dana", apart)] {
        assert_ne!(judged(&with(pay(500).principal(&requester(user)), &[rene(by)])).0, Answer::Pass, "{user}");
    }
    assert_eq!(judged(&with(pay(500).principal(&requester("dana")), &[rene(composed)])), PASS);
    let both = r#"[{"user": "ren\u00e9", "roles": ["lead"]}, {"user": "rene\u0301", "roles": ["lead"]}]"#;
    assert_eq!(judged(&with(share(500), &[Yes { pool: r#"["lead"]"#, by: both, ..yes() }])), NO_LONGER_MET);
}

#[test]
fn two_of_a_pool_are_two_people() {
    let lead = |by| Yes { pool: r#"["lead"]"#, by, ..yes() };
    let one = lead(r#"[{"user": "kim", "roles": ["lead"]}]"#);
    let twice = lead(r#"[{"user": "kim", "roles": ["lead"]}, {"user": "kim", "roles": ["lead"]}]"#);
    let two = lead(r#"[{"user": "kim", "roles": ["lead"]}, {"user": "lee", "roles": ["lead"]}]"#);
    let apart = lead(r#"[{"user": "lee", "roles": ["lead"]}]"#);
    assert_eq!(judged(&with(share(500), std::slice::from_ref(&one))), NO_LONGER_MET);
    assert_eq!(judged(&with(share(500), &[twice])), NO_LONGER_MET);
    assert_eq!(judged(&with(share(500), &[two])), PASS);
    assert_eq!(judged(&with(share(500), &[one, apart])), PASS);
}

#[test]
fn whoever_meets_a_distinct_step_meets_no_other() {
    let leads = |by| Yes { pool: r#"["lead"]"#, by, ..yes() };
    let cfo = |by| Yes { pool: r#"["cfo"]"#, by, ..yes() };
    let both = r#"[{"user": "kim", "roles": ["lead", "cfo"]}, {"user": "lee", "roles": ["lead"]}]"#;
    let kim = r#"[{"user": "kim", "roles": ["lead", "cfo"]}]"#;
    let max = r#"[{"user": "max", "roles": ["cfo"]}]"#;
    assert_eq!(judged(&with(share(2000), &[leads(both), cfo(kim)])), NO_LONGER_MET);
    assert_eq!(judged(&with(share(2000), &[leads(both), cfo(max)])), PASS);
}

#[test]
fn a_confirmation_is_the_requesters_own() {
    let own = Yes { pool: "", by: r#"[{"user": "dana", "roles": []}]"#, ..yes() };
    assert_eq!(judged(&post(500)).0, Answer::Ask);
    assert_eq!(judged(&with(post(500), std::slice::from_ref(&own))), PASS);
    assert_eq!(judged(&with(post(500), &[Yes { by: r#"[{"user": "kim", "roles": []}]"#, ..own }])), NO_LONGER_MET);
}

#[test]
fn a_yes_of_a_policy_meets_nobodys_step() {
    let policy = |early: bool| Yes { made: "policy", more: format!(r#", "early": {early}"#), ..yes() };
    assert_eq!(of_payment(policy(true)), ASKS);
    assert_eq!(of_payment(policy(false)), ASKS);
}

#[test]
fn a_decision_made_before_the_call_came_stands_with_its_binding() {
    let early = Yes { more: r#", "early": true"#.to_owned(), ..yes() };
    assert_eq!(of_payment(early.clone()), PASS);
    // It meets less than is asked: the rest is asked, and nothing refused.
    assert_eq!(of_payment(Yes { by: "[]", ..early }), ASKS);
}

#[test]
fn a_no_is_a_refusal() {
    assert_eq!(of_payment(Yes { decision: "no", ..yes() }), (Answer::Refuse, "17"));
}

#[test]
fn what_is_still_open_is_still_asked() {
    let given = with(pay(500), &[Yes { decision: "pending", by: "[]", ..yes() }]);
    let ruling = given.judged(&States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!(answer(&ruling), ASKS);
    let asked: Vec<(&AskKind, Vec<&str>)> = ruling.asked.iter().map(|asked| (&asked.kind, asked.step.clone().unwrap().deciders)).collect();
    assert_eq!(asked, [(&AskKind::Steps, vec!["cfo", "lead"])]);
}

#[test]
fn a_yes_lasts_as_long_as_its_step_says() {
    // The step says `ticket 8h, grant 1h`; it is noon.
    let at = |asked, decided| of_payment(Yes { asked, decided, ..yes() });
    assert_eq!(at("2026-01-01T04:00Z", "2026-01-01T11:30Z"), PASS);
    assert_eq!(at("2026-01-01T03:00Z", "2026-01-01T11:30Z"), NO_LONGER_MET);
    assert_eq!(at("2026-01-01T10:00Z", "2026-01-01T10:59Z"), NO_LONGER_MET);
    assert_eq!(at("2026-01-01T11:50Z", "2026-01-01T11:30Z"), NO_LONGER_MET);
    assert_eq!(at("2026-01-01T11:30Z", "2026-01-01T12:30Z"), NO_LONGER_MET);
    let timeless = Given { now: None, ..with(pay(500), &[yes()]) };
    assert_eq!(judged(&timeless), NO_LONGER_MET);
}

#[test]
fn when_either_changed_while_the_person_decided_the_person_is_asked_again() {
    for part in ["items", "listing"] {
        let own = yes().text(&pay(500));
        let (before, after) = own.split_once(&format!(r#""{part}": ""#)).unwrap();
        let changed = format!(r#"{before}"{part}": "{}{}"#, "0".repeat(64), &after[64..]);
        let given = pay(500).fact("approvals", &format!("[{changed}]"));
        assert_eq!(judged(&given), (Answer::CallAgain, "34"), "{part}");
        let gate = Host::JOB_RUNTIME.only(Rows::ALL.without(Rows::of(&["34"])));
        assert_eq!(answer(&given.judged(&States::EMPTY, &gate)), (Answer::AskAgain, "18"), "{part}");
    }
}

#[test]
fn other_teams_items_and_better_reasons_disturb_no_pending_request() {
    let digest = |policy: &str| super::world::snapshot(policy).items_digest(&pay(500).read());
    let own = super::world::POLICY;
    let other = own.replace("rule personal {", "rule more {\n    on desk.release\n    deny when args.id == \"x\"\n}\n\nrule personal {");
    assert_eq!(digest(own), digest(&other));
    assert_eq!(digest(own), digest(&own.replace("Payments above 100 need a lead.", "A lead looks at what is above 100.")));
    assert_ne!(
        digest(own),
        digest(
            &own.replace(
                "args.amount > 100\n    require  approve by lead or cfo",
                "args.amount > 101\n    require  approve by lead or cfo"
            )
        )
    );
}

#[test]
fn a_call_is_made_only_with_the_arguments_a_person_approved() {
    let other = yes().text(&pay(400));
    let given = pay(500).fact("approvals", &format!("[{other}]"));
    assert_eq!(judged(&given).0, Answer::Refuse);
    assert_eq!(given.at("22", &States::EMPTY).answer, Answer::Refuse);
}

#[test]
fn an_edit_is_decided_again() {
    let edited = |to: &str| {
        let record = yes().text(&pay(500));
        let call = call("desk.pay", to).digest();
        let record = record.replace(&pay(500).digest(), &call).replace(r#""made""#, &format!(r#""arguments": {to}, "made""#));
        pay(500).fact("approvals", &format!("[{record}]")).judged(&States::EMPTY, &Host::JOB_RUNTIME)
    };
    let smaller = edited(r#"{"amount": 300}"#);
    assert_eq!(answer(&smaller).0, Answer::Change);
    assert_eq!(smaller.arguments.unwrap(), *super::world::value(r#"{"amount": 300}"#).as_object().unwrap());
    assert_eq!(answer(&edited(r#"{"amount": 3000}"#)), (Answer::Refuse, "20"));
    assert_eq!(edited(r#"{"amonut": 300}"#).answer, Answer::Refuse);
}

#[test]
fn the_final_check_sees_the_present_state() {
    let given = with(post(500), &[Yes { pool: "", by: r#"[{"user": "dana", "roles": []}]"#, ..yes() }]);
    assert_eq!(answer(&given.judged(&States::EMPTY, &Host::JOB_RUNTIME)), PASS);
    // Since the yes the job has read something: another approval is due, and nobody gave it.
    assert_eq!(answer(&given.judged(&labelled(&["untrusted"]), &Host::JOB_RUNTIME)), NO_LONGER_MET);
}

#[test]
fn a_person_can_approve_a_call_that_a_later_check_refuses() {
    let approved = with(pay(500), &[yes()]);
    assert_eq!(judged(&approved.clone().fact("secrets", r#"{"found": ["deploy-key"]}"#)), (Answer::Refuse, "39"));
    assert_eq!(judged(&approved.fact("killed", "true")), (Answer::Refuse, "38"));
}

#[test]
fn a_hook_that_asks_is_answered_by_anybody_else() {
    let escalated = || get().fact("hooks", r#"[{"name": "guard", "answer": "escalate"}]"#);
    let ruling = escalated().judged(&States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!((answer(&ruling), ruling.asked[0].kind.clone()), ((Answer::Ask, "12"), AskKind::Hook("guard".to_owned())));
    let said = |by| Yes { kind: "hook", pool: "", by, more: r#", "hook": "guard""#.to_owned(), ..yes() };
    assert_eq!(judged(&with(escalated(), &[said(r#"[{"user": "kim", "roles": []}]"#)])), PASS);
    assert_eq!(judged(&with(escalated(), &[said(r#"[{"user": "dana", "roles": []}]"#)])), (Answer::Ask, "12"));
}
