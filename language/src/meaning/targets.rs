//! `on`: which functions and events an item is on, and what is known of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::effect_words;
use crate::codes::meaning as code;
use crate::core::{CatalogFunction, FunctionName, FunctionPattern, FunctionSelector, Glob, Target, folded};
use crate::diagnostic::Diagnostic;
use crate::glob;
use crate::local_tools::{is_reserved, local_tool, local_tools};
use crate::names::{Names, Namespace, pattern};
use crate::span::{Span, Spanned};
use crate::suggestion;
use crate::tree::{Name, PatternTree, TargetTree};

/// Events that can hold a call back.
pub(crate) const BLOCKING_EVENTS: [&str; 2] = ["tool.pre", "permission.request"];
/// Events that are only recorded.
pub(crate) const RECORDED_EVENTS: [&str; 7] =
    ["session.start", "prompt.submit", "tool.post", "subagent.start", "subagent.stop", "session.end", "compact.pre"];
/// The longest half of a pattern, in bytes.
const MAX_PATTERN: usize = 1024;

/// A known function that an entry of `on` selects.
#[derive(Debug, Clone)]
pub(super) struct Selected {
    pub function: Arc<CatalogFunction>,
    /// Which entry, the first that selects it.
    pub target: usize,
}

/// The entries of `on`, lowered, with the known functions they select.
#[derive(Debug, Default)]
pub(super) struct Targets {
    pub targets: Vec<Target>,
    pub spans: Vec<Span>,
    pub selected: Vec<Selected>,
}

/// Lowers `on`.
pub(super) fn targets(trees: &[TargetTree], names: &dyn Names, diagnostics: &mut Vec<Diagnostic>) -> Targets {
    let mut all = Targets::default();
    let mut seen: BTreeSet<FunctionName> = BTreeSet::new();
    for (at, tree) in trees.iter().enumerate() {
        let target = target(tree, diagnostics);
        let known = if is_recorded(&target) && tree.pattern.is_none() { Vec::new() } else { known(&target.pattern, names) };
        if let Some(pattern) = &tree.pattern {
            check_pattern(pattern, &target.pattern, known.is_empty(), names, diagnostics);
        }
        let chosen = chosen(tree, &target, &known, diagnostics);
        check_selection(tree, &target, &known, &chosen, names, diagnostics);
        all.selected.extend(
            chosen.into_iter().filter(|function| seen.insert(function.function.clone())).map(|function| Selected { function, target: at }),
        );
        all.spans.push(tree.span);
        all.targets.push(target);
    }
    all
}

/// On an event that no tool's call is.
fn is_recorded(target: &Target) -> bool {
    target.event.as_deref().is_some_and(|event| !BLOCKING_EVENTS.contains(&event))
}

/// The entry, whatever is wrong with it.
pub(super) fn entry(tree: &TargetTree) -> Target {
    target(tree, &mut Vec::new())
}

/// The known functions that entries select.
pub(super) fn selected_by(targets: &[Target], names: &dyn Names) -> Vec<Selected> {
    let mut seen: BTreeSet<FunctionName> = BTreeSet::new();
    let mut selected = Vec::new();
    for (at, target) in targets.iter().enumerate() {
        let functions = known(&target.pattern, names).into_iter().filter(|function| fits(target, function));
        selected
            .extend(functions.filter(|function| seen.insert(function.function.clone())).map(|function| Selected { function, target: at }));
    }
    selected
}

fn target(tree: &TargetTree, diagnostics: &mut Vec<Diagnostic>) -> Target {
    let anything = || FunctionPattern { server: Glob("*".to_owned()), name: Glob("*".to_owned()) };
    Target {
        pattern: tree.pattern.as_ref().map_or_else(anything, pattern),
        effects: effect_words::selector(&tree.effects, diagnostics),
        having: top_level(&tree.having, "having", diagnostics),
        lacking: top_level(&tree.lacking, "lacking", diagnostics),
        event: tree.event.as_ref().map(|event| known_event(event, diagnostics)),
    }
}

fn top_level(paths: &[Spanned<Vec<String>>], word: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut names = BTreeSet::new();
    for path in paths {
        match path.value.as_slice() {
            [name] => {
                names.insert(name.clone());
            }
            _ => {
                let message = format!("`{word}` selects by whole arguments, not by parts of one");
                diagnostics.push(Diagnostic::error(code::UNKNOWN_SELECTED, path.span, message).help("name the argument alone"));
            }
        }
    }
    names.into_iter().collect()
}

fn known_event(event: &Name, diagnostics: &mut Vec<Diagnostic>) -> String {
    let known = || BLOCKING_EVENTS.into_iter().chain(RECORDED_EVENTS);
    if !known().any(|known| known == event.value) {
        let list = known().collect::<Vec<_>>().join(", ");
        let help = suggestion::help(&event.value, known(), &format!("events are {list}"));
        diagnostics.push(Diagnostic::error(code::UNKNOWN_EVENT, event.span, format!("there is no event `{}`", event.value)).help(help));
    }
    event.value.clone()
}

/// Known functions that the pattern matches: catalogued ones and the local tools.
pub(super) fn known(pattern: &FunctionPattern, names: &dyn Names) -> Vec<Arc<CatalogFunction>> {
    let catalogued = names.functions(pattern);
    let local = local_tools().filter(|tool| glob::matches_function(pattern, &tool.function)).map(Arc::new);
    catalogued.iter().filter_map(|function| names.function(function)).chain(local).collect()
}

fn chosen(
    tree: &TargetTree,
    target: &Target,
    known: &[Arc<CatalogFunction>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Arc<CatalogFunction>> {
    check_selectors(tree, known, diagnostics);
    known.iter().filter(|function| fits(target, function)).cloned().collect()
}

/// Whether the entry, whose pattern matches the function, selects it.
fn fits(target: &Target, function: &CatalogFunction) -> bool {
    let has = |name: &String| function.arguments.as_ref().is_some_and(|schema| schema.members.iter().any(|(member, _)| member == name));
    let unselected = target.having.is_empty() && target.lacking.is_empty();
    target.effects.selects(function.effects)
        && target.having.iter().all(has)
        && !target.lacking.iter().any(has)
        && (unselected || function.arguments.is_some())
}

/// An argument after `having` or `lacking` that none of the catalogued functions has is a slip.
fn check_selectors(tree: &TargetTree, known: &[Arc<CatalogFunction>], diagnostics: &mut Vec<Diagnostic>) {
    let declared: BTreeSet<&str> = known
        .iter()
        .filter_map(|function| function.arguments.as_ref())
        .flat_map(|schema| schema.members.iter().map(|(name, _)| name.as_str()))
        .collect();
    if declared.is_empty() {
        return;
    }
    for path in tree.having.iter().chain(&tree.lacking) {
        let Some(name) = path.value.first().filter(|name| !declared.contains(name.as_str())) else { continue };
        let help = suggestion::help(name, declared.iter().copied(), "name an argument that some of them have");
        let message = format!("none of these functions has an argument `{name}`");
        diagnostics.push(Diagnostic::error(code::UNKNOWN_SELECTED, path.span, message).help(help));
    }
}

fn check_selection(
    tree: &TargetTree,
    target: &Target,
    known: &[Arc<CatalogFunction>],
    chosen: &[Arc<CatalogFunction>],
    names: &dyn Names,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let closed = glob::exact_text(&target.pattern.server).is_some_and(|server| names.catalogued(&server) || is_reserved(&server));
    if closed && !known.is_empty() && chosen.is_empty() {
        let message = format!("no function of `{}` is selected", glob::spelled(&target.pattern));
        let help = if target.effects == FunctionSelector::default() {
            "`having` and `lacking` leave none"
        } else {
            "the catalog states other effects"
        };
        diagnostics.push(Diagnostic::warning(code::SELECTS_NOTHING, tree.span, message).help(help));
    }
}

/// Reports a pattern that can only be a slip: no function of a described server, or one in another case.
pub(crate) fn check_pattern(
    tree: &PatternTree,
    pattern: &FunctionPattern,
    none_known: bool,
    names: &dyn Names,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if tree.server.len().max(tree.name.len()) > MAX_PATTERN {
        let message = format!("a pattern has at most {MAX_PATTERN} bytes on each side of its dot");
        diagnostics.push(Diagnostic::error(code::TOO_LONG, tree.span, message).help("no function has so long a name; shorten it with `*`"));
        return;
    }
    let Some(server) = glob::exact_text(&pattern.server).filter(|_| none_known) else { return };
    let offered: Vec<String> = if names.catalogued(&server) {
        names.all(Namespace::Functions(&server))
    } else if is_reserved(&server) && server != "other" {
        local_tools().filter(|tool| tool.function.server == server).map(|tool| tool.function.name).collect()
    } else {
        check_server_case(tree, &server, names, diagnostics);
        return;
    };
    let spelled = glob::spelled(pattern);
    let name = glob::exact_text(&pattern.name);
    let other_case = name.as_ref().and_then(|name| offered.iter().find(|known| folded(known) == folded(name)));
    if let Some(known) = other_case {
        let message = format!("`{spelled}` differs from `{server}.{known}` in case, and such a call is refused");
        let diagnostic = Diagnostic::error(code::FUNCTION_CASE, tree.span, message);
        diagnostics.push(diagnostic.fix(format!("write `{server}.{known}`"), tree.span, replacement(&server, known), true));
        return;
    }
    let help = suggestion::help(&tree.name, offered.iter().map(String::as_str), "see the catalog for the server's functions");
    diagnostics.push(Diagnostic::warning(code::UNKNOWN_FUNCTION, tree.span, format!("`{spelled}` matches no known function")).help(help));
}

/// A server of which only the case differs from a described one.
fn check_server_case(tree: &PatternTree, server: &str, names: &dyn Names, diagnostics: &mut Vec<Diagnostic>) {
    let described = names.all(Namespace::Servers);
    let local = crate::local_tools::RESERVED_NAMESPACES.iter().map(|name| (*name).to_owned());
    let near = described.into_iter().chain(local).find(|known| known != server && folded(known) == folded(server));
    if let Some(known) = near {
        let message = format!("server `{server}` differs from `{known}` in case");
        diagnostics.push(Diagnostic::error(code::FUNCTION_CASE, tree.span, message).help(format!("write `{known}`")));
    }
}

fn replacement(server: &str, name: &str) -> String {
    let exact = |text: &str| Glob(text.chars().map(|c| if "*?[".contains(c) { format!("[{c}]") } else { c.to_string() }).collect());
    glob::spelled(&FunctionPattern { server: exact(server), name: exact(name) })
}

/// What is known of one function, catalogued or local.
pub(crate) fn known_function(function: &FunctionName, names: &dyn Names) -> Option<Arc<CatalogFunction>> {
    names.function(function).or_else(|| local_tool(function).map(Arc::new))
}
