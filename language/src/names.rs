//! Names of a repository: what a file declares, what an item can look up, and the checks over all of them.
//!
//! Typing an item never sees a table of all names: it asks [`Names`] for one name at a time, so that whoever answers can
//! record which names the item depends on. Enumerating ([`Names::all`]) happens only after a look-up failed, to suggest.
//!
//! Roles, labels, levels, walls, agents and catalogs are visible in the whole repository; `let`s in their file and where `use` brings them.

mod constant;
mod references;
mod repository;
mod signature;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::core::{CatalogFunction, FunctionName, FunctionPattern, Target};

pub use constant::Constant;
pub use references::references;
pub use repository::{Finding, RepositoryFile, check_repository};
pub(crate) use signature::pattern;
pub use signature::{
    FileExports, ItemSignature, ItemWord, LabelExport, SetExport, exports, module_file, module_name, name_span, signature,
};

/// Which names to enumerate for a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Namespace<'a> {
    /// Roles of the repository.
    Roles,
    /// `let`s visible in the item's file.
    Lets,
    /// Servers with a catalog.
    Servers,
    /// Functions of a catalogued server.
    Functions(&'a str),
    /// Policy sets of the repository.
    Sets,
    /// Items of a set.
    Items(&'a str),
    /// Labels of the repository.
    Labels,
    /// Levels, lowest first.
    Levels,
}

/// What an exception may know of the item that it names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subject {
    /// What the item restricts.
    pub on: Vec<Target>,
    /// Whether it restricts at all.
    pub restricts: bool,
    /// No exception may name it.
    pub is_final: bool,
}

/// What an item can look up. Answers must not depend on anything but the repository's text.
pub trait Names {
    /// The directory's own name of a declared role (`role NAME = "…"`), its name where it has no other: what `principal.roles` and
    /// pools hold, because that is what a host sends. `None` where no such role is declared.
    fn role(&self, name: &str) -> Option<String>;

    /// The value of the `let` visible in the item's file: its own, or one that a `use` brings.
    fn constant(&self, name: &str) -> Option<Constant>;

    /// Catalogued functions that the pattern matches, sorted. Local tools are not in it.
    fn functions(&self, pattern: &FunctionPattern) -> Vec<FunctionName>;

    /// What the server's catalog says of one function.
    fn function(&self, function: &FunctionName) -> Option<Arc<CatalogFunction>>;

    /// Whether some catalog describes this server.
    fn catalogued(&self, server: &str) -> bool;

    /// Whether a policy set of this name exists.
    fn set(&self, name: &str) -> bool;

    /// Whether the set has an item of this name, its own or one that an `include` brings.
    fn item(&self, set: &str, name: &str) -> bool;

    /// What an exception may know of an item.
    fn subject(&self, set: &str, name: &str) -> Option<Subject>;

    /// Whether a label of this name is declared.
    fn label(&self, name: &str) -> bool;

    /// Every declared label with its level, sorted: for what is about all labels at once.
    fn labels(&self) -> Vec<(String, Option<String>)>;

    /// How many declared levels are below this one.
    fn level(&self, name: &str) -> Option<u32>;

    /// All names of a kind, for a suggestion after a look-up failed.
    fn all(&self, space: Namespace<'_>) -> Vec<String>;
}
