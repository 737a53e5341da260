//! Equality and order of two values.

use std::cmp::Ordering;

use straza_language::core::Comparison;

use super::truth::Truth;
use super::value::Value;
use super::{spread, time};

/// Compares two values; text beside an instant or a version is read as one.
pub fn between(left: &Value, op: Comparison, right: &Value) -> Truth {
    if let (Value::Paths(paths), Value::Path(path)) | (Value::Path(path), Value::Paths(paths)) = (left, right) {
        return if op == Comparison::Equal { paths.are(&spread::exactly(path)) } else { Truth::Unknown };
    }
    let Some(left) = &as_kind_of(left, right) else { return Truth::Unknown };
    match op {
        Comparison::Equal => equal(left, right).into(),
        Comparison::Less => order(left, right).map(Ordering::is_lt).into(),
        Comparison::LessOrEqual => order(left, right).map(Ordering::is_le).into(),
        Comparison::Greater => order(left, right).map(Ordering::is_gt).into(),
        Comparison::GreaterOrEqual => order(left, right).map(Ordering::is_ge).into(),
    }
}

/// Nothing where the text is no instant, or no version.
fn as_kind_of(left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Text { raw, .. }, Value::Instant(_)) => time::instant(raw).map(Value::Instant),
        (Value::Text { raw, .. }, Value::Version(_)) => version(raw).map(Value::Version),
        (left, _) => Some(left.clone()),
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
    fn text_is_read_as_what_stands_right_of_it() {
        let text = |raw: &str| Value::Text { raw: raw.to_owned(), folded: raw.to_lowercase() };
        assert_eq!(between(&text("1970-01-01T00:01Z"), Comparison::Equal, &Value::Instant(60)), Truth::True);
        assert_eq!(between(&text("v1.10"), Comparison::Greater, &Value::Version(vec![1, 9])), Truth::True);
        assert_eq!(between(&text("soon"), Comparison::Less, &Value::Instant(60)), Truth::Unknown);
        assert_eq!(between(&Value::Instant(60), Comparison::Less, &text("1970-01-01T00:02Z")), Truth::Unknown);
    }

    #[test]
    fn values_of_two_kinds_are_neither_equal_nor_unequal() {
        assert_eq!(between(&Value::Null, Comparison::Equal, &Value::Null), Truth::True);
        assert_eq!(between(&Value::Null, Comparison::Equal, &Value::Boolean(false)), Truth::Unknown);
        assert_eq!(between(&Value::Boolean(true), Comparison::Less, &Value::Boolean(false)), Truth::Unknown);
    }
}
