//! Children of a job: who starts one, and how many there are.

use straza_language::core::{Decimal, Owner};

use super::super::call::{Seen, SeenFlow};
use super::super::function;
use super::super::value::{Place, Read, Value};

/// Whether the call starts a child job. A host that does not say so starts none.
pub fn starts_child(call: &Seen) -> bool {
    matches!(call.flow, SeenFlow::Starts(_)) || call.server == "task" && call.name == "spawn"
}

impl Place<'_> {
    /// `job.children`: what the host says, or the calls that were made if these are more.
    pub fn children(&self, said: Read) -> Read {
        let Read::Value(Value::Number(said)) = said else { return said };
        let Some(entries) = self.past.made(Owner::Job, self.call) else { return Read::Unknown };
        let started = entries.iter().filter(|entry| function::is_decided(&entry.call.event) && starts_child(&entry.call)).count();
        let started = Decimal::parse(&started.to_string()).unwrap_or(said);
        Read::Value(Value::Number(said.max(started)))
    }
}
