//! What an item and a file declare: the wall behind which places and conditions do not show, so that editing a condition stops here.

use straza_language::names::{FileExports, ItemSignature, exports, signature};

use super::items::{Item, file_items, parsed_item};
use crate::db::{Db, SourceFile};

/// What an item declares.
#[salsa::tracked]
pub(crate) fn item_signature<'db>(db: &'db dyn Db, item: Item<'db>) -> ItemSignature {
    signature(&parsed_item(db, item).item)
}

/// What a file declares.
#[salsa::tracked]
pub(crate) fn file_exports(db: &dyn Db, file: SourceFile) -> FileExports {
    exports(file_items(db, file).items.iter().map(|item| item_signature(db, *item)))
}
