//! `sequence`: calls that are harmless one by one and not in this order.
//!
//! `args.id == step1.args.id`, a part of its own in the `when` of a later step, is taken out of the condition: both places get one variable,
//! and the state keeps its value from the first step on.

use super::Typed;
use super::draft::{Context, Draft, Ground};
use super::outcomes::Words;
use super::pairs::Shared;
use crate::codes::meaning as code;
use crate::core::{Atom, Attribute, Bind, Comparison, Condition, Effect, ItemKind, Memory, Move, Operand, Owner, Sequence};
use crate::span::Span;
use crate::tree::{Expression, ExpressionKind, LineTree, Name, Operator, PathTree, SequenceTree, Value, ValueKind};

/// The fewest and the most steps.
const STEPS: core::ops::RangeInclusive<usize> = 2..=8;
/// The most values that steps share.
const VARIABLES: usize = 8;
/// The most equalities that are read; every variable may stand in every step.
const EQUALITIES: usize = 64;

/// `args.x == stepK.args.y`
struct Equality {
    /// The place in the step's own call.
    own: PathTree,
    /// Which earlier step, from 0.
    step: usize,
    /// The place in that step's call.
    other: PathTree,
    span: Span,
}

/// A place in the call of a step.
type Spot = (usize, Attribute);

/// Types a sequence.
pub(super) fn sequence(tree: &SequenceTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Sequence, &tree.name, &tree.tail);
    check_clauses(&mut draft, tree);
    let known = [Owner::Job, Owner::Tree];
    let (owner, window) = tree.within.as_ref().map_or((Owner::Job, None), |within| draft.remembered(within, &known));
    let mut equalities = Vec::new();
    let mut grounds: Vec<Ground> = Vec::new();
    for (at, line) in tree.steps.iter().enumerate() {
        let (when, equal) = parted(line, at);
        let ground = draft.ground_of(&line.ground.on, when.as_ref(), line.ground.unless.as_ref(), |_| {});
        draft.check_calls(&ground.on);
        equalities.extend(equal.into_iter().map(|equal| (at, equal)));
        grounds.push(ground);
    }
    let binds = bound(&mut draft, &mut grounds, equalities);
    let steps = u8::try_from(grounds.len()).unwrap_or(u8::MAX);
    let variables = binds.iter().flatten().map(|bind| bind.variable + 1).max().unwrap_or(0);
    let sequence = Sequence { item: draft.id(), owner, window, steps, variables };
    push(&mut draft, tree, &grounds, &binds, &sequence);
    draft.typed
}

fn check_clauses(draft: &mut Draft<'_>, tree: &SequenceTree) {
    let has = |count: usize| if count == 1 { "has one step".to_owned() } else { format!("has {count} steps") };
    let steps = tree.steps.len();
    draft.require(steps >= *STEPS.start(), &has(steps), "add `step` lines: what comes first, and what may not come after it");
    if steps > *STEPS.end() {
        let (message, span) =
            (format!("sequence `{}` {}, and at most {} are kept", tree.name.value, has(steps), STEPS.end()), tree.name.span);
        draft.error(code::BOUND, span, message, "name the first step, the last and those between that matter");
    }
    draft.require(!tree.outcomes.is_empty(), "says not what holds for its last step", "add `require …` or `deny`");
}

fn push(draft: &mut Draft<'_>, tree: &SequenceTree, grounds: &[Ground], binds: &[Vec<Bind>], sequence: &Sequence) {
    let Some((last, earlier)) = grounds.split_last() else { return };
    let (own, before) = binds.split_last().map_or((&[][..], &[][..]), |(own, before)| (own.as_slice(), before));
    let question = Condition::atom(Atom::Memory(Memory::Sequence { sequence: sequence.clone(), binds: own.to_vec() }));
    let outcomes = draft.outcomes(last, &tree.outcomes, &question, Words::Restricting);
    if !STEPS.contains(&grounds.len()) {
        return;
    }
    for ((step, ground), (line, binds)) in (0u8..).zip(earlier).zip(tree.steps.iter().zip(before)) {
        let moved = Move::Step { sequence: sequence.clone(), step, binds: binds.clone() };
        draft.push(&ground.on.targets, ground.condition.clone(), Effect::Move(moved), None, line.span);
    }
    draft.push_outcomes(&last.on.targets, &outcomes, &question);
}

/// The `when` of a step without its equalities to earlier steps, and those.
fn parted(line: &LineTree, at: usize) -> (Option<Expression>, Vec<Equality>) {
    let Some(when) = &line.ground.when else { return (None, Vec::new()) };
    let parts = match &when.kind {
        ExpressionKind::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(when),
    };
    let mut equalities = Vec::new();
    let mut rest: Vec<Expression> = Vec::new();
    for part in parts {
        match equality(part, at) {
            Some(equality) => equalities.push(equality),
            None => rest.push(part.clone()),
        }
    }
    let kept = match rest.len() {
        0 => None,
        1 => rest.pop(),
        _ => Some(Expression { kind: ExpressionKind::And(rest), span: when.span }),
    };
    (kept, equalities)
}

fn equality(part: &Expression, at: usize) -> Option<Equality> {
    let ExpressionKind::Relation { left, relation, right } = &part.kind else { return None };
    if relation.negated || relation.operator != Operator::Compare(Comparison::Equal) {
        return None;
    }
    let (left, right) = (path_of(left)?, path_of(right)?);
    let (own, other) = if left.head.value == "args" { (left, right) } else { (right, left) };
    let step = step_number(&other.head.value).filter(|step| *step >= 1 && *step <= at)? - 1;
    let (first, rest) = other.segments.split_first()?;
    if own.head.value != "args" || first.value != "args" || rest.is_empty() {
        return None;
    }
    let other = PathTree { head: Name::new("args".to_owned(), other.head.span), segments: rest.to_vec(), ..other.clone() };
    Some(Equality { own: own.clone(), step, other, span: part.span })
}

fn path_of(value: &Value) -> Option<&PathTree> {
    match &value.kind {
        ValueKind::Path(path) => Some(path),
        _ => None,
    }
}

/// K of `stepK`.
pub(super) fn step_number(head: &str) -> Option<usize> {
    let digits = head.strip_prefix("step").filter(|digits| !digits.is_empty() && digits.len() <= 3)?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// The binds of each step: places that are equal, directly or over others, share a variable.
fn bound(draft: &mut Draft<'_>, grounds: &mut [Ground], equalities: Vec<(usize, Equality)>) -> Vec<Vec<Bind>> {
    let mut classes: Vec<Vec<Spot>> = Vec::new();
    let too_many = equalities.get(EQUALITIES).map(|(_, equality)| equality.span);
    for (at, equality) in equalities.into_iter().take(EQUALITIES) {
        let (Some(own), Some(other)) = (grounds.get(at), grounds.get(equality.step)) else { continue };
        let Some((own, other)) = draft.pair((own, &equality.own), (other, &equality.other)) else { continue };
        join(&mut classes, [spot(grounds, at, own), spot(grounds, equality.step, other)]);
        if let (Some(span), None) = ((classes.len() > VARIABLES).then_some(equality.span), too_many) {
            shared_too_much(draft, span);
            return vec![Vec::new(); grounds.len()];
        }
    }
    if let Some(span) = too_many {
        shared_too_much(draft, span);
    }
    numbered(grounds, classes)
}

fn shared_too_much(draft: &mut Draft<'_>, span: Span) {
    draft.error(
        code::BOUND,
        span,
        format!("steps of a sequence share at most {VARIABLES} values"),
        "compare the values that tell the calls apart",
    );
}

/// The place, and that it is there put into its step's condition.
fn spot(grounds: &mut [Ground], step: usize, shared: Shared) -> Spot {
    if let Some(ground) = grounds.get_mut(step) {
        ground.condition = Condition::all([core::mem::replace(&mut ground.condition, Condition::True), shared.exists]);
    }
    (step, shared.attribute)
}

/// Makes one class of all that either place is in.
fn join(classes: &mut Vec<Vec<Spot>>, spots: [Spot; 2]) {
    let mut joined: Vec<Spot> = Vec::new();
    classes.retain(|class| {
        let meets = class.iter().any(|spot| spots.contains(spot));
        if meets {
            joined.extend(class.iter().cloned());
        }
        !meets
    });
    joined.extend(spots);
    joined.sort();
    joined.dedup();
    classes.push(joined);
}

/// Variables in the order of their first places. Of several places in one step the first is bound and the others are compared with it.
fn numbered(grounds: &mut [Ground], mut classes: Vec<Vec<Spot>>) -> Vec<Vec<Bind>> {
    let mut binds: Vec<Vec<Bind>> = vec![Vec::new(); grounds.len()];
    classes.sort();
    for (variable, class) in (0u8..).zip(classes) {
        for (step, attribute) in class {
            let (Some(of_step), Some(ground)) = (binds.get_mut(step), grounds.get_mut(step)) else { continue };
            match of_step.iter().find(|bind| bind.variable == variable) {
                Some(first) => {
                    let equal =
                        Atom::Compare { left: first.attribute.clone(), op: Comparison::Equal, right: Operand::Attribute(attribute) };
                    let condition = core::mem::replace(&mut ground.condition, Condition::True);
                    ground.condition = Condition::all([condition, Condition::atom(equal)]);
                }
                None => of_step.push(Bind { variable, attribute }),
            }
        }
    }
    binds
}
