//! Tests and recordings of whole jobs: what the calls before it make of a call, and every way in which such a test could be green for nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod desk;
mod recordings;
mod turns;

use std::io::Cursor;

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_language::tests::HOST_FACTS;
use straza_runtime::call::{Fact, Form};
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_testkit::report::{CallReport, Failure, Report, Shown, text};
use straza_testkit::runner::{Options, RecordingFile, TestSuite, run};

/// A policy that remembers something of each kind.
const POLICY: &str = include_str!("desk/policies/desk.straza");

fn suite(files: &[(&str, &str)]) -> TestSuite {
    let mut workspace = Workspace::new();
    workspace.set_files(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())));
    let checked = workspace.check();
    TestSuite::of(&workspace).unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

fn snapshot(suite: &TestSuite) -> Snapshot {
    let key = SigningKey::from_secret(&[9; 32], KeyKind::Release);
    let compiled = compile(&suite.program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

/// Runs recordings, and the tests of the files, on the policy of the files.
fn ran(files: &[(&str, &str)], recordings: &[&str], jobs: usize) -> Report {
    let suite = suite(files);
    let file = |text: &&str| RecordingFile { path: "day.jsonl".to_owned(), reader: Box::new(Cursor::new(text.as_bytes().to_vec())) };
    let options = Options { jobs: Some(jobs), ..Options::default() };
    run(&suite, recordings.iter().map(file).collect(), &snapshot(&suite), &options)
}

/// The calls of one test of the desk.
fn calls(statements: &str) -> Vec<CallReport> {
    let test = format!("test \"one\" {{\n{statements}\n}}\n");
    ran(&[("policies/desk.straza", POLICY), ("tests/one.straza", &test)], &[], 1).cases[0].calls.clone()
}

/// What is wrong with each call of a test of the desk.
fn failures(statements: &str) -> Vec<Vec<Failure>> {
    calls(statements).into_iter().map(|call| call.failures).collect()
}

/// A test of the desk in which nothing is wrong.
fn passes(statements: &str) {
    let test = format!("test \"one\" {{\n{statements}\n}}\n");
    let report = ran(&[("policies/desk.straza", POLICY), ("tests/one.straza", &test)], &[], 1);
    assert!(report.is_passed(), "{}", text(&report, Shown::default()));
}

#[test]
fn a_test_may_give_every_fact_that_the_runtime_reads_and_no_other() {
    let read: Vec<(&str, bool)> = Fact::ALL.iter().map(|row| (row.name, matches!(row.form, Form::Flag))).collect();
    assert_eq!(HOST_FACTS, read);
}
