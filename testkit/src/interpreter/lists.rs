//! Lists of the call: the hosts it contacts, whom it sends to, the paths it reads and writes. What the host says stands; where it says nothing,
//! arguments that a catalog marks are looked at.

use straza_language::core::{ArgumentSchema, Feed, Program};
use straza_runtime::path::{self, Bases};

use super::call::{Json, Seen, SeenCommand, SeenPath, SeenTexts};
use super::command::Reader;
use super::function::{Function, Server};
use super::text;

/// Hosts, as they are compared.
pub fn hosts(program: &Program, call: &Seen) -> SeenTexts {
    if let Some(said) = &call.hosts {
        return SeenTexts { seen: said.seen.iter().map(|name| compared(name)).collect(), open: said.open };
    }
    if let SeenCommand::Read(command) = &call.command {
        return Reader { call, command }.hosts();
    }
    read_all(&if is_fetch(call) { fetched(call) } else { fed(program, call, &[Feed::Hosts]) }, host_of_url)
}

/// Recipients, as they stand.
pub fn recipients(program: &Program, call: &Seen) -> SeenTexts {
    let fed = || fed(program, call, &[Feed::Recipients]);
    call.recipients.clone().unwrap_or_else(|| read_all(&fed(), |text| text::is_comparable(text).then(|| text.to_owned())))
}

/// Paths, and whether there may be more.
pub fn paths(program: &Program, call: &Seen) -> (Vec<SeenPath>, bool) {
    if let (SeenCommand::Read(command), false) = (&call.command, call.paths_given) {
        return Reader { call, command }.paths();
    }
    let fed = fed(program, call, &[Feed::Reads, Feed::Writes]);
    if call.paths_given || !fed.marked {
        return (call.paths.clone(), call.paths_open);
    }
    let folder = |name| call.folders.get(name).map(String::as_str);
    let bases = Bases { cwd: folder("cwd"), home: folder("home") };
    let seen = |(feed, text): &(Feed, &str)| SeenPath {
        text: path::clean(text, bases),
        pattern: None,
        reads: *feed == Feed::Reads,
        writes: *feed == Feed::Writes,
    };
    (fed.texts.iter().map(seen).collect(), fed.open)
}

/// What cannot be read is no element, but there is something.
fn read_all(fed: &Fed<'_>, read: impl Fn(&str) -> Option<String>) -> SeenTexts {
    let seen: Vec<String> = fed.texts.iter().filter_map(|(_, text)| read(text)).collect();
    let open = fed.open || seen.len() < fed.texts.len();
    SeenTexts { seen, open }
}

/// Texts at marked arguments.
#[derive(Default)]
struct Fed<'c> {
    texts: Vec<(Feed, &'c str)>,
    /// There may be more.
    open: bool,
    /// There is such an argument.
    marked: bool,
}

fn is_fetch(call: &Seen) -> bool {
    call.server == "net" && call.name == "fetch"
}

fn fetched(call: &Seen) -> Fed<'_> {
    match call.arguments.as_ref().and_then(|arguments| arguments.get("url")) {
        Some(Json::Text(url)) => Fed { texts: vec![(Feed::Hosts, url)], open: false, marked: true },
        _ => Fed { open: true, ..Fed::default() },
    }
}

/// What stands at the arguments that feed the lists; complete where the function has one, its arguments were observed, and it is certain
/// that the catalog speaks of it.
fn fed<'c>(program: &Program, call: &'c Seen, feeds: &[Feed]) -> Fed<'c> {
    let function = Function::of(program, call);
    let mut fed = Fed::default();
    if let (Some(schema), Some(arguments)) = (function.arguments(), &call.arguments) {
        schema.members.iter().for_each(|(name, shape)| look(shape, arguments.get(name), feeds, &mut fed));
    }
    fed.open |= !fed.marked || function.server() != Server::Meant;
    fed
}

fn look<'c>(shape: &ArgumentSchema, value: Option<&'c Json>, feeds: &[Feed], fed: &mut Fed<'c>) {
    // The mark of a list of texts stands at its elements.
    let own = shape.feed.or_else(|| shape.element.as_ref()?.feed);
    if let Some(feed) = own.filter(|feed| feeds.contains(feed)) {
        fed.marked = true;
        take(feed, value, fed);
    }
    for (name, member) in shape.members.iter().filter(|(_, member)| is_marked(member, feeds)) {
        match value {
            None | Some(Json::Null) => look(member, None, feeds, fed),
            Some(Json::Object(members)) => look(member, members.get(name), feeds, fed),
            Some(_) => {
                fed.marked = true;
                fed.open = true;
            }
        }
    }
    if shape.element.as_ref().is_some_and(|element| is_marked_within(element, feeds)) {
        fed.marked = true;
        fed.open = true;
    }
}

/// Whether the shape or something in it feeds one of the lists.
fn is_marked(shape: &ArgumentSchema, feeds: &[Feed]) -> bool {
    shape.feed.is_some_and(|feed| feeds.contains(&feed)) || is_marked_within(shape, feeds)
}

/// Whether something in the shape does.
fn is_marked_within(shape: &ArgumentSchema, feeds: &[Feed]) -> bool {
    shape.members.iter().any(|(_, member)| is_marked(member, feeds))
        || shape.element.as_ref().is_some_and(|element| is_marked(element, feeds))
}

/// A text, or a list of texts; anything else is not understood.
fn take<'c>(feed: Feed, value: Option<&'c Json>, fed: &mut Fed<'c>) {
    match value {
        None | Some(Json::Null) => {}
        Some(Json::Text(text)) => fed.texts.push((feed, text)),
        Some(Json::List(elements)) => {
            for element in elements {
                match element {
                    Json::Text(text) => fed.texts.push((feed, text)),
                    _ => fed.open = true,
                }
            }
        }
        Some(_) => fed.open = true,
    }
}

/// The host part of `scheme://[user@]host[:port][/?#…]`.
fn host_of_url(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    if !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) || !scheme.chars().all(is_scheme) {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let place = match authority.split_once('@') {
        Some((_, place)) if place.contains('@') => return None,
        Some((_, place)) => place,
        None => authority,
    };
    let (name, port) = match place.rfind(']') {
        Some(end) => place.split_at_checked(end + 1)?,
        None => place.find(':').map_or((place, ""), |colon| place.split_at(colon)),
    };
    let is_port = port.is_empty() || port.strip_prefix(':').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if is_port { host(name) } else { None }
}

/// A host's name, where it is one.
fn host(name: &str) -> Option<String> {
    let name = compared(name);
    let is_named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let is_address = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '.' | '_' | '-');
    let is_host = match name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => address.chars().all(is_address),
        None => !name.is_empty() && name.chars().all(is_named),
    };
    is_host.then_some(name)
}

/// A host's name as it is compared: small letters, no dot at its end.
fn compared(name: &str) -> String {
    let lowered = name.to_ascii_lowercase();
    lowered.strip_suffix('.').unwrap_or(&lowered).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_gives_its_host_and_what_is_none_gives_nothing() {
        let read = [
            ("https://Example.COM/a?b#c", "example.com"),
            ("http://user:pw@a.b:8080", "a.b"),
            ("ftp://a.b.", "a.b"),
            ("http://[::1]:80/", "[::1]"),
            ("https://a.b?x=//c", "a.b"),
        ];
        read.iter().for_each(|(url, name)| assert_eq!(host_of_url(url).as_deref(), Some(*name), "{url}"));
        let wrong = [
            "",
            "a.b/c",
            "//a.b",
            "https://",
            "https://é.com",
            "https://a b",
            "1x://a",
            "https://a@b@c",
            "https://a.b:x",
            "https:/a.b",
            "https://a\\b",
        ];
        wrong.iter().for_each(|url| assert_eq!(host_of_url(url), None, "{url}"));
    }
}
