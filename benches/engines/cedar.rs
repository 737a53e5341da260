//! cedar-policy: one policy a rule; entities, requests and contexts prepared.

use std::fmt::Write as _;
use std::str::FromStr as _;

use cedar_policy::{Authorizer, Context, Decision, Entities, EntityUid, PolicySet, Request};

use crate::workload::{CallSpec, Rule, Test};

use super::Engine;

/// The peer.
pub struct Cedar {
    authorizer: Authorizer,
    policies: PolicySet,
    entities: Entities,
    requests: Vec<Request>,
}

impl Cedar {
    /// Parses the policies and builds the requests.
    #[expect(clippy::expect_used, reason = "the generated policies are valid, and a bench may stop when they are not")]
    pub fn new(rules: &[Rule], calls: &[CallSpec]) -> Self {
        let text: String = rules.iter().map(policy).collect();
        Self {
            authorizer: Authorizer::new(),
            policies: PolicySet::from_str(&text).expect("valid policies"),
            entities: Entities::from_json_value(entities(), None).expect("valid entities"),
            requests: calls.iter().map(request).collect(),
        }
    }
}

impl Engine for Cedar {
    fn name(&self) -> &'static str {
        "cedar-policy"
    }

    #[expect(clippy::indexing_slicing, reason = "the caller stays within the calls it gave")]
    fn decide(&mut self, call: usize) -> bool {
        self.authorizer.is_authorized(&self.requests[call], &self.policies, &self.entities).decision() == Decision::Allow
    }
}

fn policy(rule: &Rule) -> String {
    let effect = if rule.denies { "forbid" } else { "permit" };
    let resource = format!("resource == Tool::\"{}\"", rule.tool);
    let mut out = String::new();
    let written = match &rule.test {
        Test::Role(role) => writeln!(out, "{effect}(principal in Role::\"{role}\", action == Action::\"call\", {resource});"),
        Test::PathStart(start) => {
            writeln!(out, "{effect}(principal, action == Action::\"call\", {resource}) when {{ context.path like \"{start}*\" }};")
        }
        Test::AmountAbove(bound) => {
            writeln!(out, "{effect}(principal, action == Action::\"call\", {resource}) when {{ context.amount > {bound} }};")
        }
        Test::Env(env) => writeln!(out, "{effect}(principal, action == Action::\"call\", {resource}) when {{ context.env == \"{env}\" }};"),
    };
    written.map(|()| out).unwrap_or_default()
}

/// An agent in each of 16 roles.
fn entities() -> serde_json::Value {
    let role = |index: usize| serde_json::json!({ "uid": { "type": "Role", "id": format!("role{index}") }, "attrs": {}, "parents": [] });
    let agent = |index: usize| {
        let parent = serde_json::json!({ "type": "Role", "id": format!("role{index}") });
        serde_json::json!({ "uid": { "type": "Agent", "id": format!("role{index}") }, "attrs": {}, "parents": [parent] })
    };
    (0..16).map(role).chain((0..16).map(agent)).collect()
}

#[expect(clippy::expect_used, reason = "the generated requests are valid, and a bench may stop when they are not")]
fn request(call: &CallSpec) -> Request {
    let uid = |kind: &str, id: &str| EntityUid::from_str(&format!("{kind}::\"{id}\"")).expect("a valid id");
    let context = serde_json::json!({ "path": call.path, "amount": call.amount, "env": call.env });
    let context = Context::from_json_value(context, None).expect("a valid context");
    Request::new(uid("Agent", &call.role), uid("Action", "call"), uid("Tool", &call.tool), context, None).expect("a valid request")
}
