//! Mistakes: one finding each, at its place, with what to do; the rest of the file is read all the same.

use straza_language::codes::syntax as codes;
use straza_language::parse::parse_item;
use straza_language::tree::{ExpressionKind, ItemTree, StatementTree};

use crate::read::{file, findings, mended};

#[test]
fn five_mistakes_in_five_items_are_five_findings() {
    let text = r#"rule one {
    on x.y
    when args.a ==
    deny
}

rule two {
    on stock
    deny
}

role three = Directory

let four = [1, 2

test "five" {
    call a.b {} => maybe
}

rule sound {
    on x.y
    deny
}
"#;
    assert_eq!(
        findings(text),
        "3:17 [==] S0010 expected a value, found the end of the clause; help: a value is `100`, `\"text\"`, `true`, `null`, `[1, 2]`, a place such as `args.amount`, or a `let`\n\
         8:8 [stock] S0050 `stock` names no server: a function is `server.function`; help: write `SERVER.stock`, or `stock.*` for every function of that server\n\
         12:14 [Directory] S0010 expected a string `\"…\"`, found `Directory`; help: a role is `role NAME`, or `role NAME = \"the directory's name\"`\n\
         14:16 [2] S0010 expected `,` or `]`, found the end of the item; help: a list is `[VALUE, VALUE]`\n\
         17:20 [maybe] S0010 expected `allow`, `deny` or steps, found `maybe`; help: a call is `call SERVER.FUNCTION { … } => allow`, `=> deny` or `=>` and steps; then `via ITEM` or `because unknown`"
    );
    assert!(file(text).items.last().unwrap().complete);
}

#[test]
fn a_broken_clause_costs_one_finding_and_the_others_stay() {
    let text =
        "rule a {\n    on x.y\n    when args.a == == 1\n    unless args.b\n    deny because \"no\"\n    expires tomorrow\n    final\n}";
    let parsed = parse_item(text);
    let ItemTree::Rule(rule) = &parsed.item.kind else { panic!("{parsed:?}") };
    assert!(!parsed.item.complete);
    assert_eq!(rule.on.len(), 1);
    assert_eq!(rule.when.as_ref().unwrap().kind, ExpressionKind::Broken);
    assert!(rule.unless.is_some() && rule.outcomes[0].because.is_some() && rule.is_final.is_some() && rule.expires.is_none());
    assert_eq!(
        findings(text),
        "3:20 [==] S0010 expected a value, found `==`; help: a value is `100`, `\"text\"`, `true`, `null`, `[1, 2]`, a place such as `args.amount`, or a `let`\n6:13 [tomorrow] S0010 expected a number, duration or date or a string `\"…\"`, found `tomorrow`; help: dates are `2027-01-31` or `2027-01-31T03:00Z`, durations `90s`, `30m`, `8h`, `7d`"
    );
}

#[test]
fn misspelt_words_are_named() {
    let text = "ruel a {\n    on x.y\n    deny\n}\n\nrule b {\n    onn x.y\n    whn args.a liek \"x\"\n    unles args.b\n    requre confirm\n}\n\nrule c {\n    on x.y\n    deny when args.a adn args.b\n    require aprove by lead, tickt 8h\n}\n";
    let found = findings(text);
    let helps: Vec<&str> = found.lines().filter_map(|line| line.split("did you mean ").nth(1)).collect();
    assert_eq!(helps, ["`rule`?", "`on`?", "`when`?", "`unless`?", "`require`?", "`and`?", "`approve`?"], "{found}");
    assert_eq!(found.lines().count(), helps.len(), "{found}");
}

#[test]
fn slips_of_other_languages_are_read_and_mended() {
    let text = r#"rule a {
    on: x.y,
    if args.a === 'x' && !args.b || args.c is not None;
    where_ok
}
"#;
    assert_eq!(
        findings(text).lines().last().unwrap(),
        "4:5 [where_ok] S0010 expected a clause, found `where_ok`; help: a rule has `on`, `when` and `unless`; its outcome is `allow`, `allow after …`, `require …` or `deny`, with a `because`"
    );
    let text = r#"rule a {
    on: x.y,
    if args.a === 'x' && !args.b || args.c is not None;
    forbid if all paths startsWith “/etc” reason "no"
    permit
    require approve by a, b, ticket 8h then ask
}
"#;
    let expected = r#"rule a {
    on x.y
    when args.a == "x" and not args.b or args.c != null
    deny when every paths starts with "/etc" because "no"
    allow
    require approve by a or b, ticket 8h and confirm
}
"#;
    assert_eq!(mended(text), expected);
    assert_eq!(findings(expected), "");
}

#[test]
fn a_string_without_an_end_is_one_finding() {
    let text = "rule a {\n    on x.y\n    deny because \"never closed }\n}\n\nrule b {\n    on x.y\n    when args.a == \"x and (args.b\n    deny\n}\n\nlet c = \"x\n";
    let found = file(text).diagnostics;
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [codes::OPEN_TEXT; 3], "{}", findings(text));
}

#[test]
fn a_string_that_swallows_the_end_of_its_item_is_one_finding() {
    assert_eq!(file("rule a { on x.y deny because \"no }\n\nrole b\n").diagnostics.len(), 1);
}

#[test]
fn a_block_without_an_end_is_one_finding_and_ends_before_the_next_item() {
    let text = "rule a {\n    on x.y\n    deny\n\n/// Another.\nrule b {\n    on x.y\n    deny\n}\n";
    assert_eq!(findings(text), "1:8 [{] S0012 this `{` is not closed; help: close the item with `}` on a line of its own");
    assert_eq!(file(text).items[1].doc.as_deref(), Some("Another."));
}

/// Codes of what is found, with the lines.
fn codes_at(text: &str) -> Vec<(usize, u16)> {
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    file(text).diagnostics.iter().map(|found| (line(found.span.start), found.code.0)).collect()
}

#[test]
fn an_unclosed_block_does_not_swallow_a_misspelt_item_behind_it() {
    let open = "rule d {\n    on x.y\n    deny\n\n";
    for head in ["rulee e {", "rulee e\n{", "tset \"e\" {", "default {"] {
        let text = format!("{open}{head}\n    on x.y\n    deny\n}}\n\nrule f {{\n    on x.y\n    deny\n}}\n");
        assert_eq!(codes_at(&text), [(1, 12), (5, 1)], "{text}");
        assert_eq!(file(&text).items.len(), 2, "{text}");
    }
    // What a block may hold at the first column starts no item.
    for line in ["final", "over.x {", "test.x"] {
        assert_eq!(file(&format!("rule d {{\non x.y,\n{line}\ndeny\n}}\n")).items.len(), 1, "{line}");
    }
}

#[test]
fn a_brace_in_a_head_is_one_finding() {
    for text in ["rule d } on x.f allow {\n", "rule d } {\n    on x.y\n    allow\n}\n", "rule d }} on x.f\n{\n    allow\n}\n"] {
        assert_eq!(codes_at(text), [(1, 10)], "{}", findings(text));
        assert_eq!(codes_at(&format!("{text}\nrule e {{\n    on x.y\n    deny\n}}\n")), [(1, 10)], "{text}");
    }
    assert!(findings("rule d } on x.f allow {").contains("expected `{`, found `}`"));
}

#[test]
fn what_shows_nothing_is_named_wherever_it_stands() {
    let text = "\u{feff}//! A\u{200b} file.\n\nrule a {\n    on x.y // \u{202e}\n    deny because \"no\u{2066}\"\n}\n\n// end\u{ad}\n";
    assert_eq!(codes_at(text), [(1, 8), (4, 8), (5, 8), (8, 8)], "{}", findings(text));
    assert!(findings(text).contains("U+202E"));
}

#[test]
fn a_comment_that_ends_at_a_carriage_return_is_an_error_in_and_between_items() {
    let text = "// one\rrule a {\n    on x.y // two\r    deny\n}\n/// three\rrole b\n";
    assert_eq!(codes_at(text), [(1, 9), (2, 9), (4, 9)], "{}", findings(text));
    assert_eq!(mended(text), text.replace('\r', "\n"));
}

#[test]
fn no_number_of_warnings_hides_an_error() {
    let many = format!("{}ruel a {{\n}}\n", "role a /// x\n".repeat(1_500));
    assert!(file(&many).diagnostics.iter().any(|found| found.code == codes::STRAY_TEXT));
    let inside = format!("rule a {{\n{}    on x.y\n    deny when\n}}\n", "    /// x\n".repeat(1_500));
    assert!(file(&inside).diagnostics.iter().any(|found| found.code == codes::UNEXPECTED));
}

#[test]
fn a_bracket_without_an_end_stays_in_its_clause() {
    let text = "rule a {\n    on x.y\n    when (args.a == 1\n    unless args.b in [1, 2\n    deny\n}\n\ntest \"t\" {\n    call a.b { x: 1 => deny\n    call a.b {} => allow\n}\n";
    assert_eq!(
        findings(text),
        "3:21 [1] S0010 expected `and`, `or` or `)`, found the end of the clause; help: conditions are joined by `and` and `or`; every bracket is closed\n\
         4:26 [2] S0010 expected `,` or `]`, found the end of the clause; help: a list is `[VALUE, VALUE]`\n\
         9:21 [=>] S0010 expected `,` or `}`, found `=>`; help: a test is `test \"what it shows\" { call SERVER.FUNCTION { … } => … }`"
    );
    let ItemTree::Test(test) = &file(text).items[1].kind else { panic!() };
    assert!(matches!(test.statements.as_slice(), [StatementTree::Call(_)]));
}

#[test]
fn text_that_is_no_item_is_reported_once() {
    let text = "hello world\nthis is prose\n\nrule a { on x.y deny }\n  rule b { on x.y deny }\nrule c { on x.y deny } rule d { on x.y deny } what\n}\n";
    assert_eq!(
        findings(text),
        "1:1 [hello] S0001 `hello` starts no item; help: an item starts at the first column with a word such as `policy`, `rule`, `role`, `let` or `test`; other lines are indented\n\
         5:3 [rule] S0002 `rule` starts an item but is indented; help: an item starts at the first column\n\
         6:24 [rule] S0003 `rule` starts a second item on this line; help: give every item a line of its own\n\
         6:47 [what] S0001 `what` stands after the end of the item; help: move it into the item's block, before its `}`"
    );
    assert_eq!(file(text).items.len(), 4);
}

#[test]
fn words_other_languages_have_get_their_own_help() {
    let text = "rule a {\n    on x.y\n    when args.a + 1 == 2\n    deny\n    else allow\n}\n\nrule b {\n    on effect read, write\n    when 1 < args.a < 5\n    confirm\n}\n";
    let found = findings(text);
    for part in [
        "there is no arithmetic",
        "there is no `else`",
        "`effect read+write`",
        "comparisons are not chained",
        "say neither `require` nor `allow after`",
    ] {
        assert!(found.contains(part), "{part} in {found}");
    }
    assert_eq!(found.lines().count(), 5, "{found}");
}

#[test]
fn a_value_in_parentheses_is_told_apart_from_a_chain_of_comparisons() {
    let of = |condition: &str| findings(&format!("rule a {{\n    on   x.y\n    deny when {condition}\n}}\n"));
    let found = of("(args.n else 24) > 72");
    assert!(found.contains("parentheses hold a condition"), "{found}");
    assert!(found.contains("help: a value stands without them: `args.x else 10 > 5`"), "{found}");
    assert!(of("args.m and (args.n == 1) == 2").contains("parentheses hold a condition"));
    assert!(of("(args.m == 1) and 1 < args.n < 2").contains("comparisons are not chained"));
    assert_eq!(of("args.n else 24 > 72"), "");
}

#[test]
fn no_message_names_a_rule_of_the_grammar() {
    let sample = "rule a {\n    on x.y effect read having args.b\n    when args.a == 1 and (any f in args.l ( f.x ) or now within mon 01:00..02:00 in \"UTC\")\n    require approve by 2 of a or b, ticket 8h\n    expires 2027-01-01\n}";
    for at in sample.char_indices().map(|(at, _)| at) {
        for inserted in ["@", " deny ", "\"", "(", ", ", " 5 "] {
            let text = format!("{}{inserted}{}", &sample[..at], &sample[at..]);
            for found in file(&text).diagnostics {
                let unquoted: String = found.message.split('`').step_by(2).collect();
                assert!(!unquoted.contains('_') && found.message.lines().count() == 1, "{}", found.message);
                assert!(found.message.starts_with(|c: char| !c.is_uppercase()) && !found.message.ends_with('.'), "{}", found.message);
            }
        }
    }
}

#[test]
fn a_time_zone_that_does_not_exist_is_named_with_the_one_that_was_meant() {
    let found = |zone: &str| findings(&format!("rule a {{\n    on x.y\n    deny when now within mon 07:00..19:00 in \"{zone}\"\n}}"));
    let expected = |zone: &str, help: &str| format!("3:46 [\"{zone}\"] S0034 there is no time zone `{zone}`; help: {help}");
    for (zone, meant) in [
        ("Zurich", "Europe/Zurich"),
        ("zurich", "Europe/Zurich"),
        ("Europe/Zurch", "Europe/Zurich"),
        ("europe/zurich", "Europe/Zurich"),
        ("Europe/Z\u{fc}rich", "Europe/Zurich"),
        ("New York", "America/New_York"),
        ("utc", "UTC"),
    ] {
        assert_eq!(found(zone), expected(zone, &format!("did you mean `{meant}`?")));
    }
    assert_eq!(found("office"), expected("office", "zones are named as in `Europe/Zurich`, or `UTC`, or an offset `+02:00`"));
    assert_eq!((found("Europe/Zurich"), found("UTC"), found("-05:30")), (String::new(), String::new(), String::new()));
    assert!(found("+19:00").contains("S0034") && found("").contains("S0034"));
}
