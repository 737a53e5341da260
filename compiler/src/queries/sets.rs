//! Which policy sets there are and which items they have.

use std::collections::{BTreeMap, BTreeSet};

use super::exports::file_exports;
use crate::db::{Db, Name, Repository, SourceFile};

/// Every policy set with its file: the first file by path, where two claim a name.
#[salsa::tracked]
pub(crate) fn set_names(db: &dyn Db) -> BTreeMap<String, SourceFile> {
    let mut sets = BTreeMap::new();
    for file in Repository::get(db).files(db) {
        if let Some(set) = &file_exports(db, *file).set {
            sets.entry(set.name.clone()).or_insert(*file);
        }
    }
    sets
}

/// The file of a policy set.
#[salsa::tracked(returns(copy))]
pub(crate) fn set_file<'db>(db: &'db dyn Db, name: Name<'db>) -> Option<SourceFile> {
    set_names(db).get(name.text(db)).copied()
}

/// The items of a policy set.
#[salsa::tracked]
pub(crate) fn set_items<'db>(db: &'db dyn Db, set: Name<'db>) -> BTreeSet<String> {
    set_file(db, set).map(|file| file_exports(db, file).items.clone()).unwrap_or_default()
}

/// Whether a policy set has an item.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_item<'db>(db: &'db dyn Db, set: Name<'db>, item: Name<'db>) -> bool {
    set_items(db, set).contains(item.text(db))
}
