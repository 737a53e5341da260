//! One item while it is lowered: what all its core items share, and the list that they are put on.
//!
//! Every construct is written with these few moves: read its ground (`on`, `when`, `unless`), lower its outcomes on it
//! ([`super::outcomes`]), push what comes out. Nothing here knows a construct.

use super::guards::Guards;
use super::targets::{BLOCKING_EVENTS, Targets, targets};
use super::typer::Typer;
use super::{SetContext, Typed};
use crate::codes::meaning as code;
use crate::core::{
    Atom, Attribute, Comparison, Condition, CoreItem, Effect, ItemId, ItemKind, Literal, Operand, Reading, Reason, Root, Target,
};
use crate::core::{FunctionPattern, FunctionSelector, Glob};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Names;
use crate::span::Span;
use crate::tree::{Expression, GroundTree, Name, RuleTree, TailTree, TargetTree};

/// What typing an item starts from.
#[derive(Clone, Copy)]
pub(super) struct Context<'r> {
    pub names: &'r dyn Names,
    /// The set that the item belongs to; without one it is checked, but nothing comes out.
    pub set: Option<&'r SetContext>,
    /// Whether every part of the item was read.
    pub complete: bool,
}

/// An item while it is lowered.
pub(super) struct Draft<'r> {
    pub context: Context<'r>,
    kind: ItemKind,
    name: Name,
    tail: TailTree,
    pub typed: Typed,
}

/// `on`, `when` and `unless`, lowered.
pub(super) struct Ground {
    pub on: Targets,
    /// `when` and not `unless`.
    pub condition: Condition,
    /// What they say exists.
    pub said: Guards,
}

impl Ground {
    /// On nothing.
    pub(super) fn nowhere() -> Self {
        Self { on: Targets::default(), condition: Condition::True, said: Guards::default() }
    }
}

impl<'r> Draft<'r> {
    pub(super) fn new(context: Context<'r>, kind: ItemKind, name: &Name, tail: &TailTree) -> Self {
        let mut draft = Self { context, kind, name: name.clone(), tail: tail.clone(), typed: Typed::default() };
        draft.check_dates();
        draft
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.typed.diagnostics.push(diagnostic);
    }

    /// An error with what to do.
    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message).help(help));
    }

    /// Says that the item lacks a clause, where nothing of it was skipped.
    pub(super) fn require(&mut self, there: bool, message: &str, help: &str) {
        if !there && self.context.complete {
            let message = format!("{} `{}` {message}", self.word(), self.name.value);
            self.error(code::MISSING_CLAUSE, self.name.span, message, help);
        }
    }

    /// The same for `on`.
    pub(super) fn require_on(&mut self, on: &[TargetTree]) {
        if on.is_empty() && self.context.complete {
            let message = format!("{} `{}` is on nothing", self.word(), self.name.value);
            self.error(code::NO_OUTCOME, self.name.span, message, "add `on` with the functions it concerns, `on *` for all");
        }
    }

    /// The construct's word.
    pub(super) fn word(&self) -> &'static str {
        word(self.kind)
    }

    /// The item's name in the program.
    pub(super) fn id(&self) -> ItemId {
        self.context.set.map_or_else(|| ItemId { set: String::new(), name: self.name.value.clone() }, |set| set.id(&self.name.value))
    }

    /// `for` of the set.
    pub(super) fn applies(&self) -> Condition {
        self.context.set.map_or(Condition::True, |set| set.applies.clone())
    }

    /// Lowers a ground that guards what restricts or is remembered.
    pub(super) fn ground(&mut self, tree: &GroundTree) -> Ground {
        self.ground_of(&tree.on, tree.when.as_ref(), tree.unless.as_ref(), |_| {})
    }

    /// Lowers a ground; `prepare` says what the conditions guard.
    pub(super) fn ground_of(
        &mut self,
        on: &[TargetTree],
        when: Option<&Expression>,
        unless: Option<&Expression>,
        prepare: impl FnOnce(&mut Typer<'_>),
    ) -> Ground {
        let on = targets(on, self.context.names, &mut self.typed.diagnostics);
        self.ground_on(on, when, unless, prepare)
    }

    /// The same on functions that are already known.
    pub(super) fn ground_on(
        &mut self,
        on: Targets,
        when: Option<&Expression>,
        unless: Option<&Expression>,
        prepare: impl FnOnce(&mut Typer<'_>),
    ) -> Ground {
        let mut typer = Typer::new(self.context.names, &on.selected, &on.spans);
        typer.permits = false;
        prepare(&mut typer);
        let condition = typer.guard_pair(when, unless);
        let said = when.iter().flat_map(|when| typer.where_true(when)).chain(unless.iter().flat_map(|unless| typer.where_false(unless)));
        let said: Guards = said.collect();
        self.typed.diagnostics.append(&mut typer.diagnostics);
        Ground { on, condition, said }
    }

    /// Runs on a typer over what the ground is on, with what the ground says exists.
    pub(super) fn typed_on<T>(&mut self, ground: &Ground, run: impl FnOnce(&mut Typer<'_>) -> T) -> T {
        let mut typer = Typer::new(self.context.names, &ground.on.selected, &ground.on.spans);
        typer.guards = ground.said.clone();
        typer.permits = false;
        let result = run(&mut typer);
        self.typed.diagnostics.append(&mut typer.diagnostics);
        result
    }

    /// Items that look at calls are on nothing that is only recorded.
    pub(super) fn check_calls(&mut self, on: &Targets) {
        for (target, span) in on.targets.iter().zip(&on.spans) {
            if let Some(event) = target.event.as_deref().filter(|event| !BLOCKING_EVENTS.contains(event)) {
                let message = format!("event `{event}` is no call, and a {} is about calls", self.word());
                self.error(
                    code::UNENFORCEABLE,
                    *span,
                    message,
                    "name the functions; `rule` with `require notify WHO` is what such an event can do",
                );
            }
        }
    }

    /// Puts a core item on the list.
    pub(super) fn push(&mut self, on: &[Target], condition: Condition, effect: Effect, because: Option<Reason>, span: Span) {
        if self.context.set.is_none() {
            return;
        }
        let part = u16::try_from(self.typed.items.len()).unwrap_or(u16::MAX);
        self.typed.places.push(span);
        self.typed.items.push(CoreItem {
            id: self.id(),
            kind: self.kind,
            order: 0,
            part,
            on: on.to_vec(),
            condition,
            effect,
            shadow: self.tail.shadow.is_some(),
            is_final: self.tail.is_final.is_some(),
            starts: self.tail.starts.as_ref().map(|starts| starts.value),
            expires: self.tail.expires.as_ref().map(|expires| expires.value),
            because,
            command: None,
        });
    }

    fn check_dates(&mut self) {
        if let (Some(starts), Some(expires)) = (&self.tail.starts, &self.tail.expires)
            && starts.value >= expires.value
        {
            let message = format!("the {} expires before it starts", self.word());
            let diagnostic = Diagnostic::error(code::NEVER_LIVE, expires.span, message).also(starts.span, "it starts here");
            self.report(diagnostic.help("exchange the two dates"));
        }
    }

    /// A bound of time: `None` where it is `ever`.
    pub(super) fn window(&mut self, seconds: Option<u64>, span: Span) -> Option<u32> {
        const MOST: u32 = 10 * 365 * 24 * 60 * 60;
        let seconds = seconds?;
        let bounded = u32::try_from(seconds).unwrap_or(u32::MAX);
        if !(1..=MOST).contains(&bounded) {
            self.error(code::BOUND, span, "this time is out of its bounds", "it lasts from 1s to 3650d; `ever` is without an end");
        }
        Some(bounded.clamp(1, MOST))
    }
}

/// The word that a construct is written with.
pub(super) fn word(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Rule => "rule",
        ItemKind::Floor => "floor",
        ItemKind::Limit => "limit",
        ItemKind::Origin => "origin",
        ItemKind::Duty => "duty",
        ItemKind::Sequence => "sequence",
        ItemKind::Command => "command",
        ItemKind::Kill => "kill",
        ItemKind::Label => "label",
        ItemKind::Agent => "agent",
        ItemKind::Routine => "routine",
        ItemKind::Fill => "fill",
        ItemKind::Result => "result",
        ItemKind::Stub => "stub",
        ItemKind::Exception => "exception",
    }
}

/// The dates and words of a rule or floor.
pub(super) fn tail_of(tree: &RuleTree) -> TailTree {
    TailTree { starts: tree.starts.clone(), expires: tree.expires.clone(), shadow: tree.shadow, is_final: tree.is_final }
}

/// Every function.
pub(super) fn everything() -> Target {
    let any = || Glob("*".to_owned());
    Target {
        pattern: FunctionPattern { server: any(), name: any() },
        effects: FunctionSelector::default(),
        having: Vec::new(),
        lacking: Vec::new(),
        event: None,
    }
}

/// A place that no schema describes.
pub(super) fn place(root: Root, keys: &[&str]) -> Attribute {
    Attribute { root, path: keys.iter().map(|key| (*key).to_owned()).collect(), reading: Reading::Plain, otherwise: None }
}

/// The place is there and is this text.
pub(super) fn is_named(root: Root, key: &str, name: &str) -> Condition {
    Condition::all([Condition::atom(Atom::Exists(place(root, &[key]))), equals(root, key, name)])
}

/// The place, which is never absent, is this text.
pub(super) fn equals(root: Root, key: &str, name: &str) -> Condition {
    let right = Operand::Literal(Literal::Text(name.to_owned()));
    Condition::atom(Atom::Compare { left: place(root, &[key]), op: Comparison::Equal, right })
}

/// The list of labels has this one.
pub(super) fn has_label(root: Root, label: &str) -> Condition {
    let value = Operand::Literal(Literal::Text(label.to_owned()));
    Condition::atom(Atom::Has { list: place(root, &["labels"]), value })
}
