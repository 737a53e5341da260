//! Each item's meaning.

use straza_language::meaning::{SetContext, Typed, type_item};
use straza_language::names::ItemWord;

use super::exports::item_signature;
use super::items::{Item, file_items, parsed_item};
use super::lookups::Lookups;
use crate::db::{Db, SourceFile};

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
    type_item(&parsed_item(db, item).item, set, &Lookups { db, file })
}
