//! What a decision is, rule by rule: policies as people write them, calls, and the answer, from the interpreter and from a signed snapshot.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use serde_json::{Value, json};
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::call::Call;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_testkit::agreement::{explained, interpreted};
use straza_testkit::interpreter::{Interpreter, Outcome, Reported};
use straza_testkit::wording;

/// The decision of a call with these members: its words, then what decided; `?` behind what held through something unknown.
fn decision(policies: &[&str], members: &Value) -> String {
    decision_of(policies, &call(members).to_string())
}

fn decision_of(policies: &[&str], call: &str) -> String {
    let mut workspace = Workspace::new();
    workspace.set_files(policies.iter().enumerate().map(|(n, policy)| (format!("{n}.straza"), (*policy).to_owned())));
    workspace.set_config(straza_compiler::config::Config { shared_remits: every_pair(policies), ..Default::default() });
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
    let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    let snapshot = Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap();
    let call = Call::read(call.as_bytes()).unwrap();
    let answer = interpreted(&Interpreter::new(&program), &call);
    assert_eq!(explained(&snapshot, &call), answer);
    worded(&answer.outcome)
}

fn one(policy: &str, members: Value) -> String {
    decision(&[&set_of(policy)], &members)
}

fn set_of(items: &str) -> String {
    format!("policy p {{\n over crm.*\n}}\n{items}")
}

/// The names of the sets `p`, `q`, … may share their remits.
fn every_pair(policies: &[&str]) -> Vec<(String, String)> {
    let name = |policy: &str| policy.split_whitespace().nth(1).unwrap().to_owned();
    policies.iter().flat_map(|a| policies.iter().map(move |b| (name(a), name(b)))).filter(|(a, b)| a != b).collect()
}

/// A person, attended, calls `crm.read`; the members replace or add, `null` takes away.
fn call(members: &Value) -> Value {
    let mut call = json!({
        "straza-call": 1, "event": "tool.pre", "function": {"server": "crm", "name": "read"}, "arguments": {},
        "principal": {"user": "dana", "roles": [], "type": "human", "agency": "interactive"}, "now": "2026-01-01T00:00Z",
    });
    let parts = call.as_object_mut().unwrap();
    members.as_object().unwrap().iter().for_each(|(key, value)| drop(parts.insert(key.clone(), value.clone())));
    parts.retain(|_, value| !value.is_null());
    call
}

fn worded(outcome: &Outcome) -> String {
    let certain = match outcome.reported {
        Reported::Item { certain, .. } | Reported::DefaultRow { certain, .. } => certain,
        _ => true,
    };
    let via = wording::via(&outcome.reported).map(|via| format!(" via {via}")).unwrap_or_default();
    format!("{}{via}{}", wording::verdict(&outcome.verdict), if certain { "" } else { "?" })
}

#[test]
fn nothing_permits_and_no_default_is_deny() {
    assert_eq!(one("", json!({})), "deny via default");
    assert_eq!(one("rule a {\n on crm.read\n allow\n when args.x == 1\n}", json!({})), "deny via default");
}

#[test]
fn only_a_certain_permission_takes_the_default_away() {
    let policy = "defaults {\n * allow after confirm\n}\nrule a {\n on crm.read\n allow\n when args.x == 1\n}";
    assert_eq!(one(policy, json!({"arguments": {"x": 1}})), "allow via p.a");
    assert_eq!(one(policy, json!({"arguments": {"x": 2}})), "confirm via default of p");
    assert_eq!(one(policy, json!({"arguments": {}})), "confirm via default of p");
    assert_eq!(one(policy, json!({"arguments": {"x": "1"}})), "confirm via default of p");
}

#[test]
fn a_restriction_applies_on_true_and_on_unknown_and_joins_the_permission() {
    let policy = "rule a {\n on crm.read\n allow\n}\nrule b {\n on crm.read\n deny\n when args.x > 5\n}";
    assert_eq!(one(policy, json!({"arguments": {"x": 5}})), "allow via p.a");
    assert_eq!(one(policy, json!({"arguments": {"x": 6}})), "deny via p.b");
    assert_eq!(one(policy, json!({"arguments": {}})), "deny via p.b?");
    assert_eq!(one(policy, json!({"arguments": {"x": null}})), "deny via p.b?");
}

#[test]
fn allow_after_permits_when_true_and_only_asks_when_unknown() {
    let policy = "defaults {\n * allow\n}\nrule a {\n on crm.read\n allow after confirm\n when args.x\n}";
    assert_eq!(one(policy, json!({"arguments": {"x": true}})), "confirm via p.a");
    assert_eq!(one(policy, json!({"arguments": {"x": false}})), "allow via default of p");
    assert_eq!(one(policy, json!({"arguments": {}})), "confirm via p.a?");
}

#[test]
fn rows_of_defaults_are_read_from_the_top_and_an_unknown_head_joins_what_is_below() {
    let policy = "defaults {\n read allow\n granted allow after confirm\n * deny\n}";
    let granted = |granted: Value| json!({"facts": {"granted": granted}});
    assert_eq!(one(policy, granted(json!({"known": true}))), "confirm via default of p");
    assert_eq!(one(policy, granted(json!({"known": false}))), "deny via default of p");
    assert_eq!(one(policy, granted(json!("unknown"))), "deny via default of p");
    let policy = "defaults {\n granted allow after confirm\n * allow\n}";
    assert_eq!(one(policy, json!({})), "confirm via default of p?");
    assert_eq!(one("defaults {\n granted allow\n}", json!({})), "deny via default", "a table without a certain row gives no default");
}

#[test]
fn defaults_of_several_sets_join() {
    let allows = "policy p {\n over crm.*\n}\ndefaults {\n * allow\n}";
    let asks = "policy q {\n over crm.read\n}\ndefaults {\n * allow after confirm\n}";
    let denies = "policy r {\n over crm.write\n}\ndefaults {\n * deny\n}";
    assert_eq!(decision(&[allows, asks, denies], &json!({})), "confirm via default of q");
    assert_eq!(decision(&[allows, denies], &json!({})), "allow via default of p", "the other's remit is elsewhere");
}

#[test]
fn a_set_whose_for_is_unknown_restricts_and_neither_permits_nor_gives_a_default() {
    let set = |rest: &str| format!("policy p {{\n over crm.*\n for principal.roles has desk\n}}\nrole desk\n{rest}");
    let unknown = json!({"principal": {"type": "human", "agency": "interactive"}});
    let allowing = set("defaults {\n * allow\n}\nrule a {\n on crm.read\n allow\n}");
    assert_eq!(decision(&[&allowing], &unknown), "deny via default");
    let other = "policy q {\n over crm.*\n}\ndefaults {\n * allow\n}";
    assert_eq!(decision(&[&set("defaults {\n * allow after confirm\n}"), other], &unknown), "confirm via default of p?");
    assert_eq!(decision(&[&set("rule a {\n on crm.read\n deny\n}"), other], &unknown), "deny via p.a?");
    let known = json!({"principal": {"roles": [], "type": "human", "agency": "interactive"}});
    assert_eq!(decision(&[&set("rule a {\n on crm.read\n deny\n}"), other], &known), "allow via default of q");
}

#[test]
fn steps_join_by_pool_with_the_stricter_terms() {
    let policy = "role lead, cfo\nrule a {\n on crm.read\n allow\n}\nrule b {\n on crm.read\n require approve by lead or cfo, hold 5m\n}\n\
                  rule c {\n on crm.read\n require approve by cfo or lead, ticket 8h\n}\nrule d {\n on crm.read\n require server-check and confirm\n}";
    assert_eq!(one(policy, json!({})), "server-check and confirm and approve by cfo or lead, ticket 8h via p.b");
}

#[test]
fn what_is_reported_is_certain_first_then_by_priority_set_and_place() {
    let set = |name: &str, priority: i32, rule: &str| format!("policy {name} {{\n over crm.*\n priority {priority}\n}}\n{rule}");
    let (certain, unknown) = ("rule b {\n on crm.read\n deny\n}", "rule a {\n on crm.read\n deny\n when args.x\n}");
    assert_eq!(decision(&[&set("p", 0, certain), &set("q", 9, unknown)], &json!({})), "deny via p.b");
    assert_eq!(decision(&[&set("p", 0, certain), &set("q", 9, certain)], &json!({})), "deny via q.b");
    assert_eq!(decision(&[&set("q", 0, certain), &set("p", 0, certain)], &json!({})), "deny via p.b");
    assert_eq!(one(&format!("{certain}\nrule a {{\n on crm.read\n deny\n}}"), json!({})), "deny via p.b");
}

#[test]
fn an_autonomous_principal_confirms_nothing() {
    let policy = "rule a {\n on crm.read\n allow after confirm\n}";
    let principal = |agency: Value| json!({"principal": {"type": "human", "agency": agency}});
    assert_eq!(one(policy, principal(json!("supervised"))), "confirm via p.a");
    assert_eq!(one(policy, principal(json!("autonomous"))), "deny via p.a");
    assert_eq!(one(policy, principal(json!(null))), "deny via p.a");
    assert_eq!(one(policy, json!({"principal": {"type": "human"}})), "deny via p.a");
}

#[test]
fn the_sponsor_of_a_person_is_the_person() {
    let policy = "rule a {\n on crm.read\n allow after approve by sponsor\n}";
    let principal = |kind: Value, agency: &str| json!({"principal": {"type": kind, "agency": agency}});
    assert_eq!(one(policy, principal(json!("human"), "interactive")), "confirm via p.a");
    assert_eq!(one(policy, principal(json!("agent"), "interactive")), "approve by sponsor via p.a");
    assert_eq!(one(policy, principal(json!(null), "interactive")), "approve by sponsor via p.a");
    assert_eq!(one(policy, principal(json!("human"), "autonomous")), "deny via p.a");
    assert_eq!(one(policy, principal(json!(null), "autonomous")), "deny via p.a", "to know less never asks for less");
    assert_eq!(one(policy, principal(json!("agent"), "autonomous")), "approve by sponsor via p.a");
}

#[test]
fn dates_keep_items_out_and_an_unknown_time_keeps_restrictions_in() {
    let policy = "rule a {\n on crm.read\n allow\n expires 2026-02-01\n}\nrule b {\n on crm.read\n require confirm\n starts 2026-01-15\n expires 2026-03-01\n}\ndefaults {\n * allow\n}";
    let at = |now: &str| json!({"now": now});
    assert_eq!(one(policy, at("2026-01-14T23:59:59Z")), "allow via p.a");
    assert_eq!(one(policy, at("2026-01-15T00:00Z")), "confirm via p.b");
    assert_eq!(one(policy, at("2026-02-28T23:59Z")), "confirm via p.b");
    assert_eq!(one(policy, at("2026-03-01T00:00Z")), "allow via default of p");
    assert_eq!(one(policy, json!({"now": null})), "confirm via p.b");
}

#[test]
fn every_over_nothing_is_false_and_over_an_open_list_unknown() {
    let policy = "rule a {\n on crm.read\n allow\n when every paths under \"/w\"\n}\nrule b {\n on crm.read\n deny\n when any paths under \"/etc\"\n}";
    let paths = |seen: Value, open: bool| json!({"paths": {"seen": seen, "open": open}});
    let path = |path: &str| json!({"path": path, "use": "read"});
    assert_eq!(one(policy, paths(json!([path("/w/a")]), false)), "allow via p.a");
    assert_eq!(one(policy, paths(json!([]), false)), "deny via default");
    assert_eq!(one(policy, paths(json!([path("/w/a")]), true)), "deny via p.b?");
    assert_eq!(one(policy, paths(json!([path("/w/a"), path("/etc/x")]), true)), "deny via p.b");
    assert_eq!(one(policy, paths(json!([path("/w/../etc/x")]), false)), "deny via p.b");
}

#[test]
fn null_is_there_and_compares_with_nothing_but_itself() {
    let policy =
        "rule a {\n on crm.read\n allow\n when args.x == null\n}\nrule b {\n on crm.read\n require confirm\n when exists args.x\n}";
    assert_eq!(one(policy, json!({"arguments": {"x": null}})), "confirm via p.b");
    assert_eq!(one(policy, json!({"arguments": {}})), "deny via default");
}

#[test]
fn an_optional_read_is_false_where_the_argument_is_absent() {
    let policy = "rule a {\n on crm.read\n allow\n}\nrule b {\n on crm.read\n deny\n when args.x? == 1\n}\nrule c {\n on crm.read\n require confirm\n when args.y else 3 > 2\n}";
    assert_eq!(one(policy, json!({"arguments": {"y": 1}})), "allow via p.a");
    assert_eq!(one(policy, json!({"arguments": {}})), "confirm via p.c");
}

#[test]
fn shadow_items_decide_nothing() {
    assert_eq!(one("rule a {\n on crm.read\n allow\n}\nrule b {\n on crm.read\n deny\n shadow\n}", json!({})), "allow via p.a");
    assert_eq!(one("rule a {\n on crm.read\n allow\n shadow\n}", json!({})), "deny via default");
}

#[test]
fn keys_that_differ_only_in_case_refuse_a_call_whose_items_read_them() {
    let policy = "rule a {\n on crm.read\n allow\n}\nrule b {\n on crm.read\n deny\n when args.path == \"x\"\n}";
    assert_eq!(one(policy, json!({"arguments": {"Path": "x"}})), "deny");
    assert_eq!(one(policy, json!({"arguments": {"path": "y", "PATH": "x"}})), "deny");
    assert_eq!(
        one(policy, json!({"arguments": {"path": "y", "other": {"A": 1, "a": 2}}})),
        "allow via p.a",
        "nothing reads inside `other`"
    );
}

#[test]
fn a_name_that_the_policy_spells_in_another_case_refuses_the_call() {
    let policy = "rule a {\n on crm.read\n allow\n}\ndefaults {\n * allow\n}";
    let function = |server: &str, name: &str| json!({"function": {"server": server, "name": name}});
    assert_eq!(one(policy, function("crm", "list")), "allow via default of p");
    assert_eq!(one(policy, function("crm", "Read")), "deny");
    assert_eq!(one(policy, function("CRM", "list")), "deny", "the policy spells the server in another case");
    assert_eq!(one(policy, function("mail", "Read")), "deny via default");
}

#[test]
fn a_name_as_a_harness_spells_it_refuses_the_call_unless_the_policy_knows_it() {
    let policy = "rule a {\n on crm.\"issues.delete\", crm.\"a:b\", crm.a_b, \"my.hub\".read\n deny\n}\ndefaults {\n * allow\n}";
    let function = |server: &str, name: &str| json!({"function": {"server": server, "name": name}});
    assert_eq!(one(policy, function("crm", "issues.delete")), "deny via p.a");
    assert_eq!(one(policy, function("crm", "issues_delete")), "deny", "it may be the other");
    assert_eq!(one(policy, function("crm", "Issues_Delete")), "deny");
    assert_eq!(one(policy, function("my_hub", "read")), "deny");
    assert_eq!(one(policy, function("my_hub", "list")), "deny", "the server may be the other");
    assert_eq!(one(policy, function("crm", "a_b")), "deny via p.a", "it is known itself");
    assert_eq!(one(policy, function("crm", "issues-delete")), "allow via default of p");
    assert_eq!(one(policy, function("crm", "issues:delete")), "allow via default of p", "no harness spells it so");
}

/// A policy over a catalog for one server, and a call of its function with these members.
fn pinned(items: &str, members: &Value) -> String {
    let mut workspace = Workspace::new();
    let header = "policy p {\n over crm.*\n}\ncatalog crm from \"crm.json\" {\n server \"https://crm.example\"\n effect read read, closed-world\n}\n";
    workspace.set_file("p.straza", format!("{header}{items}"));
    let catalog = r#"{"tools":[{"name":"read","inputSchema":{"type":"object","properties":{"table":{"type":"string","enum":["orders","people"]}}}}]}"#;
    workspace.set_catalog("crm.json", catalog.to_owned());
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let call = Call::read(call(members).to_string().as_bytes()).unwrap();
    worded(&interpreted(&Interpreter::new(&program), &call).outcome)
}

#[test]
fn what_is_permitted_on_one_server_is_not_permitted_on_another_of_its_name() {
    let on = |identity: Value| json!({"function": {"server": "crm", "name": "read", "identity": identity}});
    let policy = "defaults {\n read+closed-world allow after confirm\n}\nrule a {\n on crm.read\n allow\n}\nrule b {\n on crm.* effect write\n require server-check\n}";
    assert_eq!(pinned(policy, &on(json!("https://crm.example"))), "allow via p.a");
    assert_eq!(pinned(policy, &on(json!(null))), "deny via default", "nothing permits for certain, and no row is certain");
    assert_eq!(pinned(policy, &on(json!("https://evil.example"))), "deny via default");
    let policy = "defaults {\n * allow\n}\nrule b {\n on crm.* effect write\n require server-check\n}";
    assert_eq!(pinned(policy, &on(json!("https://crm.example"))), "allow via default of p");
    assert_eq!(pinned(policy, &on(json!(null))), "server-check via p.b", "it may be one that writes");
}

#[test]
fn arguments_that_a_catalog_does_not_list_refuse_the_call() {
    let with = |arguments: Value| json!({"function": {"server": "crm", "name": "read", "identity": "https://crm.example"}, "arguments": arguments});
    let policy = "rule a {\n on crm.read\n allow\n}";
    assert_eq!(pinned(policy, &with(json!({"table": "orders"}))), "allow via p.a");
    for wrong in [json!({"table": "secrets"}), json!({"table": 1}), json!({"Table": "orders"}), json!({"tables": "orders"})] {
        assert_eq!(pinned(policy, &with(wrong.clone())), "deny", "{wrong}");
    }
}

#[test]
fn case_goes_by_letters_that_readers_take_for_one() {
    let policy = "rule a {\n on crm.read\n allow\n}\nrule b {\n on crm.read\n deny\n when args.path == \"x\" or args.sum == \"x\"\n}";
    for key in ["Path", "PATH", "\u{17f}um", "SUM"] {
        assert_eq!(one(policy, json!({"arguments": {key: "y", "path": "y", "sum": "y"}})), "deny", "{key}");
    }
    assert_eq!(one(policy, json!({"arguments": {"path": "y", "sum": "y"}})), "allow via p.a");
}

#[test]
fn a_list_says_whether_it_is_complete() {
    let policy = "rule a {\n on crm.read\n allow\n when not paths.open\n}";
    let paths = |open: bool| json!({"paths": {"seen": [], "open": open}});
    assert_eq!(one(policy, paths(false)), "allow via p.a");
    assert_eq!(one(policy, paths(true)), "deny via default");
    assert_eq!(one(policy, json!({})), "deny via default", "nobody listed the paths of this function");
}

#[test]
fn text_that_is_not_composed_is_unknown_in_every_comparison() {
    let policy = "rule a {\n on crm.read\n allow\n}\nrule b {\n on crm.read\n deny\n when args.x == \"x\"\n}";
    assert_eq!(one(policy, json!({"arguments": {"x": "caf\u{e9}"}})), "allow via p.a");
    assert_eq!(one(policy, json!({"arguments": {"x": "cafe\u{301}"}})), "deny via p.b?");
}

#[test]
fn numbers_are_exact() {
    let policy = "rule a {\n on crm.read\n allow\n when args.x == 9007199254740993\n}";
    let with = |number: &str| {
        let text = call(&json!({"arguments": {"x": 0}})).to_string().replace("\"x\":0", &format!("\"x\":{number}"));
        decision_of(&[&set_of(policy)], &text)
    };
    assert_eq!(with("9007199254740993"), "allow via p.a");
    assert_eq!(with("9007199254740993.0"), "allow via p.a");
    assert_eq!(with("9007199254740992"), "deny via default");
}
