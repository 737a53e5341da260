//! Small policies, looked at from small hosts.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use straza_language::core::{DefaultRow, Effect, Program, Restriction, RowHead, Step};
use straza_runtime::opening::Expectation;
use straza_runtime::{Call, Scratch, Snapshot, States, Word};

use super::*;
use crate::compile::{CompileOptions, compile};
use crate::keys::{KeyKind, SigningKey};
use crate::sign::trust_in;
use crate::workspace::Workspace;

const HEAD: &str = "policy desk {\n    over  desk.*\n}\n\nrole lead\n\nlabel pii {\n    from  desk.people\n}\n\n";

fn program(items: &str) -> Program {
    let mut workspace = Workspace::new();
    workspace.set_file("desk.straza", format!("{HEAD}{items}"));
    let checked = workspace.check();
    checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

/// A host that carries these words.
fn carrying(words: &[&str]) -> Host {
    Host { carries: words.iter().map(|word| (*word).to_owned()).collect(), ..Host::bare("host") }
}

fn named(subject: &Subject) -> String {
    match subject {
        Subject::Item(id, part) => format!("{id}/{part}"),
        Subject::Row(set, row) => format!("row {row} of {set}"),
        Subject::Set(set) => format!("set {set}"),
    }
}

/// Every need and every finding on a line of its own.
fn surveyed(items: &str, host: &Host) -> String {
    let survey = survey(&program(items), host);
    let needs = survey.needs.iter().map(|need| format!("{} needs {}: {:?}", named(&need.subject), Lack::list(&need.lacks), need.decides));
    let findings = survey.findings.iter().map(|found| {
        let lacks = if found.lacks.is_empty() { String::new() } else { format!(" ({})", Lack::list(&found.lacks)) };
        format!("{:?}: {} {}{lacks}", found.kind, named(&found.subject), found.does)
    });
    needs.chain(findings).collect::<Vec<_>>().join("\n")
}

const DAILY: &str =
    "limit daily {\n    on       desk.pay\n    sum      args.amount per person, 24h\n    above    500\n    require  confirm\n}\n";

#[test]
fn a_limit_needs_its_owners_state_and_a_clock() {
    let asks = |words: &[&str]| Host { asks: true, ..carrying(words) };
    let everything = ["person", "principal", "now"];
    assert_eq!(surveyed(DAILY, &asks(&everything)), "");
    let without_state = "desk.daily/1 needs the state of persons, and who the person is: ";
    for words in [&["principal", "now"][..], &["person", "principal.user", "now"], &["person", "principal.type", "now"]] {
        assert_eq!(surveyed(DAILY, &asks(words)), format!("{without_state}Undecided"), "{words:?}");
    }
    // Without a clock a window holds nothing for certain, and nothing was paid is certain all the same.
    assert_eq!(surveyed(DAILY, &asks(&["person", "principal"])), "");
    let denies = Host { denies: true, ..asks(&["now"]) };
    assert_eq!(
        surveyed(DAILY, &denies),
        format!("{without_state}Denies\nAlwaysApplies: desk.daily/1 denies every call there (the state of persons, and who the person is)")
    );
}

#[test]
fn sequences_duties_and_origins_need_what_they_look_back_at() {
    let sequence = "sequence read-then-send {\n    step    desk.people\n    step    desk.send\n    within  tree\n    deny\n}\n";
    let duty = "duty two {\n    pair  desk.create, desk.release\n    same  args.id\n    per   agent, ever\n    deny\n}\n";
    let origin = "origin payee {\n    on    desk.pay\n    arg   args.iban\n    from  desk.people\n    deny\n}\n";
    assert_eq!(surveyed(sequence, &carrying(&["job"])), "desk.read-then-send/1 needs the state of the tree of jobs: Undecided");
    assert_eq!(surveyed(sequence, &carrying(&["tree"])), "");
    assert_eq!(surveyed(duty, &carrying(&["agent.state"])), "desk.two/1 needs the state of agents, and which agent it is: Undecided");
    assert_eq!(surveyed(duty, &carrying(&["agent"])), "");
    assert_eq!(surveyed(origin, &carrying(&[])), "desk.payee/0 needs where values came from: Undecided");
    assert_eq!(surveyed(origin, &carrying(&["receipts"])), "");
    assert_eq!(surveyed(origin, &carrying(&["job.state"])), "");
}

#[test]
fn labels_need_the_state_of_the_job() {
    let floor = "floor tainted {\n    on        desk.send\n    when      job.labels has pii\n    at least  confirm\n}\n";
    let host = Host { asks: true, ..carrying(&[]) };
    assert_eq!(surveyed(floor, &host), "desk.tainted/0 needs the job's state: Undecided");
    assert_eq!(surveyed(floor, &Host { asks: true, ..carrying(&["job.state"]) }), "");
}

#[test]
fn steps_need_somebody_to_ask_and_server_checks_a_server() {
    let steps = "rule ask {\n    on       desk.pay\n    when     args.amount > 1\n    require  approve by lead\n}\n\nrule again {\n    on       desk.send\n    when     args.amount > 1\n    require  server-check\n}\n\nrule tell {\n    on       desk.send\n    when     args.amount > 1\n    require  notify lead\n}\n";
    assert_eq!(
        surveyed(steps, &carrying(&[])),
        "desk.again/0 needs a server that decides again: Undecided\ndesk.ask/0 needs somebody who can be asked: Undecided"
    );
    let denies = Host { denies: true, ..carrying(&["server"]) };
    assert_eq!(
        surveyed(steps, &denies),
        "desk.ask/0 needs somebody who can be asked: Denies\nNeverSatisfied: desk.ask/0 asks for what nobody there can do, so it denies (somebody who can be asked)"
    );
}

#[test]
fn rows_of_defaults_need_somebody_to_ask_and_the_grant() {
    let rows = "defaults {\n    granted  allow\n    *        allow after confirm\n}\n";
    assert_eq!(
        surveyed(rows, &carrying(&[])),
        "row 1 of desk needs somebody who can be asked: Undecided\n\
         NeverFires: row 0 of desk gives no default there, and what it asks joins (the host's own grant)"
    );
    assert_eq!(surveyed(rows, &Host { asks: true, ..carrying(&["granted"]) }), "");
    let elsewhere = Host { servers: Servers::Named(BTreeSet::from(["mail".to_owned()])), ..carrying(&["granted"]) };
    assert_eq!(surveyed(rows, &elsewhere), "");
}

#[test]
fn what_a_condition_reads_and_the_host_never_says_is_unknown() {
    let rules = "rule allowed {\n    on     desk.pay\n    when   session.terminal\n    allow\n}\n\nrule either {\n    on     desk.pay\n    when   session.terminal or args.small == true\n    allow\n}\n\nrule refused {\n    on    desk.pay\n    when  session.harness == \"x\"\n    deny\n}\n\nrule sometimes {\n    on    desk.pay\n    when  session.harness == \"x\" and args.small == true\n    deny\n}\n\nrule escaped {\n    on      desk.pay\n    unless  principal.roles has lead\n    deny\n}\n";
    assert_eq!(
        surveyed(rules, &carrying(&["principal.user"])),
        "NeverFires: desk.allowed/0 permits nothing there (`session.terminal`)\n\
         AlwaysApplies: desk.escaped/0 denies every call there (`principal.roles`)\n\
         AlwaysApplies: desk.refused/0 denies every call there (`session.harness`)"
    );
    assert_eq!(surveyed(rules, &carrying(&["session", "principal"])), "");
}

#[test]
fn a_set_whose_for_is_never_known_is_said_once() {
    let mut workspace = Workspace::new();
    let text = "policy desk {\n    over  desk.*\n    for   principal.roles has lead\n}\n\nrole lead\n\nrule a {\n    on     desk.a\n    allow\n}\n\nrule b {\n    on     desk.b\n    allow\n}\n\nrule c {\n    on    desk.c\n    deny\n}\n";
    workspace.set_file("desk.straza", text.to_owned());
    let survey = survey(&workspace.check().program.unwrap(), &carrying(&[]));
    let found: Vec<String> = survey.findings.iter().map(|found| format!("{:?} {}", found.kind, named(&found.subject))).collect();
    assert_eq!(found, ["NeverFires set desk", "AlwaysApplies desk.c/0"]);
}

#[test]
fn events_and_functions_that_never_come_by_are_told() {
    let local = "rule shell {\n    on    shell.exec\n    when  session.terminal\n    deny\n}\n\nrule all {\n    on    *\n    when  args.x == 1\n    deny\n}\n";
    let remote = Host { servers: Servers::Remote, ..carrying(&[]) };
    assert_eq!(surveyed(local, &remote), "NeverCalled: desk.shell/0 is never asked there");
    let silent = Host { events: BTreeSet::from(["tool.post"]), ..carrying(&["session"]) };
    assert_eq!(surveyed(local, &silent), "NeverCalled: desk.all/0 is never asked there\nNeverCalled: desk.shell/0 is never asked there");
}

const CLEARANCE: &str =
    "levels public < secret\n\nlabel people {\n    from   desk.people\n    level  secret\n}\n\nagent triage {\n    clearance  public\n}\n";

#[test]
fn what_would_be_withheld_is_refused_before_the_call_and_cannot_be_skipped() {
    let host = carrying(&["agent", "job.state"]);
    assert_eq!(surveyed(CLEARANCE, &host), "desk.triage/0 needs results that can be held back: BeforeTheCall");
    assert_eq!(surveyed(CLEARANCE, &Host { results: Results::Withhold, ..host.clone() }), "");
    let id = ItemId { set: "desk".to_owned(), name: "triage".to_owned() };
    let program = program(CLEARANCE);
    assert_eq!(refusal_to_skip(&program, &id, &host), Some(Refusal::HoldsBack));
    assert_eq!(refusal_to_skip(&program, &id, &Host { results: Results::Withhold, ..host.clone() }), None);
}

#[test]
fn an_item_whose_check_is_not_run_is_told() {
    let rule = "rule a {\n    on    desk.a\n    when  args.x == 1\n    deny\n}\n";
    let edge = Host { rows: Rows::of(&["28", "29"]), ..carrying(&[]) };
    assert_eq!(surveyed(rule, &Host { rows: Rows::of(&["H1"]), ..edge.clone() }), "NeverCalled: desk.a/0 is not decided there (check 13)");
    let gate = Host { rows: Rows::of(&["13"]), ..edge };
    assert!(gate.runs(29) && gate.runs(13) && !gate.runs(44));
}

/// What is decided of calls of the desk where everything else is allowed.
fn words(program: &Program, calls: &[(&str, &str)], states: &States) -> Vec<Word> {
    let mut program = program.clone();
    for set in &mut program.sets {
        set.defaults.push(DefaultRow { head: RowHead::Everything, steps: Some(Vec::new()), because: None });
    }
    let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
    let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    let snapshot = Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap();
    let decided = |(function, agent): &(&str, &str)| {
        let call = format!(
            r#"{{ "straza-call": 1, "event": "tool.pre", "function": {{ "server": "desk", "name": "{function}" }}, "arguments": {{ "amount": 600 }}, "agent": {{ "name": "{agent}" }} }}"#
        );
        snapshot.decide(&Call::read(call.as_bytes()).unwrap(), states, &mut Scratch::new(&snapshot)).word()
    };
    calls.iter().map(decided).collect()
}

#[test]
fn without_skips_a_hosts_policy_never_decides_less() {
    let steps = "rule ask {\n    on       desk.pay\n    when     args.amount > 1\n    require  approve by lead\n}\n";
    let rows = "defaults {\n    granted  allow\n    *        allow after confirm\n}\n";
    let calls = [("pay", "triage"), ("people", "triage"), ("people", "other"), ("send", "triage")];
    for policy in [steps, rows, DAILY, CLEARANCE] {
        let whole = program(policy);
        for preset in presets::TABLE {
            for denies in [false, true] {
                let at = at_host(&whole, &Host { denies, ..preset.host(preset.name) });
                for states in [States::EMPTY, States::UNKNOWN] {
                    let pairs = words(&whole, &calls, &states).into_iter().zip(words(&at, &calls, &states));
                    for (before, there) in pairs {
                        assert!(there >= before, "{}: {before:?} became {there:?} in {policy}", preset.name);
                    }
                }
            }
        }
    }
}

#[test]
fn skipped_items_are_gone_and_the_labels_they_bring_are_not() {
    let rules =
        "label seen {\n    from    desk.look\n    clears  desk.wash after approve by lead\n}\n\nrule a {\n    on    desk.a\n    deny\n}\n";
    let skips = ["seen", "a"].map(|name| ItemId { set: "desk".to_owned(), name: name.to_owned() });
    let host = Host { skips: BTreeSet::from(skips), ..carrying(&[]) };
    let at = at_host(&program(rules), &host);
    let left: Vec<&str> = at.items.iter().map(|item| item.id.name.as_str()).collect();
    assert_eq!(left, ["pii", "seen", "seen"]);
    assert!(at.items.iter().all(|item| matches!(item.effect, Effect::Move(_))));
}

#[test]
fn items_deny_for_want_of_what_they_need_only_where_that_is_said() {
    let steps = |host: &Host| -> Vec<Effect> { at_host(&program(DAILY), host).items.into_iter().skip(2).map(|item| item.effect).collect() };
    let silent = carrying(&[]);
    assert_eq!(steps(&silent), [Effect::Restrict(Restriction::Steps(vec![Step::Confirm]))]);
    assert_eq!(steps(&Host { denies: true, ..silent }), [Effect::Restrict(Restriction::Deny)]);
    let complete = Host { denies: true, ..Host::complete() };
    let whole = program(DAILY);
    assert_eq!(at_host(&whole, &complete), whole);
}

#[test]
fn an_exception_is_not_skipped() {
    let items = "rule a {\n    on    desk.a\n    deny\n}\n\nexception week {\n    to       desk.a\n    instead  confirm\n    expires  2030-01-01\n    because  \"The audit.\"\n}\n";
    let id = ItemId { set: "desk".to_owned(), name: "week".to_owned() };
    assert_eq!(refusal_to_skip(&program(items), &id, &Host::complete()), Some(Refusal::Exception));
}

#[test]
fn what_is_final_is_not_skipped() {
    let items = "rule a {\n    on    desk.a\n    deny\n    final\n}\n";
    let id = ItemId { set: "desk".to_owned(), name: "a".to_owned() };
    assert_eq!(refusal_to_skip(&program(items), &id, &carrying(&[])), Some(Refusal::Final));
    assert_eq!(refusal_to_skip(&program(&items.replace("    final\n", "")), &id, &carrying(&[])), None);
}

#[test]
fn shadow_items_need_nothing() {
    let shadow = "rule a {\n    on       desk.a\n    require  confirm\n    shadow\n}\n";
    assert_eq!(surveyed(shadow, &carrying(&[])), "");
}

#[test]
fn presets_look_at_any_policy() {
    for preset in presets::TABLE {
        let host = preset.host(preset.name);
        let survey = survey(&program(&format!("{DAILY}\n{CLEARANCE}")), &host);
        let needs_people = survey.undecided().any(|need| need.lacks.contains(&Lack::People));
        assert_eq!(needs_people, !preset.asks, "{}", preset.name);
        assert_eq!(
            survey.needs.iter().any(|need| need.decides == Decides::BeforeTheCall),
            preset.results != Results::Withhold,
            "{}",
            preset.name
        );
    }
}
