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
fn a_trust_file_that_everybody_can_write_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = signed();
    std::fs::set_permissions(sandbox.path("a.key.trust"), std::fs::Permissions::from_mode(0o666)).unwrap();
    let run = sandbox.expect(2, &["verify", "a.snapshot", "--trust", "a.key.trust"]);
    assert!(run.err.contains("everybody can write the trust file"), "{}", run.err);
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
    for part in ["worst case", "\nsets (1)", "workstation.credentials", "permits", "restricts", "shadow", "\nsections", "Items"] {
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
        "/etc/hosts\" }                 => allow",
        "/etc/hosts\" }                 => deny",
    );
    let run = sandbox.expect(1, &["sign", "a.snapshot", "--key", "release.key", "--tests", "coding-agent"]);
    assert!(run.err.contains("is not signed: its tests fail"), "{}", run.err);
    sandbox.expect(1, &["verify", "a.snapshot", "--trust", "release.key.trust"]);

    sandbox.replace(
        "coding-agent/tests/workstation.straza",
        "/etc/hosts\" }                 => deny",
        "/etc/hosts\" }                 => allow",
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
