//! Part by part what items are to a command: for people who ask why, and for the reason that an agent reads. Nothing is decided here.

use crate::call::Call;
use crate::command::Touch;
use crate::compiled::Core;
use crate::decide::{Answer, Listener, Reported, Scratch, Words, is_inert, look_up};
use crate::evaluate::{Evaluation, Truth};
use crate::layout::*;
use crate::matching::{By, Combination, ItemReport, Matcher, Reached, Role};
use crate::state::States;

use super::{cover, holds, sub_calls};

/// Tells of every part what items are to it, whatever else the call is.
pub(crate) fn by_part(core: &Core, call: &Call, states: &States, each: &mut dyn FnMut(u32, ItemReport)) {
    let mut scratch = Scratch::new(core);
    let Ok(found) = look_up(core, call, &mut scratch) else { return };
    let mut evaluation = Evaluation::new(core, call, states, found, crate::limits::FUEL);
    let Scratch { groups, work, .. } = &mut scratch;
    for group in groups.iter().filter_map(|group| core.group(*group)) {
        for command in group.commands.range().filter_map(|command| core.command(command as u32)) {
            if let Some(item) = core.item_record(command.item).filter(|item| item.flags & item_flag::PERMIT == 0) {
                restricted_parts(&mut evaluation, &command, &item, each);
            }
        }
    }
    touched_parts(&mut evaluation, each);
    cover::covering(&mut evaluation, groups, work, |part, pattern, item, _| {
        let own = core.command_pattern(pattern).and_then(|pattern| core.command(pattern.command));
        let number = own.map_or(0, |command| pattern.saturating_sub(command.patterns.start));
        each(part, ItemReport { item, role: Role::Permits, by: By::Pattern(number) });
    });
}

/// Tells of which parts one item restricts.
pub(crate) fn parts_of_item(core: &Core, call: &Call, item: u32, each: &mut dyn FnMut(u32, ItemReport)) {
    let Some(record) = core.item_record(item).filter(|_| call.command().is_some()) else { return };
    let (mut scratch, states) = (Scratch::new(core), States::EMPTY);
    let Ok(found) = look_up(core, call, &mut scratch) else { return };
    let mut evaluation = Evaluation::new(core, call, &states, found, crate::limits::FUEL);
    let command = scratch.groups.iter().filter_map(|group| core.group(*group)).find_map(|group| {
        let mut commands = group.commands.range().filter_map(|command| core.command(command as u32));
        commands.find(|command| command.item == item)
    });
    match command {
        Some(command) => restricted_parts(&mut evaluation, &command, &record, each),
        None => touched_parts(&mut evaluation, &mut |part, found| {
            if found.item == item {
                each(part, found);
            }
        }),
    }
}

/// Tells every part that no permission accounts for, alone or with what it runs.
pub(crate) fn unpermitted(core: &Core, call: &Call, states: &States, each: &mut dyn FnMut(u32)) {
    let mut scratch = Scratch::new(core);
    let Ok(found) = look_up(core, call, &mut scratch) else { return };
    let mut evaluation = Evaluation::new(core, call, states, found, crate::limits::FUEL);
    cover::uncovered(&mut evaluation, &scratch.groups, &mut scratch.work, each);
}

fn restricted_parts<'a>(evaluation: &mut Evaluation<'a>, command: &CommandRecord, item: &Item, each: &mut dyn FnMut(u32, ItemReport)) {
    let core = evaluation.core;
    let Some(matcher) = Matcher::of(core, evaluation.call).filter(|_| !is_inert(item, evaluation.call.now())) else { return };
    let mut reached = Reached::new();
    for view in (0..matcher.command.parts.len() as u32).filter_map(|number| matcher.view(number)) {
        let mut told = |evaluation: &mut Evaluation<'a>, combination: Combination, by: By| {
            let truth = combination.truth.and(holds(evaluation, &matcher, &combination, item));
            if let Some(role) = restricting(truth) {
                combination.parts().iter().for_each(|part| each(*part, ItemReport { item: command.item, role, by }));
            }
        };
        for (number, pattern) in (0..).zip(command.patterns.range()) {
            let Some(pattern) = core.command_pattern(pattern as u32) else { continue };
            matcher.combinations(&pattern, &view, &mut reached, &mut |parts| told(evaluation, parts, By::Pattern(number)));
        }
        if view.part.flags.unread_code && item.bits & DENY != 0 {
            told(evaluation, Combination::of(view.number, Truth::Unknown), By::UnreadCode);
        }
        evaluation.charge(matcher.take_spent());
        if evaluation.is_spent() {
            return;
        }
    }
}

fn restricting(truth: Truth) -> Option<Role> {
    match truth {
        Truth::False => None,
        Truth::True => Some(Role::Restricts),
        Truth::Unknown => Some(Role::MayRestrict),
    }
}

/// Tells what restricts the paths and hosts that parts touch.
fn touched_parts(evaluation: &mut Evaluation<'_>, each: &mut dyn FnMut(u32, ItemReport)) {
    let Some(command) = evaluation.call.command() else { return };
    let answer = Answer::new(evaluation.core, evaluation.call);
    for (number, touch) in (0..).zip(&command.touches).filter(|(_, touch)| sub_calls::is_here(command, touch)) {
        sub_calls::one(evaluation, &answer, command, touch, &mut Touching { touch, number, each });
    }
}

/// Whom a touch's restrictions are told to.
struct Touching<'t> {
    touch: &'t Touch,
    number: u32,
    each: &'t mut dyn FnMut(u32, ItemReport),
}

impl Touching<'_> {
    fn tell(&mut self, item: u32, role: Role) {
        (self.each)(self.touch.part, ItemReport { item, role, by: By::Touch(self.number) });
    }
}

impl Listener for Touching<'_> {
    fn skips(&self, _words: &Words, _mask: u64, _best: u32) -> bool {
        false
    }

    fn item(&mut self, _group: &Group, _words: &Words, index: u32, _item: &Item, certain: bool) {
        self.tell(index, if certain { Role::Restricts } else { Role::MayRestrict });
    }

    fn unsure(&mut self, index: u32, _item: &Item, _row: u32) {
        self.tell(index, Role::MayRestrict);
    }

    fn unreadable(&mut self, _row: u32, _reported: Reported) {}
}
