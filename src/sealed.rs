//! Snapshots: compiled from policies, read from disk, opened in the one strict way.

use std::io::{self, Read};
use std::path::Path;

use straza_compiler::codes::{OVER_BUDGET, TRIED_ON_EVERY_CALL};
use straza_compiler::compile::{CompileOptions, CompileProblem, Compiled, compile};
use straza_compiler::index::GroupReport;
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::FileDiagnostic;
use straza_language::diagnostic::Diagnostic;
use straza_language::span::Span;
use straza_runtime::file::MAGIC;
use straza_runtime::limits::SNAPSHOT_BYTES;
use straza_runtime::open_error::OpenError;
use straza_runtime::opening::Expectation;
use straza_runtime::{Snapshot, Trust};

use crate::clock;
use crate::exit::{Broken, lower_first};
use crate::files;
use crate::keyfile;
use crate::policies::Policies;
use crate::render::print_text;
use crate::sources::{SourceDiagnostic, plural};
use crate::terminal::Terminal;

/// Compiles and signs a repository without errors, within its budget; the signing time is now.
pub fn compiled(policies: &Policies, key: &SigningKey, terminal: &Terminal) -> Result<Compiled, Broken> {
    let program = policies.sound_program(terminal)?;
    compile(program, &options(policies)?, key).map_err(|problems| {
        let found = findings(policies, &problems);
        print_text(terminal, &found);
        let broken = Broken::new(format!("{} in compiling, so nothing was compiled", plural(found.len(), "error")));
        broken.at(policies.repository.root.display()).next("mend them first; `straza check` reports them, too")
    })
}

/// What compiling would complain of, in a repository without errors.
pub fn problems(policies: &Policies) -> Result<Vec<SourceDiagnostic>, Broken> {
    let Some(program) = policies.program() else { return Ok(Vec::new()) };
    let compiled = compile(program, &options(policies)?, &keyfile::fresh(KeyKind::Development)?);
    Ok(match compiled {
        Ok(compiled) => compiled.report.heavy().map(|group| tried(policies, group)).collect(),
        Err(problems) => findings(policies, &problems),
    })
}

/// The finding about items that no table can find, at the first of them.
fn tried(policies: &Policies, group: &GroupReport) -> SourceDiagnostic {
    let message = format!("{} of `{}` are tried on every call of it", plural(group.residual.len(), "item"), group.on);
    let help = "add a condition that a value decides: `==`, `in`, `has`, `under`, `starts with`, `ends with`, or a piece of three characters \
                in a pattern; negations and comparisons of two places find nothing. `straza check --explain-index` lists the items";
    let map = policies.workspace.source_map();
    let first = group.residual.first().and_then(|name| map.items.iter().find(|(id, _)| id.to_string() == *name));
    match first {
        Some((_, place)) => {
            let diagnostic = Diagnostic::warning(TRIED_ON_EVERY_CALL, place.span, message).help(help);
            policies.finding(FileDiagnostic { path: place.path.clone(), diagnostic })
        }
        None => policies.repository.config_finding(Diagnostic::warning(TRIED_ON_EVERY_CALL, Span::new(0, 0), message).help(help)),
    }
}

fn options(policies: &Policies) -> Result<CompileOptions, Broken> {
    Ok(CompileOptions { serial: clock::now()?, budget: Some(policies.repository.config.work) })
}

/// Problems at their items, or in `straza.toml`: at the budget, or at its start where they are about the whole repository.
fn findings(policies: &Policies, problems: &[CompileProblem]) -> Vec<SourceDiagnostic> {
    let map = policies.workspace.source_map();
    let whole = |problem: &CompileProblem| {
        let place = if problem.code == OVER_BUDGET { policies.repository.config.work_place } else { Span::new(0, 0) };
        policies.repository.config_finding(Diagnostic::error(problem.code, place, problem.message.clone()).help(problem.help.clone()))
    };
    let placed = |problem: &CompileProblem| problem.diagnostic(&map).map(|found| policies.finding(found));
    problems.iter().map(|problem| placed(problem).unwrap_or_else(|| whole(problem))).collect()
}

/// The repository compiled, signed with a key that lives as long as this process, and opened in the strict way.
pub fn of_repository(policies: &Policies, terminal: &Terminal) -> Result<Snapshot, Broken> {
    let key = keyfile::fresh(KeyKind::Development)?;
    let compiled = compiled(policies, &key, terminal)?;
    let trust = trust_in(&key).map_err(|error| Broken::new(error.to_string()).next("run the command again: it makes a new key"))?;
    let opened = Snapshot::open(&compiled.bytes, &trust, &Expectation::default());
    opened.map_err(|error| refused(&policies.repository.root, &error))
}

/// The bytes of a snapshot file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Broken> {
    // A pipe would be waited for without end.
    if path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        let broken = Broken::new("this is no regular file").at(path.display());
        return Err(broken.next("name a file that `straza compile` wrote"));
    }
    files::read_bytes(path, SNAPSHOT_BYTES as u64).map_err(|broken| broken.next("name a file that `straza compile` wrote"))
}

/// Opens a snapshot, or says why it is refused.
pub fn open(path: &Path, trust: &Trust) -> Result<Snapshot, Broken> {
    open_bytes(&bytes(path)?, path, trust)
}

/// Opens what was read from a path.
pub fn open_bytes(bytes: &[u8], path: &Path, trust: &Trust) -> Result<Snapshot, Broken> {
    Snapshot::open(bytes, trust, &Expectation::default()).map_err(|error| refused(path, &error))
}

/// Writes a snapshot where nothing is, or over another.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Broken> {
    refuse_other_content(path)?;
    files::write(path, bytes)
}

/// Refuses a path where something else than a snapshot lies: a mistyped name must not cost a key or a policy.
pub fn refuse_other_content(path: &Path) -> Result<(), Broken> {
    let refused = |what: &str| Broken::new(what).at(path.display()).next("name a new file, or a snapshot that may be replaced");
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(files::unwritten(&error, path)),
        Ok(data) if !data.is_file() => return Err(refused("a snapshot is written as a file, and what has this name is none")),
        Ok(_) => {}
    }
    let mut head = Vec::new();
    let read = files::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut head);
    read.map_err(|error| files::unread(&error, path))?;
    if head != MAGIC {
        return Err(refused("the file that has this name is no snapshot, and nothing else is replaced"));
    }
    Ok(())
}

/// A refused snapshot as an error.
pub fn refused(path: &Path, error: &OpenError) -> Broken {
    let words = error.to_string();
    // They end with the next step, as sentences; here it has a line of its own.
    let why = words.strip_suffix(error.next_step()).unwrap_or(&words).trim_end_matches(['.', ' ']);
    let next = lower_first(error.next_step().trim_end_matches('.'));
    Broken::new(format!("the snapshot is refused: {why}")).at(path.display()).next(next)
}
