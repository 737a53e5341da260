//! `defaults`: rows read from the top, each for some functions of the remit.

use super::effect_words;
use super::steps::{Ground, steps};
use super::typer::Typer;
use super::{SetContext, Typed};
use crate::codes::meaning as code;
use crate::core::{Condition, DefaultRow, Effects, RowHead, Step};
use crate::diagnostic::Diagnostic;
use crate::glob;
use crate::local_tools::carries_command;
use crate::names::Names;
use crate::span::Span;
use crate::tree::{Expression, Name, OutcomeTree, RowTree, VerdictTree};

/// Types the table of a set.
pub(super) fn defaults(rows: &[RowTree], set: Option<&SetContext>, names: &dyn Names) -> Typed {
    let mut diagnostics = Vec::new();
    if let (Some(set), Some(first)) = (set.filter(|set| set.over.is_empty()), rows.first()) {
        let message = format!("`{}` has no remit, so its defaults speak for nothing", set.name);
        diagnostics.push(Diagnostic::error(code::NO_REMIT, first.span, message).help("add `over` to the policy's header"));
    }
    let commands = set.is_some_and(|set| {
        !set.over.is_empty() && set.over.iter().all(|over| glob::exact_function(over).is_some_and(|function| carries_command(&function)))
    });
    let ground = Ground { names, reads_arguments: false, commands };
    let lowered: Vec<(DefaultRow, Span)> =
        rows.iter().filter_map(|row| Some((lowered(row, ground, &mut diagnostics)?, row.span))).collect();
    check_reach(&lowered, &mut diagnostics);
    let defaults = lowered.into_iter().map(|(row, _)| row).collect();
    Typed { defaults: Some(defaults), diagnostics, ..Typed::default() }
}

fn lowered(row: &RowTree, ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<DefaultRow> {
    let head = head(&row.head, diagnostics)?;
    check_guards(&row.outcome, diagnostics);
    let steps = outcome_steps(&row.outcome, ground, diagnostics)?;
    let mut typer = Typer::new(ground.names, &[], &[]);
    let because = row.outcome.because.as_ref().and_then(|because| typer.reason(because, &Condition::True));
    diagnostics.append(&mut typer.diagnostics);
    Some(DefaultRow { head, steps, because })
}

fn head(words: &[Name], diagnostics: &mut Vec<Diagnostic>) -> Option<RowHead> {
    match words {
        [] => None,
        [word] if word.value == "*" => Some(RowHead::Everything),
        [word] if word.value == "granted" => Some(RowHead::Granted),
        words => {
            let before = diagnostics.len();
            let selector = effect_words::selector(words, diagnostics);
            (diagnostics.len() == before).then_some(RowHead::Effects(selector))
        }
    }
}

fn check_guards(outcome: &OutcomeTree, diagnostics: &mut Vec<Diagnostic>) {
    let mut refuse = |guard: &Option<Expression>, word: &str| {
        if let Some(guard) = guard {
            let message = format!("a row of defaults has no `{word}`");
            diagnostics.push(Diagnostic::error(code::ROW_OUTCOME, guard.span, message).help("a condition belongs into a rule"));
        }
    };
    refuse(&outcome.when, "when");
    refuse(&outcome.unless, "unless");
}

/// `deny` is no steps at all, `allow` none to take; the outer `None` is an outcome that a row cannot have.
pub(super) fn outcome_steps(outcome: &OutcomeTree, ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Option<Vec<Step>>> {
    match &outcome.verdict {
        VerdictTree::Deny => Some(None),
        VerdictTree::Allow => Some(Some(Vec::new())),
        VerdictTree::AllowAfter(trees) => match steps(trees, ground, diagnostics) {
            none if none.is_empty() => None,
            steps => Some(Some(steps)),
        },
        _ => {
            let message = "a row of defaults permits or denies; nothing else";
            diagnostics.push(Diagnostic::error(code::ROW_OUTCOME, outcome.span, message).help("write `allow after …`"));
            None
        }
    }
}

/// A row that rows above it leave nothing for. Only certain rows take anything away; `granted` may be unknown.
fn check_reach(rows: &[(DefaultRow, Span)], diagnostics: &mut Vec<Diagnostic>) {
    let mut left: Vec<Effects> = effect_words::every_effect().collect();
    let mut granted = false;
    for (row, span) in rows {
        let selects = |effects: &Effects| match row.head {
            RowHead::Effects(selector) => selector.selects(*effects),
            RowHead::Granted | RowHead::Everything => true,
        };
        if !left.iter().any(selects) || (granted && row.head == RowHead::Granted) {
            let message = "no call reaches this row: the rows above take all of it";
            diagnostics.push(Diagnostic::error(code::UNREACHABLE_ROW, *span, message).help("move it up or take it out"));
        }
        granted |= row.head == RowHead::Granted;
        if row.head != RowHead::Granted {
            left.retain(|effects| !selects(effects));
        }
    }
}

/// Whether the table certainly denies a function with these effects, whatever its grants.
pub(super) fn denies(rows: &[DefaultRow], effects: Effects) -> bool {
    let selects = |row: &&DefaultRow| match row.head {
        RowHead::Effects(selector) => selector.selects(effects),
        RowHead::Granted | RowHead::Everything => true,
    };
    rows.iter().filter(selects).all(|row| row.steps.is_none())
}
