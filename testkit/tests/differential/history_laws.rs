//! The laws of a decision over histories: of the interpreter, and of the runtime with its states.

use rayon::prelude::*;
use straza_language::core::{Atom, Condition, CoreItem, Effect, Memory, Move, PolicySet, Program, Quantifier, Root};
use straza_language::tests::Json;
use straza_runtime::decide::Scratch;
use straza_testkit::agreement;
use straza_testkit::generate::{self, Dice, Fate, Form, Happening};
use straza_testkit::interpreter::{At, Carried, History, Interpreter, Outcome, Reported, Returned, Seen};

use super::engines::{core, read, shown};
use super::histories::json;
use super::laws::covers;
use super::worlds::Worlds;
use super::{dice, policies, seed};

const POLICIES: u64 = 200;

/// What decides every call of a history, in its order.
type Deciding = fn(&Program, &[Happening]) -> Vec<Outcome>;

const ENGINES: [(&str, Deciding); 2] = [("the interpreter", by_interpreter), ("the runtime", by_runtime)];

#[test]
fn adding_an_item_that_remembers_never_lowers_a_decision() {
    let broken = over_policies(11, |dice, deciding| {
        let program = monotone(generate::remembering(dice));
        let happenings = generate::history(dice);
        let set = program.sets[dice.below(program.sets.len())].clone();
        let form = Form::ALL[dice.below(Form::ALL.len())];
        let items = restricting(generate::form(dice, form, &set, 1_000, "added"));
        let longer = with(&program, items.clone());
        lower(&deciding(&program, &happenings), &deciding(&longer, &happenings))
            .map(|n| format!("{form:?}: decision {n} of\n{happenings:#?}\n{items:#?}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

#[test]
fn the_order_of_items_never_matters() {
    let broken = over_policies(12, |dice, deciding| {
        let program = generate::remembering(dice);
        let happenings = generate::history(dice);
        let mut turned = program.clone();
        turned.items.reverse();
        turned.catalogs.reverse();
        let (ours, theirs) = (deciding(&program, &happenings), deciding(&turned, &happenings));
        (ours != theirs).then(|| format!("{happenings:#?}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

#[test]
fn what_is_not_known_of_the_present_or_the_past_never_lowers_a_decision() {
    let broken = over_policies(13, |dice, deciding| {
        let program = without_questions_about_absence(generate::remembering(dice));
        let happenings: Vec<Happening> = generate::history(dice).into_iter().map(kept).collect();
        let at = dice.below(happenings.len());
        let mut less = happenings.clone();
        less[at] = with_less(dice, &less[at]);
        let (before, after) = (deciding(&program, &happenings), deciding(&program, &less));
        lower(&before, &after).map(|n| {
            format!(
                "decision {n} ({:?}, then {:?}), less at {at}: {:?} of\n{happenings:#?}\n{}",
                before[n],
                after[n],
                less[at],
                shown(&program)
            )
        })
    });
    assert_eq!(broken, None);
}

#[test]
fn what_other_jobs_of_the_tree_did_never_lowers_a_decision() {
    let broken = over_policies(14, |dice, deciding| {
        let program = monotone(generate::remembering(dice));
        let both: Vec<Happening> = generate::history(dice).into_iter().map(kept).collect();
        let here = At { tree: 0, job: 0 };
        let ours: Vec<u32> = both.iter().filter_map(|happening| number_at(happening, here)).collect();
        let alone: Vec<Happening> = both.iter().filter(|happening| ours.contains(&number_of(happening))).cloned().collect();
        let before = deciding(&program, &alone);
        let all = deciding(&program, &both);
        let after: Vec<Outcome> = both
            .iter()
            .filter(|happening| is_call(happening))
            .zip(all)
            .filter(|(happening, _)| ours.contains(&number_of(happening)))
            .map(|(_, outcome)| outcome)
            .collect();
        lower(&before, &after).map(|n| format!("decision {n} of\n{both:#?}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

#[test]
fn merging_the_states_of_two_parallel_histories_never_lowers_a_decision() {
    let broken = over_policies(15, |dice, _| {
        let program = without_origins(monotone(generate::remembering(dice)));
        let core = core(&program);
        let (one, other) = (generate::history(dice), generate::history(dice));
        let after = |happenings: &[Happening]| {
            let mut worlds = Worlds::new(&core);
            happenings.iter().for_each(|happening| worlds.happened(happening));
            worlds
        };
        let (one, other) = (after(&one), after(&other));
        generate::history(dice).iter().find_map(|happening| {
            let Happening::Call { at, call, .. } = happening else { return None };
            let call = one.fed(call);
            let decide = |states| agreement::outcome(&core, &core.decide(&call, &states, &mut Scratch::new(&core))).verdict;
            let (a, b) = (one.carried(*at, &call, Carried::ALL), other.carried(*at, &call, Carried::ALL));
            let merged = |a: &straza_runtime::state::States, b: &straza_runtime::state::States| {
                let mut merged = a.clone();
                let pairs = [
                    (&mut merged.job, &b.job),
                    (&mut merged.tree, &b.tree),
                    (&mut merged.person, &b.person),
                    (&mut merged.agent, &b.agent),
                ];
                for (ours, theirs) in pairs {
                    if let (Some(ours), Some(theirs)) = (ours, theirs) {
                        ours.merge(theirs);
                    }
                }
                merged
            };
            let (there, back) = (merged(&a, &b), merged(&b, &a));
            if there != back {
                return Some(format!("merging is not commutative\n{a:?}\n{b:?}\n{}", shown(&program)));
            }
            let whole = decide(there);
            (!covers(&whole, &decide(a)) || !covers(&whole, &decide(b))).then(|| format!("{happening:?}\n{}", shown(&program)))
        })
    });
    assert_eq!(broken, None);
}

fn over_policies(law: u64, broken: impl Fn(&mut Dice, Deciding) -> Option<String> + Sync) -> Option<String> {
    let seed = seed();
    (0..policies(POLICIES)).into_par_iter().find_map_first(|n| {
        ENGINES.iter().find_map(|(name, deciding)| {
            let broken = broken(&mut dice(seed ^ law, n), *deciding)?;
            Some(format!("STRAZA_SEED={seed}, policy {n}, {name}\n{broken}"))
        })
    })
}

fn by_interpreter(program: &Program, happenings: &[Happening]) -> Vec<Outcome> {
    let interpreter = Interpreter::new(program);
    let mut history = History::new(&interpreter);
    let mut made = std::collections::BTreeMap::new();
    let mut outcomes = Vec::new();
    for happening in happenings {
        match happening {
            Happening::Call { number, at, call, carried, fate } => {
                let seen = Seen::of(&read(call));
                history.carried = *carried;
                outcomes.push(history.answer(*at, &seen).outcome);
                history.carried = Carried::ALL;
                match fate {
                    Fate::Dispatched(approvals) => drop(made.insert(*number, history.dispatched(*at, &seen, approvals))),
                    Fate::Refused => history.refused(*at, &seen),
                    Fate::Asked => {}
                }
            }
            Happening::Result { of, result, labels, open } => {
                if let Some(number) = made.get(of) {
                    history.finished(*number, Returned { result: result.as_ref().map(json), labels: labels.clone(), open: *open });
                }
            }
        }
    }
    outcomes
}

fn by_runtime(program: &Program, happenings: &[Happening]) -> Vec<Outcome> {
    let core = core(program);
    let mut worlds = Worlds::new(&core);
    let mut outcomes = Vec::new();
    for happening in happenings {
        if let Happening::Call { at, call, carried, .. } = happening {
            let call = worlds.fed(call);
            let states = worlds.carried(*at, &call, *carried);
            outcomes.push(agreement::outcome(&core, &core.decide(&call, &states, &mut Scratch::new(&core))));
        }
        worlds.happened(happening);
    }
    outcomes
}

/// The first decision that is lower after than before. What is refused at the border would not be made: what comes behind it says nothing.
fn lower(before: &[Outcome], after: &[Outcome]) -> Option<usize> {
    let is_border = |outcome: &Outcome| matches!(outcome.reported, Reported::Border(_));
    let comparable = before.iter().zip(after).take_while(|(before, after)| !is_border(before) && !is_border(after));
    comparable.enumerate().find(|(_, (before, after))| !covers(&after.verdict, &before.verdict)).map(|(n, _)| n)
}

fn with(program: &Program, items: Vec<CoreItem>) -> Program {
    let mut program = program.clone();
    program.items.extend(items);
    program.items.sort_by(|a, b| (&a.id.set, a.order, a.part).cmp(&(&b.id.set, b.order, b.part)));
    program
}

/// What only restricts: nothing is taken off, nothing is permitted.
fn restricting(items: Vec<CoreItem>) -> Vec<CoreItem> {
    items.into_iter().filter(|item| !matches!(item.effect, Effect::Permit | Effect::Move(Move::Clear { .. }))).collect()
}

/// The program where more labels and more memory only restrict: labels are asked for by restrictions alone, and only whether they are there;
/// nothing is taken off.
fn monotone(mut program: Program) -> Program {
    program.items.retain(|item| !matches!(item.effect, Effect::Move(Move::Clear { .. })));
    for item in &mut program.items {
        let asks_positively = matches!(item.effect, Effect::Restrict(_));
        replace(&mut item.condition, asks_positively, &is_about_labels);
    }
    program.sets.iter_mut().for_each(|set: &mut PolicySet| replace(&mut set.applies, false, &is_about_labels));
    program
}

/// The program without origins: to know of more results is to know better where a value came from.
fn without_origins(mut program: Program) -> Program {
    let asks = |atom: &Atom| matches!(atom, Atom::Memory(Memory::From { .. }));
    program.items.iter_mut().for_each(|item| replace_all(&mut item.condition, &asks));
    program
}

fn is_about_labels(atom: &Atom) -> bool {
    let reads = |root: Root, key: &str| {
        matches!(root, Root::Job | Root::Tree | Root::Result) && key == "labels" || root == Root::Job && key == "children"
    };
    let asks = atom.attributes().any(|attribute| attribute.path.first().is_some_and(|key| reads(attribute.root, key)));
    asks || matches!(atom, Atom::Memory(_))
}

/// Replaces unwanted atoms with true, but leaves `has` and `any` where more elements can only make the whole more true, and every question of
/// the memory where it stands as the compiler writes it.
fn replace(condition: &mut Condition, positive: bool, is_unwanted: &dyn Fn(&Atom) -> bool) {
    match condition {
        Condition::True | Condition::False => {}
        Condition::All(parts) | Condition::Any(parts) => parts.iter_mut().for_each(|part| replace(part, positive, is_unwanted)),
        Condition::Not(inner) => {
            let is_origin = matches!(&**inner, Condition::Atom(atom) if matches!(&**atom, Atom::Memory(Memory::From { .. })));
            if !(is_origin && positive) {
                replace_negated(inner, is_unwanted);
            }
        }
        Condition::Atom(atom) => {
            let grows = matches!(
                &**atom,
                Atom::Has { .. }
                    | Atom::Quantified { quantifier: Quantifier::Any, .. }
                    | Atom::Memory(Memory::Sequence { .. } | Memory::Duty { .. } | Memory::Above { .. })
            );
            if is_unwanted(atom) && !(grows && positive) {
                *condition = Condition::True;
            } else if let Atom::Quantified { body, .. } = &mut **atom {
                replace_negated(body, is_unwanted);
            }
        }
    }
}

fn replace_negated(condition: &mut Condition, is_unwanted: &dyn Fn(&Atom) -> bool) {
    replace(condition, false, is_unwanted);
}

/// The program without what an absent value, an open list or a shorter list makes more certain, and without anything that is taken off.
fn without_questions_about_absence(mut program: Program) -> Program {
    program.items.retain(|item| !matches!(item.effect, Effect::Move(Move::Clear { .. })));
    let asks = |atom: &Atom| {
        let asks_itself =
            |attribute: &straza_language::core::Attribute| attribute.otherwise.is_some() || attribute.path.iter().any(|key| key == "open");
        atom.attributes().any(asks_itself) || matches!(atom, Atom::Exists(_) | Atom::Quantified { quantifier: Quantifier::AnySeen, .. })
    };
    for item in &mut program.items {
        replace_all(&mut item.condition, &asks);
    }
    program.sets.iter_mut().for_each(|set| replace_all(&mut set.applies, &asks));
    program
}

fn replace_all(condition: &mut Condition, is_unwanted: &dyn Fn(&Atom) -> bool) {
    match condition {
        Condition::True | Condition::False => {}
        Condition::All(parts) | Condition::Any(parts) => parts.iter_mut().for_each(|part| replace_all(part, is_unwanted)),
        Condition::Not(inner) => replace_all(inner, is_unwanted),
        Condition::Atom(atom) if is_unwanted(atom) => *condition = Condition::True,
        Condition::Atom(atom) => {
            if let Atom::Quantified { body, .. } = &mut **atom {
                replace_all(body, is_unwanted);
            }
        }
    }
}

/// With everything carried.
fn kept(happening: Happening) -> Happening {
    match happening {
        Happening::Call { number, at, call, fate, .. } => Happening::Call { number, at, call, carried: Carried::ALL, fate },
        result => result,
    }
}

/// The same with something unknown: arguments, the time, a state, the result, or that there are no other labels. Who it was stays known: what
/// nobody knows who did is remembered by nobody.
fn with_less(dice: &mut Dice, happening: &Happening) -> Happening {
    match happening {
        Happening::Call { number, at, call, carried, fate } => {
            let without = |key: &str| {
                let Json::Object(parts) = call else { return call.clone() };
                Json::Object(parts.iter().filter(|(other, _)| other != key).cloned().collect())
            };
            let (call, carried) = match dice.below(4) {
                0 => (without("now"), *carried),
                1 => (call.clone(), Carried { job: false, ..*carried }),
                2 => (call.clone(), Carried { tree: false, person: false, agent: false, ..*carried }),
                _ => (without("arguments"), *carried),
            };
            Happening::Call { number: *number, at: *at, call, carried, fate: fate.clone() }
        }
        Happening::Result { of, result, labels, open } => match dice.chance(50) {
            true => Happening::Result { of: *of, result: None, labels: labels.clone(), open: *open },
            false => Happening::Result { of: *of, result: result.clone(), labels: Vec::new(), open: true },
        },
    }
}

fn is_call(happening: &Happening) -> bool {
    matches!(happening, Happening::Call { .. })
}

fn number_of(happening: &Happening) -> u32 {
    match happening {
        Happening::Call { number, .. } => *number,
        Happening::Result { of, .. } => *of,
    }
}

fn number_at(happening: &Happening, here: At) -> Option<u32> {
    match happening {
        Happening::Call { number, at, .. } if *at == here => Some(*number),
        _ => None,
    }
}
