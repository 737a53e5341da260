//! Typed tests: each `call` of a `test` item with its whole world folded in, ready to be decided.
//!
//! A test starts from a known, empty world: a person at a host that supplies everything, no roles, no labels, no grants, lists complete, the
//! first minute of 2026. `as` and `given` change it from there on; what is said to be `unknown` is taken away. `job` and `turn` say which calls
//! remember one another; `answer` and `result` say what became of a call. Nothing here decides.

mod blocks;
mod data;
mod empty;
mod expectations;
mod facts;
mod happenings;
mod host_facts;
mod json;
mod statements;

use crate::core::{FunctionName, Step};
use crate::diagnostic::Diagnostic;
use crate::names::Names;
use crate::span::Span;
use crate::tree::TestTree;

pub(crate) use data::constant_json;
pub use host_facts::HOST_FACTS;
pub use json::Json;

/// One `test` item.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TestCase {
    /// Its quoted name.
    pub name: String,
    /// The set of its file.
    pub set: Option<String>,
    /// In order; rows of `each` expanded.
    pub calls: Vec<TestCall>,
    /// The name's place in the item.
    pub span: Span,
}

/// A call and what it should come to, or an event of the session.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TestCall {
    /// Everything beside function and arguments.
    pub world: World,
    /// The event that only happens; `None` for a call.
    pub event: Option<String>,
    /// The function; of an event the local tool `other` by the event's name.
    pub function: FunctionName,
    /// An object; `None` where the arguments were not observed.
    pub arguments: Option<Json>,
    /// What should be decided; only an event may leave it out.
    pub expected: Option<Expected>,
    /// Calls of one thread remember one another; `None`: nothing happened before and nothing comes after.
    pub thread: Option<u32>,
    /// Calls of one turn are decided together.
    pub turn: Option<u32>,
    /// What people say where they are asked.
    pub answer: Answer,
    /// What comes back; `None`: nothing is said of it.
    pub result: Option<CallResult>,
    /// The statement's place in the item.
    pub span: Span,
}

/// What the people say whom a call asks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Answer {
    /// They agree.
    pub yes: bool,
    /// Who; `None`: people who may.
    pub by: Option<String>,
}

/// What comes back of a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallResult {
    /// How it ended.
    pub returned: Returned,
    /// Labels that the host found in it.
    pub labels: Vec<String>,
    /// What the checks of results should make of it.
    pub expected: Option<ExpectedResult>,
    /// The statement's place in the item.
    pub span: Span,
}

/// How a call ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Returned {
    /// With this.
    Value(Json),
    /// With an error.
    Failed,
    /// Nobody knows.
    Unknown,
}

/// What the checks should make of a result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ExpectedResult {
    /// The model does not get it.
    Withheld,
    /// The model gets this.
    Passed(Json),
    /// The model gets it as it came.
    AsIs,
}

/// The facts of a call, as the host would send them. The parts are objects; a member left out is unknown, `null` is known to be absent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct World {
    /// Who.
    pub principal: Json,
    /// Which agent.
    pub agent: Json,
    /// Which session.
    pub session: Json,
    /// Which job.
    pub job: Json,
    /// Unix seconds; `None` is unknown.
    pub now: Option<i64>,
    /// Whether the host's own grant admits the function; `None` is unknown.
    pub granted: Option<bool>,
    /// Which tree of jobs.
    pub tree: Json,
    /// Paths the call touches; `None` where they follow from the arguments.
    pub paths: Option<SeenPaths>,
    /// Hosts the call contacts; `None` where they follow from the arguments.
    pub hosts: Option<SeenTexts>,
    /// Whom the call sends to; `None` where that follows from the arguments.
    pub recipients: Option<SeenTexts>,
    /// Further facts of the host, by name; `None` is unknown.
    pub facts: Vec<(String, Option<Json>)>,
    /// Labels that are there before the call, on top of what its thread remembers.
    pub labels: Vec<GivenLabel>,
}

/// A label that is there although no call of the test brought it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GivenLabel {
    /// Another job of the tree brought it; else this one.
    pub elsewhere: bool,
    /// Which; `None`: there may be any.
    pub label: Option<String>,
}

/// A list of texts that the host saw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SeenTexts {
    /// In order.
    pub seen: Vec<String>,
    /// There may be more.
    pub open: bool,
}

/// The list behind `paths`, `reads` and `writes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SeenPaths {
    /// In order.
    pub seen: Vec<SeenPath>,
    /// There may be more.
    pub open: bool,
}

/// One path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SeenPath {
    /// Absolute.
    pub path: String,
    /// Whether it is written; else read.
    pub write: bool,
}

/// Checks that deny a call before any rule sees it, by the words of a test: the arguments break the catalog's schema, a key or name differs
/// only in case, the function may not be called by this name, a bound is exceeded.
pub const CAUSES: [&str; 4] = ["schema", "case", "function", "limit"];

/// The whole outcome that a test asks for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expected {
    /// What is decided.
    pub verdict: Verdict,
    /// What decides it.
    pub via: Option<Via>,
    /// The outcome may hold only because something is unknown.
    pub because_unknown: bool,
    /// The check before any rule that denies the call: a word of [`CAUSES`].
    pub because: Option<String>,
}

/// An outcome.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// `allow`
    Allow,
    /// `deny`
    Deny,
    /// Steps, sorted and merged by pool.
    Steps(Vec<Step>),
    /// `stub`: a shadow run answers in its place.
    Stub,
    /// `hold`: it waits until something changes.
    Hold,
    /// `stop job`
    StopJob,
}

impl Verdict {
    /// Whether the call is not made, whatever anybody says.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Deny | Self::Stub | Self::Hold | Self::StopJob)
    }

    /// Whether people are asked.
    pub fn asks(&self) -> bool {
        matches!(self, Self::Steps(steps) if steps.iter().any(|step| matches!(step, Step::Confirm | Step::Approve { .. })))
    }
}

/// What decides.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Via {
    /// An item; without a set, of any.
    Item {
        /// The set.
        set: Option<String>,
        /// The item.
        name: String,
    },
    /// A row of a set's defaults; `None` where no set gave one.
    Default(Option<String>),
}

/// Types a `test` item of a file whose set is given.
pub(crate) fn test_case(tree: &TestTree, complete: bool, set: Option<&str>, names: &dyn Names) -> (TestCase, Vec<Diagnostic>) {
    let (calls, mut diagnostics) = statements::calls(&tree.statements, set, names);
    if complete {
        diagnostics.extend(empty::findings(tree));
    }
    let case = TestCase { name: tree.name.value.clone(), set: set.map(str::to_owned), calls, span: tree.name.span };
    (case, diagnostics)
}
