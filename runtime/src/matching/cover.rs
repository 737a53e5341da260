//! Whether a part is what a permission's pattern says and nothing more: every word, every flag, every assignment accounted for, for certain.

use crate::command::{Arg, ArgKind, Assignment, Certainty, Does, Part, Spelled, Text};
use crate::evaluate::Truth;
use crate::layout::*;

use super::flags::Meant;
use super::stage::value_of;
use super::values::{Placed, Values};
use super::words::WordTest;
use super::{Matcher, Viewed};

/// Who asks whether a part is accounted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    /// A permission.
    Permission,
    /// What a restriction takes out of itself: a word of its pattern may have any text inside.
    Exception,
}

/// Ways to share operands out among words that are tried; beyond it the part is not accounted for.
pub(crate) const SHARES: u32 = 10_000;

impl<'a> Matcher<'a> {
    /// Whether nothing is so of the part that keeps every permission away. Redirections and assignments are looked at elsewhere.
    pub(crate) fn may_be_covered(&self, part: &Part) -> bool {
        let flags = part.flags;
        let is_known = matches!(part.program.spelled, Spelled::Bare | Spelled::Trusted | Spelled::Nothing);
        is_known && !(flags.redefined || flags.unread_code || flags.interactive || flags.tail_unknown || flags.mentioned)
    }

    /// Whether every assignment in front of the part changes nothing that runs.
    pub(crate) fn has_harmless_assignments_only(&self, part: &Part) -> bool {
        self.command.assignments_of(part).iter().all(|assignment| assignment.harmless)
    }

    /// Whether every redirection of the part that writes is one that the stage names; also where it names none.
    pub(crate) fn names_what_is_written(&self, stage: &StageRecord, view: &Viewed<'a>) -> bool {
        let is = |literal: u32, touch| self.is_written(literal, touch) == Truth::True;
        stage.writes.len == 0
            || (self.written(view).all(|touch| !touch.linked && self.core.list(stage.writes).any(|literal| is(literal, touch)))
                && self.core.list(stage.writes).all(|literal| self.written(view).any(|touch| is(literal, touch))))
    }

    /// Whether the stage accounts for all of the part but its redirections.
    pub(super) fn accounts_for(&self, stage: &StageRecord, view: &Viewed<'a>, asking: Asking) -> bool {
        self.charge(1);
        self.may_be_covered(view.part)
            && self.is_covered_program(stage, view)
            && self.are_covered_assignments(stage, view, asking)
            && self.are_covered_flags(stage.words, view, asking)
            && self.are_covered_operands(stage.words, view, asking)
    }

    fn is_covered_program(&self, stage: &StageRecord, view: &Viewed<'a>) -> bool {
        let program = &view.part.program;
        match stage.program {
            word::NONE => return program.spelled == Spelled::Nothing,
            word::OF if program.spelled != Spelled::Nothing && program.text.certainty == Certainty::Literal => {}
            _ => return false,
        }
        let base = self.base(view.part).unwrap_or_default();
        self.texts(stage.names).filter(|text| text.flags & word_text::STARS == 0).any(|text| match text.flags & word_text::SPELLED != 0 {
            true => self.is_literally(WordTest { kind: word::OF, texts: stage.names }, &program.text, self.folders(view.part), false),
            false => self.is_name(&text, base),
        })
    }

    fn are_covered_assignments(&self, stage: &StageRecord, view: &Viewed<'a>, asking: Asking) -> bool {
        let own = self.command.assignments_of(view.part);
        let named = || self.words_of(stage.assignments);
        let is = |wanted: &StageWord, name: &str| self.core.text_of(wanted.name) == Some(name);
        let is_covered = |assignment: &Assignment| {
            let name = self.command.cooked(&assignment.name);
            self.charge(1 + stage.assignments.len as usize);
            if !named().any(|wanted| is(&wanted, name)) {
                return assignment.harmless;
            }
            let value = |wanted: StageWord| {
                let test = value_of(&wanted);
                self.is_literally(test, &assignment.value, self.folders(view.part), asking == Asking::Exception)
            };
            assignment.value.certainty == Certainty::Literal && named().filter(|wanted| is(wanted, name)).all(value)
        };
        own.iter().all(is_covered) && named().all(|wanted| own.iter().any(|assignment| is(&wanted, self.command.cooked(&assignment.name))))
    }

    fn are_covered_flags(&self, words: Run, view: &Viewed<'a>, asking: Asking) -> bool {
        let own = || self.command.args_of(view.part).iter().filter(|arg| arg.kind == ArgKind::Flag && !arg.bundled);
        // Harmless options, and what a value may be beyond one word.
        let takes_more = self.words_of(words).any(|word| word.kind == stage_word::REST);
        let is_there = |name: &str| {
            self.charge(view.part.args.len());
            own().any(|arg| self.command.known(&arg.text) == name)
        };
        let mut all = true;
        for placed in self.placed(words, view).filter(|placed| matches!(placed.word.kind, stage_word::FLAG | stage_word::NO_FLAG)) {
            let spelling = self.core.text_of(placed.word.name).unwrap_or_default();
            let wanted = placed.word.kind == stage_word::FLAG;
            view.options.meant(placed.level, spelling, |meant| all &= meant.is_letter || is_there(meant.name) == wanted);
        }
        let is_one = |arg: &Arg| takes_more || arg.value.as_ref().is_none_or(is_one_word);
        all && own().all(|arg| match self.is_named(words, arg, view, asking) {
            None => takes_more && matches!(arg.does, Does::Harmless | Does::Reads) && !arg.code,
            Some(is_value) => is_value && is_one(arg),
        })
    }

    /// Whether a word names the flag, and whether its value is one of those that are asked for.
    fn is_named(&self, words: Run, arg: &Arg, view: &Viewed<'a>, asking: Asking) -> Option<bool> {
        let flag = self.command.known(&arg.text);
        let mut found = None;
        for placed in self.placed(words, view).filter(|placed| placed.word.kind == stage_word::FLAG) {
            view.options.meant(placed.level, self.core.text_of(placed.word.name).unwrap_or_default(), |meant| {
                if !meant.is_letter && meant.name == flag {
                    found = Some(found == Some(true) || self.is_value(&meant, &placed, arg, view, asking));
                }
            });
        }
        found
    }

    fn is_value(&self, meant: &Meant<'_>, placed: &Placed, arg: &Arg, view: &Viewed<'a>, asking: Asking) -> bool {
        let word = &placed.word;
        match (meant.glued, word.value, &arg.value) {
            _ if !meant.is_last => true,
            _ if placed.is_partial => false,
            (Some(glued), _, Some(value)) => self.is_spelled(glued, value),
            (Some(_), _, None) => false,
            (None, word::NONE, _) => true,
            (None, word::ONE, value) => value.as_ref().is_some_and(is_one_word),
            (None, _, Some(value)) => self.is_literally(value_of(word), value, self.folders(view.part), asking == Asking::Exception),
            (None, _, None) => false,
        }
    }

    fn are_covered_operands(&self, words: Run, view: &Viewed<'a>, asking: Asking) -> bool {
        let args = self.command.args_of(view.part);
        self.charge(args.len());
        if args.iter().any(|arg| arg.may_be_option && !arg.passed) {
            return false;
        }
        let has = |kind: u8| self.words_of(words).any(|word| word.kind == kind);
        let skips_end = has(stage_word::REST) && !has(stage_word::END);
        let sharing = Sharing { words, values: self.values(words, view), args, skips_end, asking };
        self.shares(&sharing, view, 0, 0, &mut SHARES.clone())
    }

    /// In order, all of them: from this word and this argument on.
    fn shares(&self, sharing: &Sharing<'a>, view: &Viewed<'a>, word: u32, arg: usize, tries: &mut u32) -> bool {
        self.charge(1);
        *tries = tries.saturating_sub(1);
        if *tries == 0 {
            return false;
        }
        let Some((word, wanted)) = sharing.word(self, word) else { return sharing.next(arg).is_none() };
        if wanted.kind != stage_word::REST {
            let Some((at, own)) = sharing.next(arg) else { return false };
            return self.is_share(&wanted, own, view, sharing.asking) && self.shares(sharing, view, word + 1, at + 1, tries);
        }
        let mut from = arg;
        loop {
            if self.shares(sharing, view, word + 1, from, tries) {
                return true;
            }
            match sharing.next(from) {
                Some((at, own)) if own.kind != ArgKind::EndOfOptions && !own.code => from = at + 1,
                _ => return false,
            }
        }
    }

    fn is_share(&self, wanted: &StageWord, own: &Arg, view: &Viewed<'a>, asking: Asking) -> bool {
        let is_end = own.kind == ArgKind::EndOfOptions;
        if wanted.kind == stage_word::END || is_end {
            return wanted.kind == stage_word::END && is_end;
        }
        match wanted.value {
            word::ONE => !own.code && is_one_word(&own.text),
            kind => {
                (!own.code || kind == word::OF)
                    && self.is_literally(value_of(wanted), &own.text, self.folders(view.part), asking == Asking::Exception)
            }
        }
    }
}

/// Whether the shell certainly makes one word of it.
fn is_one_word(text: &Text) -> bool {
    !text.glob && (!text.splits || text.certainty <= Certainty::Expanded)
}

/// Operands that words of a pattern are to take, all of them in order.
struct Sharing<'a> {
    words: Run,
    /// Words that are no operands.
    values: Values,
    args: &'a [Arg],
    /// `**` takes the end of options as well.
    skips_end: bool,
    asking: Asking,
}

impl<'a> Sharing<'a> {
    /// The first word from here on that takes operands.
    fn word(&self, matcher: &Matcher<'a>, from: u32) -> Option<(u32, StageWord)> {
        let takes = |word: &StageWord| matches!(word.kind, stage_word::OPERAND | stage_word::REST | stage_word::END);
        let words = (from..self.words.len).filter_map(|at| Some((at, matcher.core.stage_word(self.words.start.checked_add(at)?)?)));
        words.into_iter().find(|(at, word)| takes(word) && !self.values.has(*at))
    }

    /// The first argument from here on that has to be taken.
    fn next(&self, from: usize) -> Option<(usize, &'a Arg)> {
        // What is passed on is the inner part's to account for.
        let counts = |arg: &Arg| arg.kind != ArgKind::Flag && !arg.passed && !(self.skips_end && arg.kind == ArgKind::EndOfOptions);
        let rest = self.args.get(from..)?;
        rest.iter().position(counts).and_then(|behind| Some((from + behind, rest.get(behind)?)))
    }
}
