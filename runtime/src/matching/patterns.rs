//! Which parts a pattern is about: each combination of parts that it may mean, with how certain that is.

use crate::evaluate::Truth;
use crate::layout::*;
use crate::limits::PATTERN_STAGES;

use super::{Asking, Matcher, Viewed};

/// Ways to find parts for the stages that are tried for one part; beyond it the pattern may mean that part.
pub(crate) const TRIES: u32 = 512;

/// Parts that a pattern means together, one for each stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Combination {
    parts: [u32; PATTERN_STAGES],
    count: u8,
    /// Whether it means them.
    pub(crate) truth: Truth,
}

impl Combination {
    /// One part.
    pub(crate) fn of(part: u32, truth: Truth) -> Self {
        let mut parts = [0; PATTERN_STAGES];
        if let Some(first) = parts.first_mut() {
            *first = part;
        }
        Self { parts, count: 1, truth }
    }

    /// The parts.
    pub(crate) fn parts(&self) -> &[u32] {
        self.parts.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Whether a part is among them.
    pub(crate) fn has(&self, part: u32) -> bool {
        self.parts().contains(&part)
    }
}

/// Room for following flows.
pub(crate) type Reached = alloc::vec::Vec<u32>;

/// A search for combinations around one part.
struct Search<'s, 'a> {
    pattern: &'s CommandPattern,
    pinned: &'s Viewed<'a>,
    tries: u32,
    reached: &'s mut Reached,
    each: &'s mut dyn FnMut(Combination),
}

impl<'a> Matcher<'a> {
    /// The stage of a pattern.
    pub(super) fn stage(&self, pattern: &CommandPattern, stage: u32) -> Option<StageRecord> {
        self.core.stage(pattern.stages.start.checked_add(stage)?)
    }

    /// Every combination that a restriction's pattern may mean and in which the part stands at the stage that the pattern is filed under.
    pub(crate) fn combinations(
        &self,
        pattern: &CommandPattern,
        pinned: &Viewed<'a>,
        reached: &mut Reached,
        each: &mut dyn FnMut(Combination),
    ) {
        let Some(stage) = self.stage(pattern, pattern.filed) else { return };
        let truth = self.is_stage(&stage, pinned);
        if truth == Truth::False {
            return;
        }
        if pattern.stages.len == 1 {
            return self.found(pattern, Combination::of(pinned.number, truth), each);
        }
        let mut combination = Combination { parts: [0; PATTERN_STAGES], count: 0, truth };
        combination.count = u8::try_from(pattern.stages.len).unwrap_or(0).min(PATTERN_STAGES as u8);
        if let Some(slot) = combination.parts.get_mut(pattern.filed as usize) {
            *slot = pinned.number;
        }
        let mut search = Search { pattern, pinned, tries: TRIES, reached, each };
        self.before(&mut search, pattern.filed, combination);
        if search.tries == 0 {
            (search.each)(Combination::of(pinned.number, Truth::Unknown));
        }
    }

    /// Finds parts for the stages in front of this one, then for those behind the pinned one.
    fn before(&self, search: &mut Search<'_, 'a>, stage: u32, combination: Combination) {
        let Some(previous) = stage.checked_sub(1) else { return self.behind(search, search.pattern.filed, combination) };
        let Some(here) = combination.parts.get(stage as usize).copied() else { return };
        let through = self.stage(search.pattern, stage).is_some_and(|stage| stage.flags & THROUGH_OTHERS != 0);
        for number in 0..self.command.parts.len() as u32 {
            if search.tries > 0 && self.flows(number, here, through, search.reached) {
                self.extend(search, previous, number, combination, Self::before);
            }
        }
    }

    fn behind(&self, search: &mut Search<'_, 'a>, stage: u32, combination: Combination) {
        let next = stage + 1;
        if next >= search.pattern.stages.len {
            return self.found(search.pattern, combination, search.each);
        }
        let Some(here) = combination.parts.get(stage as usize).copied() else { return };
        let through = self.stage(search.pattern, next).is_some_and(|stage| stage.flags & THROUGH_OTHERS != 0);
        for number in 0..self.command.parts.len() as u32 {
            if search.tries > 0 && self.flows(here, number, through, search.reached) {
                self.extend(search, next, number, combination, Self::behind);
            }
        }
    }

    fn extend(
        &self,
        search: &mut Search<'_, 'a>,
        stage: u32,
        number: u32,
        mut combination: Combination,
        go_on: fn(&Self, &mut Search<'_, 'a>, u32, Combination),
    ) {
        search.tries = search.tries.saturating_sub(1);
        let view = if number == search.pinned.number { Some(*search.pinned) } else { self.view(number) };
        let (Some(record), Some(view)) = (self.stage(search.pattern, stage), view) else { return };
        combination.truth = combination.truth.and(self.is_stage(&record, &view));
        if combination.truth == Truth::False {
            return;
        }
        if let Some(slot) = combination.parts.get_mut(stage as usize) {
            *slot = number;
        }
        go_on(self, search, stage, combination);
    }

    fn found(&self, pattern: &CommandPattern, combination: Combination, each: &mut dyn FnMut(Combination)) {
        let is_out = pattern.except.range().filter_map(|index| self.core.command_pattern(index as u32));
        if !is_out.into_iter().any(|except| self.takes_out(&except, &combination)) {
            each(combination);
        }
    }

    /// Whether the parts are accounted for by a pattern that is taken out of a restriction.
    fn takes_out(&self, except: &CommandPattern, combination: &Combination) -> bool {
        let parts = combination.parts();
        let accounts = |stage: u32, part: u32| {
            let record = self.stage(except, stage).zip(self.view(part));
            record.is_some_and(|(record, view)| self.accounts_for(&record, &view, Asking::Exception))
        };
        let flows = |stage: u32, from: u32, to: u32| {
            let through = self.stage(except, stage).is_some_and(|stage| stage.flags & THROUGH_OTHERS != 0);
            self.flows(from, to, through, &mut Reached::new())
        };
        except.stages.len as usize == parts.len()
            && (0..).zip(parts).all(|(stage, part)| accounts(stage, *part))
            && (1..).zip(parts.windows(2)).all(|(stage, pair)| matches!(pair, [from, to] if flows(stage, *from, *to)))
    }

    /// Whether output of one part reaches another: directly, or through any others.
    fn flows(&self, from: u32, to: u32, through_others: bool, reached: &mut Reached) -> bool {
        self.charge(self.command.flows.len());
        let direct = |flow: &&crate::command::Flow| flow.from == from && flow.to == to;
        if !through_others || self.command.flows.iter().any(|flow| direct(&flow)) {
            return self.command.flows.iter().any(|flow| direct(&flow));
        }
        reached.clear();
        reached.push(from);
        let mut at = 0;
        while let Some(here) = reached.get(at).copied() {
            self.charge(self.command.flows.len());
            for flow in self.command.flows.iter().filter(|flow| flow.from == here) {
                if flow.to == to {
                    return true;
                }
                if !reached.contains(&flow.to) {
                    reached.push(flow.to);
                }
            }
            at += 1;
        }
        false
    }

    /// Whether a permission's pattern accounts for the part, redirections left out, and nothing of its exceptions may mean it.
    pub(crate) fn covers(&self, pattern: &CommandPattern, view: &Viewed<'a>) -> Option<StageRecord> {
        let stage = self.stage(pattern, 0).filter(|_| pattern.stages.len == 1)?;
        if !self.accounts_for(&stage, view, Asking::Permission) {
            return None;
        }
        let mut exceptions = pattern.except.range().filter_map(|index| self.core.command_pattern(index as u32));
        let is_out = |except: CommandPattern| match self.stage(&except, 0) {
            Some(stage) if except.stages.len == 1 => self.is_stage(&stage, view) != Truth::False,
            _ => true,
        };
        (!exceptions.any(is_out)).then_some(stage)
    }
}
