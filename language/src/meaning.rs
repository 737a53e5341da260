//! From the tree of one item to core items: names resolved, types checked, every surface form lowered.
//!
//! One file per thing: targets select functions, conditions and relations lower to atoms, outcomes to effects, reasons to parts,
//! `defaults` to rows. Nothing here sees another item: what lies outside is asked of [`Names`], one name at a time, and the set's header comes
//! as a [`SetContext`]. A finding with an error leaves a result that must not be compiled.

mod conditions;
mod constants;
mod declarations;
mod defaults;
pub(crate) mod effect_words;
mod guards;
mod header;
mod lints;
mod path_literals;
mod places;
mod reads;
mod reasons;
mod relations;
mod rules;
mod spelling;
pub(crate) mod steps;
pub(crate) mod targets;
mod typer;
mod types;

#[cfg(test)]
mod tests;

use crate::core::{Condition, CoreItem, DefaultRow, FunctionPattern, PolicySet};
use crate::diagnostic::{Diagnostic, listed};
use crate::names::Names;
use crate::span::Span;
use crate::tests::{TestCase, test_case};
use crate::tree::{Item, ItemTree};

pub use lints::{ProgramFinding, lint_program};
pub use steps::merged as merged_steps;

/// What an item needs of its set's header.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetContext {
    /// The set's name.
    pub name: String,
    /// Its remit.
    pub over: Vec<FunctionPattern>,
    /// Its `for`.
    pub applies: Condition,
}

impl SetContext {
    /// The context that a typed header gives.
    pub fn of(set: &PolicySet) -> Self {
        Self { name: set.name.clone(), over: set.over.clone(), applies: set.applies.clone() }
    }
}

/// What one item means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// Of a `policy`: the set, its `defaults` still empty.
    pub header: Option<PolicySet>,
    /// Of `defaults`: the rows.
    pub defaults: Option<Vec<DefaultRow>>,
    /// Of a `rule`: its core items, `order` still 0.
    pub items: Vec<CoreItem>,
    /// The outcome's place behind each core item.
    pub places: Vec<Span>,
    /// Of a `test`: one case.
    pub tests: Vec<TestCase>,
    /// What was found, by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Typed {
    /// The core items with their item's place among the items of its set.
    pub fn placed(&self, order: u32) -> impl Iterator<Item = CoreItem> + '_ {
        self.items.iter().map(move |item| CoreItem { order, ..item.clone() })
    }
}

/// Types an item. `set` is the header of its file, where it has one.
///
/// `use` and `catalog` give nothing here: modules are checked with [`crate::names::check_repository`], catalogs with
/// [`crate::catalog::type_catalog`].
pub fn type_item(item: &Item, set: Option<&SetContext>, names: &dyn Names) -> Typed {
    let mut typed = match &item.kind {
        ItemTree::Policy(tree) => header::header(tree, names),
        ItemTree::Role(trees) => declarations::roles(trees),
        ItemTree::Let(tree) => declarations::binding(tree, names),
        ItemTree::Defaults(rows) => defaults::defaults(rows, set, names),
        ItemTree::Rule(tree) => rules::rule(tree, item.complete, set, names),
        ItemTree::Test(tree) => {
            let (case, diagnostics) = test_case(tree, item.complete, set.map(|set| set.name.as_str()), names);
            Typed { tests: vec![case], diagnostics, ..Typed::default() }
        }
        ItemTree::Use(_) | ItemTree::Catalog(_) | ItemTree::NotInThisEdition(_) | ItemTree::Broken => Typed::default(),
        _ => Typed::default(),
    };
    typed.diagnostics.sort();
    typed.diagnostics.dedup();
    typed.diagnostics = listed(typed.diagnostics);
    typed
}
