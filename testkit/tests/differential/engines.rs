//! A program in three forms.

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::expression::{compile_expression, compile_search};
use straza_compiler::index::{self, TableSource};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::zone;
use straza_language::core::Program;
use straza_language::tests::Json;
use straza_runtime::call::Call;
use straza_runtime::compiled::Core;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;

/// The core in memory, checked but never signed, and the snapshot opened from its signed bytes.
pub struct Engines {
    pub core: Core,
    pub snapshot: Snapshot,
}

/// Compiles a program both ways; every generated program compiles.
pub fn compiled(program: &Program) -> Engines {
    Engines { core: core(program), snapshot: snapshot(program) }
}

/// The core alone.
pub fn core(program: &Program) -> Core {
    let built = index::build(program, &Tables).unwrap_or_else(|errors| panic!("does not compile: {errors:?}\n{program:#?}"));
    Core::check(built.core, &built.text, &built.cost).unwrap()
}

/// A generated call, read.
pub fn read(call: &Json) -> Call {
    Call::read(call.to_string().as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}\n{call}"))
}

/// A line for each part of the program.
pub fn shown(program: &Program) -> String {
    let sets = program.sets.iter().map(|set| format!("{set:?}\n"));
    let items = program.items.iter().map(|item| format!("{item:?}\n"));
    let catalogs = program.catalogs.iter().map(|catalog| format!("{catalog:?}\n"));
    sets.chain(items).chain(catalogs).collect()
}

fn snapshot(program: &Program) -> Snapshot {
    let key = SigningKey::from_secret(&[7; 32], KeyKind::Release);
    let compiled = compile(program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

struct Tables;

impl TableSource for Tables {
    fn automaton(&self, expression: &str) -> Result<Vec<u8>, String> {
        compile_expression(expression).map_err(|error| error.to_string())
    }

    fn search(&self, expression: &str) -> Result<Vec<u8>, String> {
        compile_search(expression).map_err(|error| error.to_string())
    }

    fn transitions(&self, zone: &str) -> Result<Vec<(i64, i32)>, String> {
        let list = zone::transitions(zone).map_err(|error| error.to_string())?;
        Ok(list.into_iter().map(|step| (step.from, step.offset)).collect())
    }
}
