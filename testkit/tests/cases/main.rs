//! Public ways in which guards of agents were fooled, or cried wolf: each with a policy in the language and what it must come to.
//!
//! `table.jsonl` holds a case a line: where it was reported, the policy (a file of `policies`), the command or call, the word that is decided.
//! The session is at `/proj`, its home `/home/user`. Every case is decided by the interpreter and by a signed snapshot, which must agree.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::config::Config;
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_language::core::Program;
use straza_runtime::call::Call;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_runtime::{Scratch, States};
use straza_testkit::agreement::{explained, interpreted};
use straza_testkit::interpreter::{Interpreter, Word};

/// A catalog that says that its tools only read, and more than it should say.
const UNTRUSTED: &str = r#"{"tools":[{"name":"wipe","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}},{"name":"unannotated","annotations":{},"inputSchema":{"type":"object"}}]}"#;
const SHOP: &str =
    r#"{"tools":[{"name":"pay","inputSchema":{"type":"object","properties":{"amount":{"type":"number"}},"required":["amount"]}}]}"#;

#[test]
fn every_public_case_is_decided_as_it_must_be() {
    let found: Vec<String> = cases().iter().filter_map(wrong).collect();
    assert!(found.is_empty(), "{} cases\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_edition_s_own_rules_change_no_case_but_to_refuse_what_was_asked() {
    let mut engines = BTreeMap::new();
    let found: Vec<String> = cases().iter().filter_map(|case| changed(case, &mut engines)).collect();
    assert!(found.is_empty(), "{} cases\n{}", found.len(), found.join("\n"));
}

#[test]
fn no_hidden_command_is_missed() {
    let policy = "policy case {\n over shell.exec\n}\ncommands {\n otherwise allow\n}\ncommand removal {\n match `rm **`\n deny\n}\n";
    let engines = Engines::of("probes", policy);
    let probes: Vec<Value> = lines("probes.jsonl");
    assert_eq!(probes.len(), 50);
    let found: Vec<String> = probes
        .iter()
        .filter_map(|probe| {
            let word = engines.word(&call(&json!({ "command": probe["command"] })).to_string());
            let is_told = word == Word::Deny || word == Word::Confirm;
            // What bash of today does not run may still be code to another shell.
            let is_right = is_told || probe["runs"] == false && word == Word::Allow;
            (!is_right).then(|| format!("{}: {word:?} of {}", probe["name"], probe["command"]))
        })
        .collect();
    assert!(found.is_empty(), "{} probes\n{}", found.len(), found.join("\n"));
}

/// What is wrong with the case, if something is.
fn wrong(case: &Value) -> Option<String> {
    let id = case["id"].as_str().unwrap();
    if std::env::var("STRAZA_CASE").is_ok_and(|wanted| wanted != id) {
        return None;
    }
    let policy = case["policy"].as_str().unwrap();
    let expected = Word::parse(case["expect"].as_str().unwrap()).unwrap();
    let engines = Engines::of(policy, &fs::read_to_string(here().join(format!("policies/{policy}.straza"))).unwrap());
    texts(case).into_iter().find_map(|text| {
        let word = engines.word(&text);
        let reason = case["reason"] == true && engines.reason(&text).is_empty();
        (word != expected || reason).then(|| {
            let shown: String = text.chars().take(400).collect();
            format!("{id} ({policy}): {} for {}{}\n    {shown}", word.as_str(), expected.as_str(), if reason { ", no reason" } else { "" })
        })
    })
}

/// What the edition's own rules change of a case that they may not.
fn changed<'c>(case: &'c Value, engines: &mut BTreeMap<&'c str, (Engines, Engines)>) -> Option<String> {
    let policy = case["policy"].as_str().unwrap();
    let (alone, beside) = engines.entry(policy).or_insert_with(|| {
        let text = fs::read_to_string(here().join(format!("policies/{policy}.straza"))).unwrap();
        (Engines::of(policy, &text), Engines::beside_std(policy, &text))
    });
    texts(case).into_iter().find_map(|text| {
        let (before, after) = (alone.word(&text), beside.word(&text));
        let may_be = after == before || (after > before && before != Word::Allow);
        (!may_be).then(|| format!("{} ({policy}): {} became {}", case["id"], before.as_str(), after.as_str()))
    })
}

/// The calls of a case, as they are sent.
fn texts(case: &Value) -> Vec<String> {
    let commands = |commands: Vec<Value>| {
        commands
            .into_iter()
            .map(|command| call(&json!({ "command": command, "shell": case["shell"], "paths": case["paths"] })).to_string())
            .collect()
    };
    if let Some(raw) = case["raw"].as_str() {
        return vec![raw.to_owned()];
    }
    if let Some(depth) = case["nest"].as_u64() {
        let depth = usize::try_from(depth).unwrap();
        let nested = format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
        return vec![format!(
            r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"tools","name":"read"}},"arguments":{nested}}}"#
        )];
    }
    if let Some([prefix, unit, count, suffix]) = case["repeat"].as_array().map(Vec::as_slice) {
        let count = usize::try_from(count.as_u64().unwrap()).unwrap();
        let (prefix, unit, suffix) = (prefix.as_str().unwrap(), unit.as_str().unwrap(), suffix.as_str().unwrap());
        return commands(vec![Value::from(format!("{prefix}{}{suffix}", unit.repeat(count)))]);
    }
    if let Some(sequence) = case["sequence"].as_array() {
        return commands(sequence.clone());
    }
    if case["command"].is_string() {
        return commands(vec![case["command"].clone()]);
    }
    let mut call = call(&json!({ "paths": case["paths"] }));
    let parts = call.as_object_mut().unwrap();
    case["call"].as_object().unwrap().iter().for_each(|(key, value)| drop(parts.insert(key.clone(), value.clone())));
    vec![call.to_string()]
}

/// A person at `/proj` runs a command; the host lists paths where it is told to.
fn call(case: &Value) -> Value {
    let mut call = json!({
        "straza-call": 1, "event": "tool.pre",
        "function": { "server": "shell", "name": "exec" },
        "arguments": { "command": case["command"] },
        "principal": { "user": "dana", "roles": [], "type": "human", "agency": "interactive" },
        "session": { "workspace": "/proj", "cwd": "/proj", "home": "/home/user" },
        "now": "2026-01-01T00:00Z",
    });
    if case["shell"].is_string() {
        call["session"]["shell"] = case["shell"].clone();
    }
    if let Some(paths) = case["paths"].as_array() {
        let seen: Vec<Value> = paths.iter().map(|path| json!({ "path": path[0], "use": path[1] })).collect();
        call["paths"] = json!({ "seen": seen, "open": false });
    }
    call
}

struct Engines {
    program: Program,
    snapshot: Snapshot,
}

impl Engines {
    fn of(name: &str, policy: &str) -> Self {
        Self::in_workspace(name, policy, Workspace::new())
    }

    /// With the rules that come with the edition.
    fn beside_std(name: &str, policy: &str) -> Self {
        let mut workspace = Workspace::new();
        let std = straza_language::standard::pack(straza_language::standard::EDITION).unwrap();
        workspace.set_config(Config { std: std.files.iter().map(|(module, _)| (*module).to_owned()).collect(), ..Config::default() });
        Self::in_workspace(name, policy, workspace)
    }

    fn in_workspace(name: &str, policy: &str, mut workspace: Workspace) -> Self {
        workspace.set_file("case.straza", policy.to_owned());
        workspace.set_catalog("untrusted.json", UNTRUSTED.to_owned());
        workspace.set_catalog("shop.json", SHOP.to_owned());
        let checked = workspace.check();
        let program = checked.program.unwrap_or_else(|| panic!("{name}: {:#?}", checked.diagnostics));
        let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
        let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
        let snapshot = Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap();
        Self { program, snapshot }
    }

    /// What is decided; what cannot be read as a call is refused.
    fn word(&self, text: &str) -> Word {
        let Ok(call) = Call::read(text.as_bytes()) else { return Word::Deny };
        let said = interpreted(&Interpreter::new(&self.program), &call);
        assert_eq!(explained(&self.snapshot, &call), said, "{text}");
        said.outcome.word
    }

    /// What the agent is told of a refusal.
    fn reason(&self, text: &str) -> String {
        let call = Call::read(text.as_bytes()).unwrap();
        let mut reason = String::new();
        let decision = self.snapshot.decide(&call, &States::EMPTY, &mut Scratch::new(&self.snapshot));
        self.snapshot.reason(&decision, &call, &mut reason).unwrap();
        reason
    }
}

fn cases() -> Vec<Value> {
    let cases = lines("table.jsonl");
    let ids: BTreeMap<&str, usize> = cases.iter().map(|case| (case["id"].as_str().unwrap(), 1)).collect();
    assert_eq!(ids.len(), cases.len(), "every case once");
    cases
}

fn lines(name: &str) -> Vec<Value> {
    fs::read_to_string(here().join(name)).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}
