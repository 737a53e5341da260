//! `straza test`: the tests and recordings of a repository, on a snapshot that was signed and opened like any other.

use std::io::BufReader;
use std::path::PathBuf;

use straza_runtime::Snapshot;
use straza_testkit::report::{self, Case, Place, Problem, Report, Shown};
use straza_testkit::runner::{self, Options, RecordingFile, TestSuite};

use crate::development;
use crate::exit::{Broken, Ending, Exit};
use crate::files;
use crate::format::Format;
use crate::hosts;
use crate::policies::Policies;
use crate::progress;
use crate::render::print_text;
use crate::sealed;
use crate::terminal::Terminal;
use crate::trust_file;

/// Run the tests and recordings of a repository
///
/// The last line says `N passed, N failed`. A run in which nothing ran fails.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The repository, or a folder in it
    path: Option<PathBuf>,
    /// Only tests and recordings whose name contains this
    filter: Option<String>,
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show passed calls too, with everything that applied
    #[arg(short, long)]
    verbose: bool,
    /// A call that does not say `via` fails
    #[arg(long)]
    strict: bool,
    /// Let a run pass in which nothing ran
    #[arg(long)]
    allow_empty: bool,
    /// Threads; as many as there are processors without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Run on what this host decides by: without what `straza.toml` skips there
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// Run on this snapshot instead of compiling: what `sign` does
    #[arg(long, value_name = "FILE")]
    snapshot: Option<PathBuf>,
    /// Whose signature the snapshot must have; without it the development key of the repository
    #[arg(long, value_name = "TRUSTFILE", requires = "snapshot")]
    trust: Option<PathBuf>,
}

/// Runs. Where it cannot, a program that reads the report still gets one, and it says that it is not complete.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let ending = tested(arguments, terminal);
    if let (Err(broken), Format::Json) = (&ending, arguments.format) {
        terminal.result(incomplete(broken));
    }
    ending
}

fn incomplete(broken: &Broken) -> serde_json::Value {
    let mut document = report::json(&Report::default());
    if let Some(members) = document.as_object_mut() {
        members.insert("complete".to_owned(), false.into());
        members.insert("problems".to_owned(), serde_json::json!([{ "code": "not-run", "message": broken.to_string() }]));
    }
    document
}

/// Compiles, or takes the snapshot, and runs.
fn tested(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let policies = Policies::load(arguments.path.as_deref())?.at(arguments.host.as_deref(), terminal)?;
    let suite = suite(&policies, terminal)?;
    let snapshot = snapshot(arguments, &policies, terminal)?;
    let options = Options {
        filter: arguments.filter.clone(),
        strict: arguments.strict,
        trace: arguments.verbose,
        jobs: arguments.jobs.map(usize::from),
    };
    let (mut report, sound) = report(&policies, &suite, &snapshot, &options, terminal)?;
    if arguments.allow_empty {
        report.problems.retain(|problem| !matches!(problem, Problem::NothingRan { .. }));
    }
    match arguments.format {
        Format::Text => {
            hosts::notes(&policies).iter().for_each(|note| terminal.result(note));
            terminal.result(report::text(&report, Shown { trace: arguments.verbose }).trim_end());
        }
        Format::Json => terminal.result(document(&policies, &report)),
    }
    Ok(if sound && report.is_passed() { Exit::Fine } else { Exit::Findings })
}

/// The report, and which host's policy it is about.
fn document(policies: &Policies, report: &Report) -> serde_json::Value {
    let mut document = report::json(report);
    if let (Some(members), Some(note)) = (document.as_object_mut(), hosts::note(policies)) {
        members.insert("host".to_owned(), note);
    }
    document
}

/// Runs everything on an opened snapshot and prints what failed.
pub fn on_snapshot(policies: &Policies, snapshot: &Snapshot, terminal: &Terminal) -> Ending {
    let suite = suite(policies, terminal)?;
    let (report, sound) = report(policies, &suite, snapshot, &Options::default(), terminal)?;
    terminal.result(report::text(&report, Shown::default()).trim_end());
    Ok(if sound && report.is_passed() { Exit::Fine } else { Exit::Findings })
}

fn suite(policies: &Policies, terminal: &Terminal) -> Result<TestSuite, Broken> {
    let program = policies.sound_program(terminal)?;
    let suite = TestSuite::of(&policies.workspace).map(|suite| TestSuite { program: program.clone(), ..suite });
    suite.ok_or_else(|| {
        Broken::new("the tests cannot be read").at(policies.repository.root.display()).next("mend what `straza check` reports")
    })
}

/// The named snapshot, or the repository compiled and signed with a key of this process.
fn snapshot(arguments: &Arguments, policies: &Policies, terminal: &Terminal) -> Result<Snapshot, Broken> {
    if let Some(file) = &arguments.snapshot {
        let trust = arguments.trust.clone().unwrap_or_else(|| development::trust_path(&policies.repository.root));
        return sealed::open(file, &trust_file::read(&trust)?);
    }
    sealed::of_repository(policies, terminal)
}

/// The report, its paths as they are typed from here, and whether every recording that `straza.toml` names was found.
fn report(
    policies: &Policies,
    suite: &TestSuite,
    snapshot: &Snapshot,
    options: &Options,
    terminal: &Terminal,
) -> Result<(Report, bool), Broken> {
    let (paths, findings) = policies.repository.recordings()?;
    print_text(terminal, &findings);
    let recordings = paths.iter().map(|path| recording(policies, path)).collect::<Result<Vec<_>, _>>()?;
    let bar = progress::bar(terminal, suite.tests.len() + recordings.len(), "testing");
    let mut report = runner::run(suite, recordings, snapshot, options);
    bar.finish_and_clear();
    report.cases.iter_mut().for_each(|case| show_paths(case, policies));
    Ok((report, findings.is_empty()))
}

fn recording<'a>(policies: &Policies, path: &str) -> Result<RecordingFile<'a>, Broken> {
    let full = policies.repository.root.join(path);
    let file = files::open(&full)?;
    Ok(RecordingFile { path: path.to_owned(), reader: Box::new(BufReader::new(file)) })
}

fn show_paths(case: &mut Case, policies: &Policies) {
    let show = |place: &mut Place| place.path = policies.repository.shown(&place.path);
    show(&mut case.place);
    for call in &mut case.calls {
        show(&mut call.place);
        let applied = call.trace.iter_mut().map(|applied| &mut applied.cause);
        call.deciding.iter_mut().chain(&mut call.shadows).chain(applied).filter_map(|cause| cause.place.as_mut()).for_each(show);
    }
}
