//! The cursor over a text: where it is, what it stands in, what it may still cost, and how reading goes on behind an error.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::replace;
use core::ops::Range;

use super::bodies::Unfound;
use super::characters::{BLANK, NAME, class, is_foreign_blank, is_format};
use super::lists::Until;
use super::script::Around;
use super::{Context, ContextKind, Dialect, Part, PartKind, Piece, PieceKind, Script, Setting, Span, Unreadable, UnreadableCause};
use crate::limits::{SHELL_AHEAD, SHELL_CAUSES, SHELL_DEPTH, SHELL_PARTS};

/// Why reading stops; the cause is already listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// It goes on behind this place.
    Here,
    /// A limit was met: it does not go on.
    Whole,
}

/// What one step of reading gives.
pub(super) type Read<T = ()> = Result<T, Stop>;

/// Where the copied inside of backticks comes from.
pub(super) struct Origin<'t> {
    /// Of the text that it was copied from: where that comes from, where it is a copy too.
    pub(super) outer: Option<&'t Origin<'t>>,
    /// Where it begins there.
    pub(super) start: usize,
    /// The places of the copy in front of which a backslash was removed.
    pub(super) removed: Vec<usize>,
}

impl Origin<'_> {
    /// The place in the text that the caller gave.
    fn place(&self, at: usize) -> usize {
        let there = self.start + at + self.removed.partition_point(|&removed| removed < at);
        self.outer.map_or(there, |outer| outer.place(there))
    }
}

/// One cursor.
pub(super) struct Reader<'t, 's> {
    /// The text up to where the innermost region ends: all of it, or a body or the inside of backticks.
    pub(super) text: &'t str,
    /// The next byte.
    pub(super) at: usize,
    pub(super) script: &'s mut Script,
    pub(super) dialect: Dialect,
    pub(super) around: Around,
    /// Bytes that may still be looked at ahead.
    fuel: usize,
    /// The first of the pending bodies that belong to the innermost substitution.
    pub(super) bodies_from: usize,
    /// The first piece of the word under way.
    pub(super) word_from: usize,
    /// Where the last word or redirection ended.
    pub(super) word_end: usize,
    /// For the text of backticks whose escapes were removed: where it comes from.
    pub(super) origin: Option<&'t Origin<'t>>,
    /// A search for the end of a here-document's body that found none.
    pub(super) unfound: Option<Unfound>,
    /// The innermost substitution ends with `)`.
    pub(super) in_parentheses: bool,
    pub(super) depth: u8,
    /// The command just read was a compound one.
    pub(super) compound: bool,
    /// The word under way was continued on the next line.
    pub(super) continued: bool,
}

impl<'t, 's> Reader<'t, 's> {
    /// Reads all of a text into an empty script.
    pub(super) fn run(text: &'t str, dialect: Dialect, script: &'s mut Script) {
        let whole = Span { start: 0, end: index(text.len()) };
        script.contexts.push(Context { kind: ContextKind::Text, span: whole, parts: 0..0, outer: 0, holder: None });
        if text.as_bytes().contains(&0) {
            Reader::new(&without_nul(text, script), dialect, script).read_all();
        } else {
            Reader::new(text, dialect, script).read_all();
        }
        if let Some(context) = script.contexts.first_mut() {
            context.parts = 0..index(script.parts.len());
        }
        script.bench.clear();
        if script.unreadable.len() > 1 {
            script.unreadable.sort_by_key(|unreadable| unreadable.at.start);
        }
    }

    fn new(text: &'t str, dialect: Dialect, script: &'s mut Script) -> Self {
        Reader {
            fuel: text.len() + SHELL_AHEAD,
            text,
            at: 0,
            script,
            dialect,
            around: Around::default(),
            bodies_from: 0,
            word_from: 0,
            word_end: 0,
            origin: None,
            unfound: None,
            in_parentheses: false,
            depth: 0,
            compound: false,
            continued: false,
        }
    }

    fn read_all(&mut self) {
        while let Err(Stop::Here) = self.list(Until::TEXT) {
            self.skip_token();
            self.at = self.at.min(self.text.len());
            self.start_afresh();
        }
        if let Some(body) = self.script.bench.bodies.first() {
            let redirection = self.script.redirections.get(body.redirection).map_or(0, |redirection| redirection.span.start as usize);
            self.mark(UnreadableCause::Unterminated, redirection);
        }
    }

    /// Behind an error: past the token that was wrong.
    fn skip_token(&mut self) {
        // None of these begins a word that is reserved.
        if matches!(self.peek(), b')' | b';' | b'(' | b'&' | b'|') {
            self.at += 1;
            return;
        }
        match self.keyword() {
            Some(keyword) => self.at += keyword.length(),
            None => self.at += self.character().map_or(0, char::len_utf8),
        }
    }

    fn start_afresh(&mut self) {
        let bodies = core::mem::take(&mut self.script.bench.bodies);
        self.script.bench.clear();
        self.script.bench.bodies = bodies;
        self.around = Around { conditional: true, ..Around::default() };
        self.bodies_from = 0;
        self.word_from = 0;
        self.depth = 0;
        self.continued = false;
    }

    /// A reader of the copied inside of backticks, at the same place of the script.
    pub(super) fn within<'c>(&'c mut self, copy: &'c str, origin: &'c Origin<'c>) -> Reader<'c, 'c> {
        Reader {
            text: copy,
            at: 0,
            script: &mut *self.script,
            dialect: self.dialect,
            around: self.around,
            fuel: self.fuel,
            bodies_from: self.bodies_from,
            word_from: self.word_from,
            word_end: 0,
            origin: Some(origin),
            unfound: None,
            in_parentheses: false,
            depth: self.depth,
            compound: false,
            continued: false,
        }
    }

    /// What is left to look ahead.
    pub(super) fn fuel(&self) -> usize {
        self.fuel
    }

    /// Takes over what another reader left.
    pub(super) fn set_fuel(&mut self, fuel: usize) {
        self.fuel = fuel;
    }
}

/// Looking.
impl Reader<'_, '_> {
    /// The next byte; NUL at the end.
    #[inline(always)]
    pub(super) fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// The byte behind it.
    #[inline(always)]
    pub(super) fn peek_at(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// A byte of the text; NUL outside.
    #[inline(always)]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    pub(super) fn character(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    pub(super) fn starts_with(&self, start: &str) -> bool {
        self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(start.as_bytes()))
    }

    /// Where a run of bytes without any of some classes ends.
    #[inline(always)]
    pub(super) fn run_end(&self, from: usize, stop: u8) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while let Some(&byte) = bytes.get(at) {
            if class(byte) & stop != 0 {
                break;
            }
            at += 1;
        }
        at
    }

    /// Where a name that begins at a place ends; the place itself where none does.
    pub(super) fn name_end(&self, from: usize) -> usize {
        if self.byte(from).is_ascii_digit() {
            return from;
        }
        let mut at = from;
        while class(self.byte(at)) & NAME != 0 {
            at += 1;
        }
        at
    }

    /// Past blanks, continued lines, and a comment.
    #[inline(always)]
    pub(super) fn blanks(&mut self) {
        loop {
            let byte = self.peek();
            if class(byte) & BLANK != 0 {
                self.at += 1;
            } else if byte == b'\\' && self.peek_at(1) == b'\n' {
                self.at += 2;
            } else {
                break;
            }
        }
        if self.peek() == b'#' {
            self.comment();
        }
    }

    /// A comment is no quoted text: what is not allowed outside quotes is not allowed in it.
    fn comment(&mut self) {
        loop {
            match self.peek() {
                0 | b'\n' => return,
                1..=31 | 127..=255 => self.foreign(),
                _ => self.at += 1,
            }
        }
    }

    /// Past a character that is neither plain nor the shell's, outside quotes.
    pub(super) fn foreign(&mut self) {
        let start = self.at;
        let Some(character) = self.character() else { return };
        self.at += character.len_utf8();
        let cause = match character {
            '\t' | '\n' => return,
            _ if character.is_control() => UnreadableCause::ControlCharacter,
            _ if character.is_ascii() => return,
            _ if is_format(character) => UnreadableCause::FormatCharacter,
            _ if is_foreign_blank(character) => UnreadableCause::ForeignBlank,
            _ => return,
        };
        self.mark(cause, start);
    }

    /// Pays for looking ahead.
    pub(super) fn pay(&mut self, bytes: usize) -> Read {
        match self.fuel.checked_sub(bytes) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => {
                self.mark(UnreadableCause::TooMuchWork, self.at);
                Err(Stop::Whole)
            }
        }
    }
}

/// Noting.
impl Reader<'_, '_> {
    /// The span of a run, in the text that the caller gave.
    #[inline(always)]
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        // Behind an error the cursor may be past the end.
        let (start, end) = (start.min(self.text.len()), end.min(self.text.len()));
        match self.origin {
            None => Span { start: index(start), end: index(end) },
            Some(origin) => Span { start: index(origin.place(start)), end: index(origin.place(end)) },
        }
    }

    /// Lists what cannot be read; reading goes on.
    #[cold]
    pub(super) fn mark(&mut self, cause: UnreadableCause, start: usize) {
        if self.script.unreadable.len() >= SHELL_CAUSES {
            return;
        }
        let end = if self.at > start { self.at.min(self.text.len()) } else { start + self.character().map_or(0, char::len_utf8) };
        let at = self.span(start, end);
        let known = self.script.unreadable.last() == Some(&Unreadable { cause, at });
        if !known {
            self.script.unreadable.push(Unreadable { cause, at });
        }
    }

    /// Lists what cannot be read; reading goes on behind the cursor.
    #[cold]
    pub(super) fn fail<T>(&mut self, cause: UnreadableCause, start: usize) -> Read<T> {
        self.mark(cause, start);
        Err(Stop::Here)
    }

    /// The token at the cursor has no place here.
    #[cold]
    pub(super) fn wrong<T>(&mut self) -> Read<T> {
        self.fail(UnreadableCause::Syntax, self.at)
    }

    /// What began at a place never ends.
    #[cold]
    pub(super) fn endless<T>(&mut self, start: usize) -> Read<T> {
        self.at = self.text.len();
        self.fail(UnreadableCause::Unterminated, start)
    }

    /// Shells read what began at a place differently; it is read as bash does.
    #[cold]
    pub(super) fn ambiguous(&mut self, start: usize) {
        self.mark(UnreadableCause::Ambiguous, start);
    }

    #[inline(always)]
    pub(super) fn is_zsh(&self) -> bool {
        self.dialect == Dialect::Zsh
    }

    /// Grammar that bash has beyond POSIX.
    #[inline(always)]
    pub(super) fn beyond_posix(&mut self, start: usize) {
        if self.dialect == Dialect::Posix {
            self.ambiguous(start);
        }
    }

    /// What zsh reads otherwise.
    #[inline(always)]
    pub(super) fn other_in_zsh(&mut self, start: usize) {
        if self.dialect == Dialect::Zsh {
            self.ambiguous(start);
        }
    }

    /// One level down.
    pub(super) fn enter(&mut self) -> Read {
        if self.depth >= SHELL_DEPTH {
            self.mark(UnreadableCause::TooDeep, self.at);
            return Err(Stop::Whole);
        }
        self.depth += 1;
        Ok(())
    }

    /// One level up.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// A part that begins here.
    pub(super) fn open_part(&mut self, kind: PartKind) -> Read<u32> {
        if self.script.parts.len() >= SHELL_PARTS {
            self.mark(UnreadableCause::TooManyParts, self.at);
            return Err(Stop::Whole);
        }
        let part = index(self.script.parts.len());
        let Around { context, function, background, conditional, subshell, .. } = self.around;
        let span = self.span(self.at, self.at);
        let (words, assignments) = (0..0, 0..0);
        self.script.parts.push(Part { kind, span, words, assignments, context, background, conditional, subshell, function });
        Ok(part)
    }

    /// The parts since a number.
    #[inline(always)]
    pub(super) fn parts_from(&self, first: usize) -> Range<u32> {
        index(first)..index(self.script.parts.len())
    }

    /// Adds text of the text, or of the shell's making.
    #[inline(always)]
    pub(super) fn cook(&mut self, from: usize, to: usize) -> Range<u32> {
        let start = index(self.script.cooked.len());
        self.script.cooked.push_str(self.text.get(from..to).unwrap_or_default());
        start..index(self.script.cooked.len())
    }

    /// A piece of the word under way, spelled from a place to the cursor.
    #[inline(always)]
    pub(super) fn piece(&mut self, kind: PieceKind, quoted: bool, text: Range<u32>, start: usize) {
        let span = self.span(start, self.at);
        self.script.bench.pieces.push(Piece { kind, quoted, text, span });
    }

    /// A piece without text.
    pub(super) fn bare_piece(&mut self, kind: PieceKind, quoted: bool, start: usize) {
        let end = index(self.script.cooked.len());
        self.piece(kind, quoted, end..end, start);
    }

    /// Literal text of the text, joined to literal text before it.
    #[inline(always)]
    pub(super) fn literal(&mut self, quoted: bool, from: usize, to: usize, start: usize) {
        let text = self.cook(from, to);
        self.join(quoted, text, start);
    }

    /// Literal text that is cooked already, likewise.
    #[inline(always)]
    pub(super) fn join(&mut self, quoted: bool, text: Range<u32>, start: usize) {
        let end = self.span(start, self.at).end;
        let bench = &mut self.script.bench;
        let inside = bench.pieces.len() > self.word_from;
        match bench.pieces.last_mut() {
            Some(last) if inside && last.kind == PieceKind::Literal && last.quoted == quoted && last.text.end == text.start => {
                last.text.end = text.end;
                last.span.end = end;
            }
            _ => self.piece(PieceKind::Literal, quoted, text, start),
        }
    }

    /// A variable that grammar sets; an empty run of the text where it may be any.
    pub(super) fn setting(&mut self, from: usize, to: usize, start: usize) {
        let name = self.cook(from, to);
        let span = self.span(start, self.at);
        self.script.settings.push(Setting { name, span });
    }

    /// Puts what a place stands in back to what it was, and gives what it became.
    pub(super) fn surround(&mut self, around: Around) -> Around {
        replace(&mut self.around, around)
    }
}

/// An offset as the arenas keep it; texts are shorter than that by the limit.
#[inline(always)]
pub(super) fn index(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// No shell reads a text with NUL whole: each is listed, and read as a control character.
fn without_nul(text: &str, script: &mut Script) -> String {
    for (at, _) in text.match_indices('\0').take(SHELL_CAUSES / 2) {
        let at = Span { start: index(at), end: index(at + 1) };
        script.unreadable.push(Unreadable { cause: UnreadableCause::ControlCharacter, at });
    }
    text.replace('\0', "\u{1}")
}
