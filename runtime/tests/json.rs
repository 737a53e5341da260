//! The JSON reader against another reader, and against bytes that are no JSON.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use proptest::prelude::*;
use straza_runtime::decimal::Decimal;
use straza_runtime::json::{self, Value};

/// Documents as another library writes them: numbers kept to integers, which it holds exactly.
fn document() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        ".{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(serde_json::Value::from),
            prop::collection::btree_map(".{0,6}", inner, 0..6).prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

fn same(ours: &Value, theirs: &serde_json::Value) -> bool {
    match (ours, theirs) {
        (Value::Null, serde_json::Value::Null) => true,
        (Value::Bool(a), serde_json::Value::Bool(b)) => a == b,
        (Value::Number(a), serde_json::Value::Number(b)) => Decimal::parse(&b.to_string()) == Ok(*a),
        (Value::Text(a), serde_json::Value::String(b)) => a.as_str() == b,
        (Value::List(a), serde_json::Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), serde_json::Value::Object(b)) => {
            a.len() == b.len() && b.iter().all(|(key, value)| a.get(key).is_some_and(|ours| same(ours, value)))
        }
        _ => false,
    }
}

/// Bytes near JSON: its own characters, shuffled.
fn nearly_json() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(
        &[
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d83d", "dc00", "a", "0", "-", "1", ".", "e", "+", "null", "true", " ", "\n",
            "\u{e9}", "\"k\":", "\"a\"",
        ][..],
    );
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_another_library_writes_is_read_as_it_was(document in document()) {
        let ours = json::read(document.to_string().as_bytes()).unwrap();
        prop_assert!(same(&ours, &document), "{ours:?}");
        let pretty = serde_json::to_string_pretty(&document).unwrap();
        prop_assert_eq!(json::read(pretty.as_bytes()).unwrap(), ours);
    }

    #[test]
    fn what_is_read_another_library_reads_too(text in nearly_json()) {
        if let Ok(ours) = json::read(text.as_bytes()) {
            let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
            // The library rounds numbers beyond its own; the rest is equal.
            let exact = !text.contains(['e', '.']);
            prop_assert!(!exact || same(&ours, &theirs), "{text}");
        }
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Err(error) = json::read(&bytes) {
            prop_assert!(error.offset <= bytes.len() && error.line >= 1 && error.column >= 1);
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn numbers_order_as_integers_do(a in any::<i64>(), b in any::<i64>(), shift in 0..30_i32) {
        let number = |value: i64| Decimal::new(i128::from(value), -shift).unwrap();
        prop_assert_eq!(number(a).cmp(&number(b)), a.cmp(&b));
        prop_assert_eq!(Decimal::parse(&number(a).to_string()), Ok(number(a)));
    }

    #[test]
    fn numbers_far_apart_order_by_their_exponent(a in 1..i64::MAX, b in 1..i64::MAX, near in -300..300_i32) {
        let (small, large) = (Decimal::new(a.into(), near).unwrap(), Decimal::new(b.into(), near + 20).unwrap());
        prop_assert!(small < large);
    }
}

#[test]
fn ten_mebibytes_are_read_in_one_go() {
    let text = format!("{{\"content\":\"{}\"}}", "x".repeat(10 << 20));
    let value = json::read(text.as_bytes()).unwrap();
    assert_eq!(value.as_object().unwrap().get("content").unwrap().as_text().unwrap().as_str().len(), 10 << 20);
}

#[test]
fn an_object_with_very_many_keys_is_read_soon() {
    let keys: Vec<String> = (0..99_999).rev().map(|at| format!("\"Key{at}\":1")).collect();
    let text = format!("{{{}}}", keys.join(","));
    let value = json::read(text.as_bytes()).unwrap();
    let object = value.as_object().unwrap();
    assert_eq!(object.len(), 99_999);
    assert_eq!(object.near("KEY500"), Some("Key500"));
    assert_eq!(object.case_conflict(), None);
}
