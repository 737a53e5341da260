//! Trust files: whose signatures count on a machine, as TOML. Public halves only.
//!
//! One root in this edition: the person or the program that writes this file. Who can change it decides what this machine believes.

use std::path::Path;

use serde::{Deserialize, Serialize};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_runtime::domain::Domain;
use straza_runtime::trust::{Trust, TrustKind, TrustedKey};

use crate::access::refuse_writable_by_others;
use crate::exit::Broken;
use crate::files::read_text;
use crate::hex::{self, Hex};

/// Largest trust file.
const TRUST_BYTES: u64 = 64 * 1024;

/// A trust file's content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrustFile {
    straza_trust: u32,
    kind: Kind,
    key: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Development keys never count.
    Managed,
    /// A developer's own machine.
    Development,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The raw Ed25519 public key, hexadecimal.
    public: String,
    /// What it may sign.
    signs: Vec<String>,
    /// It protects nothing: made for one working copy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    development: bool,
}

impl TrustFile {
    /// A file that believes one key's snapshots.
    pub fn of(key: &SigningKey) -> Self {
        let development = key.kind() == KeyKind::Development;
        let entry = Entry { public: Hex(&key.public()).to_string(), signs: vec![Domain::Snapshot.name().to_owned()], development };
        Self { straza_trust: 1, kind: if development { Kind::Development } else { Kind::Managed }, key: vec![entry] }
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let head = "# Whose signatures count. No secret, but whoever can change this file decides what this machine believes.\n";
        head.to_owned() + &toml::to_string(self).unwrap_or_default()
    }

    /// The trust that it stands for.
    pub fn trust(&self) -> Result<Trust, String> {
        if self.straza_trust != 1 {
            return Err(format!("version {} of trust files is not known here", self.straza_trust));
        }
        let keys: Result<Vec<TrustedKey>, String> = self.key.iter().map(Entry::trusted).collect();
        let kind = match self.kind {
            Kind::Managed => TrustKind::Managed,
            Kind::Development => TrustKind::Development,
        };
        Trust::new(kind, &keys?).map_err(|error| error.to_string())
    }
}

impl Entry {
    fn trusted(&self) -> Result<TrustedKey, String> {
        let public_key = hex::read(&self.public).ok_or_else(|| format!("`{}` is not 64 hexadecimal digits", self.public))?;
        let domain = |name: &String| Domain::named(name).ok_or_else(|| format!("nothing is signed as `{name}`"));
        let signs = self.signs.iter().map(domain).collect::<Result<_, _>>()?;
        Ok(TrustedKey { public_key, development: self.development, signs })
    }
}

/// Reads a trust file.
pub fn read(path: &Path) -> Result<Trust, Broken> {
    let text = read_text(path, TRUST_BYTES)?;
    refuse_writable_by_others(path)?;
    let wrong = |message: String| {
        let broken = Broken::new(format!("this is no trust file: {message}")).at(path.display());
        broken.next("name the file that `straza key new` wrote beside the key")
    };
    let file: TrustFile = toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))?;
    file.trust().map_err(wrong)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn file(kind: KeyKind) -> TrustFile {
        TrustFile::of(&SigningKey::from_secret(&[7; 32], kind))
    }

    #[test]
    fn a_trust_file_reads_back_and_is_plain_text() {
        let text = file(KeyKind::Development).to_text();
        insta::assert_snapshot!(text);
        assert_eq!(toml::from_str::<TrustFile>(&text).unwrap(), file(KeyKind::Development));
        assert_eq!(file(KeyKind::Development).trust().unwrap().kind(), TrustKind::Development);
        assert_eq!(file(KeyKind::Release).trust().unwrap().kind(), TrustKind::Managed);
    }

    #[test]
    fn unknown_keys_versions_domains_and_weak_keys_are_refused() {
        let text = file(KeyKind::Release).to_text();
        let refused =
            |text: String| toml::from_str::<TrustFile>(&text).map_err(|error| error.to_string()).and_then(|file| file.trust()).is_err();
        assert!(!refused(text.clone()));
        assert!(refused(text.clone() + "comment = 1\n"));
        assert!(refused(text.replace("straza-trust = 1", "straza-trust = 2")));
        assert!(refused(text.replace("\"snapshot\"", "\"everything\"")));
        assert!(refused(text.replace(&Hex(&SigningKey::from_secret(&[7; 32], KeyKind::Release).public()).to_string(), &"0".repeat(64))));
    }
}
