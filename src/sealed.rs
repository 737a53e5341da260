//! Snapshots: compiled from policies, read from disk, opened in the one strict way.

use std::path::Path;

use straza_compiler::compile::{CompileOptions, CompileProblem, Compiled, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_runtime::limits::SNAPSHOT_BYTES;
use straza_runtime::open_error::OpenError;
use straza_runtime::opening::Expectation;
use straza_runtime::{Snapshot, Trust};

use crate::clock;
use crate::exit::Broken;
use crate::files::read_bytes;
use crate::keyfile;
use crate::policies::Policies;
use crate::render::print_text;
use crate::terminal::Terminal;

/// Compiles and signs a repository without errors, within its budget; the signing time is now.
pub fn compiled(policies: &Policies, key: &SigningKey, terminal: &Terminal) -> Result<Compiled, Broken> {
    compiled_within(Some(policies.repository.config.steps), policies, key, terminal)
}

/// The same within another budget; without one, up to what a runtime accepts.
pub fn compiled_within(budget: Option<u64>, policies: &Policies, key: &SigningKey, terminal: &Terminal) -> Result<Compiled, Broken> {
    let program = policies.sound_program(terminal)?;
    let options = CompileOptions { serial: clock::now()?, budget };
    compile(program, &options, key).map_err(|problems| not_compiled(policies, &problems, terminal))
}

/// The repository compiled, signed with a key that lives as long as this process, and opened in the strict way.
pub fn of_repository(policies: &Policies, terminal: &Terminal) -> Result<Snapshot, Broken> {
    let key = keyfile::fresh(KeyKind::Development)?;
    let compiled = compiled(policies, &key, terminal)?;
    let trust = trust_in(&key).map_err(|error| Broken::new(error.to_string()))?;
    let opened = Snapshot::open(&compiled.bytes, &trust, &Expectation::default());
    opened.map_err(|error| refused(&policies.repository.root, &error))
}

/// Prints problems where they can be placed and says the rest in the error.
fn not_compiled(policies: &Policies, problems: &[CompileProblem], terminal: &Terminal) -> Broken {
    let map = policies.workspace.source_map();
    let placed: Vec<_> = problems.iter().filter_map(|problem| problem.diagnostic(&map)).map(|found| policies.finding(found)).collect();
    print_text(terminal, &placed);
    let unplaced = problems.iter().filter(|problem| problem.diagnostic(&map).is_none());
    let lines: Vec<String> = unplaced.map(|problem| format!("{}: {} ({})", problem.code, problem.message, problem.help)).collect();
    let what = if lines.is_empty() { "the policies cannot be compiled".to_owned() } else { lines.join("; ") };
    Broken::new(what).at(policies.repository.root.display()).next("nothing was written")
}

/// The bytes of a snapshot file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Broken> {
    read_bytes(path, SNAPSHOT_BYTES as u64)
        .map_err(|message| Broken::new(message).at(path.display()).next("name a file that `straza compile` wrote"))
}

/// Opens a snapshot, or says why it is refused.
pub fn open(path: &Path, trust: &Trust) -> Result<Snapshot, Broken> {
    Snapshot::open(&bytes(path)?, trust, &Expectation::default()).map_err(|error| refused(path, &error))
}

/// A refused snapshot as an error.
pub fn refused(path: &Path, error: &OpenError) -> Broken {
    // The error's own words end with the next step.
    Broken::new(format!("the snapshot is refused: {error}")).at(path.display())
}
