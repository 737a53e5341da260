//! Policy text in, answers out: words, steps, reasons, limits, and what the index report names.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use straza_compiler::compile::{CompileOptions, Compiled, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::opening::Expectation;
use straza_runtime::steps::StepKind;
use straza_runtime::{Call, Decision, Scratch, Snapshot, States, Word};

const DESK: &str = r#"policy desk {
    over      desk.*
    priority  10
}

role lead, cfo, security

let ceiling = 100.00

defaults {
    read  allow
    *     deny  because "Nothing else is open."
}

rule pay {
    on     desk.pay
    allow
}

rule large {
    on       desk.pay
    when     args.amount > ceiling
    require  approve by lead or cfo, ticket 8h  because "Payments above {ceiling} need a lead, this is {args.amount!}."
}

rule strict {
    on       desk.pay
    when     args.amount > 1000
    require  approve by lead, hold 30s and confirm and notify security
}

rule stop {
    on    desk.pay
    when  args.to == "nobody"
    deny  because "Nobody is paid: {args.to}."
}
"#;

fn key() -> SigningKey {
    SigningKey::from_secret(&[1; 32], KeyKind::Release)
}

fn compiled(policy: &str) -> Compiled {
    let mut workspace = Workspace::new();
    workspace.set_file("desk.straza", policy.to_owned());
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    compile(&program, &CompileOptions { serial: 1, budget: None }, &key()).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn snapshot(policy: &str) -> Snapshot {
    Snapshot::open(&compiled(policy).bytes, &trust_in(&key()).unwrap(), &Expectation::default()).unwrap()
}

fn call(function: &str, arguments: &str, agency: &str) -> Call {
    let (server, name) = function.split_once('.').unwrap();
    let agency = if agency.is_empty() { String::new() } else { format!(r#""agency":"{agency}","#) };
    let text = format!(
        r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"{server}","name":"{name}"}},"arguments":{arguments},
        "principal":{{"user":"dana","roles":[],"type":"human",{agency}"swarm":null,"sponsor":null}},"now":"2026-01-01T00:00Z"}}"#
    );
    Call::read(text.as_bytes()).unwrap()
}

fn decide(snapshot: &Snapshot, call: &Call) -> Decision {
    let decision = snapshot.decide(call, &States::EMPTY, &mut Scratch::new(snapshot));
    let explained = snapshot.explain(call, &States::EMPTY).decision;
    assert_eq!((decision.word(), decision.reported()), (explained.word(), explained.reported()));
    decision
}

fn reason(snapshot: &Snapshot, call: &Call) -> String {
    let mut out = String::new();
    snapshot.reason(&decide(snapshot, call), call, &mut out).unwrap();
    out
}

#[test]
fn a_reason_names_item_need_and_values() {
    let snapshot = snapshot(DESK);
    let ask = |amount: &str| reason(&snapshot, &call("desk.pay", &format!(r#"{{"amount":{amount},"to":"dana"}}"#), "interactive"));
    assert_eq!(ask("20"), "");
    assert_eq!(ask("150.50"), "straza: denied: desk.large needs approval by cfo or lead: Payments above 100 need a lead, this is 150.5.");
}

#[test]
fn a_reason_quotes_and_escapes_what_the_call_says() {
    let snapshot = snapshot(&DESK.replace("\"nobody\"", "\"no\\nbody\""));
    let told = reason(&snapshot, &call("desk.pay", r#"{"amount":1,"to":"no\nbody"}"#, "interactive"));
    assert_eq!(told, "straza: denied: desk.stop: Nobody is paid: \"no\\nbody\".");
}

#[test]
fn a_reason_says_what_could_not_be_checked() {
    let snapshot = snapshot(DESK);
    let told = reason(&snapshot, &call("desk.pay", r#"{"amount":1}"#, "interactive"));
    assert_eq!(told, "straza: denied: desk.stop: Nobody is paid: (absent). Could not be checked: args.to.");
}

#[test]
fn a_default_and_no_default_say_so() {
    let snapshot = snapshot(DESK);
    assert_eq!(reason(&snapshot, &call("desk.burn", "{}", "interactive")), "straza: denied: the default of desk: Nothing else is open.");
    assert_eq!(
        reason(&snapshot, &call("other.thing", "{}", "interactive")),
        "straza: denied: no policy set allows \"other.thing\" or gives it a default. Ask for a rule or a `defaults` row that names it."
    );
}

#[test]
fn the_plan_asks_the_smaller_pool_alone_and_lends_it_the_terms() {
    let snapshot = snapshot(DESK);
    let call = call("desk.pay", r#"{"amount":5000,"to":"dana"}"#, "interactive");
    let decision = decide(&snapshot, &call);
    assert_eq!(decision.word(), Word::Approve);
    let steps = snapshot.steps(&decision);
    let kinds: Vec<StepKind> = steps.iter().map(|step| step.kind).collect();
    assert_eq!(kinds, [StepKind::Confirm, StepKind::Approve, StepKind::Approve, StepKind::Notify]);
    let plan = snapshot.plan(&decision);
    let asked: Vec<&Vec<&str>> = plan.iter().filter(|step| step.kind == StepKind::Approve).map(|step| &step.deciders).collect();
    assert_eq!(asked, [&vec!["lead"]]);
    let lead = plan.iter().find(|step| step.kind == StepKind::Approve).unwrap();
    assert_eq!((lead.terms.ticket, lead.terms.hold), (Some(8 * 3600), None), "the ticket of `lead or cfo` is lent");
}

#[test]
fn an_autonomous_principal_cannot_confirm() {
    let snapshot = snapshot(DESK);
    let arguments = r#"{"amount":5000,"to":"dana"}"#;
    // No agency is an unknown one.
    for agency in ["autonomous", ""] {
        let decision = decide(&snapshot, &call("desk.pay", arguments, agency));
        assert_eq!(decision.word(), Word::Deny);
        assert!(snapshot.steps(&decision).is_empty());
    }
    let told = reason(&snapshot, &call("desk.pay", arguments, "autonomous"));
    assert!(told.starts_with("straza: denied: desk.strict"), "{told}");
}

#[test]
fn more_than_sixteen_people_steps_are_a_refusal_with_its_cause() {
    let roles: Vec<String> = (0..17).map(|role| format!("r{role}")).collect();
    let rule = |role: &String| format!("rule needs-{role} {{\n    on       desk.pay\n    require  approve by {role}\n}}\n\n");
    let policy = |count: usize| {
        let rules: String = roles.iter().take(count).map(rule).collect();
        format!(
            "policy desk {{\n    over  desk.*\n}}\n\nrole {}\n\nrule pay {{\n    on     desk.pay\n    allow\n}}\n\n{rules}",
            roles.join(", ")
        )
    };
    let call = call("desk.pay", "{}", "interactive");
    assert_eq!(decide(&snapshot(&policy(16)), &call).word(), Word::Approve);
    let over = snapshot(&policy(17));
    assert_eq!(decide(&over, &call).word(), Word::Deny);
    assert_eq!(reason(&over, &call), "straza: denied: limit. Split the call.");
}

#[test]
fn a_name_on_more_lists_than_the_limit_is_refused() {
    let rule =
        |index: usize| format!("rule r{index} {{\n    on     desk.{}*\n    allow  when args.a == {index}\n}}\n\n", "a".repeat(index));
    let policy = |count: usize| format!("policy desk {{\n    over  desk.*\n}}\n\n{}", (0..count).map(rule).collect::<String>());
    let name = format!("desk.{}", "a".repeat(70));
    assert_eq!(decide(&snapshot(&policy(64)), &call(&name, r#"{"a":3}"#, "interactive")).word(), Word::Allow);
    let over = snapshot(&policy(65));
    assert!(reason(&over, &call(&name, r#"{"a":3}"#, "interactive")).starts_with("straza: denied: limit"));
}

#[test]
fn the_report_names_what_no_table_can_file() {
    let policy = format!("{DESK}\nrule residual {{\n    on    desk.pay\n    when  not args.to ends with \"!\"\n    deny\n}}\n");
    let report = compiled(&policy).report;
    let residual: Vec<&String> = report.groups.iter().flat_map(|group| &group.residual).collect();
    assert_eq!(residual, ["desk.residual"]);
    let filed: Vec<&str> = report.groups.iter().flat_map(|group| &group.filed).map(|(by, _)| by.as_str()).collect();
    assert_eq!(filed, ["args.to ==", "args.amount >"]);
}

#[test]
fn numbers_are_exact_in_conditions_and_digests() {
    let snapshot =
        snapshot("policy p {\n    over  p.*\n}\n\nrule exact {\n    on     p.f\n    allow  when args.n == 9007199254740993\n}\n");
    let near = call("p.f", r#"{"n":9007199254740992}"#, "interactive");
    let exact = call("p.f", r#"{"n":9007199254740993}"#, "interactive");
    assert_eq!(decide(&snapshot, &near).word(), Word::Deny);
    assert_eq!(decide(&snapshot, &exact).word(), Word::Allow);
    assert_eq!(decide(&snapshot, &call("p.f", r#"{"n":9007199254740993.0e0}"#, "interactive")).word(), Word::Allow);
    assert_ne!(near.digest(), exact.digest());
}

#[test]
fn more_than_sixty_four_different_steps_are_a_refusal_even_for_one_pool() {
    // Two lists of functions, so that neither has more steps than a list may have.
    let rule = |index: usize| {
        let on = if index.is_multiple_of(2) { "desk.pay" } else { "desk.*" };
        format!("rule r{index} {{\n    on       {on}\n    require  approve by lead, hold {}s\n}}\n\n", 100 + index)
    };
    let policy = |count: usize| {
        let rules: String = (0..count).map(rule).collect();
        format!("policy desk {{\n    over  desk.*\n}}\n\nrole lead\n\nrule pay {{\n    on     desk.pay\n    allow\n}}\n\n{rules}")
    };
    let call = call("desk.pay", "{}", "interactive");
    let held = snapshot(&policy(64));
    let steps = decide(&held, &call);
    assert_eq!(held.steps(&steps).first().map(|step| step.terms.hold), Some(Some(100)), "one step, with the shortest hold");
    assert_eq!(decide(&snapshot(&policy(65)), &call).word(), Word::Deny);
}

#[test]
fn a_call_that_would_cost_too_much_is_refused_and_not_worked_out() {
    let snapshot = snapshot(
        "policy p {\n    over  p.*\n}\n\nrule pairs {\n    on     p.f\n    allow  when any a in args.xs ( any b in args.ys ( a == b ) )\n}\n",
    );
    let list = |letter: char| (0..30_000).map(|number| format!("\"{letter}{number}\"")).collect::<Vec<_>>().join(",");
    let arguments = format!(r#"{{"xs":[{}],"ys":[{}]}}"#, list('x'), list('y'));
    let call = call("p.f", &arguments, "interactive");
    let decision = snapshot.decide(&call, &States::EMPTY, &mut Scratch::new(&snapshot));
    let mut told = String::new();
    snapshot.reason(&decision, &call, &mut told).unwrap();
    assert!(told.starts_with("straza: denied: limit: cost"), "{told}");
}
