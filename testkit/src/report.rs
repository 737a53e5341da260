//! What a run found: cases in their order, each with its calls; as text for people and as JSON for programs.

mod json;
mod text;

use straza_compiler::workspace::Location;

pub use json::{REPORT_VERSION, json};
pub use text::{Shown, text};

/// A run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Tests and recordings, in the order of their places.
    pub cases: Vec<Case>,
    /// What is wrong with the run itself; any of them fails it.
    pub problems: Vec<Problem>,
}

/// A test or a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its name: a sentence, or a recording's path.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Its calls, in their order.
    pub calls: Vec<CallReport>,
    /// What is wrong with it as a whole.
    pub failures: Vec<Failure>,
    /// A digest of all that a recording leaves behind: the same whenever and wherever it is replayed.
    pub states: Option<[u8; 32]>,
}

/// A place in a file of the repository, counted from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// A call of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallReport {
    /// Where it stands.
    pub place: Place,
    /// Its function.
    pub function: String,
    /// What is expected, in the language's words.
    pub expected: String,
    /// What is decided, in the same words.
    pub decided: String,
    /// What decided.
    pub deciding: Option<Cause>,
    /// Where something is wrong, the last calls before it that it remembers.
    pub earlier: Vec<Earlier>,
    /// Shadow items that would have applied; they count for nothing.
    pub shadows: Vec<Cause>,
    /// Everything that applied, for those who ask.
    pub trace: Vec<Applied>,
    /// What is wrong.
    pub failures: Vec<Failure>,
    /// What should be mended.
    pub warnings: Vec<Warning>,
}

/// A call before another one, and what it left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earlier {
    /// Where it stands.
    pub place: Place,
    /// Its function.
    pub function: String,
    /// `made`, `made, approved`, `not made`, `waiting`, `refused before any rule`.
    pub became: &'static str,
    /// Labels of its job from then on.
    pub labels: Vec<String>,
    /// There may be others.
    pub labels_open: bool,
}

/// An item or a row of defaults, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// `set.item`, `default of SET`, `default`, or a border's word.
    pub name: String,
    /// Its place, where the sources are at hand.
    pub place: Option<Place>,
    /// The text of that line, without the blanks around it.
    pub line: Option<String>,
    /// It held for certain, not because something was unknown.
    pub certain: bool,
}

/// A line of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// What applied.
    pub cause: Cause,
    /// What it does, in the language's words: `permits`, `deny`, `confirm`.
    pub effect: String,
}

/// Why a call or a case fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Another decision than expected.
    Decision,
    /// Decided by something else than `via` names.
    Via {
        /// What `via` names.
        expected: String,
        /// What decided.
        decided: Option<String>,
    },
    /// A refusal or a step that held only because something was unknown, where the test does not say so.
    OnlyThroughUnknown {
        /// What was unknown.
        unknowns: Vec<String>,
    },
    /// The test says `because unknown`, and what it expects holds without it.
    NotThroughUnknown,
    /// A check before any rule refused the call, where the test does not say so: it tests no rule.
    AtTheBorder {
        /// The check.
        cause: String,
    },
    /// The test names a check before any rule, and that is not what refused.
    Because {
        /// What it names.
        expected: String,
        /// The check that refused, where one did.
        decided: Option<String>,
    },
    /// The test, or the recording, calls nothing.
    CallsNothing,
    /// `via` is missing, in a strict run.
    NoVia,
    /// The set's `for` held for none of the test's calls.
    SetDidNotApply {
        /// The set.
        set: String,
    },
    /// The runtime and the interpreter disagree: a fault of this program, never of the policy.
    EnginesDisagree {
        /// What the runtime says.
        runtime: String,
        /// What the interpreter says.
        interpreter: String,
    },
    /// What the checks of results make of a result is something else.
    Result {
        /// What is expected.
        expected: String,
        /// What they make of it.
        judged: String,
    },
    /// Something in a line of a recording that is no call.
    InLine {
        /// The line.
        line: usize,
        /// What.
        failure: Box<Failure>,
    },
    /// A result of a recording belongs to no call that was made and has none yet.
    NoSuchCall {
        /// The result's line.
        line: usize,
        /// The place of the call that it names.
        of: u64,
    },
    /// A recording that could not be read to its end.
    Unreadable {
        /// Why, with the line.
        why: String,
    },
}

/// What should be mended but fails nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// The test does not say what should decide.
    NoVia {
        /// What it could say.
        suggestion: String,
    },
}

/// What is wrong with a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Not one call was decided.
    NothingRan {
        /// The filter that left nothing, where there was one.
        filter: Option<String>,
    },
    /// The snapshot is of another policy than the tests.
    OtherPolicy,
    /// The policy does not compile here, although the snapshot was made of it.
    DoesNotCompile,
}

impl Report {
    /// How many cases passed.
    pub fn passed(&self) -> usize {
        self.cases.iter().filter(|case| case.is_passed()).count()
    }

    /// How many failed: cases, and what is wrong with the run itself.
    pub fn failed(&self) -> usize {
        self.cases.len() - self.passed() + self.problems.len()
    }

    /// Whether nothing failed.
    pub fn is_passed(&self) -> bool {
        self.failed() == 0
    }

    /// How many warnings there are.
    pub fn warnings(&self) -> usize {
        self.cases.iter().flat_map(|case| &case.calls).map(|call| call.warnings.len()).sum()
    }
}

impl Case {
    /// Whether it and each of its calls are as expected.
    pub fn is_passed(&self) -> bool {
        self.failures.is_empty() && self.calls.iter().all(|call| call.failures.is_empty())
    }
}

impl From<&Location> for Place {
    fn from(location: &Location) -> Self {
        Self { path: location.path.clone(), line: location.line, column: location.column }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}
