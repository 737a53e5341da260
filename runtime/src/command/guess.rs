//! Commands that a program may run of which no table knows what it does: words behind it that name a program, texts behind an option that
//! says `exec`. What matches such a part is doubted: it may be no command at all, so a refusal of it comes to `unsure`.

use alloc::string::String;
use alloc::vec::Vec;

use super::expand::Field;
use super::level::Level;
use super::reading::Certainty;
use super::table;
use super::working::{Place, Working};

/// How many words of a part are tried.
const TRIED: usize = 4;

/// First words behind which names of programs are things that are installed, told of or looked for.
const TELLS: &[&str] = &[
    "add",
    "config",
    "describe",
    "doc",
    "docs",
    "download",
    "edit",
    "explain",
    "get",
    "help",
    "info",
    "install",
    "list",
    "log",
    "logs",
    "man",
    "new",
    "pin",
    "publish",
    "pull",
    "push",
    "reinstall",
    "remove",
    "search",
    "set",
    "show",
    "status",
    "uninstall",
    "update",
    "upgrade",
    "use",
    "version",
    "which",
];

/// Options behind which a text is a command.
const RUNS: &[&str] =
    &["-c", "-e", "-x", "-X", "--call", "--cmd", "--command", "--eval", "--exec", "--execute", "--preview", "--run", "--script", "--shell"];

/// First words behind which a text is a command.
const RUNNERS: &[&str] = &["exec", "run", "run-script", "shell", "ssh"];

impl Working<'_> {
    /// Commands that may stand among the words of a program that no table knows, or behind a subcommand that its table does not have.
    pub(super) fn guess(&mut self, level: &Level<'_>, place: &Place, index: u32, fields: &[Field]) {
        if self.doubting || !self.may_run_words(fields) {
            return;
        }
        let mut texts: Vec<String> = Vec::new();
        for at in 1..fields.len() {
            if texts.len() >= TRIED {
                break;
            }
            texts.extend(self.command_at(fields, at));
        }
        for text in texts {
            self.doubt(level, place, index, text);
        }
    }

    /// Whether the first word behind the program leaves it open that it runs something.
    fn may_run_words(&self, fields: &[Field]) -> bool {
        let first = fields.iter().skip(1).map(|field| self.out.known(&field.text)).find(|text| !text.starts_with('-'));
        first.is_some_and(|first| !TELLS.contains(&first))
    }

    fn command_at(&self, fields: &[Field], at: usize) -> Option<String> {
        let field = fields.get(at).filter(|field| field.text.certainty <= Certainty::Expanded)?;
        let text = self.out.known(&field.text);
        if let Some((option, value)) = text.split_once('=').filter(|(option, _)| RUNS.contains(option)) {
            return self.begins_with_program(value).then(|| String::from(value)).filter(|_| option.len() > 2);
        }
        if text.contains(' ') {
            let before = at.checked_sub(1).and_then(|before| fields.get(before)).map(|field| self.out.known(&field.text));
            let runs = before.is_some_and(|before| RUNS.contains(&before) || RUNNERS.contains(&before));
            return (runs && self.begins_with_program(text)).then(|| String::from(text));
        }
        if text.starts_with('-') || !self.begins_with_program(text) {
            return None;
        }
        Some(self.as_shell_text(fields.get(at..)?))
    }

    /// Whether the first word of a text is a program that a table knows.
    fn begins_with_program(&self, text: &str) -> bool {
        let first = text.trim_start().split(' ').next().unwrap_or_default();
        table::table(first.rsplit('/').next().unwrap_or_default()).is_some()
    }

    /// Words as shell text, holes for what is not known.
    pub(super) fn as_shell_text(&self, fields: &[Field]) -> String {
        let mut text = String::new();
        for field in fields {
            text.push('\'');
            text.push_str(&self.out.known(&field.text).replace('\'', "'\\''"));
            text.push_str(if field.text.certainty <= Certainty::Expanded { "' " } else { "'\"${_}\" " });
        }
        text
    }

    /// Reads a text that may be a command; nothing but its parts remains of it.
    fn doubt(&mut self, level: &Level<'_>, place: &Place, index: u32, text: String) {
        let (unreadable, signals, executes) = (self.out.unreadable.len(), self.out.signals.len(), self.executes.len());
        let (redefined, redefined_after, moved) = (self.redefined, self.redefined_after, self.moved);
        self.doubting = true;
        self.mentioned_text(level, place, index, text);
        self.doubting = false;
        self.out.unreadable.truncate(unreadable);
        self.out.signals.truncate(signals);
        self.executes.truncate(executes);
        (self.redefined, self.redefined_after, self.moved) = (redefined, redefined_after, moved);
    }
}
