//! The abstract rules as policy text, the abstract calls as JSON; how they are drawn is in `workload`.

use std::fmt::Write as _;

use super::workload::{CallSpec, Rule, Test};

/// The rules as a policy.
pub fn policy(rules: &[Rule]) -> String {
    let mut out = String::from("policy bench {\n    over tools.*\n}\n\n");
    let roles: Vec<String> = (0..16).map(|role| format!("role{role}")).collect();
    out.push_str(&format!("role {}\n\n", roles.join(", ")));
    for (index, rule) in rules.iter().enumerate() {
        let outcome = if rule.denies { "deny" } else { "allow" };
        let tests: Vec<String> = rule.tests.iter().map(condition).collect();
        let when = if tests.is_empty() { String::new() } else { format!("    when  {}\n", tests.join(" and ")) };
        let written = writeln!(out, "rule r{index} {{\n    on    tools.{}\n{when}    {outcome}\n}}\n", rule.tool);
        debug_assert!(written.is_ok(), "writing to a string does not fail");
    }
    out
}

fn condition(test: &Test) -> String {
    match test {
        Test::Role(role) => format!("principal.roles has {role}"),
        Test::PathStart(start) => format!("args.path starts with \"{start}\""),
        Test::PathGlob(start, end) => format!("args.path like \"{start}*{end}\""),
        Test::PathExpression(start, end) => format!("args.path matches r\"{start}.*{}\"", end.replace('.', "[.]")),
        Test::PathPart(part) => format!("args.path contains \"{part}\""),
        Test::AmountAbove(bound) => format!("args.amount > {bound}"),
        Test::AmountBelow(bound) => format!("args.amount < {bound}"),
        Test::Env(env) => format!("args.env == \"{env}\""),
    }
}

/// A call as its JSON.
pub fn call_text(call: &CallSpec) -> String {
    if call.silent {
        let function = serde_json::json!({ "server": "tools", "name": call.tool });
        return serde_json::json!({ "straza-call": 1, "event": "tool.pre", "function": function }).to_string();
    }
    serde_json::json!({
        "straza-call": 1,
        "event": "tool.pre",
        "function": { "server": "tools", "name": call.tool },
        "arguments": { "path": call.path, "amount": call.amount, "env": call.env },
        "principal": { "user": "agent", "roles": [call.role], "type": "human", "agency": "interactive", "swarm": null, "sponsor": null },
        "now": "2026-01-01T00:00Z",
    })
    .to_string()
}
