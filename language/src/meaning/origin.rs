//! `origin`: where the values of an argument may come from.

use super::Typed;
use super::draft::{Context, Draft, Ground};
use super::outcomes::Words;
use super::places::{Place, Use};
use super::spelling;
use super::targets::targets;
use super::types::Type;
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, Atom, Attribute, Condition, ItemKind, JsonTypes, Memory, Root, Source};
use crate::diagnostic::Diagnostic;
use crate::tree::{OriginTree, PathTree, SourceTree};

/// Types an origin.
pub(super) fn origin(tree: &OriginTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Origin, &tree.name, &tree.tail);
    draft.require_on(&tree.ground.on);
    draft.require(!tree.arguments.is_empty(), "protects no argument", "add `arg args.x`");
    draft.require(!tree.sources.is_empty(), "names no source", "add `from` or `only from`, then `principal` or functions");
    draft.require(!tree.outcomes.is_empty(), "says not what holds for other values", "add `require …` or `deny`");
    let ground = draft.ground(&tree.ground);
    draft.check_calls(&ground.on);
    let sources = sources(&mut draft, &tree.sources);
    let mut outcomes = None;
    for path in &tree.arguments {
        let Some(argument) = argument(&mut draft, &ground, path) else { continue };
        let from = Memory::From { argument, only: tree.only.is_some(), sources: sources.clone() };
        let question = Condition::atom(Atom::Memory(from)).negate();
        let outcomes = outcomes.get_or_insert_with(|| draft.outcomes(&ground, &tree.outcomes, &question, Words::Restricting));
        draft.push_outcomes(&ground.on.targets, outcomes, &question);
    }
    if outcomes.is_none() {
        draft.outcomes(&ground, &tree.outcomes, &Condition::True, Words::Restricting);
    }
    draft.typed
}

fn sources(draft: &mut Draft<'_>, trees: &[SourceTree]) -> Vec<Source> {
    let mut sources = Vec::new();
    for tree in trees {
        match tree {
            SourceTree::Principal(_) => sources.push(Source::Principal),
            SourceTree::Function(target) => {
                let lowered = targets(std::slice::from_ref(target), draft.context.names, &mut draft.typed.diagnostics);
                draft.check_calls(&lowered);
                sources.extend(lowered.targets.into_iter().map(Source::Function));
            }
        }
    }
    sources.sort();
    sources.dedup();
    sources
}

/// The place, where a value of it tells where it came from.
fn argument(draft: &mut Draft<'_>, ground: &Ground, path: &PathTree) -> Option<Attribute> {
    draft.typed_on(ground, |typer| {
        let place = typer.place(path, Use::Existence)?;
        let name = spelling::path(path);
        let problem = if place.attribute.root == Root::Args { untold(&place) } else { Some("no argument") };
        if let Some(what) = problem {
            let message = format!("`{name}` is {what}, which tells nothing about where it came from");
            let help = "protect arguments whose values are text of their own: accounts, addresses, identifiers";
            typer.report(Diagnostic::error(code::ORIGIN_TYPE, path.span, message).help(help));
            return None;
        }
        Some(place.attribute)
    })
}

/// What the place is, where many calls would have the same value by chance.
fn untold(place: &Place<'_>) -> Option<&'static str> {
    match &place.ty {
        Type::Argument(schemas) => schemas.iter().find_map(|(_, schema)| untold_schema(schema)),
        _ => None,
    }
}

fn untold_schema(schema: &ArgumentSchema) -> Option<&'static str> {
    let only = |bits: u8| schema.types.0 & !JsonTypes::NULL != 0 && schema.types.0 & !(bits | JsonTypes::NULL) == 0;
    if !schema.values.is_empty() {
        Some("one of some listed words")
    } else if only(JsonTypes::BOOLEAN) {
        Some("a boolean")
    } else if only(JsonTypes::INTEGER | JsonTypes::BOOLEAN) {
        Some("a bare integer")
    } else if only(JsonTypes::OBJECT) {
        Some("an object, whose members are values of their own")
    } else {
        schema.element.as_deref().and_then(untold_schema)
    }
}
