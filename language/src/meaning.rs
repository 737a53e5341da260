//! From the tree of one item to core items: names resolved, types checked, every surface form lowered.
//!
//! One file per thing: targets select functions, conditions and relations lower to atoms, outcomes to effects, reasons to parts,
//! `defaults` to rows. Nothing here sees another item: what lies outside is asked of [`Names`], one name at a time, and the set's header comes
//! as a [`SetContext`]. A finding with an error leaves a result that must not be compiled.

mod agent;
mod command;
mod commands;
mod conditions;
mod constants;
mod declarations;
mod defaults;
mod draft;
mod duty;
pub(crate) mod effect_words;
mod exception;
mod floor;
mod guards;
mod header;
mod kill;
mod label;
mod limit;
mod lints;
mod origin;
mod outcomes;
mod owners;
mod pairs;
mod path_literals;
mod places;
mod reads;
mod reasons;
mod relations;
mod results;
mod rules;
mod sequence;
mod spelling;
pub(crate) mod steps;
pub(crate) mod targets;
mod typer;
mod types;

#[cfg(test)]
mod tests;

use crate::core::{CommandDefaults, Condition, CoreItem, DefaultRow, FunctionPattern, ItemId, PolicySet};
use crate::diagnostic::{Diagnostic, listed};
use crate::link::{AgentLoop, Exception};
use crate::names::Names;
use crate::span::{Span, Spanned};
use crate::tests::{TestCase, test_case};
use crate::tree::{Item, ItemTree};

use draft::Context;

pub use exception::subject;
pub use lints::{Behind, ProgramFinding, lint_program};
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
    /// The last part of the name of the library that the item stands in, where an `include` brings it.
    pub library: Option<String>,
}

impl SetContext {
    /// The context that a typed header gives.
    pub fn of(set: &PolicySet) -> Self {
        Self { name: set.name.clone(), over: set.over.clone(), applies: set.applies.clone(), library: None }
    }

    /// The context of the items that `include` brings from this module.
    pub fn included(&self, module: &str) -> Self {
        Self { library: Some(library_name(module).to_owned()), ..self.clone() }
    }

    /// The name of an item across the repository.
    pub fn id(&self, item: &str) -> ItemId {
        let name = self.library.as_ref().map_or_else(|| item.to_owned(), |library| format!("{library}.{item}"));
        ItemId { set: self.name.clone(), name }
    }
}

/// What stands before the names of the items that `include a.b` brings.
pub fn library_name(module: &str) -> &str {
    module.rsplit('.').next().unwrap_or(module)
}

/// `hits`, `asks` and `misses` of a `command` item: command lines, each with its place in the item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandExamples {
    /// The item certainly matches a part of each.
    pub hits: Vec<Spanned<String>>,
    /// The item may match a part of each, and certainly matches none.
    pub asks: Vec<Spanned<String>>,
    /// The item certainly matches no part of any.
    pub misses: Vec<Spanned<String>>,
}

/// What one item means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// Of a `policy`: the set, its `defaults` still empty.
    pub header: Option<PolicySet>,
    /// Of `defaults`: the rows.
    pub defaults: Option<Vec<DefaultRow>>,
    /// Of an item of a set: its core items, `order` still 0.
    pub items: Vec<CoreItem>,
    /// The outcome's place behind each core item.
    pub places: Vec<Span>,
    /// Of an `exception`: what is linked, `order` still 0.
    pub exception: Option<Exception>,
    /// Of an `agent`: what it does about loops.
    pub agent_loop: Option<AgentLoop>,
    /// Of a `limit` that leaves loops to the agents: its name.
    pub open_loop: Option<ItemId>,
    /// Of `commands`: what the set says of commands that no item settles.
    pub commands: Option<CommandDefaults>,
    /// Of a `command`: the place of each of its patterns.
    pub patterns: Vec<Span>,
    /// Of a `command`: its examples.
    pub examples: CommandExamples,
    /// Of a `command`: the items of the set that it says it stands behind.
    pub after: Vec<ItemId>,
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

/// Types an item. `set` is the header of its file, or of the set that includes it; `number` tells items without a name apart: which of its
/// word in its file it is, from 1.
///
/// `use`, `include` and `catalog` give nothing here: modules are checked with [`crate::names::check_repository`], catalogs with
/// [`crate::catalog::type_catalog`].
pub fn type_item(item: &Item, number: u32, set: Option<&SetContext>, names: &dyn Names) -> Typed {
    let context = Context { names, set, complete: item.complete };
    let mut typed = match &item.kind {
        ItemTree::Policy(tree) => header::header(tree, names),
        ItemTree::Role(trees) => declarations::roles(trees),
        ItemTree::Let(tree) => declarations::binding(tree, names),
        ItemTree::Defaults(rows) => defaults::defaults(rows, set, names),
        ItemTree::Rule(tree) => rules::rule(tree, context),
        ItemTree::Floor(tree) => floor::floor(tree, context),
        ItemTree::Limit(tree) => limit::limit(tree, context),
        ItemTree::Label(tree) => label::label(tree, context),
        ItemTree::Levels(names) => label::levels(names),
        ItemTree::Wall(tree) => label::wall(tree, context),
        ItemTree::Origin(tree) => origin::origin(tree, context),
        ItemTree::Duty(tree) => duty::duty(tree, context),
        ItemTree::Sequence(tree) => sequence::sequence(tree, context),
        ItemTree::Agent(tree) => agent::agent(tree, context),
        ItemTree::Routine(tree) => agent::routine(tree, context),
        ItemTree::Fill(tree) => results::fill(tree, number, context),
        ItemTree::Stub(tree) => results::stub(tree, number, context),
        ItemTree::Result(tree) => results::result(tree, number, context),
        ItemTree::Kill(tree) => kill::kill(tree, context),
        ItemTree::Exception(tree) => exception::exception(tree, context),
        ItemTree::Test(tree) => {
            let (case, diagnostics) = test_case(tree, item.complete, set.map(|set| set.name.as_str()), names);
            Typed { tests: vec![case], diagnostics, ..Typed::default() }
        }
        ItemTree::Command(tree) => command::command(tree, context),
        ItemTree::Commands(tree) => commands::commands(tree, set, names),
        ItemTree::Use(_) | ItemTree::Include(_) | ItemTree::Catalog(_) | ItemTree::Broken => Typed::default(),
    };
    typed.diagnostics.sort();
    typed.diagnostics.dedup();
    typed.diagnostics = listed(typed.diagnostics);
    typed
}
