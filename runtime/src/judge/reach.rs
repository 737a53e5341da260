//! What a session is offered: the functions that some call might be let through for.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::decide::{Scratch, Word, is_inert};
use crate::explain::Fired;
use crate::layout::{CATALOGUED, DENY, Section, item_flag};
use crate::state::States;

use super::Host;

/// A function that a session is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The raw server.
    pub server: String,
    /// The raw name.
    pub name: String,
    /// As a harness spells it: `mcp__SERVER__NAME`, every character but ASCII letters, digits, `_` and `-` as `_`; a local tool as a policy
    /// writes it.
    pub spelling: String,
    /// The server's identity, where the catalog names one.
    pub identity: Option<String>,
    /// The listing that its catalog has.
    pub listing: Option<[u8; 32]>,
}

impl Core {
    /// The functions that a catalog or the built-in table describes, without those of which every call of this session would be refused.
    ///
    /// Functions that a harness would spell alike are all left out. The session's call is taken as it stands, with its function and arguments replaced: who asks, which agent, which job, when. What is
    /// unknown there refuses nothing.
    pub fn reach(&self, session: &Call, states: &States) -> Vec<Reached> {
        let all = (0..self.count(Section::Functions)).filter_map(|index| Some((index, self.function(index)?)));
        let described = all.filter(|(_, function)| function.flags & CATALOGUED != 0);
        let mut reached: Vec<Reached> = described
            .filter_map(|(index, function)| {
                let (server, name) = (self.text_of(function.server)?, self.text_of(function.name)?);
                let identity =
                    self.catalog(function.catalog).and_then(|catalog| self.text_of(catalog.identity)).filter(|text| !text.is_empty());
                let call = session.of_function(server, name, identity);
                self.might_pass(&call, states).then(|| Reached {
                    server: server.to_owned(),
                    name: name.to_owned(),
                    spelling: spelling(&call),
                    identity: identity.map(ToOwned::to_owned),
                    listing: self.listing_of(index),
                })
            })
            .collect();
        reached.sort_by(|left, right| (&left.spelling, &left.server).cmp(&(&right.spelling, &right.server)));
        let alike: Vec<String> = reached
            .windows(2)
            .filter(|pair| matches!(pair, [a, b] if a.spelling == b.spelling))
            .filter_map(|pair| pair.first())
            .map(|first| first.spelling.clone())
            .collect();
        reached.retain(|function| !alike.contains(&function.spelling));
        reached.sort_by(|left, right| (&left.server, &left.name).cmp(&(&right.server, &right.name)));
        reached
    }

    /// Whether some call of the function might be let through.
    fn might_pass(&self, call: &Call, states: &States) -> bool {
        let explained = self.explain(call, states);
        // Which command it will be is not known yet: one that some item permits may come, if nothing refuses them all.
        let refuses =
            |fired: &Fired| fired.certain && !fired.shadow && self.item_record(fired.item).is_some_and(|item| item.bits & DENY != 0);
        let some_command = || self.permits_commands(call) && !explained.fired.iter().any(refuses);
        if explained.without_unknown.word() == Word::Deny && !some_command() {
            return false;
        }
        let host = Host { rows: super::Rows::of(&["7", "38"]), ..Host::POLICY };
        let certain =
            |traced: &super::Traced<'_>| matches!(&traced.visit, super::Visit::Found(found) if found.answer.refuses() && !found.unknown);
        !self.examine(call, states, &host).1.iter().any(certain)
    }

    /// Whether some command item permits a command.
    fn permits_commands(&self, call: &Call) -> bool {
        let mut scratch = Scratch::new(self);
        if !call.carries_command() || crate::decide::look_up(self, call, &mut scratch).is_err() {
            return false;
        }
        let commands = scratch.groups.iter().filter_map(|group| self.group(*group)).flat_map(|group| group.commands.range());
        let items = commands.filter_map(|command| self.item_record(self.command(command as u32)?.item));
        items.into_iter().any(|item| item.flags & item_flag::PERMIT != 0 && !is_inert(&item, call.now()))
    }

    /// Whether a harness that asks only for some names asks for this one: an item can hold it back, a session's own shell may carry anything, and
    /// in a routine or a shadow run every name counts.
    pub fn asks(&self, call: &Call) -> bool {
        let job = call.part(crate::call::Part::Job);
        let flag = |key: &str| {
            job.and_then(|job| job.get(key)).is_some_and(|value| *value != crate::json::Value::Null && value.as_bool() != Some(false))
        };
        if call.server() == "shell" || flag("routine") || flag("shadow") {
            return true;
        }
        let mut scratch = crate::decide::Scratch::new(self);
        match crate::decide::look_up(self, call, &mut scratch) {
            Ok(_) => {
                let groups = scratch.groups.iter().filter_map(|group| self.group(*group));
                groups.into_iter().any(|group| group.restrict != crate::layout::NONE || group.moves.len > 0 || group.gifts.len > 0)
                    || self.decide(call, states_unknown(), &mut crate::decide::Scratch::new(self)).word() != Word::Allow
            }
            Err(_) => true,
        }
    }
}

fn spelling(call: &Call) -> String {
    if call.function().is_local() {
        return alloc::format!("{}.{}", call.server(), call.name());
    }
    let spelled = |text: &str| {
        text.chars().map(|one| if one.is_ascii_alphanumeric() || matches!(one, '_' | '-') { one } else { '_' }).collect::<String>()
    };
    alloc::format!("mcp__{}__{}", spelled(call.server()), spelled(call.name()))
}

fn states_unknown() -> &'static States {
    const UNKNOWN: &States = &States::UNKNOWN;
    UNKNOWN
}
