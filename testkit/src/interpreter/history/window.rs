//! How long ago something may lie.

use super::super::call::Seen;
use super::super::truth::Truth;
use super::Entry;

/// The present, as far as it is known.
#[derive(Debug, Clone, Copy)]
pub enum Now {
    /// It is this second.
    At(i64),
    /// It is not before this second.
    NotBefore(i64),
    /// Nobody knows.
    Unknown,
}

impl Now {
    /// The call's own time; where that is not known, it is not before what was remembered.
    pub fn of<'e>(call: &Seen, remembered: impl Iterator<Item = &'e Entry>) -> Self {
        match call.now {
            Some(now) => Self::At(now),
            None => remembered.filter_map(|entry| entry.call.now).max().map_or(Self::Unknown, Self::NotBefore),
        }
    }

    /// Whether a call of then lies within the seconds before now, both ends included. A clock that went back shortens nothing.
    pub fn is_within(self, window: Option<u32>, then: &Seen) -> Truth {
        let Some(seconds) = window else { return Truth::True };
        let reaches = |now: i64, then: i64| now.saturating_sub(then) <= i64::from(seconds);
        match (self, then.now) {
            (Self::At(now), Some(then)) => reaches(now, then).into(),
            (Self::NotBefore(now), Some(then)) if !reaches(now, then) => Truth::False,
            _ => Truth::Unknown,
        }
    }
}
