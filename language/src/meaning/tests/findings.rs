//! The examples of this half's codes: each has its finding, the mended text has none, and every finding says what to do.

use super::with_head;
use crate::codes::examples::{EXAMPLES, Example};
use crate::codes::meaning as code;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::meaning::{Behind, lint_program};
use crate::span::Span;
use crate::testing::Repository;

/// Everything that is found in a repository, lints of the whole program included.
fn found(files: &[(String, String)]) -> Vec<Diagnostic> {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (policies, listings): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| path.ends_with(".straza"));
    let repository = Repository::new(&policies, &listings);
    let program = repository.program();
    let lints = lint_program(&program.sets, &program.items, &repository.behind());
    repository.diagnostics().into_iter().chain(lints.iter().map(|lint| lint.diagnostic(Span::default()))).collect()
}

fn examples() -> impl Iterator<Item = &'static Example> {
    EXAMPLES.iter().filter(|example| example.code.0 >= 100)
}

fn said(found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|found| format!("{} {}", found.code, found.message)).collect()
}

#[test]
fn each_code_is_reported_for_its_text_and_not_for_the_mended_one() {
    let mut failures = Vec::new();
    for example in examples() {
        let (wrong, right) = (found(&example.wrong_files()), found(&example.right_files()));
        if wrong.iter().all(|found| found.code != example.code) {
            failures.push(format!("{} is not reported for\n{}\nbut {:#?}", example.code, example.wrong, said(&wrong)));
        }
        let left: Vec<_> = right.into_iter().filter(|found| found.code == example.code || found.severity == Severity::Error).collect();
        if !left.is_empty() {
            failures.push(format!("{}: the mended text has {:#?}\n{}", example.code, said(&left), example.right));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n---\n"));
}

#[test]
fn every_finding_says_what_to_do() {
    let mut helpless: Vec<String> = EXAMPLES
        .iter()
        .flat_map(|example| [found(&example.wrong_files()), found(&example.right_files())])
        .flatten()
        .filter(|found| found.help.is_none() && found.fixes.is_empty())
        .map(|found| format!("{} {}", found.code, found.message))
        .collect();
    helpless.sort();
    helpless.dedup();
    assert_eq!(helpless, Vec::<String>::new());
}

/// Whether a condition on an item of `payments.create`, whose `iban` is marked, has a constant over the limit.
fn is_too_long(condition: &str) -> bool {
    let text = with_head(&format!("rule tested {{\n on payments.create\n deny when {condition}\n}}"));
    let found = Repository::one(&text).errors();
    assert!(found.iter().all(|found| found.starts_with("S0222")), "{found:?}");
    !found.is_empty()
}

const TEXT_OPERATORS: [&str; 5] = ["like", "matches", "contains", "starts with", "ends with"];

#[test]
fn a_constant_right_of_a_text_operator_is_at_most_4096_bytes_long() {
    for word in TEXT_OPERATORS {
        let too_long = |length: usize| is_too_long(&format!("args.invoice {word} \"{}\"", "x".repeat(length)));
        assert_eq!((too_long(4096), too_long(4097)), (false, true), "{word}");
    }
}

#[test]
fn of_a_marked_value_the_folded_constant_counts_too() {
    // Two bytes, three in lower case.
    let text = |count: usize| "\u{23a}".repeat(count);
    for word in TEXT_OPERATORS {
        let too_long = |place: &str, count: usize| is_too_long(&format!("{place} {word} \"{}\"", text(count)));
        let grows = word != "matches";
        assert_eq!((too_long("args.iban", 1365), too_long("args.iban", 1366)), (false, grows), "{word}");
        assert!(!too_long("args.invoice", 1366), "{word}");
    }
}

#[test]
fn a_constant_that_composing_makes_longer_than_the_limit_is_refused() {
    // Three bytes, six when composed.
    let too_long = |count: usize| is_too_long(&format!("args.invoice contains \"{}\"", "\u{958}".repeat(count)));
    assert_eq!((too_long(682), too_long(683)), (false, true));
}

#[test]
fn steps_under_a_denying_default_are_linted_and_others_are_not() {
    let finding = |text: &str| {
        let program = Repository::one(&with_head(text)).program();
        lint_program(&program.sets, &program.items, &Behind::new()).len()
    };
    let required = "rule r {\n on payments.refund\n require confirm\n}";
    assert_eq!(finding(required), 1);
    assert_eq!(finding(&format!("defaults {{\n * deny\n}}\n\n{required}")), 1);
    assert_eq!(finding(&format!("defaults {{\n granted allow\n * deny\n}}\n\n{required}")), 0);
    assert_eq!(finding(&format!("rule s {{\n on payments.*\n allow\n}}\n\n{required}")), 0);
    assert_eq!(finding("rule r {\n on payments.refund\n allow after confirm\n}"), 0);
}

#[test]
fn a_kill_makes_no_pair_impossible_because_it_is_taken_out_again() {
    let finding = |text: &str| {
        let pair = "duty d {\n pair payments.refund, payments.void\n same args.amount\n per person, 1d\n deny\n}";
        let allow = "rule r {\n on payments.*\n allow\n}";
        let program = Repository::one(&with_head(&format!("{allow}\n\n{pair}\n\n{text}"))).program();
        lint_program(&program.sets, &program.items, &Behind::new())
            .into_iter()
            .filter(|found| found.diagnostic(Span::default()).code == code::PAIR_NEVER)
            .count()
    };
    assert_eq!(finding("rule stop {\n on payments.refund\n deny\n}"), 1);
    assert_eq!(finding("kill stop {\n on payments.refund\n because \"Stopped.\"\n}"), 0);
}

#[test]
fn a_test_that_expands_beyond_the_limit_is_refused_and_not_expanded() {
    let rows = "{ a: 1 }, ".repeat(200);
    let calls = "call payments.refund { amount: $a } => allow\n".repeat(51);
    let repository = Repository::one(&with_head(&format!("test \"t\" {{\neach [ {rows} ] {{\n{calls}}}\n}}")));
    assert!(repository.findings().iter().any(|found| found.starts_with("S0707")), "{:?}", repository.findings());
    let calls: usize = repository.typed(0).iter().flat_map(|typed| &typed.tests).map(|test| test.calls.len()).sum();
    assert_eq!(calls, 10_000);
}

/// Findings of a rule with these clauses that have this code, each with its help.
fn of(code: Code, clauses: &str) -> Vec<String> {
    let repository = Repository::one(&super::rule(clauses));
    let found = repository.diagnostics().into_iter().filter(|found| found.code == code);
    found.map(|found| format!("{}; {}", found.message, found.help.unwrap_or_default())).collect()
}

#[test]
fn nothing_seen_makes_no_permission_and_no_negation_true() {
    let refused = [
        "allow when not any seen paths under \"/etc\"",
        "allow unless any seen paths under \"/etc\"",
        "unless any seen p in paths ( p under \"/etc\" )\n deny when args.amount > 1\n allow",
        "deny when not (args.amount > 1 or any seen paths under \"/etc\")",
        "allow after confirm unless args.amount > 1 or any seen reads under \"/etc\"",
        "deny unless not not any seen paths under \"/etc\"",
    ];
    for clauses in refused {
        let found = of(code::SEEN_NEGATED, clauses);
        assert_eq!(found.len(), 1, "{clauses}: {found:?}");
        assert!(found[0].ends_with("use `any`, which is unknown where the list may be incomplete"));
    }
    let read = [
        "deny when any seen paths under \"/etc\"",
        "allow when any seen paths not under \"/etc\"",
        "deny unless any seen paths under \"/etc\"",
        "allow unless not any seen paths under \"/etc\"",
        "allow when every paths not under \"/etc\"",
        "allow when not any paths under \"/etc\"",
    ];
    for clauses in read {
        assert_eq!(of(code::SEEN_NEGATED, clauses), Vec::<String>::new(), "{clauses}");
    }
    let set = Repository::one("policy p {\n over x.*\n for not any seen paths under \"/etc\"\n}\n").errors();
    assert_eq!(set.len(), 1, "{set:?}");
}

#[test]
fn a_guard_that_its_constants_decide_is_named() {
    let never = ["deny when false", "deny when args.amount > 1 and not true", "deny unless args.amount > 1 or true", "when false\n deny"];
    for clauses in never {
        let found = of(code::CONSTANT_CONDITION, clauses);
        assert!(found.len() == 1 && found[0].contains("never applies"), "{clauses}: {found:?}");
    }
    for clauses in ["allow when true", "deny unless false and args.amount > 1", "deny when true or args.amount > 1"] {
        let found = of(code::CONSTANT_CONDITION, clauses);
        assert!(found.len() == 1 && found[0].contains("it guards nothing"), "{clauses}: {found:?}");
    }
    for clauses in ["deny when args.amount > 1 and true", "deny when args.amount > 1 or false", "deny when args.fast? == true"] {
        assert_eq!(of(code::CONSTANT_CONDITION, clauses), Vec::<String>::new(), "{clauses}");
    }
    let set = Repository::one("policy p {\n over x.*\n for false\n}\n").findings();
    assert_eq!(set, ["S0224w this `for` is false for every call, so what it guards never applies"]);
}
