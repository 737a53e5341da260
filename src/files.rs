//! Files: read within a limit, written whole or not at all. Errors are in our words.
//!
//! Knows nothing of what a file holds. Keys are written in `keyfile`, which lets nobody else read them.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::exit::Broken;

/// A file's text.
pub fn read_text(path: &Path, limit: u64) -> Result<String, Broken> {
    let bytes = read_bytes(path, limit).map_err(|message| Broken::new(message).at(path.display()))?;
    String::from_utf8(bytes).map_err(|_| Broken::new("the file is not UTF-8").at(path.display()).next("save it as UTF-8"))
}

/// A file's bytes, at most so many; the error is one line without the path.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|error| cause(&error))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err("this is a folder, a file is expected".to_owned());
    }
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| cause(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!("the file is larger than {limit} bytes"));
    }
    Ok(bytes)
}

/// Writes a file whole, or leaves what was there. A file that is replaced keeps its mode, and a link to it stays a link.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Broken> {
    let failed = |error: io::Error| Broken::new(format!("the file was not written: {}", cause(&error))).at(path.display());
    let (target, mut file) = beside(path).map_err(failed)?;
    file.write_all(bytes.as_ref()).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist(target).map_err(|error| failed(error.error))?;
    Ok(())
}

/// The file that is to be replaced, and an empty one in its folder that has the mode it is to have.
fn beside(path: &Path) -> io::Result<(PathBuf, NamedTempFile)> {
    let target = match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        real => real?,
    };
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let file = new_file().tempfile_in(folder)?;
    match target.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        // A device or a pipe has no content to keep, and a file must not take its place.
        Ok(data) if !data.is_file() => return Err(io::Error::other("something that is no file has this name")),
        data => file.as_file().set_permissions(data?.permissions())?,
    }
    Ok((target, file))
}

/// Temporary files are made for their owner only; what is written here is no secret.
#[cfg(unix)]
fn new_file() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.permissions(std::fs::Permissions::from_mode(0o644));
    builder
}

#[cfg(not(unix))]
fn new_file() -> tempfile::Builder<'static, 'static> {
    tempfile::Builder::new()
}

/// An error of the operating system in our words where there are some.
pub fn cause(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "the operating system does not permit it".to_owned(),
        io::ErrorKind::AlreadyExists => "there already is a file of that name".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_file_beyond_the_limit_and_a_folder_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, "1234").unwrap();
        assert_eq!(read_bytes(&path, 4).as_deref(), Ok(&b"1234"[..]));
        assert_eq!(read_bytes(&path, 3).unwrap_err(), "the file is larger than 3 bytes");
        assert!(read_bytes(folder.path(), 3).unwrap_err().contains("folder"));
    }

    #[test]
    fn a_write_that_fails_leaves_what_was_there_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("taken")).unwrap();
        assert!(write(&folder.path().join("taken"), "x").unwrap_err().to_string().contains("no file has this name"));
        assert!(write(&folder.path().join("missing/a"), "x").unwrap_err().to_string().contains("no such file or folder"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_mode_and_a_link_to_it_stays_a_link() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        write(&path, "old").unwrap();
        assert_eq!(mode(&path) & !0o644, 0, "at most readable by all");
        std::os::unix::fs::symlink("a", &link).unwrap();
        for kept in [0o600, 0o664, 0o755] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(kept)).unwrap();
            write(&link, format!("{kept}")).unwrap();
            assert_eq!((mode(&path), read_text(&path, 9).unwrap()), (kept, format!("{kept}")));
        }
        assert!(link.symlink_metadata().unwrap().is_symlink());
    }
}
