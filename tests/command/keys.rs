//! `straza key new`: where keys may lie.

use super::sandbox::Sandbox;

#[test]
fn a_new_key_has_a_trust_file_beside_it_and_is_never_overwritten() {
    let sandbox = Sandbox::new();
    let run = sandbox.expect(0, &["key", "new", "release.key", "--no-passphrase"]);
    assert!(!run.out.contains("PRIVATE") && !run.err.contains("PRIVATE"));
    assert!(sandbox.read("release.key").starts_with("-----BEGIN PRIVATE KEY-----"));
    assert!(sandbox.read("release.key.trust").contains("straza-trust = 1"));
    let again = sandbox.expect(2, &["key", "new", "release.key", "--no-passphrase"]);
    assert!(again.err.contains("never overwritten"), "{}", again.err);
}

#[test]
fn a_new_key_replaces_nothing_that_has_the_name_of_its_trust_file() {
    let sandbox = Sandbox::new();
    sandbox.write("release.key.trust", "mine");
    let run = sandbox.expect(2, &["key", "new", "release.key", "--no-passphrase"]);
    assert!(run.err.contains("release.key.trust") && run.err.contains(" help: "), "{}", run.err);
    assert!(sandbox.read("release.key.trust") == "mine" && !sandbox.path("release.key").exists());
}

#[test]
fn a_key_under_a_pass_phrase_signs_with_it_only() {
    let sandbox = Sandbox::repository(&[("desk.straza", "policy desk {\n    over  a.*\n}\n\ndefaults {\n    *  deny\n}\n")]);
    sandbox.write("phrase", "correct horse\n");
    sandbox.write("wrong", "battery staple\n");
    sandbox.expect(0, &["key", "new", "release.key", "--passphrase-file", "phrase"]);
    assert!(sandbox.read("release.key").starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----"));
    sandbox.expect(0, &["compile", "-o", "a.snapshot", "--sign", "release.key", "--passphrase-file", "phrase"]);
    let run = sandbox.expect(2, &["compile", "-o", "b.snapshot", "--sign", "release.key", "--passphrase-file", "wrong"]);
    assert!(run.err.contains("pass phrase"), "{}", run.err);
    assert!(!sandbox.path("b.snapshot").exists());
}

#[test]
fn a_key_in_a_git_work_tree_is_refused_unless_git_ignores_it() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path(".git")).unwrap();
    let run = sandbox.expect(2, &["key", "new", "release.key", "--no-passphrase"]);
    assert!(run.err.contains("git work tree") && !sandbox.path("release.key").exists(), "{}", run.err);
    sandbox.write(".gitignore", "*.key\n");
    sandbox.expect(0, &["key", "new", "release.key", "--no-passphrase"]);
}

#[cfg(unix)]
#[test]
fn a_key_that_others_can_read_does_not_sign() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::repository(&[("desk.straza", "policy desk {\n    over  a.*\n}\n\ndefaults {\n    *  deny\n}\n")]);
    sandbox.expect(0, &["key", "new", "release.key", "--no-passphrase"]);
    std::fs::set_permissions(sandbox.path("release.key"), std::fs::Permissions::from_mode(0o640)).unwrap();
    let run = sandbox.expect(2, &["compile", "-o", "a.snapshot", "--sign", "release.key"]);
    assert!(run.err.contains("read by others"), "{}", run.err);
}
