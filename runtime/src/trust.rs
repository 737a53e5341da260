//! Whom a machine trusts: public keys, each with what it may sign.
//!
//! Built from parsed data; the text form of a trust file is its reader's. A key's id is computed from the key and never chosen. One valid
//! signature is enough in this edition.

use alloc::vec::Vec;
use core::fmt;

use ed25519_dalek::VerifyingKey;
use sha2::{Digest as _, Sha256};

use crate::domain::{Domain, Domains};
use crate::limits::TRUSTED_KEYS;

/// The first 16 bytes of the SHA-256 of the raw public key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub [u8; 16]);

impl KeyId {
    /// The id of a public key.
    pub fn of(public_key: &[u8; 32]) -> Self {
        let digest: [u8; 32] = Sha256::digest(public_key).into();
        Self(digest.first_chunk().copied().unwrap_or_default())
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What kind of machine this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrustKind {
    /// A developer's own: development keys count.
    Development,
    /// Managed: development keys never count.
    Managed,
}

/// A key as a trust file lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedKey {
    /// The raw Ed25519 public key.
    pub public_key: [u8; 32],
    /// It is made for one developer's machine and protected by nothing.
    pub development: bool,
    /// What it may sign.
    pub signs: Domains,
}

/// The keys of a machine, checked.
#[derive(Debug, Clone)]
pub struct Trust {
    kind: TrustKind,
    keys: Vec<Key>,
}

/// A checked key.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    id: KeyId,
    pub verifying: VerifyingKey,
    pub development: bool,
    signs: Domains,
}

/// Why keys are not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrustError {
    /// No key at all.
    Empty,
    /// More keys than the limit.
    TooMany,
    /// Not the canonical form of a point of the curve.
    NotAKey(KeyId),
    /// A key for which signatures can be made by anybody.
    Weak(KeyId),
    /// One key, or one key id, twice.
    Duplicate(KeyId),
}

impl fmt::Display for TrustError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no key is trusted"),
            Self::TooMany => f.write_str("more than 64 keys"),
            Self::NotAKey(id) => write!(f, "{id} is not an Ed25519 public key"),
            Self::Weak(id) => write!(f, "{id} is a weak key, for which anybody can sign"),
            Self::Duplicate(id) => write!(f, "{id} is listed twice"),
        }
    }
}

impl core::error::Error for TrustError {}

impl Trust {
    /// Checks the keys.
    pub fn new(kind: TrustKind, keys: &[TrustedKey]) -> Result<Self, TrustError> {
        if keys.is_empty() {
            return Err(TrustError::Empty);
        }
        if keys.len() > TRUSTED_KEYS {
            return Err(TrustError::TooMany);
        }
        let mut trust = Self { kind, keys: Vec::new() };
        for key in keys {
            let key = Key::check(key)?;
            // Equal keys have equal ids.
            if trust.key(key.id).is_some() {
                return Err(TrustError::Duplicate(key.id));
            }
            trust.keys.push(key);
        }
        Ok(trust)
    }

    /// What kind of machine this is.
    pub fn kind(&self) -> TrustKind {
        self.kind
    }

    pub(crate) fn key(&self, id: KeyId) -> Option<&Key> {
        self.keys.iter().find(|key| key.id == id)
    }
}

impl Key {
    fn check(key: &TrustedKey) -> Result<Self, TrustError> {
        let id = KeyId::of(&key.public_key);
        let verifying = VerifyingKey::from_bytes(&key.public_key).map_err(|_| TrustError::NotAKey(id))?;
        if verifying.is_weak() {
            return Err(TrustError::Weak(id));
        }
        if verifying.to_edwards().compress().to_bytes() != key.public_key {
            return Err(TrustError::NotAKey(id));
        }
        Ok(Self { id, verifying, development: key.development, signs: key.signs })
    }

    pub(crate) fn may_sign(&self, domain: Domain) -> bool {
        self.signs.has(domain)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use alloc::vec;

    use ed25519_dalek::SigningKey;

    use super::*;

    fn key(seed: u8) -> TrustedKey {
        let public_key = SigningKey::from_bytes(&[seed; 32]).verifying_key().to_bytes();
        TrustedKey { public_key, development: false, signs: [Domain::Snapshot].into_iter().collect() }
    }

    fn raw(public_key: [u8; 32]) -> TrustedKey {
        TrustedKey { public_key, ..key(1) }
    }

    fn refused(keys: &[TrustedKey]) -> TrustError {
        Trust::new(TrustKind::Managed, keys).map(drop).unwrap_err()
    }

    #[test]
    fn a_key_is_found_by_its_computed_id() {
        let trust = Trust::new(TrustKind::Managed, &[key(1), key(2)]).unwrap();
        let id = KeyId::of(&key(2).public_key);
        let found = trust.key(id).unwrap();
        assert!(found.may_sign(Domain::Snapshot) && !found.may_sign(Domain::Lease));
        assert!(trust.key(KeyId::of(&key(3).public_key)).is_none());
    }

    #[test]
    fn keys_that_prove_nothing_are_refused() {
        let mut identity = [0; 32];
        identity[0] = 1;
        assert!(matches!(refused(&[raw(identity)]), TrustError::Weak(_)));
        assert!(matches!(refused(&[raw([0; 32])]), TrustError::Weak(_)));
        let mut off_curve = [0; 32];
        off_curve[0] = 2;
        assert!(matches!(refused(&[raw(off_curve)]), TrustError::NotAKey(_)));
        // y = p + 3 spells the point of y = 3 a second time.
        let mut spelled_twice = [0xFF; 32];
        (spelled_twice[0], spelled_twice[31]) = (0xF0, 0x7F);
        let mut canonical = [0; 32];
        canonical[0] = 3;
        assert!(Trust::new(TrustKind::Managed, &[raw(canonical)]).is_ok());
        assert!(matches!(refused(&[raw(spelled_twice)]), TrustError::NotAKey(_)));
    }

    #[test]
    fn no_key_one_key_twice_and_too_many_are_refused() {
        assert_eq!(refused(&[]), TrustError::Empty);
        assert!(matches!(refused(&[key(1), key(2), key(1)]), TrustError::Duplicate(_)));
        let many: Vec<_> = (0..=64).map(key).collect();
        assert_eq!(refused(&many), TrustError::TooMany);
        assert!(Trust::new(TrustKind::Managed, many.split_last().unwrap().1).is_ok());
        assert_eq!(refused(&vec![key(1); 65]), TrustError::TooMany);
    }
}
