//! The text of a pattern cut into words: quotes taken off, `*` and alternatives kept apart from text.

use super::{Fault, fault};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::words::shown;

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text, and whether it was quoted.
    Text(String, bool),
    /// `*`
    Star,
    /// `**`
    Stars,
}

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Piece(Piece),
    /// `{a|b}`
    Choice(Vec<Vec<Piece>>),
}

/// What a word is before it is known what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RawKind {
    Word,
    /// `>PATH`
    Writes,
    /// `|`
    Pipe,
    /// `…`
    Dots,
}

/// A word as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Raw {
    pub(super) kind: RawKind,
    /// `!` stands before it.
    pub(super) negated: bool,
    pub(super) parts: Vec<Part>,
    pub(super) span: Span,
}

impl Raw {
    /// Whether it is one list of alternatives and nothing else.
    pub(super) fn is_choice(&self) -> bool {
        matches!(self.parts.as_slice(), [Part::Choice(_)])
    }
}

pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    start: usize,
    at: usize,
    /// Slips with one evident reading.
    pub(super) slips: Vec<Diagnostic>,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, start: usize) -> Self {
        Self { text, start, at: 0, slips: Vec::new() }
    }

    /// The place of the whole text, its backticks included.
    pub(super) fn whole(&self) -> Span {
        Span::new(self.start.saturating_sub(1), self.start + self.text.len() + 1)
    }

    /// Characters that no command line is written with.
    pub(super) fn check_characters(&self) -> Result<(), Fault> {
        match self.text.char_indices().find(|(_, c)| c.is_control() && *c != '\t') {
            Some((at, c)) => {
                let span = self.span(at, at + c.len_utf8());
                Err(fault(codes::PATTERN_SIGN, span, "a control character stands in this command pattern", "take it out"))
            }
            None => Ok(()),
        }
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches(is_blank).len();
    }

    pub(super) fn words(&mut self) -> Result<Vec<Raw>, Fault> {
        let mut words = Vec::new();
        self.skip_blanks();
        while let Some(c) = self.peek() {
            words.push(match c {
                '|' => self.pipe()?,
                '>' => self.writes()?,
                _ => match self.dots() {
                    Some(dots) => dots,
                    None => self.word()?,
                },
            });
            self.skip_blanks();
        }
        Ok(words)
    }

    fn pipe(&mut self) -> Result<Raw, Fault> {
        let from = self.at;
        self.at += 1;
        let before = self.text.get(..from).unwrap_or("");
        let apart = before.is_empty() || before.ends_with(is_blank);
        match self.peek() {
            Some('|' | '&') => Err(self.sign(from, 2)),
            next if apart && next.is_none_or(is_blank) => Ok(self.raw(RawKind::Pipe, from)),
            _ => Err(self.joined_pipe(from)),
        }
    }

    /// A pipe that touches a word: alternatives stand in braces.
    fn joined_pipe(&self, from: usize) -> Fault {
        let span = self.span(from, from + 1);
        let help = "write ` | ` with blanks for a pipe, `{a|b}` for alternatives, `'|'` for the sign itself";
        let found = Diagnostic::error(codes::PATTERN_PIPE, span, "this `|` touches a word").help(help);
        Box::new(found.fix("write blanks around it", span, " | ", false))
    }

    fn dots(&mut self) -> Option<Raw> {
        let from = self.at;
        let length = if self.rest().starts_with('…') { '…'.len_utf8() } else { 3 };
        let rest = self.rest();
        let is_dots = rest.starts_with('…') || rest.starts_with("...");
        if !is_dots || rest.get(length..).is_some_and(|behind| !behind.is_empty() && !behind.starts_with(is_blank)) {
            return None;
        }
        self.at += length;
        let raw = self.raw(RawKind::Dots, from);
        if length == 3 && rest.starts_with("...") {
            let found = Diagnostic::error(codes::PUNCTUATION, raw.span, "three dots are written `…`").help("write `…`");
            self.slips.push(found.fix("write `…`", raw.span, "…", true));
        }
        Some(raw)
    }

    fn writes(&mut self) -> Result<Raw, Fault> {
        let from = self.at;
        self.at += 1;
        if let Some('>' | '|' | '&') = self.peek() {
            let span = self.span(from, self.at + 1);
            let found = Diagnostic::error(
                codes::PATTERN_SIGN,
                span,
                format!("`{}` is written `>`", shown(self.text.get(from..=self.at).unwrap_or(">"))),
            );
            return Err(Box::new(found.help("`>PATH` matches every redirection that writes").fix("write `>`", span, ">", false)));
        }
        self.skip_blanks();
        let parts = self.parts(true)?;
        if parts.is_empty() {
            let help = "write the path behind it, as a pattern: `>/etc/**`";
            return Err(fault(codes::PATTERN_EMPTY, self.span(from, from + 1), "this `>` says no path", help));
        }
        Ok(Raw { parts, ..self.raw(RawKind::Writes, from) })
    }

    fn word(&mut self) -> Result<Raw, Fault> {
        let from = self.at;
        let negated = self.rest().starts_with('!');
        self.at += usize::from(negated);
        let parts = self.parts(false)?;
        if parts.is_empty() {
            let help = "`!{a|b}` is any word but these, `!--flag` the absence of a flag; the sign itself is quoted, `'!'`";
            return Err(fault(codes::PATTERN_SIGN, self.span(from, self.at.max(from + 1)), "this `!` stands before nothing", help));
        }
        Ok(Raw { negated, parts, ..self.raw(RawKind::Word, from) })
    }

    fn raw(&self, kind: RawKind, from: usize) -> Raw {
        Raw { kind, negated: false, parts: Vec::new(), span: self.span(from, self.at) }
    }

    /// The parts of a word, up to a blank. In a path `**` may stand beside others.
    fn parts(&mut self, is_path: bool) -> Result<Vec<Part>, Fault> {
        let from = self.at;
        let mut parts: Vec<Part> = Vec::new();
        while let Some(c) = self.peek().filter(|c| !is_blank(*c)) {
            match c {
                '{' => parts.push(Part::Choice(self.choice()?)),
                '}' => return Err(self.braces(self.at, "this `}` closes nothing")),
                '|' => return Err(self.joined_pipe(self.at)),
                _ => {
                    let mut pieces = Vec::new();
                    self.piece(c, &mut pieces)?;
                    parts.extend(pieces.into_iter().map(Part::Piece));
                }
            }
        }
        let stars = parts.contains(&Part::Piece(Piece::Stars));
        if stars && parts.len() > 1 && !is_path {
            let help = "`**` alone is any operands; inside a word `*` is any text without `/`";
            return Err(fault(codes::PATTERN_STAR, self.span(from, self.at), "`**` stands alone", help));
        }
        Ok(parts)
    }

    /// One piece that is no brace, blank or pipe.
    fn piece(&mut self, c: char, pieces: &mut Vec<Piece>) -> Result<(), Fault> {
        let from = self.at;
        match c {
            '\'' => pieces.push(Piece::Text(self.single()?, true)),
            '"' => return self.double(pieces),
            '\\' => {
                self.at += 1;
                let Some(quoted) = self.peek() else {
                    let help = "a backslash quotes the character behind it; the sign itself is `'\\'`";
                    return Err(fault(codes::PATTERN_QUOTES, self.span(from, self.at), "nothing stands behind this backslash", help));
                };
                self.at += quoted.len_utf8();
                pieces.push(Piece::Text(quoted.to_string(), true));
            }
            '*' => {
                let stars = self.rest().len() - self.rest().trim_start_matches('*').len();
                self.at += stars;
                if stars > 2 {
                    let help = "`*` is one word or a part of one, `**` any operands";
                    return Err(fault(codes::PATTERN_STAR, self.span(from, self.at), "three stars say nothing", help));
                }
                pieces.push(if stars == 2 { Piece::Stars } else { Piece::Star });
            }
            ';' | '&' | '(' | ')' | '<' | '>' => return Err(self.sign(from, 1)),
            '$' if self.rest().starts_with("${HOME}") => {
                self.at += "${HOME}".len();
                pieces.push(Piece::Text("$HOME".to_owned(), false));
            }
            '$' if self.rest().starts_with("${") => {
                return Err(self.braces(from, "a variable in braces looks like alternatives"));
            }
            _ => {
                let text: String = self.rest().chars().take_while(|c| is_plain(*c)).collect();
                let text = if text.is_empty() { c.to_string() } else { text };
                self.at += text.len();
                pieces.push(Piece::Text(text, false));
            }
        }
        Ok(())
    }

    fn single(&mut self) -> Result<String, Fault> {
        let from = self.at;
        let inner = self.rest().get(1..).unwrap_or("");
        let Some(end) = inner.find('\'') else { return Err(self.open_quote(from)) };
        self.at += end + 2;
        Ok(inner.get(..end).unwrap_or("").to_owned())
    }

    /// As in a shell a backslash quotes `"`, `\` and `$`, and `$HOME` is the home.
    fn double(&mut self, pieces: &mut Vec<Piece>) -> Result<(), Fault> {
        let from = self.at;
        self.at += 1;
        for home in ["$HOME", "${HOME}"] {
            let behind = self.rest().strip_prefix(home);
            if behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')) {
                self.at += home.len();
                pieces.push(Piece::Text("$HOME".to_owned(), false));
            }
        }
        let mut text = String::new();
        loop {
            let Some(c) = self.peek() else { return Err(self.open_quote(from)) };
            self.at += c.len_utf8();
            match c {
                '"' => break,
                '\\' if self.rest().starts_with(['"', '\\', '$']) => {
                    text.extend(self.peek());
                    self.at += 1;
                }
                c => text.push(c),
            }
        }
        pieces.push(Piece::Text(text, true));
        Ok(())
    }

    fn open_quote(&self, from: usize) -> Fault {
        let help = "close it, or write `\\'` for the sign itself";
        fault(codes::PATTERN_QUOTES, self.span(from, self.text.len()), "these quotes are not closed", help)
    }

    /// `{a|b}`
    fn choice(&mut self) -> Result<Vec<Vec<Piece>>, Fault> {
        let from = self.at;
        self.at += 1;
        let mut alternatives: Vec<Vec<Piece>> = vec![Vec::new()];
        loop {
            match self.peek() {
                None => return Err(self.braces(from, "these braces are not closed")),
                Some('}') => break,
                Some('{') => return Err(self.braces(self.at, "alternatives hold no alternatives")),
                Some('|') => {
                    self.at += 1;
                    alternatives.push(Vec::new());
                }
                Some(c) if is_blank(c) => return Err(self.braces(self.at, "a blank stands in these braces")),
                Some(c) => {
                    let mut pieces = alternatives.pop().unwrap_or_default();
                    self.piece(c, &mut pieces)?;
                    alternatives.push(pieces);
                }
            }
        }
        self.at += 1;
        self.check_choice(from, &alternatives)?;
        Ok(alternatives)
    }

    fn check_choice(&self, from: usize, alternatives: &[Vec<Piece>]) -> Result<(), Fault> {
        let comma = |piece: &Piece| matches!(piece, Piece::Text(text, false) if text.contains(','));
        match alternatives {
            [only] if only.is_empty() => Err(self.braces(from, "these braces list nothing")),
            [only] if only.iter().any(comma) => {
                let span = self.span(from, self.at);
                let mended = self.text.get(from..self.at).unwrap_or("").replace(',', "|");
                let found = Diagnostic::error(codes::PATTERN_BRACES, span, "alternatives are separated by `|`");
                Err(Box::new(found.help(format!("write `{mended}`")).fix("write `|`", span, mended, false)))
            }
            several if several.iter().flatten().any(|piece| *piece == Piece::Stars) => {
                let help = "inside a word `*` is any text without `/`; write a second pattern with `**`";
                Err(fault(codes::PATTERN_STAR, self.span(from, self.at), "`**` is no alternative", help))
            }
            _ => Ok(()),
        }
    }

    fn braces(&self, at: usize, message: &str) -> Fault {
        let help = "alternatives are `{a|b}`, without blanks; braces as text are quoted, `'{}'`";
        fault(codes::PATTERN_BRACES, self.span(at, (at + 1).min(self.text.len())), message, help)
    }

    fn sign(&self, from: usize, length: usize) -> Fault {
        let sign = self.text.get(from..from + length).unwrap_or("");
        let help = match sign {
            ">" => "a redirection is a word of its own: `echo >/etc/**`, whatever it redirects",
            "<" => "what a command reads is asked by `when any reads …`",
            ";" | "&" | "||" | "|&" => "a pattern is one command, or several joined by ` | `; write a pattern for each, or quote the sign",
            _ => "the commands inside are commands of their own: write a pattern for them, or quote the sign",
        };
        fault(codes::PATTERN_SIGN, self.span(from, from + length), format!("`{}` is no part of a command pattern", shown(sign)), help)
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// Characters that are text wherever they stand.
fn is_plain(c: char) -> bool {
    !is_blank(c) && !matches!(c, '\'' | '"' | '\\' | '*' | '{' | '}' | '|' | ';' | '&' | '(' | ')' | '<' | '>' | '$')
}
