//! Changing arguments and measuring values, without touching what was there.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::json::{Object, Value};

/// The arguments with a value where they have none; `None` where something is there already, `Err` where something else stands in the way.
pub(crate) fn filled(arguments: &Object, path: &[&str], value: &Value) -> Result<Option<Object>, ()> {
    let (first, rest) = path.split_first().ok_or(())?;
    match (arguments.get(first), rest) {
        (None, []) => Ok(Some(arguments.with(first, value.clone()))),
        (Some(_), []) => Ok(None),
        (None, rest) => {
            let empty = Object::default();
            Ok(filled(&empty, rest, value)?.map(|inner| arguments.with(first, Value::Object(inner))))
        }
        (Some(Value::Object(inner)), rest) => Ok(filled(inner, rest, value)?.map(|inner| arguments.with(first, Value::Object(inner)))),
        (Some(_), _) => Err(()),
    }
}

/// About how many bytes a value takes as text: its own text, and one for every mark between.
pub(crate) fn size_of(value: &Value) -> u64 {
    let mut pending: Vec<&Value> = alloc::vec![value];
    let mut size = 0u64;
    while let Some(value) = pending.pop() {
        let own = match value {
            Value::Null | Value::Bool(_) => 5,
            Value::Number(_) => 16,
            Value::Text(text) => text.as_str().len() + 2,
            Value::List(elements) => {
                pending.extend(elements);
                elements.len() + 2
            }
            Value::Object(object) => {
                pending.extend(object.iter().map(|(_, value)| value));
                object.iter().map(|(key, _)| key.len() + 4).sum::<usize>() + 2
            }
        };
        size = size.saturating_add(own as u64);
    }
    size
}

/// The same value with every text in it made another; the change says `None` where the text stays.
pub(super) fn with_texts(value: &Value, change: &mut dyn FnMut(&str) -> Option<Box<str>>) -> Value {
    match value {
        Value::Text(text) => change(text.as_str()).map_or_else(|| value.clone(), |text| Value::Text(crate::json::Text::new(text))),
        Value::List(elements) => Value::List(elements.iter().map(|element| with_texts(element, change)).collect()),
        Value::Object(object) => Value::Object(object.map(&mut |value| with_texts(value, change))),
        other => other.clone(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use super::*;
    use crate::json;

    fn object(text: &str) -> Object {
        match json::read(text.as_bytes()).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_value_is_filled_in_only_where_none_is() {
        let two = json::read(b"2").unwrap();
        let fill = |text: &str, path: &[&str]| filled(&object(text), path, &two);
        assert_eq!(fill(r#"{"a": 1}"#, &["b"]), Ok(Some(object(r#"{"a": 1, "b": 2}"#))));
        assert_eq!(fill(r#"{"b": null}"#, &["b"]), Ok(None));
        assert_eq!(fill(r#"{"z": 1}"#, &["b", "c"]), Ok(Some(object(r#"{"z": 1, "b": {"c": 2}}"#))));
        assert_eq!(fill(r#"{"b": {"d": 1}}"#, &["b", "c"]), Ok(Some(object(r#"{"b": {"c": 2, "d": 1}}"#))));
        assert_eq!(fill(r#"{"b": 3}"#, &["b", "c"]), Err(()));
        assert_eq!(fill("{}", &[]), Err(()));
    }
}
