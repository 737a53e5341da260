//! What the items of each check say on their own, and what the call is without any of them: for naming the first check that refuses.

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::evaluate::{Evaluation, Truth};
use crate::layout::*;
use crate::spine::{self, Visitor};
use crate::state::States;

use super::{Answer, Decision, Listener, Reported, Scratch, Word, Words, admit, fuel, head, is_inert, restrict};

/// How many check numbers there are room for.
const CHECKS: usize = 64;

/// What the items of one check say: the strictest of them, best ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Said {
    /// Its word.
    pub(crate) word: Word,
    reported: Reported,
    /// Its condition was certainly true.
    pub(crate) certain: bool,
    /// See [`item_effect`]: a refusal in one of its forms.
    pub(crate) effect: u8,
    /// When the last of those that only hold ends.
    pub(crate) until: i64,
    rank: u32,
}

impl Said {
    /// As a decision reports it.
    pub(crate) fn reported(&self) -> Reported {
        self.reported
    }

    /// Stricter first, then certain, then better ranked.
    fn key(&self) -> (core::cmp::Reverse<(Word, u8)>, bool, u32) {
        let form = match self.effect {
            item_effect::PARK => 0,
            item_effect::STOP_JOB if self.certain => 2,
            _ => 1,
        };
        (core::cmp::Reverse((self.word, form)), !self.certain, self.rank)
    }
}

/// What items say, check by check.
#[derive(Debug, Clone)]
pub(crate) struct ByCheck {
    said: [Option<Said>; CHECKS],
    /// Steps that items of a check ask for, each once.
    steps: Vec<(u8, u32)>,
    /// The call by permissions and defaults alone.
    pub(crate) base: Decision,
    /// Nothing but a refusal can reach the function, whatever the call holds.
    pub(crate) is_plain: bool,
}

impl ByCheck {
    /// Visits everything; `None` where a check before any rule refuses.
    pub(crate) fn of(core: &Core, call: &Call, states: &States, scratch: &mut Scratch) -> Option<Self> {
        let found = admit(core, call, scratch).ok()?;
        let mut evaluation = Evaluation::new(core, call, states, found, fuel(core, call, states));
        let mut out = Self { said: [None; CHECKS], steps: Vec::new(), base: Decision::default(), is_plain: false };
        let answer = Answer::new(core, call);
        for group in scratch.groups.iter().filter_map(|group| core.group(*group)) {
            let words = Words::of(&group, &answer);
            spine::walk(&mut evaluation, group.restrict, true, &mut All { core, now: answer.now, group: &group, words, out: &mut out });
        }
        if call.carries_command() {
            let Scratch { groups, remits, work } = &mut *scratch;
            restrict(&mut evaluation, &answer, groups, remits, work, &mut ToldByCheck { core, terms: &answer, out: &mut out });
        }
        let mut base = Answer::new(core, call);
        base.base(&mut evaluation, scratch, &found);
        out.base = base.finish();
        out.is_plain =
            out.base.word() == Word::Deny && nothing_permits(core, call, scratch) && every_row_denies(core, call, scratch, &found);
        Some(out)
    }

    /// What the items of a check say.
    pub(crate) fn check(&self, check: u8) -> Option<&Said> {
        self.said.get(usize::from(check))?.as_ref()
    }

    /// The first of some checks whose items refuse.
    pub(crate) fn denial(&self, checks: &[u8]) -> Option<&Said> {
        checks.iter().filter_map(|check| self.check(*check)).find(|said| said.word == Word::Deny)
    }

    /// Steps that the items of a check ask for.
    pub(crate) fn steps(&self, check: u8) -> impl Iterator<Item = u32> + '_ {
        self.steps.iter().filter(move |(of, _)| *of == check).map(|(_, step)| *step)
    }
}

fn nothing_permits(core: &Core, call: &Call, scratch: &Scratch) -> bool {
    let permits = |command: usize| {
        let item = core.command(command as u32).and_then(|command| core.item_record(command.item));
        item.is_some_and(|item| item.flags & item_flag::PERMIT != 0)
    };
    let mut groups = scratch.groups.iter().filter_map(|group| core.group(*group));
    groups.all(|group| if call.carries_command() { !group.commands.range().any(permits) } else { group.permit == NONE })
}

/// No row that could ever speak for the function gives anything else.
fn every_row_denies(core: &Core, call: &Call, scratch: &Scratch, found: &crate::functions::Found) -> bool {
    let sets = || scratch.remits.iter().filter_map(|set| core.set(*set));
    let otherwise = |set: &SetRecord| core.row(set.otherwise).filter(|_| call.carries_command());
    if sets().filter_map(|set| otherwise(&set)).any(|row| row.deny == 0) {
        return false;
    }
    let rows = sets().filter(|set| otherwise(set).is_none()).flat_map(|set| set.rows.range());
    let speaks = |row: &RowRecord| row.head == row::GRANTED || head(row, found.effects, call) != Truth::False;
    rows.filter_map(|index| core.row(index as u32)).filter(speaks).all(|row| row.deny != 0)
}

struct All<'v, 'a> {
    core: &'a Core,
    now: Option<i64>,
    group: &'v Group,
    words: Words,
    out: &'v mut ByCheck,
}

impl<'e> Visitor<'e> for All<'_, '_> {
    fn skips(&self, _mask: u64, _best: u32, _certain: bool) -> bool {
        false
    }

    fn visit(&mut self, evaluation: &mut Evaluation<'e>, index: u32, item: &Item) {
        if is_inert(item, self.now) {
            return;
        }
        let certain = match evaluation.condition(item.entry) {
            Truth::False => return,
            truth => truth == Truth::True,
        };
        self.out.item(self.core, self.group, &self.words, index, item, certain);
    }
}

impl ByCheck {
    fn item(&mut self, core: &Core, group: &Group, words: &Words, index: u32, item: &Item, certain: bool) {
        let until = if item.effect == item_effect::PARK { item.expires } else { i64::MIN };
        let reported = Reported::Item { item: index, certain };
        let word = words.strictest(item.bits);
        self.say(item.check, Said { word, reported, certain, effect: item.effect, until, rank: item.rank });
        let mut rest = item.bits & !DENY;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            self.step(item.check, core.listed(group.steps.start.saturating_add(bit - 1)));
        }
    }

    fn say(&mut self, check: u8, said: Said) {
        if let Some(slot) = self.said.get_mut(usize::from(check)) {
            let best = slot.filter(|best| best.key() <= said.key()).unwrap_or(said);
            let until = slot.map_or(said.until, |other| other.until.max(said.until));
            *slot = Some(Said { until, ..best });
        }
    }

    fn step(&mut self, check: u8, step: Option<u32>) {
        let step = step.map(|step| (check, step)).filter(|step| !self.steps.contains(step));
        self.steps.extend(step);
    }
}

/// What a command brings, by the checks of the items.
struct ToldByCheck<'v, 'a> {
    core: &'a Core,
    terms: &'v Answer<'a>,
    out: &'v mut ByCheck,
}

impl ToldByCheck<'_, '_> {
    fn row(&mut self, row: u32, check: u8, certain: bool, rank: u32, reported: Reported) {
        let Some(row) = self.core.row(row) else { return };
        let word = self.terms.row_word(&row);
        self.out.say(check, Said { word, reported, certain, effect: item_effect::RESTRICT, until: i64::MIN, rank });
        if row.deny == 0 {
            self.core.list(row.steps).for_each(|step| self.out.step(check, Some(step)));
        }
    }
}

impl Listener for ToldByCheck<'_, '_> {
    fn skips(&self, _words: &Words, _mask: u64, _best: u32) -> bool {
        false
    }

    fn item(&mut self, group: &Group, words: &Words, index: u32, item: &Item, certain: bool) {
        self.out.item(self.core, group, words, index, item, certain);
    }

    fn unsure(&mut self, index: u32, item: &Item, row: u32) {
        self.row(row, item.check, false, item.rank, Reported::Item { item: index, certain: false });
    }

    fn unreadable(&mut self, row: u32, reported: Reported) {
        let certain = matches!(reported, Reported::Commands { certain: true, .. });
        let rank = self.core.row(row).map_or(u32::MAX, |row| row.rank);
        self.row(row, COMMAND_CHECK, certain, rank, reported);
    }
}
