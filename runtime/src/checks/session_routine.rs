//! Rows 9 and 11.

use crate::judge::{Finding, Judging};

use super::{routine_tools, shadow_stub};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    routine_tools::look(j).or(|| shadow_stub::look(j))
}
