//! Each item's meaning.

use straza_language::meaning::{SetContext, Typed, type_item};
use straza_language::names::ItemWord;

use super::exports::item_signature;
use super::includes::nameless_number;
use super::items::{Item, file_items, parsed_item};
use super::lookups::Lookups;
use crate::db::{Db, Name, SourceFile};

/// What a file's header says to every item of the file.
#[salsa::tracked]
pub(crate) fn set_context(db: &dyn Db, file: SourceFile) -> Option<SetContext> {
    let mut items = file_items(db, file).items.iter();
    let header = items.find(|item| item_signature(db, **item).word == ItemWord::Policy)?;
    typed_item(db, *header).header.as_ref().map(SetContext::of)
}

/// The core items, header, rows or tests of an item, and what is wrong with it.
#[salsa::tracked]
pub(crate) fn typed_item<'db>(db: &'db dyn Db, item: Item<'db>) -> Typed {
    let file = item.file(db);
    let set = match item_signature(db, item).word {
        ItemWord::Policy => None,
        _ => set_context(db, file).as_ref(),
    };
    type_item(&parsed_item(db, item).item, number(db, item), set, &Lookups { db, file })
}

/// What tells an item without a name from others; only those are looked for.
fn number<'db>(db: &'db dyn Db, item: Item<'db>) -> u32 {
    let signature = item_signature(db, item);
    if signature.word.is_of_set() && signature.names.is_empty() { nameless_number(db, item) } else { 0 }
}

/// The same for an item of a library, under a set that includes it.
#[salsa::tracked]
pub(crate) fn included_item<'db>(db: &'db dyn Db, item: Item<'db>, set: SourceFile, module: Name<'db>) -> Typed {
    let Some(set) = set_context(db, set) else { return Typed::default() };
    let set = set.included(module.text(db));
    type_item(&parsed_item(db, item).item, number(db, item), Some(&set), &Lookups { db, file: item.file(db) })
}
