//! A job's calls: what each leaves behind, and what is said when one is not as expected.

use straza_testkit::report::{Failure, Shown, text};

use super::{POLICY, calls, failures, passes, ran};

const JOBS: &str = include_str!("desk/tests/jobs.straza");
const DRAFT: &str = "call email.draft { to: \"a\" }";
const FETCH: &str = "call web.fetch {} => allow via default of desk";

#[test]
fn the_desk_passes_its_own_tests() {
    let report = ran(&[("policies/desk.straza", POLICY), ("tests/jobs.straza", JOBS)], &[], 2);
    assert!(report.is_passed() && report.cases.len() == 12, "{}", text(&report, Shown::default()));
}

#[test]
fn only_the_calls_of_one_job_remember_one_another() {
    let asked = format!("{DRAFT} => approve by security via desk.tainted");
    passes(&format!("job {{ {FETCH}\n{asked} }}"));
    assert_eq!(failures(&format!("{FETCH}\n{asked}"))[1].first(), Some(&Failure::Decision), "no call before it is remembered");
    assert_eq!(failures(&format!("job {{ {FETCH} }}\njob {{ {asked} }}"))[1].first(), Some(&Failure::Decision));
}

#[test]
fn a_call_that_is_not_made_leaves_nothing_behind() {
    let export = "call crm.export_all {}";
    let send = "call email.send { to: \"x\" }";
    passes(&format!("job {{ {export} => allow via default of desk\n{send} => deny via desk.read-then-send }}"));
    let held = "given job labels [untrusted]\n call email.send { to: \"x\" } => approve by security via desk.tainted";
    passes(&format!(
        "job {{ {held}\nanswer no\n call payments.review {{}} => approve by security via desk.untrusted\nanswer no\n {held}\n }}"
    ));
    passes(
        "job { as user \"dana\"\n call payments.refund { amount: 600 } => approve by lead via desk.refunds-a-day\n answer no\n call payments.refund { amount: 500 } => allow via default of desk }",
    );
}

#[test]
fn a_yes_is_what_takes_a_label_off() {
    let of = |answer: &str| {
        failures(&format!(
            "job {{ given job labels [untrusted]\n call payments.review {{}} => approve by security via desk.untrusted\n {answer}\n {DRAFT} => allow via default of desk }}"
        ))
    };
    assert_eq!(of("answer yes by \"eve\""), [vec![], vec![]]);
    assert_eq!(of(""), [vec![], vec![]], "yes where nothing is said");
    assert_eq!(of("answer no")[1].first(), Some(&Failure::Decision));
}

#[test]
fn labels_that_are_given_are_there_and_those_of_the_tree_are_not_the_jobs() {
    passes(&format!("given job labels [untrusted]\n{DRAFT} => approve by security via desk.tainted"));
    passes(&format!("given tree labels [untrusted]\n{DRAFT} => allow via default of desk"));
    passes(&format!("given job.labels unknown\n{DRAFT} => approve by security via desk.tainted because unknown"));
    passes(&format!("given job.id unknown\n{DRAFT} => approve by security via desk.tainted because unknown"));
}

#[test]
fn each_person_has_a_memory_of_their_own() {
    let refund = |amount: u32, expected: &str| format!("call payments.refund {{ amount: {amount} }} => {expected}\n");
    let (dana, eve) = ("as user \"dana\"\n", "as user \"eve\"\n");
    let allow = "allow via default of desk";
    passes(&format!(
        "job {{ {dana}{}{eve}{}{dana}{} }}",
        refund(400, allow),
        refund(400, allow),
        refund(101, "approve by lead via desk.refunds-a-day")
    ));
}

#[test]
fn a_failure_names_the_calls_before_it_and_what_they_left_behind() {
    let found = calls(&format!("job {{ {FETCH}\n{DRAFT} => allow via default of desk }}"));
    assert!(found[0].earlier.is_empty(), "nothing is wrong with it");
    let told: Vec<_> = found[1].earlier.iter().map(|earlier| (earlier.function.as_str(), earlier.became, earlier.labels.clone())).collect();
    assert_eq!(told, [("web.fetch", "made", vec!["untrusted".to_owned()])]);
    let report = ran(
        &[
            ("policies/desk.straza", POLICY),
            ("tests/one.straza", &format!("test \"one\" {{\njob {{ {FETCH}\n{DRAFT} => allow via default of desk }}\n}}\n")),
        ],
        &[],
        1,
    );
    let shown = text(&report, Shown::default());
    assert!(shown.contains("after     web.fetch (tests/one.straza:2:7): made; labels untrusted"), "{shown}");
}

#[test]
fn what_reaches_the_model_of_a_result_is_compared() {
    let read = "call crm.read_one { table: \"t\" } => allow via default of desk";
    passes(&format!("{read}\n result {{ a: \"CH1234\" }} => result {{ a: \"[iban]\" }}"));
    passes(&format!("{read}\n result {{ a: \"CH1234\" }} labels [secret] => withhold"));
    passes(&format!("{read}\n result unknown => as is"));
    let wrong = |result: &str| failures(&format!("{read}\n {result}")).remove(0);
    let other = |expected: &str, judged: &str| vec![Failure::Result { expected: expected.to_owned(), judged: judged.to_owned() }];
    assert_eq!(wrong("result { a: \"CH1234\" } => as is"), other("result {\"a\":\"CH1234\"}", "result {\"a\":\"[iban]\"}"));
    assert_eq!(wrong("result { a: 1 } => withhold"), other("withhold", "result {\"a\":1}"));
    assert_eq!(wrong("result { a: 1 } labels [secret] => as is"), other("result {\"a\":1}", "withhold"));
}

#[test]
fn a_label_of_a_result_reaches_the_next_call_and_not_the_one_before() {
    let read = "call crm.read_one { table: \"t\" } => allow via default of desk\n result {} labels [untrusted]";
    passes(&format!("job {{ {DRAFT} => allow via default of desk\n {read}\n {DRAFT} => approve by security via desk.tainted }}"));
}

#[test]
fn an_expectation_of_an_event_is_compared_like_any_other() {
    passes(&format!("event session.end => allow\n{DRAFT} => allow via default of desk"));
    let found = failures(&format!("event session.end => notify lead\n{DRAFT} => allow via default of desk"));
    assert_eq!(found, [vec![Failure::Decision], vec![]]);
}

#[test]
fn a_check_that_refuses_where_no_item_does_is_named() {
    let found = calls(&format!("given fact killed true\n{DRAFT} => allow via default of desk"));
    assert_eq!(
        (found[0].decided.as_str(), found[0].deciding.as_ref().map(|cause| cause.name.as_str())),
        ("deny", Some("check 38: Kill switches"))
    );
    let unknown = failures(&format!("given fact killed unknown\n{DRAFT} => deny"));
    assert!(matches!(&unknown[0][..], [Failure::OnlyThroughUnknown { .. }]), "{unknown:?}");
    passes(&format!("given fact killed unknown\n{DRAFT} => deny because unknown"));
    passes(&format!("given job {{ shadow: true }}\n{DRAFT} => deny"));
}

#[test]
fn hold_and_stop_job_and_stub_are_no_plain_deny() {
    for (call, word) in [("email.parked {}", "hold"), ("payments.create { invoice: \"1\" }", "stub")] {
        let shadow = if word == "stub" { "given job { shadow: true }\n" } else { "" };
        assert_eq!(failures(&format!("{shadow}call {call} => {word}")), [vec![]]);
        assert_eq!(failures(&format!("{shadow}call {call} => deny")), [vec![Failure::Decision]], "{word}");
    }
    let poll = "call payments.poll {} => ";
    let job = |last: &str| failures(&format!("job {{ {poll} allow\n{poll} {last} }}"));
    assert_eq!((job("stop job"), job("deny")), (vec![vec![], vec![]], vec![vec![], vec![Failure::Decision]]));
}

#[test]
fn a_long_job_goes_on_where_the_interpreter_no_longer_does() {
    let policy = "policy p {\n over a.*\n}\ndefaults {\n * allow\n}\nlimit many {\n on a.*\n count per job\n above 1100\n deny because \"Enough.\"\n}\n";
    let rows: String = (0..110).map(|n| format!("{{ n: {n} }},")).collect();
    let ten: String = (0..10).map(|n| format!("call a.b {{ n: $n, k: {n} }} => allow via default of p\n")).collect();
    let test = format!("test \"long\" {{\njob {{ each [ {rows} ] {{\n{ten}}}\ncall a.b {{}} => deny via p.many\n }}\n}}\n");
    let report = ran(&[("p.straza", &format!("{policy}{test}"))], &[], 1);
    assert!(report.is_passed() && report.cases[0].calls.len() == 1_101, "{}", text(&report, Shown::default()));
}

#[test]
fn a_filled_argument_is_what_every_engine_decides_on() {
    let policy = "policy p {\n    over  flows.*\n}\n\nfill {\n    on   flows.start\n    arg  args.budget else 1.50\n}\n\nrule small {\n    on     flows.start\n    allow  when args.budget <= 2\n}\n";
    let test = "test \"t\" {\n    call  flows.start {} => allow via p.small\n    call  flows.start { budget: 9 } => deny\n}\n";
    let report = super::ran(&[("p.straza", policy), ("t.straza", test)], &[], 1);
    assert!(report.is_passed(), "{report:#?}");
}
