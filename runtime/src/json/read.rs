//! The reader: UTF-8 bytes to a [`Value`], strictly, in time linear in the bytes (objects sort their keys).
//!
//! Recursion is bounded by the depth limit. Nothing is mended and nothing is skipped.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{JsonCause, JsonError, Object, Text, Value};
use crate::decimal::{Decimal, NumberError};
use crate::limits::{JSON_BYTES, JSON_DEPTH, JSON_NODES, KEY_BYTES};

/// Reads one document of at most [`JSON_BYTES`].
pub fn read(bytes: &[u8]) -> Result<Value, JsonError> {
    read_within(bytes, JSON_BYTES)
}

/// Reads one document of at most `max_bytes`.
pub fn read_within(bytes: &[u8], max_bytes: usize) -> Result<Value, JsonError> {
    if bytes.len() > max_bytes {
        return Err(located(bytes, Fault { cause: JsonCause::TooLarge, at: 0 }));
    }
    let text = core::str::from_utf8(bytes).map_err(|error| located(bytes, Fault { cause: JsonCause::NotUtf8, at: error.valid_up_to() }))?;
    Reader { text, at: 0, nodes: 0 }.document().map_err(|fault| located(bytes, fault))
}

/// An error before its line is counted.
struct Fault {
    cause: JsonCause,
    at: usize,
}

fn located(bytes: &[u8], fault: Fault) -> JsonError {
    let before = bytes.get(..fault.at).unwrap_or(bytes);
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let starts_character = |byte: &&u8| **byte & 0xC0 != 0x80;
    let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').filter(starts_character).count();
    JsonError { cause: fault.cause, offset: fault.at, line, column }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: usize,
}

/// A key, where it stands, its value.
type Entry = (Box<str>, usize, Value);

impl<'a> Reader<'a> {
    fn document(mut self) -> Result<Value, Fault> {
        let value = self.value(0)?;
        self.skip_blank();
        if self.at == self.text.len() { Ok(value) } else { Err(self.fault(JsonCause::Trailing)) }
    }

    /// Reads the value that stands next, inside `depth` objects and lists.
    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        self.skip_blank();
        self.nodes += 1;
        if self.nodes > JSON_NODES {
            return Err(self.fault(JsonCause::TooManyNodes));
        }
        match self.peek() {
            Some(b'{') => self.deeper(depth)?.object(depth + 1),
            Some(b'[') => self.deeper(depth)?.list(depth + 1),
            Some(b'"') => Ok(Value::Text(Text::new(self.string()?))),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    /// Steps over the bracket that opens an object or a list.
    fn deeper(&mut self, depth: usize) -> Result<&mut Self, Fault> {
        if depth >= JSON_DEPTH {
            return Err(self.fault(JsonCause::TooDeep));
        }
        self.at += 1;
        Ok(self)
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        let mut entries: Vec<Entry> = Vec::new();
        if self.next_is(b'}') {
            return Ok(Value::Object(Object::default()));
        }
        loop {
            entries.push(self.entry(depth)?);
            if !self.separator(b'}', "`,` or `}`")? {
                return unique(entries);
            }
        }
    }

    fn entry(&mut self, depth: usize) -> Result<Entry, Fault> {
        self.skip_blank();
        let at = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a key in quotes"));
        }
        let key = self.string()?;
        if key.len() > KEY_BYTES {
            return Err(Fault { cause: JsonCause::KeyTooLong, at });
        }
        if !self.next_is(b':') {
            return Err(self.unexpected("`:`"));
        }
        Ok((key, at, self.value(depth)?))
    }

    fn list(&mut self, depth: usize) -> Result<Value, Fault> {
        let mut elements = Vec::new();
        if self.next_is(b']') {
            return Ok(Value::List(elements));
        }
        loop {
            elements.push(self.value(depth)?);
            if !self.separator(b']', "`,` or `]`")? {
                return Ok(Value::List(elements));
            }
        }
    }

    /// Steps over `,` (true) or the closing bracket (false).
    fn separator(&mut self, close: u8, due: &'static str) -> Result<bool, Fault> {
        if self.next_is(b',') {
            return Ok(true);
        }
        if self.next_is(close) { Ok(false) } else { Err(self.unexpected(due)) }
    }

    /// Reads a string from its opening quote to its closing one.
    fn string(&mut self) -> Result<Box<str>, Fault> {
        self.at += 1;
        let plain = self.plain()?;
        if self.next_is_exactly(b'"') {
            return Ok(Box::from(plain));
        }
        let mut text = String::from(plain);
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text.into_boxed_str());
                }
                Some(b'\\') => text.push(self.escape()?),
                _ => text.push_str(self.plain()?),
            }
        }
    }

    /// The text up to the next quote or backslash.
    fn plain(&mut self) -> Result<&'a str, Fault> {
        let rest = self.rest();
        let special = |byte: &u8| *byte == b'"' || *byte == b'\\' || *byte < 0x20;
        let Some(length) = rest.as_bytes().iter().position(special) else {
            self.at = self.text.len();
            return Err(self.fault(JsonCause::Truncated));
        };
        self.at += length;
        if self.peek().is_some_and(|byte| byte < 0x20) {
            return Err(self.fault(JsonCause::ControlCharacter));
        }
        Ok(rest.get(..length).unwrap_or(""))
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let at = self.at;
        let letter = self.text.as_bytes().get(at + 1).copied();
        self.at += 2;
        let plain = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.code_point(at),
            Some(_) => return Err(Fault { cause: JsonCause::BadEscape, at }),
            None => return Err(Fault { cause: JsonCause::Truncated, at }),
        };
        Ok(plain)
    }

    /// Reads what follows `\u`, a second half included.
    fn code_point(&mut self, at: usize) -> Result<char, Fault> {
        let lone = || Fault { cause: JsonCause::LoneSurrogate, at };
        let first = self.four_digits(at)?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or_else(lone);
        }
        if !self.rest().starts_with("\\u") {
            return Err(lone());
        }
        self.at += 2;
        let second = self.four_digits(at)?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(lone());
        }
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or_else(lone)
    }

    fn four_digits(&mut self, at: usize) -> Result<u32, Fault> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).ok_or(Fault { cause: JsonCause::Truncated, at })?;
        self.at += 4;
        digits.iter().try_fold(0, |value, byte| {
            let digit = char::from(*byte).to_digit(16).ok_or(Fault { cause: JsonCause::BadEscape, at })?;
            Ok(value * 16 + digit)
        })
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let rest = self.rest();
        let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_');
        let length = rest.as_bytes().iter().position(|byte| !belongs(byte)).unwrap_or(rest.len());
        let cause = match Decimal::parse(rest.get(..length).unwrap_or("")) {
            Ok(number) => {
                self.at += length;
                return Ok(Value::Number(number));
            }
            Err(NumberError::Grammar) => JsonCause::BadNumber,
            Err(NumberError::Digits) => JsonCause::NumberTooLong,
            Err(NumberError::Exponent) => JsonCause::NumberOutOfRange,
        };
        Err(self.fault(cause))
    }

    fn word(&mut self) -> Result<Value, Fault> {
        let rest = self.rest();
        let length = rest.as_bytes().iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let value = match rest.get(..length) {
            Some("null") => Value::Null,
            Some("true") => Value::Bool(true),
            Some("false") => Value::Bool(false),
            Some("NaN" | "Infinity" | "nan" | "inf" | "infinity") => return Err(self.fault(JsonCause::BadNumber)),
            _ => return Err(self.unexpected("a value")),
        };
        self.at += length;
        Ok(value)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blank(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn next_is(&mut self, byte: u8) -> bool {
        self.skip_blank();
        self.next_is_exactly(byte)
    }

    fn next_is_exactly(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn unexpected(&self, due: &'static str) -> Fault {
        self.fault(if self.at >= self.text.len() { JsonCause::Truncated } else { JsonCause::Expected(due) })
    }

    fn fault(&self, cause: JsonCause) -> Fault {
        Fault { cause, at: self.at }
    }
}

/// Sorts the entries (stable, so that of two equal keys the later one is named) and refuses a key twice.
fn unique(mut entries: Vec<Entry>) -> Result<Value, Fault> {
    entries.sort_by(|(a, _, _), (b, _, _)| a.cmp(b));
    for pair in entries.windows(2) {
        if let [(first, _, _), (second, at, _)] = pair
            && first == second
        {
            return Err(Fault { cause: JsonCause::DuplicateKey(first.clone()), at: *at });
        }
    }
    Ok(Value::Object(Object::from_sorted(entries.into_iter().map(|(key, _, value)| (key, value)).collect())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use alloc::format;

    use super::*;

    fn refused(text: &str, word: &str) {
        assert_eq!(read(text.as_bytes()).map_err(|error| error.cause.word()), Err(word), "{text}");
    }

    fn text(value: &str) -> Value {
        Value::Text(Text::new(value))
    }

    #[test]
    fn documents_are_read_as_written() {
        let value = read(br#" {"b": [1, -2.50, true, null], "a": "x\n\u00e9\ud83d\ude00\/"} "#).unwrap();
        let object = value.as_object().unwrap();
        assert_eq!(object.get("a"), Some(&text("x\n\u{e9}\u{1f600}/")));
        assert_eq!(object.get("b").unwrap().as_list().unwrap().get(1), Some(&Value::Number(Decimal::parse("-2.5").unwrap())));
        assert_eq!(read(b"[]").unwrap(), Value::List(Vec::new()));
        assert_eq!(read(b"{ }").unwrap(), Value::Object(Object::default()));
        assert_eq!(read(b"\"\"").unwrap(), text(""));
    }

    #[test]
    fn each_mistake_has_its_word() {
        for text in ["nul", "True", "[1,]", "{\"a\" 1}", "{a: 1}", "[1 2]", "{\"a\":1,}", "'a'", "\u{feff}{}", "/* */ 1", "[,1]"] {
            refused(text, "syntax");
        }
        for text in ["", "  ", "[", "{\"a\"", "{\"a\":", "\"abc", "\"a\\", "\"\\u12", "[1,", "{\"a\":1"] {
            refused(text, "truncated");
        }
        for text in ["NaN", "[Infinity]", "-Infinity", "01", "+1", ".5", "1.", "-", "1e", "0x10", "1_000"] {
            refused(text, "bad-number");
        }
        for text in ["1 2", "{} x", "null,", "[]]"] {
            refused(text, "trailing");
        }
        for text in [r#""\ud800""#, r#""\udc00""#, r#""\ud800\ud800""#, r#""\ud800x""#, r#"{"\udfff":1}"#] {
            refused(text, "lone-surrogate");
        }
        for text in [r#""\x""#, r#""\u12g4""#, r#""\'""#, r#""\u+123""#] {
            refused(text, "bad-escape");
        }
        refused("\"a\u{1}\"", "control-character");
        refused("\"a\nb\"", "control-character");
        refused("1e401", "number-out-of-range");
        refused("12345678901234567890123456789012345", "number-too-long");
        assert_eq!(read(b"\"\xff\"").unwrap_err().cause, JsonCause::NotUtf8);
        assert_eq!(read(b"\"\xed\xa0\x80\"").unwrap_err().cause, JsonCause::NotUtf8);
    }

    #[test]
    fn a_key_twice_is_refused_at_any_depth_and_in_any_spelling() {
        let error = read(b"{\"a\": [{\"k\": 1,\n \"b\": 2, \"\\u006b\": 3}]}").unwrap_err();
        assert_eq!(error.cause, JsonCause::DuplicateKey(Box::from("k")));
        assert_eq!((error.line, error.column), (2, 10));
    }

    #[test]
    fn depth_nodes_keys_and_bytes_are_bounded_exactly() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(read(nested(JSON_DEPTH).as_bytes()).is_ok());
        refused(&nested(JSON_DEPTH + 1), "too-deep");
        refused(&"[".repeat(2_000_000), "too-deep");
        refused(&"{\"a\":".repeat(100_000), "too-deep");
        let wide = |values: usize| format!("[{}0]", "0,".repeat(values - 2));
        assert!(read(wide(JSON_NODES).as_bytes()).is_ok());
        refused(&wide(JSON_NODES + 1), "too-many-values");
        let key = |length: usize| format!("{{\"{}\":1}}", "k".repeat(length));
        assert!(read(key(KEY_BYTES).as_bytes()).is_ok());
        refused(&key(KEY_BYTES + 1), "key-too-long");
        assert!(read_within(b"[10]", 4).is_ok());
        assert_eq!(read_within(b"[100]", 4).unwrap_err().cause, JsonCause::TooLarge);
    }

    #[test]
    fn places_count_lines_and_code_points() {
        let error = read("{\n \"\u{e9}\u{e9}\": x}".as_bytes()).unwrap_err();
        assert_eq!((error.line, error.column), (2, 8));
        assert_eq!(error.cause, JsonCause::Expected("a value"));
    }
}
