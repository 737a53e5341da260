//! Equality and order of two things seen.

use core::cmp::Ordering;

use crate::instant;
use crate::layout::*;
use crate::path::{self, Wants};
use crate::text::{self, Folding};

use super::{Evaluation, Seen, Truth};

/// How a reading folds text.
pub(super) fn folding(reading: u8) -> Folding {
    match reading {
        reading::FOLD => Folding::Fold,
        reading::ALNUM => Folding::Alnum,
        _ => Folding::Plain,
    }
}

/// An instant or a bare date, which is its first moment.
fn instant_of(text: &str) -> Option<i64> {
    const MIDNIGHT: &[u8; 7] = b"T00:00Z";
    if text.len() != 10 {
        return instant::parse(text);
    }
    let mut whole = [0; 17];
    let (date, time) = whole.split_at_mut(10);
    date.copy_from_slice(text.as_bytes());
    time.copy_from_slice(MIDNIGHT);
    instant::parse(core::str::from_utf8(&whole).ok()?)
}

impl Evaluation<'_> {
    /// `left == right`, text folded as the reading says.
    pub(super) fn equal(&self, left: Seen<'_>, right: Seen<'_>, reading: u8) -> Truth {
        match (left, right) {
            (Seen::Absent | Seen::Unknown, _) | (_, Seen::Absent | Seen::Unknown) => Truth::Unknown,
            (Seen::Null, Seen::Null) => Truth::True,
            (Seen::Boolean(a), Seen::Boolean(b)) => Truth::from_bool(a == b),
            (Seen::Number(a), Seen::Number(b)) => Truth::from_bool(a == b),
            (Seen::Text(a), Seen::Text(b)) => Truth::from_bool(text::equal(a, b, folding(reading))),
            (Seen::Path(a), Seen::Path(b)) => Truth::from_bool(a == b),
            (Seen::Path(a), Seen::PathLiteral(anchor, b)) => self.is_path(a, anchor, b),
            (Seen::Paths(paths), Seen::Path(path)) | (Seen::Path(path), Seen::Paths(paths)) => Self::are_path(paths, path),
            (Seen::Paths(paths), Seen::PathLiteral(anchor, path)) => self.are_anchored(paths, anchor, path, Wants::Path),
            (left, right) => self.order(left, right).map_or(Truth::Unknown, |order| Truth::from_bool(order == Ordering::Equal)),
        }
    }

    /// `== null`: certain for every value that is there.
    pub(super) fn equal_null(left: Seen<'_>) -> Truth {
        match left {
            Seen::Absent | Seen::Unknown => Truth::Unknown,
            Seen::Null => Truth::True,
            _ => Truth::False,
        }
    }

    /// The order of two numbers, instants or versions.
    pub(super) fn order(&self, left: Seen<'_>, right: Seen<'_>) -> Option<Ordering> {
        match (left, right) {
            (Seen::Number(a), Seen::Number(b)) => Some(a.cmp(&b)),
            (Seen::Instant(a), Seen::Instant(b)) => Some(a.cmp(&b)),
            (Seen::Text(a), Seen::Instant(b)) => Some(instant_of(a)?.cmp(&b)),
            (Seen::Text(a), Seen::Version(b)) => self.version_order(a, b),
            (Seen::Version(a), Seen::Version(b)) => Some(self.core.list(a).cmp(self.core.list(b))),
            _ => None,
        }
    }

    /// `v?N(.N){0,7}` against a version constant; missing numbers are zeros.
    fn version_order(&self, text: &str, constant: Run) -> Option<Ordering> {
        let mut theirs = self.core.list(constant);
        let mut order = Ordering::Equal;
        let mut count = 0;
        for number in text.strip_prefix('v').unwrap_or(text).split('.') {
            let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            count += 1;
            if !plain || count > 8 {
                return None;
            }
            let ours: u32 = number.parse().ok()?;
            order = order.then(ours.cmp(&theirs.next().unwrap_or(0)));
        }
        Some(if theirs.any(|number| number != 0) { order.then(Ordering::Less) } else { order })
    }

    /// Whether a path is the constant, its anchor resolved.
    fn is_path(&self, path: &str, anchor: u8, constant: &str) -> Truth {
        match self.below_anchor(path, anchor) {
            Some(Some(rest)) => Truth::from_bool(rest == constant),
            Some(None) => Truth::False,
            None => Truth::Unknown,
        }
    }

    /// The path's text behind an anchor (`Some(None)`: it does not lie there), `None` where the anchor is not known. For the root the whole path.
    pub(crate) fn below_anchor<'p>(&self, path: &'p str, anchor: u8) -> Option<Option<&'p str>> {
        match self.anchor(anchor)? {
            "" => Some(Some(path)),
            base => Some(path::below(path, base)),
        }
    }

    /// The folder that an anchor stands for, empty for the root; `None` where it is not known.
    pub(super) fn anchor(&self, anchor: u8) -> Option<&str> {
        match anchor {
            anchor::HOME => self.call.home(),
            anchor::WORKSPACE => self.call.workspace(),
            _ => Some(""),
        }
    }
}
