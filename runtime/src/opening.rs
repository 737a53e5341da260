//! Opening a snapshot: the ordered checks before a byte of the core is looked at.
//!
//! 1. size and magic
//! 2. envelope length
//! 3. canonical CBOR
//! 4. algorithm, content type, key id, the key's kind and role
//! 5. signature
//! 6. payload: least runtime, format, limits
//! 7. expected id, serial
//! 8. lengths fill the file exactly
//! 9. the core's digest
//!
//! The text's digest is checked when the text is wanted: decisions do not need it. There is no way around the checks. What the core holds
//! is checked by its own reader.

use sha2::{Digest as _, Sha256};

use crate::domain::Domain;
use crate::envelope;
use crate::file;
use crate::open_error::OpenError;
use crate::payload::{FilePart, Payload};
use crate::trust::{KeyId, Trust};

/// What the opener knows of the snapshot beforehand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expectation {
    /// The id it must have.
    pub id: Option<[u8; 32]>,
    /// The serial that it may not be older than.
    pub min_serial: Option<u64>,
}

/// A snapshot whose signature, payload and core digest hold.
#[derive(Debug, Clone)]
pub struct Opened<'a> {
    /// What was signed.
    pub payload: Payload,
    /// SHA-256 of the payload.
    pub id: [u8; 32],
    /// The signing time, Unix seconds, as its signer says.
    pub serial: u64,
    /// Who signed.
    pub key_id: KeyId,
    /// Whether a development key signed: every answer says so.
    pub development: bool,
    /// What decides.
    pub core: &'a [u8],
    /// What explains.
    pub text: UncheckedText<'a>,
}

/// The text part, whose digest is not checked yet.
#[derive(Debug, Clone, Copy)]
pub struct UncheckedText<'a> {
    bytes: &'a [u8],
    named: FilePart,
}

impl<'a> UncheckedText<'a> {
    /// The text, where it is the signed one.
    pub fn check(self) -> Result<&'a [u8], OpenError> {
        if self.named.names(self.bytes) { Ok(self.bytes) } else { Err(OpenError::TextHash) }
    }
}

/// Carries out the ordered checks.
pub fn open_envelope<'a>(bytes: &'a [u8], trust: &Trust, expectation: &Expectation) -> Result<Opened<'a>, OpenError> {
    let (sealed, parts) = file::split(bytes)?;
    let signed = envelope::open(sealed, Domain::Snapshot, trust)?;
    let payload = Payload::decode(&signed.content)?;
    let id: [u8; 32] = Sha256::digest(&signed.content).into();
    expectation.check(&id, signed.serial)?;
    let (core, text) = split_parts(parts, &payload)?;
    if !payload.core.names(core) {
        return Err(OpenError::CoreHash);
    }
    let text = UncheckedText { bytes: text, named: payload.text };
    Ok(Opened { payload, id, serial: signed.serial, key_id: signed.key_id, development: signed.development, core, text })
}

impl Expectation {
    fn check(&self, id: &[u8; 32], serial: u64) -> Result<(), OpenError> {
        if self.id.is_some_and(|expected| expected != *id) {
            return Err(OpenError::Id);
        }
        if self.min_serial.is_some_and(|least| serial < least) { Err(OpenError::Serial) } else { Ok(()) }
    }
}

fn split_parts<'a>(parts: &'a [u8], payload: &Payload) -> Result<(&'a [u8], &'a [u8]), OpenError> {
    let core = usize::try_from(payload.core.length).map_err(|_| OpenError::Length)?;
    let (core, text) = parts.split_at_checked(core).ok_or(OpenError::Length)?;
    if text.len() as u64 == payload.text.length { Ok((core, text)) } else { Err(OpenError::Length) }
}
