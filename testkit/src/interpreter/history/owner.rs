//! Whose calls are remembered together.

use straza_language::core::Owner;

use super::super::call::{Json, Object, Seen};
use super::{Entry, Fate, Past};

impl<'a> Past<'a> {
    /// The calls of the owner that were made, in their order; nothing where they, or who the owner is, are not known.
    pub fn made(&self, owner: Owner, call: &Seen) -> Option<Vec<&'a Entry>> {
        Some(self.all(owner, call)?.into_iter().filter(|entry| entry.fate == Fate::Dispatched).collect())
    }

    /// The same with the calls that were refused.
    pub fn all(&self, owner: Owner, call: &Seen) -> Option<Vec<&'a Entry>> {
        let person = person(call);
        let agent = agent(call);
        let is_known = match owner {
            Owner::Job => self.carried.job,
            Owner::Tree => self.carried.tree,
            Owner::Person => self.carried.person && person.is_some(),
            Owner::Agent => self.carried.agent && agent.is_some(),
        };
        let is_owned = |entry: &&Entry| match owner {
            Owner::Job => entry.at == self.at,
            Owner::Tree => entry.at.tree == self.at.tree,
            Owner::Person => self::person(&entry.call) == person,
            Owner::Agent => self::agent(&entry.call) == agent,
        };
        is_known.then(|| self.record.entries.iter().filter(is_owned).collect())
    }
}

/// The person, or the sponsor of a principal that is none.
fn person(call: &Seen) -> Option<&str> {
    match host_text(call.principal.as_ref(), "type")? {
        "human" => host_text(call.principal.as_ref(), "user"),
        _ => host_text(call.principal.as_ref(), "sponsor"),
    }
}

fn agent(call: &Seen) -> Option<&str> {
    host_text(call.agent.as_ref(), "name")
}

fn host_text<'a>(part: Option<&'a Object>, key: &str) -> Option<&'a str> {
    match part?.get(key)? {
        Json::Text(text) => Some(text),
        _ => None,
    }
}
