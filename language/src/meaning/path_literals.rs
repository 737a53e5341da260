//! Paths and path patterns of a policy: cleaned, and told what they are relative to.
//!
//! `~/x` is below the home, `/x`, `c:/x`, `//server/share/x` and patterns that begin with `**` stand for themselves, anything else is below
//! the workspace. Text of an argument that is no path of the machine is compared as it stands.

use super::typer::Typer;
use crate::codes::meaning as code;
use crate::core::{PathAnchor, PathLiteral};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// The longest path or pattern, in bytes.
const MAX_PATH: usize = 4096;

/// What the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A path: right of `under`, `==`, `in`.
    Base,
    /// A pattern: right of `like`.
    Pattern,
}

/// Why a text names no path, and what to write.
#[derive(Debug, PartialEq, Eq)]
struct Impossible {
    why: &'static str,
    help: &'static str,
}

const fn impossible(why: &'static str, help: &'static str) -> Impossible {
    Impossible { why, help }
}

impl Typer<'_> {
    /// The literal beside a path of the machine.
    pub(super) fn path_literal(&mut self, text: &str, role: Role, span: Span) -> Option<PathLiteral> {
        self.reported(read(text, role), text, span)
    }

    /// The literal beside text that is no path of the machine.
    pub(super) fn bare_literal(&mut self, text: &str, span: Span) -> Option<PathLiteral> {
        self.reported(read_bare(text), text, span)
    }

    fn reported(&mut self, read: Result<PathLiteral, Impossible>, text: &str, span: Span) -> Option<PathLiteral> {
        match read {
            Ok(literal) => Some(literal),
            Err(problem) => {
                let message = format!("`{text}` can match no path: {}", problem.why);
                self.report(Diagnostic::error(code::IMPOSSIBLE_PATH, span, message).help(problem.help));
                None
            }
        }
    }
}

fn read(text: &str, role: Role) -> Result<PathLiteral, Impossible> {
    check(text, role)?;
    let (anchor, prefix, rest) = anchored(text)?;
    let cleaned = cleaned(rest, role)?;
    let text = match (prefix, cleaned.is_empty()) {
        ("//", _) if !cleaned.contains('/') => return Err(impossible("a share needs a server and a name", "write `//server/share/…`")),
        ("", _) => cleaned,
        (prefix, true) => prefix.to_owned(),
        (prefix, false) => format!("{prefix}{}{cleaned}", if prefix.ends_with('/') { "" } else { "/" }),
    };
    Ok(PathLiteral { anchor, text })
}

fn read_bare(text: &str) -> Result<PathLiteral, Impossible> {
    check(text, Role::Base)?;
    if text == "~" || text.starts_with("~/") {
        return Err(impossible(
            "the left side is text of the call, where `~` means nothing",
            "paths that a call touches are in `paths`, `reads` and `writes`",
        ));
    }
    let absolute = text.starts_with('/');
    let cleaned = cleaned(text, Role::Base)?;
    Ok(PathLiteral { anchor: PathAnchor::Bare, text: if absolute { format!("/{cleaned}") } else { cleaned } })
}

fn check(text: &str, role: Role) -> Result<(), Impossible> {
    if text.is_empty() {
        return Err(impossible("it is empty", "write a path, `/` for the root"));
    }
    if text.len() > MAX_PATH {
        return Err(impossible("it is longer than a path can be", "at most 4096 bytes"));
    }
    if text.contains('\\') {
        return Err(impossible("paths are written with `/`", "write `c:/…` and `//server/share/…` for Windows"));
    }
    if text.contains('\0') {
        return Err(impossible("it contains a zero character", "take it out"));
    }
    if role == Role::Base && text.contains('*') {
        return Err(impossible("a `*` here is the character itself", "patterns stand right of `like`"));
    }
    Ok(())
}

/// The anchor, the fixed start of an absolute text, and what is to be cleaned.
fn anchored(text: &str) -> Result<(PathAnchor, &str, &str), Impossible> {
    if let Some(rest) = text.strip_prefix('~') {
        return match rest.strip_prefix('/') {
            Some(below) => Ok((PathAnchor::Home, "", below)),
            None if rest.is_empty() => Ok((PathAnchor::Home, "", "")),
            None => Err(impossible("another person's home is not known", "write `~/…` or the whole path")),
        };
    }
    if let Some(rest) = text.strip_prefix("//") {
        return Ok((PathAnchor::Root, "//", rest));
    }
    if let Some(rest) = text.strip_prefix('/') {
        return Ok((PathAnchor::Root, "/", rest));
    }
    if text == "**" || text.starts_with("**/") {
        return Ok((PathAnchor::Root, "", text));
    }
    match text.as_bytes() {
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => {
            let (prefix, rest) = text.split_at_checked(2).unwrap_or((text, ""));
            Ok((PathAnchor::Root, prefix, rest))
        }
        [drive, b':', ..] if drive.is_ascii_alphabetic() => Err(impossible("a drive alone names no directory", "write `c:/…`")),
        _ => Ok((PathAnchor::Workspace, "", text)),
    }
}

/// Without empty, `.` and `..` components.
fn cleaned(text: &str, role: Role) -> Result<String, Impossible> {
    let mut components: Vec<&str> = Vec::new();
    for component in text.split('/') {
        match component {
            "" | "." => {}
            ".." => match components.pop() {
                Some(before) if role == Role::Pattern && before.contains(['*', '?', '[']) => {
                    return Err(impossible("`..` behind a wildcard is never part of a resolved path", "write the pattern without `..`"));
                }
                Some(_) => {}
                None => return Err(impossible("it leaves its start by `..`", "write the whole path")),
            },
            other if role == Role::Pattern && other.len() > 2 && other.contains("**") => {
                return Err(impossible("`**` stands alone between two slashes", "write `/**/*` where it was joined to other text"));
            }
            other => components.push(other),
        }
    }
    Ok(components.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(text: &str, role: Role) -> String {
        match read(text, role) {
            Ok(literal) => format!("{:?} {}", literal.anchor, literal.text),
            Err(problem) => problem.why.to_owned(),
        }
    }

    #[test]
    fn paths_are_anchored_and_cleaned() {
        let cases = [
            ("/etc/", "Root /etc"),
            ("/", "Root /"),
            ("/a/./b/../c//d", "Root /a/c/d"),
            ("~/.ssh", "Home .ssh"),
            ("~", "Home "),
            ("src/./x", "Workspace src/x"),
            (".", "Workspace "),
            ("c:/Windows", "Root c:/Windows"),
            ("c:/", "Root c:"),
            ("//server/share/x", "Root //server/share/x"),
            ("..", "it leaves its start by `..`"),
            ("~other/x", "another person's home is not known"),
            ("c:x", "a drive alone names no directory"),
            ("", "it is empty"),
            ("a\\b", "paths are written with `/`"),
            ("//server", "a share needs a server and a name"),
            ("/home/*/x", "a `*` here is the character itself"),
        ];
        for (text, expected) in cases {
            assert_eq!(literal(text, Role::Base), expected, "{text}");
        }
    }

    #[test]
    fn patterns_are_anchored_and_cleaned() {
        let cases = [
            ("/**/.env*", "Root /**/.env*"),
            ("**/.env", "Root **/.env"),
            ("*.rs", "Workspace *.rs"),
            ("/a/*/../b", "`..` behind a wildcard is never part of a resolved path"),
            ("/src/**.rs", "`**` stands alone between two slashes"),
        ];
        for (text, expected) in cases {
            assert_eq!(literal(text, Role::Pattern), expected, "{text}");
        }
    }
}
