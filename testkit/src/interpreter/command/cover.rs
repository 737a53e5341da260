//! Whether a part is what a permission's pattern says and nothing more: every word, every flag, every assignment accounted for, for certain.

use straza_language::core::{PatternWord, StagePattern, TextPiece, WordPattern};
use straza_runtime::command::{Arg, ArgKind, Certainty, Does, Part, Spelled, Text};

use super::reader::Reader;
use super::said::{Said, SaidFlag};

/// Who asks whether a part is accounted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// A permission.
    Permission,
    /// What a restriction takes out of itself: a word of its pattern may have any text inside.
    Exception,
}

impl Reader<'_> {
    /// Whether nothing is so of the part that keeps every permission away. Redirections and assignments are looked at elsewhere.
    pub fn may_be_covered(&self, part: &Part) -> bool {
        let flags = part.flags;
        let runs_what_is_known = matches!(part.program.spelled, Spelled::Bare | Spelled::Trusted | Spelled::Nothing);
        runs_what_is_known && !(flags.redefined || flags.unread_code || flags.interactive || flags.tail_unknown || flags.mentioned)
    }

    /// Whether every assignment in front of the part changes nothing that runs.
    pub fn has_harmless_assignments_only(&self, part: &Part) -> bool {
        self.command.assignments_of(part).iter().all(|assignment| assignment.harmless)
    }

    /// Whether the stage accounts for all of the part but its redirections.
    pub fn accounts_for(&self, stage: &StagePattern, part: &Part, asking: Asking) -> bool {
        self.may_be_covered(part)
            && self.is_covered_program(stage.program.as_ref(), part)
            && self.are_covered_assignments(stage, part, asking)
            && self.are_covered_flags(&stage.words, part, asking)
            && self.are_covered_operands(&stage.words, part, asking)
    }

    fn is_covered_program(&self, wanted: Option<&WordPattern>, part: &Part) -> bool {
        let texts = match wanted {
            None => return part.program.spelled == Spelled::Nothing,
            Some(WordPattern::Of(texts)) => texts,
            Some(WordPattern::One | WordPattern::Not(_)) => return false,
        };
        let base = self.base(part).unwrap_or_default();
        let is = |text: &straza_language::core::TextPattern| {
            let spells_a_path = text
                .pieces
                .iter()
                .any(|piece| matches!(piece, TextPiece::Home) || matches!(piece, TextPiece::Text(text) if text.contains('/')));
            match spells_a_path {
                _ if text.pieces.contains(&TextPiece::Star) => false,
                true => self.is_literally(&WordPattern::Of(vec![text.clone()]), &part.program.text, self.folders(part), false),
                false => self.is_name(text, base),
            }
        };
        part.program.spelled != Spelled::Nothing && part.program.text.certainty == Certainty::Literal && texts.iter().any(is)
    }

    fn are_covered_assignments(&self, stage: &StagePattern, part: &Part, asking: Asking) -> bool {
        let own = self.command.assignments_of(part);
        let named = |assignment: &straza_runtime::command::Assignment| {
            let name = self.command.cooked(&assignment.name);
            let mut patterns = stage.assignments.iter().filter(|(wanted, _)| wanted == name).peekable();
            patterns.peek().is_some()
                && assignment.value.certainty == Certainty::Literal
                && patterns.all(|(_, value)| self.is_literally(value, &assignment.value, self.folders(part), asking == Asking::Exception))
        };
        let is_there = |name: &str| own.iter().any(|assignment| self.command.cooked(&assignment.name) == name);
        let is_named = |name: &str| stage.assignments.iter().any(|(wanted, _)| wanted == name);
        own.iter().all(|assignment| if is_named(self.command.cooked(&assignment.name)) { named(assignment) } else { assignment.harmless })
            && stage.assignments.iter().all(|(name, _)| is_there(name))
    }

    fn are_covered_flags(&self, words: &[PatternWord], part: &Part, asking: Asking) -> bool {
        let own: Vec<&Arg> = self.command.args_of(part).iter().filter(|arg| arg.kind == ArgKind::Flag && !arg.bundled).collect();
        let takes_more = words.contains(&PatternWord::Rest);
        let is_there = |flag: &SaidFlag| own.iter().any(|arg| self.flag(arg) == Some(&flag.name));
        let mut named: Vec<SaidFlag> = Vec::new();
        for word in self.said(words, part) {
            match word {
                Said::Flags(flags) => named.extend(flags.into_iter().filter(|flag| !flag.is_letter)),
                Said::NoFlags(flags) if flags.iter().any(|flag| !flag.is_letter && is_there(flag)) => return false,
                _ => {}
            }
        }
        let is_covered = |arg: &&Arg| {
            let mut wanted = named.iter().filter(|flag| self.flag(arg) == Some(&flag.name)).peekable();
            match wanted.peek() {
                None => takes_more && matches!(arg.does, Does::Harmless | Does::Reads) && !arg.code,
                // What the shell makes several words of is more than a value.
                Some(_) if !takes_more && !arg.value.as_ref().is_none_or(is_one_word) => false,
                Some(_) => wanted.any(|wanted| self.is_value(wanted, arg, part, asking)),
            }
        };
        own.iter().all(is_covered) && named.iter().all(is_there)
    }

    fn is_value(&self, flag: &SaidFlag, arg: &Arg, part: &Part, asking: Asking) -> bool {
        !flag.asks_more
            && match (&flag.value, &arg.value) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(WordPattern::One), Some(value)) => is_one_word(value),
                (Some(wanted), Some(value)) => self.is_literally(wanted, value, self.folders(part), asking == Asking::Exception),
            }
    }

    fn are_covered_operands(&self, words: &[PatternWord], part: &Part, asking: Asking) -> bool {
        let said = self.said(words, part);
        let wanted: Vec<&Said> = said.iter().filter(|word| !matches!(word, Said::Flags(_) | Said::NoFlags(_))).collect();
        let own: Vec<&Arg> = self.command.args_of(part).iter().filter(|arg| arg.kind != ArgKind::Flag && !arg.passed).collect();
        let takes_end = said.contains(&Said::Rest) && !said.contains(&Said::EndOfOptions);
        let own: Vec<&Arg> = own.into_iter().filter(|arg| !(takes_end && arg.kind == ArgKind::EndOfOptions)).collect();
        !self.command.args_of(part).iter().any(|arg| arg.may_be_option && !arg.passed) && self.takes(&wanted, &own, part, asking)
    }

    /// In order, all of them.
    fn takes(&self, wanted: &[&Said], own: &[&Arg], part: &Part, asking: Asking) -> bool {
        let Some((first, rest)) = wanted.split_first() else { return own.is_empty() };
        if **first == Said::Rest {
            let reach = own.iter().position(|arg| arg.kind == ArgKind::EndOfOptions || arg.code).unwrap_or(own.len());
            return (0..=reach).any(|taken| self.takes(rest, own.get(taken..).unwrap_or_default(), part, asking));
        }
        let Some((arg, others)) = own.split_first() else { return false };
        let is = match (first, arg.kind) {
            (Said::EndOfOptions, kind) => kind == ArgKind::EndOfOptions,
            (_, ArgKind::EndOfOptions) => false,
            (Said::Operand(WordPattern::One), _) => !arg.code && is_one_word(&arg.text),
            (Said::Operand(wanted), _) => {
                (!arg.code || matches!(wanted, WordPattern::Of(_)))
                    && self.is_literally(wanted, &arg.text, self.folders(part), asking == Asking::Exception)
            }
            _ => false,
        };
        is && self.takes(rest, others, part, asking)
    }
}

/// Whether the shell certainly makes one word of it.
fn is_one_word(text: &Text) -> bool {
    !text.glob && (!text.splits || text.certainty <= Certainty::Expanded)
}
