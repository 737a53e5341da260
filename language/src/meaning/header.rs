//! `policy`: the header of a set.

use std::sync::Arc;

use super::Typed;
use super::targets::{Selected, check_pattern, known};
use super::typer::Typer;
use crate::core::{Condition, PolicySet};
use crate::names::{Names, pattern};
use crate::tree::PolicyTree;

/// Types a header; its `for` may read what every item of the set may read, arguments over the remit's functions included.
pub(super) fn header(tree: &PolicyTree, names: &dyn Names) -> Typed {
    let mut diagnostics = Vec::new();
    let mut over = Vec::new();
    let mut selected: Vec<Selected> = Vec::new();
    for (target, written) in tree.over.iter().enumerate() {
        let lowered = pattern(written);
        let functions = known(&lowered, names);
        check_pattern(written, &lowered, functions.is_empty(), names, &mut diagnostics);
        selected.extend(functions.iter().map(|function| Selected { function: Arc::clone(function), target }));
        over.push(lowered);
    }
    over.sort();
    over.dedup();
    let mut typer = Typer::new(names, &selected, &[]);
    let applies = tree.applies.as_ref().map_or(Condition::True, |applies| typer.remit_condition(applies));
    diagnostics.append(&mut typer.diagnostics);
    let priority = tree.priority.as_ref().map_or(0, |priority| priority.value);
    let set = PolicySet { name: tree.name.value.clone(), priority, over, applies, defaults: Vec::new(), commands: Default::default() };
    Typed { header: Some(set), diagnostics, ..Typed::default() }
}
