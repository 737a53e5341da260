//! What others may do to a file by its mode bits and those of the folders above: a key that they can read is no secret, a file that they can write
//! says what they want.
//!
//! Looks at modes, not at owners or access lists; where a system has no mode bits, nothing is refused.

use std::path::Path;

use crate::exit::Broken;

/// Refuses a key file that somebody else could read, or replace through its folder.
pub fn refuse_readable_by_others(key: &Path) -> Result<(), Broken> {
    if mode::any(key, 0o077)? {
        let broken = Broken::new("the key file can be read by others").at(key.display());
        return Err(broken.next(format!("run `chmod 600 {}`, and think of the key as known", key.display())));
    }
    refuse_open_folder(key, "the key file", "keep keys in a folder of your own")
}

/// Refuses a trust file that somebody else could write, or replace through its folder: it decides whom this machine believes.
pub fn refuse_writable_by_others(trust: &Path) -> Result<(), Broken> {
    if mode::any(trust, 0o022)? {
        let broken = Broken::new("others can write the trust file").at(trust.display());
        return Err(broken.next(format!("look at what it says, then run `chmod go-w {}`", trust.display())));
    }
    refuse_open_folder(trust, "the trust file", "keep it in a folder that only you can write, or run `chmod go-w` on this one")
}

/// A folder in which others may put files, but not replace those of somebody else (`/tmp`), is no danger.
fn refuse_open_folder(path: &Path, what: &str, next: &str) -> Result<(), Broken> {
    match mode::open_folder(path)? {
        Some(folder) => Err(Broken::new(format!("others can write to a folder above {what}")).at(folder.display()).next(next)),
        None => Ok(()),
    }
}

#[cfg(unix)]
mod mode {
    use std::fs::Metadata;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::{Path, PathBuf};

    use crate::exit::Broken;
    use crate::files::unread;

    /// Whether a file has any of these bits.
    pub fn any(path: &Path, bits: u32) -> Result<bool, Broken> {
        path.metadata().map(|data| data.permissions().mode() & bits != 0).map_err(|error| unread(&error, path))
    }

    /// The nearest folder above in which others can replace files.
    pub fn open_folder(path: &Path) -> Result<Option<PathBuf>, Broken> {
        let real = path.canonicalize().map_err(|error| unread(&error, path))?;
        Ok(real.ancestors().skip(1).find(|folder| folder.metadata().is_ok_and(|data| is_open(&data))).map(Path::to_owned))
    }

    /// A group of the owner's own, which many systems make for every user with the user's number, is not others.
    fn is_open(folder: &Metadata) -> bool {
        let mode = folder.permissions().mode();
        let group = mode & 0o020 != 0 && folder.gid() != folder.uid();
        (group || mode & 0o002 != 0) && mode & 0o1000 == 0
    }
}

#[cfg(not(unix))]
mod mode {
    use std::path::{Path, PathBuf};

    use crate::exit::Broken;

    pub fn any(_path: &Path, _bits: u32) -> Result<bool, Broken> {
        Ok(false)
    }

    pub fn open_folder(_path: &Path) -> Result<Option<PathBuf>, Broken> {
        Ok(None)
    }
}
