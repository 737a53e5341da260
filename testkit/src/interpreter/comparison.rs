//! Equality and order of two values.

use std::cmp::Ordering;

use straza_language::core::{Comparison, Literal};

use super::time;
use super::truth::Truth;
use super::value::Value;

/// A value beside a constant: `null` can be asked about, and text is read as the constant's kind.
pub fn with_literal(value: &Value, op: Comparison, literal: &Literal, constant: &Value) -> Truth {
    match (literal, value) {
        (Literal::Null, Value::Opaque) => Truth::Unknown,
        (Literal::Null, value) if op == Comparison::Equal => (*value == Value::Null).into(),
        (Literal::Instant(_), Value::Text { raw, .. }) => time::instant(raw).map_or(Truth::Unknown, |seen| between(&Value::Instant(seen), op, constant)),
        (Literal::Version(_), Value::Text { raw, .. }) => version(raw).map_or(Truth::Unknown, |seen| between(&Value::Version(seen), op, constant)),
        _ => between(value, op, constant),
    }
}

/// Two values as they are.
pub fn between(left: &Value, op: Comparison, right: &Value) -> Truth {
    match op {
        Comparison::Equal => equal(left, right).into(),
        Comparison::Less => order(left, right).map(Ordering::is_lt).into(),
        Comparison::LessOrEqual => order(left, right).map(Ordering::is_le).into(),
        Comparison::Greater => order(left, right).map(Ordering::is_gt).into(),
        Comparison::GreaterOrEqual => order(left, right).map(Ordering::is_ge).into(),
    }
}

fn equal(left: &Value, right: &Value) -> Option<bool> {
    match (left, right) {
        (Value::Null, Value::Null) => Some(true),
        (Value::Boolean(a), Value::Boolean(b)) => Some(a == b),
        (Value::Number(a), Value::Number(b)) => Some(a == b),
        (Value::Text { folded: a, .. }, Value::Text { folded: b, .. }) => Some(a == b),
        (Value::Path(a), Value::Path(b)) => Some(a == b),
        (Value::Instant(a), Value::Instant(b)) => Some(a == b),
        (Value::Version(a), Value::Version(b)) => Some(a == b),
        _ => None,
    }
}

fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Some(a.cmp(b)),
        (Value::Instant(a), Value::Instant(b)) => Some(a.cmp(b)),
        (Value::Version(a), Value::Version(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

/// `2.1.300` or `v2.1.300`: one to eight numbers below 2^32; zeros at the end say nothing.
fn version(text: &str) -> Option<Vec<u32>> {
    let digits = text.strip_prefix('v').unwrap_or(text);
    let mut numbers = digits.split('.').map(number).collect::<Option<Vec<u32>>>()?;
    if numbers.len() > 8 {
        return None;
    }
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    Some(numbers)
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_numbers_between_dots() {
        assert_eq!(version("v2.1.0"), Some(vec![2, 1]));
        assert_eq!(version("10"), Some(vec![10]));
        for wrong in ["", "v", "2.", "2.x", "+2", "2.1-beta", "1.2.3.4.5.6.7.8.9", "4294967296"] {
            assert_eq!(version(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn null_is_asked_about_by_null_alone() {
        let ask = |value: &Value, literal: &Literal, constant: &Value| with_literal(value, Comparison::Equal, literal, constant);
        assert_eq!(ask(&Value::Null, &Literal::Null, &Value::Null), Truth::True);
        assert_eq!(ask(&Value::Boolean(true), &Literal::Null, &Value::Null), Truth::False);
        assert_eq!(ask(&Value::Null, &Literal::Boolean(true), &Value::Boolean(true)), Truth::Unknown);
        assert_eq!(between(&Value::Null, Comparison::Equal, &Value::Null), Truth::True);
    }
}
