//! `limit`: what is counted of the calls, and what holds above a bound.

use super::Typed;
use super::draft::{Context, Draft, Ground};
use super::outcomes::Words;
use super::places::{Use, display};
use super::types::{Admits, Kind};
use crate::codes::meaning as code;
use crate::core::{Atom, Attribute, Condition, Counter, Decimal, Effect, ItemKind, Measure, Memory, Move, Owner};
use crate::diagnostic::Diagnostic;
use crate::names::Constant;
use crate::span::Span;
use crate::tree::{LimitTree, MeasureTree, OwnerTree, PathTree, Value};

/// What a limit adds up, and where the amount exists.
struct Measured {
    counter: Counter,
    amount: Option<Attribute>,
    exists: Condition,
    span: Span,
}

/// Types a limit.
pub(super) fn limit(tree: &LimitTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Limit, &tree.name, &tree.tail);
    draft.require_on(&tree.ground.on);
    let ground = draft.ground(&tree.ground);
    draft.check_calls(&ground.on);
    check_clauses(&mut draft, tree);
    let measured = tree.measure.as_ref().and_then(|measure| measured(&mut draft, &ground, &measure.value, measure.span));
    let bound = tree.above.as_ref().and_then(|above| bound(&mut draft, above, measured.as_ref().map(|measured| measured.counter.measure)));
    let loops = matches!(tree.measure.as_ref().map(|measure| &measure.value), Some(MeasureTree::SameCall(_)));
    let question = measured.as_ref().zip(bound).map(|(measured, bound)| question(measured, bound));
    let words = if loops { Words::Loop } else { Words::Restricting };
    let asked = question.clone().unwrap_or(Condition::True);
    let outcomes = draft.outcomes(&ground, &tree.outcomes, &asked, words);
    let (Some(measured), Some(question)) = (measured, question) else { return draft.typed };
    let counted = Condition::all([ground.condition.clone(), measured.exists.clone()]);
    let (counter, amount) = (measured.counter.clone(), measured.amount.clone());
    draft.push(&ground.on.targets, counted, Effect::Move(Move::Count { counter, amount }), None, measured.span);
    draft.push_outcomes(&ground.on.targets, &outcomes, &question);
    if tree.outcomes.is_empty() && loops {
        let condition = Condition::all([draft.applies(), ground.condition.clone(), question]);
        draft.push(&ground.on.targets, condition, Effect::Report, None, tree.name.span);
        draft.typed.open_loop = draft.context.set.map(|_| draft.id());
    }
    draft.typed
}

fn check_clauses(draft: &mut Draft<'_>, tree: &LimitTree) {
    draft.require(tree.measure.is_some(), "counts nothing", "add `sum args.x per person, 24h`, `count per job` or `count same call`");
    draft.require(tree.above.is_some(), "has no bound", "add `above N`");
    let loops = matches!(tree.measure.as_ref().map(|measure| &measure.value), Some(MeasureTree::SameCall(_)));
    draft.require(
        loops || tree.measure.is_none() || !tree.outcomes.is_empty(),
        "says not what holds above its bound",
        "add `require …` or `deny`; only `count same call` may leave it to the agent's `on loop`",
    );
}

/// The bound is passed.
fn question(measured: &Measured, bound: Decimal) -> Condition {
    let above = Memory::Above { counter: measured.counter.clone(), amount: measured.amount.clone(), bound };
    Condition::all([measured.exists.clone(), Condition::atom(Atom::Memory(above))])
}

fn measured(draft: &mut Draft<'_>, ground: &Ground, tree: &MeasureTree, span: Span) -> Option<Measured> {
    let (measure, owner, path) = match tree {
        MeasureTree::Sum(path, owner) => (Measure::Sum, owner, Some(path)),
        MeasureTree::Count(owner) => (Measure::Count, owner, None),
        MeasureTree::SameCall(owner) => (Measure::SameCall, owner, None),
    };
    let (owner, window) = owned(draft, owner.as_ref());
    let (amount, exists) = match path {
        Some(path) => {
            let (amount, exists) = amount(draft, ground, path)?;
            (Some(amount), exists)
        }
        None => (None, Condition::True),
    };
    Some(Measured { counter: Counter { item: draft.id(), owner, window, measure }, amount, exists, span })
}

fn owned(draft: &mut Draft<'_>, tree: Option<&OwnerTree>) -> (Owner, Option<u32>) {
    let all = [Owner::Job, Owner::Tree, Owner::Person, Owner::Agent];
    tree.map_or((Owner::Job, None), |tree| draft.remembered(tree, &all))
}

/// The amount, and, where it is written with `?`, that it is there.
fn amount(draft: &mut Draft<'_>, ground: &Ground, path: &PathTree) -> Option<(Attribute, Condition)> {
    draft.typed_on(ground, |typer| {
        let place = typer.place(path, Use::Value)?;
        let message = match place.ty.admits(Kind::Number) {
            Admits::Yes => {
                let exists = super::conditions::existence(&place).unwrap_or(Condition::True);
                return Some((place.attribute, exists));
            }
            Admits::No => format!("a sum adds numbers, and `{}` is {}", super::spelling::path(path), place.ty.noun()),
            Admits::NotIn(function) => {
                format!("a sum adds numbers, and `{}` is none in `{}`", super::spelling::path(path), display(&function))
            }
        };
        typer.report(Diagnostic::error(code::SUM_TYPE, path.span, message).help("name an argument that is a number, or `count` the calls"));
        None
    })
}

fn bound(draft: &mut Draft<'_>, above: &Value, measure: Option<Measure>) -> Option<Decimal> {
    let constant = draft.typed_on(&Ground::nowhere(), |typer| {
        let constant = typer.constant_value(above)?;
        Some(typer.expanded(constant))
    })?;
    let number = match constant {
        Constant::Number(number) => number,
        Constant::Word(word) => {
            draft.error(code::UNKNOWN_WORD, above.span, format!("there is no `let {word}`"), "write a number, or declare the `let`");
            return None;
        }
        other => {
            let message = format!("a bound is a number, this is {}", other.noun());
            draft.error(code::WRONG_VALUE, above.span, message, "write `above N`");
            return None;
        }
    };
    if number.coefficient < 0 {
        draft.error(code::BOUND, above.span, "a bound below zero is passed by no call at all", "write `above 0` or more");
        return None;
    }
    if measure.is_some_and(|measure| measure != Measure::Sum) && number.exponent < 0 {
        draft.error(code::BOUND, above.span, "calls are counted in whole numbers", "write a bound without a fraction");
        return None;
    }
    Some(number)
}
