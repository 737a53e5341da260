//! What a snapshot's signature covers: a small map that names everything else by its digest.
//!
//! Deterministic CBOR with integer keys. No time, no path, no revision and no key stand in it, so equal policies compiled by one compiler
//! have equal payloads, and the id, the payload's SHA-256, is theirs.
//!
//! | key | value |
//! |---|---|
//! | 1 | format number |
//! | 2 | least runtime number |
//! | 3 | policy digest, 32 bytes |
//! | 4 | core: [SHA-256, length] |
//! | 5 | text: [SHA-256, length] |
//! | 6 | digests of the catalogs, ascending |
//! | 7 | coefficients of the worst-case cost |
//! | 8 | the compiler's version |

use alloc::string::String;
use alloc::vec::Vec;

use sha2::{Digest as _, Sha256};

use crate::cbor::{self, NotCanonical, Reader, Writer};
use crate::layout::{FORMAT, RUNTIME};
use crate::limits::{CATALOGS, COEFFICIENTS, COMPILER_BYTES};

/// A part of the file behind the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilePart {
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// How many.
    pub length: u64,
}

/// A payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// [`FORMAT`] where this runtime can open it.
    pub format: u32,
    /// At most [`RUNTIME`] where this runtime can open it.
    pub least_runtime: u32,
    /// The digest of the typed policy.
    pub policy_digest: [u8; 32],
    /// What decides.
    pub core: FilePart,
    /// What explains.
    pub text: FilePart,
    /// Digests of the catalogs' files, ascending, each once.
    pub catalogs: Vec<[u8; 32]>,
    /// The worst-case cost.
    pub cost: Vec<u64>,
    /// The compiler's version.
    pub compiler: String,
}

/// Why bytes are no payload for this runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayloadError {
    /// Not canonical CBOR.
    NotCanonical(NotCanonical),
    /// Not of this shape.
    Shape(&'static str),
    /// For a newer runtime.
    NeedsRuntime(u32),
    /// Of another format.
    Format(u32),
}

impl FilePart {
    /// Names these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self { sha256: Sha256::digest(bytes).into(), length: bytes.len() as u64 }
    }

    /// Whether these are the bytes.
    pub fn names(&self, bytes: &[u8]) -> bool {
        *self == Self::of(bytes)
    }
}

impl Payload {
    /// The canonical bytes. Catalogs are sorted and named once.
    pub fn encode(&self) -> Vec<u8> {
        let mut catalogs = self.catalogs.clone();
        catalogs.sort_unstable();
        catalogs.dedup();
        let mut writer = Writer::new(Vec::new());
        writer.map(8);
        writer.unsigned(1).unsigned(self.format.into());
        writer.unsigned(2).unsigned(self.least_runtime.into());
        writer.unsigned(3).bytes(&self.policy_digest);
        writer.unsigned(4).array(2).bytes(&self.core.sha256).unsigned(self.core.length);
        writer.unsigned(5).array(2).bytes(&self.text.sha256).unsigned(self.text.length);
        writer.unsigned(6).array(catalogs.len());
        for digest in &catalogs {
            writer.bytes(digest);
        }
        writer.unsigned(7).array(self.cost.len());
        for coefficient in &self.cost {
            writer.unsigned(*coefficient);
        }
        writer.unsigned(8).text(&self.compiler);
        writer.finish()
    }

    /// Reads exactly what [`Payload::encode`] writes. Format and least runtime are judged before the rest, whose shape is theirs to say.
    pub fn decode(bytes: &[u8]) -> Result<Self, PayloadError> {
        cbor::check(bytes).map_err(PayloadError::NotCanonical)?;
        let mut reader = Fields(Reader::new(bytes));
        let members = reader.0.map().map_err(|_| PayloadError::Shape("not a map"))?;
        let format = reader.at(1, "format", number)?;
        let least_runtime = reader.at(2, "least runtime", number)?;
        if least_runtime > RUNTIME {
            return Err(PayloadError::NeedsRuntime(least_runtime));
        }
        if format != FORMAT {
            return Err(PayloadError::Format(format));
        }
        let payload = Self {
            format,
            least_runtime,
            policy_digest: reader.at(3, "policy digest", Reader::array_of)?,
            core: reader.at(4, "core", file_part)?,
            text: reader.at(5, "text", file_part)?,
            catalogs: reader.at(6, "catalogs", catalogs)?,
            cost: reader.at(7, "cost", |reader| list(reader, COEFFICIENTS, Reader::unsigned))?,
            compiler: reader.at(8, "compiler", compiler)?,
        };
        let complete = members == 8 && reader.0.end().is_ok();
        if complete { Ok(payload) } else { Err(PayloadError::Shape("members that are not known")) }
    }
}

/// The map's members, one after the other.
struct Fields<'a>(Reader<'a>);

impl<'a> Fields<'a> {
    fn at<T>(
        &mut self,
        key: u64,
        name: &'static str,
        read: impl FnOnce(&mut Reader<'a>) -> Result<T, NotCanonical>,
    ) -> Result<T, PayloadError> {
        self.0.member(key).and_then(|()| read(&mut self.0)).map_err(|_| PayloadError::Shape(name))
    }
}

/// Stands for any value of another shape; where it lies is not told.
const WRONG: NotCanonical = NotCanonical { offset: 0, what: "another shape" };

fn number(reader: &mut Reader<'_>) -> Result<u32, NotCanonical> {
    reader.unsigned()?.try_into().map_err(|_| WRONG)
}

fn file_part(reader: &mut Reader<'_>) -> Result<FilePart, NotCanonical> {
    if reader.array()? != 2 {
        return Err(WRONG);
    }
    Ok(FilePart { sha256: reader.array_of()?, length: reader.unsigned()? })
}

fn catalogs(reader: &mut Reader<'_>) -> Result<Vec<[u8; 32]>, NotCanonical> {
    let digests = list(reader, CATALOGS, Reader::array_of)?;
    if digests.is_sorted_by(|a, b| a < b) { Ok(digests) } else { Err(WRONG) }
}

fn compiler(reader: &mut Reader<'_>) -> Result<String, NotCanonical> {
    let text = reader.text()?;
    if text.len() <= COMPILER_BYTES { Ok(String::from(text)) } else { Err(WRONG) }
}

fn list<'a, T>(
    reader: &mut Reader<'a>,
    limit: usize,
    mut element: impl FnMut(&mut Reader<'a>) -> Result<T, NotCanonical>,
) -> Result<Vec<T>, NotCanonical> {
    let count = reader.array()?;
    if count > limit as u64 {
        return Err(WRONG);
    }
    (0..count).map(|_| element(reader)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
mod tests {
    use alloc::vec;

    use super::*;

    fn payload() -> Payload {
        Payload {
            format: FORMAT,
            least_runtime: RUNTIME,
            policy_digest: [3; 32],
            core: FilePart::of(b"core"),
            text: FilePart::of(b""),
            catalogs: vec![[1; 32], [2; 32]],
            cost: vec![0, 23, 24, u64::MAX],
            compiler: String::from("0.1.0"),
        }
    }

    fn why(payload: &Payload) -> PayloadError {
        Payload::decode(&payload.encode()).unwrap_err()
    }

    #[test]
    fn a_payload_reads_back_and_has_one_form() {
        let bytes = payload().encode();
        assert_eq!(Payload::decode(&bytes), Ok(payload()));
        let shuffled = Payload { catalogs: vec![[2; 32], [1; 32], [2; 32]], ..payload() };
        assert_eq!(shuffled.encode(), bytes);
    }

    #[test]
    fn the_bytes_are_fixed() {
        // Computed with another encoder.
        assert_eq!(payload().encode().len(), 206);
        let digest: [u8; 32] = Sha256::digest(payload().encode()).into();
        assert_eq!(digest[..8], [0xB2, 0x7D, 0xE5, 0x4E, 0xE1, 0x40, 0x4B, 0x1E]);
    }

    #[test]
    fn newer_and_other_payloads_are_told_apart_before_their_shape() {
        assert_eq!(why(&Payload { least_runtime: RUNTIME + 1, format: 9, ..payload() }), PayloadError::NeedsRuntime(RUNTIME + 1));
        assert_eq!(why(&Payload { format: FORMAT + 1, ..payload() }), PayloadError::Format(FORMAT + 1));
        // A later format may have other members: {1: 1, 2: 2}.
        assert_eq!(Payload::decode(&[0xA2, 1, 1, 2, 2]), Err(PayloadError::NeedsRuntime(2)));
    }

    #[test]
    fn limits_and_members_are_exact() {
        let catalogs =
            |count: usize| Payload { catalogs: (0..count).map(|at| FilePart::of(&at.to_le_bytes()).sha256).collect(), ..payload() };
        assert!(Payload::decode(&catalogs(CATALOGS).encode()).is_ok());
        assert_eq!(why(&catalogs(CATALOGS + 1)), PayloadError::Shape("catalogs"));
        let cost = |count| Payload { cost: vec![1; count], ..payload() };
        assert!(Payload::decode(&cost(COEFFICIENTS).encode()).is_ok());
        assert_eq!(why(&cost(COEFFICIENTS + 1)), PayloadError::Shape("cost"));
        let compiler = |length| Payload { compiler: "x".repeat(length), ..payload() };
        assert!(Payload::decode(&compiler(COMPILER_BYTES).encode()).is_ok());
        assert_eq!(why(&compiler(COMPILER_BYTES + 1)), PayloadError::Shape("compiler"));
        let mut more = payload().encode();
        more[0] += 1;
        more.extend([9, 0]);
        assert_eq!(Payload::decode(&more), Err(PayloadError::Shape("members that are not known")));
        let mut trailing = payload().encode();
        trailing.push(0);
        assert!(matches!(Payload::decode(&trailing), Err(PayloadError::NotCanonical(_))));
    }
}
