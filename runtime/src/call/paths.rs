//! The paths of a call: as the host lists them, or as the arguments of a local file tool name them.
//!
//! Without a list from the host, the paths of `file.read`, `file.write` and `file.edit` are those under [`PATH_KEYS`], at the top, in
//! `paths` and in `files`. The list is complete where at least one path was named, every named one could be cleaned to a path, and every
//! other text in the arguments stands under one of [`CONTENT_KEYS`]; else it is open. For any other function it is empty and open.

use alloc::vec::Vec;

use crate::json::{Object, Text, Value};
use crate::limits::{PATH_BYTES, PATHS};
use crate::path::{Bases, PathList, SeenPath, clean};
use crate::refusal::Refusal;

use super::Function;
use super::shape;

/// Argument names whose text is a path.
pub const PATH_KEYS: &[&str] = &["path", "file_path", "notebook_path"];

/// Argument names whose text is known to be content and no path.
pub const CONTENT_KEYS: &[&str] = &[
    "content",
    "file_text",
    "old_string",
    "new_string",
    "old_str",
    "new_str",
    "new_source",
    "insert_text",
    "cell_id",
    "cell_type",
    "edit_mode",
    "pages",
    "instruction",
    "description",
];

/// Lists of paths, or of objects that have them.
const LIST_KEYS: &[&str] = &["paths", "files"];

/// A list of objects whose texts are content.
const EDIT_LIST: &str = "edits";

/// What a call does with the paths it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Use {
    read: bool,
    write: bool,
}

/// Reads the host's list.
pub(super) fn given(value: &Value, bases: Bases<'_>) -> Result<PathList, Refusal> {
    let object = value.as_object().ok_or_else(|| shape::wrong_type("paths", "an object", value))?;
    shape::check_keys(object, "paths", |key| matches!(key, "seen" | "open"))?;
    // What the host does not call complete may not be.
    let open = match object.get("open") {
        None => true,
        Some(open) => open.as_bool().ok_or_else(|| shape::wrong_type("paths.open", "a boolean", open))?,
    };
    let mut list = PathList { seen: Vec::new(), open };
    if let Some(seen) = object.get("seen") {
        let seen = seen.as_list().ok_or_else(|| shape::wrong_type("paths.seen", "a list", seen))?;
        for element in seen {
            let (path, usage) = given_path(element)?;
            list.push(path, usage, bases);
        }
    }
    Ok(list)
}

fn given_path(element: &Value) -> Result<(&str, Use), Refusal> {
    let object = element.as_object().ok_or_else(|| shape::wrong_type("paths.seen[]", "an object", element))?;
    shape::check_keys(object, "paths.seen[]", |key| matches!(key, "path" | "use"))?;
    let path = member(object, "path", "paths.seen[].path")?;
    let usage = match member(object, "use", "paths.seen[].use")? {
        "read" => Use { read: true, write: false },
        "write" => Use { read: false, write: true },
        other => return Err(shape::wrong_text("paths.seen[].use", "read or write", other)),
    };
    Ok((path, usage))
}

fn member<'a>(object: &'a Object, key: &str, place: &str) -> Result<&'a str, Refusal> {
    let value = object.get(key).ok_or_else(|| shape::missing(place))?;
    value.as_text().map(Text::as_str).ok_or_else(|| shape::wrong_type(place, "a text", value))
}

/// Lists the paths that the arguments name.
pub(super) fn derived(function: &Function, arguments: Option<&Object>, bases: Bases<'_>) -> PathList {
    let usage = match (function.server(), function.name()) {
        ("file", "read") => Use { read: true, write: false },
        ("file", "write") => Use { read: false, write: true },
        ("file", "edit") => Use { read: true, write: true },
        _ => return PathList { seen: Vec::new(), open: true },
    };
    let mut list = PathList::default();
    match arguments {
        Some(arguments) => arguments.iter().for_each(|(key, value)| list.argument(key, value, usage, bases)),
        None => list.open = true,
    }
    // A file tool touches some file: where none was found, it was named in a way unknown here.
    list.open |= list.seen.is_empty();
    list
}

/// The paths of marked arguments: complete where each of them could be read.
pub(super) fn fed(values: &[(bool, Result<Option<&Value>, ()>)], bases: Bases<'_>) -> PathList {
    let mut list = PathList::default();
    for (write, value) in values {
        let usage = Use { read: !write, write: *write };
        match value {
            Ok(None | Some(Value::Null)) => {}
            Ok(Some(Value::Text(path))) => list.push(path.as_str(), usage, bases),
            Ok(Some(Value::List(elements))) => elements.iter().for_each(|element| match element {
                Value::Text(path) => list.push(path.as_str(), usage, bases),
                _ => list.open = true,
            }),
            _ => list.open = true,
        }
    }
    list
}

impl PathList {
    /// An argument at the top.
    fn argument(&mut self, key: &str, value: &Value, usage: Use, bases: Bases<'_>) {
        match value {
            Value::List(elements) if LIST_KEYS.contains(&key) => elements.iter().for_each(|element| self.element(element, usage, bases)),
            Value::List(elements) if key == EDIT_LIST => elements.iter().for_each(|edit| self.edit(edit)),
            _ => self.leaf(key, value, usage, bases),
        }
    }

    /// An element of a list of paths: a path, or an object that has one.
    fn element(&mut self, element: &Value, usage: Use, bases: Bases<'_>) {
        match element {
            Value::Text(path) => self.push(path.as_str(), usage, bases),
            Value::Object(file) => file.iter().for_each(|(key, value)| self.leaf(key, value, usage, bases)),
            _ => self.open = true,
        }
    }

    fn edit(&mut self, edit: &Value) {
        let content = |(key, value): (&str, &Value)| CONTENT_KEYS.contains(&key) || !names_something(value);
        self.open |= !edit.as_object().is_some_and(|edit| edit.iter().all(content));
    }

    /// A named value that is a path, content, no text at all, or something that may hide a path.
    fn leaf(&mut self, key: &str, value: &Value, usage: Use, bases: Bases<'_>) {
        match value {
            Value::Text(path) if PATH_KEYS.contains(&key) => self.push(path.as_str(), usage, bases),
            Value::Text(_) if CONTENT_KEYS.contains(&key) => {}
            _ if PATH_KEYS.contains(&key) => self.open = true,
            other => self.open |= names_something(other),
        }
    }

    fn push(&mut self, path: &str, usage: Use, bases: Bases<'_>) {
        if self.seen.len() == PATHS {
            self.open = true;
            return;
        }
        let text = clean(path, bases).filter(|_| !is_file_address(path));
        self.open |= path.len() > PATH_BYTES;
        self.seen.push(SeenPath { text, pattern: None, read: usage.read, write: usage.write });
    }
}

/// Whether a tool may take it for a `file:` address, and open another path than its text is as a path.
fn is_file_address(text: &str) -> bool {
    text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
}

/// Whether there is text in it.
fn names_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::Text(_) => true,
        Value::List(elements) => elements.iter().any(names_something),
        Value::Object(object) => object.iter().any(|(_, value)| names_something(value)),
    }
}
