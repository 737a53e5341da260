//! The bounds of a decision, where the three engines must agree as well: how many steps of people it carries.

use straza_language::core::{
    Condition, CoreItem, Effect, FunctionPattern, FunctionSelector, Glob, ItemId, ItemKind, PolicySet, Pool, Program, Restriction, Step,
    Target, Terms,
};
use straza_language::tests::Json;
use straza_runtime::decide::Scratch;
use straza_runtime::refusal::Cause;
use straza_testkit::agreement::{decided, explained, interpreted};
use straza_testkit::interpreter::{Interpreter, Reported, Verdict};

use super::engines::{compiled, read};

/// A program whose items ask as many pools, each in a set and on a pattern of its own half of the time.
fn asking(pools: u32) -> Program {
    let on = |n: u32| {
        let name = if n.is_multiple_of(2) { "*" } else { "read" };
        let pattern = FunctionPattern { server: Glob("crm".to_owned()), name: Glob(name.to_owned()) };
        vec![Target { pattern, effects: FunctionSelector::default(), having: Vec::new(), lacking: Vec::new(), event: None }]
    };
    let item = |n: u32, effect: Effect| CoreItem {
        id: ItemId { set: "s".to_owned(), name: format!("i{n}") },
        kind: ItemKind::Rule,
        order: n,
        part: 0,
        on: on(n),
        condition: Condition::True,
        command: None,
        effect,
        shadow: false,
        is_final: false,
        starts: None,
        expires: None,
        because: None,
    };
    let step = |n: u32| Step::Approve { pool: Pool { deciders: vec![format!("role-{n:02}")], count: 1 }, terms: Terms::PLAIN };
    let asks = (1..=pools).map(|n| item(n, Effect::Restrict(Restriction::Steps(vec![step(n)]))));
    let items = std::iter::once(item(0, Effect::Permit)).chain(asks).collect();
    let commands = Default::default();
    let set = PolicySet { name: "s".to_owned(), priority: 0, over: Vec::new(), applies: Condition::True, defaults: Vec::new(), commands };
    Program { sets: vec![set], items, catalogs: Vec::new() }
}

fn call() -> Json {
    let text = |text: &str| Json::Text(text.to_owned());
    let object = |members: &[(&str, Json)]| Json::Object(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect());
    object(&[
        ("straza-call", Json::Number("1".to_owned())),
        ("event", text("tool.pre")),
        ("function", object(&[("server", text("crm")), ("name", text("read"))])),
        ("principal", object(&[("type", text("human")), ("agency", text("interactive"))])),
    ])
}

#[test]
fn sixteen_people_steps_are_carried_and_seventeen_are_refused() {
    let answer = |pools: u32| {
        let program = asking(pools);
        let engines = compiled(&program);
        let answer = interpreted(&Interpreter::new(&program), &read(&call()));
        for core in [&engines.core, &*engines.snapshot] {
            assert_eq!(decided(core, &read(&call()), &mut Scratch::new(core)), answer.outcome);
            assert_eq!(explained(core, &read(&call())), answer);
        }
        answer.outcome
    };
    assert_eq!(answer(16).verdict.steps().len(), 16);
    let refused = answer(17);
    assert_eq!((refused.verdict, refused.reported), (Verdict::Deny, Reported::Border(Cause::Limit)));
}
