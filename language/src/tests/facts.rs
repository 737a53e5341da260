//! The world of a test: where it starts, and what `as` and `given` make of it.

use super::json::Json;
use super::{SeenPath, SeenPaths, World};
use crate::codes::meaning as code;
use crate::core::Root;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::suggestion;
use crate::tree::Name;
use crate::values::{IDENTIFIERS, TABLE, ValueRow, ValueType, row_of};

/// 2026-01-01T00:00Z
const START: i64 = 1_767_225_600;

/// What a test knows before a call: the world, with what was said of paths and arguments.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub world: World,
    pub paths: Paths,
    /// The arguments were not observed.
    pub arguments_unknown: bool,
}

/// What was said of the paths.
#[derive(Debug, Clone)]
pub(super) enum Paths {
    /// Nothing: a file tool's follow from its arguments, any other call touches none.
    Unsaid,
    /// These; where no use was said, the function's effect says it.
    Seen { paths: Vec<(String, Option<bool>)>, open: bool },
}

impl Facts {
    /// The known, empty world.
    pub(super) fn start() -> Self {
        let number = |text: &str| Json::Number(text.to_owned());
        let world = World {
            principal: principal("tester", Vec::new(), false),
            agent: Json::object([("name", Json::Null)]),
            session: Json::object([
                ("id", Json::text("test")),
                ("harness", Json::text("test")),
                ("version", Json::text("1.0.0")),
                ("permission-mode", Json::text("default")),
                ("attestation", Json::text("sandboxed")),
                ("workspace", Json::text("/workspace")),
                ("cwd", Json::text("/workspace")),
                ("home", Json::text("/home/tester")),
                ("terminal", Json::Boolean(true)),
            ]),
            job: Json::object([
                ("id", Json::text("test")),
                ("routine", Json::Null),
                ("shadow", Json::Boolean(false)),
                ("quarantine", Json::Boolean(false)),
                ("depth", number("0")),
                ("children", number("0")),
            ]),
            now: Some(START),
            granted: Some(false),
            paths: None,
        };
        Self { world, paths: Paths::Unsaid, arguments_unknown: false }
    }

    /// The world of one call.
    pub(super) fn world_of(&self, file_tool: bool, writes: bool) -> World {
        let paths = match &self.paths {
            Paths::Unsaid if file_tool => None,
            Paths::Unsaid => Some(SeenPaths::default()),
            Paths::Seen { paths, open } => {
                let seen = paths.iter().map(|(path, write)| SeenPath { path: path.clone(), write: write.unwrap_or(writes) });
                Some(SeenPaths { seen: seen.collect(), open: *open })
            }
        };
        World { paths, ..self.world.clone() }
    }

    fn part(&mut self, name: &str) -> Option<&mut Json> {
        match name {
            "principal" => Some(&mut self.world.principal),
            "agent" => Some(&mut self.world.agent),
            "session" => Some(&mut self.world.session),
            "job" => Some(&mut self.world.job),
            _ => None,
        }
    }

    /// `given session { … }`: members replace or add to the part's.
    pub(super) fn give(&mut self, part: &Name, members: &Json, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        if self.part(&part.value).is_none() {
            unknown_fact(&part.value, part.span, diagnostics);
            return;
        }
        if !matches!(members, Json::Object(_)) {
            let message = format!("`{}` takes an object of facts, this is {}", part.value, members.noun());
            diagnostics.push(Diagnostic::error(code::FACT_TYPE, span, message).help("write `{ name: value }`"));
            return;
        }
        for (name, value) in members.members() {
            let fact = format!("{}.{name}", part.value);
            check_fact(&fact, value, span, diagnostics);
            if let Some(part) = self.part(&part.value) {
                part.put(name, value.clone());
            }
        }
    }

    /// `given … unknown`: the fact is taken away.
    pub(super) fn take_away(&mut self, words: &[Name], diagnostics: &mut Vec<Diagnostic>) {
        let Some((first, rest)) = words.split_first() else { return };
        let span = rest.last().map_or(first.span, |last| first.span.to(last.span));
        match (first.value.as_str(), rest) {
            ("now", []) => self.world.now = None,
            ("granted", []) => self.world.granted = None,
            ("arguments", []) => self.arguments_unknown = true,
            ("paths" | "reads" | "writes", []) => self.paths = Paths::Seen { paths: Vec::new(), open: true },
            (part, []) if self.part(part).is_some() => {
                if let Some(part) = self.part(&first.value) {
                    *part = Json::Object(Vec::new());
                }
            }
            (part, [member]) if known_fact(&format!("{part}.{}", member.value)) => {
                if let Some(part) = self.part(&first.value) {
                    part.remove(&member.value);
                }
            }
            _ => {
                let name = words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(".");
                unknown_fact(&name, span, diagnostics);
            }
        }
    }

    /// `given paths [ … ]`: texts, or objects with `path` and `use`.
    pub(super) fn give_paths(&mut self, open: bool, seen: &Json, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        let Json::List(elements) = seen else {
            let message = format!("`paths` takes a list, this is {}", seen.noun());
            diagnostics.push(Diagnostic::error(code::FACT_TYPE, span, message).help("write `[\"/a\", …]`"));
            return;
        };
        let paths = elements.iter().filter_map(|element| {
            let path = seen_path(element);
            if path.is_none() {
                let help = "a path is text, or an object with `path` and a `use` of \"read\" or \"write\"";
                diagnostics.push(Diagnostic::error(code::FACT_TYPE, span, format!("{} is no path", element.noun())).help(help));
            }
            path
        });
        self.paths = Paths::Seen { paths: paths.collect(), open };
    }
}

fn seen_path(element: &Json) -> Option<(String, Option<bool>)> {
    if let Json::Text(path) = element {
        return Some((path.clone(), None));
    }
    let Json::Text(path) = element.get("path")? else { return None };
    match element.get("use") {
        None => Some((path.clone(), None)),
        Some(Json::Text(word)) if word == "read" || word == "write" => Some((path.clone(), Some(word == "write"))),
        Some(_) => None,
    }
}

/// A person at a keyboard, or an agent that acts alone.
pub(super) fn principal(user: &str, roles: Vec<String>, agent: bool) -> Json {
    let (kind, agency) = if agent { ("agent", "autonomous") } else { ("human", "interactive") };
    Json::object([
        ("user", Json::text(user)),
        ("roles", Json::List(roles.into_iter().map(Json::Text).collect())),
        ("type", Json::text(kind)),
        ("agency", Json::text(agency)),
        ("swarm", Json::Null),
        ("sponsor", Json::Null),
    ])
}

fn known_fact(name: &str) -> bool {
    row_of(name).is_some_and(is_member) || IDENTIFIERS.contains(&name)
}

/// Whether the row is a member of a part that a test gives; `function` and `paths` are none.
fn is_member(row: &ValueRow) -> bool {
    row.kind != ValueType::Labels && matches!(row.root, Root::Principal | Root::Agent | Root::Session | Root::Job)
}

fn unknown_fact(name: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let given = TABLE.iter().filter(|row| row.key.is_empty() || is_member(row));
    let known = given.map(|row| row.name).chain(IDENTIFIERS.iter().copied()).chain([
        "granted",
        "arguments",
        "principal",
        "session",
        "job",
        "agent",
    ]);
    let help = suggestion::help(name, known, "a test gives `principal`, `agent`, `session`, `job`, `paths`, `now` and `granted`");
    diagnostics.push(Diagnostic::error(code::UNKNOWN_FACT, span, format!("no host supplies `{name}`")).help(help));
}

fn check_fact(name: &str, value: &Json, span: Span, diagnostics: &mut Vec<Diagnostic>) {
    let extension = name.split_once('.').is_some_and(|(_, member)| member.starts_with("x-"));
    if IDENTIFIERS.contains(&name) || extension {
        return;
    }
    let Some(row) = row_of(name) else {
        unknown_fact(name, span, diagnostics);
        return;
    };
    if let Some(expected) = misfit(row, value) {
        let message = format!("`{name}` is {expected}, this is {}", value.noun());
        let help = if matches!(value, Json::Null) {
            "write `given … unknown` for what the host cannot say"
        } else {
            "facts are written as a host sends them"
        };
        diagnostics.push(Diagnostic::error(code::FACT_TYPE, span, message).help(help));
    }
}

/// What the row holds, where the value is none of it.
fn misfit(row: &ValueRow, value: &Json) -> Option<String> {
    if row.may_be_absent && *value == Json::Null {
        return None;
    }
    let (fits, expected) = match row.kind {
        ValueType::Text | ValueType::Version | ValueType::Path => (matches!(value, Json::Text(_)), "text".to_owned()),
        ValueType::Boolean => (matches!(value, Json::Boolean(_)), "a boolean".to_owned()),
        ValueType::Number => (matches!(value, Json::Number(_)), "a number".to_owned()),
        ValueType::Enum { values, .. } => {
            (matches!(value, Json::Text(text) if values.contains(&text.as_str())), format!("one of {}", values.join(", ")))
        }
        ValueType::Roles => {
            let texts = |list: &[Json]| list.iter().all(|element| matches!(element, Json::Text(_)));
            (matches!(value, Json::List(list) if texts(list)), "a list of roles".to_owned())
        }
        ValueType::Instant | ValueType::Paths | ValueType::Labels | ValueType::Hosts | ValueType::Recipients | ValueType::Result => {
            (false, "no member of a part".to_owned())
        }
    };
    (!fits).then_some(expected)
}

/// The value of a spanned piece with its place.
pub(super) fn split<T>(spanned: &Spanned<T>) -> (&T, Span) {
    (&spanned.value, spanned.span)
}
