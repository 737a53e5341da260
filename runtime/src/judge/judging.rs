//! What a row looks at: the call as it is by now, the states, the host, what the items say.

use alloc::vec::Vec;

use crate::call::{By, Call, Fact, Part, Told};
use crate::compiled::Core;
use crate::decide::{ByCheck, Decision, Reported, Said, Word};
use crate::evaluate::{ResultView, Truth};
use crate::functions::{Found, Server};
use crate::json::Value;
use crate::layout::effect;
use crate::state::States;

use super::run::ResultOf;
use super::{Answer, Asked, Finding, Host};

/// What a row looks at.
#[derive(Clone, Copy)]
pub struct Judging<'j, 'c> {
    pub(crate) core: &'c Core,
    /// The call, with what the rows before changed.
    pub(crate) call: &'j Call,
    pub(crate) states: &'j States,
    pub(crate) host: &'j Host<'j>,
    pub(super) found: Found,
    /// What the heard items decide together.
    pub(crate) decision: &'j Decision,
    /// What they say check by check; only where somebody is asked or refused.
    pub(super) said: Option<&'j ByCheck>,
    /// Checks whose items are decided with the rules.
    pub(super) with_rules: u64,
    /// Items that give something else than a decision.
    pub(super) gifts: &'j [u32],
    /// Groups with shadow items.
    pub(super) shadows: &'j [u32],
    /// What the items ask for, in the order of running.
    pub(crate) needed: &'j [Asked<'c>],
    /// The result, once there is one.
    pub(crate) result: Option<&'j ResultOf<'j>>,
    pub(super) view: Option<&'j ResultView<'j>>,
}

/// Who asks for a call, where four eyes look.
#[derive(Debug, Clone, Copy)]
pub struct Requester<'j> {
    /// `principal.user`; `None` is unknown.
    pub user: Option<&'j str>,
    /// The sponsor: `Some(None)` where there is none; `None` is unknown.
    pub sponsor: Option<Option<&'j str>>,
}

impl<'j, 'c> Judging<'j, 'c> {
    /// What is told of a fact: one that the host undertakes to say and leaves out is unknown.
    pub(crate) fn told(&self, fact: Fact) -> Told<&'j Value> {
        match self.call.facts().told(fact) {
            Told::Nothing if self.host.facts.has(fact) => Told::Unknown,
            told => told,
        }
    }

    /// A boolean fact.
    pub(crate) fn flag(&self, fact: Fact) -> Told<bool> {
        self.told(fact).and_then(Value::as_bool)
    }

    /// A boolean member of a fact.
    pub(crate) fn member(&self, fact: Fact, key: &str) -> Told<bool> {
        self.told(fact).and_then(|value| value.as_object()?.get(key)?.as_bool())
    }

    /// The first of some checks whose items refuse, as an answer.
    pub(crate) fn denial(&self, checks: &[u8]) -> Option<Finding<'c>> {
        self.denied(checks).map(|said| Finding::said(Answer::Refuse, said))
    }

    /// The same, for rows that look at the item.
    pub(crate) fn denied(&self, checks: &[u8]) -> Option<&'j Said> {
        self.said?.denial(checks)
    }

    /// Whether the call is refused without any item: no permission, and a default that denies.
    pub(crate) fn denied_by_default(&self) -> Option<Reported> {
        let base = &self.said?.base;
        (base.word() == Word::Deny).then(|| base.reported())
    }

    /// Whether nothing but a refusal can reach the function, whatever the call holds.
    pub(crate) fn is_plainly_refused(&self) -> bool {
        self.said.is_some_and(|said| said.is_plain)
    }

    /// Whether the items of some checks ask for anybody, and which item.
    pub(crate) fn question(&self, checks: &[u8]) -> Option<Finding<'c>> {
        let said = self.said?;
        let asks = |check: &&u8| said.steps(**check).next().is_some();
        let check = checks.iter().find(asks)?;
        let item = said.check(*check).filter(|said| said.word < Word::Deny);
        Some(item.map_or(Finding::saying(Answer::Ask, "A person decides first."), |said| Finding::said(Answer::Ask, said)))
    }

    /// What is asked where the default asks.
    pub(crate) fn default_question(&self) -> Option<Finding<'c>> {
        let base = &self.said?.base;
        let asks = base.word() > Word::Allow && base.word() < Word::Deny;
        asks.then(|| Finding::reported(Answer::Ask, base.reported()))
    }

    /// The checks that are decided with the rules, beside their own.
    pub(crate) fn checks_with_rules(&self) -> Vec<u8> {
        (0..64).filter(|check| *check == 13 || self.with_rules >> check & 1 == 1).collect()
    }

    /// Whether the function only reads.
    pub(crate) fn only_reads(&self) -> Tri {
        self.effects(effect::WRITE)
    }

    /// Whether it only reads, and reaches nothing outside.
    pub(crate) fn only_reads_inside(&self) -> Tri {
        self.effects(effect::WRITE | effect::OPEN_WORLD)
    }

    fn effects(&self, asked: u8) -> Tri {
        match self.found.effects.are(asked, 0) {
            Truth::True => Tri::Yes,
            Truth::False => Tri::No,
            Truth::Unknown => Tri::Unknown,
        }
    }

    /// Whether the server is certainly the one that the policy means.
    pub(crate) fn is_meant(&self) -> bool {
        self.found.server == Server::Meant
    }

    /// A boolean of the job; `None` is unknown.
    pub(crate) fn job_flag(&self, key: &str) -> Option<bool> {
        self.call.part(Part::Job)?.get(key)?.as_bool()
    }

    /// Who asks.
    pub(crate) fn requester(&self) -> Requester<'j> {
        let principal = self.call.part(Part::Principal);
        let word = |key: &str| principal?.word(key);
        let sponsor = match principal.and_then(|principal| principal.get("sponsor")) {
            None if self.call.human() == Some(true) => Some(None),
            None => None,
            Some(Value::Null) => Some(None),
            Some(_) => word("sponsor").map(Some),
        };
        Requester { user: word("user"), sponsor }
    }

    /// The job's name.
    pub(crate) fn job(&self) -> Option<&'j str> {
        self.call.part(Part::Job)?.get("id")?.as_text().map(|text| text.as_str())
    }

    /// Whether a hook makes the call.
    pub(crate) fn by_hook(&self) -> bool {
        matches!(self.call.by(), Some(By::Hook { .. }))
    }
}

/// Yes, no, or nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tri {
    /// Certainly.
    Yes,
    /// Certainly not.
    No,
    /// Not known.
    Unknown,
}
