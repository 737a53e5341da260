//! The index from a function's name to its groups and remits: known functions by hash, patterns for every other name.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use straza_language::core::{ArgumentSchema, Effects, Feed, FunctionName, FunctionPattern, Target};
use straza_language::local_tools::local_tools;
use straza_runtime::functions::{folded_pair_hash, folded_server_hash, pair_hash};
use straza_runtime::layout::*;
use straza_runtime::limits;
use straza_runtime::text::{Folding, glob_matches};

mod wildcards;

use wildcards::Wildcards;

use super::command::speaks_of_commands;
use super::digests;
use super::groups::Draft;
use super::schemas::Schemas;
use super::{BuildErrorKind, Builder};

/// A function known by name.
struct Known<'p> {
    effects: Effects,
    /// A catalog or the built-in table describes it.
    described: bool,
    schema: Option<&'p ArgumentSchema>,
    catalog: Option<u32>,
}

/// The order of patterns: whether the server is exact, the server, the name.
type PatternKey<'p> = (bool, &'p str, &'p str);

/// Where patterns lead: to groups (with the target that has the pattern) or to sets.
struct Routes<'p, T> {
    exact: HashMap<FunctionName, Vec<T>>,
    /// Every other pattern.
    wild: Vec<(&'p FunctionPattern, T)>,
    /// How a name finds these; made once all are there.
    index: Wildcards,
}

impl<'p, T: Copy> Routes<'p, T> {
    fn new() -> Self {
        Self { exact: HashMap::new(), wild: Vec::new(), index: Wildcards::default() }
    }

    fn add(&mut self, pattern: &'p FunctionPattern, to: T) {
        if pattern.server.is_exact() && pattern.name.is_exact() {
            let function = FunctionName { server: pattern.server.0.clone(), name: pattern.name.0.clone() };
            self.exact.entry(function).or_default().push(to);
        } else {
            self.wild.push((pattern, to));
        }
    }

    fn finish(&mut self) {
        self.index = Wildcards::new(self.wild.iter().map(|(pattern, _)| (exact_server(pattern), pattern.name.0.as_str())));
    }

    fn leading_to(&self, function: &FunctionName) -> Vec<T> {
        let mut out = self.exact.get(function).cloned().unwrap_or_default();
        let matches = |glob: &str, text: &str| glob_matches(glob, text, Folding::Plain);
        let candidates = self.index.candidates(&function.server, &function.name).into_iter();
        let found = candidates.filter_map(|place| self.wild.get(place as usize)).filter(|(pattern, _)| {
            let server = match exact_server(pattern) {
                Some(server) => server == function.server,
                None => matches(&pattern.server.0, &function.server),
            };
            server && matches(&pattern.name.0, &function.name)
        });
        out.extend(found.map(|(_, to)| *to));
        out
    }

    /// The patterns that are not one exact pair.
    fn patterns(&self) -> impl Iterator<Item = (PatternKey<'p>, T)> {
        self.wild.iter().map(|(pattern, to)| ((pattern.server.is_exact(), pattern.server.0.as_str(), pattern.name.0.as_str()), *to))
    }

    /// Servers that patterns spell out.
    fn servers(&self) -> impl Iterator<Item = &'p str> {
        self.wild.iter().filter_map(|(pattern, _)| exact_server(pattern))
    }
}

fn exact_server(pattern: &FunctionPattern) -> Option<&str> {
    pattern.server.is_exact().then_some(pattern.server.0.as_str())
}

/// The functions and patterns of a program with where they lead.
pub(super) struct Names<'p> {
    known: BTreeMap<FunctionName, Known<'p>>,
    groups: Routes<'p, (u32, &'p Target)>,
    remits: Routes<'p, u32>,
    drafts: &'p [Draft],
}

impl<'p> Names<'p> {
    /// Reads where the targets of groups and the remits of sets lead.
    pub(super) fn new(builder: &Builder<'p>, drafts: &'p [Draft]) -> Self {
        let mut names = Self { known: BTreeMap::new(), groups: Routes::new(), remits: Routes::new(), drafts };
        let program = builder.program;
        for function in local_tools() {
            let known = Known { effects: function.effects, described: true, schema: None, catalog: None };
            names.known.insert(function.function, known);
        }
        for (index, catalog) in program.catalogs.iter().enumerate() {
            for function in &catalog.functions {
                let catalog = u32::try_from(index).ok();
                let known = Known { effects: function.effects, described: true, schema: function.arguments.as_ref(), catalog };
                names.known.insert(function.function.clone(), known);
            }
        }
        for (index, draft) in (0u32..).zip(drafts) {
            draft.targets.iter().for_each(|target| names.groups.add(&target.pattern, (index, target)));
        }
        for (index, set) in (0u32..).zip(&program.sets) {
            // A set that gives no default and says nothing of commands: its remit decides nothing at run time.
            let speaks = !set.defaults.is_empty() || speaks_of_commands(program, &set.name, &set.commands);
            let over = if speaks { set.over.as_slice() } else { &[] };
            over.iter().for_each(|pattern| names.remits.add(pattern, index));
        }
        names.groups.finish();
        names.remits.finish();
        let spelled: Vec<FunctionName> = names.groups.exact.keys().chain(names.remits.exact.keys()).cloned().collect();
        for function in spelled {
            let unstated = Known { effects: Effects::UNSTATED, described: false, schema: None, catalog: None };
            names.known.entry(function).or_insert(unstated);
        }
        names
    }

    /// Whether a target reaches a function with these effects, whose schema may be known.
    fn reaches(&self, group: u32, target: &Target, effects: Effects, schema: Option<&ArgumentSchema>) -> bool {
        let arguments = match schema {
            Some(schema) => {
                let has = |name: &String| schema.members.iter().any(|(member, _)| member == name);
                target.having.iter().all(has) && !target.lacking.iter().any(has)
            }
            None => {
                let selects = !target.having.is_empty() || !target.lacking.is_empty();
                !selects || self.drafts.get(group as usize).is_some_and(|draft| draft.restricts)
            }
        };
        arguments && target.effects.selects(effects)
    }

    fn groups_of(&self, function: &FunctionName, effects: Effects, schema: Option<&ArgumentSchema>) -> Vec<u32> {
        let candidates = self.groups.leading_to(function).into_iter();
        sorted(candidates.filter(|(group, target)| self.reaches(*group, target, effects, schema)).map(|(group, _)| group).collect())
    }

    /// Writes the functions that are known by name, and how many there are.
    pub(super) fn functions(&self, builder: &mut Builder<'_>) -> usize {
        let mut schemas = Schemas::default();
        for catalog in &builder.program.catalogs {
            let record = CatalogRecord { identity: builder.pools.text(catalog.identity.as_deref().unwrap_or("")) };
            builder.sections.push(Section::Catalogs, |out| record.write(out));
        }
        for (function, known) in &self.known {
            let groups = self.groups_of(function, known.effects, known.schema);
            if groups.len() > limits::GROUPS_PER_NAME {
                let name = format!("{}.{}", function.server, function.name);
                builder.error(None, BuildErrorKind::Groups { function: name, count: groups.len() });
            }
            let plain = if known.catalog.is_some() { self.groups_of(function, Effects::UNSTATED, None) } else { groups.clone() };
            let record = Function {
                server: builder.pools.text(&function.server),
                name: builder.pools.text(&function.name),
                effects: effect_bits(known.effects),
                flags: if known.described { CATALOGUED } else { 0 },
                reserved: 0,
                schema: known.schema.map_or(NONE, |schema| schemas.schema(builder, schema)),
                catalog: known.catalog.unwrap_or(NONE),
                groups: builder.pools.list(&groups),
                plain_groups: builder.pools.list(&plain),
                remits: builder.pools.list(&sorted(self.remits.leading_to(function))),
                feeds: feeds(builder, known.schema),
            };
            let index = builder.sections.push(Section::Functions, |out| record.write(out));
            digests::listing(builder, index, known.catalog, function);
        }
        self.tables(builder);
        self.known.len()
    }

    fn tables(&self, builder: &mut Builder<'_>) {
        let all = (1u32..).zip(self.known.keys()).map(|(slot, function)| (pair_hash(&function.server, &function.name), slot));
        table(builder, Section::FunctionTable, all.collect());
        let folded = (1u32..).zip(self.known.keys()).map(|(slot, function)| (folded_pair_hash(&function.server, &function.name), slot));
        table(builder, Section::FoldedTable, folded.collect());
        let spelled = self.known.keys().map(|function| function.server.as_str());
        let servers: BTreeSet<&str> = spelled.chain(self.groups.servers()).chain(self.remits.servers()).collect();
        for server in &servers {
            let record = NameRecord { text: builder.pools.text(server) };
            builder.sections.push(Section::Servers, |out| record.write(out));
        }
        let folded = (1u32..).zip(&servers).map(|(slot, server)| (folded_server_hash(server), slot));
        table(builder, Section::FoldedServers, folded.collect());
    }

    /// Patterns that are not one exact pair: they are tried for names that no table has.
    pub(super) fn patterns(&self, builder: &mut Builder<'_>) -> usize {
        let mut rows: BTreeMap<PatternKey<'p>, (Vec<u32>, Vec<u32>)> = BTreeMap::new();
        for (place, (group, target)) in self.groups.patterns() {
            if self.reaches(group, target, Effects::UNSTATED, None) {
                rows.entry(place).or_default().0.push(group);
            }
        }
        for (place, set) in self.remits.patterns() {
            rows.entry(place).or_default().1.push(set);
        }
        let glob_servers = rows.keys().filter(|(exact, _, _)| !exact).count();
        let count = rows.len();
        let index = Wildcards::new(rows.keys().map(|(exact, server, name)| (exact.then_some(*server), *name)));
        for ((_, server, name), (groups, remits)) in rows {
            let record = Pattern {
                server: builder.pools.text(server),
                name: builder.pools.text(name),
                groups: builder.pools.list(&sorted(groups)),
                remits: builder.pools.list(&sorted(remits)),
            };
            builder.sections.push(Section::Patterns, |out| record.write(out));
        }
        let [prefixes, suffixes, windows] = &index.lengths;
        let globals = Globals {
            glob_servers: u32::try_from(glob_servers).unwrap_or(u32::MAX),
            reserved: 0,
            prefixes: builder.pools.list(prefixes),
            suffixes: builder.pools.list(suffixes),
            windows: builder.pools.list(windows),
            rest: builder.pools.list(&index.rest),
        };
        pattern_table(builder, &index);
        builder.sections.push(Section::Globals, |out| globals.write(out));
        count
    }
}

fn sorted(mut indices: Vec<u32>) -> Vec<u32> {
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// Open addressing with steps of one, at most half full.
fn table(builder: &mut Builder<'_>, section: Section, entries: Vec<(u64, u32)>) {
    if entries.is_empty() {
        return;
    }
    let size = (entries.len() * 2).next_power_of_two();
    let mut slots = vec![0u32; size];
    for (hash, value) in entries {
        let start = hash as usize & (size - 1);
        let free = (0..size).map(|step| (start + step) & (size - 1)).find(|at| slots.get(*at) == Some(&0));
        if let Some(slot) = free.and_then(|at| slots.get_mut(at)) {
            *slot = value;
        }
    }
    for slot in slots {
        builder.sections.push(section, |out| slot.put(out));
    }
}

/// The same over the keys of patterns.
fn pattern_table(builder: &mut Builder<'_>, index: &Wildcards) {
    if index.filed.is_empty() {
        return;
    }
    let size = (index.filed.len() * 2).next_power_of_two();
    let mut slots = vec![PatternSlot::default(); size];
    for (key, places) in &index.filed {
        let start = *key as usize & (size - 1);
        let free = (0..size).map(|step| (start + step) & (size - 1)).find(|at| slots.get(*at).is_some_and(|slot| slot.patterns.len == 0));
        if let Some(slot) = free.and_then(|at| slots.get_mut(at)) {
            *slot = PatternSlot { key: *key, patterns: builder.pools.list(places) };
        }
    }
    for slot in slots {
        builder.sections.push(Section::PatternTable, |out| slot.write(out));
    }
}

fn effect_bits(effects: Effects) -> u8 {
    let bit = |set: bool, bit: u8| if set { bit } else { 0 };
    bit(effects.write, effect::WRITE)
        | bit(effects.destructive, effect::DESTRUCTIVE)
        | bit(effects.idempotent, effect::IDEMPOTENT)
        | bit(effects.open_world, effect::OPEN_WORLD)
}

/// The arguments whose values belong to a list of the call.
fn feeds(builder: &mut Builder<'_>, schema: Option<&ArgumentSchema>) -> Run {
    let mut found = Vec::new();
    if let Some(schema) = schema {
        fed(schema, &mut Vec::new(), false, &mut found);
    }
    let start = builder.count(Section::Feeds);
    for (path, list, hidden) in &found {
        let record = FeedRecord { path: builder.pools.names(path), list: *list, hidden: u8::from(*hidden), reserved: 0 };
        builder.sections.push(Section::Feeds, |out| record.write(out));
    }
    Run { start, len: builder.count(Section::Feeds) - start }
}

/// `hidden`: a list stands on the way.
fn fed(schema: &ArgumentSchema, path: &mut Vec<String>, hidden: bool, out: &mut Vec<(Vec<String>, u8, bool)>) {
    let list = |feed| match feed {
        Feed::Recipients => feed::RECIPIENTS,
        Feed::Hosts => feed::HOSTS,
        Feed::Reads => feed::READS,
        Feed::Writes => feed::WRITES,
    };
    if let Some(feed) = schema.feed.filter(|_| !path.is_empty()) {
        out.push((path.clone(), list(feed), hidden));
    }
    for (name, member) in &schema.members {
        path.push(name.clone());
        fed(member, path, hidden, out);
        path.pop();
    }
    if let Some(element) = &schema.element {
        // The mark of a list of texts stands at its elements; what lies deeper is behind the list.
        let element_feed = if schema.feed.is_some() { None } else { element.feed };
        out.extend(element_feed.map(|feed| (path.clone(), list(feed), hidden)));
        let inner = ArgumentSchema { feed: None, ..(**element).clone() };
        fed(&inner, path, true, out);
    }
}
