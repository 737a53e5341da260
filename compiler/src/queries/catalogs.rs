//! What catalogs say, in pieces: the names of a server's functions apart from what each takes, so that a changed argument re-checks only
//! the items on its function.

use std::collections::BTreeMap;
use std::sync::Arc;

use straza_language::catalog::{CatalogFile as ListedCatalog, TypedCatalog, read_catalog, type_catalog};
use straza_language::core::{CatalogFunction, FunctionName, FunctionPattern, Glob};
use straza_language::glob;
use straza_language::names::ItemWord;
use straza_language::tree::ItemTree;
use straza_runtime::json;
use straza_runtime::listing::listing_digests;

use super::exports::item_signature;
use super::items::{Item, file_items, parsed_item};
use crate::db::{CatalogFile, Db, Name, Repository};

/// What a catalog's file lists.
#[salsa::tracked]
pub(crate) fn listed_catalog(db: &dyn Db, file: CatalogFile) -> ListedCatalog {
    read_catalog(file.text(db))
}

/// The catalog that has a path.
#[salsa::tracked(returns(copy))]
pub(crate) fn catalog_file<'db>(db: &'db dyn Db, path: Name<'db>) -> Option<CatalogFile> {
    let catalogs = Repository::get(db).catalogs(db);
    let found = catalogs.binary_search_by(|file| file.path(db).cmp(path.text(db))).ok()?;
    catalogs.get(found).copied()
}

/// The meaning of a `catalog` item; `None` for other items.
#[salsa::tracked]
pub(crate) fn typed_catalog<'db>(db: &'db dyn Db, item: Item<'db>) -> Option<TypedCatalog> {
    let ItemTree::Catalog(tree) = &parsed_item(db, item).item.kind else { return None };
    let path = item_signature(db, item).file.as_deref().map(repository_path);
    let file = path.and_then(|path| catalog_file(db, Name::new(db, path)));
    Some(type_catalog(tree, file.map(|file| listed_catalog(db, file))))
}

/// The digests of what a catalog's file lists, by name; empty where the file cannot be read as a runtime would.
#[salsa::tracked]
pub(crate) fn catalog_listings<'db>(db: &'db dyn Db, item: Item<'db>) -> Vec<(String, [u8; 32])> {
    let listings = || {
        let path = item_signature(db, item).file.as_deref().map(repository_path)?;
        let file = catalog_file(db, Name::new(db, path))?;
        let identity = typed_catalog(db, item).as_ref()?.catalog.identity.as_deref();
        let text = file.text(db);
        let json = json::read(text.strip_prefix('\u{feff}').unwrap_or(text).as_bytes()).ok()?;
        let answer = json.as_object()?;
        let tools = answer.get("tools").or_else(|| answer.get("result")?.as_object()?.get("tools"))?.as_list()?;
        let digests = listing_digests(identity, tools).ok()?;
        Some(digests.into_iter().map(|(name, digest)| (name.to_owned(), digest)).collect())
    };
    listings().unwrap_or_default()
}

/// A path as the workspace keeps it: `/` between its parts, no `./` before them.
pub fn repository_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}

/// The servers that catalogs describe: the first item by path, where two claim a server.
#[salsa::tracked]
pub(crate) fn repository_servers<'db>(db: &'db dyn Db) -> BTreeMap<String, Item<'db>> {
    let mut servers = BTreeMap::new();
    for file in Repository::get(db).files(db) {
        for item in &file_items(db, *file).items {
            let signature = item_signature(db, *item);
            if let (ItemWord::Catalog, Some(name)) = (signature.word, signature.names.first()) {
                servers.entry(name.clone()).or_insert(*item);
            }
        }
    }
    servers
}

/// The `catalog` item of a server.
#[salsa::tracked(returns(copy))]
pub(crate) fn server_catalog<'db>(db: &'db dyn Db, server: Name<'db>) -> Option<Item<'db>> {
    repository_servers(db).get(server.text(db)).copied()
}

/// The names of a server's functions, sorted.
#[salsa::tracked]
pub(crate) fn catalog_functions<'db>(db: &'db dyn Db, server: Name<'db>) -> Vec<String> {
    let catalog = server_catalog(db, server).and_then(|item| typed_catalog(db, item).as_ref());
    let functions = catalog.into_iter().flat_map(|typed| &typed.catalog.functions);
    functions.map(|function| function.function.name.clone()).collect()
}

/// What a server's catalog says of one function.
#[salsa::tracked]
pub(crate) fn function_schema<'db>(db: &'db dyn Db, server: Name<'db>, name: Name<'db>) -> Option<Arc<CatalogFunction>> {
    let functions = &typed_catalog(db, server_catalog(db, server)?).as_ref()?.catalog.functions;
    let found = functions.iter().find(|function| function.function.name == name.text(db))?;
    Some(Arc::new(found.clone()))
}

/// A pattern that queries are asked about.
#[salsa::interned(debug)]
pub(crate) struct Pattern<'db> {
    /// Over the server.
    #[returns(deref)]
    pub server: String,
    /// Over the name.
    #[returns(deref)]
    pub name: String,
}

/// The catalogued functions that a pattern matches, sorted.
#[salsa::tracked]
pub(crate) fn pattern_functions<'db>(db: &'db dyn Db, pattern: Pattern<'db>) -> Vec<FunctionName> {
    let glob = FunctionPattern { server: Glob(pattern.server(db).to_owned()), name: Glob(pattern.name(db).to_owned()) };
    let servers = repository_servers(db).keys().filter(|server| glob::matches(&glob.server, server));
    let functions = servers.flat_map(|server| {
        let names = catalog_functions(db, Name::new(db, server.clone())).iter();
        names.map(|name| FunctionName { server: server.clone(), name: name.clone() })
    });
    functions.filter(|function| glob::matches_function(&glob, function)).collect()
}
