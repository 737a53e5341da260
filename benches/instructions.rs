//! Decides the same calls over and over, for counting instructions: counts repeat where times do not.
//!
//! Repeat with `valgrind --tool=callgrind --toggle-collect='*snapshot*decide*' target/release/deps/instructions-… SHAPE RULES`, or read the
//! count that callgrind prints for `decide`; divide by the number of decisions printed here.

use straza_benches::engines::{Engine as _, Straza};
use straza_benches::workload::{Shape, calls, rules};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let shape = if words.first().is_some_and(|word| word == "one") { Shape::AllOnOne } else { Shape::OneFunctionEach };
    let count = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(10_000);
    let calls = calls(shape, count, 1_000);
    let mut engine = Straza::new(&rules(shape, count), &calls);
    let allowed = (0..20_000).filter(|turn| engine.decide(turn % calls.len())).count();
    println!("{}, {count} rules: 20000 decisions, {allowed} allowed", shape.name());
}
