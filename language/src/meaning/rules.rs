//! `rule`: one core item for each outcome, two for `allow after`.

use super::Typed;
use super::draft::{Context, Draft, Ground, tail_of};
use super::outcomes::{Outcome, Words, permits};
use crate::codes::meaning as code;
use crate::core::{Condition, Effect, FunctionPattern, ItemKind, Target};
use crate::diagnostic::Diagnostic;
use crate::glob;
use crate::local_tools::{carries_command, local_tools};
use crate::span::Span;
use crate::tree::RuleTree;

/// Types a rule; without a set its outcomes are still checked, but nothing comes out.
pub(super) fn rule(tree: &RuleTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Rule, &tree.name, &tail_of(tree));
    draft.require_on(&tree.on);
    if context.complete && tree.outcomes.is_empty() {
        let message = format!("rule `{}` decides nothing", tree.name.value);
        draft.error(code::NO_OUTCOME, tree.name.span, message, "add `allow`, `require …` or `deny`");
    }
    let permitting = tree.outcomes.iter().filter(|outcome| permits(&outcome.verdict)).count();
    let ground = draft.ground_of(&tree.on, tree.when.as_ref(), tree.unless.as_ref(), |typer| {
        typer.restricts = permitting < tree.outcomes.len();
        typer.permits = permitting > 0;
    });
    let outcomes = draft.outcomes(&ground, &tree.outcomes, &Condition::True, Words::Rule);
    for outcome in outcomes.iter().filter(|outcome| outcome.effects.contains(&Effect::Permit)) {
        check_permission(&mut draft, &ground, outcome);
    }
    draft.push_outcomes(&ground.on.targets, &outcomes, &Condition::True);
    draft.typed
}

fn check_permission(draft: &mut Draft<'_>, ground: &Ground, outcome: &Outcome) {
    check_remit(draft, ground, outcome);
    let has_remit = draft.context.set.is_some_and(|set| !set.over.is_empty());
    for (target, span) in ground.on.targets.iter().zip(&ground.on.spans).filter(|_| has_remit) {
        if reaches_commands(target) {
            let message = format!("`{}` reaches `shell.exec`, and no rule permits commands", glob::spelled(&target.pattern));
            let help = "only commands permit commands: write a `command` item, or let `commands` or `defaults` speak for the rest";
            draft.report(refused(code::COMMAND_PERMISSION, *span, message, outcome).help(help));
        }
    }
}

/// A permission stands inside the set's remit.
pub(super) fn check_remit(draft: &mut Draft<'_>, ground: &Ground, outcome: &Outcome) {
    let Some(set) = draft.context.set else { return };
    if set.over.is_empty() {
        let message = format!("`{}` has no remit, so it may permit nothing", set.name);
        draft.error(code::NO_REMIT, outcome.span, message, "add `over` with the functions it may permit to the policy's header");
        return;
    }
    for (target, span) in ground.on.targets.iter().zip(&ground.on.spans) {
        if !set.over.iter().any(|over| glob::contains_pattern(over, &target.pattern)) {
            let message = format!("`{}` is not inside the remit of `{}`", glob::spelled(&target.pattern), set.name);
            let remit = set.over.iter().map(glob::spelled).collect::<Vec<_>>().join(", ");
            let help = format!("the remit is {remit}; restrictions are welcome anywhere, permissions only inside it");
            draft.report(refused(code::OUTSIDE_REMIT, *span, message, outcome).help(help));
        }
    }
}

fn refused(code: crate::diagnostic::Code, span: Span, message: String, outcome: &Outcome) -> Diagnostic {
    Diagnostic::error(code, span, message).also(outcome.span, "permitted here")
}

fn reaches_commands(target: &Target) -> bool {
    let unselected = target.having.is_empty() && target.lacking.is_empty();
    let reached = |pattern: &FunctionPattern| {
        local_tools().any(|tool| {
            carries_command(&tool.function) && target.effects.selects(tool.effects) && glob::matches_function(pattern, &tool.function)
        })
    };
    unselected && reached(&target.pattern)
}
