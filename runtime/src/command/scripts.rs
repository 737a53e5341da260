//! Small languages inside arguments: what a sed or awk script runs, reads and writes, and the commands that foreign code hands to a shell.
//!
//! Scanners, no interpreters: linear, without recursion, and whatever they do not understand they report as lost.

mod awk;
mod code;
mod jq;
mod sed;

use super::table::{Language, Script};

/// Something that a script does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding<'a> {
    /// It runs a command: its shell text where it is literal.
    Runs(Option<&'a str>),
    /// It reads a file.
    Reads(Option<&'a str>),
    /// It writes a file.
    Writes(Option<&'a str>),
    /// It may do anything.
    Lost,
}

/// A command that stands in foreign code as a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mention<'a> {
    /// Shell text (`os.system("…")`, backticks).
    Text(&'a str),
    /// An argument vector (`subprocess.run(["rm", "-r", "x"])`).
    Words(&'a [&'a str]),
    /// A command that is not literal reaches a shell: nothing of it is known.
    Computed,
}

/// Everything that a script does, in its order.
pub(super) fn scan(script: Script, text: &str, found: &mut dyn FnMut(Finding<'_>)) {
    match script {
        Script::Sed => sed::scan(text, found),
        Script::Awk => awk::scan(text, found),
        Script::Jq => jq::scan(text, found),
    }
}

/// Commands that foreign code mentions, in its order.
pub(super) fn mentioned(language: Language, text: &str, found: &mut dyn FnMut(Mention<'_>)) {
    code::mentioned(language, text, found);
}

/// Names that sed and awk take for streams that are open anyway, and the file that nothing is in.
fn is_standard_stream(name: &str) -> bool {
    matches!(name, "/dev/stdin" | "/dev/stdout" | "/dev/stderr" | "/dev/null" | "-")
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    /// Everything that a script does, in words.
    pub(super) fn found(script: Script, text: &str) -> String {
        let mut words = Vec::new();
        scan(script, text, &mut |finding| {
            words.push(match finding {
                Finding::Runs(text) => format!("runs {}", text.unwrap_or("?")),
                Finding::Reads(name) => format!("reads {}", name.unwrap_or("?")),
                Finding::Writes(name) => format!("writes {}", name.unwrap_or("?")),
                Finding::Lost => String::from("lost"),
            });
        });
        words.join(", ")
    }
}
