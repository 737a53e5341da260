//! Arguments against a catalog's shape, and keys that only their case tells apart.
//!
//! Both refuse before any rule: a server may read such a call otherwise than the policy does.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::compiled::Core;
use crate::decide::Scratch;
use crate::json::{Object, Value};
use crate::layout::*;
use crate::limits;

/// What breaks a shape, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Breach {
    /// Keys and list places from the arguments to it, innermost first.
    path: Vec<String>,
    kind: BreachKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum BreachKind {
    Missing,
    Type(&'static str),
    Value(String),
    Undeclared,
    Case(String),
}

impl core::fmt::Display for Breach {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let path: Vec<&str> = self.path.iter().rev().map(String::as_str).collect();
        let path = crate::escape::Escaped::new(&path.join(".")).to_string();
        match &self.kind {
            BreachKind::Missing => write!(f, "the argument {path} is required and missing"),
            BreachKind::Type(found) => write!(f, "the argument {path} is of type {found}, which its schema does not admit"),
            BreachKind::Value(found) => {
                write!(f, "the argument {path} is {}, which its schema does not list", crate::escape::Escaped::new(found))
            }
            BreachKind::Undeclared => write!(f, "the argument {path} is not in the function's schema"),
            BreachKind::Case(other) => write!(f, "the argument {path} differs only in case from {}", crate::escape::Escaped::new(other)),
        }
    }
}

impl Breach {
    fn at(key: &str, kind: BreachKind) -> Self {
        Self { path: alloc::vec![key.to_string()], kind }
    }

    fn inside(mut self, key: &str) -> Self {
        self.path.push(key.to_string());
        self
    }
}

/// Checks arguments against the shape of a function's.
pub(crate) fn check(core: &Core, schema: u32, arguments: &Object) -> Result<(), Breach> {
    let Some(schema) = core.schema(schema) else { return Ok(()) };
    object(core, &schema, arguments)
}

fn object(core: &Core, schema: &SchemaRecord, object: &Object) -> Result<(), Breach> {
    for required in schema.required.range() {
        let name = core.name(required as u32).and_then(|name| core.text_of(name.text)).unwrap_or_default();
        if object.get(name).is_none() {
            return Err(match object.near(name) {
                Some(near) => Breach::at(near, BreachKind::Case(name.to_string())),
                None => Breach::at(name, BreachKind::Missing),
            });
        }
    }
    if schema.members.len == 0 && schema.closed == 0 {
        return Ok(());
    }
    if let Some((one, other)) = object.case_conflict() {
        return Err(Breach::at(one, BreachKind::Case(other.to_string())));
    }
    object.iter().try_for_each(|(key, value)| member(core, schema, key, value))
}

fn member(core: &Core, schema: &SchemaRecord, key: &str, inner: &Value) -> Result<(), Breach> {
    match declared(core, schema, key) {
        Some(shape) => value(core, shape, inner)
            .map_err(|breach| if breach.path.is_empty() { Breach::at(key, breach.kind) } else { breach.inside(key) }),
        None => match folded(core, schema, key) {
            Some(ours) => Err(Breach::at(key, BreachKind::Case(ours))),
            None if schema.closed != 0 => Err(Breach::at(key, BreachKind::Undeclared)),
            None => Ok(()),
        },
    }
}

/// Binary search among the members.
fn declared(core: &Core, schema: &SchemaRecord, key: &str) -> Option<u32> {
    let (mut low, mut high) = (schema.members.start, schema.members.start.checked_add(schema.members.len)?);
    while low < high {
        let middle = low + (high - low) / 2;
        let member = core.member(middle)?;
        match core.bytes_of(member.name)?.cmp(key.as_bytes()) {
            core::cmp::Ordering::Equal => return Some(member.schema),
            core::cmp::Ordering::Less => low = middle + 1,
            core::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

/// A member that differs from the key only in case.
fn folded(core: &Core, schema: &SchemaRecord, key: &str) -> Option<String> {
    let names = schema.members.range().filter_map(|index| core.text_of(core.member(index as u32)?.name));
    names.into_iter().find(|name| crate::text::equal(name, key, crate::text::Folding::Fold)).map(ToString::to_string)
}

fn value(core: &Core, schema: u32, value_: &Value) -> Result<(), Breach> {
    let Some(schema) = core.schema(schema) else { return Ok(()) };
    if schema.types != 0 && schema.types & types_of(value_) == 0 {
        return Err(Breach { path: Vec::new(), kind: BreachKind::Type(value_.kind()) });
    }
    match value_ {
        Value::Text(text) if !is_listed(core, schema.values, text.as_str()) => {
            Err(Breach { path: Vec::new(), kind: BreachKind::Value(text.as_str().to_string()) })
        }
        Value::Object(inner) => object(core, &schema, inner),
        Value::List(elements) if schema.element != NONE => elements
            .iter()
            .enumerate()
            .try_for_each(|(place, element)| value(core, schema.element, element).map_err(|breach| breach.inside(&place.to_string()))),
        _ => Ok(()),
    }
}

/// Whether a text is one of those that are admitted; with none listed, all are.
fn is_listed(core: &Core, values: Run, text: &str) -> bool {
    let is = |index: usize| core.name(index as u32).and_then(|name| core.bytes_of(name.text)) == Some(text.as_bytes());
    values.len == 0 || values.range().any(is)
}

/// Bits of `language::core::JsonTypes` that admit the value.
fn types_of(value: &Value) -> u8 {
    match value {
        Value::Null => 1,
        Value::Bool(_) => 2,
        Value::Number(number) if number.is_integer() => 4 | 8,
        Value::Number(_) => 4,
        Value::Text(_) => 16,
        Value::List(_) => 32,
        Value::Object(_) => 64,
    }
}

/// Two keys of one object that only their case tells apart, or a key that is nearly the one that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CaseConflict {
    /// The key in the call.
    pub(crate) key: String,
    /// The other key, or the one that is read.
    pub(crate) other: String,
}

/// Checks every object on an argument path that items on this function read. `folded`: every key of the call is, so that none is nearly a folded key
/// that is read.
pub(crate) fn keys(core: &Core, arguments: &Object, scratch: &Scratch, folded: bool) -> Result<(), CaseConflict> {
    for group in scratch.groups.iter().filter_map(|group| core.group(*group)) {
        if folded && group.flags & FOLDED_KEYS != 0 {
            continue;
        }
        paths(core, arguments, group.keys)?;
    }
    for set in scratch.remits.iter().filter_map(|set| core.set(*set)).filter(|set| set.rows.len > 0) {
        paths(core, arguments, set.keys)?;
    }
    Ok(())
}

fn paths(core: &Core, arguments: &Object, keys: Run) -> Result<(), CaseConflict> {
    for attribute in core.list(keys).filter_map(|index| core.attribute(index)) {
        path(core, arguments, &attribute, attribute.path.start, 0)?;
    }
    Ok(())
}

/// One step of a path, whose length is bounded.
fn path(core: &Core, object: &Object, attribute: &AttributeRecord, name: u32, step: u32) -> Result<(), CaseConflict> {
    if step >= attribute.path.len || step as usize > limits::PATH_STEPS {
        return Ok(());
    }
    if let Some((one, other)) = object.case_conflict() {
        return Err(CaseConflict { key: one.to_string(), other: other.to_string() });
    }
    let Some(key) = core.name(name).and_then(|name| core.text_of(name.text)) else { return Ok(()) };
    if let Some(near) = object.near(key) {
        return Err(CaseConflict { key: near.to_string(), other: key.to_string() });
    }
    let next = |object: &Object| path(core, object, attribute, name.saturating_add(1), step + 1);
    match object.get(key) {
        Some(Value::Object(inner)) => next(inner),
        Some(Value::List(elements)) if attribute.lists >> step & 1 == 1 => elements.iter().filter_map(Value::as_object).try_for_each(next),
        _ => Ok(()),
    }
}
