//! One call through the runtime, twice, and through the interpreter.

use straza_compiler::workspace::{Location, SourceMap};
use straza_language::core::{Catalog, CoreItem, Effect, ItemId, Program, Restriction};
use straza_runtime::call::Call;
use straza_runtime::decide::Scratch;
use straza_runtime::refusal::Refusal;
use straza_runtime::snapshot::Snapshot;
use straza_runtime::state::States;

use crate::agreement;
use crate::interpreter::{Answer, Interpreter, Outcome, Reported, Seen, Truth, Verdict, Word};
use crate::report::{Applied, Cause, Place};
use crate::wording;

use super::suite::SourceLines;

/// Everything that decides.
pub struct Engines<'a> {
    program: &'a Program,
    map: &'a SourceMap,
    lines: &'a SourceLines,
    snapshot: &'a Snapshot,
    interpreter: Interpreter<'a>,
}

/// What all of them say of a call.
pub struct Said {
    /// The answer of the runtime.
    pub answer: Answer,
    /// Places of the call that were unknown to what applied.
    pub unknowns: Vec<String>,
    /// What the runtime and the interpreter say, where they disagree.
    pub disagreement: Option<(String, String)>,
    /// The call as the interpreter sees it; nothing where it could not be read.
    pub seen: Option<Seen>,
}

impl<'a> Engines<'a> {
    /// Of a suite and the snapshot that was made of its program.
    pub fn new(suite: &'a super::TestSuite, snapshot: &'a Snapshot) -> Self {
        Self { program: &suite.program, map: &suite.map, lines: &suite.lines, snapshot, interpreter: Interpreter::new(&suite.program) }
    }

    /// Decides the text of a published call.
    pub fn decide(&self, text: &str, max_bytes: usize) -> Said {
        match Call::read_within(text.as_bytes(), max_bytes) {
            Ok(call) => self.decided(&call),
            Err(refusal) => unread(&refusal),
        }
    }

    /// The catalogs of the policy.
    pub fn catalogs(&self) -> &[Catalog] {
        &self.program.catalogs
    }

    /// Whether the set's `for` holds for a call.
    pub fn applies(&self, set: &str, call: &Seen) -> Truth {
        let found = self.program.sets.iter().find(|found| found.name == set);
        found.map_or(Truth::True, |set| self.interpreter.condition(&set.applies, call))
    }

    /// What a decision is reported by, with its place.
    pub fn cause(&self, reported: &Reported) -> Option<Cause> {
        match reported {
            Reported::Item { id, part, certain } => Some(self.item(id, *part, *certain)),
            Reported::DefaultRow { set, row, certain } => Some(self.row(set, *row, *certain)),
            Reported::NoDefault => Some(Cause { name: "default".to_owned(), place: None, line: None, certain: true }),
            Reported::Border(cause) => Some(Cause { name: cause.word().to_owned(), place: None, line: None, certain: true }),
            Reported::Recorded => None,
        }
    }

    /// Shadow items that would have applied.
    pub fn shadows(&self, answer: &Answer) -> Vec<Cause> {
        answer.fired.iter().filter(|fired| fired.shadow).map(|fired| self.item(&fired.id, fired.part, fired.certain)).collect()
    }

    /// Everything that applied.
    pub fn trace(&self, answer: &Answer) -> Vec<Applied> {
        let fired = answer.fired.iter().map(|fired| self.applied(&fired.id, fired.part, fired.certain));
        let permitted = answer.permitted.iter().map(|(id, part)| self.applied(id, *part, true));
        let rows = answer
            .rows
            .iter()
            .map(|(set, row, certain)| Applied { cause: self.row(set, *row, *certain), effect: self.row_effect(set, *row) });
        permitted.chain(fired).chain(rows).collect()
    }

    fn decided(&self, call: &Call) -> Said {
        let explanation = self.snapshot.explain(call, &States::EMPTY);
        let answer = agreement::answer(self.snapshot, &explanation);
        let quick = agreement::decided(self.snapshot, call, &mut Scratch::new(self.snapshot));
        let seen = Seen::of(call);
        let expected = agreement::interpreted(&self.interpreter, call);
        let disagreement =
            (answer != expected || quick != expected.outcome).then(|| (both(&answer.outcome, &quick), outcome(&expected.outcome)));
        Said { answer, unknowns: explanation.unknowns, disagreement, seen: Some(seen) }
    }

    fn applied(&self, id: &ItemId, part: u16, certain: bool) -> Applied {
        let item = self.program.items.iter().find(|item| item.id == *id && item.part == part);
        Applied { cause: self.item(id, part, certain), effect: item.map_or_else(String::new, effect) }
    }

    fn item(&self, id: &ItemId, part: u16, certain: bool) -> Cause {
        let place = self.map.parts.get(&(id.clone(), part)).or_else(|| self.map.items.get(id));
        self.placed(id.to_string(), place, certain)
    }

    fn row(&self, set: &str, row: u32, certain: bool) -> Cause {
        let place: Option<&Location> = self.map.rows.get(&(set.to_owned(), row));
        self.placed(format!("default of {set}"), place, certain)
    }

    fn placed(&self, name: String, place: Option<&Location>, certain: bool) -> Cause {
        let line = place.and_then(|place| self.lines.get(&(place.path.clone(), place.line))).cloned();
        Cause { name, place: place.map(Place::from), line, certain }
    }

    fn row_effect(&self, set: &str, row: u32) -> String {
        let set = self.program.sets.iter().find(|found| found.name == set);
        let row = set.and_then(|set| set.defaults.get(usize::try_from(row).ok()?));
        row.map_or_else(String::new, |row| wording::verdict(&row.steps.clone().map_or(Verdict::Deny, Verdict::Steps)))
    }
}

fn effect(item: &CoreItem) -> String {
    match &item.effect {
        Effect::Permit => "permits".to_owned(),
        Effect::Restrict(Restriction::Steps(steps)) => wording::verdict(&Verdict::Steps(steps.clone())),
        Effect::Restrict(_) => wording::verdict(&Verdict::Deny),
        _ => String::new(),
    }
}

/// A call that cannot be read is refused before any engine sees it.
fn unread(refusal: &Refusal) -> Said {
    let outcome = Outcome { verdict: Verdict::Deny, word: Word::Deny, reported: Reported::Border(refusal.cause) };
    let answer = Answer { outcome, without_unknown: Verdict::Deny, fired: Vec::new(), permitted: Vec::new(), rows: Vec::new() };
    Said { answer, unknowns: Vec::new(), disagreement: None, seen: None }
}

fn both(explained: &Outcome, quick: &Outcome) -> String {
    if explained == quick {
        outcome(explained)
    } else {
        format!("{} by explanation and {} by decision", outcome(explained), outcome(quick))
    }
}

fn outcome(outcome: &Outcome) -> String {
    let via = wording::via(&outcome.reported).map(|via| format!(" via {via}")).unwrap_or_default();
    format!("`{}`{via}", wording::verdict(&outcome.verdict))
}
