//! Rows 36, 37 and 38, straight after the name.

use crate::judge::{Finding, Judging};

use super::{kills, listing, tool};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    tool::look(j).or(|| listing::look(j)).or(|| kills::look(j))
}
