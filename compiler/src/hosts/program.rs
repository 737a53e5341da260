//! A policy as it is compiled for one host: skipped items left out, those denying that need what is missing.
//!
//! The second only raises what is decided. What calls leave behind is remembered of skipped items, too: other items ask about labels. What would
//! hold a result back stays as it is: the runtime refuses before the call where its host cannot.

use straza_language::core::{CoreItem, Effect, OnUnknown, PolicySet, Program, Restriction};

use super::Host;
use super::lack::is_label_move;
use super::needs::{decides, of_part, of_steps};

/// The policy of a host.
pub fn at_host(program: &Program, host: &Host) -> Program {
    Program {
        sets: program.sets.iter().map(|set| set_at(set, host)).collect(),
        items: program.items.iter().filter_map(|item| item_at(item, host)).collect(),
        catalogs: program.catalogs.clone(),
    }
}

fn item_at(item: &CoreItem, host: &Host) -> Option<CoreItem> {
    if host.skips.contains(&item.id) {
        let stays = matches!(&item.effect, Effect::Move(change) if is_label_move(change));
        return stays.then(|| item.clone());
    }
    let lacks_service = || of_part(item, host).iter().any(|lack| lack.is_service());
    let denying = denying(&item.effect).filter(|_| host.denies && decides(item) && lacks_service());
    Some(CoreItem { effect: denying.unwrap_or_else(|| item.effect.clone()), ..item.clone() })
}

/// The effect of an item that denies for want of what it needs; nothing where it cannot, or need not: a permission that is not certain is none.
fn denying(effect: &Effect) -> Option<Effect> {
    match effect {
        Effect::Restrict(Restriction::Steps(_)) | Effect::Redact { .. } => Some(Effect::Restrict(Restriction::Deny)),
        Effect::Unknown(OnUnknown::Ask(_)) => Some(Effect::Unknown(OnUnknown::FailJob)),
        _ => None,
    }
}

/// Rows that ask for what nobody can do deny, where that is said.
fn set_at(set: &PolicySet, host: &Host) -> PolicySet {
    let mut set = set.clone();
    for row in set.defaults.iter_mut().filter(|_| host.denies) {
        if !of_steps(row.steps.as_deref().unwrap_or_default(), host).is_empty() {
            row.steps = None;
        }
    }
    set
}
