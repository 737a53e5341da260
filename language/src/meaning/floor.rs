//! `floor`: the clauses of a rule, and outcomes that only raise.

use super::Typed;
use super::draft::{Context, Draft, tail_of};
use super::outcomes::Words;
use crate::core::{Condition, ItemKind};
use crate::tree::RuleTree;

/// Types a floor.
pub(super) fn floor(tree: &RuleTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Floor, &tree.name, &tail_of(tree));
    draft.require_on(&tree.on);
    draft.require(!tree.outcomes.is_empty(), "raises nothing", "add `at least approve by …` or `at least deny`");
    let ground = draft.ground_of(&tree.on, tree.when.as_ref(), tree.unless.as_ref(), |typer| typer.permits = false);
    let outcomes = draft.outcomes(&ground, &tree.outcomes, &Condition::True, Words::Floor);
    draft.push_outcomes(&ground.on.targets, &outcomes, &Condition::True);
    draft.typed
}
