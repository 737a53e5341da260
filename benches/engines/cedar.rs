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
    let role = rule.tests.iter().find_map(|test| if let Test::Role(role) = test { Some(role) } else { None });
    let principal = role.map_or(String::from("principal"), |role| format!("principal in Role::\"{role}\""));
    let glob = rule.tool.contains('*');
    let resource = if glob { String::from("resource") } else { format!("resource == Tool::\"{}\"", rule.tool) };
    let mut conditions: Vec<String> = rule.tests.iter().filter_map(condition).collect();
    conditions.extend(glob.then(|| format!("context.tool like \"{}\"", rule.tool)));
    let when = if conditions.is_empty() { String::new() } else { format!(" when {{ {} }}", conditions.join(" && ")) };
    let mut out = String::new();
    let written = writeln!(out, "{effect}({principal}, action == Action::\"call\", {resource}){when};");
    written.map(|()| out).unwrap_or_default()
}

fn condition(test: &Test) -> Option<String> {
    Some(match test {
        Test::Role(_) => return None,
        Test::PathStart(start) => format!("context.path like \"{start}*\""),
        Test::PathGlob(start, end) | Test::PathExpression(start, end) => format!("context.path like \"{start}*{end}\""),
        Test::PathPart(part) => format!("context.path like \"*{part}*\""),
        Test::AmountAbove(bound) => format!("context.amount > {bound}"),
        Test::AmountBelow(bound) => format!("context.amount < {bound}"),
        Test::Env(env) => format!("context.env == \"{env}\""),
    })
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
    let context = serde_json::json!({ "tool": call.tool, "path": call.path, "amount": call.amount, "env": call.env });
    let context = Context::from_json_value(context, None).expect("a valid context");
    Request::new(uid("Agent", &call.role), uid("Action", "call"), uid("Tool", &call.tool), context, None).expect("a valid request")
}
