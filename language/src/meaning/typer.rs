//! What typing one item carries along: the names it may look up, the functions it is on, and what was found so far.

use std::sync::Arc;

use super::guards::{Guard, Guards};
use super::targets::Selected;
use crate::core::CatalogFunction;
use crate::diagnostic::Diagnostic;
use crate::names::Names;
use crate::span::Span;

use super::types::Type;

/// How deep quantifiers may nest.
pub(super) const MAX_BINDERS: usize = 2;

/// The name of an element in a quantifier's body.
#[derive(Debug, Clone)]
pub(super) struct Binder<'c> {
    /// Empty for the unnamed element of `any xs OP v`.
    pub name: String,
    pub element: Type<'c>,
}

/// The state of typing one expression.
pub(super) struct Typer<'c> {
    pub names: &'c dyn Names,
    /// What the item's `on` selects.
    pub selected: &'c [Selected],
    /// Places of the item's entries in `on`, for fixes.
    pub targets: &'c [Span],
    pub diagnostics: Vec<Diagnostic>,
    pub binders: Vec<Binder<'c>>,
    pub guards: Guards,
    /// Negations around the expression, `unless` included.
    pub negations: usize,
    /// Negations written as `not`, where an absent value is easily misread.
    pub written_negations: usize,
    /// Whether some outcome of the item restricts.
    pub restricts: bool,
    /// Whether some outcome of the item permits.
    pub permits: bool,
    /// Whether the item judges results, so that `result` can be read.
    pub results: bool,
    /// Whether the item is about parts of a command, so that `signals` can be read.
    pub commands: bool,
}

impl<'c> Typer<'c> {
    pub(super) fn new(names: &'c dyn Names, selected: &'c [Selected], targets: &'c [Span]) -> Self {
        Self {
            names,
            selected,
            targets,
            diagnostics: Vec::new(),
            binders: Vec::new(),
            guards: Guards::default(),
            negations: 0,
            written_negations: 0,
            restricts: true,
            permits: true,
            results: false,
            commands: false,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The functions the item is on, known ones only.
    pub(super) fn functions(&self) -> impl Iterator<Item = &'c Arc<CatalogFunction>> + use<'c> {
        self.selected.iter().map(|selected| &selected.function)
    }

    /// The depth and type of the innermost binder of this name.
    pub(super) fn binder(&self, name: &str) -> Option<(u8, Type<'c>)> {
        let depth = self.binders.iter().rposition(|binder| binder.name == name)?;
        Some((u8::try_from(depth).ok()?, self.binders.get(depth)?.element.clone()))
    }

    /// Runs with more places known to exist.
    pub(super) fn guarded<T>(&mut self, guards: Vec<Guard>, run: impl FnOnce(&mut Self) -> T) -> T {
        guards.iter().for_each(|guard| self.guards.add(guard));
        let result = run(self);
        guards.iter().for_each(|guard| self.guards.remove(guard));
        result
    }
}
