//! The examples are what the README says they are, and a changed bound in one is noticed.

use super::sandbox::Sandbox;

#[test]
fn both_examples_pass_their_checks_and_tests() {
    for name in ["coding-agent", "github-mcp"] {
        let sandbox = Sandbox::example(name);
        let check = sandbox.expect(0, &["check", name]);
        assert!(check.out.ends_with(": 0 errors, 0 warnings\n"), "{name}: {}\n{}", check.out, check.err);
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
fn every_rule_of_the_examples_decides_some_test() {
    for (name, policies) in [("coding-agent", &["workstation"][..]), ("github-mcp", &["code", "triage"])] {
        let sandbox = Sandbox::example(name);
        for set in policies {
            let policy = sandbox.read(&format!("{name}/policies/{set}.straza"));
            let tests = sandbox.read(&format!("{name}/tests/{set}.straza"));
            for rule in policy.lines().filter_map(|line| line.strip_prefix("rule ")).filter_map(|line| line.split(' ').next()) {
                assert!(rule == "notebooks" || tests.contains(&format!("via {rule}")), "no test of {name} is decided by {rule}");
            }
        }
    }
}
