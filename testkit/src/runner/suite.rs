//! The tests of a repository with the places of their calls, and the program they are about.

use std::collections::{BTreeMap, BTreeSet};

use straza_compiler::workspace::{FileDiagnostic, FileTest, SourceMap, Workspace};
use straza_language::core::Program;
use straza_language::diagnostic::{Code, Diagnostic};
use straza_language::span::Span;
use straza_language::tests::{TestCall, TestCase};

use crate::report::Place;

/// What is run.
#[derive(Debug, Clone)]
pub struct TestSuite {
    /// The policy.
    pub program: Program,
    /// Where its parts stand.
    pub map: SourceMap,
    /// The text of the lines where they stand.
    pub lines: SourceLines,
    /// By file and place.
    pub tests: Vec<SuiteTest>,
}

/// A test.
#[derive(Debug, Clone)]
pub struct SuiteTest {
    /// Its name's place.
    pub place: Place,
    /// What it says.
    pub case: TestCase,
    /// Its calls.
    pub calls: Vec<SuiteCall>,
}

/// A call of a test.
#[derive(Debug, Clone)]
pub struct SuiteCall {
    /// The statement's place.
    pub place: Place,
    /// What it says.
    pub call: TestCall,
}

impl TestSuite {
    /// The tests of a repository; nothing where its policies do not compile.
    pub fn of(workspace: &Workspace) -> Option<Self> {
        let program = workspace.program()?;
        let tests = workspace.tests().into_iter().map(|test| placed(workspace, test)).collect();
        let map = workspace.source_map();
        Some(Self { program, lines: lines(workspace, &map), map, tests })
    }
}

/// Lines by file and number, counted from 1.
pub type SourceLines = BTreeMap<(String, u32), String>;

fn lines(workspace: &Workspace, map: &SourceMap) -> SourceLines {
    let wanted: BTreeSet<(&str, u32)> =
        map.parts.values().chain(map.items.values()).chain(map.rows.values()).map(|place| (place.path.as_str(), place.line)).collect();
    let files: BTreeSet<&str> = wanted.iter().map(|(path, _)| *path).collect();
    let numbered = files
        .into_iter()
        .filter_map(|path| Some((path, workspace.text(path)?)))
        .flat_map(|(path, text)| (1..).zip(text.lines()).map(move |(number, line)| ((path, number), line)));
    let kept = numbered.filter(|(place, _)| wanted.contains(place));
    kept.map(|((path, number), line)| ((path.to_owned(), number), line.trim().to_owned())).collect()
}

fn placed(workspace: &Workspace, test: FileTest) -> SuiteTest {
    let place = |span: Span| place(workspace, &test.path, span.shifted(test.start));
    let calls = test.case.calls.iter().map(|call| SuiteCall { place: place(call.span), call: call.clone() }).collect();
    SuiteTest { place: place(test.case.span), calls, case: test.case.clone() }
}

fn place(workspace: &Workspace, path: &str, span: Span) -> Place {
    let at = FileDiagnostic { path: path.to_owned(), diagnostic: Diagnostic::error(Code(0), span, "") };
    workspace.location(&at).map_or_else(|| Place { path: path.to_owned(), ..Place::default() }, |location| Place::from(&location))
}
