//! A file cut into items, and each item read.

use straza_language::diagnostic::Diagnostic;
use straza_language::parse::{Parsed, parse_item};
use straza_language::split::split;

use crate::db::{Db, SourceFile};

/// An item of a file. Its identity is its file, its word, its head as written and its place among equal heads; the rest are fields that
/// may change without making it another item.
#[salsa::tracked(debug)]
pub(crate) struct Item<'db> {
    /// Where it stands.
    #[returns(copy)]
    pub file: SourceFile,
    /// Its item word.
    #[returns(deref)]
    pub word: String,
    /// Word and name as written.
    #[returns(deref)]
    pub head: String,
    /// Its text, `///` lines included.
    #[tracked]
    #[returns(deref)]
    pub text: String,
    /// First byte in the file. Only what prints places reads it.
    #[tracked]
    #[returns(copy)]
    pub start: u32,
}

/// A file's items.
#[derive(Debug, Clone, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct FileItems<'db> {
    /// In text order.
    pub items: Vec<Item<'db>>,
    /// What belongs to no item; places in the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// The items of a file.
#[salsa::tracked]
pub(crate) fn file_items<'db>(db: &'db dyn Db, file: SourceFile) -> FileItems<'db> {
    let text = file.text(db);
    let split = split(text);
    let items = split.chunks.into_iter().map(|chunk| {
        let place = chunk.span.start as usize..chunk.span.end as usize;
        let text = text.get(place).unwrap_or_default().to_owned();
        Item::new(db, file, chunk.word, chunk.head, text, chunk.span.start)
    });
    FileItems { items: items.collect(), diagnostics: split.diagnostics }
}

/// The tree of an item.
#[salsa::tracked]
pub(crate) fn parsed_item<'db>(db: &'db dyn Db, item: Item<'db>) -> Parsed {
    parse_item(item.text(db))
}
