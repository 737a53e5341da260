//! The shell reader beside two others, over real command lines: what `bash -n` accepts is read, and every command that `shfmt` finds is found.
//!
//! Both are needed to run this test and are no part of anything that ships. The lines are in `data/commands`, with their licence.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use straza_runtime::shell::{self, Dialect, PartKind, Script};

const LINES: [(&str, &str); 2] =
    [("tldr", include_str!("data/commands/tldr.txt")), ("tldr-more", include_str!("data/commands/tldr-more.txt"))];

/// Lines that one process of an oracle looks at together.
const BATCH: usize = 400;

#[test]
fn lines_that_bash_accepts_are_read_and_no_others() {
    for (name, text) in LINES {
        let (read, unread): (Vec<&str>, Vec<&str>) = lines(text).into_iter().partition(|line| is_read(line));
        let accepted_by_bash: Vec<&str> = unread.iter().copied().filter(|line| bash_accepts(line)).collect();
        let valid = read.len() + accepted_by_bash.len();
        println!("{name}: {} read of {valid} that are valid; valid but unread: {accepted_by_bash:#?}", read.len());
        assert!(accepted_by_bash.len() * 1000 <= valid, "{name}: more than one in a thousand is not read: {accepted_by_bash:#?}");
        let invalid = refused_by_bash(&read);
        assert!(invalid.is_empty(), "{name}: read, and no text to bash: {invalid:#?}");
    }
}

#[test]
fn every_command_that_shfmt_finds_is_found() {
    for (name, text) in LINES {
        let (joined, alone): (Vec<&str>, Vec<&str>) =
            lines(text).into_iter().filter(|line| is_read(line)).partition(|line| is_complete(line));
        let (mut compared, mut commands) = (0, 0);
        let batches = joined.chunks(BATCH).map(<[&str]>::to_vec).chain(alone.into_iter().map(|line| vec![line]));
        for batch in batches {
            let (lines, found) = compare_with_shfmt(batch);
            compared += lines;
            commands += found;
        }
        println!("{name}: {compared} lines compared, {commands} commands");
        assert!(compared > lines(text).len() * 9 / 10 && commands >= compared, "{name}: {compared} lines, {commands} commands");
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty()).collect()
}

fn script(line: &str) -> Script {
    let mut script = Script::default();
    shell::read(line, Dialect::Bash, &mut script);
    script
}

fn is_read(line: &str) -> bool {
    script(line).unreadable.is_empty()
}

/// Whether nothing of a line reaches into the next.
fn is_complete(line: &str) -> bool {
    !line.contains("<<") && !line.ends_with('\\')
}

/// What a program answers to a text.
fn ask(program: &str, arguments: &[&str], text: &str) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .env_remove("BASH_ENV")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("`{program}` does not start ({error}): install it with `{}`", install(program)));
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn install(program: &str) -> &'static str {
    if program == "shfmt" { "pip install shfmt-py" } else { "apt-get install bash" }
}

fn bash_accepts(text: &str) -> bool {
    let output = ask("bash", &["--norc", "-n"], text);
    output.status.success() && output.stderr.is_empty()
}

/// The lines among some that bash refuses. All of a batch are read together where each is complete: only a refused batch is taken apart.
fn refused_by_bash<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let (joined, alone): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| is_complete(line));
    let mut refused: Vec<&str> = alone.into_iter().filter(|line| !bash_accepts(line)).collect();
    let mut left: Vec<Vec<&str>> = joined.chunks(BATCH).map(<[&str]>::to_vec).collect();
    while let Some(batch) = left.pop() {
        if bash_accepts(&batch.join("\n")) {
            continue;
        }
        match batch.len() {
            1 => refused.extend(batch),
            length => left.extend(batch.chunks(length.div_ceil(2)).map(<[&str]>::to_vec)),
        }
    }
    refused
}

/// A command as an oracle finds it: where its program's name begins, and how many words it has.
type Commands = BTreeMap<usize, usize>;

/// Compares a batch; lines that shfmt does not read are taken out. How many were compared, and how many commands shfmt found in them.
fn compare_with_shfmt(mut batch: Vec<&str>) -> (usize, usize) {
    loop {
        let output = ask("shfmt", &["-ln", "bash", "--to-json"], &batch.join("\n"));
        if !output.status.success() {
            let line = refused_line(&String::from_utf8_lossy(&output.stderr)).unwrap_or(1).min(batch.len());
            batch.remove(line - 1);
            if batch.is_empty() {
                return (0, 0);
            }
            continue;
        }
        let tree: Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut found = Commands::new();
        commands_of(&tree, &mut found);
        let mut start = 0;
        for line in &batch {
            let end = start + line.len();
            compare(line, found.range(start..=end).map(|(&at, &words)| (at - start, words)));
            start = end + 1;
        }
        return (batch.len(), found.len());
    }
}

/// The line that a message `<standard input>:LINE:COLUMN: …` names.
fn refused_line(message: &str) -> Option<usize> {
    message.split(':').nth(1)?.parse().ok()
}

fn compare(line: &str, wanted: impl Iterator<Item = (usize, usize)>) {
    let script = script(line);
    let ours: Commands = script
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Simple)
        .filter_map(|part| script.words_of(&part.words).first().map(|word| (word.span.start as usize, part.words.len())))
        .collect();
    for (at, words) in wanted {
        assert_eq!(ours.get(&at), Some(&words), "the command at {at} of `{line}` in {ours:?}");
    }
}

/// Every simple command of shfmt's tree, declarations included. Where it takes a word for an extended glob, which `bash -c` does not
/// have, there is nothing to compare.
fn commands_of(tree: &Value, found: &mut Commands) {
    match tree {
        Value::Array(items) => items.iter().for_each(|item| commands_of(item, found)),
        Value::Object(fields) => {
            let count = |name: &str| fields.get(name).and_then(Value::as_array).map_or(0, Vec::len);
            match fields.get("Type").and_then(Value::as_str) {
                Some("CallExpr") if count("Args") > 0 => {
                    found.insert(offset(&fields["Args"][0]), count("Args"));
                }
                Some("DeclClause") => {
                    found.insert(offset(&fields["Variant"]), 1 + count("Args"));
                }
                _ => {}
            }
            fields.values().for_each(|value| commands_of(value, found));
        }
        _ => {}
    }
}

fn offset(node: &Value) -> usize {
    usize::try_from(node["Pos"]["Offset"].as_u64().unwrap_or(0)).unwrap()
}
