//! Groups of items with equal functions: their records, outcome bits and spines.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use straza_language::core::{CoreItem, Effect, Move, Step, Target};
use straza_runtime::call::Event;
use straza_runtime::layout::*;
use straza_runtime::limits;

use super::check;
use super::code::Code;
use super::command::Commands;
use super::digests;
use super::functions::Names;
use super::items::{Ranks, Steps, key_paths, steps_of};
use super::report::{GroupReport, IndexReport};
use super::spine::{self, Filed};
use super::texts::TextBuilder;
use super::{BuildErrorKind, Builder};

/// Items with equal targets on one event.
pub(super) struct Draft {
    event: u8,
    pub(super) targets: Vec<Target>,
    /// Whether its items restrict: a permission does not reach a function that nothing describes through a target with `having` or
    /// `lacking`, so where there is such a target permissions have groups of their own.
    pub(super) restricts: bool,
    /// Indices in `Program::items`.
    members: Vec<usize>,
}

/// Writes groups, functions and patterns.
pub(super) fn build(builder: &mut Builder<'_>, code: &mut Code, steps: &mut Steps, ranks: &Ranks, texts: &mut TextBuilder) -> IndexReport {
    let drafts = drafts(builder);
    let groups = drafts.iter().map(|draft| group(builder, code, steps, ranks, texts, draft)).collect();
    let names = Names::new(builder, &drafts);
    let functions = names.functions(builder);
    let patterns = names.patterns(builder);
    IndexReport { groups, functions, patterns }
}

fn drafts(builder: &mut Builder<'_>) -> Vec<Draft> {
    let mut places: HashMap<(u8, Vec<Target>, bool), usize> = HashMap::new();
    let mut drafts: Vec<Draft> = Vec::new();
    for (index, item) in builder.program.items.iter().enumerate() {
        for (event, targets) in by_event(item) {
            let selects = targets.iter().any(|target| !target.having.is_empty() || !target.lacking.is_empty());
            let restricts = !selects || !gives(&item.effect);
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

/// Whether an item gives something: it does not reach a function of whose arguments nothing is known.
fn gives(effect: &Effect) -> bool {
    matches!(effect, Effect::Permit | Effect::Fill { .. } | Effect::Stub { .. } | Effect::Move(Move::Clear { .. }))
}

/// An item's targets, sorted, by the number of their event.
fn by_event(item: &CoreItem) -> BTreeMap<u8, Vec<Target>> {
    let mut out: BTreeMap<u8, Vec<Target>> = BTreeMap::new();
    for target in &item.on {
        let event = match &target.event {
            None => 0,
            // The language refuses an unknown event; here it would be one that never comes.
            Some(name) => Event::parse(name).map_or(u8::MAX, Event::number),
        };
        out.entry(event).or_default().push(Target { event: None, ..target.clone() });
    }
    for targets in out.values_mut() {
        targets.sort();
        targets.dedup();
    }
    out
}

fn group(
    builder: &mut Builder<'_>,
    code: &mut Code,
    steps: &mut Steps,
    ranks: &Ranks,
    texts: &mut TextBuilder,
    draft: &Draft,
) -> GroupReport {
    let program = builder.program;
    let mut members: Vec<(u32, &CoreItem)> =
        draft.members.iter().filter_map(|index| Some((ranks.items.get(*index).copied()?, program.items.get(*index)?))).collect();
    members.sort_by_key(|(rank, _)| *rank);
    let bits = Bits::new(builder, steps, &members);
    let (mut indices, mut moves, mut gifts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut restrict, mut permit) = (Vec::new(), Vec::new());
    let (mut commands, first_command) = (Commands::default(), builder.count(Section::Commands));
    for (rank, item) in &members {
        let mut tracked = std::mem::take(&mut builder.tracked);
        let (effect, data) = tracked.effect(builder, code, steps, item);
        builder.tracked = tracked;
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
            effect,
            check: check::of(builder.program, item),
            reserved: 0,
            data: if item.command.is_some() { builder.count(Section::Commands) } else { data },
        };
        let index = builder.sections.push(Section::Items, |out| record.write(out));
        indices.push(index);
        match item.effect {
            Effect::Move(_) => moves.push(index),
            // Asked part by part, not of the call.
            _ if item.command.is_some() => commands.add(builder, index, &record, item),
            _ if item.shadow => {}
            Effect::Permit => permit.push(Filed::new(builder, index, &record, item)),
            Effect::Restrict(_) => restrict.push(Filed::new(builder, index, &record, item)),
            _ => gifts.push(index),
        }
    }
    let mut report = GroupReport { on: spelled(&draft.targets), items: members.len(), ..GroupReport::default() };
    let restrict = spine::build(builder, restrict, true, &mut report);
    let permit = spine::build(builder, permit, false, &mut report);
    let keys = key_paths(builder, members.iter().map(|(_, item)| *item));
    let folded = builder.pools.are_folded(keys);
    let shadows = members.iter().any(|(_, item)| item.shadow);
    digests::group(builder, members.iter().map(|(_, item)| (*item).clone()));
    let command_run = Run { start: first_command, len: builder.count(Section::Commands) - first_command };
    let command_runs = commands.finish(builder);
    let record = Group {
        commands: command_run,
        programs: command_runs.programs,
        any_program: command_runs.any_program,
        unread: command_runs.unread,
        computed: command_runs.computed,
        restrict,
        permit,
        items: builder.pools.list(&indices),
        keys,
        steps: builder.pools.list(&bits.steps),
        moves: builder.pools.list(&moves),
        gifts: builder.pools.list(&gifts),
        event: draft.event,
        flags: if bits.approve | bits.confirm != 0 { ASKS_PEOPLE } else { 0 }
            | if shadows { HAS_SHADOWS } else { 0 }
            | if folded { FOLDED_KEYS } else { 0 },
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
        let distinct: BTreeSet<&Step> =
            members.iter().filter(|(_, item)| !item.shadow).flat_map(|(_, item)| steps_of(item)).flatten().collect();
        let mut bits = Self::default();
        if distinct.len() > limits::GROUP_STEPS {
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
}

fn spelled(targets: &[Target]) -> String {
    let words: Vec<String> = targets.iter().map(|target| format!("{}.{}", target.pattern.server.0, target.pattern.name.0)).collect();
    words.join(", ")
}
