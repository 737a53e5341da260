//! Values that stand by themselves: the leaves of a result, and the words of a person.

use straza_language::core::Reading;

use super::super::call::{Json, Seen};
use super::super::value::Element;
use super::shared::{Identity, identity};

/// Whether one of the leaves of a result is the value.
pub fn has_leaf(result: &Json, value: &Identity, reading: Reading) -> bool {
    match result {
        Json::Null | Json::Boolean(_) => false,
        Json::List(elements) => elements.iter().any(|element| has_leaf(element, value, reading)),
        Json::Object(members) => members.values().any(|member| has_leaf(member, value, reading)),
        leaf => is(leaf.clone(), value, reading),
    }
}

/// Whether a person wrote the value as a word; nothing where it is not known what was written.
pub fn is_said(prompt: &Seen, value: &Identity, reading: Reading) -> Option<bool> {
    let Json::Text(words) = prompt.arguments.as_ref()?.get("prompt")? else { return None };
    let mut words =
        words.split_whitespace().map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation())).filter(|word| !word.is_empty());
    Some(words.any(|word| is(Json::Text(word.to_owned()), value, reading)))
}

/// Text that cannot be compared is no value.
fn is(leaf: Json, value: &Identity, reading: Reading) -> bool {
    identity(&Element::Json(leaf).seen(reading), reading).as_ref() == Some(value)
}
