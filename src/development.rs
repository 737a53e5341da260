//! The development key of a working copy: made when first needed, kept under `target/straza/dev/`, believed by development trust only.
//!
//! It protects nothing. It is there so that there is no unsigned form.

use std::path::{Path, PathBuf};

use straza_compiler::keys::{KeyKind, SigningKey};

use crate::exit::Broken;
use crate::files::{self, cause};
use crate::keyfile;
use crate::trust_file::TrustFile;

/// The key, and where its trust file lies.
pub struct DevelopmentKey {
    /// It.
    pub key: SigningKey,
    /// The trust file that believes it.
    pub trust: PathBuf,
}

/// The folder, from the repository's.
const FOLDER: &str = "target/straza/dev";

/// Where the trust file of a working copy lies.
pub fn trust_path(root: &Path) -> PathBuf {
    root.join(FOLDER).join("key.trust")
}

/// Reads the working copy's key, or makes it.
pub fn key(root: &Path) -> Result<DevelopmentKey, Broken> {
    let folder = root.join(FOLDER);
    let path = folder.join("key.pem");
    let trust = trust_path(root);
    if path.exists() {
        let key = keyfile::read(&path, None, KeyKind::Development)?;
        return Ok(DevelopmentKey { key, trust });
    }
    let failed = |error: std::io::Error| {
        let broken = Broken::new(format!("the development key was not made: {}", cause(&error))).at(folder.display());
        broken.next("let yourself write this folder, or sign with a key of your own: `--sign KEYFILE`")
    };
    std::fs::create_dir_all(&folder).map_err(failed)?;
    // Git must not see the key, whatever the repository ignores.
    files::write(&folder.join(".gitignore"), "*\n")?;
    let key = keyfile::fresh(KeyKind::Development)?;
    files::write(&trust, TrustFile::of(&key).to_text())?;
    keyfile::write_new(&path, &keyfile::pem(&key, None)?)?;
    Ok(DevelopmentKey { key, trust })
}
