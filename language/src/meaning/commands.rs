//! `commands`: what a set says of parts that no item settles, of parts that may match a refusal, and of text that cannot be read.

use super::defaults::outcome_steps;
use super::steps::{Ground, steps};
use super::typer::Typer;
use super::{SetContext, Typed};
use crate::codes::meaning as code;
use crate::core::{CommandDefaults, CommandOutcome, Condition, Reason, Step};
use crate::diagnostic::Diagnostic;
use crate::glob;
use crate::names::Names;
use crate::tree::{CommandsTree, OutcomeTree, VerdictTree};

use super::command::commands as target;

/// Types `commands`.
pub(super) fn commands(tree: &CommandsTree, set: Option<&SetContext>, names: &dyn Names) -> Typed {
    let mut diagnostics = Vec::new();
    let ground = Ground { names, reads_arguments: true, commands: true };
    check_remit(tree, set, &mut diagnostics);
    let commands = CommandDefaults {
        otherwise: tree.otherwise.as_ref().and_then(|outcome| otherwise(outcome, ground, &mut diagnostics)),
        unsure: tree.unsure.as_ref().and_then(|outcome| doubt(outcome, ground, &mut diagnostics)),
        unreadable: tree.unreadable.as_ref().and_then(|outcome| doubt(outcome, ground, &mut diagnostics)),
        first_match: tree.first_match.is_some(),
    };
    Typed { commands: Some(commands), diagnostics, ..Typed::default() }
}

/// Both speak for whole commands, as defaults do: only inside the remit.
fn check_remit(tree: &CommandsTree, set: Option<&SetContext>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(set) = set else { return };
    let covered = set.over.iter().any(|over| glob::contains_pattern(over, &target().pattern));
    for (word, outcome) in [("otherwise", &tree.otherwise), ("unreadable", &tree.unreadable)] {
        if let Some(outcome) = outcome.as_ref().filter(|_| !covered) {
            let message = format!("`{word}` speaks for `shell.exec`, and `{}` has it not in its remit", set.name);
            let help = "add `shell.exec` to `over` in the policy's header, or leave it to the set that has it";
            diagnostics.push(Diagnostic::error(code::OUTSIDE_REMIT, outcome.span, message).help(help));
        }
    }
}

fn otherwise(outcome: &OutcomeTree, ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<CommandOutcome> {
    let steps = outcome_steps(outcome, ground, diagnostics)?;
    Some(CommandOutcome { steps, because: because(outcome, ground, diagnostics) })
}

/// Steps that ask somebody, or a refusal.
fn doubt(outcome: &OutcomeTree, ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<CommandOutcome> {
    let steps = match &outcome.verdict {
        VerdictTree::Require(trees) => {
            let before = diagnostics.len();
            let steps = steps(trees, ground, diagnostics);
            if steps.iter().all(|step| matches!(step, Step::Notify(_))) {
                if diagnostics.len() == before {
                    let message = "these steps ask nobody, so what is in doubt would run";
                    diagnostics.push(
                        Diagnostic::error(code::DOUBT_ALLOWED, outcome.span, message).help("write `confirm`, `approve by WHO` or `deny`"),
                    );
                }
                return None;
            }
            Some(steps)
        }
        _ => None,
    };
    Some(CommandOutcome { steps, because: because(outcome, ground, diagnostics) })
}

fn because(outcome: &OutcomeTree, ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Reason> {
    let mut typer = Typer::new(ground.names, &[], &[]);
    let because = outcome.because.as_ref().and_then(|because| typer.reason(because, &Condition::True));
    diagnostics.append(&mut typer.diagnostics);
    because
}
