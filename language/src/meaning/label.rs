//! `label`, `levels`, `wall`: what a call's result brings along, how confidential it is, and what may not meet.

use super::Typed;
use super::draft::{Context, Draft, everything, has_label};
use super::steps::{self, steps};
use super::typer::Typer;
use crate::codes::meaning as code;
use crate::core::{Condition, Effect, ItemKind, Move, Pool, Restriction, Root, Step};
use crate::diagnostic::Diagnostic;
use crate::names::{Names, Namespace};
use crate::span::Span;
use crate::suggestion;
use crate::tree::{ClearTree, LabelTree, LineTree, Name, TailTree, WallTree};

/// Types a label.
pub(super) fn label(tree: &LabelTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Label, &tree.name, &tree.tail);
    draft.require(!tree.from.is_empty(), "comes from nowhere", "add `from` with the functions whose results bring it");
    if let Some(level) = &tree.level {
        check_level(level, context.names, &mut draft.typed.diagnostics);
    }
    for line in &tree.from {
        from(&mut draft, tree, line);
    }
    for clear in &tree.clears {
        clears(&mut draft, tree, clear);
    }
    draft.typed
}

fn from(draft: &mut Draft<'_>, tree: &LabelTree, line: &LineTree) {
    let ground = draft.ground(&line.ground);
    draft.check_calls(&ground.on);
    let brings = Move::Label { label: tree.name.value.clone(), taints: tree.taints.is_some() };
    draft.push(&ground.on.targets, ground.condition, Effect::Move(brings), None, line.span);
}

/// A line that takes the label off: people are asked before the call, and what they approved clears.
fn clears(draft: &mut Draft<'_>, tree: &LabelTree, clear: &ClearTree) {
    let ground = draft.ground(&clear.line.ground);
    draft.check_calls(&ground.on);
    let reads_arguments = super::reads::reads_arguments(&ground.condition);
    let on = steps::Ground { names: draft.context.names, reads_arguments, commands: false };
    let before = draft.typed.diagnostics.len();
    let asked = steps(&clear.after, on, &mut draft.typed.diagnostics);
    let Some(pool) = approving(&asked) else {
        if draft.context.complete && draft.typed.diagnostics.len() == before {
            let help = "write `after approve by POOL`; who may clear is one pool";
            draft.error(code::CLEARS_STEP, clear.line.span, "a label is cleared by one approval", help);
        }
        return;
    };
    let label = &tree.name.value;
    let condition = Condition::all([draft.applies(), ground.condition.clone(), has_label(Root::Job, label)]);
    draft.push(&ground.on.targets, condition, Effect::Restrict(Restriction::Steps(asked)), None, clear.line.span);
    let cleared = Move::Clear { label: label.clone(), pool };
    draft.push(&ground.on.targets, ground.condition, Effect::Move(cleared), None, clear.line.span);
}

/// The pool of the one step, where it is an approval.
fn approving(steps: &[Step]) -> Option<Pool> {
    match steps {
        [Step::Approve { pool, .. }] => Some(pool.clone()),
        _ => None,
    }
}

/// Types a wall: a result with one side does not reach a job that has another.
pub(super) fn wall(tree: &WallTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Label, &tree.name, &TailTree::default());
    if context.complete && tree.sides.len() < 2 {
        let message = format!("wall `{}` has one side", tree.name.value);
        draft.error(code::MISSING_CLAUSE, tree.name.span, message, "name the labels that it keeps apart: `{ a | b }`");
    }
    let mut typer = Typer::new(context.names, &[], &[]);
    let known: Vec<bool> = tree.sides.iter().map(|side| typer.label_word(&side.value, side.span).is_some()).collect();
    draft.typed.diagnostics.append(&mut typer.diagnostics);
    for (at, side) in tree.sides.iter().enumerate() {
        if let Some(first) = tree.sides.iter().take(at).find(|first| first.value == side.value) {
            let diagnostic = Diagnostic::error(code::WALL_SIDE, side.span, format!("`{}` stands on both sides of the wall", side.value));
            draft.report(diagnostic.also(first.span, "here already").help("name each label once"));
        }
    }
    if known.iter().all(|known| *known) {
        push_wall(&mut draft, &tree.sides);
    }
    draft.typed
}

fn push_wall(draft: &mut Draft<'_>, sides: &[Name]) {
    let pairs = sides.iter().flat_map(|side| sides.iter().filter(move |other| other.value != side.value).map(move |other| (side, other)));
    for (side, other) in pairs {
        let held = Condition::any([has_label(Root::Job, &other.value), has_label(Root::Result, &other.value)]);
        let condition = Condition::all([has_label(Root::Result, &side.value), held]);
        draft.push(&[everything()], condition, Effect::Withhold, None, side.span);
    }
}

/// Checks `levels`: lowest first, each once.
pub(super) fn levels(names: &[Name]) -> Typed {
    let mut diagnostics = Vec::new();
    for (at, level) in names.iter().enumerate() {
        if let Some(first) = names.iter().take(at).find(|first| first.value == level.value) {
            let circle: Vec<&str> =
                names.iter().take(at + 1).map(|name| name.value.as_str()).skip_while(|name| *name != level.value).collect();
            let message = format!("`{}` would be below itself: {}", level.value, circle.join(" < "));
            let diagnostic = Diagnostic::error(code::LEVEL_TWICE, level.span, message);
            diagnostics.push(diagnostic.also(first.span, "here already").help("name each level once, the lowest first"));
        }
    }
    Typed { diagnostics, ..Typed::default() }
}

/// Reports a level that `levels` does not name.
pub(super) fn check_level(level: &Name, names: &dyn Names, diagnostics: &mut Vec<Diagnostic>) -> Option<u32> {
    let rank = names.level(&level.value);
    if rank.is_none() {
        let levels = names.all(Namespace::Levels);
        let otherwise = if levels.is_empty() {
            "declare them: `levels public < internal`".to_owned()
        } else {
            format!("the levels are {}", levels.join(" < "))
        };
        let help = suggestion::help(&level.value, levels.iter().map(String::as_str), &otherwise);
        diagnostics.push(Diagnostic::error(code::UNKNOWN_LEVEL, level.span, format!("there is no level `{}`", level.value)).help(help));
    }
    rank
}

impl Typer<'_> {
    /// The label of a word; reports one that nobody declares.
    pub(super) fn label_word(&mut self, word: &str, span: Span) -> Option<String> {
        if self.names.label(word) {
            return Some(word.to_owned());
        }
        let labels = self.names.all(Namespace::Labels);
        let help = suggestion::help(word, labels.iter().map(String::as_str), &format!("declare it: `label {word} {{ from … }}`"));
        self.report(Diagnostic::error(code::UNKNOWN_LABEL, span, format!("there is no label `{word}`")).help(help));
        None
    }
}
