//! Everything that is wrong with a repository, in one sorted list.

use std::collections::{BTreeSet, HashMap};

use straza_language::core::Program;
use straza_language::diagnostic::{Diagnostic, Severity};
use straza_language::meaning::lint_program;
use straza_language::names::{ItemSignature, ItemWord, RepositoryFile, check_repository};
use straza_language::span::Span;
use straza_language::standard::is_reserved_path;

use super::Workspace;
use super::program::Assembled;
use crate::codes;
use crate::db::{Name, SourceFile};
use crate::queries::catalogs::{catalog_file, listed_catalog, typed_catalog};
use crate::queries::examples::{included_examples, item_examples};
use crate::queries::exports::{file_exports, item_signature};
use crate::queries::expressions::item_expressions;
use crate::queries::includes::set_libraries;
use crate::queries::items::{Item, file_items, parsed_item};
use crate::queries::references::file_references;
use crate::queries::typed::{included_item, typed_item};
use crate::queries::variables::item_variables;

/// A finding and its file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileDiagnostic {
    /// Path relative to the repository.
    pub path: String,
    /// The finding; its places are in the file.
    pub diagnostic: Diagnostic,
}

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Findings, sorted by path, place and code, without repeats.
    pub diagnostics: Vec<FileDiagnostic>,
    /// What the repository decides; `None` where a finding is an error.
    pub program: Option<Program>,
}

impl Workspace {
    /// Checks everything.
    pub fn check(&self) -> Checked {
        let mut diagnostics = self.item_diagnostics();
        diagnostics.extend(self.catalog_diagnostics());
        diagnostics.extend(self.repository_diagnostics());
        diagnostics.extend(self.misplaced.iter().map(|path| misplaced(path)));
        let has_error = diagnostics.iter().any(|found| found.diagnostic.severity == Severity::Error);
        let mut grafts = Vec::new();
        let program = (!has_error).then(|| self.assembled()).map(|assembled| {
            diagnostics.extend(self.program_diagnostics(&assembled));
            // What an edition's own file is warned of is nothing that a repository can mend.
            diagnostics.retain(|found| found.diagnostic.severity == Severity::Error || !is_reserved_path(&found.path));
            grafts = self.grafts(&assembled);
            assembled.program
        });
        diagnostics.append(&mut grafts);
        let has_error = diagnostics.iter().any(|found| found.diagnostic.severity == Severity::Error);
        let program = program.filter(|_| !has_error);
        diagnostics.sort();
        diagnostics.dedup();
        Checked { diagnostics, program }
    }

    /// The findings of [`Workspace::check`].
    pub fn diagnostics(&self) -> Vec<FileDiagnostic> {
        self.check().diagnostics
    }

    /// The program of [`Workspace::check`].
    pub fn program(&self) -> Option<Program> {
        self.check().program
    }

    /// What the splitter, the reader and the typing say, file by file.
    fn item_diagnostics(&self) -> Vec<FileDiagnostic> {
        let mut found = Vec::new();
        let libraries = self.libraries();
        for file in self.sources() {
            let items = file_items(&self.db, file);
            found.extend(items.diagnostics.iter().map(|diagnostic| self.in_file(file, diagnostic.clone())));
            for item in &items.items {
                let included = libraries.get(&file).filter(|_| item_signature(&self.db, *item).word.is_of_set());
                let read = &parsed_item(&self.db, *item).diagnostics;
                let typed = match included {
                    None => vec![typed_item(&self.db, *item)],
                    Some(sets) => sets.iter().map(|(set, module)| included_item(&self.db, *item, *set, *module)).collect(),
                };
                let typed = typed.into_iter().flat_map(|typed| &typed.diagnostics);
                let is_catalog = item_signature(&self.db, *item).word == ItemWord::Catalog;
                let catalog = is_catalog.then(|| typed_catalog(&self.db, *item)).into_iter().flatten().flat_map(|typed| &typed.diagnostics);
                let variables = item_variables(&self.db, *item);
                let expressions = item_expressions(&self.db, *item).iter().chain(&variables);
                let is_command = item_signature(&self.db, *item).word == ItemWord::Command;
                let examples: Vec<&Diagnostic> = match included {
                    _ if !is_command => Vec::new(),
                    None => item_examples(&self.db, *item).iter().collect(),
                    Some(sets) => sets.iter().flat_map(|(set, module)| included_examples(&self.db, *item, *set, *module)).collect(),
                };
                found.extend(
                    read.iter()
                        .chain(typed)
                        .chain(catalog)
                        .chain(expressions)
                        .chain(examples)
                        .map(|diagnostic| self.in_item(*item, diagnostic.clone())),
                );
            }
        }
        found
    }

    /// The libraries that sets include, each with those sets and the name that it has there.
    fn libraries(&self) -> HashMap<SourceFile, Vec<(SourceFile, Name<'_>)>> {
        let mut libraries: HashMap<SourceFile, Vec<(SourceFile, Name<'_>)>> = HashMap::new();
        for set in self.sources().filter(|file| file_exports(&self.db, *file).set.is_some()) {
            for library in set_libraries(&self.db, set) {
                libraries.entry(library.file).or_default().push((set, Name::new(&self.db, library.module.clone())));
            }
        }
        libraries
    }

    /// What is wrong inside the catalogs' own files.
    fn catalog_diagnostics(&self) -> Vec<FileDiagnostic> {
        let files = self.catalog_paths().into_iter().filter_map(|path| {
            let file = catalog_file(&self.db, Name::new(&self.db, path.clone()))?;
            Some((path, &listed_catalog(&self.db, file).diagnostics))
        });
        files
            .flat_map(|(path, found)| {
                found.iter().map(move |diagnostic| FileDiagnostic { path: path.clone(), diagnostic: diagnostic.clone() })
            })
            .collect()
    }

    /// What no file can say alone: names declared twice, circles, what nobody uses, overlapping remits.
    fn repository_diagnostics(&self) -> Vec<FileDiagnostic> {
        let files: Vec<CheckedFile<'_>> = self.sources().map(|file| self.checked_file(file)).collect();
        let views: Vec<RepositoryFile<'_>> =
            files.iter().map(|file| RepositoryFile { path: file.path, items: &file.signatures, references: file.references }).collect();
        let findings = check_repository(&views, &self.config().shared_remits);
        let placed = findings.iter().filter_map(|finding| {
            let item = files.get(finding.file)?.items.get(finding.item)?;
            Some(self.in_item(*item, finding.diagnostic(&parsed_item(&self.db, *item).item)))
        });
        placed.collect()
    }

    fn checked_file(&self, file: SourceFile) -> CheckedFile<'_> {
        let items = &file_items(&self.db, file).items;
        let signatures = items.iter().map(|item| item_signature(&self.db, *item).clone()).collect();
        CheckedFile { path: file.path(&self.db), items, signatures, references: file_references(&self.db, file) }
    }

    /// What only the whole program shows.
    fn program_diagnostics(&self, assembled: &Assembled<'_>) -> Vec<FileDiagnostic> {
        let findings = lint_program(&assembled.program.sets, &assembled.program.items, &assembled.links.behind);
        let placed = findings.into_iter().filter_map(|finding| {
            let (item, place) = assembled.places.get(&(finding.id.clone(), finding.part))?;
            Some(self.in_item(*item, finding.diagnostic(*place)))
        });
        placed.collect()
    }

    fn in_file(&self, file: SourceFile, diagnostic: Diagnostic) -> FileDiagnostic {
        FileDiagnostic { path: file.path(&self.db).to_owned(), diagnostic }
    }

    pub(super) fn in_item(&self, item: Item<'_>, diagnostic: Diagnostic) -> FileDiagnostic {
        self.in_file(item.file(&self.db), diagnostic.shifted(item.start(&self.db)))
    }
}

/// A file of the repository where `std` stands.
fn misplaced(path: &str) -> FileDiagnostic {
    let message = "files of this name belong to `std`, which comes with the edition";
    let diagnostic = Diagnostic::error(codes::RESERVED_FILE, Span::default(), message).help("give the file, or its folder, another name");
    FileDiagnostic { path: path.to_owned(), diagnostic }
}

/// A file as the check over all files sees it.
struct CheckedFile<'a> {
    path: &'a str,
    items: &'a [Item<'a>],
    signatures: Vec<ItemSignature>,
    references: &'a BTreeSet<String>,
}
