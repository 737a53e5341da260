//! straza: policy text through the whole chain, snapshot opened the strict way, calls read beforehand.

use std::fmt::Write as _;

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::opening::Expectation;
use straza_runtime::{Call, Scratch, Snapshot, States, Word};

use crate::workload::{CallSpec, Rule, Test};

use super::Engine;

/// Ours.
pub struct Straza {
    snapshot: Snapshot,
    scratch: Scratch,
    calls: Vec<Call>,
}

impl Straza {
    /// Compiles, signs and opens the policy, and reads the calls.
    #[expect(clippy::expect_used, reason = "the generated calls are valid, and a bench may stop when they are not")]
    pub fn new(rules: &[Rule], calls: &[CallSpec]) -> Self {
        let snapshot = open(&snapshot_bytes(rules));
        let scratch = Scratch::new(&snapshot);
        let calls = calls.iter().map(|call| Call::read(text(call).as_bytes()).expect("a valid call")).collect();
        Self { snapshot, scratch, calls }
    }
}

impl Engine for Straza {
    fn name(&self) -> &'static str {
        "straza"
    }

    #[expect(clippy::indexing_slicing, reason = "the caller stays within the calls it gave")]
    fn decide(&mut self, call: usize) -> bool {
        self.snapshot.decide(&self.calls[call], &States::EMPTY, &mut self.scratch).word() == Word::Allow
    }
}

/// The signed snapshot of some rules.
pub fn snapshot_bytes(rules: &[Rule]) -> Vec<u8> {
    signed(&policy(rules))
}

/// The signed snapshot of a policy.
#[expect(clippy::panic, reason = "the generated policy is valid, and a bench may stop when it is not")]
pub fn signed(policy: &str) -> Vec<u8> {
    let mut workspace = Workspace::new();
    workspace.set_file("bench.straza", policy.to_owned());
    let checked = workspace.check();
    let Some(program) = checked.program else { panic!("the policy has findings: {:?}", checked.diagnostics.first()) };
    match compile(&program, &CompileOptions { serial: 1, budget: None }, &key()) {
        Ok(compiled) => compiled.bytes,
        Err(problems) => panic!("the policy does not compile: {problems:?}"),
    }
}

/// Opens a snapshot signed by the bench's key.
#[expect(clippy::expect_used, reason = "written just now, and a bench may stop when it does not open")]
pub fn open(bytes: &[u8]) -> Snapshot {
    Snapshot::open(bytes, &trust_in(&key()).expect("one good key"), &Expectation::default()).expect("an honest snapshot")
}

fn key() -> SigningKey {
    SigningKey::from_secret(&[7; 32], KeyKind::Release)
}

/// The rules as a policy.
pub fn policy(rules: &[Rule]) -> String {
    let mut out = String::from("policy bench {\n    over tools.*\n}\n\n");
    let roles: Vec<String> = (0..16).map(|role| format!("role{role}")).collect();
    out.push_str(&format!("role {}\n\n", roles.join(", ")));
    for (index, rule) in rules.iter().enumerate() {
        let outcome = if rule.denies { "deny" } else { "allow" };
        let test = match &rule.test {
            Test::Role(role) => format!("principal.roles has {role}"),
            Test::PathStart(start) => format!("args.path starts with \"{start}\""),
            Test::AmountAbove(bound) => format!("args.amount > {bound}"),
            Test::Env(env) => format!("args.env == \"{env}\""),
        };
        let written = writeln!(out, "rule r{index} {{\n    on    tools.{}\n    when  {test}\n    {outcome}\n}}\n", rule.tool);
        debug_assert!(written.is_ok(), "writing to a string does not fail");
    }
    out
}

fn text(call: &CallSpec) -> String {
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
