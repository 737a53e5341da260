//! What a catalog says of a server's functions.

use super::function::{Effects, FunctionName};

/// How an argument is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Without case, as [`super::folded`] says.
    Fold,
    /// Without case and without anything that is no letter or digit (`char::is_alphanumeric`), as account numbers are written.
    Alnum,
}

/// Which list of the call an argument's values belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feed {
    /// `email`: `recipients`.
    Recipients,
    /// `url`: `hosts`.
    Hosts,
    /// `path read`: `paths` and `reads`.
    Reads,
    /// `path write`: `paths` and `writes`.
    Writes,
}

/// The JSON types a schema admits, one bit each; no bit set means anything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonTypes(pub u8);

impl JsonTypes {
    /// `null`
    pub const NULL: u8 = 1;
    /// `boolean`
    pub const BOOLEAN: u8 = 2;
    /// `number`
    pub const NUMBER: u8 = 4;
    /// `integer`: a number without a fraction (`1.0` is one)
    pub const INTEGER: u8 = 8;
    /// `string`
    pub const TEXT: u8 = 16;
    /// `array`
    pub const LIST: u8 = 32;
    /// `object`
    pub const OBJECT: u8 = 64;
}

/// The shape of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArgumentSchema {
    /// Admitted types.
    pub types: JsonTypes,
    /// The texts that `enum` or `const` list; empty means any. Used by diagnostics; a call with another text is not refused for it.
    pub values: Vec<String>,
    /// Elements of a list; `None` means anything.
    pub element: Option<Box<ArgumentSchema>>,
    /// Members of an object, sorted by name; meaningful where `closed` or not empty.
    pub members: Vec<(String, ArgumentSchema)>,
    /// Members that must be there, sorted.
    pub required: Vec<String>,
    /// Members that are not named are refused. True for the arguments of a function unless the catalog says `open`; for objects further
    /// in where the schema says `additionalProperties: false`.
    pub closed: bool,
    /// How text is compared.
    pub mark: Option<Mark>,
    /// Which list its text, or the text of its elements, belongs to.
    pub feed: Option<Feed>,
}

/// A function that a catalog, or the built-in table of local tools, describes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CatalogFunction {
    /// Its raw pair.
    pub function: FunctionName,
    /// What it does: catalog's `effect` lines, else trusted hints, else MCP's default of each hint.
    pub effects: Effects,
    /// Its arguments; `None` for a local tool, whose arguments no schema describes.
    pub arguments: Option<ArgumentSchema>,
}

/// A server's functions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Catalog {
    /// The server's name in calls.
    pub server: String,
    /// The identity the catalog is for. A call that names another has no catalog, and nothing is permitted to it; one that names none is held
    /// to the schema and to every restriction, and nothing is permitted to it either.
    pub identity: Option<String>,
    /// Sorted by name.
    pub functions: Vec<CatalogFunction>,
    /// Listing digests of its functions, by name: what the server must list for a call to be made. Empty where they are not compared.
    pub listings: Vec<(String, [u8; 32])>,
    /// SHA-256 of the catalog's file, as read.
    pub digest: [u8; 32],
}
