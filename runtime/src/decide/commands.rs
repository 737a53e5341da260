//! What a call's command adds to its decision: command items on every part, what parts read, write and contact, text that cannot be read.
//!
//! Restrictions are told to a [`Listener`]; whether permissions cover all parts is [`cover`]'s question. Nothing is looked at but what an index
//! by the program's name finds, the patterns that name none, and everything where a program is computed.

mod by_part;
mod cover;
mod sub_calls;

use alloc::vec::Vec;

use crate::command::Spelled;
use crate::compiled::Core;
use crate::evaluate::{Evaluation, Scope, Touched, Truth};
use crate::layout::*;
use crate::matching::filing::{name_hash, worded_hash};
use crate::matching::{Combination, Matcher, Reached, Viewed};

use super::{Answer, Heard, Reported, Word, Words, is_inert};

pub(crate) use by_part::{by_part, parts_of_item, unpermitted};
pub(crate) use cover::{covering, permitted};

/// Which of a set's clauses on commands speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Clause {
    /// A part that no command item settles.
    Otherwise,
    /// Text that cannot be read.
    Unreadable,
}

impl Clause {
    /// As policies write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Otherwise => "otherwise",
            Self::Unreadable => "unreadable",
        }
    }
}

/// Parts of a command that have room without allocating.
const PARTS: usize = 512;

/// What first-match sets found that is kept; beyond it their items are heard and their permissions are not.
const FINDINGS: usize = 1_024;

/// What deciding on a command needs, kept between decisions.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    reached: Reached,
    found: Vec<Finding>,
    /// There was more than is kept.
    overflow: bool,
    /// Some set decides by its first match.
    is_ordered: bool,
    covered: Vec<bool>,
    /// A permission whose condition is unknown counts: for the kindest decision.
    pub(crate) is_kind: bool,
}

impl Work {
    pub(super) fn new() -> Self {
        Self {
            reached: Vec::with_capacity(PARTS),
            found: Vec::with_capacity(FINDINGS),
            overflow: false,
            is_ordered: false,
            covered: Vec::with_capacity(PARTS),
            is_kind: false,
        }
    }
}

/// An item of a first-match set on some parts.
#[derive(Debug, Clone, Copy)]
struct Finding {
    parts: Combination,
    group: u32,
    index: u32,
    set: u32,
    order: u32,
    /// It is told already, or permits.
    is_told: bool,
    certain: bool,
}

impl Finding {
    /// Whether an earlier item of its set settles the part.
    fn is_settled(&self, found: &[Self], part: u32) -> bool {
        let earlier = |other: &Self| other.set == self.set && other.order < self.order && other.certain && other.parts.has(part);
        found.iter().any(earlier)
    }
}

/// Who is told what restricts.
pub(crate) trait Listener {
    /// Whether every item is to be told, also one that says no more than a better-ranked one.
    fn hears_every_item(&self) -> bool {
        false
    }
    /// Whether nothing with these bits and ranks of at least `best` can matter.
    fn skips(&self, words: &Words, mask: u64, best: u32) -> bool;
    /// An item applies.
    fn item(&mut self, group: &Group, words: &Words, index: u32, item: &Item, certain: bool);
    /// An item only may refuse: a row of its set says what comes of it.
    fn unsure(&mut self, index: u32, item: &Item, row: u32);
    /// Text cannot be read: a row of a set says what comes of it.
    fn unreadable(&mut self, row: u32, reported: Reported);
}

/// Tells everything that restricts a command.
pub(crate) fn restrict<'a>(
    evaluation: &mut Evaluation<'a>,
    answer: &Answer<'_>,
    groups: &[u32],
    remits: &[u32],
    work: &mut Work,
    listener: &mut impl Listener,
) {
    work.found.clear();
    work.overflow = false;
    let sets = (0..evaluation.core.count(Section::Sets)).filter_map(|set| evaluation.core.set(set));
    work.is_ordered = sets.into_iter().any(|set| set.flags & FIRST_MATCH != 0);
    let (core, call) = (evaluation.core, evaluation.call);
    if !call.carries_command() {
        return;
    }
    if let Some(matcher) = Matcher::of(core, call) {
        for &group in groups {
            items(evaluation, &matcher, answer, group, work, listener);
        }
        tell_first(core, answer, work, listener);
        sub_calls::restrict(evaluation, answer, matcher.command, listener);
    }
    if !is_read(evaluation) {
        unreadable(evaluation, remits, listener);
    }
}

/// Whether the command is known, all of it.
pub(crate) fn is_read(evaluation: &Evaluation<'_>) -> bool {
    evaluation.call.command().is_some_and(|command| command.unreadable.is_empty())
}

/// What sets say of text that cannot be read.
fn unreadable(evaluation: &mut Evaluation<'_>, remits: &[u32], listener: &mut impl Listener) {
    for &set in remits {
        let Some(record) = evaluation.core.set(set).filter(|record| record.unreadable != NONE) else { continue };
        evaluation.charge(1);
        let applies = evaluation.condition(record.applies);
        if applies != Truth::False {
            let reported = Reported::Commands { set, clause: Clause::Unreadable, certain: applies == Truth::True };
            listener.unreadable(record.unreadable, reported);
        }
    }
}

/// The command items of a group on every part.
fn items<'a>(
    evaluation: &mut Evaluation<'a>,
    matcher: &Matcher<'a>,
    answer: &Answer<'_>,
    index: u32,
    work: &mut Work,
    listener: &mut impl Listener,
) {
    let core = evaluation.core;
    let Some(group) = core.group(index).filter(|group| group.commands.len > 0) else { return };
    let mut walk = Walk { matcher, group: &group, index, words: Words::of(&group, answer), now: answer.now, work, listener };
    for number in 0..matcher.command.parts.len() as u32 {
        let Some(view) = matcher.view(number) else { continue };
        walk.part(evaluation, &view);
        evaluation.charge(matcher.take_spent());
        if evaluation.is_spent() {
            return;
        }
    }
}

/// One group on its way over the parts.
struct Walk<'w, 'a, L> {
    matcher: &'w Matcher<'a>,
    group: &'w Group,
    index: u32,
    words: Words,
    now: Option<i64>,
    work: &'w mut Work,
    listener: &'w mut L,
}

impl<'a, L: Listener> Walk<'_, 'a, L> {
    fn part(&mut self, evaluation: &mut Evaluation<'a>, view: &Viewed<'a>) {
        let core = evaluation.core;
        if view.part.program.spelled == Spelled::Computed {
            self.computed(evaluation, view);
        } else {
            self.named(evaluation, view);
            for pattern in core.list(self.group.any_program) {
                self.pattern(evaluation, view, pattern);
                self.settles(evaluation, view, pattern);
            }
        }
        if view.part.flags.unread_code {
            self.unread(evaluation, view.number);
        }
    }

    /// What names the part's program.
    fn named(&mut self, evaluation: &mut Evaluation<'a>, view: &Viewed<'a>) {
        let core = evaluation.core;
        let Some((hash, slot)) = self.matcher.base(view.part).and_then(|base| slot_of(evaluation, self.group, base)) else { return };
        if !self.listener.skips(&self.words, slot.mask, slot.best) || self.has_first_match(core, &slot) {
            let words = (slot.wordless_restrict != slot.restrict).then(|| self.matcher.words_restricted(view)).filter(|words| !words.doubt);
            let first = if words.is_some() { slot.wordless_restrict } else { slot.restrict };
            core.list(first).for_each(|pattern| self.pattern(evaluation, view, pattern));
            for key in words.iter().flat_map(|words| words.keys()) {
                let Some(worded) = slot_at(evaluation, self.group, worded_hash(hash, key)) else { continue };
                core.list(worded.restrict).for_each(|pattern| self.pattern(evaluation, view, pattern));
            }
        }
        if self.work.is_ordered {
            permits(evaluation, self.matcher, self.group, view).for_each(|pattern| self.settles(evaluation, view, pattern));
        }
    }

    /// A part whose program is computed may be what any restriction is about.
    fn computed(&mut self, evaluation: &mut Evaluation<'a>, view: &Viewed<'a>) {
        let core = evaluation.core;
        if !self.listener.hears_every_item() {
            return core.list(self.group.computed).for_each(|pattern| self.pattern(evaluation, view, pattern));
        }
        for command in self.group.commands.range().filter_map(|command| core.command(command as u32)) {
            command.patterns.range().for_each(|pattern| self.pattern(evaluation, view, pattern as u32));
        }
    }

    /// Whether first-match sets stand behind a slot: what they find counts for other items as well.
    fn has_first_match(&self, core: &Core, slot: &ProgramSlot) -> bool {
        if !self.work.is_ordered {
            return false;
        }
        core.list(slot.restrict)
            .chain(core.list(slot.permit))
            .filter_map(|pattern| item_of(core, &core.command_pattern(pattern)?))
            .any(|(_, item)| is_first_match(core, &item))
    }

    /// A restriction's pattern on a part.
    fn pattern(&mut self, evaluation: &mut Evaluation<'a>, view: &Viewed<'a>, pattern: u32) {
        let core = evaluation.core;
        evaluation.charge(1);
        let Some(pattern) = core.command_pattern(pattern) else { return };
        let Some((index, item)) = item_of(core, &pattern) else { return };
        if item.flags & (item_flag::PERMIT | item_flag::SHADOW) != 0 || is_inert(&item, self.now) || evaluation.is_spent() {
            return;
        }
        if self.listener.skips(&self.words, item.bits, item.rank) && !is_first_match(core, &item) {
            return;
        }
        let mut reached = core::mem::take(&mut self.work.reached);
        let matcher = self.matcher;
        matcher.combinations(&pattern, view, &mut reached, &mut |parts| self.found(evaluation, parts, index, &item));
        self.work.reached = reached;
    }

    /// A part that runs code nobody read may be what any refusal is about.
    fn unread(&mut self, evaluation: &mut Evaluation<'a>, part: u32) {
        let core = evaluation.core;
        if self.listener.hears_every_item() {
            return self.group.commands.range().for_each(|command| self.unread_for(evaluation, part, command as u32));
        }
        core.list(self.group.unread).for_each(|command| self.unread_for(evaluation, part, command));
    }

    fn unread_for(&mut self, evaluation: &mut Evaluation<'a>, part: u32, command: u32) {
        let core = evaluation.core;
        evaluation.charge(1);
        let Some(command) = core.command(command) else { return };
        let Some(item) = core.item_record(command.item) else { return };
        let refuses = item.bits & DENY != 0 && item.flags & item_flag::PERMIT == 0;
        if refuses && !is_inert(&item, self.now) && !self.listener.skips(&self.words, item.bits, item.rank) {
            self.found(evaluation, Combination::of(part, Truth::Unknown), command.item, &item);
        }
    }

    /// Tells that an item's pattern means some parts, its condition asked about them.
    fn found(&mut self, evaluation: &mut Evaluation<'a>, parts: Combination, index: u32, item: &Item) {
        let truth = parts.truth.and(holds(evaluation, self.matcher, &parts, item));
        let settles = item.bits & DENY != 0 && truth == Truth::True && is_first_match(evaluation.core, item);
        if settles && self.work.found.len() < FINDINGS {
            self.remember(parts, index, item, true, true);
        }
        match truth {
            Truth::False => {}
            _ if item.bits & DENY == 0 && is_first_match(evaluation.core, item) => self.keep(parts, index, item, truth == Truth::True),
            Truth::Unknown if item.bits & DENY != 0 => tell_unsure(evaluation.core, index, item, self.listener),
            _ => self.listener.item(self.group, &self.words, index, item, truth == Truth::True),
        }
    }

    /// Remembers a permission of a first-match set that covers the part: what comes later in the set is not heard there.
    fn settles(&mut self, evaluation: &mut Evaluation<'a>, view: &Viewed<'a>, pattern: u32) {
        let core = evaluation.core;
        let Some(record) = core.command_pattern(pattern) else { return };
        let Some((index, item)) = item_of(core, &record).filter(|(_, item)| item.flags & item_flag::PERMIT != 0) else { return };
        if is_first_match(core, &item) && cover::covers(evaluation, self.matcher, view, pattern, &item, false) {
            self.keep(Combination::of(view.number, Truth::True), index, &item, true);
        }
    }

    fn keep(&mut self, parts: Combination, index: u32, item: &Item, certain: bool) {
        if self.work.found.len() >= FINDINGS {
            self.work.overflow = true;
            if item.flags & item_flag::PERMIT == 0 {
                self.listener.item(self.group, &self.words, index, item, certain);
            }
            return;
        }
        self.remember(parts, index, item, item.flags & item_flag::PERMIT != 0, certain);
    }

    fn remember(&mut self, parts: Combination, index: u32, item: &Item, is_told: bool, certain: bool) {
        self.work.found.push(Finding { parts, group: self.index, index, set: item.set, order: item.order, is_told, certain });
    }
}

/// Tells the items of first-match sets that no earlier one of the set settles.
fn tell_first(core: &Core, answer: &Answer<'_>, work: &Work, listener: &mut impl Listener) {
    for finding in work.found.iter().filter(|finding| !finding.is_told) {
        let is_heard = finding.parts.parts().iter().any(|part| !finding.is_settled(&work.found, *part));
        let (Some(group), Some(item)) = (core.group(finding.group), core.item_record(finding.index)) else { continue };
        if is_heard {
            listener.item(&group, &Words::of(&group, answer), finding.index, &item, finding.certain);
        }
    }
}

fn tell_unsure(core: &Core, index: u32, item: &Item, listener: &mut impl Listener) {
    if let Some(set) = core.set(item.set) {
        listener.unsure(index, item, set.unsure);
    }
}

/// An item's condition, asked about parts of the command.
fn holds<'a>(evaluation: &mut Evaluation<'a>, matcher: &Matcher<'a>, parts: &Combination, item: &Item) -> Truth {
    if matches!(item.entry, ACCEPT | REJECT) {
        return evaluation.condition(item.entry);
    }
    evaluation.charge(matcher.command.touches.len() as u64);
    let scope = Scope::Parts(Touched::of(evaluation.call, matcher.command, *parts));
    let (before, found) = evaluation.about(scope, evaluation.found());
    let truth = evaluation.condition(item.entry);
    evaluation.about(before, found);
    truth
}

/// The item of a pattern.
fn item_of(core: &Core, pattern: &CommandPattern) -> Option<(u32, Item)> {
    let command = core.command(pattern.command)?;
    Some((command.item, core.item_record(command.item)?))
}

fn is_first_match(core: &Core, item: &Item) -> bool {
    core.set(item.set).is_some_and(|set| set.flags & FIRST_MATCH != 0)
}

/// Patterns of permissions that may account for a part, those that name no program left out.
fn permits<'a>(
    evaluation: &mut Evaluation<'a>,
    matcher: &Matcher<'a>,
    group: &Group,
    view: &Viewed<'a>,
) -> impl Iterator<Item = u32> + use<'a> {
    let core = evaluation.core;
    let slot = matcher.base(view.part).and_then(|base| slot_of(evaluation, group, base));
    let worded = slot.filter(|(_, slot)| slot.wordless_permit != slot.permit).and_then(|(hash, _)| {
        let key = matcher.word_permitted(view)?;
        slot_at(evaluation, group, worded_hash(hash, key))
    });
    let runs = [slot.map(|(_, slot)| slot.wordless_permit), worded.map(|slot| slot.permit)];
    runs.into_iter().flatten().flat_map(move |run| core.list(run))
}

/// The slot of a program's name, and the name's hash.
fn slot_of(evaluation: &mut Evaluation<'_>, group: &Group, base: &str) -> Option<(u64, ProgramSlot)> {
    evaluation.charge(base.len() as u64);
    let hash = name_hash(base);
    Some((hash, slot_at(evaluation, group, hash)?))
}

/// The slot of a hash.
fn slot_at(evaluation: &mut Evaluation<'_>, group: &Group, hash: u64) -> Option<ProgramSlot> {
    evaluation.charge(1);
    let mask = group.programs.len.checked_sub(1)?;
    let mut at = hash as u32 & mask;
    for _ in 0..group.programs.len {
        let slot = evaluation.core.program_slot(group.programs.start.checked_add(at)?)?;
        if slot.restrict.len == 0 && slot.permit.len == 0 {
            return None;
        }
        if slot.hash == hash {
            return Some(slot);
        }
        at = (at + 1) & mask;
    }
    None
}

/// Whether a command item's patterns and condition hold of some part: for items that are only recorded. What the patterns do not reach, text
/// that cannot be read and code that nobody read, is the business of those that decide.
pub(crate) fn truth_of(evaluation: &mut Evaluation<'_>, item: &Item) -> Truth {
    let core = evaluation.core;
    let (Some(matcher), Some(command)) = (Matcher::of(core, evaluation.call), core.command(item.data)) else { return Truth::False };
    let (mut truth, mut reached) = (Truth::False, Reached::new());
    for number in 0..matcher.command.parts.len() as u32 {
        let Some(view) = matcher.view(number) else { continue };
        for pattern in command.patterns.range() {
            if item.flags & item_flag::PERMIT != 0 {
                truth = truth.or(Truth::from_bool(cover::covers(evaluation, &matcher, &view, pattern as u32, item, false)));
                continue;
            }
            let Some(pattern) = core.command_pattern(pattern as u32) else { continue };
            matcher.combinations(&pattern, &view, &mut reached, &mut |parts| {
                truth = truth.or(parts.truth.and(holds(evaluation, &matcher, &parts, item)));
            });
        }
        evaluation.charge(matcher.take_spent());
    }
    truth
}

/// Joins what restricts to an answer.
pub(super) struct Joining<'v, 'a> {
    pub(super) answer: &'v mut Answer<'a>,
    pub(super) heard: Heard,
}

impl Listener for Joining<'_, '_> {
    fn skips(&self, words: &Words, mask: u64, best: u32) -> bool {
        let word = words.strictest(mask);
        let answer = &self.answer;
        // A refusal that is not certain brings other steps than its own, so only a refusal makes up for what is skipped.
        answer.word == Word::Deny && !(word == Word::Deny && (false, best) < answer.key)
    }

    fn item(&mut self, group: &Group, words: &Words, index: u32, item: &Item, certain: bool) {
        let word = words.strictest(item.bits);
        if self.heard.hears(item.check, word) {
            self.answer.collect(group, item.bits);
            self.answer.contribute(word, certain, item.rank, Reported::Item { item: index, certain });
        }
    }

    fn unsure(&mut self, index: u32, item: &Item, row: u32) {
        let reported = Reported::Item { item: index, certain: false };
        self.answer.join_commands(row, self.heard, item.check, (false, item.rank), reported);
    }

    fn unreadable(&mut self, row: u32, reported: Reported) {
        let certain = matches!(reported, Reported::Commands { certain: true, .. });
        let rank = self.answer.core.row(row).map_or(u32::MAX, |row| row.rank);
        self.answer.join_commands(row, self.heard, COMMAND_CHECK, (certain, rank), reported);
    }
}
