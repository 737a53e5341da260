//! Instructions a decision takes, counted by callgrind, against those that are kept in `counts.txt`.
//!
//! Counts repeat where times do not, so a decision that became dearer shows whatever else the machine does. They are of an optimised build without
//! link-time optimisation: `CARGO_PROFILE_BENCH_LTO=off cargo test --profile bench -p straza-benches --test counts -- --ignored`. With
//! `STRAZA_KEEP_COUNTS=1` the counts of this run are kept instead.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::process::Command;

use straza_benches::workload::Shape;

/// How much a count may differ: another compiler or processor lays code out a little differently.
const TOLERANCE: f64 = 0.05;
const RULES: &str = "10000";
const DECISIONS: u64 = 20_000;
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

#[test]
#[ignore = "needs valgrind and an optimised build"]
fn no_shape_takes_more_instructions_a_decision_than_are_kept() {
    let counts: Vec<(&str, u64)> = shapes().map(|shape| (shape.name(), counted(shape))).collect();
    if std::env::var_os("STRAZA_KEEP_COUNTS").is_some() {
        let lines: String = counts.iter().map(|(name, count)| format!("{count:>8}  {name}\n")).collect();
        std::fs::write(KEPT, lines).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(KEPT).unwrap();
    let kept = |name: &str| kept.lines().find_map(|line| line.trim().split_once("  ").filter(|(_, of)| *of == name)?.0.parse::<f64>().ok());
    let apart: Vec<String> = counts
        .iter()
        .filter(|(name, count)| kept(name).is_none_or(|kept| (*count as f64 - kept).abs() > kept * TOLERANCE))
        .map(|(name, count)| format!("{name}: {count} instructions a decision, kept are {:?}", kept(name)))
        .collect();
    assert!(apart.is_empty(), "{apart:#?}\nSTRAZA_KEEP_COUNTS=1 keeps the new ones, where they are meant");
}

/// Those that compile in a moment.
fn shapes() -> impl Iterator<Item = Shape> {
    Shape::ALL.into_iter().filter(|shape| *shape != Shape::Expression)
}

fn counted(shape: Shape) -> u64 {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*snapshot*decide*"])
        .args([env!("CARGO_BIN_EXE_instructions"), shape.name(), RULES])
        .output()
        .expect("valgrind runs");
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    let collected = told.lines().find_map(|line| line.split_once("Collected :")).map(|(_, count)| count.trim().to_owned());
    let total: u64 = collected.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("callgrind counted nothing:\n{told}"));
    total / DECISIONS
}
