//! Refusals at the border: why a call is denied before, or instead of, being decided by the policy.
//!
//! A refusal says what, where and what to do next, in the one form that hosts pass on: `straza: denied: <cause>: …`.

use alloc::string::String;
use core::fmt;

use crate::json::{JsonCause, JsonError};

/// A stable word for why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// More bytes than this host takes.
    TooLarge,
    /// Not the JSON that is read here.
    Payload,
    /// A version of the published call that this runtime does not know.
    Version,
    /// Not of the published call's shape.
    Call,
    /// Keys or names that differ only in case.
    Case,
    /// An event of unknown kind.
    Event,
    /// A function that may not be called by this name.
    Function,
    /// The arguments break the catalog's schema.
    Schema,
    /// A bound that cannot be answered by an unknown.
    Limit,
    /// More work than the snapshot's bound.
    Cost,
    /// The snapshot's bytes contradict themselves.
    Corrupt,
}

impl Cause {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::TooLarge,
        Self::Payload,
        Self::Version,
        Self::Call,
        Self::Case,
        Self::Event,
        Self::Function,
        Self::Schema,
        Self::Limit,
        Self::Cost,
        Self::Corrupt,
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Self::TooLarge => "too large",
            Self::Payload => "payload",
            Self::Version => "version",
            Self::Call => "call",
            Self::Case => "case",
            Self::Event => "event",
            Self::Function => "function",
            Self::Schema => "schema",
            Self::Limit => "limit",
            Self::Cost => "limit: cost",
            Self::Corrupt => "corrupt",
        }
    }

    /// What it means: one line, lower case.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::TooLarge => "more bytes than this host takes",
            Self::Payload => "not the JSON that is read here",
            Self::Version => "a version of the published call that this runtime does not know",
            Self::Call => "not of the published call's shape",
            Self::Case => "keys or names that differ only in case, or as a harness spells them",
            Self::Event => "an event of unknown kind",
            Self::Function => "a function that may not be called by this name",
            Self::Schema => "arguments that break the catalog's schema",
            Self::Limit => "a bound that cannot be answered by an unknown",
            Self::Cost => "more work than the snapshot's bound",
            Self::Corrupt => "a snapshot whose bytes contradict themselves",
        }
    }

    /// What to do next.
    pub fn next_step(self) -> &'static str {
        match self {
            Self::TooLarge => "Send less in one call.",
            Self::Payload => "Send the call as one strict JSON document.",
            Self::Version => "Send version 1, or bring straza and its host to one version.",
            Self::Call => "Send the call as its published schema says.",
            Self::Case => "Spell each name once, as it is declared.",
            Self::Event => "Send one of the published events.",
            Self::Function => "Call a function by the server and name it is offered under.",
            Self::Schema => "Send the arguments that the function's schema describes.",
            Self::Limit => "Split the call.",
            Self::Cost => "Report it: the compiler's bound was too low for this call.",
            Self::Corrupt => "Compile and sign the policy again.",
        }
    }
}

/// Why a call is denied at the border.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub cause: Cause,
    /// What and where; quoted text in it is escaped and cut.
    pub detail: String,
}

impl Refusal {
    /// A refusal; `detail` is a clause without a full stop, its quotations printed by [`crate::escape::Escaped`].
    pub fn new(cause: Cause, detail: impl Into<String>) -> Self {
        Self { cause, detail: detail.into() }
    }
}

impl From<JsonError> for Refusal {
    fn from(error: JsonError) -> Self {
        let cause = if error.cause == JsonCause::TooLarge { Cause::TooLarge } else { Cause::Payload };
        Self::new(cause, alloc::format!("{error}"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "straza: denied: {}: {}. {}", self.cause.word(), self.detail, self.cause.next_step())
    }
}

impl core::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn the_list_of_causes_is_whole_and_each_has_a_word_of_its_own() {
        assert!(Cause::ALL.is_sorted_by(|left, right| left < right && left.word() != right.word()));
        assert!(Cause::ALL.iter().zip(0..).all(|(cause, place)| *cause as usize == place), "one is left out");
        assert_eq!(Cause::ALL.last(), Some(&Cause::Corrupt), "the last of the list is the last of the type");
    }

    #[test]
    fn a_refusal_names_cause_place_and_next_step() {
        let refusal = Refusal::new(Cause::Call, "unknown key \"foo\" in the call");
        assert_eq!(
            refusal.to_string(),
            "straza: denied: call: unknown key \"foo\" in the call. Send the call as its published schema says."
        );
    }
}
