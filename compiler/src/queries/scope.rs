//! Which names a file sees: roles of the whole repository, `let`s of its own and of the files that it uses.

use std::collections::{BTreeMap, BTreeSet};

use straza_language::names::{Constant, module_name};

use super::exports::file_exports;
use crate::db::{Db, Name, Repository, SourceFile};

/// Every role that is declared, with the directory's name for it: the first file by path, where two declare it.
#[salsa::tracked]
pub(crate) fn repository_roles(db: &dyn Db) -> BTreeMap<String, String> {
    let mut roles = BTreeMap::new();
    for file in Repository::get(db).files(db) {
        for (name, directory) in &file_exports(db, *file).roles {
            roles.entry(name.clone()).or_insert_with(|| directory.clone());
        }
    }
    roles
}

/// The directory's name for a role.
#[salsa::tracked]
pub(crate) fn role_name<'db>(db: &'db dyn Db, name: Name<'db>) -> Option<String> {
    repository_roles(db).get(name.text(db)).cloned()
}

/// The files by the name that `use` gives them.
#[salsa::tracked]
pub(crate) fn repository_modules(db: &dyn Db) -> BTreeMap<String, SourceFile> {
    Repository::get(db).files(db).iter().map(|file| (module_name(file.path(db)), *file)).collect()
}

/// The files whose `let`s a file sees: itself, then those it uses, in order. Using is not passed on, so files that use each other are no
/// trouble here; the repository's check reports them.
#[salsa::tracked]
pub(crate) fn module_scope(db: &dyn Db, file: SourceFile) -> Vec<SourceFile> {
    let modules = repository_modules(db);
    let used = file_exports(db, file).uses.iter().filter_map(|module| modules.get(module).copied());
    core::iter::once(file).chain(used).collect()
}

/// The `let` that a file sees under a name.
#[salsa::tracked]
pub(crate) fn visible_constant<'db>(db: &'db dyn Db, file: SourceFile, name: Name<'db>) -> Option<Constant> {
    module_scope(db, file).iter().find_map(|file| file_exports(db, *file).lets.get(name.text(db)).cloned())
}

/// Every `let` that a file sees.
#[salsa::tracked]
pub(crate) fn visible_lets(db: &dyn Db, file: SourceFile) -> BTreeSet<String> {
    module_scope(db, file).iter().flat_map(|file| file_exports(db, *file).lets.keys().cloned()).collect()
}
