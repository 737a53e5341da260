//! `kill`: stops calls at once, whoever makes them; the set's `for` does not narrow it.

use super::Typed;
use super::draft::{Context, Draft, equals, everything, is_named};
use super::targets::targets;
use super::typer::Typer;
use crate::codes::meaning as code;
use crate::core::{Condition, Effect, ItemKind, Restriction, Root, Target};
use crate::diagnostic::Diagnostic;
use crate::tree::{KillTarget, KillTree, TailTree};

/// Types a kill switch.
pub(super) fn kill(tree: &KillTree, context: Context<'_>) -> Typed {
    let expires = tree.tail.expires.clone().or_else(|| tree.until.clone());
    let mut draft = Draft::new(context, ItemKind::Kill, &tree.name, &TailTree { expires, ..tree.tail.clone() });
    let stops_nothing = matches!(&tree.stops, None | Some(KillTarget::Functions(_)))
        && !matches!(&tree.stops, Some(KillTarget::Functions(on)) if !on.is_empty());
    draft.require(!stops_nothing, "stops nothing", "add `on` with functions, `agent NAME`, `principal \"NAME\"` or `all`");
    draft.require(tree.because.is_some(), "gives no reason", "add `because \"…\"`, which the agent reads");
    if let (Some(until), Some(expires)) = (&tree.until, &tree.tail.expires) {
        let diagnostic = Diagnostic::error(code::TWO_ENDS, expires.span, "`park until` says already when this ends");
        draft.report(diagnostic.also(until.span, "parked until then").help("take out `expires`"));
    }
    let (on, condition) = stopped(&mut draft, tree);
    let mut typer = Typer::new(context.names, &[], &[]);
    let because = tree.because.as_ref().and_then(|because| typer.reason(because, &condition));
    draft.typed.diagnostics.append(&mut typer.diagnostics);
    let restriction = if tree.until.is_some() { Restriction::Park } else { Restriction::Deny };
    if !on.is_empty() {
        draft.push(&on, condition, Effect::Restrict(restriction), because, tree.name.span);
    }
    draft.typed
}

fn stopped(draft: &mut Draft<'_>, tree: &KillTree) -> (Vec<Target>, Condition) {
    match &tree.stops {
        Some(KillTarget::Functions(trees)) => {
            let on = targets(trees, draft.context.names, &mut draft.typed.diagnostics);
            draft.check_calls(&on);
            (on.targets, Condition::True)
        }
        Some(KillTarget::Agent(name)) => (vec![everything()], is_named(Root::Agent, "name", &name.value)),
        Some(KillTarget::Principal(name)) => (vec![everything()], equals(Root::Principal, "user", &name.value)),
        Some(KillTarget::All(_)) => (vec![everything()], Condition::True),
        None => (Vec::new(), Condition::True),
    }
}
