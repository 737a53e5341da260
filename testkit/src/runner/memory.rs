//! What happened before a call, as each engine keeps it: the states of the runtime's automata by owner, and the interpreter's whole history.
//!
//! A state belongs to a job of a tree, a tree, a person or an agent. Which of them are known from their beginning is said once; of an owner
//! whose name a call does not say, nothing is known.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use straza_language::core::Condition;
use straza_language::tests::GivenLabel;
use straza_runtime::call::{Call, Part};
use straza_runtime::compiled::Core;
use straza_runtime::decide::Scratch;
use straza_runtime::json::Value;
use straza_runtime::judge::{Host, ResultOf, Results, Rows, Supplied};
use straza_runtime::moves::{Outcome, Yes};
use straza_runtime::state::{State, States};

use crate::agreement;
use crate::interpreter::{Answer, Applied, Approval, At, Carried, History, Json, Returned, Seen, Truth};

use super::engines::{Engines, Read, Said, compared};
use super::results::{self, Judged};
use super::ruled::Ruled;

/// The interpreter goes through everything again at each call, so beyond this many it is not asked any more; the automata go on.
const HISTORY: usize = 1_000;

/// The host of a test: it runs every row but the one of a place that has a receipt in the state's stead, says no fact but those that the
/// test gives, and can hold results back.
const HOST: Host<'static> =
    Host { rows: Rows::ALL.without(Rows::of(&["31"])), facts: Supplied::NONE, results: Results::Withhold, ..Host::POLICY };

/// The states of one automaton, by owner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Owned {
    jobs: BTreeMap<(String, String), State>,
    trees: BTreeMap<String, State>,
    persons: BTreeMap<String, State>,
    agents: BTreeMap<String, State>,
}

/// Everything that is remembered.
#[derive(Clone)]
pub struct Memory<'e> {
    engines: &'e Engines<'e>,
    complete: Carried,
    automata: Vec<Owned>,
    /// None once too much has happened.
    history: Option<History<'e>>,
    happened: usize,
    places: Places,
    /// The automata no longer agree: what each of them keeps.
    parted: Option<(String, String)>,
}

/// Numbers for trees and their jobs, as the interpreter wants them.
#[derive(Debug, Clone, Default)]
struct Places {
    trees: BTreeMap<Option<String>, u32>,
    jobs: BTreeMap<(u32, String), u32>,
    last: u32,
}

/// Who a call belongs to, as far as it says.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Owners {
    job: Option<(String, String)>,
    tree: Option<String>,
    person: Option<String>,
    agent: Option<String>,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// What came back; nothing: nobody saw it.
    pub result: Option<Value>,
    /// It failed.
    pub failed: bool,
    /// Labels that the host found.
    pub labels: Vec<String>,
    /// There may be others.
    pub open: bool,
}

/// A call that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made(Option<usize>);

impl<'e> Memory<'e> {
    /// Nothing has happened, and of the owners named that is known.
    pub fn new(engines: &'e Engines<'e>, complete: Carried) -> Self {
        let automata = engines.automata().map(|_| Owned::default()).collect();
        let history = Some(History::new(engines.interpreter()));
        Self { engines, complete, automata, history, happened: 0, places: Places::default(), parted: None }
    }

    /// What all engines say of a call now.
    pub fn decide(&mut self, read: &Read) -> Said {
        let owners = Owners::of(read.call());
        let mut answers = Vec::new();
        for (at, (core, call)) in self.engines.automata().zip(&read.calls).enumerate() {
            let states = self.states(at, &owners);
            let explanation = core.explain(call, &states);
            let quick = agreement::outcome(core, &core.decide(call, &states, &mut Scratch::new(core)));
            answers.push((agreement::answer(core, &explanation), quick, explanation.unknowns));
        }
        let told = self.told(read, &owners);
        let mut said = compared(answers, told);
        said.disagreement = said.disagreement.or_else(|| self.parted.clone());
        said
    }

    /// What the ordered checks say of a call that is decided as here, for the host of a test.
    pub fn ruled(&self, read: &Read) -> Ruled {
        let owners = Owners::of(read.call());
        let ruled = self.engines.automata().zip(&read.calls).enumerate().map(|(at, (core, call))| {
            let states = self.states(at, &owners);
            Ruled::of(core, &core.judge(call, &states, &HOST, &mut Scratch::new(core)))
        });
        ruled.reduce(Ruled::with).unwrap_or_default()
    }

    /// What the checks of results say, for the host of a test.
    pub fn judged(&mut self, read: &Read, ended: &Ended) -> Judged {
        let owners = Owners::of(read.call());
        let of = ResultOf { value: ended.result.as_ref(), labels: &ended.labels, open: ended.open };
        let judged = self.engines.automata().zip(&read.calls).enumerate().map(|(at, (core, call))| {
            let states = self.states(at, &owners);
            Judged::of(core.judge_result(call, &of, &states, &HOST), ended)
        });
        let judged = judged.reduce(Judged::with).unwrap_or_default();
        let effects = self.on_result(read, ended);
        match effects {
            Some(effects) => judged.with(results::interpreted(&effects, ended)),
            None => judged,
        }
    }

    /// What the interpreter says, while it is asked.
    fn told(&mut self, read: &Read, owners: &Owners) -> Option<Answer> {
        let at = self.places.of(owners);
        let history = self.history.as_mut()?;
        history.carried = carried(owners, self.complete);
        Some(agreement::remembered(history, at, &read.raw))
    }

    /// Whether a condition holds for a call now, by the interpreter; unknown where that is not asked any more.
    pub fn holds(&mut self, condition: &Condition, read: &Read) -> Truth {
        let (owners, at) = self.place(read);
        let complete = self.complete;
        let Some(history) = &mut self.history else { return Truth::Unknown };
        history.carried = carried(&owners, complete);
        history.condition(condition, at, &read.seen)
    }

    /// Effects on a result, by the interpreter.
    fn on_result(&mut self, read: &Read, ended: &Ended) -> Option<Vec<Applied>> {
        let (owners, at) = self.place(read);
        let complete = self.complete;
        let history = self.history.as_mut()?;
        history.carried = carried(&owners, complete);
        Some(history.result_effects(at, &read.seen, &returned(ended)))
    }

    fn place(&mut self, read: &Read) -> (Owners, At) {
        let owners = Owners::of(read.call());
        let at = self.places.of(&owners);
        (owners, at)
    }

    /// The call is made, with the yes of these.
    pub fn dispatched(&mut self, read: &Read, yes: &[Approval]) -> Made {
        let agreed: Vec<Yes> = yes.iter().map(|yes| Yes { deciders: yes.deciders.clone(), count: yes.count, by_policy: false }).collect();
        self.moved(read, |core, call, states| core.dispatched(call, &agreed, states));
        Made(self.record(read, |history, at| Some(history.dispatched(at, &read.seen, yes))))
    }

    /// The call is not made.
    pub fn refused(&mut self, read: &Read) {
        self.moved(read, |core, call, states| core.refused(call, states));
        self.record(read, |history, at| {
            history.refused(at, &read.seen);
            None
        });
    }

    /// Its result is there.
    pub fn finished(&mut self, read: &Read, made: Made, ended: &Ended) {
        let outcome = Outcome { result: ended.result.as_ref(), labels: &ended.labels, open: ended.open, failed: ended.failed };
        self.moved(read, |core, call, states| core.finished(call, &outcome, states));
        if let (Some(history), Made(Some(number))) = (&mut self.history, made) {
            history.finished(number, returned(ended));
        }
    }

    /// Labels that something else brought before the call.
    pub fn given(&mut self, read: &Read, labels: &[GivenLabel]) {
        for label in labels {
            let named: Vec<String> = label.label.iter().cloned().collect();
            let found = Outcome { result: None, labels: &named, open: label.label.is_none(), failed: true };
            self.moved(read, |core, call, states| {
                let job = if label.elsewhere { states.job.take() } else { None };
                core.finished(call, &found, states);
                states.job = job.or(states.job.take());
            });
            let ended = Ended { result: None, failed: true, labels: named, open: label.label.is_none() };
            self.elsewhere(read, label.elsewhere, &ended);
        }
    }

    /// The interpreter's own way: something that moves nothing happened, in this job or another of its tree, and had these labels.
    fn elsewhere(&mut self, read: &Read, elsewhere: bool, ended: &Ended) {
        let owners = Owners::of(read.call());
        let at = self.places.of(&owners);
        let at = if elsewhere { At { job: self.places.next(), ..at } } else { at };
        let nothing = Seen { event: "session.start".to_owned(), arguments: None, ..read.seen.clone() };
        if let Some(history) = &mut self.history {
            let number = history.dispatched(at, &nothing, &[]);
            history.finished(number, returned(ended));
        }
    }

    /// The labels of the call's job now, and whether there may be others.
    pub fn labels(&self, read: &Read) -> (Vec<String>, bool) {
        let job = self.states(0, &Owners::of(read.call())).job;
        let shown = |(label, certain): (&str, bool)| if certain { label.to_owned() } else { format!("perhaps {label}") };
        job.map_or((Vec::new(), true), |job| (job.labels().map(shown).collect(), job.labels_open()))
    }

    /// A digest of all states, owner by owner.
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut one = |kind: u8, [tree, name]: [&str; 2], state: &State| {
            hash.update([kind]);
            let bytes = state.encode();
            for part in [tree.as_bytes(), name.as_bytes(), &bytes] {
                hash.update((part.len() as u64).to_be_bytes());
                hash.update(part);
            }
        };
        if let Some(owned) = self.automata.first() {
            owned.jobs.iter().for_each(|((tree, job), state)| one(0, [tree, job], state));
            owned.trees.iter().for_each(|(tree, state)| one(1, [tree, ""], state));
            owned.persons.iter().for_each(|(person, state)| one(2, [person, ""], state));
            owned.agents.iter().for_each(|(agent, state)| one(3, [agent, ""], state));
        }
        hash.finalize().into()
    }

    fn moved(&mut self, read: &Read, change: impl Fn(&Core, &Call, &mut States)) {
        let owners = Owners::of(read.call());
        let mut kept: Vec<[Vec<u8>; 4]> = Vec::new();
        for (at, (core, call)) in self.engines.automata().zip(&read.calls).enumerate() {
            let mut states = self.states(at, &owners);
            change(core, call, &mut states);
            kept.push(bytes(&states));
            self.keep(at, &owners, states);
        }
        if self.parted.is_none() && kept.windows(2).any(|pair| pair.first() != pair.last()) {
            self.parted = Some(("keeps one state as opened".to_owned(), "another one as compiled again".to_owned()));
        }
    }

    fn record(&mut self, read: &Read, happen: impl FnOnce(&mut History<'e>, At) -> Option<usize>) -> Option<usize> {
        let owners = Owners::of(read.call());
        let at = self.places.of(&owners);
        self.happened += 1;
        if self.happened > HISTORY {
            self.history = None;
        }
        let history = self.history.as_mut()?;
        history.carried = carried(&owners, self.complete);
        happen(history, at)
    }

    /// The states of the call's owners; what nobody has moved yet is empty where it is known from its beginning.
    fn states(&self, automaton: usize, owners: &Owners) -> States {
        let Some(owned) = self.automata.get(automaton) else { return States::UNKNOWN };
        let known = carried(owners, self.complete);
        let of = |known: bool, state: Option<&State>| known.then(|| state.cloned().unwrap_or(State::EMPTY));
        States {
            job: of(known.job, owners.job.as_ref().and_then(|job| owned.jobs.get(job))),
            tree: of(known.tree, owners.tree.as_ref().and_then(|tree| owned.trees.get(tree))),
            person: of(known.person, owners.person.as_ref().and_then(|person| owned.persons.get(person))),
            agent: of(known.agent, owners.agent.as_ref().and_then(|agent| owned.agents.get(agent))),
        }
    }

    fn keep(&mut self, automaton: usize, owners: &Owners, states: States) {
        let Some(owned) = self.automata.get_mut(automaton) else { return };
        put(&mut owned.jobs, &owners.job, states.job);
        put(&mut owned.trees, &owners.tree, states.tree);
        put(&mut owned.persons, &owners.person, states.person);
        put(&mut owned.agents, &owners.agent, states.agent);
    }
}

impl Owners {
    fn of(call: &Call) -> Self {
        let id = |part: Part| Some(call.part(part)?.word("id")?.to_owned());
        let tree = id(Part::Tree);
        Self {
            job: id(Part::Job).map(|job| (tree.clone().unwrap_or_default(), job)),
            tree,
            person: call.person().map(str::to_owned),
            agent: call.agent_name().map(str::to_owned),
        }
    }
}

impl Places {
    /// A job without a name is another one each time.
    fn of(&mut self, owners: &Owners) -> At {
        let tree = match self.trees.get(&owners.tree) {
            Some(tree) => *tree,
            None => {
                let tree = self.next();
                self.trees.insert(owners.tree.clone(), tree);
                tree
            }
        };
        let Some((_, job)) = &owners.job else { return At { tree, job: self.next() } };
        let job = match self.jobs.get(&(tree, job.clone())) {
            Some(number) => *number,
            None => {
                let number = self.next();
                self.jobs.insert((tree, job.clone()), number);
                number
            }
        };
        At { tree, job }
    }

    fn next(&mut self) -> u32 {
        self.last = self.last.saturating_add(1);
        self.last
    }
}

fn carried(owners: &Owners, complete: Carried) -> Carried {
    Carried {
        job: complete.job && owners.job.is_some(),
        tree: complete.tree && owners.tree.is_some(),
        person: complete.person && owners.person.is_some(),
        agent: complete.agent && owners.agent.is_some(),
    }
}

fn put<K: Ord + Clone>(states: &mut BTreeMap<K, State>, owner: &Option<K>, state: Option<State>) {
    if let (Some(owner), Some(state)) = (owner, state) {
        states.insert(owner.clone(), state);
    }
}

fn bytes(states: &States) -> [Vec<u8>; 4] {
    [&states.job, &states.tree, &states.person, &states.agent].map(|state| state.as_ref().map_or_else(Vec::new, State::encode))
}

/// A call that failed brought nothing, for certain.
fn returned(ended: &Ended) -> Returned {
    let result = if ended.failed { Some(Json::Null) } else { ended.result.as_ref().map(Json::from) };
    Returned { result, labels: ended.labels.clone(), open: ended.open }
}
