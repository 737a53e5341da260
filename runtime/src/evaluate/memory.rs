//! Questions to the states, each a small function; what each means is written at `language::core::Memory`.

use crate::call::Call;
use crate::decimal::Decimal;
use crate::digest::call_digest;
use crate::json::Value as Json;
use crate::layout::*;
use crate::limits::SEQUENCE_VALUES;
use crate::state::{Key, Known, Origin, Run as SequenceRun, State, Sum, Value};

use super::read::see;
use super::remembered::{Side, digest_of, duty_key, owner_name};
use super::selection::{by_name, selects};
use super::{Evaluation, Seen, Truth};

impl<'a> Evaluation<'a> {
    /// A question to the state.
    pub(super) fn remembered(&mut self, index: u32) -> Truth {
        let Some(record) = self.core.tracked(index) else { return Truth::Unknown };
        match record.kind {
            tracked::SEQUENCE => self.fired(&record),
            tracked::DUTY => self.done(&record),
            tracked::COUNTER => self.above(&record),
            tracked::ORIGIN => self.came_from(&record),
            _ => Truth::Unknown,
        }
    }

    /// This call's values of a record, by place: `None` where one is no value.
    fn values(&mut self, record: &TrackedRecord) -> [Option<(usize, Option<[u8; 16]>)>; SEQUENCE_VALUES] {
        let mut values = [None; SEQUENCE_VALUES];
        for (slot, index) in values.iter_mut().zip(record.parts.range()) {
            let Some(bind) = self.core.bind(index as u32) else { continue };
            *slot = Some((bind.variable as usize, self.value(bind.attribute)));
        }
        values
    }

    /// The hash of a value of the call.
    pub(crate) fn value(&mut self, attribute: u32) -> Option<[u8; 16]> {
        let attribute = self.core.attribute(attribute)?;
        let seen = self.read(&attribute);
        self.charge(super::read::width(seen) as u64);
        digest_of(seen, attribute.reading)
    }

    /// All steps but the last were made, with equal values, within the window.
    fn fired(&mut self, record: &TrackedRecord) -> Truth {
        let Some(state) = self.states.owner(record.owner) else { return Truth::Unknown };
        let runs = match state.runs.of(key(record)) {
            Known::Nothing => return Truth::False,
            Known::Unknown => return Truth::Unknown,
            Known::Value(runs) => runs,
        };
        let values = self.values(record);
        let due = record.steps.saturating_sub(1);
        let mut truth = Truth::False;
        for (run, until) in runs {
            self.charge(1);
            if run.steps != due {
                continue;
            }
            truth = truth.or(meets(run, values.iter().flatten().copied()).and(within(*until, record.window, self.call.now())));
            if truth == Truth::True {
                break;
            }
        }
        truth
    }

    /// The other side of a duty was done.
    fn done(&mut self, record: &TrackedRecord) -> Truth {
        let (Some(owner), Some(state)) = (owner_name(self.call, record.owner), self.states.owner(record.owner)) else {
            return Truth::Unknown;
        };
        let (values, known) = self.duty_values(record);
        let other = 1 - record.place.min(1);
        let now = self.call.now();
        let look = |side: Side<'_>| {
            let done = state.duties.get(&duty_key(key(record), other, owner, side));
            let live = |until: i64| if until == i64::MIN { Truth::False } else { within(until, record.window, now) };
            done.map_or(Truth::False, |done| live(done.certain).or(live(done.possible).and(Truth::Unknown)))
        };
        let found = match values.get(..record.parts.len as usize).filter(|_| known) {
            Some(values) => look(Side::Values(values)).or(look(Side::Unbound).and(Truth::Unknown)),
            None => look(Side::Any).and(Truth::Unknown),
        };
        found.or(if state.duties.is_full() { Truth::Unknown } else { Truth::False })
    }

    /// This call's compared values in order, and whether all of them are known.
    pub(crate) fn duty_values(&mut self, record: &TrackedRecord) -> ([[u8; 16]; SEQUENCE_VALUES], bool) {
        let mut values = [[0; 16]; SEQUENCE_VALUES];
        let mut known = true;
        for (slot, index) in values.iter_mut().zip(record.parts.range()) {
            let value = self.core.bind(index as u32).and_then(|bind| self.value(bind.attribute));
            known &= value.is_some();
            *slot = value.unwrap_or_default();
        }
        (values, known)
    }

    /// What a limit has counted within its window, and this call, is above the bound.
    fn above(&mut self, record: &TrackedRecord) -> Truth {
        let Some(Seen::Number(bound)) = Some(self.literal(record.other)) else { return Truth::Unknown };
        let (Some(_), Some(state)) = (owner_name(self.call, record.owner), self.states.owner(record.owner)) else { return Truth::Unknown };
        let which = self.counted_as(record);
        let from = since(record.window, self.call.now());
        let own = self.amount(record);
        self.charge(crate::limits::COUNTED as u64);
        let (sum, shared) = match state.counters.of(key(record)) {
            Known::Nothing => (own, false),
            Known::Unknown => (Sum { unknown: true, ..own }, false),
            Known::Value(counter) => (counter.since(which, from.unwrap_or(i64::MIN)).plus(own), counter.is_shared(which)),
        };
        if record.place == tracked::SAME_CALL && (self.call.arguments().is_none() || self.scope.is_sub_call()) {
            return Truth::Unknown;
        }
        let hidden = self.hidden(record, state, from.unwrap_or(i64::MIN));
        match sum.amount > bound {
            true if from.is_none() || shared => Truth::Unknown,
            true => Truth::True,
            false if sum.unknown || sum.plus(hidden).amount > bound => Truth::Unknown,
            false => Truth::False,
        }
    }

    /// Calls of this function whose arguments nobody saw: each may have been the same call.
    fn hidden(&self, record: &TrackedRecord, state: &State, from: i64) -> Sum {
        match state.counters.of(key(record)) {
            Known::Value(counter) if record.place == tracked::SAME_CALL => counter.since(unseen_call(self.call), from),
            _ => Sum::NOTHING,
        }
    }

    /// Which calls a limit counts together with this one.
    pub(crate) fn counted_as(&self, record: &TrackedRecord) -> [u8; 16] {
        match record.place {
            tracked::SAME_CALL => self.call.digest().first_chunk().copied().unwrap_or_default(),
            _ => [0; 16],
        }
    }

    /// What this call adds to a limit.
    pub(crate) fn amount(&mut self, record: &TrackedRecord) -> Sum {
        if record.place != tracked::SUM {
            return Sum { amount: Decimal::from_count(1), unknown: false };
        }
        let seen = self.core.attribute(record.attribute).map(|attribute| self.read(&attribute));
        match seen {
            Some(Seen::Number(amount)) if amount > Decimal::ZERO => Sum { amount, unknown: false },
            Some(Seen::Number(_)) => Sum::NOTHING,
            _ => Sum { unknown: true, ..Sum::NOTHING },
        }
    }

    /// Every value at the argument came from one of the sources.
    fn came_from(&mut self, record: &TrackedRecord) -> Truth {
        let Some(attribute) = self.core.attribute(record.attribute) else { return Truth::Unknown };
        if let Some(truth) = self.receipt(record, &attribute) {
            return truth;
        }
        match self.read(&attribute) {
            Seen::Absent => Truth::True,
            Seen::Unknown => Truth::Unknown,
            seen => self.leaf_came_from(record, seen, attribute.reading),
        }
    }

    /// A single value, or each of a list's.
    fn leaf_came_from(&mut self, record: &TrackedRecord, seen: Seen<'a>, reading: u8) -> Truth {
        self.charge(2 + 2 * super::read::width(seen) as u64);
        let Some(state) = self.states.owner(record.owner) else { return Truth::Unknown };
        let origins = &state.origins;
        let value = match seen {
            // Recursion ends where the reader's depth limit did.
            Seen::List(elements) => return self.elements_came_from(record, elements, reading),
            Seen::Text(_) | Seen::Number(_) => digest_of(seen, reading),
            Seen::Null | Seen::Boolean(_) | Seen::Object => None,
            _ => return Truth::Unknown,
        };
        let missed = |truth: Truth, origin| truth.or(self.is_source(record, origin).and(Truth::Unknown));
        let Some(value) = value else { return if origins.is_full() { Truth::Unknown } else { Truth::False } };
        let mut truth = origins.unseen().fold(if origins.is_full() { Truth::Unknown } else { Truth::False }, missed);
        let mut tainted = false;
        for (origin, taint) in origins.of(&value) {
            tainted |= taint;
            truth = truth.or(self.is_source(record, origin));
        }
        match record.flags & tracked::TAINTS != 0 {
            true if tainted => Truth::False,
            true if origins.may_be_tainted() => truth.and(Truth::Unknown),
            _ => truth,
        }
    }

    fn elements_came_from(&mut self, record: &TrackedRecord, elements: &'a [Json], reading: u8) -> Truth {
        elements.iter().fold(Truth::True, |truth, element| truth.and(self.leaf_came_from(record, see(element), reading)))
    }

    /// Whether an origin is one of the record's sources.
    fn is_source(&self, record: &TrackedRecord, origin: &Origin) -> Truth {
        let sources = record.parts.range().filter_map(|index| self.core.target(index as u32));
        sources.fold(Truth::False, |truth, source| {
            truth.or(match origin {
                Origin::Principal => Truth::from_bool(source.flags & PRINCIPAL_SOURCE != 0),
                // Tainted, and from a server that is not certainly the one meant: nobody's.
                Origin::Function { server, name } if server.is_empty() && name.is_empty() => Truth::False,
                Origin::Function { server, name } => selects(self.core, &source, server, name, &by_name(self.core, server, name)),
            })
        })
    }

    /// What the host's receipt says of the argument; it decides alone where it has an entry.
    fn receipt(&self, record: &TrackedRecord, attribute: &AttributeRecord) -> Option<Truth> {
        if self.scope.is_sub_call() {
            return None;
        }
        let is_ours = |entry: &&crate::json::Object| entry.get("path").is_some_and(|path| self.is_at(attribute, path));
        let mut entries = self.call.origins().iter().filter(is_ours).peekable();
        entries.peek()?;
        Some(entries.fold(Truth::True, |truth, entry| truth.and(self.entry_came_from(record, entry))))
    }

    fn entry_came_from(&self, record: &TrackedRecord, entry: &crate::json::Object) -> Truth {
        let Some(sources) = entry.get("sources").and_then(Json::as_list) else { return Truth::Unknown };
        let given = sources.iter().fold(Truth::False, |truth, source| truth.or(self.is_given(record, source)));
        match (record.flags & tracked::TAINTS != 0, entry.get("tainted").and_then(Json::as_bool)) {
            (true, Some(true)) => Truth::False,
            (true, None) => given.and(Truth::Unknown),
            _ => given,
        }
    }

    /// A source as a receipt writes it: `"principal"`, or an object with server and name.
    fn is_given(&self, record: &TrackedRecord, source: &Json) -> Truth {
        let text = |key: &str| source.as_object()?.get(key)?.as_text().map(|text| text.as_str());
        match (source.as_text(), text("server"), text("name")) {
            (Some(word), _, _) if word.as_str() == "principal" => self.is_source(record, &Origin::Principal),
            (_, Some(server), Some(name)) => self.is_source(record, &Origin::Function { server: server.into(), name: name.into() }),
            _ => Truth::Unknown,
        }
    }

    /// Whether a path, dotted or as a list of keys, is the attribute's.
    fn is_at(&self, attribute: &AttributeRecord, path: &Json) -> bool {
        let keys = || attribute.path.range().map(|index| self.core.name(index as u32).and_then(|name| self.core.text_of(name.text)));
        match path {
            Json::Text(text) => self.names_argument(attribute, text.as_str()),
            Json::List(list) => list.iter().map(|key| key.as_text().map(|key| key.as_str())).eq(keys()),
            _ => false,
        }
    }

    /// Whether a dotted text names the attribute's argument.
    fn names_argument(&self, attribute: &AttributeRecord, text: &str) -> bool {
        let keys = attribute.path.range().map(|index| self.core.name(index as u32).and_then(|name| self.core.text_of(name.text)));
        let mut rest = Some(text);
        for key in keys {
            let (Some(key), Some(before)) = (key, rest) else { return false };
            let Some(behind) = before.strip_prefix(key) else { return false };
            rest = if behind.is_empty() { None } else { behind.strip_prefix('.') };
            if !behind.is_empty() && rest.is_none() {
                return false;
            }
        }
        rest.is_none()
    }
}

/// What calls of a function are counted as whose arguments nobody saw.
fn unseen_call(call: &Call) -> [u8; 16] {
    call_digest(call.server(), call.name(), None).first_chunk().copied().unwrap_or_default()
}

/// What the record's item is called in a state.
pub(crate) fn key(record: &TrackedRecord) -> Key {
    Key { item: record.item, definition: record.definition }
}

/// Whether a window that ends then is still open: without a window always, without a time unknown.
pub(crate) fn within(until: i64, window: u32, now: Option<i64>) -> Truth {
    match now {
        _ if window == NONE => Truth::True,
        _ if until == i64::MAX => Truth::Unknown,
        Some(now) => Truth::from_bool(until >= now),
        None => Truth::Unknown,
    }
}

/// From when on calls count: the beginning of time where a limit has no window; `None` where the time is not known.
pub(crate) fn since(window: u32, now: Option<i64>) -> Option<i64> {
    if window == NONE { Some(i64::MIN) } else { now.map(|now| now.saturating_sub(window.into())) }
}

/// Whether this call's values are those of a run.
pub(crate) fn meets(run: &SequenceRun, values: impl Iterator<Item = (usize, Option<[u8; 16]>)>) -> Truth {
    let mut truth = if run.certain { Truth::True } else { Truth::Unknown };
    for (variable, value) in values {
        truth = truth.and(match (run.values.get(variable), value) {
            (Some(Value::Unset) | None, _) => Truth::True,
            (Some(Value::Any), _) | (_, None) => Truth::Unknown,
            (Some(Value::Digest(theirs)), Some(ours)) => Truth::from_bool(*theirs == ours),
        });
    }
    truth
}
