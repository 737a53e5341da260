//! Rules, limits, exceptions and defaults, and items whose own rows nobody owns here.

use crate::judge::{Answer, Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let checks = j.checks_with_rules();
    if let Some(denial) = j.denial(&checks) {
        return denial;
    }
    if let Some(reported) = j.denied_by_default() {
        return Finding::reported(Answer::Refuse, reported);
    }
    j.question(&checks).or_else(|| j.default_question()).unwrap_or(Finding::pass())
}
