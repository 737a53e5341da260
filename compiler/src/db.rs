//! The incremental database: what is put in, and the one concrete database.
//!
//! Inputs are set in one place, [`crate::Workspace`]; queries live in [`crate::queries`]. No input is ever read from disk here.

use std::sync::{Arc, Mutex, PoisonError};

use salsa::{DatabaseKeyIndex, EventKind};

use crate::config::Config;

/// What every query gets.
#[salsa::db]
pub(crate) trait Db: salsa::Database {}

/// A policy file. One for each path for ever; a removed file is out of the [`Repository`] and has no text.
#[salsa::input(debug)]
pub(crate) struct SourceFile {
    /// Relative to the repository, with `/`.
    #[returns(deref)]
    pub path: String,
    /// As read; line ends are whatever they are.
    #[returns(deref)]
    pub text: String,
}

/// An MCP `tools/list` answer.
#[salsa::input(debug)]
pub(crate) struct CatalogFile {
    /// Relative to the repository, with `/`.
    #[returns(deref)]
    pub path: String,
    /// As read.
    #[returns(deref)]
    pub text: String,
}

/// Which files there are, each list sorted by path.
#[salsa::input(singleton, debug)]
pub(crate) struct Repository {
    /// Policy files.
    #[returns(deref)]
    pub files: Vec<SourceFile>,
    /// Catalogs.
    #[returns(deref)]
    pub catalogs: Vec<CatalogFile>,
    /// Settings.
    pub config: Config,
}

/// Text that queries are asked about: a name, a server, a path.
#[salsa::interned(debug)]
pub(crate) struct Name<'db> {
    /// The text.
    #[returns(deref)]
    pub text: String,
}

/// The database.
#[salsa::db]
#[derive(Clone)]
pub(crate) struct RootDb {
    storage: salsa::Storage<Self>,
}

#[salsa::db]
impl salsa::Database for RootDb {}

#[salsa::db]
impl Db for RootDb {}

/// The queries that ran since the log was last emptied.
pub(crate) type QueryLog = Arc<Mutex<Vec<DatabaseKeyIndex>>>;

impl RootDb {
    /// An empty database.
    pub fn new() -> Self {
        Self { storage: salsa::Storage::new(None) }
    }

    /// An empty database that writes down which queries run.
    pub fn logging() -> (Self, QueryLog) {
        let log = QueryLog::default();
        let writer = Arc::clone(&log);
        let on_event = move |event: salsa::Event| {
            if let EventKind::WillExecute { database_key } = event.kind {
                writer.lock().unwrap_or_else(PoisonError::into_inner).push(database_key);
            }
        };
        (Self { storage: salsa::Storage::new(Some(Box::new(on_event))) }, log)
    }
}
