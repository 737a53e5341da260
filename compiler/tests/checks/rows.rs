//! Each row where it decides, and where it lets pass. A row of the table without such a pair fails.

use straza_runtime::checks::TABLE;
use straza_runtime::judge::{Finding, ResultOf, Rows};
use straza_runtime::{Answer, Host, States};

use super::world::{Given, call, desk, hex, value};

type Claim = fn() -> bool;

/// Number, where it decides, where it lets pass.
const PAIRS: &[(&str, Claim, Claim)] = &[
    ("1", || refuses("1", &get().fact("withdrawn", "true")), || passes("1", &get())),
    ("2", || answers("2", &create(1), Answer::Change), || passes("2", &call("desk.create", r#"{"id": "a", "amount": 1, "budget": 9}"#))),
    ("3", || joins(&pay(1)) && joins(&get().fact("may-ask", "true")), || !joins(&get())),
    ("4", || found("4", &search(), &searched(1)).answer == Answer::StopJob, || passes("4", &search())),
    ("5", || answers("5", &pay(50), Answer::Record), || passes("5", &pay(1))),
    ("6", || refuses("6", &spawn().job(&job("\"depth\": 3"))), || passes("6", &spawn().job(&job("\"depth\": 2")))),
    ("7", || refuses("7", &quarantined(pay(1))), || passes("7", &quarantined(get())) && passes("7", &pay(1))),
    ("8", || refuses("8", &call("file.write", "{}")) && refuses("8", &get().fact("installed", "false")), || passes("8", &get())),
    ("9", || refuses("9", &in_routine(pay(1))), || passes("9", &in_routine(get())) && passes("9", &pay(1))),
    ("10", || refuses("10", &call("desk.never", "{}")), || passes("10", &pay(1))),
    ("11", || answers("11", &shadowed(pay(1)), Answer::Stub) && refuses("11", &shadowed(create(1))), || passes("11", &shadowed(get()))),
    (
        "12",
        || refuses("12", &hooked(pay(1), "deny")) && answers("12", &hooked(pay(1), "escalate"), Answer::Ask),
        || passes("12", &hooked(pay(1), "allow")),
    ),
    ("13", || refuses("13", &pay(2000)) && answers("13", &pay(500), Answer::Ask), || passes("13", &pay(1))),
    ("14", || found("14", &post(1), &labelled(&["untrusted"])).answer == Answer::Ask, || passes("14", &post(1))),
    ("15", || refuses("15", &paid_to("nobody")), || passes("15", &paid_to("nobody").origins(FROM_PRINCIPAL))),
    ("16", || found("16", &pay(1).fact("approvals", EARLY), &States::EMPTY).applies, || !found("16", &pay(1), &States::EMPTY).applies),
    ("17", || answers("17", &pay(500), Answer::Ask), || passes("17", &approved(pay(500)))),
    ("18", || answers("18", &bound(pay(500), "items"), Answer::AskAgain), || passes("18", &approved(pay(500)))),
    (
        "19",
        || waited(&approved(pay(500)).fact("installed", "false")).answer == Answer::Refuse,
        || waited(&approved(pay(500))).answer == Answer::Pass,
    ),
    ("20", || found("20", &approved(post(500)), &labelled(&["untrusted"])).answer == Answer::Refuse, || passes("20", &approved(pay(500)))),
    (
        "21",
        || refuses("21", &pay(1).fact("turn", DENIED_TURN)) && answers("21", &pay(1).fact("turn", OPEN_TURN), Answer::Hold),
        || passes("21", &get().fact("turn", DENIED_TURN)) && passes("21", &pay(1)),
    ),
    ("22", || refuses("22", &bound(pay(500), "call")), || passes("22", &approved(pay(500)))),
    ("23", || refuses("23", &spawn().fact("quota", r#"{"starter": false, "tree": true, "budget": true}"#)), || passes("23", &spawn())),
    ("24", || answers("24", &paid_to("x"), Answer::Record) && refuses("24", &unseen(paid_to("x"))), || passes("24", &get())),
    ("25", || refuses("25", &get().fact("plugin", r#"{"providers": ["other"]}"#)), || passes("25", &get())),
    ("26", || refuses("26", &by_hook(get()).fact("hook-call", MISCALLED)), || passes("26", &by_hook(get()))),
    ("27", || refuses("27", &get().fact("sandbox", r#"{"shape": true, "allowed": false}"#)), || passes("27", &get())),
    ("28", || refuses("28", &pay(2000)), || passes("28", &pay(500))),
    (
        "29",
        || found("29", &release("a"), &created("a")).answer == Answer::Refuse,
        || found("29", &release("b"), &created("a")).answer == Answer::Pass,
    ),
    ("30", || refuses("30", &get().fact("envelope", "false")), || passes("30", &get().fact("envelope", "true"))),
    (
        "31",
        || found("31", &share(1), &exported()).answer == Answer::Refuse && refuses("31", &paid_to("x").origins("[]")),
        || passes("31", &share(1)) && passes("31", &paid_to("x").origins(FROM_PRINCIPAL)),
    ),
    (
        "32",
        || answers("32", &get().fact("audit", r#""pending""#), Answer::Hold) && refuses("32", &get().fact("audit", r#""failed""#)),
        || passes("32", &get()),
    ),
    (
        "33",
        || refuses("33", &get().fact("revoked", "true")) && answers("33", &get().fact("revoked", PARKED), Answer::Hold),
        || passes("33", &get()),
    ),
    ("34", || answers("34", &bound(pay(500), "items"), Answer::CallAgain), || passes("34", &approved(pay(500)))),
    ("35", || answers("35", &get().fact("draining", "true"), Answer::Hold), || passes("35", &get())),
    ("36", || refuses("36", &get().fact("tool", r#"{"up": false, "listed": true, "flow": false}"#)), || passes("36", &get())),
    ("37", || refuses("37", &listed(get(), &"0".repeat(64))), || passes("37", &listed(get(), &own_listing()))),
    (
        "38",
        || {
            refuses("38", &call("crm.retired", "{}"))
                && answers("38", &call("crm.paused", "{}"), Answer::Hold)
                && refuses("38", &get().fact("killed", "true"))
        },
        || passes("38", &get()),
    ),
    ("39", || refuses("39", &get().fact("secrets", r#"{"found": ["deploy-key"]}"#)), || passes("39", &get())),
    (
        "40",
        || refuses("40", &quarantined(get()).fact("egress", "true")) && refuses("40", &quarantined(get())),
        || passes("40", &quarantined(get()).fact("egress", "false")) && passes("40", &get()),
    ),
    ("41", || refuses("41", &call("crm.retired", "{}")), || passes("41", &get())),
    ("42", || answers("42", &get().fact("overdue", "true"), Answer::StopCall), || passes("42", &get())),
    (
        "43",
        || ended("43", &lost(pay(1))) == Answer::Ask && ended("43", &lost(pay(1)).agent("strict")) == Answer::FailJob,
        || ended("43", &lost(get())) == Answer::Pass && ended("43", &pay(1)) == Answer::Pass,
    ),
    ("44", || ended("44", &post(1)) == Answer::Withhold, || ended("44", &get()) == Answer::Pass),
    ("45", || ended("45", &get()) == Answer::Record, || after("45", &get(), &ResultOf::default()).answer == Answer::Pass),
    (
        "46",
        || ended("46", &call("crm.raw", "{}")) == Answer::Withhold && ended("46", &call("crm.read", "{}")) == Answer::Redact,
        || ended("46", &get()) == Answer::Pass,
    ),
    ("47", || offloaded(10).answer == Answer::Change, || offloaded(10_000).answer == Answer::Pass),
    ("H1", || straza_runtime::Call::read(call("straza.approve", "{}").text().as_bytes()).is_err(), || passes("H1", &read_file())),
    ("H1a", || refuses("H1a", &call("other.ReadMcpResourceTool", "{}")), || passes("H1a", &read_file())),
    ("H2", || refuses("H2", &call("file.write", "{}")), || passes("H2", &read_file())),
    ("H2a", || refuses("H2a", &by_session(pay(1)).fact("offered", OFFERED)), || passes("H2a", &by_session(get()).fact("offered", OFFERED))),
    ("H2b", || refuses("H2b", &by_session(listed(get(), &"0".repeat(64)))), || passes("H2b", &by_session(listed(get(), &own_listing())))),
    ("H3", || refuses("H3", &read_file().fact("secrets", r#"{"found": ["deploy-key"]}"#)), || passes("H3", &read_file())),
    ("H4", || desk().asks(&call("shell.exec", "{}").read()) && desk().asks(&pay(1).read()), || passes("H4", &read_file())),
    ("H5", || refuses("H5", &read_file().fact("withdrawn", "true")), || passes("H5", &read_file())),
    ("H6", || refuses("H6", &in_routine(read_file())), || passes("H6", &read_file())),
    ("H7", || refuses("H7", &hooked(read_file(), "deny")), || passes("H7", &hooked(read_file(), "allow"))),
    (
        "H7a",
        || refuses("H7a", &shell("rm -rf /")) && answers("H7a", &shell("rm -rf $X"), Answer::Ask),
        || passes("H7a", &shell("rm -rf /tmp/x")) && !found("H7a", &read_file(), &States::EMPTY).applies,
    ),
    ("H8", || answers("H8", &call("file.read", r#"{"path": "/secret/a"}"#), Answer::Ask), || passes("H8", &read_file())),
];

#[test]
fn every_row_decides_somewhere_and_lets_pass_elsewhere() {
    let holds = |claim: &Claim| std::panic::catch_unwind(claim).unwrap_or(false);
    let failed: Vec<&str> =
        PAIRS.iter().filter(|(_, decides, lets_pass)| !holds(decides) || !holds(lets_pass)).map(|(number, _, _)| *number).collect();
    assert_eq!(failed, Vec::<&str>::new(), "rows that do not decide, or do not let pass, where they should");
}

#[test]
fn every_row_of_the_table_has_its_pair() {
    let numbers: Vec<&str> = PAIRS.iter().map(|(number, _, _)| *number).collect();
    let table: Vec<&str> = TABLE.iter().map(|check| check.number).collect();
    assert_eq!(numbers, table);
}

#[test]
fn a_row_answers_only_what_the_table_says_it_can() {
    for check in TABLE {
        let result = check.stage == straza_runtime::call::Stage::Result;
        for given in everything() {
            let host = Host { long_wait: Some(60), offload: Some(10), ..Host::JOB_RUNTIME.only(Rows::of(&[check.number])) };
            let text = value(r#"{"iban": "CH1234", "long": "0123456789"}"#);
            let of = ResultOf { value: Some(&text), ..ResultOf::default() };
            let trace = if result {
                desk().examine_result(&given.read(), &of, &States::EMPTY, &host).1
            } else {
                desk().examine(&given.read(), &States::EMPTY, &host).1
            };
            for traced in trace {
                let straza_runtime::judge::Visit::Found(finding) = traced.visit else { continue };
                let allowed = finding.answer == Answer::Pass || traced.check.answers.contains(&finding.answer);
                assert!(allowed, "row {} answers {:?} to {}", traced.check.number, finding.answer, given.text());
            }
        }
    }
}

#[test]
fn the_table_is_in_order_and_its_files_are_there() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/checks");
    let mut files: Vec<String> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let mut named: Vec<&str> = TABLE.iter().map(|check| check.file).collect();
    named.sort_unstable();
    assert_eq!(files, named);
    let numbers: Vec<u32> = TABLE.iter().filter_map(|check| check.number.parse().ok()).collect();
    assert_eq!(numbers, (1..=47).collect::<Vec<u32>>());
    for check in TABLE {
        assert!(!check.decides.is_empty() && !check.unknown.is_empty() && !check.from.is_empty(), "row {}", check.number);
    }
}

#[test]
fn an_unknown_fact_does_what_the_tables_last_column_says() {
    let refused = [
        ("1", "withdrawn"),
        ("2", "budget-argument"),
        ("8", "installed"),
        ("8", "grant"),
        ("8", "plugin"),
        ("12", "hooks"),
        ("25", "plugin"),
        ("27", "sandbox"),
        ("30", "grant"),
        ("30", "envelope"),
        ("32", "audit"),
        ("33", "revoked"),
        ("36", "tool"),
        ("37", "listing-digest"),
        ("38", "killed"),
        ("39", "secrets"),
        ("40", "placeholders"),
        ("40", "grant"),
        ("41", "killed"),
    ];
    for (row, fact) in refused {
        for given in [get().unknown(fact), get().untold(fact)] {
            let finding = found(row, &given, &States::EMPTY);
            assert_eq!((finding.answer, finding.unknown), (Answer::Refuse, true), "row {row}, {fact}");
        }
    }
    for (row, fact, given, answer) in [
        ("21", "turn", pay(1), Answer::Hold),
        ("35", "draining", get(), Answer::Pass),
        ("42", "overdue", get(), Answer::StopCall),
        ("42", "killed", get(), Answer::StopCall),
        ("17", "approvals", pay(500), Answer::Ask),
        ("23", "quota", spawn(), Answer::Refuse),
        ("26", "hook-call", by_hook(get()), Answer::Refuse),
        ("H2a", "offered", by_session(get()), Answer::Refuse),
        ("H3", "secrets", read_file(), Answer::Refuse),
    ] {
        assert_eq!(found(row, &given.clone().unknown(fact), &States::EMPTY).answer, answer, "row {row}, {fact}");
        assert_eq!(found(row, &given.untold(fact), &States::EMPTY).answer, answer, "row {row}, {fact} left out");
    }
    for (row, fact, answer) in [("43", "outcome", Answer::Ask), ("46", "result-hooks", Answer::Withhold)] {
        assert_eq!(ended(row, &pay(1).unknown(fact)), answer, "row {row}, {fact}");
    }
}

#[test]
fn what_is_not_known_of_the_job_refuses() {
    let unknown = |given: Given| given.job("{}");
    for (row, given) in [("7", pay(1)), ("9", pay(1)), ("11", pay(1)), ("6", spawn())] {
        assert_eq!(found(row, &unknown(given), &States::EMPTY).answer, Answer::Refuse, "row {row}");
    }
    for row in ["7", "9", "11"] {
        assert_eq!(found(row, &unknown(get()), &States::EMPTY).answer, Answer::Pass, "row {row}");
    }
    assert_eq!(found("31", &share(1), &States::UNKNOWN).answer, Answer::Refuse);
    assert_eq!(found("29", &release("a"), &States::UNKNOWN).answer, Answer::Refuse);
}

#[test]
fn a_fact_that_no_host_supplies_is_nobodys_question() {
    let bare = |given: Given| Given { facts: Vec::new(), ..given };
    for given in [get(), pay(1), search(), read_file()] {
        assert_eq!(super::world::answer(&bare(given).judged(&States::EMPTY, &Host::POLICY)), (Answer::Pass, ""));
    }
    assert_eq!(bare(get()).judged(&States::EMPTY, &Host::JOB_RUNTIME).answer, Answer::Refuse);
}

fn found(row: &str, given: &Given, states: &States) -> Finding<'static> {
    given.at(row, states)
}

fn answers(row: &str, given: &Given, answer: Answer) -> bool {
    found(row, given, &States::EMPTY).answer == answer
}

fn refuses(row: &str, given: &Given) -> bool {
    answers(row, given, Answer::Refuse)
}

fn passes(row: &str, given: &Given) -> bool {
    answers(row, given, Answer::Pass)
}

/// A call at a row of the result, with a result.
fn ended(row: &str, given: &Given) -> Answer {
    let text = value(r#"{"iban": "CH1234", "note": "XCH1234"}"#);
    after(row, given, &ResultOf { value: Some(&text), ..ResultOf::default() }).answer
}

fn after(row: &str, given: &Given, of: &ResultOf<'_>) -> Finding<'static> {
    given.found(row, &States::EMPTY, &Host::JOB_RUNTIME.only(Rows::of(&[row])), Some(of))
}

fn offloaded(threshold: u64) -> Finding<'static> {
    let host = Host { offload: Some(threshold), ..Host::JOB_RUNTIME };
    let text = value(r#""a text of some length""#);
    get().found("47", &States::EMPTY, &host.only(Rows::of(&["47"])), Some(&ResultOf { value: Some(&text), ..ResultOf::default() }))
}

fn waited(given: &Given) -> Finding<'static> {
    let host = Host { long_wait: Some(60), ..Host::JOB_RUNTIME };
    given.found("19", &States::EMPTY, &host.only(Rows::of(&["17", "19"])), None)
}

fn joins(given: &Given) -> bool {
    found("3", given, &States::EMPTY).gives().unwrap().joins
}

pub fn get() -> Given {
    call("desk.get", r#"{"id": "a"}"#)
}

pub fn pay(amount: u32) -> Given {
    call("desk.pay", &format!(r#"{{"amount": {amount}}}"#))
}

pub fn post(amount: u32) -> Given {
    call("desk.post", &format!(r#"{{"amount": {amount}}}"#))
}

pub fn share(amount: u32) -> Given {
    call("desk.share", &format!(r#"{{"amount": {amount}}}"#))
}

pub fn create(amount: u32) -> Given {
    call("desk.create", &format!(r#"{{"id": "a", "amount": {amount}}}"#))
}

pub fn release(id: &str) -> Given {
    call("desk.release", &format!(r#"{{"id": "{id}"}}"#))
}

pub fn search() -> Given {
    call("desk.search", r#"{"q": "x"}"#)
}

fn spawn() -> Given {
    call("task.spawn", "{}")
}

fn shell(command: &str) -> Given {
    call("shell.exec", &format!(r#"{{"command": "{command}"}}"#))
}

pub fn read_file() -> Given {
    call("file.read", r#"{"path": "/tmp/a"}"#)
}

fn paid_to(whom: &str) -> Given {
    call("desk.pay", &format!(r#"{{"amount": 1, "to": "{whom}"}}"#))
}

fn unseen(given: Given) -> Given {
    Given { arguments: None, ..given }
}

fn job(with: &str) -> String {
    let rest = if with.contains("depth") { "" } else { r#", "depth": 0"# };
    format!(r#"{{"id": "j1", "routine": null, "shadow": false, "quarantine": false, "children": 0{rest}, {with}}}"#)
}

fn quarantined(given: Given) -> Given {
    given.job(r#"{"id": "j1", "routine": null, "shadow": false, "quarantine": true, "depth": 0, "children": 0}"#)
}

fn in_routine(given: Given) -> Given {
    given.job(r#"{"id": "j1", "routine": "nightly", "shadow": false, "quarantine": false, "depth": 0, "children": 0}"#)
}

pub fn shadowed(given: Given) -> Given {
    given.job(r#"{"id": "j1", "routine": null, "shadow": true, "quarantine": false, "depth": 0, "children": 0}"#)
}

pub fn hooked(given: Given, answer: &str) -> Given {
    given.fact("hooks", &format!(r#"[{{"name": "guard", "answer": "{answer}"}}]"#))
}

pub fn by_hook(given: Given) -> Given {
    given.by(r#"{"kind": "hook", "plugin": "desk", "name": "guard", "event": "pre-tool-call"}"#)
}

fn by_session(given: Given) -> Given {
    given.by(r#"{"kind": "session"}"#)
}

fn lost(given: Given) -> Given {
    given.fact("outcome", r#""unknown""#)
}

fn listed(given: Given, digest: &str) -> Given {
    given.fact("listing-digest", &format!(r#""{digest}""#))
}

/// The listing that the catalog has of `desk.get`.
fn own_listing() -> String {
    hex(&desk().listing(&get().read()).unwrap())
}

/// Approved by a lead a while ago, bound to what is now.
pub fn approved(given: Given) -> Given {
    approval(given, "", "")
}

/// The same, bound to something else.
fn bound(given: Given, to: &str) -> Given {
    approval(given, to, &"0".repeat(64))
}

fn approval(given: Given, changed: &str, digest: &str) -> Given {
    let call = given.read();
    let listing = desk().listing(&call).map_or("null".to_owned(), |listing| format!("\"{}\"", hex(&listing)));
    let (mut of_call, mut items) = (given.digest(), hex(&desk().items_digest(&call)));
    match changed {
        "call" => of_call = digest.to_owned(),
        "items" => items = digest.to_owned(),
        _ => {}
    }
    given.fact(
        "approvals",
        &format!(
            r#"[{{"kind": "steps", "pool": ["lead", "cfo"], "by": [{{"user": "kim", "roles": ["lead"]}}], "made": "person", "decision": "yes",
            "asked-at": "2026-01-01T11:30Z", "decided-at": "2026-01-01T11:50Z", "call": "{of_call}", "items": "{items}", "listing": {listing}}}]"#
        ),
    )
}

/// After calls were made.
pub fn after_calls(calls: &[Given]) -> States {
    let mut states = States::EMPTY;
    for given in calls {
        desk().dispatched(&given.read(), &[], &mut states);
    }
    states
}

fn searched(times: usize) -> States {
    after_calls(&vec![search(); times])
}

pub fn created(id: &str) -> States {
    after_calls(&[call("desk.create", &format!(r#"{{"id": "{id}", "amount": 1}}"#))])
}

pub fn exported() -> States {
    after_calls(&[call("crm.export", "{}")])
}

pub fn labelled(labels: &[&str]) -> States {
    let from = |label: &&str| match *label {
        "untrusted" => call("desk.fetch", "{}"),
        "sealed" => call("crm.seal", "{}"),
        "left" => call("crm.left", "{}"),
        other => panic!("no function brings {other}"),
    };
    after_calls(&labels.iter().map(from).collect::<Vec<Given>>())
}

/// Calls of every kind, for walking the table.
fn everything() -> Vec<Given> {
    let plain =
        [get(), pay(1), pay(500), pay(2000), post(1), create(1), release("a"), share(500), search(), spawn(), read_file(), paid_to("x")];
    let kinds: [fn(Given) -> Given; 8] = [
        |given| given,
        quarantined,
        in_routine,
        shadowed,
        |given| Given { facts: Vec::new(), ..given },
        |given| hooked(given, "failed"),
        by_session,
        by_hook,
    ];
    let mut all: Vec<Given> = kinds.iter().flat_map(|kind| plain.iter().cloned().map(kind)).collect();
    all.extend([call("desk.never", "{}"), call("crm.raw", "{}"), call("crm.retired", "{}"), call("crm.paused", "{}"), unseen(pay(1))]);
    all.extend([approved(pay(500)), bound(pay(500), "items"), bound(pay(500), "call"), lost(pay(1)), pay(1).fact("turn", OPEN_TURN)]);
    all
}

const FROM_PRINCIPAL: &str = r#"[{"path": "to", "sources": ["principal"], "tainted": false}]"#;
const EARLY: &str = r#"[{"kind": "steps", "by": [], "made": "policy", "decision": "yes", "early": true}]"#;
pub const DENIED_TURN: &str = r#"[{"asks": true, "reads-only": false, "decision": "no"}]"#;
pub const OPEN_TURN: &str = r#"[{"asks": true, "reads-only": false, "decision": "pending"}]"#;
const MISCALLED: &str = r#"{"plugin": true, "caller": false, "place": true, "input": true, "header": true}"#;
const PARKED: &str = r#"{"until": "2026-01-02T00:00Z", "because": "an audit"}"#;
const OFFERED: &str = r#"[{"server": "desk", "name": "get", "spelling": "mcp__desk__get"}]"#;
