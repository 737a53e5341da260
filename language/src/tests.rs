//! Typed tests: each `call` of a `test` item with its whole world folded in, ready to be decided.
//!
//! A test starts from a known, empty world: a person at a host that supplies everything, no roles, no labels, no grants, lists complete, the
//! first minute of 2026. `as` and `given` change it from there on; what is said to be `unknown` is taken away. Nothing here decides.

mod empty;
mod facts;
mod json;
mod statements;

use crate::core::{FunctionName, Step};
use crate::diagnostic::Diagnostic;
use crate::names::Names;
use crate::span::Span;
use crate::tree::TestTree;

pub use json::Json;
pub(crate) use statements::data as constant_json;

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

/// A call and what it should come to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TestCall {
    /// Everything beside function and arguments.
    pub world: World,
    /// The function.
    pub function: FunctionName,
    /// An object; `None` where the arguments were not observed.
    pub arguments: Option<Json>,
    /// What should be decided.
    pub expected: Expected,
    /// The statement's place in the item.
    pub span: Span,
}

/// The facts of a call, as the host would send them. The four parts are objects; a member left out is unknown, `null` is known to be absent.
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
    /// Paths the call touches; `None` where they follow from the arguments of a file tool.
    pub paths: Option<SeenPaths>,
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
