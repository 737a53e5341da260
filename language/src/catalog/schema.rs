//! JSON Schema to [`ArgumentSchema`]: only what certainly refuses a value is kept, so that a schema read loosely refuses no good call.
//!
//! Read: `type` (also a list), `enum`, `const`, `properties`, `required`, `items`, `additionalProperties: false`, `anyOf` and `oneOf` as
//! unions of types, `nullable`. Anything else (`$ref`, `allOf`, `not`, patterns, bounds) restricts further and is not checked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, JsonTypes, folded};
use crate::diagnostic::Code;
use crate::words::shown;

/// Nesting beyond this is read as anything.
const MAX_DEPTH: usize = 32;

/// What is said of a schema, each behind "the input schema of `f` …".
#[derive(Default)]
pub(super) struct Notes {
    /// Parts that are read as anything.
    pub(super) loose: Vec<String>,
    /// Parts that cannot be meant.
    pub(super) faults: Vec<Fault>,
}

/// A part of a schema that cannot be meant.
pub(super) struct Fault {
    pub(super) code: Code,
    /// The key that it is about.
    pub(super) key: String,
    pub(super) said: String,
    pub(super) help: &'static str,
}

/// The shape that a function's schema admits; `notes` says what was read as anything.
pub(super) fn argument_schema(schema: &Map<String, Value>, notes: &mut Notes) -> ArgumentSchema {
    let shape = object_shape(schema, 0, notes);
    // The object around the arguments is read as closed, unless it says that it is not.
    if !shape.closed && !schema.get("additionalProperties").is_some_and(admits_something) {
        check_required(schema, &shape, notes);
    }
    declared_only(shape)
}

/// Whether a sub-schema admits some value: anything but `false`.
pub(super) fn admits_something(schema: &Value) -> bool {
    *schema != Value::Bool(false)
}

fn shape(schema: &Value, depth: usize, notes: &mut Notes) -> ArgumentSchema {
    let Value::Object(object) = schema else { return ArgumentSchema::default() };
    declared_only(object_shape(object, depth, notes))
}

/// With everything that is required, declared or not.
fn object_shape(object: &Map<String, Value>, depth: usize, notes: &mut Notes) -> ArgumentSchema {
    if depth > MAX_DEPTH {
        notes.loose.push(format!("is nested more than {MAX_DEPTH} deep; deeper parts are untyped"));
        return ArgumentSchema::default();
    }
    if object.contains_key("$ref") {
        notes.loose.push("has a `$ref`, whose target is untyped".to_owned());
    }
    let branches: Vec<ArgumentSchema> = branches(object).map(|branch| shape(branch, depth + 1, notes)).collect();
    let own = ArgumentSchema {
        types: types(object, &branches, notes),
        values: values(object, &branches),
        element: object.get("items").filter(|items| items.is_object()).map(|items| Box::new(shape(items, depth + 1, notes))),
        members: members(object, depth, notes),
        required: required(object),
        closed: object.get("additionalProperties").is_some_and(|rest| !admits_something(rest)),
        mark: None,
        feed: None,
    };
    let shape = with_branches(own, branches);
    check_case(&shape, notes);
    if shape.closed {
        check_required(object, &shape, notes);
    }
    shape
}

/// Keys of one object that differ only in case: a call with one of them is refused, whichever was meant.
fn check_case(shape: &ArgumentSchema, notes: &mut Notes) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (key, _) in &shape.members {
        if let Some(other) = seen.insert(folded(key), key) {
            let said = format!("declares `{}` and `{}`, which differ only in case", shown(other), shown(key));
            notes.faults.push(Fault { code: code::SCHEMA_CASE, key: key.clone(), said, help: "take one of the two out" });
        }
    }
}

/// A closed object that requires what it does not declare admits nothing.
fn check_required(object: &Map<String, Value>, shape: &ArgumentSchema, notes: &mut Notes) {
    for key in required(object).into_iter().filter(|key| shape.members.iter().all(|(name, _)| name != key)) {
        let said = format!("requires `{}`, which it does not declare", shown(&key));
        notes.faults.push(Fault {
            code: code::SCHEMA_REQUIRED,
            key,
            said,
            help: "declare it among the `properties`, or do not require it",
        });
    }
}

fn branches(object: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf"].into_iter().filter_map(|key| object.get(key)?.as_array()).flatten()
}

/// What the branches alone say of lists and objects, where exactly one of them can be meant.
fn with_branches(mut own: ArgumentSchema, branches: Vec<ArgumentSchema>) -> ArgumentSchema {
    let only = |admits: u8| {
        let mut fitting = branches.iter().filter(|branch| branch.types.0 == 0 || branch.types.0 & admits != 0);
        fitting.next().filter(|_| fitting.next().is_none())
    };
    if let (None, Some(list)) = (&own.element, only(JsonTypes::LIST)) {
        own.element = list.element.clone();
    }
    if let (true, Some(object)) = (own.members.is_empty(), only(JsonTypes::OBJECT)) {
        own.members = object.members.clone();
        own.required = own.required.iter().chain(&object.required).cloned().collect();
        own.closed |= object.closed;
    }
    own
}

/// A member that must be there and is not declared could never be sent: only declared ones are required.
fn declared_only(mut schema: ArgumentSchema) -> ArgumentSchema {
    let declared: BTreeSet<&String> = schema.members.iter().map(|(name, _)| name).collect();
    let required: BTreeSet<String> = schema.required.iter().filter(|name| declared.contains(name)).cloned().collect();
    schema.required = required.into_iter().collect();
    schema
}

fn types(object: &Map<String, Value>, branches: &[ArgumentSchema], notes: &mut Notes) -> JsonTypes {
    let nullable = if object.get("nullable") == Some(&Value::Bool(true)) { JsonTypes::NULL } else { 0 };
    let stated = match object.get("type") {
        Some(Value::String(name)) => named_type(name, notes),
        Some(Value::Array(names)) => union(names.iter().map(|name| named_type(name.as_str().unwrap_or(""), notes))),
        _ => listed_types(object),
    };
    let bits = if stated == 0 { union(branches.iter().map(|branch| branch.types.0)) } else { stated };
    JsonTypes(if bits == 0 { 0 } else { bits | nullable })
}

/// The bits of all; zero, anything, where one of them is anything.
fn union(bits: impl Iterator<Item = u8>) -> u8 {
    let all: Vec<u8> = bits.collect();
    if all.contains(&0) { 0 } else { all.iter().fold(0, |all, one| all | one) }
}

fn named_type(name: &str, notes: &mut Notes) -> u8 {
    match name {
        "null" => JsonTypes::NULL,
        "boolean" => JsonTypes::BOOLEAN,
        "number" => JsonTypes::NUMBER,
        "integer" => JsonTypes::INTEGER,
        "string" => JsonTypes::TEXT,
        "array" => JsonTypes::LIST,
        "object" => JsonTypes::OBJECT,
        _ => {
            notes.loose.push(format!("has the unknown type `{name}`, read as anything"));
            0
        }
    }
}

fn listed_types(object: &Map<String, Value>) -> u8 {
    listed(object).fold(0, |all, value| all | type_of(value))
}

fn type_of(value: &Value) -> u8 {
    match value {
        Value::Null => JsonTypes::NULL,
        Value::Bool(_) => JsonTypes::BOOLEAN,
        Value::Number(_) => JsonTypes::NUMBER,
        Value::String(_) => JsonTypes::TEXT,
        Value::Array(_) => JsonTypes::LIST,
        Value::Object(_) => JsonTypes::OBJECT,
    }
}

fn listed(object: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    object.get("const").into_iter().chain(object.get("enum").and_then(Value::as_array).into_iter().flatten())
}

fn values(object: &Map<String, Value>, branches: &[ArgumentSchema]) -> Vec<String> {
    let own: BTreeSet<String> = listed(object).filter_map(Value::as_str).map(str::to_owned).collect();
    let admits_text = |branch: &&ArgumentSchema| branch.types.0 == 0 || branch.types.0 & JsonTypes::TEXT != 0;
    let texts: Vec<&ArgumentSchema> = branches.iter().filter(admits_text).collect();
    if !own.is_empty() || texts.iter().any(|branch| branch.values.is_empty()) {
        return own.into_iter().collect();
    }
    texts.into_iter().flat_map(|branch| branch.values.clone()).collect::<BTreeSet<_>>().into_iter().collect()
}

fn members(object: &Map<String, Value>, depth: usize, notes: &mut Notes) -> Vec<(String, ArgumentSchema)> {
    let Some(properties) = object.get("properties").and_then(Value::as_object) else { return Vec::new() };
    let mut members: Vec<(String, ArgumentSchema)> =
        properties.iter().map(|(name, schema)| (name.clone(), shape(schema, depth + 1, notes))).collect();
    members.sort_by(|left, right| left.0.cmp(&right.0));
    members
}

fn required(object: &Map<String, Value>) -> Vec<String> {
    let listed = object.get("required").and_then(Value::as_array).into_iter().flatten();
    listed.filter_map(Value::as_str).map(str::to_owned).collect()
}
