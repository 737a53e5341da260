//! p50, p99 and p99.9 of single decisions, ours and the peers' in one run, and what a snapshot costs to make, to keep and to open; prints tables and, with
//! `--write`, keeps them in RESULTS.md.
//!
//! Repeat with `cargo bench -p straza-benches --bench percentiles -- --write`; `--ours` leaves the peers out, `--million` adds 1,000,000 rules.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use straza_benches::engines::{self, Engine as _, Straza};
use straza_benches::timing::{Percentiles, measure, readable};
use straza_benches::workload::{CallSpec, Rule, Shape, calls, rules};

/// Shapes that the peers decide as well.
const COMPARED: [Shape; 3] = [Shape::OneFunctionEach, Shape::AllOnOne, Shape::Mixed];

fn main() {
    let has = |word: &str| std::env::args().any(|argument| argument == word);
    let mut page = String::new();
    if !has("--ours") {
        let _ = writeln!(page, "## Beside the peers\n\n{}", compared());
    }
    let sizes: &[usize] = if has("--million") { &[1_000_000] } else { &[] };
    let _ = writeln!(page, "## Every shape\n\n{}", ours(&[&[100, 5_000, 10_000], sizes].concat()));
    let _ = writeln!(page, "## Two threads\n\n{}", threads());
    println!("{page}");
    if has("--write") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md");
        if let Err(why) = std::fs::write(path, head() + &page) {
            eprintln!("{path}: {why}");
            std::process::exit(2);
        }
    }
}

/// Ours and the peers', who also have to give the expected answers.
fn compared() -> String {
    let mut table = String::from(
        "| rules | shape | engine | p50 | p99 | p99.9 | decisions a round | p50 against ours |\n|---|---|---|---|---|---|---|---|\n",
    );
    for shape in COMPARED {
        for count in [100, 1_000, 10_000] {
            let (rules, calls) = (rules(shape, count), calls(shape, count, 1_000));
            let mut ours = None;
            for mut engine in engines::all(&rules, &calls) {
                engines::check(engine.as_mut(), &rules, calls.get(..20).unwrap_or(&calls));
                let figures = measure(calls.len(), Duration::from_millis(500), |call| engine.decide(call));
                let ours = *ours.get_or_insert(figures.p50.max(1));
                let ratio = figures.p50 as f64 / ours as f64;
                let _ = writeln!(table, "| {count} | {} | {} | {} | {ratio:.0}× |", shape.name(), engine.name(), shown(figures));
            }
        }
    }
    table
}

/// Ours alone: every shape, and what its snapshot takes.
fn ours(sizes: &[usize]) -> String {
    let mut table = String::from(
        "| rules | shape | p50 | p99 | p99.9 | decisions a round | core, bytes a rule | text, bytes a rule | compile | open |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (count, shape) in sizes.iter().flat_map(|count| Shape::ALL.map(|shape| (*count, shape))) {
        if count > shape.most() || (count > 10_000 && !COMPARED.contains(&shape)) {
            continue;
        }
        let (rules, calls) = (rules(shape, count), calls(shape, count, 10_000));
        let _ = writeln!(table, "| {count} | {} | {} |", shape.name(), measured(&rules, &calls));
    }
    table
}

fn measured(rules: &[Rule], calls: &[CallSpec]) -> String {
    let started = Instant::now();
    let bytes = engines::snapshot_bytes(rules);
    let compiled = started.elapsed();
    let mut openings: Vec<Duration> = (0..5).map(|_| opened(&bytes)).collect();
    openings.sort_unstable();
    let mut engine = Straza::opened(&bytes, calls);
    let some = if rules.len() > 10_000 { 20 } else { 500 };
    engines::check(&mut engine, rules, calls.get(..some).unwrap_or(calls));
    let figures = measure(calls.len(), Duration::from_millis(500), |call| engine.decide(call));
    let (core, text) = engine.bytes();
    let each = |bytes: u64| bytes as f64 / rules.len() as f64;
    let opening = openings.get(2).copied().unwrap_or_default();
    format!(
        "{} | {:.0} | {:.0} | {:.0} ms | {} |",
        shown(figures),
        each(core),
        each(text),
        compiled.as_secs_f64() * 1e3,
        readable(nanoseconds(opening))
    )
    .trim_end_matches(" |")
    .to_owned()
}

fn opened(bytes: &[u8]) -> Duration {
    let started = Instant::now();
    let snapshot = engines::open(bytes);
    let took = started.elapsed();
    drop(snapshot);
    took
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Decisions a second of one thread and of two that share a snapshot.
fn threads() -> String {
    let mut table = String::from("| shape, 10,000 rules | one thread | two threads |\n|---|---|---|\n");
    for shape in COMPARED {
        let calls = calls(shape, 10_000, 1_000);
        let engine = Straza::new(&rules(shape, 10_000), &calls);
        let rate = |threads: usize| {
            let started = Instant::now();
            let turns = 300_000usize;
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    let mut mine = engine.another();
                    scope.spawn(move || (0..turns).filter(|turn| mine.decide(turn % 1_000)).count());
                }
            });
            (threads * turns) as f64 / started.elapsed().as_secs_f64() / 1e6
        };
        let _ = writeln!(table, "| {} | {:.2} million a second | {:.2} million a second |", shape.name(), rate(1), rate(2));
    }
    table
}

fn shown(figures: Percentiles) -> String {
    format!("{} | {} | {} | {}", readable(figures.p50), readable(figures.p99), readable(figures.p999), figures.count)
}

fn head() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown processor", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    format!(
        "# Results\n\nOne run, warm, one thread where nothing else is said, calls parsed beforehand; the clock's own cost (20 to 60 ns) is in every figure. Every engine first \
         gave the expected answers to sampled calls. Times depend on the machine and its load: read the ratios.\n\n\
         Machine: {model}, {cores} cores. Peers: cedar-policy 4.14, regorus 0.14 (interpreter), one policy a rule.\n\n\
         Repeat: `cargo bench -p straza-benches --bench percentiles -- --write`\n\n"
    )
}
