//! What each crate must not know, read from the manifests and sources of the workspace: a broken arrow or "never" fails here.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Names of the dependencies in a section, for every target; the workspace's own table is another section.
fn dependencies(manifest: &str, section: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            inside = header == section || (header.starts_with("target.") && header.ends_with(&format!(".{section}")));
        } else if inside && let Some(name) = line.split(['.', '=', ' ']).next().filter(|name| !name.is_empty() && !name.starts_with('#')) {
            names.insert(name.to_owned());
        }
    }
    names
}

fn manifest(directory: &str) -> String {
    fs::read_to_string(root().join(directory).join("Cargo.toml")).unwrap()
}

fn ours(directory: &str, section: &str) -> Vec<String> {
    dependencies(&manifest(directory), section).into_iter().filter_map(|name| Some(name.strip_prefix("straza-")?.to_owned())).collect()
}

/// Every source file below a directory, comments taken out.
fn sources(directory: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join(directory)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&entry).unwrap();
                let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                found.push((entry, code.join("\n")));
            }
        }
    }
    assert!(!found.is_empty(), "{directory} has no sources");
    found
}

fn assert_never(directory: &str, words: &[&str]) {
    for (path, code) in sources(directory) {
        for word in words {
            assert!(!code.contains(word), "{} says `{word}`", path.display());
        }
    }
}

const DISK_AND_HOST: &[&str] = &["std::fs", "std::env", "std::net", "std::process", "SystemTime", "Timestamp::now", "Zoned::now"];

#[test]
fn language_and_runtime_depend_on_no_crate_of_ours() {
    for directory in ["language", "runtime"] {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            assert_eq!(ours(directory, section), Vec::<String>::new(), "{directory} [{section}]");
        }
    }
}

#[test]
fn compiler_depends_on_language_and_runtime_and_testkit_on_those_three() {
    assert_eq!(ours("compiler", "dependencies"), ["language", "runtime"]);
    assert_eq!(ours("testkit", "dependencies"), ["compiler", "language", "runtime"]);
}

#[test]
fn salsa_is_known_to_the_compiler_alone() {
    for directory in ["", "language", "runtime", "testkit", "benches"] {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            assert!(!dependencies(&manifest(directory), section).contains("salsa"), "{directory} [{section}]");
        }
    }
    for directory in ["src", "language/src", "runtime/src", "testkit/src"] {
        assert_never(directory, &["salsa"]);
    }
}

#[test]
fn the_runtime_is_no_std_and_reads_no_clock_no_disk_no_host() {
    let lobby = fs::read_to_string(root().join("runtime/src/lib.rs")).unwrap();
    assert!(lobby.contains("no_std"), "runtime/src/lib.rs says no `no_std`");
    assert_never("runtime/src", DISK_AND_HOST);
    assert_never("runtime/src", &["std::time", "std::io", "std::thread", "std::sync", "Instant::now", "println!"]);
    for section in ["dependencies", "build-dependencies"] {
        let names = dependencies(&manifest("runtime"), section);
        assert!(names.iter().all(|name| !name.starts_with("regex") && !name.starts_with("serde")), "{names:?}");
    }
}

#[test]
fn language_and_compiler_read_no_clock_no_disk_no_host() {
    for directory in ["language/src", "compiler/src"] {
        assert_never(directory, DISK_AND_HOST);
        assert_never(directory, &["Instant::now"]);
    }
    assert_never("compiler/src", &["println!"]);
}

#[test]
fn testkit_reads_no_disk_and_no_environment() {
    assert_never("testkit/src", &["std::fs", "std::env", "std::net", "std::process"]);
}

#[test]
fn every_crate_takes_the_workspace_lints_and_nothing_lifts_the_ban_on_unsafe() {
    assert!(manifest("").contains("unsafe_code = \"forbid\""));
    for directory in ["", "language", "runtime", "compiler", "testkit"] {
        assert!(manifest(directory).contains("[lints]\nworkspace = true"), "{directory}");
    }
    for directory in ["src", "language/src", "runtime/src", "compiler/src", "testkit/src"] {
        assert_never(directory, &["allow(unsafe_code"]);
    }
}

#[test]
fn only_dev_dependencies_turn_on_the_unverified_core() {
    for directory in ["", "compiler", "testkit"] {
        let text = manifest(directory);
        let shipped = text.split("[dev-dependencies]").next().unwrap();
        assert!(!shipped.contains("unverified-core"), "{directory}");
    }
}
