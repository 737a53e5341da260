//! The worst-case cost of a decision, computed from the core: declared by the compiler, recomputed at opening, enforced as fuel.
//!
//! A step is one thing looked at: a node, a table probe, an item, an atom, a byte of text that an atom reads. The bound is a polynomial in
//! what the call brings: bytes of text and list elements. It ignores that a search skips what cannot matter, so it is an upper bound.

use alloc::vec;
use alloc::vec::Vec;

use super::Core;
use crate::layout::*;
use crate::matching;

/// Degrees in list elements that are told apart; what goes beyond saturates the highest.
const DEGREES: usize = 5;

/// Coefficients: `[d]` counts steps × elements^d, `[DEGREES + d]` counts steps × elements^d × bytes of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost(pub [u64; 2 * DEGREES]);

impl Cost {
    /// How many coefficients there are.
    pub const COEFFICIENTS: usize = 2 * DEGREES;

    fn fixed(steps: u64) -> Self {
        let mut cost = Self::default();
        cost.set(0, false, steps);
        cost
    }

    fn per_byte(steps: u64) -> Self {
        let mut cost = Self::default();
        cost.set(0, true, steps);
        cost
    }

    fn set(&mut self, degree: usize, bytes: bool, value: u64) {
        let index = degree + if bytes { DEGREES } else { 0 };
        if let Some(slot) = self.0.get_mut(index) {
            *slot = value;
        }
    }

    fn plus(self, other: Self) -> Self {
        self.zip(other, u64::saturating_add)
    }

    fn or(self, other: Self) -> Self {
        self.zip(other, u64::max)
    }

    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self;
        for (slot, theirs) in out.0.iter_mut().zip(other.0) {
            *slot = with(*slot, theirs);
        }
        out
    }

    fn times(self, factor: u64) -> Self {
        let mut out = self;
        for slot in &mut out.0 {
            *slot = slot.saturating_mul(factor);
        }
        out
    }

    /// Once per list element.
    fn per_element(self) -> Self {
        let mut out = Self::default();
        for (index, value) in self.0.into_iter().enumerate() {
            let (degree, bytes) = (index % DEGREES, index >= DEGREES);
            let beyond = degree + 1 >= DEGREES && value > 0;
            out.set((degree + 1).min(DEGREES - 1), bytes, if beyond { u64::MAX } else { value });
        }
        out
    }

    /// The coefficients of a payload.
    pub fn read(coefficients: &[u64]) -> Option<Self> {
        coefficients.try_into().ok().map(Self)
    }

    /// Steps for a call with so many bytes of text and list elements, at most the limit.
    pub fn fuel(&self, bytes: u64, elements: u64) -> u64 {
        let mut total = 0u64;
        let mut power = 1u64;
        for degree in 0..DEGREES {
            let steps = self.0.get(degree).copied().unwrap_or(0);
            let byte_steps = self.0.get(DEGREES + degree).copied().unwrap_or(0);
            let here = steps.saturating_add(byte_steps.saturating_mul(bytes));
            total = total.saturating_add(here.saturating_mul(power));
            power = power.saturating_mul(elements.max(1));
        }
        total.min(crate::limits::FUEL)
    }
}

/// The whole core's bound: the most that one function can cost.
pub(super) fn of(core: &Core) -> Cost {
    let code = code_costs(core);
    let items = item_costs(core, &code);
    let nodes = node_costs(core, &items);
    let groups = group_costs(core, &nodes, &items);
    let sets: Vec<Cost> = (0..core.count(Section::Sets)).map(|set| set_cost(core, set, &code)).collect();
    let known = (0..core.count(Section::Functions))
        .filter_map(|index| core.function(index))
        .map(|function| {
            let carries = core.text_of(function.server) == Some("shell") && core.text_of(function.name) == Some("exec");
            let touched = if carries { sub_calls(core, &groups, &sets) } else { Cost::default() };
            touched.plus(listed(core, function.groups, &groups).or(listed(core, function.plain_groups, &groups)).plus(listed(
                core,
                function.remits,
                &sets,
            )))
        })
        .fold(Cost::default(), Cost::or);
    known.or(other_functions(core, &groups, &sets)).plus(Cost::fixed(16))
}

/// Runs of `Lists` that name groups or sets.
fn listed(core: &Core, run: Run, costs: &[Cost]) -> Cost {
    core.list(run).map(|index| at(costs, index)).fold(Cost::default(), Cost::plus)
}

fn at(costs: &[Cost], index: u32) -> Cost {
    costs.get(index as usize).copied().unwrap_or_default()
}

/// A name that no table has may reach as many groups as the limit lets it, so the dearest count; every pattern is tried once.
fn other_functions(core: &Core, groups: &[Cost], sets: &[Cost]) -> Cost {
    let patterns: Vec<Pattern> = (0..core.count(Section::Patterns)).filter_map(|index| core.pattern(index)).collect();
    let mut reachable: Vec<u32> = patterns.iter().flat_map(|pattern| core.list(pattern.groups)).collect();
    reachable.sort_unstable();
    reachable.dedup();
    let costs: Vec<Cost> = reachable.into_iter().map(|group| at(groups, group)).collect();
    let mut bound = Cost::fixed(patterns.len() as u64);
    for coefficient in 0..Cost::COEFFICIENTS {
        let mut column: Vec<u64> = costs.iter().filter_map(|cost| cost.0.get(coefficient).copied()).collect();
        column.sort_unstable_by(|a, b| b.cmp(a));
        let dearest = column.iter().take(crate::limits::GROUPS_PER_NAME).fold(0u64, |sum, steps| sum.saturating_add(*steps));
        if let Some(slot) = bound.0.get_mut(coefficient) {
            *slot = slot.saturating_add(dearest);
        }
    }
    sets.iter().fold(bound, |sum, set| sum.plus(*set))
}

/// From the end to the front: jumps go forward, bodies lie behind their quantifier.
fn code_costs(core: &Core) -> Vec<Cost> {
    let count = core.count(Section::Code);
    let mut costs = vec![Cost::default(); count as usize];
    for index in (0..count).rev() {
        let Some(instruction) = core.instruction(index) else { continue };
        let next = target(&costs, instruction.on_true).or(target(&costs, instruction.on_false));
        let cost = atom_cost(core, instruction.atom, &costs).plus(next);
        if let Some(slot) = costs.get_mut(index as usize) {
            *slot = cost;
        }
    }
    costs
}

/// What a program costs on both rails.
fn program(code: &[Cost], entry: u32) -> Cost {
    target(code, entry).times(2)
}

fn target(code: &[Cost], entry: u32) -> Cost {
    if entry == ACCEPT || entry == REJECT { Cost::default() } else { at(code, entry) }
}

fn atom_cost(core: &Core, index: u32, code: &[Cost]) -> Cost {
    let Some(atom) = core.atom(index) else { return Cost::default() };
    let text = Cost::fixed(2).plus(Cost::per_byte(2));
    let scan = |pattern: u64| Cost::fixed(4 + pattern).plus(Cost::per_byte(pattern + 2));
    match atom.op {
        op::HOLDS | op::EXISTS => Cost::fixed(2),
        op::WITHIN => Cost::fixed(40),
        op::IN if atom.flags & op::ATTRIBUTE == 0 => Cost::fixed(2).plus(text.times(u64::from(atom.list.len))),
        op::IN | op::HAS => text.plus(text.per_element()),
        op::UNDER if atom.flags & op::ATTRIBUTE != 0 => scan(0),
        op::LIKE | op::LIKE_PATH | op::UNDER | op::CONTAINS => {
            scan(core.literal(atom.right).map_or(0, |literal| u64::from(literal.text.len)))
        }
        op::STARTS_CHILD => Cost::fixed(2),
        op::FUNCTION => {
            let entries = atom.list.range().filter_map(|index| core.target(index as u32));
            entries.fold(Cost::fixed(2), |sum, entry| sum.plus(scan(u64::from(entry.server.len) + u64::from(entry.name.len))))
        }
        op::MEMORY => Cost::fixed(REMEMBERED).plus(Cost::per_byte(2)).plus(text.per_element()),
        op::ANY | op::EVERY | op::ANY_SEEN => Cost::fixed(2).plus(program(code, atom.right).plus(Cost::fixed(2)).per_element()),
        _ => text,
    }
}

/// What a question to the state looks at, at most: every run of a sequence twice, every source of a value.
pub(crate) const REMEMBERED: u64 = 1_024;

/// What the atom at this index is charged while deciding: the same formula, for the text at hand.
pub(crate) fn text_charge(pattern_bytes: u32, text_bytes: usize) -> u64 {
    let (pattern, text) = (u64::from(pattern_bytes), text_bytes as u64);
    (pattern + 2).saturating_add(text.saturating_mul(pattern + 2))
}

fn item_costs(core: &Core, code: &[Cost]) -> Vec<Cost> {
    (0..core.count(Section::Items))
        .map(|index| core.item_record(index).map_or(Cost::default(), |item| Cost::fixed(2).plus(program(code, item.entry))))
        .collect()
}

fn leaf_cost(core: &Core, leaf: u32, items: &[Cost], nodes: &[Cost]) -> Cost {
    core.leaf(leaf).map_or(Cost::default(), |leaf| Cost::fixed(1).plus(listed(core, leaf.items, items)).plus(optional(nodes, leaf.node)))
}

/// From the end to the front: a child stands behind its parent.
fn node_costs(core: &Core, items: &[Cost]) -> Vec<Cost> {
    let count = core.count(Section::Nodes);
    let mut costs = vec![Cost::default(); count as usize];
    for index in (0..count).rev() {
        let Some(node) = core.node(index) else { continue };
        let mut cost = Cost::fixed(1).plus(leaf_cost(core, node.rest, items, &costs));
        for access in node.accesses.range() {
            let Some(access) = core.access(access as u32) else { continue };
            cost = cost.plus(access_cost(core, &access, items, &costs));
        }
        if let Some(slot) = costs.get_mut(index as usize) {
            *slot = cost;
        }
    }
    costs
}

fn optional(costs: &[Cost], index: u32) -> Cost {
    if index == NONE { Cost::default() } else { at(costs, index) }
}

fn access_cost(core: &Core, access: &Access, items: &[Cost], nodes: &[Cost]) -> Cost {
    let unknown = optional(nodes, access.unknown);
    let lengths = u64::from(access.lengths.len).max(1);
    let hashed = Cost::fixed(2).plus(Cost::per_byte(1));
    let leaves = |join: fn(Cost, Cost) -> Cost| {
        let slots = access.table.range().filter_map(|index| core.slot(index as u32)).filter(|slot| slot.leaf != NONE);
        slots.map(|slot| leaf_cost(core, slot.leaf, items, nodes)).fold(Cost::default(), join)
    };
    // Of what a text begins or ends with and of the bins of a number, each length leads to one leaf at most.
    let pieces = || hashed.plus(Cost::fixed(lengths)).plus(leaves(Cost::or).times(lengths));
    // A text may hold every part there is; a leaf is then looked at once for its own hits and once with all others.
    let windows = || hashed.plus(Cost::fixed(lengths)).plus(Cost::per_byte(lengths.saturating_mul(2))).plus(leaves(Cost::plus).times(2));
    let each = |cost: Cost| Cost::fixed(2).plus(cost).per_element();
    match access.kind {
        access::EQUAL => hashed.plus(leaves(Cost::or).or(unknown)),
        access::ELEMENT => each(hashed.plus(leaves(Cost::or))).plus(unknown),
        access::PREFIX | access::SUFFIX | access::RANGE => pieces().or(unknown),
        access::ELEMENT_PREFIX | access::ELEMENT_SUFFIX => each(pieces()).plus(unknown),
        access::PART => windows().or(unknown),
        access::ELEMENT_PART => each(windows()).plus(unknown),
        _ => {
            let bounds = access.table.range().filter_map(|index| core.bound(index as u32)).map(|bound| at(items, bound.item));
            let join = if access.flags & access::EACH != 0 { Cost::plus } else { Cost::or };
            Cost::fixed(40).plus(bounds.fold(Cost::default(), join).or(unknown))
        }
    }
}

fn group_costs(core: &Core, nodes: &[Cost], items: &[Cost]) -> Vec<Cost> {
    (0..core.count(Section::Groups))
        .filter_map(|index| core.group(index))
        .map(|group| {
            let spines = Cost::fixed(1).plus(optional(nodes, group.restrict)).plus(optional(nodes, group.permit));
            let commands = group.commands.range().filter_map(|index| core.command(index as u32));
            // The words of every part, once for restrictions and once for permissions.
            let words = if group.commands.len > 0 { Cost::fixed(4).plus(Cost::per_byte(2)).per_element() } else { Cost::default() };
            commands.fold(spines.plus(words), |sum, command| sum.plus(command_cost(core, &command, items)))
        })
        .collect()
}

/// A command item, asked of every part: its patterns, and its condition for what each part touches, twice where a part's code was not read.
fn command_cost(core: &Core, command: &CommandRecord, items: &[Cost]) -> Cost {
    let condition = at(items, command.item).plus(Cost::fixed(4).per_element()).per_element().times(2);
    let patterns = command.patterns.range().filter_map(|index| core.command_pattern(index as u32));
    let permits = core.item_record(command.item).is_some_and(|item| item.flags & item_flag::PERMIT != 0);
    let cost = patterns.fold(condition, |sum, pattern| {
        // Only where all of a part is accounted for are operands shared out: by a permission, and by what a restriction takes out of itself.
        let own = stages_cost(core, pattern.stages, permits);
        let except = pattern.except.range().filter_map(|index| core.command_pattern(index as u32));
        let once = except.fold(own, |sum, except| sum.plus(stages_cost(core, except.stages, !permits)));
        let followed = Cost::fixed(4).per_element().per_element().plus(once).plus(condition).per_element().times(matching::TRIES.into());
        sum.plus(if pattern.stages.len > 1 { followed } else { once })
    });
    // Outer layers ask about those inside of them again.
    if command.through.len > 0 { cost.times(16) } else { cost }
}

/// All parts and their arguments beside all words of some stages.
fn stages_cost(core: &Core, stages: Run, accounts: bool) -> Cost {
    stages.range().filter_map(|index| core.stage(index as u32)).fold(Cost::default(), |sum, stage| {
        let words = || [stage.assignments, stage.words].into_iter().flat_map(Run::range).filter_map(|index| core.stage_word(index as u32));
        let texts =
            words().map(|word| word.texts).chain([stage.names]).flat_map(Run::range).filter_map(|index| core.word_text(index as u32));
        let texts = texts.fold(Cost::fixed(8), |sum, text| sum.plus(Cost::fixed(16).plus(Cost::per_byte(u64::from(text.text.len) + 4))));
        let paths = core.list(stage.writes).filter_map(|literal| core.literal(literal));
        let paths = paths.fold(Cost::default(), |sum, path| sum.plus(Cost::per_byte(u64::from(path.text.len) + 4)));
        let words_of_flags = words().map(|word| 16 + u64::from(word.name.len)).fold(0, u64::saturating_add);
        let rests = words().filter(|word| word.kind == stage_word::REST).count();
        let shared = if accounts && rests > 1 { texts.times(matching::SHARES.into()) } else { texts };
        sum.plus(shared.plus(paths).plus(Cost::fixed(words_of_flags)).plus(Cost::per_byte(4)).per_element())
    })
}

/// What a command touches is decided as calls of the local tools, for restrictions and for what its redirections write.
fn sub_calls(core: &Core, groups: &[Cost], sets: &[Cost]) -> Cost {
    let tools = [("file", "read"), ("file", "write"), ("net", "fetch")];
    let tools = tools.into_iter().filter_map(|(server, name)| crate::functions::known(core, server, name));
    let cost = tools.fold(Cost::fixed(8), |sum, tool| {
        let own = listed(core, tool.groups, groups);
        sum.plus(own.times(2)).plus(listed(core, tool.remits, sets))
    });
    cost.per_element()
}

fn set_cost(core: &Core, set: u32, code: &[Cost]) -> Cost {
    core.set(set).map_or(Cost::default(), |set| Cost::fixed(1 + u64::from(set.rows.len)).plus(program(code, set.applies)))
}
