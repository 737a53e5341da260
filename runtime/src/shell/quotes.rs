//! Quotes: single, double, and with escapes as in C.

use alloc::string::String;
use alloc::vec::Vec;

use super::PieceKind;
use super::characters::QUOTED;
use super::reader::{Read, Reader, index};

/// Where text that expands as in double quotes ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// At a double quote.
    Quote,
    /// At the end of the region; tabs at the beginning of lines are dropped where told.
    Region { tabs_dropped: bool },
}

impl Reader<'_, '_> {
    /// `'…'`
    pub(super) fn single_quoted(&mut self) -> Read {
        let start = self.at;
        let inside = start + 1;
        let Some(length) = self.text.as_bytes().get(inside..).and_then(|rest| rest.iter().position(|&byte| byte == b'\'')) else {
            return self.endless(start);
        };
        self.at = inside + length + 1;
        self.literal(true, inside, inside + length, start);
        Ok(())
    }

    /// `"…"`
    pub(super) fn double_quoted(&mut self) -> Read {
        let start = self.at;
        let pieces = self.script.bench.pieces.len();
        self.at += 1;
        self.expanded(Ending::Quote, start)?;
        if self.at == start + 2 && self.script.bench.pieces.len() == pieces {
            self.literal(true, start + 1, start + 1, start);
        }
        Ok(())
    }

    /// Text in which parameters and commands are substituted.
    pub(super) fn expanded(&mut self, ending: Ending, start: usize) -> Read {
        loop {
            let from = self.at;
            self.at = self.run_end(from, QUOTED);
            if self.at > from {
                self.run_of_quotes(from, ending);
            }
            match (self.peek(), ending) {
                (b'"', Ending::Quote) => {
                    self.at += 1;
                    return Ok(());
                }
                (b'"', _) => {
                    self.at += 1;
                    self.literal(true, self.at - 1, self.at, self.at - 1);
                }
                (b'$', _) => self.dollar(true)?,
                (b'`', _) => self.backticks(ending == Ending::Quote)?,
                (b'\\', _) => self.quoted_escape(ending),
                (_, Ending::Quote) => return self.endless(start),
                _ => return Ok(()),
            }
        }
    }

    fn run_of_quotes(&mut self, from: usize, ending: Ending) {
        let end = self.at;
        if ending != (Ending::Region { tabs_dropped: true }) {
            self.literal(true, from, end, from);
            return;
        }
        self.at = from;
        while self.at < end {
            let line = self.at;
            if line == 0 || self.byte(line - 1) == b'\n' {
                while self.at < end && self.peek() == b'\t' {
                    self.at += 1;
                }
            }
            let text = self.at;
            while self.at < end && self.byte(self.at) != b'\n' {
                self.at += 1;
            }
            self.at = (self.at + 1).min(end);
            self.literal(true, text, self.at, text);
        }
    }

    /// A backslash inside double quotes escapes but a few.
    fn quoted_escape(&mut self, ending: Ending) {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            b'\n' => self.at += 1,
            b'$' | b'`' | b'\\' => {
                self.at += 1;
                self.literal(true, start + 1, self.at, start);
            }
            b'"' if ending == Ending::Quote => {
                self.at += 1;
                self.literal(true, start + 1, self.at, start);
            }
            _ => self.literal(true, start, self.at, start),
        }
    }

    /// `$'…'`, at the `$`.
    pub(super) fn ansi_quoted(&mut self) -> Read {
        let start = self.at;
        self.beyond_posix(start);
        self.at += 2;
        let mut bytes = Vec::new();
        let mut plain = true;
        loop {
            match self.peek() {
                0 => return self.endless(start),
                b'\'' => break,
                b'\\' => plain &= self.ansi_escape(&mut bytes),
                byte => {
                    self.at += 1;
                    bytes.push(byte);
                }
            }
        }
        self.at += 1;
        if !plain || (self.is_zsh() && bytes.contains(&0)) {
            self.ambiguous(start);
        }
        // bash ends the text at a NUL.
        bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
        match String::from_utf8(bytes) {
            Ok(text) if plain => {
                let from = index(self.script.cooked.len());
                self.script.cooked.push_str(&text);
                self.join(true, from..index(self.script.cooked.len()), start);
            }
            _ => self.bare_piece(PieceKind::Computed, true, start),
        }
        Ok(())
    }

    /// One escape. Whether shells agree on it.
    fn ansi_escape(&mut self, bytes: &mut Vec<u8>) -> bool {
        let escaped = self.peek_at(1);
        self.at += 2;
        let byte = match escaped {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'e' | b'E' => 27,
            b'f' => 12,
            b'v' => 11,
            b'\\' | b'\'' | b'"' | b'?' => escaped,
            b'0'..=b'7' => {
                self.at -= 1;
                return self.ansi_number(bytes, 8, 3, escaped);
            }
            b'x' if self.peek() == b'{' => return false,
            b'x' => return self.ansi_number(bytes, 16, 2, escaped),
            b'u' => return self.ansi_number(bytes, 16, 4, escaped),
            b'U' => return self.ansi_number(bytes, 16, 8, escaped),
            b'c' => return self.ansi_control(bytes),
            0 => {
                self.at -= 1;
                b'\\'
            }
            _ => {
                bytes.push(b'\\');
                escaped
            }
        };
        bytes.push(byte);
        true
    }

    fn ansi_number(&mut self, bytes: &mut Vec<u8>, radix: u32, most: usize, kind: u8) -> bool {
        let (mut value, mut digits) = (0_u32, 0);
        while digits < most {
            let Some(digit) = char::from(self.peek()).to_digit(radix) else { break };
            value = value.wrapping_mul(radix).wrapping_add(digit);
            digits += 1;
            self.at += 1;
        }
        if digits == 0 {
            bytes.extend([b'\\', kind]);
            return true;
        }
        if matches!(kind, b'u' | b'U') {
            let Some(character) = char::from_u32(value) else { return false };
            let mut buffer = [0; 4];
            bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        } else {
            bytes.push((value & 255) as u8);
        }
        true
    }

    fn ansi_control(&mut self, bytes: &mut Vec<u8>) -> bool {
        let byte = self.peek();
        if !byte.is_ascii_graphic() || matches!(byte, b'\\' | b'\'') {
            return false;
        }
        self.at += 1;
        bytes.push(byte & 31);
        true
    }
}
