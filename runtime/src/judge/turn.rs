//! The calls of one turn, decided in their order: each on the state that the earlier ones leave, so that two calls side by side cannot slip
//! past a sequence together.

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::decide::Scratch;
use crate::layout::effect;
use crate::state::States;

use super::{Answer, Host, Ruling};

/// A call of a turn.
#[derive(Debug, Clone)]
pub struct Turned<'c> {
    /// What comes of it on its own, on the state that the calls before it leave if they are made.
    pub ruling: Ruling<'c>,
    /// It only reads, so it waits for no other.
    pub reads_only: bool,
    /// It waits for the decisions of others of the turn.
    pub waits: bool,
}

impl Core {
    /// Judges the calls of a turn in their order, and moves the states on by those that may be made. Every call that does not only read
    /// waits for those that are asked about.
    pub fn judge_turn(&self, calls: &[Call], states: &mut States, host: &Host<'_>, scratch: &mut Scratch) -> Vec<Turned<'_>> {
        let mut turned: Vec<Turned<'_>> = Vec::with_capacity(calls.len());
        for call in calls {
            let ruling = self.judge(call, states, host, scratch);
            // Whoever is asked may say yes: what the call would move, the calls behind it meet.
            if ruling.answer < Answer::Stub {
                self.dispatched(call, &[], states);
            } else if ruling.answer.refuses() {
                self.refused(call, states);
            }
            let reads_only = self.reads_only(call, scratch);
            turned.push(Turned { ruling, reads_only, waits: false });
        }
        let asks = |turned: &Turned<'_>| matches!(turned.ruling.answer, Answer::Ask | Answer::AskAgain);
        let asked: Vec<usize> = turned.iter().enumerate().filter(|(_, turned)| asks(turned)).map(|(at, _)| at).collect();
        for (at, turned) in turned.iter_mut().enumerate() {
            turned.waits = !turned.reads_only && !turned.ruling.answer.ends() && asked.iter().any(|other| *other != at);
        }
        turned
    }

    /// Whether the call's function certainly changes nothing.
    pub fn reads_only(&self, call: &Call, scratch: &mut Scratch) -> bool {
        let found = crate::decide::look_up(self, call, scratch);
        found.is_ok_and(|found| found.effects.are(effect::WRITE, 0) == crate::evaluate::Truth::True)
    }
}
