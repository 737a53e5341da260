//! The value of a `let`: constants only, without places, so that moving a `let` changes nothing for its users.

use crate::core::{Decimal, Window};
use crate::tree::{Value, ValueKind};

/// A constant as written. What a bare word stands for is decided where the `let` is used, by the other side's type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// An exact number.
    Number(Decimal),
    /// Text.
    Text(String),
    /// Seconds.
    Duration(u64),
    /// Unix seconds.
    Instant(i64),
    /// `v2.1.163`
    Version(Vec<u32>),
    /// `[ … ]`
    List(Vec<Constant>),
    /// `mon-fri 07:00..19:00 in "Europe/Zurich"`
    Window(Window),
    /// A role or an enum value; never another `let`.
    Word(String),
}

impl Constant {
    /// The constant that a value writes; `None` where it reads a place in the call.
    pub fn of(value: &Value) -> Option<Self> {
        Some(match &value.kind {
            ValueKind::Null => Self::Null,
            ValueKind::Boolean(value) => Self::Boolean(*value),
            ValueKind::Number(value) => Self::Number(*value),
            ValueKind::Text(value) => Self::Text(value.clone()),
            ValueKind::Duration(value) => Self::Duration(*value),
            ValueKind::Instant(value) => Self::Instant(*value),
            ValueKind::Version(value) => Self::Version(value.clone()),
            ValueKind::List(values) => Self::List(values.iter().map(Self::of).collect::<Option<_>>()?),
            ValueKind::Window(value) => Self::Window(value.clone()),
            ValueKind::Word(word) => Self::Word(word.clone()),
            ValueKind::Path(_) => return None,
        })
    }

    /// What it is, for a message.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::Duration(_) => "a duration",
            Self::Instant(_) => "an instant",
            Self::Version(_) => "a version",
            Self::List(_) => "a list",
            Self::Window(_) => "a weekly window",
            Self::Word(_) => "a word",
        }
    }
}
