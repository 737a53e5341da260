//! The table of one regular expression, and the walk over it.
//!
//! A deterministic automaton over bytes that matches whole texts. The compiler builds it and writes it with [`encode`]; here it is read in
//! place. This module knows no regular expressions.
//!
//! Layout, numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 256 | the class of each byte |
//! | 4 | number of states, at least 1 |
//! | 4 | number of classes, 1 to 256 |
//! | 4 | start state |
//! | 4 | width of an entry: 2 or 4 |
//! | states × classes × width | next state by state and class, row by row |
//! | ⌈states / 8⌉ | one bit for each state, lowest first: a text that ends here matches |
//!
//! State 0 is dead: it leads only to itself and does not match.

use alloc::vec::Vec;
use core::fmt;

use crate::limits::AUTOMATON_BYTES;

const CLASSES: usize = 256;
const HEAD: usize = CLASSES + 16;
const NARROW: u32 = 2;
const WIDE: u32 = 4;

/// A table.
#[derive(Debug, Clone, Copy)]
pub struct Automaton<'a> {
    classes: &'a [u8; CLASSES],
    states: u32,
    class_count: u32,
    start: u32,
    entries: Entries<'a>,
    accepting: &'a [u8],
}

/// Next states, row by row.
#[derive(Debug, Clone, Copy)]
enum Entries<'a> {
    Narrow(&'a [[u8; NARROW as usize]]),
    Wide(&'a [[u8; WIDE as usize]]),
}

/// Why bytes are no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutomatonError {
    /// Beyond the limit.
    TooLarge,
    /// The head's numbers contradict each other or the length.
    Head,
    /// A byte of a class that does not exist.
    Class,
    /// An entry or the start leads to a state that does not exist.
    State,
    /// The dead state lives.
    Dead,
    /// Bits for states that do not exist.
    Padding,
}

impl fmt::Display for AutomatonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "an automaton beyond 256 KiB",
            Self::Head => "an automaton whose head contradicts itself",
            Self::Class => "a byte of a class that does not exist",
            Self::State => "a state that does not exist",
            Self::Dead => "a dead state that leads on or matches",
            Self::Padding => "bits for states that do not exist",
        })
    }
}

impl core::error::Error for AutomatonError {}

impl<'a> Automaton<'a> {
    /// Reads the head and checks every entry.
    pub fn check(bytes: &'a [u8]) -> Result<Self, AutomatonError> {
        if bytes.len() > AUTOMATON_BYTES {
            return Err(AutomatonError::TooLarge);
        }
        let automaton = Self::view(bytes).ok_or(AutomatonError::Head)?;
        automaton.check_entries()?;
        Ok(automaton)
    }

    /// Reads the head only, of bytes that were checked before.
    pub fn view(bytes: &'a [u8]) -> Option<Self> {
        let (classes, rest) = bytes.split_first_chunk::<CLASSES>()?;
        let (states, rest) = number(rest)?;
        let (class_count, rest) = number(rest)?;
        let (start, rest) = number(rest)?;
        let (width, rest) = number(rest)?;
        let cells = usize::try_from(states.checked_mul(class_count)?).ok()?;
        let (entries, accepting) = match width {
            NARROW => {
                let (entries, accepting) = split_chunks(rest, cells)?;
                (Entries::Narrow(entries), accepting)
            }
            WIDE => {
                let (entries, accepting) = split_chunks(rest, cells)?;
                (Entries::Wide(entries), accepting)
            }
            _ => return None,
        };
        let sizes = states > 0 && (1..=CLASSES as u32).contains(&class_count) && accepting.len() == states.div_ceil(8) as usize;
        sizes.then_some(Self { classes, states, class_count, start, entries, accepting })
    }

    /// Whether the automaton matches all of the text; `None` where the table is corrupt, which [`Automaton::check`] excludes.
    pub fn matches(&self, text: &[u8]) -> Option<bool> {
        let mut state = self.start;
        for byte in text {
            if state == 0 {
                return Some(false);
            }
            let class = *self.classes.get(usize::from(*byte))?;
            state = self.next(state, class)?;
        }
        self.accepts(state)
    }

    /// Where the longest match that begins at `from` ends, of a table for finding ([`BEFORE`]); an empty match is none. `Err` where the fuel ran
    /// out or the table is corrupt.
    pub fn longest_from(&self, text: &[u8], from: usize, fuel: &mut u64) -> Result<Option<usize>, OutOfFuel> {
        let before = from.checked_sub(1).and_then(|at| text.get(at)).copied();
        let mut state = self.next(self.start, before_class(before)).ok_or(OutOfFuel)?;
        let (mut at, mut end) = (from, None);
        while state != 0 {
            *fuel = fuel.checked_sub(1).ok_or(OutOfFuel)?;
            if self.accepts(state).ok_or(OutOfFuel)? && at > from + 1 {
                end = Some(at - 1);
            }
            let class = match text.get(at) {
                Some(byte) => self.classes.get(usize::from(*byte)).copied(),
                None if at == text.len() => u8::try_from(self.class_count.saturating_sub(1)).ok(),
                None => break,
            };
            state = self.next(state, class.ok_or(OutOfFuel)?).ok_or(OutOfFuel)?;
            at += 1;
        }
        Ok(end)
    }

    fn next(&self, state: u32, class: u8) -> Option<u32> {
        let cell = state.checked_mul(self.class_count)?.checked_add(u32::from(class))? as usize;
        match self.entries {
            Entries::Narrow(entries) => entries.get(cell).map(|entry| u32::from(u16::from_le_bytes(*entry))),
            Entries::Wide(entries) => entries.get(cell).map(|entry| u32::from_le_bytes(*entry)),
        }
    }

    fn accepts(&self, state: u32) -> Option<bool> {
        self.accepting.get((state / 8) as usize).map(|byte| byte >> (state % 8) & 1 == 1)
    }

    fn check_entries(&self) -> Result<(), AutomatonError> {
        if !self.classes.iter().all(|class| u32::from(*class) < self.class_count) {
            return Err(AutomatonError::Class);
        }
        if self.start >= self.states || !self.leads_to_states() {
            return Err(AutomatonError::State);
        }
        let row_of_dead = (0..self.class_count).map(|class| u8::try_from(class).ok().and_then(|class| self.next(0, class)));
        if !row_of_dead.into_iter().all(|next| next == Some(0)) || self.accepts(0) != Some(false) {
            return Err(AutomatonError::Dead);
        }
        let bits = u32::try_from(self.accepting.len()).unwrap_or(u32::MAX).saturating_mul(8);
        if (self.states..bits).any(|state| self.accepts(state) != Some(false)) { Err(AutomatonError::Padding) } else { Ok(()) }
    }

    fn leads_to_states(&self) -> bool {
        match self.entries {
            Entries::Narrow(entries) => entries.iter().all(|entry| u32::from(u16::from_le_bytes(*entry)) < self.states),
            Entries::Wide(entries) => entries.iter().all(|entry| u32::from_le_bytes(*entry) < self.states),
        }
    }
}

/// What lies before a match, by class of the start's row in a table for finding: nothing, a word's byte, another, a line feed, a carriage
/// return. In such a table the last class is the end of the text, and a state is accepting where a match ended before the byte that led
/// to it.
pub const BEFORE: [Option<u8>; 5] = [None, Some(b'a'), Some(b' '), Some(b'\n'), Some(b'\r')];

/// Finding cost more than it may, or the table is corrupt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfFuel;

/// The class of what lies before a match.
fn before_class(before: Option<u8>) -> u8 {
    match before {
        None => 0,
        Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => 1,
        Some(b'\n') => 3,
        Some(b'\r') => 4,
        Some(_) => 2,
    }
}

/// A table before it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The class of each byte.
    pub class_of: [u8; CLASSES],
    /// How many classes.
    pub classes: usize,
    /// The start state.
    pub start: u32,
    /// The next state by state and class, row by row; state 0 is dead.
    pub rows: Vec<u32>,
    /// By state, whether a text that ends there matches.
    pub accepting: Vec<bool>,
}

/// Writes a table; `None` where its parts contradict each other or it would not pass [`Automaton::check`].
pub fn encode(table: &Table) -> Option<Vec<u8>> {
    let states = u32::try_from(table.accepting.len()).ok()?;
    let class_count = u32::try_from(table.classes).ok()?;
    if table.rows.len() != states.checked_mul(class_count)? as usize {
        return None;
    }
    let width = if states <= 1 << 16 { NARROW } else { WIDE };
    let mut bytes = Vec::with_capacity(HEAD + table.rows.len() * width as usize + table.accepting.len().div_ceil(8));
    bytes.extend_from_slice(&table.class_of);
    [states, class_count, table.start, width].iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
    for state in &table.rows {
        match u16::try_from(*state) {
            Ok(state) if width == NARROW => bytes.extend_from_slice(&state.to_le_bytes()),
            Err(_) if width == NARROW => return None,
            _ => bytes.extend_from_slice(&state.to_le_bytes()),
        }
    }
    bytes.extend(table.accepting.chunks(8).map(|eight| eight.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit))));
    Automaton::check(&bytes).is_ok().then_some(bytes)
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    bytes.split_first_chunk().map(|(number, rest)| (u32::from_le_bytes(*number), rest))
}

/// The first `count` chunks, and what is left.
fn split_chunks<const N: usize>(bytes: &[u8], count: usize) -> Option<(&[[u8; N]], &[u8])> {
    let (cells, rest) = bytes.split_at_checked(count.checked_mul(N)?)?;
    Some((cells.as_chunks().0, rest))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
mod tests {
    use super::*;

    /// `(ab)*`: 0 dead, 1 start and end, 2 behind an `a`; classes: 0 other, 1 `a`, 2 `b`.
    fn table() -> Vec<u8> {
        let mut class_of = [0; CLASSES];
        class_of[usize::from(b'a')] = 1;
        class_of[usize::from(b'b')] = 2;
        encode(&Table {
            class_of,
            classes: 3,
            start: 1,
            rows: alloc::vec![0, 0, 0, 0, 2, 0, 0, 0, 1],
            accepting: alloc::vec![false, true, false],
        })
        .unwrap()
    }

    #[test]
    fn whole_texts_match() {
        let bytes = table();
        let automaton = Automaton::check(&bytes).unwrap();
        for text in ["", "ab", "abab"] {
            assert_eq!(automaton.matches(text.as_bytes()), Some(true), "{text}");
        }
        for text in ["a", "aba", "b", "xab", "abx", "abba"] {
            assert_eq!(automaton.matches(text.as_bytes()), Some(false), "{text}");
        }
    }

    #[test]
    fn the_layout_is_fixed() {
        let bytes = table();
        assert_eq!(bytes.len(), HEAD + 9 * 2 + 1);
        assert_eq!(bytes[CLASSES..HEAD], [3, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(bytes[HEAD..], [0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0b010]);
    }

    #[test]
    fn each_contradiction_has_its_error() {
        let bytes = table();
        let check = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            Automaton::check(&bytes).map(drop)
        };
        assert_eq!(check(0, 3), Err(AutomatonError::Class));
        assert_eq!(check(CLASSES, 4), Err(AutomatonError::Head));
        assert_eq!(check(CLASSES, 0), Err(AutomatonError::Head));
        assert_eq!(check(CLASSES + 3, 0xFF), Err(AutomatonError::Head));
        assert_eq!(check(CLASSES + 4, 0), Err(AutomatonError::Head));
        assert_eq!(check(CLASSES + 8, 3), Err(AutomatonError::State));
        assert_eq!(check(CLASSES + 12, 3), Err(AutomatonError::Head));
        assert_eq!(check(HEAD + 6, 3), Err(AutomatonError::State));
        assert_eq!(check(HEAD, 1), Err(AutomatonError::Dead));
        assert_eq!(check(bytes.len() - 1, 0b011), Err(AutomatonError::Dead));
        assert_eq!(check(bytes.len() - 1, 0b1010), Err(AutomatonError::Padding));
        assert_eq!(Automaton::check(&bytes[..bytes.len() - 1]).map(drop), Err(AutomatonError::Head));
        assert_eq!(Automaton::check(&[bytes.clone(), alloc::vec![0]].concat()).map(drop), Err(AutomatonError::Head));
        assert_eq!(Automaton::check(&alloc::vec![0; AUTOMATON_BYTES + 1]).map(drop), Err(AutomatonError::TooLarge));
    }

    #[test]
    fn what_contradicts_itself_is_not_written() {
        let written = |start, rows: &[u32], accepting| {
            encode(&Table { class_of: [0; CLASSES], classes: 1, start, rows: rows.to_vec(), accepting: alloc::vec![accepting] }).is_some()
        };
        assert!(written(0, &[0], false));
        assert!(!written(0, &[0, 0], false));
        assert!(!written(1, &[0], false));
        assert!(!written(0, &[0], true));
        assert!(!written(0, &[70_000], false));
    }
}
