//! The listing digest: which description of a function was approved.
//!
//! SHA-256 over `straza/v1/listing` and deterministic CBOR of a map with text keys: `identity`, the server's, where the host knows one,
//! and of the tool, as `tools/list` of the Model Context Protocol gave it, `name`, `title`, `description`, `inputSchema`, `outputSchema`
//! and `annotations`. A member that is missing leaves its key out and so differs from one that is `null`. Values are encoded as in the
//! call digest ([`crate::digest`]): numbers exactly, text as received. What else a tool lists (icons, `_meta`) is not part of it.
//!
//! One digest for each function: a change of one tool moves its digest and no other.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use sha2::{Digest as _, Sha256};

use crate::cbor::{Sink, Writer};
use crate::digest::write_value;
use crate::escape::Escaped;
use crate::json::{Object, Text, Value};

/// What separates this digest from every other use of the hash.
pub const LISTING_DOMAIN: &str = "straza/v1/listing";

/// The members of a tool that are digested, in the order of the encoded map: keys by length, then by bytes. The server's identity
/// stands between the second and the third.
pub const LISTING_MEMBERS: [&str; 6] = ["name", "title", "annotations", "description", "inputSchema", "outputSchema"];

/// The key of the server's identity.
const IDENTITY: &str = "identity";

/// How many members stand before the identity.
const BEFORE_IDENTITY: usize = 2;

/// Why a listing has no digest. Nothing is approved or compared without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingError<'a> {
    /// A tool is no object.
    NotAnObject(&'static str),
    /// A tool's `name` is missing or no text.
    Name,
    /// A key that some readers would take for a digested member.
    Case {
        /// The key as received.
        key: &'a str,
        /// The member.
        member: &'static str,
    },
    /// Two tools of one name: nobody knows which would be called.
    Twice(&'a str),
}

impl ListingError<'_> {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAnObject(_) => "listing: not-an-object",
            Self::Name => "listing: name",
            Self::Case { .. } => "listing: case",
            Self::Twice(_) => "listing: twice",
        }
    }
}

impl fmt::Display for ListingError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code())?;
        match self {
            Self::NotAnObject(kind) => write!(f, "a listed tool is of type {kind}, not an object"),
            Self::Name => f.write_str("a listed tool has no `name` that is a text"),
            Self::Case { key, member } => {
                write!(f, "a listed tool has the key {}, which differs only in case from `{member}`", Escaped::new(key))
            }
            Self::Twice(name) => write!(f, "two listed tools have the name {}", Escaped::new(name)),
        }?;
        f.write_str(". Have the server's listing mended.")
    }
}

impl core::error::Error for ListingError<'_> {}

/// The digest of one tool of a listing. An `identity` of `None` is one that the host does not know.
pub fn listing_digest<'a>(identity: Option<&str>, tool: &'a Object) -> Result<[u8; 32], ListingError<'a>> {
    check(tool)?;
    let mut hash = Sha256::new();
    hash.update(LISTING_DOMAIN);
    let mut writer = Writer::new(hash);
    write_listing(&mut writer, identity, tool);
    Ok(writer.finish().finalize().into())
}

/// The bytes that are hashed behind the domain.
pub fn listing_encoding<'a>(identity: Option<&str>, tool: &'a Object) -> Result<Vec<u8>, ListingError<'a>> {
    check(tool)?;
    let mut writer = Writer::new(Vec::new());
    write_listing(&mut writer, identity, tool);
    Ok(writer.finish())
}

/// The digests of all tools of one listing, by name.
pub fn listing_digests<'a>(identity: Option<&str>, tools: &'a [Value]) -> Result<BTreeMap<&'a str, [u8; 32]>, ListingError<'a>> {
    let mut digests = BTreeMap::new();
    for tool in tools {
        let object = tool.as_object().ok_or(ListingError::NotAnObject(tool.kind()))?;
        let name = check(object)?;
        if digests.insert(name, listing_digest(identity, object)?).is_some() {
            return Err(ListingError::Twice(name));
        }
    }
    Ok(digests)
}

/// The tool's name, where every digested member is certain.
fn check(tool: &Object) -> Result<&str, ListingError<'_>> {
    for member in LISTING_MEMBERS {
        if let Some(key) = tool.near(member) {
            return Err(ListingError::Case { key, member });
        }
    }
    tool.get("name").and_then(Value::as_text).map(Text::as_str).ok_or(ListingError::Name)
}

fn write_listing<S: Sink>(writer: &mut Writer<S>, identity: Option<&str>, tool: &Object) {
    let present = LISTING_MEMBERS.iter().filter(|member| tool.get(member).is_some()).count();
    writer.map(present + usize::from(identity.is_some()));
    let (before, after) = LISTING_MEMBERS.split_at(BEFORE_IDENTITY);
    write_members(writer, before, tool);
    if let Some(identity) = identity {
        writer.text(IDENTITY).text(identity);
    }
    write_members(writer, after, tool);
}

fn write_members<S: Sink>(writer: &mut Writer<S>, members: &[&str], tool: &Object) {
    for member in members {
        if let Some(value) = tool.get(member) {
            writer.text(member);
            write_value(writer, value);
        }
    }
}
