//! What a quarantined job may call: what certainly only reads and reaches nothing outside.

use crate::judge::{Finding, Judging, Tri};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match (j.job_flag("quarantine"), j.only_reads_inside()) {
        (Some(false), _) => Finding::absent(),
        (_, Tri::Yes) => Finding::pass(),
        (Some(true), Tri::No) => {
            Finding::refuse("This job is in quarantine: it reads, and reaches nothing outside. Finish without this call.")
        }
        _ => Finding::unknown("It may be that this job is in quarantine, or that the call does more than read. Finish without this call."),
    }
}
