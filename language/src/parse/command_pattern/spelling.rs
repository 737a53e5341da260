//! What a word says once its alternatives are written out: text, a flag, an assignment, `--`, `*`, `**`, or a path.

use super::lexer::{Part, Piece, Raw};
use super::{Fault, MAX_SPELLINGS, fault};
use crate::codes::syntax as codes;
use crate::core::{TextPattern, TextPiece, WordPattern};

/// A word without alternatives.
pub(super) type Spelling = Vec<Piece>;

/// What a spelling is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Class {
    Text(TextPattern),
    /// Several texts in one place.
    Texts(Vec<TextPattern>),
    One,
    Rest,
    Flag(String, Option<WordPattern>),
    Assignment(String, WordPattern),
    End,
}

impl Class {
    /// Takes another in, where both can be said in one word.
    pub(super) fn take(&mut self, other: &Self) -> bool {
        match (&mut *self, other) {
            (Self::Text(own), Self::Text(other)) => *self = Self::Texts(vec![own.clone(), other.clone()]),
            (Self::Texts(own), Self::Text(other)) => own.push(other.clone()),
            (Self::Flag(name, value), Self::Flag(other, more)) if name == other => match (value, more) {
                (Some(WordPattern::Of(own)), Some(WordPattern::Of(more))) => own.extend(more.iter().cloned()),
                (own, more) => return *own == *more,
            },
            (Self::Assignment(name, WordPattern::Of(own)), Self::Assignment(other, WordPattern::Of(more))) if name == other => {
                own.extend(more.iter().cloned());
            }
            (own, other) => return *own == *other,
        }
        true
    }
}

/// The word with each of its alternatives.
pub(super) fn spellings(raw: &Raw) -> Result<Vec<Spelling>, Fault> {
    let mut rows: Vec<Spelling> = vec![Vec::new()];
    for part in &raw.parts {
        let choices: Vec<&[Piece]> = match part {
            Part::Piece(piece) => vec![std::slice::from_ref(piece)],
            Part::Choice(alternatives) => alternatives.iter().map(Vec::as_slice).collect(),
        };
        if rows.len() * choices.len() > MAX_SPELLINGS {
            let message = format!("the alternatives of this word make more than {MAX_SPELLINGS} spellings");
            return Err(fault(codes::PATTERN_LIMIT, raw.span, message, "write several patterns, or fewer alternatives"));
        }
        rows = rows.iter().flat_map(|row| choices.iter().map(move |choice| [row.as_slice(), choice].concat())).collect();
    }
    let has_choice = raw.parts.iter().any(|part| matches!(part, Part::Choice(_)));
    let rows: Vec<Spelling> = rows.into_iter().map(joined).collect();
    for row in rows.iter().filter(|_| has_choice) {
        if row.is_empty() {
            return Err(fault(codes::PATTERN_BRACES, raw.span, "one of these alternatives is empty", "the empty word is `''`"));
        }
        if row.as_slice() == [Piece::Star] {
            return Err(fault(codes::PATTERN_STAR, raw.span, "`*` among alternatives makes the others needless", "write `*` alone"));
        }
    }
    Ok(rows)
}

/// Neighbouring texts as one, quoted and unquoted kept apart.
fn joined(row: Spelling) -> Spelling {
    let mut pieces: Spelling = Vec::with_capacity(row.len());
    for piece in row {
        match (pieces.last_mut(), piece) {
            (Some(Piece::Text(before, quoted)), Piece::Text(text, same)) if *quoted == same => before.push_str(&text),
            (_, piece) => pieces.push(piece),
        }
    }
    pieces
}

/// The texts of a word that is nothing but text.
pub(super) fn texts(raw: &Raw) -> Result<Vec<TextPattern>, Fault> {
    Ok(spellings(raw)?.into_iter().map(text).collect())
}

/// What a spelling is where it stands.
pub(super) fn class(spelling: Spelling, raw: &Raw, ended: bool, has_program: bool) -> Result<Class, Fault> {
    match spelling.as_slice() {
        [Piece::Star] => return Ok(Class::One),
        [Piece::Stars] => return Ok(Class::Rest),
        [Piece::Text(text, false), ..] if !ended && text.starts_with('-') => return flag(&spelling, raw),
        [Piece::Text(text, false), ..] if !has_program => {
            let name = text.split_once('=').map(|(name, _)| name.to_owned()).filter(|name| is_variable(name));
            if let Some(name) = name {
                let value = value(behind(&spelling, name.len() + 1));
                return Ok(Class::Assignment(name, value));
            }
        }
        _ => {}
    }
    Ok(Class::Text(text(spelling)))
}

/// A word that begins with `-`.
fn flag(spelling: &[Piece], raw: &Raw) -> Result<Class, Fault> {
    let [Piece::Text(first, _), rest @ ..] = spelling else { return Ok(Class::End) };
    match first.as_str() {
        "-" if rest.is_empty() => return Ok(Class::Text(text(spelling.to_vec()))),
        "--" if rest.is_empty() => return Ok(Class::End),
        _ => {}
    }
    if let Some((name, _)) = first.split_once('=') {
        if name.trim_start_matches('-').is_empty() {
            return Err(nameless(raw));
        }
        return Ok(Class::Flag(name.to_owned(), Some(value(behind(spelling, name.len() + 1)))));
    }
    let mut name = String::new();
    for (at, piece) in spelling.iter().enumerate() {
        match piece {
            Piece::Text(text, false) if at > 0 && text.contains('=') => {
                let (own, _) = text.split_once('=').unwrap_or((text, ""));
                name.push_str(own);
                let value = value(behind(spelling.get(at..).unwrap_or(&[]), own.len() + 1));
                return Ok(Class::Flag(name, Some(value)));
            }
            Piece::Text(text, _) => name.push_str(text),
            Piece::Star | Piece::Stars => {
                let help = "name every flag: `{--force|--mirror}`; `**` takes harmless options in a permission";
                return Err(fault(codes::PATTERN_FLAG, raw.span, "a flag is named in full", help));
            }
        }
    }
    if name.trim_start_matches('-').is_empty() {
        return Err(nameless(raw));
    }
    Ok(Class::Flag(name, None))
}

fn nameless(raw: &Raw) -> Fault {
    fault(
        codes::PATTERN_FLAG,
        raw.span,
        "this flag has no name",
        "write its name; an operand that begins with `-` stands behind `--` or in quotes",
    )
}

/// The spelling without the first bytes of its first text.
fn behind(spelling: &[Piece], bytes: usize) -> Spelling {
    let mut rest = spelling.to_vec();
    match rest.first_mut() {
        Some(Piece::Text(text, _)) if text.len() > bytes => *text = text.get(bytes..).unwrap_or("").to_owned(),
        Some(_) => {
            rest.remove(0);
        }
        None => {}
    }
    rest
}

/// A value: `*` alone is any.
fn value(spelling: Spelling) -> WordPattern {
    match spelling.as_slice() {
        [Piece::Star | Piece::Stars] => WordPattern::One,
        _ => WordPattern::Of(vec![text(spelling)]),
    }
}

/// The text of a spelling; `~` and `$HOME` at its beginning are the home.
fn text(spelling: Spelling) -> TextPattern {
    let mut pieces: Vec<TextPiece> = Vec::with_capacity(spelling.len() + 1);
    let alone = spelling.len() == 1;
    for (at, piece) in spelling.into_iter().enumerate() {
        match piece {
            Piece::Text(text, false) if at == 0 => match behind_home(&text, alone) {
                Some(rest) => {
                    pieces.push(TextPiece::Home);
                    push_text(&mut pieces, rest);
                }
                None => push_text(&mut pieces, &text),
            },
            Piece::Text(text, _) => push_text(&mut pieces, &text),
            Piece::Star | Piece::Stars => pieces.push(TextPiece::Star),
        }
    }
    TextPattern { pieces }
}

fn push_text(pieces: &mut Vec<TextPiece>, text: &str) {
    match pieces.last_mut() {
        Some(TextPiece::Text(before)) => before.push_str(text),
        _ if text.is_empty() => {}
        _ => pieces.push(TextPiece::Text(text.to_owned())),
    }
}

/// What stands behind the home at the beginning of a text. `alone`: nothing stands behind the text.
fn behind_home(text: &str, alone: bool) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("$HOME") {
        return (!rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')).then_some(rest);
    }
    let rest = text.strip_prefix('~')?;
    (rest.starts_with('/') || rest.is_empty() && alone).then_some(rest)
}

fn is_variable(name: &str) -> bool {
    let first = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    first && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The path patterns of a `>PATH` word. Quoted wildcards are sets of one character.
pub(super) fn paths(raw: &Raw) -> Result<Vec<String>, Fault> {
    Ok(spellings(raw)?.into_iter().map(path).collect())
}

fn path(spelling: Spelling) -> String {
    let mut path = String::new();
    let alone = spelling.len() == 1;
    for (at, piece) in spelling.into_iter().enumerate() {
        match piece {
            Piece::Text(text, false) if at == 0 => match behind_home(&text, alone) {
                Some(rest) => path.push_str(&format!("~{rest}")),
                None => path.push_str(&text),
            },
            Piece::Text(text, false) => path.push_str(&text),
            Piece::Text(text, true) => text.chars().for_each(|c| match c {
                '*' | '?' | '[' => path.extend(['[', c, ']']),
                c => path.push(c),
            }),
            Piece::Star => path.push('*'),
            Piece::Stars => path.push_str("**"),
        }
    }
    path
}
