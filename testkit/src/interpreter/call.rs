//! What the interpreter reads of a call, in its own types. The runtime parses the bytes and cleans the host's paths; everything after that is
//! done here.

use std::collections::BTreeMap;

use straza_language::core::Decimal;
use straza_runtime::call::{Call, Flow, Part, TextList};
use straza_runtime::command::Command;
use straza_runtime::{decimal, json};

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// An exact number.
    Number(Decimal),
    /// Text as received.
    Text(String),
    /// `[…]`
    List(Vec<Json>),
    /// `{…}`
    Object(Object),
}

/// Members by name.
pub type Object = BTreeMap<String, Json>;

/// A path that the call reads or writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPath {
    /// Cleaned and absolute; nothing where its text does not say which path it is.
    pub text: Option<String>,
    /// Where it is not known which: what they all are like.
    pub pattern: Option<SeenPattern>,
    /// It is read.
    pub reads: bool,
    /// It is written.
    pub writes: bool,
}

/// Paths that a word of the shell stands for, or that lie below a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPattern {
    /// Cleaned and absolute, with `*`, `?` and components `**`, none of which stands for a leading point.
    pub text: String,
    /// Or anything below one of them.
    pub below: bool,
}

/// Hosts that the call contacts, or addresses that it sends to, as the host says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenTexts {
    /// What was seen.
    pub seen: Vec<String>,
    /// There may be more.
    pub open: bool,
}

/// What the host says of the flow that the call starts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SeenFlow {
    /// Nothing.
    #[default]
    Unknown,
    /// It starts none.
    None,
    /// It starts this one.
    Starts(String),
}

/// The shell command that the call carries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SeenCommand {
    /// It carries none.
    #[default]
    None,
    /// It carries one that is not known.
    Unknown,
    /// As the runtime reads it.
    Read(Box<Command>),
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// What happens.
    pub event: String,
    /// The raw pair's server.
    pub server: String,
    /// The raw pair's name.
    pub name: String,
    /// Which server that is.
    pub identity: Option<String>,
    /// Nothing: not observed.
    pub arguments: Option<Object>,
    /// Who.
    pub principal: Option<Object>,
    /// Which agent.
    pub agent: Option<Object>,
    /// Which session.
    pub session: Option<Object>,
    /// The session's folders, cleaned.
    pub folders: BTreeMap<&'static str, String>,
    /// Which job.
    pub job: Option<Object>,
    /// Paths that were seen.
    pub paths: Vec<SeenPath>,
    /// There may be more paths.
    pub paths_open: bool,
    /// The host listed the paths.
    pub paths_given: bool,
    /// Hosts; nothing where the call says nothing of them.
    pub hosts: Option<SeenTexts>,
    /// Recipients, likewise.
    pub recipients: Option<SeenTexts>,
    /// The flow that the call starts.
    pub flow: SeenFlow,
    /// The command that it carries.
    pub command: SeenCommand,
    /// Where values of the arguments came from.
    pub origins: Vec<Object>,
    /// There may be more roles than were kept.
    pub roles_open: bool,
    /// Unix seconds.
    pub now: Option<i64>,
    /// Whether the host's own grant admits the function.
    pub granted: Option<bool>,
}

impl Seen {
    /// Takes over what the runtime read.
    pub fn of(call: &Call) -> Self {
        let part = |part| call.part(part).map(object);
        let paths = call.paths();
        Self {
            event: call.event().name().to_owned(),
            server: call.server().to_owned(),
            name: call.name().to_owned(),
            identity: call.identity().map(str::to_owned),
            arguments: call.arguments().map(object),
            principal: part(Part::Principal),
            agent: part(Part::Agent),
            session: part(Part::Session),
            folders: folders(call),
            job: part(Part::Job),
            paths: paths
                .seen
                .iter()
                .map(|path| SeenPath {
                    text: path.text.clone(),
                    pattern: path.pattern.as_ref().map(|pattern| SeenPattern { text: pattern.text.clone(), below: pattern.below }),
                    reads: path.read,
                    writes: path.write,
                })
                .collect(),
            paths_open: paths.open,
            paths_given: call.paths_given(),
            hosts: listed(call.hosts()),
            recipients: listed(call.recipients()),
            flow: flow(call),
            command: command(call),
            origins: call.origins().iter().map(object).collect(),
            roles_open: call.roles_open(),
            now: call.now(),
            granted: call.granted(),
        }
    }
}

/// The host's list; what the runtime derives is derived here again.
fn listed(list: &TextList) -> Option<SeenTexts> {
    list.is_given().then(|| SeenTexts { seen: list.seen().map(str::to_owned).collect(), open: list.open })
}

fn command(call: &Call) -> SeenCommand {
    match call.command() {
        _ if !call.carries_command() => SeenCommand::None,
        Some(command) => SeenCommand::Read(Box::new(command.clone())),
        None => SeenCommand::Unknown,
    }
}

fn flow(call: &Call) -> SeenFlow {
    match call.flow() {
        Flow::Unknown => SeenFlow::Unknown,
        Flow::None => SeenFlow::None,
        Flow::Starts(name) => SeenFlow::Starts(name.to_owned()),
    }
}

fn folders(call: &Call) -> BTreeMap<&'static str, String> {
    let named = [("cwd", call.cwd()), ("home", call.home()), ("workspace", call.workspace())];
    named.into_iter().filter_map(|(name, path)| Some((name, path?.to_owned()))).collect()
}

fn object(object: &json::Object) -> Object {
    object.iter().map(|(key, value)| (key.to_owned(), Json::from(value))).collect()
}

impl From<&json::Value> for Json {
    fn from(value: &json::Value) -> Self {
        match value {
            json::Value::Null => Self::Null,
            json::Value::Bool(value) => Self::Boolean(*value),
            json::Value::Number(value) => Self::Number(number(*value)),
            json::Value::Text(value) => Self::Text(value.as_str().to_owned()),
            json::Value::List(elements) => Self::List(elements.iter().map(Self::from).collect()),
            json::Value::Object(members) => Self::Object(object(members)),
        }
    }
}

fn number(value: decimal::Decimal) -> Decimal {
    Decimal { coefficient: value.coefficient(), exponent: value.exponent() }
}
