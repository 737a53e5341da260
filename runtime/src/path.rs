//! Paths of a call: cleaned by their text alone, compared component by component.
//!
//! Nothing here looks at a file system: links are the host's to resolve. A cleaned path has no empty, `.` or `..` component and no `/` at
//! its end (the root is `/`); what the text alone cannot decide is unknown.

mod pattern;

pub use pattern::{PATTERN_PLACES, PathPattern, Wanted, Wants};

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::is_normal;
use crate::limits::PATH_BYTES;
use crate::text::{Folding, glob_matches};

/// One path that a call names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPath {
    /// The cleaned, absolute path; `None` is unknown.
    pub text: Option<String>,
    /// Where it is not known: what is known of the paths that it may be.
    pub pattern: Option<PathPattern<String>>,
    /// The call reads it.
    pub read: bool,
    /// The call writes it.
    pub write: bool,
}

/// The paths of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathList {
    /// Those that were seen, in the call's order.
    pub seen: Vec<SeenPath>,
    /// Whether there may be others.
    pub open: bool,
}

/// What relative paths are relative to; cleaned, absolute paths.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bases<'a> {
    /// For relative paths.
    pub cwd: Option<&'a str>,
    /// For `~` and `~/…`.
    pub home: Option<&'a str>,
}

/// Cleans a path of this machine to an absolute one; `None` where its text does not say which path it is.
///
/// Unknown are: a relative path without `cwd`, `~` without `home`, `~user`, the empty path, a backslash, a drive or share spelling
/// (`c:…`, `//server/…`), NUL, text that is not NFC, anything longer than the limit. `..` at the root stays at the root.
pub fn clean(text: &str, bases: Bases<'_>) -> Option<String> {
    if text.is_empty() || !is_plain(text) || is_share(text) {
        return None;
    }
    let (base, rest) = match text.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => (bases.home?, rest),
        Some(_) => return None,
        None if text.starts_with('/') => ("/", text),
        None => (bases.cwd?, text),
    };
    let mut components: Vec<&str> = components(base).collect();
    for component in rest.split('/') {
        match component {
            "" | "." => {}
            ".." => drop(components.pop()),
            other => components.push(other),
        }
    }
    let cleaned = ["/", &components.join("/")].concat();
    (cleaned.len() <= PATH_BYTES).then_some(cleaned)
}

/// The components of text that is no path of this machine, such as a file name in an API's argument, from the last to the first: nothing is
/// resolved, empty ones and `.` are left out, `..` takes the one before it away.
#[derive(Debug, Clone)]
pub struct Components<'a> {
    from_end: core::str::RSplit<'a, char>,
    /// How many of those to come are taken away.
    gone: usize,
}

impl<'a> Components<'a> {
    /// `None` where a `..` climbs above the start.
    pub fn of(text: &'a str) -> Option<Self> {
        let mut depth = 0usize;
        for component in text.split('/') {
            match component {
                "" | "." => {}
                ".." => depth = depth.checked_sub(1)?,
                _ => depth += 1,
            }
        }
        Some(Self { from_end: text.rsplit('/'), gone: 0 })
    }
}

impl<'a> Iterator for Components<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            match self.from_end.next()? {
                "" | "." => {}
                ".." => self.gone += 1,
                _ if self.gone > 0 => self.gone -= 1,
                component => return Some(component),
            }
        }
    }
}

/// What of a cleaned path lies behind a cleaned base, without a leading `/`: empty where they are one, `None` where it does not lie there.
pub fn below<'a>(path: &'a str, base: &str) -> Option<&'a str> {
    let (path, base) = (relative(path), relative(base));
    if base.is_empty() {
        return Some(path);
    }
    let behind = path.strip_prefix(base)?;
    if behind.is_empty() { Some(behind) } else { behind.strip_prefix('/') }
}

/// Whether a cleaned path is a cleaned base or lies below it.
pub fn is_under(path: &str, base: &str) -> bool {
    below(path, base).is_some()
}

/// Whether a pattern matches all of a cleaned path, component by component.
///
/// `**` as a component stands for any number of them, none included; else a component is a glob. Work is bounded by pattern length × path
/// length.
pub fn matches(pattern: &str, path: &str) -> bool {
    matches_by(components(pattern), components(path), Folding::Plain)
}

/// The same of components, from either end; the pattern's are folded already.
pub(crate) fn matches_by<'p, 't, P, T>(mut due: P, mut have: T, folding: Folding) -> bool
where
    P: Iterator<Item = &'p str> + Clone,
    T: Iterator<Item = &'t str> + Clone,
{
    let mut retry = None;
    loop {
        let matched = match due.next() {
            Some("**") => {
                retry = Some((due.clone(), have.clone()));
                continue;
            }
            Some(glob) => match have.next() {
                Some(component) => glob_matches(glob, component, folding),
                None => return false,
            },
            None if have.next().is_none() => return true,
            None => false,
        };
        if matched {
            continue;
        }
        let Some((after, from)) = &mut retry else { return false };
        if from.next().is_none() {
            return false;
        }
        (due, have) = (after.clone(), from.clone());
    }
}

/// The text behind a leading `/`: what is compared is components, whose start is known to the caller.
fn relative(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

fn components(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.split('/').filter(|component| !component.is_empty())
}

/// No character that means something else on another system.
pub(crate) fn is_plain(text: &str) -> bool {
    let drive = matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    text.len() <= PATH_BYTES && !drive && !text.contains(['\\', '\0']) && is_normal(text)
}

/// Exactly two slashes begin a share on one system and are one slash on another.
fn is_share(text: &str) -> bool {
    text.starts_with("//") && !text.starts_with("///")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASES: Bases<'_> = Bases { cwd: Some("/proj/src"), home: Some("/home/dana") };

    fn cleaned(text: &str) -> Option<String> {
        clean(text, BASES)
    }

    #[test]
    fn machine_paths_become_absolute_and_clean() {
        for (text, path) in [
            ("/a/b", "/a/b"),
            ("/", "/"),
            ("/a//./b/", "/a/b"),
            ("/a/../../etc/passwd", "/etc/passwd"),
            ("///x", "/x"),
            ("x", "/proj/src/x"),
            ("../x", "/proj/x"),
            (".", "/proj/src"),
            ("../../../..", "/"),
            ("~", "/home/dana"),
            ("~/.ssh/id", "/home/dana/.ssh/id"),
            ("./~", "/proj/src/~"),
            ("/a/~", "/a/~"),
            ("caf\u{e9}", "/proj/src/caf\u{e9}"),
        ] {
            assert_eq!(cleaned(text).as_deref(), Some(path), "{text}");
        }
    }

    #[test]
    fn what_the_text_does_not_say_is_unknown() {
        for text in ["", "~root/x", "~dana", "a\\b", "C:/x", "c:x", "c:", "//server/share", "//", "/a\0b", "cafe\u{301}"] {
            assert_eq!(cleaned(text), None, "{text}");
        }
        assert_eq!(clean("x", Bases::default()), None);
        assert_eq!(clean("~/x", Bases { cwd: Some("/"), home: None }), None);
        assert_eq!(clean("/x", Bases::default()).as_deref(), Some("/x"));
        let long = "a".repeat(PATH_BYTES - 1);
        assert!(cleaned(&["/", &long].concat()).is_some());
        assert!(cleaned(&["/a", &long].concat()).is_none());
        assert!(cleaned(&long).is_none(), "together with the folder it is too long");
    }

    #[test]
    fn bare_text_is_cleaned_and_not_resolved() {
        let cleaned = |text| {
            let mut components: Vec<&str> = Components::of(text)?.collect();
            components.reverse();
            Some(components.join("/"))
        };
        for (text, path) in [
            ("a/b", "a/b"),
            ("a/./b//c/", "a/b/c"),
            ("a/../b", "b"),
            ("a/b/../../c/d/..", "c"),
            (".", ""),
            ("", ""),
            ("/", ""),
            ("/a/", "a"),
            ("//a", "a"),
            ("~/x", "~/x"),
            ("/a/..", ""),
            ("a\\b/../c:", "c:"),
        ] {
            assert_eq!(cleaned(text).as_deref(), Some(path), "{text}");
        }
        for text in ["..", "a/../..", "/..", "a/../b/../.."] {
            assert_eq!(cleaned(text), None, "{text}");
        }
    }

    #[test]
    fn under_goes_by_components() {
        for (path, base) in [("/a/b", "/a"), ("/a", "/a"), ("/a", "/"), ("/", "/"), ("a/b", "a"), ("a", ""), ("", "")] {
            assert!(is_under(path, base), "{path} {base}");
        }
        for (path, base) in [("/ab", "/a"), ("/a", "/a/b"), ("ab", "a"), ("", "a"), ("/", "/a")] {
            assert!(!is_under(path, base), "{path} {base}");
        }
        assert_eq!(below("/home/dana/x/y", "/home/dana"), Some("x/y"));
        assert_eq!(below("/x", "/"), Some("x"));
        assert_eq!(below("/x", "/x"), Some(""));
    }

    #[test]
    fn patterns_match_component_by_component() {
        for (pattern, path) in [
            ("/a/*", "/a/b"),
            ("/**/.env*", "/.env"),
            ("/**/.env*", "/a/b/.env.local"),
            ("**/x", "/a/x"),
            ("**/x", "x"),
            ("/a/**", "/a"),
            ("/a/**/b/**/c", "/a/x/b/b/y/c"),
            ("/", "/"),
            ("", ""),
            ("a/*", "a/b"),
            ("**", "/"),
            ("a?[0-9]/*", "ab1/x"),
            ("/**", "/a/b"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("/a/*", "/a/b/c"),
            ("/a/*", "/a"),
            ("/**/.env*", "/a/env"),
            ("*", "/a/b"),
            ("*", "/"),
            ("", "/a"),
            ("/a/**/b", "/a/b/c"),
            ("/a*b", "/a/b"),
        ] {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn hostile_patterns_end_soon() {
        let path = ["/", &"a/".repeat(1_000), "a"].concat();
        assert!(!matches(&["/", &"**/a/".repeat(400), "b"].concat(), &path));
    }
}
