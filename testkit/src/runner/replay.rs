//! A recording: what happened, decided again on the states that it leaves behind, owner by owner.

use std::collections::BTreeMap;

use straza_runtime::json;

use crate::interpreter::{Approval, Carried, Reported};
use crate::recording::{
    CallEntry, Entry, Expectation, Fate as Recorded, Header, LINE_BYTES, Line, Owner, Recording, RecordingError, ResultEntry,
    ResultExpectation,
};
use crate::report::{CallReport, Case, Failure, Place};
use crate::wording;

use super::answered::Answered;
use super::call::{Expected, compared};
use super::case::calls_nothing;
use super::engines::{Engines, Said, unread};
use super::memory::Ended;
use super::results::Shown;
use super::thread::{Fate, Happened, Thread};
use super::{Options, RecordingFile};

/// Decides a recording's calls again.
pub fn replayed(engines: &Engines<'_>, file: RecordingFile<'_>, options: &Options) -> Case {
    let place = Place { path: file.path.clone(), line: 1, column: 1 };
    let mut case = Case { name: file.path, place, calls: Vec::new(), failures: Vec::new(), states: None };
    match Recording::open(file.reader) {
        Ok(recording) => {
            let thread = Thread::new(engines, carried(recording.header()), false);
            let mut replay =
                Replay { engines, options, path: &case.name, thread, calls: Vec::new(), results: BTreeMap::new(), failures: Vec::new() };
            for line in recording {
                match line {
                    Ok(line) => replay.line(&line),
                    Err(error) => replay.failures.push(unreadable(&error)),
                }
            }
            replay.thread.enter(None);
            replay.judge();
            case.states = Some(replay.thread.digest());
            (case.calls, case.failures) = (replay.calls, replay.failures);
        }
        Err(error) => case.failures.push(unreadable(&error)),
    }
    if case.failures.is_empty() {
        case.failures.extend(calls_nothing(&case.calls));
    }
    case
}

struct Replay<'r> {
    engines: &'r Engines<'r>,
    options: &'r Options,
    path: &'r str,
    thread: Thread<'r>,
    calls: Vec<CallReport>,
    /// Results that are not judged yet, by their call: their line and what it says.
    results: BTreeMap<u64, (usize, ResultEntry)>,
    failures: Vec<Failure>,
}

impl Replay<'_> {
    fn line(&mut self, line: &Line) {
        let place = self.place(line.number);
        match &line.entry {
            Entry::Call(CallEntry { call, expect, turn, fate }) => {
                self.call(line.seq, place, call, Some(expect), turn.as_deref(), fate.into());
            }
            Entry::Event { call, expect } => self.call(line.seq, place, call, expect.as_ref(), None, Fate::Made(Vec::new())),
            Entry::Result(result) => self.result(line.number, result),
        }
        self.judge();
    }

    fn call(&mut self, seq: u64, place: Place, text: &str, expect: Option<&Expectation>, turn: Option<&str>, fate: Fate) {
        self.thread.enter(turn);
        let read = self.engines.read(text, LINE_BYTES);
        let said = match &read {
            Ok(read) => self.thread.decide(read, &[], turn),
            Err(refusal) => unread(refusal),
        };
        if let Some(expect) = expect {
            let function = read
                .as_ref()
                .map_or_else(|_| "that cannot be read".to_owned(), |read| format!("{}.{}", read.raw.server(), read.raw.name()));
            let expected = expected(expect, &said);
            let report = compared(self.engines, place.clone(), function, &said, &expected, self.thread.earlier(), self.options);
            self.calls.push(report);
        }
        if let Ok(read) = read {
            let at_the_border = matches!(said.answer.outcome.reported, Reported::Border(_));
            self.thread.happened(Happened { key: seq, place, read, labels: Vec::new(), fate, at_the_border }, &said);
        }
    }

    fn result(&mut self, number: usize, result: &ResultEntry) {
        let value = result.result.as_ref().and_then(|text| json::read_within(text.as_bytes(), LINE_BYTES).ok());
        let ended = Ended { result: value, failed: result.failed, labels: result.labels.clone(), open: result.open };
        self.results.insert(result.of, (number, result.clone()));
        if !self.thread.ended(result.of, ended) {
            self.results.remove(&result.of);
            self.failures.push(Failure::NoSuchCall { line: number, of: result.of });
        }
    }

    /// Compares the results that were judged since the last line.
    fn judge(&mut self) {
        for (seq, judged) in self.thread.judged() {
            let expected = self.results.remove(&seq);
            let number = expected.as_ref().map_or(0, |(number, _)| *number);
            let shown = expected.and_then(|(_, result)| expected_result(&result));
            let failures = judged.failures(shown.as_ref()).into_iter();
            self.failures.extend(failures.map(|failure| Failure::InLine { line: number, failure: Box::new(failure) }));
        }
    }

    fn place(&self, line: usize) -> Place {
        Place { path: self.path.to_owned(), line: u32::try_from(line).unwrap_or(u32::MAX), column: 1 }
    }
}

fn carried(header: &Header) -> Carried {
    let is_complete = |owner: Owner| header.complete.contains(&owner);
    Carried {
        job: is_complete(Owner::Job),
        tree: is_complete(Owner::Tree),
        person: is_complete(Owner::Person),
        agent: is_complete(Owner::Agent),
    }
}

fn expected(expect: &Expectation, said: &Said) -> Expected {
    Expected {
        answered: Answered::Decision(expect.verdict.clone()),
        via: expect.via.clone(),
        is_via: expect.via == wording::via(&said.answer.outcome.reported),
        because_unknown: expect.because_unknown,
        because: expect.because.clone(),
        wants_via: false,
    }
}

fn expected_result(result: &ResultEntry) -> Option<Shown> {
    let read = |text: &str| json::read_within(text.as_bytes(), LINE_BYTES).ok();
    Some(match result.expect.as_ref()? {
        ResultExpectation::Withheld => Shown::Withheld,
        ResultExpectation::AsIs => Shown::Passed(result.result.as_deref().and_then(read)),
        ResultExpectation::Passed(value) => Shown::Passed(read(value)),
    })
}

fn unreadable(error: &RecordingError) -> Failure {
    Failure::Unreadable { why: error.to_string() }
}

impl From<&Recorded> for Fate {
    fn from(recorded: &Recorded) -> Self {
        match recorded {
            Recorded::Made(yes) => {
                Self::Made(yes.iter().map(|yes| Approval { deciders: yes.deciders.clone(), count: yes.count }).collect())
            }
            Recorded::Refused => Self::NotMade,
            Recorded::Open => Self::Open,
        }
    }
}
