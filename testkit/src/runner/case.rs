//! A test, or a recording: its calls one after another.

use straza_language::tests::{self, Verdict as Written, Via};

use crate::interpreter::{Reported, Truth, Verdict};
use crate::recording::{LINE_BYTES, Line, Recording, RecordingError};
use crate::report::{CallReport, Case, Failure, Place};
use crate::{wording, world};

use super::call::{Expected, compared};
use super::engines::{Engines, Said};
use super::suite::{SuiteCall, SuiteTest};
use super::{Options, RecordingFile};

/// Runs a test.
pub fn tested(engines: &Engines<'_>, test: &SuiteTest, options: &Options) -> Case {
    let said: Vec<Said> =
        test.calls.iter().map(|call| engines.decide(&world::call_text(&call.call, engines.catalogs()), LINE_BYTES)).collect();
    let calls = test.calls.iter().zip(&said).map(|(call, said)| {
        let function = format!("{}.{}", call.call.function.server, call.call.function.name);
        compared(engines, call.place.clone(), function, said, &expected(test, call, said), options)
    });
    Case {
        name: test.case.name.clone(),
        place: test.place.clone(),
        calls: calls.collect(),
        failures: calls_nothing(test.calls.len()).or_else(|| did_not_apply(engines, test, &said)).into_iter().collect(),
    }
}

/// What calls nothing says nothing.
fn calls_nothing(calls: usize) -> Option<Failure> {
    (calls == 0).then_some(Failure::CallsNothing)
}

/// Decides a recording's calls again.
pub fn replayed(engines: &Engines<'_>, file: RecordingFile<'_>, options: &Options) -> Case {
    let place = |line: usize| Place { path: file.path.clone(), line: u32::try_from(line).unwrap_or(u32::MAX), column: 1 };
    let (mut calls, mut failures) = (Vec::new(), Vec::new());
    match Recording::open(file.reader) {
        Ok(recording) => {
            for line in recording {
                match line {
                    Ok(line) => calls.push(recorded(engines, place(line.number), &line, options)),
                    Err(error) => failures.push(unreadable(&error)),
                }
            }
        }
        Err(error) => failures.push(unreadable(&error)),
    }
    if failures.is_empty() {
        failures.extend(calls_nothing(calls.len()));
    }
    Case { name: file.path.clone(), place: place(1), calls, failures }
}

fn recorded(engines: &Engines<'_>, place: Place, line: &Line, options: &Options) -> CallReport {
    let said = engines.decide(&line.call, LINE_BYTES);
    let function = said.seen.as_ref().map_or_else(|| "that cannot be read".to_owned(), |seen| format!("{}.{}", seen.server, seen.name));
    let expected = Expected {
        verdict: line.expect.verdict.clone(),
        via: line.expect.via.clone(),
        is_via: line.expect.via == wording::via(&said.answer.outcome.reported),
        because_unknown: line.expect.because_unknown,
        because: line.expect.because.clone(),
        wants_via: false,
    };
    compared(engines, place, function, &said, &expected, options)
}

fn unreadable(error: &RecordingError) -> Failure {
    Failure::Unreadable { why: error.to_string() }
}

fn expected(test: &SuiteTest, call: &SuiteCall, said: &Said) -> Expected {
    let written = &call.call.expected;
    Expected {
        verdict: verdict(&written.verdict),
        via: written.via.as_ref().map(via_text),
        is_via: written.via.as_ref().is_none_or(|via| is_via(via, test.case.set.as_deref(), &said.answer.outcome.reported)),
        because_unknown: written.because_unknown,
        because: written.because.clone(),
        wants_via: true,
    }
}

fn verdict(written: &Written) -> Verdict {
    match written {
        Written::Allow => Verdict::ALLOW,
        Written::Deny => Verdict::Deny,
        Written::Steps(steps) => {
            let mut steps = steps.clone();
            steps.sort();
            Verdict::Steps(steps)
        }
    }
}

/// An item without a set is one of the test's own set, where the test has one.
fn is_via(via: &Via, own: Option<&str>, reported: &Reported) -> bool {
    match (via, reported) {
        (Via::Item { set, name }, Reported::Item { id, .. }) => id.name == *name && set.as_deref().or(own).is_none_or(|set| id.set == set),
        (Via::Default(Some(set)), Reported::DefaultRow { set: decided, .. }) => set == decided,
        (Via::Default(None), Reported::NoDefault) => true,
        _ => false,
    }
}

fn via_text(via: &Via) -> String {
    match via {
        Via::Item { set: Some(set), name } => format!("{set}.{name}"),
        Via::Item { set: None, name } => name.clone(),
        Via::Default(Some(set)) => format!("default of {set}"),
        Via::Default(None) => "default".to_owned(),
    }
}

/// A test of a set whose `for` holds for none of its calls tests nothing of it, unless each call says that another set decides, or a check
/// before any rule.
fn did_not_apply(engines: &Engines<'_>, test: &SuiteTest, said: &[Said]) -> Option<Failure> {
    let set = test.case.set.as_deref()?;
    let is_about_it = test.calls.iter().any(|call| is_about(set, &call.call.expected));
    let holds = said.iter().filter_map(|said| said.seen.as_ref()).any(|seen| engines.applies(set, seen) == Truth::True);
    (is_about_it && !holds && !said.is_empty()).then(|| Failure::SetDidNotApply { set: set.to_owned() })
}

fn is_about(set: &str, expected: &tests::Expected) -> bool {
    match &expected.via {
        None => expected.because.is_none(),
        Some(Via::Item { set: named, .. } | Via::Default(named)) => named.as_deref().is_none_or(|named| named == set),
    }
}
