//! Which functions an entry selects: the question that `on` is filed by, asked of one call.

use crate::call::Flow;
use crate::compiled::{Core, cost};
use crate::functions::{Effects, Found, Server, known};
use crate::layout::*;
use crate::text::{Folding, glob_matches};

use super::{Evaluation, Truth};

impl Evaluation<'_> {
    /// Whether one of the entries selects the call's function.
    pub(super) fn selected(&mut self, targets: Run) -> Truth {
        let mut truth = Truth::False;
        for index in targets.range() {
            let Some(target) = self.core.target(index as u32) else { return Truth::Unknown };
            let (server, name) = self.function();
            self.charge(cost::text_charge(target.server.len.saturating_add(target.name.len), server.len() + name.len()));
            if self.is_spent() {
                return Truth::Unknown;
            }
            truth = truth.or(selects(self.core, &target, server, name, &self.found));
            if truth == Truth::True {
                break;
            }
        }
        truth
    }

    /// Whether the call starts a child job.
    pub(super) fn starts_child(&self) -> Truth {
        let flows = || matches!(self.call.flow(), Flow::Starts(_));
        Truth::from_bool(if self.scope.is_sub_call() { flows() } else { self.call.starts_child() })
    }
}

/// Whether an entry selects a function.
pub(crate) fn selects(core: &Core, target: &TargetRecord, server: &str, name: &str, found: &Found) -> Truth {
    let glob = |run: Run, text: &str| core.text_of(run).is_some_and(|glob| glob == "*" || glob_matches(glob, text, Folding::Plain));
    if target.flags & PRINCIPAL_SOURCE != 0 || !glob(target.server, server) || !glob(target.name, name) {
        return Truth::False;
    }
    found.effects.are(target.asked, target.wanted).and(has_arguments(core, target, found))
}

/// A function without a shape has no argument for certain, so an entry that asks for some does not select it.
fn has_arguments(core: &Core, target: &TargetRecord, found: &Found) -> Truth {
    if target.having.len == 0 && target.lacking.len == 0 {
        return Truth::True;
    }
    let Some(schema) = found.schema.and_then(|schema| core.schema(schema)) else { return Truth::False };
    let members = || schema.members.range().filter_map(|member| core.bytes_of(core.member(member as u32)?.name));
    let names = |run: Run| run.range().filter_map(|name| core.bytes_of(core.name(name as u32)?.text));
    let having = names(target.having).all(|wanted| members().any(|member| member == wanted));
    let lacking = names(target.lacking).all(|unwanted| members().all(|member| member != unwanted));
    match having && lacking {
        // Where it is not said which server it is, the shape may be another's.
        true if found.server == Server::Unknown => Truth::Unknown,
        selected => Truth::from_bool(selected),
    }
}

/// What is known of a function by its name alone, as a source of values: its server is the one that is meant.
pub(crate) fn by_name(core: &Core, server: &str, name: &str) -> Found {
    match known(core, server, name) {
        Some(function) => Found::meant(&function),
        None => Found::OTHER,
    }
}

impl Found {
    /// A function that nothing describes.
    pub(crate) const OTHER: Self = Self { effects: Effects::UNSTATED, schema: None, server: Server::Meant };
}
