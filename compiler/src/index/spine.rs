//! Building a spine: items filed under their most telling condition, found again by their others where the call's value is unknown.
//!
//! An item is stored once per condition it can be filed under, and once more; nothing is multiplied out. Conditions that cannot file (negations,
//! comparisons of two places, globs without a literal start, expressions) leave the item in the rest, which the report names.

mod filing;

use std::collections::BTreeMap;

use straza_language::core::{Condition, CoreItem};
use straza_runtime::layout::*;

use super::Builder;
use super::report::GroupReport;
use filing::{AccessKey, Filing, filings};

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
    strictness: u8,
    name: &'p CoreItem,
    filings: Vec<Filing>,
}

impl<'p> Filed<'p> {
    /// Reads the conditions it can be filed under.
    pub(super) fn new(index: u32, record: &Item, strictness: u8, item: &'p CoreItem) -> Self {
        Self { index, bits: record.bits, rank: record.rank, strictness, name: item, filings: filings(item, (record.check, record.effect)) }
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
fn summary<'i>(items: impl Iterator<Item = &'i (u64, u32)>) -> (u64, u32) {
    items.fold((0, u32::MAX), |(mask, best), (bits, rank)| (mask | bits, best.min(*rank)))
}

impl Spine<'_, '_, '_> {
    /// Writes a node and what hangs below; its children stand behind it.
    fn node(&mut self, items: Vec<Filed<'_>>, depth: usize) -> u32 {
        let place = self.builder.sections.push(Section::Nodes, |out| Node::default().write(out));
        let (mask, best) = summary(items.iter().map(|item| (item.bits, item.rank)).collect::<Vec<_>>().iter());
        let (rest, tables) = distribute(items, depth);
        if depth == 0 {
            self.note(&rest, &tables);
        }
        let rest = self.leaf(rest, Vec::new(), depth);
        // Children first, so that the node's accesses are one run.
        let accesses: Vec<Access> = tables.into_iter().map(|(key, items)| self.access(&key, items, depth)).collect();
        let start = self.builder.count(Section::Accesses);
        for access in &accesses {
            self.builder.sections.push(Section::Accesses, |out| access.write(out));
        }
        let len = u32::try_from(accesses.len()).unwrap_or(u32::MAX);
        let node = Node { rest, accesses: Run { start, len }, mask, best };
        self.builder.sections.replace(Section::Nodes, place, |out| node.write(out));
        place
    }

    fn note(&mut self, rest: &[Filed<'_>], tables: &[(AccessKey, Vec<(Filed<'_>, Filing)>)]) {
        self.report.residual.extend(rest.iter().filter(|item| item.name.condition != Condition::True).map(|item| item.name.id.to_string()));
        self.report.filed.extend(tables.iter().map(|(key, items)| (key.spelled(), items.len())));
    }

    /// One attribute's table.
    fn access(&mut self, key: &AccessKey, items: Vec<(Filed<'_>, Filing)>, depth: usize) -> Access {
        let (mask, best) = summary(items.iter().map(|(item, _)| (item.bits, item.rank)).collect::<Vec<_>>().iter());
        let unknown = if self.restricts {
            let others = items.iter().map(|(item, used)| without(item, used)).collect();
            self.node(others, depth + 1)
        } else {
            NONE
        };
        let (table, lengths) = if key.is_bound() { (self.bounds(key, items), Run::default()) } else { self.slots(key, items, depth) };
        Access {
            attribute: self.builder.pools.attribute(&key.attribute),
            kind: key.kind,
            flags: key.flags,
            value: key.value,
            reserved: 0,
            table,
            lengths,
            unknown,
            mask,
            best,
        }
    }

    /// Bounds in the order in which a value passes them, each with the best item so far.
    fn bounds(&mut self, key: &AccessKey, mut items: Vec<(Filed<'_>, Filing)>) -> Run {
        items.sort_by(|(a, x), (b, y)| {
            let order = x.bound().cmp(&y.bound());
            (if key.kind == access::ABOVE { order } else { order.reverse() }).then(a.rank.cmp(&b.rank))
        });
        let start = self.builder.count(Section::Bounds);
        let mut best: Option<(u32, u32)> = None;
        for (item, filing) in &items {
            let own = (item.rank, item.index);
            let now = best.map_or(own, |best| best.min(own));
            best = Some(now);
            let literal = filing.literal().map_or(NONE, |literal| self.builder.pools.literal(literal));
            let bound = Bound { literal, item: now.1 };
            self.builder.sections.push(Section::Bounds, |out| bound.write(out));
        }
        Run { start, len: u32::try_from(items.len()).unwrap_or(u32::MAX) }
    }

    /// Hash slots and, for prefixes, the lengths that occur.
    fn slots(&mut self, key: &AccessKey, items: Vec<(Filed<'_>, Filing)>, depth: usize) -> (Run, Run) {
        let mut by_hash: BTreeMap<u64, Vec<(Filed<'_>, Filing)>> = BTreeMap::new();
        let mut lengths: Vec<u32> = Vec::new();
        for (item, filing) in items {
            lengths.extend(filing.lengths());
            for hash in filing.hashes(key) {
                by_hash.entry(hash).or_default().push((item.clone(), filing.clone()));
            }
        }
        lengths.sort_unstable();
        lengths.dedup();
        let leaves: Vec<(u64, u32)> = by_hash.into_iter().map(|(hash, items)| (hash, self.slot_leaf(items, depth))).collect();
        let size = (leaves.len() * 2).next_power_of_two();
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
        let run = Run { start, len: u32::try_from(size).unwrap_or(u32::MAX) };
        (run, if key.is_prefix() { self.builder.pools.list(&lengths) } else { Run::default() })
    }

    /// The items behind one value: a plain list, or filed further where they are many and have another condition.
    fn slot_leaf(&mut self, items: Vec<(Filed<'_>, Filing)>, depth: usize) -> u32 {
        let items = distinct(items);
        self.report.largest_leaf = self.report.largest_leaf.max(items.len());
        if items.len() <= FAT_LEAF || depth + 1 >= DEPTH {
            return self.leaf(items.into_iter().map(|(item, _)| item).collect(), Vec::new(), depth);
        }
        let rest: Vec<Filed<'_>> = items.iter().map(|(item, used)| without(item, used)).collect();
        let (further, plain): (Vec<_>, Vec<_>) = rest.into_iter().partition(|item| !item.filings.is_empty());
        self.leaf(plain, further, depth)
    }

    /// Writes a leaf: some items listed strictest first, others filed further.
    fn leaf(&mut self, mut items: Vec<Filed<'_>>, further: Vec<Filed<'_>>, depth: usize) -> u32 {
        if items.is_empty() && further.is_empty() {
            return NONE;
        }
        items.sort_by_key(|item| (std::cmp::Reverse(item.strictness), item.rank));
        let (mask, best) = summary(items.iter().chain(&further).map(|item| (item.bits, item.rank)).collect::<Vec<_>>().iter());
        let indices: Vec<u32> = items.iter().map(|item| item.index).collect();
        let node = if further.is_empty() { NONE } else { self.node(further, depth + 1) };
        let leaf = Leaf { items: self.builder.pools.list(&indices), node, mask, best };
        self.builder.sections.push(Section::Leaves, |out| leaf.write(out))
    }
}

/// The same item may stand under one value twice (`x in ["a", "a"]`).
fn distinct<'p>(mut items: Vec<(Filed<'p>, Filing)>) -> Vec<(Filed<'p>, Filing)> {
    items.sort_by_key(|(item, _)| item.index);
    items.dedup_by_key(|(item, _)| item.index);
    items
}

/// The item with one way of filing it taken away.
fn without<'p>(item: &Filed<'p>, used: &Filing) -> Filed<'p> {
    Filed { filings: item.filings.iter().filter(|filing| *filing != used).cloned().collect(), ..item.clone() }
}

/// Items that cannot be filed, and those that can by the attribute they are filed under: of an item's conditions the one whose attribute tells most items of
/// this node apart, equality before elements before prefixes before bounds.
#[expect(clippy::type_complexity, reason = "the two halves of one partition")]
fn distribute<'p>(items: Vec<Filed<'p>>, depth: usize) -> (Vec<Filed<'p>>, Vec<(AccessKey, Vec<(Filed<'p>, Filing)>)>) {
    let mut values: BTreeMap<AccessKey, Vec<u64>> = BTreeMap::new();
    for filing in items.iter().flat_map(|item| &item.filings) {
        values.entry(filing.key.clone()).or_default().extend(filing.hashes(&filing.key));
    }
    let told_apart: BTreeMap<AccessKey, usize> = values
        .into_iter()
        .map(|(key, mut hashes)| {
            hashes.sort_unstable();
            hashes.dedup();
            (key, hashes.len())
        })
        .collect();
    let mut rest = Vec::new();
    let mut tables: BTreeMap<AccessKey, Vec<(Filed<'p>, Filing)>> = BTreeMap::new();
    for item in items {
        let telling = |filing: &&Filing| (std::cmp::Reverse(filing.key.class()), told_apart.get(&filing.key).copied().unwrap_or(0));
        let best = if depth < DEPTH { item.filings.iter().rev().max_by_key(telling).cloned() } else { None };
        match best {
            Some(filing) => tables.entry(filing.key.clone()).or_default().push((item, filing)),
            None => rest.push(item),
        }
    }
    (rest, tables.into_iter().collect())
}
