//! A program to a signed snapshot: core, payload, envelope, file, and the file opened again before anyone gets it.
//!
//! The bytes depend on the program, the serial and the key alone: no path, no clock, no map's order.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use straza_language::canonical::policy_digest;
use straza_language::core::{ItemId, Program};
use straza_language::diagnostic::{Code, Diagnostic};
use straza_runtime::compiled::Cost;
use straza_runtime::layout::{FORMAT, RUNTIME};
use straza_runtime::limits;
use straza_runtime::payload::{FilePart, Payload};

use crate::codes;
use crate::expression::{ALL_AUTOMATA_BYTES, ExpressionError, compile_expression, compile_search};
use crate::index::{self, BuildError, BuildErrorKind, BuiltCore, IndexReport};
use crate::keys::SigningKey;
use crate::queries::expressions;
use crate::sign::{SignError, Signed, sign};
use crate::workspace::{FileDiagnostic, SourceMap};
use crate::zone;

/// The compiler's version, part of the payload and so of the id.
pub const COMPILER: &str = concat!("straza ", env!("CARGO_PKG_VERSION"));

/// What a compilation is told besides the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompileOptions {
    /// The signing time in Unix seconds: the snapshot's serial.
    pub serial: u64,
    /// Most steps of work that a decision may cost in the worst case, text and list elements not counted; `None`: what a runtime accepts.
    pub budget: Option<u64>,
}

/// A compiled policy.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The signed file.
    pub bytes: Vec<u8>,
    /// SHA-256 of the payload: what is decided, by which build.
    pub id: [u8; 32],
    /// Digest of the typed policy: what is decided.
    pub policy_digest: [u8; 32],
    /// The signing time.
    pub serial: u64,
    /// The worst case.
    pub cost: Cost,
    /// How the items are indexed.
    pub report: IndexReport,
}

/// Why a program has no snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileProblem {
    /// The item it is about, where it is about one.
    pub item: Option<ItemId>,
    /// Which problem.
    pub code: Code,
    /// One line.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// Compiles and signs.
pub fn compile(program: &Program, options: &CompileOptions, key: &SigningKey) -> Result<Compiled, Vec<CompileProblem>> {
    let tables = Tables::within(ALL_AUTOMATA_BYTES);
    let built = index::build(program, &tables).map_err(|errors| errors.iter().map(|error| tables.problem(error)).collect::<Vec<_>>())?;
    check_cost(&built, options.budget).map_err(|problem| vec![problem])?;
    let payload = payload(program, &built);
    let signed = sign(&payload, &built.core, &built.text, key, options.serial).map_err(|error| vec![sign_problem(&error)])?;
    compared(signed, &payload, built, options.serial).map_err(|problem| vec![problem])
}

/// How a program is indexed, whether it can be compiled or not.
pub fn index_report(program: &Program) -> IndexReport {
    index::report(program, &Tables::within(ALL_AUTOMATA_BYTES))
}

fn payload(program: &Program, built: &BuiltCore) -> Payload {
    let catalogs: BTreeSet<[u8; 32]> = program.catalogs.iter().map(|catalog| catalog.digest).collect();
    Payload {
        format: FORMAT,
        least_runtime: RUNTIME,
        policy_digest: policy_digest(program),
        core: FilePart::of(&built.core),
        text: FilePart::of(&built.text),
        catalogs: catalogs.into_iter().collect(),
        cost: built.cost.0.to_vec(),
        compiler: COMPILER.to_owned(),
    }
}

/// Takes the numbers from what was read back, never from what was meant to be written.
fn compared(signed: Signed, payload: &Payload, built: BuiltCore, serial: u64) -> Result<Compiled, CompileProblem> {
    let Signed { bytes, snapshot } = signed;
    if snapshot.payload() != payload || *snapshot.cost() != built.cost || snapshot.serial() != serial {
        return Err(problem(None, codes::SELF_CHECK, "the snapshot does not read back as it was written", REPORT));
    }
    let (id, policy_digest, serial) = (snapshot.id(), snapshot.policy_digest(), snapshot.serial());
    Ok(Compiled { bytes, id, policy_digest, serial, cost: built.cost, report: built.report })
}

const REPORT: &str = "this is a fault of the compiler: please report it with the policy";

fn check_cost(built: &BuiltCore, budget: Option<u64>) -> Result<(), CompileProblem> {
    let work = built.cost.fuel(0, 1);
    if work >= limits::FUEL {
        let message = format!("a decision may cost {} steps of work or more, and no runtime accepts that", limits::FUEL);
        let help =
            "name servers and functions in `on`, and split large lists; `straza check --explain-index` says what is tried on every call";
        return Err(problem(None, codes::OVER_FUEL, message, help));
    }
    match budget.filter(|budget| work > *budget) {
        Some(budget) => {
            let message = format!("a decision may cost {work} steps of work, the budget is {budget}");
            Err(problem(
                None,
                codes::OVER_BUDGET,
                message,
                "look for what is tried on every call with `straza check --explain-index`, or raise `work` of `[budget]` in straza.toml",
            ))
        }
        None => Ok(()),
    }
}

fn sign_problem(error: &SignError) -> CompileProblem {
    match error {
        SignError::TooLarge => problem(None, codes::TOO_LARGE, error.to_string(), "split the policy over several repositories"),
        _ => problem(None, codes::SELF_CHECK, error.to_string(), REPORT),
    }
}

fn problem(item: Option<&ItemId>, code: Code, message: impl Into<String>, help: impl Into<String>) -> CompileProblem {
    CompileProblem { item: item.cloned(), code, message: message.into(), help: help.into() }
}

impl CompileProblem {
    /// The finding at the item, where the problem is about one that the map knows.
    pub fn diagnostic(&self, map: &SourceMap) -> Option<FileDiagnostic> {
        let place = map.items.get(self.item.as_ref()?)?;
        let diagnostic = Diagnostic::error(self.code, place.span, self.message.clone()).help(self.help.clone());
        Some(FileDiagnostic { path: place.path.clone(), diagnostic })
    }
}

/// The tables that the index asks for, counted against their common limit.
struct Tables {
    left: Cell<usize>,
    errors: RefCell<BTreeMap<String, ExpressionError>>,
}

impl index::TableSource for Tables {
    fn automaton(&self, expression: &str) -> Result<Vec<u8>, String> {
        self.counted(expression, compile_expression(expression))
    }

    fn search(&self, expression: &str) -> Result<Vec<u8>, String> {
        self.counted(expression, compile_search(expression))
    }

    fn transitions(&self, zone: &str) -> Result<Vec<(i64, i32)>, String> {
        let list = zone::transitions(zone).map_err(|error| error.to_string())?;
        Ok(list.into_iter().map(|step| (step.from, step.offset)).collect())
    }
}

impl Tables {
    fn within(bytes: usize) -> Self {
        Self { left: Cell::new(bytes), errors: RefCell::default() }
    }

    fn counted(&self, expression: &str, table: Result<Vec<u8>, ExpressionError>) -> Result<Vec<u8>, String> {
        let table = table.map_err(|error| {
            let why = error.to_string();
            self.errors.borrow_mut().insert(expression.to_owned(), error);
            why
        })?;
        let left = self.left.get().checked_sub(table.len()).ok_or("the tables of all expressions together are too large")?;
        self.left.set(left);
        Ok(table)
    }

    fn problem(&self, error: &BuildError) -> CompileProblem {
        let item = error.item.as_ref();
        match &error.kind {
            BuildErrorKind::Expression { expression, why } => match self.errors.borrow().get(expression) {
                Some(error) => problem(item, expressions::code(error), why, error.help()),
                None => problem(item, codes::ALL_EXPRESSIONS_TOO_LARGE, why, "use `like`, `starts with`, `ends with` or `contains`"),
            },
            BuildErrorKind::Zone { why, .. } => {
                problem(item, codes::UNKNOWN_ZONE, why, "use an IANA name such as `Europe/Zurich`, or an offset such as `+02:00`")
            }
            BuildErrorKind::Steps(count) => {
                let message = format!(
                    "{count} different steps are asked for on the same functions, at most {} can be told apart",
                    limits::GROUP_STEPS
                );
                let help =
                    "let items ask for the same steps, or give them different `on` lists; `straza check --explain-index` shows the lists";
                problem(item, codes::TOO_MANY_OUTCOMES, message, help)
            }
            BuildErrorKind::Groups { function, count } => {
                let message = format!("`{function}` lies on {count} different `on` lists, the limit is {}", limits::GROUPS_PER_NAME);
                let help = "give items that belong together the same `on` list; `straza check --explain-index` shows the lists";
                problem(item, codes::TOO_MANY_GROUPS, message, help)
            }
            BuildErrorKind::PathDepth => problem(
                item,
                codes::PATH_TOO_DEEP,
                format!("an argument's path has more than {} steps", limits::PATH_STEPS),
                "read the argument less deep",
            ),
            BuildErrorKind::TooLarge(section) => problem(
                item,
                codes::TOO_LARGE,
                format!("the policy has more {section} than a snapshot holds"),
                "split the policy over several repositories",
            ),
            BuildErrorKind::Internal(why) => {
                problem(item, codes::SELF_CHECK, format!("the index does not pass its own check: {why}"), REPORT)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use index::TableSource as _;

    #[test]
    fn the_tables_of_all_expressions_have_a_common_limit() {
        let tables = Tables::within(1024);
        assert!(tables.automaton("ab").is_ok());
        assert!(tables.automaton("abc").is_ok());
        let why = (0..9).find_map(|n| tables.automaton(&format!("abcd{n}")).err());
        let error =
            BuildError { item: None, kind: BuildErrorKind::Expression { expression: "abcd".to_owned(), why: why.unwrap_or_default() } };
        let problem = tables.problem(&error);
        assert_eq!(
            (problem.code, problem.message.as_str()),
            (codes::ALL_EXPRESSIONS_TOO_LARGE, "the tables of all expressions together are too large")
        );
    }
}
