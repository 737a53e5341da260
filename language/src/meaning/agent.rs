//! `agent` and `routine`: what a named agent or routine is kept to, whoever it works for.

use super::Typed;
use super::draft::{Context, Draft, everything, has_label, is_named, place};
use super::label::check_level;
use super::steps::{self, steps};
use super::targets::targets;
use crate::codes::meaning as code;
use crate::core::{
    Atom, Comparison, Condition, Decimal, Effect, FunctionSelector, ItemKind, Literal, OnUnknown, Operand, Restriction, Root, Target,
};
use crate::link::AgentLoop;
use crate::span::{Span, Spanned};
use crate::tree::{AgentTree, Name, OutcomeTree, RoutineTree, TailTree, TargetTree, VerdictTree};

/// The deepest tree and the most children that a policy may admit.
const MOST_DEPTH: u32 = 64;
const MOST_CHILDREN: u32 = 10_000;

/// Types an agent.
pub(super) fn agent(tree: &AgentTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Agent, &tree.name, &TailTree::default());
    let limits = tree.depth.is_some() || tree.children.is_some();
    let answers = tree.on_loop.is_some() || tree.on_unknown.is_some();
    let says = tree.uses.is_some() || tree.own_flow.is_some() || tree.clearance.is_some() || limits || answers;
    draft.require(says, "says nothing", "add `uses` with the functions it may call, or take the item out");
    let named = is_named(Root::Agent, "name", &tree.name.value);
    if let Some(uses) = &tree.uses {
        deny_others(&mut draft, &named, uses);
    }
    if let Some(flow) = &tree.own_flow {
        let starts = Condition::atom(Atom::StartsChild);
        let condition = Condition::all([named.clone(), starts, is_named(Root::Flow, "name", &flow.value)]);
        deny(&mut draft, condition, flow.span);
    }
    children(&mut draft, &named, tree);
    if let Some(level) = &tree.clearance {
        clearance(&mut draft, &named, level);
    }
    on_loop(&mut draft, tree);
    on_unknown(&mut draft, &named, tree);
    draft.typed
}

/// Types a routine.
pub(super) fn routine(tree: &RoutineTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Routine, &tree.name, &TailTree::default());
    let only = tree.only.as_ref().filter(|only| !only.value.is_empty());
    draft.require(only.is_some(), "admits nothing", "add `only` with the functions it may call");
    if let Some(only) = only {
        deny_others(&mut draft, &is_named(Root::Job, "routine", &tree.name.value), only);
    }
    draft.typed
}

/// Denies every function but these, where the condition holds.
fn deny_others(draft: &mut Draft<'_>, named: &Condition, admitted: &Spanned<Vec<TargetTree>>) {
    let on = targets(&admitted.value, draft.context.names, &mut draft.typed.diagnostics);
    draft.check_calls(&on);
    let others = Condition::atom(Atom::Function(on.targets)).negate();
    deny(draft, Condition::all([named.clone(), others]), admitted.span);
}

fn deny(draft: &mut Draft<'_>, condition: Condition, span: Span) {
    draft.push(&[everything()], condition, Effect::Restrict(Restriction::Deny), None, span);
}

fn children(draft: &mut Draft<'_>, named: &Condition, tree: &AgentTree) {
    let limits = [("depth", &tree.depth, MOST_DEPTH), ("children", &tree.children, MOST_CHILDREN)];
    for (key, limit, most) in limits {
        let Some(limit) = limit else { continue };
        if limit.value > most {
            draft.error(code::BOUND, limit.span, format!("`{key}` is out of its bounds"), format!("it is at most {most}"));
            continue;
        }
        let number = Literal::Number(whole(limit.value));
        let below = Atom::Compare { left: place(Root::Job, &[key]), op: Comparison::Less, right: Operand::Literal(number) };
        let reached = Condition::atom(below).negate();
        deny(draft, Condition::all([named.clone(), Condition::atom(Atom::StartsChild), reached]), limit.span);
    }
}

fn whole(number: u32) -> Decimal {
    Decimal::parse(&number.to_string()).unwrap_or(Decimal { coefficient: 0, exponent: 0 })
}

/// Results above the level do not reach the agent; a label without a level passes.
fn clearance(draft: &mut Draft<'_>, named: &Condition, level: &Name) {
    let names = draft.context.names;
    let Some(cleared) = check_level(level, names, &mut draft.typed.diagnostics) else { return };
    let rank = |level: Option<String>| level.and_then(|level| names.level(&level));
    let above = names.labels().into_iter().filter(|(_, level)| rank(level.clone()).is_some_and(|rank| rank > cleared));
    let above: Vec<Condition> = above.map(|(label, _)| has_label(Root::Result, &label)).collect();
    if !above.is_empty() {
        draft.push(&[everything()], Condition::all([named.clone(), Condition::any(above)]), Effect::Withhold, None, level.span);
    }
}

fn on_loop(draft: &mut Draft<'_>, tree: &AgentTree) {
    let Some(outcome) = &tree.on_loop else { return };
    let effect = match &outcome.verdict {
        VerdictTree::Report => Some(Effect::Report),
        VerdictTree::StopJob => Some(Effect::Restrict(Restriction::StopJob)),
        VerdictTree::Require(_) => asked(draft, outcome).map(|steps| Effect::Restrict(Restriction::Steps(steps))),
        _ => {
            draft.error(code::OUTCOME_WORD, outcome.span, "a loop is not answered so", "write `report`, `require …` or `stop job`");
            None
        }
    };
    if let (Some(effect), Some(_)) = (effect, draft.context.set) {
        draft.typed.agent_loop = Some(AgentLoop { agent: tree.name.value.clone(), effect });
    }
}

fn on_unknown(draft: &mut Draft<'_>, named: &Condition, tree: &AgentTree) {
    let Some(outcome) = &tree.on_unknown else { return };
    let answer = match &outcome.verdict {
        VerdictTree::FailJob => Some(OnUnknown::FailJob),
        VerdictTree::Require(_) => asked(draft, outcome).map(OnUnknown::Ask),
        _ => {
            draft.error(code::OUTCOME_WORD, outcome.span, "an unknown outcome is not answered so", "write `require …` or `fail job`");
            None
        }
    };
    if let Some(answer) = answer {
        let writes = Target { effects: FunctionSelector { write: Some(true), ..FunctionSelector::default() }, ..everything() };
        draft.push(&[writes], named.clone(), Effect::Unknown(answer), None, outcome.span);
    }
}

/// The steps of `require …`; none where one could not be read.
fn asked(draft: &mut Draft<'_>, outcome: &OutcomeTree) -> Option<Vec<crate::core::Step>> {
    let VerdictTree::Require(trees) = &outcome.verdict else { return None };
    let ground = steps::Ground { names: draft.context.names, reads_arguments: false, commands: false };
    let steps = steps(trees, ground, &mut draft.typed.diagnostics);
    (!steps.is_empty()).then_some(steps)
}
