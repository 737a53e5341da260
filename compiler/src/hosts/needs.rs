//! What an item asks of its host: what its conditions read, what its effect needs done.

use std::collections::BTreeSet;

use straza_language::core::{Atom, Condition, CoreItem, Effect, ItemId, ItemKind, OnUnknown, Program, Restriction, Step};

use super::lack::of_atom;
use super::{Host, Lack, Results};

/// Why an item cannot be left out at a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It keeps results back, and the host cannot: it refuses before the call instead.
    HoldsBack,
    /// It takes another item back: without it, what it asks instead would be gone, and not what it opened.
    Exception,
    /// It is `final`: nothing takes it back, at one host as little as by an exception.
    Final,
}

/// Everything that an item needs and the host lacks, over all of its parts that decide something. Shadow parts decide nothing.
pub fn lacks_of_item(program: &Program, id: &ItemId, host: &Host) -> BTreeSet<Lack> {
    let parts = program.items.iter().filter(|item| item.id == *id && decides(item));
    parts.flat_map(|item| of_part(item, host)).collect()
}

/// Why the item cannot be left out: it keeps results back at a host that cannot, opens what others closed, or is `final`.
pub fn refusal_to_skip(program: &Program, id: &ItemId, host: &Host) -> Option<Refusal> {
    let mut parts = program.items.iter().filter(|item| item.id == *id);
    let holds_back = |item: &CoreItem| item.effect == Effect::Withhold && host.results != Results::Withhold;
    parts.find_map(|item| match item.kind {
        ItemKind::Exception => Some(Refusal::Exception),
        _ if holds_back(item) => Some(Refusal::HoldsBack),
        _ => item.is_final.then_some(Refusal::Final),
    })
}

/// Whether a part has a say in what happens to a call or its result.
pub(super) fn decides(item: &CoreItem) -> bool {
    !item.shadow && !matches!(item.effect, Effect::Move(_))
}

/// What one part needs and the host lacks.
pub(super) fn of_part(item: &CoreItem, host: &Host) -> BTreeSet<Lack> {
    let mut lacks = of_condition(&item.condition, host);
    lacks.extend(of_effect(&item.effect, host));
    lacks
}

/// What a condition asks for and the host lacks.
pub(super) fn of_condition(condition: &Condition, host: &Host) -> BTreeSet<Lack> {
    let mut lacks = BTreeSet::new();
    collect(condition, host, &mut lacks);
    lacks
}

fn collect(condition: &Condition, host: &Host, lacks: &mut BTreeSet<Lack>) {
    match condition {
        Condition::True | Condition::False => {}
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| collect(part, host, lacks)),
        Condition::Not(inner) => collect(inner, host, lacks),
        Condition::Atom(atom) => {
            lacks.extend(of_atom(host, atom));
            if let Atom::Quantified { body, .. } = &**atom {
                collect(body, host, lacks);
            }
        }
    }
}

fn of_effect(effect: &Effect, host: &Host) -> Vec<Lack> {
    match effect {
        Effect::Restrict(Restriction::Steps(steps)) => of_steps(steps, host),
        Effect::Withhold | Effect::Redact { .. } if host.results != Results::Withhold => vec![Lack::Results],
        Effect::Unknown(OnUnknown::Ask(steps)) => of_steps(steps, host),
        _ => Vec::new(),
    }
}

/// What steps need of a host. Nobody is asked by `classify` and `notify`.
pub(super) fn of_steps(steps: &[Step], host: &Host) -> Vec<Lack> {
    let lack = |step: &Step| match step {
        Step::Confirm | Step::Approve { .. } => (!host.asks).then_some(Lack::People),
        Step::ServerCheck => (!host.carries("server")).then_some(Lack::Server),
        Step::Classify | Step::Notify(_) => None,
    };
    steps.iter().filter_map(lack).collect()
}
