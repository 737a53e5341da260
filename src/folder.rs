//! Folders of written files: made whole beside their place and moved there, or not made at all. What somebody else put there is never touched.

use std::io;
use std::path::{Path, PathBuf};

use crate::exit::Broken;
use crate::files::{self, cause, read_bytes, unwritten};

/// Largest file that is looked at for the mark.
const LOOKED_AT: u64 = 64 << 20;
/// How far into a file the mark may stand.
const MARK_WITHIN: usize = 200;

/// Writes the files into a folder, which is made, or replaced where every file in it bears the mark. Links to a folder stay links.
pub fn write(folder: &Path, files: &[(String, String)], mark: &str) -> Result<(), Broken> {
    let target = target(folder)?;
    refuse_foreign(&target, folder, mark)?;
    let parent = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let failed = |error: io::Error| not_made(&error, folder);
    let made = new_folder().tempdir_in(parent).map_err(failed)?;
    let fresh = made.path().join("new");
    std::fs::create_dir(&fresh).map_err(failed)?;
    for (name, text) in files {
        self::files::write_new(&fresh.join(name), text)?;
    }
    exchange(&fresh, &target, &made.path().join("old")).map_err(failed)
}

/// Puts the new folder in the place of the old one, which goes back where that fails.
fn exchange(fresh: &Path, target: &Path, old: &Path) -> io::Result<()> {
    if !target.exists() {
        return std::fs::rename(fresh, target);
    }
    std::fs::rename(target, old)?;
    std::fs::rename(fresh, target).inspect_err(|_| {
        let _ = std::fs::rename(old, target);
    })
}

/// Where a link leads; the path itself where nothing is yet.
fn target(folder: &Path) -> Result<PathBuf, Broken> {
    match folder.canonicalize() {
        Ok(real) => Ok(real),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !folder.is_symlink() => Ok(folder.to_owned()),
        Err(error) => Err(not_made(&error, folder)),
    }
}

/// Refuses a folder that holds something else than what was written here before.
fn refuse_foreign(target: &Path, shown: &Path, mark: &str) -> Result<(), Broken> {
    let next = "name a new folder, an empty one, or one that only holds pages written before";
    let entries = match std::fs::read_dir(target) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(not_made(&error, shown).next(next)),
    };
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>().map_err(|error| unwritten(&error, shown))?;
    paths.sort();
    match paths.iter().find(|path| !is_ours(path, mark)) {
        Some(foreign) => {
            let name = foreign.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            Err(Broken::new(format!("the folder holds `{name}`, which was not written here, so nothing was written"))
                .at(shown.display())
                .next(next))
        }
        None => Ok(()),
    }
}

fn is_ours(path: &Path, mark: &str) -> bool {
    let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
    let bytes = if is_file { read_bytes(path, LOOKED_AT).unwrap_or_default() } else { Vec::new() };
    let beginning = bytes.get(..MARK_WITHIN.min(bytes.len())).unwrap_or_default();
    beginning.windows(mark.len()).any(|part| part == mark.as_bytes())
}

fn not_made(error: &io::Error, folder: &Path) -> Broken {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no folder for it".to_owned(),
        io::ErrorKind::NotADirectory => "a file has this name, or stands in the path".to_owned(),
        _ => cause(error),
    };
    Broken::new(format!("the folder was not written: {why}")).at(folder.display()).next("name a folder in one that you may write")
}

#[cfg(unix)]
fn new_folder() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".straza-").permissions(std::fs::Permissions::from_mode(0o755));
    builder
}

#[cfg(not(unix))]
fn new_folder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".straza-");
    builder
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const MARK: &str = "<!-- ours -->";

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn pages(names: &[&str]) -> Vec<(String, String)> {
        names.iter().map(|name| ((*name).to_owned(), format!("{MARK} {name}"))).collect()
    }

    #[test]
    fn pages_replace_pages_and_leave_nothing_behind() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("out");
        write(&folder, &pages(&["a", "b"]), MARK).unwrap();
        write(&folder, &pages(&["b", "c"]), MARK).unwrap();
        assert_eq!(names(&folder), ["b", "c"]);
        assert_eq!(names(around.path()), ["out"]);
    }

    #[test]
    fn a_folder_with_anything_else_is_left_as_it_is() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("out");
        write(&folder, &pages(&["a"]), MARK).unwrap();
        std::fs::write(folder.join("notes.txt"), "mine").unwrap();
        let refused = write(&folder, &pages(&["b"]), MARK).unwrap_err();
        assert!(refused.what().contains("`notes.txt`"), "{refused}");
        assert_eq!(names(&folder), ["a", "notes.txt"]);
        std::fs::remove_file(folder.join("notes.txt")).unwrap();
        std::fs::create_dir(folder.join("deeper")).unwrap();
        assert!(write(&folder, &pages(&["b"]), MARK).unwrap_err().what().contains("`deeper`"));
        assert_eq!(names(around.path()), ["out"]);
    }

    #[test]
    fn a_file_in_the_way_and_a_missing_parent_are_told() {
        let around = tempfile::tempdir().unwrap();
        std::fs::write(around.path().join("file"), "x").unwrap();
        for place in ["file", "file/below", "missing/below"] {
            let refused = write(&around.path().join(place), &pages(&["a"]), MARK).unwrap_err().to_string();
            assert!(refused.contains("was not written") && refused.contains(" help: "), "{place}: {refused}");
        }
        assert_eq!(names(around.path()), ["file"]);
    }
}
