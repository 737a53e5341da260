//! Real command lines, the most hostile texts, a thousand command rules, and calls that carry the lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use straza_runtime::Call;
use straza_runtime::command::{Command, Folders, Scratch};
use straza_runtime::shell::Dialect;

/// Bytes of a hostile text.
const HOSTILE_BYTES: usize = 4 << 10;

/// Programs and subcommands that rules are about.
const HEADS: usize = 500;

/// 10,000 lines of the tldr pages.
const LINES: &str = include_str!("../runtime/tests/data/commands/tldr.txt");

/// What opens something, or ends nothing, again and again.
const SHAPES: [&str; 66] = [
    "$(",
    "$(a) ",
    "\"$(",
    "\"${a:-",
    "${a:-",
    "${",
    "`",
    "`a` ",
    "<(",
    "<(a) ",
    "[[ ( ",
    "[[ a && ",
    "if a; then ",
    "if a; then b; elif ",
    "while a; do ",
    "case a in b) ",
    "case a in (",
    "a() { ",
    "f() ( ",
    "a=(b ",
    "a=(a=(",
    "a[b[",
    "a[$(",
    "((",
    "((1+",
    "$((1+",
    "$[1+",
    "{a,",
    "{a,b}",
    "{1..2}",
    "[a",
    "[[:",
    "~:",
    "a=~:",
    "a|",
    "a&&",
    "a;",
    "a&",
    "! ",
    "time ",
    "coproc ",
    "<<a ",
    "<<a\n",
    "<<'a'\n",
    "<<-a\n\t",
    "'a'",
    "\"a\"",
    "$'\\x41'",
    "\\a",
    "\\\n",
    ")",
    "}",
    ";;",
    "\u{202e}",
    "$",
    "\"`",
    "\\`",
    "$(cat <<E\n",
    "${a[",
    "for x in a; do ",
    "2>&1 ",
    "a=b ",
    "[[ a =~ (",
    "'",
    "(",
    "{ ",
];

/// The lines.
pub fn lines() -> Vec<&'static str> {
    LINES.lines().filter(|line| !line.is_empty()).collect()
}

/// Each shape as often as it takes to fill 4 KiB.
pub fn hostile_texts() -> Vec<(&'static str, String)> {
    SHAPES.iter().map(|shape| (*shape, shape.repeat(HOSTILE_BYTES / shape.len()))).collect()
}

/// Where the commands run.
pub fn folders() -> Folders<'static> {
    Folders { cwd: Some("/home/dev/shop"), home: Some("/home/dev"), workspace: Some("/home/dev/shop") }
}

/// As many command rules as asked for, at most a thousand: half permissions, half refusals and confirmations, each half with one rule for each of
/// the programs and subcommands that the lines have most often. So most lines meet some of them.
pub fn policy(rules: usize) -> String {
    let mut out = String::from(
        "policy bench {\n    over shell.exec, file.*, net.fetch\n}\n\ndefaults {\n    *  allow\n}\n\ncommands {\n    otherwise  allow after confirm\n}\n\n",
    );
    let heads = heads();
    for (index, head) in heads.iter().take(rules / 2).enumerate() {
        let outcome = if index % 2 == 0 { "deny" } else { "require confirm" };
        item(&mut out, &format!("n{index}"), &format!("{head} {{--force|--purge|--delete|-D}}"), outcome);
    }
    for (index, head) in heads.iter().take(rules - rules / 2).enumerate() {
        item(&mut out, &format!("p{index}"), &format!("{head} **"), "allow");
    }
    out
}

fn item(out: &mut String, name: &str, pattern: &str, outcome: &str) {
    let written = writeln!(out, "command {name} {{\n    match  `{pattern}`\n    {outcome}\n}}\n");
    debug_assert!(written.is_ok(), "writing to a string does not fail");
}

/// Programs, with a subcommand where the line's second word may be one, most frequent first.
fn heads() -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut command, mut scratch) = (Command::default(), Scratch::default());
    for line in lines() {
        command.read_into(line, Dialect::Bash, &folders(), &mut scratch);
        for part in &command.parts {
            let mut head = String::from(command.cooked(&part.program.base));
            let second = command.args_of(part).first().map(|arg| command.known(&arg.text)).filter(|text| is_plain(text));
            if !is_plain(&head) {
                continue;
            }
            if let Some(second) = second {
                head.push(' ');
                head.push_str(second);
            }
            *counts.entry(head).or_default() += 1;
        }
    }
    let mut heads: Vec<(String, usize)> = counts.into_iter().collect();
    heads.sort_by(|(a, more), (b, less)| less.cmp(more).then(a.cmp(b)));
    heads.into_iter().take(HEADS).map(|(head, _)| head).collect()
}

fn is_plain(word: &str) -> bool {
    !word.is_empty()
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !word.starts_with('-')
}

/// The text of a call that carries a line.
pub fn call_text(line: &str) -> String {
    serde_json::json!({
        "straza-call": 1,
        "event": "tool.pre",
        "function": { "server": "shell", "name": "exec" },
        "arguments": { "command": line },
        "principal": { "user": "dev", "type": "human", "agency": "interactive", "roles": [] },
        "session": { "cwd": "/home/dev/shop", "home": "/home/dev", "workspace": "/home/dev/shop" },
        "now": "2026-01-01T00:00Z",
    })
    .to_string()
}

/// Calls that carry the lines.
#[expect(clippy::expect_used, reason = "the generated calls are valid, and a bench may stop when they are not")]
pub fn calls() -> Vec<Call> {
    lines().into_iter().map(|line| Call::read(call_text(line).as_bytes()).expect("a valid call")).collect()
}
