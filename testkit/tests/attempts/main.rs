//! Attempts to get a command past rules that refuse or permit, and look-alikes that must not be stopped: each with how it is decided.
//!
//! A policy (`NAME.straza`) and its attempts (`NAME.txt`): a line holds the word that is decided and the command, as JSON text where it has
//! characters of its own. Why a word is not the one that one would expect stands above it. The session is at `/proj`, its home `/home/user`.
//! The interpreter and a signed snapshot must agree on each.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_language::core::Program;
use straza_runtime::call::Call;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_testkit::agreement::{explained, interpreted};
use straza_testkit::interpreter::{Interpreter, Word};

struct Policy {
    program: Program,
    snapshot: Snapshot,
}

impl Policy {
    fn of(name: &str) -> Self {
        let mut workspace = Workspace::new();
        workspace.set_file(&format!("{name}.straza"), read(&format!("{name}.straza")));
        let checked = workspace.check();
        let program = checked.program.unwrap_or_else(|| panic!("{name}: {:#?}", checked.diagnostics));
        let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
        let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
        let snapshot = Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap();
        Self { program, snapshot }
    }

    fn word(&self, command: &Value) -> Word {
        let call = call(command);
        let said = explained(&self.snapshot, &call);
        assert_eq!(said, interpreted(&Interpreter::new(&self.program), &call), "{command}");
        said.outcome.word
    }
}

/// A person at `/proj` runs a command.
fn call(command: &Value) -> Call {
    let call = json!({
        "straza-call": 1, "event": "tool.pre",
        "function": { "server": "shell", "name": "exec" },
        "arguments": { "command": command },
        "principal": { "user": "dana", "roles": [], "type": "human", "agency": "interactive" },
        "session": { "workspace": "/proj", "cwd": "/proj", "home": "/home/user" },
        "now": "2026-01-01T00:00Z",
    });
    Call::read(call.to_string().as_bytes()).unwrap()
}

/// The attempts that are decided otherwise than is written down, as lines of the file.
fn surprises(name: &str) -> String {
    let (policy, attempts) = (Policy::of(name), read(&format!("{name}.txt")));
    let lines = attempts.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let surprise = |line: &str| {
        let (expected, command) = line.split_once('|').unwrap();
        let command = command.trim();
        let is_json = command.starts_with(['"', '[']);
        let value = if is_json { serde_json::from_str(command).unwrap_or_else(|_| Value::from(command)) } else { Value::from(command) };
        let word = policy.word(&value);
        (word.as_str() != expected.trim()).then(|| format!("{:8}| {command}\n", word.as_str()))
    };
    lines.filter_map(surprise).collect()
}

fn read(file: &str) -> String {
    fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/attempts").join(file)).unwrap()
}

#[test]
fn a_refused_removal_is_seen_in_every_spelling() {
    assert_eq!(surprises("removals"), "");
}

#[test]
fn refusals_of_commands_and_paths_hold_against_every_attempt() {
    assert_eq!(surprises("refusals"), "");
}

#[test]
fn narrow_permissions_take_nothing_more_than_they_say() {
    assert_eq!(surprises("permissions"), "");
}

#[test]
fn wide_permissions_take_no_option_that_runs_writes_or_sends() {
    assert_eq!(surprises("wide"), "");
}

/// Texts that are too long to be written down.
#[test]
fn no_permission_holds_for_a_text_beyond_the_limits() {
    let policy = Policy::of("wide");
    let long = [
        ["ls ", "a", "", "70000"],
        ["", "ls; ", "id", "2000"],
        ["ls ", "\\\n", "; id", "4000"],
        ["ls ", "x ", "; id", "2000"],
        ["ls ", "$(", "id", "300"],
        ["", "(", "ls", "300"],
    ];
    for [before, unit, after, count] in long {
        let text = format!("{before}{}{after}", unit.repeat(count.parse().unwrap()));
        assert_eq!(policy.word(&Value::from(text)), Word::Deny, "{count} of {unit}");
    }
}
