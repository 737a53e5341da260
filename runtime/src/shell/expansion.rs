//! What a `$` or a backtick begins: parameters, substitutions, arithmetic.

use core::mem::replace;

use alloc::string::String;
use alloc::vec::Vec;

use super::characters::{NAME, class};
use super::lists::Until;
use super::reader::{Origin, Read, Reader, Stop, index};
use super::script::Around;
use super::{Context, ContextKind, Dialect, PieceKind, UnreadableCause};
use crate::limits::SHELL_DEPTH;

/// What quotes mean behind the operator of `${ … }` inside double quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operand {
    /// `:-` and its like: a single quote is text.
    Value,
    /// `%`, `#`, `/`, `^`, `,`: it quotes.
    Pattern,
    /// Shells differ.
    Other,
}

impl Reader<'_, '_> {
    /// What begins with `$`.
    pub(super) fn dollar(&mut self, quoted: bool) -> Read {
        let next = self.peek_at(1);
        match next {
            b'(' if self.peek_at(2) == b'(' => self.sum_or_substitution(quoted),
            b'(' => self.substitution(quoted),
            b'{' => self.braced(quoted),
            b'[' => self.old_sum(quoted),
            b'\'' if !quoted => self.ansi_quoted(),
            b'"' if !quoted => {
                self.beyond_posix(self.at);
                self.at += 1;
                self.double_quoted()
            }
            b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' => {
                self.parameter(2, PieceKind::Computed, quoted);
                Ok(())
            }
            byte if class(byte) & NAME != 0 => {
                let end = self.name_end(self.at + 1);
                self.parameter(end - self.at, PieceKind::Parameter, quoted);
                Ok(())
            }
            _ => {
                self.lone_dollar(quoted);
                Ok(())
            }
        }
    }

    /// A `$` that begins nothing.
    fn lone_dollar(&mut self, quoted: bool) {
        let start = self.at;
        self.at += 1;
        if self.peek() == b'\\' && self.peek_at(1) == b'\n' {
            self.ambiguous(start);
        }
        if matches!(self.peek(), b'=' | b'~' | b'^' | b'+' | b':') {
            self.other_in_zsh(start);
        }
        self.literal(quoted, start, self.at, start);
    }

    /// `$name`, `$1`
    fn parameter(&mut self, length: usize, kind: PieceKind, quoted: bool) {
        let start = self.at;
        self.at += length;
        if self.peek() == b'\\' && self.peek_at(1) == b'\n' && kind == PieceKind::Parameter && class(self.peek_at(2)) & NAME != 0 {
            self.ambiguous(start);
        }
        if self.peek() == b'[' || (self.peek() == b':' && self.peek_at(1).is_ascii_alphabetic()) {
            self.other_in_zsh(start);
        }
        let text = self.cook(start + 1, self.at);
        self.piece(kind, quoted, text, start);
    }

    fn sum_or_substitution(&mut self, quoted: bool) -> Read {
        if let Some(end) = self.sum_end(self.at + 3)? {
            return self.sum_expansion(end, quoted);
        }
        if self.dialect != Dialect::Bash {
            self.ambiguous(self.at);
        }
        self.substitution(quoted)
    }

    /// `$( … )`
    fn substitution(&mut self, quoted: bool) -> Read {
        let start = self.at;
        self.at += 2;
        if self.peek() == b'\\' && self.peek_at(1) == b'\n' && matches!(self.peek_at(2), b'(' | b'\\') {
            self.ambiguous(start);
        }
        let context = self.substituted(ContextKind::Substitution, start)?;
        self.bare_piece(PieceKind::Substitution(context), quoted, start);
        Ok(())
    }

    /// The list of a substitution, and past its `)`. Its context.
    pub(super) fn substituted(&mut self, kind: ContextKind, start: usize) -> Read<u32> {
        let (context, read) = self.inside(kind, start, Until::PAREN);
        if read.is_ok() {
            self.at += 1;
        }
        self.close_context(context, start);
        read.map(|()| context)
    }

    /// A list in a context of its own.
    fn inside(&mut self, kind: ContextKind, start: usize, until: Until) -> (u32, Read) {
        let context = index(self.script.contexts.len());
        let parts = self.parts_from(self.script.parts.len());
        let (span, Around { context: outer, holder, .. }) = (self.span(start, self.at), self.around);
        if let Err(stop) = self.enter() {
            return (outer, Err(stop));
        }
        self.script.contexts.push(Context { kind, span, parts, outer, holder });
        let around = self.surround(Around { context, holder: None, subshell: true, ..self.around });
        let bodies = self.script.bench.bodies.len();
        let bodies_from = replace(&mut self.bodies_from, bodies);
        let in_parentheses = replace(&mut self.in_parentheses, until == Until::PAREN);
        let word_from = self.word_from;
        let read = self.list(until);
        self.word_from = word_from;
        self.in_parentheses = in_parentheses;
        self.bodies_from = bodies_from;
        self.around = around;
        self.leave();
        if read.is_ok() && self.script.bench.bodies.len() > bodies {
            self.mark(UnreadableCause::Unterminated, start);
        }
        (context, read.map(|_| ()))
    }

    fn close_context(&mut self, context: u32, start: usize) {
        let end = index(self.script.parts.len());
        let span = self.span(start, self.at);
        if context == self.around.context {
            return;
        }
        if let Some(context) = self.script.contexts.get_mut(context as usize) {
            context.parts.end = end;
            context.span = span;
        }
    }
}

/// Backticks.
impl Reader<'_, '_> {
    /// `` `…` ``: the text up to the next one that is not escaped, some escapes removed.
    pub(super) fn backticks(&mut self, in_quotes: bool) -> Read {
        let start = self.at;
        let Some((end, escaped)) = self.backtick_end(start + 1, in_quotes) else { return self.endless(start) };
        if end == start + 1 && self.depth < SHELL_DEPTH {
            self.empty_backticks(start, in_quotes);
            return Ok(());
        }
        let (context, read) = if escaped { self.escaped_backticks(start, end, in_quotes) } else { self.plain_backticks(start, end) };
        self.at = end + 1;
        self.close_context(context, start);
        if read == Err(Stop::Whole) {
            return read;
        }
        self.bare_piece(PieceKind::Substitution(context), in_quotes, start);
        Ok(())
    }

    /// Nothing between them: nothing to read.
    fn empty_backticks(&mut self, start: usize, in_quotes: bool) {
        self.at = start + 2;
        let context = index(self.script.contexts.len());
        let parts = self.parts_from(self.script.parts.len());
        let (span, Around { context: outer, holder, .. }) = (self.span(start, self.at), self.around);
        self.script.contexts.push(Context { kind: ContextKind::Substitution, span, parts, outer, holder });
        self.bare_piece(PieceKind::Substitution(context), in_quotes, start);
    }

    /// Where it ends, and whether an escape must be removed.
    fn backtick_end(&self, from: usize, in_quotes: bool) -> Option<(usize, bool)> {
        let mut at = from;
        let mut escaped = false;
        loop {
            match self.byte(at) {
                0 => return None,
                b'`' => return Some((at, escaped)),
                b'\\' => {
                    escaped |= is_backtick_escape(self.byte(at + 1), in_quotes);
                    at += 2;
                }
                _ => at += 1,
            }
        }
    }

    /// Without escapes it is read in place.
    fn plain_backticks(&mut self, start: usize, end: usize) -> (u32, Read) {
        let text = self.text;
        let depth = self.depth;
        self.text = text.get(..end).unwrap_or_default();
        self.at = start + 1;
        let given = self.inside(ContextKind::Substitution, start, Until::TEXT);
        self.text = text;
        self.depth = depth;
        given
    }

    fn escaped_backticks(&mut self, start: usize, end: usize, in_quotes: bool) -> (u32, Read) {
        let (copy, removed) = without_escapes(self.text.get(start + 1..end).unwrap_or_default(), in_quotes);
        let origin = Origin { outer: self.origin, start: start + 1, removed };
        let mut inner = self.within(&copy, &origin);
        let given = inner.inside(ContextKind::Substitution, 0, Until::TEXT);
        let fuel = inner.fuel();
        self.set_fuel(fuel);
        given
    }
}

fn is_backtick_escape(byte: u8, in_quotes: bool) -> bool {
    matches!(byte, b'`' | b'\\' | b'$') || byte == b'"' && in_quotes
}

/// The text as the inner shell reads it, and the places where a backslash is missing.
fn without_escapes(text: &str, in_quotes: bool) -> (String, Vec<usize>) {
    let mut copy = String::with_capacity(text.len());
    let mut removed = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.peek().copied().filter(|next| character == '\\' && next.is_ascii());
        match escaped {
            Some(next) if is_backtick_escape(next as u8, in_quotes) => {
                removed.push(copy.len());
                copy.push(next);
                characters.next();
            }
            _ => copy.push(character),
        }
    }
    (copy, removed)
}

/// `${ … }`
impl Reader<'_, '_> {
    fn braced(&mut self, quoted: bool) -> Read {
        if matches!(self.peek_at(2), b' ' | b'\t' | b'\n' | b'|') {
            return self.function_substitution(quoted);
        }
        let start = self.at;
        self.enter()?;
        self.at += 2;
        let pieces = self.script.bench.pieces.len();
        let word_from = replace(&mut self.word_from, pieces);
        let read = self.braced_inside(quoted, start);
        self.script.bench.pieces.truncate(pieces);
        self.word_from = word_from;
        self.leave();
        let (kind, name) = read?;
        self.at += 1;
        self.piece(kind, quoted, name, start);
        Ok(())
    }

    /// `${ …; }` of newer shells; older ones refuse it when they come to it.
    fn function_substitution(&mut self, quoted: bool) -> Read {
        let start = self.at;
        self.ambiguous(start);
        self.at += if self.peek_at(2) == b'|' { 3 } else { 2 };
        let (context, read) = self.inside(ContextKind::Substitution, start, Until::BRACE);
        if read.is_ok() {
            self.at += 1;
        }
        self.close_context(context, start);
        read?;
        self.bare_piece(PieceKind::Substitution(context), quoted, start);
        Ok(())
    }

    /// Up to the `}`: what the piece is, and its name.
    fn braced_inside(&mut self, quoted: bool, start: usize) -> Read<(PieceKind, core::ops::Range<u32>)> {
        let prefixed = self.braced_prefix(start);
        let name = self.at;
        self.braced_name(start);
        let name_end = self.at;
        let subscript = self.peek() == b'[' && name_end > name;
        if subscript {
            self.beyond_posix(start);
            self.subscript()?;
        }
        if prefixed && matches!(self.peek(), b'*' | b'@') && self.peek_at(1) == b'}' {
            // The names that begin so.
            self.at += 1;
        }
        let bare = self.peek() == b'}';
        let word = class(self.byte(name)) & NAME != 0 && !self.byte(name).is_ascii_digit();
        if !bare {
            let operand = self.braced_operator(name, name_end, start);
            self.operand(quoted, operand, start)?;
        }
        let kind = if bare && word && !prefixed && !subscript { PieceKind::Parameter } else { PieceKind::Computed };
        let text = if prefixed { self.cook(name, name) } else { self.cook(name, name_end) };
        Ok((kind, text))
    }

    /// Past `!` and `#` in front of a name.
    fn braced_prefix(&mut self, start: usize) -> bool {
        let named = class(self.peek_at(1)) & NAME != 0;
        let special = matches!(self.peek_at(1), b'@' | b'*' | b'#' | b'?' | b'-' | b'!' | b'$');
        let prefixed = match self.peek() {
            b'!' => named || special,
            b'#' => named || special && self.peek_at(2) == b'}',
            _ => false,
        };
        if prefixed {
            if self.peek() == b'!' {
                self.beyond_posix(start);
            }
            self.at += 1;
        }
        prefixed
    }

    fn braced_name(&mut self, start: usize) {
        let first = self.peek();
        if first.is_ascii_digit() {
            while self.peek().is_ascii_digit() {
                self.at += 1;
            }
        } else if class(first) & NAME != 0 {
            self.at = self.name_end(self.at);
        } else if matches!(first, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') {
            self.at += 1;
        } else {
            self.mark(UnreadableCause::Syntax, start);
        }
        if self.peek() == b'\\' && self.peek_at(1) == b'\n' {
            self.ambiguous(start);
        }
    }

    /// Past the operator behind a name.
    fn braced_operator(&mut self, name: usize, name_end: usize, start: usize) -> Operand {
        let mut operator = self.peek();
        let colon = operator == b':';
        self.at += 1;
        if colon && matches!(self.peek(), b'-' | b'=' | b'?' | b'+') {
            operator = self.peek();
            self.at += 1;
        }
        match operator {
            b'=' => {
                self.setting(name, name_end, start);
                Operand::Value
            }
            b'-' | b'?' | b'+' => Operand::Value,
            b'%' | b'#' => Operand::Pattern,
            b'/' | b'^' | b',' => {
                self.beyond_posix(start);
                Operand::Pattern
            }
            b':' | b'@' | b'~' => {
                self.beyond_posix(start);
                if operator == b'@' && self.peek() == b'P' {
                    // The value is expanded as a prompt is: commands in it run.
                    self.ambiguous(start);
                }
                Operand::Other
            }
            _ => {
                self.at -= 1;
                self.mark(UnreadableCause::Syntax, start);
                Operand::Other
            }
        }
    }

    /// The rest of `${ … }` up to its `}`: only substitutions count.
    fn operand(&mut self, in_quotes: bool, operand: Operand, start: usize) -> Read {
        loop {
            match self.peek() {
                0 => return self.endless(start),
                b'}' => return Ok(()),
                b'"' => self.double_quoted()?,
                b'$' => self.dollar(in_quotes)?,
                b'`' => self.backticks(in_quotes)?,
                b'\\' => self.at += 1 + self.character_length(1),
                b'\'' if !in_quotes || operand == Operand::Pattern => self.single_quoted()?,
                b'\'' => {
                    self.at += 1;
                    if operand == Operand::Other {
                        self.ambiguous(start);
                    }
                }
                b'<' | b'>' if !in_quotes && self.peek_at(1) == b'(' => {
                    let at = self.at;
                    self.beyond_posix(at);
                    self.at += 2;
                    let kind = if self.byte(at) == b'<' { ContextKind::ProcessIn } else { ContextKind::ProcessOut };
                    self.substituted(kind, at)?;
                }
                1..=31 | 127..=255 if !in_quotes => self.foreign(),
                _ => self.at += 1,
            }
        }
    }
}
