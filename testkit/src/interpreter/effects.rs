//! What items do beside a decision: fill an argument, answer in a shadow run, report, judge a result, say what becomes of an unknown outcome.

use straza_language::core::{Attribute, CoreItem, Effect, ItemId, Reading, Root};

use super::call::Seen;
use super::function::{Function, needs_certainty};
use super::history::Past;
use super::truth::Truth;
use super::value::{Place, Read};
use super::{Interpreter, meeting};

/// An effect that applies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Applied {
    /// Its surface item.
    pub id: ItemId,
    /// Which core item of it.
    pub part: u16,
    /// What it does.
    pub effect: Effect,
    /// Its condition is true; else it is unknown.
    pub certain: bool,
    /// It is only looked at.
    pub shadow: bool,
}

impl Interpreter<'_> {
    /// What applies to a call before it is made: `fill`, `stub`, reports, unknown outcomes; by set, order, part.
    pub(super) fn effects_before(&self, call: &Seen, past: &Past<'_>) -> Vec<Applied> {
        let place = Place { interpreter: self, call, past, elements: &[], matched: None };
        self.applied(call, past, |effect| match effect {
            Effect::Fill { argument, .. } => place.lacks(argument),
            Effect::Stub { .. } | Effect::Report | Effect::Unknown(_) => true,
            _ => false,
        })
    }

    /// What applies to the result of a call: what is withheld and what is redacted; by set, order, part.
    pub(super) fn effects_on_result(&self, call: &Seen, past: &Past<'_>) -> Vec<Applied> {
        self.applied(call, past, |effect| matches!(effect, Effect::Withhold | Effect::Redact { .. }))
    }

    fn applied(&self, call: &Seen, past: &Past<'_>, is_asked: impl Fn(&Effect) -> bool) -> Vec<Applied> {
        let function = Function::of(self.program, call);
        let met = self.program.items.iter().filter(|item| is_asked(&item.effect) && function.meets(item, call));
        let mut applied: Vec<(u32, Applied)> = met
            .filter(|item| meeting::is_alive(item, call.now))
            .filter_map(|item| {
                let truth = meeting::weighed(&item.effect, self.condition_after(&item.condition, call, past), function.server());
                applies(&item.effect, truth).then(|| (item.order, self::applied(item, truth)))
            })
            .collect();
        applied.sort_by(|(one, a), (other, b)| (&a.id.set, one, a.part).cmp(&(&b.id.set, other, b.part)));
        applied.into_iter().map(|(_, applied)| applied).collect()
    }
}

impl Place<'_> {
    /// Whether the argument is known not to be there.
    fn lacks(&self, argument: &[String]) -> bool {
        let attribute = Attribute { root: Root::Args, path: argument.to_vec(), reading: Reading::Plain, otherwise: None };
        self.read(&attribute) == Read::Absent
    }
}

fn applies(effect: &Effect, truth: Truth) -> bool {
    if needs_certainty(effect) { truth == Truth::True } else { truth != Truth::False }
}

fn applied(item: &CoreItem, truth: Truth) -> Applied {
    Applied { id: item.id.clone(), part: item.part, effect: item.effect.clone(), certain: truth == Truth::True, shadow: item.shadow }
}
