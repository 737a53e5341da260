//! Command items on the parts of a command, and text that cannot be read.

use crate::judge::{Finding, Judging};
use crate::layout::COMMAND_CHECK;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if !j.call.carries_command() {
        return Finding::absent();
    }
    j.denial(&[COMMAND_CHECK]).or_else(|| j.question(&[COMMAND_CHECK])).unwrap_or(Finding::pass())
}
