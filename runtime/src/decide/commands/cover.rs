//! Whether permissions cover every part of a command: directly, by the part inside of a layer that changes nothing, or `through` a wrapper.

use crate::command::{Layer, Part, Spelled};
use crate::evaluate::{Evaluation, Truth};
use crate::layout::*;
use crate::matching::{Combination, Matcher, Viewed};

use super::super::is_inert;
use super::{Work, holds, is_read, item_of, permits, sub_calls};

/// Layers inside each other that are followed.
const LAYERS: u32 = 16;

/// The best-ranked permission, where all parts are covered and all was read.
pub(crate) fn permitted(evaluation: &mut Evaluation<'_>, groups: &[u32], work: &mut Work) -> Option<u32> {
    if !is_read(evaluation) {
        return None;
    }
    let matcher = Matcher::of(evaluation.core, evaluation.call)?;
    let mut covering = Covering { matcher: &matcher, groups, work, best: None };
    let parts = matcher.command.parts.len() as u32;
    covering.work.covered.clear();
    covering.work.covered.resize(parts as usize, false);
    // Inner parts stand behind outer ones.
    for number in (0..parts).rev() {
        let part = matcher.command.parts.get(number as usize)?;
        if !part.flags.mentioned && !covering.part(evaluation, number) {
            return None;
        }
        if let Some(slot) = covering.work.covered.get_mut(number as usize) {
            *slot = true;
        }
    }
    covering.best.map(|(_, item)| item)
}

/// Every permission that certainly covers a part by one of its patterns, by rank; told with the part and each pattern.
pub(crate) fn covering(evaluation: &mut Evaluation<'_>, groups: &[u32], work: &mut Work, mut each: impl FnMut(u32, u32, u32, &Item)) {
    let Some(matcher) = Matcher::of(evaluation.core, evaluation.call) else { return };
    let mut covering = Covering { matcher: &matcher, groups, work, best: None };
    for number in 0..matcher.command.parts.len() as u32 {
        if matcher.command.parts.get(number as usize).is_some_and(|part| !part.flags.mentioned) {
            covering.direct(evaluation, number, &mut |pattern, index, item| each(number, pattern, index, item));
        }
    }
}

/// Whether a permission's pattern covers a part: all of it, what it writes and the item's condition included.
pub(super) fn covers<'a>(
    evaluation: &mut Evaluation<'a>,
    matcher: &Matcher<'a>,
    view: &Viewed<'a>,
    pattern: u32,
    item: &Item,
    is_kind: bool,
) -> bool {
    evaluation.charge(1);
    if is_inert(item, evaluation.call.now()) || evaluation.is_spent() {
        return false;
    }
    let stage = evaluation.core.command_pattern(pattern).and_then(|pattern| matcher.covers(&pattern, view));
    let is_covered = stage.is_some_and(|stage| {
        matcher.names_what_is_written(&stage, view)
            && match holds(evaluation, matcher, &Combination::of(view.number, Truth::True), item) {
                Truth::Unknown => is_kind,
                truth => truth == Truth::True,
            }
            && sub_calls::may_write(evaluation, matcher.command, view.number)
    });
    evaluation.charge(matcher.take_spent());
    is_covered
}

/// Every part that no permission accounts for, alone or with what it runs; innermost first.
pub(crate) fn uncovered(evaluation: &mut Evaluation<'_>, groups: &[u32], work: &mut Work, each: &mut dyn FnMut(u32)) {
    let Some(matcher) = Matcher::of(evaluation.core, evaluation.call) else { return };
    let mut covering = Covering { matcher: &matcher, groups, work, best: None };
    let parts = matcher.command.parts.len();
    covering.work.covered.clear();
    covering.work.covered.resize(parts, false);
    for number in (0..parts as u32).rev() {
        let Some(part) = matcher.command.parts.get(number as usize) else { continue };
        let is_covered = part.flags.mentioned || covering.part(evaluation, number);
        if !is_covered {
            each(number);
        }
        if let Some(slot) = covering.work.covered.get_mut(number as usize) {
            *slot = is_covered;
        }
    }
}

struct Covering<'w, 'a> {
    matcher: &'w Matcher<'a>,
    groups: &'w [u32],
    work: &'w mut Work,
    /// Rank and item.
    best: Option<(u32, u32)>,
}

impl<'a> Covering<'_, 'a> {
    fn part(&mut self, evaluation: &mut Evaluation<'a>, number: u32) -> bool {
        let mut best = None;
        self.direct(evaluation, number, &mut |_, index, item| {
            let better = best.is_none_or(|(rank, _)| item.rank < rank);
            best = if better { Some((item.rank, index)) } else { best };
        });
        if let Some(own) = best {
            self.best = Some(self.best.map_or(own, |best| best.min(own)));
            return true;
        }
        self.is_plain(evaluation, number) || self.is_passed_through(evaluation, number)
    }

    /// Tells every permission that covers the part by itself.
    fn direct(&mut self, evaluation: &mut Evaluation<'a>, number: u32, each: &mut dyn FnMut(u32, u32, &Item)) {
        let core = evaluation.core;
        let Some(view) = self.matcher.view(number).filter(|view| self.matcher.may_be_covered(view.part)) else { return };
        for group in self.groups.iter().filter_map(|group| core.group(*group)).filter(|group| group.commands.len > 0) {
            for pattern in permits(evaluation, self.matcher, &group, &view).chain(core.list(group.any_program)) {
                let found = core.command_pattern(pattern).and_then(|pattern| item_of(core, &pattern));
                let Some((index, item)) = found.filter(|(_, item)| item.flags & item_flag::PERMIT != 0) else { continue };
                if self.is_item_covering(evaluation, &view, pattern, &item) {
                    each(pattern, index, &item);
                }
            }
        }
    }

    fn is_item_covering(&mut self, evaluation: &mut Evaluation<'a>, view: &Viewed<'a>, pattern: u32, item: &Item) -> bool {
        if item.flags & item_flag::SHADOW != 0 || !covers(evaluation, self.matcher, view, pattern, item, self.work.is_kind) {
            return false;
        }
        let settled = self
            .work
            .found
            .iter()
            .any(|other| other.set == item.set && other.order < item.order && other.certain && other.parts.has(view.number));
        let forgotten = self.work.overflow && super::is_first_match(evaluation.core, item);
        !settled && !forgotten
    }

    /// The parts that a part runs, with how.
    fn inner(&self, number: u32) -> impl Iterator<Item = (u32, Layer)> + use<'a> {
        let parts = &self.matcher.command.parts;
        let inner = move |(inner, part): (u32, &'a Part)| {
            part.outer.filter(|(outer, _)| *outer == number && !part.flags.mentioned).map(|(_, layer)| (inner, layer))
        };
        (0..).zip(parts.iter()).skip(number as usize + 1).filter_map(inner)
    }

    /// Whether nothing of a wrapper itself needs a permission of its own but its being there.
    fn is_bare_layer(&self, evaluation: &mut Evaluation<'a>, number: u32) -> bool {
        evaluation.charge(self.matcher.command.parts.len() as u64);
        let Some(part) = self.matcher.command.parts.get(number as usize) else { return false };
        self.matcher.may_be_covered(part)
            && matches!(part.program.spelled, Spelled::Bare | Spelled::Trusted)
            && self.matcher.has_harmless_assignments_only(part)
            && self.inner(number).next().is_some()
            && sub_calls::may_write(evaluation, self.matcher.command, number)
    }

    /// A layer that changes nothing is covered with what it runs.
    fn is_plain(&mut self, evaluation: &mut Evaluation<'a>, number: u32) -> bool {
        let is_covered = |inner: u32| self.work.covered.get(inner as usize) == Some(&true);
        self.inner(number).all(|(inner, layer)| layer == Layer::Plain && is_covered(inner)) && self.is_bare_layer(evaluation, number)
    }

    /// Whether some permission that passes through the part's program covers all that it runs.
    fn is_passed_through(&mut self, evaluation: &mut Evaluation<'a>, number: u32) -> bool {
        // Most parts run no other: nothing passes through them, however many items there are.
        if self.inner(number).next().is_none() {
            return false;
        }
        let core = evaluation.core;
        let commands = self.groups.iter().filter_map(|group| core.group(*group)).flat_map(|group| group.commands.range());
        let commands = commands.filter_map(|command| core.command(command as u32)).filter(|command| command.through.len > 0);
        for command in commands {
            if self.passes(evaluation, &command, number, LAYERS) {
                return true;
            }
        }
        false
    }

    fn passes(&mut self, evaluation: &mut Evaluation<'a>, command: &CommandRecord, number: u32, layers: u32) -> bool {
        let core = evaluation.core;
        let Some(part) = self.matcher.command.parts.get(number as usize) else { return false };
        let base = self.matcher.base(part).unwrap_or_default();
        let mut through = command.through.range().filter_map(|name| core.text_of(core.name(name as u32)?.text));
        through.any(|name| name == base)
            && self.is_bare_layer(evaluation, number)
            && self.inner(number).all(|(inner, _)| self.is_by(evaluation, command, inner, layers))
    }

    /// Whether an item covers a part: itself, as a layer that changes nothing, or through it.
    fn is_by(&mut self, evaluation: &mut Evaluation<'a>, command: &CommandRecord, number: u32, layers: u32) -> bool {
        let Some(layers) = layers.checked_sub(1) else { return false };
        let (Some(item), Some(view)) = (evaluation.core.item_record(command.item), self.matcher.view(number)) else { return false };
        if command.patterns.range().any(|pattern| self.is_item_covering(evaluation, &view, pattern as u32, &item)) {
            return true;
        }
        let is_plain = self.inner(number).all(|(inner, layer)| layer == Layer::Plain && self.is_by(evaluation, command, inner, layers));
        (is_plain && self.is_bare_layer(evaluation, number)) || self.passes(evaluation, command, number, layers)
    }
}
