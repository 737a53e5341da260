//! Which flags a flag of a pattern means to a part's program: its canonical names, a bundle's letters each, as the part's own words are read,
//! with what is its value.

use crate::command::table::{Effect, Flag, Grammar, Style, Table, Takes, table};

/// Levels of subcommands whose options are looked through.
const LEVELS: usize = 4;

/// Letters of a word that are told apart where no table says what it is.
const LETTERS: usize = 16;

/// What a program's table says of its options in front of, between and behind the part's subcommands.
#[derive(Clone, Copy)]
pub(super) struct Options {
    table: Option<&'static Table>,
    /// Behind so many subcommands; `None` where the table does not know one of them.
    levels: [Option<&'static Grammar>; LEVELS + 1],
    /// How many subcommands there are.
    depth: usize,
}

/// One flag that a spelling means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meant<'m> {
    /// The canonical name.
    pub(super) name: &'m str,
    /// The table knows it.
    pub(super) is_known: bool,
    /// Only a letter of a word that may be one flag.
    pub(super) is_letter: bool,
    /// The last of its spelling: what is asked of the value is asked of its.
    pub(super) is_last: bool,
    /// Its value, where that is spelled in the same word.
    pub(super) glued: Option<&'m str>,
    /// How many words behind are its value.
    pub(super) takes: u8,
}

impl<'m> Meant<'m> {
    fn of(flag: &'static Flag, glued: Option<&'m str>) -> Meant<'m> {
        let takes = match flag.takes {
            _ if glued.is_some() => 0,
            Takes::Nothing | Takes::Glued | Takes::Digits => 0,
            Takes::One | Takes::Optional => 1,
            Takes::Words(count) => count,
        };
        Meant { name: flag.name(), is_known: flag.effect != Effect::Unknown, is_letter: false, is_last: true, glued, takes }
    }

    /// Nothing is known of it.
    fn spelled(name: &'m str) -> Meant<'m> {
        Meant { name, is_known: false, is_letter: false, is_last: true, glued: None, takes: 0 }
    }
}

impl Options {
    /// Nothing is known.
    pub(super) const NONE: Self = Self { table: None, levels: [None; LEVELS + 1], depth: 0 };

    /// Of a program with these subcommands.
    pub(super) fn of<'s>(base: &str, subcommands: impl Iterator<Item = &'s str>) -> Self {
        let Some(table) = table(base) else { return Self::NONE };
        let mut options = Self { table: Some(table), ..Self::NONE };
        let mut grammar = Some(&table.grammar);
        for (word, slot) in core::iter::once(None).chain(subcommands.map(Some)).zip(0..=LEVELS) {
            if let Some(word) = word {
                grammar = grammar.and_then(|grammar| grammar.subcommand(word)).map(|subcommand| &subcommand.grammar);
            }
            if let Some(level) = options.levels.get_mut(slot) {
                *level = grammar;
            }
            options.depth = slot;
        }
        options
    }

    /// How many subcommands there are.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    fn style(&self) -> Style {
        self.table.map_or(Style::EXACT, |table| table.style)
    }

    fn find(&self, level: usize, spelling: &str, long: bool) -> Option<&'static Flag> {
        let style = self.style();
        let own = self.levels.get(level).copied().flatten()?;
        let look =
            |grammar: &'static Grammar| if long && style.abbreviates { grammar.abbreviated(spelling) } else { grammar.flag(spelling) };
        let outer = self.levels.get(..level).unwrap_or_default().iter().flatten();
        look(own).or_else(|| if style.inherits { outer.into_iter().find_map(|grammar| look(grammar)) } else { None })
    }

    /// A letter of a word as an option of its own; `rest` is the word from it on.
    fn letter(&self, level: usize, letter: char, rest: &str) -> Option<&'static Flag> {
        let own = self.find(level, signed(letter, &mut [0; 5]), false);
        let is_number = || rest.bytes().all(|byte| byte.is_ascii_digit());
        own.or_else(|| if is_number() { self.find(level, "-#", false) } else { None })
    }

    /// The one flag that all of a spelling is.
    fn whole(&self, level: usize, spelling: &str) -> Option<&'static Flag> {
        if spelling.starts_with("--") || self.style().single_dash { self.find(level, spelling, true) } else { None }
    }

    /// Whether the table knows what the spelling, or its first letter, means behind so many subcommands.
    pub(super) fn knows(&self, level: usize, spelling: &str) -> bool {
        let mut first = None;
        self.meant(level, spelling, |meant| first = first.or(Some(meant.is_known)));
        first == Some(true)
    }

    /// Each flag that a spelling means behind so many subcommands.
    pub(super) fn meant(&self, level: usize, spelling: &str, mut each: impl FnMut(Meant<'_>)) {
        if let Some(flag) = self.whole(level, spelling) {
            return each(Meant::of(flag, None));
        }
        let letters = spelling.get(1..).unwrap_or_default();
        if spelling.starts_with("--") || letters.is_empty() {
            return each(Meant::spelled(spelling));
        }
        if self.table.is_none() {
            return without_table(spelling, letters, &mut each);
        }
        let style = self.style();
        let letter = |letter: char, rest: &str| self.letter(level, letter, rest);
        let first = letters.chars().next().and_then(|first| letter(first, letters));
        let glues = first.is_some_and(|flag| flag.takes != Takes::Nothing || letters.chars().nth(1).is_none());
        let is_bundle = || letters.char_indices().all(|(at, own)| letter(own, letters.get(at..).unwrap_or_default()).is_some());
        let is_number = letters.bytes().all(|byte| byte.is_ascii_digit()) && self.find(level, "-#", false).is_some();
        if is_number {
            return self.find(level, "-#", false).into_iter().for_each(|flag| each(Meant::of(flag, None)));
        }
        if (style.lenient && !is_bundle()) || (!style.bundles && !glues) {
            return each(Meant::spelled(spelling));
        }
        self.bundle(level, letters, &mut each);
    }

    /// A letter with a value ends the bundle: the rest is its value.
    fn bundle(&self, level: usize, letters: &str, each: &mut impl FnMut(Meant<'_>)) {
        for (at, letter) in letters.char_indices() {
            let rest = letters.get(at + letter.len_utf8()..).unwrap_or_default();
            match self.letter(level, letter, letters.get(at..).unwrap_or_default()) {
                Some(flag) if flag.takes != Takes::Nothing => return each(Meant::of(flag, Some(rest).filter(|rest| !rest.is_empty()))),
                Some(flag) => each(Meant { is_last: rest.is_empty(), ..Meant::of(flag, None) }),
                None => each(Meant { is_last: rest.is_empty(), ..Meant::spelled(signed(letter, &mut [0; 5])) }),
            }
        }
    }

    /// How many words behind the spelling are a value of what it means.
    pub(super) fn takes(&self, level: usize, spelling: &str) -> u8 {
        let mut takes = 0;
        self.meant(level, spelling, |meant| takes = if meant.is_last { meant.takes } else { takes });
        takes
    }
}

/// Where nothing is known of the program: the word, and its letters.
fn without_table(spelling: &str, letters: &str, each: &mut impl FnMut(Meant<'_>)) {
    each(Meant::spelled(spelling));
    let first = || letters.chars().take(LETTERS);
    if letters.len() > 1 && first().all(|letter| letter.is_ascii_alphanumeric()) {
        let count = first().count();
        for (letter, place) in first().zip(1..) {
            each(Meant { is_letter: true, is_last: place == count, ..Meant::spelled(signed(letter, &mut [0; 5])) });
        }
    }
}

fn signed(letter: char, buffer: &mut [u8; 5]) -> &str {
    let [first, rest @ ..] = buffer;
    *first = b'-';
    let length = 1 + letter.encode_utf8(rest).len();
    core::str::from_utf8(buffer.get(..length).unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn meant(program: &str, subcommands: &[&str], spelling: &str) -> Vec<(String, bool)> {
        let mut found = Vec::new();
        let options = Options::of(program, subcommands.iter().copied());
        options.meant(options.depth(), spelling, |meant| found.push((meant.name.to_string(), meant.is_letter)));
        found
    }

    fn read(program: &str, subcommands: &[&str], spelling: &str) -> Vec<(String, bool)> {
        let words: Vec<&str> = core::iter::once(program).chain(subcommands.iter().copied()).chain([spelling]).collect();
        let command = crate::command::Command::of_words(&words, &crate::command::Folders::default());
        let args = command.args_of(command.parts.first().unwrap()).iter();
        let flags = args.filter(|arg| arg.kind == crate::command::ArgKind::Flag);
        flags.map(|arg| (command.known(&arg.text).to_string(), arg.bundled)).collect()
    }

    #[test]
    fn a_pattern_s_flag_means_what_the_same_word_of_a_command_means() {
        for (program, subcommands, spelling) in [
            ("rm", &[][..], "-rf"),
            ("rm", &[], "--recursive"),
            ("rm", &[], "--recur"),
            ("git", &["push"], "-f"),
            ("git", &["push"], "--force"),
            ("git", &["push"], "--no-such"),
            ("git", &["no-such"], "-f"),
            ("find", &[], "-delete"),
            ("find", &[], "-exec"),
            ("tar", &[], "-xf"),
            ("curl", &[], "-d"),
            ("nobody-knows-it", &[], "-abc"),
            ("nobody-knows-it", &[], "-a"),
            ("nobody-knows-it", &[], "--abc"),
            ("python3", &[], "-c"),
            ("kubectl", &["get"], "-n"),
        ] {
            let own = read(program, subcommands, spelling);
            assert_eq!(meant(program, subcommands, spelling), own, "{program} {spelling}");
        }
    }
}
