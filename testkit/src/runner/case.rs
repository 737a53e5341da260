//! A test: its calls one after another, those of a job on what the earlier ones left behind.

use std::collections::BTreeMap;

use straza_language::core::Step;
use straza_language::tests::{self, CallResult, ExpectedResult, Returned, TestCall, Via};
use straza_runtime::json;

use crate::interpreter::{Approval, Carried, Reported, Truth};
use crate::recording::LINE_BYTES;
use crate::report::{CallReport, Case, Failure};
use crate::world;

use super::Options;
use super::answered::Answered;
use super::call::{Expected, compared};
use super::engines::{Engines, Said, unread};
use super::memory::Ended;
use super::results::Shown;
use super::suite::{SuiteCall, SuiteTest};
use super::thread::{Fate, Happened, Thread};

/// Runs a test.
pub fn tested(engines: &Engines<'_>, test: &SuiteTest, options: &Options) -> Case {
    let mut run = Run { engines, test, options, calls: Vec::new(), applied: false };
    let mut rest = test.calls.as_slice();
    while let Some(first) = rest.first() {
        let together = |call: &SuiteCall| first.call.thread.is_some() && call.call.thread == first.call.thread;
        let count = rest.iter().take_while(|call| together(call)).count().max(1);
        let (thread, later) = rest.split_at(count.min(rest.len()));
        run.thread(thread);
        rest = later;
    }
    let failures = calls_nothing(&run.calls).or_else(|| run.did_not_apply()).into_iter().collect();
    Case { name: test.case.name.clone(), place: test.place.clone(), calls: run.calls, failures, states: None }
}

/// What decides nothing says nothing.
pub fn calls_nothing(calls: &[CallReport]) -> Option<Failure> {
    calls.is_empty().then_some(Failure::CallsNothing)
}

struct Run<'r> {
    engines: &'r Engines<'r>,
    test: &'r SuiteTest,
    options: &'r Options,
    calls: Vec<CallReport>,
    /// The set's `for` held for some call.
    applied: bool,
}

impl Run<'_> {
    /// Calls that remember one another.
    fn thread(&mut self, calls: &[SuiteCall]) {
        let mut thread = Thread::new(self.engines, Carried::ALL, true);
        let mut reports: BTreeMap<u64, CallReport> = BTreeMap::new();
        for (key, call) in (0..).zip(calls) {
            let turn = call.call.turn.map(|turn| turn.to_string());
            thread.enter(turn.as_deref());
            reports.extend(self.call(&mut thread, key, call, turn.as_deref()).map(|report| (key, report)));
            if let Some(result) = &call.call.result {
                thread.ended(key, ended(result));
            }
        }
        thread.enter(None);
        for (key, judged) in thread.judged() {
            let result = usize::try_from(key).ok().and_then(|at| calls.get(at)?.call.result.as_ref());
            if let Some(report) = reports.get_mut(&key) {
                report.failures.extend(judged.failures(result.and_then(expected_result).as_ref()));
            }
        }
        self.calls.extend(reports.into_values());
    }

    fn call(&mut self, thread: &mut Thread<'_>, key: u64, call: &SuiteCall, turn: Option<&str>) -> Option<CallReport> {
        let read = self.engines.read(&world::call_text(&call.call, self.engines.catalogs()), LINE_BYTES);
        let said = match &read {
            Ok(read) => thread.rule(read, &call.call.world.labels, turn),
            Err(refusal) => unread(refusal),
        };
        if let (false, Ok(read), Some(set)) = (self.applied, &read, self.test.case.set.as_deref()) {
            self.applied = thread.holds(self.engines.applies(set), read) == Truth::True;
        }
        let report = expected(self.test, call, &said).map(|expected| {
            let function = format!("{}.{}", call.call.function.server, call.call.function.name);
            compared(self.engines, call.place.clone(), function, &said, &expected, thread.earlier(), self.options)
        });
        if let Ok(read) = read {
            let at_the_border = matches!(said.answer.outcome.reported, Reported::Border(_));
            let (place, labels) = (call.place.clone(), call.call.world.labels.clone());
            thread.happened(Happened { key, place, read, labels, fate: fate(&call.call), at_the_border }, &said);
        }
        report
    }

    /// A test of a set whose `for` holds for none of its calls tests nothing of it, unless each call says that another set decides, or a
    /// check before any rule.
    fn did_not_apply(&self) -> Option<Failure> {
        let set = self.test.case.set.as_deref()?;
        let is_about_it = self.test.calls.iter().filter_map(|call| call.call.expected.as_ref()).any(|expected| is_about(set, expected));
        (is_about_it && !self.applied).then(|| Failure::SetDidNotApply { set: set.to_owned() })
    }
}

/// What the test means to become of the call: what it expects and what people say.
fn fate(call: &TestCall) -> Fate {
    let Some(expected) = &call.expected else { return Fate::Made(Vec::new()) };
    let steps = match &expected.verdict {
        tests::Verdict::Stub => return Fate::Stubbed,
        tests::Verdict::Hold => return Fate::Open,
        tests::Verdict::Deny | tests::Verdict::StopJob => return Fate::NotMade,
        _ if !call.answer.yes => return Fate::NotMade,
        tests::Verdict::Allow => return Fate::Made(Vec::new()),
        tests::Verdict::Steps(steps) => steps,
    };
    let approval = |step: &Step| match step {
        Step::Approve { pool, .. } => Some(Approval { deciders: pool.deciders.clone(), count: pool.count }),
        _ => None,
    };
    Fate::Made(steps.iter().filter_map(approval).collect())
}

fn ended(result: &CallResult) -> Ended {
    let value = match &result.returned {
        Returned::Value(value) => json::read_within(value.to_string().as_bytes(), LINE_BYTES).ok(),
        Returned::Failed | Returned::Unknown => None,
    };
    Ended { result: value, failed: result.returned == Returned::Failed, labels: result.labels.clone(), open: false }
}

fn expected_result(result: &CallResult) -> Option<Shown> {
    Some(match result.expected.as_ref()? {
        ExpectedResult::Withheld => Shown::Withheld,
        ExpectedResult::AsIs => Shown::Passed(ended(result).result),
        ExpectedResult::Passed(value) => Shown::Passed(json::read_within(value.to_string().as_bytes(), LINE_BYTES).ok()),
    })
}

fn expected(test: &SuiteTest, call: &SuiteCall, said: &Said) -> Option<Expected> {
    let written = call.call.expected.as_ref()?;
    Some(Expected {
        answered: Answered::from(&written.verdict),
        via: written.via.as_ref().map(via_text),
        is_via: written.via.as_ref().is_none_or(|via| is_via(via, test.case.set.as_deref(), said.reported().as_ref())),
        because_unknown: written.because_unknown,
        because: written.because.clone(),
        wants_via: call.call.event.is_none(),
    })
}

/// An item without a set is one of the test's own set, where the test has one.
fn is_via(via: &Via, own: Option<&str>, reported: Option<&Reported>) -> bool {
    let Some(reported) = reported else { return false };
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

fn is_about(set: &str, expected: &tests::Expected) -> bool {
    match &expected.via {
        None => expected.because.is_none(),
        Some(Via::Item { set: named, .. } | Via::Default(named)) => named.as_deref().is_none_or(|named| named == set),
    }
}
