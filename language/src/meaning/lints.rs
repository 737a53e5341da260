//! Lints that need the whole program: what no item shows by itself.

mod meeting;
mod overlap;
mod reach;

use std::collections::{BTreeMap, BTreeSet};

pub use self::overlap::Behind;
use self::reach::Reach;
use super::draft::word;
use crate::codes::meaning as code;
use crate::core::{
    Atom, Comparison, Condition, CoreItem, Effect, ItemId, ItemKind, Literal, Move, Operand, PolicySet, Restriction, Root, Step, Target,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::glob::{overlaps_pattern, spelled};
use crate::span::Span;

/// A finding about one core item; its place is [`super::Typed::places`] at `part` of the item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramFinding {
    /// The item.
    pub id: ItemId,
    /// Which of its core items.
    pub part: u16,
    /// What was found, without a place.
    found: Diagnostic,
}

impl ProgramFinding {
    /// The diagnostic at a place of the item.
    pub fn diagnostic(&self, place: Span) -> Diagnostic {
        Diagnostic { span: place, ..self.found.clone() }
    }
}

/// Lints over all sets and items, in the order of the items; then what is wrong with the order of command items, which is an error.
pub fn lint_program(sets: &[PolicySet], items: &[CoreItem], behind: &Behind) -> Vec<ProgramFinding> {
    let reach = Reach::of(sets, items);
    let admitted = admitted(items);
    let (mut last_steps, mut never) = (BTreeSet::new(), BTreeSet::new());
    let findings = items.iter().flat_map(|item| {
        let completes = item.kind == ItemKind::Sequence && is_restriction(item) && last_steps.insert(&item.id);
        let happens = never_happens(item, completes, &reach).filter(|_| never.insert(&item.id));
        [never_asks(item, &reach), never_raises(item, &reach), happens, not_admitted(item, &admitted)]
    });
    findings.flatten().chain(overlap::overlaps(sets, items, behind)).collect()
}

fn finding(item: &CoreItem, code: Code, message: String, help: &str) -> ProgramFinding {
    let found = Diagnostic::warning(code, Span::default(), message).help(help);
    ProgramFinding { id: item.id.clone(), part: item.part, found }
}

fn is_restriction(item: &CoreItem) -> bool {
    matches!(item.effect, Effect::Restrict(_))
}

/// Steps whose functions no permission can reach, where every default that may speak for them denies.
fn never_asks(item: &CoreItem, reach: &Reach<'_>) -> Option<ProgramFinding> {
    let Effect::Restrict(Restriction::Steps(steps)) = &item.effect else { return None };
    let asks = steps.iter().any(|step| !matches!(step, Step::Notify(_)));
    let help = match item.kind {
        ItemKind::Rule | ItemKind::Command => "write `allow after` instead of `require`",
        ItemKind::Limit | ItemKind::Origin => "permit the functions, or take the item out",
        _ => return None,
    };
    let message = || format!("the steps of `{}` are never asked: nothing permits these functions, and the default denies them", item.id);
    (asks && reach.all_unpermitted(&item.on)).then(|| finding(item, code::NEVER_ASKS, message(), help))
}

/// A floor over functions that are denied anyway, or whose steps are asked anyway.
fn never_raises(item: &CoreItem, reach: &Reach<'_>) -> Option<ProgramFinding> {
    if item.kind != ItemKind::Floor {
        return None;
    }
    let why = if reach.all_denied(&item.on) {
        "all its functions are denied without it".to_owned()
    } else {
        format!("`{}` restricts the same functions at least as much, whatever the call", reach.stricter(item)?)
    };
    let message = format!("the floor `{}` never raises anything: {why}", item.id);
    Some(finding(item, code::FLOOR_NEVER_RAISES, message, "take it out, or put it on what is not restricted yet"))
}

/// A side of a duty or a step of a sequence that is denied on every call.
fn never_happens(item: &CoreItem, completes: bool, reach: &Reach<'_>) -> Option<ProgramFinding> {
    let (code, what) = match &item.effect {
        Effect::Move(Move::Duty { .. }) => (code::PAIR_NEVER, "the pair of"),
        Effect::Move(Move::Step { .. }) => (code::SEQUENCE_NEVER, "the sequence"),
        _ if completes => (code::SEQUENCE_NEVER, "the sequence"),
        _ => return None,
    };
    if !reach.all_denied(&item.on) {
        return None;
    }
    let entries = item.on.iter().map(|target| format!("`{}`", spelled(&target.pattern))).collect::<Vec<_>>().join(", ");
    let verb = if code == code::PAIR_NEVER { "happen" } else { "complete" };
    let message = format!("{what} `{}` cannot {verb}: {entries} is denied on every call", item.id);
    Some(finding(item, code, message, "take the item out, or name the functions that are permitted"))
}

/// What agents and routines are kept to, by where a call says their name.
type Admitted<'p> = BTreeMap<(Root, &'p str), (ItemKind, &'p [Target])>;

fn admitted(items: &[CoreItem]) -> Admitted<'_> {
    let mut admitted = Admitted::new();
    for item in items.iter().filter(|item| matches!(item.kind, ItemKind::Agent | ItemKind::Routine)) {
        let uses = conjuncts(&item.condition).iter().find_map(|part| match part {
            Condition::Not(inner) => match &**inner {
                Condition::Atom(atom) => match &**atom {
                    Atom::Function(targets) => Some(targets.as_slice()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        });
        if let (Some(uses), Some(who)) = (uses, conjuncts(&item.condition).iter().find_map(names_one)) {
            admitted.entry(who).or_insert((item.kind, uses));
        }
    }
    admitted
}

fn conjuncts(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::All(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// `agent.name == X`, `job.routine == X`
fn names_one(part: &Condition) -> Option<(Root, &str)> {
    let Condition::Atom(atom) = part else { return None };
    let Atom::Compare { left, op: Comparison::Equal, right: Operand::Literal(Literal::Text(name)) } = &**atom else { return None };
    let key = left.path.iter().map(String::as_str).collect::<Vec<_>>();
    match (left.root, key.as_slice()) {
        (Root::Agent, ["name"]) | (Root::Job, ["routine"]) => Some((left.root, name)),
        _ => None,
    }
}

/// An item about an agent or routine on functions that it may not call.
fn not_admitted(item: &CoreItem, admitted: &Admitted<'_>) -> Option<ProgramFinding> {
    if matches!(item.kind, ItemKind::Agent | ItemKind::Routine) || item.on.is_empty() {
        return None;
    }
    let (name, (kind, uses)) =
        conjuncts(&item.condition).iter().filter_map(names_one).find_map(|who| Some((who.1, admitted.get(&who)?)))?;
    let meets = |target: &Target| target.event.is_some() || uses.iter().any(|used| overlaps_pattern(&used.pattern, &target.pattern));
    if item.on.iter().any(meets) {
        return None;
    }
    let clause = if *kind == ItemKind::Agent { "uses" } else { "only" };
    let message = format!("`{}` is about functions that the {} `{name}` may not call", item.id, word(*kind));
    Some(finding(item, code::AGENT_WITHOUT, message, &format!("add them to its `{clause}`, or take the item out")))
}
