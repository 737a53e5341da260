//! The atoms, each a small function; what each means is written at `language::core::Atom`.

use core::cmp::Ordering;

use crate::automaton::Automaton;
use crate::compiled::cost;
use crate::layout::*;
use crate::path;
use crate::text;

use super::bare;
use super::compare::folding;
use super::read::{self, Listed};
use super::{Evaluation, Seen, Truth};

impl<'a> Evaluation<'a> {
    /// One atom.
    pub(super) fn atom(&mut self, index: u32) -> Truth {
        self.charge(2);
        if self.is_spent() {
            return Truth::Unknown;
        }
        let Some(atom) = self.core.atom(index) else { return Truth::Unknown };
        match atom.op {
            op::FUNCTION => return self.selected(atom.list),
            op::STARTS_CHILD => return self.starts_child(),
            op::MEMORY => return self.remembered(atom.right),
            _ => {}
        }
        let Some(left) = self.core.attribute(atom.left) else { return Truth::Unknown };
        match atom.op {
            op::HOLDS => match self.read(&left) {
                Seen::Boolean(value) => Truth::from_bool(value),
                _ => Truth::Unknown,
            },
            op::EXISTS => match self.read(&left) {
                Seen::Absent => Truth::False,
                Seen::Unknown => Truth::Unknown,
                _ => Truth::True,
            },
            op::EQUAL => self.compare_equal(&atom, &left),
            op::LESS..=op::GREATER_OR_EQUAL => self.compare_order(&atom, &left),
            op::IN => self.contained(&atom, &left),
            op::HAS => self.has(&atom, &left),
            op::LIKE..=op::ENDS_WITH if atom.op != op::LIKE_PATH => self.text_atom(&atom, &left),
            op::LIKE_PATH | op::UNDER => self.path_atom(&atom, &left),
            op::WITHIN => self.within(&atom, &left),
            op::ANY | op::EVERY | op::ANY_SEEN => self.quantified(&atom, &left),
            _ => Truth::Unknown,
        }
    }

    /// The right side of a binary operator.
    pub(super) fn right(&self, atom: &AtomRecord) -> Seen<'a> {
        if atom.flags & op::ATTRIBUTE == 0 {
            return self.literal(atom.right);
        }
        self.core.attribute(atom.right).map_or(Seen::Unknown, |attribute| self.read(&attribute))
    }

    fn compare_equal(&mut self, atom: &AtomRecord, left: &AttributeRecord) -> Truth {
        let (seen, right) = (self.read(left), self.right(atom));
        if atom.flags & op::ATTRIBUTE == 0 && matches!(right, Seen::Null) {
            return Self::equal_null(seen);
        }
        self.charge(read::width(seen) as u64);
        self.equal(seen, right, left.reading)
    }

    fn compare_order(&mut self, atom: &AtomRecord, left: &AttributeRecord) -> Truth {
        let seen = self.read(left);
        self.charge(read::width(seen) as u64);
        match self.order(seen, self.right(atom)) {
            Some(order) => Truth::from_bool(match atom.op {
                op::LESS => order == Ordering::Less,
                op::LESS_OR_EQUAL => order != Ordering::Greater,
                op::GREATER => order == Ordering::Greater,
                _ => order != Ordering::Less,
            }),
            None => Truth::Unknown,
        }
    }

    fn contained(&mut self, atom: &AtomRecord, left: &AttributeRecord) -> Truth {
        let seen = self.read(left);
        if !is_comparable(seen) {
            return Truth::Unknown;
        }
        if atom.flags & op::ATTRIBUTE != 0 {
            let Some(list) = self.core.attribute(atom.right) else { return Truth::Unknown };
            let listed = self.list(&list);
            return self.among(listed, |evaluation, element| evaluation.equal(seen, element, left.reading));
        }
        let mut truth = Truth::False;
        for constant in self.core.list(atom.list) {
            self.charge(2 + 2 * read::width(seen) as u64);
            let constant = self.literal(constant);
            let equal = if matches!(constant, Seen::Null) { Self::equal_null(seen) } else { self.equal(seen, constant, left.reading) };
            truth = truth.or(equal);
            if truth == Truth::True {
                break;
            }
        }
        truth
    }

    fn has(&mut self, atom: &AtomRecord, list: &AttributeRecord) -> Truth {
        let value = self.right(atom);
        let constant_null = atom.flags & op::ATTRIBUTE == 0 && matches!(value, Seen::Null);
        if !is_comparable(value) || !self.is_resolvable(value) {
            return Truth::Unknown;
        }
        let listed = self.list(list);
        let reading = list.reading;
        self.among(
            listed,
            |evaluation, element| {
                if constant_null { Self::equal_null(element) } else { evaluation.equal(element, value, reading) }
            },
        )
    }

    /// Whether a path constant's anchor is known.
    fn is_resolvable(&self, seen: Seen<'_>) -> bool {
        !matches!(seen, Seen::PathLiteral(anchor, _) if self.below_anchor("/", anchor).is_none())
    }

    /// Kleene disjunction over a list's elements; an open list is unknown unless true.
    fn among(&mut self, listed: Listed<'a>, test: impl Fn(&Self, Seen<'a>) -> Truth) -> Truth {
        if matches!(listed, Listed::Unknown) {
            return Truth::Unknown;
        }
        let mut truth = if listed.is_open() { Truth::Unknown } else { Truth::False };
        // Nearly every list is one of the call's JSON.
        if let Listed::Values { seen, .. } = listed {
            for element in seen {
                let seen = read::see(element);
                self.charge(2 + 2 * read::width(seen) as u64);
                truth = truth.or(test(self, seen));
                if truth == Truth::True || self.is_spent() {
                    break;
                }
            }
            return if self.is_spent() { Truth::Unknown } else { truth };
        }
        for element in listed.elements() {
            let seen = element.see();
            self.charge(2 + 2 * read::width(seen) as u64);
            if self.is_spent() {
                return Truth::Unknown;
            }
            let found = test(self, seen);
            truth = truth.or(if element.is_certain() { found } else { found.and(Truth::Unknown) });
            if truth == Truth::True {
                break;
            }
        }
        truth
    }

    fn text_atom(&mut self, atom: &AtomRecord, left: &AttributeRecord) -> Truth {
        let seen = match self.read(left) {
            Seen::Text(text) | Seen::Path(text) => text,
            Seen::Paths(pattern) => return self.text_of_paths(atom, pattern),
            _ => return Truth::Unknown,
        };
        if atom.op == op::MATCHES {
            return self.automaton(atom.right, seen);
        }
        let Some(constant) = self.core.literal(atom.right) else { return Truth::Unknown };
        let Some(part) = self.core.text_of(constant.text) else { return Truth::Unknown };
        let folding = folding(left.reading);
        let holds = match atom.op {
            op::LIKE => {
                self.charge(cost::text_charge(constant.text.len, seen.len()));
                text::glob_matches(part, seen, folding)
            }
            op::CONTAINS => {
                self.charge(cost::text_charge(constant.text.len, seen.len()));
                match text::contains(seen, part, folding) {
                    Some(holds) => holds,
                    None => return Truth::Unknown,
                }
            }
            op::STARTS_WITH => {
                self.charge(seen.len() as u64);
                text::starts_with(seen, part, folding)
            }
            _ => {
                self.charge(seen.len() as u64);
                text::ends_with(seen, part, folding)
            }
        };
        Truth::from_bool(holds)
    }

    fn automaton(&mut self, index: u32, text: &str) -> Truth {
        self.charge(text.len() as u64);
        let table = self.core.automaton(index).and_then(|record| self.core.blob(Section::AutomatonBytes, record.text));
        match table.and_then(Automaton::view) {
            Some(automaton) => automaton.matches(text.as_bytes()).map_or(Truth::Unknown, Truth::from_bool),
            None => Truth::Unknown,
        }
    }

    fn path_atom(&mut self, atom: &AtomRecord, left: &AttributeRecord) -> Truth {
        match self.read(left) {
            Seen::Path(path) if left.reading == reading::PATH => self.machine_path(atom, path),
            Seen::Paths(pattern) if left.reading == reading::PATH => self.machine_paths(atom, pattern),
            Seen::Text(text) if left.reading != reading::PATH => self.bare_path(atom, left, text),
            _ => Truth::Unknown,
        }
    }

    fn machine_path(&mut self, atom: &AtomRecord, path: &str) -> Truth {
        if atom.flags & op::ATTRIBUTE != 0 {
            self.charge(path.len() as u64);
            return match self.right(atom) {
                Seen::Path(base) => Truth::from_bool(path::is_under(path, base)),
                _ => Truth::Unknown,
            };
        }
        let Seen::PathLiteral(anchor, constant) = self.right(atom) else { return Truth::Unknown };
        self.charge(cost::text_charge(constant.len() as u32, path.len()));
        let Some(rest) = self.below_anchor(path, anchor) else { return Truth::Unknown };
        Truth::from_bool(rest.is_some_and(|rest| match atom.op {
            op::UNDER => path::is_under(rest, constant),
            _ => path::matches(constant, rest),
        }))
    }

    fn bare_path(&mut self, atom: &AtomRecord, left: &AttributeRecord, text: &str) -> Truth {
        let folding = folding(left.reading);
        let (constant, pattern_bytes) = match self.right(atom) {
            Seen::PathLiteral(_, constant) => (constant, constant.len() as u32),
            Seen::Text(base) if atom.flags & op::ATTRIBUTE != 0 => (base, 0),
            _ => return Truth::Unknown,
        };
        self.charge(cost::text_charge(pattern_bytes, text.len()));
        let holds = if atom.op == op::LIKE_PATH { bare::matches(text, constant, folding) } else { bare::is_under(text, constant, folding) };
        holds.map_or(Truth::Unknown, Truth::from_bool)
    }

    fn within(&mut self, atom: &AtomRecord, left: &AttributeRecord) -> Truth {
        self.charge(38);
        let (Seen::Instant(now), Some(window)) = (self.read(left), self.core.window(atom.right)) else { return Truth::Unknown };
        let Some(offset) = self.offset(&window, now) else { return Truth::Unknown };
        let local = now.saturating_add(i64::from(offset));
        let (day, second) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        // 1970-01-01 was a Thursday; bit 0 is Monday.
        let weekday = (day + 3).rem_euclid(7);
        let minute = second / 60;
        let opens = window.days >> weekday & 1 == 1;
        Truth::from_bool(opens && (i64::from(window.from)..i64::from(window.to)).contains(&minute))
    }

    /// Seconds east of UTC at an instant; `None` before the first transition.
    fn offset(&self, window: &WindowRecord, now: i64) -> Option<i32> {
        let (mut low, mut high) = (window.zone.start, window.zone.start.checked_add(window.zone.len)?);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.core.transition(middle)?.from <= now { low = middle + 1 } else { high = middle }
        }
        let last = (low > window.zone.start).then(|| self.core.transition(low - 1)).flatten()?;
        (last.offset != UNKNOWN_OFFSET).then_some(last.offset)
    }

    fn quantified(&mut self, atom: &AtomRecord, left: &AttributeRecord) -> Truth {
        let listed = self.list(left);
        let depth = self.depth();
        if matches!(listed, Listed::Unknown) || depth >= 2 {
            return Truth::Unknown;
        }
        let every = atom.op == op::EVERY;
        let decisive = Truth::from_bool(!every);
        let (mut unknown, mut empty) = (false, Truth::True);
        for element in listed.elements() {
            empty = empty.and(if element.is_certain() { Truth::False } else { Truth::Unknown });
            self.charge(2);
            if self.is_spent() {
                return Truth::Unknown;
            }
            self.enter(depth, Some(element));
            let truth = self.condition(atom.right);
            self.enter(depth, None);
            if truth == decisive && element.is_certain() {
                return decisive;
            }
            unknown |= truth == Truth::Unknown || truth == decisive;
        }
        match atom.op {
            op::ANY_SEEN if unknown => Truth::Unknown,
            op::ANY_SEEN => Truth::False,
            _ if unknown || listed.is_open() => Truth::Unknown,
            op::EVERY => match empty {
                Truth::True => Truth::False,
                Truth::False => Truth::True,
                Truth::Unknown => Truth::Unknown,
            },
            _ => Truth::False,
        }
    }
}

/// Whether a value can be equal to anything at all.
fn is_comparable(seen: Seen<'_>) -> bool {
    !matches!(seen, Seen::Absent | Seen::Unknown | Seen::Object | Seen::Other | Seen::List(_))
}
