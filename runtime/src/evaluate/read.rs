//! Reading a place in the call: a value, absent, or unknown.

use alloc::string::String;

use crate::call::{Call, Flow, Part, TextList};
use crate::command::Command;
use crate::compiled::Core;
use crate::decimal::Decimal;
use crate::json::{Object, Value};
use crate::layout::*;
use crate::limits;
use crate::path::{PathPattern, SeenPath};
use crate::state::State;

use super::Evaluation;
use super::scope::{self, Scope, Touched};

/// What stands at a place, or a constant.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Seen<'a> {
    /// Known not to be there.
    Absent,
    /// Not known.
    Unknown,
    /// `null`
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(Decimal),
    /// Text that comparisons may look at.
    Text(&'a str),
    /// A path of this machine, resolved and cleaned.
    Path(&'a str),
    /// One of the paths that a pattern stands for.
    Paths(PathPattern<&'a str>),
    /// Unix seconds.
    Instant(i64),
    /// A version constant: a run of numbers.
    Version(Run),
    /// A path constant.
    PathLiteral(u8, &'a str),
    /// A list.
    List(&'a [Value]),
    /// An object: there, but of no use to an operator.
    Object,
    /// Text that no comparison may look at: there, but nobody knows what it is.
    Other,
}

/// The element a quantifier is at.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Element<'a> {
    /// Of a JSON list.
    Value(&'a Value),
    /// Of a path list.
    Path(&'a SeenPath),
    /// Of a list of labels, hosts or recipients.
    Text(&'a str),
    /// A label that may be there.
    Possible(&'a str),
    /// A path; `None` is unknown.
    Place(Option<&'a str>),
    /// One of the paths that a pattern stands for.
    Paths(PathPattern<&'a str>),
}

/// The result of a call, for items that judge results.
#[derive(Debug, Clone, Copy, Default)]
pub struct ResultView<'a> {
    /// What came back; `None` where it is not known.
    pub value: Option<&'a Value>,
    /// Labels that its function is known to bring, that were found in it, and the job's own, with whether they certainly are there.
    pub labels: &'a [(String, bool)],
    /// There may be more labels.
    pub open: bool,
}

/// A list in the call: what was seen, and whether there may be more.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Listed<'a> {
    /// A JSON list.
    Values {
        /// The elements.
        seen: &'a [Value],
        /// There may be more.
        open: bool,
    },
    /// Paths, of which those with the use count.
    Paths {
        /// The elements.
        seen: &'a [SeenPath],
        /// There may be more.
        open: bool,
        /// Which count.
        root: u8,
    },
    /// Labels of a state.
    Labels(&'a State),
    /// Labels of a result.
    Texts {
        /// The elements.
        seen: &'a [(String, bool)],
        /// There may be more.
        open: bool,
    },
    /// Hosts or recipients.
    Seen(&'a TextList),
    /// What parts of a command touch, by root; their signals.
    Touched(Touched<'a>, u8),
    /// Programs or signals of a whole command.
    OfCommand {
        /// The command.
        command: &'a Command,
        /// Its signals, not its programs.
        signals: bool,
    },
    /// A path or host, or none; what it may be as well; and whether there may be more.
    Few([Option<Element<'a>>; 2], bool),
    /// Absent, unknown or no list.
    Unknown,
}

impl<'a> Evaluation<'a> {
    /// Reads an attribute, its constant standing in for an absent value.
    #[inline]
    pub(crate) fn read(&self, attribute: &AttributeRecord) -> Seen<'a> {
        match self.read_plain(attribute) {
            Seen::Absent if attribute.otherwise != NONE => self.literal(attribute.otherwise),
            seen => seen,
        }
    }

    fn read_plain(&self, attribute: &AttributeRecord) -> Seen<'a> {
        let call = self.call;
        match attribute.root {
            root::ARGS if self.scope.is_sub_call() => Seen::Unknown,
            root::ARGS => match call.arguments() {
                Some(arguments) => self.walk(arguments, attribute, Missing::Absent),
                None => Seen::Unknown,
            },
            root::FUNCTION => self.function_part(attribute),
            root::NOW => call.now().map_or(Seen::Unknown, Seen::Instant),
            root::PATHS..=root::WRITES | root::HOSTS | root::RECIPIENTS if self.first_key(attribute) == Some(b"open") => {
                self.touched(attribute.root).map_or(Seen::Unknown, |listed| Seen::Boolean(listed.is_open()))
            }
            root::COMMAND => self.command_part(attribute),
            root::HOSTS | root::RECIPIENTS | root::TREE => Seen::Unknown,
            root::FLOW => match call.flow() {
                Flow::Unknown => Seen::Unknown,
                Flow::None => Seen::Absent,
                Flow::Starts(name) => Seen::Text(name),
            },
            root::RESULT => self.result_part(attribute),
            root::JOB if self.first_key(attribute) == Some(b"children") => self.children(attribute),
            root::ELEMENT => self.element(0, attribute),
            root::INNER_ELEMENT => self.element(1, attribute),
            root => match part(call, root) {
                Some(object) if attribute.reading == reading::PATH => self.session_path(object, attribute),
                Some(object) => self.walk(object, attribute, Missing::Unknown),
                None => Seen::Unknown,
            },
        }
    }

    /// The larger of what the host says and what was dispatched.
    fn children(&self, attribute: &AttributeRecord) -> Seen<'a> {
        let (Some(job), Some(state)) = (self.call.part(Part::Job), &self.states.job) else { return Seen::Unknown };
        let counted = state.children;
        match self.walk(job, attribute, Missing::Unknown) {
            Seen::Number(said) => Seen::Number(said.max(Decimal::from_count(counted.into()))),
            other => other,
        }
    }

    /// A place in the result.
    fn result_part(&self, attribute: &AttributeRecord) -> Seen<'a> {
        match self.result.and_then(|result| result.value) {
            Some(value) if attribute.path.len == 0 => see(value),
            Some(Value::Object(object)) => self.walk(object, attribute, Missing::Absent),
            _ => Seen::Unknown,
        }
    }

    fn function_part(&self, attribute: &AttributeRecord) -> Seen<'a> {
        let (server, name) = self.function();
        let text = match self.first_key(attribute) {
            Some(b"server") => server,
            Some(b"name") => name,
            _ => return Seen::Unknown,
        };
        if crate::json::is_normal(text) { Seen::Text(text) } else { Seen::Other }
    }

    /// The function that is asked about.
    pub(super) fn function(&self) -> (&'a str, &'a str) {
        self.scope.tool().unwrap_or((self.call.server(), self.call.name()))
    }

    /// The command of the call that is asked about.
    fn command(&self) -> Option<&'a Command> {
        self.call.command().filter(|_| !self.scope.is_sub_call())
    }

    fn command_part(&self, attribute: &AttributeRecord) -> Seen<'a> {
        let Some(command) = self.command() else { return Seen::Unknown };
        match self.first_key(attribute) {
            Some(b"text") if command.text.len() <= limits::TEXT_BYTES && crate::json::is_normal(&command.text) => Seen::Text(&command.text),
            Some(b"text") => Seen::Other,
            Some(b"length") => Seen::Number(Decimal::from_count(command.text.len() as u64)),
            Some(b"open") => Seen::Boolean(!command.unreadable.is_empty()),
            _ => Seen::Unknown,
        }
    }

    fn session_path(&self, session: &Object, attribute: &AttributeRecord) -> Seen<'a> {
        let Some(key) = self.first_key(attribute) else { return Seen::Unknown };
        let resolved = match key {
            b"workspace" => self.call.workspace(),
            b"cwd" => self.call.cwd(),
            b"home" => self.call.home(),
            _ => None,
        };
        let is_null = || core::str::from_utf8(key).ok().and_then(|key| session.get(key)) == Some(&Value::Null);
        match resolved {
            Some(path) => Seen::Path(path),
            None if is_null() => Seen::Absent,
            None => Seen::Unknown,
        }
    }

    fn first_key(&self, attribute: &AttributeRecord) -> Option<&'a [u8]> {
        (attribute.path.len == 1).then_some(())?;
        self.core.bytes_of(self.core.name(attribute.path.start)?.text)
    }

    fn element(&self, depth: usize, attribute: &AttributeRecord) -> Seen<'a> {
        match self.elements.get(depth).copied().flatten() {
            Some(element) if attribute.path.len == 0 => element.see(),
            Some(Element::Value(Value::Object(object))) => self.walk(object, attribute, Missing::Absent),
            _ => Seen::Unknown,
        }
    }

    fn walk(&self, object: &'a Object, attribute: &AttributeRecord, missing: Missing) -> Seen<'a> {
        match descend(self.core, object, attribute.path) {
            Ok(Some(Value::Null)) if missing == Missing::Unknown => Seen::Absent,
            Ok(Some(value)) => see(value),
            Ok(None) if missing == Missing::Absent => Seen::Absent,
            _ => Seen::Unknown,
        }
    }

    /// A constant.
    pub(crate) fn literal(&self, index: u32) -> Seen<'a> {
        let Some(record) = self.core.literal(index) else { return Seen::Unknown };
        match record.kind {
            literal::NULL => Seen::Null,
            literal::BOOLEAN => Seen::Boolean(record.data != 0),
            literal::NUMBER => Seen::Number(Decimal::normalised(record.data, record.exponent)),
            literal::TEXT => self.core.text_of(record.text).map_or(Seen::Unknown, Seen::Text),
            literal::INSTANT => i64::try_from(record.data).map_or(Seen::Unknown, Seen::Instant),
            literal::VERSION => Seen::Version(record.text),
            literal::PATH => self.core.text_of(record.text).map_or(Seen::Unknown, |text| Seen::PathLiteral(record.anchor, text)),
            _ => Seen::Unknown,
        }
    }

    /// Reads an attribute as a list.
    pub(crate) fn list(&self, attribute: &AttributeRecord) -> Listed<'a> {
        if let Some(listed) = self.list_of_its_own(attribute) {
            return listed;
        }
        let plain = AttributeRecord { otherwise: NONE, ..*attribute };
        match self.read(&plain) {
            Seen::List(seen) if is_host_part(attribute.root) && seen.len() > limits::ROLES => {
                Listed::Values { seen: seen.get(..limits::ROLES).unwrap_or_default(), open: true }
            }
            Seen::List(seen) => Listed::Values { seen, open: self.is_cut(attribute) },
            _ => Listed::Unknown,
        }
    }

    /// Lists that are no value of the call's JSON: paths, labels, hosts, recipients.
    pub(crate) fn list_of_its_own(&self, attribute: &AttributeRecord) -> Option<Listed<'a>> {
        let labels = || self.first_key(attribute) == Some(b"labels");
        let of = |state: Option<&'a State>| state.map_or(Listed::Unknown, Listed::Labels);
        match attribute.root {
            root::PATHS..=root::WRITES | root::HOSTS | root::RECIPIENTS if attribute.path.len == 0 => self.touched(attribute.root),
            root::SIGNALS => Some(match self.scope {
                Scope::Parts(touched) => Listed::Touched(touched, root::SIGNALS),
                _ => Listed::Unknown,
            }),
            root::COMMAND => {
                let signals = self.first_key(attribute) == Some(b"signals");
                let is_list = signals || self.first_key(attribute) == Some(b"programs");
                is_list.then(|| self.command().map_or(Listed::Unknown, |command| Listed::OfCommand { command, signals }))
            }
            root::JOB if labels() => Some(of(self.states.job.as_ref())),
            root::TREE if labels() => Some(of(self.states.tree.as_ref())),
            root::RESULT if labels() => {
                Some(self.result.map_or(Listed::Unknown, |result| Listed::Texts { seen: result.labels, open: result.open }))
            }
            _ => None,
        }
    }

    /// Paths, hosts and recipients of what is asked about.
    fn touched(&self, root: u8) -> Option<Listed<'a>> {
        let (call, paths) = (self.call, self.call.paths());
        let nothing = Listed::Few([None, None], false);
        Some(match (self.scope, root) {
            (Scope::Parts(touched), root::PATHS..=root::WRITES | root::HOSTS) => Listed::Touched(touched, root),
            (Scope::File { path, also, open, .. }, root::PATHS) => Listed::Few([Some(path), also], open),
            (Scope::File { path, also, written, open }, root::READS | root::WRITES) if written == (root == root::WRITES) => {
                Listed::Few([Some(path), also], open)
            }
            (Scope::Host(host), root::HOSTS) => Listed::Few([host.map(Element::Text), None], host.is_none()),
            (Scope::File { .. } | Scope::Host(_), root::RECIPIENTS) => Listed::Few([None, None], true),
            (Scope::File { .. } | Scope::Host(_), _) => nothing,
            (_, root::HOSTS) => Listed::Seen(call.hosts()),
            (_, root::RECIPIENTS) => Listed::Seen(call.recipients()),
            _ => Listed::Paths { seen: &paths.seen, open: paths.open, root },
        })
    }

    /// Whether the call came with more roles than it kept.
    fn is_cut(&self, attribute: &AttributeRecord) -> bool {
        attribute.root == root::PRINCIPAL && self.call.roles_open() && self.first_key(attribute) == Some(b"roles")
    }

    /// Sets the element of a quantifier at a depth.
    pub(super) fn enter(&mut self, depth: usize, element: Option<Element<'a>>) {
        if let Some(slot) = self.elements.get_mut(depth) {
            *slot = element;
        }
    }

    /// How deep the evaluation is inside quantifiers.
    pub(super) fn depth(&self) -> usize {
        self.elements.iter().take_while(|element| element.is_some()).count()
    }
}

impl<'a> Listed<'a> {
    /// The elements that count.
    pub(crate) fn elements(self) -> impl Iterator<Item = Element<'a>> {
        let (values, paths, root): (&[Value], &[SeenPath], u8) = match self {
            Listed::Values { seen, .. } => (seen, &[], 0),
            Listed::Paths { seen, root, .. } => (&[], seen, root),
            _ => (&[], &[], 0),
        };
        let (labels, texts, listed): (Option<&State>, &[(String, bool)], Option<&TextList>) = match self {
            Listed::Labels(state) => (Some(state), &[], None),
            Listed::Texts { seen, .. } => (None, seen, None),
            Listed::Seen(list) => (None, &[], Some(list)),
            _ => (None, &[], None),
        };
        let used = move |path: &&SeenPath| match root {
            root::READS => path.read,
            root::WRITES => path.write,
            _ => true,
        };
        let texts = texts.iter().map(|(label, certain)| (label.as_str(), *certain));
        let labels = labels.into_iter().flat_map(State::labels).chain(texts).map(|(label, certain)| match certain {
            true => Element::Text(label),
            false => Element::Possible(label),
        });
        let texts = labels.chain(listed.into_iter().flat_map(TextList::seen).map(Element::Text));
        values.iter().map(Element::Value).chain(paths.iter().filter(used).map(Element::Path)).chain(texts).chain(self.of_command())
    }

    /// The elements that a command gives.
    fn of_command(self) -> impl Iterator<Item = Element<'a>> {
        let (touched, shown) = match self {
            Listed::Touched(touched, root::SIGNALS) => (None, Some(touched)),
            Listed::Touched(touched, root) => (Some((touched, root)), None),
            _ => (None, None),
        };
        let (programs, signals) = match self {
            Listed::OfCommand { command, signals: false } => (Some(command), None),
            Listed::OfCommand { command, signals: true } => (None, Some(command)),
            _ => (None, None),
        };
        let few = if let Listed::Few(few, _) = self { few } else { [None, None] };
        touched
            .into_iter()
            .flat_map(|(touched, root)| touched.elements(root))
            .chain(shown.into_iter().flat_map(|touched| touched.signals()))
            .chain(programs.into_iter().flat_map(scope::programs))
            .chain(signals.into_iter().flat_map(scope::signals))
            .chain(few.into_iter().flatten())
    }

    /// Whether there may be elements that were not seen.
    pub(crate) fn is_open(self) -> bool {
        match self {
            Listed::Values { open, .. } | Listed::Paths { open, .. } | Listed::Texts { open, .. } => open,
            Listed::Labels(state) => state.labels_open(),
            Listed::Seen(list) => list.open,
            Listed::Touched(touched, root) => touched.is_open(root),
            Listed::OfCommand { command, signals: true } => !command.unreadable.is_empty(),
            Listed::OfCommand { command, signals: false } => scope::programs_open(command),
            Listed::Few(_, open) => open,
            Listed::Unknown => true,
        }
    }
}

impl<'a> Element<'a> {
    /// The element as a value.
    pub(crate) fn see(self) -> Seen<'a> {
        match self {
            Element::Value(value) => see(value),
            Element::Path(SeenPath { pattern: Some(pattern), .. }) => Seen::Paths(pattern.view()),
            Element::Path(path) => path.text.as_deref().map_or(Seen::Unknown, Seen::Path),
            Element::Paths(pattern) => Seen::Paths(pattern),
            Element::Place(path) => path.map_or(Seen::Unknown, Seen::Path),
            Element::Text(text) | Element::Possible(text) => Seen::Text(text),
        }
    }

    /// Whether it certainly is in its list.
    pub(crate) fn is_certain(self) -> bool {
        !matches!(self, Element::Possible(_))
    }
}

/// What a missing key means under a root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// Arguments: it is not there.
    Absent,
    /// What a host does not say: not known; `null` says that it is not there.
    Unknown,
}

fn is_host_part(root: u8) -> bool {
    (root::PRINCIPAL..=root::JOB).contains(&root)
}

fn part(call: &Call, root: u8) -> Option<&Object> {
    let part = match root {
        root::PRINCIPAL => Part::Principal,
        root::AGENT => Part::Agent,
        root::SESSION => Part::Session,
        root::JOB => Part::Job,
        _ => return None,
    };
    call.part(part)
}

/// Follows keys: `Ok(None)` where a key is missing, `Err` where a step leads into something that is no object.
fn descend<'a>(core: &Core, object: &'a Object, path: Run) -> Result<Option<&'a Value>, ()> {
    let mut object = object;
    let mut steps = path.range().peekable();
    while let Some(step) = steps.next() {
        let key = core.name(step as u32).and_then(|name| core.text_of(name.text)).ok_or(())?;
        let Some(value) = object.get(key) else { return Ok(None) };
        if steps.peek().is_none() {
            return Ok(Some(value));
        }
        object = value.as_object().ok_or(())?;
    }
    Err(())
}

pub(crate) fn see(value: &Value) -> Seen<'_> {
    match value {
        Value::Null => Seen::Null,
        Value::Bool(value) => Seen::Boolean(*value),
        Value::Number(number) => Seen::Number(*number),
        Value::Text(text) => text.comparable().map_or(Seen::Other, Seen::Text),
        Value::List(list) => Seen::List(list),
        Value::Object(_) => Seen::Object,
    }
}

/// Bytes of a text, for fuel.
pub(super) fn width(seen: Seen<'_>) -> usize {
    match seen {
        Seen::Text(text) | Seen::Path(text) => text.len(),
        Seen::Paths(pattern) => pattern.text.len(),
        _ => 0,
    }
}
