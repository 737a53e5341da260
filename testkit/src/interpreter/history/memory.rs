//! Questions to the state, each to what answers it.

use straza_language::core::Memory;

use super::super::truth::Truth;
use super::super::value::Place;

impl Place<'_> {
    /// The question's value here.
    pub fn remembers(&self, memory: &Memory) -> Truth {
        match memory {
            Memory::Sequence { sequence, binds } => self.completes(sequence, binds),
            Memory::Duty { duty, side, same } => self.other_side_was_done(duty, *side, same),
            Memory::Above { counter, amount, bound } => self.is_above(counter, amount.as_ref(), *bound),
            Memory::From { argument, only, sources } => self.comes_from(argument, *only, sources),
        }
    }
}
