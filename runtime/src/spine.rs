//! The walk of an index spine: which items can apply to this call, the rest never looked at.
//!
//! Items are filed under one of their conditions (a value, an element, a prefix, a bound); where the call's value is unknown the same items are found again
//! by their other conditions, so that a missing value never hides a restriction. A node or leaf is skipped when nothing below can make the
//! answer stricter or better ranked.

use crate::compiled::Core;
use crate::evaluate::{Evaluation, Seen};
use crate::layout::*;
use crate::text::{self, Folding};

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
            continue;
        }
        search(evaluation, &access, certain, visitor);
    }
}

/// One access table.
fn search<'a>(evaluation: &mut Evaluation<'a>, access: &Access, certain: bool, visitor: &mut impl Visitor<'a>) {
    let Some(attribute) = evaluation.core.attribute(access.attribute) else { return };
    let unknown = match access.kind {
        access::ELEMENT | access::ELEMENT_PREFIX => elements(evaluation, access, &attribute, certain, visitor),
        _ => {
            let seen = evaluation.read(&attribute);
            let absent = matches!(seen, Seen::Absent) && access.flags & access::PRESENCE != 0;
            !absent && !single(evaluation, access, &attribute, seen, certain, visitor)
        }
    };
    if unknown && access.unknown != NONE {
        walk(evaluation, access.unknown, false, visitor);
    }
}

/// A single value; whether it was of a kind that the table answers for.
fn single<'a>(
    evaluation: &mut Evaluation<'a>,
    access: &Access,
    attribute: &AttributeRecord,
    seen: Seen<'_>,
    certain: bool,
    visitor: &mut impl Visitor<'a>,
) -> bool {
    match access.kind {
        access::ABOVE | access::BELOW => bounds(evaluation, access, seen, certain, visitor),
        _ => probe(evaluation, access, attribute, seen, certain, visitor),
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
    let mut unknown = listed.is_open();
    for element in listed.elements() {
        evaluation.charge(2);
        if evaluation.is_spent() {
            return true;
        }
        unknown |= !probe(evaluation, access, attribute, element.see(), certain && element.is_certain(), visitor);
    }
    unknown
}

/// Looks a value, or its prefixes, up by hash; whether it was of the table's kind.
fn probe<'a>(
    evaluation: &mut Evaluation<'a>,
    access: &Access,
    attribute: &AttributeRecord,
    seen: Seen<'_>,
    certain: bool,
    visitor: &mut impl Visitor<'a>,
) -> bool {
    let Some(bytes) = text_of_kind(seen, access.value) else {
        let Some(hash) = scalar_hash(seen, access.value) else { return false };
        slot(evaluation, access, hash, certain, visitor);
        return true;
    };
    evaluation.charge(bytes.len() as u64);
    match access.kind {
        access::PREFIX | access::ELEMENT_PREFIX => prefixes(evaluation, access, bytes, certain, visitor),
        _ => slot(evaluation, access, text_hash(access.value, attribute.reading, bytes), certain, visitor),
    }
    true
}

fn text_of_kind(seen: Seen<'_>, value: u8) -> Option<&str> {
    match (seen, value) {
        (Seen::Text(text), literal::TEXT) | (Seen::Path(text), literal::PATH) => Some(text),
        _ => None,
    }
}

/// Hash of a boolean or number of the table's kind.
pub(crate) fn scalar_hash(seen: Seen<'_>, value: u8) -> Option<u64> {
    match (seen, value) {
        (Seen::Boolean(truth), literal::BOOLEAN) => Some(hash(literal::BOOLEAN, &[u8::from(truth)])),
        (Seen::Number(number), literal::NUMBER) => Some(number_hash(number.coefficient(), number.exponent())),
        _ => None,
    }
}

/// Hash of a number, for the compiler as well.
pub fn number_hash(coefficient: i128, exponent: i32) -> u64 {
    let mut hasher = Hasher::new(literal::NUMBER);
    hasher.write(&coefficient.to_le_bytes());
    hasher.write(&exponent.to_le_bytes());
    hasher.finish()
}

/// Hash of a text as its reading compares it, for the compiler as well.
pub fn text_hash(value: u8, reading: u8, text: &str) -> u64 {
    let folding = match reading {
        reading::FOLD => Folding::Fold,
        reading::ALNUM => Folding::Alnum,
        _ => return hash(value, text.as_bytes()),
    };
    let mut hasher = Hasher::new(value);
    let mut buffer = [0; 4];
    for character in text::Folded::new(text, folding) {
        hasher.write(character.encode_utf8(&mut buffer).as_bytes());
    }
    hasher.finish()
}

fn prefixes<'a>(evaluation: &mut Evaluation<'a>, access: &Access, text: &str, certain: bool, visitor: &mut impl Visitor<'a>) {
    let core = evaluation.core;
    let mut hasher = Hasher::new(access.value);
    let mut done = 0;
    for length in core.list(access.lengths) {
        evaluation.charge(1);
        let Some(part) = text.as_bytes().get(done..length as usize) else { return };
        hasher.write(part);
        done = length as usize;
        slot(evaluation, access, hasher.finish(), certain, visitor);
    }
}

/// The leaf with a hash, if there is one. Two values with one hash share a leaf; items are evaluated in full, so that only costs a visit.
fn slot<'a>(evaluation: &mut Evaluation<'a>, access: &Access, hash: u64, certain: bool, visitor: &mut impl Visitor<'a>) {
    let Some(mask) = access.table.len.checked_sub(1) else { return };
    let mut at = hash as u32 & mask;
    for _ in 0..access.table.len {
        let Some(slot) = access.table.start.checked_add(at).and_then(|index| evaluation.core.slot(index)) else { return };
        if slot.leaf == NONE {
            return;
        }
        if slot.hash == hash {
            return leaf(evaluation, slot.leaf, certain, visitor);
        }
        at = (at + 1) & mask;
    }
}

/// Bounds on one side of a number: the best item of all of them answers for all, for each of them is its item's whole condition.
fn bounds<'a>(evaluation: &mut Evaluation<'a>, access: &Access, seen: Seen<'_>, certain: bool, visitor: &mut impl Visitor<'a>) -> bool {
    let Seen::Number(number) = seen else { return false };
    evaluation.charge(38);
    let core = evaluation.core;
    let passed = |index: u32| {
        let bound = core.bound(index)?;
        let Seen::Number(limit) = evaluation.literal(bound.literal) else { return None };
        let strict = access.flags & access::STRICT != 0;
        let (lower, upper) = if access.kind == access::ABOVE { (limit, number) } else { (number, limit) };
        Some(lower < upper || (!strict && lower == upper))
    };
    let (mut low, mut high) = (access.table.start, access.table.start.saturating_add(access.table.len));
    while low < high {
        let middle = low + (high - low) / 2;
        if passed(middle) == Some(true) { low = middle + 1 } else { high = middle }
    }
    let best = low.checked_sub(1).filter(|index| *index >= access.table.start);
    if let Some(bound) = best.and_then(|index| core.bound(index)) {
        one(evaluation, bound.item, certain, visitor);
    }
    true
}

/// The items of a leaf, strictest first, then by rank, and what is filed further. A node stands behind the one that leads to it, so this ends.
fn leaf<'a>(evaluation: &mut Evaluation<'a>, leaf: u32, certain: bool, visitor: &mut impl Visitor<'a>) {
    let core = evaluation.core;
    let Some(leaf) = core.leaf(leaf) else { return };
    evaluation.charge(1);
    if visitor.skips(leaf.mask, leaf.best, certain) {
        return;
    }
    for index in core.list(leaf.items) {
        if evaluation.is_spent() {
            return;
        }
        one(evaluation, index, certain, visitor);
    }
    if leaf.node != NONE {
        walk(evaluation, leaf.node, certain, visitor);
    }
}

fn one<'a>(evaluation: &mut Evaluation<'a>, index: u32, certain: bool, visitor: &mut impl Visitor<'a>) {
    let Some(item) = item(evaluation.core, index) else { return };
    evaluation.charge(1);
    if !visitor.skips(item.bits, item.rank, certain) {
        visitor.visit(evaluation, index, &item);
    }
}

#[inline(always)]
fn item(core: &Core, index: u32) -> Option<Item> {
    core.item_record(index)
}
