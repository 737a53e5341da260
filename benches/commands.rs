//! Single command lines: read by us and by the peers, read into what they come to, decided under a thousand command rules; hostile texts.
//!
//! Guards the budgets of reading (p50 under 0.3 µs, p99 under 1 µs, 4 KiB of anything under 60 µs) and of a decision under 1,000 command rules
//! (p99 under 3 µs). Repeat with `cargo bench -p straza-benches --bench commands -- --write`, which keeps the tables in COMMANDS.md. Each hostile
//! text is read by the peers in a process of its own with a time limit, because they may overflow their stack or not come back.

use std::fmt::Write as _;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use straza_benches::command_lines::{call_text, calls, folders, hostile_texts, lines, policy};
use straza_benches::engines::{open, readers, signed};
use straza_benches::timing::{Percentiles, measure, readable};
use straza_runtime::command::{Command, Scratch as Reused};
use straza_runtime::shell::Dialect;
use straza_runtime::{Call, Scratch, States, Word};

const ROUND: Duration = Duration::from_millis(1_500);

/// How long a peer may take for one hostile text.
const PATIENCE: Duration = Duration::from_secs(3);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, mode, reader, shape, ..] = arguments.as_slice()
        && mode == "--hostile"
    {
        return alone(reader, shape);
    }
    let mut page = String::new();
    lines_table(&mut page);
    decisions_table(&mut page);
    if !arguments.iter().any(|argument| argument == "--lines") {
        hostile_table(&mut page);
    }
    println!("{page}");
    if arguments.iter().any(|argument| argument == "--write") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/COMMANDS.md");
        if let Err(why) = std::fs::write(path, format!("{}{page}", head())) {
            eprintln!("{path}: {why}");
            std::process::exit(2);
        }
    }
}

fn lines_table(page: &mut String) {
    let lines = lines();
    say(page, "## Reading 10,000 real lines\n\n| reader | p50 | p99 | p99.9 | without a fault |\n|---|---|---|---|---|");
    for mut reader in readers::all() {
        let good = lines.iter().filter(|line| reader.read(line)).count();
        let figures = measure(lines.len(), ROUND, |turn| lines.get(turn).is_some_and(|line| reader.read(line)));
        row(page, reader.name(), figures, &good.to_string());
    }
    let clock = measure(1, ROUND, |_| true);
    row(page, "nothing: the clock alone", clock, "");
}

fn decisions_table(page: &mut String) {
    let lines = lines();
    say(page, "\n## What a line comes to, and decisions about it\n\n| what | p50 | p99 | p99.9 | |\n|---|---|---|---|---|");
    let (mut command, mut reused) = (Command::default(), Reused::default());
    let figures = measure(lines.len(), ROUND, |turn| {
        command.read_into(lines.get(turn).copied().unwrap_or_default(), Dialect::Bash, &folders(), &mut reused);
        command.unreadable.is_empty()
    });
    row(page, "`Command::read_into`", figures, "programs, options, what is read and written");
    let texts: Vec<String> = lines.iter().map(|line| call_text(line)).collect();
    let figures = measure(texts.len(), ROUND, |turn| texts.get(turn).is_some_and(|text| Call::read(text.as_bytes()).is_ok()));
    row(page, "`Call::read`", figures, "JSON of a `shell.exec` call, its command included");
    for rules in [10, 100, 1_000] {
        decisions(page, rules);
    }
}

fn decisions(page: &mut String, rules: usize) {
    let (snapshot, calls) = (open(&signed(&policy(rules))), calls());
    let mut scratch = Scratch::new(&snapshot);
    let mut answers = [0_usize; 3];
    for call in &calls {
        let place = match snapshot.decide(call, &States::EMPTY, &mut scratch).word() {
            Word::Allow => 0,
            Word::Deny => 2,
            _ => 1,
        };
        if let Some(count) = answers.get_mut(place) {
            *count += 1;
        }
    }
    let figures = measure(calls.len(), ROUND, |turn| {
        calls.get(turn).is_some_and(|call| snapshot.decide(call, &States::EMPTY, &mut scratch).word() == Word::Allow)
    });
    let [allowed, asked, denied] = answers;
    row(page, &format!("a decision, {rules} command rules"), figures, &format!("{allowed} allowed, {asked} asked, {denied} denied"));
}

fn hostile_table(page: &mut String) {
    say(page, "\n## 4 KiB of hostile text\n\n| text | straza | tree-sitter-bash | brush-parser |\n|---|---|---|---|");
    let mut rows: Vec<(u64, String)> = Vec::new();
    for (shape, text) in hostile_texts() {
        let mut readers = readers::all();
        let Some(ours) = readers.first_mut().map(|reader| fastest(reader.as_mut(), &text)) else { return };
        let peers: Vec<String> = readers.iter().skip(1).map(|reader| in_a_process(reader.name(), shape)).collect();
        rows.push((
            ours,
            format!("| `{}` | {} | {} |", shape.escape_debug().to_string().replace('|', "\\|"), readable(ours), peers.join(" | ")),
        ));
    }
    rows.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    rows.iter().for_each(|(_, row)| say(page, row));
}

/// The fastest of some readings: what the text costs, not what the machine was busy with.
fn fastest(reader: &mut dyn readers::ShellReader, text: &str) -> u64 {
    let time = |reader: &mut dyn readers::ShellReader| {
        let before = Instant::now();
        std::hint::black_box(reader.read(text));
        u64::try_from(before.elapsed().as_nanos()).unwrap_or(u64::MAX)
    };
    let first = time(reader);
    let turns = if first > 50_000_000 { 1 } else { 30 };
    (0..turns).map(|_| time(reader)).min().unwrap_or(first).min(first)
}

/// One reader on one text: prints its time.
fn alone(reader: &str, shape: &str) {
    let text = hostile_texts().into_iter().find(|(known, _)| *known == shape).map(|(_, text)| text).unwrap_or_default();
    let found = readers::all().into_iter().find(|known| known.name() == reader);
    if let Some(mut reader) = found {
        println!("{}", fastest(reader.as_mut(), &text));
    }
}

fn in_a_process(reader: &str, shape: &str) -> String {
    let Ok(program) = std::env::current_exe() else { return String::from("?") };
    let started = Process::new(program).args(["--hostile", reader, shape]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = started else { return String::from("?") };
    let since = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        if since.elapsed() > PATIENCE {
            let ended = child.kill().and_then(|()| child.wait());
            debug_assert!(ended.is_ok(), "a child of ours can be ended");
            return String::from("over 3 s");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().map(|output| output.stdout).unwrap_or_default();
    let time = String::from_utf8(output).ok().and_then(|text| text.trim().parse().ok());
    time.map_or_else(|| String::from("aborts"), readable)
}

fn row(page: &mut String, name: &str, figures: Percentiles, more: &str) {
    let Percentiles { p50, p99, p999, .. } = figures;
    say(page, &format!("| {name} | {} | {} | {} | {more} |", readable(p50), readable(p99), readable(p999)));
}

fn say(page: &mut String, line: &str) {
    let written = writeln!(page, "{line}");
    debug_assert!(written.is_ok(), "writing to a string does not fail");
}

fn head() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown processor", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    format!(
        "# Shell commands\n\nOne run, warm, one thread; the clock's own cost is in every figure of the first two tables and stands in one of them. The lines are those of \
         `runtime/tests/data/commands/tldr.txt`. The peers stop earlier than we do: tree-sitter gives a tree of tokens, brush leaves words as text. Times depend on the \
         machine and its load: read the ratios.\n\nFor a hostile text the fastest of 30 readings is given.\n\nMachine: {model}, {cores} cores. Peers: tree-sitter 0.27 with tree-sitter-bash 0.25, brush-parser 0.4.\n\nRepeat: \
         `cargo bench -p straza-benches --bench commands -- --write`; medians by criterion: `cargo bench -p straza-benches --bench command_medians`.\n\n"
    )
}
