//! What lets a search leave command items out: the word that a pattern cannot do without, and items that say no more than a better-ranked one.
//!
//! The compiler files items by it and opening a snapshot works it out again; an answer never depends on it, only how many patterns are looked
//! at. Whether a pattern means a part stays [`super`]'s business.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::command::{Arg, ArgKind, Certainty};
use crate::compiled::Core;
use crate::layout::*;

use super::words::spells_a_path;
use super::{Matcher, Viewed};

/// The key of a pattern that may be about a part whatever its words are.
pub const ANY_WORD: u32 = 0;

/// Words of a part that are told apart; with more of them every pattern is looked at.
const WORDS: usize = 12;

/// The key of a word.
pub fn word_key(word: &str) -> u32 {
    let hash = hash(literal::TEXT, word.as_bytes());
    ((hash >> 32) as u32 ^ hash as u32) | 1
}

/// The hash of a program's name.
pub fn name_hash(name: &str) -> u64 {
    hash(literal::TEXT, name.as_bytes())
}

/// The hash of a program with a word.
pub fn worded_hash(name: u64, key: u32) -> u64 {
    (name ^ u64::from(key)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
}

/// The key of the first word behind the program, where that is one plain text: behind a flag it may be the flag's value.
pub(crate) fn stage_key(core: &Core, stage: &StageRecord) -> u32 {
    let first = if stage.words.len > 0 { core.stage_word(stage.words.start) } else { None };
    let Some(first) = first.filter(|word| word.kind == stage_word::OPERAND && word.value == word::OF && word.texts.len == 1) else {
        return ANY_WORD;
    };
    let text = core.word_text(first.texts.start).filter(|text| text.flags == 0);
    text.and_then(|text| core.text_of(text.text)).map_or(ANY_WORD, word_key)
}

/// Items of which one speaks for all, where nobody knows what a part runs: they say the same of it, whatever the call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alike {
    /// They may refuse: their set says what comes of that.
    Refusing {
        /// The set.
        set: u32,
        /// Their check.
        check: u8,
    },
    /// They ask.
    Asking {
        /// For these steps.
        bits: u64,
        /// Their check.
        check: u8,
        /// See [`item_effect`].
        effect: u8,
    },
}

impl Alike {
    /// Of an item; `None` where it has to be asked itself: it has a condition or dates, or its order in its set matters.
    pub fn of(item: &Item, is_first_match: bool) -> Option<Self> {
        if item.entry != ACCEPT || item.starts != i64::MIN || item.expires != i64::MAX {
            return None;
        }
        match item.bits & DENY != 0 {
            true => Some(Self::Refusing { set: item.set, check: item.check }),
            false if is_first_match => None,
            false => Some(Self::Asking { bits: item.bits, check: item.check, effect: item.effect }),
        }
    }
}

/// What of a group is looked at where nobody knows what a part runs: filled with its items by rank.
#[derive(Debug, Default)]
pub struct Unknowing {
    /// Command items that may refuse a part that runs code nobody read.
    pub unread: Vec<u32>,
    /// Patterns that may mean a part whose program is computed.
    pub computed: Vec<u32>,
    seen_unread: BTreeSet<Alike>,
    seen_computed: BTreeSet<Alike>,
}

impl Unknowing {
    /// A command item, and its patterns with how many stages each has.
    pub fn add(&mut self, command: u32, item: &Item, is_first_match: bool, patterns: impl Iterator<Item = (u32, u32)>) {
        if item.flags & item_flag::PERMIT != 0 {
            return;
        }
        let alike = Alike::of(item, is_first_match);
        if item.bits & DENY != 0 && alike.is_none_or(|alike| self.seen_unread.insert(alike)) {
            self.unread.push(command);
        }
        if item.flags & item_flag::SHADOW != 0 {
            return;
        }
        for (pattern, stages) in patterns {
            // The other stages have to be found.
            let alike = alike.filter(|_| stages == 1);
            if alike.is_none_or(|alike| self.seen_computed.insert(alike)) {
                self.computed.push(pattern);
            }
        }
    }
}

/// Words of a part that patterns are looked up by.
#[derive(Clone, Copy, Default)]
pub(crate) struct Words {
    keys: [u32; WORDS],
    count: usize,
    /// There are words that are not known, that are spelled as paths, or more than are told apart: every pattern is looked at.
    pub(crate) doubt: bool,
}

impl Words {
    /// Their keys, each once.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u32> + '_ {
        self.keys.iter().take(self.count).copied()
    }

    fn add(&mut self, key: u32) {
        if self.keys().any(|own| own == key) {
            return;
        }
        match self.keys.get_mut(self.count) {
            Some(slot) => {
                *slot = key;
                self.count += 1;
            }
            None => self.doubt = true,
        }
    }
}

impl<'a> Matcher<'a> {
    /// One of them is the first word of a restriction that means the part: its first subcommand, or any operand where it has none.
    pub(crate) fn words_restricted(&self, view: &Viewed<'a>) -> Words {
        let args = self.command.args_of(view.part);
        self.charge(args.len());
        let mut words = Words::default();
        if let Some(first) = args.iter().find(|arg| arg.kind == ArgKind::Subcommand) {
            self.add(&mut words, first);
            return words;
        }
        words.doubt = view.part.flags.tail_unknown;
        for arg in args.iter().filter(|arg| arg.kind == ArgKind::Operand) {
            self.add(&mut words, arg);
        }
        words
    }

    fn add(&self, words: &mut Words, arg: &Arg) {
        if arg.text.certainty > Certainty::Expanded || arg.text.glob || arg.expression {
            words.doubt = true;
            return;
        }
        let known = self.command.known(&arg.text);
        self.charge(known.len());
        // A bare name is also found as `./name`.
        match spells_a_path(known) {
            true => words.doubt = true,
            false => words.add(word_key(known)),
        }
    }

    /// The first word of a permission that accounts for the part.
    pub(crate) fn word_permitted(&self, view: &Viewed<'a>) -> Option<u32> {
        let args = self.command.args_of(view.part);
        self.charge(args.len());
        let counts = |arg: &&Arg| !matches!(arg.kind, ArgKind::Flag | ArgKind::EndOfOptions) && !arg.passed;
        let first = args.iter().find(counts).filter(|arg| arg.text.certainty == Certainty::Literal && !arg.text.glob)?;
        let known = self.command.known(&first.text);
        self.charge(known.len());
        Some(word_key(known))
    }
}
