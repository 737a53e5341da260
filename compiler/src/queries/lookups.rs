//! The language's look-ups answered by queries, one query a look-up, so that an item depends on the names it asked for and on no other.

use std::sync::Arc;

use straza_language::core::{CatalogFunction, FunctionName, FunctionPattern};
use straza_language::names::{Constant, Names, Namespace, Subject};

use super::catalogs::{Pattern, catalog_functions, function_schema, pattern_functions, repository_servers, server_catalog};
use super::labels::{is_label, level_rank, repository_labels, repository_levels};
use super::scope::{repository_roles, role_name, visible_constant, visible_lets};
use super::sets::{is_item, item_subject, named_item, set_file, set_items, set_names};
use crate::db::{Db, Name, SourceFile};

/// What an item of a file can look up.
pub(crate) struct Lookups<'db> {
    /// The database.
    pub db: &'db dyn Db,
    /// The item's file.
    pub file: SourceFile,
}

impl<'db> Lookups<'db> {
    fn name(&self, text: &str) -> Name<'db> {
        Name::new(self.db, text.to_owned())
    }
}

impl Names for Lookups<'_> {
    fn role(&self, name: &str) -> Option<String> {
        role_name(self.db, self.name(name)).clone()
    }

    fn constant(&self, name: &str) -> Option<Constant> {
        visible_constant(self.db, self.file, self.name(name)).clone()
    }

    fn functions(&self, pattern: &FunctionPattern) -> Vec<FunctionName> {
        pattern_functions(self.db, Pattern::new(self.db, pattern.server.0.clone(), pattern.name.0.clone())).clone()
    }

    fn function(&self, function: &FunctionName) -> Option<Arc<CatalogFunction>> {
        function_schema(self.db, self.name(&function.server), self.name(&function.name)).clone()
    }

    fn catalogued(&self, server: &str) -> bool {
        server_catalog(self.db, self.name(server)).is_some()
    }

    fn set(&self, name: &str) -> bool {
        set_file(self.db, self.name(name)).is_some()
    }

    fn item(&self, set: &str, name: &str) -> bool {
        is_item(self.db, self.name(set), self.name(name))
    }

    fn subject(&self, set: &str, name: &str) -> Option<Subject> {
        item_subject(self.db, named_item(self.db, self.name(set), self.name(name))?).clone()
    }

    fn label(&self, name: &str) -> bool {
        is_label(self.db, self.name(name))
    }

    fn labels(&self) -> Vec<(String, Option<String>)> {
        repository_labels(self.db).iter().map(|(label, level)| (label.clone(), level.clone())).collect()
    }

    fn level(&self, name: &str) -> Option<u32> {
        level_rank(self.db, self.name(name))
    }

    fn all(&self, space: Namespace<'_>) -> Vec<String> {
        match space {
            Namespace::Roles => repository_roles(self.db).keys().cloned().collect(),
            Namespace::Lets => visible_lets(self.db, self.file).iter().cloned().collect(),
            Namespace::Servers => repository_servers(self.db).keys().cloned().collect(),
            Namespace::Functions(server) => catalog_functions(self.db, self.name(server)).clone(),
            Namespace::Labels => repository_labels(self.db).keys().cloned().collect(),
            Namespace::Levels => repository_levels(self.db).clone(),
            Namespace::Sets => set_names(self.db).keys().cloned().collect(),
            Namespace::Items(set) => set_items(self.db, self.name(set)).iter().cloned().collect(),
        }
    }
}
