//! Snapshots on disk: compiled, signed, verified, inspected, refused.

use super::sandbox::Sandbox;

fn signed() -> Sandbox {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["key", "new", "a.key", "--no-passphrase"]);
    sandbox.expect(0, &["compile", "coding-agent", "-o", "a.snapshot", "--sign", "a.key"]);
    sandbox
}

#[test]
fn a_signed_snapshot_verifies_and_each_check_is_named() {
    let sandbox = signed();
    let run = sandbox.expect(0, &["verify", "a.snapshot", "--trust", "a.key.trust"]);
    assert_eq!(run.out.lines().filter(|line| line.starts_with("ok ")).count(), 7, "{}", run.out);
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.expect(0, &["verify", "a.snapshot", "--trust", "a.key.trust", "--format", "json"]).out).unwrap();
    assert_eq!((&json["straza-verify"], &json["opens"]), (&1.into(), &true.into()));
    let id = json["id"].as_str().unwrap();
    sandbox.expect(0, &["verify", "a.snapshot", "--trust", "a.key.trust", "--id", id]);
    let other = sandbox.expect(1, &["verify", "a.snapshot", "--trust", "a.key.trust", "--id", &"0".repeat(64)]);
    assert!(other.err.contains("open: id"), "{}", other.err);
}

#[test]
fn a_flipped_byte_a_cut_and_an_appended_byte_are_refused_with_their_code() {
    let sandbox = signed();
    let bytes = std::fs::read(sandbox.path("a.snapshot")).unwrap();
    let flipped = |at: usize| bytes.iter().enumerate().map(|(index, byte)| if index == at { byte ^ 1 } else { *byte }).collect::<Vec<u8>>();
    let cases = [
        (flipped(0), "open: not-a-snapshot", "file: "),
        (flipped(bytes.len() / 2), "open: core-hash", "digests "),
        (flipped(bytes.len() - 1), "open: text-hash", "digests "),
        (bytes[..20].to_vec(), "open: truncated", "file: "),
        (bytes[..bytes.len() - 1].to_vec(), "open: length", "digests "),
        ([bytes.as_slice(), &[0]].concat(), "open: length", "digests "),
    ];
    for (wrong, code, check) in cases {
        sandbox.write("wrong.snapshot", &wrong);
        let run = sandbox.expect(1, &["verify", "wrong.snapshot", "--trust", "a.key.trust"]);
        assert!(run.err.contains(code) && run.err.contains("at: wrong.snapshot"), "{code}\n{}", run.err);
        assert!(run.out.contains(&format!("failed       {check}")), "{code}\n{}", run.out);
        let json = sandbox.expect(1, &["verify", "wrong.snapshot", "--trust", "a.key.trust", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!((&json["opens"], &json["code"]), (&false.into(), &code.into()));
        sandbox.expect(2, &["inspect", "wrong.snapshot", "--trust", "a.key.trust"]);
    }
}

#[test]
fn another_key_and_development_keys_are_refused() {
    let sandbox = signed();
    sandbox.expect(0, &["key", "new", "b.key", "--no-passphrase"]);
    let run = sandbox.expect(1, &["verify", "a.snapshot", "--trust", "b.key.trust"]);
    assert!(run.err.contains("open: unknown-key"), "{}", run.err);

    sandbox.expect(0, &["compile", "coding-agent", "-o", "dev.snapshot"]);
    let trust = "coding-agent/target/straza/dev/key.trust";
    sandbox.expect(0, &["verify", "dev.snapshot", "--trust", trust]);
    sandbox.write("managed.trust", sandbox.read(trust).replace("kind = \"development\"", "kind = \"managed\""));
    let run = sandbox.expect(1, &["verify", "dev.snapshot", "--trust", "managed.trust"]);
    assert!(run.err.contains("open: development-key"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_trust_file_that_others_can_write_or_replace_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = signed();
    let allow = |path: &str, mode: u32| std::fs::set_permissions(sandbox.path(path), std::fs::Permissions::from_mode(mode)).unwrap();
    for mode in [0o666, 0o664, 0o646] {
        allow("a.key.trust", mode);
        let run = sandbox.expect(2, &["verify", "a.snapshot", "--trust", "a.key.trust"]);
        assert!(run.err.contains("others can write the trust file") && run.err.contains("chmod go-w"), "{}", run.err);
    }
    allow("a.key.trust", 0o644);
    sandbox.write("open/a.trust", sandbox.read("a.key.trust"));
    for (mode, code) in [(0o757, 2), (0o1777, 0), (0o755, 0)] {
        allow("open", mode);
        let run = sandbox.expect(code, &["verify", "a.snapshot", "--trust", "open/a.trust"]);
        assert_eq!(run.err.contains("others can write to a folder above the trust file"), code == 2, "{}", run.err);
    }
}

#[test]
fn a_snapshot_takes_the_place_of_nothing_but_a_snapshot() {
    let sandbox = signed();
    sandbox.write("empty", "");
    let policy = "coding-agent/straza.toml";
    for kept in ["a.key", "a.key.trust", policy, "empty"] {
        let before = sandbox.read(kept);
        let runs = [
            sandbox.expect(2, &["compile", "coding-agent", "-o", kept]),
            sandbox.expect(2, &["sign", kept, "--key", "a.key", "--trust", "a.key.trust", "--untested"]),
        ];
        for run in runs {
            assert!(
                run.err.contains("is no snapshot") && run.err.contains(kept) && run.err.contains("help: name a new file"),
                "{}",
                run.err
            );
        }
        assert_eq!(sandbox.read(kept), before);
    }
    sandbox.expect(0, &["compile", "coding-agent", "-o", "a.snapshot"]);
    let run = sandbox.expect(2, &["compile", "coding-agent", "-o", "coding-agent"]);
    assert!(run.err.contains("what has this name is none") && run.err.contains(" help: "), "{}", run.err);
    let run = sandbox.expect(2, &["compile", "coding-agent", "-o", "missing/a.snapshot"]);
    assert!(run.err.contains("no folder for it") && run.err.contains("help: make the folder first"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_device_are_neither_signed_nor_replaced() {
    let sandbox = signed();
    assert!(std::process::Command::new("mkfifo").arg(sandbox.path("pipe")).status().unwrap().success());
    for name in ["pipe", "/dev/null"] {
        for arguments in [
            &["compile", "coding-agent", "-o", name][..],
            &["sign", name, "--key", "a.key", "--trust", "a.key.trust", "--untested"],
            &["sign", name, "--key", "a.key", "--trust", "a.key.trust", "--tests", "coding-agent"],
        ] {
            let run = sandbox.expect(2, arguments);
            assert!(run.err.contains("what has this name is none") && run.err.contains(" help: "), "{}", run.err);
        }
    }
}

/// Two snapshots change places while `sign` runs again and again. Only the one that the tests pass on may come out with a signature.
#[cfg(unix)]
#[test]
fn what_is_signed_is_what_was_tested_though_the_file_changes_meanwhile() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["key", "new", "release.key", "--no-passphrase"]);
    sandbox.expect(0, &["compile", "coding-agent", "-o", "good"]);
    let policy = "coding-agent/policies/workstation.straza";
    let text = sandbox.read(policy);
    sandbox.replace(policy, "ticket 8h", "ticket 9h");
    let compiled = sandbox.expect(0, &["compile", "coding-agent", "-o", "bad"]);
    let bad = compiled.out.lines().find_map(|line| line.trim().strip_prefix("id ")).unwrap().trim().to_owned();
    sandbox.write(policy, text);
    std::fs::copy(sandbox.path("bad"), sandbox.path("a.snapshot")).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for from in ["good", "bad"].iter().cycle().take_while(|_| !done.load(Ordering::Relaxed)) {
                let _ = std::fs::remove_file(sandbox.path("next"));
                std::fs::hard_link(sandbox.path(from), sandbox.path("next")).unwrap();
                std::fs::rename(sandbox.path("next"), sandbox.path("a.snapshot")).unwrap();
            }
        });
        let runs: Vec<_> =
            (0..12).map(|_| sandbox.run(&["sign", "a.snapshot", "--key", "release.key", "--tests", "coding-agent"])).collect();
        done.store(true, Ordering::Relaxed);
        for run in runs {
            assert!(run.code != 0 || !run.out.contains(&bad), "{}", run.out);
        }
    });
}

#[test]
fn the_development_key_is_kept_and_ignored_by_git() {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["compile", "coding-agent", "-o", "a.snapshot"]);
    let key = sandbox.read("coding-agent/target/straza/dev/key.pem");
    sandbox.expect(0, &["compile", "coding-agent", "-o", "b.snapshot"]);
    assert_eq!(sandbox.read("coding-agent/target/straza/dev/key.pem"), key);
    assert_eq!(sandbox.read("coding-agent/target/straza/dev/.gitignore"), "*\n");
}

#[test]
fn inspect_lists_sets_items_sizes_and_the_worst_case() {
    let sandbox = signed();
    let run = sandbox.expect(0, &["inspect", "a.snapshot", "--trust", "a.key.trust"]);
    for part in [
        "worst case",
        "\nsets (2)",
        "std.commands.wipe",
        "workstation.credentials",
        "permits",
        "restricts",
        "shadow",
        "\nindex (",
        "    by ",
        "\nsections",
        "Items",
    ] {
        assert!(run.out.contains(part), "{part}\n{}", run.out);
    }
}

#[test]
fn signing_again_keeps_the_id_and_runs_the_tests_on_the_bytes_first() {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["compile", "coding-agent", "-o", "a.snapshot"]);
    sandbox.expect(0, &["key", "new", "release.key", "--no-passphrase"]);
    let id = |trust: &str| {
        let run = sandbox.expect(0, &["verify", "a.snapshot", "--trust", trust, "--format", "json"]);
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap()["id"].clone()
    };
    let before = id("coding-agent/target/straza/dev/key.trust");

    sandbox.replace(
        "coding-agent/tests/workstation.straza",
        "/etc/hosts\" }                => allow",
        "/etc/hosts\" }                => deny",
    );
    let run = sandbox.expect(1, &["sign", "a.snapshot", "--key", "release.key", "--tests", "coding-agent"]);
    assert!(run.err.contains("is not signed: its tests fail"), "{}", run.err);
    sandbox.expect(1, &["verify", "a.snapshot", "--trust", "release.key.trust"]);

    sandbox.replace(
        "coding-agent/tests/workstation.straza",
        "/etc/hosts\" }                => deny",
        "/etc/hosts\" }                => allow",
    );
    sandbox.expect(0, &["sign", "a.snapshot", "--key", "release.key", "--tests", "coding-agent"]);
    assert_eq!(id("release.key.trust"), before);
}

#[test]
fn tests_run_on_a_snapshot_and_notice_another_policy() {
    let sandbox = signed();
    sandbox.expect(0, &["test", "coding-agent", "--snapshot", "a.snapshot", "--trust", "a.key.trust"]);
    sandbox.replace("coding-agent/policies/workstation.straza", "ticket 8h", "ticket 9h");
    let run = sandbox.expect(1, &["test", "coding-agent", "--snapshot", "a.snapshot", "--trust", "a.key.trust"]);
    assert!(run.out.contains("another policy"), "{}", run.out);
}

#[test]
fn the_tour_ends_with_a_decision_from_the_signed_file() {
    let sandbox = Sandbox::example("coding-agent");
    let run = sandbox.expect(0, &["tour", "coding-agent", "coding-agent/calls/write-workflow.json"]);
    assert_eq!(run.out.lines().filter(|line| line.starts_with("== straza ")).count(), 5, "{}", run.out);
    assert!(run.out.contains("\napprove by security, ticket 8h\n"), "{}", run.out);
}
