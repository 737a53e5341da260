//! Fixes: each, applied, leaves a text without errors.

use super::rule;
use crate::testing::{Repository, fixed};

fn mended(clauses: &str, which: usize) -> String {
    let text = fixed(&rule(clauses), which);
    let errors = Repository::one(&text).errors();
    assert_eq!(errors, Vec::<String>::new(), "{text}");
    let (_, behind) = text.split_once("rule tested {\n    ").unwrap();
    behind.trim_end_matches("}\n").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_slip_in_case_is_mended_to_the_schemas_spelling() {
    assert_eq!(mended("deny when args.Amount > 1", 0), "on payments.refund deny when args.amount > 1");
}

#[test]
fn an_optional_argument_gets_its_question_mark() {
    assert_eq!(mended("deny when args.currency == EUR", 0), "on payments.refund deny when args.currency? == EUR");
}

#[test]
fn absent_under_a_negation_is_asked_for_either_way() {
    let written = "deny when args.currency? != EUR";
    assert_eq!(mended(written, 0), "on payments.refund deny when (not exists args.currency or args.currency != EUR)");
    assert_eq!(mended(written, 1), "on payments.refund deny when (exists args.currency and args.currency != EUR)");
    let written = "deny when not args.currency? == EUR";
    assert_eq!(mended(written, 0), "on payments.refund deny when not (exists args.currency and args.currency == EUR)");
    assert_eq!(mended(written, 1), "on payments.refund deny when not (not exists args.currency or args.currency == EUR)");
}

#[test]
fn functions_that_lack_an_argument_are_left_out_by_having() {
    let text = super::with_head("rule tested {\n    on payments.*\n    deny when args.iban == \"x\"\n}");
    let text = fixed(&text, 0);
    assert!(text.contains("on payments.* having args.iban\n"), "{text}");
    assert!(!Repository::one(&text).findings().iter().any(|found| found.starts_with("S02")), "{text}");
}

#[test]
fn a_word_without_a_type_is_quoted() {
    let text = super::with_head("rule tested {\n    on file.write\n    deny when args.mode == fast\n}");
    assert!(fixed(&text, 0).contains("args.mode == \"fast\""));
}

#[test]
fn a_function_in_another_case_is_mended() {
    let text = super::with_head("rule tested {\n    on payments.Refund\n    deny\n}");
    assert!(fixed(&text, 0).contains("on payments.refund\n"));
}
