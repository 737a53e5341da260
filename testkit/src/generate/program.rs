//! Generated programs: a few sets whose remits overlap, items of every kind of effect, tables of every kind of row, catalogs.

use straza_language::core::{
    ArgumentSchema, Binding, Catalog, CatalogFunction, Condition, CoreItem, DefaultRow, Effect, Effects, FunctionName, FunctionPattern,
    FunctionSelector, Glob, ItemId, ItemKind, JsonTypes, PolicySet, Pool, Program, Restriction, RowHead, Step, Target, Terms,
};

use super::alphabet::*;
use super::condition::{condition, lookup};
use super::dice::Dice;

/// A program: up to three sets with up to six surface items each, up to two catalogs; now and then a crowd of items that differ in a constant.
pub fn program(dice: &mut Dice) -> Program {
    let mut sets: Vec<PolicySet> = SETS.iter().take(1 + dice.below(3)).map(|name| set(dice, name)).collect();
    sets.sort();
    let mut items: Vec<CoreItem> = sets.iter().flat_map(|set| items_of(dice, set)).collect();
    if dice.chance(12) {
        items.extend(sets.first().map(|set| crowd(dice, set)).unwrap_or_default());
    }
    items.sort_by(|a, b| (&a.id.set, a.order, a.part).cmp(&(&b.id.set, b.order, b.part)));
    let catalogs = dice.some(50, &["crm", "github"]).into_iter().map(|server| catalog(dice, server)).collect();
    Program { sets, items, catalogs }
}

fn set(dice: &mut Dice, name: &str) -> PolicySet {
    PolicySet {
        name: name.to_owned(),
        priority: dice.pick(&[0, 0, 5, -1]),
        over: remit(dice),
        applies: if dice.chance(60) { Condition::True } else { condition(dice, 1) },
        defaults: dice.several(4, row),
        commands: Default::default(),
    }
}

/// Half of the sets speak of everything.
fn remit(dice: &mut Dice) -> Vec<FunctionPattern> {
    let anything = FunctionPattern { server: Glob("*".to_owned()), name: Glob("*".to_owned()) };
    if dice.chance(50) { vec![anything] } else { [vec![function_pattern(dice)], dice.several(3, function_pattern)].concat() }
}

fn row(dice: &mut Dice) -> DefaultRow {
    let head = match dice.below(6) {
        0 | 1 => RowHead::Effects(selector(dice)),
        2 | 3 => RowHead::Granted,
        _ => RowHead::Everything,
    };
    let steps = match dice.below(7) {
        0 => None,
        1..=4 => Some(Vec::new()),
        _ => Some(steps(dice)),
    };
    DefaultRow { head, steps, because: None }
}

fn items_of(dice: &mut Dice, set: &PolicySet) -> Vec<CoreItem> {
    let names = ITEMS.iter().take(dice.below(7));
    (0u32..).zip(names).flat_map(|(order, name)| surface_item(dice, set, order, name)).collect()
}

/// Many items on the same functions, each with conditions that an index can look up: equality, membership, prefixes, bounds.
fn crowd(dice: &mut Dice, set: &PolicySet) -> Vec<CoreItem> {
    let targets = [vec![target(dice)], vec![target(dice)]];
    let effects: Vec<Effect> = (0..5).map(|_| effect(dice)).collect();
    let size = 40 + dice.below(80);
    let member = |dice: &mut Dice, place: u32| {
        let conditions = (0..=dice.below(3)).map(|_| lookup(dice)).collect::<Vec<_>>();
        CoreItem {
            id: ItemId { set: set.name.clone(), name: format!("crowd-{place}") },
            kind: ItemKind::Rule,
            order: 100 + place,
            part: 0,
            on: targets.get(dice.below(2)).cloned().unwrap_or_default(),
            condition: Condition::all([vec![set.applies.clone()], conditions].concat()),
            effect: effects.get(dice.below(5)).cloned().unwrap_or(Effect::Permit),
            shadow: dice.chance(5),
            is_final: false,
            starts: None,
            expires: dice.chance(5).then(|| dice.pick(INSTANTS)),
            because: None,
            command: None,
        }
    };
    (0..).take(size).map(|place| member(dice, place)).collect()
}

/// One item as it is lowered: one core item an outcome, all with the item's guard.
pub(super) fn surface_item(dice: &mut Dice, set: &PolicySet, order: u32, name: &str) -> Vec<CoreItem> {
    let on = [vec![target(dice)], dice.several(3, target)].concat();
    let guard = Condition::all([set.applies.clone(), if dice.chance(30) { Condition::True } else { condition(dice, 2) }]);
    let date = |dice: &mut Dice| dice.chance(15).then(|| dice.pick(INSTANTS));
    let whole = CoreItem {
        id: ItemId { set: set.name.clone(), name: name.to_owned() },
        kind: if dice.chance(80) { ItemKind::Rule } else { ItemKind::Floor },
        order,
        part: 0,
        on,
        condition: guard.clone(),
        effect: Effect::Permit,
        shadow: dice.chance(10),
        is_final: dice.chance(10),
        starts: date(dice),
        expires: date(dice),
        because: None,
        command: None,
    };
    let outcomes = 1 + dice.below(2);
    (0..).take(outcomes).map(|part| outcome(dice, &whole, part)).collect()
}

fn outcome(dice: &mut Dice, whole: &CoreItem, part: u16) -> CoreItem {
    let own = if dice.chance(30) { condition(dice, 1) } else { Condition::True };
    CoreItem { part, condition: Condition::all([whole.condition.clone(), own]), effect: effect(dice), ..whole.clone() }
}

fn effect(dice: &mut Dice) -> Effect {
    match dice.below(10) {
        0..=4 => Effect::Permit,
        5 => Effect::Restrict(Restriction::Deny),
        _ => Effect::Restrict(Restriction::Steps(steps(dice))),
    }
}

/// One or two steps, sorted, equal pools once.
pub(super) fn steps(dice: &mut Dice) -> Vec<Step> {
    let mut steps = vec![step(dice)];
    let second = step(dice);
    if dice.chance(25) && !matches!((&steps[..], &second), ([Step::Approve { pool: a, .. }], Step::Approve { pool: b, .. }) if a == b) {
        steps.push(second);
    }
    steps.sort();
    steps.dedup();
    steps
}

fn step(dice: &mut Dice) -> Step {
    match dice.below(12) {
        0 | 1 => Step::Classify,
        2 | 3 => Step::ServerCheck,
        4..=6 => Step::Confirm,
        7 => Step::Notify(dice.word(&["ops", "audit"])),
        _ => Step::Approve { pool: pool(dice), terms: terms(dice) },
    }
}

fn pool(dice: &mut Dice) -> Pool {
    let mut deciders = if dice.chance(25) { vec!["sponsor".to_owned()] } else { vec![dice.word(DECIDERS), dice.word(DECIDERS)] };
    deciders.sort();
    deciders.dedup();
    let count = if deciders.len() > 1 && dice.chance(20) { 2 } else { 1 };
    Pool { deciders, count }
}

fn terms(dice: &mut Dice) -> Terms {
    let seconds = |dice: &mut Dice| dice.pick(&[60, 90, 3600]);
    let held = dice.chance(60);
    let grant = dice.chance(25).then(|| seconds(dice));
    Terms {
        hold: held.then(|| seconds(dice)),
        retry: held.then(|| seconds(dice)),
        ticket: (!held).then(|| seconds(dice)),
        grant,
        bind: if grant.is_some() && dice.chance(40) { Binding::Tool } else { Binding::Call },
        self_approval: dice.chance(20),
        distinct: dice.chance(20),
        recheck: dice.chance(20).then(|| seconds(dice)),
        allowance: dice.chance(20),
    }
}

fn target(dice: &mut Dice) -> Target {
    let some_key = |dice: &mut Dice| if dice.chance(12) { vec![dice.word(KEYS)] } else { Vec::new() };
    Target {
        pattern: function_pattern(dice),
        effects: if dice.chance(20) { selector(dice) } else { FunctionSelector::default() },
        having: some_key(dice),
        lacking: some_key(dice),
        event: dice.chance(6).then(|| dice.word(&["prompt.submit", "session.start"])),
    }
}

fn selector(dice: &mut Dice) -> FunctionSelector {
    let asked = |dice: &mut Dice, percent| dice.chance(percent).then(|| dice.chance(50));
    let write = asked(dice, 70);
    let open_world = asked(dice, 40);
    FunctionSelector { write, destructive: asked(dice, 15), idempotent: asked(dice, 10), open_world }
}

fn function_pattern(dice: &mut Dice) -> FunctionPattern {
    FunctionPattern { server: Glob(dice.word(SERVER_GLOBS)), name: Glob(dice.word(NAME_GLOBS)) }
}

fn catalog(dice: &mut Dice, server: &str) -> Catalog {
    Catalog {
        server: server.to_owned(),
        identity: dice.chance(40).then(|| "https://one.example".to_owned()),
        functions: dice.some(70, &["issues.delete", "read", "write"]).into_iter().map(|name| catalogued(dice, server, name)).collect(),
        listings: Vec::new(),
        digest: [0; 32],
    }
}

fn catalogued(dice: &mut Dice, server: &str, name: &str) -> CatalogFunction {
    CatalogFunction {
        function: FunctionName { server: server.to_owned(), name: name.to_owned() },
        effects: Effects { write: name != "read", destructive: dice.chance(50), idempotent: dice.chance(50), open_world: dice.chance(50) },
        arguments: Some(arguments(dice)),
    }
}

fn arguments(dice: &mut Dice) -> ArgumentSchema {
    let mut members = vec![("a".to_owned(), shape(dice, 1)), ("b".to_owned(), shape(dice, 1)), ("list".to_owned(), list_shape(dice))];
    members.truncate(1 + dice.below(3));
    let required = if dice.chance(20) { vec!["a".to_owned()] } else { Vec::new() };
    ArgumentSchema { types: JsonTypes(JsonTypes::OBJECT), members, required, closed: dice.chance(35), ..ArgumentSchema::default() }
}

fn list_shape(dice: &mut Dice) -> ArgumentSchema {
    ArgumentSchema {
        types: JsonTypes(JsonTypes::LIST),
        element: dice.chance(50).then(|| Box::new(shape(dice, 1))),
        ..ArgumentSchema::default()
    }
}

fn shape(dice: &mut Dice, depth: usize) -> ArgumentSchema {
    let types = dice.pick(&[
        0,
        0,
        0,
        JsonTypes::TEXT,
        JsonTypes::TEXT | JsonTypes::NUMBER,
        JsonTypes::INTEGER | JsonTypes::NULL,
        JsonTypes::OBJECT | JsonTypes::TEXT,
    ]);
    let members = if depth > 0 && dice.chance(30) { vec![("b".to_owned(), shape(dice, depth - 1))] } else { Vec::new() };
    let values = if dice.chance(15) { vec!["x".to_owned(), "y".to_owned()] } else { Vec::new() };
    ArgumentSchema { types: JsonTypes(types), values, closed: !members.is_empty() && dice.chance(30), members, ..ArgumentSchema::default() }
}
