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

/// A desk that pays: every construct beside `rule`.
pub const DESK: &str = r#"//! Payments of a bookshop, with everything that remembers.

policy payouts {
    over     bank.*, ledger.*, people.*, post.*   // nothing else is permitted here
    for      principal.roles has teller
    priority 10
}

role teller, vault, head-of-vault
levels open < inside < sealed

include lib.egress

catalog bank from "catalogs/bank.json" {
    effect pay, release   write, open-world
    mark   iban           alnum
    mark   receipt        url
    mark   folder         path read
}

catalog post from "catalogs/post.json" {
    mark to, cc email
}

wall deals {
    deal-a | deal-b | deal-c
}

/// Nobody pays from a job that has read the web without the vault.
floor tainted {
    on       effect open-world
    when     job.labels has outside and tree.labels has sealed-mail
    unless   principal.roles has head-of-vault
    at least approve by vault or head-of-vault, ticket 8h and notify desk
             because "This job has read {job.labels}."
    at least deny when args.amount > 1000.00 because "Too much."
    starts   2027-01-01
    expires  2027-06-30
    shadow
    final
}

limit a-day {
    on      bank.pay
    when    args.currency == "EUR"
    unless  args.internal
    sum     args.amount else 0 per person, 24h
    above   500.00
    require approve by vault when args.amount > 10
    deny    because "No more today."
    expires 2027-06-30
}

limit mails { on post.send count per tree, ever above cap require confirm }

limit loops {
    on      *
    count   same call per agent, 1h
    above   20
    report  when function.server == "post"
    stop job
}

limit bare-loops { on * count same call above 5 }

limit counted { on * count above 5 deny }

label outside {
    from    web.*, mail.read
    from    net.fetch when args.url not like "https://intern.example/*" unless args.pinned
    taints
    level   sealed
    clears  people.review when args.done after approve by vault
    clears  people.check after approve by 2 of vault, hold 60s
    starts  2027-01-01
}

origin payee {
    on        bank.pay having args.iban
    when      args.amount > 1
    unless    principal.roles has vault
    arg       args.iban, args.to.account
    only from principal, ledger.get_supplier, effect read+closed-world
    require   confirm when args.amount < 10
    deny      because "The account comes from the supplier's record."
}

origin note { on bank.pay arg args.note from ledger.* require confirm }

duty maker-checker {
    pair   bank.pay, bank.release
    when   args.amount > 100
    unless args.own
    same   args.invoice, args.year
    per    person, 90d
    deny   because "Whoever pays may not release."
    shadow
}

duty by-agent { pair bank.pay, effect write same args.id per agent, ever deny }

sequence read-then-send {
    step   people.export_* when args.table == "customers"
    step   post.send, effect open-world when any r in recipients ( r not like "*@example.com" ) and args.id == step1.args.id
           unless args.safe
    within tree, 30m
    deny   because "Customer data was exported in this job tree."
}

sequence short { step a.b step c.d when args.urgent within job deny }

sequence plain {
    step a.b when args.x
    step c.d
    require confirm
}

agent triage {
    uses       github.*, file.*, effect read
    own flow   triage
    clearance  inside
    max        depth 2, children 4
    on loop    require approve by vault because "It goes in circles."
    on unknown fail job
}

agent "Night Desk" { uses  max children 1  on loop stop job  on unknown require confirm }

agent watcher { max depth 1 on loop report }

routine nightly {
    only github.list_issues, ledger.get_*
}

routine "Sunday run" { only file.read }

fill {
    on  flows.*
    arg args.budget else 2.00
}

fill currency { on bank.pay arg args.currency else "EUR" }

stub {
    on     github.create_issue
    when   args.title like "x*"
    unless args.real
    result { number: 1, labels: ["a", true, null] }
}

stub nothing { on *.* result null }

result {
    on       people.*
    when     args.table == "customers"
    unless   principal.roles has vault
    redact   matches r"[A-Z]{2}\d{20}" as "[iban]"
    redact   matches r"\d{16}" as "[card]"
    withhold when result.labels has sealed unless result.labels has open because "Sealed."
    withhold
    expires  2027-06-30
}

result mails { on post.read redact matches "x" as "" }

kill stop-posting {
    on         post.*, effect open-world
    park until 2027-06-30T08:00Z
    because    "The mail account was taken over."
}

kill stop-agent { agent triage because "It spends too much." }
kill stop-named { agent "Night Desk" because "No." }
kill stop-person { principal "eve" because "Left." }
kill stop-all { all because "Fire." }

exception migration {
    to      payouts.a-day, std.guard.self, payouts."Night Desk"
    when    args.batch == "2027"
    unless  args.live
    instead approve by vault, ticket 8h and notify desk
    expires 2027-03-01
    because "The old books are moved in February."
}

exception early { to payouts.payee because "Audit." starts 2027-01-01 expires 2027-02-01 }

test "what the desk remembers" {
    as    user "dana" roles [teller]
    given job labels [outside, "deal-a"] tree labels [] hosts ["a.example"] recipients open [ "b@example.com" ]
    given fact weather "fine" fact "queue.length" 4 now 2027-01-31T10:00Z
    job {
        call   ledger.get_supplier { id: 4 } => allow
        result { iban: "CH1" } labels [outside]
        call   bank.pay { iban: "CH1", amount: 4 } => approve by vault, ticket 8h via payee
        answer yes by "erin"
        result failed
        call   post.read { id: 1 } => allow
        result { text: "CH123" } labels [] => result { text: "[iban]" }
        result { text: "x" } => withhold
        result "plain" => as is
        turn {
            call a.b => allow
            call c.d {} => deny
        }
        given job { depth: 1 }
        call task.spawn => hold
        answer no
        result unknown
        call bank.pay => stop job
        each [ { n: 1 } ] { call post.send { n: $n } => stub via stubbed }
        event session.start { source: "resume" } => notify desk
        event prompt.submit
    }
    turn { call a.b => deny because unknown }
}
"#;

#[test]
fn every_construct_reads_without_a_finding() {
    assert_eq!(findings(DESK), "");
    assert!(file(DESK).items.iter().all(|item| item.complete));
}

/// A set of command rules, with every clause that they have.
const WORKSTATION: &str = r#"policy workstation {
    over  shell.exec, file.*
}

command wipe {
    match   `rm -r {/|'/*'|~|'~/*'}`, `rm --no-preserve-root`
    deny    because "This deletes a whole file system or home."
    hits    "rm -rf /", "sudo rm -fr -- /"
    asks    "rm -rf $DIR"
    misses  "rm -rf ./target", "git commit -m 'rm -rf /'"
}

command deploy {
    match   `kubectl --context {staging} !--kubeconfig apply **` except `kubectl apply -f=-`
    match   `KUBECONFIG=* kubectl apply **`
    when    every reads under session.workspace and not any hosts like "*.example"
    unless  command.length > 1000
    through sudo, "doas"
    after   wipe
    allow after confirm  when signals has nested-evaluation
    allow
    hits    "kubectl apply"
    starts  2026-01-01
    expires 2027-01-01
    shadow
    final
}

command fetch-and-run {
    match   `curl | … | {sh|bash}`, `* >/etc/**`, `>~/.ssh/*`
    require approve by sponsor
}

commands {
    otherwise   allow after confirm because "Not listed."
    unsure      confirm
    unreadable  approve by sponsor, ticket 1h
    first-match
}
"#;

#[test]
fn the_examples_read_without_a_finding() {
    let examples = [
        include_str!("../../../examples/payments/policies/desk.straza"),
        include_str!("../../../examples/payments/policies/outbox.straza"),
        include_str!("../../../examples/platform/policies/agents.straza"),
    ];
    assert!(examples.iter().all(|text| findings(text).is_empty()));
}

#[test]
fn rules_for_commands_read_without_a_finding() {
    assert_eq!(findings(WORKSTATION), "");
    assert!(file(WORKSTATION).items.iter().all(|item| item.complete));
}
