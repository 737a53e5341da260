//! Why a signed thing other than a snapshot is not written or not read: one error for all kinds, with a stable code for each cause.
//!
//! A snapshot, which is a file of several parts, has an error of its own ([`crate::open_error`]).

use core::fmt;

use crate::cbor::NotCanonical;
use crate::domain::Domain;
use crate::envelope::EnvelopeError;

/// A signed thing that is not written, or not taken. Nothing is decided with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatError {
    /// Which kind of thing.
    pub domain: Domain,
    /// Why.
    pub cause: FormatCause,
}

/// The causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatCause {
    /// More bytes than the limit.
    TooLarge(usize),
    /// The envelope does not count here.
    Envelope(EnvelopeError),
    /// The payload is not canonical CBOR.
    NotCanonical(NotCanonical),
    /// Of a version that this runtime does not know.
    Version(u64),
    /// Of another shape.
    Shape(NotCanonical),
    /// More of something than the limit.
    TooMany(&'static str, usize),
    /// A text longer than the limit.
    TooLong(&'static str, usize),
    /// A text that is empty.
    Empty(&'static str),
    /// A text that is not NFC, which nothing would ever match.
    NotNormal(&'static str),
    /// One thing listed twice.
    Twice(&'static str),
    /// Not in ascending order.
    Order(&'static str),
    /// An instant outside the years 1970 to 9999.
    Instant,
    /// For another channel than the one that is asked for.
    Channel,
}

impl FormatError {
    /// The stable code behind the domain's name.
    pub fn code(&self) -> &'static str {
        match self.cause {
            FormatCause::TooLarge(_) => "too-large",
            FormatCause::Envelope(error) => error.code(),
            FormatCause::NotCanonical(_) => "not-canonical",
            FormatCause::Version(_) => "version",
            FormatCause::Shape(_) => "shape",
            FormatCause::TooMany(..) => "too-many",
            FormatCause::TooLong(..) => "too-long",
            FormatCause::Empty(_) => "empty",
            FormatCause::NotNormal(_) => "not-normal",
            FormatCause::Twice(_) => "twice",
            FormatCause::Order(_) => "order",
            FormatCause::Instant => "instant",
            FormatCause::Channel => "channel",
        }
    }

    /// What to do next.
    pub fn next_step(&self) -> &'static str {
        match (self.cause, self.domain) {
            (FormatCause::Envelope(error), _) => error.next_step(),
            (FormatCause::Version(_), _) => "Update straza here.",
            (FormatCause::Channel, _) => "Bring the one of this channel.",
            (FormatCause::TooLarge(_) | FormatCause::TooMany(..), Domain::Receipt) => "Split the call.",
            (FormatCause::TooLarge(_) | FormatCause::TooMany(..), Domain::Revocations) => {
                "Name fewer: one pattern stands for many functions."
            }
            (FormatCause::TooLong(..), _) => "Name it shorter.",
            _ => "Have it issued again.",
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: ", self.domain.name(), self.code())?;
        match self.cause {
            FormatCause::TooLarge(most) => write!(f, "more than {most} bytes"),
            FormatCause::Envelope(error) => write!(f, "{error}"),
            FormatCause::NotCanonical(error) | FormatCause::Shape(error) => write!(f, "{error}"),
            FormatCause::Version(version) => write!(f, "of version {version}, which this runtime does not know"),
            FormatCause::TooMany(what, most) => write!(f, "more than {most} {what}"),
            FormatCause::TooLong(what, most) => write!(f, "{what} of more than {most} bytes"),
            FormatCause::Empty(what) => write!(f, "{what} that is empty"),
            FormatCause::NotNormal(what) => write!(f, "{what} that is not NFC"),
            FormatCause::Twice(what) => write!(f, "{what} twice"),
            FormatCause::Order(what) => write!(f, "{what} not in ascending order"),
            FormatCause::Instant => f.write_str("an instant outside the years 1970 to 9999"),
            FormatCause::Channel => f.write_str("it is for another channel"),
        }?;
        write!(f, ". {}", self.next_step())
    }
}

impl core::error::Error for FormatError {}

impl From<NotCanonical> for FormatCause {
    fn from(error: NotCanonical) -> Self {
        Self::Shape(error)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;

    #[test]
    fn every_cause_has_a_code_of_its_own_and_says_what_to_do() {
        let form = NotCanonical { offset: 3, what: "a tag" };
        let causes = [
            FormatCause::TooLarge(1),
            FormatCause::Envelope(EnvelopeError::Signature),
            FormatCause::NotCanonical(form),
            FormatCause::Version(2),
            FormatCause::Shape(form),
            FormatCause::TooMany("entries", 1),
            FormatCause::TooLong("a name", 1),
            FormatCause::Empty("a name"),
            FormatCause::NotNormal("a name"),
            FormatCause::Twice("entries"),
            FormatCause::Order("entries"),
            FormatCause::Instant,
            FormatCause::Channel,
        ];
        let errors = causes.map(|cause| FormatError { domain: Domain::Revocations, cause });
        for (at, error) in errors.iter().enumerate() {
            let text = error.to_string();
            assert!(text.starts_with(&["revocations: ", error.code(), ": "].concat()) && text.ends_with(error.next_step()), "{text}");
            assert!(errors.iter().skip(at + 1).all(|other| other.code() != error.code()), "{text}");
        }
    }
}
