//! What the items of each check say on their own, and what the call is without any of them: for naming the first check that refuses.

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::evaluate::{Evaluation, Truth};
use crate::layout::*;
use crate::spine::{self, Visitor};
use crate::state::States;

use super::{Answer, Decision, Reported, Scratch, Word, Words, admit, fuel, head, is_inert};

/// How many check numbers there are room for.
const CHECKS: usize = 64;

/// What the items of one check say: the strictest of them, best ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Said {
    /// Its word.
    pub(crate) word: Word,
    /// The item.
    pub(crate) item: u32,
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
        Reported::Item { item: self.item, certain: self.certain }
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
        let mut base = answer;
        base.base(&mut evaluation, scratch, &found);
        out.base = base.finish();
        out.is_plain = out.base.word() == Word::Deny && nothing_permits(core, scratch) && every_row_denies(core, call, scratch, &found);
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

fn nothing_permits(core: &Core, scratch: &Scratch) -> bool {
    scratch.groups.iter().filter_map(|group| core.group(*group)).all(|group| group.permit == NONE)
}

/// No row that could ever speak for the function gives anything else.
fn every_row_denies(core: &Core, call: &Call, scratch: &Scratch, found: &crate::functions::Found) -> bool {
    let rows = scratch.remits.iter().filter_map(|set| core.set(*set)).flat_map(|set| set.rows.range());
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

impl Visitor for All<'_, '_> {
    fn skips(&self, _mask: u64, _best: u32, _certain: bool) -> bool {
        false
    }

    fn visit(&mut self, evaluation: &mut Evaluation<'_>, index: u32, item: &Item) {
        if is_inert(item, self.now) {
            return;
        }
        let certain = match evaluation.condition(item.entry) {
            Truth::False => return,
            truth => truth == Truth::True,
        };
        let word = self.words.strictest(item.bits);
        let until = if item.effect == item_effect::PARK { item.expires } else { i64::MIN };
        let said = Said { word, item: index, certain, effect: item.effect, until, rank: item.rank };
        if let Some(slot) = self.out.said.get_mut(usize::from(item.check)) {
            let best = slot.filter(|best| best.key() <= said.key()).unwrap_or(said);
            let until = slot.map_or(until, |other| other.until.max(until));
            *slot = Some(Said { until, ..best });
        }
        self.steps(item);
    }
}

impl All<'_, '_> {
    fn steps(&mut self, item: &Item) {
        let mut rest = item.bits & !DENY;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let step = self.core.listed(self.group.steps.start.saturating_add(bit - 1)).map(|step| (item.check, step));
            self.out.steps.extend(step.filter(|step| !self.out.steps.contains(step)));
        }
    }
}
