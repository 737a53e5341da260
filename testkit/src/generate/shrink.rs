//! Making a failing case small: every program and call that is one step simpler, until none of them fails.

use straza_language::core::{Atom, Condition, CoreItem, DefaultRow, PolicySet, Program};
use straza_language::tests::Json;

use crate::interpreter::Carried;

use super::history::{Fate, Happening};

/// The smallest program and call that still fail, as far as one step at a time leads.
pub fn shrunk(mut program: Program, mut call: Json, fails: impl Fn(&Program, &Json) -> bool) -> (Program, Json) {
    loop {
        if let Some(simpler) = programs(&program).into_iter().find(|simpler| fails(simpler, &call)) {
            program = simpler;
        } else if let Some(simpler) = simpler_json(&call).into_iter().find(|simpler| fails(&program, simpler)) {
            call = simpler;
        } else {
            return (program, call);
        }
    }
}

/// The smallest program and history that still fail.
pub fn shrunk_history(
    mut program: Program,
    mut history: Vec<Happening>,
    fails: impl Fn(&Program, &[Happening]) -> bool,
) -> (Program, Vec<Happening>) {
    loop {
        if let Some(simpler) = removals(&history).into_iter().find(|simpler| fails(&program, simpler)) {
            history = simpler;
        } else if let Some(simpler) = programs(&program).into_iter().find(|simpler| fails(simpler, &history)) {
            program = simpler;
        } else if let Some(simpler) = replacements(&history, simpler_happening).into_iter().find(|simpler| fails(&program, simpler)) {
            history = simpler;
        } else {
            return (program, history);
        }
    }
}

fn simpler_happening(happening: &Happening) -> Vec<Happening> {
    match happening {
        Happening::Call { number, at, call, carried, fate } => {
            let with = |call, carried, fate| Happening::Call { number: *number, at: *at, call, carried, fate };
            let whole = (*carried != Carried::ALL).then(|| with(call.clone(), Carried::ALL, fate.clone()));
            let unapproved = matches!(fate, Fate::Dispatched(yes) if !yes.is_empty());
            let unapproved = unapproved.then(|| with(call.clone(), *carried, Fate::Dispatched(Vec::new())));
            let calls = simpler_json(call).into_iter().map(|call| with(call, *carried, fate.clone()));
            whole.into_iter().chain(unapproved).chain(calls).collect()
        }
        Happening::Result { of, result, labels, open } => {
            let with = |result, labels, open| Happening::Result { of: *of, result, labels, open };
            let results = result.iter().flat_map(simpler_json).map(|result| with(Some(result), labels.clone(), *open));
            let unlabelled = (!labels.is_empty()).then(|| with(result.clone(), Vec::new(), *open));
            let closed = open.then(|| with(result.clone(), labels.clone(), false));
            results.chain(unlabelled).chain(closed).collect()
        }
    }
}

fn programs(program: &Program) -> Vec<Program> {
    let without = |items: Vec<CoreItem>| Program { items, ..program.clone() };
    let items = removals(&program.items).into_iter().map(without);
    let simpler_items = replacements(&program.items, items_one_step_simpler).into_iter().map(without);
    let sets = replacements(&program.sets, sets_one_step_simpler).into_iter().map(|sets| Program { sets, ..program.clone() });
    let empty_sets = removals(&program.sets).into_iter().map(|sets| Program { sets, ..program.clone() }).filter(owns_its_items);
    let catalogs = removals(&program.catalogs).into_iter().map(|catalogs| Program { catalogs, ..program.clone() });
    items.chain(empty_sets).chain(catalogs).chain(sets).chain(simpler_items).collect()
}

fn owns_its_items(program: &Program) -> bool {
    program.items.iter().all(|item| program.sets.iter().any(|set| set.name == item.id.set))
}

fn items_one_step_simpler(item: &CoreItem) -> Vec<CoreItem> {
    let conditions = simpler_conditions(&item.condition).into_iter().map(|condition| CoreItem { condition, ..item.clone() });
    let targets = removals(&item.on).into_iter().filter(|on| !on.is_empty()).map(|on| CoreItem { on, ..item.clone() });
    let undated = CoreItem { starts: None, expires: None, ..item.clone() };
    conditions.chain(targets).chain((undated != *item).then_some(undated)).collect()
}

fn sets_one_step_simpler(set: &PolicySet) -> Vec<PolicySet> {
    let rows = removals(&set.defaults).into_iter().map(|defaults: Vec<DefaultRow>| PolicySet { defaults, ..set.clone() });
    let applies = simpler_conditions(&set.applies).into_iter().map(|applies| PolicySet { applies, ..set.clone() });
    let over = removals(&set.over).into_iter().map(|over| PolicySet { over, ..set.clone() });
    rows.chain(applies).chain(over).collect()
}

fn simpler_conditions(condition: &Condition) -> Vec<Condition> {
    let simpler = match condition {
        Condition::True | Condition::False => Vec::new(),
        Condition::All(parts) => combined(parts, Condition::All),
        Condition::Any(parts) => combined(parts, Condition::Any),
        Condition::Not(inner) => {
            let negated = simpler_conditions(inner).into_iter().map(|inner| Condition::Not(Box::new(inner)));
            std::iter::once((**inner).clone()).chain(negated).collect()
        }
        Condition::Atom(atom) => quantified(atom),
    };
    let constants = [Condition::True, Condition::False].into_iter().filter(|_| !matches!(condition, Condition::True | Condition::False));
    constants.chain(simpler).collect()
}

fn combined(parts: &[Condition], combine: fn(Vec<Condition>) -> Condition) -> Vec<Condition> {
    let alone = parts.iter().cloned();
    let fewer = removals(parts).into_iter().map(combine);
    let simpler = replacements(parts, simpler_conditions).into_iter().map(combine);
    alone.chain(fewer).chain(simpler).collect()
}

fn quantified(atom: &Atom) -> Vec<Condition> {
    let Atom::Quantified { quantifier, list, body } = atom else { return Vec::new() };
    let with = |body| Condition::atom(Atom::Quantified { quantifier: *quantifier, list: list.clone(), body });
    simpler_conditions(body).into_iter().map(with).collect()
}

fn simpler_json(value: &Json) -> Vec<Json> {
    match value {
        Json::List(elements) => {
            let fewer = removals(elements);
            fewer.into_iter().chain(replacements(elements, simpler_json)).map(Json::List).collect()
        }
        Json::Object(members) => {
            let member = |(key, value): &(String, Json)| simpler_json(value).into_iter().map(|value| (key.clone(), value)).collect();
            removals(members).into_iter().chain(replacements(members, member)).map(Json::Object).collect()
        }
        _ => Vec::new(),
    }
}

/// The list without each of its elements.
fn removals<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    (0..list.len())
        .map(|at| list.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, element)| element.clone()).collect())
        .collect()
}

/// The list with one element replaced, each way.
fn replacements<T: Clone>(list: &[T], simpler: impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    let place = |(at, element): (usize, &T)| -> Vec<Vec<T>> {
        let others = |one: T| list.iter().enumerate().map(|(place, other)| if place == at { one.clone() } else { other.clone() }).collect();
        simpler(element).into_iter().map(others).collect()
    };
    list.iter().enumerate().flat_map(place).collect()
}
