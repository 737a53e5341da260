//! The table of an expression against the `regex` crate: the same texts match, and nothing grows without bound.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use proptest::prelude::*;
use straza_compiler::expression::{AUTOMATON_BYTES, EXPRESSION_BYTES, ExpressionError, compile_expression, plain_spelling};
use straza_runtime::automaton::Automaton;

fn matches(expression: &str, text: &str) -> bool {
    let bytes = compile_expression(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    Automaton::check(&bytes).unwrap().matches(text.as_bytes()).unwrap()
}

/// The whole text, by the `regex` crate's own Unicode-aware engine over the spelled-out expression.
fn library_matches(expression: &str, text: &str) -> bool {
    regex::Regex::new(&format!(r"\A(?:{})\z", plain_spelling(expression).unwrap())).unwrap().is_match(text)
}

/// The whole text, by the same crate with Unicode off and the expression as written: for ASCII texts a second opinion that knows nothing of
/// the spelling out.
fn byte_matches(expression: &str, text: &str) -> bool {
    let built =
        regex::bytes::RegexBuilder::new(&format!(r"\A(?:{expression})\z")).unicode(false).dot_matches_new_line(true).build().unwrap();
    built.is_match(text.as_bytes())
}

fn expressions(leaves: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::sample::select(leaves).prop_map(str::to_owned).prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("(?:{left}|{right})")),
            (inner.clone(), proptest::sample::select(&["*", "+", "?", "{2}", "{1,3}", "*?"][..]))
                .prop_map(|(part, times)| format!("(?:{part}){times}")),
            inner.clone().prop_map(|part| format!("({part})")),
            inner.prop_map(|part| format!("(?i:{part})")),
        ]
    })
}

const ASCII_LEAVES: &[&str] = &[
    "a", "b", "ab", "x", "-", "[ab]", "[^a]", ".", r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"\b", r"\B", r"[\w-]", r"[^\d]", "^", "$",
    r"\A", r"\z", "(?s:.)", "",
];
const LEAVES: &[&str] = &[
    "a",
    "é",
    "ß",
    "[ab]",
    "[^a]",
    "[à-ü]",
    ".",
    r"\w",
    r"\W",
    r"\d",
    r"\s",
    r"[\s\w]",
    r"(?u:\w)",
    r"(?u:\d+)",
    r"\pL",
    r"(?-u:\w)",
    "(?s:.)",
    "^",
    "$",
    "(?m:^)",
    "(?m:$)",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn the_table_and_the_library_agree(expression in expressions(LEAVES), texts in prop::collection::vec("[abxX éßſK٣1_\n-]{0,8}", 8)) {
        let Ok(bytes) = compile_expression(&expression) else { return Ok(()) };
        let automaton = Automaton::check(&bytes).unwrap();
        for text in texts {
            prop_assert_eq!(automaton.matches(text.as_bytes()), Some(library_matches(&expression, &text)), "{} on {:?}", expression, text);
        }
    }

    #[test]
    fn on_ascii_texts_the_table_agrees_with_an_engine_that_knows_no_unicode(expression in expressions(ASCII_LEAVES), texts in prop::collection::vec("[abxX 1_\n-]{0,8}", 8)) {
        let Ok(bytes) = compile_expression(&expression) else { return Ok(()) };
        let automaton = Automaton::check(&bytes).unwrap();
        for text in texts {
            prop_assert_eq!(automaton.matches(text.as_bytes()), Some(byte_matches(&expression, &text)), "{} on {:?}", expression, text);
        }
    }

    #[test]
    fn no_text_makes_the_compiler_panic(expression in r"[a-z0-9\\()\[\]{}|*+?.^$:,<>=!&~#é -]{0,40}") {
        let _ = compile_expression(&expression);
    }
}

#[test]
fn a_match_covers_the_whole_text() {
    assert!(matches("ab+", "abbb"));
    assert!(!matches("ab+", "xabbb"));
    assert!(!matches("ab+", "abbbx"));
    assert!(!matches("a|ab", "abc"));
    assert!(matches("a|ab", "ab"));
    assert!(matches("", ""));
    assert!(!matches("", "x"));
    assert!(!matches("a$", "a\n"));
}

#[test]
fn classes_are_ascii_unless_unicode_is_asked_for() {
    assert!(!matches(r"\w+", "é"));
    assert!(matches(r"(?u)\w+", "é"));
    assert!(!matches(r"\d", "٣"));
    assert!(matches(r"(?u:\d)\w", "٣a"));
    assert!(!matches(r"(?u:\d)\d", "٣٣"));
    assert!(matches(r"[\w-]+", "a-b_1"));
    assert!(!matches(r"[\w-]+", "é"));
}

#[test]
fn a_dot_and_a_negated_class_are_one_code_point() {
    assert!(matches("caf.", "café"));
    assert!(matches("[^a]", "é"));
    assert!(!matches("..", "é"));
    assert!(matches(r"\W", "é"));
    assert!(matches(".", "\n"), "a line end is a character");
    assert!(!matches("(?-s:.)", "\n"));
}

#[test]
fn the_spelled_out_expression_changes_only_what_means_ascii() {
    let spelled = |expression| plain_spelling(expression).unwrap().strip_prefix("(?s)").unwrap().to_owned();
    assert_eq!(spelled(r"(\d+)-[\w.]\b"), r"([[:digit:]]+)-[[[:word:]].](?-u:\b)");
    assert_eq!(spelled(r"(?u)\w|(?-u)\w"), r"(?u)\w|(?-u)[[:word:]]");
    assert_eq!(spelled(r"(?u:\w)\S"), r"(?u:\w)[[:^space:]]");
    assert_eq!(spelled(r"é\\w"), r"é\\w");
}

#[test]
fn what_is_no_expression_says_where() {
    let Err(ExpressionError::Syntax { message, at }) = compile_expression("ab(c") else { panic!() };
    assert_eq!((message.as_str(), at), ("unclosed group", (2, 3)));
    assert!(matches!(compile_expression(r"(?=a)"), Err(ExpressionError::Syntax { .. })));
    assert!(matches!(compile_expression(r"(a)\1"), Err(ExpressionError::Syntax { .. })));
    assert!(matches!(compile_expression(r"(?-u:\xff)"), Err(ExpressionError::Syntax { .. })));
}

#[test]
fn expressions_that_would_grow_are_refused_quickly() {
    for greedy in ["(a|b)*a(a|b){18}", r"(?u)\w{1,200}", "(?:a{1000}){1000}", "[^x]{30000}", r"(?u)^.*lit\s+\w+.*$|\pL{90}"] {
        assert_eq!(compile_expression(greedy), Err(ExpressionError::TooLarge), "{greedy}");
    }
    assert_eq!(compile_expression(r"(?u)\bword\b"), Err(ExpressionError::UnicodeWordBoundary));
    assert_eq!(compile_expression(&"a".repeat(EXPRESSION_BYTES + 1)), Err(ExpressionError::TooLong { bytes: EXPRESSION_BYTES + 1 }));
    assert!(matches!(compile_expression(&"(".repeat(2_000)), Err(ExpressionError::Syntax { .. })));
}

#[test]
fn ordinary_expressions_stay_small() {
    for (expression, most) in [
        (r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", 16 * 1024),
        (r"(?:feat|fix|docs)(?:\([a-z-]+\))?: .{1,72}", 80 * 1024),
        (r"[^@\s]+@example\.(?:com|org)", 8 * 1024),
        (r"v?\d+(?:\.\d+){0,3}", 4 * 1024),
    ] {
        let bytes = compile_expression(expression).unwrap().len();
        assert!(bytes <= most && bytes <= AUTOMATON_BYTES, "{expression}: {bytes}");
    }
}
