//! Arithmetic: where it ends, and what is substituted in it. It is not computed.

use super::PieceKind;
use super::characters::{SUM, class};
use super::reader::{Read, Reader};

impl Reader<'_, '_> {
    /// Where the `))` stands that ends what began in front of a place; none where a single `)` does, and it is a subshell.
    pub(super) fn sum_end(&mut self, from: usize) -> Read<Option<usize>> {
        let mut depth = 0_u32;
        let mut at = from;
        let end = loop {
            match self.byte(at) {
                0 => break None,
                b'\\' => at += 1,
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                b')' => break (self.byte(at + 1) == b')').then_some(at),
                quote @ (b'\'' | b'"' | b'`') => at = self.quote_end(at, quote),
                _ => {}
            }
            at += 1;
        };
        self.pay(at.min(self.text.len()).saturating_sub(from))?;
        Ok(end)
    }

    /// The quote that ends what one began; only looked at.
    fn quote_end(&self, from: usize, quote: u8) -> usize {
        let mut at = from + 1;
        loop {
            match self.byte(at) {
                0 => return at.saturating_sub(1),
                b'\\' if quote != b'\'' => at += 1,
                byte if byte == quote => return at,
                _ => {}
            }
            at += 1;
        }
    }

    /// The text of arithmetic up to a place. Quotes do not keep substitutions from it.
    pub(super) fn sum(&mut self, end: usize) -> Read {
        let start = self.at;
        let pieces = self.script.bench.pieces.len();
        let word_from = core::mem::replace(&mut self.word_from, pieces);
        while self.at < end {
            self.sum_step(end)?;
        }
        self.script.bench.pieces.truncate(pieces);
        self.word_from = word_from;
        if self.at > end {
            self.ambiguous(start);
        }
        Ok(())
    }

    fn sum_step(&mut self, end: usize) -> Read {
        match self.peek() {
            b'$' => return self.dollar(true),
            b'`' => return self.backticks(true),
            b'\\' => self.at += 1 + self.character_length(1),
            b'=' if self.assigns() => self.any_setting(),
            sign @ (b'+' | b'-') if self.peek_at(1) == sign => self.any_setting(),
            byte if class(byte) & SUM != 0 => self.at += 1,
            _ => self.at = self.run_end(self.at, SUM).min(end),
        }
        Ok(())
    }

    /// Whether the `=` at the cursor sets something: it is no part of a comparison.
    fn assigns(&self) -> bool {
        let before = |back: usize| if self.at >= back { self.byte(self.at - back) } else { 0 };
        match (before(1), before(2)) {
            (b'=' | b'!', _) => false,
            (b'<', second) => second == b'<',
            (b'>', second) => second == b'>',
            _ => self.peek_at(1) != b'=',
        }
    }

    /// Arithmetic sets a variable; which one is not looked for.
    fn any_setting(&mut self) {
        self.at += 1;
        self.setting(self.at, self.at, self.at - 1);
    }

    /// `$(( … ))` where its end is known.
    pub(super) fn sum_expansion(&mut self, end: usize, quoted: bool) -> Read {
        let start = self.at;
        self.at += 3;
        self.enter()?;
        let read = self.sum(end);
        self.leave();
        self.at = self.at.max(end) + 2;
        read?;
        self.bare_piece(PieceKind::Arithmetic, quoted, start);
        Ok(())
    }

    /// `$[ … ]`
    pub(super) fn old_sum(&mut self, quoted: bool) -> Read {
        let start = self.at;
        self.beyond_posix(start);
        self.at += 1;
        self.subscript()?;
        self.bare_piece(PieceKind::Arithmetic, quoted, start);
        Ok(())
    }

    /// `[ … ]`, with what is substituted in it.
    pub(super) fn subscript(&mut self) -> Read {
        let start = self.at;
        self.enter()?;
        let pieces = self.script.bench.pieces.len();
        let word_from = core::mem::replace(&mut self.word_from, pieces);
        let read = self.subscript_text(start);
        self.script.bench.pieces.truncate(pieces);
        self.word_from = word_from;
        self.leave();
        read
    }

    fn subscript_text(&mut self, start: usize) -> Read {
        let mut depth = 0_u32;
        loop {
            match self.peek() {
                0 => return self.endless(start),
                b'[' => depth += 1,
                b']' if depth == 1 => break,
                b']' => depth -= 1,
                b'\'' => {
                    self.single_quoted()?;
                    continue;
                }
                b'"' => {
                    self.double_quoted()?;
                    continue;
                }
                b'\\' => self.at += self.character_length(1),
                b'$' => {
                    self.dollar(true)?;
                    continue;
                }
                b'`' => {
                    self.backticks(true)?;
                    continue;
                }
                b'=' if self.assigns() => self.any_setting_here(),
                sign @ (b'+' | b'-') if self.peek_at(1) == sign => self.any_setting_here(),
                1..=31 | 127..=255 => {
                    self.foreign();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(())
    }

    fn any_setting_here(&mut self) {
        self.setting(self.at, self.at, self.at);
    }

    /// Bytes of the character that stands some bytes ahead.
    pub(super) fn character_length(&self, ahead: usize) -> usize {
        self.text.get(self.at + ahead..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    }
}
