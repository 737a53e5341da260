//! Every code of this half, with a text that it is reported for and a mended one.
//!
//! The table is the test: a code without a row fails it. What needs several files or a catalog of its own is tested in its own room, and
//! named in [`ELSEWHERE`].

use super::{rule, with_head};
use crate::codes::meaning::TABLE;
use crate::testing::Repository;

/// A code's number, a text with it, a text without it.
type Row = (u16, String, String);

/// Codes whose examples need more than one file or another catalog: see `names/tests.rs`, `catalog/tests.rs` and the tests below.
const ELSEWHERE: &[u16] = &[103, 104, 106, 107, 304, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 321, 707];

fn clauses(code: u16, wrong: &str, mended: &str) -> Row {
    (code, rule(wrong), rule(mended))
}

fn items(code: u16, wrong: &str, mended: &str) -> Row {
    (code, with_head(wrong), with_head(mended))
}

fn alone(code: u16, wrong: &str, mended: &str) -> Row {
    (code, wrong.to_owned(), mended.to_owned())
}

fn statements(code: u16, wrong: &str, mended: &str) -> Row {
    let test = |statements: &str| with_head(&format!("rule refund {{\n on payments.refund\n allow\n}}\n\ntest \"t\" {{\n{statements}\n}}"));
    (code, test(wrong), test(mended))
}

fn rows() -> Vec<Row> {
    [names(), types(), conditions(), sets(), outcomes(), reasons(), tests()].concat()
}

fn names() -> Vec<Row> {
    vec![
        alone(101, "role a\n\nrole a\n", "role a\n\nrole b\n"),
        alone(102, "let a = 1\n\nlet a = 2\n", "let a = 1\n\nlet b = 2\n"),
        items(
            105,
            "rule a {\n on payments.refund\n deny\n}\n\nrule a {\n on payments.refund\n deny\n}",
            "rule a {\n on payments.refund\n deny\n}",
        ),
        alone(108, "let a = 1\n", "policy p {\n}\n\nlet a = 1\n\nrule r {\n on x.y\n deny when args.z > a\n}\n"),
        alone(109, "role a\n", "policy p {\n}\n\nrole a\n\nrule r {\n on x.y\n require approve by a\n}\n"),
        alone(110, "role sponsor\n", "role sponsors\n"),
        alone(110, "let principal = 1\n", "let principals = 1\n"),
        alone(111, "role a\n\nlet a = 1\n", "role a\n\nlet b = 1\n"),
        clauses(112, "deny when args.note? == nobody", "deny when args.note? == \"nobody\""),
        items(
            113,
            "rule r {\n on file.write\n deny when args.mode == fast\n}",
            "rule r {\n on file.write\n deny when args.mode == \"fast\"\n}",
        ),
        clauses(114, "require approve by cto", "require approve by cfo"),
        clauses(114, "deny when principal.roles has cto", "deny when principal.roles has cfo"),
        clauses(115, "deny when principal.usr == \"x\"", "deny when principal.user == \"x\""),
        clauses(115, "deny when exists args", "deny when exists args.note"),
        clauses(115, "deny when principal == \"x\"", "deny when principal.user == \"x\""),
        alone(116, "let a = args.x\n", "let a = 1\n"),
    ]
}

fn types() -> Vec<Row> {
    vec![
        clauses(201, "deny when args.amount like \"1*\"", "deny when args.note? like \"1*\""),
        clauses(201, "deny when args.amount under \"/x\"", "deny when args.note? under \"/x\""),
        clauses(201, "deny when any paths contains \"x\"", "deny when any paths like \"/**/*x*\""),
        clauses(202, "deny when args.amount == \"1\"", "deny when args.amount == 1"),
        clauses(202, "deny when session.version >= 2.1", "deny when session.version >= v2.1"),
        clauses(202, "deny when session.cwd == principal.user", "deny when session.cwd == session.home"),
        clauses(202, "deny when principal.user in paths", "deny when session.cwd in paths"),
        clauses(203, "deny when args.currency? == GBP", "deny when args.currency? == EUR"),
        clauses(203, "deny when args.currency? == \"GBP\"", "deny when args.currency? == \"EUR\""),
        clauses(203, "deny when principal.type == robot", "deny when principal.type == agent"),
        clauses(204, "deny when args.amont > 1", "deny when args.amount > 1"),
        clauses(204, "deny when any f in args.files? ( f.pth == \"x\" )", "deny when any f in args.files? ( f.path == \"x\" )"),
        clauses(205, "deny when args.AMOUNT > 1", "deny when args.amount > 1"),
        clauses(206, "deny when args.note == \"x\"", "deny when args.note? == \"x\""),
        clauses(206, "deny when principal.sponsor == \"x\"", "deny when principal.sponsor? == \"x\""),
        clauses(206, "deny when any f in args.files? ( f.size > 1 )", "deny when any f in args.files? ( f.size? > 1 )"),
        items(
            207,
            "rule r {\n on payments.*\n deny when args.iban == \"x\"\n}",
            "rule r {\n on payments.* having args.iban\n deny when args.iban == \"x\"\n}",
        ),
        items(
            208,
            "rule r {\n on payments.refund, payments.create\n deny when args.amount > 1\n}",
            "rule r {\n on payments.refund\n deny when args.amount > 1\n}",
        ),
        clauses(209, "deny when args.note? != \"x\"", "deny when not exists args.note or args.note != \"x\""),
        clauses(
            209,
            "deny when principal.user not in [args.note?, \"x\"]",
            "deny when not exists args.note or principal.user not in [args.note, \"x\"]",
        ),
        clauses(209, "deny when not args.fast?", "deny when exists args.fast and not args.fast"),
        clauses(209, "deny when not any args.tags? == \"x\"", "allow when not any args.tags? == \"x\""),
        clauses(210, "deny when args.note? > \"a\"", "deny when args.note? > 2027-01-01"),
        clauses(210, "deny when principal.type > human", "deny when principal.type == human"),
        clauses(211, "deny when args.note? has \"x\"", "deny when args.tags? has \"x\""),
        clauses(211, "deny when any args.amount == 1", "deny when args.amount == 1"),
        clauses(212, "deny when args.amount > null", "deny when args.amount != null"),
        clauses(213, "deny when args.tags? == \"x\"", "deny when args.tags? has \"x\""),
        clauses(213, "deny when args.files.path? == \"x\"", "deny when any args.files.path? == \"x\""),
    ]
}

fn conditions() -> Vec<Row> {
    vec![
        clauses(
            214,
            "deny when any p in paths ( any q in paths ( any r in paths ( r == \"/x\" ) ) )",
            "deny when any p in paths ( any q in paths ( q == \"/x\" ) )",
        ),
        clauses(215, "deny when any paths under \"~other/x\"", "deny when any paths under \"~/x\""),
        clauses(215, "deny when args.note? under \"~/.ssh\"", "deny when any paths under \"~/.ssh\""),
        clauses(216, "deny when 1 == 2", "deny when args.amount == 2"),
        clauses(217, "deny when session.attestation >= none", "deny when session.attestation >= advisory"),
        clauses(218, "deny when args.note? == \"cafe\u{301}\"", "deny when args.note? == \"caf\u{e9}\""),
        clauses(219, "deny when args.note? like args.currency?", "deny when args.note? like \"EUR*\""),
        clauses(220, "deny when principal.user else \"x\" == \"y\"", "deny when principal.sponsor else \"x\" == \"y\""),
        clauses(220, "deny when principal.user? == \"x\"", "deny when principal.user == \"x\""),
        clauses(221, "deny when args.amount", "deny when args.fast?"),
        (222, rule(&format!("deny when args.note? matches r\"{}\"", "x".repeat(5000))), rule("deny when args.note? matches r\"x\"")),
    ]
}

fn sets() -> Vec<Row> {
    vec![
        alone(301, "rule r {\n on x.y\n deny\n}\n", "policy p {\n}\n\nrule r {\n on x.y\n deny\n}\n"),
        alone(302, "policy p {\n}\n\npolicy q {\n}\n", "policy p {\n}\n"),
        items(303, "defaults {\n * deny\n}\n\ndefaults {\n * deny\n}", "defaults {\n * deny\n}"),
        items(305, "rule r {\n on crm.read\n allow\n}", "rule r {\n on crm.read\n deny\n}"),
        items(305, "rule r {\n on effect read\n allow\n}", "rule r {\n on payments.* effect read\n allow\n}"),
        alone(306, "policy p {\n}\n\nrule r {\n on x.y\n allow\n}\n", "policy p {\n over x.*\n}\n\nrule r {\n on x.y\n allow\n}\n"),
        alone(306, "policy p {\n}\n\ndefaults {\n * deny\n}\n", "policy p {\n over x.*\n}\n\ndefaults {\n * deny\n}\n"),
        items(307, "defaults {\n * deny\n read allow\n}", "defaults {\n read allow\n * deny\n}"),
        items(307, "defaults {\n read allow\n write deny\n * deny\n}", "defaults {\n read allow\n write deny\n}"),
        items(308, "defaults {\n * require confirm\n}", "defaults {\n * allow after confirm\n}"),
        items(309, "rule r {\n on payments.* effect read+write\n deny\n}", "rule r {\n on payments.* effect read+open-world\n deny\n}"),
        items(310, "rule r {\n on payments.* effect wirte\n deny\n}", "rule r {\n on payments.* effect write\n deny\n}"),
        items(311, "rule r {\n on event tool.before\n deny\n}", "rule r {\n on event tool.pre\n deny\n}"),
        items(
            312,
            "rule r {\n on event session.end\n allow\n}",
            "rule r {\n on event session.end\n require notify cfo when args.reason == 1\n}",
        ),
        items(312, "rule r {\n on event session.end\n deny\n}", "rule r {\n on event session.end\n require notify cfo\n}"),
        items(313, "rule r {\n on payments.refnd\n deny\n}", "rule r {\n on payments.refund\n deny\n}"),
        items(313, "rule r {\n on file.delete\n deny\n}", "rule r {\n on file.write\n deny\n}"),
        items(314, "rule r {\n on payments.Refund\n deny\n}", "rule r {\n on payments.refund\n deny\n}"),
        items(314, "rule r {\n on Payments.refund\n deny\n}", "rule r {\n on payments.refund\n deny\n}"),
        items(315, "rule r {\n on payments.refund effect read\n deny\n}", "rule r {\n on payments.refund effect write\n deny\n}"),
        items(316, "rule r {\n on shell.exec\n allow\n}", "rule r {\n on shell.exec\n require confirm\n}"),
        items(329, "rule r {\n on payments.* having args.ibn\n deny\n}", "rule r {\n on payments.* having args.iban\n deny\n}"),
        items(329, "rule r {\n on payments.* having args.to.account\n deny\n}", "rule r {\n on payments.* having args.to\n deny\n}"),
    ]
}

fn outcomes() -> Vec<Row> {
    vec![
        clauses(317, "require confirm, hold 90s", "require approve by cfo, hold 90s"),
        clauses(317, "require approve by cfo, hold 90s, hold 60s", "require approve by cfo, hold 90s"),
        clauses(317, "require approve by cfo, hold 90s, ticket 8h", "require approve by cfo, ticket 8h"),
        clauses(318, "require approve by cfo, hold 2h", "require approve by cfo, hold 1h"),
        clauses(318, "require approve by cfo, ticket 31d", "require approve by cfo, ticket 30d"),
        clauses(319, "require approve by cfo, bind tool", "require approve by cfo, grant 1h, bind tool"),
        clauses(
            319,
            "require approve by cfo, grant 1h, bind tool when args.amount > 1",
            "require approve by cfo, grant 1h when args.amount > 1",
        ),
        clauses(320, "require classify", "require server-check"),
        clauses(322, "allow\n deny when args.amount > 1", "deny when args.amount > 1\n allow"),
        items(323, "rule r {\n on payments.refund\n}", "rule r {\n on payments.refund\n deny\n}"),
        clauses(324, "deny\n starts 2027-01-31\n expires 2027-01-30", "deny\n starts 2027-01-30\n expires 2027-01-31"),
    ]
}

fn reasons() -> Vec<Row> {
    vec![
        clauses(325, "deny because \"over {celing}\"", "deny because \"over {ceiling}\""),
        clauses(325, "deny because \"over {home}\"", "deny because \"over {{home}}\""),
        clauses(326, "deny because \"{args.note}\"", "deny because \"{args.amount}\""),
        (327, rule(&format!("deny because \"{}\"", "{ceiling}".repeat(17))), rule(&format!("deny because \"{}\"", "{ceiling}".repeat(16)))),
        (327, rule(&format!("deny because \"{}\"", "x".repeat(1025))), rule(&format!("deny because \"{}\"", "x".repeat(1024)))),
        clauses(328, "deny because \"{args.note!}\"", "deny because \"{args.currency}\""),
    ]
}

fn tests() -> Vec<Row> {
    let call = "call payments.refund { amount: 1 } => allow";
    let given =
        |code: u16, wrong: &str, mended: &str| statements(code, &format!("given {wrong}\n{call}"), &format!("given {mended}\n{call}"));
    vec![
        given(701, "session { harnes: \"x\" }", "session { harness: \"x\" }"),
        given(701, "session.harnes unknown", "session.harness unknown"),
        given(702, "session { attestation: \"manged\" }", "session { attestation: \"managed\" }"),
        given(702, "session { terminal: null }", "session { terminal: false }"),
        given(702, "paths [1]", "paths [\"/a\"]"),
        statements(703, "call payments.* { } => deny", "call payments.ping { } => deny"),
        statements(
            704,
            "each [ { a: 1 } ] { call payments.refund { amount: $b } => allow }",
            "each [ { a: 1 } ] { call payments.refund { amount: $a } => allow }",
        ),
        statements(705, "call payments.ping { } => deny via refnd", "call payments.ping { } => deny via refund"),
        statements(705, "call payments.ping { } => deny via default of refnds", "call payments.ping { } => deny via default of refunds"),
        statements(706, "call payments.refund { amout: 1 } => deny", call),
        statements(706, "call payments.refund { } => allow", call),
        statements(708, "call payments.refund { amount: celing } => allow", "call payments.refund { amount: ceiling } => allow"),
        statements(
            709,
            "each [ { a: 1 } ] { each [ { b: 1 } ] { call payments.refund { amount: $b } => allow } }",
            "each [ { a: 1 } ] { call payments.refund { amount: $a } => allow }",
        ),
    ]
}

fn code_of(found: &str) -> Option<u16> {
    found.get(1..5)?.parse().ok()
}

#[test]
fn each_code_is_reported_for_its_text_and_not_for_the_mended_one() {
    let mut failures = Vec::new();
    for (code, wrong, mended) in rows() {
        let (wrong_found, mended_found) = (Repository::one(&wrong).findings(), Repository::one(&mended).findings());
        if !wrong_found.iter().any(|found| code_of(found) == Some(code)) {
            failures.push(format!("S{code:04} is not reported for\n{wrong}\nbut {wrong_found:#?}"));
        }
        let errors: Vec<_> = mended_found.iter().filter(|found| code_of(found) == Some(code) || !found.contains("w ")).collect();
        if !errors.is_empty() {
            failures.push(format!("S{code:04}: the mended text has {errors:#?}\n{mended}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n---\n"));
}

#[test]
fn every_finding_says_what_to_do() {
    let found = rows().into_iter().flat_map(|(_, wrong, _)| Repository::one(&wrong).diagnostics());
    let mut helpless: Vec<String> = found
        .filter(|found| found.code.0 >= 100 && found.help.is_none() && found.fixes.is_empty())
        .map(|found| format!("{} {}", found.code, found.message))
        .collect();
    helpless.sort();
    helpless.dedup();
    assert_eq!(helpless, Vec::<String>::new());
}

#[test]
fn every_code_has_a_row_or_a_room() {
    let rows: Vec<u16> = rows().iter().map(|(code, ..)| *code).collect();
    let missing: Vec<u16> = TABLE.iter().map(|(code, _)| code.0).filter(|code| !rows.contains(code) && !ELSEWHERE.contains(code)).collect();
    assert_eq!(missing, Vec::<u16>::new());
}

#[test]
fn steps_under_a_denying_default_are_linted_and_others_are_not() {
    let finding = |text: &str| {
        let program = Repository::one(&with_head(text)).program();
        crate::meaning::lint_program(&program.sets, &program.items).len()
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
    assert!(repository.findings().iter().any(|found| code_of(found) == Some(707)), "{:?}", repository.findings());
    let calls: usize = repository.typed(0).iter().flat_map(|typed| &typed.tests).map(|test| test.calls.len()).sum();
    assert_eq!(calls, 10_000);
}
