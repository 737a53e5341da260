//! The files of a repository, kept in memory, and what they mean: the face of the front end for everyone outside this crate.
//!
//! A workspace is told texts and asked for findings, the program, the tests and the places. It touches no disk. Asking again after an edit
//! costs what the edit touched. A clone is a snapshot for another thread: a write waits until every clone is gone, and stops what clones
//! compute within [`Workspace::attempt`].

mod check;
mod grafts;
mod places;
mod program;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::PoisonError;

use salsa::plumbing::AsId;
use salsa::{Database, Durability, Setter};
use straza_language::standard::{EDITION, is_reserved_path, pack};

pub use check::{Checked, FileDiagnostic};
pub use places::{Location, SourceMap};
pub use program::FileTest;

pub use crate::queries::catalogs::repository_path;

use crate::config::Config;
use crate::db::{CatalogFile, QueryLog, Repository, RootDb, SourceFile};
use crate::queries::exports::file_exports;
use crate::queries::items::file_items;

/// A query that ran, for tests and timings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ran {
    /// The query's name.
    pub query: String,
    /// The file or item that it was asked about; empty where it was something else.
    pub about: String,
}

/// A repository in memory.
#[derive(Clone)]
pub struct Workspace {
    files: BTreeMap<String, Kept<SourceFile>>,
    catalogs: BTreeMap<String, Kept<CatalogFile>>,
    /// Policy files of the repository that stand where `std` does; they are reported and not read.
    misplaced: BTreeSet<String>,
    log: Option<QueryLog>,
    repository: Repository,
    db: RootDb,
}

/// An input and whether the repository has it at the moment: inputs live for ever, so that a path that comes back is the same input.
#[derive(Clone, Copy)]
struct Kept<T> {
    input: T,
    present: bool,
    /// How rarely its text changes.
    durability: Durability,
}

impl Default for Workspace {
    fn default() -> Self {
        Self::new()
    }
}

impl Workspace {
    /// An empty repository.
    pub fn new() -> Self {
        Self::over(RootDb::new(), None)
    }

    /// An empty repository that writes down which queries run; see [`Workspace::ran`].
    pub fn logging() -> Self {
        let (db, log) = RootDb::logging();
        Self::over(db, Some(log))
    }

    fn over(db: RootDb, log: Option<QueryLog>) -> Self {
        let repository = Repository::builder(Vec::new(), Vec::new(), Config::default()).durability(Durability::HIGH).new(&db);
        Self { files: BTreeMap::new(), catalogs: BTreeMap::new(), misplaced: BTreeSet::new(), log, repository, db }
    }

    /// Sets the settings.
    pub fn set_config(&mut self, config: Config) {
        if *self.repository.config(&self.db) != config {
            self.bring_std(&config.std);
            self.repository.set_config(&mut self.db).with_durability(Durability::HIGH).to(config);
        }
    }

    /// Puts the modules of `std` beside the repository's files, and takes the others away.
    fn bring_std(&mut self, modules: &[String]) {
        let sources = pack(EDITION).map(|pack| pack.sources(modules)).unwrap_or_default();
        for (path, kept) in self.files.iter_mut().filter(|(path, _)| is_reserved_path(path)) {
            if kept.present && !sources.iter().any(|(brought, _)| brought == path) {
                kept.present = false;
                kept.input.set_text(&mut self.db).with_durability(Durability::HIGH).to(String::new());
            }
        }
        for (path, text) in sources {
            self.keep_file(path, text, Durability::HIGH);
        }
        self.list_files(true);
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        self.repository.config(&self.db)
    }

    /// Sets many policy files at once: `(path, text)`, paths relative to the repository.
    pub fn set_files(&mut self, files: impl IntoIterator<Item = (String, String)>) {
        let mut is_new = false;
        for (path, text) in files {
            is_new |= self.put_file(&path, text, Durability::HIGH);
        }
        self.list_files(is_new);
    }

    /// Sets a policy file that is read from disk and changes rarely.
    pub fn set_file(&mut self, path: &str, text: String) {
        let is_new = self.put_file(path, text, Durability::HIGH);
        self.list_files(is_new);
    }

    /// Sets a policy file that is open in an editor and changes often: edits are cheaper then. The first time, at opening, everything that
    /// depends on the file is looked at once, whether its text differs or not.
    pub fn edit_file(&mut self, path: &str, text: String) {
        let is_new = self.put_file(path, text, Durability::LOW);
        self.list_files(is_new);
    }

    /// Takes a policy file away.
    pub fn remove_file(&mut self, path: &str) {
        if is_reserved_path(&repository_path(path)) {
            self.misplaced.remove(&repository_path(path));
        } else if let Some(kept) = self.files.get_mut(&repository_path(path)).filter(|kept| kept.present) {
            (kept.present, kept.durability) = (false, Durability::HIGH);
            kept.input.set_text(&mut self.db).with_durability(Durability::HIGH).to(String::new());
            self.list_files(true);
        }
    }

    /// Sets a catalog: an MCP `tools/list` answer. [`Workspace::catalog_paths`] says which are asked for.
    pub fn set_catalog(&mut self, path: &str, text: String) {
        let path = repository_path(path);
        match self.catalogs.get_mut(&path) {
            Some(kept) if kept.present && kept.input.text(&self.db) == text => return,
            Some(kept) => {
                kept.input.set_text(&mut self.db).with_durability(Durability::HIGH).to(text);
                if core::mem::replace(&mut kept.present, true) {
                    return;
                }
            }
            None => {
                let input = CatalogFile::builder(path.clone(), text).durability(Durability::HIGH).new(&self.db);
                self.catalogs.insert(path, Kept { input, present: true, durability: Durability::HIGH });
            }
        }
        self.list_catalogs();
    }

    /// Takes a catalog away.
    pub fn remove_catalog(&mut self, path: &str) {
        if let Some(kept) = self.catalogs.get_mut(&repository_path(path)).filter(|kept| kept.present) {
            kept.present = false;
            kept.input.set_text(&mut self.db).with_durability(Durability::HIGH).to(String::new());
            self.list_catalogs();
        }
    }

    /// The paths of the policy files, sorted.
    pub fn files(&self) -> Vec<&str> {
        self.sources().map(|file| file.path(&self.db)).collect()
    }

    /// The text of a policy file or a catalog.
    pub fn text(&self, path: &str) -> Option<&str> {
        let path = repository_path(path);
        let file = self.files.get(&path).filter(|kept| kept.present).map(|kept| kept.input.text(&self.db));
        file.or_else(|| self.catalogs.get(&path).filter(|kept| kept.present).map(|kept| kept.input.text(&self.db)))
    }

    /// The paths of the catalogs that the policy files name, sorted: what the caller should read and set.
    pub fn catalog_paths(&self) -> BTreeSet<String> {
        let exports = self.sources().map(|file| file_exports(&self.db, file));
        exports.flat_map(|exports| exports.catalogs.values().flatten().map(|path| repository_path(path))).collect()
    }

    /// Computes something on a snapshot of the repository; `None` where a write stopped it. Nothing borrowed from the snapshot may be kept.
    pub fn attempt<T>(self, compute: impl FnOnce(&Self) -> T) -> Option<T> {
        salsa::Cancelled::catch(AssertUnwindSafe(|| compute(&self))).ok()
    }

    /// The queries that ran since this was last asked, sorted; empty for a workspace without a log.
    pub fn ran(&self) -> Vec<Ran> {
        let Some(log) = &self.log else { return Vec::new() };
        let keys = core::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
        let names = self.names_of_keys();
        let mut ran: Vec<Ran> = keys
            .into_iter()
            .map(|key| Ran {
                query: self.db.ingredient_debug_name(key.ingredient_index()).into_owned(),
                about: names.get(&key.key_index()).cloned().unwrap_or_default(),
            })
            .collect();
        ran.sort();
        // Naming the keys may itself have run the splitter of a file that nobody had asked about; that is not the caller's doing.
        log.lock().unwrap_or_else(PoisonError::into_inner).clear();
        ran
    }

    fn names_of_keys(&self) -> std::collections::HashMap<salsa::Id, String> {
        let mut names = std::collections::HashMap::new();
        for file in self.sources() {
            names.insert(file.as_id(), file.path(&self.db).to_owned());
            for item in &file_items(&self.db, file).items {
                names.insert(item.as_id(), item.head(&self.db).to_owned());
            }
        }
        names
    }

    /// The policy files by path.
    fn sources(&self) -> impl Iterator<Item = SourceFile> + '_ {
        self.repository.files(&self.db).iter().copied()
    }

    /// Whether the file is new to the repository.
    fn put_file(&mut self, path: &str, text: String, durability: Durability) -> bool {
        let path = repository_path(path);
        if is_reserved_path(&path) {
            self.misplaced.insert(path);
            return false;
        }
        self.keep_file(path, text, durability)
    }

    fn keep_file(&mut self, path: String, text: String, durability: Durability) -> bool {
        let Some(kept) = self.files.get_mut(&path) else {
            let input = SourceFile::builder(path.clone(), text).durability(Durability::HIGH).text_durability(durability).new(&self.db);
            self.files.insert(path, Kept { input, present: true, durability });
            return true;
        };
        let is_same = kept.present && kept.durability == durability && kept.input.text(&self.db) == text;
        if !is_same {
            kept.durability = durability;
            kept.input.set_text(&mut self.db).with_durability(durability).to(text);
        }
        !core::mem::replace(&mut kept.present, true)
    }

    fn list_files(&mut self, changed: bool) {
        if changed {
            let files = self.files.values().filter(|kept| kept.present).map(|kept| kept.input).collect();
            self.repository.set_files(&mut self.db).with_durability(Durability::HIGH).to(files);
        }
    }

    fn list_catalogs(&mut self) {
        let catalogs = self.catalogs.values().filter(|kept| kept.present).map(|kept| kept.input).collect();
        self.repository.set_catalogs(&mut self.db).with_durability(Durability::HIGH).to(catalogs);
    }
}
