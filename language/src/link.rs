//! The step after typing: what items mean to each other once all of a repository are together.
//!
//! Exceptions are put into the conditions of the restrictions that they name, and what an agent does about loops becomes an outcome of the
//! limits that leave it to the agent. Nothing here looks at a tree or a name; findings about both were made while typing.

use std::collections::BTreeMap;

use crate::core::{
    Atom, Attribute, Comparison, Condition, CoreItem, Effect, ItemId, ItemKind, Literal, Operand, Reading, Reason, Restriction, Root, Step,
};
use crate::meaning::{Behind, Typed};

/// An exception, typed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Exception {
    /// Its own name.
    pub id: ItemId,
    /// Its place among the items of its set.
    pub order: u32,
    /// The items that it takes back.
    pub to: Vec<ItemId>,
    /// When: `when` and not `unless`, dates left out.
    pub when: Condition,
    /// What is asked instead.
    pub instead: Option<Vec<Step>>,
    /// Unix seconds before which it is inert.
    pub starts: Option<i64>,
    /// Unix seconds from which it is inert.
    pub expires: i64,
    /// Why.
    pub because: Option<Reason>,
    /// `final`
    pub is_final: bool,
}

/// What an agent does about loops.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentLoop {
    /// The agent's name.
    pub agent: String,
    /// [`Effect::Report`], or a restriction.
    pub effect: Effect,
}

/// What linking adds to the items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// All exceptions.
    pub exceptions: Vec<Exception>,
    /// What agents do about loops.
    pub agent_loops: Vec<AgentLoop>,
    /// Limits that leave loops to the agents.
    pub open_loops: Vec<ItemId>,
    /// The items that a command item says it stands behind.
    pub behind: Behind,
}

impl Links {
    /// Adds what an item brings, with its place among the items of its set.
    pub fn add(&mut self, typed: &Typed, order: u32) {
        self.exceptions.extend(typed.exception.clone().map(|exception| Exception { order, ..exception }));
        self.agent_loops.extend(typed.agent_loop.clone());
        self.open_loops.extend(typed.open_loop.clone());
        if let Some(item) = typed.items.first().filter(|_| !typed.after.is_empty()) {
            self.behind.insert(item.id.clone(), typed.after.clone());
        }
    }
}

/// The items of a program, given in its order; those of exceptions and loops are among what comes back, in no order.
pub fn link(items: Vec<CoreItem>, links: &Links) -> Vec<CoreItem> {
    let looped = with_loops(items, links);
    with_exceptions(looped, &links.exceptions)
}

/// For every limit that leaves it open, an item for each agent that says more than `report`.
fn with_loops(mut items: Vec<CoreItem>, links: &Links) -> Vec<CoreItem> {
    let mut agents: Vec<&AgentLoop> = links.agent_loops.iter().filter(|agent| agent.effect != Effect::Report).collect();
    agents.sort();
    agents.dedup();
    let reports: Vec<CoreItem> =
        items.iter().filter(|item| item.effect == Effect::Report && links.open_loops.contains(&item.id)).cloned().collect();
    for report in reports {
        for (part, agent) in (report.part.saturating_add(1)..).zip(&agents) {
            let condition = Condition::all([report.condition.clone(), named_agent(&agent.agent)]);
            items.push(CoreItem { part, condition, effect: agent.effect.clone(), ..report.clone() });
        }
    }
    items
}

fn named_agent(name: &str) -> Condition {
    let place = Attribute { root: Root::Agent, path: vec!["name".to_owned()], reading: Reading::Plain, otherwise: None };
    let right = Operand::Literal(Literal::Text(name.to_owned()));
    let exists = Condition::atom(Atom::Exists(place.clone()));
    Condition::all([exists, Condition::atom(Atom::Compare { left: place, op: Comparison::Equal, right })])
}

fn with_exceptions(items: Vec<CoreItem>, exceptions: &[Exception]) -> Vec<CoreItem> {
    let mut named: BTreeMap<&ItemId, Vec<&Exception>> = BTreeMap::new();
    for exception in exceptions {
        for id in &exception.to {
            let there = named.entry(id).or_default();
            if !there.contains(&exception) {
                there.push(exception);
            }
        }
    }
    let mut instead: BTreeMap<&ItemId, u16> = BTreeMap::new();
    let mut linked = Vec::with_capacity(items.len());
    for item in items {
        let taken_back = named.get(&item.id).filter(|_| matches!(item.effect, Effect::Restrict(_)) && !item.is_final);
        let Some(exceptions) = taken_back else {
            linked.push(item);
            continue;
        };
        for exception in exceptions.iter().filter(|exception| exception.instead.is_some()) {
            let part = instead.entry(&exception.id).or_insert(0);
            linked.extend(asked_instead(&item, exception, *part));
            *part = part.saturating_add(1);
        }
        let kept = exceptions.iter().map(|exception| in_force(exception).negate());
        let condition = Condition::all(core::iter::once(item.condition.clone()).chain(kept));
        linked.push(CoreItem { condition, ..item });
    }
    linked
}

/// Where the exception takes the item back: its condition, between its dates.
fn in_force(exception: &Exception) -> Condition {
    let started = exception.starts.map_or(Condition::True, |starts| before(starts).negate());
    Condition::all([exception.when.clone(), before(exception.expires), started])
}

fn before(instant: i64) -> Condition {
    let now = Attribute { root: Root::Now, path: Vec::new(), reading: Reading::Plain, otherwise: None };
    Condition::atom(Atom::Compare { left: now, op: Comparison::Less, right: Operand::Literal(Literal::Instant(instant)) })
}

fn asked_instead(item: &CoreItem, exception: &Exception, part: u16) -> Option<CoreItem> {
    Some(CoreItem {
        id: exception.id.clone(),
        kind: ItemKind::Exception,
        order: exception.order,
        part,
        condition: Condition::all([item.condition.clone(), in_force(exception)]),
        effect: Effect::Restrict(Restriction::Steps(exception.instead.clone()?)),
        is_final: exception.is_final,
        because: exception.because.clone(),
        ..item.clone()
    })
}
