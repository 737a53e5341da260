//! What the words of a pattern are to a part's program: which flags a flag means there, and which words are values of the flags before them.
//!
//! A flag of the pattern is written behind the program and its subcommands and read as a command, once more with words behind it: what becomes
//! of them tells what the flag takes.

use straza_language::core::{PatternWord, TextPattern, TextPiece, WordPattern};
use straza_runtime::command::{self, ArgKind, Command, Does, Part};

use super::reader::Reader;

/// Words that stand behind a flag to see which of them it takes.
const PROBES: [&str; 8] = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"];

/// A word of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A subcommand or an operand.
    Operand(WordPattern),
    /// `**`
    Rest,
    /// `--`
    EndOfOptions,
    /// These flags.
    Flags(Vec<SaidFlag>),
    /// A flag that is absent: not all of these are there.
    NoFlags(Vec<SaidFlag>),
}

/// A flag that a pattern names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidFlag {
    /// The name that the program's table has for it.
    pub name: String,
    /// It is only a letter of a word that may be one flag.
    pub is_letter: bool,
    /// What its value must be.
    pub value: Option<WordPattern>,
    /// It takes several words, and the pattern asks something of one that nobody keeps.
    pub asks_more: bool,
}

/// A flag as the program reads it.
struct ReadFlag {
    name: String,
    is_letter: bool,
    is_known: bool,
    value: Option<String>,
}

impl Reader<'_> {
    /// The words of a pattern to the part's program.
    pub fn said(&self, words: &[PatternWord], part: &Part) -> Vec<Said> {
        let subcommands: Vec<&str> = self
            .command
            .args_of(part)
            .iter()
            .filter(|arg| arg.kind == ArgKind::Subcommand)
            .map(|arg| self.command.known(&arg.text))
            .collect();
        let mut said: Vec<Said> = Vec::new();
        let mut next = words.split_first();
        while let Some((word, behind)) = next {
            // Subcommands that the pattern has named; behind `**` and `--` nothing is in its place any more.
            let is_placed = said.iter().all(|word| !matches!(word, Said::Rest | Said::EndOfOptions));
            let named = said.iter().filter(|word| matches!(word, Said::Operand(_))).count();
            let named = if is_placed { named.min(subcommands.len()) } else { subcommands.len() };
            let (one, taken) = match word {
                PatternWord::Operand(wanted) => (Said::Operand(wanted.clone()), 0),
                PatternWord::Rest => (Said::Rest, 0),
                PatternWord::EndOfOptions => (Said::EndOfOptions, 0),
                PatternWord::Flag { name, value } => self.said_flag(name, value.as_ref(), behind, part, &subcommands, named),
                PatternWord::NoFlag(name) => {
                    let read = self.read_behind(name, part, &subcommands, named, operands(behind) > 0);
                    (Said::NoFlags(read.into_iter().map(SaidFlag::bare).collect()), 0)
                }
            };
            said.push(one);
            next = behind.get(taken..).and_then(<[PatternWord]>::split_first);
        }
        said
    }

    /// A flag, and how many of the words behind it are its value.
    fn said_flag(
        &self,
        name: &str,
        value: Option<&WordPattern>,
        behind: &[PatternWord],
        part: &Part,
        subcommands: &[&str],
        named: usize,
    ) -> (Said, usize) {
        let takes = |read: &[ReadFlag]| if value.is_some() { 0 } else { taken(read).min(leading(behind)) };
        let here = self.read_flag(name, part, subcommands.get(..named).unwrap_or_default());
        let names_more = operands(behind) > takes(&here);
        let read = self.read_behind(name, part, subcommands, named, names_more);
        let own: Vec<Option<&WordPattern>> = behind.iter().take(takes(&read)).map(operand).collect();
        let whole = takes(&read) == taken(&read);
        let (last, before) =
            own.split_last().map_or((None, own.as_slice()), |(last, before)| if whole { (*last, before) } else { (None, &own) });
        let asks_more = before.iter().any(|word| *word != Some(&WordPattern::One));
        let glued = read.iter().rfind(|flag| !flag.is_letter).and_then(|flag| flag.value.clone()).filter(|value| !is_probe(value));
        let value =
            glued.map(|text| WordPattern::Of(vec![TextPattern { pieces: vec![TextPiece::Text(text)] }])).or(value.or(last).cloned());
        let count = own.len();
        (Said::Flags(valued(read, value, asks_more)), count)
    }

    /// A flag where it stands: in front of the subcommands that are named behind it, else behind all of them; where it is not known there, the
    /// other way.
    fn read_behind(&self, name: &str, part: &Part, subcommands: &[&str], named: usize, names_more: bool) -> Vec<ReadFlag> {
        let here = || self.read_flag(name, part, subcommands.get(..named).unwrap_or_default());
        let innermost = || self.read_flag(name, part, subcommands);
        let is_known = |read: &Vec<ReadFlag>| read.first().is_some_and(|flag| flag.is_known);
        let (first, second) = if names_more { (here(), innermost()) } else { (innermost(), here()) };
        [first, second].into_iter().find(is_known).unwrap_or_else(innermost)
    }

    /// What the flag is with nothing behind it, and with words behind it that it may take.
    fn read_flag(&self, flag: &str, part: &Part, subcommands: &[&str]) -> Vec<ReadFlag> {
        let program = self.base(part).unwrap_or_default();
        let words: Vec<&str> = [program].into_iter().chain(subcommands.iter().copied()).chain([flag]).collect();
        let probed = flags_of(&[words.as_slice(), &PROBES].concat());
        let mut flags = flags_of(&words);
        for (flag, probed) in flags.iter_mut().zip(probed) {
            flag.value = flag.value.take().or(probed.value);
        }
        let spelled = || vec![ReadFlag { name: flag.to_owned(), is_letter: false, is_known: false, value: None }];
        if flags.is_empty() { spelled() } else { flags }
    }
}

/// The flags of a program's words.
fn flags_of(words: &[&str]) -> Vec<ReadFlag> {
    let read = Command::of_words(words, &command::Folders::default());
    let own = read.parts.first().map(|part| read.args_of(part)).unwrap_or_default();
    let flag = |arg: &command::Arg| ReadFlag {
        name: read.known(&arg.text).to_owned(),
        is_letter: arg.bundled,
        is_known: arg.does != Does::Unknown,
        value: arg.value.as_ref().map(|value| read.known(value).to_owned()),
    };
    own.iter().filter(|arg| arg.kind == ArgKind::Flag).map(flag).collect()
}

impl SaidFlag {
    fn bare(flag: ReadFlag) -> Self {
        Self { name: flag.name, is_letter: flag.is_letter, value: None, asks_more: false }
    }
}

/// The last flag of the word, and the last of its letters, have the value.
fn valued(read: Vec<ReadFlag>, value: Option<WordPattern>, asks_more: bool) -> Vec<SaidFlag> {
    let last = |is_letter: bool| read.iter().rposition(|flag| flag.is_letter == is_letter);
    let lasts = [last(false), last(true)];
    let flag = |(place, flag): (usize, ReadFlag)| {
        let is_last = lasts.contains(&Some(place));
        SaidFlag { value: value.clone().filter(|_| is_last), asks_more: asks_more && is_last, ..SaidFlag::bare(flag) }
    };
    read.into_iter().enumerate().map(flag).collect()
}

/// How many words behind it the flag takes.
fn taken(read: &[ReadFlag]) -> usize {
    let value = read.iter().rfind(|flag| !flag.is_letter).and_then(|flag| flag.value.as_deref());
    value.and_then(|value| PROBES.iter().position(|probe| *probe == value)).map_or(0, |place| place + 1)
}

fn is_probe(text: &str) -> bool {
    PROBES.contains(&text)
}

fn operand(word: &PatternWord) -> Option<&WordPattern> {
    if let PatternWord::Operand(wanted) = word { Some(wanted) } else { None }
}

/// Operands that directly follow.
fn leading(words: &[PatternWord]) -> usize {
    words.iter().take_while(|word| operand(word).is_some()).count()
}

/// Operands before any `**` or `--`.
fn operands(words: &[PatternWord]) -> usize {
    words
        .iter()
        .take_while(|word| !matches!(word, PatternWord::Rest | PatternWord::EndOfOptions))
        .filter(|word| operand(word).is_some())
        .count()
}
