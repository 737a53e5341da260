//! Whether a part is what a restriction's pattern asks for: named things are there, anything more is allowed, doubt is unknown.

use crate::command::{Arg, ArgKind, Certainty, Spelled, Touch, TouchKind};
use crate::evaluate::Truth;
use crate::layout::*;
use crate::path;

use super::flags::Meant;
use super::values::Placed;
use super::words::WordTest;
use super::{Matcher, Viewed};

impl<'a> Matcher<'a> {
    /// Whether the part is such a command.
    pub(super) fn is_stage(&self, stage: &StageRecord, view: &Viewed<'a>) -> Truth {
        self.charge(1);
        if view.part.program.spelled == Spelled::Computed {
            return Truth::Unknown;
        }
        let mut truth = self.is_program(stage, view);
        for word in self.words_of(stage.assignments) {
            truth = truth.and(if truth == Truth::False { truth } else { self.has_assignment(&word, view) });
        }
        if truth != Truth::False {
            truth = truth.and(self.has_words(stage.words, view));
        }
        for literal in self.core.list(stage.writes) {
            truth = truth.and(if truth == Truth::False { truth } else { self.writes(literal, view) });
        }
        if view.part.flags.doubted { truth.and(Truth::Unknown) } else { truth }
    }

    pub(super) fn words_of(&self, run: Run) -> impl Iterator<Item = StageWord> + Clone + use<'a> {
        let core = self.core;
        run.range().filter_map(move |index| core.stage_word(index as u32))
    }

    fn is_program(&self, stage: &StageRecord, view: &Viewed<'a>) -> Truth {
        match stage.program {
            word::OF | word::NOT if view.part.program.spelled == Spelled::Nothing => Truth::False,
            word::OF => self.is_one_program(stage.names, view),
            word::NOT => self.is_one_program(stage.names, view).not(),
            _ => Truth::True,
        }
    }

    fn is_one_program(&self, names: Run, view: &Viewed<'a>) -> Truth {
        let base = self.base(view.part).unwrap_or_default();
        let mut truth = Truth::False;
        for text in self.texts(names) {
            truth = truth.or(match text.flags & word_text::SPELLED != 0 {
                true if !self.is_last_component(&text, base) => Truth::False,
                // Whatever the search for programs finds under that name.
                true if !self.command.known(&view.part.program.text).contains('/') => Truth::Unknown,
                true => self.is_text(&text, &view.part.program.text, self.folders(view.part), false),
                false => Truth::from_bool(self.is_name(&text, base)),
            });
        }
        truth
    }

    fn has_assignment(&self, wanted: &StageWord, view: &Viewed<'a>) -> Truth {
        let name = self.core.text_of(wanted.name).unwrap_or_default();
        let mut truth = Truth::False;
        for assignment in self.command.assignments_of(view.part) {
            self.charge(2 + name.len());
            if self.command.cooked(&assignment.name) == name {
                truth = truth.or(match wanted.value {
                    word::ONE | word::NONE => Truth::True,
                    _ => self.word(value_of(wanted), &assignment.value, self.folders(view.part), false),
                });
            }
        }
        truth
    }

    fn has_words(&self, words: Run, view: &Viewed<'a>) -> Truth {
        let args = self.command.args_of(view.part);
        let mut subcommands = args.iter().filter(|arg| arg.kind == ArgKind::Subcommand);
        let mut truth = Truth::True;
        let (mut anywhere, mut behind) = (false, false);
        for placed in self.placed(words, view) {
            truth = truth.and(match placed.word.kind {
                stage_word::REST => {
                    anywhere = true;
                    Truth::True
                }
                stage_word::END => {
                    behind = true;
                    self.has_end(view)
                }
                stage_word::FLAG => self.has_flag(&placed, view),
                stage_word::NO_FLAG => self.has_flag(&placed, view).not(),
                _ => match subcommands.next().filter(|_| !anywhere && !behind) {
                    Some(arg) => self.is_arg(&placed.word, arg, view),
                    None => self.has_operand(&placed.word, view, anywhere, behind),
                },
            });
            if truth == Truth::False {
                break;
            }
        }
        truth
    }

    /// Whether some operand is what the word says: also a subcommand, where it may stand anywhere; only behind `--`, where that is asked.
    fn has_operand(&self, word: &StageWord, view: &Viewed<'a>, anywhere: bool, behind: bool) -> Truth {
        let mut truth = Truth::from_known(!view.part.flags.tail_unknown);
        let ends = if behind { self.has_end(view) } else { Truth::True };
        for arg in self.command.args_of(view.part) {
            self.charge(1);
            let counts = arg.kind == ArgKind::Operand || (anywhere && arg.kind == ArgKind::Subcommand);
            if !counts || (behind && !arg.behind_end && ends != Truth::Unknown) {
                continue;
            }
            let is = self.is_arg(word, arg, view);
            truth = truth.or(if behind && !arg.behind_end { is.and(Truth::Unknown) } else { is });
            if truth == Truth::True {
                break;
            }
        }
        truth
    }

    fn is_arg(&self, word: &StageWord, arg: &Arg, view: &Viewed<'a>) -> Truth {
        let is = self.word(value_of(word), &arg.text, self.folders(view.part), arg.expression);
        // It may turn out to be an option.
        if arg.may_be_option && arg.text.certainty > Certainty::Expanded { is.and(Truth::Unknown) } else { is }
    }

    /// Whether a word may become more options.
    fn may_have_more(&self, view: &Viewed<'a>) -> bool {
        let args = self.command.args_of(view.part);
        self.charge(args.len());
        view.part.flags.tail_unknown || args.iter().any(|arg| arg.may_be_option)
    }

    fn has_end(&self, view: &Viewed<'a>) -> Truth {
        let args = self.command.args_of(view.part);
        self.charge(args.len());
        match args.iter().any(|arg| arg.kind == ArgKind::EndOfOptions) {
            true => Truth::True,
            false => Truth::from_known(!self.may_have_more(view)),
        }
    }

    /// A word that may be one flag or a bundle is there as either.
    fn has_flag(&self, placed: &Placed, view: &Viewed<'a>) -> Truth {
        // Whatever the spelling means, none of it is there.
        if !self.may_have_more(view) && self.command.args_of(view.part).iter().all(|arg| arg.kind != ArgKind::Flag) {
            return Truth::False;
        }
        let spelling = self.core.text_of(placed.word.name).unwrap_or_default();
        let (mut whole, mut letters, mut is_bundle) = (Truth::True, Truth::True, false);
        view.options.meant(placed.level, spelling, |meant| {
            is_bundle |= meant.is_letter;
            let all = if meant.is_letter { &mut letters } else { &mut whole };
            *all = all.and(self.has_meant(&meant, placed, view));
        });
        if is_bundle { whole.or(letters) } else { whole }
    }

    /// Whether the flag is there, once at least with the value that is asked for.
    fn has_meant(&self, meant: &Meant<'_>, placed: &Placed, view: &Viewed<'a>) -> Truth {
        let mut truth = Truth::from_known(!self.may_have_more(view));
        for arg in self.command.args_of(view.part) {
            self.charge(2);
            if arg.kind == ArgKind::Flag && self.command.known(&arg.text) == meant.name {
                truth = truth.or(self.has_value(meant, placed, arg, view));
            }
        }
        truth
    }

    fn has_value(&self, meant: &Meant<'_>, placed: &Placed, arg: &Arg, view: &Viewed<'a>) -> Truth {
        let folders = self.folders(view.part);
        let is = match (meant.glued, placed.word.value) {
            _ if !meant.is_last || placed.word.kind == stage_word::NO_FLAG => return Truth::True,
            (None, word::NONE) => Truth::True,
            (Some(glued), _) => arg.value.as_ref().map_or(Truth::Unknown, |value| self.is_glued(glued, value, folders)),
            (None, _) => arg.value.as_ref().map_or(Truth::Unknown, |value| self.word(value_of(&placed.word), value, folders, false)),
        };
        if placed.is_partial { is.and(Truth::Unknown) } else { is }
    }

    /// Whether a redirection of the part writes such a path.
    fn writes(&self, literal: u32, view: &Viewed<'a>) -> Truth {
        let mut truth = Truth::False;
        for touch in self.written(view) {
            let is = self.is_written(literal, touch);
            truth = truth.or(if touch.linked { is.or(Truth::Unknown) } else { is });
        }
        truth
    }

    /// What redirections of the part write.
    pub(super) fn written(&self, view: &Viewed<'a>) -> impl Iterator<Item = &'a Touch> + use<'a> {
        let number = view.number;
        self.charge(self.command.touches.len());
        let is_written = move |touch: &&Touch| touch.part == number && touch.redirection && touch.kind == TouchKind::Write;
        self.command.touches.iter().filter(is_written)
    }

    /// Whether a written path is what a path pattern says; unknown where it, or the folder of the pattern, is not known.
    pub(super) fn is_written(&self, literal: u32, touch: &Touch) -> Truth {
        let Some(record) = self.core.literal(literal) else { return Truth::Unknown };
        let pattern = self.core.text_of(record.text).unwrap_or_default();
        let Some(written) = &touch.path else { return Truth::Unknown };
        let written = self.command.cooked(written);
        self.charge(pattern.len().saturating_mul(written.len()));
        let base = match record.anchor {
            anchor::HOME => self.home,
            anchor::WORKSPACE => self.workspace,
            _ => Some("/"),
        };
        let Some(base) = base else { return Truth::Unknown };
        let below = if base == "/" { Some(written) } else { path::below(written, base) };
        Truth::from_bool(below.is_some_and(|rest| path::matches(pattern, rest)))
    }
}

/// What a word, or its value, must be.
pub(super) fn value_of(word: &StageWord) -> WordTest {
    WordTest { kind: word.value, texts: word.texts }
}

impl Truth {
    /// False, where it is known.
    fn from_known(known: bool) -> Self {
        if known { Self::False } else { Self::Unknown }
    }
}
