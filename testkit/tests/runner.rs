//! The runner, on real policies: what passes, and every way in which a test must not be green for nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use std::io::Cursor;

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_testkit::report::{CallReport, Failure, Problem, Report, Shown, Warning, json, text};
use straza_testkit::runner::{Options, RecordingFile, TestSuite, run};

const POLICY: &str = r#"
policy refunds {
    over payments.*
    for  principal.roles has desk
}

role desk, lead, outsider

defaults {
    granted  allow after confirm
    *        deny because "Nothing lets this be called."
}

rule small {
    on payments.refund
    allow
    when args.amount <= 100
}

rule foreign {
    on payments.refund
    require approve by lead, ticket 8h
    when args.currency != "EUR"
}

rule closed {
    on payments.refund
    deny
    when args.closed
}

rule trial {
    on payments.refund
    deny
    shadow
}
"#;

fn suite(tests: &str) -> TestSuite {
    let mut workspace = Workspace::new();
    workspace.set_file("refunds.straza", format!("{POLICY}\n{tests}"));
    let checked = workspace.check();
    TestSuite::of(&workspace).unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

fn snapshot(suite: &TestSuite) -> Snapshot {
    let key = SigningKey::from_secret(&[3; 32], KeyKind::Release);
    let compiled = compile(&suite.program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

fn ran_with(tests: &str, options: &Options) -> Report {
    let suite = suite(tests);
    run(&suite, Vec::new(), &snapshot(&suite), options)
}

fn ran(tests: &str) -> Report {
    ran_with(tests, &Options::default())
}

/// The report of one call in a test of its own, by a person of the desk.
fn call(call: &str) -> CallReport {
    let report = ran(&format!("test \"one\" {{\n    as user \"dana\" roles [desk]\n    {call}\n}}"));
    report.cases[0].calls[0].clone()
}

fn failures(statement: &str) -> Vec<Failure> {
    call(statement).failures
}

#[test]
fn a_test_that_says_what_is_decided_and_by_what_passes() {
    let report = ran(r#"test "refunds" {
            as user "dana" roles [desk]
            call payments.refund { amount: 20.00, currency: "EUR", closed: false } => allow via small
            call payments.refund { amount: 20, currency: "CHF", closed: false } => approve by lead, ticket 8h via refunds.foreign
            call payments.refund { amount: 20, currency: "CHF", closed: true } => deny via closed
            call payments.refund { amount: 101, currency: "EUR", closed: false } => deny via default of refunds
            given granted
            call payments.refund { amount: 101, currency: "CHF", closed: false } => confirm and approve by lead, ticket 8h via foreign
        }"#);
    assert!(report.is_passed(), "{}", text(&report, Shown { trace: true }));
    assert_eq!((report.passed(), report.failed(), report.warnings()), (1, 0, 0));
}

#[test]
fn a_changed_bound_fails_with_expected_decided_and_the_deciding_place() {
    let found = call(r#"call payments.refund { amount: 120, currency: "EUR", closed: false } => allow via small"#);
    assert_eq!(
        found.failures,
        [Failure::Decision, Failure::Via { expected: "refunds.small".to_owned(), decided: Some("default of refunds".to_owned()) }]
    );
    assert_eq!((found.expected.as_str(), found.decided.as_str()), ("allow via refunds.small", "deny"));
    let deciding = found.deciding.unwrap();
    let place = deciding.place.unwrap();
    let line = POLICY.lines().position(|line| line.contains("Nothing lets")).unwrap() + 1;
    assert_eq!(
        (deciding.name.as_str(), place.path.as_str(), place.line),
        ("default of refunds", "refunds.straza", u32::try_from(line).unwrap())
    );
}

#[test]
fn the_right_decision_by_another_item_than_named_fails() {
    let expected = [Failure::Via { expected: "refunds.foreign".to_owned(), decided: Some("refunds.closed".to_owned()) }];
    assert_eq!(failures(r#"call payments.refund { amount: 1, currency: "CHF", closed: true } => deny via foreign"#), expected);
}

#[test]
fn nothing_that_ran_fails() {
    let without_tests = ran("");
    assert_eq!(without_tests.problems, [Problem::NothingRan { filter: None }]);
    assert!(text(&without_tests, Shown::default()).contains("nothing ran"));
    let filtered = ran_with(
        r#"test "one" { as user "a" roles [desk] call payments.refund { amount: 1, currency: "EUR", closed: false } => allow via small }"#,
        &Options { filter: Some("two".to_owned()), ..Options::default() },
    );
    assert_eq!(filtered.problems, [Problem::NothingRan { filter: Some("two".to_owned()) }]);
    assert!(!filtered.is_passed() && filtered.failed() == 1);
}

#[test]
fn a_refusal_that_held_only_through_something_unknown_fails_unless_the_test_says_so() {
    // `closd`: the misspelt argument leaves `closed` unknown, and the refusal applies for that alone.
    let call = r#"call payments.refund { amount: 1, currency: "EUR", closd: true } => deny via closed"#;
    assert_eq!(failures(call), [Failure::OnlyThroughUnknown { unknowns: vec!["args.closed".to_owned()] }]);
    assert_eq!(failures(&format!("{call} because unknown")), []);
}

#[test]
fn because_unknown_that_is_not_needed_fails_too() {
    let call = r#"call payments.refund { amount: 1, currency: "EUR", closed: true } => deny via closed because unknown"#;
    assert_eq!(failures(call), [Failure::NotThroughUnknown]);
}

#[test]
fn a_test_of_a_set_whose_for_never_held_fails() {
    let outsider = |via: &str| {
        let report = ran(&format!(
            r#"test "outsiders" {{ as user "eve" roles [outsider] call payments.refund {{ amount: 1, currency: "EUR", closed: false }} => deny{via} }}"#
        ));
        report.cases[0].failures.clone()
    };
    assert_eq!(outsider(""), [Failure::SetDidNotApply { set: "refunds".to_owned() }]);
    assert_eq!(
        outsider(" via default"),
        [Failure::SetDidNotApply { set: "refunds".to_owned() }],
        "that no set has a default tests nothing of this one"
    );
}

#[test]
fn steps_that_are_asked_only_through_something_unknown_need_saying_so_too() {
    let call = r#"call payments.refund { amount: 1, curency: "CHF", closed: false } => approve by lead, ticket 8h via foreign"#;
    assert_eq!(failures(call), [Failure::OnlyThroughUnknown { unknowns: vec!["args.currency".to_owned()] }]);
    assert_eq!(failures(&format!("{call} because unknown")), []);
}

const CATALOGUED: &str = r#"
policy mailing {
    over mail.*
}

catalog mail from "mail.json" {
    server "https://mail.example"
    effect send write, open-world
}

rule send {
    on mail.send
    allow
    when args.to == "dana"
}
"#;

const CATALOG: &str =
    r#"{"tools":[{"name":"send","inputSchema":{"type":"object","properties":{"to":{"type":"string"}},"required":["to"]}}]}"#;

fn ran_catalogued(expectation: &str) -> Vec<Failure> {
    let mut workspace = Workspace::new();
    workspace.set_file("mailing.straza", format!("{CATALOGUED}\ntest \"one\" {{ call mail.send {expectation} }}"));
    workspace.set_catalog("mail.json", CATALOG.to_owned());
    let suite = TestSuite::of(&workspace).unwrap_or_else(|| panic!("{:#?}", workspace.check().diagnostics));
    let report = run(&suite, Vec::new(), &snapshot(&suite), &Options::default());
    report.cases[0].calls[0].failures.clone()
}

#[test]
fn a_test_calls_the_very_server_that_a_catalog_is_for() {
    assert_eq!(ran_catalogued(r#"{ to: "dana" } => allow via send"#), []);
}

#[test]
fn a_refusal_before_any_rule_fails_unless_the_test_names_its_cause() {
    let schema = || "schema".to_owned();
    assert_eq!(ran_catalogued("{ to: 7 } => deny"), [Failure::AtTheBorder { cause: schema() }]);
    assert_eq!(ran_catalogued("{ to: 7 } => deny because schema"), []);
    assert_eq!(
        ran_catalogued("{ to: 7 } => deny because case"),
        [Failure::Because { expected: "case".to_owned(), decided: Some(schema()) }]
    );
    assert_eq!(ran_catalogued(r#"{ to: "eve" } => deny because schema"#), [Failure::Because { expected: schema(), decided: None }]);
}

#[test]
fn a_missing_via_warns_and_fails_a_strict_run() {
    let test = r#"test "one" { as user "a" roles [desk] call payments.refund { amount: 1, currency: "EUR", closed: false } => allow }"#;
    let report = ran(test);
    assert_eq!(report.cases[0].calls[0].warnings, [Warning::NoVia { suggestion: "refunds.small".to_owned() }]);
    assert!(report.is_passed() && report.warnings() == 1);
    let strict = ran_with(test, &Options { strict: true, ..Options::default() });
    assert_eq!(strict.cases[0].calls[0].failures, [Failure::NoVia]);
}

#[test]
fn shadow_items_are_shown_and_count_for_nothing() {
    let found = call(r#"call payments.refund { amount: 1, currency: "EUR", closed: false } => allow via small"#);
    assert_eq!(found.failures, []);
    assert_eq!(found.shadows.iter().map(|shadow| shadow.name.as_str()).collect::<Vec<_>>(), ["refunds.trial"]);
}

#[test]
fn the_runners_report_is_the_same_whatever_the_number_of_threads() {
    let tests: String = (80..120).map(|n| format!("test \"number {n}\" {{ as user \"a\" roles [desk] call payments.refund {{ amount: {n}, currency: \"EUR\", closed: false }} => allow via small }}\n")).collect();
    let reports: Vec<String> = [1, 2, 8]
        .map(|jobs| json(&ran_with(&tests, &Options { jobs: Some(jobs), trace: true, ..Options::default() })).to_string())
        .to_vec();
    assert!(reports.windows(2).all(|pair| pair[0] == pair[1]));
    assert!(reports[0].contains("\"passed\":21"), "80 to 100 pass");
}

#[test]
fn a_recorded_refusal_before_any_rule_names_its_cause() {
    let refused = |expect: &str| {
        let call = r#"{"straza-call":1,"event":"tool.pre","function":{"server":"Payments","name":"refund"}}"#;
        let report =
            replayed(&format!("{{\"straza-recording\":1,\"kind\":\"recorded\"}}\n{{\"seq\":1,\"call\":{call},\"expect\":{expect}}}"));
        report.cases[0].calls[0].failures.clone()
    };
    assert_eq!(refused(r#"{"decision":"deny","because":"case"}"#), []);
    assert_eq!(refused(r#"{"decision":"deny"}"#), [Failure::AtTheBorder { cause: "case".to_owned() }]);
}

#[test]
fn a_filter_keeps_the_tests_whose_names_contain_it() {
    let tests = r#"
test "small ones pass" { as user "a" roles [desk] call payments.refund { amount: 1, currency: "EUR", closed: false } => allow via small }
test "large ones do not" { as user "a" roles [desk] call payments.refund { amount: 999, currency: "EUR", closed: false } => allow via small }"#;
    let report = ran_with(tests, &Options { filter: Some("small".to_owned()), ..Options::default() });
    assert_eq!(report.cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>(), ["small ones pass"]);
    assert!(report.is_passed());
}

#[test]
fn a_snapshot_of_another_policy_is_not_tested() {
    let test =
        r#"test "one" { as user "a" roles [desk] call payments.refund { amount: 1, currency: "EUR", closed: false } => allow via small }"#;
    let mut changed = suite(test);
    let snapshot = snapshot(&changed);
    changed.program.items[0].order += 1;
    changed.program.items[0].shadow = true;
    assert_eq!(run(&changed, Vec::new(), &snapshot, &Options::default()).problems, [Problem::OtherPolicy]);
}

#[test]
fn the_text_ends_with_the_count_and_names_what_failed() {
    let report = ran(
        r#"test "good" { as user "a" roles [desk] call payments.refund { amount: 1, currency: "EUR", closed: false } => allow via small }
test "bad" { as user "a" roles [desk] call payments.refund { amount: 500, currency: "EUR", closed: false } => allow via small }"#,
    );
    let text = text(&report, Shown::default());
    assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
    for part in ["pass  good", "FAIL  bad", "expected  allow via refunds.small", "decided   deny", "default of refunds", "refunds.straza:"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn the_report_for_programs_has_a_version_and_a_code_for_each_failure() {
    let report = json(&ran(
        r#"test "bad" { as user "a" roles [desk] call payments.refund { amount: 500, currency: "EUR", closed: false } => allow via small }"#,
    ));
    assert_eq!(
        (&report["straza-report"], &report["complete"], &report["passed"], &report["failed"]),
        (&1.into(), &true.into(), &0.into(), &1.into())
    );
    let call = &report["cases"][0]["calls"][0];
    assert_eq!(
        (&call["expected"], &call["decided"], &call["deciding"]["name"]),
        (&"allow via refunds.small".into(), &"deny".into(), &"default of refunds".into())
    );
    assert_eq!(call["failures"][0]["code"], "decision");
}

const RECORDED: &str = r#"{"straza-recording":1,"kind":"recorded"}
{"seq":1,"call":{"straza-call":1,"event":"tool.pre","function":{"server":"payments","name":"refund"},"arguments":{"amount":1,"currency":"EUR","closed":false},"principal":{"roles":["desk"],"type":"human","agency":"interactive"}},"expect":{"decision":"allow","via":"refunds.small"}}
{"seq":2,"call":{"straza-call":1,"event":"tool.pre","function":{"server":"payments","name":"refund"},"arguments":{"amount":1,"currency":"CHF","closed":false},"principal":{"roles":["desk"],"type":"human","agency":"interactive"}},"expect":{"decision":"approve","steps":[{"step":"approve","deciders":["lead"],"count":1,"ticket":28800}],"via":"refunds.foreign"}}
{"seq":3,"call":{"straza-call":1,"event":"tool.pre","function":{"server":"payments","name":"refund"},"arguments":{"amount":1,"currency":"EUR"},"principal":{"roles":["desk"],"type":"human","agency":"interactive"}},"expect":{"decision":"deny","via":"refunds.closed","because-unknown":true}}
"#;

fn replayed(recording: &str) -> Report {
    let suite = suite("");
    let file = RecordingFile { path: "monday.jsonl".to_owned(), reader: Box::new(Cursor::new(recording.as_bytes().to_vec())) };
    run(&suite, vec![file], &snapshot(&suite), &Options::default())
}

#[test]
fn a_recording_that_decides_as_it_did_passes() {
    let report = replayed(RECORDED);
    assert!(report.is_passed(), "{}", text(&report, Shown { trace: true }));
    assert_eq!(report.cases[0].calls.len(), 3);
}

#[test]
fn what_changed_since_a_recording_fails_with_its_line() {
    let report = replayed(&RECORDED.replace(r#""expect":{"decision":"allow","via":"refunds.small"}"#, r#""expect":{"decision":"deny"}"#));
    let changed = &report.cases[0].calls[0];
    assert_eq!((changed.place.path.as_str(), changed.place.line), ("monday.jsonl", 2));
    assert_eq!(changed.failures, [Failure::Decision]);
    assert!(!report.is_passed());
}

#[test]
fn a_recording_that_ends_too_soon_or_holds_no_call_fails() {
    let cut = replayed(&RECORDED[..RECORDED.len() - 40]);
    assert_eq!(cut.cases[0].failures, [Failure::Unreadable { why: "line 4: cut: the file ends inside it".to_owned() }]);
    let empty = replayed(RECORDED.lines().next().unwrap());
    assert_eq!(empty.cases[0].failures, [Failure::CallsNothing]);
    assert_eq!(empty.problems, [Problem::NothingRan { filter: None }]);
}

#[test]
fn a_recorded_call_that_cannot_be_read_any_more_is_a_refusal() {
    let report = replayed(&RECORDED.replace(
        r#""event":"tool.pre","function":{"server":"payments","name":"refund"},"arguments":{"amount":1,"currency":"EUR","closed":false}"#,
        r#""event":"tool.perhaps","function":{"server":"payments","name":"refund"}"#,
    ));
    let call = &report.cases[0].calls[0];
    assert_eq!((call.decided.as_str(), call.deciding.as_ref().unwrap().name.as_str()), ("deny", "event"));
    assert_eq!(call.failures[0], Failure::Decision);
}
