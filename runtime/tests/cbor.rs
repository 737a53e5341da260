//! The canonical check against a general CBOR library: what passes decodes and encodes to the same bytes, and nothing else passes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use ciborium::value::Value;
use proptest::prelude::*;
use straza_runtime::cbor::{self, Writer};

/// Canonical bytes of a library's value: map keys sorted by their encoding. `None` for what is not written here.
fn canonical(value: &Value) -> Option<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    write(&mut writer, value)?;
    Some(writer.finish())
}

fn write(writer: &mut Writer<Vec<u8>>, value: &Value) -> Option<()> {
    match value {
        Value::Integer(integer) => writer.integer(i128::from(*integer)).then_some(())?,
        Value::Bytes(bytes) => _ = writer.bytes(bytes),
        Value::Text(text) => _ = writer.text(text),
        Value::Bool(value) => _ = writer.boolean(*value),
        Value::Null => _ = writer.null(),
        Value::Array(elements) => {
            writer.array(elements.len());
            elements.iter().try_for_each(|element| write(writer, element))?;
        }
        Value::Map(entries) => write_map(writer, entries)?,
        _ => return None,
    }
    Some(())
}

fn write_map(writer: &mut Writer<Vec<u8>>, entries: &[(Value, Value)]) -> Option<()> {
    let mut keys: Vec<(Vec<u8>, &Value, &Value)> =
        entries.iter().map(|(key, value)| canonical(key).map(|bytes| (bytes, key, value))).collect::<Option<_>>()?;
    keys.sort_by(|(a, _, _), (b, _, _)| a.cmp(b));
    if keys.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return None;
    }
    writer.map(keys.len());
    keys.iter().try_for_each(|(_, key, value)| write(writer, key).and_then(|()| write(writer, value)))
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0..300_i32).prop_map(Value::from),
        prop::collection::vec(any::<u8>(), 0..300).prop_map(Value::Bytes),
        ".{0,8}".prop_map(Value::Text),
        any::<bool>().prop_map(Value::Bool),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec((inner.clone(), inner), 0..5).prop_map(Value::Map),
        ]
    })
}

/// Passing means: the library decodes all bytes and our writer makes the same ones of the value.
fn agrees(bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut rest = bytes;
    let decoded: Result<Value, _> = ciborium::from_reader(&mut rest);
    let expected = decoded.is_ok_and(|value| rest.is_empty() && canonical(&value).as_deref() == Some(bytes));
    prop_assert_eq!(cbor::check(bytes).is_ok(), expected, "{:x?}", bytes);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn canonical_bytes_pass_and_a_changed_byte_makes_another_value_or_none(value in value(), at in any::<prop::sample::Index>(), flip in 1..=255_u8) {
        let Some(bytes) = canonical(&value) else { return Ok(()) };
        prop_assert_eq!(cbor::check(&bytes), Ok(()));
        let mut changed = bytes.clone();
        changed[at.index(bytes.len())] ^= flip;
        agrees(&changed)?;
    }

    #[test]
    fn arbitrary_bytes_pass_only_where_they_are_canonical(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        agrees(&bytes)?;
    }

    #[test]
    fn short_heads_pass_only_where_they_are_canonical(
        bytes in prop::collection::vec(
            prop::sample::select(&[0x00_u8, 0x17, 0x18, 0x19, 0x20, 0x38, 0x40, 0x41, 0x60, 0x61, 0x80, 0x81, 0x82, 0xA0, 0xA1, 0xA2, 0xF4, 0xF6, 0xF7, 0xFF][..]),
            0..12,
        )
    ) {
        agrees(&bytes)?;
    }
}
