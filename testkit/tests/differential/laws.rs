//! The laws of a decision, on the runtime's own answers to random policies.

use rayon::prelude::*;
use straza_language::core::{
    Atom, Attribute, Condition, CoreItem, Effect, FunctionPattern, FunctionSelector, Glob, ItemId, ItemKind, Program, Quantifier, Step,
    Target,
};
use straza_language::tests::Json;
use straza_runtime::compiled::Core;
use straza_runtime::decide::Scratch;
use straza_testkit::agreement::decided;
use straza_testkit::generate::{self, Dice};
use straza_testkit::interpreter::{Interpreter, Outcome, Reported, Verdict};

use super::engines::{core, read, shown};
use super::{dice, policies, seed};

const POLICIES: u64 = 300;
const CALLS: usize = 40;

#[test]
fn adding_a_restriction_never_lowers_a_decision() {
    let broken = over_policies(1, |dice| {
        let program = generate::program(dice);
        let item = added(dice, &program, |effect| *effect != Effect::Permit);
        let (before, after) = (core(&program), core(&with(&program, item.clone())));
        let found = calls(dice).into_iter().find(|call| !covers(&outcome(&after, call).verdict, &outcome(&before, call).verdict))?;
        Some(format!("{item:?}\n{found}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

#[test]
fn adding_a_permission_takes_the_default_away_and_nothing_else() {
    let broken = over_policies(2, |dice| {
        let program = generate::program(dice);
        let item = added(dice, &program, |effect| *effect == Effect::Permit);
        let everything =
            CoreItem { condition: Condition::True, on: vec![target("*", "*")], shadow: false, starts: None, expires: None, ..item.clone() };
        let (before, after, without_default) = (core(&program), core(&with(&program, item.clone())), core(&with(&program, everything)));
        let found = calls(dice).into_iter().find(|call| {
            let after = outcome(&after, call);
            // A permission may read a key that the call has in two spellings: that refuses it.
            let is_refused = matches!(after.reported, Reported::Border(_));
            let keeps =
                covers(&outcome(&before, call).verdict, &after.verdict) && covers(&after.verdict, &outcome(&without_default, call).verdict);
            !is_refused && !keeps
        })?;
        Some(format!("{item:?}\n{found}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

#[test]
fn taking_a_value_away_never_lowers_a_decision_of_conditions_that_do_not_ask_about_absence() {
    let broken = over_policies(3, |dice| {
        let program = without_questions_about_absence(generate::program(dice));
        let core = core(&program);
        calls(dice).iter().find_map(|call| {
            let before = outcome(&core, call);
            // What never met the policy says nothing of it: with less of it the call may be well formed.
            if matches!(before.reported, Reported::Border(_) | Reported::Recorded) {
                return None;
            }
            let less = with_less(call).into_iter().find(|less| !covers(&outcome(&core, less).verdict, &before.verdict))?;
            Some(format!("{call}\n{less}\n{:?}\n{:?}\n{}", before.verdict, outcome(&core, &less).verdict, shown(&program)))
        })
    });
    assert_eq!(broken, None);
}

#[test]
fn items_of_other_functions_change_nothing() {
    let broken = over_policies(4, |dice| {
        let program = generate::program(dice);
        let item = CoreItem { on: vec![target("elsewhere", "*")], ..added(dice, &program, |_| true) };
        let (before, after) = (core(&program), core(&with(&program, item.clone())));
        let found = calls(dice).into_iter().find(|call| outcome(&before, call) != outcome(&after, call))?;
        Some(format!("{item:?}\n{found}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

#[test]
fn the_order_in_which_sets_and_items_are_handed_over_changes_nothing() {
    let broken = over_policies(5, |dice| {
        let program = generate::program(dice);
        let mut turned = program.clone();
        turned.items.reverse();
        turned.sets.reverse();
        turned.catalogs.reverse();
        let (ours, theirs) = (Interpreter::new(&program), Interpreter::new(&turned));
        let found = calls(dice).into_iter().find(|call| ours.answer(&read(call)).outcome != theirs.answer(&read(call)).outcome)?;
        Some(format!("{found}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

#[test]
fn nobody_confirms_for_an_autonomous_principal() {
    let broken = over_policies(6, |dice| {
        let program = without_principal(generate::program(dice));
        let core = core(&program);
        let found = calls(dice).into_iter().find(|call| {
            let attended = outcome(&core, &agency(call, "interactive")).verdict;
            let alone = outcome(&core, &agency(call, "autonomous")).verdict;
            let would_confirm = attended.steps().iter().any(|step| meets(step, &Step::Confirm));
            !(alone == Verdict::Deny && would_confirm || alone == attended && !attended.steps().contains(&Step::Confirm))
        })?;
        Some(format!("{found}\n{}", shown(&program)))
    });
    assert_eq!(broken, None);
}

/// The first policy that breaks the law, and how.
fn over_policies(law: u64, broken: impl Fn(&mut Dice) -> Option<String> + Sync) -> Option<String> {
    let seed = seed();
    let first = (0..policies(POLICIES)).into_par_iter().find_map_first(|n| Some((n, broken(&mut dice(seed ^ law << 56, n))?)));
    first.map(|(n, broken)| format!("STRAZA_SEED={seed}, policy {n}\n{broken}"))
}

fn calls(dice: &mut Dice) -> Vec<Json> {
    (0..CALLS).map(|_| generate::call(dice)).collect()
}

fn outcome(core: &Core, call: &Json) -> Outcome {
    decided(core, &read(call), &mut Scratch::new(core))
}

/// Whether the first decision asks for all that the second asks for, and as strictly.
pub fn covers(strict: &Verdict, other: &Verdict) -> bool {
    match (strict, other) {
        (Verdict::Deny, _) => true,
        (_, Verdict::Deny) => false,
        (Verdict::Steps(strict), Verdict::Steps(other)) => other.iter().all(|step| strict.iter().any(|stricter| meets(stricter, step))),
    }
}

/// A sponsor's approval stands for the confirmation that it becomes where the principal is a person.
fn meets(strict: &Step, other: &Step) -> bool {
    match (strict, other) {
        (Step::Approve { pool: a, terms: strict }, Step::Approve { pool: b, terms: other }) => a == b && strict.join(*other) == *strict,
        (Step::Approve { pool, .. }, Step::Confirm) => pool.count == 1 && pool.deciders == ["sponsor"],
        (strict, other) => strict == other,
    }
}

fn with(program: &Program, item: CoreItem) -> Program {
    let mut program = program.clone();
    program.items.push(item);
    program.items.sort_by(|a, b| (&a.id.set, a.order, a.part).cmp(&(&b.id.set, b.order, b.part)));
    program
}

/// A random item of another program, put at the end of a set of this one.
fn added(dice: &mut Dice, program: &Program, is_wanted: impl Fn(&Effect) -> bool) -> CoreItem {
    let item = loop {
        if let Some(item) = generate::program(dice).items.into_iter().find(|item| is_wanted(&item.effect)) {
            break item;
        }
    };
    let set = &program.sets[dice.below(program.sets.len())].name;
    CoreItem {
        id: ItemId { set: set.clone(), name: "added".to_owned() },
        kind: ItemKind::Rule,
        order: 1_000,
        part: 0,
        shadow: false,
        ..item
    }
}

fn target(server: &str, name: &str) -> Target {
    let pattern = FunctionPattern { server: Glob(server.to_owned()), name: Glob(name.to_owned()) };
    Target { pattern, effects: FunctionSelector::default(), having: Vec::new(), lacking: Vec::new(), event: None }
}

/// The call with one of its members taken away, each way: a part, a member of a part, an argument; and with its list of paths opened.
///
/// An argument that may name a file makes the paths of a file tool uncertain: without it more is known, not less, so it stays.
fn with_less(call: &Json) -> Vec<Json> {
    let Json::Object(parts) = call else { return Vec::new() };
    let takeable = ["arguments", "principal", "agent", "session", "job", "facts", "now", "function"];
    let names_paths = call.get("paths").is_none()
        && call.get("function").and_then(|function| function.get("server")) == Some(&Json::Text("file".to_owned()));
    let mut less = Vec::new();
    for (at, (key, value)) in parts.iter().enumerate().filter(|(_, (key, _))| takeable.contains(&key.as_str()) || key == "paths") {
        let replaced = |value: Option<Json>| {
            let mut parts = parts.clone();
            match value {
                Some(value) => parts[at].1 = value,
                None => drop(parts.remove(at)),
            }
            Json::Object(parts)
        };
        let Json::Object(members) = value else {
            less.push(replaced(None));
            continue;
        };
        if key == "paths" {
            let opened = members.iter().map(|(key, value)| (key.clone(), if key == "open" { Json::Boolean(true) } else { value.clone() }));
            less.push(replaced(Some(Json::Object(opened.collect()))));
            continue;
        }
        if key == "function" {
            let without = members.iter().filter(|(key, _)| key != "identity").cloned();
            less.push(replaced(Some(Json::Object(without.collect()))));
            continue;
        }
        less.push(replaced(None));
        if key == "arguments" && names_paths {
            continue;
        }
        for member in 0..members.len() {
            let mut members = members.clone();
            members.remove(member);
            less.push(replaced(Some(Json::Object(members))));
        }
    }
    less
}

/// The call of a principal of this agency.
fn agency(call: &Json, agency: &str) -> Json {
    let Json::Object(parts) = call else { return call.clone() };
    let mut parts = parts.clone();
    if !parts.iter().any(|(key, _)| key == "principal") {
        parts.push(("principal".to_owned(), Json::Object(Vec::new())));
    }
    for (key, value) in &mut parts {
        if let ("principal", Json::Object(members)) = (key.as_str(), value) {
            members.retain(|(key, _)| key != "agency");
            members.push(("agency".to_owned(), Json::Text(agency.to_owned())));
        }
    }
    Json::Object(parts)
}

/// The program with every atom that a value's absence, or a list's openness, can make false or true, replaced.
fn without_questions_about_absence(program: Program) -> Program {
    let asks = |atom: &Atom| {
        let asks_itself = |attribute: &Attribute| attribute.otherwise.is_some() || attribute.path.iter().any(|key| key == "open");
        atom.attributes().any(asks_itself) || matches!(atom, Atom::Exists(_) | Atom::Quantified { quantifier: Quantifier::AnySeen, .. })
    };
    replaced(program, &asks)
}

/// The program without a question about the principal.
fn without_principal(program: Program) -> Program {
    replaced(program, &|atom: &Atom| atom.attributes().any(|attribute| attribute.root == straza_language::core::Root::Principal))
}

fn replaced(mut program: Program, is_unwanted: &dyn Fn(&Atom) -> bool) -> Program {
    program.items.iter_mut().for_each(|item| replace(&mut item.condition, is_unwanted));
    program.sets.iter_mut().for_each(|set| replace(&mut set.applies, is_unwanted));
    program
}

fn replace(condition: &mut Condition, is_unwanted: &dyn Fn(&Atom) -> bool) {
    match condition {
        Condition::True | Condition::False => {}
        Condition::All(parts) | Condition::Any(parts) => parts.iter_mut().for_each(|part| replace(part, is_unwanted)),
        Condition::Not(inner) => replace(inner, is_unwanted),
        Condition::Atom(atom) if is_unwanted(atom) => *condition = Condition::True,
        Condition::Atom(atom) => {
            if let Atom::Quantified { body, .. } = &mut **atom {
                replace(body, is_unwanted);
            }
        }
    }
}
