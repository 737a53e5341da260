//! Outcomes, alike in every construct that has them: their guards, steps and reason, and which words the construct admits.

use super::draft::{Draft, Ground};
use super::reads::reads_arguments;
use super::steps::{self, steps};
use super::targets::BLOCKING_EVENTS;
use super::typer::Typer;
use crate::codes::meaning as code;
use crate::core::{Condition, Effect, Reason, Restriction, Step, Target};
use crate::diagnostic::Diagnostic;
use crate::glob;
use crate::local_tools::carries_command;
use crate::span::Span;
use crate::tree::{OutcomeTree, VerdictTree};

/// Which words a construct admits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// `allow`, `allow after`, `require`, `deny`.
    Rule,
    /// The same, of a command.
    Command,
    /// `at least …`
    Floor,
    /// `require`, `deny`
    Restricting,
    /// Those, `report` and `stop job`.
    Loop,
    /// `withhold`
    Withholding,
}

/// An outcome, lowered.
pub(super) struct Outcome {
    /// `for`, the ground's condition and the outcome's own guards.
    pub condition: Condition,
    pub effects: Vec<Effect>,
    pub because: Option<Reason>,
    pub span: Span,
}

impl Draft<'_> {
    /// Lowers the outcomes. `question` is what the construct asks beside the guards; it is not part of what comes back.
    pub(super) fn outcomes(&mut self, ground: &Ground, trees: &[OutcomeTree], question: &Condition, words: Words) -> Vec<Outcome> {
        let last = trees.len().saturating_sub(1);
        let lowered = trees.iter().enumerate().map(|(at, tree)| self.outcome(ground, tree, question, words, at == last));
        lowered.flatten().collect()
    }

    /// Pushes what the outcomes come to, on these functions, where the question is answered by yes.
    pub(super) fn push_outcomes(&mut self, on: &[Target], outcomes: &[Outcome], question: &Condition) {
        for outcome in outcomes {
            for effect in &outcome.effects {
                let condition = Condition::all([outcome.condition.clone(), question.clone()]);
                self.push(on, condition, effect.clone(), outcome.because.clone(), outcome.span);
            }
        }
    }

    fn outcome(&mut self, ground: &Ground, tree: &OutcomeTree, question: &Condition, words: Words, last: bool) -> Option<Outcome> {
        let mut typer = Typer::new(self.context.names, &ground.on.selected, &ground.on.spans);
        typer.restricts = !permits(&tree.verdict);
        typer.permits = permits(&tree.verdict);
        typer.guards = ground.said.clone();
        typer.results = words == Words::Withholding;
        typer.commands = words == Words::Command;
        let own = typer.guard_pair(tree.when.as_ref(), tree.unless.as_ref());
        let condition = Condition::all([self.applies(), ground.condition.clone(), own]);
        let because = tree.because.as_ref().and_then(|because| typer.reason(because, &condition));
        self.typed.diagnostics.append(&mut typer.diagnostics);
        if !self.admits(tree, words) {
            return None;
        }
        if matches!(words, Words::Rule | Words::Command) {
            self.check_order(tree, last);
        }
        let reads = words == Words::Command || reads_arguments(&condition) || reads_arguments(question);
        let effects = self.effects(ground, tree, reads);
        self.check_events(ground, tree, &effects);
        Some(Outcome { condition, effects, because, span: tree.span })
    }

    /// Whether the construct has outcomes of this word.
    fn admits(&mut self, tree: &OutcomeTree, words: Words) -> bool {
        let word = self.word();
        let help = match (&tree.verdict, words) {
            (
                VerdictTree::Allow | VerdictTree::AllowAfter(_) | VerdictTree::Require(_) | VerdictTree::Deny,
                Words::Rule | Words::Command,
            )
            | (VerdictTree::AtLeast(_) | VerdictTree::AtLeastDeny, Words::Floor)
            | (VerdictTree::Require(_) | VerdictTree::Deny, Words::Restricting | Words::Loop)
            | (VerdictTree::Report | VerdictTree::StopJob, Words::Loop)
            | (VerdictTree::Withhold, Words::Withholding) => return true,
            (VerdictTree::Allow | VerdictTree::AllowAfter(_), _) => "give the permission a `rule` of its own",
            (_, Words::Floor) => "write `at least …`",
            (VerdictTree::AtLeast(_) | VerdictTree::AtLeastDeny, _) => "`at least` is the word of floors: write `require …` or `deny`",
            (VerdictTree::Report | VerdictTree::StopJob, _) => "`report` and `stop job` are outcomes of `limit … count same call`",
            (VerdictTree::Withhold, _) => "`withhold` stands in `result`",
            _ => "write one that the item can have",
        };
        self.error(code::OUTCOME_WORD, tree.span, format!("a {word} has no such outcome"), help);
        false
    }

    fn effects(&mut self, ground: &Ground, tree: &OutcomeTree, reads_arguments: bool) -> Vec<Effect> {
        let commands = !ground.on.targets.is_empty() && ground.on.targets.iter().all(only_commands);
        let on = steps::Ground { names: self.context.names, reads_arguments, commands };
        let mut asked = |trees| match steps(trees, on, &mut self.typed.diagnostics) {
            none if none.is_empty() => None,
            steps => Some(Effect::Restrict(Restriction::Steps(steps))),
        };
        match &tree.verdict {
            VerdictTree::Allow => vec![Effect::Permit],
            VerdictTree::Deny | VerdictTree::AtLeastDeny => vec![Effect::Restrict(Restriction::Deny)],
            VerdictTree::Require(trees) | VerdictTree::AtLeast(trees) => asked(trees).into_iter().collect(),
            VerdictTree::AllowAfter(trees) => asked(trees).map_or_else(Vec::new, |steps| vec![Effect::Permit, steps]),
            VerdictTree::Report => vec![Effect::Report],
            VerdictTree::StopJob => vec![Effect::Restrict(Restriction::StopJob)],
            VerdictTree::Withhold => vec![Effect::Withhold],
            VerdictTree::FailJob => Vec::new(),
        }
    }

    /// Outcomes stand side by side; who reads those of a rule as first-match is misled by one without a guard. Where all of them restrict, both
    /// readings come to the strictest.
    fn check_order(&mut self, outcome: &OutcomeTree, last: bool) {
        if !last && outcome.when.is_none() && outcome.unless.is_none() {
            let message = "this outcome has no guard of its own, and outcomes are not read in order: it holds beside the next ones";
            let help = "give it a `when`, write it last, or give it a rule of its own";
            self.report(Diagnostic::warning(code::SHADOWED_OUTCOME, outcome.span, message).help(help));
        }
    }

    fn check_events(&mut self, ground: &Ground, outcome: &OutcomeTree, effects: &[Effect]) {
        let only_tells = effects.iter().all(|effect| match effect {
            Effect::Restrict(Restriction::Steps(steps)) => steps.iter().all(|step| matches!(step, Step::Notify(_))),
            _ => false,
        });
        for (target, span) in ground.on.targets.iter().zip(&ground.on.spans) {
            let Some(event) = target.event.as_deref().filter(|event| !BLOCKING_EVENTS.contains(event)) else { continue };
            if !only_tells {
                let message = format!("event `{event}` is only recorded; nothing can be held back there");
                let diagnostic = Diagnostic::error(code::UNENFORCEABLE, outcome.span, message).also(*span, "on this event");
                self.report(
                    diagnostic.help("`require notify WHO` is what such an event can do; only tool.pre and permission.request may block"),
                );
            }
        }
    }
}

/// Whether the verdict permits.
pub(super) fn permits(verdict: &VerdictTree) -> bool {
    matches!(verdict, VerdictTree::Allow | VerdictTree::AllowAfter(_))
}

/// Whether the entry selects nothing but functions that carry a command.
fn only_commands(target: &Target) -> bool {
    glob::exact_function(&target.pattern).is_some_and(|function| carries_command(&function))
}
