//! What only the host knows: each fact is known with a value, or unknown; nothing is assumed.
//!
//! One table says every fact's name, form and meaning; what a call brings is held against it once, so that the accessors only read.

mod approval;
mod records;

use alloc::vec::Vec;

use crate::json::{Object, Text, Value};
use crate::limits;
use crate::refusal::Refusal;

use super::form::{Form, Member, digest};
use super::shape;

pub use approval::{Approval, Decider, Given};
pub use records::{Hook, HookAnswer, Stopped, TurnCall};

/// A fact of the table.
#[derive(Debug, Clone, Copy)]
pub struct FactRow {
    /// Which.
    pub fact: Fact,
    /// Its published name.
    pub name: &'static str,
    /// What it means.
    pub means: &'static str,
    /// The form of its known value.
    pub form: Form,
}

macro_rules! facts {
    ($($(#[doc = $means:literal])+ $fact:ident = $name:literal: $form:expr;)+) => {
        /// A fact of the table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fact { $($(#[doc = $means])+ $fact,)+ }

        impl Fact {
            /// Every fact with its name, in the order of the documentation.
            pub const ALL: &[FactRow] =
                &[$(FactRow { fact: Fact::$fact, name: $name, means: concat!($($means),+), form: $form },)+];

            /// Its published name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$fact => $name,)+ }
            }
        }
    };
}

/// Stopped or not; until when, where it ends.
const STOPPED: Form =
    Form::Either(&Form::Flag, &Form::Object(&[Member::may("until", Form::Null(&Form::Instant)), Member::may("because", Form::Text)]));

const TURN_CALL: Form = Form::Object(&[
    Member::due("asks", Form::Flag),
    Member::due("reads-only", Form::Flag),
    Member::due("decision", Form::Word(&["pending", "yes", "no"])),
]);

const HOOK_ANSWER: Form = Form::Object(&[
    Member::due("name", Form::Text),
    Member::due("answer", Form::Word(&["allow", "deny", "modify", "escalate", "failed"])),
    Member::may("arguments", Form::Arguments),
    Member::may("escalate-only", Form::Flag),
    Member::may("own", Form::Word(&["allow", "steps", "deny"])),
    Member::may("on-failure", Form::Word(&["deny", "ask"])),
    Member::may("because", Form::Text),
]);

const RESULT_HOOK: Form = Form::Object(&[
    Member::due("name", Form::Text),
    Member::due("answer", Form::Word(&["pass", "redact", "withhold", "failed"])),
    Member::may("result", Form::Anything),
]);

const DECIDER: Form = Form::Object(&[Member::due("user", Form::Text), Member::due("roles", Form::List(&Form::Text, limits::ROLES))]);

const APPROVAL: Form = Form::Object(&[
    Member::due("kind", Form::Word(&["steps", "hook", "outcome"])),
    Member::may("pool", Form::List(&Form::Text, limits::ROLES)),
    Member::due("by", Form::List(&DECIDER, limits::DECIDERS)),
    Member::due("made", Form::Word(&["person", "policy"])),
    Member::due("decision", Form::Word(&["yes", "no", "pending"])),
    Member::may("early", Form::Flag),
    Member::may("hook", Form::Text),
    Member::may("asked-at", Form::Instant),
    Member::may("decided-at", Form::Instant),
    Member::may("call", Form::Digest),
    Member::may("items", Form::Digest),
    Member::may("listing", Form::Null(&Form::Digest)),
    Member::may("uses", Form::Word(&["once", "job"])),
    Member::may("job", Form::Text),
    Member::may("arguments", Form::Arguments),
]);

const OFFERED: Form =
    Form::Object(&[Member::due("server", Form::Text), Member::due("name", Form::Text), Member::due("spelling", Form::Text)]);

facts! {
    #[doc = "The host's own access grant admits the function: what the row `granted` of a table of defaults asks."]
    Granted = "granted": Form::Flag;
    #[doc = "Every tool is withdrawn for the rest of the run: a budget's soft wall, a denied forecast, no progress."]
    Withdrawn = "withdrawn": Form::Flag;
    #[doc = "The function is installed where the call would be made."]
    Installed = "installed": Form::Flag;
    #[doc = "Somebody may have to be asked about the call."]
    MayAsk = "may-ask": Form::Flag;
    #[doc = "The budget of a function that takes one: at which argument, and how much; `null`: it takes none."]
    BudgetArgument = "budget-argument":
        Form::Null(&Form::Object(&[Member::due("argument", Form::List(&Form::Text, limits::PATH_STEPS)), Member::due("value", Form::Anything)]));
    #[doc = "The other calls of the turn."]
    Turn = "turn": Form::List(&TURN_CALL, limits::TURN_CALLS);
    #[doc = "Grants that the call needs, each read for this call: another plugin's function, the inventory, the setup. `null`: not needed."]
    Grant = "grant": Form::Object(&[
        Member::may("function", Form::Null(&Form::Flag)),
        Member::may("inventory", Form::Null(&Form::Flag)),
        Member::may("setup", Form::Null(&Form::Flag)),
    ]);
    #[doc = "The plugins that provide the function."]
    Plugin = "plugin": Form::Object(&[Member::due("providers", Form::List(&Form::Text, limits::PROVIDERS))]);
    #[doc = "What the hooks that match the call answered, in their order."]
    Hooks = "hooks": Form::List(&HOOK_ANSWER, limits::HOOKS);
    #[doc = "What the hooks that match the result answered, in their order."]
    ResultHooks = "result-hooks": Form::List(&RESULT_HOOK, limits::HOOKS);
    #[doc = "A hook that the run cannot ask would see the call."]
    UnaskedHook = "unasked-hook": Form::Flag;
    #[doc = "What people, or policies, said about the call."]
    Approvals = "approvals": Form::List(&APPROVAL, limits::APPROVALS);
    #[doc = "Whether a child that the call would start is admitted: by the starter's quota, by the tree's limits, by the tree's budget."]
    Quota = "quota": Form::Object(&[Member::due("starter", Form::Flag), Member::due("tree", Form::Flag), Member::due("budget", Form::Flag)]);
    #[doc = "The call is inside the job's envelope; `null`: it has none."]
    Envelope = "envelope": Form::Null(&Form::Flag);
    #[doc = "The entry that says the call will be made."]
    Audit = "audit": Form::Word(&["written", "pending", "failed"]);
    #[doc = "Authority of the job is revoked, or parked until an instant."]
    Revoked = "revoked": STOPPED;
    #[doc = "The runtime is draining: what is not yet made waits for the next one."]
    Draining = "draining": Form::Flag;
    #[doc = "The digest of the function's listing; `null`: the server lists none."]
    ListingDigest = "listing-digest": Form::Null(&Form::Digest);
    #[doc = "The function, its server, the agent or the principal is killed, or parked until an instant; a retired tool is killed."]
    Killed = "killed": STOPPED;
    #[doc = "Whether the arguments carry a secret's value; names, never values."]
    Secrets = "secrets": Form::Either(
        &Form::Word(&["clean", "not-scanned"]),
        &Form::Object(&[Member::due("found", Form::List(&Form::Text, limits::SECRETS))]),
    );
    #[doc = "The sandbox in which the call would run reaches out; `null`: it runs in none of its own."]
    Egress = "egress": Form::Null(&Form::Flag);
    #[doc = "The call runs in the job's own sandbox: whether it has that sandbox's shape, and may run there; `null`: it runs elsewhere."]
    Sandbox = "sandbox": Form::Null(&Form::Object(&[Member::due("shape", Form::Flag), Member::due("allowed", Form::Flag)]));
    #[doc = "Placeholders of secrets in the arguments, and whether a binding of that argument puts them there."]
    Placeholders = "placeholders":
        Form::List(&Form::Object(&[Member::due("argument", Form::Text), Member::due("bound", Form::Flag)]), limits::PLACEHOLDERS);
    #[doc = "What became of the call."]
    Outcome = "outcome": Form::Word(&["made", "not-made", "unknown"]);
    #[doc = "The call runs longer than the tool's time limit."]
    Overdue = "overdue": Form::Flag;
    #[doc = "The functions that the session was offered, with its spelling of each."]
    Offered = "offered": Form::List(&OFFERED, limits::OFFERED);
    #[doc = "The flow that the call starts, and the flows above this job; `null`: it starts none."]
    Flow = "flow": Form::Null(&Form::Object(&[
        Member::may("name", Form::Null(&Form::Text)),
        Member::may("above", Form::List(&Form::Text, limits::FLOWS)),
    ]));
    #[doc = "The tool where the call would be made: its server is up, and listed the function; it starts a flow."]
    Tool = "tool": Form::Object(&[Member::due("up", Form::Flag), Member::due("listed", Form::Flag), Member::due("flow", Form::Flag)]);
    #[doc = "A hook's call: the hook is the named plugin's, its caller may call it, it runs where the job's hooks run, its input is such an event of this job, the header names the same event."]
    HookCall = "hook-call": Form::Object(&[
        Member::due("plugin", Form::Flag),
        Member::due("caller", Form::Flag),
        Member::due("place", Form::Flag),
        Member::due("input", Form::Flag),
        Member::due("header", Form::Flag),
    ]);
}

/// What is told of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told<T> {
    /// Nothing: the call leaves it out.
    Nothing,
    /// That it is not known.
    Unknown,
    /// This.
    Known(T),
}

impl<T> Told<T> {
    /// The value, where it is known.
    pub fn known(self) -> Option<T> {
        if let Self::Known(value) = self { Some(value) } else { None }
    }

    /// What is made of the value; nothing made of it is unknown.
    pub fn and_then<U>(self, read: impl FnOnce(T) -> Option<U>) -> Told<U> {
        match self {
            Self::Nothing => Told::Nothing,
            Self::Unknown => Told::Unknown,
            Self::Known(value) => read(value).map_or(Told::Unknown, Told::Known),
        }
    }
}

/// The facts of a call, well formed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts(Object);

impl Facts {
    /// What the call says of a fact.
    pub fn told(&self, fact: Fact) -> Told<&Value> {
        match self.0.get(fact.name()) {
            None => Told::Nothing,
            Some(value) => value.as_object().and_then(|object| object.get("known")).map_or(Told::Unknown, Told::Known),
        }
    }

    /// The known value of a fact; `None` is unknown.
    pub fn known(&self, fact: Fact) -> Option<&Value> {
        self.told(fact).known()
    }

    /// The known value of a boolean fact; `None` is unknown.
    pub fn flag(&self, fact: Fact) -> Option<bool> {
        self.known(fact)?.as_bool()
    }

    /// The other calls of the turn; `None` is unknown.
    pub fn turn(&self) -> Option<Vec<TurnCall>> {
        self.list(Fact::Turn, TurnCall::of)
    }

    /// What hooks answered; `None` is unknown.
    pub fn hooks(&self) -> Option<Vec<Hook<'_>>> {
        self.list(Fact::Hooks, Hook::of)
    }

    /// What people said; `None` is unknown.
    pub fn approvals(&self) -> Option<Vec<Approval<'_>>> {
        self.list(Fact::Approvals, Approval::of)
    }

    /// The digest of the listing: `Some(None)` where there is none; `None` is unknown.
    pub fn listing_digest(&self) -> Option<Option<[u8; 32]>> {
        match self.known(Fact::ListingDigest)? {
            Value::Null => Some(None),
            value => value.as_text().and_then(|text| digest(text.as_str())).map(Some),
        }
    }

    /// Whether something stops the call; `None` is unknown.
    pub fn stopped(&self, fact: Fact) -> Option<Stopped<'_>> {
        self.known(fact).and_then(Stopped::of)
    }

    /// A member of a fact that is an object.
    pub fn member(&self, fact: Fact, key: &str) -> Option<&Value> {
        self.known(fact)?.as_object()?.get(key)
    }

    /// The spelled pairs that the session was offered; `None` is unknown.
    pub fn offered(&self) -> Option<Vec<(&str, &str, &str)>> {
        self.list(Fact::Offered, |entry| Some((text(entry, "server")?, text(entry, "name")?, text(entry, "spelling")?)))
    }

    fn list<'a, T>(&'a self, fact: Fact, read: impl Fn(&'a Object) -> Option<T>) -> Option<Vec<T>> {
        self.known(fact)?.as_list()?.iter().map(|element| read(element.as_object()?)).collect()
    }

    pub(super) fn read(value: Option<&Value>) -> Result<Self, Refusal> {
        let Some(value) = value else { return Ok(Self::default()) };
        let facts = value.as_object().ok_or_else(|| shape::wrong_type("facts", "an object", value))?;
        shape::check_keys(facts, "facts", |key| row(key).is_some())?;
        for (key, value) in facts.iter() {
            if let Some(row) = row(key) {
                check(row, value)?;
            }
        }
        Ok(Self(facts.clone()))
    }
}

fn text<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    object.get(key)?.as_text().map(Text::as_str)
}

fn row(key: &str) -> Option<&'static FactRow> {
    Fact::ALL.iter().find(|row| row.name == key)
}

/// `"unknown"`, or an object with `known` alone, of the fact's form.
fn check(row: &FactRow, value: &Value) -> Result<(), Refusal> {
    let place = ["facts.", row.name].concat();
    if let Some(text) = value.as_text() {
        return if text.as_str() == "unknown" {
            Ok(())
        } else {
            Err(shape::wrong_text(&place, "\"unknown\" or {\"known\": …}", text.as_str()))
        };
    }
    let fact = value.as_object().ok_or_else(|| shape::wrong_type(&place, "\"unknown\" or {\"known\": …}", value))?;
    shape::check_keys(fact, &place, |key| key == "known")?;
    let place = [&*place, ".known"].concat();
    let known = fact.get("known").ok_or_else(|| shape::missing(&place))?;
    row.form.check(known, &place)
}
