//! Command patterns: what a `command` item matches, and what a set says of commands that no item settles.
//!
//! A pattern means two things. A restriction asks whether a part may be such a command, a permission whether it is one and nothing more.
//! Which spellings of a flag are one is the runtime's table's to say: here a flag is as the author spelled it.

use super::item::Reason;
use super::literal::PathLiteral;
use super::outcome::Step;

/// A piece of a word's text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextPiece {
    /// This text.
    Text(String),
    /// Any text without `/`; only in restrictions.
    Star,
    /// The home folder: unquoted `~` or `$HOME` at the beginning.
    Home,
}

/// One spelling of a word.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPattern {
    /// In order; empty is the empty word.
    pub pieces: Vec<TextPiece>,
}

/// What one word of a command must be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordPattern {
    /// `*` alone: any one word.
    One,
    /// `text`, `{a|b}`
    Of(Vec<TextPattern>),
    /// `!{a|b}`: any one word but these.
    Not(Vec<TextPattern>),
}

/// A word of a pattern behind the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatternWord {
    /// A subcommand or an operand.
    Operand(WordPattern),
    /// `**`: any operands; in a permission harmless options as well.
    Rest,
    /// `-r`, `--context`, `--context {staging}`: a flag, whose every occurrence has such a value where one is asked.
    Flag {
        /// As it is spelled, with its dashes, without a value.
        name: String,
        /// Its value.
        value: Option<WordPattern>,
    },
    /// `!--context`: the flag is absent.
    NoFlag(String),
    /// `--`: the command has it, operands behind it come behind it.
    EndOfOptions,
}

/// One command of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StagePattern {
    /// `… |` stands before it: the output of the stage before may come through others.
    pub through_others: bool,
    /// `NAME=VALUE` before the program, in text order.
    pub assignments: Vec<(String, WordPattern)>,
    /// The program; none where only redirections are asked for.
    pub program: Option<WordPattern>,
    /// In text order.
    pub words: Vec<PatternWord>,
    /// `>PATH`: all of them are written by a redirection.
    pub writes: Vec<PathLiteral>,
}

/// `A`, `A | B`, `A | … | B`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandPattern {
    /// At least one.
    pub stages: Vec<StagePattern>,
}

/// `match P except Q, R`
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchPattern {
    /// What matches.
    pub pattern: CommandPattern,
    /// What does not after all.
    pub except: Vec<CommandPattern>,
}

/// What a `command` item matches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandMatch {
    /// Any of them.
    pub patterns: Vec<MatchPattern>,
    /// `through sudo`: wrappers, by program name, that a permission covers as well. Sorted.
    pub through: Vec<String>,
}

/// `deny` (no steps at all), `allow` (an empty list) or steps.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandOutcome {
    /// `None` is deny.
    pub steps: Option<Vec<Step>>,
    /// What the agent reads.
    pub because: Option<Reason>,
}

/// `commands { … }` of a set, with what holds without it filled in by whoever lowers.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandDefaults {
    /// A part that no item settles; none: the set's default.
    pub otherwise: Option<CommandOutcome>,
    /// A part that only may match a refusal; none: `confirm`.
    pub unsure: Option<CommandOutcome>,
    /// Text that cannot be read; none: `confirm`.
    pub unreadable: Option<CommandOutcome>,
    /// The first item that matches a part decides it, refusals apart.
    pub first_match: bool,
}
