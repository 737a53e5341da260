//! The envelope: COSE_Sign1 (RFC 9052) with the payload inside, one form for one content, the same for every kind of signed thing.
//!
//! Protected header: algorithm −19 (Ed25519), content type, key id, serial; unprotected header: empty; external data: the domain. The
//! serial is the signing time in Unix seconds under a private label, signed but outside the payload and so outside the id. Written with
//! our canonical writer, read with a COSE library behind our canonical check: an envelope that any library accepts in two forms would
//! give one snapshot two faces.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use coset::cbor::value::Value;
use coset::{Algorithm, ContentType, CoseSign1, Header, Label, TaggedCborSerializable as _, iana};
use ed25519_dalek::Signature;

use crate::cbor::{self, NotCanonical, Writer};
use crate::domain::Domain;
use crate::trust::{Key, KeyId, Trust, TrustKind};

/// The content type of a snapshot.
pub const CONTENT_TYPE: &str = "application/straza-snapshot+cbor";

/// The content type of a kind of signed thing.
pub fn content_type(domain: Domain) -> String {
    format!("application/straza-{}+cbor", domain.name())
}

/// The private header label of the serial.
pub const SERIAL_LABEL: i64 = -70_001;

/// CBOR's tag of COSE_Sign1.
const SIGN1_TAG: u64 = 18;

/// COSE's number of Ed25519.
const ED25519: i128 = -19;

/// Signed outside the payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Serial(pub u64);

/// An envelope that waits for its signature.
#[derive(Debug, Clone)]
pub struct Unsigned {
    domain: Domain,
    protected: Vec<u8>,
    payload: Vec<u8>,
}

impl Unsigned {
    /// Puts a snapshot's payload between the headers.
    pub fn new(payload: Vec<u8>, key_id: KeyId, serial: Serial) -> Self {
        Self::of(Domain::Snapshot, payload, key_id, serial)
    }

    /// Puts the payload of such a thing between the headers.
    pub fn of(domain: Domain, payload: Vec<u8>, key_id: KeyId, serial: Serial) -> Self {
        let mut writer = Writer::new(Vec::new());
        writer.map(4);
        writer.unsigned(1).integer(ED25519);
        writer.unsigned(3).text(&content_type(domain));
        writer.unsigned(4).bytes(&key_id.0);
        writer.integer(i128::from(SERIAL_LABEL));
        writer.unsigned(serial.0);
        Self { domain, protected: writer.finish(), payload }
    }

    /// The bytes to sign with Ed25519: RFC 9052's `Sig_structure`.
    pub fn to_be_signed(&self) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        writer.array(4).text("Signature1").bytes(&self.protected).bytes(self.domain.as_str().as_bytes()).bytes(&self.payload);
        writer.finish()
    }

    /// The envelope with its signature, which is not checked here.
    pub fn assemble(&self, signature: &[u8; 64]) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        writer.tag(SIGN1_TAG).array(4).bytes(&self.protected).map(0).bytes(&self.payload).bytes(signature);
        writer.finish()
    }
}

/// Why an envelope does not count here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnvelopeError {
    /// Envelope or header is not canonical CBOR.
    NotCanonical(NotCanonical),
    /// No COSE_Sign1.
    WrongTag,
    /// The parts are not those of COSE_Sign1, or its headers hold what does not belong there.
    Form(&'static str),
    /// Another algorithm than Ed25519.
    Algorithm,
    /// Signed as another content type.
    ContentType,
    /// Signed by a key that this trust does not list.
    UnknownKey,
    /// Signed by a key that may not sign in this domain.
    KeyRole,
    /// Signed by a development key, which a managed machine never takes.
    DevelopmentKey,
    /// The signature does not verify.
    Signature,
}

impl EnvelopeError {
    /// The stable part of its code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotCanonical(_) => "not-canonical",
            Self::WrongTag => "wrong-tag",
            Self::Form(_) => "envelope",
            Self::Algorithm => "algorithm",
            Self::ContentType => "content-type",
            Self::UnknownKey => "unknown-key",
            Self::KeyRole => "key-role",
            Self::DevelopmentKey => "development-key",
            Self::Signature => "signature",
        }
    }

    /// What to do next.
    pub fn next_step(&self) -> &'static str {
        match self {
            Self::UnknownKey | Self::KeyRole => "Sign with a key that the trust file lists for this.",
            Self::DevelopmentKey => "Sign with a managed key.",
            Self::Signature => "Fetch it again; do not use this one.",
            _ => "Have it issued again.",
        }
    }
}

impl fmt::Display for EnvelopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCanonical(error) => write!(f, "{error}"),
            Self::WrongTag => f.write_str("the envelope is not a COSE_Sign1"),
            Self::Form(what) => f.write_str(what),
            Self::Algorithm => f.write_str("not signed with Ed25519"),
            Self::ContentType => f.write_str("signed as another kind of content"),
            Self::UnknownKey => f.write_str("signed by a key that is not trusted here"),
            Self::KeyRole => f.write_str("signed by a key that may not sign this"),
            Self::DevelopmentKey => f.write_str("signed by a development key, which does not count on a managed machine"),
            Self::Signature => f.write_str("the signature does not verify"),
        }
    }
}

impl core::error::Error for EnvelopeError {}

/// What was signed, by a key that may sign it here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed<T> {
    /// What was signed.
    pub content: T,
    /// Who signed.
    pub key_id: KeyId,
    /// The signing time, Unix seconds, as its signer says.
    pub serial: u64,
    /// Whether a development key signed: every answer says so.
    pub development: bool,
}

/// Opens an envelope of such a thing: form, key, signature, in this order. The content is the payload's bytes, which nothing has looked at.
pub fn open(bytes: &[u8], domain: Domain, trust: &Trust) -> Result<Signed<Vec<u8>>, EnvelopeError> {
    let envelope = Envelope::read(bytes, domain)?;
    let key = signer(&envelope, domain, trust)?;
    envelope.verify(domain, key)?;
    let Serial(serial) = envelope.serial;
    let (key_id, development) = (envelope.key_id, key.development);
    let content = envelope.sign1.payload.ok_or(EnvelopeError::Form("no payload"))?;
    Ok(Signed { content, key_id, serial, development })
}

/// The trusted key that the envelope names, where it may sign such things here.
fn signer<'a>(envelope: &Envelope, domain: Domain, trust: &'a Trust) -> Result<&'a Key, EnvelopeError> {
    let key = trust.key(envelope.key_id).ok_or(EnvelopeError::UnknownKey)?;
    if key.development && trust.kind() == TrustKind::Managed {
        return Err(EnvelopeError::DevelopmentKey);
    }
    if key.may_sign(domain) { Ok(key) } else { Err(EnvelopeError::KeyRole) }
}

/// An envelope whose form is checked, and whose signature is not yet.
#[derive(Debug)]
struct Envelope {
    sign1: CoseSign1,
    key_id: KeyId,
    serial: Serial,
}

impl Envelope {
    /// Checks form, algorithm and content type.
    fn read(bytes: &[u8], domain: Domain) -> Result<Self, EnvelopeError> {
        cbor::check_tagged(bytes, SIGN1_TAG).map_err(not_canonical)?;
        let sign1 = CoseSign1::from_tagged_slice(bytes).map_err(|_| EnvelopeError::Form("not the four parts of COSE_Sign1"))?;
        cbor::check(sign1.protected.original_data.as_deref().unwrap_or_default()).map_err(not_canonical)?;
        if !sign1.unprotected.is_empty() {
            return Err(EnvelopeError::Form("an unprotected header that is not empty"));
        }
        let (key_id, serial) = read_header(&sign1.protected.header, domain)?;
        Ok(Self { sign1, key_id, serial })
    }

    /// Checks the signature, strictly.
    fn verify(&self, domain: Domain, key: &Key) -> Result<(), EnvelopeError> {
        self.sign1.verify_signature(domain.as_str().as_bytes(), |signature, signed| {
            let signature = Signature::from_slice(signature).map_err(|_| EnvelopeError::Signature)?;
            key.verifying.verify_strict(signed, &signature).map_err(|_| EnvelopeError::Signature)
        })
    }
}

fn read_header(header: &Header, domain: Domain) -> Result<(KeyId, Serial), EnvelopeError> {
    if header.alg != Some(Algorithm::Assigned(iana::Algorithm::Ed25519)) {
        return Err(EnvelopeError::Algorithm);
    }
    if header.content_type != Some(ContentType::Text(content_type(domain))) {
        return Err(EnvelopeError::ContentType);
    }
    let key_id = header.key_id.as_slice().try_into().map(KeyId).map_err(|_| EnvelopeError::Form("a key id that is not of 16 bytes"))?;
    let serial = match header.rest.as_slice() {
        [(Label::Int(SERIAL_LABEL), Value::Integer(serial))] => u64::try_from(*serial).ok(),
        _ => None,
    };
    let serial = serial.map(Serial).ok_or(EnvelopeError::Form("no serial, or a header that does not belong there"))?;
    let nothing_else =
        header.crit.is_empty() && header.iv.is_empty() && header.partial_iv.is_empty() && header.counter_signatures.is_empty();
    if nothing_else { Ok((key_id, serial)) } else { Err(EnvelopeError::Form("a header that does not belong there")) }
}

fn not_canonical(error: NotCanonical) -> EnvelopeError {
    match error.what {
        cbor::NOT_TAGGED | cbor::ANOTHER_TAG => EnvelopeError::WrongTag,
        _ => EnvelopeError::NotCanonical(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_type_of_a_snapshot_is_made_like_every_other() {
        assert_eq!(content_type(Domain::Snapshot), CONTENT_TYPE);
        assert_eq!(content_type(Domain::AuditHead), "application/straza-audit-head+cbor");
    }
}
