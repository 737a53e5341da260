//! An object: entries sorted by key, with its keys' look-alikes at hand.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Value;
use crate::text::fold;

/// Among so few keys the lengths tell sooner than halving does.
const FEW: usize = 8;

/// A JSON object. Keys are unique; which of them differ only in case is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Object {
    entries: Vec<(Box<str>, Value)>,
    /// The entries' places, ordered by folded key; only where some key changes under folding. Without it the order of `entries` is the
    /// folded order as well, because bytes of UTF-8 order as code points do.
    by_folded: Option<Box<[u32]>>,
    /// A place in `by_folded` whose key and the next one's fold to the same.
    conflict: Option<u32>,
}

impl Object {
    /// Sorts the entries; the key that stands twice is the error.
    pub fn from_entries(mut entries: Vec<(Box<str>, Value)>) -> Result<Self, Box<str>> {
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        let twice = entries.windows(2).find_map(|pair| match pair {
            [(a, _), (b, _)] if a == b => Some(a.clone()),
            _ => None,
        });
        twice.map_or_else(|| Ok(Self::from_sorted(entries)), Err)
    }

    /// Takes entries whose keys are unique and ascending.
    pub(super) fn from_sorted(entries: Vec<(Box<str>, Value)>) -> Self {
        let mut object = Self { entries, by_folded: None, conflict: None };
        if !object.entries.iter().all(|(key, _)| is_folded(key)) {
            object.index_folded();
        }
        object
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Value> {
        if self.entries.len() <= FEW {
            let found = self.entries.iter().find(|(have, _)| have.len() == key.len() && **have == *key);
            return found.map(|(_, value)| value);
        }
        let at = self.entries.binary_search_by(|(have, _)| (**have).cmp(key)).ok()?;
        self.entries.get(at).map(|(_, value)| value)
    }

    /// Whether every key is folded: then nothing is nearly a folded key.
    pub(crate) fn is_folded(&self) -> bool {
        self.by_folded.is_none()
    }

    /// The text of a key, where comparisons may look at it: a name that is compared with another one.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()?.comparable()
    }

    /// Two keys that differ only in case.
    pub fn case_conflict(&self) -> Option<(&str, &str)> {
        let at = self.conflict? as usize;
        Some((self.nth_folded(at)?, self.nth_folded(at + 1)?))
    }

    /// A key that differs from `key` only in case, whether `key` itself is there or not.
    pub fn near(&self, key: &str) -> Option<&str> {
        // Where every key is folded, one that folds to a folded `key` is that key.
        if self.by_folded.is_none() && is_folded(key) {
            return None;
        }
        let first = self.first_folded_at_least(key);
        let mut candidates = [first, first + 1].into_iter().filter_map(|at| self.nth_folded(at));
        candidates.find(|have| *have != key && fold(have).eq(fold(key)))
    }

    /// The entries, by key.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.entries.iter().map(|(key, value)| (&**key, value))
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it is `{}`.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The same object with a key's value set.
    pub(crate) fn with(&self, key: &str, value: Value) -> Self {
        let mut entries: Vec<(Box<str>, Value)> = self.entries.iter().filter(|(have, _)| **have != *key).cloned().collect();
        let at = entries.partition_point(|(have, _)| **have < *key);
        entries.insert(at, (Box::from(key), value));
        Self::from_sorted(entries)
    }

    /// The same object with every value made another.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Value) -> Value) -> Self {
        Self::from_sorted(self.entries.iter().map(|(key, value)| (key.clone(), change(value))).collect())
    }

    /// Moves a value out, leaving `null` in its place.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        self.get_mut(key).map(|value| core::mem::replace(value, Value::Null))
    }

    /// The value of a key, to change.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let at = self.entries.binary_search_by(|(have, _)| (**have).cmp(key)).ok()?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Folds each key once, so that sorting hostile keys stays cheap.
    fn index_folded(&mut self) {
        let folded: Vec<String> = self.entries.iter().map(|(key, _)| fold(key).collect()).collect();
        let key = |at: &u32| folded.get(*at as usize).map_or("", String::as_str);
        let mut order: Box<[u32]> = (0..u32::try_from(folded.len()).unwrap_or(u32::MAX)).collect();
        order.sort_by(|a, b| key(a).cmp(key(b)));
        let equal = |pair: &[u32]| matches!(pair, [a, b] if key(a) == key(b));
        self.conflict = order.windows(2).position(equal).and_then(|at| u32::try_from(at).ok());
        self.by_folded = Some(order);
    }

    fn key(&self, at: usize) -> Option<&str> {
        self.entries.get(at).map(|(key, _)| &**key)
    }

    /// The key at a place of the folded order.
    fn nth_folded(&self, at: usize) -> Option<&str> {
        match &self.by_folded {
            Some(order) => self.key(*order.get(at)? as usize),
            None => self.key(at),
        }
    }

    fn first_folded_at_least(&self, key: &str) -> usize {
        let before = |have: &str| fold(have).cmp(fold(key)) == Ordering::Less;
        match &self.by_folded {
            Some(order) => order.partition_point(|at| self.key(*at as usize).is_some_and(before)),
            None => self.entries.partition_point(|(have, _)| before(have)),
        }
    }
}

/// Whether folding a key changes nothing.
pub fn is_folded(key: &str) -> bool {
    if key.is_ascii() { !key.bytes().any(|byte| byte.is_ascii_uppercase()) } else { fold(key).eq(key.chars()) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn object(keys: &[&str]) -> Object {
        Object::from_entries(keys.iter().map(|key| (Box::from(*key), Value::Null)).collect()).unwrap()
    }

    #[test]
    fn keys_are_found_and_look_alikes_named() {
        let plain = object(&["b", "a", "path"]);
        assert_eq!(plain.get("a"), Some(&Value::Null));
        assert_eq!(plain.get("c"), None);
        assert_eq!(plain.near("Path"), Some("path"));
        assert_eq!(plain.near("path"), None);
        assert_eq!(plain.case_conflict(), None);
        let mixed = object(&["Path", "z", "A"]);
        assert_eq!(mixed.near("path"), Some("Path"));
        assert_eq!(mixed.near("Path"), None);
        assert_eq!(mixed.near("Z"), Some("z"));
        let both = object(&["x", "Key", "kEy", "a"]);
        assert_eq!(both.case_conflict(), Some(("Key", "kEy")));
        assert_eq!(both.near("Key"), Some("kEy"));
        assert_eq!(both.near("kEy"), Some("Key"));
        assert_eq!(both.near("key"), Some("Key"));
    }

    #[test]
    fn case_goes_beyond_ascii() {
        assert_eq!(object(&["\u{c4}", "\u{e4}"]).case_conflict(), Some(("\u{c4}", "\u{e4}")));
        assert_eq!(object(&["\u{e4}"]).near("\u{c4}"), Some("\u{e4}"));
        // KELVIN SIGN lower-cases to k.
        assert_eq!(object(&["\u{212a}"]).near("k"), Some("\u{212a}"));
        assert_eq!(object(&["k"]).near("\u{212a}"), Some("k"));
    }

    #[test]
    fn a_key_twice_is_the_error() {
        let entries = ["a", "b", "a"].iter().map(|key| (Box::from(*key), Value::Null)).collect();
        assert_eq!(Object::from_entries(entries), Err(Box::from("a")));
    }
}
