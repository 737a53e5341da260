//! Ways around a refusal that other guards left open; here each ends in a refusal or in nothing permitted.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::opening::Expectation;
use straza_runtime::{Call, Reported, Scratch, Snapshot, States, Word};

const CATALOG: &str = r#"{"tools":[
    {"name":"get_me","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{}}},
    {"name":"set","inputSchema":{"type":"object","properties":{"mode":{"type":"string","enum":["a","b"]},"user":{"type":"string"}},"required":["mode"]}}
]}"#;

fn snapshot(policy: &str) -> Snapshot {
    let mut workspace = Workspace::new();
    workspace.set_file("p.straza", policy.to_owned());
    workspace.set_catalog("gh.json", CATALOG.to_owned());
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
    let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

fn open_for_all(rules: &str) -> Snapshot {
    snapshot(&format!("policy p {{\n    over  x.*, gh.*, file.*\n}}\n\ndefaults {{\n    *  allow\n}}\n\n{rules}"))
}

fn call(function: &str, arguments: &str) -> Call {
    Call::read(format!(r#"{{"straza-call":1,"event":"tool.pre","function":{function},"arguments":{arguments}}}"#).as_bytes()).unwrap()
}

fn named(function: &str) -> String {
    let (server, name) = function.split_once('.').unwrap();
    format!(r#"{{"server":"{server}","name":"{name}"}}"#)
}

fn word(snapshot: &Snapshot, call: &Call) -> Word {
    snapshot.decide(call, &States::EMPTY, &mut Scratch::new(snapshot)).word()
}

/// Denied, and by a check before any rule.
fn is_refused(snapshot: &Snapshot, call: &Call) -> bool {
    let decision = snapshot.decide(call, &States::EMPTY, &mut Scratch::new(snapshot));
    decision.word() == Word::Deny && matches!(decision.reported(), Reported::Border(_))
}

#[test]
fn a_line_end_does_not_step_around_an_expression() {
    let snapshot = open_for_all("rule r {\n    on    x.f\n    deny  when args.c matches r\".*evil.*\"\n}\n");
    assert_eq!(word(&snapshot, &call(&named("x.f"), r#"{"c":"good"}"#)), Word::Allow);
    assert_eq!(word(&snapshot, &call(&named("x.f"), r#"{"c":"a\nevil\nb"}"#)), Word::Deny);
}

#[test]
fn a_name_that_differs_only_in_case_is_refused_wherever_the_policy_spells_it() {
    let snapshot = snapshot(
        "policy p {\n    over  *.*\n}\n\ncatalog gh from \"gh.json\" {\n}\n\ndefaults {\n    *  allow\n}\n\nrule r {\n    on    file.read, x.f, y.*\n    deny\n}\n",
    );
    for function in ["file.Read", "gh.Get_Me", "GH.get_me", "GH.unheard_of", "x.F", "X.f", "X.other", "Y.anything"] {
        assert!(is_refused(&snapshot, &call(&named(function), "{}")), "{function}");
    }
    assert_eq!(word(&snapshot, &call(&named("gh.get_me"), "{}")), Word::Allow);
    assert_eq!(word(&snapshot, &call(&named("z.anything"), "{}")), Word::Allow);
}

#[test]
fn keys_that_another_reader_takes_for_one_are_refused() {
    let snapshot = open_for_all("rule r {\n    on    x.f\n    deny  when args.user == \"root\" or args.key == \"k\"\n}\n");
    for arguments in [
        r#"{"user":"bob","key":"a","uſer":"root"}"#,
        "{\"user\":\"bob\",\"\u{212a}ey\":\"k\"}",
        r#"{"USER":"root","key":"a","user":"bob"}"#,
    ] {
        assert!(is_refused(&snapshot, &call(&named("x.f"), arguments)), "{arguments}");
    }
    assert_eq!(word(&snapshot, &call(&named("x.f"), r#"{"user":"bob","key":"a"}"#)), Word::Allow);
}

#[test]
fn a_pinned_catalog_speaks_for_its_own_server_alone() {
    let snapshot = snapshot(
        "policy p {\n    over  gh.*\n}\n\ncatalog gh from \"gh.json\" {\n    server  \"https://gh.example/\"\n    trust   readOnlyHint\n}\n\n\
         defaults {\n    read  allow\n    *     deny\n}\n\nrule named {\n    on     gh.set\n    allow\n}\n",
    );
    let from = |name: &str, identity: &str| format!(r#"{{"server":"gh","name":"{name}"{identity}}}"#);
    let ours = r#","identity":"https://gh.example/""#;
    assert_eq!(word(&snapshot, &call(&from("get_me", ours), "{}")), Word::Allow);
    assert_eq!(word(&snapshot, &call(&from("set", ours), r#"{"mode":"a"}"#)), Word::Allow);
    for other in ["", r#","identity":null"#, r#","identity":"https://evil.example/""#] {
        assert_eq!(word(&snapshot, &call(&from("get_me", other), "{}")), Word::Deny, "{other}");
        assert_eq!(word(&snapshot, &call(&from("set", other), r#"{"mode":"a"}"#)), Word::Deny, "{other}");
    }
    let told = |identity: &str| {
        let call = call(&from("set", identity), r#"{"mode":"a"}"#);
        let decision = snapshot.decide(&call, &States::EMPTY, &mut Scratch::new(&snapshot));
        let mut out = String::new();
        snapshot.reason(&decision, &call, &mut out).unwrap();
        out
    };
    assert!(told("").ends_with("the policy pins this server, and the call does not say its identity."), "{}", told(""));
    assert!(told(r#","identity":"https://evil.example/""#).ends_with("the policy pins this server, and the call names another identity."));
    assert_eq!(snapshot.explain(&call(&from("set", ""), r#"{"mode":"a"}"#), &States::EMPTY).unknowns, ["function.identity"]);
}

#[test]
fn a_text_that_the_schema_does_not_list_breaks_it() {
    let snapshot = open_for_all("catalog gh from \"gh.json\" {\n}\n\nrule r {\n    on    gh.set\n    deny  when args.mode == b\n}\n");
    assert_eq!(word(&snapshot, &call(&named("gh.set"), r#"{"mode":"a"}"#)), Word::Allow);
    assert_eq!(word(&snapshot, &call(&named("gh.set"), r#"{"mode":"b"}"#)), Word::Deny);
    for mode in ["B", "c", "b "] {
        assert!(is_refused(&snapshot, &call(&named("gh.set"), &format!(r#"{{"mode":"{mode}"}}"#))), "{mode}");
    }
}

#[test]
fn a_refusal_before_any_rule_says_what_and_where() {
    let snapshot = open_for_all("catalog gh from \"gh.json\" {\n}\n\nrule r {\n    on    x.f\n    deny  when args.user == \"root\"\n}\n");
    let told = |call: &Call| {
        let decision = snapshot.decide(call, &States::EMPTY, &mut Scratch::new(&snapshot));
        let mut out = String::new();
        snapshot.reason(&decision, call, &mut out).unwrap();
        out
    };
    assert_eq!(
        told(&call(&named("gh.set"), r#"{"mode":"z"}"#)),
        "straza: denied: schema: the argument \"mode\" is \"z\", which its schema does not list. Send the arguments that the function's schema describes."
    );
    assert_eq!(
        told(&call(&named("x.f"), r#"{"User":"root"}"#)),
        "straza: denied: case: the key \"User\" differs only in case from \"user\". Spell each name once, as it is declared."
    );
    assert_eq!(
        told(&call(&named("gh.Get_me"), "{}")),
        "straza: denied: case: the function \"gh.Get_me\" differs only in case from a known one, or as a harness spells it. Spell each name once, as it is declared."
    );
}

#[test]
fn a_window_says_nothing_of_a_time_whose_offset_nobody_knows() {
    let snapshot = snapshot(
        "policy p {\n    over  x.*\n}\n\nrule r {\n    on     x.f\n    allow  when now within mon-sun 00:00..24:00 in \"Europe/Zurich\"\n}\n",
    );
    let at = |now: &str| {
        let text =
            format!(r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"x","name":"f"}},"arguments":{{}},"now":"{now}"}}"#);
        word(&snapshot, &Call::read(text.as_bytes()).unwrap())
    };
    assert_eq!(at("2099-12-31T23:59Z"), Word::Allow);
    assert_eq!(at("2100-01-01T00:00Z"), Word::Deny);
}
