//! Whole policies that must read without a finding.

use straza_language::tree::{CatalogLine, ItemTree, StatementTree, VerdictTree, ViaTree};

use crate::read::{file, findings};

pub const WAREHOUSE: &str = r#"//! Guardrails of the warehouse desk.
//! Written for the examples of the syntax tests.

policy warehouse {
    over     stock.*, orders.*, "carrier.example".label_*   // nothing else may be permitted here
    for      principal.roles has clerk or principal.roles has shift-lead
    priority 20
}

role clerk, shift-lead
role plant-manager = "Plant - Managers"

catalog stock from "catalogs/stock.json" {
    server "https://stock.example/mcp"
    trust  readOnlyHint, idempotentHint
    effect count_*, find         read, closed-world
    effect write_off             write, destructive
    mark   sku, parts.sku        alnum
    open   adjust
}

let threshold = 40.50
let sites     = ["Graz", "Linz"]
let audit-end = 2027-06-30

use shared.people

defaults {
    read+closed-world  allow
    granted            allow after approve by sponsor
    *                  deny because "Nothing lets this function be called."
}

/// Write-offs above the threshold are seen by a lead.
///
/// The plant manager may always do it.
rule write-off {
    on       stock.write_off, stock.adjust having args.reason, args.amount, "carrier.example"."label:void"
    when     args.amount > threshold and args.site not in sites or exists args.override
    unless   principal.roles has plant-manager
    require  approve by shift-lead or plant-manager, ticket 8h, grant 30m, bind call and notify back-office
             because "Write-offs above {threshold} in {args.site} are seen by a lead."
    deny     when any parts.lines matches r"^X-\d+$" unless args.note? contains "test" because "No test parts \{yet\}."
    starts   2027-01-01
    expires  2027-06-30T22:00Z
    final
}

rule nights {
    on       * effect write+open-world lacking args.dry_run, event subagent.start, other
    when     not now within mon-fri 07:00..19:00 in "Europe/Vienna"
             and every f in args.files ( f.size else 0 <= 10 and not (f.path under "/srv" or f.kind == null) )
             and session.version >= v2.1.163 and args["-i"] != true and args."deep key".$ref starts with "a"
    require  approve by 2 of shift-lead, hold 90s, retry, distinct, self-approval, recheck 1h, allowance job and confirm and server-check
    shadow
}

test "a large write-off is seen by a lead" {
    as    user "dana" roles [clerk]
    given session { permission-mode: "default", "cwd": "/srv" } now 2027-01-31T10:00Z not granted
    given principal.sponsor unknown paths open [ "/srv/a", { path: "/srv/b", use: "write" } ]
    call  stock.write_off { amount: 41, site: "Wien", tags: [a, -1.5e3, null, true] }
          => approve by shift-lead or plant-manager, ticket 8h via warehouse.write-off
    call  stock.adjust => deny via default of warehouse because unknown
    each  [ { n: 1 }, { n: 2 } ] {
        as   agent "nightly"
        call stock.find { n: $n } => allow via default
    }
}
"#;

#[test]
fn a_whole_policy_reads_without_a_finding() {
    assert_eq!(findings(WAREHOUSE), "");
    assert!(file(WAREHOUSE).items.iter().all(|item| item.complete));
}

#[test]
fn its_items_hold_what_was_written() {
    let items = file(WAREHOUSE).items;
    let ItemTree::Policy(policy) = &items[0].kind else { panic!("{:?}", items[0]) };
    assert_eq!(policy.over[2].server, "carrier.example");
    assert_eq!(policy.over[2].name, "label_*");
    assert_eq!(policy.priority.as_ref().unwrap().value, 20);
    let ItemTree::Catalog(catalog) = &items[3].kind else { panic!("{:?}", items[3]) };
    let CatalogLine::Mark { arguments, mark } = &catalog.lines[4].value else { panic!("{:?}", catalog.lines[4]) };
    assert_eq!(arguments[1].value, ["parts", "sku"]);
    assert_eq!(mark[0].value, "alnum");
    let rule = &items[9];
    assert_eq!(rule.doc.as_deref(), Some("Write-offs above the threshold are seen by a lead.\n\nThe plant manager may always do it."));
    let ItemTree::Rule(rule) = &rule.kind else { panic!("{rule:?}") };
    assert_eq!(rule.on[1].having.iter().map(|path| path.value.join(".")).collect::<Vec<_>>(), ["reason", "amount"]);
    assert_eq!(rule.on[2].pattern.as_ref().unwrap().name, "label:void");
    assert!(matches!(&rule.outcomes[0].verdict, VerdictTree::Require(steps) if steps.len() == 2 && steps[0].options.len() == 3));
    assert_eq!(rule.outcomes[1].because.as_ref().unwrap().value, "No test parts {{yet}}.");
    assert!(rule.outcomes[1].when.is_some() && rule.outcomes[1].unless.is_some());
    assert_eq!(rule.expires.as_ref().unwrap().value, 1_814_392_800);
}

#[test]
fn a_test_holds_its_statements() {
    let items = file(WAREHOUSE).items;
    let ItemTree::Test(test) = &items[11].kind else { panic!("{:?}", items[11]) };
    assert_eq!(test.statements.len(), 6);
    let StatementTree::Call(call) = &test.statements[4] else { panic!("{:?}", test.statements[4]) };
    let expected = call.expected.as_ref().unwrap();
    assert!(expected.because_unknown.is_some());
    assert!(matches!(&expected.via, Some(ViaTree::Default(Some(set))) if set.value == "warehouse"));
    assert!(call.arguments.is_none());
}

pub const LAPTOP: &str = r#"policy laptop {
    over  shell.exec, file.*, net.fetch, task.spawn
}

defaults {
    read+closed-world  allow
    *                  allow after confirm
}

rule project {
    on     file.write, file.edit
    deny   when any paths like "/**/*.pem" or any seen paths under "/etc" because "Keys and /etc stay as they are."
    allow  when every paths under session.workspace
}

rule keys { on file.read deny when any paths under "~/.ssh" because "Keys stay where they are." }
"#;

#[test]
fn a_policy_for_a_laptop_reads_without_a_finding() {
    assert_eq!(findings(LAPTOP), "");
    let items = file(LAPTOP).items;
    let ItemTree::Rule(rule) = &items[2].kind else { panic!("{:?}", items[2]) };
    assert_eq!(rule.outcomes.len(), 2);
    assert!(rule.when.is_none() && rule.outcomes[1].when.is_some());
}
