//! `straza new`: what it makes passes its own checks and tests.

use super::sandbox::Sandbox;

#[test]
fn each_template_passes_its_own_check_and_tests() {
    for template in ["coding-agent", "mcp-server"] {
        let sandbox = Sandbox::new();
        sandbox.expect(0, &["new", "mine", "--template", template]);
        let check = sandbox.expect(0, &["check", "mine"]);
        assert!(check.out.ends_with(": 0 errors, 0 warnings\n"), "{template}: {}{}", check.out, check.err);
        let test = sandbox.expect(0, &["test", "mine", "--strict"]);
        assert!(test.out.trim_end().ends_with(" passed, 0 failed"), "{}", test.out);
        assert!(sandbox.path("mine/.github/workflows/policy.yml").is_file());
        assert!(sandbox.read("mine/.gitignore").contains("*.key"));
    }
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("mine/notes.txt", "keep me");
    let run = sandbox.expect(2, &["new", "mine"]);
    assert!(run.err.contains("the folder is not empty"), "{}", run.err);
    assert!(!sandbox.path("mine/straza.toml").exists());
}

#[test]
fn completions_are_printed_for_a_shell() {
    let run = Sandbox::new().expect(0, &["completions", "bash"]);
    assert!(run.out.contains("complete -F _straza"), "{}", run.out);
}
