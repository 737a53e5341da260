//! Calls that remember one another: each is decided on what the ones before it left behind, and moves it on when its fate is known.
//!
//! The calls of a turn are decided one after the other as if each were made, whatever becomes of it; when the turn is over, what really
//! became of them counts, in their order.

use std::collections::BTreeMap;

use straza_language::core::Condition;
use straza_language::tests::GivenLabel;

use crate::interpreter::{Approval, Carried, Truth, Verdict};
use crate::report::{Earlier, Place};

use super::answered::Answered;
use super::engines::{Engines, Read, Said};
use super::memory::{Ended, Made, Memory};
use super::results::Judged;

/// Calls whose result may still come; beyond it the oldest gets none.
const OPEN_CALLS: usize = 1_024;
/// Earlier calls that a report names.
const EARLIER: usize = 20;

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is made, after the yes of these.
    Made(Vec<Approval>),
    /// It is not made.
    NotMade,
    /// Nobody knows yet: it waits, or somebody is being asked.
    Open,
    /// Its stub answered.
    Stubbed,
}

/// A call with what became of it.
#[derive(Clone)]
pub struct Happened {
    /// By which a result finds it.
    pub key: u64,
    /// Its place, for reports.
    pub place: Place,
    /// The call.
    pub read: Read,
    /// Labels that something else brought before it.
    pub labels: Vec<GivenLabel>,
    /// What became of it.
    pub fate: Fate,
    /// A check before any rule refused it: nothing remembers it.
    pub at_the_border: bool,
}

/// The calls of one job, or of all that a recording holds.
pub struct Thread<'e> {
    engines: &'e Engines<'e>,
    memory: Memory<'e>,
    turn: Option<Turn<'e>>,
    open: BTreeMap<u64, (Read, Made)>,
    earlier: Vec<Earlier>,
    judged: Vec<(u64, Judged)>,
    /// A call of a turn that does not only read is not made where another one is refused: here it is worked out, a recording says it.
    barrier: bool,
}

struct Turn<'e> {
    name: String,
    before: Memory<'e>,
    calls: Vec<Happened>,
    ended: Vec<(u64, Ended)>,
}

impl<'e> Thread<'e> {
    /// Nothing has happened, and of these owners that is known.
    pub fn new(engines: &'e Engines<'e>, complete: Carried, barrier: bool) -> Self {
        let memory = Memory::new(engines, complete);
        Self { engines, memory, turn: None, open: BTreeMap::new(), earlier: Vec::new(), judged: Vec::new(), barrier }
    }

    /// What is said of the next call, behind these labels; in a turn, after the turn's earlier calls.
    pub fn decide(&mut self, read: &Read, labels: &[GivenLabel], turn: Option<&str>) -> Said {
        self.enter(turn);
        self.memory.given(read, labels);
        self.memory.decide(read)
    }

    /// What is said of it, with the ordered checks.
    pub fn rule(&mut self, read: &Read, labels: &[GivenLabel], turn: Option<&str>) -> Said {
        let mut said = self.decide(read, labels, turn);
        let ruled = self.memory.ruled(read);
        said.disagreement = said.disagreement.or_else(|| ruled.parted.clone());
        said.ruled = Some(ruled);
        said
    }

    /// Whether a condition holds for the call that is being decided.
    pub fn holds(&mut self, condition: &Condition, read: &Read) -> Truth {
        self.memory.holds(condition, read)
    }

    /// The last calls before the one that is being decided.
    pub fn earlier(&self) -> &[Earlier] {
        self.earlier.get(self.earlier.len().saturating_sub(EARLIER)..).unwrap_or_default()
    }

    /// What became of the call that was decided.
    pub fn happened(&mut self, happened: Happened, said: &Said) {
        let Some(turn) = &mut self.turn else { return self.settle(happened) };
        if !happened.at_the_border {
            // Whoever waits or is asked may still make it.
            match said.answered() {
                Answered::Decision(Verdict::Deny) | Answered::StopJob => self.memory.refused(&happened.read),
                Answered::Decision(Verdict::Steps(_)) | Answered::Hold => drop(self.memory.dispatched(&happened.read, &[])),
                Answered::Stub => {}
            }
        }
        turn.calls.push(happened);
    }

    /// A result came back; false where no such call is open.
    pub fn ended(&mut self, key: u64, ended: Ended) -> bool {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.calls.iter().any(|call| call.key == key)) {
            turn.ended.push((key, ended));
            return true;
        }
        self.finish(key, &ended)
    }

    /// Results that were judged since the last time.
    pub fn judged(&mut self) -> Vec<(u64, Judged)> {
        std::mem::take(&mut self.judged)
    }

    /// Ends a turn that is not this one.
    pub fn enter(&mut self, turn: Option<&str>) {
        if self.turn.as_ref().map(|open| open.name.as_str()) == turn {
            return;
        }
        if let Some(over) = self.turn.take() {
            self.close(over);
        }
        self.turn = turn.map(|name| Turn { name: name.to_owned(), before: self.memory.clone(), calls: Vec::new(), ended: Vec::new() });
    }

    /// A digest of what is remembered.
    pub fn digest(&self) -> [u8; 32] {
        self.memory.digest()
    }

    fn close(&mut self, turn: Turn<'e>) {
        let is_refused = turn.calls.iter().any(|call| call.fate == Fate::NotMade);
        self.memory = turn.before;
        for mut call in turn.calls {
            self.memory.given(&call.read, &call.labels);
            let function = (call.read.raw.server(), call.read.raw.name());
            if self.barrier && is_refused && !self.engines.only_reads(function.0, function.1) {
                call.fate = Fate::NotMade;
            }
            self.settle(call);
        }
        for (key, ended) in turn.ended {
            self.finish(key, &ended);
        }
    }

    /// Moves on.
    fn settle(&mut self, happened: Happened) {
        let Happened { key, place, read, fate, at_the_border, .. } = happened;
        match &fate {
            _ if at_the_border => {}
            Fate::Made(approvals) => {
                let made = self.memory.dispatched(&read, approvals);
                self.open.insert(key, (read.clone(), made));
                if self.open.len() > OPEN_CALLS {
                    self.open.pop_first();
                }
            }
            Fate::NotMade => self.memory.refused(&read),
            Fate::Open | Fate::Stubbed => {}
        }
        let (labels, open) = self.memory.labels(&read);
        let function = format!("{}.{}", read.raw.server(), read.raw.name());
        self.earlier.push(Earlier { place, function, became: became(&fate, at_the_border), labels, labels_open: open });
        if self.earlier.len() > 2 * EARLIER {
            self.earlier.drain(..EARLIER);
        }
    }

    fn finish(&mut self, key: u64, ended: &Ended) -> bool {
        let Some((read, made)) = self.open.remove(&key) else { return false };
        let judged = self.memory.judged(&read, ended);
        self.judged.push((key, judged));
        self.memory.finished(&read, made, ended);
        true
    }
}

fn became(fate: &Fate, at_the_border: bool) -> &'static str {
    match fate {
        _ if at_the_border => "refused before any rule",
        Fate::Made(approvals) if approvals.is_empty() => "made",
        Fate::Made(_) => "made, approved",
        Fate::NotMade => "not made",
        Fate::Open => "waiting",
        Fate::Stubbed => "answered by its stub",
    }
}
