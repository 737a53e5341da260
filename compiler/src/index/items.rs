//! Sets, rows of defaults, steps, and the order of reports.

use std::collections::{BTreeMap, HashMap};

use straza_language::core::{
    Atom, Attribute, Binding, CommandOutcome, Condition, CoreItem, Effect, FunctionSelector, Program, Restriction, Root, RowHead, Step,
    Terms,
};
use straza_runtime::layout::*;
use straza_runtime::limits;

use super::code::Code;
use super::command::{doubt, speaks_of_commands};
use super::texts::TextBuilder;
use super::{BuildErrorKind, Builder};

/// Places in the order of reports: priority descending, set, order, part; a row stands behind the items of its set.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    /// By index in `Program::items`.
    pub(super) items: Vec<u32>,
    /// By index in `Program::sets`, then by row.
    rows: Vec<Vec<u32>>,
}

/// `otherwise`, `unsure` and `unreadable`, written behind a set's rows.
const CLAUSES: usize = 3;

/// Works the order out.
pub(super) fn ranks(program: &Program) -> Ranks {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Key<'a>(std::cmp::Reverse<i32>, &'a str, u32, u16, u32);
    enum Place {
        Item(usize),
        Row(usize, usize),
    }
    let priorities: BTreeMap<&str, i32> = program.sets.iter().map(|set| (set.name.as_str(), set.priority)).collect();
    let priority = |set: &str| std::cmp::Reverse(priorities.get(set).copied().unwrap_or(0));
    let mut keyed: Vec<(Key<'_>, Place)> = Vec::new();
    for (index, item) in program.items.iter().enumerate() {
        keyed.push((Key(priority(&item.id.set), &item.id.set, item.order, item.part, 0), Place::Item(index)));
    }
    for (index, set) in program.sets.iter().enumerate() {
        for row in 0..set.defaults.len() + CLAUSES {
            // What a set says of commands stands before its rows, of text that cannot be read first.
            let place = row.checked_sub(set.defaults.len()).map_or(row + CLAUSES, |clause| CLAUSES - 1 - clause.min(CLAUSES - 1));
            let place = u32::try_from(place).unwrap_or(u32::MAX);
            keyed.push((Key(priority(&set.name), &set.name, u32::MAX, u16::MAX, place), Place::Row(index, row)));
        }
    }
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    let mut ranks =
        Ranks { items: vec![0; program.items.len()], rows: program.sets.iter().map(|set| vec![0; set.defaults.len() + CLAUSES]).collect() };
    for (rank, (_, place)) in keyed.into_iter().enumerate() {
        let rank = u32::try_from(rank).unwrap_or(u32::MAX);
        let slot = match place {
            Place::Item(index) => ranks.items.get_mut(index),
            Place::Row(set, row) => ranks.rows.get_mut(set).and_then(|rows| rows.get_mut(row)),
        };
        if let Some(slot) = slot {
            *slot = rank;
        }
    }
    ranks
}

/// Steps, written once each.
#[derive(Debug, Default)]
pub(super) struct Steps {
    written: HashMap<Step, u32>,
    pools: HashMap<String, u32>,
}

impl Steps {
    /// The index of a step.
    pub(super) fn step(&mut self, builder: &mut Builder<'_>, step: &Step) -> u32 {
        if let Some(index) = self.written.get(step) {
            return *index;
        }
        let record = self.record(builder, step);
        let index = builder.sections.push(Section::Steps, |out| record.write(out));
        if index > u32::from(u16::MAX) {
            builder.error(None, BuildErrorKind::TooLarge("Steps"));
        }
        self.written.insert(step.clone(), index);
        index
    }

    fn record(&mut self, builder: &mut Builder<'_>, step: &Step) -> StepRecord {
        let none = StepRecord { hold: NONE, retry: NONE, ticket: NONE, grant: NONE, recheck: NONE, count: 1, ..StepRecord::default() };
        let record = match step {
            Step::Classify => StepRecord { kind: step::CLASSIFY, ..none },
            Step::ServerCheck => StepRecord { kind: step::SERVER_CHECK, ..none },
            Step::Confirm => StepRecord { kind: step::CONFIRM, ..none },
            Step::Notify(who) => StepRecord { kind: step::NOTIFY, deciders: builder.pools.names(std::slice::from_ref(who)), ..none },
            Step::Approve { pool, terms } => {
                let deciders = builder.pools.names(&pool.deciders);
                approve(StepRecord { kind: step::APPROVE, count: pool.count, deciders, ..none }, terms)
            }
        };
        StepRecord { pool: self.pool(step), ..record }
    }

    fn pool(&mut self, step: &Step) -> u32 {
        let identity = match step {
            Step::Approve { pool, .. } => format!("approve {} of {:?}", pool.count, pool.deciders),
            other => format!("{other:?}"),
        };
        let next = u32::try_from(self.pools.len()).unwrap_or(u32::MAX);
        *self.pools.entry(identity).or_insert(next)
    }
}

fn approve(record: StepRecord, terms: &Terms) -> StepRecord {
    let seconds = |value: Option<u32>| value.unwrap_or(NONE);
    let flag = |set: bool, bit: u16| if set { bit } else { 0 };
    StepRecord {
        hold: seconds(terms.hold),
        retry: seconds(terms.retry),
        ticket: seconds(terms.ticket),
        grant: seconds(terms.grant),
        recheck: seconds(terms.recheck),
        flags: flag(terms.bind == Binding::Tool, step::BIND_TOOL)
            | flag(terms.self_approval, step::SELF_APPROVAL)
            | flag(terms.distinct, step::DISTINCT)
            | flag(terms.allowance, step::ALLOWANCE),
        ..record
    }
}

/// Steps of an item's effect; `None` for a permission, empty for deny.
pub(super) fn steps_of(item: &CoreItem) -> Option<&[Step]> {
    match &item.effect {
        Effect::Permit => None,
        Effect::Restrict(Restriction::Steps(steps)) => Some(steps),
        Effect::Restrict(_) => Some(&[]),
        _ => None,
    }
}

/// Writes the sets and their rows.
pub(super) fn sets(builder: &mut Builder<'_>, code: &mut Code, steps: &mut Steps, ranks: &Ranks, texts: &mut TextBuilder) {
    let program = builder.program;
    for (index, set) in program.sets.iter().enumerate() {
        let set_index = u32::try_from(index).unwrap_or(u32::MAX);
        let start = builder.count(Section::Rows);
        for (place, row) in set.defaults.iter().enumerate() {
            let indices: Vec<u32> = row.steps.iter().flatten().map(|step| steps.step(builder, step)).collect();
            let (head, asked, wanted) = head(&row.head);
            let record = RowRecord {
                head,
                asked,
                wanted,
                deny: u8::from(row.steps.is_none()),
                steps: builder.pools.list(&indices),
                text: texts.entry(builder, &set.name, "", row.because.as_ref()),
                rank: ranks.rows.get(index).and_then(|rows| rows.get(place)).copied().unwrap_or(u32::MAX),
                set: set_index,
                order: u32::try_from(place).unwrap_or(u32::MAX),
            };
            builder.sections.push(Section::Rows, |out| record.write(out));
        }
        let rows = Run { start, len: builder.count(Section::Rows) - start };
        let keys = condition_paths(builder, &set.applies);
        let mut clause = |builder: &mut Builder<'_>, texts: &mut TextBuilder, place: usize, outcome: &CommandOutcome| {
            let indices: Vec<u32> = outcome.steps.iter().flatten().map(|step| steps.step(builder, step)).collect();
            let place = set.defaults.len() + place;
            let record = RowRecord {
                head: row::EVERYTHING,
                asked: 0,
                wanted: 0,
                deny: u8::from(outcome.steps.is_none()),
                steps: builder.pools.list(&indices),
                text: texts.entry(builder, &set.name, "", outcome.because.as_ref()),
                rank: ranks.rows.get(index).and_then(|rows| rows.get(place)).copied().unwrap_or(u32::MAX),
                set: set_index,
                order: u32::try_from(place).unwrap_or(u32::MAX),
            };
            builder.sections.push(Section::Rows, |out| record.write(out))
        };
        let commands = &set.commands;
        let speaks = speaks_of_commands(program, &set.name, commands);
        let otherwise = commands.otherwise.as_ref().map_or(NONE, |outcome| clause(builder, texts, 0, outcome));
        let unsure = clause(builder, texts, 1, commands.unsure.as_ref().unwrap_or(&doubt()));
        let unreadable = if speaks { clause(builder, texts, 2, commands.unreadable.as_ref().unwrap_or(&doubt())) } else { NONE };
        let record = SetRecord {
            otherwise,
            unsure,
            unreadable,
            flags: if commands.first_match { FIRST_MATCH } else { 0 },
            applies: code.program(builder, None, &set.applies),
            rows,
            keys,
            text: texts.entry(builder, &set.name, "", None),
            priority: set.priority,
        };
        builder.sections.push(Section::Sets, |out| record.write(out));
    }
}

fn head(head: &RowHead) -> (u8, u8, u8) {
    match head {
        RowHead::Granted => (row::GRANTED, 0, 0),
        RowHead::Everything => (row::EVERYTHING, 0, 0),
        RowHead::Effects(selector) => {
            let (asked, wanted) = selector_bits(selector);
            (row::EFFECTS, asked, wanted)
        }
    }
}

pub(super) fn selector_bits(selector: &FunctionSelector) -> (u8, u8) {
    let words = [
        (selector.write, effect::WRITE),
        (selector.destructive, effect::DESTRUCTIVE),
        (selector.idempotent, effect::IDEMPOTENT),
        (selector.open_world, effect::OPEN_WORLD),
    ];
    words.into_iter().fold((0, 0), |(asked, wanted), (word, bit)| match word {
        Some(true) => (asked | bit, wanted | bit),
        Some(false) => (asked | bit, wanted),
        None => (asked, wanted),
    })
}

/// The argument paths that items read, in conditions and in what they remember.
pub(super) fn key_paths<'c>(builder: &mut Builder<'_>, items: impl Iterator<Item = &'c CoreItem>) -> Run {
    let mut paths: Vec<(Vec<String>, u16)> = Vec::new();
    for item in items {
        collect(&item.condition, &mut Vec::new(), &mut paths);
        match &item.effect {
            Effect::Move(change) => paths.extend(change.attributes().into_iter().filter_map(|attribute| absolute(attribute, &[]))),
            Effect::Fill { argument, .. } if !argument.is_empty() => paths.push((argument.clone(), 0)),
            _ => {}
        }
    }
    write_paths(builder, paths)
}

/// The same of one condition.
fn condition_paths(builder: &mut Builder<'_>, condition: &Condition) -> Run {
    let mut paths = Vec::new();
    collect(condition, &mut Vec::new(), &mut paths);
    write_paths(builder, paths)
}

/// As a run of `Lists`, through quantifiers into every element.
fn write_paths(builder: &mut Builder<'_>, mut paths: Vec<(Vec<String>, u16)>) -> Run {
    paths.sort();
    paths.dedup();
    if paths.iter().any(|(path, _)| path.len() > limits::PATH_STEPS) {
        builder.error(None, BuildErrorKind::PathDepth);
    }
    let mut indices: Vec<u32> = paths.iter().map(|(path, lists)| builder.pools.key_path(path, *lists)).collect();
    indices.sort_unstable();
    indices.dedup();
    builder.pools.list(&indices)
}

/// A path from the arguments, with a bit for every step behind which each element of a list is meant.
type KeyPath = (Vec<String>, u16);

fn collect(condition: &Condition, binders: &mut Vec<Option<KeyPath>>, out: &mut Vec<KeyPath>) {
    match condition {
        Condition::True | Condition::False => {}
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| collect(part, binders, out)),
        Condition::Not(inner) => collect(inner, binders, out),
        Condition::Atom(atom) => {
            out.extend(atom.attributes().filter_map(|attribute| absolute(attribute, binders)));
            if let Atom::Quantified { list, body, .. } = &**atom {
                binders.push(absolute(list, binders).map(into_elements));
                collect(body, binders, out);
                binders.pop();
            }
        }
    }
}

fn into_elements((path, lists): KeyPath) -> KeyPath {
    let step = path.len().saturating_sub(1).min(15);
    (path, lists | 1 << step)
}

/// The attribute's path from the arguments, if it starts there.
fn absolute(attribute: &Attribute, binders: &[Option<KeyPath>]) -> Option<KeyPath> {
    let (mut path, lists) = match attribute.root {
        Root::Args => (Vec::new(), 0),
        Root::Element(depth) => binders.get(usize::from(depth)).cloned().flatten()?,
        _ => return None,
    };
    path.extend(attribute.path.iter().cloned());
    (!path.is_empty()).then_some((path, lists))
}
