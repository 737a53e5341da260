//! The hosts that a call contacts and the recipients it sends to: as the host lists them, as `net.fetch` names them, or as a catalog's marks
//! say where they stand.

use alloc::string::String;
use alloc::vec::Vec;

use crate::compiled::Core;
use crate::functions;
use crate::json::{Object, Text, Value, is_normal};
use crate::layout::{FeedRecord, feed};
use crate::limits::{HOST_BYTES, HOSTS, RECIPIENTS};
use crate::refusal::Refusal;

use super::{Call, shape};

/// A list of texts that may be open.
#[derive(Debug, Clone, PartialEq)]
pub struct TextList {
    seen: Vec<String>,
    /// There may be others.
    pub open: bool,
    /// The host gave it: nothing is derived.
    given: bool,
}

impl TextList {
    /// Nothing is known of what it holds.
    pub(super) const OPEN: Self = Self { seen: Vec::new(), open: true, given: false };

    /// The elements in order.
    pub fn seen(&self) -> impl Iterator<Item = &str> {
        self.seen.iter().map(String::as_str)
    }

    /// Adds a text that is known to be one.
    pub(super) fn add(&mut self, text: &str) {
        self.seen.push(String::from(text));
    }

    /// The list after the arguments changed: what the host listed stays and may be more, what was derived is derived anew.
    pub(super) fn refreshed(&self, derived: impl FnOnce() -> Self) -> Self {
        if self.given { Self { open: true, ..self.clone() } } else { derived() }
    }

    /// Whether the host's list stands, so that nothing is derived: it says something.
    pub fn is_given(&self) -> bool {
        self.given
    }

    /// Reads the host's list of hosts: names in lower case; what is none opens the list.
    pub(super) fn hosts(value: &Value) -> Result<Self, Refusal> {
        Self::given(value, "hosts", HOSTS, &|text| host_name(text.comparable()?))
    }

    /// Reads the host's list of recipients.
    pub(super) fn recipients(value: &Value) -> Result<Self, Refusal> {
        Self::given(value, "recipients", RECIPIENTS, &address_of)
    }

    /// Reads a list from the host. An empty one that may have more says nothing.
    fn given(value: &Value, place: &str, limit: usize, read: &impl Fn(&Text) -> Option<String>) -> Result<Self, Refusal> {
        let object = value.as_object().ok_or_else(|| shape::wrong_type(place, "an object", value))?;
        shape::check_keys(object, place, |key| matches!(key, "seen" | "open"))?;
        let open = match object.get("open") {
            None => true,
            Some(open) => open.as_bool().ok_or_else(|| shape::wrong_type(&[place, ".open"].concat(), "a boolean", open))?,
        };
        let mut list = Self { seen: Vec::new(), open, given: true };
        for element in object
            .get("seen")
            .map_or(Ok(&[][..]), |seen| seen.as_list().ok_or_else(|| shape::wrong_type(&[place, ".seen"].concat(), "a list", seen)))?
        {
            let text = element.as_text().ok_or_else(|| shape::wrong_type(&[place, ".seen[]"].concat(), "a text", element))?;
            list.read(text, limit, read);
        }
        list.given = !(list.open && list.seen.is_empty());
        Ok(list)
    }

    /// Adds a text; one that cannot be read, or is too much, opens the list.
    fn read(&mut self, text: &Text, limit: usize, read: &impl Fn(&Text) -> Option<String>) {
        match read(text).filter(|_| self.seen.len() < limit) {
            Some(text) => self.seen.push(text),
            None => self.open = true,
        }
    }

    /// Adds what stands at an argument: a text, or the texts of a list.
    fn feed(&mut self, value: &Value, limit: usize, read: &impl Fn(&Text) -> Option<String>) {
        match value {
            Value::Text(text) => self.read(text, limit, read),
            Value::List(elements) => elements.iter().for_each(|element| match element {
                Value::Text(text) => self.read(text, limit, read),
                _ => self.open = true,
            }),
            Value::Null => {}
            _ => self.open = true,
        }
    }
}

/// The hosts of `net.fetch`: that of its `url`.
pub(super) fn fetched(server: &str, name: &str, arguments: Option<&Object>) -> TextList {
    let url = arguments.and_then(|arguments| arguments.get("url"));
    match url.filter(|_| (server, name) == ("net", "fetch")) {
        Some(url @ Value::Text(_)) => {
            let mut list = TextList { open: false, ..TextList::OPEN };
            list.feed(url, HOSTS, &host_of);
            list
        }
        _ => TextList::OPEN,
    }
}

/// The host of a URL, lower-case, without a dot at its end; `None` where the text does not say which it is.
///
/// Schemes with an authority alone; a name of ASCII letters, digits, `-`, `_` and dots, or an address in brackets.
pub fn host_of(url: &Text) -> Option<String> {
    let text = url.comparable()?;
    let (scheme, rest) = text.split_once("://")?;
    let plain = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    // Readers of URLs disagree about a backslash, about blanks and about what lies before a second `@`.
    if !plain || authority.contains(['\\', ' ', '\t', '\n', '\r', '%']) || authority.matches('@').count() > 1 {
        return None;
    }
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (name, port) = if host.starts_with('[') {
        let close = host.find(']')?;
        (host.get(..=close)?, host.get(close + 1..)?)
    } else {
        host.find(':').map_or((host, ""), |colon| host.split_at(colon))
    };
    let port_is_plain = port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    if port_is_plain { host_name(name) } else { None }
}

/// A host's name in lower case, without a dot at its end; `None` where the text is none.
fn host_name(text: &str) -> Option<String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    let address = name.starts_with('[') && name.ends_with(']');
    let in_address = |byte: u8| address && matches!(byte, b'[' | b']' | b':');
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') || in_address(byte);
    let good = !name.is_empty() && name.len() <= HOST_BYTES && name.bytes().all(allowed);
    good.then(|| name.to_ascii_lowercase())
}

/// A recipient as it stands.
fn address_of(text: &Text) -> Option<String> {
    text.comparable().filter(|text| is_normal(text)).map(String::from)
}

impl Core {
    /// Fills the call's lists of hosts, recipients and paths from the arguments that a catalog marks. To be done once, before deciding; without it
    /// these lists are open, so that restrictions apply.
    pub fn feed(&self, call: &mut Call) {
        let Some(function) = functions::known(self, call.server(), call.name()) else { return };
        let server = functions::server(self, call, &function);
        if server == functions::Server::Other {
            return;
        }
        // Where it is not said which server it is, the arguments may mean something else too.
        let open = server == functions::Server::Unknown;
        let Some(arguments) = call.arguments.clone() else { return };
        let feeds = || function.feeds.range().filter_map(|index| self.feed_record(index as u32));
        for (kind, limit) in [(feed::HOSTS, HOSTS), (feed::RECIPIENTS, RECIPIENTS)] {
            let list = if kind == feed::HOSTS { &mut call.hosts } else { &mut call.recipients };
            let mut fed = feeds().filter(|record| record.list == kind).peekable();
            if list.given || fed.peek().is_none() {
                continue;
            }
            *list = TextList { seen: Vec::new(), open, given: false };
            fed.for_each(|record| match self.fed(&arguments, &record) {
                Ok(Some(value)) if kind == feed::HOSTS => list.feed(value, limit, &host_of),
                Ok(Some(value)) => list.feed(value, limit, &address_of),
                Ok(None) => {}
                Err(()) => list.open = true,
            });
        }
        let paths: Vec<FeedRecord> = feeds().filter(|record| matches!(record.list, feed::READS | feed::WRITES)).collect();
        let values: Vec<_> = paths.iter().map(|record| (record.list == feed::WRITES, self.fed(&arguments, record))).collect();
        call.feed_paths(&values, open);
    }

    /// The value at a fed argument; `Err` where it lies behind something that is not looked through.
    fn fed<'v>(&self, arguments: &'v Object, record: &FeedRecord) -> Result<Option<&'v Value>, ()> {
        if record.hidden != 0 {
            return Err(());
        }
        let mut keys = record.path.range().map(|index| self.name(index as u32).and_then(|name| self.text_of(name.text)));
        let first = keys.next().flatten().ok_or(())?;
        keys.try_fold(arguments.get(first), |value, key| match value {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(object)) => Ok(object.get(key.ok_or(())?)),
            Some(_) => Err(()),
        })
    }
}
