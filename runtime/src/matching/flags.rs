//! Which flags a flag of a pattern means to a part's program: its canonical names, a bundle's letters each, as the part's own words are read.

use crate::command::table::{Flag, Grammar, Style, Table, Takes, table};

/// Levels of subcommands whose options are looked through.
const LEVELS: usize = 4;

/// Letters of a word that are told apart where no table says what it is.
const LETTERS: usize = 16;

/// What a program's table says of its options behind the part's subcommands.
#[derive(Clone, Copy)]
pub(super) struct Options {
    table: Option<&'static Table>,
    /// That of the last subcommand; `None` where the table does not know it.
    own: Option<&'static Grammar>,
    /// Those around it, the program's first.
    outer: [Option<&'static Grammar>; LEVELS],
}

impl Options {
    /// Nothing is known.
    pub(super) const NONE: Self = Self { table: None, own: None, outer: [None; LEVELS] };

    /// Of a program with these subcommands.
    pub(super) fn of<'s>(base: &str, subcommands: impl Iterator<Item = &'s str>) -> Self {
        let Some(table) = table(base) else { return Self::NONE };
        let mut options = Self { table: Some(table), own: Some(&table.grammar), outer: [None; LEVELS] };
        for (word, slot) in subcommands.zip(0..) {
            let Some(grammar) = options.own else { break };
            if let Some(slot) = options.outer.get_mut::<usize>(slot) {
                *slot = Some(grammar);
            }
            options.own = grammar.subcommand(word).map(|subcommand| &subcommand.grammar);
        }
        options
    }

    fn style(&self) -> Style {
        self.table.map_or(Style::EXACT, |table| table.style)
    }

    fn find(&self, spelling: &str, long: bool) -> Option<&'static Flag> {
        let (style, own) = (self.style(), self.own?);
        let look =
            |grammar: &'static Grammar| if long && style.abbreviates { grammar.abbreviated(spelling) } else { grammar.flag(spelling) };
        look(own).or_else(|| if style.inherits { self.outer.iter().flatten().find_map(|grammar| look(grammar)) } else { None })
    }

    /// A letter of a word as an option of its own.
    fn letter(&self, sign: u8, letter: char) -> Option<&'static Flag> {
        let mut buffer = [0; 5];
        self.find(signed(sign, letter, &mut buffer), false)
    }

    /// Each flag that a spelling means, with whether it is only a letter of a word that may be one flag.
    pub(super) fn meant(&self, spelling: &str, mut each: impl FnMut(&str, bool)) {
        let style = self.style();
        let is_long = spelling.starts_with("--");
        let whole = if is_long || style.single_dash { self.find(spelling, true) } else { None };
        if let Some(flag) = whole {
            return each(flag.name(), false);
        }
        let letters = spelling.get(1..).unwrap_or_default();
        if is_long || letters.is_empty() {
            return each(spelling, false);
        }
        if self.table.is_none() {
            return without_table(spelling, letters, &mut each);
        }
        let sign = if spelling.starts_with('+') { b'+' } else { b'-' };
        let first = letters.chars().next().and_then(|letter| self.letter(sign, letter));
        let glues = first.is_some_and(|flag| flag.takes != Takes::Nothing || letters.chars().nth(1).is_none());
        let is_bundle = || letters.chars().all(|letter| self.letter(sign, letter).is_some());
        if (style.lenient && !is_bundle()) || (!style.bundles && !glues) {
            return each(spelling, false);
        }
        self.bundle(sign, letters, &mut each);
    }

    /// A letter with a value ends the bundle: the rest is its value.
    fn bundle(&self, sign: u8, letters: &str, each: &mut impl FnMut(&str, bool)) {
        for letter in letters.chars() {
            let mut buffer = [0; 5];
            match self.letter(sign, letter) {
                Some(flag) => each(flag.name(), false),
                None => each(signed(sign, letter, &mut buffer), false),
            }
            if self.letter(sign, letter).is_some_and(|flag| flag.takes != Takes::Nothing) {
                return;
            }
        }
    }
}

/// Where nothing is known of the program: the word, and its letters.
fn without_table(spelling: &str, letters: &str, each: &mut impl FnMut(&str, bool)) {
    each(spelling, false);
    let first = || letters.chars().take(LETTERS);
    if letters.len() > 1 && first().all(|letter| letter.is_ascii_alphanumeric()) {
        for letter in first() {
            each(signed(b'-', letter, &mut [0; 5]), true);
        }
    }
}

fn signed(sign: u8, letter: char, buffer: &mut [u8; 5]) -> &str {
    let [first, rest @ ..] = buffer;
    *first = sign;
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
        Options::of(program, subcommands.iter().copied()).meant(spelling, |name, letter| found.push((name.to_string(), letter)));
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
