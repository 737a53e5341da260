//! Typed tests: the world of each call.

use super::with_head;
use crate::diagnostic::{Diagnostic, Severity};
use crate::testing::{Repository, step};
use crate::tests::{Answer, CallResult, Expected, ExpectedResult, Json, Returned, SeenTexts, TestCall, Verdict, Via};

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
    assert_eq!(world("call shell.exec { command: \"cat /a\" } => deny"), None);
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
    let of = |expected: &str| call(&format!("call payments.refund {{ amount: 1 }} => {expected}")).expected.unwrap();
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
        let expected = call(&format!("call payments.refund {{ amount: 1 }} => deny because {word}")).expected.unwrap();
        assert_eq!((expected.because.as_deref(), expected.because_unknown, expected.verdict), (Some(word), false, Verdict::Deny));
    }
    assert_eq!(call("call payments.refund { amount: 1 } => deny because unknown").expected.unwrap().because, None);
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
fn a_misspelt_argument_is_a_slip_unless_the_test_says_that_the_shape_is_refused() {
    let warnings = |expected: &str| {
        let rule = "rule refund {\n on payments.refund\n allow\n}";
        let text = format!("{rule}\n\ntest \"t\" {{\ncall payments.refund {{ Amount: 1 }} => {expected}\n}}");
        Repository::one(&with_head(&text)).diagnostics().iter().filter(|found| found.code.to_string() == "S0706").count()
    };
    assert_eq!(warnings("deny"), 1);
    assert_eq!(warnings("deny because function"), 1);
    assert_eq!(warnings("deny because schema"), 0);
    assert_eq!(warnings("deny because case"), 0);
}

#[test]
fn an_item_of_a_library_is_named_with_its_library_in_a_file_of_any_kind() {
    let of = |own: &str, via: &str| {
        let library = "rule small {\n on x.y\n allow\n}\n";
        let test = format!("test \"t\" {{\ncall x.y {{}} => allow via {via}\n}}\n");
        let set = format!("policy desk {{\n over x.*\n}}\n\ninclude lib.shared\n\n{}", if own == "set" { &test } else { "" });
        let loose = if own == "set" { "" } else { &test };
        let files = [("lib/shared.straza", library), ("desk.straza", set.as_str()), ("tests/desk.straza", loose)];
        Repository::new(&files, &[]).errors().join("\n")
    };
    for own in ["set", "loose"] {
        for via in ["desk.shared.small", "shared.small"] {
            assert_eq!(of(own, via), "", "{own} {via}");
        }
        assert!(of(own, "desk.shared.smal").contains("has no item `shared.smal`"), "{}", of(own, "desk.shared.smal"));
        assert!(of(own, "shred.small").contains("there is no policy set `shred`"), "{}", of(own, "shred.small"));
        assert!(of(own, "desk.other.small.x").contains("no item"), "{}", of(own, "desk.other.small.x"));
    }
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

/// Labels that tests may name.
const LABELS: &str = "label private {\n from payments.lookup_supplier\n}\nlabel untrusted {\n from other.x\n}\n";

fn calls_with_labels(statements: &str) -> Vec<TestCall> {
    let rule = "rule refund {\n on payments.refund\n allow\n}";
    let repository = Repository::one(&with_head(&format!("{LABELS}{rule}\n\ntest \"t\" {{\n{statements}\n}}")));
    repository.typed(0).into_iter().flat_map(|typed| typed.tests).flat_map(|test| test.calls).collect()
}

#[test]
fn only_calls_of_one_job_or_turn_remember_one_another() {
    let places = |statements: &str| calls(statements).iter().map(|call| (call.thread, call.turn)).collect::<Vec<_>>();
    assert_eq!(places(&format!("{CALL}\n{CALL}")), [(None, None), (None, None)]);
    assert_eq!(
        places(&format!("job {{ {CALL}\n{CALL} }}\n{CALL}\njob {{ {CALL} }}")),
        [(Some(0), None), (Some(0), None), (None, None), (Some(1), None)]
    );
    assert_eq!(
        places(&format!("job {{ {CALL}\nturn {{ {CALL}\n{CALL} }}\n{CALL} }}\nturn {{ {CALL}\n{CALL} }}")),
        [(Some(0), None), (Some(0), Some(0)), (Some(0), Some(0)), (Some(0), None), (Some(1), Some(1)), (Some(1), Some(1))]
    );
    assert_eq!(places(&format!("each [ {{ a: 1 }}, {{ a: 2 }} ] {{ job {{ {CALL} }} }}")), [(Some(0), None), (Some(1), None)]);
    assert_eq!(places(&format!("job {{ each [ {{ a: 1 }}, {{ a: 2 }} ] {{ {CALL} }} }}")), [(Some(0), None), (Some(0), None)]);
}

#[test]
fn facts_that_are_given_in_a_job_or_a_turn_end_with_it() {
    let calls = calls(&format!("job {{ as user \"a\"\n given granted\n {CALL} }}\nturn {{ given now unknown\n {CALL}\n{CALL} }}\n{CALL}"));
    let last = calls.last().unwrap();
    assert_eq!(
        (last.world.principal.get("user"), last.world.granted, last.world.now.is_some()),
        (Some(&Json::text("tester")), Some(false), true)
    );
    assert_eq!((calls[0].world.principal.get("user"), calls[1].world.now), (Some(&Json::text("a")), None));
}

#[test]
fn a_job_is_told_each_given_label_once_and_a_call_alone_all_of_them() {
    let labels = |statements: &str| {
        let shown = |call: &TestCall| {
            let label = |given: &crate::tests::GivenLabel| {
                format!("{}{}", if given.elsewhere { "tree " } else { "" }, given.label.as_deref().unwrap_or("?"))
            };
            call.world.labels.iter().map(label).collect::<Vec<_>>().join(", ")
        };
        calls_with_labels(statements).iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(
        labels(&format!("given job labels [private]\n{CALL}\ngiven tree labels [untrusted]\n{CALL}")),
        ["private", "private, tree untrusted"]
    );
    assert_eq!(
        labels(&format!("given job labels [private]\njob {{ {CALL}\n{CALL}\n given job labels [untrusted]\n {CALL} }}\n{CALL}")),
        ["private", "", "untrusted", "private"]
    );
    assert_eq!(
        labels(&format!("job {{ each [ {{ a: 1 }}, {{ a: 2 }} ] {{ given tree labels [untrusted]\n {CALL} }} }}")),
        ["tree untrusted", "tree untrusted"]
    );
    assert_eq!(labels(&format!("given job.labels unknown\n{CALL}")), ["?"]);
}

#[test]
fn answers_and_results_belong_to_the_call_before_them() {
    let calls = calls_with_labels(
        "call payments.refund { amount: 1 } => confirm\n answer yes by \"tester\"\n result { paid: ceiling } labels [private] => as is\n call payments.refund { amount: 1 } => confirm\n answer no\n call payments.refund { amount: 1 } => allow\n result failed\n call payments.refund { amount: 1 } => allow\n result unknown => withhold",
    );
    let answer = |at: usize| (calls[at].answer.yes, calls[at].answer.by.as_deref());
    assert_eq!([answer(0), answer(1), answer(2)], [(true, Some("tester")), (false, None), (true, None)]);
    let CallResult { returned, labels, expected, .. } = calls[0].result.clone().unwrap();
    assert_eq!((returned, labels), (Returned::Value(Json::object([("paid", Json::Number("100".to_owned()))])), vec!["private".to_owned()]));
    assert_eq!(expected, Some(ExpectedResult::AsIs));
    assert_eq!((calls[1].result.clone(), calls[1].answer.clone()), (None, Answer { yes: false, by: None }));
    let returned = |at: usize| calls[at].result.clone().map(|result| (result.returned, result.expected));
    assert_eq!(returned(2), Some((Returned::Failed, None)));
    assert_eq!(returned(3), Some((Returned::Unknown, Some(ExpectedResult::Withheld))));
}

#[test]
fn an_event_only_happens_and_may_expect_that_somebody_is_told() {
    let calls = calls(
        "job { event prompt.submit { prompt: \"pay\" }\n event session.end => notify cfo\n event session.end {} => allow }\n call payments.ping {} => deny",
    );
    assert_eq!(
        calls.iter().map(|call| call.event.as_deref()).collect::<Vec<_>>(),
        [Some("prompt.submit"), Some("session.end"), Some("session.end"), None]
    );
    assert_eq!(
        (calls[0].function.name.as_str(), calls[0].arguments.clone().unwrap().to_string().as_str()),
        ("prompt.submit", "{\"prompt\":\"pay\"}")
    );
    let verdict = |at: usize| calls[at].expected.clone().map(|Expected { verdict, .. }| verdict);
    assert!(matches!((verdict(0), verdict(1), verdict(2)), (None, Some(Verdict::Steps(_)), Some(Verdict::Allow))));
}

#[test]
fn lists_of_hosts_and_recipients_are_complete_where_nothing_is_said_of_them() {
    let world = |statements: &str| call(statements).world;
    let none = Some(SeenTexts::default());
    assert_eq!((world(CALL).hosts, world(CALL).recipients), (none.clone(), none.clone()));
    assert_eq!(world("call net.fetch { url: \"https://a.example\" } => deny").hosts, None, "it follows from the arguments");
    let given = world(&format!("given hosts open [\"a.example\"] recipients [\"dana@a.example\"]\n{CALL}"));
    assert_eq!(given.hosts, Some(SeenTexts { seen: vec!["a.example".to_owned()], open: true }));
    assert_eq!(given.recipients, Some(SeenTexts { seen: vec!["dana@a.example".to_owned()], open: false }));
    assert_eq!(world(&format!("given hosts unknown\n{CALL}")).hosts, Some(SeenTexts { seen: Vec::new(), open: true }));
}

#[test]
fn further_facts_of_the_host_are_given_by_name() {
    let facts =
        call(&format!("given fact draining true fact flow {{ name: \"nightly\" }} fact killed unknown fact granted true\n{CALL}")).world;
    let shown: Vec<String> = facts
        .facts
        .iter()
        .map(|(name, value)| format!("{name} {}", value.as_ref().map_or("unknown".to_owned(), Json::to_string)))
        .collect();
    assert_eq!(shown, ["draining true", "flow {\"name\":\"nightly\"}", "killed unknown"]);
    assert_eq!(facts.granted, Some(true));
    let unsaid = call(&format!("given tree unknown\n{CALL}")).world;
    assert_eq!((unsaid.tree, unsaid.facts), (Json::Object(Vec::new()), Vec::new()));
}

/// What is found, with the labels at hand.
fn found_with_labels(statements: &str) -> Vec<String> {
    let rule = "rule refund {\n on payments.refund\n allow\n}";
    let repository = Repository::one(&with_head(&format!("{LABELS}{rule}\n\ntest \"t\" {{\n{statements}\n}}")));
    repository
        .diagnostics()
        .iter()
        .filter(|found| {
            found.code.0 / 100 == 7
                || found.code == crate::codes::meaning::UNKNOWN_LABEL
                || found.code == crate::codes::meaning::UNKNOWN_EVENT
        })
        .map(said)
        .collect()
}

#[test]
fn each_slip_around_a_call_has_one_finding() {
    let call = "call payments.refund { amount: 1 }";
    let cases = [
        (format!("answer yes\n{CALL}"), "S0712 no call stands before this `answer`; write `answer` behind the `call` that it is about"),
        (format!("result {{}}\n{CALL}"), "S0712 no call stands before this `result`; write `result` behind the `call` that it is about"),
        (
            format!("job {{ {CALL} }}\nresult {{}}"),
            "S0712 no call stands before this `result`; write `result` behind the `call` that it is about",
        ),
        (
            format!("event session.end\nresult {{}}\n{CALL}"),
            "S0712 no call stands before this `result`; write `result` behind the `call` that it is about",
        ),
        (
            format!("{CALL}\nanswer no"),
            "S0712 nobody is asked: the call before it expects no `confirm` and no `approve`; take `answer` out, or expect the steps that ask",
        ),
        (
            format!("{call} => deny\nresult {{}}"),
            "S0712 the call before it is not made, so nothing comes back; take `result` out, or expect an outcome that makes the call",
        ),
        (
            format!("{call} => stop job\nresult {{}}"),
            "S0712 the call before it is not made, so nothing comes back; take `result` out, or expect an outcome that makes the call",
        ),
        (
            format!("{call} => confirm\nanswer no\nresult failed"),
            "S0712 the call before it is not made, so nothing comes back; take `result` out, or expect an outcome that makes the call",
        ),
        (
            format!("{call} => confirm\nresult failed\nanswer no"),
            "S0712 the call before it is not made, so nothing comes back; take `result` out, or expect an outcome that makes the call",
        ),
        (
            format!("{call} => confirm\nanswer yes\nanswer no"),
            "S0712 the call has been answered already; one `answer` stands behind a call",
        ),
        (
            format!("as user \"a\"\n{call} => approve by cfo\nanswer yes by \"a\""),
            "S0712 `a` does not approve a call of their own; name somebody else, or expect `self-approval`",
        ),
        (
            format!("as user \"a\"\n{call} => confirm\nanswer yes by \"b\""),
            "S0712 `b` does not confirm what `a` does; whoever makes the call confirms it: take `by` out",
        ),
        (format!("{CALL}\nresult {{}}\nresult failed"), "S0712 the call has its result already; one `result` stands behind a call"),
        (
            format!("job {{ job {{ {CALL} }} }}"),
            "S0709 a `job` stands by itself, not inside a `job` or a `turn`; close the one before it; children of a job are told apart by `given job { id: \"…\" }`",
        ),
        (
            format!("turn {{ turn {{ {CALL} }}\n{CALL}\n{CALL} }}"),
            "S0709 `turn` does not nest; write the calls of both in one, or one behind the other",
        ),
        (
            format!("turn {{ event session.end\n{CALL}\n{CALL} }}"),
            "S0709 an event is no call of a `turn`; write it before or behind the `turn`",
        ),
        (
            format!("turn {{ {CALL} }}"),
            "S0713 a turn of one call decides as that call alone; add the calls that the model makes at the same time, or take `turn` out",
        ),
        (format!("job {{ given granted }}\n{CALL}"), "S0710 this `job` calls nothing; add `call SERVER.FUNCTION { … } => …`"),
        (format!("job {{ turn {{ }}\n{CALL} }}"), "S0710 this `turn` calls nothing; add `call SERVER.FUNCTION { … } => …`"),
        ("event session.end".to_owned(), "S0710 this test calls nothing; add `call SERVER.FUNCTION { … } => …`"),
        (format!("{CALL}\nresult {{}} labels [prvate]"), "S0122 there is no label `prvate`; did you mean `private`?"),
        (format!("given job labels [untrustd]\n{CALL}"), "S0122 there is no label `untrustd`; did you mean `untrusted`?"),
        (
            format!("given job {{ labels: [] }}\n{CALL}"),
            "S0702 `job.labels` is no member of a part, this is a list; write `given job labels [ … ]`",
        ),
        (format!("given hosts [1]\n{CALL}"), "S0702 `hosts` takes a list of texts, this is a list; write `[\"a\", …]`"),
        (format!("given fact drainig true\n{CALL}"), "S0701 no host supplies the fact `drainig`; did you mean `draining`?"),
        (
            format!("given fact draining 1\n{CALL}"),
            "S0702 the fact `draining` is true or false, this is a number; write `true`, `false` or `unknown`",
        ),
        (format!("event prompt.sbmit\n{CALL}"), "S0311 there is no event `prompt.sbmit`; did you mean `prompt.submit`?"),
        (format!("event tool.pre\n{CALL}"), "S0311 `tool.pre` is a call; write `call SERVER.FUNCTION { … } => …`"),
        (
            format!("event session.end => deny\n{CALL}"),
            "S0705 an event only happens: nothing refuses it, and nobody is asked; expect `allow` or `notify WHO`",
        ),
    ];
    for (statements, expected) in cases {
        let statements = statements.replace('\n', "\n ");
        assert_eq!(found_with_labels(&format!(" {statements}")), [expected], "{statements}");
    }
}

#[test]
fn a_slip_in_a_call_says_nothing_of_its_answer_and_its_result() {
    assert_eq!(found("call payments.* { amount: 1 } => confirm\nanswer no").len(), 1);
    assert_eq!(found("call payments.refund { amount: $x } => allow\n result {}").len(), 1);
    assert_eq!(found("call payments.refund { amount: 1 } => allow via refnd\n result {}").len(), 1);
}

#[test]
fn a_test_that_could_not_be_read_has_one_finding() {
    assert_eq!(found("call payments.ping {} =>").len(), 1);
    assert_eq!(found("turn { call payments.ping {} => }").len(), 1);
}
