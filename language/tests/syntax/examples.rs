//! The table of codes: each syntax code has an example, and the example has it.

use straza_language::codes::examples::EXAMPLES;
use straza_language::codes::syntax;

use crate::read::{file, findings};

#[test]
fn a_wrong_example_has_its_code_and_the_right_one_has_no_finding() {
    for example in EXAMPLES {
        let codes: Vec<_> = file(example.wrong).diagnostics.into_iter().map(|diagnostic| diagnostic.code).collect();
        assert!(!codes.is_empty() && codes.iter().all(|code| *code == example.code || *code == syntax::OPERATOR_WORD), "{codes:?} in {}", example.wrong);
        assert!(codes.contains(&example.code), "{codes:?} in {}", example.wrong);
        assert_eq!(findings(example.right), "", "in {}", example.right);
    }
}

#[test]
fn every_code_but_the_limits_has_an_example() {
    let limits = [syntax::FILE_TOO_LARGE, syntax::TOO_DEEP, syntax::NAME_TOO_LONG];
    for (code, title) in syntax::TABLE {
        assert!(limits.contains(code) || EXAMPLES.iter().any(|example| example.code == *code), "{code} {title}");
    }
}
