//! Which libraries a set includes, directly and through other libraries.

use std::collections::HashSet;

use straza_language::names::ItemWord;

use super::exports::{file_exports, item_signature};
use super::items::{Item, file_items};
use super::scope::repository_modules;
use crate::db::{Db, Name, SourceFile};

/// A library of a set.
#[derive(Debug, Clone, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Library {
    /// The name that `include` gives it.
    pub module: String,
    /// Its file.
    pub file: SourceFile,
}

/// The libraries that a module brings: itself and what it includes, each once, in text order. A file with a set of its own is no library;
/// the repository's check reports it, and circles.
#[salsa::tracked]
pub(crate) fn libraries_of<'db>(db: &'db dyn Db, module: Name<'db>) -> Vec<Library> {
    let modules = repository_modules(db);
    let (mut waiting, mut seen, mut libraries) = (vec![module.text(db).to_owned()], HashSet::new(), Vec::new());
    while let Some(module) = waiting.pop() {
        let Some(file) = modules.get(&module).copied().filter(|file| seen.insert(*file)) else { continue };
        let exports = file_exports(db, file);
        if exports.set.is_none() {
            waiting.extend(exports.includes.iter().rev().cloned());
            libraries.push(Library { module, file });
        }
    }
    libraries
}

/// All libraries of a file's set, each once, in text order.
#[salsa::tracked]
pub(crate) fn set_libraries(db: &dyn Db, file: SourceFile) -> Vec<Library> {
    let mut seen = HashSet::new();
    let named = file_exports(db, file).includes.iter();
    let libraries = named.flat_map(|module| libraries_of(db, Name::new(db, module.clone())));
    libraries.filter(|library| library.file != file && seen.insert(library.file)).cloned().collect()
}

/// Which of the items without a name of its word in its file an item is, from 1.
#[salsa::tracked(returns(copy))]
pub(crate) fn nameless_number<'db>(db: &'db dyn Db, item: Item<'db>) -> u32 {
    let nameless = |item: &Item<'db>| item_signature(db, *item).names.is_empty();
    let word = item_signature(db, item).word;
    let alike = file_items(db, item.file(db)).items.iter().filter(|other| item_signature(db, **other).word == word && nameless(other));
    let number = alike.take_while(|other| **other != item).count() + 1;
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The items of a file that belong to a set.
pub(crate) fn items_of_set<'db>(db: &'db dyn Db, file: SourceFile) -> impl Iterator<Item = Item<'db>> {
    file_items(db, file).items.iter().copied().filter(|item| item_signature(db, *item).word.is_of_set())
}

/// The module that an `include` names; `None` for other items.
pub(crate) fn included_module<'db>(db: &'db dyn Db, item: Item<'db>) -> Option<Name<'db>> {
    let signature = item_signature(db, item);
    let module = signature.module.as_ref().filter(|_| signature.word == ItemWord::Include)?;
    Some(Name::new(db, module.clone()))
}
