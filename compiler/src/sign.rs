//! The signed file: payload, envelope and parts put together, and an existing file signed with another key.
//!
//! Signing never changes the id, which is the payload's. There is no unsigned form.

use core::fmt;

use straza_runtime::domain::Domain;
use straza_runtime::envelope::{Serial, Unsigned};
use straza_runtime::file;
use straza_runtime::limits::{ENVELOPE_BYTES, SNAPSHOT_BYTES};
use straza_runtime::open_error::OpenError;
use straza_runtime::opening::{Expectation, open_envelope};
use straza_runtime::payload::Payload;
use straza_runtime::snapshot::Snapshot;
use straza_runtime::trust::{KeyId, Trust, TrustError, TrustKind, TrustedKey};

use crate::keys::{KeyKind, SigningKey};

/// A signed snapshot that was opened again after it was written.
#[derive(Debug, Clone)]
pub struct Signed {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it holds.
    pub snapshot: Snapshot,
}

/// Why a file was not signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignError {
    /// The file that was to be signed again does not open.
    Original(OpenError),
    /// The key proves nothing.
    Key(TrustError),
    /// The file would be larger than any runtime reads.
    TooLarge,
    /// What was written does not open: a fault of the compiler.
    SelfCheck(OpenError),
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Original(error) => write!(f, "the snapshot does not open: {error}"),
            Self::Key(error) => write!(f, "the key cannot sign: {error}"),
            Self::TooLarge => f.write_str("the snapshot would be larger than any runtime reads"),
            Self::SelfCheck(error) => write!(f, "the snapshot does not read back as it was written: {error}"),
        }
    }
}

impl std::error::Error for SignError {}

/// Signs a payload with the parts that it names, and opens the result.
pub(crate) fn sign(payload: &Payload, core: &[u8], text: &[u8], key: &SigningKey, serial: u64) -> Result<Signed, SignError> {
    let unsigned = Unsigned::new(payload.encode(), KeyId::of(&key.public()), Serial(serial));
    let envelope = unsigned.assemble(&key.sign(&unsigned.to_be_signed()));
    if envelope.len() > ENVELOPE_BYTES || file::HEAD_BYTES + envelope.len() + core.len() + text.len() > SNAPSHOT_BYTES {
        return Err(SignError::TooLarge);
    }
    let bytes = file::join(&envelope, core, text);
    let trust = trust_in(key).map_err(SignError::Key)?;
    let snapshot = Snapshot::open(&bytes, &trust, &Expectation::default()).map_err(SignError::SelfCheck)?;
    Ok(Signed { bytes, snapshot })
}

/// Signs a snapshot again: the same payload and parts under another key and serial. `trust` is whose signature the original must have.
pub fn resign(bytes: &[u8], trust: &Trust, key: &SigningKey, serial: u64) -> Result<Signed, SignError> {
    Snapshot::open(bytes, trust, &Expectation::default()).map_err(SignError::Original)?;
    let opened = open_envelope(bytes, trust, &Expectation::default()).map_err(SignError::Original)?;
    let text = opened.text.check().map_err(SignError::Original)?;
    sign(&opened.payload, opened.core, text, key, serial)
}

/// The entry of a key in a trust file: it may sign snapshots.
pub fn trusted_key(key: &SigningKey) -> TrustedKey {
    let signs = [Domain::Snapshot].into_iter().collect();
    TrustedKey { public_key: key.public(), development: key.kind() == KeyKind::Development, signs }
}

/// A trust in one key alone. In a development key only a development machine's trust can be.
pub fn trust_in(key: &SigningKey) -> Result<Trust, TrustError> {
    let kind = match key.kind() {
        KeyKind::Release => TrustKind::Managed,
        KeyKind::Development => TrustKind::Development,
    };
    Trust::new(kind, &[trusted_key(key)])
}
