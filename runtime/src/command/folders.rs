//! Folders: what relative paths of a command are relative to, and where its `cd`s lead.
//!
//! A `cd` may fail or not run. Behind `cd x &&` only the new folder counts; else what follows is taken to run in either.

use alloc::string::String;
use core::ops::Range;

use crate::path::is_plain;

/// The session's folders; cleaned, absolute paths.
#[derive(Debug, Clone, Copy, Default)]
pub struct Folders<'a> {
    /// Where the command starts.
    pub cwd: Option<&'a str>,
    /// For `~` and `$HOME`.
    pub home: Option<&'a str>,
    /// The workspace.
    pub workspace: Option<&'a str>,
}

/// A folder that a command may run in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// Where the session is.
    Session,
    /// This one, in the command's texts.
    Known(u32, u32),
    /// Not known.
    Unknown,
}

const ALTERNATIVES: usize = 4;

/// The folders that a command may run in, the likeliest first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here {
    list: [Where; ALTERNATIVES],
    count: usize,
    /// There may be more.
    pub(super) unsure: bool,
}

impl Here {
    /// The session's folder.
    pub(super) const SESSION: Self = Self::only(Where::Session);

    /// One folder.
    pub(super) const fn only(folder: Where) -> Self {
        Self { list: [folder; ALTERNATIVES], count: 1, unsure: false }
    }

    /// All of them, never empty.
    pub(super) fn all(&self) -> &[Where] {
        self.list.get(..self.count).unwrap_or_default()
    }

    /// The likeliest.
    pub(super) fn first(&self) -> Where {
        self.list.first().copied().unwrap_or(Where::Unknown)
    }

    /// Also in this one.
    pub(super) fn add(&mut self, folder: Where) {
        if self.all().contains(&folder) {
            return;
        }
        match self.list.get_mut(self.count) {
            Some(place) => {
                *place = folder;
                self.count += 1;
            }
            None => self.unsure = true,
        }
    }

    /// Either of the two.
    pub(super) fn or(mut self, other: Self) -> Self {
        for folder in other.all() {
            self.add(*folder);
        }
        self.unsure |= other.unsure;
        self
    }
}

/// What a relative path is relative to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Base<'a> {
    /// A folder of the session.
    Text(&'a str),
    /// A folder in the texts themselves.
    Cooked(u32, u32),
}

/// Puts a cleaned, absolute path behind the texts; `None` where its text does not say which it is. Nothing stands for a home here.
pub(super) fn clean_onto(cooked: &mut String, text: &Range<u32>, base: Option<Base<'_>>) -> Option<Range<u32>> {
    let (from, to) = (text.start as usize, text.end as usize);
    let path = cooked.get(from..to)?;
    if path.is_empty() || !is_plain(path) {
        return None;
    }
    let relative = !path.starts_with('/');
    let start = cooked.len();
    if relative {
        push_base(cooked, base?);
    }
    let mut at = from;
    while at < to {
        let end = cooked.get(at..to)?.find('/').map_or(to, |slash| at + slash);
        match cooked.get(at..end)? {
            "" | "." => {}
            ".." => pop(cooked, start),
            _ => {
                cooked.push('/');
                cooked.extend_from_within(at..end);
            }
        }
        at = end + 1;
    }
    without_process_root(cooked, start);
    if cooked.len() == start {
        cooked.push('/');
    }
    Some(u32::try_from(start).ok()?..u32::try_from(cooked.len()).ok()?)
}

/// `/proc/self/root/x` is `/x`, for any process.
fn without_process_root(cooked: &mut String, start: usize) {
    while let Some(rest) = cooked.get(start..).and_then(|path| path.strip_prefix("/proc/")) {
        let mut components = rest.splitn(3, '/');
        let (Some(process), Some("root")) = (components.next(), components.next()) else { return };
        let length = "/proc/".len() + process.len() + "/root".len();
        cooked.replace_range(start..start + length, "");
    }
}

fn push_base(cooked: &mut String, base: Base<'_>) {
    let start = cooked.len();
    match base {
        Base::Text(folder) => cooked.push_str(folder),
        Base::Cooked(from, to) if (to as usize) <= start && from <= to => cooked.extend_from_within(from as usize..to as usize),
        Base::Cooked(..) => {}
    }
    if cooked.ends_with('/') && cooked.len() > start {
        cooked.pop();
    }
}

fn pop(cooked: &mut String, start: usize) {
    let parent = cooked.get(start..).and_then(|path| path.rfind('/'));
    cooked.truncate(start + parent.unwrap_or(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str, base: Option<&str>) -> Option<String> {
        let mut cooked = String::from(text);
        let range = clean_onto(&mut cooked, &(0..u32::try_from(text.len()).ok()?), base.map(Base::Text))?;
        cooked.get(range.start as usize..range.end as usize).map(String::from)
    }

    #[test]
    fn paths_become_absolute_and_clean_behind_their_folder() {
        for (text, path) in [
            ("x", "/proj/x"),
            ("./x//y/", "/proj/x/y"),
            ("../../..", "/"),
            ("/", "/"),
            ("//etc/passwd", "/etc/passwd"),
            ("/etc/../x", "/x"),
            ("~", "/proj/~"),
        ] {
            assert_eq!(cleaned(text, Some("/proj")).as_deref(), Some(path), "{text}");
        }
    }

    #[test]
    fn a_relative_path_without_a_folder_is_not_known() {
        assert_eq!(cleaned("x", None), None);
        assert_eq!(cleaned("", Some("/")), None);
        assert_eq!(cleaned("x", Some("/")).as_deref(), Some("/x"));
    }

    #[test]
    fn more_folders_than_are_kept_are_not_sure() {
        let mut here = Here::SESSION;
        for at in 0..4 {
            here.add(Where::Known(at, at));
        }
        assert!(here.unsure);
        assert_eq!(here.first(), Where::Session);
        assert_eq!(here.all().len(), 4);
    }
}
