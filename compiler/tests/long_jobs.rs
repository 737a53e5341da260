//! A long job under a policy that remembers: its state stays small, a full part is unknown, and what happened is never forgotten.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::limits::STATE_BYTES;
use straza_runtime::opening::Expectation;
use straza_runtime::{Call, Scratch, Snapshot, State, States, Word};

fn snapshot(items: &str) -> Snapshot {
    let mut workspace = Workspace::new();
    workspace.set_file("p.straza", format!("policy p {{\n    over  t.*\n}}\n\ndefaults {{\n    *  allow\n}}\n\n{items}"));
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
    let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

fn call(function: &str, arguments: &str) -> Call {
    let text = format!(
        r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"t","name":"{function}"}},"arguments":{arguments},"now":"2026-01-01T00:00Z"}}"#
    );
    Call::read(text.as_bytes()).unwrap()
}

fn word(snapshot: &Snapshot, call: &Call, states: &States) -> Word {
    snapshot.decide(call, states, &mut Scratch::new(snapshot)).word()
}

#[test]
fn a_job_of_many_calls_with_a_hundred_sequences_keeps_its_state_under_the_limit() {
    let sequences: String = (0..100)
        .map(|n| {
            format!(
                "sequence s{n} {{\n    step   t.f{}\n    step   t.g when args.id == step1.args.id\n    within job\n    deny\n}}\n\n",
                n % 20
            )
        })
        .collect();
    let snapshot = snapshot(&sequences);
    let mut states = States::EMPTY;
    for made in 0..6_000 {
        snapshot.dispatched(&call(&format!("f{}", made % 20), &format!(r#"{{"id":{made}}}"#)), &[], &mut states);
        if made % 500 == 0 {
            let bytes = states.job.as_ref().unwrap().encode();
            assert!(bytes.len() <= STATE_BYTES, "{} bytes after {made} calls", bytes.len());
            assert_eq!(State::decode(&bytes).ok(), states.job);
        }
    }
    assert_eq!(word(&snapshot, &call("g", r#"{"id":3}"#), &states), Word::Deny, "what does not fit is unknown, and unknown restricts");
    assert_eq!(word(&snapshot, &call("h", r#"{"id":3}"#), &states), Word::Allow);
}

#[test]
fn the_sixty_fifth_label_makes_labels_unknown_and_never_absent() {
    let labels: String = (0..65).map(|n| format!("label l{n:02} {{\n    from  t.f{n}\n}}\n\n")).collect();
    let snapshot = snapshot(&format!("{labels}rule r {{\n    on    t.send\n    deny  when job.labels has l64\n}}\n"));
    let mut states = States::EMPTY;
    let send = call("send", "{}");
    for label in 0..64 {
        snapshot.dispatched(&call(&format!("f{label}"), "{}"), &[], &mut states);
        assert_eq!(word(&snapshot, &send, &states), Word::Allow, "{label}");
    }
    snapshot.dispatched(&call("f64", "{}"), &[], &mut states);
    let explained = snapshot.explain(&send, &states);
    assert_eq!(explained.decision.word(), Word::Deny);
    assert!(explained.fired.iter().all(|fired| !fired.certain), "it may be there");
    assert_eq!(explained.unknowns, ["job.labels"]);
}

#[test]
fn a_state_that_is_not_carried_is_unknown_and_an_empty_one_is_known_to_be_empty() {
    let snapshot = snapshot("sequence s {\n    step   t.a\n    step   t.b\n    within tree\n    deny\n}\n");
    let untold = States { tree: None, ..States::EMPTY };
    assert_eq!(word(&snapshot, &call("b", "{}"), &untold), Word::Deny);
    assert_eq!(word(&snapshot, &call("b", "{}"), &States::EMPTY), Word::Allow);
    assert_eq!(snapshot.explain(&call("b", "{}"), &untold).unknowns, ["the state of the tree"]);
}

#[test]
fn replaying_the_same_calls_gives_the_same_bytes() {
    let snapshot = snapshot(
        "sequence s {\n    step   t.a\n    step   t.b when args.id == step1.args.id\n    within tree, 1h\n    deny\n}\n\nlabel pii {\n    from  t.a when args.id > 3\n}\n",
    );
    let run = || {
        let mut states = States::EMPTY;
        (0..50).for_each(|n| snapshot.dispatched(&call("a", &format!(r#"{{"id":{}}}"#, n * 7 % 5)), &[], &mut states));
        [states.job, states.tree, states.person, states.agent].map(|state| state.unwrap().encode())
    };
    assert_eq!(run(), run());
}
