//! Rows 1 and 4.

use crate::judge::{Finding, Judging};

use super::{loops, tools_withdrawn};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    tools_withdrawn::look(j).or(|| loops::look(j))
}
