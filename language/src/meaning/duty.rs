//! `duty`: whoever did one side may not do the other, in either order.

use super::Typed;
use super::draft::{Context, Draft, Ground};
use super::outcomes::Words;
use super::targets::targets;
use crate::core::{Atom, Attribute, Condition, Duty, Effect, ItemKind, Memory, Move, Owner};
use crate::tree::{DutyTree, PathTree, TargetTree};

/// One side: what it compares with the other, and that this is there where it is written with `?`.
struct Side {
    ground: Ground,
    same: Vec<Attribute>,
    exists: Condition,
}

/// Types a duty.
pub(super) fn duty(tree: &DutyTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Duty, &tree.name, &tree.tail);
    check_clauses(&mut draft, tree);
    let both = draft.ground_of(&tree.pair, tree.when.as_ref(), tree.unless.as_ref(), |_| {});
    draft.check_calls(&both.on);
    let known = [Owner::Person, Owner::Agent];
    let (owner, window) = tree.per.as_ref().map_or((Owner::Person, None), |per| draft.remembered(per, &known));
    let duty = Duty { item: draft.id(), owner, window };
    let sides = sides(&mut draft, &both, tree);
    let asked = sides.first().map_or(Condition::True, |side| question(&duty, 0, side));
    let outcomes = draft.outcomes(&both, &tree.outcomes, &asked, Words::Restricting);
    for ((number, side), written) in (0u8..).zip(&sides).zip(&tree.pair) {
        let moved = Move::Duty { duty: duty.clone(), side: number, same: side.same.clone() };
        let condition = Condition::all([both.condition.clone(), side.exists.clone()]);
        draft.push(&side.ground.on.targets, condition, Effect::Move(moved), None, written.span);
        draft.push_outcomes(&side.ground.on.targets, &outcomes, &question(&duty, number, side));
    }
    draft.typed
}

/// Whether the other side was done.
fn question(duty: &Duty, number: u8, side: &Side) -> Condition {
    let done = Memory::Duty { duty: duty.clone(), side: number, same: side.same.clone() };
    Condition::all([side.exists.clone(), Condition::atom(Atom::Memory(done))])
}

fn check_clauses(draft: &mut Draft<'_>, tree: &DutyTree) {
    draft.require(tree.pair.len() == 2, "has no pair", "add `pair A, B`: the two sides that one person may not do both of");
    draft.require(!tree.same.is_empty(), "says not which calls belong together", "add `same args.x`, which both sides have");
    let help = "add `per person, 90d` or `per agent, ever`";
    draft.require(tree.per.is_some(), "says not who may not do both", help);
    draft.require(tree.per.as_ref().is_none_or(|per| per.window.is_some()), "says not for how long a side is remembered", help);
    draft.require(!tree.outcomes.is_empty(), "says not what holds for the second side", "add `require …` or `deny`");
}

/// Both sides with their places, where each place is on both and of one type.
fn sides(draft: &mut Draft<'_>, both: &Ground, tree: &DutyTree) -> Vec<Side> {
    let [first, second] = tree.pair.as_slice() else { return Vec::new() };
    let mut sides = (side(draft, both, first), side(draft, both, second));
    let mut fits = true;
    for path in &tree.same {
        fits &= compare(draft, &mut sides, path).is_some();
    }
    if fits { vec![sides.0, sides.1] } else { Vec::new() }
}

fn side(draft: &Draft<'_>, both: &Ground, target: &TargetTree) -> Side {
    // What is wrong with the entry was said where both were read.
    let on = targets(std::slice::from_ref(target), draft.context.names, &mut Vec::new());
    Side { ground: Ground { on, condition: Condition::True, said: both.said.clone() }, same: Vec::new(), exists: Condition::True }
}

fn compare(draft: &mut Draft<'_>, sides: &mut (Side, Side), path: &PathTree) -> Option<()> {
    let (one, other) = draft.pair((&sides.0.ground, path), (&sides.1.ground, path))?;
    for (side, shared) in [(&mut sides.0, one), (&mut sides.1, other)] {
        side.exists = Condition::all([side.exists.clone(), shared.exists]);
        side.same.push(shared.attribute);
    }
    Some(())
}
