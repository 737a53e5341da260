//! Whether a revocation reaches the job.

use crate::call::Fact;
use crate::judge::{Finding, Judging};

use super::kills::stopped;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    stopped(j, Fact::Revoked, "Authority of this job is revoked.")
}
