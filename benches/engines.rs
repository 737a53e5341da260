//! The engines, behind one face: rules in, one boolean a call out.

mod cedar;
pub mod readers;
mod rego;
mod straza;

use crate::workload::{CallSpec, Rule};

pub use cedar::Cedar;
pub use rego::Rego;
pub use straza::{Straza, open, signed, snapshot_bytes};

/// An engine with its rules and calls prepared, so that only deciding is timed.
pub trait Engine {
    /// For the table.
    fn name(&self) -> &'static str;
    /// Decides one of the prepared calls.
    fn decide(&mut self, call: usize) -> bool;
}

/// Every engine, on the same rules and calls.
pub fn all(rules: &[Rule], calls: &[CallSpec]) -> Vec<Box<dyn Engine>> {
    vec![Box::new(Straza::new(rules, calls)), Box::new(Cedar::new(rules, calls)), Box::new(Rego::new(rules, calls))]
}

/// Panics unless the engine gives the expected answer to every call.
pub fn check(engine: &mut dyn Engine, rules: &[Rule], calls: &[CallSpec]) {
    for (index, call) in calls.iter().enumerate() {
        let expected = crate::workload::expected(rules, call);
        assert_eq!(engine.decide(index), expected, "{} decides {call:?} otherwise", engine.name());
    }
}
