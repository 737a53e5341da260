//! The world of a test: where it starts, and what `as` and `given` make of it.

use super::json::Json;
use super::{GivenLabel, HOST_FACTS, SeenPath, SeenPaths, SeenTexts, World};
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, CatalogFunction, Feed, FunctionName, Root};
use crate::diagnostic::Diagnostic;
use crate::local_tools::carries_command;
use crate::span::{Span, Spanned};
use crate::suggestion;
use crate::tree::Name;
use crate::values::{IDENTIFIERS, TABLE, ValueRow, ValueType, row_of};

/// 2026-01-01T00:00Z
const START: i64 = 1_767_225_600;
/// Tools whose paths follow from their arguments.
const FILE_TOOLS: [&str; 3] = ["edit", "read", "write"];

/// What a test knows before a call: the world, with what was said of paths and arguments.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub world: World,
    pub paths: Paths,
    /// Labels that were said to be there, in order.
    pub labels: Vec<GivenLabel>,
    /// The arguments were not observed.
    pub arguments_unknown: bool,
}

/// What was said of the paths.
#[derive(Debug, Clone)]
pub(super) enum Paths {
    /// Nothing: a file tool's and a command's follow from their arguments, any other call touches none.
    Unsaid,
    /// These; where no use was said, the function's effect says it.
    Seen { paths: Vec<(String, Option<bool>)>, open: bool },
}

/// Which lists of a call follow from its arguments.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Derived {
    paths: bool,
    hosts: bool,
    recipients: bool,
    writes: bool,
}

impl Derived {
    /// Of a function: the file tools, `net.fetch`, what a command does, and what a catalog marks.
    pub(super) fn of(function: &FunctionName, known: Option<&CatalogFunction>) -> Self {
        let schema = known.and_then(|known| known.arguments.as_ref());
        let fed = |feed: Feed| schema.is_some_and(|schema| feeds(schema, feed));
        let local = |server: &str, names: &[&str]| function.server == server && names.contains(&function.name.as_str());
        Self {
            paths: local("file", &FILE_TOOLS) || carries_command(function) || fed(Feed::Reads) || fed(Feed::Writes),
            hosts: local("net", &["fetch"]) || carries_command(function) || fed(Feed::Hosts),
            recipients: fed(Feed::Recipients),
            writes: known.is_none_or(|known| known.effects.write),
        }
    }
}

fn feeds(schema: &ArgumentSchema, feed: Feed) -> bool {
    let inner = schema.members.iter().map(|(_, member)| member).chain(schema.element.as_deref());
    schema.feed == Some(feed) || inner.into_iter().any(|inner| feeds(inner, feed))
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
            tree: Json::object([("id", Json::text("test"))]),
            paths: None,
            hosts: None,
            recipients: None,
            facts: Vec::new(),
            labels: Vec::new(),
        };
        Self { world, paths: Paths::Unsaid, labels: Vec::new(), arguments_unknown: false }
    }

    /// The world of one call.
    pub(super) fn world_of(&self, derived: Derived) -> World {
        let paths = match &self.paths {
            Paths::Unsaid if derived.paths => None,
            Paths::Unsaid => Some(SeenPaths::default()),
            Paths::Seen { paths, open } => {
                let seen = paths.iter().map(|(path, write)| SeenPath { path: path.clone(), write: write.unwrap_or(derived.writes) });
                Some(SeenPaths { seen: seen.collect(), open: *open })
            }
        };
        // A list of which nothing is said is complete: what the arguments feed, or nothing.
        let list = |said: &Option<SeenTexts>, derived: bool| said.clone().or_else(|| (!derived).then(SeenTexts::default));
        World {
            paths,
            hosts: list(&self.world.hosts, derived.hosts),
            recipients: list(&self.world.recipients, derived.recipients),
            ..self.world.clone()
        }
    }

    fn part(&mut self, name: &str) -> Option<&mut Json> {
        match name {
            "principal" => Some(&mut self.world.principal),
            "agent" => Some(&mut self.world.agent),
            "session" => Some(&mut self.world.session),
            "job" => Some(&mut self.world.job),
            "tree" => Some(&mut self.world.tree),
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
            ("hosts", []) => self.world.hosts = Some(SeenTexts { seen: Vec::new(), open: true }),
            ("recipients", []) => self.world.recipients = Some(SeenTexts { seen: Vec::new(), open: true }),
            ("job" | "tree", [member]) if member.value == "labels" => {
                self.labels.push(GivenLabel { elsewhere: first.value == "tree", label: None });
            }
            ("fact", [name]) => self.give_fact(name, None, name.span, diagnostics),
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

    /// `given job labels [ … ]`, `given tree labels [ … ]`
    pub(super) fn give_labels(&mut self, whose: &Name, labels: Vec<String>, diagnostics: &mut Vec<Diagnostic>) {
        let elsewhere = match whose.value.as_str() {
            "job" => false,
            "tree" => true,
            other => return unknown_fact(&format!("{other}.labels"), whose.span, diagnostics),
        };
        self.labels.extend(labels.into_iter().map(|label| GivenLabel { elsewhere, label: Some(label) }));
    }

    /// `given hosts [ … ]`, `given recipients open [ … ]`
    pub(super) fn give_list(&mut self, list: &Name, open: bool, seen: &Json, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        let texts: Option<Vec<String>> = match seen {
            Json::List(elements) => {
                elements.iter().map(|element| if let Json::Text(text) = element { Some(text.clone()) } else { None }).collect()
            }
            _ => None,
        };
        let Some(texts) = texts else {
            let message = format!("`{}` takes a list of texts, this is {}", list.value, seen.noun());
            diagnostics.push(Diagnostic::error(code::FACT_TYPE, span, message).help("write `[\"a\", …]`"));
            return;
        };
        let seen = Some(SeenTexts { seen: texts, open });
        match list.value.as_str() {
            "hosts" => self.world.hosts = seen,
            "recipients" => self.world.recipients = seen,
            other => unknown_fact(other, list.span, diagnostics),
        }
    }

    /// `given fact NAME VALUE`; without a value it is unknown.
    pub(super) fn give_fact(&mut self, name: &Name, value: Option<Json>, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        let Some((_, flag)) = HOST_FACTS.iter().find(|(fact, _)| *fact == name.value) else {
            let known = HOST_FACTS.iter().map(|(fact, _)| *fact);
            let all = HOST_FACTS.iter().map(|(fact, _)| *fact).collect::<Vec<_>>().join(", ");
            let help = suggestion::help(&name.value, known, &format!("the facts are {all}"));
            let message = format!("no host supplies the fact `{}`", name.value);
            diagnostics.push(Diagnostic::error(code::UNKNOWN_FACT, name.span, message).help(help));
            return;
        };
        let is_boolean = |value: &Json| matches!(value, Json::Boolean(_));
        if let Some(value) = value.as_ref().filter(|value| *flag && !is_boolean(value)) {
            let message = format!("the fact `{}` is true or false, this is {}", name.value, value.noun());
            diagnostics.push(Diagnostic::error(code::FACT_TYPE, span, message).help("write `true`, `false` or `unknown`"));
            return;
        }
        if name.value == "granted" {
            self.world.granted = value.map(|value| value == Json::Boolean(true));
            return;
        }
        self.world.facts.retain(|(fact, _)| *fact != name.value);
        self.world.facts.push((name.value.clone(), value));
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
        "tree",
        "agent",
        "job.labels",
        "tree.labels",
    ]);
    let otherwise =
        "a test gives `principal`, `agent`, `session`, `job`, `paths`, `hosts`, `recipients`, `now`, `granted`, labels and `fact NAME`";
    let help = suggestion::help(name, known, otherwise);
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
        let help = match (row.kind, value) {
            (ValueType::Labels, _) => "write `given job labels [ … ]`",
            (_, Json::Null) => "write `given … unknown` for what the host cannot say",
            _ => "facts are written as a host sends them",
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
        ValueType::Instant
        | ValueType::Paths
        | ValueType::Labels
        | ValueType::Hosts
        | ValueType::Recipients
        | ValueType::Texts
        | ValueType::Words { .. }
        | ValueType::Result => (false, "no member of a part".to_owned()),
    };
    (!fits).then_some(expected)
}

/// The value of a spanned piece with its place.
pub(super) fn split<T>(spanned: &Spanned<T>) -> (&T, Span) {
    (&spanned.value, spanned.span)
}
