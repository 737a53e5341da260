//! Key files on disk: PKCS#8 PEM, mode 0600, never inside a git work tree that would commit them.
//!
//! Says nothing of what a key is trusted for. No key is ever printed.

use std::path::{Path, PathBuf};

use ignore::gitignore::GitignoreBuilder;
use straza_compiler::keys::{KeyKind, SigningKey};
use zeroize::Zeroizing;

use crate::access;
use crate::exit::Broken;
use crate::files::{cause, read_bytes, unwritten};

/// Largest key or pass phrase file.
const KEY_BYTES: u64 = 16 * 1024;

/// A key from fresh randomness of the operating system.
pub fn fresh(kind: KeyKind) -> Result<SigningKey, Broken> {
    Ok(SigningKey::from_secret(&*random()?, kind))
}

fn random<const N: usize>() -> Result<Zeroizing<[u8; N]>, Broken> {
    let mut bytes = Zeroizing::new([0; N]);
    getrandom::fill(bytes.as_mut()).map_err(|error| {
        Broken::new(format!("the operating system gives no randomness: {error}"))
            .next("let the process read `/dev/urandom`, then try again")
    })?;
    Ok(bytes)
}

/// The PEM text of a key, under a pass phrase where there is one.
pub fn pem(key: &SigningKey, passphrase: Option<&str>) -> Result<Zeroizing<String>, Broken> {
    let written = match passphrase {
        None => key.to_pem(),
        Some(passphrase) => key.to_encrypted_pem(passphrase.as_bytes(), &*random()?),
    };
    written.map_err(|error| Broken::new(error.to_string()).next("run the command again, or choose another pass phrase"))
}

/// Refuses a path where something already lies, before anybody is asked for a pass phrase.
pub fn refuse_existing(path: &Path) -> Result<(), Broken> {
    match path.symlink_metadata() {
        Ok(_) => Err(Broken::new("there already is a file of that name, and a key is never overwritten")
            .at(path.display())
            .next("choose a new name")),
        Err(_) => Ok(()),
    }
}

/// Writes a new file that only its owner may read; an existing one is left alone.
pub fn write_new(path: &Path, text: &str) -> Result<(), Broken> {
    use std::io::Write;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let failed = |error: std::io::Error| {
        let broken = Broken::new(format!("the key file was not written: {}", cause(&error))).at(path.display());
        broken.next("choose a new name in a folder that exists; a key is never overwritten")
    };
    let mut file = options.open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)
}

/// Reads a key; an encrypted one is opened with the pass phrase file, or the person at the terminal is asked.
pub fn read(path: &Path, passphrase_file: Option<&Path>, kind: KeyKind) -> Result<SigningKey, Broken> {
    access::refuse_readable_by_others(path)?;
    let bytes = Zeroizing::new(read_bytes(path, KEY_BYTES)?);
    let wrong = |error: straza_compiler::keys::KeyError| {
        Broken::new(error.to_string()).at(path.display()).next("name a key that `straza key new` wrote, and its pass phrase")
    };
    let text = std::str::from_utf8(&bytes).map_err(|_| wrong(straza_compiler::keys::KeyError::NotAKey))?;
    if !SigningKey::is_encrypted(text).map_err(wrong)? {
        return SigningKey::from_pem(text, None, kind).map_err(wrong);
    }
    let passphrase = match passphrase_file {
        Some(file) => passphrase_of(file)?,
        None => ask(&format!("Pass phrase of {}: ", path.display()))?,
    };
    SigningKey::from_pem(text, Some(passphrase.as_bytes()), kind).map_err(wrong)
}

/// The first line of a file.
pub fn passphrase_of(file: &Path) -> Result<Zeroizing<String>, Broken> {
    let bytes = Zeroizing::new(read_bytes(file, KEY_BYTES)?);
    let text = std::str::from_utf8(&bytes)
        .map_err(|_| Broken::new("the pass phrase is not UTF-8").at(file.display()).next("save the file as UTF-8"))?;
    let line = text.lines().next().unwrap_or_default();
    if line.is_empty() {
        return Err(Broken::new("the pass phrase file is empty").at(file.display()).next("write the pass phrase into its first line"));
    }
    Ok(Zeroizing::new(line.to_owned()))
}

/// Asks the person twice for a new pass phrase.
pub fn ask_new() -> Result<Zeroizing<String>, Broken> {
    let first = ask("New pass phrase: ")?;
    if first.is_empty() {
        return Err(Broken::new("an empty pass phrase protects nothing").next("choose one, or say `--no-passphrase`"));
    }
    if *first != *ask("The same again: ")? {
        return Err(Broken::new("the two pass phrases differ").next("try again; nothing was written"));
    }
    Ok(first)
}

fn ask(prompt: &str) -> Result<Zeroizing<String>, Broken> {
    rpassword::prompt_password(prompt)
        .map(Zeroizing::new)
        .map_err(|_| Broken::new("there is no terminal to ask for the pass phrase").next("name a file with `--passphrase-file FILE`"))
}

/// Refuses a place below a git work tree, unless git ignores it there.
pub fn refuse_work_tree(path: &Path) -> Result<(), Broken> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let folder = folder.canonicalize().map_err(|error| unwritten(&error, path))?;
    let Some(name) = path.file_name() else {
        return Err(Broken::new("this is no file name").at(path.display()).next("name the file that the key is written to"));
    };
    let path = folder.join(name);
    let Some(work_tree) = folder.ancestors().find(|folder| folder.join(".git").exists()) else { return Ok(()) };
    if is_ignored(&path, work_tree) {
        return Ok(());
    }
    let broken = Broken::new("a key would lie in a git work tree, one `git add` from everybody").at(path.display());
    Err(broken.next("name a file outside, or have `.gitignore` ignore it first"))
}

/// Whether the work tree's own `.gitignore` files ignore a path; the innermost file that says anything decides.
fn is_ignored(path: &Path, work_tree: &Path) -> bool {
    let folders: Vec<PathBuf> = path.ancestors().skip(1).take_while(|folder| folder.starts_with(work_tree)).map(Path::to_owned).collect();
    for folder in folders {
        let mut builder = GitignoreBuilder::new(&folder);
        if builder.add(folder.join(".gitignore")).is_some() {
            continue;
        }
        let Ok(rules) = builder.build() else { continue };
        let verdict = rules.matched_path_or_any_parents(path, false);
        if !verdict.is_none() {
            return verdict.is_ignore();
        }
    }
    false
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_key_is_written_for_its_owner_only_and_never_overwritten() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.key");
        let key = fresh(KeyKind::Release).unwrap();
        write_new(&path, &pem(&key, None).unwrap()).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(write_new(&path, "x").unwrap_err().to_string().contains("never overwritten"));
        assert_eq!(read(&path, None, KeyKind::Release).unwrap().public(), key.public());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(read(&path, None, KeyKind::Release).unwrap_err().to_string().contains("read by others"));
    }

    #[test]
    fn a_key_stays_out_of_a_work_tree_unless_git_ignores_it() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("keys");
        std::fs::create_dir(&inside).unwrap();
        assert!(refuse_work_tree(&inside.join("a.key")).is_ok());
        std::fs::create_dir(folder.path().join(".git")).unwrap();
        assert!(refuse_work_tree(&inside.join("a.key")).is_err());
        std::fs::write(folder.path().join(".gitignore"), "*.key\n").unwrap();
        assert!(refuse_work_tree(&inside.join("a.key")).is_ok());
        std::fs::write(inside.join(".gitignore"), "!a.key\n").unwrap();
        assert!(refuse_work_tree(&inside.join("a.key")).is_err());
    }
}
