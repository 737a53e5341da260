//! The shapes of command patterns, and of what a set says of commands.

use super::{Cbor, form, path_literal, reason, steps, text, texts};
use crate::core::{
    CommandDefaults, CommandMatch, CommandOutcome, CommandPattern, MatchPattern, PatternWord, StagePattern, TextPattern, TextPiece,
    WordPattern,
};

pub(super) fn matched(command: &CommandMatch) -> Cbor {
    Cbor::map([("patterns", Cbor::array(command.patterns.iter().map(match_pattern))), ("through", texts(&command.through))])
}

fn match_pattern(pattern: &MatchPattern) -> Cbor {
    Cbor::array([command_pattern(&pattern.pattern), Cbor::array(pattern.except.iter().map(command_pattern))])
}

fn command_pattern(pattern: &CommandPattern) -> Cbor {
    Cbor::array(pattern.stages.iter().map(stage))
}

fn stage(stage: &StagePattern) -> Cbor {
    let assignments = stage.assignments.iter().map(|(name, value)| Cbor::array([text(name), word(value)]));
    Cbor::map([
        ("assignments", Cbor::array(assignments)),
        ("program", Cbor::option(stage.program.as_ref().map(word))),
        ("through-others", Cbor::boolean(stage.through_others)),
        ("words", Cbor::array(stage.words.iter().map(pattern_word))),
        ("writes", Cbor::array(stage.writes.iter().map(path_literal))),
    ])
}

fn pattern_word(pattern: &PatternWord) -> Cbor {
    match pattern {
        PatternWord::Operand(operand) => form("operand", [word(operand)]),
        PatternWord::Rest => form("rest", []),
        PatternWord::Flag { name, value } => form("flag", [text(name), Cbor::option(value.as_ref().map(word))]),
        PatternWord::NoFlag(name) => form("no-flag", [text(name)]),
        PatternWord::EndOfOptions => form("end-of-options", []),
    }
}

fn word(pattern: &WordPattern) -> Cbor {
    match pattern {
        WordPattern::One => form("one", []),
        WordPattern::Of(texts) => form("of", [Cbor::array(texts.iter().map(text_pattern))]),
        WordPattern::Not(texts) => form("not", [Cbor::array(texts.iter().map(text_pattern))]),
    }
}

fn text_pattern(pattern: &TextPattern) -> Cbor {
    Cbor::array(pattern.pieces.iter().map(|piece| match piece {
        TextPiece::Text(own) => text(own),
        TextPiece::Star => form("star", []),
        TextPiece::Home => form("home", []),
    }))
}

pub(super) fn defaults(commands: &CommandDefaults) -> Cbor {
    Cbor::map([
        ("first-match", Cbor::boolean(commands.first_match)),
        ("otherwise", Cbor::option(commands.otherwise.as_ref().map(outcome))),
        ("unreadable", Cbor::option(commands.unreadable.as_ref().map(outcome))),
        ("unsure", Cbor::option(commands.unsure.as_ref().map(outcome))),
    ])
}

fn outcome(outcome: &CommandOutcome) -> Cbor {
    let because = Cbor::option(outcome.because.as_ref().map(reason));
    Cbor::map([("because", because), ("steps", Cbor::option(outcome.steps.as_deref().map(steps)))])
}

/// The same without reasons.
pub(super) fn silent(commands: &CommandDefaults) -> CommandDefaults {
    let silent = |outcome: &Option<CommandOutcome>| outcome.as_ref().map(|given| CommandOutcome { because: None, ..given.clone() });
    CommandDefaults {
        otherwise: silent(&commands.otherwise),
        unsure: silent(&commands.unsure),
        unreadable: silent(&commands.unreadable),
        first_match: commands.first_match,
    }
}
