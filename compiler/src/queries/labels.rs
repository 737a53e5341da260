//! Which labels there are and how confidential each is, in the order of the levels.

use std::collections::BTreeMap;

use super::exports::file_exports;
use crate::db::{Db, Name, Repository};

/// Every label that is declared, with its level: the first file by path, where two declare it.
#[salsa::tracked]
pub(crate) fn repository_labels(db: &dyn Db) -> BTreeMap<String, Option<String>> {
    let mut labels = BTreeMap::new();
    for file in Repository::get(db).files(db) {
        for (name, label) in &file_exports(db, *file).labels {
            labels.entry(name.clone()).or_insert_with(|| label.level.clone());
        }
    }
    labels
}

/// Whether a label is declared.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_label<'db>(db: &'db dyn Db, name: Name<'db>) -> bool {
    repository_labels(db).contains_key(name.text(db))
}

/// The levels, lowest first: those of the first file by path that orders any.
#[salsa::tracked]
pub(crate) fn repository_levels(db: &dyn Db) -> Vec<String> {
    let mut orders = Repository::get(db).files(db).iter().map(|file| &file_exports(db, *file).levels);
    orders.find(|levels| !levels.is_empty()).cloned().unwrap_or_default()
}

/// How many levels are below a level.
#[salsa::tracked(returns(copy))]
pub(crate) fn level_rank<'db>(db: &'db dyn Db, name: Name<'db>) -> Option<u32> {
    let rank = repository_levels(db).iter().position(|level| level == name.text(db))?;
    u32::try_from(rank).ok()
}
