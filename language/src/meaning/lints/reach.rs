//! Which functions can be called at all: what permits them, and what denies them on every call.

use std::cell::Cell;

use super::meeting::Meeting;
use crate::core::{Condition, CoreItem, Effect, ItemId, ItemKind, PolicySet, Restriction, Target};
use crate::glob::contains_pattern;
use crate::meaning::defaults::denies;
use crate::meaning::effect_words::every_effect;
use crate::meaning::steps::merged;

/// What a program says of functions, whatever the call.
pub(super) struct Reach<'p> {
    permitted: Meeting<'p, Option<&'p str>>,
    remits: Meeting<'p, &'p PolicySet>,
    /// Restrictions on every call, by their places in `certain`, and which of their entries it is.
    restricted: Meeting<'p, (usize, usize)>,
    certain: Vec<&'p CoreItem>,
}

impl<'p> Reach<'p> {
    pub(super) fn of(sets: &'p [PolicySet], items: &'p [CoreItem]) -> Self {
        let permissions = items.iter().filter(|item| item.effect == Effect::Permit && !item.shadow);
        let permitted = permissions.flat_map(|item| &item.on).map(|target| (&target.pattern, target.event.as_deref()));
        let certain: Vec<&CoreItem> = items.iter().filter(|item| is_certain(item)).collect();
        let entries = certain
            .iter()
            .enumerate()
            .flat_map(|(at, item)| item.on.iter().enumerate().map(move |(entry, target)| (&target.pattern, (at, entry))));
        let restricted = Meeting::of(entries);
        let remits = Meeting::of(sets.iter().flat_map(|set| set.over.iter().map(move |over| (over, set))));
        Self { permitted: Meeting::of(permitted), remits, restricted, certain }
    }

    /// Whether nothing permits any of the functions and no default but deny speaks for them.
    pub(super) fn all_unpermitted(&self, on: &[Target]) -> bool {
        !on.is_empty() && on.iter().all(|target| self.is_unpermitted(target))
    }

    /// Whether every call of these functions is denied.
    pub(super) fn all_denied(&self, on: &[Target]) -> bool {
        !on.is_empty() && on.iter().all(|target| self.is_unpermitted(target) || self.is_refused(target))
    }

    /// An item that restricts the item's functions on every call, by at least as much.
    pub(super) fn stricter(&self, item: &CoreItem) -> Option<&'p ItemId> {
        let Effect::Restrict(restriction) = &item.effect else { return None };
        let (first, others) = item.on.split_first()?;
        let found = Cell::new(None);
        self.restricted.any(&first.pattern, |(at, entry)| {
            let other = self.certain.get(*at).copied().filter(|other| stands_before(other, item));
            let covers = |other: &CoreItem| {
                other.on.get(*entry).is_some_and(|outer| covers(outer, first))
                    && others.iter().all(|target| other.on.iter().any(|outer| covers(outer, target)))
                    && includes(&other.effect, restriction)
            };
            found.set(other.filter(|other| covers(other)).map(|other| &other.id));
            found.get().is_some()
        });
        found.get()
    }

    fn is_unpermitted(&self, target: &Target) -> bool {
        let selected = || every_effect().filter(|effects| target.effects.selects(*effects));
        let otherwise = |set: &PolicySet| set.commands.otherwise.as_ref().is_some_and(|otherwise| otherwise.steps.is_some());
        let speaks = |set: &&PolicySet| otherwise(set) || selected().any(|effects| !denies(&set.defaults, effects));
        !self.permitted.any(&target.pattern, |event| *event == target.event.as_deref()) && !self.remits.any(&target.pattern, speaks)
    }

    fn is_refused(&self, target: &Target) -> bool {
        self.restricted.any(&target.pattern, |(at, entry)| {
            self.certain.get(*at).is_some_and(|item| {
                let denies = matches!(&item.effect, Effect::Restrict(restriction) if restriction.denies());
                denies && item.on.get(*entry).is_some_and(|outer| covers(outer, target))
            })
        })
    }
}

/// Of two floors that ask the same, one stays.
fn stands_before(other: &CoreItem, floor: &CoreItem) -> bool {
    other.id != floor.id && (other.kind != ItemKind::Floor || (&other.id, other.part) < (&floor.id, floor.part))
}

/// Whether the item restricts every call of its functions, now and later. A kill is taken out again.
fn is_certain(item: &CoreItem) -> bool {
    let lasts = item.kind != ItemKind::Kill && item.starts.is_none() && item.expires.is_none();
    // A command item restricts the commands that match, not the function.
    lasts && !item.shadow && item.command.is_none() && item.condition == Condition::True && matches!(item.effect, Effect::Restrict(_))
}

/// Whether the outer entry selects all that the inner one does.
fn covers(outer: &Target, inner: &Target) -> bool {
    let selects = outer.effects == inner.effects || every_effect().all(|effects| outer.effects.selects(effects));
    let whole = outer.having.is_empty() && outer.lacking.is_empty();
    let chosen = whole || (outer.having == inner.having && outer.lacking == inner.lacking);
    contains_pattern(&outer.pattern, &inner.pattern) && selects && chosen && outer.event == inner.event
}

/// Whether joining the restriction to the effect changes nothing.
fn includes(effect: &Effect, restriction: &Restriction) -> bool {
    match (effect, restriction) {
        (Effect::Restrict(other), _) if other.denies() => true,
        (Effect::Restrict(Restriction::Steps(asked)), Restriction::Steps(steps)) => {
            merged(asked.iter().chain(steps).cloned()) == merged(asked.iter().cloned())
        }
        _ => false,
    }
}
