//! The published forms of decisions: steps and expectations as JSON, and back. The schemas beside this crate's sources describe them.

use serde::{Deserialize, Serialize};
use straza_language::core::{Binding, Pool, Step, Terms};

/// A step as the answer and a recording write it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PublishedStep {
    /// The command is read.
    Classify {},
    /// A server decides again.
    ServerCheck {},
    /// The requester is asked.
    Confirm {},
    /// Others are asked.
    Approve(PublishedApproval),
    /// Someone is told.
    Notify {
        /// Who.
        who: String,
    },
}

/// Who approves, and how; durations are seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PublishedApproval {
    deciders: Vec<String>,
    count: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hold: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ticket: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grant: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recheck: Option<u32>,
    #[serde(default, skip_serializing_if = "PublishedBinding::is_call")]
    bind: PublishedBinding,
    #[serde(default, skip_serializing_if = "is_false")]
    self_approval: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    distinct: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    allowance: Option<PublishedAllowance>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PublishedBinding {
    #[default]
    Call,
    Tool,
}

impl PublishedBinding {
    fn is_call(&self) -> bool {
        *self == Self::Call
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PublishedAllowance {
    Job,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde calls")]
fn is_false(value: &bool) -> bool {
    !value
}

impl From<&Step> for PublishedStep {
    fn from(step: &Step) -> Self {
        match step {
            Step::Classify => Self::Classify {},
            Step::ServerCheck => Self::ServerCheck {},
            Step::Confirm => Self::Confirm {},
            Step::Notify(who) => Self::Notify { who: who.clone() },
            Step::Approve { pool, terms } => Self::Approve(approval(pool, terms)),
        }
    }
}

impl From<&PublishedStep> for Step {
    fn from(step: &PublishedStep) -> Self {
        match step {
            PublishedStep::Classify {} => Self::Classify,
            PublishedStep::ServerCheck {} => Self::ServerCheck,
            PublishedStep::Confirm {} => Self::Confirm,
            PublishedStep::Notify { who } => Self::Notify(who.clone()),
            PublishedStep::Approve(approval) => Self::Approve { pool: pool(approval), terms: terms(approval) },
        }
    }
}

fn approval(pool: &Pool, terms: &Terms) -> PublishedApproval {
    PublishedApproval {
        deciders: pool.deciders.clone(),
        count: pool.count,
        hold: terms.hold,
        retry: terms.retry,
        ticket: terms.ticket,
        grant: terms.grant,
        recheck: terms.recheck,
        bind: if terms.bind == Binding::Tool { PublishedBinding::Tool } else { PublishedBinding::Call },
        self_approval: terms.self_approval,
        distinct: terms.distinct,
        allowance: terms.allowance.then_some(PublishedAllowance::Job),
    }
}

fn pool(approval: &PublishedApproval) -> Pool {
    let mut deciders = approval.deciders.clone();
    deciders.sort();
    deciders.dedup();
    Pool { deciders, count: approval.count }
}

fn terms(approval: &PublishedApproval) -> Terms {
    Terms {
        hold: approval.hold,
        retry: approval.retry,
        ticket: approval.ticket,
        grant: approval.grant,
        bind: if approval.bind == PublishedBinding::Tool { Binding::Tool } else { Binding::Call },
        self_approval: approval.self_approval,
        distinct: approval.distinct,
        recheck: approval.recheck,
        allowance: approval.allowance.is_some(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn every_step_reads_back_as_itself() {
        let terms = Terms {
            ticket: Some(60),
            hold: None,
            retry: None,
            grant: Some(1),
            bind: Binding::Tool,
            self_approval: true,
            distinct: true,
            recheck: Some(9),
            allowance: true,
        };
        let pool = Pool { deciders: vec!["a".to_owned(), "b".to_owned()], count: 2 };
        let approvals = [Terms::PLAIN, terms].map(|terms| Step::Approve { pool: pool.clone(), terms });
        for step in [Step::Classify, Step::ServerCheck, Step::Confirm, Step::Notify("ops".to_owned())].into_iter().chain(approvals) {
            let text = serde_json::to_string(&PublishedStep::from(&step)).unwrap();
            assert_eq!(Step::from(&serde_json::from_str::<PublishedStep>(&text).unwrap()), step, "{text}");
        }
    }

    #[test]
    fn a_member_that_no_step_has_is_refused() {
        for text in
            [r#"{"step":"confirm","who":"x"}"#, r#"{"step":"approve","deciders":["a"],"count":1,"quorum":2}"#, r#"{"step":"ponder"}"#]
        {
            assert!(serde_json::from_str::<PublishedStep>(text).is_err(), "{text}");
        }
    }
}
