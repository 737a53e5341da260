//! Reading the text of a shell command: every simple command in it, its words piece by piece, what is redirected, what is piped where.
//!
//! This is syntax only: nothing is expanded and no program is known here, see [`crate::command`] for what a command comes to. One cursor goes
//! over the text once; nested substitutions and here-documents are read in place. Depth, parts and work are bounded; whatever cannot be read
//! leaves a [`Unreadable`] with its place, keeps all that was found, and reading goes on behind it where that is possible.

mod arithmetic;
mod bodies;
mod characters;
mod compound;
mod expansion;
mod lists;
mod quotes;
mod reader;
mod script;
mod settle;
mod simple;
mod test;
#[cfg(test)]
mod tests;
mod word;

pub use script::{
    Assignment, Body, Context, ContextKind, Function, Part, PartKind, Piece, PieceKind, Pipe, Redirection, RedirectionKind, Script,
    Setting, Span, Unreadable, UnreadableCause, Word,
};

use crate::limits::SHELL_BYTES;
use reader::Reader;

/// Reads a text into a script, whose memory is reused. It never fails: what cannot be read is listed with its place.
pub fn read(text: &str, dialect: Dialect, script: &mut Script) {
    script.clear();
    let whole = Span { start: 0, end: u32::try_from(text.len()).unwrap_or(u32::MAX) };
    let refused = match dialect {
        _ if text.len() > SHELL_BYTES => Some(UnreadableCause::TooLong),
        Dialect::PowerShell | Dialect::Cmd => Some(UnreadableCause::Dialect),
        Dialect::Bash | Dialect::Posix | Dialect::Zsh => None,
    };
    match refused {
        Some(cause) => {
            script.contexts.push(Context { kind: ContextKind::Text, span: whole, parts: 0..0, outer: 0, holder: None });
            script.unreadable.push(Unreadable { cause, at: whole });
        }
        None => Reader::run(text, dialect, script),
    }
}

/// Whose grammar a text is read by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// bash, as `bash -c` reads: no extended globs, no aliases, no history.
    #[default]
    Bash,
    /// POSIX sh: where bash reads otherwise, the text is ambiguous and unreadable.
    Posix,
    /// zsh: what is not read as in bash is unreadable.
    Zsh,
    /// PowerShell: recognised, unreadable.
    PowerShell,
    /// cmd.exe: recognised, unreadable.
    Cmd,
}
