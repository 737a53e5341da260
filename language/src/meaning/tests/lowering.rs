//! What each surface form becomes.

use super::{rule, with_head};
use crate::core::{Effect, Restriction};
use crate::testing::{Repository, line, show, step};

/// The one condition that the clauses of a rule on `payments.refund` lower to.
fn condition(clauses: &str) -> String {
    let repository = Repository::one(&rule(clauses));
    let errors = repository.errors();
    assert_eq!(errors, Vec::<String>::new(), "{clauses}");
    let items: Vec<_> = repository.typed(0).into_iter().flat_map(|typed| typed.items).collect();
    show(&items[0].condition)
}

/// The lines of a whole text.
fn lines(text: &str) -> Vec<String> {
    let repository = Repository::one(&with_head(text));
    repository.typed(0).iter().flat_map(|typed| typed.items.iter().map(line)).collect()
}

#[test]
fn comparisons_become_atoms() {
    let cases = [
        ("args.amount > ceiling", "args.amount Greater 100"),
        ("100 < args.amount", "args.amount Greater 100"),
        ("args.amount == 1.50", "args.amount Equal 1.5"),
        ("args.amount != 1", "!args.amount Equal 1"),
        ("not args.amount != 1", "args.amount Equal 1"),
        ("args.amount == null", "args.amount Equal null"),
        ("args.currency? == EUR", "(exists args.currency & args.currency Equal \"EUR\")"),
        ("args.currency? in home", "(exists args.currency & args.currency in [\"CHF\", \"EUR\"])"),
        ("args.currency else \"USD\" in home", "args.currency else \"USD\" in [\"CHF\", \"EUR\"]"),
        ("args.currency else USD not in [EUR]", "!args.currency else \"USD\" in [\"EUR\"]"),
        ("args.note? == principal.user", "(exists args.note & args.note Equal principal.user)"),
        ("args.note? in [principal.user, \"x\"]", "(exists args.note & (args.note in [\"x\"] | args.note Equal principal.user))"),
        ("\"x\" in args.tags?", "(exists args.tags & args.tags has \"x\")"),
        ("args.tags? has \"x\"", "(exists args.tags & args.tags has \"x\")"),
        ("args.note? like \"x*\"", "(exists args.note & args.note like \"x*\")"),
        ("args.note? matches r\"x+\"", "(exists args.note & args.note matches \"x+\")"),
        ("args.note? contains \"x\"", "(exists args.note & args.note contains \"x\")"),
        ("args.note? starts with \"x\"", "(exists args.note & args.note starts-with \"x\")"),
        ("args.note? ends with \"x\"", "(exists args.note & args.note ends-with \"x\")"),
        ("args.note? > 2027-01-31", "(exists args.note & args.note Greater @1801353600)"),
        ("args.fast?", "(exists args.fast & args.fast)"),
        ("args.to.account? == \"x\"", "(exists args.to.account & args.to.account Equal \"x\")"),
        ("now < 2027-01-31T03:00Z", "now Less @1801364400"),
        ("now within mon-fri 07:00..19:00 in \"Europe/Zurich\"", "now within 31:420..1140 Europe/Zurich"),
        ("session.version >= v2.1.0", "session.version GreaterOrEqual v[2, 1]"),
        ("true", "true"),
    ];
    for (written, expected) in cases {
        assert_eq!(condition(&format!("when {written}\n deny")), expected, "{written}");
    }
}

#[test]
fn an_order_of_words_becomes_a_list() {
    assert_eq!(condition("when session.attestation >= managed\n deny"), "session.attestation in [\"managed\", \"sandboxed\"]");
    assert_eq!(condition("when session.attestation < managed\n deny"), "session.attestation in [\"advisory\", \"none\"]");
    assert_eq!(condition("when not session.attestation > advisory\n deny"), "!session.attestation in [\"managed\", \"sandboxed\"]");
}

#[test]
fn roles_are_the_directorys_names() {
    assert_eq!(condition("when principal.roles has finance-lead\n deny"), "principal.roles has \"App - Finance Leads\"");
    assert_eq!(condition("when any principal.roles in leads\n deny"), "Any principal.roles {#0 in [\"App - Finance Leads\", \"cfo\"]}");
    assert_eq!(condition("when principal.type == human\n deny"), "principal.type Equal \"human\"");
}

#[test]
fn quantifiers_go_through_lists_and_lists_of_objects() {
    let cases = [
        ("any args.tags? == \"x\"", "(exists args.tags & Any args.tags {#0 Equal \"x\"})"),
        ("any args.files.path? under \".github\"", "(exists args.files & Any args.files {(exists #0.path & #0.path under bare<.github>)})"),
        (
            "any f in args.files? ( f.path under \".github\" and f.size? > 10 )",
            "(exists args.files & Any args.files {(#0.path under bare<.github> & exists #0.size & #0.size Greater 10)})",
        ),
        ("every t in args.tags? ( t in [\"a\", \"b\"] )", "(exists args.tags & Every args.tags {#0 in [\"a\", \"b\"]})"),
        ("any t in args.tags? ( any paths like \"/x\" )", "(exists args.tags & Any args.tags {Any paths {#1~path like-path root</x>}})"),
        ("any seen paths under \"/etc\"", "AnySeen paths {#0~path under root</etc>}"),
        ("any writes not under session.workspace", "Any writes {!#0~path under session.workspace~path}"),
    ];
    for (written, expected) in cases {
        assert_eq!(condition(&format!("when {written}\n deny")), expected, "{written}");
    }
}

#[test]
fn whether_a_list_of_paths_is_open_is_a_boolean_of_the_call() {
    let cases = [
        ("paths.open", "paths.open"),
        ("not reads.open and any reads under \"/etc\"", "(!reads.open & Any reads {#0~path under root</etc>})"),
        ("writes.open == false", "writes.open Equal false"),
        ("any t in args.tags? ( writes.open )", "(exists args.tags & Any args.tags {writes.open})"),
    ];
    for (written, expected) in cases {
        assert_eq!(condition(&format!("when {written}\n deny")), expected, "{written}");
    }
    let found = |written: &str| Repository::one(&rule(&format!("deny when {written}"))).errors();
    assert_eq!(found("paths.opn"), ["S0115 there is no value `paths.opn`"]);
    assert_eq!(found("any paths.open under \"/etc\""), ["S0211 `paths.open` is a boolean, not a list"]);
    assert_eq!(found("paths.open like \"x\""), ["S0201 `like` reads text, and this is a boolean"]);
}

#[test]
fn paths_carry_their_anchor() {
    let cases = [
        ("any paths under \"~/.ssh\"", "home<.ssh>"),
        ("any paths under \"src\"", "workspace<src>"),
        ("any paths under \"/etc/\"", "root</etc>"),
        ("any paths like \"**/.env\"", "root<**/.env>"),
        ("session.cwd == \"~\"", "home<>"),
        ("session.cwd in [\"/a\", \"b\"]", "[root</a>, workspace<b>]"),
        ("paths has \"/a\"", "paths~path has root</a>"),
    ];
    for (written, expected) in cases {
        let shown = condition(&format!("when {written}\n deny"));
        assert!(shown.contains(expected), "{written}: {shown}");
    }
}

#[test]
fn a_mark_is_the_reading_of_both_sides() {
    let text = with_head("rule tested {\n on payments.create\n deny when args.iban == \"ch93 0076\" or args.invoice == args.iban\n}");
    let repository = Repository::one(&text);
    let items: Vec<_> = repository.typed(0).into_iter().flat_map(|typed| typed.items).collect();
    assert_eq!(show(&items[0].condition), "(args.iban~alnum Equal \"ch93 0076\" | args.iban~alnum Equal args.invoice)");
}

#[test]
fn what_says_that_a_value_is_there_lets_it_be_read_plainly() {
    let cases = [
        ("exists args.note and args.note != \"x\"", "(exists args.note & !args.note Equal \"x\")"),
        ("not exists args.note or args.note != \"x\"", "(!exists args.note | !args.note Equal \"x\")"),
        (
            "args.note? == \"x\" or args.note? == \"y\"",
            "((exists args.note & args.note Equal \"x\") | (exists args.note & args.note Equal \"y\"))",
        ),
        ("exists args.to and args.to.account == \"x\"", "(exists args.to & args.to.account Equal \"x\")"),
    ];
    for (written, expected) in cases {
        assert_eq!(condition(&format!("when {written}\n deny")), expected, "{written}");
    }
    assert_eq!(condition("when exists args.note\n deny when args.note == \"x\""), "(exists args.note & args.note Equal \"x\")");
    assert_eq!(condition("unless not exists args.note\n deny when args.note == \"x\""), "(exists args.note & args.note Equal \"x\")");
}

#[test]
fn outcomes_are_items_of_their_own_and_allow_after_is_two() {
    let text = r#"rule workspace {
    on     file.write, file.edit
    when   principal.type == human
    unless session.terminal
    deny   when any paths like "/**/.env*"   because "Secrets are off limits."
    allow  after confirm when every paths under session.workspace
}"#;
    let expected = [
        "refunds.workspace#0 on file.write, file.edit: (principal.type Equal \"human\" & !session.terminal & Any paths {#0~path like-path root</**/.env*>}) => deny",
        "refunds.workspace#1 on file.write, file.edit: (principal.type Equal \"human\" & !session.terminal & Every paths {#0~path under session.workspace~path}) => permit",
        "refunds.workspace#2 on file.write, file.edit: (principal.type Equal \"human\" & !session.terminal & Every paths {#0~path under session.workspace~path}) => confirm",
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn the_sets_for_is_part_of_every_item() {
    let text = "policy s {\n over x.*\n for principal.type == human\n}\n\nrule r {\n on x.y\n allow when session.terminal\n}\n";
    let repository = Repository::one(text);
    let items: Vec<_> = repository.typed(0).into_iter().flat_map(|typed| typed.items).collect();
    assert_eq!(show(&items[0].condition), "(principal.type Equal \"human\" & session.terminal)");
}

#[test]
fn steps_take_their_defaults_and_merge_by_pool() {
    let cases = [
        ("approve by cfo", "approve by 1 of cfo, hold 90s, retry 60s"),
        ("approve by cfo, hold 30s", "approve by 1 of cfo, hold 30s, retry 60s"),
        ("approve by cfo, ticket", "approve by 1 of cfo, ticket 86400s"),
        ("approve by cfo or finance-lead, ticket 8h, grant", "approve by 1 of App - Finance Leads/cfo, ticket 28800s, grant 3600s"),
        (
            "approve by 2 of cfo or sponsor, self-approval, distinct",
            "approve by 2 of cfo/sponsor, hold 90s, retry 60s, self-approval, distinct",
        ),
        ("approve by cfo, ticket 8h and approve by cfo, ticket 4h", "approve by 1 of cfo, ticket 14400s"),
        ("confirm and server-check and confirm", "servercheck and confirm"),
        ("approve by cfo, grant 1h, bind tool", "approve by 1 of cfo, hold 90s, retry 60s, grant 3600s, bind tool"),
        (
            "notify cfo and approve by cfo, recheck, allowance job",
            "approve by 1 of cfo, hold 90s, retry 60s, recheck 3600s, allowance job and notify(\"cfo\")",
        ),
    ];
    for (written, expected) in cases {
        let repository = Repository::one(&rule(&format!("require {written}")));
        let items: Vec<_> = repository.typed(0).into_iter().flat_map(|typed| typed.items).collect();
        let Effect::Restrict(Restriction::Steps(steps)) = &items[0].effect else { panic!("{written}") };
        assert_eq!(steps.iter().map(step).collect::<Vec<_>>().join(" and "), expected, "{written}");
        assert_eq!(repository.errors(), Vec::<String>::new());
    }
}

#[test]
fn reasons_hold_lets_and_values() {
    let repository = Repository::one(&rule(
        "when args.note? in [\"a\", \"b\"]\n deny because \"{{{ceiling}}} for {args.amount} in {args.currency} by {principal.user}: {args.note}\"",
    ));
    let items: Vec<_> = repository.typed(0).into_iter().flat_map(|typed| typed.items).collect();
    let parts = items[0].because.as_ref().map(|reason| reason.parts.clone()).unwrap_or_default();
    let shown: Vec<String> = parts
        .iter()
        .map(|part| match part {
            crate::core::ReasonPart::Text(text) => text.clone(),
            crate::core::ReasonPart::Value(place) => format!("<{}>", place.path.join(".")),
        })
        .collect();
    assert_eq!(shown, ["{100} for ", "<amount>", " in ", "<currency>", " by ", "<user>", ": ", "<note>"]);
}

#[test]
fn local_tools_are_untyped_and_catalogued_functions_are_not() {
    assert_eq!(
        lines("rule r {\n on file.write\n deny when args.anything == 1\n}"),
        ["refunds.r#0 on file.write: args.anything Equal 1 => deny"]
    );
    let repository = Repository::one(&rule("deny when args.anything == 1"));
    assert!(repository.findings().iter().any(|found| found.starts_with("S0204")));
}

#[test]
fn having_selects_the_functions_that_an_argument_is_typed_by() {
    let text = "rule r {\n on payments.* having args.iban\n deny when args.iban == \"x\"\n}";
    assert_eq!(lines(text), ["refunds.r#0 on payments.*: args.iban~alnum Equal \"x\" => deny"]);
    let errors = Repository::one(&with_head(text)).errors();
    assert_eq!(errors, Vec::<String>::new());
}
