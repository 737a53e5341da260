//! Whether a part is what a restriction's pattern asks for: named things are there, anything more is allowed, doubt is unknown.

use straza_language::core::{PatternWord, Reading, StagePattern, TextPattern, TextPiece, WordPattern};
use straza_runtime::command::{Arg, ArgKind, Certainty, Part, Spelled, TouchKind};

use super::super::path;
use super::super::truth::Truth;
use super::super::value::Place;
use super::reader::Reader;
use super::said::{Said, SaidFlag};
use super::words::is_text_of;

impl Reader<'_> {
    /// Whether the part, by its number, is such a command.
    pub fn is_stage(&self, stage: &StagePattern, number: u32, place: &Place<'_>) -> Truth {
        let Some(part) = self.part(number) else { return Truth::False };
        if part.program.spelled == Spelled::Computed {
            return Truth::Unknown;
        }
        let program = stage.program.as_ref().map_or(Truth::True, |program| self.is_program(program, part));
        let assignments = stage.assignments.iter().map(|(name, value)| self.has_assignment(name, value, part));
        let words = if program == Truth::False { Truth::False } else { self.has_words(&stage.words, part) };
        let writes = stage.writes.iter().map(|wanted| {
            let own =
                self.command.touches.iter().filter(|touch| touch.part == number && touch.redirection && touch.kind == TouchKind::Write);
            Truth::any(own.map(|touch| match &touch.path {
                Some(written) => {
                    let written = path::components(self.command.cooked(written));
                    let is: Truth = written.and_then(|written| place.is_path_like(&written, Reading::Path, wanted)).into();
                    if touch.linked { is.max(Truth::Unknown) } else { is }
                }
                None => Truth::Unknown,
            }))
        });
        let is = Truth::all([program, words].into_iter().chain(assignments).chain(writes.collect::<Vec<_>>()));
        // It may be no command at all.
        if part.flags.doubted { is.min(Truth::Unknown) } else { is }
    }

    fn is_program(&self, wanted: &WordPattern, part: &Part) -> Truth {
        let texts = match wanted {
            WordPattern::One => return Truth::True,
            _ if part.program.spelled == Spelled::Nothing => return Truth::False,
            WordPattern::Of(texts) | WordPattern::Not(texts) => texts,
        };
        let base = self.base(part).unwrap_or_default();
        let folders = self.folders(part);
        let is = Truth::any(texts.iter().map(|text| {
            let one = WordPattern::Of(vec![text.clone()]);
            let spells_a_path = text
                .pieces
                .iter()
                .any(|piece| matches!(piece, TextPiece::Home) || matches!(piece, TextPiece::Text(text) if text.contains('/')));
            match spells_a_path {
                false => self.is_name(text, base).into(),
                true if !is_last_component(text, base) => Truth::False,
                // It may be there that it is found.
                true if self.command.known(&part.program.text) == base => Truth::Unknown,
                true => self.word(&one, &part.program.text, folders, false),
            }
        }));
        if matches!(wanted, WordPattern::Not(_)) { is.negated() } else { is }
    }

    fn has_assignment(&self, name: &str, value: &WordPattern, part: &Part) -> Truth {
        let named = self.command.assignments_of(part).iter().filter(|assignment| self.command.cooked(&assignment.name) == name);
        Truth::any(named.map(|assignment| match value {
            WordPattern::One => Truth::True,
            value => self.word(value, &assignment.value, self.folders(part), false),
        }))
    }

    fn has_words(&self, words: &[PatternWord], part: &Part) -> Truth {
        let args = self.command.args_of(part);
        let subcommands: Vec<&Arg> = args.iter().filter(|arg| arg.kind == ArgKind::Subcommand).collect();
        let ends = self.has_end(part);
        let mut truths = Vec::new();
        let (mut placed, mut anywhere, mut behind) = (0, false, false);
        for word in self.said(words, part) {
            truths.push(match word {
                Said::Rest => {
                    anywhere = true;
                    Truth::True
                }
                Said::EndOfOptions => {
                    behind = true;
                    ends
                }
                Said::Flags(flags) => self.has_flags(&flags, part),
                Said::NoFlags(flags) => self.has_flags(&flags, part).negated(),
                Said::Operand(wanted) if !anywhere && !behind && placed < subcommands.len() => {
                    let here = subcommands.get(placed).map_or(Truth::False, |arg| self.is_arg(&wanted, arg, part));
                    placed += 1;
                    here
                }
                Said::Operand(wanted) => {
                    let among = args.iter().filter(|arg| arg.kind == ArgKind::Operand || anywhere && arg.kind == ArgKind::Subcommand);
                    let is = among.map(|arg| match (behind, arg.behind_end) {
                        (true, false) if ends == Truth::Unknown => self.is_arg(&wanted, arg, part).min(Truth::Unknown),
                        (true, false) => Truth::False,
                        _ => self.is_arg(&wanted, arg, part),
                    });
                    Truth::any(is.chain(part.flags.tail_unknown.then_some(Truth::Unknown)))
                }
            });
        }
        Truth::all(truths)
    }

    fn is_arg(&self, wanted: &WordPattern, arg: &Arg, part: &Part) -> Truth {
        let is = self.word(wanted, &arg.text, self.folders(part), arg.expression);
        // It may turn out to be an option.
        if arg.may_be_option && arg.text.certainty > Certainty::Expanded { is.min(Truth::Unknown) } else { is }
    }

    /// Whether a word may become more options.
    fn may_have_more(&self, part: &Part) -> bool {
        part.flags.tail_unknown || self.command.args_of(part).iter().any(|arg| arg.may_be_option)
    }

    fn has_end(&self, part: &Part) -> Truth {
        match self.command.args_of(part).iter().any(|arg| arg.kind == ArgKind::EndOfOptions) {
            true => Truth::True,
            false if self.may_have_more(part) => Truth::Unknown,
            false => Truth::False,
        }
    }

    fn has_flags(&self, flags: &[SaidFlag], part: &Part) -> Truth {
        let (letters, whole): (Vec<_>, Vec<_>) = flags.iter().partition(|flag| flag.is_letter);
        let all = |flags: &[&SaidFlag]| Truth::all(flags.iter().map(|flag| self.has_named(flag, part)));
        // A word that may be one flag or a bundle is there as either.
        if letters.is_empty() { all(&whole) } else { all(&whole).max(all(&letters)) }
    }

    /// Whether the flag is there, once at least with the value that is asked for.
    fn has_named(&self, wanted: &SaidFlag, part: &Part) -> Truth {
        let found = self.command.args_of(part).iter().filter(|arg| self.flag(arg) == Some(&wanted.name));
        let is = |arg: &Arg| {
            let value = match (&wanted.value, &arg.value) {
                (None, _) => Truth::True,
                (Some(_), None) => Truth::Unknown,
                (Some(wanted), Some(value)) => self.word(wanted, value, self.folders(part), false),
            };
            if wanted.asks_more { value.min(Truth::Unknown) } else { value }
        };
        Truth::any(found.map(is).chain(self.may_have_more(part).then_some(Truth::Unknown)))
    }
}

/// Whether a path that a pattern spells ends in such a name.
fn is_last_component(pattern: &TextPattern, name: &str) -> bool {
    let mut last: Vec<TextPiece> = Vec::new();
    for piece in &pattern.pieces {
        match piece {
            TextPiece::Text(text) => match text.rsplit_once('/') {
                Some((_, behind)) => last = vec![TextPiece::Text(behind.to_owned())],
                None => last.push(piece.clone()),
            },
            _ => last.push(piece.clone()),
        }
    }
    is_text_of(&TextPattern { pieces: last }, name)
}
