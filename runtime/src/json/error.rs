//! Why a document is refused, and where.

use alloc::boxed::Box;
use core::fmt;

use crate::escape::Escaped;

/// A refused document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Why.
    pub cause: JsonCause,
    /// Bytes before the place.
    pub offset: usize,
    /// The place's line, from 1.
    pub line: usize,
    /// The place's column in code points, from 1.
    pub column: usize,
}

/// Why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonCause {
    /// More bytes than the caller takes.
    TooLarge,
    /// Not UTF-8.
    NotUtf8,
    /// Something else stands where this was due.
    Expected(&'static str),
    /// The document ends too early.
    Truncated,
    /// Something follows the document.
    Trailing,
    /// A key stands twice in one object.
    DuplicateKey(Box<str>),
    /// A key beyond the limit.
    KeyTooLong,
    /// Half a surrogate pair.
    LoneSurrogate,
    /// `\` followed by what JSON does not know.
    BadEscape,
    /// A control character that is not escaped.
    ControlCharacter,
    /// `NaN`, `Infinity`, `01`, `.5`, `+1`, …
    BadNumber,
    /// More significant digits than the limit.
    NumberTooLong,
    /// An exponent beyond the limit.
    NumberOutOfRange,
    /// Too many levels.
    TooDeep,
    /// Too many values.
    TooManyNodes,
}

impl JsonCause {
    /// A stable word for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::TooLarge => "too-large",
            Self::NotUtf8 => "not-utf8",
            Self::Expected(_) => "syntax",
            Self::Truncated => "truncated",
            Self::Trailing => "trailing",
            Self::DuplicateKey(_) => "duplicate-key",
            Self::KeyTooLong => "key-too-long",
            Self::LoneSurrogate => "lone-surrogate",
            Self::BadEscape => "bad-escape",
            Self::ControlCharacter => "control-character",
            Self::BadNumber => "bad-number",
            Self::NumberTooLong => "number-too-long",
            Self::NumberOutOfRange => "number-out-of-range",
            Self::TooDeep => "too-deep",
            Self::TooManyNodes => "too-many-values",
        }
    }
}

impl fmt::Display for JsonCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("more bytes than are taken"),
            Self::NotUtf8 => f.write_str("not UTF-8"),
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::Truncated => f.write_str("ends too early"),
            Self::Trailing => f.write_str("something follows the value"),
            Self::DuplicateKey(key) => write!(f, "key {} stands twice in one object", Escaped::new(key)),
            Self::KeyTooLong => f.write_str("a key longer than 1 KiB"),
            Self::LoneSurrogate => f.write_str("half a surrogate pair"),
            Self::BadEscape => f.write_str("an escape that JSON does not know"),
            Self::ControlCharacter => f.write_str("a control character that is not escaped"),
            Self::BadNumber => f.write_str("not a number that JSON knows"),
            Self::NumberTooLong => f.write_str("a number of more than 34 digits"),
            Self::NumberOutOfRange => f.write_str("a number beyond ±10^400"),
            Self::TooDeep => f.write_str("more than 64 levels"),
            Self::TooManyNodes => f.write_str("more than 100,000 values"),
        }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {}, column {}", self.cause, self.line, self.column)
    }
}

impl core::error::Error for JsonError {}
