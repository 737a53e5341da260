//! What a command says where it cannot work: a lost result, a path that leads nowhere, a file of the wrong kind.

use super::sandbox::Sandbox;

/// A line that names cause, place and next step, and no number of the operating system.
#[track_caller]
fn explained(sandbox: &Sandbox, arguments: &[&str]) {
    let run = sandbox.expect(2, arguments);
    let lines: Vec<&str> = run.err.lines().collect();
    let told = |word: &str| lines.iter().any(|line| line.trim_start().starts_with(word));
    assert!(told("error: ") && told("at: ") && told("help: ") && !run.err.contains("os error"), "{arguments:?}\n{}", run.err);
}

#[test]
fn every_path_that_is_not_what_it_should_be_is_told_with_place_and_next_step() {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["compile", "coding-agent", "-o", "a.snapshot"]);
    sandbox.write("call.json", "{}");
    let trust = "coding-agent/target/straza/dev/key.trust";
    for arguments in [
        &["check", "missing"][..],
        &["check", "call.json/below"],
        &["fmt", "missing"],
        &["fmt", "missing.straza", "--check"],
        &["test", "missing"],
        &["compile", "missing", "-o", "b.snapshot"],
        &["decide", "call.json", "missing"],
        &["decide", "coding-agent", "coding-agent"],
        &["decide", "missing.json", "coding-agent"],
        &["compile", "coding-agent", "-o", "missing/b.snapshot"],
        &["compile", "coding-agent", "-o", "coding-agent"],
        &["compile", "coding-agent", "-o", "call.json/b.snapshot"],
        &["compile", "coding-agent", "-o", "b.snapshot", "--sign", "missing.key"],
        &["verify", "a.snapshot", "--trust", "coding-agent"],
        &["verify", "a.snapshot", "--trust", "missing.trust"],
        &["verify", "coding-agent", "--trust", trust],
        &["verify", "a.snapshot", "--trust", trust, "--id", "12"],
        &["inspect", "call.json", "--trust", trust],
        &["test", "coding-agent", "--snapshot", "missing"],
        &["key", "new", "missing/a.key", "--no-passphrase"],
        &["key", "new", "a.key", "--passphrase-file", "missing"],
        &["doc", "missing"],
        &["doc", "coding-agent", "-o", "missing/pages"],
        &["doc", "coding-agent", "-o", "call.json"],
        &["doc", "coding-agent", "-o", "coding-agent"],
        &["new", "call.json"],
        &["new", "call.json/below"],
    ] {
        explained(&sandbox, arguments);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_where_nothing_can_be_made_is_told_with_its_next_step() {
    explained(&Sandbox::new(), &["new", "/proc/x"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_is_lost_is_an_error_and_a_reader_that_went_away_is_none() {
    let sandbox = Sandbox::example("coding-agent");
    let shell = |line: &str| {
        let line = line.replace("straza", env!("CARGO_BIN_EXE_straza"));
        super::sandbox::finished(std::process::Command::new("bash").args(["-c", &line]).current_dir(sandbox.path(".")))
    };
    for lost in [
        "straza check coding-agent >/dev/full",
        "straza check coding-agent --format json >/dev/full",
        "straza test coding-agent >/dev/full",
        "straza completions bash >/dev/full",
        "straza --help >/dev/full",
        "straza check coding-agent 1</dev/null",
    ] {
        let run = shell(lost);
        assert!(run.code == 2 && run.err.contains("at: standard output") && run.err.contains(" help: "), "{lost}\n{run:?}");
    }
    let run = shell("straza check coding-agent | true; exit ${PIPESTATUS[0]}");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}
