//! Values that two calls share, and values that a result or a person gave.

use straza_language::core::{Decimal, Mark, Reading};

use super::super::truth::Truth;
use super::super::value::Value;

/// Texts up to here are asked whether they are numbers.
const NUMBER_TEXT: usize = 64;

/// Which value it is, to a server that takes numbers from texts: `12`, `"12"` and `"12.0"` are one, and so are `true` and `"true"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    Number(Decimal),
    Text(String),
}

/// Which value it is; nothing where it is a list, an object, `null`, or cannot be looked at.
pub fn identity(value: &Value, reading: Reading) -> Option<Identity> {
    let by_signs = reading == Reading::Marked(Mark::Alnum);
    match value {
        Value::Boolean(value) => Some(Identity::Text(value.to_string())),
        Value::Number(number) if by_signs && number.exponent >= 0 => digits(*number).map(Identity::Text),
        Value::Number(number) => Some(Identity::Number(*number)),
        Value::Text { raw, folded } if by_signs || raw.len() > NUMBER_TEXT => Some(Identity::Text(folded.clone())),
        Value::Text { raw, folded } => Some(Decimal::parse(raw).map_or_else(|| Identity::Text(folded.clone()), Identity::Number)),
        Value::Null
        | Value::Path(_)
        | Value::Paths(_)
        | Value::Instant(_)
        | Value::Version(_)
        | Value::List { .. }
        | Value::Object(_)
        | Value::Opaque => None,
    }
}

/// The digits of an integer, without its sign; nothing where they would fill more than a number has.
fn digits(number: Decimal) -> Option<String> {
    let zeros = usize::try_from(number.exponent).ok()?;
    Some(number.coefficient.unsigned_abs().to_string() + &"0".repeat(zeros))
}

/// Whether both are the same.
pub fn are_equal(one: &Option<Identity>, other: &Option<Identity>) -> Truth {
    one.as_ref().zip(other.as_ref()).map(|(one, other)| one == other).into()
}
