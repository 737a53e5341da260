//! A pattern's words as a part's program reads them: a word behind a flag that takes a value is that value, and no operand.
//!
//! Where the program's options are not known every word stays what it is.

use crate::layout::*;

use super::flags::Options;
use super::{Matcher, Viewed};

/// Words of a pattern that can be told apart: as many as a pattern may have.
const WORDS: usize = crate::limits::PATTERN_WORDS;

/// Which words of a pattern are values of the flags before them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Values([u64; WORDS / 64]);

impl Values {
    fn add(&mut self, place: u32) {
        if let Some(bits) = self.0.get_mut(place as usize / 64) {
            *bits |= 1 << (place % 64);
        }
    }

    /// Whether the word at a place is one.
    pub(super) fn has(&self, place: u32) -> bool {
        self.0.get(place as usize / 64).is_some_and(|bits| bits & (1 << (place % 64)) != 0)
    }
}

/// A word of a pattern where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// It, a flag with the value that it takes.
    pub(super) word: StageWord,
    /// Behind how many subcommands a flag is read.
    pub(super) level: usize,
    /// Words of a flag's value that nothing looks at ask for something: a flag that takes several.
    pub(super) is_partial: bool,
}

/// A walk over the words of a pattern.
#[derive(Clone)]
pub(super) struct PlacedWords<'m, 'a> {
    matcher: &'m Matcher<'a>,
    options: Options,
    run: Run,
    at: u32,
    /// Subcommands that are named so far.
    named: usize,
    /// Behind `**` or `--` no word is a subcommand.
    in_place: bool,
}

impl<'a> Matcher<'a> {
    /// The words of a pattern for a part's program, values with their flags.
    pub(super) fn placed<'m>(&'m self, run: Run, view: &Viewed<'a>) -> PlacedWords<'m, 'a> {
        PlacedWords { matcher: self, options: view.options, run, at: 0, named: 0, in_place: true }
    }

    /// Which words of a pattern are values.
    pub(super) fn values(&self, run: Run, view: &Viewed<'a>) -> Values {
        let mut values = Values([0; WORDS / 64]);
        let mut walk = self.placed(run, view);
        loop {
            let from = walk.at;
            if walk.next().is_none() {
                return values;
            }
            (from + 1..walk.at).for_each(|place| values.add(place));
        }
    }
}

impl PlacedWords<'_, '_> {
    fn word(&self, place: u32) -> Option<StageWord> {
        let place = self.run.start.checked_add(place).filter(|_| place < self.run.len)?;
        self.matcher.core.stage_word(place)
    }

    /// How many words from a place on are operands, of so many.
    fn operands(&self, from: u32, most: u8) -> u32 {
        let is_operand = |place: &u32| self.word(*place).is_some_and(|word| word.kind == stage_word::OPERAND);
        (from..from.saturating_add(most.into())).take_while(is_operand).count() as u32
    }

    /// Whether a subcommand may be named from a place on.
    fn names_more(&self, from: u32) -> bool {
        let words = (from..self.run.len).map_while(|place| self.word(place));
        let mut words = words.take_while(|word| !matches!(word.kind, stage_word::REST | stage_word::END));
        words.any(|word| word.kind == stage_word::OPERAND)
    }

    fn takes(&self, level: usize, flag: &StageWord) -> u8 {
        let spelling = self.matcher.core.text_of(flag.name).unwrap_or_default();
        if flag.value != word::NONE || flag.kind != stage_word::FLAG { 0 } else { self.options.takes(level, spelling) }
    }

    /// Behind how many subcommands a flag stands: where the pattern has it if it names one behind it, else behind all, if it is known there.
    fn level(&self, flag: &StageWord) -> usize {
        let innermost = self.options.depth();
        if !self.in_place || self.named >= innermost {
            return innermost;
        }
        let spelling = self.matcher.core.text_of(flag.name).unwrap_or_default();
        let value = self.operands(self.at, self.takes(self.named, flag));
        let order = if self.names_more(self.at + value) { [self.named, innermost] } else { [innermost, self.named] };
        order.into_iter().find(|level| self.options.knows(*level, spelling)).unwrap_or(innermost)
    }

    fn flag(&mut self, flag: StageWord) -> Placed {
        let level = self.level(&flag);
        let takes = self.takes(level, &flag);
        let count = self.operands(self.at, takes);
        let words = (self.at..self.at + count).filter_map(|place| self.word(place));
        let mut is_partial = false;
        let mut placed = flag;
        for (place, value) in (1..).zip(words) {
            if place == u32::from(takes) {
                placed = StageWord { value: value.value, texts: value.texts, ..flag };
            } else {
                is_partial |= value.value != word::ONE;
            }
        }
        self.at += count;
        Placed { word: placed, level, is_partial }
    }
}

impl Iterator for PlacedWords<'_, '_> {
    type Item = Placed;

    fn next(&mut self) -> Option<Placed> {
        let word = self.word(self.at)?;
        self.matcher.charge(2);
        self.at += 1;
        match word.kind {
            stage_word::FLAG | stage_word::NO_FLAG => return Some(self.flag(word)),
            stage_word::REST | stage_word::END => self.in_place = false,
            _ => self.named += usize::from(self.in_place),
        }
        Some(Placed { word, level: self.options.depth(), is_partial: false })
    }
}
