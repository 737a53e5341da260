//! Runs tests and recordings on an opened snapshot, and says what is not as expected.
//!
//! Every call is decided by the runtime from the snapshot's bytes, quickly and by explanation, and again by the reference interpreter; a
//! disagreement is a failure of its own. What a call leaves behind is kept by each of them in its own way, so that the next call of the job
//! compares that, too. A test cannot be green for nothing: that nothing ran, that a refusal held only through something unknown, that the
//! set's `for` never held, each fails.

mod answered;
mod call;
mod case;
mod engines;
mod memory;
mod replay;
mod results;
mod ruled;
mod suite;
mod thread;

use std::io::BufRead;

use rayon::prelude::*;
use straza_language::canonical::policy_digest;
use straza_runtime::snapshot::Snapshot;

use crate::report::{Case, Problem, Report};

pub use suite::{SourceLines, SuiteCall, SuiteTest, TestSuite};

use engines::Engines;

/// What a run is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Only tests and recordings whose name contains this.
    pub filter: Option<String>,
    /// A missing `via` fails.
    pub strict: bool,
    /// Everything that applied is kept for the report.
    pub trace: bool,
    /// Threads; nothing is as many as there are processors.
    pub jobs: Option<usize>,
}

/// A recording that is to be replayed.
pub struct RecordingFile<'a> {
    /// Its path, for the report.
    pub path: String,
    /// Its text.
    pub reader: Box<dyn BufRead + Send + 'a>,
}

/// Runs the tests and the recordings. The order of the report is that of the suite, then that of the recordings.
pub fn run(suite: &TestSuite, recordings: Vec<RecordingFile<'_>>, snapshot: &Snapshot, options: &Options) -> Report {
    if snapshot.policy_digest() != policy_digest(&suite.program) {
        return Report { cases: Vec::new(), problems: vec![Problem::OtherPolicy] };
    }
    let Some(engines) = Engines::new(suite, snapshot) else {
        return Report { cases: Vec::new(), problems: vec![Problem::DoesNotCompile] };
    };
    let is_wanted = |name: &str| options.filter.as_ref().is_none_or(|filter| name.contains(filter.as_str()));
    let tests: Vec<&SuiteTest> = suite.tests.iter().filter(|test| is_wanted(&test.case.name)).collect();
    let recordings: Vec<RecordingFile<'_>> = recordings.into_iter().filter(|recording| is_wanted(&recording.path)).collect();
    let work = || -> Vec<Case> {
        let tests = tests.par_iter().map(|test| case::tested(&engines, test, options));
        tests.chain(recordings.into_par_iter().map(|recording| replay::replayed(&engines, recording, options))).collect()
    };
    let cases = on_threads(options.jobs, work);
    let ran = cases.iter().any(|case| !case.calls.is_empty());
    let problems = if ran { Vec::new() } else { vec![Problem::NothingRan { filter: options.filter.clone() }] };
    Report { cases, problems }
}

/// On a pool of this many threads; on the common one where nothing is said or no pool can be had.
fn on_threads<T: Send>(jobs: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    match jobs.and_then(|jobs| rayon::ThreadPoolBuilder::new().num_threads(jobs).build().ok()) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
