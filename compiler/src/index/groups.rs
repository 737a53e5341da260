//! Groups of items with equal functions, and the index from a function's name to its groups and remits.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use straza_language::core::{ArgumentSchema, CoreItem, Effect, Effects, FunctionName, FunctionPattern, Step, Target};
use straza_language::local_tools::local_tools;
use straza_runtime::functions::{folded_pair_hash, pair_hash};
use straza_runtime::layout::*;
use straza_runtime::limits;
use straza_runtime::text::{Folding, glob_matches};

use super::code::Code;
use super::items::{Ranks, Steps, key_paths, steps_of};
use super::report::{GroupReport, IndexReport};
use super::schemas::Schemas;
use super::spine::{self, Filed};
use super::texts::TextBuilder;
use super::{BuildErrorKind, Builder};

/// Items with equal targets on one event.
struct Draft {
    event: u8,
    targets: Vec<Target>,
    /// Whether its items restrict: a permission does not reach a function that nothing describes through a target with `having` or
    /// `lacking`, so where there is such a target permissions have groups of their own.
    restricts: bool,
    /// Indices in `Program::items`.
    members: Vec<usize>,
}

/// Writes groups, functions and patterns.
pub(super) fn build(builder: &mut Builder<'_>, code: &mut Code, steps: &mut Steps, ranks: &Ranks, texts: &mut TextBuilder) -> IndexReport {
    let drafts = drafts(builder);
    let groups = drafts.iter().map(|draft| group(builder, code, steps, ranks, texts, draft)).collect();
    let names = Names::new(builder, &drafts);
    let functions = names.known.len();
    names.functions(builder);
    let patterns = names.patterns(builder);
    IndexReport { groups, functions, patterns }
}

fn drafts(builder: &mut Builder<'_>) -> Vec<Draft> {
    let mut places: HashMap<(u8, Vec<Target>, bool), usize> = HashMap::new();
    let mut drafts: Vec<Draft> = Vec::new();
    for (index, item) in builder.program.items.iter().enumerate() {
        for (event, targets) in by_event(item) {
            let selects = targets.iter().any(|target| !target.having.is_empty() || !target.lacking.is_empty());
            let restricts = !selects || item.effect != Effect::Permit;
            let place = *places.entry((event, targets.clone(), restricts)).or_insert_with(|| {
                drafts.push(Draft { event, targets, restricts, members: Vec::new() });
                drafts.len() - 1
            });
            if let Some(draft) = drafts.get_mut(place) {
                draft.members.push(index);
            }
        }
    }
    drafts
}

/// An item's targets, sorted, by the number of their event.
fn by_event(item: &CoreItem) -> BTreeMap<u8, Vec<Target>> {
    let mut out: BTreeMap<u8, Vec<Target>> = BTreeMap::new();
    for target in &item.on {
        let event = match &target.event {
            None => 0,
            // An event that calls are is no other event; an unknown one cannot come (the language refuses it) and would match nothing.
            Some(name) => event::number(name).unwrap_or(if name == "tool.pre" || name == "permission.request" { 0 } else { u8::MAX }),
        };
        out.entry(event).or_default().push(Target { event: None, ..target.clone() });
    }
    for targets in out.values_mut() {
        targets.sort();
        targets.dedup();
    }
    out
}

fn group(builder: &mut Builder<'_>, code: &mut Code, steps: &mut Steps, ranks: &Ranks, texts: &mut TextBuilder, draft: &Draft) -> GroupReport {
    let program = builder.program;
    let mut members: Vec<(u32, &CoreItem)> = draft
        .members
        .iter()
        .filter_map(|index| Some((ranks.items.get(*index).copied()?, program.items.get(*index)?)))
        .collect();
    members.sort_by_key(|(rank, _)| *rank);
    let bits = Bits::new(builder, steps, &members);
    let mut indices = Vec::new();
    let (mut restrict, mut permit) = (Vec::new(), Vec::new());
    for (rank, item) in &members {
        let record = Item {
            bits: bits.of(item),
            starts: item.starts.unwrap_or(i64::MIN),
            expires: item.expires.unwrap_or(i64::MAX),
            entry: code.program(builder, Some(&item.id), &item.condition),
            rank: *rank,
            set: set_index(builder, &item.id.set),
            text: texts.entry(builder, &item.id.set, &item.id.name, item.because.as_ref()),
            order: item.order,
            part: item.part,
            kind: item.kind as u8,
            flags: flags(item),
        };
        let index = builder.sections.push(Section::Items, |out| record.write(out));
        indices.push(index);
        let filed = Filed::new(index, &record, bits.strictness(record.bits), item);
        match item.effect {
            _ if item.shadow => {}
            Effect::Permit => permit.push(filed),
            Effect::Restrict(_) => restrict.push(filed),
        }
    }
    let mut report = GroupReport { on: spelled(&draft.targets), items: members.len(), ..GroupReport::default() };
    let restrict = spine::build(builder, restrict, true, &mut report);
    let permit = spine::build(builder, permit, false, &mut report);
    let keys = key_paths(builder, members.iter().map(|(_, item)| &item.condition));
    let record = Group {
        restrict,
        permit,
        items: builder.pools.list(&indices),
        keys,
        steps: builder.pools.list(&bits.steps),
        event: draft.event,
        flags: u8::from(bits.approve | bits.confirm != 0),
        reserved: 0,
        confirm: bits.confirm,
        sponsor: bits.sponsor,
        approve: bits.approve,
        server_check: bits.server_check,
        classify: bits.classify,
    };
    builder.sections.push(Section::Groups, |out| record.write(out));
    report
}

fn set_index(builder: &Builder<'_>, name: &str) -> u32 {
    let place = builder.program.sets.binary_search_by(|set| set.name.as_str().cmp(name));
    place.ok().and_then(|index| u32::try_from(index).ok()).unwrap_or(NONE)
}

fn flags(item: &CoreItem) -> u8 {
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    flag(item.effect == Effect::Permit, item_flag::PERMIT) | flag(item.shadow, item_flag::SHADOW) | flag(item.is_final, item_flag::FINAL)
}

/// The outcome bits of a group: deny, then one for each distinct step.
#[derive(Default)]
struct Bits {
    places: BTreeMap<Step, u64>,
    steps: Vec<u32>,
    confirm: u64,
    sponsor: u64,
    approve: u64,
    server_check: u64,
    classify: u64,
}

impl Bits {
    fn new(builder: &mut Builder<'_>, steps: &mut Steps, members: &[(u32, &CoreItem)]) -> Self {
        let distinct: BTreeSet<&Step> = members.iter().filter(|(_, item)| !item.shadow).flat_map(|(_, item)| steps_of(item)).flatten().collect();
        let mut bits = Self::default();
        if distinct.len() > 63 {
            builder.error(members.first().map(|(_, item)| &item.id), BuildErrorKind::Steps(distinct.len()));
            return bits;
        }
        for (place, step) in distinct.into_iter().enumerate() {
            let bit = 2u64 << place;
            bits.steps.push(steps.step(builder, step));
            bits.places.insert(step.clone(), bit);
            match step {
                Step::Classify => bits.classify |= bit,
                Step::ServerCheck => bits.server_check |= bit,
                Step::Confirm => bits.confirm |= bit,
                Step::Approve { pool, .. } => {
                    bits.approve |= bit;
                    let sponsor = pool.count == 1 && pool.deciders == ["sponsor"];
                    bits.sponsor |= if sponsor { bit } else { 0 };
                }
                Step::Notify(_) => {}
            }
        }
        bits
    }

    fn of(&self, item: &CoreItem) -> u64 {
        match steps_of(item) {
            _ if item.shadow => 0,
            None | Some([]) => DENY,
            Some(steps) => steps.iter().filter_map(|step| self.places.get(step)).fold(0, |bits, bit| bits | bit),
        }
    }

    /// Larger is stricter.
    fn strictness(&self, bits: u64) -> u8 {
        let masks = [self.classify, self.server_check, self.confirm, self.approve, DENY];
        let strictest = masks.iter().rposition(|mask| bits & mask != 0);
        strictest.and_then(|place| u8::try_from(place + 1).ok()).unwrap_or(0)
    }
}

fn spelled(targets: &[Target]) -> String {
    let words: Vec<String> = targets.iter().map(|target| format!("{}.{}", target.pattern.server.0, target.pattern.name.0)).collect();
    words.join(", ")
}

/// A function known by name.
struct Known<'p> {
    effects: Effects,
    /// A catalog or the built-in table describes it.
    described: bool,
    schema: Option<&'p ArgumentSchema>,
    catalog: Option<u32>,
}

/// Where patterns lead: to groups (with the target that has the pattern) or to sets.
struct Routes<'p, T> {
    exact: HashMap<FunctionName, Vec<T>>,
    /// By exact server; the name is a glob.
    servers: HashMap<&'p str, Vec<(&'p str, T)>>,
    globs: Vec<(&'p FunctionPattern, T)>,
}

impl<'p, T: Copy> Routes<'p, T> {
    fn new() -> Self {
        Self { exact: HashMap::new(), servers: HashMap::new(), globs: Vec::new() }
    }

    fn add(&mut self, pattern: &'p FunctionPattern, to: T) {
        if pattern.server.is_exact() && pattern.name.is_exact() {
            let function = FunctionName { server: pattern.server.0.clone(), name: pattern.name.0.clone() };
            self.exact.entry(function).or_default().push(to);
        } else if pattern.server.is_exact() {
            self.servers.entry(&pattern.server.0).or_default().push((&pattern.name.0, to));
        } else {
            self.globs.push((pattern, to));
        }
    }

    fn leading_to(&self, function: &FunctionName) -> Vec<T> {
        let mut out = self.exact.get(function).cloned().unwrap_or_default();
        let matches = |glob: &str, text: &str| glob_matches(glob, text, Folding::Plain);
        let named = self.servers.get(function.server.as_str()).into_iter().flatten();
        out.extend(named.filter(|(name, _)| matches(name, &function.name)).map(|(_, to)| *to));
        let globs = self.globs.iter().filter(|(pattern, _)| matches(&pattern.server.0, &function.server) && matches(&pattern.name.0, &function.name));
        out.extend(globs.map(|(_, to)| *to));
        out
    }
}

/// The functions and patterns of a program with where they lead.
struct Names<'p> {
    known: BTreeMap<FunctionName, Known<'p>>,
    groups: Routes<'p, (u32, &'p Target)>,
    remits: Routes<'p, u32>,
    drafts: &'p [Draft],
}

impl<'p> Names<'p> {
    fn new(builder: &Builder<'p>, drafts: &'p [Draft]) -> Self {
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
            // A set without rows gives no default, so its remit decides nothing at run time.
            let over = if set.defaults.is_empty() { &[] } else { set.over.as_slice() };
            over.iter().for_each(|pattern| names.remits.add(pattern, index));
        }
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

    fn functions(&self, builder: &mut Builder<'_>) {
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
            };
            builder.sections.push(Section::Functions, |out| record.write(out));
        }
        self.tables(builder);
    }

    fn tables(&self, builder: &mut Builder<'_>) {
        let all = (1u32..).zip(self.known.keys()).map(|(slot, function)| (pair_hash(&function.server, &function.name), slot));
        table(builder, Section::FunctionTable, all.collect());
        let catalogued = (1u32..).zip(&self.known).filter(|(_, (_, known))| known.catalog.is_some());
        let folded = catalogued.map(|(slot, (function, _))| (folded_pair_hash(&function.server, &function.name), slot));
        table(builder, Section::FoldedTable, folded.collect());
    }

    /// Patterns that are not one exact pair: they are tried for names that no table has.
    fn patterns(&self, builder: &mut Builder<'_>) -> usize {
        let mut rows: BTreeMap<(bool, &str, &str), (Vec<u32>, Vec<u32>)> = BTreeMap::new();
        let key = |server: &'p str, name: &'p str, exact: bool| (exact, server, name);
        let groups = |routes: &Routes<'p, (u32, &'p Target)>| {
            let named = routes.servers.iter().flat_map(|(server, list)| list.iter().map(|(name, to)| (key(server, name, true), *to)));
            let globs = routes.globs.iter().map(|(pattern, to)| (key(&pattern.server.0, &pattern.name.0, false), *to));
            named.chain(globs).collect::<Vec<_>>()
        };
        for (place, (group, target)) in groups(&self.groups) {
            if self.reaches(group, target, Effects::UNSTATED, None) {
                rows.entry(place).or_default().0.push(group);
            }
        }
        let named = self.remits.servers.iter().flat_map(|(server, list)| list.iter().map(|(name, to)| (key(server, name, true), *to)));
        let globs = self.remits.globs.iter().map(|(pattern, to)| (key(&pattern.server.0, &pattern.name.0, false), *to));
        for (place, set) in named.chain(globs) {
            rows.entry(place).or_default().1.push(set);
        }
        let glob_servers = rows.keys().filter(|(exact, _, _)| !exact).count();
        let count = rows.len();
        for ((_, server, name), (groups, remits)) in rows {
            let record = Pattern {
                server: builder.pools.text(server),
                name: builder.pools.text(name),
                groups: builder.pools.list(&sorted(groups)),
                remits: builder.pools.list(&sorted(remits)),
            };
            builder.sections.push(Section::Patterns, |out| record.write(out));
        }
        let globals = Globals { glob_servers: u32::try_from(glob_servers).unwrap_or(u32::MAX), reserved: 0 };
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

fn effect_bits(effects: Effects) -> u8 {
    let bit = |set: bool, bit: u8| if set { bit } else { 0 };
    bit(effects.write, effect::WRITE)
        | bit(effects.destructive, effect::DESTRUCTIVE)
        | bit(effects.idempotent, effect::IDEMPOTENT)
        | bit(effects.open_world, effect::OPEN_WORLD)
}
