//! regorus: one Rego rule a rule, inputs prepared.

use std::fmt::Write as _;

use regorus::Value;

use crate::workload::{CallSpec, Rule, Test};

use super::Engine;

/// The peer.
pub struct Rego {
    engine: regorus::Engine,
    inputs: Vec<Value>,
}

impl Rego {
    /// Parses the rules and the inputs.
    #[expect(clippy::expect_used, reason = "the generated rules are valid, and a bench may stop when they are not")]
    pub fn new(rules: &[Rule], calls: &[CallSpec]) -> Self {
        let mut engine = regorus::Engine::new();
        engine.add_policy(String::from("rules.rego"), text(rules)).expect("valid rules");
        let inputs = calls.iter().map(|call| Value::from_json_str(&input(call)).expect("valid input")).collect();
        Self { engine, inputs }
    }
}

impl Engine for Rego {
    fn name(&self) -> &'static str {
        "regorus"
    }

    #[expect(clippy::indexing_slicing, reason = "the caller stays within the calls it gave")]
    fn decide(&mut self, call: usize) -> bool {
        self.engine.set_input(self.inputs[call].clone());
        matches!(self.engine.eval_rule(String::from("data.straza.allow")), Ok(Value::Bool(true)))
    }
}

fn text(rules: &[Rule]) -> String {
    let mut out =
        String::from("package straza\nimport rego.v1\ndefault allow := false\nallow if { count(permits) > 0; count(denies) == 0 }\n");
    for (index, rule) in rules.iter().enumerate() {
        let set = if rule.denies { "denies" } else { "permits" };
        let mut tests = vec![match (rule.tool.strip_suffix('*'), rule.tool.strip_prefix('*')) {
            (Some(start), _) => format!("startswith(input.tool, \"{start}\")"),
            (_, Some(end)) => format!("endswith(input.tool, \"{end}\")"),
            _ => format!("input.tool == \"{}\"", rule.tool),
        }];
        tests.extend(rule.tests.iter().map(condition));
        let written = writeln!(out, "{set} contains \"r{index}\" if {{ {} }}", tests.join("; "));
        debug_assert!(written.is_ok(), "writing to a string does not fail");
    }
    out
}

fn condition(test: &Test) -> String {
    match test {
        Test::Role(role) => format!("input.role == \"{role}\""),
        Test::PathStart(start) => format!("startswith(input.path, \"{start}\")"),
        Test::PathGlob(start, end) => format!("startswith(input.path, \"{start}\"); endswith(input.path, \"{end}\")"),
        Test::PathExpression(start, end) => format!("regex.match(`^{start}.*{}$`, input.path)", end.replace('.', "[.]")),
        Test::PathPart(part) => format!("contains(input.path, \"{part}\")"),
        Test::AmountAbove(bound) => format!("input.amount > {bound}"),
        Test::AmountBelow(bound) => format!("input.amount < {bound}"),
        Test::Env(env) => format!("input.env == \"{env}\""),
    }
}

fn input(call: &CallSpec) -> String {
    serde_json::json!({ "tool": call.tool, "role": call.role, "path": call.path, "amount": call.amount, "env": call.env }).to_string()
}
