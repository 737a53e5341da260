//! Globs that name files, and what `find` hands on: from a word to the pattern of the paths that it may become.
//!
//! What a glob matches is taken as shells do it of themselves: a leading `.` only where the word spells it, letters in their case. Where
//! anything in the text may change that (`shopt`, `GLOBIGNORE`, a file that is sourced, …), no glob's paths are known. A word that nothing
//! matches stays as it is spelled, so every pattern takes its own spelling as well.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::args::Sorted;
use super::expand::{Field, range};
use super::folders::{Here, Where};
use super::level::Level;
use super::reading::{ArgKind, Certainty, Command, Part, Spelled, Text, Touch, TouchKind};
use super::table::Slot;
use super::working::Working;
use crate::limits::PATH_BYTES;
use crate::path::{PATTERN_PLACES, PathPattern, is_plain};
use crate::shell::{Dialect, PieceKind, Span};

/// Programs that may change what a glob matches, themselves or by what they run.
const CHANGERS: &[&str] = &["shopt", "setopt", "unsetopt", "emulate", "source", ".", "enable", "autoload", "zmodload"];

/// Programs that set variables by name.
const SETTERS: &[&str] = &["export", "declare", "typeset", "local", "readonly", "read", "mapfile", "readarray", "getopts"];

/// Variables by which a shell is told what its globs match, or which file it reads first. `ENV` is one more.
const VARIABLES: &[&str] = &["BASHOPTS", "SHELLOPTS", "GLOBIGNORE", "BASH_ENV", "ZDOTDIR"];

/// Shells, with the options that say nothing about globs.
const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "ksh", "mksh"];
const HARMLESS_OPTIONS: &[&str] = &["-c", "-s", "-l", "--login", "-e", "-u", "-x", "-v", "--norc", "--noprofile", "--posix"];

/// Tests of `find` that choose files by something else than their name alone.
const CHOOSING: &[&str] = &["-path", "-ipath", "-wholename", "-iwholename", "-lname", "-ilname", "-regex", "-iregex", "-samefile", "-inum"];

/// How many names `find` looks for are followed.
const SOUGHT: usize = 8;

impl Working<'_> {
    /// A path that is not known: where it is a glob, or lies below a folder, a pattern of it is, in each folder that the part may run in.
    pub(super) fn unsure_touch(&mut self, here: &Here, touch: Touch) {
        let text = &touch.text;
        let is_pattern = (text.glob && text.certainty == Certainty::Prefix && !text.splits) || text.certainty == Certainty::Below;
        if !is_pattern || (here.unsure && !self.out.known(text).starts_with('/')) {
            self.open_paths(touch.part);
            return self.touch(touch);
        }
        let absolute = self.out.known(text).starts_with('/');
        for folder in here.all().iter().take(if absolute { 1 } else { usize::MAX }) {
            let below = touch.text.certainty == Certainty::Below || touch.kind == TouchKind::ReadBelow;
            let pattern = self.path_pattern(&touch.text, *folder).map(|text| PathPattern { text, below });
            if pattern.is_none() {
                self.open_paths(touch.part);
            }
            self.touch(Touch { pattern, linked: false, ..touch.clone() });
            self.sought_touches(&touch, *folder);
        }
    }

    /// The paths that `find` hands on when it looks for names: a rule about such a name is about them.
    fn sought_touches(&mut self, touch: &Touch, folder: Where) {
        if touch.text.certainty != Certainty::Below {
            return;
        }
        let root = String::from(self.out.known(&touch.text));
        for name in self.sought.clone() {
            let text = self.pattern_of(&alloc::format!("{}/**/{name}", root.trim_end_matches('/')), folder);
            if text.is_none() {
                self.open_paths(touch.part);
            }
            let pattern = text.map(|text| PathPattern { text, below: false });
            self.touch(Touch { pattern, linked: false, ..touch.clone() });
        }
    }

    /// Puts the pattern of a word behind the texts.
    fn path_pattern(&mut self, word: &Text, folder: Where) -> Option<Range<u32>> {
        let text = String::from(self.out.known(word));
        self.pattern_of(&text, folder)
    }

    fn pattern_of(&mut self, text: &str, folder: Where) -> Option<Range<u32>> {
        let base = match folder {
            _ if text.starts_with('/') => "",
            Where::Session => self.folders.cwd?,
            Where::Known(start, end) => self.out.cooked.get(start as usize..end as usize)?,
            Where::Unknown => return None,
        };
        let pattern = cleaned(base, text)?;
        let start = self.out.cooked.len();
        self.out.cooked.push_str(&pattern);
        Some(range(start, self.out.cooked.len()))
    }

    /// The only folder that `find` looks in, where what it finds is handed on as its path.
    pub(super) fn looked_in(&mut self, sorted: &Sorted, fields: &[Field], option: Option<usize>, part: u32) -> Option<Text> {
        let base = self.out.parts.get(part as usize).map(|part| self.out.cooked(&part.program.base))?;
        let option = fields.get(option?)?;
        let is_found = matches!(base, "find" | "gfind") && matches!(self.out.known(&option.text), "-exec" | "-ok");
        let has_list = fields.iter().any(|field| self.out.known(&field.text).starts_with("-files0-from"));
        if !is_found || has_list {
            return None;
        }
        self.sought = self.sought_names(fields)?;
        let signs = ["!", "(", ")", ","];
        let mut roots = sorted.operands.iter().filter_map(|(field, _)| fields.get(*field)).map(|field| &field.text);
        let root = roots.find(|root| root.certainty > Certainty::Literal || !signs.contains(&self.out.known(root))).cloned();
        if roots.any(|root| root.certainty > Certainty::Literal || !signs.contains(&self.out.known(root))) {
            return None;
        }
        let root = match root {
            Some(root) => root,
            None => self.field(".", option.text.span).text,
        };
        let is_known = root.certainty <= Certainty::Expanded && !root.glob && !self.out.known(&root).starts_with('-');
        is_known.then_some(Text { certainty: Certainty::Below, splits: false, ..root })
    }

    /// The names that `find` looks for; `None` where it chooses by what is no name, or by one that is not known.
    fn sought_names(&self, fields: &[Field]) -> Option<Vec<String>> {
        let mut names = Vec::new();
        let grouped = fields.iter().any(|field| self.out.known(&field.text) == "(");
        for (at, field) in fields.iter().enumerate() {
            let option = self.out.known(&field.text);
            let beside = |at: Option<usize>| at.and_then(|at| fields.get(at)).map(|field| self.out.known(&field.text));
            let denies = |back: usize| matches!(beside(at.checked_sub(back)), Some("!" | "-not"));
            // What is denied twice, or in brackets that may be denied, is chosen.
            let is_left_out = !grouped && denies(1) && !denies(2);
            let chooses = !is_left_out && (grouped || beside(Some(at + 2)) != Some("-prune"));
            match option {
                "-name" | "-iname" if chooses => {
                    let value = fields.get(at + 1).filter(|value| value.text.certainty <= Certainty::Expanded)?;
                    spellings(self.out.known(&value.text), option == "-iname", &mut names)?;
                }
                _ if chooses && CHOOSING.contains(&option) => return None,
                _ => {}
            }
        }
        (names.len() <= SOUGHT).then_some(names)
    }

    /// The file that a redirection opens: a glob in it is looked up as in any word, but it stays one word.
    pub(super) fn expand_target(&mut self, level: &Level<'_>, word: u32) -> Field {
        if !level.pieces(word).iter().any(|piece| piece.kind == PieceKind::Glob) {
            return self.expand_whole(level, word);
        }
        let mut fields = Vec::new();
        self.expand(level, word, &mut fields);
        match (fields.pop(), fields.is_empty()) {
            (Some(field), true) => field,
            (last, _) => {
                let whole = last.unwrap_or_else(|| self.field("", Span::default()));
                let at = whole.text.cooked.start;
                Field { text: Text { cooked: at..at, certainty: Certainty::Dynamic, glob: false, ..whole.text }, ..whole }
            }
        }
    }

    /// Forgets patterns where the text may change what globs match, or makes a link that may stand anywhere in their paths.
    pub(super) fn globs(&mut self) {
        if self.out.touches.iter().all(|touch| touch.pattern.is_none()) {
            return;
        }
        let links = self.out.parts.iter().any(|part| matches!(self.out.cooked(&part.program.base), "ln" | "link"));
        if !links && !self.changes_globs() {
            return;
        }
        for at in 0..self.out.touches.len() {
            let Some(touch) = self.out.touches.get_mut(at).filter(|touch| touch.pattern.is_some()) else { continue };
            if links || touch.text.glob {
                touch.pattern = None;
                let part = touch.part;
                self.open_paths(part);
            }
        }
    }

    fn changes_globs(&self) -> bool {
        let named = |text: &str| VARIABLES.iter().any(|name| text.contains(name));
        named(&self.out.text)
            || named(&self.out.cooked)
            || self.out.assignments.iter().any(|assignment| self.out.cooked(&assignment.name) == "ENV")
            || self.out.parts.iter().any(|part| changes_globs(self.out, part))
    }
}

/// What files of a name that `find` looks for are called, where a pattern can say it: its `*` stands for a leading `.` as well.
fn spellings(name: &str, folded: bool, names: &mut Vec<String>) -> Option<()> {
    if name.is_empty() || name.contains('/') || name.starts_with(['?', '[']) || name.contains('\\') {
        return None;
    }
    let cases = if folded { alloc::vec![name.to_lowercase(), name.to_uppercase(), name.into()] } else { alloc::vec![name.into()] };
    for name in cases {
        let rest = name.trim_start_matches('*');
        if rest.len() < name.len() && rest.starts_with('.') {
            names.push(rest.into());
        }
        names.push(name);
    }
    Some(())
}

/// Whether what a part does may change what globs match.
fn changes_globs(command: &Command, part: &Part) -> bool {
    let base = command.cooked(&part.program.base);
    match base {
        _ if part.program.spelled == Spelled::Computed || (part.flags.unread_code && !part.flags.remote) => true,
        "zsh" => true,
        "set" => command.dialect == Dialect::Zsh,
        _ if SHELLS.contains(&base) => has_odd_options(command, part),
        _ if SETTERS.contains(&base) => sets_something_computed(command, part),
        _ => CHANGERS.contains(&base),
    }
}

fn has_odd_options(command: &Command, part: &Part) -> bool {
    let odd = |option: &str| option.starts_with(['-', '+']) && !HARMLESS_OPTIONS.contains(&option);
    let mut flags = command.args_of(part).iter().filter(|arg| arg.kind == ArgKind::Flag || arg.may_be_option);
    flags.any(|arg| arg.text.certainty > Certainty::Literal || odd(command.known(&arg.text)))
}

/// A name that is computed may be any.
fn sets_something_computed(command: &Command, part: &Part) -> bool {
    let unsure = |text: &Text| text.certainty > Certainty::Expanded && !command.known(text).contains('=');
    command.args_of(part).iter().any(|arg| (arg.kind == ArgKind::Operand && unsure(&arg.text)) || arg.value.as_ref().is_some_and(unsure))
}

/// What else an operand may be because a glob is several words: it, or what stands behind it, comes to stand further on.
pub(super) fn moved_slots(fields: &[Field], sorted: &Sorted, number: usize, target: bool) -> impl Iterator<Item = Slot> + use<> {
    let is_glob = |(field, _): &(usize, usize)| fields.get(*field).is_some_and(|field| field.text.glob);
    let own = sorted.operands.get(number).is_some_and(is_glob);
    let moves = own || sorted.operands.iter().take(number).any(is_glob);
    let is_last = own && !target && number + 1 == sorted.operands.len();
    let names_files = |slot: &Slot| matches!(slot, Slot::Read | Slot::ReadBelow | Slot::Write | Slot::ReadWrite);
    let rest = Some(sorted.layout.rest).filter(|_| moves);
    rest.into_iter().chain(sorted.layout.last.filter(|_| is_last)).filter(names_files)
}

/// A word of the shell as an absolute pattern; `None` where its text does not say which paths it may be.
fn cleaned(base: &str, word: &str) -> Option<String> {
    if word.is_empty() || !is_plain(word) {
        return None;
    }
    let mut pattern = String::from(base.trim_end_matches('/'));
    for component in word.split('/') {
        match component {
            "" | "." => {}
            ".." => parent(&mut pattern)?,
            _ => {
                pattern.push('/');
                push_component(&mut pattern, component)?;
            }
        }
    }
    if pattern.is_empty() {
        pattern.push('/');
    }
    let is_short = |component: &str| component.chars().count() <= PATTERN_PLACES;
    let fits = pattern.len() <= PATH_BYTES && pattern.split('/').count() <= PATTERN_PLACES && pattern.split('/').all(is_short);
    fits.then_some(pattern)
}

/// Takes the last component away, where it is exactly one.
fn parent(pattern: &mut String) -> Option<()> {
    let at = pattern.rfind('/').unwrap_or(0);
    if pattern.get(at..) == Some("/**") {
        return None;
    }
    pattern.truncate(at);
    Some(())
}

/// A component: `[…]` as `*`. `None` where it may come to `..`, or where a `[…]` may be a leading `.`.
fn push_component(pattern: &mut String, component: &str) -> Option<()> {
    if component.len() > 1 && component.bytes().all(|byte| byte == b'*') {
        pattern.push_str("**");
        return Some(());
    }
    let opened = component.find('[');
    let closed = component.rfind(']').filter(|close| opened.is_some_and(|open| open < *close)).unwrap_or(component.len());
    let lists = opened == Some(0) && !component.starts_with("[!") && !component.starts_with("[^");
    if lists && component.get(..closed).is_some_and(|list| list.contains('.')) {
        return None;
    }
    let start = pattern.len();
    for (at, letter) in component.char_indices() {
        let inside = opened.is_some_and(|open| (open..=closed).contains(&at));
        if !(inside || letter == '*') {
            pattern.push(letter);
        } else if pattern.get(start..).is_some_and(|so_far| !so_far.ends_with('*')) {
            pattern.push('*');
        }
    }
    (!may_be_parent(pattern.get(start..)?)).then_some(())
}

/// Whether a component with a leading `.` that is no name may come to `..`, or to `.` itself.
fn may_be_parent(component: &str) -> bool {
    let Some(rest) = component.strip_prefix('.') else { return false };
    let named = || rest.chars().filter(|letter| !matches!(letter, '*' | '?'));
    rest.contains(['*', '?']) && named().count() <= 1 && named().all(|letter| letter == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_is_a_pattern_behind_its_folder() {
        for (word, pattern) in [
            ("*.ts", "/proj/*.ts"),
            ("./src//*.ts", "/proj/src/*.ts"),
            ("../*", "/*"),
            ("/etc/*/x?", "/etc/*/x?"),
            ("*/../x", "/proj/x"),
            ("src/**/*.ts", "/proj/src/**/*.ts"),
            ("***/x", "/proj/**/x"),
            ("a**b", "/proj/a*b"),
            ("[ab][cd]", "/proj/*"),
            ("x[a-z]*.c", "/proj/x*.c"),
            ("x[a", "/proj/x*"),
            ("[a/b]c", "/proj/*/b]c"),
            (".e*", "/proj/.e*"),
            ("*.[ch]", "/proj/*.*"),
            ("[!.]*", "/proj/*"),
            (".ss[h]/x", "/proj/.ss*/x"),
            (".env[0-9]", "/proj/.env*"),
            ("/", "/"),
        ] {
            let base = if word.starts_with('/') { "" } else { "/proj" };
            assert_eq!(cleaned(base, word).as_deref(), Some(pattern), "{word}");
        }
        assert_eq!(cleaned("/", "*").as_deref(), Some("/*"));
    }

    #[test]
    fn what_may_climb_or_is_not_said_is_no_pattern() {
        let long = "a*".repeat(PATTERN_PLACES);
        let deep = "a*/".repeat(PATTERN_PLACES);
        for word in ["", ".*", ".?", ".*.", ".[.]", ".[a-z]*", "[.]env", "[a.]*", "**/..", "a\\*", &long, &deep] {
            assert_eq!(cleaned("/proj", word), None, "{word}");
        }
    }
}
