//! A policy repository on disk: found upward by its `straza.toml`, walked in a fixed order, read within limits.
//!
//! Only the repository's own `.gitignore` files hide a policy: a setting of one machine (a global ignore file, `.git/info/exclude`)
//! must not change what is compiled. Links are refused, not followed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;
use straza_language::catalog;
use straza_language::codes::syntax::FILE_TOO_LARGE;
use straza_language::diagnostic::Diagnostic;
use straza_language::span::Span;
use straza_language::split::MAX_FILE_BYTES;

use crate::codes;
use crate::config::{self, Config};
use crate::exit::Broken;
use crate::files::{cause, read_bytes, read_text, unread};
use crate::sources::{SourceDiagnostic, SourceText};

/// Largest `straza.toml`.
const SETTINGS_BYTES: u64 = 1024 * 1024;
/// How the names of policies end.
const ENDING: &str = "straza";
/// Most files and folders that are looked at for policies that are not read.
const LOOKED_AT: usize = 100_000;
/// Most of them that are named.
const LEFT_OUT: usize = 100;
/// Most policy files.
const POLICY_FILES: usize = 10_000;

/// What was read.
#[derive(Debug)]
pub struct Repository {
    /// Its folder.
    pub root: PathBuf,
    /// `straza.toml`.
    pub config: Config,
    /// Policy files: path below the root with `/`, sorted, and text.
    pub policies: Vec<(String, Arc<SourceText>)>,
    /// What is wrong with `straza.toml` or with a file as a whole.
    pub findings: Vec<SourceDiagnostic>,
    config_source: Arc<SourceText>,
    shown: String,
}

impl Repository {
    /// Opens the repository that holds `start`, or the working directory.
    pub fn open(start: Option<&Path>) -> Result<Self, Broken> {
        let start = start.unwrap_or(Path::new("."));
        let root = find(start)?;
        let shown = shown_prefix(&root);
        let config_path = root.join(config::FILE_NAME);
        let text = read_text(&config_path, SETTINGS_BYTES)?;
        let config_source = SourceText::new(format!("{shown}{}", config::FILE_NAME), text);
        let (config, diagnostics) = config::parse(config_source.text());
        let findings = diagnostics.into_iter().map(|diagnostic| SourceDiagnostic { source: config_source.clone(), diagnostic }).collect();
        let mut repository = Self { root, config, policies: Vec::new(), findings, config_source, shown };
        repository.read_policies()?;
        Ok(repository)
    }

    /// How a path below the root is shown: as the person would type it from where they are.
    pub fn shown(&self, path: &str) -> String {
        format!("{}{path}", self.shown)
    }

    /// The policy file of that path.
    pub fn policy(&self, path: &str) -> Option<&Arc<SourceText>> {
        let at = self.policies.binary_search_by(|(known, _)| known.as_str().cmp(path)).ok()?;
        self.policies.get(at).map(|(_, source)| source)
    }

    /// The bytes of a file that a policy names, such as a catalog: below the root, no link. The error is for a diagnostic.
    pub fn named_file(&self, path: &str) -> Result<Vec<u8>, String> {
        let inside = Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !inside {
            return Err("the path must lie below the repository's folder".to_owned());
        }
        let full = self.root.join(path);
        let real = full.canonicalize().map_err(|error| cause(&error))?;
        if !real.starts_with(self.root.canonicalize().map_err(|error| cause(&error))?) {
            return Err("the file lies outside the repository".to_owned());
        }
        if real.metadata().is_ok_and(|data| !data.is_file()) {
            return Err("a file is expected, this is none".to_owned());
        }
        read_bytes(&full, catalog::MAX_BYTES as u64).map_err(|broken| broken.what().to_owned())
    }

    /// The recordings that `straza.toml` names, sorted; a pattern that finds none is a finding.
    pub fn recordings(&self) -> Result<(Vec<String>, Vec<SourceDiagnostic>), Broken> {
        let mut found = Vec::new();
        let mut findings = Vec::new();
        for (pattern, span) in &self.config.recordings {
            match self.matching(pattern) {
                Ok(files) if files.is_empty() => findings.push(self.nothing_recorded(pattern, *span)),
                Ok(files) => found.extend(files),
                Err(message) => findings.push(self.no_pattern(message, *span)),
            }
        }
        found.sort();
        found.dedup();
        Ok((found, findings))
    }

    /// Files that look like policies and are not read, as warnings: those that a `.gitignore` hides, and those with another case of the ending.
    /// Hidden files are left out on purpose, and only so many files are looked at: a hidden folder may hold anything.
    pub fn left_out(&self) -> Vec<SourceDiagnostic> {
        let mut walk = walk(&self.root);
        walk.git_ignore(false);
        let files = walk.build().take(LOOKED_AT).flatten().filter(|entry| entry.file_type().is_some_and(|kind| !kind.is_dir()));
        let mut findings: Vec<SourceDiagnostic> = files.filter_map(|entry| self.left_out_file(entry.path())).take(LEFT_OUT + 1).collect();
        if findings.len() > LEFT_OUT {
            findings.truncate(LEFT_OUT);
            let more = format!("more than {LEFT_OUT} files that look like policies are not read");
            let help = "move what belongs to no policy out of the repository's folder";
            findings.push(self.config_finding(Diagnostic::warning(codes::HIDDEN_POLICY, Span::new(0, 0), more).help(help)));
        }
        findings
    }

    fn left_out_file(&self, path: &Path) -> Option<SourceDiagnostic> {
        let ending = path.extension()?.to_str().filter(|ending| ending.eq_ignore_ascii_case(ENDING))?;
        let name = self.below_root(path)?;
        let shown = self.shown(&name);
        let start = Span::new(0, 0);
        let finding = if ending != ENDING {
            let finding = Diagnostic::warning(codes::ENDING, start, format!("`{name}` is not read: policies end with `.{ENDING}`"));
            finding.help(format!("rename it to `.{ENDING}`, or to something else where it is no policy"))
        } else if self.policy(&name).is_none() && !self.findings.iter().any(|finding| finding.source.path() == shown) {
            let finding = Diagnostic::warning(codes::HIDDEN_POLICY, start, format!("`{name}` is not read: a `.gitignore` hides it"));
            finding.help("take it out of the `.gitignore`, or delete the file where it is no policy")
        } else {
            return None;
        };
        Some(SourceDiagnostic { source: SourceText::new(shown, ""), diagnostic: finding })
    }

    /// The text of `straza.toml`.
    pub fn config_source(&self) -> &Arc<SourceText> {
        &self.config_source
    }

    /// A finding about `straza.toml`.
    pub fn config_finding(&self, diagnostic: Diagnostic) -> SourceDiagnostic {
        SourceDiagnostic { source: self.config_source.clone(), diagnostic }
    }

    fn nothing_recorded(&self, pattern: &str, span: Span) -> SourceDiagnostic {
        let finding = Diagnostic::error(codes::NO_RECORDING, span, format!("no recording matches `{pattern}`"));
        self.config_finding(
            finding.help("paths are counted from the folder of `straza.toml`; leave the pattern out if there is nothing to replay"),
        )
    }

    fn no_pattern(&self, message: String, span: Span) -> SourceDiagnostic {
        let finding = Diagnostic::error(codes::WRONG_VALUE, span, message);
        self.config_finding(
            finding.help("`*` stands for a part of a name, `**` for folders, `[ab]` for one letter: `recordings/**/*.jsonl`"),
        )
    }

    fn matching(&self, pattern: &str) -> Result<Vec<String>, String> {
        let wrong = |error: ignore::Error| format!("`{pattern}` is no path pattern: {error}");
        let mut builder = OverrideBuilder::new(&self.root);
        builder.add(&format!("/{}", pattern.trim_start_matches('/'))).map_err(wrong)?;
        let wanted = builder.build().map_err(wrong)?;
        let mut walk = walk(&self.root);
        walk.overrides(wanted);
        let mut files = Vec::new();
        for entry in walk.build() {
            let entry = entry.map_err(|error| self.unwalked(&error).what().to_owned())?;
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                files.extend(self.below_root(entry.path()));
            }
        }
        Ok(files)
    }

    fn read_policies(&mut self) -> Result<(), Broken> {
        for entry in walk(&self.root).build() {
            let entry = entry.map_err(|error| self.unwalked(&error))?;
            if entry.path().extension().is_none_or(|extension| extension != ENDING) {
                continue;
            }
            match entry.file_type() {
                Some(kind) if kind.is_dir() => continue,
                Some(kind) if kind.is_symlink() => {
                    let link = Broken::new("a policy is a symbolic link").at(entry.path().display());
                    return Err(link.next("put the file itself into the repository: what a link points to is not part of it"));
                }
                Some(kind) if kind.is_file() => self.read_policy(entry.path())?,
                _ => {
                    let none = Broken::new("something that is no file has the name of a policy").at(entry.path().display());
                    return Err(none.next("take it out of the repository"));
                }
            }
        }
        self.policies.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(())
    }

    /// Why a folder cannot be walked, and which.
    fn unwalked(&self, error: &ignore::Error) -> Broken {
        let why = error.io_error().map_or_else(|| error.to_string(), cause);
        let broken = Broken::new(format!("the repository cannot be walked: {why}")).at(path_of(error).unwrap_or(&self.root).display());
        broken.next("let yourself read every folder of the repository, or have its `.gitignore` name the folder")
    }

    fn read_policy(&mut self, path: &Path) -> Result<(), Broken> {
        if self.policies.len() == POLICY_FILES {
            return Err(Broken::new(format!("more than {POLICY_FILES} policy files")).at(self.root.display()).next("split the repository"));
        }
        let Some(name) = self.below_root(path) else {
            return Err(Broken::new("the path of a policy is not UTF-8").at(path.display()).next("give folders and file another name"));
        };
        let length = path.metadata().map_or(0, |data| data.len());
        if length > MAX_FILE_BYTES as u64 {
            self.too_large(&name, length);
            return Ok(());
        }
        match String::from_utf8(read_bytes(path, MAX_FILE_BYTES as u64)?) {
            Ok(text) => self.policies.push((name.clone(), SourceText::new(self.shown(&name), text))),
            Err(error) => self.unreadable(&name, error.utf8_error().valid_up_to()),
        }
        Ok(())
    }

    /// A policy that is larger than the language reads: its finding, without a text to point into.
    fn too_large(&mut self, name: &str, length: u64) {
        let message = format!("this file has {length} bytes, more than the {MAX_FILE_BYTES} that are read");
        let finding = Diagnostic::error(FILE_TOO_LARGE, Span::new(0, 0), message);
        self.say_of_file(name, finding.help("split the policy set's rules over several sets, one a file"));
    }

    fn unreadable(&mut self, name: &str, valid: usize) {
        let finding = Diagnostic::error(codes::NOT_UTF8, Span::new(0, 0), format!("`{name}` is not UTF-8 from byte {valid} on"));
        self.say_of_file(name, finding.help("save the file as UTF-8"));
    }

    fn say_of_file(&mut self, name: &str, diagnostic: Diagnostic) {
        self.findings.push(SourceDiagnostic { source: SourceText::new(self.shown(name), ""), diagnostic });
    }

    fn below_root(&self, path: &Path) -> Option<String> {
        let parts: Option<Vec<&str>> = path.strip_prefix(&self.root).ok()?.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/"))
    }
}

/// The policy files below a folder, found as those of a repository are.
pub fn policy_files(folder: &Path) -> Result<Vec<PathBuf>, Broken> {
    let mut files = Vec::new();
    for entry in walk(folder).build() {
        let entry = entry.map_err(|error| {
            let why = error.io_error().map_or_else(|| error.to_string(), cause);
            Broken::new(format!("the folder cannot be walked: {why}")).at(folder.display()).next("name one that you may read")
        })?;
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        if is_file && entry.path().extension().is_some_and(|extension| extension == ENDING) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// Whether the working directory lies in a repository.
pub fn is_here() -> bool {
    find(Path::new(".")).is_ok()
}

/// The folder of the nearest `straza.toml` at or above a path.
fn find(start: &Path) -> Result<PathBuf, Broken> {
    let named = |error| unread(&error, start).next("name a policy repository, or make one with `straza new DIR`");
    let real = start.canonicalize().map_err(named)?;
    if start.join(config::FILE_NAME).is_file() {
        return Ok(start.to_owned());
    }
    let found = real.ancestors().find(|folder| folder.join(config::FILE_NAME).is_file()).map(Path::to_owned);
    found.ok_or_else(|| {
        let missing = Broken::new(format!("no `{}` here or in a folder above", config::FILE_NAME)).at(real.display());
        missing.next("name a policy repository, or make one with `straza new DIR`")
    })
}

/// The path that an error of the walk is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

/// What is written before a path below the root: nothing for the working directory itself.
fn shown_prefix(root: &Path) -> String {
    let here = std::env::current_dir().ok();
    let from_here = here.as_deref().and_then(|here| root.strip_prefix(here).ok()).unwrap_or(root);
    let shown = from_here.to_string_lossy().replace('\\', "/");
    match shown.trim_end_matches('/') {
        "" if root.is_absolute() && from_here == root => "/".to_owned(),
        "" | "." => String::new(),
        other => format!("{}/", other.trim_start_matches("./")),
    }
}

fn walk(root: &Path) -> WalkBuilder {
    let mut walk = WalkBuilder::new(root);
    walk.parents(false).ignore(false).git_global(false).git_exclude(false).git_ignore(true).require_git(false).follow_links(false);
    walk.sort_by_file_path(|a, b| a.cmp(b));
    walk
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn a_repository_is_found_from_a_folder_below_and_read_in_order() {
        let folder = folder(&[
            ("straza.toml", "edition = \"2027\"\n"),
            ("b/two.straza", "// two\n"),
            ("a.straza", "// a\n"),
            (".gitignore", "/generated\n"),
            ("generated/x.straza", "// ignored\n"),
            ("b/deep/notes.md", ""),
        ]);
        let repository = Repository::open(Some(&folder.path().join("b/deep"))).unwrap();
        let names: Vec<&str> = repository.policies.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a.straza", "b/two.straza"]);
        assert_eq!(repository.policy("b/two.straza").map(|source| source.text()), Some("// two\n"));
    }

    #[test]
    fn where_no_repository_is_the_next_step_is_named() {
        let folder = folder(&[("a.straza", "")]);
        let error = Repository::open(Some(folder.path())).unwrap_err().to_string();
        assert!(error.contains("straza new DIR"), "{error}");
    }

    #[test]
    fn recordings_are_found_by_pattern_and_a_pattern_without_a_file_is_a_finding() {
        let toml = "edition = \"2027\"\n[tests]\nrecordings = [\"recordings/*.jsonl\", \"old/*.jsonl\"]\n";
        let folder =
            folder(&[("straza.toml", toml), ("recordings/b.jsonl", ""), ("recordings/a.jsonl", ""), ("recordings/deep/c.jsonl", "")]);
        let repository = Repository::open(Some(folder.path())).unwrap();
        let (files, findings) = repository.recordings().unwrap();
        assert_eq!(files, ["recordings/a.jsonl", "recordings/b.jsonl"]);
        assert_eq!(
            findings.iter().map(|finding| finding.diagnostic.message.as_str()).collect::<Vec<_>>(),
            ["no recording matches `old/*.jsonl`"]
        );
    }

    #[test]
    fn a_named_file_outside_the_repository_is_refused() {
        let folder = folder(&[("straza.toml", "edition = \"2027\"\n"), ("catalogs/a.json", "{}")]);
        let repository = Repository::open(Some(folder.path())).unwrap();
        assert_eq!(repository.named_file("catalogs/a.json").as_deref(), Ok(&b"{}"[..]));
        for outside in ["../a.json", "/etc/passwd", "catalogs/../../a.json"] {
            assert!(repository.named_file(outside).is_err(), "{outside}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_policy_is_refused_and_a_binary_one_is_a_finding() {
        let outside = folder(&[("x.straza", "")]);
        let folder = folder(&[("straza.toml", "edition = \"2027\"\n")]);
        std::fs::write(folder.path().join("bad.straza"), b"rule \xff").unwrap();
        let repository = Repository::open(Some(folder.path())).unwrap();
        assert_eq!(
            repository.findings.iter().map(|f| f.diagnostic.message.as_str()).collect::<Vec<_>>(),
            ["`bad.straza` is not UTF-8 from byte 5 on"]
        );
        std::os::unix::fs::symlink(outside.path().join("x.straza"), folder.path().join("x.straza")).unwrap();
        assert!(Repository::open(Some(folder.path())).unwrap_err().to_string().contains("symbolic link"));
    }
}
