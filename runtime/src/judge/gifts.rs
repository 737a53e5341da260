//! Items that give something else than a decision: which of them apply, and what they hold.

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::decide::{is_inert, truth_of};
use crate::evaluate::{Evaluation, Truth};
use crate::layout::*;
use crate::limits;
use crate::steps::{StepView, view_of};

use super::Judging;

/// An item that applies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gift {
    /// The item.
    pub(crate) item: u32,
    /// Its condition was certainly true.
    pub(crate) certain: bool,
    /// The check that answers with it.
    pub(crate) check: u8,
    /// What it holds.
    pub(crate) record: GiftRecord,
}

impl<'c> Judging<'_, 'c> {
    /// The items of an effect that apply, or may, by rank.
    pub(crate) fn gifts(&self, effect: u8) -> Vec<Gift> {
        let items = self.gifts.iter().filter_map(|index| Some((*index, self.core.item_record(*index)?)));
        let items: Vec<(u32, Item)> = items.filter(|(_, item)| item.effect == effect && !is_inert(item, self.call.now())).collect();
        if items.is_empty() {
            return Vec::new();
        }
        let mut evaluation = self.evaluation();
        let mut found: Vec<(u32, Gift)> = Vec::new();
        for (index, item) in items {
            let truth = evaluation.condition(item.entry);
            let record = if item.data == NONE { GiftRecord::default() } else { self.core.gift(item.data).unwrap_or_default() };
            if truth != Truth::False {
                found.push((item.rank, Gift { item: index, certain: truth == Truth::True, check: item.check, record }));
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, gift)| gift).collect()
    }

    fn evaluation(&self) -> Evaluation<'_> {
        let evaluation = Evaluation::new(self.core, self.call, self.states, self.found, limits::FUEL);
        match self.view {
            Some(view) => evaluation.judging(view),
            None => evaluation,
        }
    }

    /// Whether no item in shadow can concern the function.
    pub(crate) fn has_no_shadows(&self) -> bool {
        self.shadows.is_empty()
    }

    /// Shadow items that would have applied to a call.
    pub(crate) fn shadow_items(&self, call: &Call) -> Vec<u32> {
        let groups = self.shadows.iter().filter_map(|group| self.core.group(*group));
        let mut items: Vec<u32> = groups.flat_map(|group| self.core.list(group.items)).collect();
        let mut evaluation = Evaluation::new(self.core, call, self.states, self.found, limits::FUEL);
        items.retain(|index| {
            let Some(item) = self.core.item_record(*index) else { return false };
            let permits = item.flags & item_flag::PERMIT != 0;
            let is_shadow = item.flags & item_flag::SHADOW != 0 && item.effect <= item_effect::STOP_JOB && !is_inert(&item, call.now());
            is_shadow
                && match if item.kind == COMMAND_KIND { truth_of(&mut evaluation, &item) } else { evaluation.condition(item.entry) } {
                    Truth::True => true,
                    Truth::Unknown => !permits,
                    Truth::False => false,
                }
        });
        items.sort_by_key(|item| self.core.item_record(*item).map(|item| item.rank));
        items.dedup();
        items
    }

    /// The steps of a question.
    pub(crate) fn steps_of(&self, gift: &Gift) -> Vec<StepView<'c>> {
        let sponsored = self.call.human() == Some(true);
        self.core.list(gift.record.steps).filter_map(|step| view_of(self.core, step, sponsored)).collect()
    }
}

/// The items of some groups that give something, and the groups with shadow items.
pub(super) fn of_groups(core: &Core, groups: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut gifts, mut shadows) = (Vec::new(), Vec::new());
    for index in groups {
        let Some(group) = core.group(*index) else { continue };
        gifts.extend(core.list(group.gifts));
        if group.flags & HAS_SHADOWS != 0 {
            shadows.push(*index);
        }
    }
    (gifts, shadows)
}
