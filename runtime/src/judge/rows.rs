//! Sets of rows.

use crate::checks::{Check, TABLE};

/// A set of rows of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rows(pub(super) u64);

impl Rows {
    /// No row.
    pub const NONE: Self = Self(0);
    /// Every row.
    pub const ALL: Self = Self((1 << TABLE.len()) - 1);

    /// The rows with these numbers; a number that no row has adds nothing.
    pub const fn of(numbers: &[&str]) -> Self {
        let (mut set, mut at) = (0, 0);
        while at < numbers.len() {
            #[expect(clippy::indexing_slicing, reason = "below the length; a constant function has no iterators")]
            let index = index_of(numbers[at]);
            if index < TABLE.len() {
                set |= 1 << index;
            }
            at += 1;
        }
        Self(set)
    }

    /// Both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This without the other.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// What is in both.
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the row is in the set.
    pub fn has(self, check: &Check) -> bool {
        self.0 >> check.index() & 1 == 1
    }

    /// The rows, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = &'static Check> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let index = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            TABLE.get(index as usize)
        })
    }
}

/// The place of a number in the table; its length where there is none.
const fn index_of(number: &str) -> usize {
    let mut index = 0;
    while index < TABLE.len() {
        #[expect(clippy::indexing_slicing, reason = "below the length; a constant function has no iterators")]
        if is(TABLE[index].number.as_bytes(), number.as_bytes()) {
            return index;
        }
        index += 1;
    }
    index
}

const fn is(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    if a.len() != b.len() {
        return false;
    }
    while at < a.len() {
        #[expect(clippy::indexing_slicing, reason = "below both lengths; a constant function has no iterators")]
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
