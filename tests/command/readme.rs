//! Console blocks of the README and of pages in `docs/` are run, those of a page in order and in one folder, and must print what they show.
//!
//! A line `$ …` is run by a shell (`> …` continues it); the lines under it are what it prints on both streams. In an expected
//! line `…` stands for any text, and a line `...` for any lines. `cargo run -- ` is read as `straza `.

use std::path::Path;
use std::process::Command;

use super::sandbox::{Sandbox, copy, finished, project};

#[test]
fn every_console_block_of_the_readme_prints_what_it_shows() {
    prints_what_it_shows("README.md", 8);
}

#[test]
fn every_console_block_of_the_page_of_commands_prints_what_it_shows() {
    prints_what_it_shows("docs/commands.md", 3);
}

/// With `STRAZA_WRITE_DOCS=1` a page of `docs/` takes what is printed.
fn prints_what_it_shows(page: &str, at_least: usize) {
    let text = std::fs::read_to_string(project().join(page)).unwrap();
    let sandbox = Sandbox::new();
    copy(&project().join("examples"), &sandbox.path("examples"));
    let sessions = sessions(&text);
    assert!(sessions.len() >= at_least, "only {} commands found", sessions.len());
    let writes = page.starts_with("docs/") && std::env::var_os("STRAZA_WRITE_DOCS").is_some();
    let mut written = text.clone();
    for Session { command, expected } in sessions {
        let printed = run(&command, &sandbox.path("."));
        if writes {
            let place = format!("$ {command}\n{expected}");
            let lines: String = printed.trim_end().lines().map(|line| format!("{line}\n")).collect();
            written = written.replacen(&place, &format!("$ {command}\n{lines}"), 1);
        } else {
            assert!(matches(&expected, &printed), "$ {command}\n--- {page} says\n{expected}\n--- it printed\n{printed}");
        }
    }
    if writes {
        std::fs::write(project().join(page), written).unwrap();
    }
}

/// A command and what it must print.
struct Session {
    command: String,
    expected: String,
}

fn sessions(text: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line) {
            (false, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, line) if line.starts_with("$ ") => {
                sessions.push(Session { command: line[2..].to_owned(), expected: String::new() });
            }
            (true, line) => {
                let session = sessions.last_mut().expect("a block begins with `$ `");
                match line.strip_prefix("> ").or_else(|| (line == ">").then_some("")) {
                    Some(more) if session.expected.is_empty() => session.command += &format!("\n{more}"),
                    _ => session.expected += &format!("{line}\n"),
                }
            }
            _ => {}
        }
    }
    sessions
}

fn run(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_straza"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let command = command.replace("cargo run -- ", "straza ");
    let run = finished(Command::new("sh").args(["-c", &format!("exec 2>&1\n{command}")]).env("PATH", path).current_dir(folder));
    run.out
}

/// Whether a text has the expected lines.
fn matches(expected: &str, actual: &str) -> bool {
    let trim = |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    lines_match(&trim(expected), &trim(actual))
}

fn lines_match(expected: &[String], actual: &[String]) -> bool {
    match (expected, actual) {
        ([], rest) => rest.is_empty(),
        ([dots, rest @ ..], _) if dots == "..." => (0..=actual.len()).any(|skipped| lines_match(rest, &actual[skipped..])),
        ([line, rest @ ..], [found, others @ ..]) => line_matches(line, found) && lines_match(rest, others),
        (_, []) => false,
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let parts: Vec<&str> = expected.split('…').collect();
    let [first, middle @ .., last] = parts.as_slice() else { return expected == actual };
    let Some(mut rest) = actual.strip_prefix(first) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn the_comparison_itself_finds_differences() {
    assert!(matches("a\n...\nz 1…3\n", "a\nb\nc\nz 1 2 3\n"));
    for (expected, actual) in [("a\n", "b\n"), ("a\n", "a\nb\n"), ("a\n...\nz\n", "a\nb\n"), ("x…y\n", "xy!\n"), ("a\nb\n", "a\n")] {
        assert!(!matches(expected, actual), "{expected:?} {actual:?}");
    }
}
