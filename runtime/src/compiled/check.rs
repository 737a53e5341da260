//! One visit of every record at opening: section table, widths, references, forward jumps, nesting of quantifiers.

use alloc::vec;
use alloc::vec::Vec;

use super::{Core, Place};
use crate::decimal::Decimal;
use crate::layout::*;
use crate::limits;
use crate::matching::filing::{ANY_WORD, Unknowing, stage_key};
use crate::spine::number_key;

/// Why a core is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoreError {
    /// The section table is cut short, lists other sections than this format's or in another order.
    SectionTable,
    /// A section that this runtime does not know and must understand.
    UnknownSection(u16),
    /// A section has another record width than this format's.
    SectionWidth(Section),
    /// A section does not begin where the one before it ends, or reaches beyond the core, or the core goes on behind the last.
    SectionBounds(Section),
    /// A count beyond a limit.
    TooLarge(Section),
    /// A record refers to something that is not there, or has a value that this format does not know.
    Reference(Section, u32),
    /// The declared cost is not the computed one.
    Cost,
}

impl core::fmt::Display for CoreError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::SectionTable => f.write_str("the section table is not this format's"),
            Self::UnknownSection(id) => write!(f, "section {id} is not known to this runtime and must be understood"),
            Self::SectionWidth(section) => write!(f, "section {} has another record width", section.name()),
            Self::SectionBounds(section) => write!(f, "section {} does not lie where it must", section.name()),
            Self::TooLarge(section) => write!(f, "section {} is over its limit", section.name()),
            Self::Reference(section, index) => write!(f, "record {index} of section {} refers to nothing", section.name()),
            Self::Cost => f.write_str("the declared cost is not the computed one"),
        }
    }
}

/// Reads a section table of the given sections: dense ids in order, known widths, back to back to the very end.
pub(super) fn section_places<const COUNT: usize>(bytes: &[u8]) -> Result<[Place; COUNT], CoreError> {
    let mut rest = bytes;
    if u32::take(&mut rest) as usize != Section::ALL.len() {
        return Err(CoreError::SectionTable);
    }
    let mut expected = (4 + Section::ALL.len() * SectionEntry::WIDTH) as u64;
    let mut places = [Place::default(); COUNT];
    for (place, &section) in places.iter_mut().zip(Section::ALL) {
        let Some((head, tail)) = rest.split_first_chunk() else { return Err(CoreError::SectionTable) };
        rest = tail;
        let entry = SectionEntry::read(head);
        if entry.id != section as u16 {
            return Err(if entry.flags & MUST_UNDERSTAND != 0 { CoreError::UnknownSection(entry.id) } else { CoreError::SectionTable });
        }
        if entry.width as usize != section.width() || entry.flags != MUST_UNDERSTAND {
            return Err(CoreError::SectionWidth(section));
        }
        if u64::from(entry.offset) != expected {
            return Err(CoreError::SectionBounds(section));
        }
        expected += u64::from(entry.count) * section.width() as u64;
        if expected > bytes.len() as u64 {
            return Err(CoreError::SectionBounds(section));
        }
        *place = Place { start: entry.offset as usize, count: entry.count };
    }
    if expected != bytes.len() as u64 {
        return Err(CoreError::SectionBounds(Section::PatternTable));
    }
    Ok(places)
}

/// Everything a decision will follow.
pub(super) fn check(core: &Core) -> Result<(), CoreError> {
    if core.count(Section::Items) as usize > limits::ITEMS {
        return Err(CoreError::TooLarge(Section::Items));
    }
    if core.count(Section::Globals) != 1 {
        return Err(CoreError::Reference(Section::Globals, 0));
    }
    let c = Checker { core };
    c.functions()?;
    c.spines()?;
    c.summaries()?;
    c.items()?;
    c.programs()?;
    c.data()?;
    c.remembered()?;
    c.digests()?;
    c.commands()?;
    c.sets()
}

struct Checker<'a> {
    core: &'a Core,
}

impl Checker<'_> {
    fn each<T>(&self, section: Section, read: impl Fn(u32) -> Option<T>, good: impl Fn(u32, &T) -> bool) -> Result<(), CoreError> {
        for index in 0..self.core.count(section) {
            if !read(index).is_some_and(|record| good(index, &record)) {
                return Err(CoreError::Reference(section, index));
            }
        }
        Ok(())
    }

    fn is(&self, section: Section, index: u32) -> bool {
        index < self.core.count(section)
    }

    fn may(&self, section: Section, index: u32) -> bool {
        index == NONE || self.is(section, index)
    }

    fn within(&self, section: Section, run: Run) -> bool {
        u64::from(run.start) + u64::from(run.len) <= u64::from(self.core.count(section))
    }

    fn text(&self, run: Run) -> bool {
        self.core.text_of(run).is_some()
    }

    /// A run of `Lists` whose entries are all records of a section.
    fn lists(&self, run: Run, section: Section) -> bool {
        self.within(Section::Lists, run) && self.core.list(run).all(|index| self.is(section, index))
    }

    fn functions(&self) -> Result<(), CoreError> {
        let core = self.core;
        let globals = core.globals_record(0).unwrap_or_default();
        if globals.glob_servers > core.count(Section::Patterns) {
            return Err(CoreError::Reference(Section::Globals, 0));
        }
        for section in [Section::FunctionTable, Section::FoldedTable, Section::FoldedServers] {
            let known = if section == Section::FoldedServers { core.count(Section::Servers) } else { core.count(Section::Functions) };
            let count = core.count(section);
            if count != 0 && !count.is_power_of_two() {
                return Err(CoreError::Reference(section, 0));
            }
            self.each(section, |index| core.table_slot(section, index), |_, slot| *slot <= known)?;
            // A probe ends at a free slot; without one it ends after a whole round, which is bounded by the limit below.
            if count as usize > limits::ITEMS.saturating_mul(4) {
                return Err(CoreError::TooLarge(section));
            }
        }
        self.each(
            Section::Functions,
            |i| core.function(i),
            |_, f| {
                self.text(f.server)
                    && self.text(f.name)
                    && self.may(Section::Schemas, f.schema)
                    && self.may(Section::Catalogs, f.catalog)
                    && self.lists(f.groups, Section::Groups)
                    && self.lists(f.plain_groups, Section::Groups)
                    && self.lists(f.remits, Section::Sets)
                    && self.within(Section::Feeds, f.feeds)
            },
        )?;
        let lengths = [globals.prefixes, globals.suffixes, globals.windows].into_iter().all(|run| self.within(Section::Lists, run));
        if !lengths || !self.lists(globals.rest, Section::Patterns) {
            return Err(CoreError::Reference(Section::Globals, 0));
        }
        let slots = core.count(Section::PatternTable);
        if slots != 0 && !slots.is_power_of_two() {
            return Err(CoreError::Reference(Section::PatternTable, 0));
        }
        self.each(Section::PatternTable, |i| core.pattern_slot(i), |_, slot| self.lists(slot.patterns, Section::Patterns))?;
        self.each(Section::Catalogs, |i| core.catalog(i), |_, c| self.text(c.identity))?;
        self.each(
            Section::Patterns,
            |i| core.pattern(i),
            |_, p| self.text(p.server) && self.text(p.name) && self.lists(p.groups, Section::Groups) && self.lists(p.remits, Section::Sets),
        )?;
        self.each(
            Section::Groups,
            |i| core.group(i),
            |_, g| {
                self.may(Section::Nodes, g.restrict)
                    && self.may(Section::Nodes, g.permit)
                    && self.lists(g.items, Section::Items)
                    && self.lists(g.keys, Section::Attributes)
                    && (g.flags & FOLDED_KEYS == 0 || self.keys_are_folded(g.keys))
                    && self.lists(g.steps, Section::Steps)
                    && g.steps.len as usize <= limits::GROUP_STEPS
                    && self.lists(g.moves, Section::Items)
                    && self.lists(g.gifts, Section::Items)
                    && self.within(Section::Commands, g.commands)
                    && self.within(Section::ProgramSlots, g.programs)
                    && (g.programs.len == 0 || g.programs.len.is_power_of_two())
                    && self.lists(g.any_program, Section::CommandPatterns)
                    && self.lists(g.unread, Section::Commands)
                    && self.lists(g.computed, Section::CommandPatterns)
            },
        )
    }

    fn keys_are_folded(&self, keys: Run) -> bool {
        let names = |attribute: AttributeRecord| attribute.path.range().map(|name| self.core.text_of(self.core.name(name as u32)?.text));
        let mut attributes = self.core.list(keys).filter_map(|index| self.core.attribute(index));
        attributes.all(|attribute| names(attribute).all(|name| name.is_some_and(crate::json::is_folded)))
    }

    fn spines(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(
            Section::Nodes,
            |i| core.node(i),
            |index, node| {
                self.leaf_behind(node.rest, index)
                    && self.within(Section::Accesses, node.accesses)
                    && node
                        .accesses
                        .range()
                        .all(|access| core.access(access as u32).is_some_and(|access| self.access_behind(&access, index)))
            },
        )?;
        self.each(
            Section::Accesses,
            |i| core.access(i),
            |_, a| {
                let table = match a.kind {
                    access::ABOVE | access::BELOW => self.within(Section::Bounds, a.table) && self.ordered(a),
                    access::EQUAL..=access::RANGE => {
                        self.within(Section::Slots, a.table) && (a.table.len == 0 || a.table.len.is_power_of_two())
                    }
                    _ => false,
                };
                table
                    && a.anchor <= anchor::BARE
                    && self.is(Section::Attributes, a.attribute)
                    && self.may(Section::Nodes, a.unknown)
                    && self.within(Section::Lists, a.lengths)
            },
        )?;
        self.each(Section::Slots, |i| core.slot(i), |_, slot| self.may(Section::Leaves, slot.leaf))?;
        self.each(Section::Bounds, |i| core.bound(i), |_, b| self.is(Section::Items, b.item) && self.bound_key(b))?;
        self.each(
            Section::Leaves,
            |i| core.leaf(i),
            |_, leaf| self.lists(leaf.items, Section::Items) && self.may(Section::Nodes, leaf.node) && self.leaf_ordered(leaf),
        )
    }

    fn bound_key(&self, bound: &Bound) -> bool {
        let literal = self.core.literal(bound.literal).filter(|literal| literal.kind == literal::NUMBER);
        literal.is_some_and(|literal| number_key(Decimal::normalised(literal.data, literal.exponent)) == bound.key)
    }

    /// Items with equal bits stand together, by rank: a search leaves such a run at the first that cannot matter.
    fn leaf_ordered(&self, leaf: &Leaf) -> bool {
        let key = |index| self.core.item_record(index).map(|item| leaf_order(item.bits, item.rank));
        self.core.list(leaf.items).map(key).is_sorted()
    }

    /// Masks and ranks let a search skip what cannot matter, so a wrong one would hide a restriction: each is worked out again from the items,
    /// from the end to the front.
    fn summaries(&self) -> Result<(), CoreError> {
        let core = self.core;
        let count = core.count(Section::Nodes);
        let mut nodes: Vec<Summary> = vec![Summary::NOTHING; count as usize];
        for index in (0..count).rev() {
            let wrong = CoreError::Reference(Section::Nodes, index);
            let node = core.node(index).ok_or(wrong)?;
            let mut own = self.leaf_summary(node.rest, &nodes).ok_or(wrong)?;
            for access in node.accesses.range() {
                let access = core.access(access as u32).ok_or(wrong)?;
                let found = self.access_summary(&access, &nodes).ok_or(wrong)?;
                if found != (Summary { mask: access.mask, best: access.best }) {
                    return Err(wrong);
                }
                own = own.and(found);
            }
            if own != (Summary { mask: node.mask, best: node.best }) {
                return Err(wrong);
            }
            if let Some(slot) = nodes.get_mut(index as usize) {
                *slot = own;
            }
        }
        Ok(())
    }

    /// The items of a table; those behind its unknown child are the same ones.
    fn access_summary(&self, access: &Access, nodes: &[Summary]) -> Option<Summary> {
        let bound = |index: usize| self.item_summary(self.core.bound(index as u32)?.item);
        let slot = |index: usize| self.leaf_summary(self.core.slot(index as u32)?.leaf, nodes);
        let bounds = access::is_bound(access.kind);
        let mut parts = access.table.range().map(|index| if bounds { bound(index) } else { slot(index) });
        let found = parts.try_fold(Summary::NOTHING, |sum, part| Some(sum.and(part?)))?;
        let unknown = if access.unknown == NONE { Some(found) } else { nodes.get(access.unknown as usize).copied() };
        unknown.filter(|unknown| *unknown == found)
    }

    /// A leaf's own summary, where it is the declared one.
    fn leaf_summary(&self, leaf: u32, nodes: &[Summary]) -> Option<Summary> {
        if leaf == NONE {
            return Some(Summary::NOTHING);
        }
        let leaf = self.core.leaf(leaf)?;
        let behind = if leaf.node == NONE { Summary::NOTHING } else { *nodes.get(leaf.node as usize)? };
        let found = self.core.list(leaf.items).try_fold(behind, |sum, item| Some(sum.and(self.item_summary(item)?)))?;
        (found == Summary { mask: leaf.mask, best: leaf.best }).then_some(found)
    }

    fn item_summary(&self, item: u32) -> Option<Summary> {
        self.core.item_record(item).map(|item| Summary { mask: item.bits, best: item.rank })
    }

    /// What an access table leads to stands behind its node.
    fn access_behind(&self, access: &Access, node: u32) -> bool {
        let hashed = !access::is_bound(access.kind);
        let slots = || access.table.range().all(|slot| self.core.slot(slot as u32).is_some_and(|slot| self.leaf_behind(slot.leaf, node)));
        (access.unknown == NONE || access.unknown > node) && (!hashed || slots())
    }

    fn leaf_behind(&self, leaf: u32, node: u32) -> bool {
        leaf == NONE || self.core.leaf(leaf).is_some_and(|leaf| leaf.node == NONE || leaf.node > node)
    }

    /// Bounds ascend (for `ABOVE`) or descend (for `BELOW`), so that a binary search is right.
    fn ordered(&self, table: &Access) -> bool {
        let number = |index: usize| {
            let literal = self.core.literal(self.core.bound(index as u32)?.literal)?;
            Some(Decimal::normalised(literal.data, literal.exponent))
        };
        let range = table.table.range();
        range.clone().zip(range.skip(1)).all(|(a, b)| match (number(a), number(b)) {
            (Some(a), Some(b)) if table.kind == access::ABOVE => a <= b,
            (Some(a), Some(b)) => a >= b,
            _ => false,
        })
    }

    fn items(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(
            Section::Items,
            |i| core.item_record(i),
            |_, item| self.entry(item.entry, 0) && self.is(Section::Sets, item.set) && self.item_data(item),
        )
    }

    /// What an item's effect leads to.
    fn item_data(&self, item: &Item) -> bool {
        let restricts = item.flags & item_flag::PERMIT == 0;
        match item.effect {
            item_effect::PERMIT => !restricts,
            item_effect::MOVE => restricts && self.is(Section::Tracked, item.data),
            item_effect::FILL | item_effect::STUB | item_effect::REDACT | item_effect::ASK_UNKNOWN => {
                restricts && self.is(Section::Gifts, item.data)
            }
            item_effect::RESTRICT..=item_effect::STOP_JOB | item_effect::REPORT | item_effect::WITHHOLD | item_effect::FAIL_JOB => {
                restricts
            }
            _ => false,
        }
    }

    /// Moves, questions, and what they lead to.
    fn remembered(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(Section::Tracked, |i| core.tracked(i), |_, record| self.tracked(record))?;
        self.each(Section::Binds, |i| core.bind(i), |_, bind| self.is(Section::Attributes, bind.attribute))?;
        self.each(
            Section::Targets,
            |i| core.target(i),
            |_, t| {
                self.text(t.server) && self.text(t.name) && self.within(Section::Names, t.having) && self.within(Section::Names, t.lacking)
            },
        )?;
        self.each(
            Section::Gifts,
            |i| core.gift(i),
            |_, gift| {
                self.within(Section::Names, gift.path)
                    && self.text(gift.text)
                    && self.may(Section::Automata, gift.automaton)
                    && self.lists(gift.steps, Section::Steps)
            },
        )?;
        self.each(
            Section::Feeds,
            |i| core.feed_record(i),
            |_, f| self.within(Section::Names, f.path) && (feed::RECIPIENTS..=feed::WRITES).contains(&f.list),
        )
    }

    /// What a yes is bound to: a digest for every group and set, and listings by function, ascending.
    fn digests(&self) -> Result<(), CoreError> {
        let core = self.core;
        for (section, of) in [(Section::GroupDigests, Section::Groups), (Section::SetDigests, Section::Sets)] {
            if core.count(section) != core.count(of) {
                return Err(CoreError::Reference(section, core.count(section)));
            }
        }
        let before = |index: u32| index.checked_sub(1).and_then(|index| core.listing_record(index)).map(|record| record.function);
        self.each(
            Section::Listings,
            |i| core.listing_record(i),
            |index, listing| self.is(Section::Functions, listing.function) && before(index).is_none_or(|before| before < listing.function),
        )
    }

    /// Command items, their patterns, and the slots that find them.
    fn commands(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(
            Section::Commands,
            |i| core.command(i),
            |index, command| {
                let own = |pattern: usize| core.command_pattern(pattern as u32).is_some_and(|pattern| pattern.command == index);
                self.is(Section::Items, command.item)
                    && self.within(Section::CommandPatterns, command.patterns)
                    && command.patterns.range().all(own)
                    && self.within(Section::Names, command.through)
            },
        )?;
        self.each(
            Section::CommandPatterns,
            |i| core.command_pattern(i),
            |index, pattern| {
                let plain = |except: usize| core.command_pattern(except as u32).is_some_and(|except| except.except.len == 0);
                self.is(Section::Commands, pattern.command)
                    && self.within(Section::Stages, pattern.stages)
                    && (1..=limits::PATTERN_STAGES as u32).contains(&pattern.stages.len)
                    && pattern.filed < pattern.stages.len
                    && self.within(Section::CommandPatterns, pattern.except)
                    && (pattern.except.len == 0 || (pattern.except.start > index && pattern.except.range().all(plain)))
            },
        )?;
        self.stages()?;
        self.each(Section::ProgramSlots, |i| core.program_slot(i), |_, slot| self.program_slot(slot))
    }

    /// What the commands of patterns must be, word by word.
    fn stages(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(
            Section::Stages,
            |i| core.stage(i),
            |_, stage| {
                let is_path = |literal: u32| core.literal(literal).is_some_and(|literal| literal.kind == literal::PATH);
                let words = stage.words.len as usize <= limits::PATTERN_WORDS && stage.assignments.len as usize <= limits::PATTERN_WORDS;
                stage.program <= word::NOT
                    && words
                    && self.within(Section::WordTexts, stage.names)
                    && self.within(Section::StageWords, stage.assignments)
                    && self.within(Section::StageWords, stage.words)
                    && self.lists(stage.writes, Section::Literals)
                    && core.list(stage.writes).all(is_path)
            },
        )?;
        self.each(
            Section::StageWords,
            |i| core.stage_word(i),
            |_, w| {
                (stage_word::OPERAND..=stage_word::ASSIGNMENT).contains(&w.kind)
                    && w.value <= word::NOT
                    && self.text(w.name)
                    && self.within(Section::WordTexts, w.texts)
            },
        )?;
        self.each(
            Section::WordTexts,
            |i| core.word_text(i),
            |_, text| self.text(text.text) && text.text.len as usize <= limits::PATTERN_BYTES,
        )?;
        self.each(Section::CommandPatterns, |i| core.command_pattern(i), |_, pattern| self.is_key(pattern))?;
        self.each(Section::Groups, |i| core.group(i), |_, group| self.unknowing(group))?;
        self.each(Section::ProgramSlots, |i| core.program_slot(i), |_, slot| self.program_slot(slot))
    }

    /// What lets a search skip a pattern is worked out again from its words.
    fn is_key(&self, pattern: &CommandPattern) -> bool {
        let filed = pattern.stages.start.checked_add(pattern.filed).and_then(|stage| self.core.stage(stage));
        filed.is_some_and(|stage| pattern.key == ANY_WORD || pattern.key == stage_key(self.core, &stage))
    }

    /// So is which items speak for others.
    fn unknowing(&self, group: &Group) -> bool {
        let core = self.core;
        let mut expected = Unknowing::default();
        for index in group.commands.range().map(|index| index as u32) {
            let Some(command) = core.command(index) else { return false };
            let Some(item) = core.item_record(command.item) else { return false };
            let is_first_match = core.set(item.set).is_some_and(|set| set.flags & FIRST_MATCH != 0);
            let patterns = command.patterns.range().map(|index| index as u32);
            let staged = patterns.filter_map(|index| Some((index, core.command_pattern(index)?.stages.len)));
            expected.add(index, &item, is_first_match, staged);
        }
        core.list(group.unread).eq(expected.unread) && core.list(group.computed).eq(expected.computed)
    }

    /// What lets a search skip a slot is worked out again from its items.
    fn program_slot(&self, slot: &ProgramSlot) -> bool {
        let runs = [slot.restrict, slot.permit, slot.wordless_restrict, slot.wordless_permit];
        if !runs.into_iter().all(|run| self.lists(run, Section::CommandPatterns)) {
            return false;
        }
        let item = |pattern: u32| self.item_summary(self.core.command(self.core.command_pattern(pattern)?.command)?.item);
        let found = self.core.list(slot.restrict).try_fold(Summary::NOTHING, |sum, pattern| Some(sum.and(item(pattern)?)));
        found == Some(Summary { mask: slot.mask, best: slot.best })
    }

    fn tracked(&self, record: &TrackedRecord) -> bool {
        let parts = if record.kind == tracked::ORIGIN { Section::Targets } else { Section::Binds };
        let variables = || {
            let variable = |index: usize| self.core.bind(index as u32).is_some_and(|bind| bind.variable < u32::from(record.variables));
            record.parts.range().all(variable)
        };
        let own = match record.kind {
            tracked::LABEL => true,
            tracked::CLEAR => self.is(Section::Steps, record.other),
            tracked::SEQUENCE => {
                (2..=limits::SEQUENCE_STEPS as u8).contains(&record.steps)
                    && record.variables <= limits::SEQUENCE_VALUES as u8
                    && record.place < record.steps
                    && variables()
            }
            tracked::DUTY => record.place <= 1 && record.parts.len as usize <= limits::SEQUENCE_VALUES,
            tracked::COUNTER => {
                record.place <= tracked::SAME_CALL && (record.place != tracked::SUM || self.is(Section::Attributes, record.attribute))
            }
            tracked::ORIGIN => self.is(Section::Attributes, record.attribute),
            _ => false,
        };
        own && record.owner <= 3
            && self.text(record.text)
            && self.within(parts, record.parts)
            && self.may(Section::Attributes, record.attribute)
    }

    /// A program's entry or jump target, not before `least`.
    fn entry(&self, target: u32, least: u32) -> bool {
        target == ACCEPT || target == REJECT || (target >= least && self.is(Section::Code, target))
    }

    fn programs(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(
            Section::Code,
            |i| core.instruction(i),
            |index, code| {
                self.is(Section::Atoms, code.atom)
                    && code.negated <= 1
                    && self.entry(code.on_true, index + 1)
                    && self.entry(code.on_false, index + 1)
                    && core.atom(code.atom).is_some_and(|atom| !quantifies(&atom) || self.entry(atom.right, index + 1))
            },
        )?;
        self.each(Section::Atoms, |i| core.atom(i), |_, atom| self.atom(atom))?;
        self.nesting()
    }

    fn atom(&self, atom: &AtomRecord) -> bool {
        let literal = |kind: u8| {
            let bounded = |literal: &LiteralRecord| literal.kind == kind && literal.text.len as usize <= limits::PATTERN_BYTES;
            self.core.literal(atom.right).is_some_and(|literal| bounded(&literal))
        };
        let right = match atom.op {
            op::HOLDS | op::EXISTS => true,
            _ if atom.flags & op::ATTRIBUTE != 0 => {
                matches!(atom.op, op::EQUAL..=op::HAS | op::UNDER) && self.is(Section::Attributes, atom.right)
            }
            op::EQUAL..=op::GREATER_OR_EQUAL | op::HAS => self.is(Section::Literals, atom.right),
            op::IN => self.lists(atom.list, Section::Literals),
            op::LIKE | op::CONTAINS | op::STARTS_WITH | op::ENDS_WITH => literal(literal::TEXT),
            op::LIKE_PATH | op::UNDER => literal(literal::PATH),
            op::MATCHES => self.is(Section::Automata, atom.right),
            op::WITHIN => self.is(Section::Windows, atom.right),
            op::ANY | op::EVERY | op::ANY_SEEN => true,
            op::FUNCTION => return self.within(Section::Targets, atom.list),
            op::STARTS_CHILD => return true,
            op::MEMORY => {
                let asks = |record: &TrackedRecord| !matches!(record.kind, tracked::LABEL | tracked::CLEAR);
                return self.core.tracked(atom.right).is_some_and(|record| asks(&record) && self.bounded(&record));
            }
            _ => false,
        };
        right && self.is(Section::Attributes, atom.left)
    }

    /// A question about a limit names its bound.
    fn bounded(&self, record: &TrackedRecord) -> bool {
        record.kind != tracked::COUNTER || self.core.literal(record.other).is_some_and(|literal| literal.kind == literal::NUMBER)
    }

    /// Bodies lie behind their quantifier, so depth is found from the end to the front; more than two is refused.
    fn nesting(&self) -> Result<(), CoreError> {
        let core = self.core;
        let count = core.count(Section::Code);
        let mut depths: Vec<u8> = vec![0; count as usize];
        for index in (0..count).rev() {
            let Some(code) = core.instruction(index) else { continue };
            let depth_at = |target: u32| depths.get(target as usize).copied().unwrap_or(0);
            let own = match core.atom(code.atom) {
                Some(atom) if quantifies(&atom) => depth_at(atom.right).saturating_add(1),
                _ => 0,
            };
            let depth = own.max(depth_at(code.on_true)).max(depth_at(code.on_false));
            if depth > 2 {
                return Err(CoreError::Reference(Section::Code, index));
            }
            if let Some(slot) = depths.get_mut(index as usize) {
                *slot = depth;
            }
        }
        Ok(())
    }

    fn data(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(
            Section::Attributes,
            |i| core.attribute(i),
            |_, a| {
                (root::ARGS..=root::SIGNALS).contains(&a.root)
                    && a.reading <= reading::PATH
                    && self.within(Section::Names, a.path)
                    && self.may(Section::Literals, a.otherwise)
            },
        )?;
        self.each(Section::Names, |i| core.name(i), |_, name| self.text(name.text))?;
        self.each(
            Section::Literals,
            |i| core.literal(i),
            |_, l| match l.kind {
                literal::NULL | literal::BOOLEAN | literal::INSTANT => true,
                literal::NUMBER => Decimal::new(l.data, l.exponent) == Some(Decimal::normalised(l.data, l.exponent)),
                literal::TEXT => self.text(l.text),
                literal::VERSION => self.within(Section::Lists, l.text),
                literal::PATH => l.anchor <= anchor::BARE && self.text(l.text),
                _ => false,
            },
        )?;
        self.each(
            Section::Automata,
            |i| core.automaton(i),
            |_, a| core.blob(Section::AutomatonBytes, a.text).is_some_and(|bytes| crate::automaton::Automaton::check(bytes).is_ok()),
        )?;
        self.each(Section::Windows, |i| core.window(i), |_, w| self.within(Section::Transitions, w.zone) && w.zone.len > 0)?;
        self.each(
            Section::Steps,
            |i| core.step(i),
            |_, s| (step::CLASSIFY..=step::NOTIFY).contains(&s.kind) && self.within(Section::Names, s.deciders),
        )?;
        self.each(
            Section::Schemas,
            |i| core.schema(i),
            |index, s| {
                (s.element == NONE || (s.element > index && self.is(Section::Schemas, s.element)))
                    && self.within(Section::Members, s.members)
                    && s.members.range().all(|member| core.member(member as u32).is_some_and(|member| member.schema > index))
                    && self.within(Section::Names, s.required)
                    && self.within(Section::Names, s.values)
            },
        )?;
        self.each(Section::Servers, |i| core.server(i), |_, server| self.text(server.text))?;
        self.each(Section::Members, |i| core.member(i), |_, m| self.text(m.name) && self.is(Section::Schemas, m.schema))
    }

    fn sets(&self) -> Result<(), CoreError> {
        let core = self.core;
        self.each(
            Section::Sets,
            |i| core.set(i),
            |_, set| {
                self.entry(set.applies, 0)
                    && self.within(Section::Rows, set.rows)
                    && self.lists(set.keys, Section::Attributes)
                    && self.may(Section::Rows, set.otherwise)
                    && self.is(Section::Rows, set.unsure)
                    && self.may(Section::Rows, set.unreadable)
            },
        )?;
        self.each(
            Section::Rows,
            |i| core.row(i),
            |_, row| {
                (row::EFFECTS..=row::EVERYTHING).contains(&row.head)
                    && row.deny <= 1
                    && self.lists(row.steps, Section::Steps)
                    && self.is(Section::Sets, row.set)
            },
        )
    }
}

/// Whether the atom has a body.
pub(crate) fn quantifies(atom: &AtomRecord) -> bool {
    (op::ANY..=op::ANY_SEEN).contains(&atom.op)
}

/// What a part of a spine holds: the union of its items' bits and their least rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Summary {
    mask: u64,
    best: u32,
}

impl Summary {
    const NOTHING: Self = Self { mask: 0, best: u32::MAX };

    fn and(self, other: Self) -> Self {
        Self { mask: self.mask | other.mask, best: self.best.min(other.best) }
    }
}
