//! JSON values as the runtime keeps them, and the strict reader.
//!
//! Exact numbers, objects sorted by key, texts that know whether they may be compared. Not a general JSON library: it writes nothing,
//! and what another reader would mend or drop (a key twice, half a surrogate pair, `NaN`) is refused.

mod error;
mod object;
mod read;

use alloc::boxed::Box;
use alloc::vec::Vec;

use unicode_normalization::{IsNormalized, is_nfc_quick};

use crate::decimal::Decimal;
use crate::limits::TEXT_BYTES;

pub use error::{JsonCause, JsonError};
pub use object::{Object, is_folded};
pub use read::{read, read_within};

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An exact number.
    Number(Decimal),
    /// Text.
    Text(Text),
    /// A list.
    List(Vec<Value>),
    /// An object.
    Object(Object),
}

impl Value {
    /// The type's name in JSON Schema.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::List(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// The text, where it is one.
    pub fn as_text(&self) -> Option<&Text> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The object, where it is one.
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The list, where it is one.
    pub fn as_list(&self) -> Option<&[Value]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The boolean, where it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The number, where it is one.
    pub fn as_number(&self) -> Option<Decimal> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }
}

/// Text of a call, with the answer to whether comparisons may look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    text: Box<str>,
    comparable: bool,
}

impl Text {
    /// Takes the text and asks the NFC quick check and the length limit once.
    pub fn new(text: impl Into<Box<str>>) -> Self {
        let text = text.into();
        let comparable = text.len() <= TEXT_BYTES && is_normal(&text);
        Self { text, comparable }
    }

    /// The text as received, comparable or not.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, where comparisons may look at it: the NFC quick check says yes and it is within the limit. Else every comparison is
    /// unknown.
    pub fn comparable(&self) -> Option<&str> {
        self.comparable.then_some(&*self.text)
    }
}

/// Whether the NFC quick check answers yes. ASCII always passes.
pub fn is_normal(text: &str) -> bool {
    text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_comparable_when_normal_and_within_the_limit() {
        assert_eq!(Text::new("abc").comparable(), Some("abc"));
        assert_eq!(Text::new("caf\u{e9}").comparable(), Some("caf\u{e9}"));
        assert_eq!(Text::new("cafe\u{301}").comparable(), None);
        assert_eq!(Text::new("cafe\u{301}").as_str(), "cafe\u{301}");
        assert!(Text::new("a".repeat(TEXT_BYTES)).comparable().is_some());
        assert!(Text::new("a".repeat(TEXT_BYTES + 1)).comparable().is_none());
    }
}
