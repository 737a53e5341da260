//! The examples of this half's codes: each has its finding, the mended text has none, and every finding says what to do.

use super::with_head;
use crate::codes::examples::{EXAMPLES, Example};
use crate::diagnostic::{Diagnostic, Severity};
use crate::meaning::lint_program;
use crate::span::Span;
use crate::testing::Repository;

/// Everything that is found in a repository, lints of the whole program included.
fn found(files: &[(String, String)]) -> Vec<Diagnostic> {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (policies, listings): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| path.ends_with(".straza"));
    let repository = Repository::new(&policies, &listings);
    let program = repository.program();
    let lints = lint_program(&program.sets, &program.items);
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
    let mut helpless: Vec<String> = examples()
        .flat_map(|example| found(&example.wrong_files()))
        .filter(|found| found.code.0 >= 100 && found.help.is_none() && found.fixes.is_empty())
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
        lint_program(&program.sets, &program.items).len()
    };
    let required = "rule r {\n on payments.refund\n require confirm\n}";
    assert_eq!(finding(required), 1);
    assert_eq!(finding(&format!("defaults {{\n * deny\n}}\n\n{required}")), 1);
    assert_eq!(finding(&format!("defaults {{\n granted allow\n * deny\n}}\n\n{required}")), 0);
    assert_eq!(finding(&format!("rule s {{\n on payments.*\n allow\n}}\n\n{required}")), 0);
    assert_eq!(finding("rule r {\n on payments.refund\n allow after confirm\n}"), 0);
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
