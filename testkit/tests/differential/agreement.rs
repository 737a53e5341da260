//! The three engines agree, reported item and explanation included, and the run reached everything worth reaching.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use straza_language::core::Program;
use straza_language::tests::Json;
use straza_runtime::decide::Scratch;
use straza_testkit::agreement::{decided, explained, interpreted};
use straza_testkit::generate::{self, shrunk};
use straza_testkit::interpreter::{Interpreter, Seen};

use super::engines::{Engines, compiled, read, shown};
use super::reached::Reached;
use super::{dice, policies, seed};

const POLICIES: u64 = 1_200;
const CALLS: u64 = 50;

#[test]
fn interpreter_core_and_reopened_snapshot_agree_on_sixty_thousand_single_calls() {
    let seed = seed();
    let policies = policies(POLICIES);
    let reached = (0..policies).into_par_iter().map(|n| policy(seed, n)).reduce(Reached::default, Reached::with);
    assert_eq!(reached.pairs(), policies * CALLS);
    println!("{reached}");
    if policies >= POLICIES {
        reached.assert_everything_was_reached();
    }
}

fn policy(seed: u64, n: u64) -> Reached {
    static FAILED: AtomicBool = AtomicBool::new(false);
    if FAILED.load(Ordering::Relaxed) {
        return Reached::default();
    }
    let mut dice = dice(seed, n);
    let program = generate::program(&mut dice);
    let engines = compiled(&program);
    let interpreter = Interpreter::new(&program);
    let mut reached = Reached::default();
    for _ in 0..CALLS {
        let call = generate::call(&mut dice);
        if let Some(difference) = difference(&interpreter, &engines, &call) {
            FAILED.store(true, Ordering::Relaxed);
            report(seed, n, program.clone(), call, &difference);
        }
        let call = read(&call);
        reached.count(&program, &interpreter, &Seen::of(&call), &interpreter.answer(&call));
    }
    reached
}

/// What the engines disagree on.
fn difference(interpreter: &Interpreter<'_>, engines: &Engines, call: &Json) -> Option<String> {
    let call = read(call);
    let expected = interpreted(interpreter, &call);
    for (name, core) in [("core in memory", &engines.core), ("reopened snapshot", &*engines.snapshot)] {
        let found = explained(core, &call);
        if found != expected {
            return Some(format!("{name} explains\n{found:?}\nthe interpreter says\n{expected:?}"));
        }
        let quick = decided(core, &call, &mut Scratch::new(core));
        if quick != expected.outcome {
            return Some(format!("{name} decides\n{quick:?}\nthe interpreter says\n{:?}", expected.outcome));
        }
    }
    None
}

fn report(seed: u64, n: u64, program: Program, call: Json, first: &str) -> ! {
    let fails = |program: &Program, call: &Json| {
        let is_readable = straza_runtime::Call::read(call.to_string().as_bytes()).is_ok();
        is_readable && difference(&Interpreter::new(program), &compiled(program), call).is_some()
    };
    let (program, call) = shrunk(program, call, fails);
    let last = difference(&Interpreter::new(&program), &compiled(&program), &call).unwrap_or_else(|| first.to_owned());
    panic!("STRAZA_SEED={seed}, policy {n}\n{}\n{call}\n{last}", shown(&program));
}
