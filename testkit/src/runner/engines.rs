//! What decides: the automata of the runtime and the interpreter; and what their answers are called in a report.

use std::iter;

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::{Location, SourceMap};
use straza_language::core::{Catalog, Condition, CoreItem, Effect, FunctionName, ItemId, Program, Restriction};
use straza_language::local_tools::local_tool;
use straza_runtime::call::Call;
use straza_runtime::checks::Check;
use straza_runtime::compiled::Core;
use straza_runtime::judge::{Host, Rows};
use straza_runtime::opening::Expectation;
use straza_runtime::refusal::{Cause as RefusalCause, Refusal};
use straza_runtime::snapshot::Snapshot;
use straza_runtime::{Scratch, States};

use crate::interpreter::{Answer, Interpreter, Outcome, Reported, Seen, Verdict, Word};
use crate::report::{Applied, Cause, Place};
use crate::wording;

use super::answered::Answered;
use super::ruled::Ruled;
use super::suite::SourceLines;

/// Everything that decides.
pub struct Engines<'a> {
    program: &'a Program,
    map: &'a SourceMap,
    lines: &'a SourceLines,
    snapshot: &'a Snapshot,
    again: Option<Snapshot>,
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
    /// What the ordered checks answer; nothing where only the items were asked.
    pub ruled: Option<Ruled>,
}

impl Said {
    /// What it comes to, in the words of a test.
    pub fn answered(&self) -> Answered {
        let outcome = &self.answer.outcome;
        self.ruled.as_ref().map_or_else(|| Answered::Decision(outcome.verdict.clone()), |ruled| ruled.answered(outcome))
    }

    /// What decided it.
    pub fn reported(&self) -> Option<Reported> {
        let outcome = &self.answer.outcome;
        self.ruled.as_ref().map_or_else(|| Some(outcome.reported.clone()), |ruled| ruled.reported(outcome))
    }

    /// The row that refuses what the items alone would not, and whether for something unknown.
    pub fn refusing(&self) -> Option<(&'static Check, bool)> {
        self.ruled.as_ref().and_then(|ruled| ruled.refusing(&self.answer.outcome))
    }
}

/// A call as each engine takes it.
#[derive(Debug, Clone)]
pub struct Read {
    /// As it was sent.
    pub raw: Call,
    /// With its lists fed by each automaton, in their order.
    pub calls: Vec<Call>,
    /// As the interpreter sees it.
    pub seen: Seen,
}

impl Read {
    /// The call, fed by the first automaton.
    pub fn call(&self) -> &Call {
        self.calls.first().unwrap_or(&self.raw)
    }
}

impl<'a> Engines<'a> {
    /// Of a suite and the snapshot that was made of its program. A policy that remembers is compiled again, so that two automata can be
    /// compared in what they keep; nothing, where that fails.
    pub fn new(suite: &'a super::TestSuite, snapshot: &'a Snapshot) -> Option<Self> {
        let remembers = suite.program.items.iter().any(|item| matches!(item.effect, Effect::Move(_)));
        let again = if remembers { Some(compiled_again(&suite.program)?) } else { None };
        let interpreter = Interpreter::new(&suite.program);
        Some(Self { program: &suite.program, map: &suite.map, lines: &suite.lines, snapshot, again, interpreter })
    }

    /// The automata: the snapshot as it was opened, and as it is compiled again.
    pub fn automata(&self) -> impl Iterator<Item = &Core> {
        iter::once(self.snapshot).chain(&self.again).map(|snapshot| &**snapshot)
    }

    /// The interpreter.
    pub fn interpreter(&self) -> &Interpreter<'a> {
        &self.interpreter
    }

    /// Reads the text of a published call.
    pub fn read(&self, text: &str, max_bytes: usize) -> Result<Read, Refusal> {
        let raw = self.filled(Call::read_within(text.as_bytes(), max_bytes)?);
        let fed = |core: &Core| {
            let mut call = raw.clone();
            core.feed(&mut call);
            call
        };
        Ok(Read { calls: self.automata().map(fed).collect(), seen: Seen::of(&raw), raw })
    }

    /// The call as everything after the first rows sees it: with the arguments that `fill` gives it.
    fn filled(&self, call: Call) -> Call {
        let host = Host { rows: Rows::of(&["2"]), ..Host::POLICY };
        let arguments = self.snapshot.judge(&call, &States::EMPTY, &host, &mut Scratch::new(self.snapshot)).arguments;
        arguments.map_or(call.clone(), |arguments| call.with_arguments(arguments))
    }

    /// Whether a function certainly only reads, as the catalogs and the local tools have it.
    pub fn only_reads(&self, server: &str, name: &str) -> bool {
        let function = FunctionName { server: server.to_owned(), name: name.to_owned() };
        let catalogued = self.program.catalogs.iter().flat_map(|catalog| &catalog.functions).find(|known| known.function == function);
        let write = catalogued.map(|known| known.effects.write).or_else(|| local_tool(&function).map(|tool| tool.effects.write));
        write == Some(false)
    }

    /// The catalogs of the policy.
    pub fn catalogs(&self) -> &[Catalog] {
        &self.program.catalogs
    }

    /// The `for` of a set.
    pub fn applies(&self, set: &str) -> &Condition {
        self.program.sets.iter().find(|found| found.name == set).map_or(&Condition::True, |set| &set.applies)
    }

    /// What a decision is reported by, with its place.
    pub fn cause(&self, reported: &Reported) -> Option<Cause> {
        match reported {
            Reported::Item { id, part, certain } => Some(self.item(id, *part, *certain)),
            Reported::DefaultRow { set, row, certain } => Some(self.row(set, *row, *certain)),
            Reported::Commands { set, clause, certain } => Some(self.placed(format!("{} of {set}", clause.as_str()), None, *certain)),
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
pub fn unread(refusal: &Refusal) -> Said {
    let outcome = Outcome { verdict: Verdict::Deny, word: Word::Deny, reported: Reported::Border(refusal.cause) };
    let answer = Answer { outcome, without_unknown: Verdict::Deny, fired: Vec::new(), permitted: Vec::new(), rows: Vec::new() };
    Said { answer, unknowns: Vec::new(), disagreement: None, ruled: None }
}

/// What the automata say (everything, quickly, and what was unknown), beside the interpreter where it was asked. What is reported is the
/// first automaton's.
pub fn compared(automata: Vec<(Answer, Outcome, Vec<String>)>, interpreter: Option<Answer>) -> Said {
    let mut automata = automata.into_iter();
    let Some((answer, quick, unknowns)) = automata.next() else {
        return unread(&Refusal::new(RefusalCause::Limit, "there is no automaton"));
    };
    let expected = interpreter.unwrap_or_else(|| answer.clone());
    let differs = |answer: &Answer, quick: &Outcome| *answer != expected || *quick != expected.outcome;
    let others = automata.find(|(answer, quick, _)| differs(answer, quick)).map(|(answer, quick, _)| (answer.outcome, quick));
    let own = differs(&answer, &quick).then(|| (answer.outcome.clone(), quick));
    let disagreement = own.or(others).map(|(explained, quick)| (both(&explained, &quick), self::outcome(&expected.outcome)));
    Said { answer, unknowns, disagreement, ruled: None }
}

/// Signed with a key that nobody trusts but this function.
fn compiled_again(program: &Program) -> Option<Snapshot> {
    let key = SigningKey::from_secret(&[0; 32], KeyKind::Development);
    let compiled = compile(program, &CompileOptions { serial: 1, budget: None }, &key).ok()?;
    Snapshot::open(&compiled.bytes, &trust_in(&key).ok()?, &Expectation::default()).ok()
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
