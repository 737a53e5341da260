//! A repository and what its policies mean: read from disk, put into the compiler's workspace, checked.
//!
//! The bridge between files and the compiler, which knows none. Findings come back with the texts they point into.

use std::path::Path;
use std::sync::Arc;

use straza_compiler::config::Config as CompilerConfig;
use straza_compiler::hosts::{Host, at_host};
use straza_compiler::workspace::{FileDiagnostic, Workspace, repository_path};
use straza_language::codes::meaning::CATALOG_FILE;
use straza_language::core::Program;
use straza_language::diagnostic::Diagnostic;
use straza_language::parse::parse_item;
use straza_language::span::Span;
use straza_language::split::split;
use straza_language::tree::ItemTree;

use crate::codes;
use crate::config::{Config, Overlap};
use crate::exit::Broken;
use crate::hosts;
use crate::render::print_text;
use crate::repository::Repository;
use crate::sources::{SourceDiagnostic, SourceText, count, plural};
use crate::terminal::Terminal;

/// Why a catalog that is there cannot be used.
const NOT_UTF8: &str = "the file is not UTF-8";

/// Checked policies.
pub struct Policies {
    /// The files.
    pub repository: Repository,
    /// The compiler's view of them.
    pub workspace: Workspace,
    /// Every finding, of `straza.toml` first, then by path and place.
    pub findings: Vec<SourceDiagnostic>,
    program: Option<Program>,
    host: Option<Host>,
}

impl Policies {
    /// Reads and checks the repository that holds `start`, or the working directory.
    pub fn load(start: Option<&Path>) -> Result<Self, Broken> {
        let repository = Repository::open(start)?;
        let mut workspace = Workspace::new();
        workspace.set_config(settings(&repository.config));
        workspace.set_files(repository.policies.iter().map(|(path, source)| (path.clone(), source.text().to_owned())));
        let unread = set_catalogs(&repository, &mut workspace);
        let checked = workspace.check();
        let mut findings = repository.findings.clone();
        let mut catalogs: Vec<(String, Arc<SourceText>)> = Vec::new();
        for found in checked.diagnostics {
            let source = source_of(&repository, &workspace, &mut catalogs, &found.path);
            let diagnostic = with_cause(found.diagnostic, &source, &unread);
            findings.push(SourceDiagnostic { source, diagnostic });
        }
        findings.extend(unknown_owners(&repository, checked.program.as_ref()));
        if let Some(program) = &checked.program {
            findings.extend(hosts::problems(&repository, program, &workspace.source_map()));
        }
        let program = checked.program.filter(|_| !findings.iter().any(SourceDiagnostic::is_error));
        Ok(Self { repository, workspace, findings, program, host: None })
    }

    /// The same policies as one host decides by them, where one is named. Everything that is compiled from now on is the host's.
    pub fn at(mut self, name: Option<&str>, terminal: &Terminal) -> Result<Self, Broken> {
        let Some(name) = name else { return Ok(self) };
        let host = hosts::named(&self.repository.config, name)?;
        let program = self.sound_program(terminal)?;
        let found = hosts::findings(&self, program, &host);
        if found.iter().any(SourceDiagnostic::is_error) {
            print_text(terminal, &found);
            let broken = Broken::new(format!("nothing says what is decided at host `{name}`, so nothing was compiled"));
            return Err(broken.at(self.repository.root.display()).next(format!("declare it under `[hosts.{name}]`")));
        }
        let program = at_host(program, &host);
        (self.program, self.host) = (Some(program), Some(host));
        Ok(self)
    }

    /// The host whose policy this is; nothing for the whole one.
    pub fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    /// The program where nothing is wrong.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// A finding of the compiler with the text it points into.
    pub fn finding(&self, found: FileDiagnostic) -> SourceDiagnostic {
        SourceDiagnostic {
            source: source_of(&self.repository, &self.workspace, &mut Vec::new(), &found.path),
            diagnostic: found.diagnostic,
        }
    }

    /// Adds what today's clock says of dated items.
    pub fn look_at_the_clock(&mut self, now: i64) {
        let Some(program) = &self.program else { return };
        let dated = crate::dates::warnings(&program.items, &self.workspace.exceptions(), &self.workspace.source_map(), now);
        let found: Vec<SourceDiagnostic> =
            dated.into_iter().map(|(path, diagnostic)| self.finding(FileDiagnostic { path, diagnostic })).collect();
        self.findings.extend(found);
    }

    /// The program where nothing is wrong; else the findings are printed, and the error says that nothing was done.
    pub fn sound_program(&self, terminal: &Terminal) -> Result<&Program, Broken> {
        let Some(program) = &self.program else {
            print_text(terminal, &self.findings);
            let (errors, _) = count(&self.findings);
            let broken = Broken::new(format!("{} in the policies, so nothing was compiled", plural(errors, "error")));
            return Err(broken
                .at(self.repository.root.display())
                .next("mend them first; `straza check --fix` does what can be done by machine"));
        };
        Ok(program)
    }
}

/// The part of `straza.toml` that compilation depends on.
fn settings(config: &Config) -> CompilerConfig {
    let shared_remits = config.overlaps.iter().flat_map(pairs).collect();
    CompilerConfig { shared_remits, work: config.work, std: config.std(), ..CompilerConfig::default() }
}

/// Every two owners of an overlap.
fn pairs(overlap: &Overlap) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = overlap.owners.as_slice();
    while let [(left, _), others @ ..] = rest {
        pairs.extend(others.iter().map(|(right, _)| (left.clone(), right.clone())));
        rest = others;
    }
    pairs
}

/// Reads the catalogs that policies name. What cannot be read stays unset, which the compiler reports where it is named; here is why.
fn set_catalogs(repository: &Repository, workspace: &mut Workspace) -> Vec<(String, String)> {
    let mut unread = Vec::new();
    for path in workspace.catalog_paths() {
        let read = repository.named_file(&path).and_then(|bytes| String::from_utf8(bytes).map_err(|_| NOT_UTF8.to_owned()));
        match read {
            Ok(text) => workspace.set_catalog(&path, text),
            Err(why) => unread.push((path, why)),
        }
    }
    unread
}

/// Says of a catalog that the compiler misses why it could not be read.
fn with_cause(diagnostic: Diagnostic, source: &SourceText, unread: &[(String, String)]) -> Diagnostic {
    let missing = diagnostic.code == CATALOG_FILE && diagnostic.label.is_empty();
    let named = missing.then(|| catalog_path(source.text(), diagnostic.span)).flatten();
    let Some((path, why)) = unread.iter().find(|(path, _)| named.as_ref() == Some(path)) else { return diagnostic };
    let message = format!("the catalog's file `{path}` cannot be read");
    let help = match why.as_str() {
        NOT_UTF8 => Some("save it as UTF-8: JSON is nothing else".to_owned()),
        _ => diagnostic.help,
    };
    Diagnostic { message, help, ..diagnostic }.label(why.clone())
}

/// The file that the `catalog` item at a place names, as the workspace keeps paths.
fn catalog_path(text: &str, place: Span) -> Option<String> {
    let chunks = split(text).chunks;
    let chunk = chunks.iter().find(|chunk| chunk.span.start <= place.start && place.end <= chunk.span.end)?;
    let item = text.get(chunk.span.start as usize..chunk.span.end as usize)?;
    let ItemTree::Catalog(catalog) = parse_item(item).item.kind else { return None };
    catalog.file.map(|file| repository_path(&file.value))
}

fn source_of(repository: &Repository, workspace: &Workspace, catalogs: &mut Vec<(String, Arc<SourceText>)>, path: &str) -> Arc<SourceText> {
    if let Some(source) = repository.policy(path) {
        return source.clone();
    }
    if let Some((_, source)) = catalogs.iter().find(|(known, _)| known == path) {
        return source.clone();
    }
    let source = SourceText::new(repository.shown(path), workspace.text(path).unwrap_or_default());
    catalogs.push((path.to_owned(), source.clone()));
    source
}

/// Owners in `[[overlap]]` that are no set.
fn unknown_owners(repository: &Repository, program: Option<&Program>) -> Vec<SourceDiagnostic> {
    let Some(program) = program else { return Vec::new() };
    let owners = repository.config.overlaps.iter().flat_map(|overlap| &overlap.owners);
    let unknown = owners.filter(|(name, _)| !program.sets.iter().any(|set| set.name == *name));
    let finding = |(name, span): &(String, _)| {
        let diagnostic = Diagnostic::error(codes::UNKNOWN_SET, *span, format!("there is no policy set `{name}`"));
        repository.config_finding(diagnostic.help("an overlap names sets as their `policy` headers do"))
    };
    unknown.map(finding).collect()
}
