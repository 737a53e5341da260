//! The envelope: COSE_Sign1 (RFC 9052) with the payload inside, one form for one content.
//!
//! Protected header: algorithm −19 (Ed25519), content type, key id, serial; unprotected header: empty; external data: the domain. The
//! serial is the signing time in Unix seconds under a private label, signed but outside the payload and so outside the id. Written with
//! our canonical writer, read with a COSE library behind our canonical check: an envelope that any library accepts in two forms would
//! give one snapshot two faces.

use alloc::vec::Vec;

use coset::cbor::value::Value;
use coset::{Algorithm, ContentType, CoseSign1, Header, Label, TaggedCborSerializable as _, iana};
use ed25519_dalek::Signature;

use crate::cbor::{self, NotCanonical, Writer};
use crate::domain::Domain;
use crate::open_error::OpenError;
use crate::trust::{Key, KeyId};

/// The content type of a snapshot.
pub const CONTENT_TYPE: &str = "application/straza-snapshot+cbor";

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
    protected: Vec<u8>,
    payload: Vec<u8>,
}

impl Unsigned {
    /// Puts a snapshot's payload between the headers.
    pub fn new(payload: Vec<u8>, key_id: KeyId, serial: Serial) -> Self {
        let mut writer = Writer::new(Vec::new());
        writer.map(4);
        writer.unsigned(1).integer(ED25519);
        writer.unsigned(3).text(CONTENT_TYPE);
        writer.unsigned(4).bytes(&key_id.0);
        writer.integer(i128::from(SERIAL_LABEL));
        writer.unsigned(serial.0);
        Self { protected: writer.finish(), payload }
    }

    /// The bytes to sign with Ed25519: RFC 9052's `Sig_structure`.
    pub fn to_be_signed(&self) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        writer.array(4).text("Signature1").bytes(&self.protected).bytes(Domain::Snapshot.as_str().as_bytes()).bytes(&self.payload);
        writer.finish()
    }

    /// The envelope with its signature, which is not checked here.
    pub fn assemble(&self, signature: &[u8; 64]) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        writer.tag(SIGN1_TAG).array(4).bytes(&self.protected).map(0).bytes(&self.payload).bytes(signature);
        writer.finish()
    }
}

/// An envelope whose form is checked, and whose signature is not yet.
#[derive(Debug)]
pub(crate) struct Envelope {
    sign1: CoseSign1,
    /// Who says to have signed.
    pub key_id: KeyId,
    /// When.
    pub serial: Serial,
}

impl Envelope {
    /// Checks form, algorithm and content type.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, OpenError> {
        cbor::check_tagged(bytes, SIGN1_TAG).map_err(not_canonical)?;
        let sign1 = CoseSign1::from_tagged_slice(bytes).map_err(|_| OpenError::Envelope("not the four parts of COSE_Sign1"))?;
        cbor::check(sign1.protected.original_data.as_deref().unwrap_or_default()).map_err(not_canonical)?;
        if !sign1.unprotected.is_empty() {
            return Err(OpenError::Envelope("an unprotected header that is not empty"));
        }
        let (key_id, serial) = read_header(&sign1.protected.header)?;
        Ok(Self { sign1, key_id, serial })
    }

    /// What is signed.
    pub(crate) fn payload(&self) -> Result<&[u8], OpenError> {
        self.sign1.payload.as_deref().ok_or(OpenError::Envelope("no payload"))
    }

    /// Checks the signature, strictly.
    pub(crate) fn verify(&self, key: &Key) -> Result<(), OpenError> {
        self.sign1.verify_signature(Domain::Snapshot.as_str().as_bytes(), |signature, signed| {
            let signature = Signature::from_slice(signature).map_err(|_| OpenError::Signature)?;
            key.verifying.verify_strict(signed, &signature).map_err(|_| OpenError::Signature)
        })
    }
}

fn read_header(header: &Header) -> Result<(KeyId, Serial), OpenError> {
    if header.alg != Some(Algorithm::Assigned(iana::Algorithm::Ed25519)) {
        return Err(OpenError::Algorithm);
    }
    if header.content_type != Some(ContentType::Text(CONTENT_TYPE.into())) {
        return Err(OpenError::ContentType);
    }
    let key_id = header.key_id.as_slice().try_into().map(KeyId).map_err(|_| OpenError::Envelope("a key id that is not of 16 bytes"))?;
    let serial = match header.rest.as_slice() {
        [(Label::Int(SERIAL_LABEL), Value::Integer(serial))] => u64::try_from(*serial).ok(),
        _ => None,
    };
    let serial = serial.map(Serial).ok_or(OpenError::Envelope("no serial, or a header that does not belong there"))?;
    let nothing_else =
        header.crit.is_empty() && header.iv.is_empty() && header.partial_iv.is_empty() && header.counter_signatures.is_empty();
    if nothing_else { Ok((key_id, serial)) } else { Err(OpenError::Envelope("a header that does not belong there")) }
}

fn not_canonical(error: NotCanonical) -> OpenError {
    match error.what {
        cbor::NOT_TAGGED | cbor::ANOTHER_TAG => OpenError::WrongTag,
        _ => OpenError::NotCanonical(error),
    }
}
