//! What the ordered checks answer to a call, beside the decision of the items.

use straza_runtime::checks::Check;
use straza_runtime::compiled::Core;
use straza_runtime::judge::{Answer, Ruling, Why};

use crate::agreement;
use crate::interpreter::{Outcome, Reported, Verdict};

use super::answered::Answered;

/// A ruling, as far as a test can say it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ruled {
    answer: Answer,
    check: Option<&'static Check>,
    reported: Option<Reported>,
    unknown: bool,
    /// The automata do not agree.
    pub parted: Option<(String, String)>,
}

impl Ruled {
    /// Of one automaton.
    pub fn of(core: &Core, ruling: &Ruling<'_>) -> Self {
        let reported = match &ruling.why {
            Why::Reported(reported) => Some(agreement::reported(core, *reported)),
            _ => None,
        };
        Self { answer: ruling.answer, check: ruling.check, reported, unknown: ruling.unknown, parted: None }
    }

    /// Beside what another automaton says.
    pub fn with(self, other: Self) -> Self {
        let parted = (self != other).then(|| (self.text(), other.text()));
        Self { parted: self.parted.clone().or(parted), ..self }
    }

    /// What the call comes to, in the words of a test.
    pub fn answered(&self, outcome: &Outcome) -> Answered {
        match self.answer {
            Answer::Stub => Answered::Stub,
            Answer::Hold => Answered::Hold,
            Answer::StopJob => Answered::StopJob,
            answer if answer.refuses() => Answered::Decision(Verdict::Deny),
            _ => Answered::Decision(outcome.verdict.clone()),
        }
    }

    /// What decided: where the answer is the decision, what is reported of that.
    pub fn reported(&self, outcome: &Outcome) -> Option<Reported> {
        if self.answered(outcome) == Answered::Decision(outcome.verdict.clone()) {
            return Some(outcome.reported.clone());
        }
        self.reported.clone()
    }

    /// The row that refuses what the items alone would not, and whether for something unknown.
    pub fn refusing(&self, outcome: &Outcome) -> Option<(&'static Check, bool)> {
        let is_own = self.answer.refuses() && outcome.verdict != Verdict::Deny;
        self.check.filter(|_| is_own).map(|check| (check, self.unknown))
    }

    fn text(&self) -> String {
        let check = self.check.map(|check| format!(" at check {}", check.number)).unwrap_or_default();
        format!("`{}`{check}", self.answer.as_str())
    }
}
