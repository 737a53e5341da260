//! Sequences: whether the earlier steps were made, in order, with the values of this call.

use straza_language::core::{Bind, Move, Sequence};

use super::super::truth::Truth;
use super::super::value::Place;
use super::Entry;
use super::shared::{self, Identity};
use super::window::Now;

/// Some of the first steps, each made by a call after the one before.
#[derive(Debug, Clone, PartialEq)]
struct Run {
    /// How many.
    steps: u8,
    /// The values of the steps, with their variables.
    values: Vec<(u8, Option<Identity>)>,
    /// Whether it is one.
    truth: Truth,
}

impl Place<'_> {
    /// Whether all steps but this call's were made.
    pub fn completes(&self, sequence: &Sequence, binds: &[Bind]) -> Truth {
        let Some(entries) = self.past.made(sequence.owner, self.call) else { return Truth::Unknown };
        let now = Now::of(self.call, entries.iter().copied().filter(|entry| is_step(sequence, entry)));
        let mut runs = vec![Run { steps: 0, values: Vec::new(), truth: Truth::True }];
        for entry in entries {
            let longer: Vec<Run> = runs.iter().flat_map(|run| self.longer(run, sequence, entry, now)).collect();
            longer.into_iter().for_each(|run| {
                if !runs.contains(&run) {
                    runs.push(run);
                }
            });
        }
        let whole = runs.iter().filter(|run| run.steps.checked_add(1) == Some(sequence.steps));
        Truth::any(whole.map(|run| self.joined(run, binds, Truth::True).truth))
    }

    /// The run with the call as its next step, each way in which it is one.
    fn longer(&self, run: &Run, sequence: &Sequence, entry: &Entry, now: Now) -> Vec<Run> {
        let then = Place { call: &entry.call, ..*self };
        let in_time = if run.steps == 0 { now.is_within(sequence.window, &entry.call) } else { Truth::True };
        let as_next = |(made, truth): &(Move, Truth)| match made {
            Move::Step { sequence: other, step, binds } if other == sequence && *step == run.steps => {
                Some(then.joined(run, binds, in_time.min(*truth)))
            }
            _ => None,
        };
        entry.moves.iter().filter_map(as_next).filter(|run| run.truth != Truth::False).collect()
    }

    /// The run with this call's values, which must be equal to those before.
    fn joined(&self, run: &Run, binds: &[Bind], truth: Truth) -> Run {
        let ours = binds.iter().map(|bind| (bind.variable, self.identity(&bind.attribute)));
        let mut joined = Run { steps: run.steps.saturating_add(1), values: run.values.clone(), truth: run.truth.min(truth) };
        for (variable, value) in ours {
            let earlier = joined.values.iter().filter(|(other, _)| *other == variable).map(|(_, other)| shared::are_equal(other, &value));
            joined.truth = joined.truth.min(Truth::all(earlier));
            if !joined.values.contains(&(variable, value.clone())) {
                joined.values.push((variable, value));
            }
        }
        joined
    }
}

/// Whether the call is, or may be, one of the sequence's steps.
fn is_step(sequence: &Sequence, entry: &Entry) -> bool {
    entry.moves.iter().any(|(made, _)| matches!(made, Move::Step { sequence: other, .. } if other == sequence))
}
