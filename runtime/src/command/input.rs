//! What a program gets for input: a here-document, a here-string, the output of what stands before a pipe where the text says it.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::expand::{Field, range};
use super::level::{Level, Stdin};
use super::reading::{Certainty, Text};
use super::working::{Place, Working};
use crate::shell::{ContextKind, Dialect, PartKind, Pipe, Redirection, RedirectionKind};

/// Stages of a pipeline through which a text is followed.
const STAGES: usize = 8;

/// Where a part's input comes from.
enum Source<'l> {
    Redirection(&'l Redirection),
    Pipe(&'l Pipe),
    Outside,
}

impl Working<'_> {
    /// A layer's input, and whether it comes through a pipe.
    pub(super) fn stdin_of(&mut self, level: &Level<'_>, place: &Place) -> (Stdin, bool) {
        if !place.input {
            return (Stdin::Unread, false);
        }
        self.stdin_of_part(level, place.part, STAGES)
    }

    fn stdin_of_part(&mut self, level: &Level<'_>, part: u32, stages: usize) -> (Stdin, bool) {
        match source(level, part) {
            Source::Outside if is_fed(level, part) => (Stdin::Unread, true),
            Source::Outside => (level.stdin, false),
            Source::Redirection(redirection) => (self.redirected(level, redirection), false),
            Source::Pipe(pipe) => (self.piped(level, pipe, stages), true),
        }
    }

    fn redirected(&mut self, level: &Level<'_>, redirection: &Redirection) -> Stdin {
        let word = match (redirection.kind, redirection.body) {
            (RedirectionKind::HereDocument, Some(body)) => body.word,
            (RedirectionKind::HereString, _) => redirection.target,
            _ => return Stdin::Unread,
        };
        let field = self.expand_whole(level, word);
        stdin_of_text(&field.text)
    }

    fn piped(&mut self, level: &Level<'_>, pipe: &Pipe, stages: usize) -> Stdin {
        let mut parts = level.direct(&pipe.left, pipe.context);
        match (parts.next(), parts.next(), stages.checked_sub(1)) {
            (Some(only), None, Some(stages)) => self.output(level, only, stages),
            _ => Stdin::Unread,
        }
    }

    /// What a part puts out, where the text says it.
    pub(super) fn put_out(&mut self, level: &Level<'_>, part: u32) -> Stdin {
        self.output(level, part, STAGES)
    }

    fn output(&mut self, level: &Level<'_>, part: u32, stages: usize) -> Stdin {
        let Some(found) = level.script.parts.get(part as usize).filter(|found| found.kind == PartKind::Simple) else {
            return Stdin::Unread;
        };
        let mut fields: Vec<Field> = Vec::new();
        for word in found.words.clone() {
            self.expand(level, word, &mut fields);
        }
        if fields.iter().any(|field| field.text.certainty > Certainty::Expanded) {
            return Stdin::Unread;
        }
        let Some((program, operands)) = fields.split_first() else { return Stdin::Unread };
        let program = self.out.known(&program.text);
        let text = match program.rsplit('/').next().unwrap_or_default() {
            "cat" | "tee" if operands.is_empty() => return self.stdin_of_part(level, part, stages).0,
            "echo" => self.echoed(level.dialect, operands),
            "printf" => self.printed(operands),
            _ => None,
        };
        let Some(text) = text else { return Stdin::Unread };
        let start = self.out.cooked.len();
        self.out.cooked.push_str(&text);
        let text = range(start, self.out.cooked.len());
        Stdin::Text(text.start, text.end)
    }

    fn echoed(&self, dialect: Dialect, operands: &[Field]) -> Option<String> {
        let (mut escapes, mut at) = (dialect != Dialect::Bash, 0);
        let (mut newline, known) = ("\n", |field: &Field| self.out.known(&field.text));
        while let Some(option) = operands.get(at).map(known).filter(|text| is_echo_option(text)) {
            escapes |= option.contains('e');
            if option.contains('n') {
                newline = "";
            }
            at += 1;
        }
        let words: Vec<&str> = operands.get(at..)?.iter().map(known).collect();
        let text = words.join(" ") + newline;
        if escapes { unescaped(&text) } else { Some(text) }
    }

    fn printed(&self, operands: &[Field]) -> Option<String> {
        let mut words = operands.iter().map(|field| self.out.known(&field.text)).skip_while(|word| *word == "--");
        let format = unescaped(words.next()?)?;
        let (mut text, mut rest) = (String::new(), words.peekable());
        loop {
            let used = formatted(&format, &mut rest, &mut text)?;
            if rest.peek().is_none() || !used {
                return Some(text);
            }
        }
    }

    /// The input's text with holes for what is not known; whether there is any.
    pub(super) fn input_with_holes(&mut self, level: &Level<'_>, place: &Place) -> (String, bool) {
        let mut text = String::new();
        let word = match source(level, place.part) {
            Source::Redirection(redirection) if place.input => body_word(redirection),
            _ => None,
        };
        if let Some(word) = word {
            self.text_with_holes(level, word, &mut text);
        }
        (text, word.is_some())
    }

    /// Substitutions whose output is in a part's input text.
    pub(super) fn input_sources(&mut self, level: &Level<'_>, place: &Place, index: u32) {
        if let (true, Source::Redirection(redirection)) = (place.input, source(level, place.part))
            && let Some(word) = body_word(redirection)
        {
            self.code_sources(level, word, index);
        }
    }
}

/// Whether a part stands in `>( … )`, so that something writes to its input.
fn is_fed(level: &Level<'_>, part: u32) -> bool {
    let mut at = level.script.parts.get(part as usize).map_or(0, |part| part.context);
    for _ in 0..crate::limits::SHELL_DEPTH {
        let Some(context) = level.script.contexts.get(at as usize) else { return false };
        if context.kind == ContextKind::ProcessOut {
            return true;
        }
        if at == 0 || context.outer == at {
            return false;
        }
        at = context.outer;
    }
    false
}

fn body_word(redirection: &Redirection) -> Option<u32> {
    match redirection.kind {
        RedirectionKind::HereDocument => redirection.body.map(|body| body.word),
        RedirectionKind::HereString => Some(redirection.target),
        _ => None,
    }
}

fn stdin_of_text(text: &Text) -> Stdin {
    match text.certainty {
        Certainty::Literal | Certainty::Expanded => Stdin::Text(text.cooked.start, text.cooked.end),
        _ => Stdin::Unread,
    }
}

/// The innermost of the redirections and pipes that give a part its input; of two alike the redirection, and the later one.
fn source<'l>(level: &Level<'l>, part: u32) -> Source<'l> {
    let duplicates = |redirection: &Redirection| {
        redirection.kind == RedirectionKind::Duplicate
            && level
                .text
                .get(redirection.span.start as usize..)
                .is_some_and(|text| text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('<'))
    };
    let is_input = |redirection: &&Redirection| {
        let input = duplicates(redirection)
            || matches!(
                redirection.kind,
                RedirectionKind::Read | RedirectionKind::ReadWrite | RedirectionKind::HereDocument | RedirectionKind::HereString
            );
        input && matches!(redirection.descriptor, None | Some(0))
    };
    let size = |parts: &Range<u32>| parts.len();
    let redirection =
        level.redirections(part).filter(is_input).reduce(|best, next| if size(&next.parts) <= size(&best.parts) { next } else { best });
    let pipe = level.script.pipes.iter().filter(|pipe| pipe.right.contains(&part)).min_by_key(|pipe| size(&pipe.right));
    match (redirection, pipe) {
        (Some(redirection), Some(pipe)) if size(&pipe.right) < size(&redirection.parts) => Source::Pipe(pipe),
        (Some(redirection), _) => Source::Redirection(redirection),
        (None, Some(pipe)) => Source::Pipe(pipe),
        (None, None) => Source::Outside,
    }
}

fn is_echo_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && word.bytes().skip(1).all(|byte| matches!(byte, b'n' | b'e' | b'E'))
}

/// Backslash escapes of `echo -e` and `printf`; `None` where they are not understood.
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('\\') => out.push('\\'),
            Some(quote @ ('"' | '\'')) => out.push(quote),
            Some('x') => out.push(number(&mut characters, 16, 2)?),
            Some(digit @ '0'..='7') => {
                let first = if digit == '0' { 0 } else { digit.to_digit(8)? };
                out.push(octal(&mut characters, first, if digit == '0' { 3 } else { 2 })?);
            }
            _ => return None,
        }
    }
    Some(out)
}

fn number(characters: &mut core::iter::Peekable<core::str::Chars<'_>>, radix: u32, most: usize) -> Option<char> {
    let (mut value, mut count) = (0, 0);
    while let Some(digit) = characters.peek().and_then(|next| next.to_digit(radix)).filter(|_| count < most) {
        value = value * radix + digit;
        count += 1;
        characters.next();
    }
    ascii(value).filter(|_| count > 0)
}

fn octal(characters: &mut core::iter::Peekable<core::str::Chars<'_>>, first: u32, most: usize) -> Option<char> {
    let (mut value, mut count) = (first, 0);
    while let Some(digit) = characters.peek().and_then(|next| next.to_digit(8)).filter(|_| count < most) {
        value = value * 8 + digit;
        count += 1;
        characters.next();
    }
    ascii(value)
}

fn ascii(value: u32) -> Option<char> {
    char::from_u32(value).filter(char::is_ascii)
}

/// One turn of a format; whether it used a word. `None` where it is not understood.
fn formatted<'a>(format: &str, words: &mut core::iter::Peekable<impl Iterator<Item = &'a str>>, text: &mut String) -> Option<bool> {
    let mut used = false;
    let mut characters = format.chars();
    while let Some(character) = characters.next() {
        match (character, if character == '%' { characters.next() } else { None }) {
            ('%', Some('%')) => text.push('%'),
            ('%', Some('s')) => {
                text.push_str(words.next().unwrap_or_default());
                used = true;
            }
            ('%', Some('b')) => {
                text.push_str(&unescaped(words.next().unwrap_or_default())?);
                used = true;
            }
            ('%', _) => return None,
            (other, _) => text.push(other),
        }
        if text.len() > crate::limits::SHELL_BYTES {
            return None;
        }
    }
    Some(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_echo_and_printf_are_understood() {
        assert_eq!(unescaped(r"a\tb\x41\101\0101\\").as_deref(), Some("a\tbAAA\\"));
        assert_eq!(unescaped(r"\q"), None);
        assert_eq!(unescaped(r"\x"), None);
    }
}
