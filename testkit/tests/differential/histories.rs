//! The engines agree call by call over random histories: what the runtime keeps in its states says what the whole history says.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use straza_language::core::{Effect, Program};
use straza_runtime::compiled::Core;
use straza_runtime::decide::Scratch;
use straza_testkit::agreement;
use straza_testkit::generate::{self, Fate, Happening, shrunk_history};
use straza_testkit::interpreter::{Carried, Fired, History, Interpreter, Json, Reported, Returned, Seen};

use super::engines::{Engines, compiled, read, shown};
use super::reached::Reached;
use super::worlds::Worlds;
use super::{dice, policies, seed};

const POLICIES: u64 = 900;
/// Each program meets several histories.
const HISTORIES: usize = 3;
/// With the pairs of single calls more than a hundred thousand.
const PAIRS: u64 = 42_000;

#[test]
fn what_the_states_keep_says_what_the_whole_history_says() {
    let seed = seed();
    let policies = policies(POLICIES);
    let reached = (0..policies).into_par_iter().map(|n| policy(seed, n)).reduce(Reached::default, Reached::with);
    println!("{} pairs\n{reached}", reached.pairs());
    if policies >= POLICIES {
        assert!(reached.pairs() >= PAIRS);
        reached.assert_memory_was_reached();
    }
}

fn policy(seed: u64, n: u64) -> Reached {
    static FAILED: AtomicBool = AtomicBool::new(false);
    if FAILED.load(Ordering::Relaxed) {
        return Reached::default();
    }
    let mut dice = dice(seed ^ 0x6869_7374, n);
    let program = generate::remembering(&mut dice);
    let engines = compiled(&program);
    let mut reached = Reached::default();
    for _ in 0..HISTORIES {
        let happenings = generate::history(&mut dice);
        if let Some(difference) = difference(&program, &engines, &happenings, Some(&mut reached)) {
            FAILED.store(true, Ordering::Relaxed);
            report(seed, n, program, happenings, &difference);
        }
    }
    reached
}

/// The first thing that the engines disagree on.
fn difference(program: &Program, engines: &Engines, happenings: &[Happening], mut reached: Option<&mut Reached>) -> Option<String> {
    let interpreter = Interpreter::new(program);
    let mut history = History::new(&interpreter);
    let cores: [(&str, &Core); 2] = [("core in memory", &engines.core), ("reopened snapshot", &engines.snapshot)];
    let mut worlds = cores.map(|(name, core)| (name, core, Worlds::new(core)));
    let mut made: BTreeMap<u32, usize> = BTreeMap::new();
    for happening in happenings {
        if let Happening::Call { number, at, call, carried, fate } = happening {
            let unfed = read(call);
            let seen = Seen::of(&unfed);
            history.carried = *carried;
            let expected = agreement::remembered(&history, *at, &unfed);
            let effects = history.effects(*at, &seen);
            if let Some(reached) = reached.as_deref_mut() {
                reached.count_memory(program, &history, *at, &seen, &expected);
            }
            history.carried = Carried::ALL;
            for (name, core, worlds) in &worlds {
                let call = worlds.fed(call);
                let states = worlds.carried(*at, &call, *carried);
                let explanation = core.explain(&call, &states);
                let found = agreement::answer(core, &explanation);
                if found != expected {
                    return Some(format!("call {number}: {name} explains\n{found:?}\nthe interpreter says\n{expected:?}"));
                }
                let quick = agreement::outcome(core, &core.decide(&call, &states, &mut Scratch::new(core)));
                if quick != expected.outcome {
                    return Some(format!("call {number}: {name} decides\n{quick:?}\nthe interpreter says\n{:?}", expected.outcome));
                }
                let mut due: Vec<Fired> = effects.iter().map(fired).collect();
                due.sort();
                let gifts = before(program, agreement::gifts(core, &explanation), &due);
                if gifts != due && !matches!(expected.outcome.reported, Reported::Border(_)) {
                    return Some(format!("call {number}: {name} gives\n{gifts:?}\nthe interpreter\n{due:?}"));
                }
            }
            // What never met the policy is neither made nor refused by it.
            if matches!(expected.outcome.reported, Reported::Border(_)) {
                continue;
            }
            match fate {
                Fate::Dispatched(approvals) => drop(made.insert(*number, history.dispatched(*at, &seen, approvals))),
                Fate::Refused => history.refused(*at, &seen),
                Fate::Asked => {}
            }
        }
        if let Happening::Result { of, result, labels, open } = happening
            && let Some(number) = made.get(of)
        {
            history.finished(*number, Returned { result: result.as_ref().map(json), labels: labels.clone(), open: *open });
        }
        worlds.iter_mut().for_each(|(_, _, worlds)| worlds.happened(happening));
    }
    None
}

/// Effects that come before a result. The runtime lists what stands in for something with its certainty, and leaves it to the check which
/// arguments are filled.
fn before(program: &Program, gifts: Vec<Fired>, due: &[Fired]) -> Vec<Fired> {
    let is_before = |gift: &Fired| {
        let item = program.items.iter().find(|item| item.id == gift.id && item.part == gift.part).unwrap();
        match item.effect {
            Effect::Withhold | Effect::Redact { .. } => false,
            Effect::Fill { .. } => due.contains(gift),
            Effect::Stub { .. } => gift.certain,
            _ => true,
        }
    };
    gifts.into_iter().filter(is_before).collect()
}

fn fired(applied: &straza_testkit::interpreter::Applied) -> Fired {
    Fired { id: applied.id.clone(), part: applied.part, certain: applied.certain, shadow: applied.shadow }
}

pub fn json(value: &straza_language::tests::Json) -> Json {
    Json::from(&straza_runtime::json::read(value.to_string().as_bytes()).unwrap())
}

fn report(seed: u64, n: u64, program: Program, happenings: Vec<Happening>, first: &str) -> ! {
    let is_readable = |happening: &Happening| match happening {
        Happening::Call { call, .. } => straza_runtime::Call::read(call.to_string().as_bytes()).is_ok(),
        Happening::Result { .. } => true,
    };
    let fails = |program: &Program, happenings: &[Happening]| {
        happenings.iter().all(is_readable) && difference(program, &compiled(program), happenings, None).is_some()
    };
    let (program, happenings) = shrunk_history(program, happenings, fails);
    let last = difference(&program, &compiled(&program), &happenings, None).unwrap_or_else(|| first.to_owned());
    let happenings: String = happenings.iter().map(told).collect();
    panic!("STRAZA_SEED={seed}, policy {n}\n{}\n{happenings}\n{last}", shown(&program));
}

fn told(happening: &Happening) -> String {
    match happening {
        Happening::Call { number, at, call, carried, fate } => format!("call {number} {at:?} {call}\n    {carried:?} {fate:?}\n"),
        Happening::Result { of, result, labels, open } => {
            let result = result.as_ref().map_or("none".to_owned(), ToString::to_string);
            format!("result of {of}: {result} {labels:?} {}\n", if *open { "open" } else { "" })
        }
    }
}
