//! Building a spine: items filed under their most telling condition, found again by their others where the call's value is unknown.
//!
//! An item is stored once per condition it can be filed under, and once more; nothing is multiplied out. Conditions that cannot file (negations,
//! comparisons of two places, patterns without a literal piece) leave the item in the rest, which the report names.

mod filing;
mod windows;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use straza_language::core::{Condition, CoreItem};
use straza_runtime::decimal::Decimal;
use straza_runtime::layout::*;
use straza_runtime::spine::number_key;

use super::Builder;
use super::report::GroupReport;
pub(super) use filing::literal_runs;
use filing::{AccessKey, Filing, Way, filings};

pub(super) use windows::piece_windows;

/// Leaves with more items are filed further by another condition.
const FAT_LEAF: usize = 16;

/// How many times an item may be filed on one way down.
const DEPTH: usize = 6;

/// An item on its way into a spine.
#[derive(Clone)]
pub(super) struct Filed<'p> {
    index: u32,
    bits: u64,
    rank: u32,
    name: &'p CoreItem,
    filings: Rc<[Filing]>,
    /// Bit i: the i-th way of filing has been used, or tells nothing any more.
    used: u64,
}

/// One of an item's ways of filing.
type Choice = usize;

impl<'p> Filed<'p> {
    /// Reads the conditions it can be filed under.
    pub(super) fn new(builder: &mut Builder<'_>, index: u32, record: &Item, item: &'p CoreItem) -> Self {
        let mut filings = filings(&mut builder.pools, item, (record.bits, record.check, record.effect));
        filings.truncate(u64::BITS as usize);
        Self { index, bits: record.bits, rank: record.rank, name: item, filings: filings.into(), used: 0 }
    }

    fn order(&self) -> (bool, std::cmp::Reverse<u64>, u32) {
        leaf_order(self.bits, self.rank)
    }

    /// Ways of filing that are left.
    fn open(&self) -> impl Iterator<Item = (Choice, &Filing)> {
        self.filings.iter().enumerate().filter(|(place, _)| self.used >> place & 1 == 0)
    }

    fn filing(&self, choice: Choice) -> impl Iterator<Item = &Way> {
        self.filings.get(choice).into_iter().flat_map(|filing| &filing.ways)
    }

    /// The item with one way of filing it taken away.
    fn without(&self, choice: Choice) -> Self {
        Self { used: self.used | 1 << choice, ..self.clone() }
    }

    /// The item where an attribute is unknown: nothing that asks about that attribute alone tells anything.
    fn unknowing(&self, choice: Choice, attribute: u32) -> Self {
        let about = self.filings.iter().enumerate().filter(|(_, filing)| filing.is_on(attribute));
        let used = about.fold(self.used | 1 << choice, |used, (place, _)| used | 1 << place);
        Self { used, ..self.clone() }
    }
}

/// Writes the spine of some items; [`NONE`] for none. `restricts`: items must also be found where a value is unknown.
pub(super) fn build(builder: &mut Builder<'_>, items: Vec<Filed<'_>>, restricts: bool, report: &mut GroupReport) -> u32 {
    if items.is_empty() {
        return NONE;
    }
    Spine { builder, restricts, report }.node(items, 0)
}

struct Spine<'b, 'p, 'r> {
    builder: &'b mut Builder<'p>,
    restricts: bool,
    report: &'r mut GroupReport,
}

/// Union of bits and least rank of items.
fn summary<'i, 'p: 'i>(items: impl Iterator<Item = &'i Filed<'p>>) -> (u64, u32) {
    items.fold((0, u32::MAX), |(mask, best), item| (mask | item.bits, best.min(item.rank)))
}

/// An item and the way by which a table has it.
type Member<'p> = (Filed<'p>, Choice);

impl Spine<'_, '_, '_> {
    /// Writes a node and what hangs below; its children stand behind it.
    fn node(&mut self, items: Vec<Filed<'_>>, depth: usize) -> u32 {
        let place = self.builder.sections.push(Section::Nodes, |out| Node::default().write(out));
        let (mask, best) = summary(items.iter());
        let (rest, tables) = distribute(items, depth);
        if depth == 0 {
            self.note(&rest, &tables);
        }
        let rest = self.leaf(rest, Vec::new(), depth);
        // Children first, so that the node's accesses are one run.
        let mut accesses: Vec<Access> = tables.into_iter().map(|(key, items)| self.access(&key, items, depth)).collect();
        accesses.sort_by_key(|access| leaf_order(access.mask, access.best));
        let start = self.builder.count(Section::Accesses);
        for access in &accesses {
            self.builder.sections.push(Section::Accesses, |out| access.write(out));
        }
        let len = narrow(accesses.len());
        let node = Node { rest, accesses: Run { start, len }, mask, best };
        self.builder.sections.replace(Section::Nodes, place, |out| node.write(out));
        place
    }

    fn note(&mut self, rest: &[Filed<'_>], tables: &BTreeMap<AccessKey, Vec<Member<'_>>>) {
        self.report.residual.extend(rest.iter().filter(|item| item.name.condition != Condition::True).map(|item| item.name.id.to_string()));
        let spelled = |key: &AccessKey| format!("{} {}", self.builder.pools.spelled(key.attribute), key.spelled());
        let filed = tables.iter().map(|(key, items)| (spelled(key), items.len()));
        for (spelled, items) in filed.collect::<Vec<_>>() {
            match self.report.filed.iter_mut().find(|(have, _)| *have == spelled) {
                Some((_, count)) => *count += items,
                None => self.report.filed.push((spelled, items)),
            }
        }
    }

    /// One attribute's table.
    fn access(&mut self, key: &AccessKey, items: Vec<Member<'_>>, depth: usize) -> Access {
        let (mask, best) = summary(items.iter().map(|(item, _)| item));
        let unknown = if self.restricts {
            let others = items.iter().map(|(item, choice)| item.unknowing(*choice, key.attribute)).collect();
            self.node(others, depth + 1)
        } else {
            NONE
        };
        let (table, lengths) =
            if access::is_bound(key.kind) { (self.bounds(key, items), Run::default()) } else { self.slots(key, items, depth) };
        Access {
            attribute: key.attribute,
            kind: key.kind,
            flags: key.flags,
            value: key.value,
            anchor: key.anchor,
            table,
            lengths,
            unknown,
            mask,
            best,
        }
    }

    /// Bounds in the order in which a value passes them, each with the best item so far, or its own.
    fn bounds(&mut self, key: &AccessKey, items: Vec<Member<'_>>) -> Run {
        let bound = |(item, choice): &Member<'_>| item.filing(*choice).find(|way| way.key == *key).and_then(|way| way.bound);
        let mut items: Vec<_> = items.iter().filter_map(|member| Some((bound(member)?, &member.0))).collect();
        items.sort_by(|(x, a), (y, b)| {
            let order = x.cmp(y);
            (if key.kind == access::ABOVE { order } else { order.reverse() }).then(a.rank.cmp(&b.rank))
        });
        let start = self.builder.count(Section::Bounds);
        let mut best: Option<(u32, u32)> = None;
        for (bound, item) in &items {
            let own = (item.rank, item.index);
            let now = best.filter(|_| key.flags & access::EACH == 0).map_or(own, |best| best.min(own));
            best = Some(now);
            let literal = self.builder.pools.literal(&straza_language::core::Literal::Number(*bound));
            let place = Decimal::new(bound.coefficient, bound.exponent).map_or(0, number_key);
            let record = Bound { key: place, literal, item: now.1 };
            self.builder.sections.push(Section::Bounds, |out| record.write(out));
        }
        Run { start, len: narrow(items.len()) }
    }

    /// Hash slots and, for pieces and bins, the lengths that occur.
    fn slots(&mut self, key: &AccessKey, items: Vec<Member<'_>>, depth: usize) -> (Run, Run) {
        let mut filed: Vec<(u64, u32)> = Vec::new();
        let mut lengths: Vec<u32> = Vec::new();
        {
            let ways: Vec<(u32, &Way)> = (0u32..)
                .zip(&items)
                .filter_map(|(place, (item, choice))| Some((place, item.filing(*choice).find(|way| way.key == *key)?)))
                .collect();
            if key.is_window() {
                windows::choose(&ways, &mut filed, &mut lengths);
            } else {
                for (place, way) in ways {
                    lengths.extend(&way.lengths);
                    filed.extend(way.hashes.iter().map(|hash| (*hash, place)));
                }
            }
        }
        lengths.sort_unstable();
        lengths.dedup();
        filed.sort_unstable();
        filed.dedup();
        let mut leaves: Vec<(u64, u32)> = Vec::new();
        for run in filed.chunk_by(|(a, _), (b, _)| a == b) {
            let members = run.iter().filter_map(|(_, place)| items.get(*place as usize)).collect();
            leaves.extend(run.first().map(|(hash, _)| (*hash, self.slot_leaf(members, depth))));
        }
        drop(items);
        (self.hash_table(leaves), self.builder.pools.list(&lengths))
    }

    fn hash_table(&mut self, leaves: Vec<(u64, u32)>) -> Run {
        let size = (leaves.len() * 3 / 2 + 1).next_power_of_two();
        let mut table = vec![Slot { hash: 0, leaf: NONE }; size];
        for (hash, leaf) in leaves {
            let start = hash as usize & (size - 1);
            let free = (0..size).map(|step| (start + step) & (size - 1)).find(|at| table.get(*at).is_some_and(|slot| slot.leaf == NONE));
            if let Some(slot) = free.and_then(|at| table.get_mut(at)) {
                *slot = Slot { hash, leaf };
            }
        }
        let start = self.builder.count(Section::Slots);
        for slot in &table {
            self.builder.sections.push(Section::Slots, |out| slot.write(out));
        }
        Run { start, len: narrow(size) }
    }

    /// The items behind one value: a plain list, or filed further where they are many and have another condition.
    fn slot_leaf(&mut self, items: Vec<&Member<'_>>, depth: usize) -> u32 {
        self.report.largest_leaf = self.report.largest_leaf.max(items.len());
        if items.len() <= FAT_LEAF || depth + 1 >= DEPTH {
            return self.leaf(items.into_iter().map(|(item, _)| item.clone()).collect(), Vec::new(), depth);
        }
        let rest = items.into_iter().map(|(item, choice)| item.without(*choice));
        let (further, plain): (Vec<_>, Vec<_>) = rest.partition(|item| item.open().next().is_some());
        self.leaf(plain, further, depth)
    }

    /// Writes a leaf: some items listed, others filed further.
    fn leaf(&mut self, mut items: Vec<Filed<'_>>, further: Vec<Filed<'_>>, depth: usize) -> u32 {
        if items.is_empty() && further.is_empty() {
            return NONE;
        }
        items.sort_by_key(Filed::order);
        let (mask, best) = summary(items.iter().chain(&further));
        let indices: Vec<u32> = items.iter().map(|item| item.index).collect();
        let node = if further.is_empty() { NONE } else { self.node(further, depth + 1) };
        let leaf = Leaf { items: self.builder.pools.list(&indices), node, mask, best };
        self.builder.sections.push(Section::Leaves, |out| leaf.write(out))
    }
}

fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// Items that cannot be filed, and those that can by the table they are filed in: of an item's conditions the one that tells most items of this
/// node apart, of two that tell about as many apart the one that is cheaper to look up.
fn distribute<'p>(items: Vec<Filed<'p>>, depth: usize) -> (Vec<Filed<'p>>, BTreeMap<AccessKey, Vec<Member<'p>>>) {
    let mut rest = Vec::new();
    let mut tables: BTreeMap<AccessKey, Vec<Member<'p>>> = BTreeMap::new();
    if depth >= DEPTH {
        return (items, tables);
    }
    let told_apart = told_apart(&items);
    for item in items {
        let telling = |filing: &Filing| {
            let least = filing.ways.iter().map(|way| told_apart.get(&way.key).copied().unwrap_or(0)).min().unwrap_or(0);
            // Twice as many is not worth a dearer look; eight times as many is.
            (least.checked_ilog2().unwrap_or(0) / 3, std::cmp::Reverse(filing.class()), least)
        };
        let best = item.open().map(|(choice, filing)| (telling(filing), std::cmp::Reverse(choice))).max();
        match best {
            Some((_, std::cmp::Reverse(choice))) => {
                for key in item.filing(choice).map(|way| way.key).collect::<Vec<_>>() {
                    tables.entry(key).or_default().push((item.clone(), choice));
                }
            }
            None => rest.push(item),
        }
    }
    (rest, tables)
}

/// How many values each table would tell apart.
fn told_apart(items: &[Filed<'_>]) -> HashMap<AccessKey, usize> {
    let mut values: HashMap<AccessKey, Vec<u64>> = HashMap::new();
    for way in items.iter().flat_map(Filed::open).flat_map(|(_, filing)| &filing.ways) {
        let pieces = way.pieces.iter().filter_map(|choices| choices.iter().max_by_key(|piece| piece.len()));
        values.entry(way.key).or_default().extend(way.hashes.iter().copied().chain(pieces.map(|piece| hash(0, piece))));
    }
    let distinct = |mut hashes: Vec<u64>| {
        hashes.sort_unstable();
        hashes.dedup();
        hashes.len()
    };
    values.into_iter().map(|(key, hashes)| (key, distinct(hashes))).collect()
}
