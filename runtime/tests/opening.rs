//! Opening a signed file: it opens as it was written, and every other file is refused with its own code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use coset::{CborSerializable as _, TaggedCborSerializable as _, iana};
use ed25519_dalek::{Signer as _, SigningKey};
use straza_runtime::domain::Domain;
use straza_runtime::envelope::{CONTENT_TYPE, SERIAL_LABEL, Serial, Unsigned};
use straza_runtime::file;
use straza_runtime::layout::{FORMAT, RUNTIME};
use straza_runtime::limits;
use straza_runtime::opening::{Expectation, Opened, open_envelope};
use straza_runtime::payload::{FilePart, Payload};
use straza_runtime::trust::{KeyId, Trust, TrustKind, TrustedKey};

const CORE: &[u8] = b"the core";
const TEXT: &[u8] = b"the text";
const SERIAL: u64 = 1_767_225_600;

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn key_id(key: &SigningKey) -> KeyId {
    KeyId::of(key.verifying_key().as_bytes())
}

fn trust_of(kind: TrustKind, key: &SigningKey, development: bool, signs: &[Domain]) -> Trust {
    let key = TrustedKey { public_key: key.verifying_key().to_bytes(), development, signs: signs.iter().copied().collect() };
    Trust::new(kind, &[key]).unwrap()
}

fn trust() -> Trust {
    trust_of(TrustKind::Managed, &key(), false, &[Domain::Snapshot])
}

fn payload() -> Payload {
    Payload {
        format: FORMAT,
        least_runtime: RUNTIME,
        policy_digest: [9; 32],
        core: FilePart::of(CORE),
        text: FilePart::of(TEXT),
        catalogs: vec![[1; 32]],
        cost: vec![1, 2],
        compiler: "0.1.0".into(),
    }
}

fn envelope(payload: Vec<u8>) -> Vec<u8> {
    let unsigned = Unsigned::new(payload, key_id(&key()), Serial(SERIAL));
    unsigned.assemble(&key().sign(&unsigned.to_be_signed()).to_bytes())
}

fn snapshot() -> Vec<u8> {
    file::join(&envelope(payload().encode()), CORE, TEXT)
}

fn open(bytes: &[u8]) -> Result<Opened<'_>, &'static str> {
    open_envelope(bytes, &trust(), &Expectation::default()).map_err(|error| {
        assert!(error.to_string().starts_with(error.code()), "{error}");
        error.code()
    })
}

/// A file around an envelope that another library wrote, with changes.
fn foreign(change: impl Fn(&mut coset::Header, &mut coset::Header)) -> Vec<u8> {
    let mut protected = coset::HeaderBuilder::new()
        .algorithm(iana::Algorithm::Ed25519)
        .content_type(CONTENT_TYPE.into())
        .key_id(key_id(&key()).0.to_vec())
        .value(SERIAL_LABEL, SERIAL.into())
        .build();
    let mut unprotected = coset::Header::default();
    change(&mut protected, &mut unprotected);
    let sign1 = coset::CoseSign1Builder::new()
        .protected(protected)
        .unprotected(unprotected)
        .payload(payload().encode())
        .create_signature(Domain::Snapshot.as_str().as_bytes(), |bytes| key().sign(bytes).to_bytes().to_vec())
        .build();
    file::join(&sign1.to_tagged_vec().unwrap(), CORE, TEXT)
}

fn code(bytes: &[u8]) -> &'static str {
    open(bytes).map(|opened| opened.id).expect_err("it opens")
}

#[test]
fn what_was_signed_opens() {
    let bytes = snapshot();
    let opened = open(&bytes).unwrap();
    assert_eq!(opened.payload, payload());
    assert_eq!(FilePart::of(&payload().encode()).sha256, opened.id);
    assert_eq!((opened.serial, opened.key_id, opened.development), (SERIAL, key_id(&key()), false));
    assert_eq!((opened.core, opened.text.check()), (CORE, Ok(TEXT)));
}

#[test]
fn another_library_writes_the_same_bytes() {
    assert_eq!(foreign(|_, _| {}), snapshot());
}

#[test]
fn the_envelope_is_the_published_one() {
    let bytes = envelope(payload().encode());
    // Tag 18, four parts; a protected header of 66 bytes: {1: -19, 3: the content type, 4: 16 bytes, -70001: the serial}.
    assert_eq!(bytes[..8], [0xD2, 0x84, 0x58, 0x42, 0xA4, 0x01, 0x32, 0x03]);
    let header = &bytes[4..4 + 0x42];
    assert_eq!(header[header.len() - 10..], [0x3A, 0x00, 0x01, 0x11, 0x70, 0x1A, 0x69, 0x55, 0xB9, 0x00]);
    assert_eq!(bytes[4 + 0x42], 0xA0, "the unprotected header is empty");
}

#[test]
fn every_flipped_byte_is_refused() {
    let bytes = snapshot();
    let mut codes = std::collections::BTreeSet::new();
    for at in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            let code = match open(&damaged) {
                Err(code) => code,
                Ok(opened) => {
                    assert!(at >= bytes.len() - TEXT.len(), "byte {at}");
                    opened.text.check().expect_err("the text is another one").code()
                }
            };
            codes.insert(code);
        }
    }
    for code in [
        "open: not-a-snapshot",
        "open: envelope-length",
        "open: truncated",
        "open: wrong-tag",
        "open: signature",
        "open: unknown-key",
        "open: core-hash",
        "open: text-hash",
    ] {
        assert!(codes.contains(code), "{code} in {codes:?}");
    }
}

#[test]
fn every_truncation_and_every_trailing_byte_is_refused() {
    let bytes = snapshot();
    for length in 0..bytes.len() {
        let code = code(&bytes[..length]);
        assert!(["open: truncated", "open: length"].contains(&code), "{length} {code}");
    }
    assert_eq!(code(&[bytes.as_slice(), &[0]].concat()), "open: length");
    assert_eq!(code(b"STRAZA2\nxxxxxxxx"), "open: not-a-snapshot");
    assert_eq!(code(b"x"), "open: not-a-snapshot");
}

#[test]
fn the_envelopes_length_is_bounded() {
    let mut bytes = snapshot();
    bytes[8..12].copy_from_slice(&0_u32.to_le_bytes());
    assert_eq!(code(&bytes), "open: envelope-length");
    bytes[8..12].copy_from_slice(&u32::try_from(limits::ENVELOPE_BYTES + 1).unwrap().to_le_bytes());
    assert_eq!(code(&bytes), "open: envelope-length");
    bytes[8..12].copy_from_slice(&u32::try_from(limits::ENVELOPE_BYTES).unwrap().to_le_bytes());
    assert_eq!(code(&bytes), "open: truncated");
}

#[test]
fn other_forms_of_one_envelope_are_refused() {
    let envelope = envelope(payload().encode());
    let file = |envelope: &[u8]| file::join(envelope, CORE, TEXT);
    let indefinite = [&[0xD2, 0x9F], &envelope[2..], &[0xFF]].concat();
    assert_eq!(code(&file(&indefinite)), "open: not-canonical");
    let long_head = [&[0xD8, 0x12], &envelope[1..]].concat();
    assert_eq!(code(&file(&long_head)), "open: not-canonical");
    assert_eq!(code(&file(&envelope[1..])), "open: wrong-tag");
    let of_many = [&[0xD8, 0x62], &envelope[1..]].concat();
    assert_eq!(code(&file(&of_many)), "open: wrong-tag");
    assert_eq!(code(&file(&[envelope.as_slice(), &[0]].concat())), "open: not-canonical");
    assert_eq!(code(&file(&[0xD2, 0x83, 0x40, 0xA0, 0x40])), "open: envelope");
    assert_eq!(code(&file(&[0xD2, 0x84, 0x40, 0xA0, 0x40, 0x40])), "open: not-canonical");
    assert_eq!(code(&file(&[0xD2, 0x84, 0x41, 0xA0, 0xA0, 0x40, 0x40])), "open: algorithm");
}

#[test]
fn headers_that_say_something_else_are_refused() {
    assert_eq!(code(&foreign(|header, _| header.alg = Some(coset::Algorithm::Assigned(iana::Algorithm::EdDSA)))), "open: algorithm");
    assert_eq!(code(&foreign(|header, _| header.alg = None)), "open: algorithm");
    assert_eq!(code(&foreign(|header, _| header.content_type = None)), "open: content-type");
    let other = || Some(coset::ContentType::Text("application/straza-lease+cbor".into()));
    assert_eq!(code(&foreign(|header, _| header.content_type = other())), "open: content-type");
    assert_eq!(code(&foreign(|header, _| header.key_id.truncate(8))), "open: envelope");
    assert_eq!(code(&foreign(|header, _| header.key_id.clear())), "open: envelope");
    assert_eq!(code(&foreign(|header, _| header.rest.clear())), "open: envelope");
    assert_eq!(code(&foreign(|header, _| header.rest[0].1 = (-1).into())), "open: envelope");
    assert_eq!(code(&foreign(|header, _| header.rest.push((coset::Label::Int(-70_002), 1.into())))), "open: envelope");
    assert_eq!(code(&foreign(|header, _| header.iv = vec![1])), "open: envelope");
    assert_eq!(code(&foreign(|_, unprotected| unprotected.key_id = vec![1])), "open: envelope");
}

#[test]
fn only_a_trusted_key_with_the_role_opens() {
    let bytes = snapshot();
    let with = |trust: &Trust| {
        open_envelope(&bytes, trust, &Expectation::default()).map(|opened| opened.development).map_err(|error| error.code())
    };
    let other = SigningKey::from_bytes(&[8; 32]);
    assert_eq!(with(&trust_of(TrustKind::Managed, &other, false, &[Domain::Snapshot])), Err("open: unknown-key"));
    assert_eq!(with(&trust_of(TrustKind::Managed, &key(), false, &[Domain::Lease, Domain::Provenance])), Err("open: key-role"));
    assert_eq!(with(&trust_of(TrustKind::Managed, &key(), true, &[Domain::Snapshot])), Err("open: development-key"));
    assert_eq!(with(&trust_of(TrustKind::Development, &key(), true, &[Domain::Snapshot])), Ok(true));
    assert_eq!(with(&trust_of(TrustKind::Development, &key(), false, &[Domain::Snapshot])), Ok(false));
}

#[test]
fn a_signature_of_another_key_or_domain_does_not_verify() {
    let unsigned = Unsigned::new(payload().encode(), key_id(&key()), Serial(SERIAL));
    let other = SigningKey::from_bytes(&[8; 32]).sign(&unsigned.to_be_signed()).to_bytes();
    assert_eq!(code(&file::join(&unsigned.assemble(&other), CORE, TEXT)), "open: signature");
    let sign1 = coset::CoseSign1::from_tagged_slice(&envelope(payload().encode())).unwrap();
    let for_lease = key().sign(&sign1.tbs_data(Domain::Lease.as_str().as_bytes())).to_bytes();
    assert_eq!(code(&file::join(&unsigned.assemble(&for_lease), CORE, TEXT)), "open: signature");
    let later = Unsigned::new(payload().encode(), key_id(&key()), Serial(SERIAL + 1));
    let signature = key().sign(&unsigned.to_be_signed()).to_bytes();
    assert_eq!(code(&file::join(&later.assemble(&signature), CORE, TEXT)), "open: signature", "the serial is signed");
}

#[test]
fn payloads_are_judged_after_the_signature() {
    let of = |payload: &Payload| file::join(&envelope(payload.encode()), CORE, TEXT);
    assert_eq!(code(&of(&Payload { least_runtime: RUNTIME + 1, ..payload() })), "open: needs-newer-runtime");
    assert_eq!(code(&of(&Payload { format: FORMAT + 1, ..payload() })), "open: format");
    assert_eq!(code(&of(&Payload { compiler: "x".repeat(65), ..payload() })), "open: payload");
    assert_eq!(code(&file::join(&envelope(vec![0xA0]), CORE, TEXT)), "open: payload");
    assert_eq!(code(&file::join(&envelope(vec![0x18, 0x01]), CORE, TEXT)), "open: not-canonical");
    assert_eq!(code(&file::join(&envelope(Vec::new()), CORE, TEXT)), "open: not-canonical");
    assert_eq!(code(&of(&Payload { core: FilePart { length: u64::MAX, ..payload().core }, ..payload() })), "open: length");
    assert_eq!(code(&of(&Payload { core: FilePart { length: 7, ..payload().core }, ..payload() })), "open: length");
    assert_eq!(code(&of(&Payload { core: FilePart::of(b"the bore"), ..payload() })), "open: core-hash");
    let bytes = of(&Payload { text: FilePart::of(b"the next"), ..payload() });
    let opened = open(&bytes).unwrap();
    assert_eq!(opened.core, CORE, "decisions stand without the text");
    assert_eq!(opened.text.check().map_err(|error| error.code()), Err("open: text-hash"));
}

#[test]
fn an_expectation_is_met_or_refused() {
    let bytes = snapshot();
    let expecting = |id: Option<[u8; 32]>, min_serial: Option<u64>| {
        open_envelope(&bytes, &trust(), &Expectation { id, min_serial }).map(|opened| opened.id).map_err(|error| error.code())
    };
    let id = FilePart::of(&payload().encode()).sha256;
    assert_eq!(expecting(Some(id), Some(SERIAL)), Ok(id));
    assert_eq!(expecting(Some([0; 32]), None), Err("open: id"));
    assert_eq!(expecting(None, Some(SERIAL + 1)), Err("open: serial"));
}

#[test]
fn a_file_beyond_the_limit_is_refused_before_it_is_read() {
    let start = snapshot();
    // Zeroed lazily: the file is never looked at behind its first pages.
    let mut bytes = vec![0; limits::SNAPSHOT_BYTES + 1];
    bytes[..start.len()].copy_from_slice(&start);
    assert_eq!(code(&bytes[..limits::SNAPSHOT_BYTES]), "open: length");
    assert_eq!(code(&bytes), "open: too-large");
}

#[test]
fn the_header_alone_is_read_by_another_library() {
    let sign1 = coset::CoseSign1::from_tagged_slice(&envelope(payload().encode())).unwrap();
    assert_eq!(sign1.protected.header.clone().to_vec().unwrap(), sign1.protected.original_data.unwrap());
}
