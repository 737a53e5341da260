//! Hosts: what `straza.toml` says of them, what `check --host` reports, what `--host` compiles.

use serde_json::Value;

use super::sandbox::Sandbox;

const DESK: &str = r#"policy desk {
    over  desk.*
}

role lead

defaults {
    *  allow
}

rule ask {
    on       desk.pay
    when     args.amount > 100
    require  approve by lead because "Large payments need a lead."
}

limit daily {
    on     desk.pay
    sum    args.amount per person, 24h
    above  500
    deny   because "Enough for today."
}

rule nobody {
    on    desk.pay
    when  session.terminal == false
    deny  because "Somebody must be there."
}

rule trusted {
    on     desk.wipe
    allow  when principal.roles has lead
}

rule local {
    on    shell.exec
    when  args.command == "x"
    deny
}
"#;

const PAY: &str = r#"{ "straza-call": 1, "event": "tool.pre", "function": { "server": "desk", "name": "pay" }, "arguments": { "amount": 200 }, "session": { "terminal": true } }"#;

fn desk(hosts: &str) -> Sandbox {
    let sandbox = Sandbox::repository(&[("policies/desk.straza", DESK), ("pay.json", PAY)]);
    sandbox.write("straza.toml", format!("edition = \"2027\"\n{hosts}"));
    sandbox
}

const HOOK: &str = "\n[hosts.hook]\ncarries = [\"now\", \"principal.user\"]\nservers = [\"desk\"]\n";
const SKIPS: &str = "asks = true\n\n[[hosts.hook.skip]]\nitem = \"desk.daily\"\nreason = \"The gateway counts.\"\n\n[[hosts.hook.skip]]\nitem = \"desk.nobody\"\nreason = \"Runs at night.\"\n";

fn with(more: &str) -> Sandbox {
    desk(&format!("{HOOK}{more}"))
}

fn codes(document: &Value) -> Vec<String> {
    document["diagnostics"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect()
}

fn checked(sandbox: &Sandbox, code: i32, host: &str) -> Value {
    serde_json::from_str(&sandbox.expect(code, &["check", "--host", host, "--format", "json"]).out).unwrap()
}

#[test]
fn nothing_is_decided_by_default_where_a_declared_host_lacks_what_an_item_needs() {
    let sandbox = with("");
    insta::assert_snapshot!(sandbox.expect(1, &["check"]).err);
    sandbox.expect(2, &["compile", "-o", "desk.snapshot"]);
    with("otherwise = \"deny\"\n").expect(0, &["check"]);
    with(SKIPS).expect(0, &["check"]);
}

#[test]
fn a_host_is_shown_with_what_it_carries_what_items_need_and_what_never_works() {
    let run = with("otherwise = \"deny\"\n").expect(0, &["check", "--host", "hook"]);
    insta::assert_snapshot!("a_host_as_text", run.out);
    insta::assert_snapshot!("findings_at_a_host", run.err);
}

#[test]
fn skipped_items_are_listed_with_their_reasons_and_their_findings_are_gone() {
    let sandbox = with(SKIPS);
    let document = checked(&sandbox, 0, "hook");
    assert_eq!(codes(&document), ["S0624", "S0625"]);
    let host = &document["hosts"][0];
    assert_eq!(host["skipped"][0]["item"], "desk.daily");
    assert_eq!(host["skipped"][0]["reason"], "The gateway counts.");
    let needs: Vec<(&str, &str)> =
        host["needs"].as_array().unwrap().iter().map(|need| (need["name"].as_str().unwrap(), need["decides"].as_str().unwrap())).collect();
    assert_eq!(needs, [("desk.daily", "skipped"), ("desk.nobody", "skipped")]);
    let pages = sandbox.expect(0, &["doc"]).out;
    assert!(pages.contains("The gateway counts."), "{pages}");
}

#[test]
fn findings_at_a_host_are_findings_in_every_form() {
    let sandbox = with("otherwise = \"deny\"\n");
    let document = checked(&sandbox, 0, "hook");
    assert_eq!(document["straza-check"], 1);
    assert_eq!(codes(&document), ["S0624", "S0625", "S0626", "S0627", "S0627"]);
    let sarif: Value = serde_json::from_str(&sandbox.expect(0, &["check", "--host", "hook", "--format", "sarif"]).out).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 5);
    let github = sandbox.expect(0, &["check", "--host", "all", "--format", "github"]).out;
    assert_eq!(github.lines().filter(|line| line.starts_with("::warning file=policies/desk.straza,line=")).count(), 5, "{github}");
}

#[test]
fn a_preset_is_a_host_that_needs_no_declaration_to_be_looked_at() {
    let sandbox = desk("");
    let document = checked(&sandbox, 1, "codex-hook");
    assert!(codes(&document).contains(&"S0620".to_owned()), "{document:#}");
    assert_eq!(document["hosts"][0]["asks"], false);
    let all = sandbox.expect(2, &["check", "--host", "all"]);
    assert!(all.err.contains("declares no host"), "{}", all.err);
    let unknown = sandbox.expect(2, &["check", "--host", "codex-hok"]);
    assert!(unknown.err.contains("did you mean `codex-hook`?"), "{}", unknown.err);
    let refused = sandbox.expect(2, &["decide", "pay.json", "--host", "codex-hook"]);
    assert!(refused.err.contains("nothing says what is decided at host `codex-hook`"), "{}", refused.err);
}

#[test]
fn a_skip_must_name_an_item_that_is_there_and_lacks_something() {
    let skip = |item: &str| format!("otherwise = \"deny\"\n\n[[hosts.hook.skip]]\nitem = \"{item}\"\nreason = \"r\"\n");
    let first = |item: &str| with(&skip(item)).expect(1, &["check"]).err.lines().next().unwrap().to_owned();
    assert_eq!(first("desk.dayly"), "S0621");
    assert_eq!(first("desk.local"), "S0622");
    let sandbox = with(&skip("desk.triage"));
    sandbox.write("policies/desk.straza", format!("{DESK}\nlevels public < secret\n\nlabel people {{\n    from   desk.people\n    level  secret\n}}\n\nagent triage {{\n    clearance  public\n}}\n"));
    let run = sandbox.expect(1, &["check"]);
    assert!(run.err.starts_with("S0623") && run.err.contains("cannot be skipped"), "{}", run.err);
}

#[test]
fn a_skipped_item_decides_nothing_at_its_host_and_everything_elsewhere() {
    let sandbox = desk(&format!(
        "{HOOK}\n[[hosts.hook.skip]]\nitem = \"desk.ask\"\nreason = \"Nobody is there at night.\"\n\n[[hosts.hook.skip]]\nitem = \"desk.daily\"\nreason = \"The gateway counts.\"\n"
    ));
    let decided = |more: &[&str]| -> Value {
        let arguments = [&["decide", "pay.json", "--format", "json"], more].concat();
        serde_json::from_str(&sandbox.expect(0, &arguments).out).unwrap()
    };
    assert_eq!(decided(&["--host", "hook"])["decision"], "allow");
    assert_eq!(decided(&["--host", "hook"])["x-host"]["skipped"][0]["item"], "desk.ask");
    // Without a host the limit holds, too: nobody says who the person is.
    let whole = decided(&[]);
    assert_eq!((&whole["decision"], &whole["x-host"]), (&Value::from("deny"), &Value::Null));
}

#[test]
fn what_needs_somebody_to_ask_denies_where_that_is_said() {
    let sandbox = with("otherwise = \"deny\"\n\n[[hosts.hook.skip]]\nitem = \"desk.daily\"\nreason = \"The gateway counts.\"\n");
    let run = sandbox.expect(0, &["decide", "pay.json", "--host", "hook"]);
    assert!(run.out.starts_with("deny\n  decided by  desk.ask"), "{}", run.out);
    assert!(run.out.contains("skipped        desk.daily: The gateway counts."), "{}", run.out);
}

#[test]
fn a_hosts_snapshot_is_compiled_tested_and_signed_as_the_hosts() {
    let sandbox = with("asks = true\n\n[[hosts.hook.skip]]\nitem = \"desk.nobody\"\nreason = \"Runs at night.\"\n");
    let (before, after) = (DESK.find("limit").unwrap(), DESK.find("rule nobody").unwrap());
    sandbox.write("policies/desk.straza", [&DESK[..before], &DESK[after..]].concat());
    sandbox.write(
        "tests/desk.straza",
        "test \"a large payment asks\" {\n    call  desk.pay { amount: 200 }  => approve by lead via desk.ask\n}\n\ntest \"nobody is there\" {\n    given  session { terminal: false }\n    call   desk.pay { amount: 1 }  => deny via desk.nobody\n}\n",
    );
    assert!(sandbox.expect(0, &["test"]).out.ends_with("2 passed, 0 failed\n"));
    let at_hook = sandbox.expect(1, &["test", "--host", "hook"]).out;
    assert!(at_hook.starts_with("host           hook\n") && at_hook.ends_with("1 passed, 1 failed\n"), "{at_hook}");
    let report: Value = serde_json::from_str(&sandbox.expect(1, &["test", "--host", "hook", "--format", "json"]).out).unwrap();
    assert_eq!((&report["host"]["name"], report["host"]["skipped"].as_array().unwrap().len()), (&Value::from("hook"), 1));
    let compiled = sandbox.expect(0, &["compile", "-o", "hook.snapshot", "--host", "hook"]).out;
    assert!(compiled.contains("skipped        desk.nobody: Runs at night."), "{compiled}");
    let other = sandbox.expect(1, &["test", "--snapshot", "hook.snapshot"]).out;
    assert!(other.contains("another policy"), "{other}");
    let same = sandbox.expect(1, &["test", "--snapshot", "hook.snapshot", "--host", "hook"]).out;
    assert!(same.ends_with("1 passed, 1 failed\n"), "{same}");
}

#[test]
fn what_a_host_does_not_carry_of_the_past_is_unknown_when_a_call_is_decided_for_it() {
    let who = r#"200 }, "now": "2027-01-11T09:00Z", "principal": { "user": "dana", "type": "human" "#;
    let small = PAY.replace("200 ", who).replace("200", "20");
    let host = "\n[hosts.gateway]\nasks = true\notherwise = \"deny\"\ncarries = [\"now\", \"principal\", \"session\"";
    let decided = |carries: &str, arguments: &[&str]| {
        let sandbox = desk(&format!("{host}{carries}]\n"));
        sandbox.write("pay.json", &small);
        sandbox.expect(0, &[&["decide", "pay.json"], arguments].concat()).out.lines().next().map(str::to_owned)
    };
    assert_eq!(decided("", &["--host", "gateway"]).as_deref(), Some("deny"));
    assert_eq!(decided(", \"person\"", &["--host", "gateway"]).as_deref(), Some("allow"));
    assert_eq!(decided("", &[]).as_deref(), Some("allow"));
}

#[test]
fn the_list_of_offered_functions_names_the_host_that_it_is_for() {
    let sandbox = with(SKIPS);
    let run = sandbox.expect(0, &["decide", "pay.json", "--list", "--host", "hook", "--format", "json"]);
    let offered: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&offered["straza-offered"], &offered["x-host"]["name"]), (&1.into(), &"hook".into()));
}
