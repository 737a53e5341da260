//! The queries: from the inputs to typed items, each recomputed only when what it read has changed.
//!
//! ```text
//! SourceFile ─ file_items ─ parsed_item ─┬─ item_signature ─ file_exports ─┬─ scope: visible_constant, role_name
//!                                        │  (no places, no conditions)     ├─ sets: set_file, is_item, item_subject
//!                                        │                                 ├─ labels: is_label, level_rank; includes: set_libraries
//! CatalogFile ─ listed_catalog ──────────┼─ typed_catalog                  ├─ catalogs: server_catalog, catalog_functions
//!                                        │                                 └─ function_schema, pattern_functions
//!                                        ├─ item_expressions ── expression_error
//!                                        └─ typed_item, included_item (a library's, once for each set) ── ask the above one name at a time
//!                                             └─ item_examples, included_examples: the examples of a command item, decided
//! ```
//!
//! Places inside an item are relative to the item, and where the item starts is a field of its own, so that moving an item re-runs the
//! splitter and nothing else. Diagnostics are part of the values. A query whose name begins with `repository_` reads every file; it reads
//! signatures only, and those who ask it go through a query that answers for one name.

pub(crate) mod catalogs;
pub(crate) mod examples;
pub(crate) mod exports;
pub(crate) mod expressions;
pub(crate) mod includes;
pub(crate) mod items;
mod labels;
mod lookups;
pub(crate) mod references;
pub(crate) mod scope;
pub(crate) mod sets;
pub(crate) mod typed;
pub(crate) mod variables;
