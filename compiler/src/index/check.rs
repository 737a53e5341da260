//! Which of the ordered checks answers with an item.

use straza_language::core::{Atom, Condition, CoreItem, Counter, Effect, ItemKind, Measure, Memory, Move, Program, Restriction};

/// The number of the check.
pub(crate) fn of(program: &Program, item: &CoreItem) -> u8 {
    match (&item.effect, item.kind) {
        (Effect::Fill { .. }, _) => 2,
        (Effect::Stub { .. }, _) => 11,
        (Effect::Unknown(_), _) => 43,
        (Effect::Withhold, ItemKind::Agent | ItemKind::Label) => 44,
        (Effect::Withhold | Effect::Redact { .. }, _) => 46,
        (Effect::Report, _) => 4,
        (Effect::Move(Move::Count { counter: Counter { measure: Measure::SameCall, .. }, .. }), _) => 4,
        (_, ItemKind::Limit) if counts_same_calls(&item.condition) => 4,
        (_, ItemKind::Agent) if counts_same_calls(&item.condition) => 4,
        (_, ItemKind::Agent) if limits_children(&item.condition) => 6,
        (_, ItemKind::Agent) => 8,
        (_, ItemKind::Routine) => 9,
        (_, ItemKind::Kill) => 38,
        (_, ItemKind::Floor | ItemKind::Label) => 14,
        (_, ItemKind::Origin | ItemKind::Sequence) => 15,
        (_, ItemKind::Duty) => 29,
        (_, ItemKind::Command) => straza_runtime::layout::COMMAND_CHECK,
        _ if is_plain_refusal(program, item) => 10,
        _ => 13,
    }
}

/// A deny that no call, no time and no setting escapes.
fn is_plain_refusal(program: &Program, item: &CoreItem) -> bool {
    let undated = item.starts.is_none() && item.expires.is_none() && !item.shadow;
    let unconditional =
        item.condition == Condition::True && program.sets.iter().any(|set| set.name == item.id.set && set.applies == Condition::True);
    item.kind == ItemKind::Rule && item.effect == Effect::Restrict(Restriction::Deny) && undated && unconditional
}

fn counts_same_calls(condition: &Condition) -> bool {
    asks(condition, &|atom| matches!(atom, Atom::Memory(Memory::Above { counter: Counter { measure: Measure::SameCall, .. }, .. })))
}

fn limits_children(condition: &Condition) -> bool {
    asks(condition, &|atom| {
        *atom == Atom::StartsChild || atom.attributes().any(|attribute| attribute.root == straza_language::core::Root::Flow)
    })
}

fn asks(condition: &Condition, wanted: &impl Fn(&Atom) -> bool) -> bool {
    match condition {
        Condition::True | Condition::False => false,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| asks(part, wanted)),
        Condition::Not(inner) => asks(inner, wanted),
        Condition::Atom(atom) => wanted(atom),
    }
}
