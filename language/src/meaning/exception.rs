//! `exception`: takes a restriction away for some calls and some time; what it means for the items it names is worked out by
//! [`crate::link`].

use super::Typed;
use super::draft::{Context, Draft, Ground, everything};
use super::steps::{self, steps};
use super::targets::{Targets, entry, selected_by};
use super::typer::Typer;
use crate::codes::meaning as code;
use crate::core::{Condition, ItemId, ItemKind, Step, Target};
use crate::link::Exception;
use crate::names::{Namespace, Subject};
use crate::span::Span;
use crate::suggestion;
use crate::tree::{ExceptionTree, Item, ItemTree, Name, OutcomeTree, RuleTree, TargetTree};

/// Types an exception.
pub(super) fn exception(tree: &ExceptionTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Exception, &tree.name, &tree.tail);
    draft.require(!tree.to.is_empty(), "names no item", "add `to SET.ITEM`");
    draft.require(tree.tail.expires.is_some(), "never ends", "add `expires 2027-01-31`; what should hold for ever is a change of the item");
    draft.require(tree.because.is_some(), "gives no reason", "add `because \"…\"`: who reads the policy wants to know");
    if let Some(shadow) = tree.tail.shadow {
        draft.error(
            code::EXCEPTION_REFUSED,
            shadow,
            "an exception is in force or not there; it is not tried in shadow",
            "take out `shadow`",
        );
    }
    let named: Vec<Option<(ItemId, Subject)>> = tree.to.iter().map(|path| subject_of(&mut draft, path)).collect();
    let named: Option<Vec<(ItemId, Subject)>> = named.into_iter().collect();
    let Some(named) = named else { return draft.typed };
    let mut on: Vec<Target> = named.iter().flat_map(|(_, subject)| subject.on.iter().cloned()).collect();
    on.sort();
    on.dedup();
    let spans = tree.to.iter().filter_map(|path| span(path)).collect();
    let ground = Ground { on: Targets { selected: selected_by(&on, context.names), targets: on, spans }, ..Ground::nowhere() };
    let when = condition(&mut draft, &ground, tree);
    let instead = instead(&mut draft, tree, &when);
    let because = reason(&mut draft, &ground, tree, &when);
    if let (Some(_), Some(expires)) = (context.set, &tree.tail.expires) {
        draft.typed.exception = Some(Exception {
            id: draft.id(),
            order: 0,
            to: named.into_iter().map(|(id, _)| id).collect(),
            when,
            instead,
            starts: tree.tail.starts.as_ref().map(|starts| starts.value),
            expires: expires.value,
            because,
            is_final: tree.tail.is_final.is_some(),
        });
    }
    draft.typed
}

fn condition(draft: &mut Draft<'_>, ground: &Ground, tree: &ExceptionTree) -> Condition {
    let mut typer = Typer::new(draft.context.names, &ground.on.selected, &[]);
    // What it takes away is a restriction, so absent and unseen parts are read as in a permission.
    typer.restricts = false;
    let condition = typer.guard_pair(tree.when.as_ref(), tree.unless.as_ref());
    draft.typed.diagnostics.append(&mut typer.diagnostics);
    condition
}

fn instead(draft: &mut Draft<'_>, tree: &ExceptionTree, when: &Condition) -> Option<Vec<Step>> {
    let written = tree.instead.as_ref()?;
    let reads_arguments = super::reads::reads_arguments(when);
    let ground = steps::Ground { names: draft.context.names, reads_arguments, commands: false };
    let steps = steps(&written.value, ground, &mut draft.typed.diagnostics);
    (!steps.is_empty()).then_some(steps)
}

fn reason(draft: &mut Draft<'_>, ground: &Ground, tree: &ExceptionTree, when: &Condition) -> Option<crate::core::Reason> {
    let because = tree.because.as_ref()?;
    let mut typer = Typer::new(draft.context.names, &ground.on.selected, &[]);
    let reason = typer.reason(because, when);
    draft.typed.diagnostics.append(&mut typer.diagnostics);
    reason
}

fn span(path: &[Name]) -> Option<Span> {
    path.first().zip(path.last()).map(|(first, last)| first.span.to(last.span))
}

/// The item that a dotted name means, where an exception can be made from it. A name alone is of this set.
fn subject_of(draft: &mut Draft<'_>, path: &[Name]) -> Option<(ItemId, Subject)> {
    let span = span(path)?;
    let own = draft.context.set.map(|set| set.name.clone());
    let (set, item) = match path {
        [item] => (own?, item.value.clone()),
        [set, items @ ..] => (set.value.clone(), items.iter().map(|name| name.value.as_str()).collect::<Vec<_>>().join(".")),
        [] => return None,
    };
    let Some(subject) = draft.context.names.subject(&set, &item) else {
        unknown(draft, &set, &item, span);
        return None;
    };
    let (message, help) = if subject.is_final {
        (format!("`{set}.{item}` is final"), "whoever wrote `final` wants no exception; ask them to change the item")
    } else if !subject.restricts {
        (format!("`{set}.{item}` restricts nothing"), "an exception takes a restriction away; a permission is a `rule` with `allow`")
    } else {
        return Some((ItemId { set, name: item }, subject));
    };
    draft.error(code::EXCEPTION_REFUSED, span, message, help);
    None
}

fn unknown(draft: &mut Draft<'_>, set: &str, item: &str, span: Span) {
    let names = draft.context.names;
    let (message, help) = if names.set(set) {
        let items = names.all(Namespace::Items(set));
        let help = suggestion::help(item, items.iter().map(String::as_str), "name an item that restricts");
        (format!("`{set}` has no item `{item}`"), help)
    } else {
        let sets = names.all(Namespace::Sets);
        (format!("there is no policy set `{set}`"), suggestion::help(set, sets.iter().map(String::as_str), "name an item as `set.item`"))
    };
    draft.error(code::EXCEPTION_TARGET, span, message, help);
}

/// What an exception may know of an item; `None` where it is nothing that a set has.
pub fn subject(item: &Item) -> Option<Subject> {
    let (on, restricts, is_final) = match &item.kind {
        ItemTree::Rule(tree) | ItemTree::Floor(tree) => (entries(&tree.on), tree.outcomes.iter().any(restricts), is_final(tree)),
        ItemTree::Limit(tree) => (entries(&tree.ground.on), true, tree.tail.is_final.is_some()),
        ItemTree::Label(tree) => {
            let on = tree.clears.iter().flat_map(|clear| entries(&clear.line.ground.on)).collect();
            (on, !tree.clears.is_empty(), tree.tail.is_final.is_some())
        }
        ItemTree::Origin(tree) => (entries(&tree.ground.on), true, tree.tail.is_final.is_some()),
        ItemTree::Duty(tree) => (entries(&tree.pair), true, tree.tail.is_final.is_some()),
        ItemTree::Sequence(tree) => {
            (tree.steps.last().map_or_else(Vec::new, |line| entries(&line.ground.on)), true, tree.tail.is_final.is_some())
        }
        ItemTree::Agent(tree) => {
            let denies = tree.uses.is_some() || tree.own_flow.is_some() || tree.depth.is_some() || tree.children.is_some();
            (vec![everything()], denies, false)
        }
        ItemTree::Routine(_) => (vec![everything()], true, false),
        ItemTree::Kill(tree) => {
            let on = match &tree.stops {
                Some(crate::tree::KillTarget::Functions(on)) => entries(on),
                _ => vec![everything()],
            };
            (on, true, tree.tail.is_final.is_some())
        }
        ItemTree::Command(tree) => (vec![super::command::commands()], tree.outcomes.iter().any(restricts), tree.tail.is_final.is_some()),
        ItemTree::Wall(_) | ItemTree::Fill(_) | ItemTree::Stub(_) | ItemTree::Result(_) | ItemTree::Exception(_) => {
            (Vec::new(), false, false)
        }
        _ => return None,
    };
    Some(Subject { on, restricts, is_final })
}

fn entries(trees: &[TargetTree]) -> Vec<Target> {
    trees.iter().map(entry).collect()
}

fn restricts(outcome: &OutcomeTree) -> bool {
    !matches!(outcome.verdict, crate::tree::VerdictTree::Allow)
}

fn is_final(tree: &RuleTree) -> bool {
    tree.is_final.is_some()
}
