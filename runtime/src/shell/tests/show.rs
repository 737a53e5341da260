//! A script as one line of text, for tests.

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::shell::{Part, PartKind, PieceKind, Script, UnreadableCause, Word};

/// Every part: its words, and in brackets what it stands in.
pub(super) fn shown(script: &Script) -> String {
    let parts: Vec<String> = script.parts.iter().map(|part| part_shown(script, part)).collect();
    parts.join(" ; ")
}

/// Every cause, in the order of their places.
pub(super) fn causes(script: &Script) -> Vec<UnreadableCause> {
    script.unreadable.iter().map(|unreadable| unreadable.cause).collect()
}

fn part_shown(script: &Script, part: &Part) -> String {
    let mut shown = Vec::new();
    for assignment in script.assignments_of(part) {
        let values: Vec<String> = script.words_of(&assignment.values).iter().map(|word| word_shown(script, word)).collect();
        shown.push(format!("{}:={}", script.text(&assignment.name), values.join(",")));
    }
    if part.kind == PartKind::Arithmetic {
        shown.push("((".into());
    }
    shown.extend(script.words_of(&part.words).iter().map(|word| word_shown(script, word)));
    let marks = [
        (part.context != 0, "in"),
        (part.background, "bg"),
        (part.conditional, "if"),
        (part.subshell, "sub"),
        (part.function.is_some(), "fn"),
    ];
    let marks: Vec<&str> = marks.iter().filter(|(holds, _)| *holds).map(|(_, mark)| *mark).collect();
    if !marks.is_empty() {
        shown.push(format!("[{}]", marks.join(" ")));
    }
    shown.join(" ")
}

/// Literal text as it is; the rest by its kind.
pub(super) fn word_shown(script: &Script, word: &Word) -> String {
    let pieces = script.pieces_of(word);
    if pieces.is_empty() {
        return "''".into();
    }
    pieces
        .iter()
        .map(|piece| {
            let text = script.text(&piece.text);
            match piece.kind {
                PieceKind::Literal if piece.quoted => format!("'{text}'"),
                PieceKind::Literal => text.into(),
                PieceKind::Parameter if piece.quoted => format!("\"${text}\""),
                PieceKind::Parameter => format!("${text}"),
                PieceKind::Computed => format!("${{{text}?}}"),
                PieceKind::Substitution(context) => format!("$({context})"),
                PieceKind::Process(context) => format!("<({context})"),
                PieceKind::Arithmetic => "$((?))".into(),
                PieceKind::Glob => format!("<{text}>"),
                PieceKind::Home => "<HOME>".into(),
                PieceKind::OtherHome => format!("<HOME {text}>"),
                PieceKind::BraceOpen => "<{>".into(),
                PieceKind::BraceComma => "<,>".into(),
                PieceKind::BraceClose => "<}>".into(),
            }
        })
        .collect()
}
