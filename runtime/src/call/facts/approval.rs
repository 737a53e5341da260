//! What people, or policies, said about a call: one record for each request.

use alloc::vec::Vec;

use crate::instant;
use crate::json::{Object, Text, Value};

use super::super::form::digest;
use super::text;

/// What came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// Nobody has decided.
    Pending,
    /// Yes.
    Yes,
    /// No.
    No,
}

/// Who decided, with the roles that the host knows them to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decider<'a> {
    /// Who.
    pub user: &'a str,
    /// Roles.
    pub roles: Vec<&'a str>,
}

/// A request and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval<'a> {
    /// `steps`, `hook` or `outcome`: what asked.
    pub kind: &'a str,
    /// The pool that was asked; none for the requester's own confirmation.
    pub pool: Vec<&'a str>,
    /// Who decided.
    pub by: Vec<Decider<'a>>,
    /// A policy decided, and no person.
    pub by_policy: bool,
    /// What came of it.
    pub given: Given,
    /// Decided before the call came.
    pub early: bool,
    /// The hook that asked.
    pub hook: Option<&'a str>,
    /// When it was asked, Unix seconds.
    pub asked_at: Option<i64>,
    /// When it was decided, Unix seconds.
    pub decided_at: Option<i64>,
    /// The call that it is for.
    pub call: Option<[u8; 32]>,
    /// The items that concerned the function when it was asked.
    pub items: Option<[u8; 32]>,
    /// The function's listing when it was asked; `Some(None)`: it had none.
    pub listing: Option<Option<[u8; 32]>>,
    /// It stands for the job.
    pub for_job: bool,
    /// The job that it was given in.
    pub job: Option<&'a str>,
    /// The arguments as the person edited them.
    pub arguments: Option<&'a Object>,
}

impl<'a> Approval<'a> {
    pub(super) fn of(record: &'a Object) -> Option<Self> {
        let when = |key: &str| text(record, key).and_then(instant::parse);
        let sha = |key: &str| text(record, key).and_then(digest);
        Some(Self {
            kind: text(record, "kind")?,
            pool: texts(record, "pool"),
            by: record.get("by")?.as_list()?.iter().map(decider).collect::<Option<_>>()?,
            by_policy: text(record, "made")? == "policy",
            given: match text(record, "decision")? {
                "yes" => Given::Yes,
                "no" => Given::No,
                _ => Given::Pending,
            },
            early: record.get("early").and_then(Value::as_bool).unwrap_or(false),
            hook: text(record, "hook"),
            asked_at: when("asked-at"),
            decided_at: when("decided-at"),
            call: sha("call"),
            items: sha("items"),
            listing: match record.get("listing") {
                Some(Value::Null) => Some(None),
                _ => sha("listing").map(Some),
            },
            for_job: text(record, "uses") == Some("job"),
            job: text(record, "job"),
            arguments: record.get("arguments").and_then(Value::as_object),
        })
    }

    /// Whether it is a yes.
    pub fn is_yes(&self) -> bool {
        self.given == Given::Yes
    }
}

fn decider(value: &Value) -> Option<Decider<'_>> {
    let record = value.as_object()?;
    Some(Decider { user: text(record, "user")?, roles: texts(record, "roles") })
}

fn texts<'a>(record: &'a Object, key: &str) -> Vec<&'a str> {
    let list = record.get(key).and_then(Value::as_list).unwrap_or_default();
    list.iter().filter_map(Value::as_text).map(Text::as_str).collect()
}
