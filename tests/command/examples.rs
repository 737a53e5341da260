//! The examples are what the README says they are, and a changed bound in one is noticed.

use super::sandbox::Sandbox;

const EXAMPLES: [&str; 4] = ["coding-agent", "github-mcp", "payments", "platform"];

/// Words of items that `via` can name. What brings labels, fills or redacts decides nothing by itself.
const DECIDING: [&str; 10] = ["rule", "floor", "limit", "origin", "duty", "sequence", "agent", "routine", "exception", "stub"];

/// Rules that are only tried, and a limit that only reports.
const WATCHING: [&str; 2] = ["notebooks", "urgent-tickets"];

#[test]
fn every_example_passes_its_checks_and_tests_in_the_one_layout() {
    for name in EXAMPLES {
        let sandbox = Sandbox::example(name);
        let check = sandbox.expect(0, &["check", name]);
        assert!(check.out.ends_with(": 0 errors, 0 warnings\n"), "{name}: {}\n{}", check.out, check.err);
        sandbox.expect(0, &["fmt", name, "--check"]);
        let test = sandbox.expect(0, &["test", name, "--strict"]);
        assert!(test.out.trim_end().ends_with(" passed, 0 failed"), "{}", test.out);
    }
}

#[test]
fn a_changed_bound_fails_with_expected_decided_and_the_deciding_line() {
    let sandbox = Sandbox::example("github-mcp");
    sandbox.replace("github-mcp/policies/code.straza", "args.perPage? > page-limit", "args.perPage? > 51");
    let run = sandbox.expect(1, &["test", "github-mcp"]);
    let failed: Vec<&str> = run.out.lines().filter(|line| !line.starts_with("pass")).collect();
    insta::assert_snapshot!(failed.join("\n"));
    assert!(run.out.trim_end().ends_with(" 1 failed"), "{}", run.out);
}

#[test]
fn every_item_of_the_examples_decides_some_test() {
    for (name, policies) in [
        ("coding-agent", &["policies/workstation"][..]),
        ("github-mcp", &["policies/code", "policies/triage"]),
        ("payments", &["policies/desk", "policies/outbox"]),
        (
            "platform",
            &[
                "policies/guard",
                "policies/rooms",
                "policies/operations",
                "policies/helpdesk",
                "policies/nightly",
                "policies/agents",
                "lib/unattended",
            ],
        ),
    ] {
        let sandbox = Sandbox::example(name);
        let tests = tests_of(&sandbox, name);
        for policy in policies {
            let policy = sandbox.read(&format!("{name}/{policy}.straza"));
            for item in policy.lines().filter_map(deciding).filter(|item| !WATCHING.contains(item)) {
                let named = tests.iter().any(|via| *via == item || via.ends_with(&format!(".{item}")));
                assert!(named, "no test of {name} is decided by {item}");
            }
        }
    }
}

/// What the tests of an example say behind `via`.
fn tests_of(sandbox: &Sandbox, name: &str) -> Vec<String> {
    let folder = std::fs::read_dir(sandbox.path(&format!("{name}/tests"))).unwrap();
    let files = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let words: Vec<String> = files.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect();
    words.windows(2).filter(|pair| pair[0] == "via").map(|pair| pair[1].clone()).collect()
}

/// The name of the item that a line begins.
fn deciding(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once(' ')?;
    let (name, _) = rest.split_once(" {")?;
    DECIDING.contains(&word).then_some(name)
}

/// One change of one line for each construct.
const CHANGES: &[(&str, &str, &str)] = &[
    ("payments/policies/desk.straza", "above   300.00", "above   300.01"),
    ("payments/policies/desk.straza", "above   20\n", "above   21\n"),
    ("payments/policies/desk.straza", "only from principal, erp.get_supplier", "only from erp.get_supplier"),
    ("payments/policies/desk.straza", "per    person, 90d", "per    person, 91d"),
    ("payments/policies/desk.straza", "2 of treasurer or finance-lead, ticket 2d, distinct", "2 of treasurer or finance-lead, ticket 2d"),
    ("payments/policies/desk.straza", "above    5\n", "above    6\n"),
    ("payments/policies/names.straza", "alnum                       // `FI21", "fold                        // `FI21"),
    ("payments/policies/outbox.straza", "within tree", "within job"),
    ("payments/policies/outbox.straza", "    taints\n    clears", "    clears"),
    ("payments/policies/outbox.straza", "clears erp.record_callback", "clears erp.match_invoice"),
    ("payments/policies/outbox.straza", "expires 2027-05-01", "expires 2027-05-02"),
    ("payments/policies/outbox.straza", "clearance internal", "clearance confidential"),
    ("payments/policies/outbox.straza", "){3,7}", "){6,7}"),
    ("platform/policies/rooms.straza", "wall deals { alder | birch }", "wall deals { alder | house }"),
    ("platform/policies/rooms.straza", "tree.labels has uploaded", "job.labels has uploaded"),
    ("platform/policies/guard.straza", "unless  job.quarantine\n", ""),
    ("platform/policies/guard.straza", "above   4\n", "above   5\n"),
    ("platform/policies/agents.straza", "depth 2, children 3", "depth 3, children 3"),
    ("platform/policies/agents.straza", "depth 2, children 3", "depth 2, children 4"),
    ("platform/policies/agents.straza", "own flow   diligence", "own flow   summary"),
    ("platform/policies/agents.straza", "on loop    stop job", "on loop    report"),
    ("platform/policies/nightly.straza", "deploys.get_logs, deploys.restart_service,", "deploys.get_logs,"),
    ("platform/policies/operations.straza", "tickets.add_comment, tickets.close_ticket\n    result", "tickets.close_ticket\n    result"),
    ("platform/lib/unattended.straza", "above   30", "above   31"),
];

#[test]
fn a_change_of_any_construct_is_noticed() {
    for (file, old, new) in CHANGES {
        let (name, _) = file.split_once('/').unwrap();
        let sandbox = Sandbox::example(name);
        sandbox.replace(file, old, new);
        let run = sandbox.run(&["test", name]);
        assert_eq!(run.code, 1, "{file}: `{old}` became `{new}`\n{}\n{}", run.out, run.err);
    }
}

#[test]
fn the_kill_switch_that_is_kept_in_a_comment_stops_transfers_when_it_is_meant() {
    let sandbox = Sandbox::example("payments");
    let decide = ["decide", "payments/calls/release-transfer.json", "payments", "--explain"];
    let before = sandbox.expect(0, &decide);
    assert!(before.out.starts_with("confirm\n"), "{}", before.out);
    let policy = sandbox.read("payments/policies/desk.straza");
    let comment = policy.lines().skip_while(|line| !line.starts_with("//!     kill ")).take_while(|line| line.starts_with("//!     "));
    let kill: String = comment.filter_map(|line| line.strip_prefix("//!     ")).map(|line| format!("{line}\n")).collect();
    assert!(kill.ends_with("}\n"), "{kill}");
    sandbox.write("payments/policies/desk.straza", format!("{policy}\n{kill}"));
    let check = sandbox.expect(0, &["check", "payments"]);
    assert!(check.out.ends_with(": 0 errors, 0 warnings\n"), "{}", check.out);
    sandbox.expect(0, &["fmt", "payments", "--check"]);
    let after = sandbox.run(&decide);
    assert!(after.out.starts_with("deny\n") && after.out.contains("desk.transfers-stopped"), "{}", after.out);
}
