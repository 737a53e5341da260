//! Duties: whether the other side was done by the same owner.

use straza_language::core::{Attribute, Duty, Move};

use super::super::truth::Truth;
use super::super::value::Place;
use super::Entry;
use super::shared::{self, Identity};
use super::window::Now;

impl Place<'_> {
    /// Whether the other side was done, with this call's values.
    pub fn other_side_was_done(&self, duty: &Duty, side: u8, same: &[Attribute]) -> Truth {
        let Some(entries) = self.past.made(duty.owner, self.call) else { return Truth::Unknown };
        Truth::any(entries.into_iter().map(|entry| self.was_done(duty, side, same, entry)))
    }

    fn was_done(&self, duty: &Duty, side: u8, same: &[Attribute], entry: &Entry) -> Truth {
        let in_time = Now::of(self.call, std::iter::empty()).is_within(duty.window, &entry.call);
        let as_other_side = entry.moves.iter().map(|(made, truth)| match made {
            Move::Duty { duty: other, side: done, same: theirs } if other == duty && *done != side => {
                in_time.min(*truth).min(self.are_same(same, theirs, entry))
            }
            _ => Truth::False,
        });
        Truth::any(as_other_side)
    }

    /// The values, place by place; a side of which one value is not known meets every other.
    fn are_same(&self, ours: &[Attribute], theirs: &[Attribute], entry: &Entry) -> Truth {
        let then = Place { call: &entry.call, ..*self };
        let pairs = ours.iter().zip(theirs).map(|(our, their)| self.identity(our).zip(then.identity(their)));
        let known: Option<Vec<(Identity, Identity)>> = pairs.collect();
        known.map(|pairs| pairs.iter().all(|(our, their)| our == their)).into()
    }

    /// Which value stands at the place.
    pub(super) fn identity(&self, attribute: &Attribute) -> Option<Identity> {
        shared::identity(&self.value(attribute)?, attribute.reading)
    }
}
