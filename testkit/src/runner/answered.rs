//! What a call comes to, in all the words that a test has for it.

use straza_language::tests;

use crate::interpreter::Verdict;
use crate::wording;

/// The decision, or what a refusal does beyond refusing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// A decision.
    Decision(Verdict),
    /// A shadow run's stub.
    Stub,
    /// It waits.
    Hold,
    /// The job ends.
    StopJob,
}

impl Answered {
    /// In the language's words.
    pub fn text(&self) -> String {
        match self {
            Self::Decision(verdict) => wording::verdict(verdict),
            Self::Stub => "stub".to_owned(),
            Self::Hold => "hold".to_owned(),
            Self::StopJob => "stop job".to_owned(),
        }
    }
}

impl From<&tests::Verdict> for Answered {
    fn from(written: &tests::Verdict) -> Self {
        match written {
            tests::Verdict::Allow => Self::Decision(Verdict::ALLOW),
            tests::Verdict::Deny => Self::Decision(Verdict::Deny),
            tests::Verdict::Steps(steps) => {
                let mut steps = steps.clone();
                steps.sort();
                Self::Decision(Verdict::Steps(steps))
            }
            tests::Verdict::Stub => Self::Stub,
            tests::Verdict::Hold => Self::Hold,
            tests::Verdict::StopJob => Self::StopJob,
        }
    }
}
