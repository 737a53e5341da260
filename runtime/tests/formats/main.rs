//! The small formats: golden vectors that a second implementation makes as well, tampering, limits, and arbitrary bytes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

mod listing;
mod oracle;
mod pages;
mod receipt;
mod revocations;

use ed25519_dalek::{Signer as _, SigningKey};
use straza_runtime::domain::Domain;
use straza_runtime::envelope::{Serial, Unsigned};
use straza_runtime::trust::{KeyId, Trust, TrustKind, TrustedKey};

const SERIAL: u64 = 1_767_225_600;

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn key_id() -> KeyId {
    KeyId::of(key().verifying_key().as_bytes())
}

fn trust_of(kind: TrustKind, development: bool, signs: &[Domain]) -> Trust {
    let key = TrustedKey { public_key: key().verifying_key().to_bytes(), development, signs: signs.iter().copied().collect() };
    Trust::new(kind, &[key]).unwrap()
}

fn trust() -> Trust {
    trust_of(TrustKind::Managed, false, &[Domain::Receipt, Domain::Revocations])
}

fn sign(unsigned: &Unsigned) -> Vec<u8> {
    unsigned.assemble(&key().sign(&unsigned.to_be_signed()).to_bytes())
}

fn sealed(domain: Domain, payload: Vec<u8>) -> Vec<u8> {
    sign(&Unsigned::of(domain, payload, key_id(), Serial(SERIAL)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a vector: hexadecimal digits, white space ignored.
fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// Every byte flipped in three ways, every truncation and a byte more: nothing of it opens.
fn no_other_bytes_open(signed: &[u8], opens: impl Fn(&[u8]) -> bool) {
    assert!(opens(signed));
    for at in 0..signed.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut damaged = signed.to_vec();
            damaged[at] ^= flip;
            assert!(!opens(&damaged), "byte {at} ^ {flip:#x}");
        }
        assert!(!opens(&signed[..at]), "the first {at} bytes");
    }
    assert!(!opens(&[signed, &[0]].concat()));
}

/// Who may sign what, and where: the codes of the refusals, in their order. `code` opens and answers with the code.
fn only_a_key_with_the_role_counts(domain: Domain, payload: &[u8], code: impl Fn(&[u8], &Trust) -> Result<(), &'static str>) {
    let signed = sealed(domain, payload.to_vec());
    assert_eq!(code(&signed, &trust()), Ok(()));
    for (other, _) in Domain::ALL.iter().filter(|(other, _)| *other != domain) {
        assert_eq!(code(&sealed(*other, payload.to_vec()), &trust()), Err("content-type"), "{other:?}");
        assert_eq!(code(&signed, &trust_of(TrustKind::Managed, false, &[*other])), Err("key-role"), "{other:?}");
        assert_eq!(code(&oracle::seal(payload, domain, *other), &trust()), Err("signature"), "{other:?}");
    }
    assert_eq!(code(&signed, &trust_of(TrustKind::Managed, true, &[domain])), Err("development-key"));
    assert_eq!(code(&signed, &trust_of(TrustKind::Development, true, &[domain])), Ok(()));
    let stranger = TrustedKey {
        public_key: SigningKey::from_bytes(&[8; 32]).verifying_key().to_bytes(),
        development: false,
        signs: [domain].into_iter().collect(),
    };
    assert_eq!(code(&signed, &Trust::new(TrustKind::Managed, &[stranger]).unwrap()), Err("unknown-key"));
}
