//! `straza test`: what passes, what fails, and the ways to be green for nothing that fail.

use super::sandbox::Sandbox;

const DESK: &str = r#"policy desk {
    over  payments.*
}

defaults {
    *  deny because "Nothing else is allowed."
}

rule small {
    on     payments.refund
    allow  when args.amount <= 100
}

rule frozen {
    on    payments.refund
    deny  when args.account == "closed" because "The account is closed."
}
"#;

fn desk(tests: &str) -> Sandbox {
    Sandbox::repository(&[("desk.straza", DESK), ("tests.straza", tests)])
}

#[test]
fn the_closing_line_counts_and_the_exit_code_tells() {
    let sandbox = desk(
        "test \"small\" {\n    call payments.refund { amount: 100, account: \"open\" } => allow via small\n}\n\n\
         test \"large\" {\n    call payments.refund { amount: 101, account: \"open\" } => deny via default of desk\n}\n",
    );
    let run = sandbox.expect(0, &["test"]);
    assert_eq!(run.out.lines().last(), Some("2 passed, 0 failed"));
    sandbox.replace("desk.straza", "<= 100", "<= 101");
    let run = sandbox.expect(1, &["test"]);
    assert_eq!(run.out.lines().last(), Some("1 passed, 1 failed"));
    let filtered = sandbox.expect(0, &["test", ".", "small"]);
    assert_eq!(filtered.out.lines().last(), Some("1 passed, 0 failed"));
}

#[test]
fn a_run_of_nothing_fails_and_says_so() {
    let sandbox = Sandbox::repository(&[("desk.straza", DESK)]);
    let run = sandbox.expect(1, &["test"]);
    assert!(run.out.contains("nothing ran"), "{}", run.out);
    sandbox.expect(0, &["test", "--allow-empty"]);
    let sandbox = desk("test \"small\" {\n    call payments.refund { amount: 1, account: \"a\" } => allow via small\n}\n");
    let run = sandbox.expect(1, &["test", ".", "no such test"]);
    assert!(run.out.contains("nothing ran"), "{}", run.out);
}

#[test]
fn a_recording_pattern_without_a_file_fails() {
    let sandbox = desk("test \"small\" {\n    call payments.refund { amount: 1, account: \"a\" } => allow via small\n}\n");
    sandbox.write("straza.toml", "edition = \"2027\"\n[tests]\nrecordings = [\"recordings/*.jsonl\"]\n");
    let run = sandbox.expect(1, &["test"]);
    assert!(run.err.contains("S0606"), "{}", run.err);
}

#[test]
fn a_deny_through_unknown_fails_unless_the_test_says_so() {
    let sandbox = desk("test \"misspelt\" {\n    call payments.refund { amount: 1, acount: \"closed\" } => deny via frozen\n}\n");
    let run = sandbox.expect(1, &["test"]);
    assert!(run.out.contains("because unknown"), "{}", run.out);
    sandbox.replace("tests.straza", "deny via frozen", "deny via frozen because unknown");
    sandbox.expect(0, &["test"]);
}

#[test]
fn a_call_without_via_is_a_warning_and_under_strict_an_error() {
    let sandbox = desk("test \"small\" {\n    call payments.refund { amount: 1, account: \"a\" } => allow\n}\n");
    sandbox.expect(0, &["test"]);
    sandbox.expect(1, &["test", "--strict"]);
}

#[test]
fn json_carries_a_version_and_the_counts() {
    let sandbox = desk("test \"small\" {\n    call payments.refund { amount: 500, account: \"a\" } => allow via small\n}\n");
    let run = sandbox.expect(1, &["test", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&document["straza-report"], &document["passed"], &document["failed"]), (&1.into(), &0.into(), &1.into()));
}

#[test]
fn errors_in_the_policies_stop_the_run() {
    let sandbox = desk("test \"small\" {\n    call payments.refund { amount: 1 } => alow\n}\n");
    let run = sandbox.expect(2, &["test"]);
    assert!(run.err.contains("nothing was compiled"), "{}", run.err);
}

#[test]
fn a_run_that_cannot_be_made_leaves_a_report_that_says_so() {
    let sandbox = desk("test \"small\" {\n    call payments.refund { amount: 1 } => alow\n}\n");
    let run = sandbox.expect(2, &["test", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&document["complete"], &document["problems"][0]["code"]), (&false.into(), &"not-run".into()));
}

/// The desk of the test runner's own tests: policy, tests of whole jobs and a recorded day.
const MEMORY: &[(&str, &str)] = &[
    ("straza.toml", include_str!("../../testkit/tests/jobs/desk/straza.toml")),
    ("policies/desk.straza", include_str!("../../testkit/tests/jobs/desk/policies/desk.straza")),
    ("tests/jobs.straza", include_str!("../../testkit/tests/jobs/desk/tests/jobs.straza")),
    ("recordings/day.jsonl", include_str!("../../testkit/tests/jobs/desk/recordings/day.jsonl")),
];

#[test]
fn whole_jobs_and_a_recorded_day_remember_what_happened() {
    let sandbox = Sandbox::repository(MEMORY);
    let run = sandbox.expect(0, &["test"]);
    assert_eq!(run.out.lines().last(), Some("13 passed, 0 failed"));
    sandbox.replace("policies/desk.straza", "    within tree\n", "    within job\n");
    let run = sandbox.expect(1, &["test"]);
    assert_eq!(run.out.lines().last(), Some("12 passed, 1 failed"), "only the recording has two jobs of one tree: {}", run.out);
    assert!(run.out.contains("after     email.draft (recordings/day.jsonl:"), "{}", run.out);
}
