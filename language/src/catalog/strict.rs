//! JSON in which no object has a key twice: of two equal keys readers keep the first or the last, so such a text says two things.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The place behind a key that its object already has, and the key.
pub(super) fn key_twice(json: &str) -> Option<(usize, String)> {
    let error = serde_json::from_str::<Unambiguous>(json).err().filter(serde_json::Error::is_data)?;
    let message = error.to_string();
    let key = message.rsplit_once(" at line ").map_or(message.as_str(), |(key, _)| key);
    Some((place(json, &error), key.to_owned()))
}

/// How many bytes had been read when the error came up.
pub(super) fn place(json: &str, error: &serde_json::Error) -> usize {
    let before: usize = json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    (before + error.column()).min(json.len())
}

/// Any JSON, kept by nobody; deserializing it fails behind a key that its object already has, with the key as the message.
struct Unambiguous;

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Walk).map(|()| Self)
    }
}

struct Walk;

impl<'de> Visitor<'de> for Walk {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<Unambiguous>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = object.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(key));
            }
            keys.insert(key);
            object.next_value::<Unambiguous>()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_twice_is_found_at_any_depth_and_placed_behind_the_second() {
        let json = "{\"a\": 1,\n \"b\": [{\"x\": {\"k\": 1, \"k\": 2}}]}";
        assert_eq!(key_twice(json), Some((json.rfind("\"k\"").unwrap() + 3, "k".to_owned())));
        assert_eq!(key_twice("{\"a\": {\"b\": 1}, \"b\": [1.5, -1, null, true, \"a\", {\"b\": {}}]}"), None);
        assert_eq!(key_twice("{\"a at line 1\": 1, \"\\u0061 at line 1\": 2}").map(|(_, key)| key).as_deref(), Some("a at line 1"));
    }

    #[test]
    fn what_is_no_json_has_no_key_twice() {
        for text in ["", "{", "{\"a\": 1, \"a\"", &"[".repeat(100_000)] {
            assert!(key_twice(text).is_none_or(|(_, key)| key == "a"), "{text}");
        }
    }
}
