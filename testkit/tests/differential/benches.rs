//! The policies that the benches time decide as the reference interpreter does: what is quick is also right.
//!
//! `STRAZA_BENCH_CALLS` (calls of each shape) and `STRAZA_BENCH_RULES` (rules of each policy) make the samples larger than the suite's own.

#[allow(dead_code, reason = "the benches use the rest")]
#[path = "../../../benches/spelled.rs"]
mod spelled;
#[allow(dead_code, reason = "the benches use the rest")]
#[path = "../../../benches/workload.rs"]
mod workload;

use rayon::prelude::*;
use straza_compiler::workspace::Workspace;
use straza_language::core::Program;
use straza_runtime::Call;
use straza_runtime::decide::Scratch;
use straza_testkit::agreement;
use straza_testkit::interpreter::{Interpreter, Word};

use crate::engines;
use workload::{CallSpec, Shape, calls, expected, rules};

const CALLS: usize = 200;
const RULES: usize = 300;

/// Determinising takes longest by far, so there are fewer expressions unless more are asked for.
const EXPRESSIONS: usize = 40;

#[test]
fn every_bench_policy_decides_as_the_interpreter_does() {
    for shape in Shape::ALL {
        let count = asked("STRAZA_BENCH_RULES").unwrap_or(if shape == Shape::Expression { EXPRESSIONS } else { RULES }).min(shape.most());
        let (rules, calls) = (rules(shape, count), calls(shape, count, asked("STRAZA_BENCH_CALLS").unwrap_or(CALLS)));
        let program = program(&spelled::policy(&rules));
        let (core, interpreter) = (engines::core(&program), Interpreter::new(&program));
        let allowed = calls
            .par_iter()
            .map_init(
                || Scratch::new(&core),
                |scratch, call| {
                    let read = Call::read(spelled::call_text(call).as_bytes()).unwrap();
                    let decided = agreement::decided(&core, &read, scratch);
                    assert_eq!(decided, interpreter.answer(&read).outcome, "{}: {call:?}", shape.name());
                    assert_eq!(decided.word == Word::Allow, expected(&rules, call), "{}: {call:?}", shape.name());
                    decided.word == Word::Allow
                },
            )
            .filter(|allowed| *allowed)
            .count();
        assert!(is_telling(shape, &calls, allowed), "{}: {allowed} of {} allowed", shape.name(), calls.len());
    }
}

/// Whether the sample has calls of both kinds, where the shape has.
fn is_telling(shape: Shape, calls: &[CallSpec], allowed: usize) -> bool {
    match shape {
        Shape::EverythingApplies | Shape::EverythingMissing => allowed == 0,
        _ => (1..calls.len()).contains(&allowed),
    }
}

fn program(policy: &str) -> Program {
    let mut workspace = Workspace::new();
    workspace.set_file("bench.straza", policy.to_owned());
    let checked = workspace.check();
    checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics.first()))
}

fn asked(variable: &str) -> Option<usize> {
    std::env::var(variable).ok().map(|count| count.parse().unwrap())
}
