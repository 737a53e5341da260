//! Which function a call names, and which targets select it.

use straza_language::core::{
    ArgumentSchema, Catalog, CatalogFunction, CoreItem, Effect, Effects, FunctionName, FunctionPattern, Program, Target,
};
use straza_language::local_tools::local_tool;

use super::call::Seen;
use super::glob;
use super::text::lowered;

/// What is known of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// What it does.
    pub effects: Effects,
    /// Its arguments, where a schema describes them.
    pub arguments: Option<ArgumentSchema>,
}

/// What a catalog, or else the table of local tools, says of the call's function; nothing where neither names it.
pub fn known(program: &Program, call: &Seen) -> Option<Known> {
    let name = FunctionName { server: call.server.clone(), name: call.name.clone() };
    let described = catalogued(program, call).find(|function| function.function == name).cloned().or_else(|| local_tool(&name))?;
    Some(Known { effects: described.effects, arguments: described.arguments })
}

/// What the function does; the worst where nothing is known.
pub fn effects(known: Option<&Known>) -> Effects {
    known.map_or(Effects::UNSTATED, |known| known.effects)
}

/// Whether the call's function is not in a catalog, but one that differs from it only in case is.
pub fn is_misspelt(program: &Program, call: &Seen) -> bool {
    let same = |a: &str, b: &str| lowered(a) == lowered(b);
    let exact = |function: &FunctionName| function.server == call.server && function.name == call.name;
    let near = |function: &FunctionName| same(&function.server, &call.server) && same(&function.name, &call.name);
    !catalogued(program, call).any(|described| exact(&described.function))
        && catalogued(program, call).any(|described| near(&described.function))
}

/// Whether a call hangs on the answer to the event; the others are only looked at.
pub fn is_decided(event: &str) -> bool {
    matches!(event, "tool.pre" | "permission.request")
}

/// Whether one of the patterns names the call's function.
pub fn is_within(patterns: &[FunctionPattern], call: &Seen) -> bool {
    patterns.iter().any(|pattern| names(pattern, call))
}

/// Whether the item is on this call.
pub fn concerns(item: &CoreItem, call: &Seen, known: Option<&Known>) -> bool {
    item.on.iter().any(|target| selects(target, &item.effect, call, known))
}

fn selects(target: &Target, effect: &Effect, call: &Seen, known: Option<&Known>) -> bool {
    is_on_event(target, &call.event)
        && names(&target.pattern, call)
        && target.effects.selects(effects(known))
        && has_arguments(target, effect, known.and_then(|known| known.arguments.as_ref()))
}

fn is_on_event(target: &Target, event: &str) -> bool {
    match &target.event {
        Some(named) => named == event,
        None => is_decided(event),
    }
}

/// `having` and `lacking`; where no schema says which arguments there are, a restriction stays and a permission does not reach the function.
fn has_arguments(target: &Target, effect: &Effect, schema: Option<&ArgumentSchema>) -> bool {
    let Some(schema) = schema else {
        return target.having.is_empty() && target.lacking.is_empty() || matches!(effect, Effect::Restrict(_));
    };
    let has = |name: &String| schema.members.iter().any(|(member, _)| member == name);
    target.having.iter().all(has) && !target.lacking.iter().any(has)
}

fn names(pattern: &FunctionPattern, call: &Seen) -> bool {
    glob::matches(&pattern.server.0, &call.server) && glob::matches(&pattern.name.0, &call.name)
}

/// Functions of the catalogs that are about the call's server; one for another identity is not.
fn catalogued<'a>(program: &'a Program, call: &'a Seen) -> impl Iterator<Item = &'a CatalogFunction> {
    let about = |catalog: &&Catalog| match (&catalog.identity, &call.identity) {
        (Some(expected), Some(named)) => expected == named,
        _ => true,
    };
    program.catalogs.iter().filter(about).flat_map(|catalog| &catalog.functions)
}
