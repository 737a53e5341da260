//! A program to a signed snapshot: what the id depends on and what it does not, and what is refused.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_compiler::compile::{CompileOptions, Compiled, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::{SignError, resign, trust_in, trusted_key};
use straza_compiler::workspace::Workspace;
use straza_language::core::{Atom, Attribute, Condition, Program, Reading, Root};
use straza_runtime::open_error::OpenError;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_runtime::trust::{Trust, TrustKind};

const POLICY: &str = r##"policy desk {
    over  desk.*
}

role lead

defaults {
    *  deny  because "Nothing else is open."
}

rule read {
    on     desk.read
    allow  when args.name matches r"[a-z]+-\d+"
}

rule write {
    on       desk.write
    when     args.count? > 3
    require  approve by lead  because "More than three."
}

rule office {
    on     desk.write
    allow  when now within mon-fri 07:00..19:00 in "Europe/Zurich"
}
"##;

fn program(text: &str) -> Program {
    let mut workspace = Workspace::new();
    workspace.set_file("desk.straza", text.to_owned());
    let checked = workspace.check();
    checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

fn key(seed: u8, kind: KeyKind) -> SigningKey {
    SigningKey::from_secret(&[seed; 32], kind)
}

fn compiled(text: &str, serial: u64) -> Compiled {
    compile(&program(text), &CompileOptions { serial, budget: None }, &key(1, KeyKind::Development)).unwrap()
}

#[test]
fn compiling_twice_gives_equal_bytes() {
    assert_eq!(compiled(POLICY, 7).bytes, compiled(POLICY, 7).bytes);
}

#[test]
fn what_is_compiled_opens_and_says_what_it_is() {
    let compiled = compiled(POLICY, 1_700_000_000);
    let trust = trust_in(&key(1, KeyKind::Development)).unwrap();
    let snapshot =
        Snapshot::open(&compiled.bytes, &trust, &Expectation { id: Some(compiled.id), min_serial: Some(1_700_000_000) }).unwrap();
    assert_eq!((snapshot.id(), snapshot.policy_digest(), snapshot.serial()), (compiled.id, compiled.policy_digest, compiled.serial));
}

#[test]
fn layout_comments_line_ends_and_documentation_change_neither_digest_nor_id() {
    let expected = compiled(POLICY, 7);
    let others = [
        POLICY.replace('\n', "\r\n"),
        POLICY.replace("{\n", "{ // a remark\n\n"),
        POLICY.replace("rule read", "/// Reads.\nrule read"),
        format!("//! The desk.\n\n{POLICY}\n// the end"),
    ];
    for text in others {
        let other = compiled(&text, 7);
        assert_eq!((other.policy_digest, other.id), (expected.policy_digest, expected.id), "{text}");
        assert_eq!(other.bytes, expected.bytes);
    }
}

#[test]
fn a_changed_bound_changes_digest_and_id() {
    let (one, other) = (compiled(POLICY, 7), compiled(&POLICY.replace("> 3", "> 4"), 7));
    assert_ne!(one.policy_digest, other.policy_digest);
    assert_ne!(one.id, other.id);
}

#[test]
fn serial_and_key_stand_outside_the_id() {
    let one = compiled(POLICY, 7);
    let later = compile(&program(POLICY), &CompileOptions { serial: 8, budget: None }, &key(2, KeyKind::Release)).unwrap();
    assert_eq!(one.id, later.id);
    assert_ne!(one.bytes, later.bytes);
}

#[test]
fn signing_again_keeps_the_id_and_needs_the_first_signature() {
    let (first, second) = (key(1, KeyKind::Development), key(2, KeyKind::Release));
    let compiled = compiled(POLICY, 7);
    let signed = resign(&compiled.bytes, &trust_in(&first).unwrap(), &second, 9).unwrap();
    assert_eq!((signed.snapshot.id(), signed.snapshot.serial()), (compiled.id, 9));
    assert!(Snapshot::open(&signed.bytes, &trust_in(&second).unwrap(), &Expectation::default()).is_ok());
    let refused = resign(&compiled.bytes, &trust_in(&second).unwrap(), &second, 9).map(drop);
    assert_eq!(refused, Err(SignError::Original(OpenError::UnknownKey)));
}

#[test]
fn a_development_key_counts_on_no_managed_machine() {
    let development = key(1, KeyKind::Development);
    let managed = Trust::new(TrustKind::Managed, &[trusted_key(&development)]).unwrap();
    let refused = Snapshot::open(&compiled(POLICY, 7).bytes, &managed, &Expectation::default()).map(drop);
    assert_eq!(refused, Err(OpenError::DevelopmentKey));
}

#[test]
fn a_decision_over_the_budget_is_a_problem() {
    let problems = compile(&program(POLICY), &CompileOptions { serial: 7, budget: Some(1) }, &key(1, KeyKind::Development)).unwrap_err();
    assert_eq!(problems.iter().map(|problem| problem.code.to_string()).collect::<Vec<_>>(), ["S0520"]);
}

#[test]
fn an_expression_that_only_the_program_has_is_found_at_its_item() {
    let mut workspace = Workspace::new();
    workspace.set_file("desk.straza", POLICY.to_owned());
    let mut program = workspace.program().unwrap();
    let text = Attribute { root: Root::Args, path: vec!["name".to_owned()], reading: Reading::Plain, otherwise: None };
    let item = program.items.iter_mut().find(|item| item.id.name == "write").unwrap();
    item.condition = Condition::atom(Atom::Matches { text, regex: "(a|b)*a(a|b){18}".to_owned() });
    let problems = compile(&program, &CompileOptions { serial: 7, budget: None }, &key(1, KeyKind::Development)).unwrap_err();
    let found = problems[0].diagnostic(&workspace.source_map()).unwrap();
    let place = workspace.location(&found).unwrap();
    assert_eq!(
        (found.path.as_str(), place.line, place.column, found.diagnostic.code.to_string().as_str()),
        ("desk.straza", 16, 6, "S0504")
    );
}

fn problems_of(rules: impl Iterator<Item = String>) -> Vec<String> {
    let header = "policy desk {\n    over desk.*\n}\n\nrole ".to_owned();
    let roles: Vec<String> = (0..70).map(|n| format!("role-{n}")).collect();
    let text = header + &roles.join(", ") + "\n\n" + &rules.collect::<String>();
    let result = compile(&program(&text), &CompileOptions { serial: 7, budget: None }, &key(1, KeyKind::Development));
    result.err().into_iter().flatten().map(|problem| problem.code.to_string()).collect()
}

#[test]
fn more_different_steps_on_one_list_of_functions_than_can_be_told_apart_are_a_problem() {
    let rules = |count: usize| (0..count).map(|n| format!("rule r{n} {{\n    on desk.pay\n    require approve by role-{n}\n}}\n\n"));
    assert_eq!(problems_of(rules(63)), Vec::<String>::new());
    assert_eq!(problems_of(rules(64)), ["S0510"]);
}

#[test]
fn more_lists_on_one_function_than_are_looked_through_are_a_problem() {
    let rules = |count: usize| (0..count).map(|n| format!("rule r{n} {{\n    on desk.pay, desk.other-{n}\n    deny\n}}\n\n"));
    assert_eq!(problems_of(rules(64)), Vec::<String>::new());
    assert_eq!(problems_of(rules(65)), ["S0511"]);
}

#[test]
fn an_empty_program_compiles() {
    assert!(compile(&Program::default(), &CompileOptions { serial: 0, budget: None }, &key(1, KeyKind::Development)).is_ok());
}
