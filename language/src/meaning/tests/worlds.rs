//! Typed tests: the world of each call.

use super::with_head;
use crate::diagnostic::{Diagnostic, Severity};
use crate::testing::{Repository, step};
use crate::tests::{Json, TestCall, Verdict, Via};

fn calls(statements: &str) -> Vec<TestCall> {
    let repository =
        Repository::one(&with_head(&format!("rule refund {{\n on payments.refund\n allow\n}}\n\ntest \"t\" {{\n{statements}\n}}")));
    let errors = repository.errors();
    assert_eq!(errors, Vec::<String>::new());
    repository.typed(0).into_iter().flat_map(|typed| typed.tests).flat_map(|test| test.calls).collect()
}

fn call(statements: &str) -> TestCall {
    calls(statements).remove(0)
}

const CALL: &str = "call payments.refund { amount: 1 } => allow";

#[test]
fn a_test_starts_from_a_known_empty_world() {
    let call = call(CALL);
    let principal = r#"{"user":"tester","roles":[],"type":"human","agency":"interactive","swarm":null,"sponsor":null}"#;
    assert_eq!(call.world.principal.to_string(), principal);
    let session = r#"{"id":"test","harness":"test","version":"1.0.0","permission-mode":"default","attestation":"sandboxed","workspace":"/workspace","cwd":"/workspace","home":"/home/tester","terminal":true}"#;
    assert_eq!(call.world.session.to_string(), session);
    let job = r#"{"id":"test","routine":null,"shadow":false,"quarantine":false,"depth":0,"children":0}"#;
    assert_eq!(call.world.job.to_string(), job);
    assert_eq!(call.world.agent.to_string(), r#"{"name":null}"#);
    assert_eq!((call.world.now, call.world.granted), (Some(1_767_225_600), Some(false)));
    assert_eq!(call.world.paths.map(|paths| (paths.seen.len(), paths.open)), Some((0, false)));
    assert_eq!(call.arguments.map(|arguments| arguments.to_string()).as_deref(), Some(r#"{"amount":1}"#));
}

#[test]
fn as_and_given_change_the_world_and_unknown_takes_away() {
    let call = call(&format!(
        "as agent \"nightly\" roles [finance-lead]\n given session {{ terminal: false, x-mine: 1 }} now 2027-01-31T10:00Z granted\n given principal.roles unknown\n given job unknown\n {CALL}"
    ));
    let principal = r#"{"user":"nightly","type":"agent","agency":"autonomous","swarm":null,"sponsor":null}"#;
    assert_eq!(call.world.principal.to_string(), principal);
    assert_eq!(call.world.session.get("terminal"), Some(&Json::Boolean(false)));
    assert_eq!(call.world.job, Json::Object(Vec::new()));
    assert_eq!((call.world.now, call.world.granted), (Some(1_801_389_600), Some(true)));
}

#[test]
fn roles_are_sent_by_the_directorys_name() {
    let call = call(&format!("as user \"dana\" roles [finance-lead, cfo]\n {CALL}"));
    assert_eq!(call.world.principal.get("roles").map(Json::to_string).as_deref(), Some(r#"["App - Finance Leads","cfo"]"#));
}

#[test]
fn paths_follow_from_a_file_tools_arguments_or_are_given() {
    let world = |statements: &str| call(statements).world.paths.map(|paths| (paths.seen, paths.open));
    assert_eq!(world("call file.read { file_path: \"/a\" } => deny"), None);
    let given = world("given paths open [\"/a\", { path: \"/b\", use: \"read\" }]\n call other.x { } => deny");
    let (seen, open) = given.unwrap_or_default();
    assert_eq!(seen.iter().map(|seen| (seen.path.as_str(), seen.write)).collect::<Vec<_>>(), [("/a", true), ("/b", false)]);
    assert!(open);
    assert_eq!(world("given paths unknown\n call file.read { } => deny"), Some((Vec::new(), true)));
    assert_eq!(call("given arguments unknown\n call file.read { } => deny").arguments, None);
}

#[test]
fn only_members_of_a_part_are_taken_away_one_by_one() {
    let found = |fact: &str| {
        let test = format!("rule refund {{\n on payments.refund\n allow\n}}\n\ntest \"t\" {{\n given {fact} unknown\n {CALL}\n}}");
        Repository::one(&with_head(&test)).errors()
    };
    assert_eq!(found("session.cwd"), Vec::<String>::new());
    assert_eq!(found("paths.open"), ["S0701 no host supplies `paths.open`"]);
    assert_eq!(found("function.server"), ["S0701 no host supplies `function.server`"]);
}

#[test]
fn each_repeats_its_statements_and_its_facts_end_with_the_row() {
    let calls = calls(
        "each [ { amount: 1, who: \"a\" }, { amount: 2, who: \"b\" } ] {\n as user \"x\"\n call payments.refund { amount: $amount, note: $who } => allow\n }\n call payments.refund { amount: ceiling } => allow",
    );
    let sent: Vec<String> = calls.iter().filter_map(|call| Some(call.arguments.as_ref()?.to_string())).collect();
    assert_eq!(sent, [r#"{"amount":1,"note":"a"}"#, r#"{"amount":2,"note":"b"}"#, r#"{"amount":100}"#]);
    assert_eq!(calls[2].world.principal.get("user"), Some(&Json::Text("tester".to_owned())));
}

#[test]
fn expectations_are_typed_as_outcomes_are() {
    let of = |expected: &str| call(&format!("call payments.refund {{ amount: 1 }} => {expected}")).expected;
    let Verdict::Steps(steps) = of("confirm and approve by finance-lead or cfo, ticket 8h").verdict else { panic!("steps") };
    assert_eq!(steps.iter().map(step).collect::<Vec<_>>(), ["confirm", "approve by 1 of App - Finance Leads/cfo, ticket 28800s"]);
    assert_eq!(of("deny via refund").via, Some(Via::Item { set: Some("refunds".to_owned()), name: "refund".to_owned() }));
    assert_eq!(of("deny via refunds.refund").via, Some(Via::Item { set: Some("refunds".to_owned()), name: "refund".to_owned() }));
    assert_eq!(of("deny via default of refunds").via, Some(Via::Default(Some("refunds".to_owned()))));
    assert_eq!(of("deny via default").via, Some(Via::Default(None)));
    assert!(of("deny because unknown").because_unknown);
}

#[test]
fn a_deny_before_any_rule_says_its_cause() {
    for word in crate::tests::CAUSES {
        let expected = call(&format!("call payments.refund {{ amount: 1 }} => deny because {word}")).expected;
        assert_eq!((expected.because.as_deref(), expected.because_unknown, expected.verdict), (Some(word), false, Verdict::Deny));
    }
    assert_eq!(call("call payments.refund { amount: 1 } => deny because unknown").expected.because, None);
}

/// Findings of a test with these statements.
fn found(statements: &str) -> Vec<String> {
    let rule = "rule refund {\n on payments.refund\n allow\n}";
    Repository::one(&with_head(&format!("{rule}\n\ntest \"t\" {{\n{statements}\n}}")))
        .diagnostics()
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(said)
        .collect()
}

fn said(found: &Diagnostic) -> String {
    format!("{} {}; {}", found.code, found.message, found.help.as_deref().unwrap_or_default())
}

#[test]
fn a_test_may_call_a_name_in_another_case_where_it_says_that_this_is_refused() {
    assert_eq!(found("call payments.Refund { amount: 1 } => deny because case"), Vec::<String>::new());
    assert!(found("call payments.Refund { amount: 1 } => deny").iter().any(|said| said.starts_with("S0314")));
}

#[test]
fn a_cause_that_cannot_hold_is_refused() {
    let of = |expected: &str| found(&format!("call payments.refund {{ amount: 1 }} => {expected}"));
    assert_eq!(of("deny because shema"), ["S0711 `shema` is no cause; did you mean `schema`?"]);
    assert_eq!(of("deny because unknwn"), ["S0711 `unknwn` is no cause; did you mean `unknown`?"]);
    assert_eq!(
        of("deny because payload"),
        ["S0711 `payload` is no cause; a check before any rule is one of schema, case, function, limit"]
    );
    assert_eq!(of("confirm because case").len(), 1);
    assert_eq!(of("deny via refund because schema").len(), 1);
    assert_eq!(of("deny because unknown because schema").len(), 1);
}

#[test]
fn a_test_calls_something() {
    assert_eq!(found("").iter().filter(|found| found.starts_with("S0710 this test calls nothing")).count(), 1);
    assert_eq!(found("as user \"a\"\ngiven granted").len(), 1);
    assert_eq!(found("each [] { call payments.ping { } => deny }\ncall payments.ping { } => deny").len(), 1);
    assert_eq!(found("each [ { a: 1 } ] { as user \"a\" }").len(), 1);
}

#[test]
fn a_test_that_could_not_be_read_has_one_finding() {
    assert_eq!(found("call payments.ping {} =>").len(), 1);
    assert_eq!(found("turn { call payments.ping {} => deny }").len(), 1);
}
