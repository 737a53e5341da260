//! One call of the published form, version 1: read strictly, then only looked at.
//!
//! Missing is unknown and stays apart from `null`, which is known to be absent. What has no published name is refused, so that a host's
//! slip never becomes an unknown that a policy treats as harmless; names that begin with `x-` are the host's own.

mod command;
mod event;
mod extent;
mod facts;
mod form;
mod function;
mod listed;
mod paths;
mod shape;
mod stage;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::command::Command;
use crate::digest;
use crate::instant;
use crate::json::{self, Object, Text, Value};
use crate::limits::{CALL_BYTES, ORIGINS, ROLES};
use crate::path::{Bases, PathList};
use crate::refusal::{Cause, Refusal};

pub use event::Event;
pub use facts::{Approval, Decider, Fact, FactRow, Facts, Given, Hook, HookAnswer, Stopped, Told, TurnCall};
pub use form::{Form, Member};
pub use function::{Function, RESERVED_SERVERS};
pub use listed::{TextList, host_of};
pub use paths::{CONTENT_KEYS, PATH_KEYS};
pub use stage::{By, Stage};

use extent::Extent;

/// The version that [`Call::read`] knows.
pub const CALL_VERSION: u32 = 1;

/// The parts that say who, for whom and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Who.
    Principal,
    /// Which agent.
    Agent,
    /// Which session.
    Session,
    /// Which job.
    Job,
    /// Which tree of jobs.
    Tree,
}

/// What a host says of the flow that a call starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow<'a> {
    /// Nothing.
    Unknown,
    /// It starts none.
    None,
    /// It starts this one.
    Starts(&'a str),
}

/// A call, well formed.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    event: Event,
    function: Function,
    arguments: Option<Object>,
    proposed: Option<Object>,
    parts: Parts,
    roles_open: bool,
    places: Places,
    command: Option<Box<Command>>,
    paths: PathList,
    paths_given: bool,
    hosts: TextList,
    recipients: TextList,
    facts: Facts,
    stages: Vec<Stage>,
    by: Option<By>,
    origins: Vec<Object>,
    now: Option<i64>,
    autonomous: bool,
    human: Option<bool>,
    extent: Extent,
}

/// The parts, each absent where the host says nothing of it.
#[derive(Debug, Clone, Default, PartialEq)]
struct Parts {
    principal: Option<Object>,
    agent: Option<Object>,
    session: Option<Object>,
    job: Option<Object>,
    tree: Option<Object>,
}

/// The session's folders, cleaned.
#[derive(Debug, Clone, Default, PartialEq)]
struct Places {
    cwd: Option<String>,
    home: Option<String>,
    workspace: Option<String>,
}

impl Call {
    /// Reads a call of at most [`CALL_BYTES`].
    pub fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        Self::read_within(bytes, CALL_BYTES)
    }

    /// Reads a call of at most `max_bytes`.
    pub fn read_within(bytes: &[u8], max_bytes: usize) -> Result<Self, Refusal> {
        match json::read_within(bytes, max_bytes)? {
            Value::Object(envelope) => Self::from_envelope(envelope),
            other => Err(Refusal::new(Cause::Call, alloc::format!("the call is of type {}, not an object", other.kind()))),
        }
    }

    fn from_envelope(mut envelope: Object) -> Result<Self, Refusal> {
        shape::check_version(&envelope)?;
        shape::check_keys(&envelope, "the call", |key| shape::ENVELOPE.contains(&key))?;
        let event = Event::read(envelope.get("event"))?;
        let function = Function::read(envelope.get("function"))?;
        let mut parts = Parts {
            principal: shape::part(&mut envelope, "principal", shape::PRINCIPAL)?,
            agent: shape::part(&mut envelope, "agent", shape::AGENT)?,
            session: shape::part(&mut envelope, "session", shape::SESSION)?,
            job: shape::part(&mut envelope, "job", shape::JOB)?,
            tree: shape::part(&mut envelope, "tree", shape::TREE)?,
        };
        let roles_open = cut_roles(&mut parts);
        let places = Places::read(parts.session.as_ref());
        let arguments = shape::object(&mut envelope, "arguments")?;
        let command = command::read(&function, arguments.as_ref(), parts.session.as_ref(), &places);
        let mut paths = match (envelope.get("paths"), &command) {
            (Some(given), _) => paths::given(given, places.bases())?,
            (None, Some(command)) => command::no_paths(command),
            (None, None) => paths::derived(&function, arguments.as_ref(), places.bases()),
        };
        let paths_given = envelope.get("paths").is_some() && !(paths.open && paths.seen.is_empty());
        let given = envelope.get("hosts").map(TextList::hosts).transpose()?.filter(TextList::is_given);
        let mut hosts = match (given, &command) {
            (Some(given), _) => given,
            (None, Some(command)) => command::no_hosts(command),
            (None, None) => listed::fetched(function.server(), function.name(), arguments.as_ref()),
        };
        if let Some(command) = &command {
            // What the host resolved stands; what it did not name is added as the command spells it.
            command::add_paths(command, &mut paths);
            command::add_hosts(command, &mut hosts);
        }
        let recipients = envelope.get("recipients").map_or(Ok(TextList::OPEN), TextList::recipients)?;
        let mut call = Self {
            event,
            function,
            arguments,
            proposed: shape::object(&mut envelope, "proposed")?,
            parts,
            roles_open,
            places,
            command,
            paths,
            paths_given,
            hosts,
            recipients,
            facts: Facts::read(envelope.get("facts"))?,
            stages: stage::read_stages(envelope.get("stage"))?,
            by: By::read(envelope.get("by"))?,
            origins: read_origins(envelope.take("origins"))?,
            now: read_now(envelope.get("now"))?,
            autonomous: true,
            human: None,
            extent: Extent::default(),
        };
        call.autonomous = !matches!(call.principal_word("agency"), Some("interactive" | "supervised"));
        call.human = call.principal_word("type").map(|kind| kind == "human");
        call.extent = Extent::of(&call);
        Ok(call)
    }

    /// What happens.
    pub fn event(&self) -> Event {
        self.event
    }

    /// The function, with who provides it.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The raw server.
    pub fn server(&self) -> &str {
        self.function.server()
    }

    /// The raw name on that server.
    pub fn name(&self) -> &str {
        self.function.name()
    }

    /// The server's identity, where the host gives one.
    pub fn identity(&self) -> Option<&str> {
        self.function.identity()
    }

    /// The arguments; `None` where they were not observed.
    pub fn arguments(&self) -> Option<&Object> {
        self.arguments.as_ref()
    }

    /// The arguments as proposed, where something changed them since.
    pub fn proposed(&self) -> Option<&Object> {
        self.proposed.as_ref()
    }

    /// A part; `None` where nothing of it is known. Its missing members are unknown, its `null` ones absent.
    pub fn part(&self, part: Part) -> Option<&Object> {
        match part {
            Part::Principal => self.parts.principal.as_ref(),
            Part::Agent => self.parts.agent.as_ref(),
            Part::Session => self.parts.session.as_ref(),
            Part::Job => self.parts.job.as_ref(),
            Part::Tree => self.parts.tree.as_ref(),
        }
    }

    /// Whether `principal.roles` was cut, so that the principal may have other roles.
    pub fn roles_open(&self) -> bool {
        self.roles_open
    }

    /// `session.cwd`, cleaned; `None` is unknown.
    pub fn cwd(&self) -> Option<&str> {
        self.places.cwd.as_deref()
    }

    /// `session.home`, cleaned; `None` is unknown.
    pub fn home(&self) -> Option<&str> {
        self.places.home.as_deref()
    }

    /// `session.workspace`, cleaned; `None` is unknown.
    pub fn workspace(&self) -> Option<&str> {
        self.places.workspace.as_deref()
    }

    /// The command, read; `None` where the call carries none or it is not known.
    pub fn command(&self) -> Option<&Command> {
        self.command.as_deref()
    }

    /// Whether calls of the function carry a command.
    pub fn carries_command(&self) -> bool {
        self.function.carries_command()
    }

    /// The paths that the call reads and writes.
    pub fn paths(&self) -> &PathList {
        &self.paths
    }

    /// The same call with other arguments. What was proposed stays; what the host listed for the old arguments may be more now, and what
    /// follows from arguments follows from the new ones.
    pub fn with_arguments(&self, arguments: Object) -> Self {
        let mut call = self.clone();
        if call.proposed.is_none() {
            call.proposed = call.arguments.take();
        }
        call.command = command::read(&call.function, Some(&arguments), call.parts.session.as_ref(), &call.places);
        match &call.command {
            _ if call.paths_given => call.paths.open = true,
            Some(command) => call.paths = command::no_paths(command),
            None => call.paths = paths::derived(&call.function, Some(&arguments), call.places.bases()),
        }
        call.hosts = call.hosts.refreshed(|| match &call.command {
            Some(command) => command::no_hosts(command),
            None => listed::fetched(call.function.server(), call.function.name(), Some(&arguments)),
        });
        if let Some(command) = &call.command {
            command::add_paths(command, &mut call.paths);
            command::add_hosts(command, &mut call.hosts);
        }
        call.recipients = call.recipients.refreshed(|| TextList::OPEN);
        call.arguments = Some(arguments);
        call.extent = Extent::of(&call);
        call
    }

    /// The same call as it was proposed, before anything changed its arguments.
    pub fn as_proposed(&self) -> Option<Self> {
        let mut call = self.with_arguments(self.proposed.clone()?);
        call.proposed = None;
        Some(call)
    }

    /// The same call of another function: nothing of its arguments is known, nor who provides it.
    pub fn of_function(&self, server: &str, name: &str, identity: Option<&str>) -> Self {
        let mut call = self.clone();
        call.function = Function::named(server, name, identity);
        call.arguments = None;
        call.command = None;
        call.proposed = None;
        call.paths = paths::derived(&call.function, None, call.places.bases());
        call.paths_given = false;
        call.hosts = TextList::OPEN;
        call.recipients = TextList::OPEN;
        call.origins.clear();
        call.extent = Extent::of(&call);
        call
    }

    /// Paths that the host lists and that no part of the command spells, with whether each is written.
    pub(crate) fn unspelled_paths(&self) -> impl Iterator<Item = (&str, bool)> {
        let command = self.command().filter(|_| self.paths_given);
        command.into_iter().flat_map(|command| command::unspelled(command, &self.paths))
    }

    /// Whether the host listed the paths, so that none is derived.
    pub fn paths_given(&self) -> bool {
        self.paths_given
    }

    /// The hosts that the call contacts.
    pub fn hosts(&self) -> &TextList {
        &self.hosts
    }

    /// Whom the call sends to.
    pub fn recipients(&self) -> &TextList {
        &self.recipients
    }

    /// Whose duties and limits count: the principal's, or the sponsor's of one that is no human; `None` is unknown.
    pub fn person(&self) -> Option<&str> {
        match self.human? {
            true => self.principal_word("user"),
            false => self.principal_word("sponsor"),
        }
    }

    /// The agent's name; `None` is unknown.
    pub fn agent_name(&self) -> Option<&str> {
        self.parts.agent.as_ref()?.word("name")
    }

    /// The flow that the call starts, as the host says.
    pub fn flow(&self) -> Flow<'_> {
        match self.facts.known(Fact::Flow) {
            Some(Value::Null) => Flow::None,
            Some(Value::Object(flow)) => {
                flow.get("name").and_then(Value::as_text).map_or(Flow::Unknown, |name| Flow::Starts(name.as_str()))
            }
            _ => Flow::Unknown,
        }
    }

    /// Whether the call starts a child job: by the built-in tool, or by a flow.
    pub fn starts_child(&self) -> bool {
        (self.server(), self.name()) == ("task", "spawn") || matches!(self.flow(), Flow::Starts(_))
    }

    /// Adds the paths of marked arguments: whether written, and the value.
    fn feed_paths(&mut self, values: &[(bool, Result<Option<&Value>, ()>)], open: bool) {
        if values.is_empty() || self.paths_given {
            self.extent = Extent::of(self);
            return;
        }
        let bases = self.places.clone();
        self.paths = paths::fed(values, bases.bases());
        self.paths.open |= open;
        self.extent = Extent::of(self);
    }

    /// The host's facts.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Whether the host's own access grant admits the function; `None` is unknown.
    pub fn granted(&self) -> Option<bool> {
        self.facts.flag(Fact::Granted)
    }

    /// The stages that this host runs now; empty is all of them.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// What makes the call; `None` is unknown.
    pub fn by(&self) -> Option<&By> {
        self.by.as_ref()
    }

    /// Where arguments' values came from: the host's receipt.
    pub fn origins(&self) -> &[Object] {
        &self.origins
    }

    /// The host's time, Unix seconds; `None` is unknown.
    pub fn now(&self) -> Option<i64> {
        self.now
    }

    /// Whether nobody sits with the principal: its agency is `autonomous`, or not known.
    pub fn autonomous(&self) -> bool {
        self.autonomous
    }

    /// Whether the principal is a person; `None` is unknown.
    pub fn human(&self) -> Option<bool> {
        self.human
    }

    /// Bytes of text that comparisons may look at, all arguments, parts and paths together.
    pub fn text_bytes(&self) -> u64 {
        self.extent.text_bytes
    }

    /// Whether every key of every object is folded.
    pub(crate) fn has_folded_keys(&self) -> bool {
        !self.extent.mixed_keys
    }

    /// Elements of all lists that a quantifier or `in` may look through, paths included.
    pub fn elements(&self) -> u64 {
        self.extent.elements
    }

    /// The call digest: function and arguments, exactly. See [`crate::digest`].
    pub fn digest(&self) -> [u8; 32] {
        digest::call_digest(self.server(), self.name(), self.arguments())
    }

    fn principal_word(&self, key: &str) -> Option<&str> {
        self.parts.principal.as_ref()?.word(key)
    }
}

impl Places {
    /// `home` and `cwd` stand by themselves; `workspace` may be written from them.
    fn read(session: Option<&Object>) -> Self {
        let text = |key: &str| session.and_then(|session| session.get(key)?.as_text()).map(Text::as_str);
        let home = text("home").and_then(|home| crate::path::clean(home, Bases::default()));
        let below_home = Bases { cwd: None, home: home.as_deref() };
        let cwd = text("cwd").and_then(|cwd| crate::path::clean(cwd, below_home));
        let workspace = text("workspace").and_then(|workspace| crate::path::clean(workspace, below_home));
        Self { cwd, home, workspace }
    }

    fn bases(&self) -> Bases<'_> {
        Bases { cwd: self.cwd.as_deref(), home: self.home.as_deref() }
    }
}

/// Keeps as many roles as the limit says; true where some were cut.
fn cut_roles(parts: &mut Parts) -> bool {
    let roles = parts.principal.as_mut().and_then(|principal| principal.get_mut("roles"));
    let Some(Value::List(roles)) = roles else { return false };
    let open = roles.len() > ROLES;
    roles.truncate(ROLES);
    open
}

fn read_origins(value: Option<Value>) -> Result<Vec<Object>, Refusal> {
    let entries = match value {
        None => return Ok(Vec::new()),
        Some(Value::List(entries)) => entries,
        Some(other) => return Err(shape::wrong_type("origins", "a list", &other)),
    };
    if entries.len() > ORIGINS {
        return Err(Refusal::new(Cause::Limit, alloc::format!("`origins` has {} entries, more than {ORIGINS}", entries.len())));
    }
    let object = |entry| match entry {
        Value::Object(object) => Ok(object),
        other => Err(shape::wrong_type("origins[]", "an object", &other)),
    };
    entries.into_iter().map(object).collect()
}

fn read_now(value: Option<&Value>) -> Result<Option<i64>, Refusal> {
    let Some(value) = value else { return Ok(None) };
    let text = value.as_text().ok_or_else(|| shape::wrong_type("now", "a text", value))?;
    let now = instant::parse(text.as_str());
    now.map(Some).ok_or_else(|| shape::wrong_text("now", "an instant YYYY-MM-DDTHH:MM[:SS]Z", text.as_str()))
}
