//! What only the host knows: each fact is known with a value, or unknown; nothing is assumed.

use crate::json::{Object, Value};
use crate::refusal::Refusal;

use super::shape;

/// A fact of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The host's own access grant admits the function.
    Granted,
    /// Tools are withdrawn from this run.
    Withdrawn,
    /// The function's plugin is installed here.
    Installed,
    /// Somebody may have to be asked.
    MayAsk,
    /// The budget argument that a call is filled with.
    BudgetArgument,
    /// The calls of the turn.
    Turn,
    /// What the plugin was granted.
    Grant,
    /// Answers of hooks.
    Hooks,
    /// Approvals at hand.
    Approvals,
    /// The starter's quota of children.
    Quota,
    /// The job's envelope.
    Envelope,
    /// The place that records the call.
    Audit,
    /// Authority was revoked.
    Revoked,
    /// The runtime is draining.
    Draining,
    /// The digest of the server's listing.
    ListingDigest,
    /// The function is killed.
    Killed,
    /// The scan for secrets.
    Secrets,
    /// Whether the sandbox reaches out.
    Egress,
    /// Placeholders in the arguments.
    Placeholders,
    /// What became of an earlier write.
    Outcome,
    /// The functions that the session was offered.
    Offered,
    /// The flow that the call starts.
    Flow,
}

impl Fact {
    /// Every fact with its name and whether its value is a boolean.
    pub const ALL: &[(Self, &str, bool)] = &[
        (Self::Granted, "granted", true),
        (Self::Withdrawn, "withdrawn", true),
        (Self::Installed, "installed", true),
        (Self::MayAsk, "may-ask", true),
        (Self::BudgetArgument, "budget-argument", false),
        (Self::Turn, "turn", false),
        (Self::Grant, "grant", false),
        (Self::Hooks, "hooks", false),
        (Self::Approvals, "approvals", false),
        (Self::Quota, "quota", false),
        (Self::Envelope, "envelope", false),
        (Self::Audit, "audit", false),
        (Self::Revoked, "revoked", true),
        (Self::Draining, "draining", true),
        (Self::ListingDigest, "listing-digest", false),
        (Self::Killed, "killed", true),
        (Self::Secrets, "secrets", false),
        (Self::Egress, "egress", false),
        (Self::Placeholders, "placeholders", false),
        (Self::Outcome, "outcome", false),
        (Self::Offered, "offered", false),
        (Self::Flow, "flow", false),
    ];

    /// Its published name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(fact, _, _)| *fact == self).map_or("", |(_, name, _)| name)
    }
}

/// The facts of a call, well formed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts(Object);

impl Facts {
    /// The known value of a fact; `None` is unknown.
    pub fn known(&self, fact: Fact) -> Option<&Value> {
        self.0.get(fact.name())?.as_object()?.get("known")
    }

    /// The known value of a boolean fact; `None` is unknown.
    pub fn flag(&self, fact: Fact) -> Option<bool> {
        self.known(fact)?.as_bool()
    }

    pub(super) fn read(value: Option<&Value>) -> Result<Self, Refusal> {
        let Some(value) = value else { return Ok(Self::default()) };
        let facts = value.as_object().ok_or_else(|| shape::wrong_type("facts", "an object", value))?;
        shape::check_keys(facts, "facts", |key| row(key).is_some())?;
        for (key, value) in facts.iter() {
            if let Some((_, name, flag)) = row(key) {
                check(name, *flag, value)?;
            }
        }
        Ok(Self(facts.clone()))
    }
}

fn row(key: &str) -> Option<&'static (Fact, &'static str, bool)> {
    Fact::ALL.iter().find(|(_, name, _)| *name == key)
}

/// `"unknown"`, or an object with `known` alone, a boolean where the fact is one.
fn check(name: &str, flag: bool, value: &Value) -> Result<(), Refusal> {
    let place = || ["facts.", name].concat();
    if let Some(text) = value.as_text() {
        return if text.as_str() == "unknown" {
            Ok(())
        } else {
            Err(shape::wrong_text(&place(), "\"unknown\" or {\"known\": …}", text.as_str()))
        };
    }
    let fact = value.as_object().ok_or_else(|| shape::wrong_type(&place(), "\"unknown\" or {\"known\": …}", value))?;
    shape::check_keys(fact, &place(), |key| key == "known")?;
    let known = fact.get("known").ok_or_else(|| shape::missing(&(place() + ".known")))?;
    if flag && known.as_bool().is_none() { Err(shape::wrong_type(&(place() + ".known"), "a boolean", known)) } else { Ok(()) }
}
