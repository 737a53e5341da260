//! `straza fmt`: what it writes, what it leaves, how it ends.

use std::io::Write;
use std::process::{Command, Stdio};

use super::sandbox::{Run, Sandbox, project};

const LOOSE: &str = "rule a { on x.y deny }\n";
const LAID_OUT: &str = "rule a {\n    on      x.y\n    deny\n}\n";
const BROKEN: &str = "rule a {\r\n  on x.y\r\n  deny when args.a ==\r\n}\r\nrule b { on x.y deny }\r\n";
const HALF: &str = "rule a {\r\n  on x.y\r\n  deny when args.a ==\r\n}\n\nrule b {\n    on      x.y\n    deny\n}\n";

/// Runs the command with a text on standard input.
fn piped(arguments: &[&str], text: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_straza"));
    command.args(arguments).env("NO_COLOR", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let read = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: read(output.stdout), err: read(output.stderr) }
}

#[test]
fn a_repository_is_formatted_once_and_stays_so() {
    let sandbox = Sandbox::repository(&[("a.straza", LOOSE), ("deep/b.straza", LAID_OUT), (".hidden/c.straza", LOOSE)]);
    let run = sandbox.expect(0, &["fmt"]);
    assert_eq!(run.out, "formatted a.straza\n2 policy files: 1 changed, 1 as they should be\n");
    assert_eq!(sandbox.read("a.straza"), LAID_OUT);
    assert_eq!(sandbox.read(".hidden/c.straza"), LOOSE);
    assert_eq!(sandbox.expect(0, &["fmt"]).out, "2 policy files: 0 changed, 2 as they should be\n");
    sandbox.expect(0, &["fmt", "--check"]);
}

#[test]
fn check_lists_what_would_change_shows_how_and_writes_nothing() {
    let sandbox = Sandbox::repository(&[("a.straza", &LOOSE.replace('\n', "\r\n")), ("b.straza", LAID_OUT)]);
    let run = sandbox.expect(1, &["fmt", "--check"]);
    let expected = "would change a.straza\n  @@ -1 +1,4 @@\n  -rule a { on x.y deny }\\r\n  +rule a {\n  +    on      x.y\n  +    deny\n  +}\n\
                    2 policy files: 1 would change, 1 as they should be\n";
    assert_eq!(run.out, expected);
    assert_eq!(sandbox.read("a.straza"), LOOSE.replace('\n', "\r\n"));
}

#[test]
fn a_long_difference_is_cut() {
    let sandbox = Sandbox::repository(&[("a.straza", &LOOSE.replace("rule a", "rule a ").repeat(40))]);
    let run = sandbox.expect(1, &["fmt", "--check"]);
    assert!(run.out.contains(" more\n") && run.out.lines().count() < 50, "{}", run.out);
}

#[test]
fn files_and_folders_are_formatted_outside_a_repository_too() {
    let sandbox = Sandbox::new();
    for path in ["one.straza", "policies/a.straza", "policies/deep/b.straza", "policies/notes.md"] {
        sandbox.write(path, LOOSE);
    }
    let run = sandbox.expect(0, &["fmt", "policies", "./one.straza", "policies/a.straza"]);
    assert_eq!(
        run.out,
        "formatted one.straza\nformatted policies/a.straza\nformatted policies/deep/b.straza\n3 policy files: 3 changed, 0 as they should be\n"
    );
    assert_eq!(sandbox.read("policies/notes.md"), LOOSE);
}

#[test]
fn what_cannot_be_read_is_left_and_told_and_the_rest_is_formatted() {
    let sandbox = Sandbox::repository(&[("a.straza", BROKEN), ("b.straza", LOOSE)]);
    let run = sandbox.expect(2, &["fmt"]);
    let told =
        ["S0010", "a.straza:3:20", "help: a value is", "error: 1 error in the policies, so not everything was formatted", "\n help: "];
    assert!(told.iter().all(|part| run.err.contains(part)), "{}", run.err);
    assert_eq!((sandbox.read("a.straza").as_str(), sandbox.read("b.straza").as_str()), (HALF, LAID_OUT));
    assert_eq!(sandbox.expect(2, &["fmt"]).out, "2 policy files: 0 changed, 1 as they should be, 1 with parts that were left\n");
}

#[test]
fn a_file_that_is_no_text_is_told_and_the_others_are_formatted() {
    let sandbox = Sandbox::repository(&[("b.straza", LOOSE)]);
    sandbox.write("a.straza", b"rule \xff");
    let run = sandbox.expect(2, &["fmt"]);
    assert!(run.err.contains("S0607") && run.err.contains("`a.straza` is not UTF-8"), "{}", run.err);
    assert_eq!(sandbox.read("b.straza"), LAID_OUT);
}

#[test]
fn standard_input_goes_to_standard_output() {
    for arguments in [&["fmt", "-"][..], &["fmt", "--stdin"]] {
        let run = piped(arguments, &LOOSE.replace('\n', "\r\n"));
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, LAID_OUT, ""));
    }
    let run = piped(&["fmt", "--stdin"], BROKEN);
    assert!(run.code == 2 && run.out == HALF && run.err.contains("standard input:3:20"), "{run:?}");
    let run = piped(&["fmt", "--stdin", "--check"], LOOSE);
    assert!(run.code == 1 && run.out.starts_with("would change standard input\n"), "{run:?}");
    assert_eq!(piped(&["fmt", "-", "--check"], LAID_OUT).code, 0);
    assert_eq!(piped(&["fmt", "-"], "").out, "");
}

#[test]
fn the_json_form_names_the_files_and_what_was_left() {
    let sandbox = Sandbox::repository(&[("a.straza", BROKEN), ("b.straza", LAID_OUT)]);
    let run = sandbox.expect(2, &["fmt", "--check", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&document["straza-fmt"], &document["files"], &document["written"]), (&1.into(), &2.into(), &false.into()));
    assert_eq!(document["changed"], serde_json::json!([{ "file": "a.straza" }]));
    assert_eq!(document["diagnostics"][0]["code"], "S0010");
}

#[cfg(unix)]
#[test]
fn a_formatted_file_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::repository(&[("a.straza", LOOSE)]);
    let path = sandbox.path("a.straza");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    sandbox.expect(0, &["fmt"]);
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_new_makes_and_what_the_readme_shows_is_in_its_layout() {
    for template in ["coding-agent", "mcp-server"] {
        let sandbox = Sandbox::new();
        sandbox.expect(0, &["new", "mine", "--template", template]);
        sandbox.expect(0, &["fmt", "--check", "mine"]);
    }
    for folder in std::fs::read_dir(project().join("examples")).unwrap() {
        let example = folder.unwrap().file_name();
        let sandbox = Sandbox::example(example.to_str().unwrap());
        sandbox.expect(0, &["fmt", "--check", example.to_str().unwrap()]);
    }
    for page in ["README.md", "docs/language.md"] {
        let text = std::fs::read_to_string(project().join(page)).unwrap();
        for block in text.split("```straza\n").skip(1) {
            let policy = block.split("```").next().unwrap();
            assert_eq!(piped(&["fmt", "-"], policy).out, policy, "in {page}");
        }
    }
}
