//! Random policies and calls: the reference interpreter, the core in memory and the reopened signed snapshot say the same, and the laws hold.
//!
//! The seed is printed; `STRAZA_SEED` repeats a run, `STRAZA_POLICIES` makes it longer. A case that fails is made small first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod agreement;
mod benches;
mod bounds;
mod commands;
mod engines;
mod histories;
mod history_laws;
mod laws;
mod reached;
mod worlds;

use straza_testkit::generate::Dice;

/// The seed of this run.
fn seed() -> u64 {
    let given = std::env::var("STRAZA_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or(0x5712_4a5a);
    println!("STRAZA_SEED={seed}");
    seed
}

/// How many policies this run makes, where nothing else is asked for.
fn policies(usual: u64) -> u64 {
    std::env::var("STRAZA_POLICIES").ok().and_then(|policies| policies.parse().ok()).unwrap_or(usual)
}

/// The sequence of choices of the n-th policy of a run.
fn dice(seed: u64, n: u64) -> Dice {
    Dice::new(seed).fork(n)
}
