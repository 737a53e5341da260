//! The shape of the published call: its keys, the members of its fixed parts with their types, and the checks over these tables.

use alloc::format;

use crate::escape::Escaped;
use crate::json::{Object, Value};
use crate::refusal::{Cause, Refusal};
use crate::text::{Folding, equal};

/// The keys of the envelope.
pub(super) const ENVELOPE: &[&str] = &[
    "straza-call",
    "event",
    "stage",
    "by",
    "function",
    "arguments",
    "proposed",
    "principal",
    "agent",
    "session",
    "job",
    "tree",
    "paths",
    "hosts",
    "recipients",
    "origins",
    "facts",
    "now",
];

/// What a member may be, besides `null`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A boolean.
    Flag,
    /// An integer from 0.
    Count,
}

/// Members of a fixed part.
pub(super) type Members = &'static [(&'static str, Shape)];

pub(super) const FUNCTION: Members =
    &[("server", Shape::Text), ("name", Shape::Text), ("identity", Shape::Text), ("plugin", Shape::Text), ("providers", Shape::Count)];

pub(super) const PRINCIPAL: Members = &[
    ("user", Shape::Text),
    ("roles", Shape::Texts),
    ("type", Shape::Word(&["human", "agent", "service"])),
    ("agency", Shape::Word(&["interactive", "supervised", "autonomous"])),
    ("swarm", Shape::Text),
    ("sponsor", Shape::Text),
];

pub(super) const AGENT: Members = &[("name", Shape::Text)];

pub(super) const SESSION: Members = &[
    ("id", Shape::Text),
    ("harness", Shape::Text),
    ("version", Shape::Text),
    ("permission-mode", Shape::Text),
    ("attestation", Shape::Word(&["none", "advisory", "managed", "sandboxed"])),
    ("workspace", Shape::Text),
    ("cwd", Shape::Text),
    ("home", Shape::Text),
    ("shell", Shape::Text),
    ("terminal", Shape::Flag),
];

pub(super) const JOB: Members = &[
    ("id", Shape::Text),
    ("routine", Shape::Text),
    ("shadow", Shape::Flag),
    ("quarantine", Shape::Flag),
    ("depth", Shape::Count),
    ("children", Shape::Count),
];

pub(super) const TREE: Members = &[("id", Shape::Text)];

/// Refuses a call of another version, before anything else of it is judged.
pub(super) fn check_version(envelope: &Object) -> Result<(), Refusal> {
    let version = envelope.get("straza-call").ok_or_else(|| missing("straza-call"))?;
    let known = version.as_number().and_then(|number| number.integer()) == Some(i128::from(super::CALL_VERSION));
    if known { Ok(()) } else { Err(Refusal::new(Cause::Version, "`straza-call` is not 1")) }
}

/// Refuses keys that are not known, and keys that differ only in case from each other or from a known one.
pub(super) fn check_keys(object: &Object, place: &str, known: impl Fn(&str) -> bool) -> Result<(), Refusal> {
    if let Some((one, other)) = object.case_conflict() {
        let detail = format!("keys {} and {} of {place} differ only in case", Escaped::new(one), Escaped::new(other));
        return Err(Refusal::new(Cause::Case, detail));
    }
    for (key, _) in object.iter() {
        if !known(key) && !key.starts_with("x-") {
            let lowered: alloc::string::String = crate::text::fold(key).collect();
            let (cause, what) = if known(&lowered) { (Cause::Case, "with another case than its own") } else { (Cause::Call, "unknown") };
            return Err(Refusal::new(cause, format!("key {} in {place} is {what}", Escaped::new(key))));
        }
    }
    Ok(())
}

/// Refuses members that are not known, in another case, or of another type; `null` passes.
pub(super) fn check_members(object: &Object, place: &str, members: Members) -> Result<(), Refusal> {
    let shape_of = |key: &str| members.iter().find(|(name, _)| *name == key).map(|(_, shape)| *shape);
    check_keys(object, place, |key| shape_of(key).is_some())?;
    for (key, value) in object.iter() {
        if let Some(shape) = shape_of(key) {
            shape.check(value, || format!("{place}.{key}"))?;
        }
    }
    Ok(())
}

impl Shape {
    fn check(self, value: &Value, place: impl Fn() -> alloc::string::String) -> Result<(), Refusal> {
        let due = match (self, value) {
            (_, Value::Null) | (Self::Text, Value::Text(_)) | (Self::Flag, Value::Bool(_)) => return Ok(()),
            (Self::Texts, Value::List(list)) if list.iter().all(|element| element.as_text().is_some()) => return Ok(()),
            (Self::Word(words), Value::Text(text)) if words.contains(&text.as_str()) => return Ok(()),
            (Self::Word(words), Value::Text(text)) => {
                return Err(wrong_text(&place(), &format!("one of {}", words.join(", ")), text.as_str()));
            }
            (Self::Count, Value::Number(number)) if number.integer().is_some_and(|count| count >= 0) => return Ok(()),
            (Self::Text | Self::Word(_), _) => "a text",
            (Self::Texts, _) => "a list of texts",
            (Self::Flag, _) => "a boolean",
            (Self::Count, _) => "an integer from 0",
        };
        Err(wrong_type(&place(), due, value))
    }
}

/// Takes a fixed part out of the envelope, checked; missing is `None`.
pub(super) fn part(envelope: &mut Object, key: &str, members: Members) -> Result<Option<Object>, Refusal> {
    let part = object(envelope, key)?;
    if let Some(part) = &part {
        check_members(part, key, members)?;
    }
    Ok(part)
}

/// Takes an object out of the envelope; missing is `None`, anything else than an object is refused.
pub(super) fn object(envelope: &mut Object, key: &str) -> Result<Option<Object>, Refusal> {
    match envelope.take(key) {
        None => Ok(None),
        Some(Value::Object(object)) => Ok(Some(object)),
        Some(other) => Err(wrong_type(key, "an object", &other)),
    }
}

/// Whether a name is another one in other letters.
pub(super) fn differs_only_in_case(name: &str, other: &str) -> bool {
    name != other && equal(name, other, Folding::Fold)
}

pub(super) fn missing(place: &str) -> Refusal {
    Refusal::new(Cause::Call, format!("`{place}` is missing"))
}

pub(super) fn wrong_type(place: &str, due: &str, value: &Value) -> Refusal {
    Refusal::new(Cause::Call, format!("`{place}` is of type {}, not {due}", value.kind()))
}

pub(super) fn wrong_text(place: &str, due: &str, text: &str) -> Refusal {
    Refusal::new(Cause::Call, format!("`{place}` is {}, not {due}", Escaped::new(text)))
}
