//! Reading a place of the call: a value, its absence, or nothing that can be said.

use straza_language::core::{Attribute, Decimal, Literal, Owner, PathAnchor, PathLiteral, Reading, Root};

use super::call::{Json, Object, Seen, SeenCommand, SeenFlow, SeenPath, SeenPattern, SeenTexts};
use super::command::Reader;
use super::history::Past;
use super::{Interpreter, lists, path, text};

/// What a read gives.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// It is there.
    Value(Value),
    /// It is known not to be there.
    Absent,
    /// Nothing is known.
    Unknown,
}

/// A value as operators see it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// An exact number.
    Number(Decimal),
    /// Text that can be compared.
    Text {
        /// As received.
        raw: String,
        /// As its attribute reads it.
        folded: String,
    },
    /// A path of this machine, as components.
    Path(Vec<String>),
    /// One of the paths that a pattern stands for.
    Paths(SeenPattern),
    /// Unix seconds.
    Instant(i64),
    /// A version's numbers.
    Version(Vec<u32>),
    /// A list; an open one may have more elements than were seen.
    List {
        /// What was seen.
        elements: Vec<Element>,
        /// Whether there may be more.
        open: bool,
    },
    /// An object.
    Object(Object),
    /// There is something, but no operator can look at it.
    Opaque,
}

/// An element of a list.
#[derive(Debug, Clone, PartialEq)]
pub enum Element {
    /// Of a list in JSON.
    Json(Json),
    /// Of the call's paths; nothing where it is not known which path it is.
    Path(Option<String>),
    /// One of the paths that a pattern stands for.
    Paths(SeenPattern),
    /// A text that may be in the list, or not.
    Maybe(String),
}

impl Element {
    /// The element as a reading sees it.
    pub fn seen(&self, reading: Reading) -> Value {
        match self {
            Self::Json(value) => seen(value, reading),
            Self::Maybe(text) => seen_text(text, reading),
            Self::Path(Some(path)) if reading == Reading::Path => path::components(path).map_or(Value::Opaque, Value::Path),
            Self::Paths(pattern) if reading == Reading::Path => Value::Paths(pattern.clone()),
            Self::Path(_) | Self::Paths(_) => Value::Opaque,
        }
    }
}

/// Where a condition is evaluated: the call, what happened before it, and the elements that quantifiers around it stand at, the outermost first.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The program.
    pub interpreter: &'a Interpreter<'a>,
    /// The call.
    pub call: &'a Seen,
    /// What happened before it.
    pub past: &'a Past<'a>,
    /// Elements.
    pub elements: &'a [Element],
    /// The parts of the call's command that a command item is about: its lists are theirs.
    pub matched: Option<&'a [u32]>,
}

impl Place<'_> {
    /// Reads an attribute; `else V` stands in for what is absent.
    pub fn read(&self, attribute: &Attribute) -> Read {
        match (self.raw(attribute), &attribute.otherwise) {
            (Read::Absent, Some(constant)) => Read::Value(self.constant(constant, attribute.reading)),
            (read, _) => read,
        }
    }

    /// Reads an attribute for an operator that needs a value; `None` is unknown.
    pub fn value(&self, attribute: &Attribute) -> Option<Value> {
        match self.read(attribute) {
            Read::Value(Value::Opaque) | Read::Absent | Read::Unknown => None,
            Read::Value(value) => Some(value),
        }
    }

    /// A constant as the reading beside it compares it.
    pub fn constant(&self, literal: &Literal, reading: Reading) -> Value {
        match literal {
            Literal::Null => Value::Null,
            Literal::Boolean(value) => Value::Boolean(*value),
            Literal::Number(value) => Value::Number(*value),
            Literal::Text(_) if reading == Reading::Path => Value::Opaque,
            Literal::Text(value) => Value::Text { raw: value.clone(), folded: text::folded(reading, value) },
            Literal::Instant(value) => Value::Instant(*value),
            Literal::Version(value) => Value::Version(value.clone()),
            Literal::Path(value) => self.anchored(value).map_or(Value::Opaque, Value::Path),
        }
    }

    /// A constant path's components; `None` where its anchor is unknown.
    pub fn anchored(&self, literal: &PathLiteral) -> Option<Vec<String>> {
        Some([self.anchor(literal.anchor)?, path::components(&literal.text)?].concat())
    }

    /// The components of the folder that a constant path is relative to.
    pub fn anchor(&self, anchor: PathAnchor) -> Option<Vec<String>> {
        match anchor {
            PathAnchor::Root | PathAnchor::Bare => Some(Vec::new()),
            PathAnchor::Home => path::components(self.call.folders.get("home")?),
            PathAnchor::Workspace => path::components(self.call.folders.get("workspace")?),
        }
    }

    fn paths(&self) -> (Vec<SeenPath>, bool) {
        match (self.matched, &self.call.command) {
            (Some(parts), SeenCommand::Read(command)) => Reader { call: self.call, command }.paths_of(parts),
            _ => lists::paths(self.interpreter.program, self.call),
        }
    }

    fn hosts(&self) -> SeenTexts {
        match (self.matched, &self.call.command) {
            (Some(parts), SeenCommand::Read(command)) => Reader { call: self.call, command }.hosts_of(parts),
            _ => lists::hosts(self.interpreter.program, self.call),
        }
    }

    fn path_list(&self, wanted: impl Fn(&SeenPath) -> bool) -> Read {
        let (paths, open) = self.paths();
        let elements = paths.into_iter().filter(wanted).map(|path| path.pattern.map_or(Element::Path(path.text), Element::Paths)).collect();
        Read::Value(Value::List { elements, open })
    }

    /// A result that nobody saw is unknown, and moves read none.
    fn result(&self, keys: &[String], reading: Reading) -> Read {
        match self.past.result.and_then(|returned| returned.result.as_ref()) {
            _ if self.past.in_move => Read::Unknown,
            _ if keys == ["labels"] => Read::Value(self.result_labels()),
            Some(result) => argument(result, keys, reading),
            None => Read::Unknown,
        }
    }

    fn raw(&self, attribute: &Attribute) -> Read {
        let call = self.call;
        let keys = attribute.path.as_slice();
        let reading = attribute.reading;
        match attribute.root {
            Root::Args => call.arguments.as_ref().map_or(Read::Unknown, |object| argument(&Json::Object(object.clone()), keys, reading)),
            Root::Function => function_half(call, keys).map_or(Read::Unknown, |half| Read::Value(seen_text(half, reading))),
            Root::Principal => opened(host_fact(call.principal.as_ref(), keys, reading), call.roles_open && keys == ["roles"]),
            Root::Agent => host_fact(call.agent.as_ref(), keys, reading),
            Root::Session if reading == Reading::Path => folder(call, keys),
            Root::Session => host_fact(call.session.as_ref(), keys, reading),
            Root::Job if keys == ["labels"] => self.labels(Owner::Job),
            Root::Job if keys == ["children"] => self.children(host_fact(call.job.as_ref(), keys, reading)),
            Root::Job => host_fact(call.job.as_ref(), keys, reading),
            Root::Tree if keys == ["labels"] => self.labels(Owner::Tree),
            Root::Paths | Root::Reads | Root::Writes if keys == ["open"] => Read::Value(Value::Boolean(self.paths().1)),
            Root::Paths => self.path_list(|_| true),
            Root::Reads => self.path_list(|path| path.reads),
            Root::Writes => self.path_list(|path| path.writes),
            Root::Hosts => text_list(self.hosts(), keys),
            Root::Recipients => text_list(lists::recipients(self.interpreter.program, call), keys),
            Root::Flow => match &call.flow {
                SeenFlow::Unknown => Read::Unknown,
                SeenFlow::None => Read::Absent,
                SeenFlow::Starts(name) => Read::Value(seen_text(name, reading)),
            },
            Root::Result => self.result(keys, reading),
            Root::Command => self.of_command(keys),
            Root::Signals => self.signals(),
            Root::Tree => Read::Unknown,
            Root::Now => call.now.map_or(Read::Unknown, |now| Read::Value(Value::Instant(now))),
            Root::Element(depth) => match (self.elements.get(usize::from(depth)), keys) {
                (Some(Element::Json(element)), keys) => argument(element, keys, reading),
                (Some(Element::Path(None)), _) => Read::Unknown,
                (Some(element), []) => Read::Value(element.seen(reading)),
                _ => Read::Unknown,
            },
        }
    }
}

/// A JSON value as a reading sees it; no text of a call is by itself a path of this machine.
fn seen(value: &Json, reading: Reading) -> Value {
    match value {
        Json::Null => Value::Null,
        Json::Boolean(value) => Value::Boolean(*value),
        Json::Number(value) => Value::Number(*value),
        Json::Text(value) => seen_text(value, reading),
        Json::List(elements) => Value::List { elements: elements.iter().cloned().map(Element::Json).collect(), open: false },
        Json::Object(members) => Value::Object(members.clone()),
    }
}

fn seen_text(value: &str, reading: Reading) -> Value {
    match reading {
        _ if !text::is_comparable(value) => Value::Opaque,
        Reading::Path => Value::Opaque,
        reading => Value::Text { raw: value.to_owned(), folded: text::folded(reading, value) },
    }
}

/// In arguments and elements: a missing key is absent, a step into what is no object is unknown.
fn argument(start: &Json, keys: &[String], reading: Reading) -> Read {
    match (keys.split_first(), start) {
        (None, value) => Read::Value(seen(value, reading)),
        (Some((key, rest)), Json::Object(members)) => members.get(key).map_or(Read::Absent, |value| argument(value, rest, reading)),
        (Some(_), _) => Read::Unknown,
    }
}

/// In what the host says: a missing part or key is unknown, `null` is known to be absent.
fn host_fact(part: Option<&Object>, keys: &[String], reading: Reading) -> Read {
    let Some((value, rest)) = part.zip(keys.split_first()).and_then(|(part, (key, rest))| Some((part.get(key)?, rest))) else {
        return Read::Unknown;
    };
    match (value, rest) {
        (Json::Null, []) => Read::Absent,
        (value, []) => Read::Value(seen(value, reading)),
        (Json::Object(members), rest) => host_fact(Some(members), rest, reading),
        (_, _) => Read::Unknown,
    }
}

/// One of the session's folders as a path.
fn folder(call: &Seen, keys: &[String]) -> Read {
    let path = || keys.first().and_then(|key| path::components(call.folders.get(key.as_str())?));
    match host_fact(call.session.as_ref(), keys, Reading::Plain) {
        Read::Value(_) => path().map_or(Read::Unknown, |path| Read::Value(Value::Path(path))),
        read => read,
    }
}

/// A list that was cut may have more elements.
fn opened(read: Read, cut: bool) -> Read {
    match read {
        Read::Value(Value::List { elements, open }) => Read::Value(Value::List { elements, open: open || cut }),
        read => read,
    }
}

fn function_half<'a>(call: &'a Seen, keys: &[String]) -> Option<&'a str> {
    match keys {
        [key] if key == "server" => Some(&call.server),
        [key] if key == "name" => Some(&call.name),
        _ => None,
    }
}

/// A list of texts, or whether it is open.
fn text_list(list: SeenTexts, keys: &[String]) -> Read {
    let element = |text: String| Element::Json(Json::Text(text));
    match keys {
        [] => Read::Value(Value::List { elements: list.seen.into_iter().map(element).collect(), open: list.open }),
        [key] if key == "open" => Read::Value(Value::Boolean(list.open)),
        _ => Read::Unknown,
    }
}
