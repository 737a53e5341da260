//! Which policy sets there are and which items they have.

use std::collections::{BTreeMap, BTreeSet};

use straza_language::meaning::{library_name, subject};
use straza_language::names::Subject;

use super::exports::{file_exports, item_signature};
use super::includes::{items_of_set, set_libraries};
use super::items::{Item, parsed_item};
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

/// The items of a policy set, those of its libraries among them.
#[salsa::tracked]
pub(crate) fn set_items<'db>(db: &'db dyn Db, set: Name<'db>) -> BTreeSet<String> {
    let Some(file) = set_file(db, set) else { return BTreeSet::new() };
    let mut items = file_exports(db, file).items.clone();
    for library in set_libraries(db, file) {
        let name = library_name(&library.module);
        items.extend(file_exports(db, library.file).items.iter().map(|item| format!("{name}.{item}")));
    }
    items
}

/// What an exception may know of an item.
#[salsa::tracked]
pub(crate) fn item_subject<'db>(db: &'db dyn Db, item: Item<'db>) -> Option<Subject> {
    subject(&parsed_item(db, item).item)
}

/// The item of a set that has a name; the first, where two have it.
#[salsa::tracked(returns(copy))]
pub(crate) fn named_item<'db>(db: &'db dyn Db, set: Name<'db>, name: Name<'db>) -> Option<Item<'db>> {
    let file = set_file(db, set)?;
    let find =
        |file: SourceFile, name: &str| items_of_set(db, file).find(|item| item_signature(db, *item).names.iter().any(|own| own == name));
    find(file, name.text(db)).or_else(|| {
        let (library, name) = name.text(db).split_once('.')?;
        let library = set_libraries(db, file).iter().find(|known| library_name(&known.module) == library)?;
        find(library.file, name)
    })
}

/// Whether a policy set has an item.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_item<'db>(db: &'db dyn Db, set: Name<'db>, item: Name<'db>) -> bool {
    set_items(db, set).contains(item.text(db))
}
