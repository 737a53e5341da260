//! p50, p99 and p99.9 of single decisions, ours and the peers' in one run; prints a table and, with `--write`, keeps it in RESULTS.md.
//!
//! Repeat with `cargo bench -p straza-benches --bench percentiles -- --write`.

use std::fmt::Write as _;
use std::time::Duration;

use straza_benches::engines;
use straza_benches::timing::{Percentiles, measure, readable};
use straza_benches::workload::{Shape, calls, rules};

fn main() {
    let write = std::env::args().any(|argument| argument == "--write");
    let mut table = String::from(
        "| rules | shape | engine | p50 | p99 | p99.9 | decisions a round | p50 against ours |\n|---|---|---|---|---|---|---|---|\n",
    );
    for shape in Shape::ALL {
        for count in [100, 1_000, 10_000] {
            let (rules, calls) = (rules(shape, count), calls(shape, count, 1_000));
            let mut ours = None;
            for mut engine in engines::all(&rules, &calls) {
                engines::check(engine.as_mut(), &rules, calls.get(..100).unwrap_or(&calls));
                let figures = measure(calls.len(), Duration::from_millis(1_500), |call| engine.decide(call));
                let ours = *ours.get_or_insert(figures.p50.max(1));
                row(&mut table, count, shape, engine.name(), figures, ours);
            }
        }
    }
    println!("{table}");
    if write {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md");
        if let Err(why) = std::fs::write(path, page(&table)) {
            eprintln!("{path}: {why}");
            std::process::exit(2);
        }
    }
}

fn row(table: &mut String, count: usize, shape: Shape, engine: &str, figures: Percentiles, ours: u64) {
    let ratio = figures.p50 as f64 / ours as f64;
    let written = writeln!(
        table,
        "| {count} | {} | {engine} | {} | {} | {} | {} | {ratio:.0}× |",
        shape.name(),
        readable(figures.p50),
        readable(figures.p99),
        readable(figures.p999),
        figures.count,
    );
    debug_assert!(written.is_ok(), "writing to a string does not fail");
}

fn page(table: &str) -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown processor", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    format!(
        "# Results\n\nOne run, warm, one thread, calls parsed beforehand; the clock's own cost (20 to 60 ns) is in every figure. Every engine first gave the expected \
         answer to 100 sampled calls. Times depend on the machine and its load: read the ratios.\n\n\
         Machine: {model}, {cores} cores. Peers: cedar-policy 4.14, regorus 0.14 (interpreter), one policy a rule.\n\n\
         Repeat: `cargo bench -p straza-benches --bench percentiles -- --write`\n\n{table}"
    )
}
