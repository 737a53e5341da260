//! Which words the items of a file use, for what nobody uses.

use std::collections::BTreeSet;

use straza_language::names::references;

use super::items::{Item, file_items, parsed_item};
use crate::db::{Db, SourceFile};

/// Words of an item that may name a role or a `let`.
#[salsa::tracked]
pub(crate) fn item_references<'db>(db: &'db dyn Db, item: Item<'db>) -> BTreeSet<String> {
    references(&parsed_item(db, item).item)
}

/// The same over a file.
#[salsa::tracked]
pub(crate) fn file_references(db: &dyn Db, file: SourceFile) -> BTreeSet<String> {
    file_items(db, file).items.iter().flat_map(|item| item_references(db, *item).iter().cloned()).collect()
}
