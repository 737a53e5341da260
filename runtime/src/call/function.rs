//! The function of a call: the raw pair, who provides it, and the names nobody may claim.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use crate::escape::{Escaped, is_hidden};
use crate::json::{Object, Text, Value, is_normal};
use crate::limits::{FUNCTION_BYTES, SERVER_BYTES};
use crate::refusal::{Cause, Refusal};

use super::shape;

/// Servers that stand for a session's local tools: no server may claim them.
pub const RESERVED_SERVERS: &[&str] = &["shell", "file", "net", "task", "other"];

/// The server of the runtime's own tools: never called.
const OWN_SERVER: &str = "straza";

/// A function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    server: Box<str>,
    name: Box<str>,
    identity: Option<Box<str>>,
    plugin: Option<Box<str>>,
}

impl Function {
    /// The raw server.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The raw name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The server's identity, where the host gives one.
    pub fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    /// The plugin that provides the server, where the host gives one.
    pub fn plugin(&self) -> Option<&str> {
        self.plugin.as_deref()
    }

    /// A function by its pair.
    pub(super) fn named(server: &str, name: &str, identity: Option<&str>) -> Self {
        Self { server: Box::from(server), name: Box::from(name), identity: identity.map(Box::from), plugin: None }
    }

    /// Whether it is a session's local tool and no server's function.
    pub fn is_local(&self) -> bool {
        RESERVED_SERVERS.contains(&&*self.server)
    }

    pub(super) fn read(value: Option<&Value>) -> Result<Self, Refusal> {
        let value = value.ok_or_else(|| shape::missing("function"))?;
        let object = value.as_object().ok_or_else(|| shape::wrong_type("function", "an object", value))?;
        shape::check_members(object, "function", shape::FUNCTION)?;
        let function = Self {
            server: name_of(object, "server", SERVER_BYTES)?,
            name: name_of(object, "name", FUNCTION_BYTES)?,
            identity: text(object, "identity").map(Box::from),
            plugin: text(object, "plugin").map(Box::from),
        };
        function.check_claims()?;
        check_providers(object)?;
        Ok(function)
    }

    fn check_claims(&self) -> Result<(), Refusal> {
        let server = Escaped::new(&self.server);
        if &*self.server == OWN_SERVER || shape::differs_only_in_case(&self.server, OWN_SERVER) {
            return Err(Refusal::new(Cause::Function, "the tools of straza itself are not called"));
        }
        if let Some(name) = RESERVED_SERVERS.iter().find(|name| shape::differs_only_in_case(&self.server, name)) {
            return Err(Refusal::new(Cause::Case, format!("server {server} differs only in case from the reserved `{name}`")));
        }
        let provided = self.identity.is_some() || self.plugin.is_some();
        if provided && RESERVED_SERVERS.contains(&&*self.server) {
            return Err(Refusal::new(Cause::Function, format!("a server claims {server}, which is reserved for local tools")));
        }
        Ok(())
    }
}

fn text<'a>(function: &'a Object, key: &str) -> Option<&'a str> {
    function.get(key).and_then(Value::as_text).map(Text::as_str)
}

/// A name is there, not empty, within its limit, normal and printable: patterns over it are never unknown.
fn name_of(function: &Object, key: &str, limit: usize) -> Result<Box<str>, Refusal> {
    let name = text(function, key).ok_or_else(|| shape::missing(&["function.", key].concat()))?;
    let wrong = if name.is_empty() {
        Some(String::from("is empty"))
    } else if name.len() > limit {
        Some(format!("is longer than {limit} bytes"))
    } else if !is_normal(name) {
        Some(String::from("is not NFC"))
    } else if name.chars().any(is_hidden) {
        Some(String::from("has invisible characters"))
    } else {
        None
    };
    match wrong {
        Some(wrong) => Err(Refusal::new(Cause::Function, format!("`function.{key}` {wrong}: {}", Escaped::new(name)))),
        None => Ok(Box::from(name)),
    }
}

fn check_providers(function: &Object) -> Result<(), Refusal> {
    let providers = function.get("providers").and_then(Value::as_number).and_then(|number| number.integer());
    match providers {
        None | Some(1) => Ok(()),
        Some(0) => Err(Refusal::new(Cause::Function, "no plugin provides it")),
        Some(count) => Err(Refusal::new(Cause::Function, format!("{count} plugins provide it, so nobody knows which would run"))),
    }
}
