//! Signing keys: from 32 fresh bytes, to and from PKCS#8, plain or under a pass phrase.
//!
//! This module reads no file, draws no randomness and asks nobody: the caller brings the bytes. Encrypted keys are PBES2 with scrypt and
//! AES-256-CBC; the public half inside tells a wrong pass phrase from a right one. Secrets are wiped when dropped.

use core::fmt;

use ed25519_dalek::Signer;
use ed25519_dalek::pkcs8::DecodePrivateKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use pkcs8::der::asn1::OctetStringRef;
use pkcs8::pkcs5::pbes2::{Kdf, Parameters};
use pkcs8::pkcs5::{EncryptionScheme, scrypt};
use pkcs8::{EncryptedPrivateKeyInfo, EncryptedPrivateKeyInfoRef, LineEnding, SecretDocument};
use zeroize::Zeroizing;

/// Largest key file that is read, in bytes.
pub const KEY_FILE_BYTES: usize = 16 * 1024;

/// scrypt's cost for keys that are written here: N = 2^17, r = 8, p = 1 (128 MiB).
const SCRYPT: (u8, u32, u32) = (17, 8, 1);
/// The most memory that a key file may ask scrypt for: 128 · N · r bytes.
const SCRYPT_MEMORY: u64 = 1024 * 1024 * 1024;
/// The most rounds that a key file may ask PBKDF2 for.
const PBKDF2_ROUNDS: u32 = 10_000_000;

/// Which trust a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyKind {
    /// A key that machines are made to trust.
    Release,
    /// A key of one working copy; only development trust names it.
    Development,
}

/// An Ed25519 key that signs.
pub struct SigningKey {
    secret: ed25519_dalek::SigningKey,
    kind: KeyKind,
}

impl SigningKey {
    /// A key from 32 secret bytes, drawn by the caller.
    pub fn from_secret(secret: &[u8; 32], kind: KeyKind) -> Self {
        Self { secret: ed25519_dalek::SigningKey::from_bytes(secret), kind }
    }

    /// Reads a PEM text, `PRIVATE KEY` or `ENCRYPTED PRIVATE KEY`; the pass phrase is for the latter.
    pub fn from_pem(pem: &str, passphrase: Option<&[u8]>, kind: KeyKind) -> Result<Self, KeyError> {
        let (label, document) = decoded(pem)?;
        let secret = match (label.as_str(), passphrase) {
            ("PRIVATE KEY", _) => ed25519_dalek::SigningKey::from_pkcs8_der(document.as_bytes()).map_err(|_| KeyError::NotEd25519)?,
            ("ENCRYPTED PRIVATE KEY", Some(passphrase)) => opened(document.as_bytes(), passphrase)?,
            ("ENCRYPTED PRIVATE KEY", None) => return Err(KeyError::Encrypted),
            _ => return Err(KeyError::NotAKey),
        };
        Ok(Self { secret, kind })
    }

    /// Whether a PEM text needs a pass phrase.
    pub fn is_encrypted(pem: &str) -> Result<bool, KeyError> {
        Ok(decoded(pem)?.0 == "ENCRYPTED PRIVATE KEY")
    }

    /// The key as a plain PEM text.
    pub fn to_pem(&self) -> Result<Zeroizing<String>, KeyError> {
        self.secret.to_pkcs8_pem(LineEnding::LF).map_err(|_| KeyError::NotWritten)
    }

    /// The key as a PEM text under a pass phrase; the 32 bytes are fresh randomness, used once, for the salt and the cipher's start.
    pub fn to_encrypted_pem(&self, passphrase: &[u8], fresh: &[u8; 32]) -> Result<Zeroizing<String>, KeyError> {
        let plain = self.secret.to_pkcs8_der().map_err(|_| KeyError::NotWritten)?;
        sealed(plain.as_bytes(), passphrase, fresh)
            .and_then(|document| document.to_pem("ENCRYPTED PRIVATE KEY", LineEnding::LF).ok())
            .ok_or(KeyError::NotWritten)
    }

    /// The public half.
    pub fn public(&self) -> [u8; 32] {
        self.secret.verifying_key().to_bytes()
    }

    /// What it is for.
    pub fn kind(&self) -> KeyKind {
        self.kind
    }

    /// The signature of a message.
    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.secret.sign(message).to_bytes()
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// Why there is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyError {
    /// The text is no PEM, or not one of a private key.
    NotAKey,
    /// It is a private key of another kind.
    NotEd25519,
    /// It needs a pass phrase.
    Encrypted,
    /// The pass phrase is wrong, or the file was changed.
    WrongPassphrase,
    /// The file asks for more work or memory than a key may, or for a scheme that is not known.
    Scheme,
    /// The key could not be written.
    NotWritten,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAKey => "this is no private key: PEM text of PKCS#8 is expected",
            Self::NotEd25519 => "this is no Ed25519 key",
            Self::Encrypted => "the key needs a pass phrase",
            Self::WrongPassphrase => "the pass phrase does not open the key",
            Self::Scheme => "the key is encrypted in a way that is not accepted",
            Self::NotWritten => "the key could not be written",
        })
    }
}

impl std::error::Error for KeyError {}

fn decoded(pem: &str) -> Result<(String, SecretDocument), KeyError> {
    if pem.len() > KEY_FILE_BYTES {
        return Err(KeyError::NotAKey);
    }
    let (label, document) = SecretDocument::from_pem(pem).map_err(|_| KeyError::NotAKey)?;
    Ok((label.to_owned(), document))
}

fn opened(document: &[u8], passphrase: &[u8]) -> Result<ed25519_dalek::SigningKey, KeyError> {
    let sealed = EncryptedPrivateKeyInfoRef::try_from(document).map_err(|_| KeyError::NotAKey)?;
    let parameters = sealed.encryption_algorithm.pbes2().ok_or(KeyError::Scheme)?;
    if !is_bounded(&parameters.kdf) {
        return Err(KeyError::Scheme);
    }
    let plain = sealed.decrypt(passphrase).map_err(|_| KeyError::WrongPassphrase)?;
    ed25519_dalek::SigningKey::from_pkcs8_der(plain.as_bytes()).map_err(|_| KeyError::WrongPassphrase)
}

fn is_bounded(kdf: &Kdf) -> bool {
    match kdf {
        Kdf::Pbkdf2(parameters) => parameters.iteration_count <= PBKDF2_ROUNDS,
        Kdf::Scrypt(parameters) => {
            let memory = 128u64.saturating_mul(parameters.cost_parameter).saturating_mul(u64::from(parameters.block_size));
            memory <= SCRYPT_MEMORY && parameters.parallelization <= 4
        }
        _ => false,
    }
}

fn sealed(plain: &[u8], passphrase: &[u8], fresh: &[u8; 32]) -> Option<SecretDocument> {
    let (salt, rest) = fresh.split_first_chunk::<16>()?;
    let start: [u8; 16] = rest.try_into().ok()?;
    let (log_n, r, p) = SCRYPT;
    let parameters = Parameters::generate_scrypt_aes256cbc(scrypt::Params::new(log_n, r, p).ok()?, salt, start).ok()?;
    let data = parameters.encrypt(passphrase, plain).ok()?;
    let info = EncryptedPrivateKeyInfo {
        encryption_algorithm: EncryptionScheme::from(parameters),
        encrypted_data: OctetStringRef::new(&data).ok()?,
    };
    SecretDocument::try_from(info).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_secret(&[7; 32], KeyKind::Development)
    }

    #[test]
    fn a_plain_key_reads_back() {
        let pem = key().to_pem().unwrap();
        assert!(pem.starts_with("-----BEGIN PRIVATE KEY-----\n"));
        assert_eq!(SigningKey::is_encrypted(&pem), Ok(false));
        let again = SigningKey::from_pem(&pem, None, KeyKind::Release).unwrap();
        assert_eq!((again.public(), again.kind()), (key().public(), KeyKind::Release));
    }

    #[test]
    fn an_encrypted_key_opens_with_its_pass_phrase_only() {
        let pem = key().to_encrypted_pem(b"correct horse", &[3; 32]).unwrap();
        assert_eq!(SigningKey::is_encrypted(&pem), Ok(true));
        let opened = |passphrase| SigningKey::from_pem(&pem, passphrase, KeyKind::Development).map(|key| key.public());
        assert_eq!(opened(Some(&b"correct horse"[..])), Ok(key().public()));
        assert_eq!(opened(Some(&b"wrong"[..])), Err(KeyError::WrongPassphrase));
        assert_eq!(opened(None), Err(KeyError::Encrypted));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let wrong = [
            "",
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            &"x".repeat(KEY_FILE_BYTES + 1),
        ];
        for text in wrong {
            assert!(SigningKey::from_pem(text, Some(b"p"), KeyKind::Release).is_err(), "{text:.40}");
        }
    }

    #[test]
    fn a_file_that_asks_for_too_much_work_is_refused_before_the_work() {
        let plain = key().secret.to_pkcs8_der().unwrap();
        let parameters = Parameters::generate_scrypt_aes256cbc(scrypt::Params::new(4, 8, 1).unwrap(), &[1; 16], [2; 16]).unwrap();
        let data = parameters.encrypt(b"p", plain.as_bytes()).unwrap();
        let Kdf::Scrypt(cheap) = parameters.kdf else { panic!("scrypt was asked for") };
        let greedy = Parameters { kdf: Kdf::Scrypt(pkcs8::pkcs5::pbes2::ScryptParams { cost_parameter: 1 << 30, ..cheap }), ..parameters };
        let info = EncryptedPrivateKeyInfo {
            encryption_algorithm: EncryptionScheme::from(greedy),
            encrypted_data: OctetStringRef::new(&data).unwrap(),
        };
        let pem = SecretDocument::try_from(info).unwrap().to_pem("ENCRYPTED PRIVATE KEY", LineEnding::LF).unwrap();
        assert_eq!(SigningKey::from_pem(&pem, Some(b"p"), KeyKind::Release).err(), Some(KeyError::Scheme));
    }

    #[test]
    fn printing_a_key_shows_no_secret() {
        assert_eq!(format!("{:?}", key()), "SigningKey { kind: Development, .. }");
    }
}
