//! What a host keeps: a state for each job, tree, person and agent, handed to the runtime call by call.

use std::collections::BTreeMap;

use straza_runtime::Call;
use straza_runtime::compiled::Core;
use straza_runtime::moves::{Outcome, Yes};
use straza_runtime::state::{State, States};
use straza_testkit::generate::{Fate, Happening};
use straza_testkit::interpreter::{Approval, At, Carried};

use super::engines::read;

/// The states of everyone.
pub struct Worlds<'c> {
    core: &'c Core,
    jobs: BTreeMap<At, State>,
    trees: BTreeMap<u32, State>,
    persons: BTreeMap<String, State>,
    agents: BTreeMap<String, State>,
    made: BTreeMap<u32, (At, Call)>,
}

impl<'c> Worlds<'c> {
    pub fn new(core: &'c Core) -> Self {
        Self {
            core,
            jobs: BTreeMap::new(),
            trees: BTreeMap::new(),
            persons: BTreeMap::new(),
            agents: BTreeMap::new(),
            made: BTreeMap::new(),
        }
    }

    /// The states that a call is decided on.
    pub fn carried(&self, at: At, call: &Call, carried: Carried) -> States {
        let States { job, tree, person, agent } = self.states(at, call);
        States {
            job: job.filter(|_| carried.job),
            tree: tree.filter(|_| carried.tree),
            person: person.filter(|_| carried.person),
            agent: agent.filter(|_| carried.agent),
        }
    }

    /// Moves the states on.
    pub fn happened(&mut self, happening: &Happening) {
        match happening {
            Happening::Call { number, at, call, fate, .. } => {
                let call = self.fed(call);
                let mut states = self.states(*at, &call);
                match fate {
                    Fate::Dispatched(approvals) => {
                        self.core.dispatched(&call, &approvals.iter().map(yes).collect::<Vec<_>>(), &mut states);
                        self.made.insert(*number, (*at, call.clone()));
                    }
                    Fate::Refused => self.core.refused(&call, &mut states),
                    Fate::Asked => return,
                }
                self.keep(*at, &call, states);
            }
            Happening::Result { of, result, labels, open } => {
                let Some((at, call)) = self.made.get(of).cloned() else { return };
                let mut states = self.states(at, &call);
                let result = result.as_ref().map(|result| straza_runtime::json::read(result.to_string().as_bytes()).unwrap());
                // Nothing at all came back: that is known, unlike a result that nobody saw.
                let failed = result == Some(straza_runtime::json::Value::Null);
                let result = result.as_ref().filter(|_| !failed);
                self.core.finished(&call, &Outcome { result, labels, open: *open, failed }, &mut states);
                self.keep(at, &call, states);
            }
        }
    }

    /// The call as a host hands it over.
    pub fn fed(&self, call: &straza_language::tests::Json) -> Call {
        let mut call = read(call);
        self.core.feed(&mut call);
        call
    }

    fn states(&self, at: At, call: &Call) -> States {
        States {
            job: Some(self.jobs.get(&at).cloned().unwrap_or(State::EMPTY)),
            tree: Some(self.trees.get(&at.tree).cloned().unwrap_or(State::EMPTY)),
            person: call.person().map(|person| self.persons.get(person).cloned().unwrap_or(State::EMPTY)),
            agent: call.agent_name().map(|agent| self.agents.get(agent).cloned().unwrap_or(State::EMPTY)),
        }
    }

    /// Every state is written and read again on its way.
    fn keep(&mut self, at: At, call: &Call, states: States) {
        let kept = |state: State| {
            let read = State::decode(&state.encode()).unwrap();
            assert_eq!(read, state);
            read
        };
        self.jobs.insert(at, kept(states.job.unwrap()));
        self.trees.insert(at.tree, kept(states.tree.unwrap()));
        if let Some(person) = call.person() {
            self.persons.insert(person.to_owned(), kept(states.person.unwrap()));
        }
        if let Some(agent) = call.agent_name() {
            self.agents.insert(agent.to_owned(), kept(states.agent.unwrap()));
        }
    }
}

fn yes(approval: &Approval) -> Yes {
    Yes { deciders: approval.deciders.clone(), count: approval.count, by_policy: false }
}
