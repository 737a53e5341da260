//! Constants, operators, patterns: what each becomes in the tree.

use straza_language::core::{Comparison, Decimal};
use straza_language::tree::{ExpressionKind, ItemTree, Operator, QuantifierTree, Value, ValueKind};
use straza_language::words::{CATALOG_WORDS, EFFECT_WORDS, ITEM_WORDS, RESERVED, TEST_WORDS};

use crate::read::{condition, file, findings, rule};

fn constant(text: &str) -> Value {
    let text = format!("let x = {text}");
    assert_eq!(findings(&text), "", "in {text}");
    match file(&text).items.remove(0).kind {
        ItemTree::Let(tree) => tree.value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn constants_become_exact_values() {
    let kind = |text: &str| constant(text).kind;
    assert_eq!(kind("100.00"), ValueKind::Number(Decimal { coefficient: 1, exponent: 2 }));
    assert_eq!(kind("-0.250"), ValueKind::Number(Decimal { coefficient: -25, exponent: -2 }));
    assert_eq!(kind("0"), ValueKind::Number(Decimal { coefficient: 0, exponent: 0 }));
    assert_eq!(kind("90s"), ValueKind::Duration(90));
    assert_eq!(kind("7d"), ValueKind::Duration(604_800));
    assert_eq!(kind("2027-01-31"), ValueKind::Instant(1_801_353_600));
    assert_eq!(kind("2027-01-31T03:00Z"), ValueKind::Instant(1_801_364_400));
    assert_eq!(kind("9999-12-31"), ValueKind::Instant(253_402_214_400));
    assert_eq!(kind("9999-12-31T23:59:59Z"), ValueKind::Instant(253_402_300_799));
    assert_eq!(kind("0000-01-01"), ValueKind::Instant(-62_167_219_200));
    assert_eq!(kind("1969-12-31T23:59:59Z"), ValueKind::Instant(-1));
    assert_eq!(kind("v2.1.163"), ValueKind::Version(vec![2, 1, 163]));
    assert_eq!(kind("v2.0.0"), ValueKind::Version(vec![2]));
    assert_eq!(kind(r#""a\"b\\c\n\t\{x\}\u{e9}""#), ValueKind::Text("a\"b\\c\n\t{x}é".to_owned()));
    assert_eq!(kind(r#"r"\d+\""#), ValueKind::Text("\\d+\\".to_owned()));
    assert_eq!(kind("null"), ValueKind::Null);
    assert!(matches!(kind("[1, \"a\", [true], word,]"), ValueKind::List(list) if list.len() == 4));
}

#[test]
fn a_constant_that_does_not_exist_is_named() {
    let cases = [
        ("007", "S0030 `007` is no number"),
        ("-007.10", "S0030 `-007.10` is no number"),
        (".5", "S0030 `.5` is no number"),
        ("1e3", "S0030 `1e3` is no number"),
        ("1_000", "S0030 `1_000` is no number"),
        ("12345678901234567890123456789012345", "S0030 `12345678901234567890123456789012345` is no number"),
        ("1.2.3", "S0030 `1.2.3` is no number"),
        ("5min", "S0031 `5min` is no duration"),
        ("2w", "S0031 `2w` is no duration"),
        ("99999999999999999999d", "S0031 `99999999999999999999d` is no duration"),
        ("2027-02-30", "S0032 `2027-02-30` is no date"),
        ("2027-13-01", "S0032 `2027-13-01` is no date"),
        ("2027-01-31T24:00Z", "S0032 `2027-01-31T24:00Z` is no date"),
        ("2027-01-31T03:00", "S0032 `2027-01-31T03:00` is no date"),
        ("2027-1-3", "S0032 `2027-1-3` is no date"),
        ("v1.2.3.4.5.6.7.8.9", "S0033 `v1.2.3.4.5.6.7.8.9` is no version"),
        ("v4294967296", "S0033 `v4294967296` is no version"),
        ("v01", "S0033 `v01` is no version"),
        ("\"\\q\"", "S0013 `\\q` is no escape"),
        ("\"\\u{d800}\"", "S0013 `\\u{d800}` is no escape"),
        ("\"\\u{1234567}\"", "S0013 `\\u{1234567}` is no escape"),
    ];
    for (written, finding) in cases {
        let found = findings(&format!("let x = {written}"));
        assert!(found.contains(finding) && !found.contains('\n'), "{written}: {found}");
    }
}

#[test]
fn the_largest_numbers_are_read() {
    let digits = "1234567890123456789012345678901234";
    assert_eq!(constant(digits).kind, ValueKind::Number(Decimal { coefficient: digits.parse().unwrap(), exponent: 0 }));
    constant("v4294967295.1.2.3.4.5.6.7");
}

#[test]
fn chains_are_flat_and_brackets_nest() {
    let ExpressionKind::Or(parts) = condition("args.a and args.b and args.c or not args.d or (args.e or args.f)").kind else { panic!() };
    assert_eq!(parts.len(), 3);
    assert!(matches!(&parts[0].kind, ExpressionKind::And(all) if all.len() == 3));
    assert!(matches!(&parts[1].kind, ExpressionKind::Not(_)));
    assert!(matches!(&parts[2].kind, ExpressionKind::Or(any) if any.len() == 2));
}

#[test]
fn not_binds_less_than_a_relation_and_more_than_and() {
    let ExpressionKind::And(parts) = condition("not args.a == 1 and args.b").kind else { panic!() };
    let ExpressionKind::Not(inner) = &parts[0].kind else { panic!("{parts:?}") };
    assert!(matches!(inner.kind, ExpressionKind::Relation { .. }));
}

#[test]
fn every_operator_has_its_tree() {
    let cases = [
        ("args.a == 1", Operator::Compare(Comparison::Equal), false),
        ("args.a != 1", Operator::Compare(Comparison::Equal), true),
        ("args.a < 1", Operator::Compare(Comparison::Less), false),
        ("args.a <= 1", Operator::Compare(Comparison::LessOrEqual), false),
        ("args.a>-1", Operator::Compare(Comparison::Greater), false),
        ("args.a >= 1", Operator::Compare(Comparison::GreaterOrEqual), false),
        ("args.a in [1]", Operator::In, false),
        ("args.a not in [1]", Operator::In, true),
        ("args.a has x", Operator::Has, false),
        ("args.a not like \"x*\"", Operator::Like, true),
        ("args.a matches r\"x\"", Operator::Matches, false),
        ("args.a contains \"x\"", Operator::Contains, false),
        ("args.a starts with \"x\"", Operator::StartsWith, false),
        ("args.a not ends with \"x\"", Operator::EndsWith, true),
        ("args.a not under \"/x\"", Operator::Under, true),
        ("now not within mon,wed,fri-sat 07:00..24:00 in \"+02:00\"", Operator::Within, true),
    ];
    for (text, operator, negated) in cases {
        let ExpressionKind::Relation { relation, .. } = condition(text).kind else { panic!("{text}") };
        assert_eq!((relation.operator, relation.negated), (operator, negated), "{text}");
    }
}

#[test]
fn a_window_has_days_minutes_and_a_zone() {
    let ExpressionKind::Relation { right, .. } = condition("now within mon,wed, fri-sun 07:30..24:00 in \"Europe/Zurich\"").kind else {
        panic!()
    };
    let ValueKind::Window(window) = right.kind else { panic!("{right:?}") };
    assert_eq!((window.days, window.from, window.to, window.zone.as_str()), (0b111_0101, 450, 1440, "Europe/Zurich"));
}

#[test]
fn quantifiers_take_a_relation_or_a_body() {
    let quantified = |text: &str| match condition(text).kind {
        ExpressionKind::QuantifiedRelation { quantifier, list, .. } => (quantifier, list.head.value, false),
        ExpressionKind::QuantifiedBody { quantifier, list, .. } => (quantifier, list.head.value, true),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(quantified("any paths under \"/etc\""), (QuantifierTree::Any, "paths".to_owned(), false));
    assert_eq!(quantified("every writes in args.allowed"), (QuantifierTree::Every, "writes".to_owned(), false));
    assert_eq!(quantified("any seen reads like \"/x/*\""), (QuantifierTree::AnySeen, "reads".to_owned(), false));
    assert_eq!(quantified("any seen in args.list ( seen.a and seen == 1 )"), (QuantifierTree::Any, "args".to_owned(), true));
    assert_eq!(quantified("every f in args.files ( f.size > 10 )"), (QuantifierTree::Every, "args".to_owned(), true));
}

#[test]
fn paths_keep_quoted_segments_and_suffixes() {
    let ExpressionKind::Relation { left, .. } = condition("args.a.\"b c\"[\"-i\"].$ref.d_e? else 0 == 1").kind else { panic!() };
    let ValueKind::Path(path) = left.kind else { panic!("{left:?}") };
    assert_eq!(path.segments.iter().map(|segment| segment.value.as_str()).collect::<Vec<_>>(), ["a", "b c", "-i", "$ref", "d_e"]);
    assert!(path.optional.is_some() && path.otherwise.is_some());
}

#[test]
fn a_word_alone_is_a_word_and_a_root_of_lists_is_a_place() {
    let right = |text: &str| match condition(text).kind {
        ExpressionKind::Relation { right, .. } => right.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(right("principal.type == agent"), ValueKind::Word("agent".to_owned()));
    assert_eq!(right("args.state == in_progress"), ValueKind::Word("in_progress".to_owned()));
    assert!(matches!(right("args.at < now"), ValueKind::Path(_)));
    assert!(matches!(right("args.p under session.workspace"), ValueKind::Path(_)));
}

#[test]
fn words_are_reserved_only_as_the_first_word_of_an_expression() {
    let read = rule(
        "rule on {\n    on allow.list, test.run, deny.when\n    when on.x == y.allow and args.when.unless\n    require approve by ticket or deny, ticket 1h\n}",
    );
    assert_eq!(read.name.value, "on");
    assert_eq!(read.on.len(), 3);
    let text = "rule a {\n    on x.y\n    when args.mode == shadow\n    deny\n}";
    assert_eq!(
        findings(text),
        "3:23 [shadow] S0010 expected a value, found `shadow`; help: as a value a word of the language is quoted: `\"shadow\"`"
    );
}

#[test]
fn the_grammar_reserves_exactly_the_listed_words() {
    let reads = |word: &str| findings(&format!("rule a {{\n    on x.y\n    deny when args.mode == {word}\n}}")).is_empty();
    let constants = ["true", "false", "null"];
    for word in RESERVED.iter().filter(|word| !constants.contains(word)) {
        assert!(!reads(word), "{word}");
    }
    for word in ITEM_WORDS.iter().chain(TEST_WORDS).chain(CATALOG_WORDS).chain(EFFECT_WORDS) {
        assert!(reads(word), "{word}");
    }
}

#[test]
fn a_function_is_a_pair_and_a_quoted_half_is_exact() {
    let targets = rule("rule a {\n    on a.b.c, \"x.y\".\"d*[e]?\", *.q, other, *, s.[!a]?x/y effect write+open-world\n    deny\n}").on;
    let pairs: Vec<(String, String)> =
        targets.iter().filter_map(|target| target.pattern.clone()).map(|pattern| (pattern.server, pattern.name)).collect();
    let expected = [("a", "b.c"), ("x.y", "d[*][[]e][?]"), ("*", "q"), ("other", "*"), ("*", "*"), ("s", "[!a]?x/y")];
    assert_eq!(pairs, expected.map(|(server, name)| (server.to_owned(), name.to_owned())));
    assert_eq!(targets[5].effects.len(), 2);
}
