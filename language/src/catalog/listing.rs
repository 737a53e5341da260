//! The JSON of a `tools/list` answer.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::schema::{self, argument_schema};
use super::{Hints, ListedFunction};
use crate::codes::meaning as code;
use crate::core::ArgumentSchema;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// The largest file that is read.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The most functions a server may offer.
const MAX_FUNCTIONS: usize = 10_000;
/// The longest name of a function, in bytes.
const MAX_NAME: usize = 256;

pub(super) fn read(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<ListedFunction> {
    let Some(listing) = parsed(text, diagnostics) else { return Vec::new() };
    let Some(tools) = tools(&listing) else {
        let problem = "this is no answer of `tools/list`: it has no list `tools`";
        diagnostics.push(
            Diagnostic::error(code::CATALOG_FORM, Span::new(0, 0), problem).help("save the server's answer to `tools/list` as it came"),
        );
        return Vec::new();
    };
    let mut functions = BTreeMap::new();
    for tool in tools.iter().take(MAX_FUNCTIONS) {
        add(tool, text, &mut functions, diagnostics);
    }
    if tools.len() > MAX_FUNCTIONS {
        let problem = format!("a catalog has at most {MAX_FUNCTIONS} functions, this one has {}", tools.len());
        diagnostics.push(Diagnostic::error(code::CATALOG_FORM, Span::new(0, 0), problem).help("leave out what no policy concerns"));
    }
    functions.into_values().collect()
}

fn parsed(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Value> {
    if text.len() > MAX_BYTES {
        let problem = format!("a catalog's file has at most {MAX_BYTES} bytes, this one has {}", text.len());
        diagnostics.push(Diagnostic::error(code::CATALOG_FORM, Span::new(0, 0), problem).help("leave out what no policy concerns"));
        return None;
    }
    let json = text.strip_prefix('\u{feff}').unwrap_or(text);
    let broken = |error: serde_json::Error| {
        let mark = text.len() - json.len();
        let before: usize = json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = (mark + before + error.column().saturating_sub(1)).min(text.len());
        Diagnostic::error(code::CATALOG_FORM, Span::new(at, at), format!("the file is no JSON: {error}"))
            .help("save the server's answer to `tools/list` as it came")
    };
    serde_json::from_str(json).map_err(|error| diagnostics.push(broken(error))).ok()
}

fn tools(listing: &Value) -> Option<&Vec<Value>> {
    let answer = listing.get("result").unwrap_or(listing);
    answer.get("tools").or_else(|| listing.get("tools"))?.as_array()
}

fn add(tool: &Value, text: &str, functions: &mut BTreeMap<String, ListedFunction>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(name) = tool.get("name").and_then(Value::as_str).filter(|name| !name.is_empty() && name.len() <= MAX_NAME) else {
        let problem = format!("a function needs a `name` of 1 to {MAX_NAME} bytes");
        diagnostics.push(Diagnostic::error(code::CATALOG_FUNCTION, Span::new(0, 0), problem).help("no call can name it; take it out"));
        return;
    };
    let place = place_of(text, name);
    if functions.contains_key(name) {
        diagnostics
            .push(Diagnostic::error(code::CATALOG_FUNCTION, place, format!("`{name}` is listed twice")).help("take one of the two out"));
        return;
    }
    let mut notes = Vec::new();
    let arguments = arguments(tool.get("inputSchema"), &mut notes);
    notes.dedup();
    diagnostics.extend(notes.into_iter().map(|note| {
        Diagnostic::warning(code::CATALOG_SCHEMA, place, format!("the input schema of `{name}` {note}"))
            .help("conditions on this part are untyped, and a call is not refused for its shape")
    }));
    functions.insert(name.to_owned(), ListedFunction { name: name.to_owned(), hints: hints(tool.get("annotations")), arguments });
}

/// The function's arguments: closed where there is a schema, open to anything where there is none.
fn arguments(schema: Option<&Value>, notes: &mut Vec<String>) -> ArgumentSchema {
    match schema.and_then(Value::as_object) {
        Some(object) => {
            if object.get("additionalProperties").is_some_and(schema::admits_something) {
                notes.push("admits undeclared arguments; they are refused unless the catalog says `open`".to_owned());
            }
            ArgumentSchema { closed: true, ..argument_schema(&Value::Object(object.clone()), notes) }
        }
        None => {
            notes.push("is missing, so its arguments are untyped".to_owned());
            ArgumentSchema::default()
        }
    }
}

fn hints(annotations: Option<&Value>) -> Hints {
    let none = Map::new();
    let annotations = annotations.and_then(Value::as_object).unwrap_or(&none);
    let hint = |key: &str| annotations.get(key).and_then(Value::as_bool);
    Hints {
        read_only: hint("readOnlyHint"),
        destructive: hint("destructiveHint"),
        idempotent: hint("idempotentHint"),
        open_world: hint("openWorldHint"),
    }
}

/// The first place where the name stands as JSON text: good enough to open the file at.
fn place_of(text: &str, name: &str) -> Span {
    let quoted = format!("\"{name}\"");
    text.find(&quoted).map_or_else(|| Span::new(0, 0), |at| Span::new(at, at + quoted.len()))
}
