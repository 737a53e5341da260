//! Whether the job may make this call in its own sandbox.

use crate::judge::{Finding, Judging};

use super::{call_shape, quarantine};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    call_shape::sandbox(j, "allowed", "The job may not make this call in its own sandbox.").or(|| quarantine::look(j))
}
