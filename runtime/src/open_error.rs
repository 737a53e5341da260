//! Why a snapshot does not open: one variant and one stable code for each cause.

use core::fmt;

use crate::cbor::NotCanonical;
use crate::compiled::CoreError;
use crate::envelope::EnvelopeError;
use crate::layout::{FORMAT, RUNTIME, Section};
use crate::payload::PayloadError;

/// A snapshot that does not open. Nothing is decided with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// Another kind of file.
    NotASnapshot,
    /// It ends within head or envelope.
    Truncated,
    /// Beyond the limit.
    TooLarge,
    /// The envelope's length is zero or beyond the limit.
    EnvelopeLength,
    /// Envelope or header is not canonical CBOR.
    NotCanonical(NotCanonical),
    /// The envelope is no COSE_Sign1.
    WrongTag,
    /// The envelope's parts are not those of COSE_Sign1, or its headers hold what does not belong there.
    Envelope(&'static str),
    /// Another algorithm than Ed25519.
    Algorithm,
    /// Signed as another content type.
    ContentType,
    /// Signed by a key that this trust does not list.
    UnknownKey,
    /// Signed by a key that may not sign snapshots.
    KeyRole,
    /// Signed by a development key, which a managed machine never takes.
    DevelopmentKey,
    /// The signature does not verify.
    Signature,
    /// The payload is not canonical CBOR.
    PayloadNotCanonical(NotCanonical),
    /// The payload has another shape.
    Payload(&'static str),
    /// Compiled for a newer runtime.
    NeedsRuntime(u32),
    /// A format that this runtime does not know.
    Format(u32),
    /// Another snapshot than the expected one.
    Id,
    /// Older than the least expected serial.
    Serial,
    /// Core and text do not fill the file exactly.
    Length,
    /// The core is not the signed one.
    CoreHash,
    /// The text is not the signed one.
    TextHash,
    /// The core contradicts itself, or costs more than it declares.
    Core(CoreError),
}

/// The checks of opening, in their order. The first that fails ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The file's frame.
    File,
    /// The envelope's form.
    Envelope,
    /// Whose key it names.
    Key,
    /// That key's signature.
    Signature,
    /// What was signed, and whether it is for here.
    Payload,
    /// The rest of the file against what was signed.
    Digests,
    /// What decides.
    Core,
}

impl Check {
    /// All of them, in their order.
    pub const ALL: [Self; 7] = [Self::File, Self::Envelope, Self::Key, Self::Signature, Self::Payload, Self::Digests, Self::Core];

    /// What it looks at, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file: magic, size, lengths",
            Self::Envelope => "envelope: canonical, of the known form",
            Self::Key => "key: trusted here for snapshots",
            Self::Signature => "signature",
            Self::Payload => "payload: format, runtime, expected id",
            Self::Digests => "digests of core and text",
            Self::Core => "core: every reference, and the cost",
        }
    }
}

/// What stands for the details of an error where none has happened.
const SOMEWHERE: NotCanonical = NotCanonical { offset: 0, what: "an integer in more bytes than it needs" };

impl OpenError {
    /// One error for each code, by the order of the checks: for pages and tests.
    pub const EACH: [Self; 25] = [
        Self::NotASnapshot,
        Self::Truncated,
        Self::TooLarge,
        Self::EnvelopeLength,
        Self::NotCanonical(SOMEWHERE),
        Self::WrongTag,
        Self::Envelope("the signature has not 64 bytes"),
        Self::Algorithm,
        Self::ContentType,
        Self::UnknownKey,
        Self::KeyRole,
        Self::DevelopmentKey,
        Self::Signature,
        Self::Payload("the digest has not 32 bytes"),
        Self::NeedsRuntime(RUNTIME + 1),
        Self::Format(FORMAT + 1),
        Self::Id,
        Self::Serial,
        Self::Length,
        Self::CoreHash,
        Self::TextHash,
        Self::Core(CoreError::SectionTable),
        Self::Core(CoreError::TooLarge(Section::Items)),
        Self::Core(CoreError::Reference(Section::Items, 0)),
        Self::Core(CoreError::Cost),
    ];

    /// The check that failed.
    pub fn check(&self) -> Check {
        match self {
            Self::NotASnapshot | Self::Truncated | Self::TooLarge | Self::EnvelopeLength => Check::File,
            Self::NotCanonical(_) | Self::WrongTag | Self::Envelope(_) | Self::Algorithm | Self::ContentType => Check::Envelope,
            Self::UnknownKey | Self::KeyRole | Self::DevelopmentKey => Check::Key,
            Self::Signature => Check::Signature,
            Self::PayloadNotCanonical(_) | Self::Payload(_) | Self::NeedsRuntime(_) | Self::Format(_) | Self::Id | Self::Serial => {
                Check::Payload
            }
            Self::Length | Self::CoreHash | Self::TextHash => Check::Digests,
            Self::Core(_) => Check::Core,
        }
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotASnapshot => "open: not-a-snapshot",
            Self::Truncated => "open: truncated",
            Self::TooLarge => "open: too-large",
            Self::EnvelopeLength => "open: envelope-length",
            Self::NotCanonical(_) | Self::PayloadNotCanonical(_) => "open: not-canonical",
            Self::WrongTag => "open: wrong-tag",
            Self::Envelope(_) => "open: envelope",
            Self::Algorithm => "open: algorithm",
            Self::ContentType => "open: content-type",
            Self::UnknownKey => "open: unknown-key",
            Self::KeyRole => "open: key-role",
            Self::DevelopmentKey => "open: development-key",
            Self::Signature => "open: signature",
            Self::Payload(_) => "open: payload",
            Self::NeedsRuntime(_) => "open: needs-newer-runtime",
            Self::Format(_) => "open: format",
            Self::Id => "open: id",
            Self::Serial => "open: serial",
            Self::Length => "open: length",
            Self::CoreHash => "open: core-hash",
            Self::TextHash => "open: text-hash",
            Self::Core(CoreError::Cost) => "open: cost",
            Self::Core(CoreError::Reference(..)) => "open: reference",
            Self::Core(CoreError::TooLarge(_)) => "open: section-size",
            Self::Core(_) => "open: sections",
        }
    }

    /// What to do next.
    pub fn next_step(&self) -> &'static str {
        match self {
            Self::NotASnapshot => "Name a file that `straza compile` wrote.",
            Self::Truncated | Self::TooLarge | Self::EnvelopeLength | Self::Length | Self::CoreHash | Self::TextHash => {
                "Fetch the file again."
            }
            Self::NotCanonical(_)
            | Self::WrongTag
            | Self::Envelope(_)
            | Self::Algorithm
            | Self::ContentType
            | Self::PayloadNotCanonical(_)
            | Self::Payload(_)
            | Self::Core(_) => "Compile and sign the policy again.",
            Self::UnknownKey | Self::KeyRole => "Sign with a key that the trust file lists for snapshots.",
            Self::DevelopmentKey => "Sign with a managed key.",
            Self::Signature => "Fetch the file again; do not use this one.",
            Self::NeedsRuntime(_) | Self::Format(_) => "Update straza here, or compile for this runtime.",
            Self::Id | Self::Serial => "Bring the snapshot that is expected here.",
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code())?;
        match self {
            Self::NotASnapshot => f.write_str("not a straza snapshot"),
            Self::Truncated => f.write_str("the file ends too early"),
            Self::TooLarge => f.write_str("the file is beyond the limit"),
            Self::EnvelopeLength => f.write_str("the envelope's length is zero or more than 32 KiB"),
            Self::NotCanonical(error) | Self::PayloadNotCanonical(error) => write!(f, "{error}"),
            Self::WrongTag => f.write_str("the envelope is not a COSE_Sign1"),
            Self::Envelope(what) | Self::Payload(what) => write!(f, "{what}"),
            Self::Algorithm => f.write_str("not signed with Ed25519"),
            Self::ContentType => f.write_str("signed as another kind of content"),
            Self::UnknownKey => f.write_str("signed by a key that is not trusted here"),
            Self::KeyRole => f.write_str("signed by a key that may not sign snapshots"),
            Self::DevelopmentKey => f.write_str("signed by a development key, which does not count on a managed machine"),
            Self::Signature => f.write_str("the signature does not verify"),
            Self::NeedsRuntime(number) => write!(f, "made for runtime {number}, this is {}", RUNTIME),
            Self::Format(number) => write!(f, "of format {number}, this runtime reads {}", FORMAT),
            Self::Id => f.write_str("another snapshot than the expected one"),
            Self::Serial => f.write_str("older than what was used here before"),
            Self::Length => f.write_str("bytes are missing or left over"),
            Self::CoreHash => f.write_str("the core is not the signed one"),
            Self::TextHash => f.write_str("the text is not the signed one"),
            Self::Core(error) => write!(f, "{error}"),
        }?;
        write!(f, ". {}", self.next_step())
    }
}

impl core::error::Error for OpenError {}

impl From<EnvelopeError> for OpenError {
    fn from(error: EnvelopeError) -> Self {
        match error {
            EnvelopeError::NotCanonical(error) => Self::NotCanonical(error),
            EnvelopeError::WrongTag => Self::WrongTag,
            EnvelopeError::Form(what) => Self::Envelope(what),
            EnvelopeError::Algorithm => Self::Algorithm,
            EnvelopeError::ContentType => Self::ContentType,
            EnvelopeError::UnknownKey => Self::UnknownKey,
            EnvelopeError::KeyRole => Self::KeyRole,
            EnvelopeError::DevelopmentKey => Self::DevelopmentKey,
            EnvelopeError::Signature => Self::Signature,
        }
    }
}

impl From<PayloadError> for OpenError {
    fn from(error: PayloadError) -> Self {
        match error {
            PayloadError::NotCanonical(error) => Self::PayloadNotCanonical(error),
            PayloadError::Shape(what) => Self::Payload(what),
            PayloadError::NeedsRuntime(number) => Self::NeedsRuntime(number),
            PayloadError::Format(number) => Self::Format(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_checks_is_in_their_order_and_each_is_named_once() {
        assert!(Check::ALL.is_sorted_by(|left, right| left < right && left.name() != right.name()));
        assert_eq!(Check::ALL.last(), Some(&Check::Core));
    }

    /// The code of an error, from a match that a new variant breaks: whoever adds one sees that the list is to grow.
    fn expected_code(error: &OpenError) -> &'static str {
        match error {
            OpenError::NotASnapshot
            | OpenError::Truncated
            | OpenError::TooLarge
            | OpenError::EnvelopeLength
            | OpenError::NotCanonical(_)
            | OpenError::WrongTag
            | OpenError::Envelope(_)
            | OpenError::Algorithm
            | OpenError::ContentType
            | OpenError::UnknownKey
            | OpenError::KeyRole
            | OpenError::DevelopmentKey
            | OpenError::Signature
            | OpenError::PayloadNotCanonical(_)
            | OpenError::Payload(_)
            | OpenError::NeedsRuntime(_)
            | OpenError::Format(_)
            | OpenError::Id
            | OpenError::Serial
            | OpenError::Length
            | OpenError::CoreHash
            | OpenError::TextHash
            | OpenError::Core(
                CoreError::SectionTable
                | CoreError::UnknownSection(_)
                | CoreError::SectionWidth(_)
                | CoreError::SectionBounds(_)
                | CoreError::TooLarge(_)
                | CoreError::Reference(..)
                | CoreError::Cost,
            ) => error.code(),
        }
    }

    #[test]
    fn one_error_stands_for_each_code_in_the_order_of_the_checks() {
        assert!(OpenError::EACH.is_sorted_by_key(OpenError::check));
        let codes: alloc::collections::BTreeSet<&str> = OpenError::EACH.iter().map(expected_code).collect();
        assert_eq!(codes.len(), OpenError::EACH.len(), "a code stands twice");
    }

    #[test]
    fn a_payload_is_judged_after_its_signature_whatever_is_wrong_with_it() {
        let form = NotCanonical { offset: 0, what: "a tag" };
        for error in [PayloadError::NotCanonical(form), PayloadError::Shape("x"), PayloadError::NeedsRuntime(9), PayloadError::Format(9)] {
            assert!(OpenError::from(error).check() > Check::Signature);
        }
        assert!(OpenError::NotCanonical(form).check() < Check::Signature);
    }
}
