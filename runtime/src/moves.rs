//! Moving the states on: what a dispatched, a refused and a finished call leave behind.
//!
//! A call is *dispatched* when it is about to be made: whatever it may bring is remembered then, so that a result that never comes is no hole.
//! It is *finished* when its result is known; that only adds. A refused call counts for limits on the same call and for nothing else. Moves
//! of one call are worked out on the states before it, so it never meets its own.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::{Call, Event, Part};
use crate::compiled::Core;
use crate::decide::{self, Scratch};
use crate::evaluate::{
    Evaluation, Seen, Side, Truth, by_name, digest_of, duty_key, key, meets, owner_name, selects, since, source_key, within,
};
use crate::functions::Server;
use crate::json::Value as Json;
use crate::layout::*;
use crate::limits;
use crate::state::{Key, Known, Origin, Run as SequenceRun, State, States, Sum, Value};

/// What people said yes to before a call was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Yes {
    /// Roles (and `sponsor`) of the step's pool, sorted.
    pub deciders: Vec<String>,
    /// How many agreed.
    pub count: u8,
    /// A policy said it and no person: it meets nothing that asks for people.
    pub by_policy: bool,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcome<'a> {
    /// What came back; `None` where nothing did, or nobody saw it.
    pub result: Option<&'a Json>,
    /// Labels of the result: those of a child, those that the host found.
    pub labels: &'a [String],
    /// It may have labels that are not listed.
    pub open: bool,
    /// It failed, so that nothing came back for certain.
    pub failed: bool,
}

impl Core {
    /// Remembers that a call is made now: labels, steps, duties, limits, children. Of an event that is only recorded, the person's words.
    pub fn dispatched(&self, call: &Call, yes: &[Yes], states: &mut States) {
        if !call.event().asks() {
            self.own_words(call, states);
            return states.bound();
        }
        let Some(moves) = self.moves(call, states, |_| true) else { return };
        tick(states);
        if call.starts_child() {
            states.job.iter_mut().for_each(|job| job.children = job.children.saturating_add(1));
        }
        let place = Place::of(call, states);
        for change in &moves {
            if let Change::Clear { label, step } = change
                && self.is_met(*step, yes)
            {
                states.job.iter_mut().for_each(|job| job.labels.clear(label));
            }
        }
        moves.into_iter().for_each(|change| change.apply(&place, states));
        states.bound();
    }

    /// Remembers that a call was not made: it counts for limits on the same call.
    pub fn refused(&self, call: &Call, states: &mut States) {
        let same = |record: &TrackedRecord| record.kind == tracked::COUNTER && record.place == tracked::SAME_CALL;
        let Some(moves) = self.moves(call, states, same) else { return };
        tick(states);
        let place = Place::of(call, states);
        moves.into_iter().for_each(|change| change.apply(&place, states));
        states.bound();
    }

    /// Remembers what a result brought: labels, and where its values came from.
    pub fn finished(&self, call: &Call, outcome: &Outcome<'_>, states: &mut States) {
        tick(states);
        let place = Place::of(call, states);
        for label in outcome.labels {
            both(states, |state| state.labels.bring(label, place.job, state.moves, true));
        }
        if outcome.open {
            both(states, |state| state.labels.open());
        }
        if !outcome.failed {
            self.values_of(call, outcome, states);
        }
        states.bound();
    }

    /// Labels that the function is known to bring by itself, sorted, with whether it certainly does.
    pub fn known_labels(&self, call: &Call, states: &States) -> Vec<(String, bool)> {
        let moves = self.moves(call, states, |record| record.kind == tracked::LABEL).unwrap_or_default();
        let label = |change| if let Change::Label { label, certain, .. } = change { Some((label, certain)) } else { None };
        let mut labels: Vec<(String, bool)> = moves.into_iter().filter_map(label).collect();
        // Certain before possible, so that the first of a name says it.
        labels.sort_by(|a, b| (&a.0, !a.1).cmp(&(&b.0, !b.1)));
        labels.dedup_by(|later, first| later.0 == first.0);
        labels
    }

    /// What the call may change, worked out on the states as they are; `None` where the function may not be called by this name.
    fn moves(&self, call: &Call, states: &States, wanted: impl Fn(&TrackedRecord) -> bool) -> Option<Vec<Change>> {
        let mut scratch = Scratch::new(self);
        let found = decide::look_up(self, call, &mut scratch).ok()?;
        let mut evaluation = Evaluation::new(self, call, states, found, limits::FUEL);
        let mut moves = Vec::new();
        for group in scratch.groups.iter().filter_map(|group| self.group(*group)) {
            for item in self.list(group.moves).filter_map(|item| self.item_record(item)) {
                let Some(record) = self.tracked(item.data).filter(|record| wanted(record)) else { continue };
                // Nothing is taken off on the word of another server.
                if record.kind == tracked::CLEAR && found.server != Server::Meant {
                    continue;
                }
                let truth = evaluation.condition(item.entry);
                if truth != Truth::False {
                    moves.extend(change(&mut evaluation, &record, truth == Truth::True));
                }
            }
        }
        Some(moves)
    }

    /// Whether people of the step's pool said yes.
    fn is_met(&self, step: u32, yes: &[Yes]) -> bool {
        let Some(step) = self.step(step) else { return false };
        let pool = || step.deciders.range().filter_map(|name| self.text_of(self.name(name as u32)?.text));
        let within = |yes: &Yes| yes.deciders.iter().all(|decider| pool().any(|ours| ours == decider));
        yes.iter().any(|yes| !yes.by_policy && !yes.deciders.is_empty() && yes.count >= step.count && within(yes))
    }

    /// Where values may come from, by all that asks: whether the person is a source, whether taint matters, and which readings compare.
    fn origins_asked(&self) -> OriginsAsked {
        let questions =
            (0..self.count(Section::Tracked)).filter_map(|index| self.tracked(index)).filter(|record| record.kind == tracked::ORIGIN);
        let mut asked = OriginsAsked::default();
        for record in questions {
            asked.taint |= record.flags & tracked::TAINTS != 0;
            let reading = self.attribute(record.attribute).map_or(reading::PLAIN, |attribute| attribute.reading);
            if !asked.readings.contains(&reading) {
                asked.readings.push(reading);
            }
            asked.sources.extend(record.parts.range().filter_map(|index| self.target(index as u32)));
        }
        asked
    }

    /// Remembers the values of a result whose function some item asks about, or that it was not seen.
    fn values_of(&self, call: &Call, outcome: &Outcome<'_>, states: &mut States) {
        let asked = self.origins_asked();
        if asked.readings.is_empty() {
            return;
        }
        let tainted = self.taints(call, outcome, states);
        let mut scratch = Scratch::new(self);
        let meant = decide::look_up(self, call, &mut scratch).is_ok_and(|found| found.server == Server::Meant);
        let (server, name) = if meant { (call.server(), call.name()) } else { ("", "") };
        let found = by_name(self, server, name);
        let source = asked.sources.iter().any(|source| selects(self, source, server, name, &found) != Truth::False);
        if !((meant && source) || (tainted && asked.taint)) {
            return;
        }
        let origin = Origin::Function { server: server.to_owned(), name: name.to_owned() };
        let key = source_key(server, name);
        for state in states.job.iter_mut().chain(&mut states.tree) {
            match outcome.result {
                Some(result) => remember(state, result, &asked.readings, key, &origin, tainted),
                None => state.origins.miss(key, &origin, tainted),
            }
        }
    }

    /// Whether nothing that a result holds is to be trusted: its function brings a label that taints, or such a label was found in it.
    fn taints(&self, call: &Call, outcome: &Outcome<'_>, states: &States) -> bool {
        let brings = |change: &Change| matches!(change, Change::Label { taints: true, .. });
        let taint = |record: &TrackedRecord| record.kind == tracked::LABEL && record.flags & tracked::TAINTS != 0;
        let is_found = |record: TrackedRecord| outcome.labels.iter().any(|label| self.text_of(record.text) == Some(label));
        let mut tainting = (0..self.count(Section::Tracked)).filter_map(|index| self.tracked(index)).filter(taint);
        outcome.open && tainting.clone().next().is_some()
            || tainting.any(is_found)
            || self.moves(call, states, |record| record.kind == tracked::LABEL).is_none_or(|moves| moves.iter().any(brings))
    }

    /// Remembers the words of a prompt as the person's own.
    fn own_words(&self, call: &Call, states: &mut States) {
        let asked = self.origins_asked();
        if call.event() != Event::PromptSubmit || !asked.sources.iter().any(|source| source.flags & PRINCIPAL_SOURCE != 0) {
            return;
        }
        let prompt = call.arguments().and_then(|arguments| arguments.get("prompt")?.as_text());
        for state in states.job.iter_mut().chain(&mut states.tree) {
            match prompt {
                Some(prompt) => words(prompt.as_str()).for_each(|word| {
                    let values = asked.readings.iter().filter_map(|reading| digest_of(Seen::Text(word), *reading));
                    values.for_each(|value| state.origins.add(value, 0, &Origin::Principal, false));
                }),
                None => state.origins.miss(0, &Origin::Principal, false),
            }
        }
    }
}

/// What stands between blanks, without punctuation at its ends.
fn words(prompt: &str) -> impl Iterator<Item = &str> {
    let bare = |word: &str| !word.is_empty() && word.len() <= limits::TEXT_BYTES && crate::json::is_normal(word);
    let trim = |word| str::trim_matches(word, |character: char| character.is_ascii_punctuation());
    prompt.split_whitespace().map(trim).filter(move |word| bare(word))
}

/// What items ask about origins, all together.
#[derive(Default)]
struct OriginsAsked {
    taint: bool,
    readings: Vec<u8>,
    sources: Vec<TargetRecord>,
}

/// The leaves of a result, each a value of its own.
fn remember(state: &mut State, result: &Json, readings: &[u8], source: u64, origin: &Origin, tainted: bool) {
    let mut pending = alloc::vec![result];
    while let Some(value) = pending.pop() {
        if state.origins.is_full() {
            return;
        }
        let seen = match value {
            Json::List(elements) => {
                pending.extend(elements);
                continue;
            }
            Json::Object(object) => {
                pending.extend(object.iter().map(|(_, value)| value));
                continue;
            }
            Json::Text(text) => text.comparable().map_or(Seen::Other, Seen::Text),
            Json::Number(number) => Seen::Number(*number),
            Json::Null | Json::Bool(_) => continue,
        };
        for value in readings.iter().filter_map(|reading| digest_of(seen, *reading)) {
            state.origins.add(value, source, origin, tainted);
        }
    }
}

/// One change, worked out and not yet made.
enum Change {
    Label { label: String, taints: bool, certain: bool },
    Clear { label: String, step: u32 },
    Runs { owner: u8, key: Key, runs: Vec<(SequenceRun, i64)> },
    Side { owner: u8, keys: Vec<([u8; 16], bool)>, until: i64 },
    Count { owner: u8, key: Key, which: [u8; 16], sum: Sum, from: Option<i64> },
}

/// Who moves, and when.
struct Place {
    job: u64,
    number: u64,
    now: Option<i64>,
}

impl Place {
    fn of(call: &Call, states: &States) -> Self {
        let id = call.part(Part::Job).and_then(|job| job.get("id")?.as_text());
        let job = id.map_or(0, |id| source_key(id.as_str(), ""));
        let moves = states.job.as_ref().or(states.person.as_ref()).map_or(0, |state| state.moves);
        let mut hasher = Hasher::new(0);
        hasher.write(&job.to_be_bytes());
        hasher.write(&moves.to_be_bytes());
        Self { job, number: hasher.finish(), now: call.now() }
    }
}

impl Change {
    fn apply(self, place: &Place, states: &mut States) {
        match self {
            Self::Label { label, certain, .. } => both(states, |state| state.labels.bring(&label, place.job, state.moves, certain)),
            // Made before anything is brought.
            Self::Clear { .. } => {}
            Self::Runs { owner, key, runs } => {
                states.owner_mut(owner).into_iter().for_each(|state| state.runs.add(key, runs.clone(), place.now));
            }
            Self::Side { owner, keys, until } => {
                if let Some(state) = states.owner_mut(owner) {
                    keys.iter().for_each(|(key, certain)| state.duties.add(*key, *certain, until, place.now));
                }
            }
            Self::Count { owner, key, which, sum, from } => {
                let time = place.now.unwrap_or(i64::MAX);
                states.owner_mut(owner).into_iter().for_each(|state| state.counters.add(key, which, time, place.number, sum, from));
            }
        }
    }
}

fn change(evaluation: &mut Evaluation<'_>, record: &TrackedRecord, certain: bool) -> Option<Change> {
    let label = || evaluation.core.text_of(record.text).map(ToOwned::to_owned);
    match record.kind {
        tracked::LABEL => Some(Change::Label { label: label()?, taints: record.flags & tracked::TAINTS != 0, certain }),
        tracked::CLEAR => certain.then_some(Change::Clear { label: label()?, step: record.other }),
        tracked::SEQUENCE => runs(evaluation, record, certain),
        tracked::DUTY => side(evaluation, record, certain),
        tracked::COUNTER => {
            let (which, from) = (evaluation.counted_as(record), since(record.window, evaluation.call.now()));
            owner_name(evaluation.call, record.owner)?;
            Some(Change::Count { owner: record.owner, key: key(record), which, sum: evaluation.amount(record), from })
        }
        _ => None,
    }
}

/// The runs that a step begins or takes further.
fn runs(evaluation: &mut Evaluation<'_>, record: &TrackedRecord, certain: bool) -> Option<Change> {
    let mut own: Vec<(usize, Option<[u8; 16]>)> = Vec::new();
    for index in record.parts.range() {
        let bind = evaluation.core.bind(index as u32)?;
        own.push((bind.variable as usize, evaluation.value(bind.attribute)));
    }
    let now = evaluation.call.now();
    let runs = if record.place == 0 {
        let blank = SequenceRun { steps: 0, certain: true, values: alloc::vec![Value::Unset; usize::from(record.variables)] };
        let (until, timed) = end(record.window, now);
        alloc::vec![(taken(&blank, &own, certain && timed), until)]
    } else {
        let before = match evaluation.states.owner(record.owner)?.runs.of(key(record)) {
            Known::Value(runs) => runs,
            Known::Nothing | Known::Unknown => return None,
        };
        // What lapsed goes no further.
        let is_due = |(run, until): &(&SequenceRun, &i64)| run.steps == record.place && within(**until, record.window, now) != Truth::False;
        let due = before.iter().filter(is_due);
        let fits = due.filter(|(run, _)| meets(run, own.iter().copied()) != Truth::False);
        fits.map(|(run, until)| (taken(run, &own, certain && meets(run, own.iter().copied()) == Truth::True), *until)).collect()
    };
    Some(Change::Runs { owner: record.owner, key: key(record), runs })
}

/// A run after one more step.
fn taken(run: &SequenceRun, own: &[(usize, Option<[u8; 16]>)], certain: bool) -> SequenceRun {
    let mut next = SequenceRun { steps: run.steps.saturating_add(1), certain: run.certain && certain, values: run.values.clone() };
    for (variable, value) in own {
        let Some(slot) = next.values.get_mut(*variable) else { continue };
        match (value, &slot) {
            (Some(value), _) => *slot = Value::Digest(*value),
            (None, Value::Unset) => *slot = Value::Any,
            (None, _) => {}
        }
        next.certain &= value.is_some();
    }
    next
}

/// The last second of a window that begins now, and whether that is known.
fn end(window: u32, now: Option<i64>) -> (i64, bool) {
    match (window, now) {
        (NONE, _) => (i64::MAX, true),
        (window, Some(now)) => (now.saturating_add(window.into()).min(i64::MAX - 1), true),
        (_, None) => (i64::MAX, false),
    }
}

fn side(evaluation: &mut Evaluation<'_>, record: &TrackedRecord, certain: bool) -> Option<Change> {
    let owner = owner_name(evaluation.call, record.owner)?;
    let (values, known) = evaluation.duty_values(record);
    let (until, timed) = end(record.window, evaluation.call.now());
    let values = values.get(..record.parts.len as usize).unwrap_or_default();
    let made = |side: Side<'_>| duty_key(key(record), record.place, owner, side);
    let own = if known { (made(Side::Values(values)), certain && timed) } else { (made(Side::Unbound), false) };
    Some(Change::Side { owner: record.owner, keys: alloc::vec![own, (made(Side::Any), false)], until })
}

/// The job's state and its tree's.
fn both(states: &mut States, change: impl Fn(&mut State)) {
    states.job.iter_mut().chain(&mut states.tree).for_each(change);
}

/// Every state that is carried counts the call.
fn tick(states: &mut States) {
    let all = [&mut states.job, &mut states.tree, &mut states.person, &mut states.agent];
    all.into_iter().flatten().for_each(|state| state.moves = state.moves.saturating_add(1));
}
