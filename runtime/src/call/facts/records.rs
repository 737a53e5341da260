//! What facts hold, as types: calls of a turn, answers of hooks, what stops a call.

use crate::instant;
use crate::json::{Object, Value};

use super::text;

/// Another call of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnCall {
    /// Somebody is, or was, asked about it.
    pub asks: bool,
    /// It only reads.
    pub reads_only: bool,
    /// What was decided: `None` is pending.
    pub decision: Option<bool>,
}

impl TurnCall {
    pub(super) fn of(record: &Object) -> Option<Self> {
        let flag = |key: &str| record.get(key)?.as_bool();
        let decision = match text(record, "decision")? {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        Some(Self { asks: flag("asks")?, reads_only: flag("reads-only")?, decision })
    }
}

/// A hook and what it answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hook<'a> {
    /// Its name.
    pub name: &'a str,
    /// What counts: a hook that may only escalate and does more has failed, and so has one whose own function is refused.
    pub answer: HookAnswer<'a>,
    /// A failure is a question to a person instead of a refusal.
    pub asks_on_failure: bool,
    /// A person decides before the hook is asked.
    pub asks_before: bool,
}

/// What counts as a hook's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookAnswer<'a> {
    /// Nothing.
    Allow,
    /// The call is not made.
    Deny,
    /// The call is made with these arguments.
    Modify(&'a Object),
    /// A person decides.
    Escalate,
    /// It gave no answer that counts.
    Failed,
}

impl<'a> Hook<'a> {
    pub(super) fn of(record: &'a Object) -> Option<Self> {
        let only = record.get("escalate-only").and_then(Value::as_bool).unwrap_or(false);
        let own = text(record, "own").unwrap_or("allow");
        let answer = match text(record, "answer")? {
            _ if own == "deny" => HookAnswer::Failed,
            "allow" => HookAnswer::Allow,
            "escalate" => HookAnswer::Escalate,
            "deny" if !only => HookAnswer::Deny,
            "modify" if !only => record.get("arguments").and_then(Value::as_object).map_or(HookAnswer::Failed, HookAnswer::Modify),
            _ => HookAnswer::Failed,
        };
        let asks_on_failure = text(record, "on-failure") == Some("ask");
        Some(Self { name: text(record, "name")?, answer, asks_on_failure, asks_before: own == "steps" })
    }
}

/// Whether something stops a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped<'a> {
    /// No.
    No,
    /// Until the instant, Unix seconds; then no longer.
    Until(i64, Option<&'a str>),
    /// For good.
    Yes(Option<&'a str>),
}

impl<'a> Stopped<'a> {
    pub(super) fn of(value: &'a Value) -> Option<Self> {
        if let Some(flag) = value.as_bool() {
            return Some(if flag { Self::Yes(None) } else { Self::No });
        }
        let record = value.as_object()?;
        let because = text(record, "because");
        match record.get("until") {
            None | Some(Value::Null) => Some(Self::Yes(because)),
            Some(until) => Some(Self::Until(instant::parse(until.as_text()?.as_str())?, because)),
        }
    }
}
