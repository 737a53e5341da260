//! Deciding allocates nothing: random policies and calls, the allocations of each decision counted.
//!
//! A refusal before any rule says what was wrong in words, and may allocate them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_runtime::decide::{Reported, Scratch};
use straza_runtime::opening::Expectation;
use straza_runtime::state::States;
use straza_runtime::{Call, Snapshot};
use straza_testkit::generate::{self, Dice};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn no_decision_of_a_random_policy_allocates() {
    let key = SigningKey::from_secret(&[7; 32], KeyKind::Release);
    let mut decided = 0;
    for n in 0..150 {
        let mut dice = Dice::new(5).fork(n);
        let program = generate::program(&mut dice);
        let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
        let snapshot = Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap();
        let mut scratch = Scratch::new(&snapshot);
        for _ in 0..30 {
            let text = generate::call(&mut dice).to_string();
            let call = Call::read(text.as_bytes()).unwrap();
            let region = Region::new(ALLOCATOR);
            let decision = snapshot.decide(&call, &States::EMPTY, &mut scratch);
            let made = region.change();
            if !matches!(decision.reported(), Reported::Border(_)) {
                assert_eq!((made.allocations, made.reallocations), (0, 0), "policy {n}: {decision:?}\n{text}");
                decided += 1;
            }
        }
    }
    assert!(decided > 2_000, "{decided}");
}
