//! `straza check` and what errors stop.

use super::sandbox::Sandbox;

/// Five items, each with a mistake of its own, and one without.
const FIVE_MISTAKES: &str = r#"//! five.straza

policy desk {
    over  payments.*
}

role clerk

catalog payments from "catalogs/payments.json" { }

rule misspelt-argument {
    on    payments.refund
    deny  when args.amont > 100
}

rule foreign-operator {
    on    payments.refund
    deny  when args.amount > 100 && args.currency == "EUR"
}

rule unknown-role {
    on    payments.refund
    deny  when principal.roles has clerck
}

rule wrong-type {
    on    payments.refund
    deny  when args.amount == "lots"
}

rule unclosed-string {
    on    payments.refund
    deny  because "no end
}

rule sound {
    on     payments.refund
    allow  when principal.roles has clerk and args.amount <= 100
}
"#;

const PAYMENTS: &str = r#"{ "tools": [ { "name": "refund", "inputSchema": { "type": "object", "required": ["amount", "currency"],
    "properties": { "amount": { "type": "number" }, "currency": { "type": "string" } } } } ] }"#;

fn five_mistakes() -> Sandbox {
    Sandbox::repository(&[("policies/five.straza", FIVE_MISTAKES), ("catalogs/payments.json", PAYMENTS)])
}

#[test]
fn five_mistakes_in_five_items_are_five_findings_and_nothing_compiles() {
    let sandbox = five_mistakes();
    let run = sandbox.expect(1, &["check"]);
    insta::assert_snapshot!(run.err);
    assert_eq!(run.out, "1 policy file: 5 errors, 0 warnings\n");
    let compiled = sandbox.expect(2, &["compile", "-o", "desk.snapshot"]);
    assert!(compiled.err.contains("5 errors in the policies, so nothing was compiled"), "{}", compiled.err);
    assert!(!sandbox.path("desk.snapshot").exists());
}

#[test]
fn json_carries_a_version_and_every_finding_with_its_place() {
    let run = five_mistakes().expect(1, &["check", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["straza-check"], 1);
    assert_eq!(document["errors"], 5);
    let diagnostics = document["diagnostics"].as_array().unwrap();
    let lines: Vec<u64> = diagnostics.iter().map(|finding| finding["place"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [13, 18, 23, 28, 33]);
    assert!(
        diagnostics.iter().all(|finding| finding["code"].as_str().unwrap().starts_with('S') && finding["help"].is_string()),
        "{document:#}"
    );
    assert_eq!(run.err, "");
}

#[test]
fn sarif_and_github_forms_name_file_line_and_code() {
    let sandbox = five_mistakes();
    let sarif: serde_json::Value = serde_json::from_str(&sandbox.expect(1, &["check", "--format", "sarif"]).out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 5);
    let github = sandbox.expect(1, &["check", "--format", "github"]).out;
    assert_eq!(github.lines().filter(|line| line.starts_with("::error file=policies/five.straza,line=")).count(), 5, "{github}");
}

#[test]
fn fix_mends_what_has_one_reading_and_leaves_the_rest() {
    let sandbox = Sandbox::repository(&[(
        "desk.straza",
        "policy desk {\n    over  payments.*\n}\n\nrule a {\n    on    payments.refund\n    deny  when args.amount > 100 && args.amount < 200\n}\n",
    )]);
    sandbox.expect(1, &["check"]);
    let run = sandbox.expect(0, &["check", "--fix"]);
    assert_eq!(run.err.lines().next(), Some("mended desk.straza"));
    assert!(sandbox.read("desk.straza").contains("args.amount > 100 and args.amount < 200"));
}

#[cfg(unix)]
#[test]
fn fix_keeps_the_mode_of_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::repository(&[(
        "desk.straza",
        "policy desk {\n    over  a.*\n}\n\nrule a {\n    on    a.b\n    deny  when args.x > 1 && args.x < 2\n}\n",
    )]);
    let path = sandbox.path("desk.straza");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    sandbox.expect(0, &["check", "--fix"]);
    assert!(sandbox.read("desk.straza").contains("args.x > 1 and args.x < 2"));
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn an_unknown_key_of_the_settings_is_an_error_with_its_line_and_the_nearest_known_key() {
    let sandbox = Sandbox::new();
    sandbox.write("straza.toml", "edition = \"2027\"\n\n[test]\nrecordings = []\n");
    let run = sandbox.expect(1, &["check"]);
    assert!(run.err.contains("S0601") && run.err.contains("straza.toml:3:2") && run.err.contains("did you mean `tests`?"), "{}", run.err);
}

#[test]
fn a_catalog_that_cannot_be_read_is_an_error_where_it_is_named() {
    let sandbox = Sandbox::repository(&[(
        "desk.straza",
        "policy desk {\n    over  payments.*\n}\n\ncatalog payments from \"../payments.json\" { }\n",
    )]);
    let run = sandbox.expect(1, &["check"]);
    assert!(run.err.contains("S0409") && run.err.contains("desk.straza:5:"), "{}", run.err);
    assert!(run.err.contains("the path must lie below the repository's folder"), "{}", run.err);
}

#[test]
fn each_unread_catalog_is_reported_with_its_own_cause() {
    let catalogs = "catalog a from \"./a.json\" { }\n\ncatalog b from \"b/a.json\" { }\n";
    let sandbox = Sandbox::repository(&[("desk.straza", &format!("policy desk {{\n    over  a.*\n}}\n\n{catalogs}"))]);
    sandbox.write("a.json", b"\xff");
    let run = sandbox.expect(1, &["check", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let missing = document["diagnostics"].as_array().unwrap().iter().filter(|finding| finding["code"] == "S0409");
    let told: Vec<[&str; 3]> = missing.map(|finding| ["message", "label", "help"].map(|part| finding[part].as_str().unwrap())).collect();
    let of_a = ["the catalog's file `a.json` cannot be read", "the file is not UTF-8", "save it as UTF-8: JSON is nothing else"];
    let of_b = [
        "the catalog's file `b/a.json` cannot be read",
        "there is no such file or folder",
        "save the server's answer to `tools/list` there",
    ];
    assert_eq!(told, [of_a, of_b]);
}

#[test]
fn a_policy_over_its_budget_does_not_compile_and_its_index_is_explained_all_the_same() {
    let sandbox = Sandbox::example("coding-agent");
    let settings = sandbox.read("coding-agent/straza.toml");
    sandbox.write("coding-agent/straza.toml", format!("{settings}\n[budget]\nwork = 1\n"));
    let run = sandbox.expect(2, &["compile", "coding-agent", "-o", "a.snapshot"]);
    let told = ["S0520", "the budget is 1", "straza check --explain-index", "`work` of `[budget]`", "coding-agent/straza.toml:"];
    assert!(told.iter().all(|part| run.err.contains(part)), "{}", run.err);
    let run = sandbox.expect(1, &["check", "coding-agent", "--explain-index"]);
    assert!(told.iter().all(|part| run.err.contains(part)), "{}", run.err);
    assert!(run.out.contains("1 error, 0 warnings\n") && run.out.contains("\non "), "{}", run.out);
    let last = settings.lines().count() + 3;
    let github = sandbox.expect(1, &["check", "coding-agent", "--format", "github"]).out;
    assert!(github.contains(&format!("file=coding-agent/straza.toml,line={last},col=8")), "{github}");
}

#[test]
fn what_the_index_cannot_hold_is_a_finding_of_check_and_explained_all_the_same() {
    let lists = |number: usize| format!("rule r{number} {{\n    on    a.f, a.g{number}\n    deny  when args.x > {number}\n}}\n\n");
    let pools = |number: usize| format!("rule r{number} {{\n    on       a.f\n    require  approve by role{number}\n}}\n\n");
    let roles: String = (0..70).map(|number| format!("role role{number}\n\n")).collect();
    for (rules, code, place) in [
        ((0..70).map(lists).collect::<String>(), "S0511", "straza.toml:1:1"),
        (roles + &(0..70).map(pools).collect::<String>(), "S0510", "desk.straza:"),
    ] {
        let sandbox = Sandbox::repository(&[("desk.straza", &format!("policy desk {{\n    over  a.*\n}}\n\n{rules}"))]);
        let compiled = sandbox.expect(2, &["compile", "-o", "a.snapshot"]);
        let checked = sandbox.expect(1, &["check", "--explain-index"]);
        for err in [&compiled.err, &checked.err] {
            assert!([code, place, "straza check --explain-index"].iter().all(|part| err.contains(part)), "{err}");
        }
        assert!(checked.out.contains("\non a.f"), "{}", checked.out);
    }
}

#[test]
fn a_policy_that_is_left_out_is_named() {
    let desk = "policy desk {\n    over  a.*\n}\n\ndefaults {\n    *  deny\n}\n";
    let sandbox = Sandbox::repository(&[
        ("desk.straza", desk),
        ("other.Straza", desk),
        ("secret.straza", desk),
        ("generated/deep/more.straza", desk),
        (".hidden/own.straza", desk),
        (".gitignore", "secret.straza\n/generated/\n"),
    ]);
    let run = sandbox.expect(0, &["check", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let found = document["diagnostics"].as_array().unwrap().iter();
    let mut named: Vec<_> =
        found.map(|f| (f["code"].as_str().unwrap(), f["place"]["file"].as_str().unwrap(), f["help"].is_string())).collect();
    named.sort_unstable();
    assert_eq!(named, [("S0608", "generated/deep/more.straza", true), ("S0608", "secret.straza", true), ("S0609", "other.Straza", true)]);
}

#[test]
fn a_file_beyond_the_limit_is_the_languages_finding() {
    let sandbox = Sandbox::new();
    sandbox.write("straza.toml", "edition = \"2027\"\n");
    sandbox.write("desk.straza", "x".repeat((4 << 20) + 1));
    let run = sandbox.expect(1, &["check"]);
    let told = ["S0004", "desk.straza", "this file has 4194305 bytes", "help: split"];
    assert!(told.iter().all(|part| run.err.contains(part)), "{}", run.err);
}

#[test]
fn wrong_patterns_numbers_and_types_of_the_settings_say_what_to_write() {
    let sandbox = Sandbox::new();
    sandbox.write("straza.toml", "edition = 2027\n[tests]\nrecordings = [\"a[\"]\n[budget]\nwork = 0\n");
    let run = sandbox.expect(1, &["check"]);
    assert_eq!((run.err.matches("\n  help: ").count(), run.err.matches("S0604").count()), (2, 1), "{}", run.err);
    sandbox.write("straza.toml", "edition = \"2027\"\n[tests]\nrecordings = [\"a[\"]\n");
    let run = sandbox.expect(1, &["test"]);
    assert!(run.err.contains("S0604") && run.err.contains("\n  help: "), "{}", run.err);
}

#[test]
fn overlapping_remits_need_an_agreement_in_the_settings() {
    let set = |name: &str| format!("policy {name} {{\n    over  payments.*\n}}\n\ndefaults {{\n    *  deny\n}}\n");
    let sandbox = Sandbox::repository(&[("a.straza", &set("alpha")), ("b.straza", &set("beta"))]);
    let run = sandbox.expect(1, &["check"]);
    assert!(run.err.contains("S0304"), "{}", run.err);
    sandbox.write("straza.toml", "edition = \"2027\"\n[[overlap]]\nowners = [\"beta\", \"alpha\"]\nreason = \"both pay\"\n");
    sandbox.expect(0, &["check"]);
    sandbox.write("straza.toml", "edition = \"2027\"\n[[overlap]]\nowners = [\"beta\", \"alpha\", \"gamma\"]\nreason = \"all pay\"\n");
    let run = sandbox.expect(1, &["check"]);
    assert!(run.err.contains("S0605") && run.err.contains("`gamma`"), "{}", run.err);
}

#[test]
fn without_a_repository_the_exit_code_is_two_and_the_next_step_is_named() {
    let run = Sandbox::new().expect(2, &["check"]);
    assert!(run.err.contains("no `straza.toml` here or in a folder above") && run.err.contains("help: "), "{}", run.err);
    assert_eq!(run.out, "");
    Sandbox::new().expect(2, &["check", "--no-such-flag"]);
    Sandbox::new().expect(0, &["--help"]);
}

#[test]
fn explain_index_names_what_items_are_filed_under() {
    let sandbox = Sandbox::example("github-mcp");
    let run = sandbox.expect(0, &["check", "github-mcp", "--explain-index"]);
    assert!(run.out.contains("functions by name") && run.out.contains("\non "), "{}", run.out);
}
