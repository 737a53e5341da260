//! Clauses out of order: read with their evident meaning, moved by the fix, never guessed.

use straza_language::codes::syntax as codes;
use straza_language::parse::parse_item;
use straza_language::tree::{ItemTree, RuleTree};

use crate::read::{file, findings, mended};

fn read(text: &str) -> (RuleTree, bool) {
    let item = parse_item(text).item;
    let ItemTree::Rule(rule) = item.kind else { panic!("{item:?}") };
    (rule, item.complete)
}

const SHUFFLED: &str = r#"rule a {
    expires 2027-01-31      // soon
    on x.y
    unless args.b
    when args.a
    deny because "x" when args.c
    shadow
    starts 2026-01-01
}
"#;

#[test]
fn a_clause_out_of_order_is_read_and_moved() {
    let (rule, complete) = read(SHUFFLED);
    assert!(complete && rule.when.is_some() && rule.unless.is_some() && rule.expires.is_some() && rule.starts.is_some());
    assert!(rule.outcomes[0].when.is_some() && rule.outcomes[0].because.is_some());
    assert!(file(SHUFFLED).diagnostics.iter().all(|found| found.code == codes::CLAUSE_ORDER));
    let expected = r#"rule a {
    // soon
    on x.y
    when args.a
    unless args.b
    deny when args.c because "x"
    starts 2026-01-01
    expires 2027-01-31
    shadow
}
"#;
    assert_eq!(mended(SHUFFLED), expected);
    assert_eq!(findings(expected), "");
}

#[test]
fn moving_keeps_the_meaning_on_one_line() {
    let text = "rule a { deny on x.y }";
    assert_eq!(mended(text), "rule a { on x.y deny }");
}

#[test]
fn a_guard_behind_an_outcome_is_that_outcomes() {
    let (rule, _) = read("rule a {\n    on x.y\n    deny\n    when args.a\n    require confirm\n}");
    assert!(rule.when.is_none() && rule.outcomes[0].when.is_some() && rule.outcomes[1].when.is_none());
}

#[test]
fn a_guard_that_could_be_any_outcomes_is_left_out_and_not_guessed() {
    let text = "rule a {\n    on x.y\n    deny\n    require confirm\n    expires 2027-01-31\n    when args.a\n}";
    let (rule, complete) = read(text);
    assert!(!complete && rule.when.is_none() && rule.outcomes.iter().all(|outcome| outcome.when.is_none()));
    assert_eq!(
        findings(text),
        "6:5 [when] S0042 it is not clear which outcome this `when` belongs to; help: put it directly behind the outcome it guards, \
         or before the first outcome to guard the whole item"
    );
    assert_eq!(mended(text), text);
}

#[test]
fn a_reason_before_the_only_outcome_is_that_outcomes() {
    let text = "rule a {\n    on x.y\n    because \"no\"\n    deny\n}";
    assert_eq!(read(text).0.outcomes[0].because.as_ref().unwrap().value, "no");
    assert_eq!(mended(text), "rule a {\n    on x.y\n    deny because \"no\"\n}");
}

#[test]
fn nothing_is_moved_while_a_clause_cannot_be_read() {
    let text = "rule a {\n    deny\n    on x.y\n    when args.a == == 1\n}";
    assert_eq!(mended(text), text);
}

#[test]
fn a_clause_stands_once() {
    let text = "rule a {\n    on x.y\n    on x.z\n    deny when args.a when args.b\n}";
    assert_eq!(
        findings(text),
        "3:5 [on] S0041 `on` stands twice; help: list everything in one clause, separated by commas\n\
         4:22 [when] S0041 `when` stands twice; help: join the conditions: `… and …` or `… or …`"
    );
}

/// Every order of the clauses of a rule with one outcome is read alike, and mended to one text.
#[test]
fn all_orders_of_the_clauses_mean_the_same() {
    let clauses = ["on x.y", "when args.a", "unless args.b", "deny", "expires 2027-01-31", "final"];
    let canonical = "rule a {\n    on x.y\n    when args.a\n    unless args.b\n    deny\n    expires 2027-01-31\n    final\n}";
    for order in orders(&clauses) {
        // A guard behind the outcome is the outcome's: another meaning, in its order already.
        let place = |clause: &str| order.iter().position(|other| *other == clause).unwrap();
        if place("when args.a") > place("deny") || place("unless args.b") > place("deny") {
            continue;
        }
        let text = format!("rule a {{\n    {}\n}}", order.join("\n    "));
        assert_eq!(mended(&text), canonical, "from {text}");
        assert!(read(&text).1, "{text}");
    }
}

fn orders<'c>(clauses: &[&'c str]) -> Vec<Vec<&'c str>> {
    let Some((first, rest)) = clauses.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for order in orders(rest) {
        for at in 0..=order.len() {
            let mut longer = order.clone();
            longer.insert(at, *first);
            all.push(longer);
        }
    }
    all
}
