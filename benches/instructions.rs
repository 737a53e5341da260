//! Decides the same calls over and over, for counting instructions: counts repeat where times do not.
//!
//! `counts.rs` runs it under callgrind and compares; by hand: `cargo build --release -p straza-benches --bin instructions`, then
//! `valgrind --tool=callgrind --toggle-collect='*snapshot*decide*' target/release/instructions SHAPE RULES`.

use straza_benches::engines::{Engine as _, Straza};
use straza_benches::workload::{Shape, calls, rules};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let shape = words.first().and_then(|word| Shape::of_word(word)).unwrap_or(Shape::OneFunctionEach);
    let count = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(10_000);
    let calls = calls(shape, count, 1_000);
    let mut engine = Straza::new(&rules(shape, count), &calls);
    let before = std::time::Instant::now();
    let allowed = (0..20_000).filter(|turn| engine.decide(turn % calls.len())).count();
    let each = before.elapsed().as_nanos() / 20_000;
    println!("{}, {count} rules: 20000 decisions, {allowed} allowed, {each} ns each", shape.name());
}
