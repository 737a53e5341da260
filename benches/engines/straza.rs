//! straza: policy text through the whole chain, snapshot opened the strict way, calls read beforehand.

use std::sync::Arc;

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::opening::Expectation;
use straza_runtime::{Call, Scratch, Snapshot, States, Word};

use crate::spelled::{call_text, policy};
use crate::workload::{CallSpec, Rule};

use super::Engine;

/// Ours.
pub struct Straza {
    snapshot: Arc<Snapshot>,
    scratch: Scratch,
    calls: Arc<Vec<Call>>,
}

impl Straza {
    /// Compiles, signs and opens the policy, and reads the calls.
    pub fn new(rules: &[Rule], calls: &[CallSpec]) -> Self {
        Self::opened(&snapshot_bytes(rules), calls)
    }

    /// Opens a snapshot and reads the calls.
    #[expect(clippy::expect_used, reason = "the generated calls are valid, and a bench may stop when they are not")]
    pub fn opened(bytes: &[u8], calls: &[CallSpec]) -> Self {
        let snapshot = open(bytes);
        let scratch = Scratch::new(&snapshot);
        let calls = calls.iter().map(|call| Call::read(call_text(call).as_bytes()).expect("a valid call")).collect();
        Self { snapshot: Arc::new(snapshot), scratch, calls: Arc::new(calls) }
    }

    /// The same snapshot and calls for another thread.
    pub fn another(&self) -> Self {
        Self { snapshot: Arc::clone(&self.snapshot), scratch: Scratch::new(&self.snapshot), calls: Arc::clone(&self.calls) }
    }

    /// Bytes of what decides, and of what explains.
    pub fn bytes(&self) -> (u64, u64) {
        (self.snapshot.payload().core.length, self.snapshot.payload().text.length)
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
