//! The walk of an index spine: which items can apply to this call, the rest never looked at.
//!
//! Items are filed under one of their conditions (a value, an element, a beginning, an ending, a part, a bound); where the call's value is unknown
//! the same items are found again by their other conditions, so that a missing value never hides a restriction. A node or leaf is skipped, and
//! a loop over either ended, when nothing below can make the answer stricter or better ranked.

mod table;
mod view;

use crate::compiled::Core;
use crate::evaluate::{Evaluation, Listed, Seen, see};
use crate::layout::*;

pub(crate) use table::Window;
pub use table::{bin_hash, number_hash, number_key, text_hash, window_hash};
use view::Viewed;
pub use view::backward_hash;

/// What the walk does with an item, and when it may skip.
pub(crate) trait Visitor<'a> {
    /// Whether nothing with these bits and ranks of at least `best` can matter. `certain`: the items below may be certainly true.
    fn skips(&self, mask: u64, best: u32, certain: bool) -> bool;
    /// Evaluates an item.
    fn visit(&mut self, evaluation: &mut Evaluation<'a>, index: u32, item: &Item);
}

/// Walks a spine.
pub(crate) fn walk<'a>(evaluation: &mut Evaluation<'a>, node: u32, certain: bool, visitor: &mut impl Visitor<'a>) {
    let core = evaluation.core;
    let Some(node) = core.node(node) else { return };
    evaluation.charge(1);
    if visitor.skips(node.mask, node.best, certain) || evaluation.is_spent() {
        return;
    }
    leaf(evaluation, node.rest, certain, visitor);
    for index in node.accesses.range() {
        let Some(access) = core.access(index as u32) else { continue };
        evaluation.charge(2);
        if visitor.skips(access.mask, access.best, certain) {
            // The tables stand strictest first: often none of the others matters either.
            if visitor.skips(node.mask, node.best, certain) {
                return;
            }
            continue;
        }
        search(evaluation, &access, certain, visitor);
    }
}

/// One access table.
fn search<'a>(evaluation: &mut Evaluation<'a>, access: &Access, certain: bool, visitor: &mut impl Visitor<'a>) {
    let Some(attribute) = evaluation.core.attribute(access.attribute) else { return };
    let unknown = if access::is_element(access.kind) {
        elements(evaluation, access, &attribute, certain, visitor)
    } else {
        let seen = evaluation.read(&attribute);
        let absent = matches!(seen, Seen::Absent) && access.flags & access::PRESENCE != 0;
        !absent && !value(evaluation, access, &attribute, seen, certain, visitor)
    };
    if unknown && access.unknown != NONE {
        walk(evaluation, access.unknown, false, visitor);
    }
}

/// Each element of a list; whether something stayed unknown.
fn elements<'a>(
    evaluation: &mut Evaluation<'a>,
    access: &Access,
    attribute: &AttributeRecord,
    certain: bool,
    visitor: &mut impl Visitor<'a>,
) -> bool {
    let listed = evaluation.list(attribute);
    // Where it is not known what a path is relative to, not even an empty list says that it is not there.
    let mut unknown = listed.is_open() || evaluation.below_anchor("/", access.anchor).is_none();
    // Nearly every list is one of the call's JSON.
    if let Listed::Values { seen, .. } = listed {
        for element in seen {
            evaluation.charge(2);
            unknown |= evaluation.is_spent() || !value(evaluation, access, attribute, see(element), certain, visitor);
        }
        return unknown;
    }
    for element in listed.elements() {
        evaluation.charge(2);
        if evaluation.is_spent() {
            return true;
        }
        unknown |= !value(evaluation, access, attribute, element.see(), certain && element.is_certain(), visitor);
    }
    unknown
}

/// A value; whether it was of a kind that the table answers for.
fn value<'a>(
    evaluation: &mut Evaluation<'a>,
    access: &Access,
    attribute: &AttributeRecord,
    seen: Seen<'_>,
    certain: bool,
    visitor: &mut impl Visitor<'a>,
) -> bool {
    match access.kind {
        access::ABOVE | access::BELOW => bounds(evaluation, access, seen, certain, visitor),
        access::RANGE => bins(evaluation, access, seen, certain, visitor),
        access::EQUAL | access::ELEMENT => equal(evaluation, access, attribute, seen, certain, visitor),
        _ => pieces(evaluation, access, attribute, seen, certain, visitor),
    }
}

/// Looks a whole value up.
fn equal<'a>(
    evaluation: &mut Evaluation<'a>,
    access: &Access,
    attribute: &AttributeRecord,
    seen: Seen<'_>,
    certain: bool,
    visitor: &mut impl Visitor<'a>,
) -> bool {
    let hash = match view::of_whole(evaluation, access, seen) {
        Viewed::Text(text) => {
            evaluation.charge(text.len() as u64);
            text_hash(access.value, attribute.reading, text)
        }
        Viewed::Hash(hash) => hash,
        Viewed::Elsewhere => return true,
        Viewed::Unknown => return false,
    };
    slot(evaluation, access, hash, certain, visitor);
    true
}

/// Looks what a text begins with, ends with or contains up.
fn pieces<'a>(
    evaluation: &mut Evaluation<'a>,
    access: &Access,
    attribute: &AttributeRecord,
    seen: Seen<'_>,
    certain: bool,
    visitor: &mut impl Visitor<'a>,
) -> bool {
    let text = match view::of_pieces(evaluation, access, seen) {
        Viewed::Text(text) => text,
        Viewed::Elsewhere => return true,
        _ => return false,
    };
    let Some(bytes) = view::Bytes::of(text, access, attribute) else { return false };
    evaluation.charge(text.len() as u64);
    match access.kind {
        access::PREFIX | access::ELEMENT_PREFIX => {
            let mut steps = Steps::new(evaluation, access);
            bytes.forward(&mut |byte| steps.push(byte, |evaluation, hash| slot(evaluation, access, hash, certain, visitor)));
        }
        access::SUFFIX | access::ELEMENT_SUFFIX => {
            let mut steps = Steps::new(evaluation, access);
            bytes.backward(&mut |byte| steps.push(byte, |evaluation, hash| slot(evaluation, access, hash, certain, visitor)));
        }
        _ => windows(evaluation, access, bytes, text.len(), certain, visitor),
    }
    true
}

/// A text read byte by byte, its hash looked up at each length that the table knows.
struct Steps<'e, 'a, L> {
    evaluation: &'e mut Evaluation<'a>,
    hasher: Hasher,
    done: u32,
    lengths: L,
    due: Option<u32>,
}

impl<'e, 'a> Steps<'e, 'a, ()> {
    fn new(evaluation: &'e mut Evaluation<'a>, access: &Access) -> Steps<'e, 'a, impl Iterator<Item = u32> + use<'a>> {
        let core = evaluation.core;
        let mut lengths = core.list(access.lengths);
        let due = lengths.next();
        Steps { evaluation, hasher: Hasher::new(access.value), done: 0, lengths, due }
    }
}

impl<'a, L: Iterator<Item = u32>> Steps<'_, 'a, L> {
    /// Whether to go on.
    fn push(&mut self, byte: u8, look_up: impl FnOnce(&mut Evaluation<'a>, u64)) -> bool {
        self.hasher.push(byte);
        self.done += 1;
        if self.due == Some(self.done) {
            self.evaluation.charge(1);
            self.due = self.lengths.next();
            look_up(self.evaluation, self.hasher.finish());
        }
        self.due.is_some() && !self.evaluation.is_spent()
    }
}

/// Leaves that windows of one text led to, each once; beyond these the table is gone through as a whole.
const HITS: usize = 64;

/// Every window of the text, then the items behind those that the table knows.
fn windows<'a>(
    evaluation: &mut Evaluation<'a>,
    access: &Access,
    bytes: view::Bytes<'_>,
    length: usize,
    certain: bool,
    visitor: &mut impl Visitor<'a>,
) {
    let core = evaluation.core;
    let mut hits = Hits { leaves: [NONE; HITS], count: 0, overflown: false };
    for size in core.list(access.lengths) {
        evaluation.charge(2 * length as u64 + 1);
        if evaluation.is_spent() {
            return;
        }
        let Some(mut window) = table::Window::of(size) else { continue };
        bytes.backward(&mut |byte| {
            if let Some(leaf) = window.push(byte).and_then(|hash| table::leaf(core, access, hash)) {
                hits.add(leaf);
            }
            !hits.overflown
        });
    }
    if hits.overflown {
        for index in access.table.range() {
            let Some(slot) = core.slot(index as u32) else { continue };
            leaf(evaluation, slot.leaf, certain, visitor);
        }
        return;
    }
    for found in hits.leaves.iter().take(hits.count) {
        leaf(evaluation, *found, certain, visitor);
    }
}

struct Hits {
    leaves: [u32; HITS],
    count: usize,
    overflown: bool,
}

impl Hits {
    fn add(&mut self, leaf: u32) {
        if self.leaves.iter().take(self.count).any(|known| *known == leaf) {
            return;
        }
        match self.leaves.get_mut(self.count) {
            Some(place) => {
                *place = leaf;
                self.count += 1;
            }
            None => self.overflown = true,
        }
    }
}

/// The bins that a number lies in.
fn bins<'a>(evaluation: &mut Evaluation<'a>, access: &Access, seen: Seen<'_>, certain: bool, visitor: &mut impl Visitor<'a>) -> bool {
    let Seen::Number(number) = seen else { return false };
    let (core, key) = (evaluation.core, number_key(number));
    for level in core.list(access.lengths) {
        evaluation.charge(1);
        slot(evaluation, access, bin_hash(level, key), certain, visitor);
    }
    true
}

/// The leaf with a hash, if there is one. Two values with one hash share a leaf; items are evaluated in full, so that only costs a visit.
fn slot<'a>(evaluation: &mut Evaluation<'a>, access: &Access, hash: u64, certain: bool, visitor: &mut impl Visitor<'a>) {
    if let Some(found) = table::leaf(evaluation.core, access, hash) {
        leaf(evaluation, found, certain, visitor);
    }
}

/// Bounds on one side of a number: where each is its item's whole condition the best of those that are passed answers for all.
fn bounds<'a>(evaluation: &mut Evaluation<'a>, access: &Access, seen: Seen<'_>, certain: bool, visitor: &mut impl Visitor<'a>) -> bool {
    let Seen::Number(number) = seen else { return false };
    evaluation.charge(38);
    let passed = table::passed(evaluation, access, number);
    let core = evaluation.core;
    let first = if access.flags & access::EACH != 0 { access.table.start } else { passed.saturating_sub(1).max(access.table.start) };
    for bound in (first..passed).filter_map(|index| core.bound(index)) {
        if evaluation.is_spent() {
            break;
        }
        one(evaluation, bound.item, certain, visitor);
    }
    true
}

/// The items of a leaf, and what is filed further. A node stands behind the one that leads to it, so this ends.
fn leaf<'a>(evaluation: &mut Evaluation<'a>, leaf: u32, certain: bool, visitor: &mut impl Visitor<'a>) {
    let core = evaluation.core;
    let Some(leaf) = core.leaf(leaf) else { return };
    evaluation.charge(1);
    if visitor.skips(leaf.mask, leaf.best, certain) {
        return;
    }
    let items = core.records::<4>(Section::Lists, leaf.items).unwrap_or_default();
    let mut at = 0;
    while let Some(index) = items.get(at).map(|index| u32::from_le_bytes(*index)) {
        let Some(item) = core.item_record(index) else { return };
        evaluation.charge(2);
        if evaluation.is_spent() {
            return;
        }
        if visitor.skips(item.bits, item.rank, certain) {
            at = run_end(core, items, at + 1, item.bits);
            continue;
        }
        visitor.visit(evaluation, index, &item);
        at += 1;
    }
    if leaf.node != NONE {
        walk(evaluation, leaf.node, certain, visitor);
    }
}

/// The first place from `from` on whose item has other bits: those with equal bits stand together by rank, so where one cannot matter none behind
/// it can.
fn run_end(core: &Core, items: &[[u8; 4]], from: usize, bits: u64) -> usize {
    let same = |index: &[u8; 4]| core.item_record(u32::from_le_bytes(*index)).is_some_and(|item| item.bits == bits);
    match items.get(from) {
        Some(next) if same(next) => from + items.get(from..).map_or(0, |rest| rest.partition_point(same)),
        _ => from,
    }
}

fn one<'a>(evaluation: &mut Evaluation<'a>, index: u32, certain: bool, visitor: &mut impl Visitor<'a>) {
    let Some(item) = evaluation.core.item_record(index) else { return };
    evaluation.charge(2);
    if !visitor.skips(item.bits, item.rank, certain) {
        visitor.visit(evaluation, index, &item);
    }
}
