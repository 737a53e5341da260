//! `rule`: one core item for each outcome, two for `allow after`.

use super::guards::Guards;
use super::reads::reads_arguments;
use super::steps::{Ground, steps};
use super::targets::{BLOCKING_EVENTS, Targets, targets};
use super::typer::Typer;
use super::{SetContext, Typed};
use crate::codes::meaning as code;
use crate::core::{Condition, CoreItem, Effect, FunctionPattern, ItemId, ItemKind, Reason, Restriction, Step, Target};
use crate::diagnostic::Diagnostic;
use crate::glob;
use crate::local_tools::{carries_command, local_tools};
use crate::names::Names;
use crate::span::Span;
use crate::tree::{OutcomeTree, RuleTree, VerdictTree};

/// Types a rule; without a set its outcomes are still checked, but nothing comes out.
pub(super) fn rule(tree: &RuleTree, complete: bool, set: Option<&SetContext>, names: &dyn Names) -> Typed {
    let mut diagnostics = Vec::new();
    let on = targets(&tree.on, names, &mut diagnostics);
    check_parts(tree, complete, &mut diagnostics);
    let mut typer = Typer::new(names, &on.selected, &on.spans);
    typer.restricts = tree.outcomes.iter().any(|outcome| restricts(&outcome.verdict));
    typer.permits = tree.outcomes.iter().any(|outcome| permits(&outcome.verdict));
    let base = typer.guard_pair(tree.when.as_ref(), tree.unless.as_ref());
    let said = item_guards(&typer, tree);
    diagnostics.append(&mut typer.diagnostics);
    let mut rule = Rule { tree, set, names, on: &on, base, said, typed: Typed::default() };
    for (at, outcome) in tree.outcomes.iter().enumerate() {
        rule.outcome(outcome, at + 1 == tree.outcomes.len());
    }
    let mut typed = rule.typed;
    typed.diagnostics.append(&mut diagnostics);
    typed
}

fn restricts(verdict: &VerdictTree) -> bool {
    matches!(verdict, VerdictTree::Require(_) | VerdictTree::Deny)
}

fn permits(verdict: &VerdictTree) -> bool {
    matches!(verdict, VerdictTree::Allow | VerdictTree::AllowAfter(_))
}

fn check_parts(tree: &RuleTree, complete: bool, diagnostics: &mut Vec<Diagnostic>) {
    if complete && tree.on.is_empty() {
        let message = format!("rule `{}` is on nothing", tree.name.value);
        diagnostics.push(
            Diagnostic::error(code::NO_OUTCOME, tree.name.span, message).help("add `on` with the functions it concerns, `on *` for all"),
        );
    }
    if complete && tree.outcomes.is_empty() {
        let message = format!("rule `{}` decides nothing", tree.name.value);
        diagnostics.push(Diagnostic::error(code::NO_OUTCOME, tree.name.span, message).help("add `allow`, `require …` or `deny`"));
    }
    if let (Some(starts), Some(expires)) = (&tree.starts, &tree.expires)
        && starts.value >= expires.value
    {
        let message = "the rule expires before it starts";
        diagnostics.push(
            Diagnostic::error(code::NEVER_LIVE, expires.span, message).also(starts.span, "it starts here").help("exchange the two dates"),
        );
    }
}

/// What the rule's own clauses say exists, for the guards of its outcomes.
fn item_guards(typer: &Typer<'_>, tree: &RuleTree) -> Guards {
    let when = tree.when.iter().flat_map(|when| typer.where_true(when));
    let unless = tree.unless.iter().flat_map(|unless| typer.where_false(unless));
    when.chain(unless).collect()
}

/// A rule while its outcomes are lowered.
struct Rule<'r> {
    tree: &'r RuleTree,
    set: Option<&'r SetContext>,
    names: &'r dyn Names,
    on: &'r Targets,
    /// `when` and not `unless` of the rule.
    base: Condition,
    said: Guards,
    typed: Typed,
}

impl Rule<'_> {
    fn outcome(&mut self, outcome: &OutcomeTree, last: bool) {
        let mut typer = Typer::new(self.names, &self.on.selected, &self.on.spans);
        typer.restricts = restricts(&outcome.verdict);
        typer.permits = permits(&outcome.verdict);
        typer.guards = self.said.clone();
        let own = typer.guard_pair(outcome.when.as_ref(), outcome.unless.as_ref());
        let applies = self.set.map_or(Condition::True, |set| set.applies.clone());
        let condition = Condition::all([applies, self.base.clone(), own]);
        let because = outcome.because.as_ref().and_then(|because| typer.reason(because, &condition));
        self.typed.diagnostics.append(&mut typer.diagnostics);
        self.check_order(outcome, last);
        if permits(&outcome.verdict) {
            self.check_permission(outcome);
        }
        let effects = self.effects(outcome, &condition);
        self.check_events(outcome, &effects);
        for effect in effects {
            self.push(condition.clone(), effect, because.clone(), outcome.span);
        }
    }

    fn effects(&mut self, outcome: &OutcomeTree, condition: &Condition) -> Vec<Effect> {
        let commands = !self.on.targets.is_empty() && self.on.targets.iter().all(only_commands);
        let ground = Ground { names: self.names, reads_arguments: reads_arguments(condition), commands };
        let mut asked = |trees| match steps(trees, ground, &mut self.typed.diagnostics) {
            none if none.is_empty() => None,
            steps => Some(Effect::Restrict(Restriction::Steps(steps))),
        };
        match &outcome.verdict {
            VerdictTree::Allow => vec![Effect::Permit],
            VerdictTree::Deny => vec![Effect::Restrict(Restriction::Deny)],
            VerdictTree::Require(trees) => asked(trees).into_iter().collect(),
            VerdictTree::AllowAfter(trees) => asked(trees).map_or_else(Vec::new, |steps| vec![Effect::Permit, steps]),
            _ => Vec::new(),
        }
    }

    fn push(&mut self, condition: Condition, effect: Effect, because: Option<Reason>, span: Span) {
        let Some(set) = self.set else { return };
        let part = u16::try_from(self.typed.items.len()).unwrap_or(u16::MAX);
        self.typed.places.push(span);
        self.typed.items.push(CoreItem {
            id: ItemId { set: set.name.clone(), name: self.tree.name.value.clone() },
            kind: ItemKind::Rule,
            order: 0,
            part,
            on: self.on.targets.clone(),
            condition,
            effect,
            shadow: self.tree.shadow.is_some(),
            is_final: self.tree.is_final.is_some(),
            starts: self.tree.starts.as_ref().map(|starts| starts.value),
            expires: self.tree.expires.as_ref().map(|expires| expires.value),
            because,
        });
    }

    /// Outcomes stand side by side; who reads them as first-match is misled by one without a guard.
    fn check_order(&mut self, outcome: &OutcomeTree, last: bool) {
        if !last && outcome.when.is_none() && outcome.unless.is_none() {
            let message = "this outcome has no guard of its own, and outcomes are not read in order: it holds beside the next ones";
            let help = "give it a `when`, write it last, or give it a rule of its own";
            self.typed.diagnostics.push(Diagnostic::warning(code::SHADOWED_OUTCOME, outcome.span, message).help(help));
        }
    }

    fn check_permission(&mut self, outcome: &OutcomeTree) {
        let Some(set) = self.set else { return };
        if set.over.is_empty() {
            let message = format!("`{}` has no remit, so it may permit nothing", set.name);
            self.typed.diagnostics.push(
                Diagnostic::error(code::NO_REMIT, outcome.span, message)
                    .help("add `over` with the functions it may permit to the policy's header"),
            );
            return;
        }
        for (target, span) in self.on.targets.iter().zip(&self.on.spans) {
            if !set.over.iter().any(|over| glob::contains_pattern(over, &target.pattern)) {
                let message = format!("`{}` is not inside the remit of `{}`", glob::spelled(&target.pattern), set.name);
                let remit = set.over.iter().map(glob::spelled).collect::<Vec<_>>().join(", ");
                let diagnostic = Diagnostic::error(code::OUTSIDE_REMIT, *span, message).also(outcome.span, "permitted here");
                self.typed
                    .diagnostics
                    .push(diagnostic.help(format!("the remit is {remit}; restrictions are welcome anywhere, permissions only inside it")));
            }
            if reaches_commands(target) {
                let message = format!("`{}` reaches `shell.exec`, and no rule permits commands", glob::spelled(&target.pattern));
                let diagnostic = Diagnostic::error(code::COMMAND_PERMISSION, *span, message).also(outcome.span, "permitted here");
                self.typed
                    .diagnostics
                    .push(diagnostic.help("only commands permit commands; until an item does, the set's `defaults` cover them"));
            }
        }
    }

    fn check_events(&mut self, outcome: &OutcomeTree, effects: &[Effect]) {
        let only_tells = effects.iter().all(|effect| match effect {
            Effect::Restrict(Restriction::Steps(steps)) => steps.iter().all(|step| matches!(step, Step::Notify(_))),
            _ => false,
        });
        for (target, span) in self.on.targets.iter().zip(&self.on.spans) {
            let Some(event) = target.event.as_deref().filter(|event| !BLOCKING_EVENTS.contains(event)) else { continue };
            if !only_tells {
                let message = format!("event `{event}` is only recorded; nothing can be held back there");
                let diagnostic = Diagnostic::error(code::UNENFORCEABLE, outcome.span, message).also(*span, "on this event");
                self.typed.diagnostics.push(
                    diagnostic.help("`require notify WHO` is what such an event can do; only tool.pre and permission.request may block"),
                );
            }
        }
    }
}

/// Whether the entry selects nothing but functions that carry a command.
fn only_commands(target: &Target) -> bool {
    glob::exact_function(&target.pattern).is_some_and(|function| carries_command(&function))
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
