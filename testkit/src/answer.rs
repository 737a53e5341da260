//! The published answer: a decision as JSON, version 1. `schemas/answer.v1.json` describes it.
//!
//! A quick answer says what is decided and by what; an explained one adds everything that applied and what was unknown.

use serde_json::{Value, json};
use straza_runtime::call::Call;
use straza_runtime::compiled::Core;
use straza_runtime::decide::Decision;
use straza_runtime::explain::Explanation;
use straza_runtime::refusal::Refusal;

use crate::agreement;
use crate::interpreter::{Outcome, Reported, Verdict, Word};
use crate::published::PublishedStep;

/// The version of the form.
pub const ANSWER_VERSION: u32 = 1;

/// Which policy answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The snapshot's id.
    pub id: [u8; 32],
    /// Its serial.
    pub serial: u64,
}

/// The answer to a call that was decided.
pub fn answer(core: &Core, policy: Policy, call: &Call, decision: &Decision, explanation: Option<&Explanation>) -> Value {
    let outcome = agreement::outcome(core, decision);
    let mut reason = String::new();
    // Writing into a `String` does not fail.
    let _ = core.reason(decision, call, &mut reason);
    let mut answer = decided(&outcome, &reason);
    put(&mut answer, "snapshot", json!({ "id": hex(&policy.id), "serial": policy.serial }));
    put(&mut answer, "call", json!(hex(&call.digest())));
    if outcome.verdict != Verdict::Deny {
        let plan: Vec<PublishedStep> = core.plan(decision).iter().map(|view| PublishedStep::from(&agreement::step(view))).collect();
        put(&mut answer, "plan", json!(plan));
    }
    if let Some(explanation) = explanation {
        put(&mut answer, "explained", explained(core, explanation));
    }
    answer
}

/// The answer to a call that an ordered check refuses, whatever the items decide.
pub fn refused_by_check(policy: Policy, call: &Call, check: &str, reason: &str) -> Value {
    json!({
        "straza-answer": ANSWER_VERSION,
        "snapshot": { "id": hex(&policy.id), "serial": policy.serial },
        "call": hex(&call.digest()),
        "check": check,
        "kind": "check",
        "then": "refuse",
        "decision": "deny",
        "reported": { "check": check },
        "reason": reason,
    })
}

/// The answer to a call that could not be read.
pub fn refused(refusal: &Refusal) -> Value {
    let outcome = Outcome { verdict: Verdict::Deny, word: Word::Deny, reported: Reported::Border(refusal.cause) };
    decided(&outcome, &refusal.to_string())
}

fn decided(outcome: &Outcome, reason: &str) -> Value {
    let (check, kind, reported) = reported(&outcome.reported);
    let mut answer = json!({
        "straza-answer": ANSWER_VERSION,
        "check": check,
        "kind": kind,
        "then": then(outcome),
        "decision": outcome.word.as_str(),
        "reported": reported,
        "reason": reason,
    });
    if let Verdict::Steps(steps) = &outcome.verdict {
        put(&mut answer, "steps", json!(steps.iter().map(PublishedStep::from).collect::<Vec<_>>()));
    }
    answer
}

fn then(outcome: &Outcome) -> &'static str {
    match outcome.word {
        Word::Deny => "refuse",
        Word::Allow if outcome.reported == Reported::Recorded => "record",
        Word::Allow => "proceed",
        Word::Classify | Word::ServerCheck | Word::Confirm | Word::Approve => "ask",
    }
}

fn reported(reported: &Reported) -> (&'static str, &'static str, Value) {
    match reported {
        Reported::Item { id, part, certain } => {
            ("rules", "item", json!({ "item": { "set": id.set, "name": id.name, "part": part, "certain": certain } }))
        }
        Reported::DefaultRow { set, row, certain } => {
            ("rules", "default", json!({ "default": { "set": set, "row": row, "certain": certain } }))
        }
        Reported::Commands { set, clause, certain } => {
            ("rules", "commands", json!({ "commands": { "set": set, "clause": clause.as_str(), "certain": certain } }))
        }
        Reported::NoDefault => ("rules", "no-default", json!({ "no-default": true })),
        Reported::Border(cause) => ("border", "border", json!({ "border": cause.word() })),
        Reported::Recorded => ("events", "event", json!({ "event": true })),
    }
}

fn explained(core: &Core, explanation: &Explanation) -> Value {
    let everything = agreement::answer(core, explanation);
    let fired = everything.fired.iter().map(
        |fired| json!({ "set": fired.id.set, "name": fired.id.name, "part": fired.part, "certain": fired.certain, "shadow": fired.shadow }),
    );
    let permitted = everything.permitted.iter().map(|(id, part)| json!({ "set": id.set, "name": id.name, "part": part }));
    let rows = everything.rows.iter().map(|(set, row, certain)| json!({ "set": set, "row": row, "certain": certain }));
    json!({
        "fired": fired.collect::<Vec<_>>(),
        "permitted": permitted.collect::<Vec<_>>(),
        "defaults": rows.collect::<Vec<_>>(),
        "without-unknown": everything.without_unknown.word().as_str(),
        "unknowns": explanation.unknowns,
    })
}

fn put(answer: &mut Value, key: &str, value: Value) {
    if let Some(members) = answer.as_object_mut() {
        members.insert(key.to_owned(), value);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
