//! The call digest: which call exactly was approved.
//!
//! SHA-256 over `straza/v1/call` and deterministic CBOR of the map `{"function": [server, name], "arguments": value}`; arguments that were
//! not observed leave their key out, so that they differ from `{}`. A value is encoded so:
//!
//! | JSON | CBOR |
//! |---|---|
//! | `null`, `true`, `false` | the same |
//! | text | text, the code points as received, never normalised |
//! | object | map, keys ascending by their encoded bytes |
//! | number | `[0, coefficient, exponent]`, no trailing zeros in the coefficient, zero is `[0, 0, 0]` |
//! | list | `[1, element, …]` |
//!
//! The leading 0 or 1 keeps a number apart from a list of two numbers. A coefficient beyond CBOR's integers is a byte string: its 16
//! bytes, two's complement, big-endian. There is no floating point anywhere.

use alloc::boxed::Box;
use alloc::vec::Vec;

use sha2::{Digest as _, Sha256};

use crate::cbor::{Sink, Writer};
use crate::decimal::Decimal;
use crate::json::{Object, Value};

/// What separates this digest from every other use of the hash.
pub const CALL_DOMAIN: &str = "straza/v1/call";

const NUMBER: u64 = 0;
const LIST: u64 = 1;

/// The digest of a function and its arguments.
pub fn call_digest(server: &str, name: &str, arguments: Option<&Object>) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(CALL_DOMAIN);
    let mut writer = Writer::new(hash);
    write_call(&mut writer, server, name, arguments);
    writer.finish().finalize().into()
}

/// The bytes that are hashed behind the domain.
pub fn call_encoding(server: &str, name: &str, arguments: Option<&Object>) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    write_call(&mut writer, server, name, arguments);
    writer.finish()
}

/// `function` stands first: its encoded key is the shorter one.
fn write_call<S: Sink>(writer: &mut Writer<S>, server: &str, name: &str, arguments: Option<&Object>) {
    writer.map(1 + usize::from(arguments.is_some()));
    writer.text("function").array(2).text(server).text(name);
    if let Some(arguments) = arguments {
        writer.text("arguments");
        write_object(writer, arguments);
    }
}

/// One value as the table says. Recursion ends where the reader's depth limit did.
pub(crate) fn write_value<S: Sink>(writer: &mut Writer<S>, value: &Value) {
    match value {
        Value::Null => {
            writer.null();
        }
        Value::Bool(value) => {
            writer.boolean(*value);
        }
        Value::Text(text) => {
            writer.text(text.as_str());
        }
        Value::Number(number) => write_number(writer, *number),
        Value::List(elements) => {
            writer.array(elements.len() + 1).unsigned(LIST);
            elements.iter().for_each(|element| write_value(writer, element));
        }
        Value::Object(object) => write_object(writer, object),
    }
}

fn write_number<S: Sink>(writer: &mut Writer<S>, number: Decimal) {
    writer.array(3).unsigned(NUMBER);
    if !writer.integer(number.coefficient()) {
        writer.bytes(&number.coefficient().to_be_bytes());
    }
    writer.integer(i128::from(number.exponent()));
}

/// Encoded texts order by length, then by bytes.
fn write_object<S: Sink>(writer: &mut Writer<S>, object: &Object) {
    let mut entries: Box<[(&str, &Value)]> = object.iter().collect();
    entries.sort_by_key(|(key, _)| (key.len(), *key));
    writer.map(entries.len());
    for (key, value) in &entries {
        writer.text(key);
        write_value(writer, value);
    }
}
