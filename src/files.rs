//! Files: read within a limit, written whole or not at all. Errors are in our words.
//!
//! Knows nothing of what a file holds. Keys are written in `keyfile`, which lets nobody else read them.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::exit::{Broken, lower_first};

/// A file's text.
pub fn read_text(path: &Path, limit: u64) -> Result<String, Broken> {
    let bytes = read_bytes(path, limit)?;
    String::from_utf8(bytes).map_err(|_| Broken::new("the file is not UTF-8").at(path.display()).next("save it as UTF-8"))
}

/// A file's bytes, at most so many.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Broken> {
    let file = open(path)?;
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| unread(&error, path))?;
    if bytes.len() as u64 > limit {
        let broken = Broken::new(format!("the file is larger than {limit} bytes")).at(path.display());
        return Err(broken.next("look whether this is the file that you meant: none of its kind is as large"));
    }
    Ok(bytes)
}

/// Opens a file for reading; a folder is none.
pub fn open(path: &Path) -> Result<File, Broken> {
    let file = File::open(path).map_err(|error| unread(&error, path))?;
    match file.metadata() {
        Ok(data) if data.is_dir() => Err(unread(&io::ErrorKind::IsADirectory.into(), path)),
        _ => Ok(file),
    }
}

/// Writes a file whole, or leaves what was there. A file that is replaced keeps its mode, and a link to it stays a link.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Broken> {
    let failed = |error: io::Error| unwritten(&error, path);
    let target = target(path)?;
    let mut file = beside(&target).map_err(failed)?;
    if let Ok(data) = target.metadata() {
        file.as_file().set_permissions(data.permissions()).map_err(failed)?;
    }
    file.write_all(bytes.as_ref()).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist(target).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Writes a file that is not there yet; whatever has its name is left alone.
pub fn write_new(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Broken> {
    let failed = |error: io::Error| unwritten(&error, path);
    let mut file = beside(path).map_err(failed)?;
    file.write_all(bytes.as_ref()).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist_noclobber(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// The file that is to be replaced or made: where a link leads. What is no file has no content to keep, and a file must not take its place.
fn target(path: &Path) -> Result<PathBuf, Broken> {
    let refused = |what: &str| Broken::new(what).at(path.display()).next("name a file that may be replaced, or a new one");
    match path.metadata() {
        Ok(data) if data.is_file() => path.canonicalize().map_err(|error| unwritten(&error, path)),
        Ok(data) if data.is_dir() => Err(refused("the file was not written: a folder has this name")),
        Ok(_) => Err(refused("the file was not written: something that is no file has this name")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritten(&error, path)),
        Err(_) if path.is_symlink() => Err(refused("the file was not written: a link that leads nowhere has this name")),
        Err(_) => Ok(path.to_owned()),
    }
}

/// An empty file in the same folder.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    new_file().tempfile_in(folder)
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

/// What was to be read and was not.
pub fn unread(error: &io::Error, path: &Path) -> Broken {
    let next = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "look how the path is spelled, and from which folder it counts",
        io::ErrorKind::PermissionDenied => "ask its owner, or read as somebody who may",
        io::ErrorKind::IsADirectory => "name a file",
        _ => "look whether this is the file that you meant",
    };
    Broken::new(cause(error)).at(path.display()).next(next)
}

/// What was to be written or made and was not.
pub fn unwritten(error: &io::Error, path: &Path) -> Broken {
    let (what, next) = match error.kind() {
        io::ErrorKind::NotFound => ("there is no folder for it".to_owned(), "make the folder first, or choose another"),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => (cause(error), "make room, or choose another disk"),
        io::ErrorKind::AlreadyExists => (cause(error), "choose a new name"),
        _ => (cause(error), "choose a folder in which you may write"),
    };
    Broken::new(format!("the file was not written: {what}")).at(path.display()).next(next)
}

/// An error of the operating system in plain words.
pub fn cause(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::PermissionDenied => "the operating system does not permit it",
        io::ErrorKind::AlreadyExists => "there already is a file of that name",
        io::ErrorKind::IsADirectory => "this is a folder, a file is expected",
        io::ErrorKind::NotADirectory => "what stands as a folder in the path is none",
        io::ErrorKind::StorageFull => "the disk is full",
        io::ErrorKind::QuotaExceeded => "the disk quota is used up",
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        io::ErrorKind::InvalidFilename => "the name is too long, or none that the disk knows",
        io::ErrorKind::InvalidInput => "no path can be written like that",
        _ => return unnumbered(&error.to_string()),
    };
    words.to_owned()
}

/// The operating system's own words without its number, in lower case as ours are.
fn unnumbered(text: &str) -> String {
    let words = text.split_once(" (os error").map_or(text, |(words, _)| words);
    lower_first(words)
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
        assert_eq!(read_bytes(&path, 4).unwrap(), b"1234");
        assert_eq!(read_bytes(&path, 3).unwrap_err().what(), "the file is larger than 3 bytes");
        assert!(read_bytes(folder.path(), 3).unwrap_err().what().contains("folder"));
    }

    #[test]
    fn a_write_that_fails_leaves_what_was_there_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("taken")).unwrap();
        assert!(write(&folder.path().join("taken"), "x").unwrap_err().what().contains("a folder has this name"));
        assert!(write(&folder.path().join("missing/a"), "x").unwrap_err().what().contains("there is no folder for it"));
        assert!(write_new(&folder.path().join("taken"), "x").unwrap_err().what().contains("there already is a file"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_and_a_link_that_leads_nowhere_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("missing", &link).unwrap();
        assert!(write(&link, "x").unwrap_err().what().contains("leads nowhere"));
        assert!(write(Path::new("/dev/null"), "x").unwrap_err().what().contains("no file has this name"));
        assert!(link.is_symlink() && !Path::new("/dev/null").is_file());
    }

    #[test]
    fn errors_of_the_operating_system_are_told_without_its_numbers() {
        for number in 1..=133 {
            let told = cause(&io::Error::from_raw_os_error(number));
            assert!(!told.contains("os error") && !told.starts_with(char::is_uppercase) && !told.is_empty(), "{number}: {told}");
        }
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
