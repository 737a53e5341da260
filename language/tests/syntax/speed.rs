//! Work in proportion to the text: each bound is many times what an unoptimised build takes, and a fraction of what quadratic work would.

use std::sync::Arc;
use std::time::{Duration, Instant};

use straza_language::core::{CatalogFunction, FunctionName, FunctionPattern};
use straza_language::diagnostic::{MAX_FINDINGS, Severity};
use straza_language::meaning::type_item;
use straza_language::names::{Constant, Names, Namespace, Subject};
use straza_language::parse::parse_item;
use straza_language::split::split;
use straza_language::suggestion::nearest;

/// A repository that declares nothing.
struct Nothing;

impl Names for Nothing {
    fn role(&self, _: &str) -> Option<String> {
        None
    }

    fn constant(&self, _: &str) -> Option<Constant> {
        None
    }

    fn functions(&self, _: &FunctionPattern) -> Vec<FunctionName> {
        Vec::new()
    }

    fn function(&self, _: &FunctionName) -> Option<Arc<CatalogFunction>> {
        None
    }

    fn catalogued(&self, _: &str) -> bool {
        false
    }

    fn set(&self, _: &str) -> bool {
        false
    }

    fn item(&self, _: &str, _: &str) -> bool {
        false
    }

    fn subject(&self, _: &str, _: &str) -> Option<Subject> {
        None
    }

    fn label(&self, _: &str) -> bool {
        false
    }

    fn labels(&self) -> Vec<(String, Option<String>)> {
        Vec::new()
    }

    fn level(&self, _: &str) -> Option<u32> {
        None
    }

    fn all(&self, _: Namespace<'_>) -> Vec<String> {
        Vec::new()
    }
}

/// How many findings a rule with this condition has after reading and typing, and how long typing took.
fn typed(condition: &str) -> (usize, Duration) {
    let parsed = parse_item(&format!("rule a {{\n    on x.y\n    deny when {condition}\n}}"));
    let start = Instant::now();
    let found = type_item(&parsed.item, 0, None, &Nothing).diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
    (parsed.diagnostics.len() + found.count(), start.elapsed())
}

#[test]
fn a_condition_of_many_terms_is_typed_in_proportion() {
    for term in ["args.a", "args.a? == 1"] {
        let (found, took) = typed(&vec![term; 20_000].join(" and "));
        assert_eq!(found, 0, "{term}");
        assert!(took < Duration::from_secs(4), "{term}: {took:?}");
    }
}

#[test]
fn of_many_mistakes_a_thousand_are_listed() {
    let (found, took) = typed(&vec!["unknown"; 20_000].join(" or "));
    assert_eq!(found, MAX_FINDINGS);
    assert!(took < Duration::from_secs(8), "{took:?}");
}

#[test]
fn unknown_names_beside_thousands_of_known_ones_are_no_work() {
    let known: Vec<String> = (0..3_000).map(|number| format!("role-{number:04}")).collect();
    let start = Instant::now();
    let found = (0..1_000).filter(|number| nearest(&format!("rolle-{number:04}"), &known).is_some()).count();
    assert_eq!(found, 1_000);
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

/// How long cutting and reading takes of an item that repeats a piece up to a size.
fn read(before: &str, piece: &str, after: &str, size: usize) -> Duration {
    let text = format!("{before}{}{after}", piece.repeat(size / piece.len()));
    let start = Instant::now();
    for chunk in split(&text).chunks {
        parse_item(&text[chunk.span.start as usize..chunk.span.end as usize]);
    }
    start.elapsed()
}

/// Items that are sound, or broken where a reading could be tried again: four times the text is about four times the work.
#[test]
fn a_long_item_is_read_in_proportion() {
    let cases = [
        ("sequence a {\n", "    step a.b when args.x within job\n", "    deny\n}\n"),
        ("sequence a {\n", "    step a.b\n", "    dney when\n}\n"),
        ("label a {\n", "    clears d.e after confirm when args.x unless args.y\n", "}\n"),
        ("agent a { max depth 1", ", depth 1", "}\n"),
        ("wall a { b", " | b", " |\n"),
        ("test \"a\" {\n    job {\n", "        call a.b => allow\n        result { a: 1 }\n", "        answer\n    }\n}\n"),
        ("test \"a\" {\n", "    given job { a: 1 } job labels [a] fact b c\n", "    answer\n}\n"),
        ("stub {\n    result [1", ", { a: 1 }", "\n}\n"),
    ];
    for (before, piece, after) in cases {
        let (short, long) = (read(before, piece, after, 1 << 14), read(before, piece, after, 1 << 16));
        assert!(long < short * 10 + Duration::from_secs(2), "{before}{piece}: {short:?}, {long:?}");
    }
}
