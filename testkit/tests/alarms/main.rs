//! False alarms: what the edition's own command rules say of real command lines, and of texts that only mention dangerous commands.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::config::Config;
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::call::Call;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_runtime::{Scratch, States, Word};
use straza_testkit::agreement::explained;
use straza_testkit::wording;

/// Everything is allowed but what the edition's own rules say.
const POLICY: &str =
    "policy desk {\n    over shell.exec, file.*, net.fetch\n}\n\ndefaults {\n    * allow\n}\n\ncommands {\n    otherwise allow\n}\n";

fn snapshot() -> Snapshot {
    let mut workspace = Workspace::new();
    workspace.set_config(Config { std: vec!["std.commands".to_owned()], ..Config::default() });
    workspace.set_file("desk.straza", POLICY.to_owned());
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
    let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

fn call(command: &str) -> Call {
    let call = json!({
        "straza-call": 1, "event": "tool.pre", "function": {"server": "shell", "name": "exec"}, "arguments": {"command": command},
        "principal": {"user": "dana", "type": "human", "agency": "interactive"},
        "session": {"cwd": "/proj", "workspace": "/proj", "home": "/home/user"},
    });
    Call::read(call.to_string().as_bytes()).unwrap()
}

fn beside(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/alarms").join(file)
}

#[test]
fn a_text_that_only_mentions_a_dangerous_command_is_allowed() {
    let (snapshot, texts) = (snapshot(), std::fs::read_to_string(beside("mentions.txt")).unwrap());
    let mut alarms = String::new();
    for text in texts.trim_end().split("\n----\n") {
        let answer = explained(&snapshot, &call(text));
        let verdict = wording::verdict(&answer.outcome.verdict);
        if verdict != "allow" {
            writeln!(alarms, "{verdict} via {:?}: {text}", wording::via(&answer.outcome.reported)).unwrap();
        }
    }
    assert_eq!(alarms, "");
}

/// The committed list says of each line what is said of it and by which rule; why each is right stands at its head, rule by rule.
#[test]
fn the_real_lines_that_are_refused_or_asked_are_those_of_the_list() {
    let snapshot = snapshot();
    let mut scratch = Scratch::new(&snapshot);
    let mut alarms: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let lines = std::fs::read_to_string(lines_file()).unwrap();
    for line in lines.lines() {
        let call = call(line);
        if snapshot.decide(&call, &States::EMPTY, &mut scratch).word() == Word::Allow {
            continue;
        }
        let answer = explained(&snapshot, &call);
        let via = wording::via(&answer.outcome.reported).unwrap_or_else(|| "no rule".to_owned());
        alarms.entry(format!("{} by {via}", wording::verdict(&answer.outcome.verdict))).or_default().push(line);
    }
    let mut list = String::new();
    for (said, lines) in &alarms {
        writeln!(list, "## {said}: {}", lines.len()).unwrap();
        lines.iter().for_each(|line| writeln!(list, "{line}").unwrap());
    }
    let (head, written) = split(&std::fs::read_to_string(beside("list.txt")).unwrap_or_default());
    if std::env::var_os("STRAZA_WRITE_DOCS").is_some() {
        std::fs::write(beside("list.txt"), format!("{head}{list}")).unwrap();
        return;
    }
    assert_eq!(written, list, "look at what changed; STRAZA_WRITE_DOCS=1 writes the list again");
}

/// The reasons at the head of the list, and the list.
fn split(text: &str) -> (String, String) {
    let at = text.find("## ").unwrap_or(text.len());
    (text[..at].to_owned(), text[at..].to_owned())
}

fn lines_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/tests/data/commands/tldr.txt")
}

/// What a glob may stand for is told from what it cannot.
#[test]
fn a_glob_that_may_stand_for_what_is_guarded_is_not_let_through() {
    let snapshot = snapshot();
    let mut allowed = Vec::new();
    for text in [
        "rm -rf /*",
        "cat ~/.ssh/*",
        "cat ~/.s*/id_rsa",
        "cat ~/.[s]sh/id_rsa",
        "cat ~/[.]ssh/id_rsa",
        "cat ~/.*/id_rsa",
        "cat /home/*/.ssh/id_rsa",
        "cat /home/user/.aws/*",
        "grep -r . ~",
        "cat < ~/.s*/id_rsa",
        "shopt -s dotglob; cat ~/*/id_rsa",
        "ln -s ~/.ssh k; cat k/id_rsa",
        "ln -s ~/.ssh k; cat k/*",
        "find ~ -exec cat {} +",
    ] {
        if wording::verdict(&explained(&snapshot, &call(text)).outcome.verdict) == "allow" {
            allowed.push(text);
        }
    }
    assert_eq!(allowed, [] as [&str; 0]);
}
