//! From the raw pair of a call to what the core knows of it: groups of items, sets whose remit it lies in, effects, shape of arguments.

mod names;

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::decide::Scratch;
use crate::evaluate::Truth;
use crate::layout::*;
use crate::limits;
use crate::refusal::Cause;
use crate::text::{self, Folding};

pub use names::{name_key, name_keys};

/// What is known of a call's function. Groups and remits lie in the scratch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// What it does.
    pub(crate) effects: Effects,
    /// Shape of its arguments.
    pub(crate) schema: Option<u32>,
    /// Whether the server is the one that the policy means.
    pub(crate) server: Server,
}

impl Found {
    /// A known function of the server that is meant.
    pub(crate) fn meant(function: &Function) -> Self {
        let schema = (function.schema != NONE).then_some(function.schema);
        Self { effects: Effects::certain(function.effects), schema, server: Server::Meant }
    }
}

/// Effect bits: what the catalog says and what would be assumed without it; the same where it is certain which of the two counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effects {
    stated: u8,
    assumed: u8,
}

impl Effects {
    /// Of a function that nothing describes.
    pub(crate) const UNSTATED: Self = Self { stated: effect::UNSTATED, assumed: effect::UNSTATED };

    fn certain(effects: u8) -> Self {
        Self { stated: effects, assumed: effects }
    }

    /// Whether the asked bits are as wanted; unknown where that depends on which server it is.
    pub(crate) fn are(self, asked: u8, wanted: u8) -> Truth {
        match (self.stated & asked == wanted, self.assumed & asked == wanted) {
            (true, true) => Truth::True,
            (false, false) => Truth::False,
            _ => Truth::Unknown,
        }
    }
}

/// Whether a call's server is the one that a catalog pins, where one does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Server {
    /// It is, or nothing pins it.
    Meant,
    /// The call does not say which it is: nothing permits, everything may restrict.
    Unknown,
    /// It is another of the same name: nothing permits, and the catalog says nothing of it.
    Other,
}

/// Finds the function and fills the scratch with its groups and remits.
#[inline]
pub(crate) fn find(core: &Core, call: &Call, scratch: &mut Scratch) -> Result<Found, Cause> {
    scratch.groups.clear();
    scratch.remits.clear();
    match known(core, call.server(), call.name()) {
        Some(function) => Ok(found(core, call, &function, scratch)),
        None if is_a_known_name_spelled_otherwise(core, call) => Err(Cause::Case),
        None => other(core, call, scratch),
    }
}

/// A function that a table names.
fn found(core: &Core, call: &Call, function: &Function, scratch: &mut Scratch) -> Found {
    scratch.remits.extend(core.list(function.remits));
    scratch.groups.extend(core.list(function.groups));
    let server = server(core, call, function);
    let schema = (function.schema != NONE && server != Server::Other).then_some(function.schema);
    if server == Server::Meant {
        return Found::meant(function);
    }
    scratch.groups.extend(core.list(function.plain_groups));
    scratch.groups.sort_unstable();
    scratch.groups.dedup();
    let assumed = Effects::certain(effect::UNSTATED);
    let effects = if server == Server::Unknown { Effects { stated: function.effects, ..assumed } } else { assumed };
    Found { effects, schema, server }
}

pub(crate) fn server(core: &Core, call: &Call, function: &Function) -> Server {
    let pinned = core.catalog(function.catalog).and_then(|catalog| core.text_of(catalog.identity)).unwrap_or_default();
    match call.identity() {
        _ if pinned.is_empty() => Server::Meant,
        Some(identity) if identity == pinned => Server::Meant,
        Some(_) => Server::Other,
        None => Server::Unknown,
    }
}

/// Looks the exact pair up.
pub(crate) fn known(core: &Core, server: &str, name: &str) -> Option<Function> {
    core.function(known_index(core, server, name)?)
}

/// The place of the exact pair.
pub(crate) fn known_index(core: &Core, server: &str, name: &str) -> Option<u32> {
    let matches = |index: u32| {
        let is = |run: Run, text: &str| core.bytes_of(run) == Some(text.as_bytes());
        core.function(index).is_some_and(|function| is(function.name, name) && is(function.server, server))
    };
    probe(core, Section::FunctionTable, pair_hash(server, name), matches)
}

/// Hash of a pair, for the compiler as well.
pub fn pair_hash(server: &str, name: &str) -> u64 {
    let mut hasher = Hasher::new(literal::TEXT);
    hasher.write(server.as_bytes());
    hasher.write(&[0]);
    hasher.write(name.as_bytes());
    hasher.finish()
}

/// Hash of a pair without case, as a harness spells it, for the compiler as well.
pub fn folded_pair_hash(server: &str, name: &str) -> u64 {
    let mut hasher = Hasher::new(literal::PATH);
    let mut buffer = [0; 4];
    for character in by_harness(server).chain(core::iter::once('\0')).chain(by_harness(name)) {
        hasher.write(character.encode_utf8(&mut buffer).as_bytes());
    }
    hasher.finish()
}

/// Hash of a server without case, for the compiler as well.
pub fn folded_server_hash(server: &str) -> u64 {
    folded_pair_hash(server, "")
}

/// As harnesses spell a name that a model is to call, without case: anything but ASCII letters, digits, `-` and `_` is a `_`.
fn by_harness(text: &str) -> impl Iterator<Item = char> + '_ {
    text::fold(text).map(|letter| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' })
}

/// Whether the name, or its server's, is spelled otherwise than the policy and its catalogs spell one: in another case, or as a harness does.
fn is_a_known_name_spelled_otherwise(core: &Core, call: &Call) -> bool {
    let (server, name) = (call.server(), call.name());
    let same = |run: Run, text: &str| {
        core.text_of(run).is_some_and(|ours| text::equal(ours, text, Folding::Fold) || by_harness(ours).eq(text::fold(text)))
    };
    let function = |index: u32| core.function(index).is_some_and(|function| same(function.server, server) && same(function.name, name));
    let servers = |index: u32| core.server(index).is_some_and(|ours| same(ours.text, server));
    let exact = |index: u32| core.server(index).is_some_and(|ours| core.bytes_of(ours.text) == Some(server.as_bytes()));
    let hash = folded_server_hash(server);
    probe(core, Section::FoldedTable, folded_pair_hash(server, name), function).is_some()
        || (probe(core, Section::FoldedServers, hash, servers).is_some() && probe(core, Section::FoldedServers, hash, exact).is_none())
}

/// Open addressing with steps of one; ends at a free slot or after a round. The index of the first record that matches.
fn probe(core: &Core, section: Section, hash: u64, matches: impl Fn(u32) -> bool) -> Option<u32> {
    let size = core.count(section);
    let mask = size.checked_sub(1)?;
    let mut slot = hash as u32 & mask;
    for _ in 0..size {
        let index = core.table_slot(section, slot)?.checked_sub(1)?;
        if matches(index) {
            return Some(index);
        }
        slot = (slot + 1) & mask;
    }
    None
}

/// A function that no table names meets the patterns.
fn other(core: &Core, call: &Call, scratch: &mut Scratch) -> Result<Found, Cause> {
    let globals = core.globals_record(0).unwrap_or_default();
    let mut added = Ok(());
    let mut add = |patterns: Run| {
        for index in core.list(patterns) {
            let Some(pattern) = core.pattern(index).filter(|pattern| matches(core, pattern, call, index < globals.glob_servers)) else {
                continue;
            };
            let groups = collect(&mut scratch.groups, core.list(pattern.groups), limits::GROUPS_PER_NAME);
            added = added.and(groups).and_then(|()| collect(&mut scratch.remits, core.list(pattern.remits), usize::MAX));
        }
    };
    add(globals.rest);
    for (kind, lengths) in [(access::PREFIX, globals.prefixes), (access::SUFFIX, globals.suffixes), (access::PART, globals.windows)] {
        for server in [Some(call.server()), None] {
            name_keys(kind, server, call.name(), core.list(lengths), &mut |key| add(patterns(core, key)));
        }
    }
    added?;
    scratch.groups.sort_unstable();
    scratch.remits.sort_unstable();
    Ok(Found { effects: Effects::certain(effect::UNSTATED), schema: None, server: Server::Meant })
}

/// The patterns with a key.
fn patterns(core: &Core, key: u64) -> Run {
    let size = core.count(Section::PatternTable);
    let Some(mask) = size.checked_sub(1) else { return Run::default() };
    let mut at = key as u32 & mask;
    for _ in 0..size {
        let slot = core.pattern_slot(at).unwrap_or_default();
        if slot.patterns.len == 0 || slot.key == key {
            return slot.patterns;
        }
        at = (at + 1) & mask;
    }
    Run::default()
}

fn matches(core: &Core, pattern: &Pattern, call: &Call, glob_server: bool) -> bool {
    let glob = |run: Run, text: &str| core.text_of(run).is_some_and(|glob| text::glob_matches(glob, text, Folding::Plain));
    let server = || match glob_server {
        true => glob(pattern.server, call.server()),
        false => core.bytes_of(pattern.server) == Some(call.server().as_bytes()),
    };
    server() && glob(pattern.name, call.name())
}

/// Adds what is new; over the limit the call is refused.
fn collect(into: &mut Vec<u32>, from: impl Iterator<Item = u32>, limit: usize) -> Result<(), Cause> {
    for index in from {
        if !into.contains(&index) {
            if into.len() >= limit {
                return Err(Cause::Limit);
            }
            into.push(index);
        }
    }
    Ok(())
}
