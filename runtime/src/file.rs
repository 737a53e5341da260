//! The signed file: `STRAZA1\n`, the envelope's length, envelope, core, text, and nothing after it.

use alloc::vec::Vec;

use crate::limits::{ENVELOPE_BYTES, SNAPSHOT_BYTES};
use crate::open_error::OpenError;

/// The first bytes of every snapshot.
pub const MAGIC: &[u8; 8] = b"STRAZA1\n";

/// Bytes before the envelope: [`MAGIC`] and the envelope's length, `u32` little-endian.
pub const HEAD_BYTES: usize = MAGIC.len() + 4;

/// Writes a file. An envelope beyond the limit makes a file that does not open.
pub fn join(envelope: &[u8], core: &[u8], text: &[u8]) -> Vec<u8> {
    let length = u32::try_from(envelope.len()).unwrap_or(u32::MAX);
    [MAGIC, &length.to_le_bytes()[..], envelope, core, text].concat()
}

/// The envelope, and what follows it.
pub(crate) fn split(bytes: &[u8]) -> Result<(&[u8], &[u8]), OpenError> {
    if bytes.len() > SNAPSHOT_BYTES {
        return Err(OpenError::TooLarge);
    }
    let Some((magic, rest)) = bytes.split_first_chunk::<{ MAGIC.len() }>() else {
        return Err(if MAGIC.starts_with(bytes) { OpenError::Truncated } else { OpenError::NotASnapshot });
    };
    if magic != MAGIC {
        return Err(OpenError::NotASnapshot);
    }
    let (length, rest) = rest.split_first_chunk::<4>().ok_or(OpenError::Truncated)?;
    let length = u32::from_le_bytes(*length) as usize;
    if length == 0 || length > ENVELOPE_BYTES {
        return Err(OpenError::EnvelopeLength);
    }
    rest.split_at_checked(length).ok_or(OpenError::Truncated)
}
