//! The JSON of a `tools/list` answer.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::schema::{self, Notes, argument_schema};
use super::strict;
use super::{Hints, ListedFunction};
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, folded};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::words::shown;

/// The largest file that is read.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The most functions a server may offer.
const MAX_FUNCTIONS: usize = 10_000;
/// The longest name of a function, in bytes.
const MAX_NAME: usize = 256;
/// What to do about a file that is no answer.
const AS_IT_CAME: &str = "save the server's answer to `tools/list` as it came";

pub(super) fn read(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<ListedFunction> {
    let Some(listing) = parsed(text, diagnostics) else { return Vec::new() };
    let Some(tools) = tools(&listing) else {
        let problem = "this is no answer of `tools/list`: it has no list `tools`";
        diagnostics.push(Diagnostic::error(code::CATALOG_FORM, Span::new(0, 0), problem).help(AS_IT_CAME));
        return Vec::new();
    };
    check_whole(&listing, text, diagnostics);
    let mut functions = BTreeMap::new();
    for tool in tools.iter().take(MAX_FUNCTIONS) {
        add(tool, text, &mut functions, diagnostics);
    }
    check_case(&functions, text, diagnostics);
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
    let mark = text.len() - json.len();
    let broken = |error: serde_json::Error| {
        let at = mark + strict::place(json, &error).saturating_sub(1);
        Diagnostic::error(code::CATALOG_FORM, Span::new(at, at), format!("the file is no JSON: {error}")).help(AS_IT_CAME)
    };
    let listing = serde_json::from_str(json).map_err(|error| diagnostics.push(broken(error))).ok()?;
    // Read all the same, so that this is the one finding: with it nothing compiles.
    diagnostics.extend(strict::key_twice(json).map(|(end, key)| key_twice(text, mark + end, &key)));
    Some(listing)
}

fn key_twice(text: &str, end: usize, key: &str) -> Diagnostic {
    let before = text.get(..end.saturating_sub(1)).unwrap_or("");
    let start = before.rfind('"').unwrap_or(before.len());
    let message = format!("this object has the key `{}` twice", shown(key));
    Diagnostic::error(code::CATALOG_KEY_TWICE, Span::new(start, end), message)
        .help("take one of the two out: readers disagree about which of them counts")
}

/// An answer in pages lists only the first functions.
fn check_whole(listing: &Value, text: &str, diagnostics: &mut Vec<Diagnostic>) {
    let answers = [listing.get("result"), Some(listing)];
    if answers.into_iter().flatten().any(|answer| answer.get("nextCursor").is_some_and(|cursor| !cursor.is_null())) {
        let message = "this is one page of several: `nextCursor` says that the server has more functions";
        diagnostics.push(
            Diagnostic::error(code::CATALOG_FORM, place_of(text, "nextCursor"), message)
                .help("ask for the other pages, put their `tools` into one list, and take `nextCursor` out"),
        );
    }
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
    let mut notes = Notes::default();
    let arguments = arguments(tool.get("inputSchema"), &mut notes);
    let hints = hints(tool.get("annotations"));
    diagnostics.extend(noted(notes, name, text, place));
    diagnostics.extend(contradiction(hints, name, place));
    functions.insert(name.to_owned(), ListedFunction { name: name.to_owned(), hints, arguments });
}

fn noted(mut notes: Notes, name: &str, text: &str, place: Span) -> impl Iterator<Item = Diagnostic> {
    notes.loose.dedup();
    let loose = notes.loose.into_iter().map(move |note| {
        Diagnostic::warning(code::CATALOG_SCHEMA, place, format!("the input schema of `{name}` {note}"))
            .help("conditions on this part are untyped, and a call is not refused for its shape")
    });
    let faults = notes.faults.into_iter().map(move |fault| {
        let at = place_behind(text, place, &fault.key);
        Diagnostic::error(fault.code, at, format!("the input schema of `{name}` {}", fault.said)).help(fault.help)
    });
    loose.chain(faults)
}

/// Hints that cannot both be meant.
fn contradiction(hints: Hints, name: &str, place: Span) -> Option<Diagnostic> {
    (hints.read_only == Some(true) && hints.destructive == Some(true)).then(|| {
        let message = format!("`{name}` is hinted to be read-only and destructive");
        Diagnostic::warning(code::HINTS_CONTRADICT, place, message)
            .help("where `readOnlyHint` is trusted, the function counts as read-only; say what it does in an `effect` line")
    })
}

/// Names that differ only in case: a caller who folds them calls the other function.
fn check_case(functions: &BTreeMap<String, ListedFunction>, text: &str, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for name in functions.keys() {
        if let Some(other) = seen.insert(folded(name), name) {
            let message = format!("`{name}` and `{other}` differ only in case");
            diagnostics.push(
                Diagnostic::error(code::CATALOG_FUNCTION, place_of(text, name), message)
                    .help("take one of the two out, and have the server rename it"),
            );
        }
    }
}

/// The function's arguments: closed where there is a schema, open to anything where there is none.
fn arguments(schema: Option<&Value>, notes: &mut Notes) -> ArgumentSchema {
    match schema.and_then(Value::as_object) {
        Some(object) => {
            if object.get("additionalProperties").is_some_and(schema::admits_something) {
                notes.loose.push("admits undeclared arguments; they are refused unless the catalog says `open`".to_owned());
            }
            ArgumentSchema { closed: true, ..argument_schema(object, notes) }
        }
        None => {
            notes.loose.push("is missing, so its arguments are untyped".to_owned());
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
    place_behind(text, Span::new(0, 0), name)
}

/// The same behind a place; the place itself where the name is not found.
fn place_behind(text: &str, place: Span, name: &str) -> Span {
    let quoted = format!("\"{name}\"");
    let start = place.end as usize;
    let found = text.get(start..).and_then(|behind| behind.find(&quoted)).map(|at| start + at);
    found.map_or(place, |at| Span::new(at, at + quoted.len()))
}
