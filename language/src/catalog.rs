//! Catalogs: what a server's `tools/list` answer says of its functions, and what the `catalog` item says of that.
//!
//! [`read_catalog`] turns the file into names, hints and argument shapes; [`type_catalog`] joins it with the item's lines. A hint counts
//! only where `trust` names it; an `effect` line wins over it. Nothing here opens a file: the caller has the text.

mod lines;
mod listing;
mod schema;
mod strict;

#[cfg(test)]
mod tests;

pub use listing::MAX_BYTES;
use sha2::{Digest, Sha256};

use crate::core::{ArgumentSchema, Catalog};
use crate::diagnostic::Diagnostic;
use crate::tree::CatalogTree;

/// What the server itself says of a function's effects. Missing is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hints {
    /// `readOnlyHint`
    pub read_only: Option<bool>,
    /// `destructiveHint`
    pub destructive: Option<bool>,
    /// `idempotentHint`
    pub idempotent: Option<bool>,
    /// `openWorldHint`
    pub open_world: Option<bool>,
}

/// A function of the listing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListedFunction {
    /// Its raw name.
    pub name: String,
    /// Its annotations.
    pub hints: Hints,
    /// Its arguments; `closed` where the listing gives a schema.
    pub arguments: ArgumentSchema,
}

/// A catalog's file, read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct CatalogFile {
    /// Sorted by name, each name once.
    pub functions: Vec<ListedFunction>,
    /// SHA-256 of the file's text.
    pub digest: [u8; 32],
    /// Findings, with places in the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// A `catalog` item with its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedCatalog {
    /// What the item's server offers.
    pub catalog: Catalog,
    /// Findings, with places in the item.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads an answer of MCP's `tools/list`: `{"tools": […]}`, alone or as the `result` of a JSON-RPC answer; other keys are passed over.
pub fn read_catalog(text: &str) -> CatalogFile {
    let mut diagnostics = Vec::new();
    let functions = listing::read(text, &mut diagnostics);
    CatalogFile { functions, digest: Sha256::digest(text.as_bytes()).into(), diagnostics }
}

/// Joins the item with its file; `None` where the file could not be read, which is reported here.
pub fn type_catalog(tree: &CatalogTree, file: Option<&CatalogFile>) -> TypedCatalog {
    lines::typed(tree, file)
}
