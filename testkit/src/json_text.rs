//! A value of the runtime's strict reader as JSON text: exact numbers, keys sorted, one line.

use std::fmt::Write;

use straza_runtime::json::Value;

/// Appends the value.
pub fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(value) => drop(write!(out, "{value}")),
        Value::Text(value) => write_text(value.as_str(), out),
        Value::List(elements) => write_all(elements, '[', ']', out, write),
        Value::Object(members) => write_all(members.iter(), '{', '}', out, |(key, value), out| {
            write_text(key, out);
            out.push(':');
            write(value, out);
        }),
    }
}

/// The value as text.
pub fn text(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write_text(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

fn write_all<T>(parts: impl IntoIterator<Item = T>, open: char, close: char, out: &mut String, write: impl Fn(T, &mut String)) {
    out.push(open);
    for (place, part) in parts.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(part, out);
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use straza_runtime::json::read;

    #[test]
    fn what_is_written_reads_back_as_it_was() {
        let text = r#"{"a":[1,-0.5,9007199254740993,1e300],"b":{"c":null,"d":true},"e":"\"\\\u0007\u2028é"}"#;
        let value = read(text.as_bytes()).unwrap();
        assert_eq!(read(super::text(&value).as_bytes()).unwrap(), value);
    }
}
