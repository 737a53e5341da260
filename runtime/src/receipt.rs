//! The origin receipt: where the values of a call's protected arguments came from, and how far its sequences have got.
//!
//! Made on the arguments that leave, signed in the domain `straza/v1/receipt`, and read at another place, which decides again from the
//! entries: a receipt carries no verdict. What its maker did not know stays unknown: a list of sources is open, a taint or the positions
//! of a sequence are `None`.
//!
//! Deterministic CBOR with integer keys:
//!
//! | key | value |
//! |---|---|
//! | 1 | version, 1 |
//! | 2 | call digest, 32 bytes |
//! | 3 | snapshot id, 32 bytes |
//! | 4 | digest of the compiled items that can concern the function, 32 bytes |
//! | 5 | job |
//! | 6 | SHA-256 of the encoded state, 32 bytes |
//! | 7 | protected arguments, ascending by path: `[[step, …], [value, …]]`, a value: `[digest, [source, …], open, tainted or null]` |
//! | 8 | sequences, ascending: `[item, digest of its definition, [position, …] or null]` |
//!
//! A source is `"principal"` or `[server, name]`; sources ascend, the principal first.

mod code;
mod verify;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::domain::Domain;
use crate::envelope::{Serial, Signed, Unsigned};
use crate::escape::Escaped;
use crate::format_error::{FormatCause, FormatError};
use crate::limits::{ORIGIN_SOURCES, RECEIPT_BYTES};
use crate::signed;
use crate::trust::{KeyId, Trust};

pub use verify::{Due, Evidence, ReceiptMismatch, verify_receipt};

/// The version that this runtime reads and writes.
pub const RECEIPT_VERSION: u64 = 1;

/// A receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The digest of the call that leaves.
    pub call: [u8; 32],
    /// The id of the snapshot that it was made with.
    pub snapshot: [u8; 32],
    /// The digest of the compiled items that can concern the function.
    pub items: [u8; 32],
    /// The job that calls.
    pub job: String,
    /// SHA-256 of the encoded state that it was made on.
    pub state: [u8; 32],
    /// The arguments that an origin protects, each path once.
    pub arguments: Vec<ProtectedArgument>,
    /// The sequences that the call can advance or complete, each once.
    pub sequences: Vec<SequenceProgress>,
}

/// From the arguments to a value: the keys on the way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArgumentPath(pub Vec<String>);

/// A protected argument. One that the call does not have has no values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtectedArgument {
    /// Where it lies.
    pub path: ArgumentPath,
    /// Its value, or those of a list in their order.
    pub values: Vec<ValueOrigin>,
}

/// Where one value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueOrigin {
    /// The value's digest, as the index of origins keeps it.
    pub digest: [u8; 32],
    /// Who produced it as a value of its own, each once.
    pub sources: Vec<Source>,
    /// Whether others may have as well.
    pub open: bool,
    /// Whether something that taints produced it; `None` is unknown.
    pub tainted: Option<bool>,
}

/// Who produced a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The principal's own words.
    Principal,
    /// A function's result.
    Function {
        /// The raw server.
        server: String,
        /// The raw name.
        name: String,
    },
}

/// How far a sequence has got.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SequenceProgress {
    /// The item's qualified name.
    pub item: String,
    /// The digest of its definition: under another definition the positions say nothing.
    pub definition: [u8; 32],
    /// The steps that were made, counted from 0, ascending; `None` is unknown.
    pub fired: Option<Vec<u16>>,
}

impl ValueOrigin {
    /// Sorts the sources and names each once. Where they are more than the limit the rest is left out and the list is open.
    pub fn new(digest: [u8; 32], sources: impl IntoIterator<Item = Source>, open: bool, tainted: Option<bool>) -> Self {
        let mut sources: Vec<Source> = sources.into_iter().collect();
        sources.sort();
        sources.dedup();
        let open = open || sources.len() > ORIGIN_SOURCES;
        sources.truncate(ORIGIN_SOURCES);
        Self { digest, sources, open, tainted }
    }
}

impl ProtectedArgument {
    /// Whether it speaks of exactly these values: the same digests in the same order.
    pub fn is_of(&self, digests: &[[u8; 32]]) -> bool {
        self.values.iter().map(|value| &value.digest).eq(digests)
    }
}

impl Receipt {
    /// The canonical bytes. Arguments, sequences and sources are sorted; over a limit, or with one of them twice, there is no receipt.
    pub fn encode(&self) -> Result<Vec<u8>, FormatError> {
        code::encode(self).map_err(refused)
    }

    /// Reads exactly what [`Receipt::encode`] writes.
    pub fn decode(bytes: &[u8]) -> Result<Self, FormatError> {
        code::decode(bytes).map_err(refused)
    }

    /// Puts it into an envelope that waits for its signature.
    pub fn unsigned(&self, key_id: KeyId, serial: Serial) -> Result<Unsigned, FormatError> {
        Ok(Unsigned::of(Domain::Receipt, self.encode()?, key_id, serial))
    }

    /// Opens a signed one: size, envelope, key, signature, then the receipt.
    pub fn open(bytes: &[u8], trust: &Trust) -> Result<Signed<Self>, FormatError> {
        signed::open(bytes, Domain::Receipt, RECEIPT_BYTES, trust, Self::decode)
    }
}

fn refused(cause: FormatCause) -> FormatError {
    FormatError { domain: Domain::Receipt, cause }
}

impl fmt::Display for ArgumentPath {
    /// `"args.payee.iban"`, escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps: Vec<&str> = core::iter::once("args").chain(self.0.iter().map(String::as_str)).collect();
        Escaped::new(&steps.join(".")).fmt(f)
    }
}
