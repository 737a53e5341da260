//! One decision: checks that refuse before any rule, restrictions, permissions, defaults, and what is reported.
//!
//! `deny` or a set of steps; joined, so no order matters. Nothing is allocated after [`Scratch::new`], but for the words of a refusal before any
//! rule. What was visited is the
//! index's business; the answer is defined without it: see [`crate::explain`] for the same answer by visiting everything.

mod by_check;
mod commands;

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::evaluate::{Evaluation, Truth};
use crate::functions::{self, Effects, Found, Server};
use crate::layout::*;
use crate::limits;
use crate::refusal::Cause;
use crate::shape;
use crate::spine::{self, Visitor};
use crate::state::States;

pub(crate) use by_check::{ByCheck, Said};
pub use commands::Clause;
use commands::{Joining, Work};
pub(crate) use commands::{Listener, by_part, covering, parts_of_item, permitted, restrict, truth_of, unpermitted};

/// The strictest thing a decision asks for. The order is strictness.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// The call may be made.
    Allow,
    /// The command is read first.
    Classify,
    /// Decided again online.
    ServerCheck,
    /// The requester confirms.
    Confirm,
    /// People approve.
    Approve,
    /// The call is not made.
    #[default]
    Deny,
}

impl Word {
    /// The word as policies write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Classify => "classify",
            Self::ServerCheck => "server-check",
            Self::Confirm => "confirm",
            Self::Approve => "approve",
            Self::Deny => "deny",
        }
    }
}

/// What a decision is reported by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reported {
    /// A core item.
    Item {
        /// Its index.
        item: u32,
        /// Its condition was certainly true, not unknown.
        certain: bool,
    },
    /// A row of a set's defaults.
    DefaultRow {
        /// Its index.
        row: u32,
        /// Its head and its set's `for` were certainly true.
        certain: bool,
    },
    /// What a set says of commands that no command item settles.
    Commands {
        /// The set.
        set: u32,
        /// Which of its clauses.
        clause: Clause,
        /// Its `for` was certainly true.
        certain: bool,
    },
    /// No set gives the function a default.
    NoDefault,
    /// An event that nothing can hold back: it is recorded.
    Recorded,
    /// A check before any rule.
    Border(Cause),
}

/// Steps of one decision before those of one pool are joined.
const STEPS: usize = limits::DECISION_STEPS;

/// An answer. The default is deny.
#[derive(Debug, Clone, Copy)]
pub struct Decision {
    word: Word,
    reported: Reported,
    sponsored: bool,
    count: u8,
    steps: [u16; STEPS],
}

impl Default for Decision {
    fn default() -> Self {
        Self::deny(Cause::Corrupt)
    }
}

impl Decision {
    /// Nothing can hold the event back.
    const RECORDED: Self = Self { word: Word::Allow, reported: Reported::Recorded, sponsored: false, count: 0, steps: [0; STEPS] };

    /// A refusal by a check before any rule.
    pub fn deny(cause: Cause) -> Self {
        Self { word: Word::Deny, reported: Reported::Border(cause), sponsored: false, count: 0, steps: [0; STEPS] }
    }

    /// What a single item or row of defaults says, for its reason.
    pub(crate) fn of(word: Word, reported: Reported) -> Self {
        Self { word, reported, ..Self::RECORDED }
    }

    /// The strictest thing it asks for.
    pub fn word(&self) -> Word {
        self.word
    }

    /// What it is reported by.
    pub fn reported(&self) -> Reported {
        self.reported
    }

    /// Whether a sponsor's approval is the requester's own confirmation here.
    pub(crate) fn is_sponsored(&self) -> bool {
        self.sponsored
    }

    /// Indices of its steps, as items ask for them; empty for a deny.
    pub(crate) fn step_indices(&self) -> impl Iterator<Item = u32> + '_ {
        self.steps.iter().take(self.count as usize).map(|index| u32::from(*index))
    }
}

/// What one host thread keeps between decisions, so that deciding allocates nothing.
#[derive(Debug, Clone)]
pub struct Scratch {
    pub(crate) groups: Vec<u32>,
    pub(crate) remits: Vec<u32>,
    pub(crate) work: Work,
}

impl Scratch {
    /// Room for any decision of this core.
    pub fn new(core: &Core) -> Self {
        Self {
            groups: Vec::with_capacity(limits::GROUPS_PER_NAME),
            remits: Vec::with_capacity(core.count(Section::Sets) as usize),
            work: Work::new(),
        }
    }
}

/// Which items a decision hears, by the number of their check: some decide elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heard {
    /// Those that deny.
    pub(crate) denies: u64,
    /// Those that ask.
    pub(crate) asks: u64,
    /// Permissions and defaults.
    pub(crate) base: bool,
}

impl Heard {
    /// Every item.
    pub(crate) const ALL: Self = Self { denies: u64::MAX, asks: u64::MAX, base: true };

    /// Whether an item of a check that says the word is heard.
    #[inline(always)]
    fn hears(self, check: u8, word: Word) -> bool {
        let heard = if word == Word::Deny { self.denies } else { self.asks };
        heard >> (check & 63) & 1 == 1
    }
}

/// Decides a call.
pub(crate) fn decide(core: &Core, call: &Call, states: &States, scratch: &mut Scratch) -> Decision {
    decide_heard(core, call, states, scratch, Heard::ALL).0
}

/// Decides a call by some of the items, and says what is known of its function.
pub(crate) fn decide_heard(core: &Core, call: &Call, states: &States, scratch: &mut Scratch, heard: Heard) -> (Decision, Option<Found>) {
    if !call.event().asks() {
        return (Decision::RECORDED, None);
    }
    let found = match admit(core, call, scratch) {
        Ok(found) => found,
        Err(cause) => return (Decision::deny(cause), None),
    };
    let mut evaluation = Evaluation::new(core, call, states, found, fuel(core, call, states));
    let mut answer = Answer::new(core, call);
    for &group in &scratch.groups {
        answer.restrictions(&mut evaluation, group, heard);
    }
    if call.carries_command() {
        let terms = Answer::new(core, call);
        let Scratch { groups, remits, work } = &mut *scratch;
        restrict(&mut evaluation, &terms, groups, remits, work, &mut Joining { answer: &mut answer, heard });
    }
    if heard.base {
        answer.base(&mut evaluation, scratch, &found);
    }
    let decision = if evaluation.is_spent() { Decision::deny(Cause::Cost) } else { answer.finish() };
    (decision, Some(found))
}

/// What deciding this call may cost: labels of the states count as what the call brings.
fn fuel(core: &Core, call: &Call, states: &States) -> u64 {
    let (labels, bytes) = states.extent();
    core.cost().fuel(call.text_bytes().saturating_add(bytes), call.elements().saturating_add(labels)).saturating_add(1)
}

/// The checks before any rule: is the function known by another spelling, do the arguments have the catalog's shape, are keys ambiguous?
pub(crate) fn admit(core: &Core, call: &Call, scratch: &mut Scratch) -> Result<Found, Cause> {
    let found = look_up(core, call, scratch)?;
    if let (Some(schema), Some(arguments)) = (found.schema, call.arguments()) {
        shape::check(core, schema, arguments).map_err(|_| Cause::Schema)?;
    }
    if let Some(arguments) = call.arguments() {
        shape::keys(core, arguments, scratch, call.has_folded_keys()).map_err(|_| Cause::Case)?;
    }
    Ok(found)
}

/// The function's groups on the call's event, and its remits.
pub(crate) fn look_up(core: &Core, call: &Call, scratch: &mut Scratch) -> Result<Found, Cause> {
    let found = functions::find(core, call, scratch)?;
    let event = call.event().number();
    scratch.groups.retain(|group| core.group(*group).is_some_and(|group| group.event == event));
    Ok(found)
}

/// The best-ranked certain permission; any, where only its being there matters.
fn permission(evaluation: &mut Evaluation<'_>, groups: impl Iterator<Item = u32>, answer: &Answer<'_>) -> Option<(u32, u32)> {
    let mut permissions = Permissions { best: None, any: answer.word > Word::Allow, now: answer.now };
    for group in groups {
        let Some(group) = evaluation.core.group(group) else { continue };
        if group.permit != NONE {
            spine::walk(evaluation, group.permit, true, &mut permissions);
        }
    }
    permissions.best
}

struct Permissions {
    best: Option<(u32, u32)>,
    any: bool,
    now: Option<i64>,
}

impl<'a> Visitor<'a> for Permissions {
    #[inline(always)]
    fn skips(&self, _mask: u64, best: u32, certain: bool) -> bool {
        !certain || self.best.is_some_and(|(_, rank)| self.any || best >= rank)
    }

    fn visit(&mut self, evaluation: &mut Evaluation<'a>, index: u32, item: &Item) {
        if !is_inert(item, self.now) && evaluation.certainly(item.entry) {
            self.best = Some((index, item.rank));
        }
    }
}

/// Whether an item's dates keep it out. Where the time is unknown a permission is out and a restriction is in.
pub(crate) fn is_inert(item: &Item, now: Option<i64>) -> bool {
    match now {
        Some(now) => now < item.starts || now >= item.expires,
        None => item.flags & item_flag::PERMIT != 0 && (item.starts != i64::MIN || item.expires != i64::MAX),
    }
}

/// What has been joined so far, and the best contribution to report.
pub(crate) struct Answer<'a> {
    core: &'a Core,
    now: Option<i64>,
    autonomous: bool,
    /// A person's sponsor is the person.
    sponsored: bool,
    /// Nobody is there to confirm, and the principal may be a person: then a sponsor's approval would be nobody's either.
    unsponsored: bool,
    pub(crate) word: Word,
    /// Of the strictest contribution: uncertain, rank.
    key: (bool, u32),
    reported: Reported,
    count: usize,
    steps: [u16; STEPS],
    overflow: bool,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(core: &'a Core, call: &Call) -> Self {
        Self {
            core,
            now: call.now(),
            autonomous: call.autonomous(),
            sponsored: call.human() == Some(true),
            unsponsored: call.autonomous() && call.human().is_none(),
            word: Word::Allow,
            key: (true, u32::MAX),
            reported: Reported::NoDefault,
            count: 0,
            steps: [0; STEPS],
            overflow: false,
        }
    }

    /// What the call is by permissions and defaults.
    ///
    /// Only command items permit a call that carries a command.
    fn base(&mut self, evaluation: &mut Evaluation<'_>, scratch: &mut Scratch, found: &Found) {
        let permission = match found.server {
            _ if evaluation.call.carries_command() => permitted(evaluation, &scratch.groups, &mut scratch.work),
            Server::Meant => permission(evaluation, scratch.groups.iter().copied(), self).map(|(item, _)| item),
            _ => None,
        };
        match permission {
            Some(item) => self.permit(item),
            None => self.defaults(evaluation, scratch.remits.iter().copied(), found.effects),
        }
    }

    /// Joins what the restrictions of a group add.
    fn restrictions(&mut self, evaluation: &mut Evaluation<'_>, group: u32, heard: Heard) {
        let Some(group) = self.core.group(group) else { return };
        if group.restrict == NONE {
            return;
        }
        let mut visitor = Restrictions { words: Words::of(&group, self), collected: 0, heard, answer: self };
        spine::walk(evaluation, group.restrict, true, &mut visitor);
        let collected = visitor.collected;
        self.collect(&group, collected);
    }

    /// Adds the steps of a group's bits.
    pub(crate) fn collect(&mut self, group: &Group, bits: u64) {
        let mut rest = bits & !DENY;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            if let Some(step) = self.core.listed(group.steps.start.saturating_add(bit - 1)) {
                self.step(step);
            }
        }
    }

    fn step(&mut self, step: u32) {
        let Ok(step) = u16::try_from(step) else {
            self.overflow = true;
            return;
        };
        let held = self.steps.get(..self.count).unwrap_or_default();
        if held.contains(&step) {
            return;
        }
        match self.steps.get_mut(self.count) {
            Some(slot) => {
                *slot = step;
                self.count += 1;
            }
            None => self.overflow = true,
        }
    }

    /// Counts a contribution towards what is reported.
    #[inline]
    pub(crate) fn contribute(&mut self, word: Word, certain: bool, rank: u32, reported: Reported) {
        let key = (!certain, rank);
        if word > self.word || (word == self.word && word > Word::Allow && key < self.key) {
            self.word = word;
            self.key = key;
            self.reported = reported;
        }
    }

    /// The base of a call that an item permits.
    pub(crate) fn permit(&mut self, item: u32) {
        if self.word == Word::Allow {
            self.reported = Reported::Item { item, certain: true };
        }
    }

    /// Joins the defaults of the sets in whose remit the function lies; none of them giving one is deny.
    ///
    /// Of a call that carries a command, `otherwise` stands in place of a set's table.
    fn defaults(&mut self, evaluation: &mut Evaluation<'_>, remits: impl Iterator<Item = u32>, effects: Effects) {
        let mut given = None;
        let carries = evaluation.call.carries_command() && !evaluation.is_about_a_sub_call();
        for set in remits {
            let Some(record) = self.core.set(set) else { continue };
            evaluation.charge(1);
            let applies = evaluation.condition(record.applies);
            let certain = applies == Truth::True;
            if applies == Truth::False {
                continue;
            }
            let own = match self.core.row(record.otherwise).filter(|_| carries) {
                Some(row) => {
                    let reported = Reported::Commands { set, clause: Clause::Otherwise, certain };
                    self.join_commands(record.otherwise, Heard::ALL, COMMAND_CHECK, (certain, row.rank), reported);
                    certain.then_some((reported, row.rank))
                }
                None => {
                    let row = self.table(evaluation, &record, effects, certain);
                    row.map(|(row, rank)| (Reported::DefaultRow { row, certain: true }, rank))
                }
            };
            given = best(given, own);
        }
        self.default_given(given);
    }

    /// The base of a call that nothing permits.
    pub(crate) fn default_given(&mut self, given: Option<(Reported, u32)>) {
        match given {
            Some((reported, _)) if self.word == Word::Allow => self.reported = reported,
            Some(_) => {}
            None => self.contribute(Word::Deny, false, u32::MAX, Reported::NoDefault),
        }
    }

    /// Joins a row that a set has for commands.
    pub(crate) fn join_commands(&mut self, row: u32, heard: Heard, check: u8, (certain, rank): (bool, u32), reported: Reported) {
        let Some(row) = self.core.row(row) else { return };
        let word = self.row_word(&row);
        if !heard.hears(check, word) {
            return;
        }
        self.join_steps(&row);
        self.contribute(word, certain, rank, reported);
    }

    fn join_steps(&mut self, row: &RowRecord) {
        if row.deny == 0 {
            for step in self.core.list(row.steps) {
                self.step(step);
            }
        }
    }

    /// A set's rows from the top to the first certain one; the certain one, if `certain` and there is one.
    fn table(&mut self, evaluation: &mut Evaluation<'_>, set: &SetRecord, effects: Effects, certain: bool) -> Option<(u32, u32)> {
        for index in set.rows.range() {
            evaluation.charge(1);
            let index = index as u32;
            let row = self.core.row(index)?;
            // What the host grants is said of the call, not of what its command touches.
            let is_ungranted = row.head == row::GRANTED && evaluation.is_about_a_sub_call();
            match if is_ungranted { Truth::Unknown } else { head(&row, effects, evaluation.call) } {
                Truth::False => {}
                Truth::Unknown => self.join_row(index, &row, false),
                Truth::True => {
                    self.join_row(index, &row, certain);
                    return certain.then_some((index, row.rank));
                }
            }
        }
        None
    }

    /// Joins a row's outcome.
    pub(crate) fn join_row(&mut self, index: u32, row: &RowRecord, certain: bool) {
        let word = self.row_word(row);
        self.join_steps(row);
        self.contribute(word, certain, row.rank, Reported::DefaultRow { row: index, certain });
    }

    pub(crate) fn row_word(&self, row: &RowRecord) -> Word {
        if row.deny != 0 {
            return Word::Deny;
        }
        self.core.list(row.steps).filter_map(|step| self.core.step(step)).map(|step| self.step_word(&step)).max().unwrap_or(Word::Allow)
    }

    /// What a step counts as for this principal.
    fn step_word(&self, step: &StepRecord) -> Word {
        let confirm = if self.autonomous { Word::Deny } else { Word::Confirm };
        match step.kind {
            step::CLASSIFY => Word::Classify,
            step::SERVER_CHECK => Word::ServerCheck,
            step::CONFIRM => confirm,
            step::APPROVE if self.sponsored && is_sponsor(self.core, step) => confirm,
            step::APPROVE if self.unsponsored && is_sponsor(self.core, step) => Word::Deny,
            step::APPROVE => Word::Approve,
            _ => Word::Allow,
        }
    }

    /// The decision.
    pub(crate) fn finish(self) -> Decision {
        let mut decision = Decision {
            word: self.word,
            reported: self.reported,
            sponsored: self.sponsored,
            count: u8::try_from(self.count).unwrap_or(u8::MAX),
            steps: self.steps,
        };
        if self.word == Word::Deny {
            decision.count = 0;
        } else if self.overflow || crate::steps::people(self.core, &decision) > limits::PEOPLE_STEPS {
            return Decision::deny(Cause::Limit);
        }
        decision
    }
}

/// The better-ranked row.
fn best(a: Option<(Reported, u32)>, b: Option<(Reported, u32)>) -> Option<(Reported, u32)> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.1 < a.1 { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// Whether a row's head holds.
pub(crate) fn head(row: &RowRecord, effects: Effects, call: &Call) -> Truth {
    match row.head {
        row::EFFECTS => effects.are(row.asked, row.wanted),
        row::GRANTED => call.granted().map_or(Truth::Unknown, Truth::from_bool),
        _ => Truth::True,
    }
}

/// Whether the pool is the sponsor alone.
pub(crate) fn is_sponsor(core: &Core, step: &StepRecord) -> bool {
    let decider = || core.bytes_of(core.name(step.deciders.start)?.text);
    step.count == 1 && step.deciders.len == 1 && decider() == Some(b"sponsor")
}

/// Masks of a group's bits by what they count as for this principal.
pub(crate) struct Words {
    deny: u64,
    approve: u64,
    confirm: u64,
    server_check: u64,
    classify: u64,
}

impl Words {
    pub(crate) fn of(group: &Group, answer: &Answer<'_>) -> Self {
        let sponsor = if answer.sponsored { group.sponsor } else { 0 };
        let confirm = group.confirm | sponsor;
        Self {
            deny: DENY | if answer.autonomous { confirm } else { 0 } | if answer.unsponsored { group.sponsor } else { 0 },
            approve: group.approve & !sponsor,
            confirm,
            server_check: group.server_check,
            classify: group.classify,
        }
    }

    /// The strictest word among bits.
    #[inline(always)]
    pub(crate) fn strictest(&self, bits: u64) -> Word {
        if bits & self.deny != 0 {
            Word::Deny
        } else if bits & self.approve != 0 {
            Word::Approve
        } else if bits & self.confirm != 0 {
            Word::Confirm
        } else if bits & self.server_check != 0 {
            Word::ServerCheck
        } else if bits & self.classify != 0 {
            Word::Classify
        } else {
            Word::Allow
        }
    }
}

struct Restrictions<'v, 'a> {
    words: Words,
    collected: u64,
    heard: Heard,
    answer: &'v mut Answer<'a>,
}

impl<'e> Visitor<'e> for Restrictions<'_, '_> {
    #[inline(always)]
    fn skips(&self, mask: u64, best: u32, certain: bool) -> bool {
        let word = self.words.strictest(mask);
        let answer = &self.answer;
        // Deny absorbs every step, so behind one only a stricter or better-ranked deny matters.
        let new_bits = mask & !self.collected != 0 && answer.word < Word::Deny;
        let better = word > answer.word || (word == answer.word && word > Word::Allow && (!certain, best) < answer.key);
        !new_bits && !better
    }

    fn visit(&mut self, evaluation: &mut Evaluation<'e>, index: u32, item: &Item) {
        let word = self.words.strictest(item.bits);
        if is_inert(item, self.answer.now) || !self.heard.hears(item.check, word) {
            return;
        }
        let certain = match evaluation.condition(item.entry) {
            Truth::False => return,
            truth => truth == Truth::True,
        };
        self.collected |= item.bits;
        self.answer.contribute(word, certain, item.rank, Reported::Item { item: index, certain });
    }
}
