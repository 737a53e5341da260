//! `[[ … ]]`: its words, with the operators among them.

use super::characters::{END, class};
use super::reader::{Read, Reader, index};
use super::word::Mode;
use super::{PartKind, Piece, PieceKind, Word};

impl Reader<'_, '_> {
    /// Behind `[[`, which began at a place.
    pub(super) fn test(&mut self, start: usize) -> Read {
        let end = self.at;
        self.at = start;
        let part = self.open_part(PartKind::Test)?;
        self.at = end;
        let words = self.script.bench.words.len();
        self.operator_word(start);
        self.around.holder = Some(part);
        let read = self.test_items(start);
        self.close_test(part, words);
        read
    }

    fn close_test(&mut self, part: u32, words: usize) {
        let script = &mut *self.script;
        let first = index(script.words.len());
        script.words.extend(script.bench.words.drain(words..));
        let words = first..index(script.words.len());
        if let Some(part) = script.parts.get_mut(part as usize) {
            part.words = words;
        }
        self.close_span(part);
    }

    fn test_items(&mut self, start: usize) -> Read {
        let mut depth = 0_u32;
        let mut mode = Mode::TEXT;
        let mut any = false;
        loop {
            self.gap()?;
            if depth == 0 && self.starts_with("]]") && class(self.peek_at(2)) & END != 0 {
                self.at += 2;
                return if any { Ok(()) } else { self.wrong() };
            }
            match self.peek() {
                0 => return self.endless(start),
                b'(' if mode != Mode::REGEX => {
                    depth += 1;
                    self.test_operator(1);
                }
                b')' if depth > 0 => {
                    depth -= 1;
                    self.test_operator(1);
                }
                b'&' | b'|' if self.peek_at(1) == self.peek() => self.test_operator(2),
                b'<' | b'>' if self.peek_at(1) != b'(' => self.test_operator(1),
                b')' | b';' | b'&' | b'|' => return self.wrong(),
                _ => {
                    mode = self.test_word(mode)?;
                    any = true;
                    continue;
                }
            }
            mode = Mode::TEXT;
        }
    }

    /// An operand or a named operator. How the word behind it is read.
    fn test_word(&mut self, mode: Mode) -> Read<Mode> {
        let start = self.at;
        self.word(mode)?;
        if self.at == start {
            return self.wrong();
        }
        Ok(match self.text.get(start..self.at) {
            _ if mode != Mode::TEXT => Mode::TEXT,
            Some("=~") => Mode::REGEX,
            Some("==" | "=" | "!=") => Mode::PATTERN,
            _ => Mode::TEXT,
        })
    }

    fn test_operator(&mut self, length: usize) {
        let start = self.at;
        self.at += length;
        self.operator_word(start);
    }

    /// A word that is spelled from a place to the cursor.
    fn operator_word(&mut self, start: usize) {
        let text = self.cook(start, self.at);
        let span = self.span(start, self.at);
        let first = index(self.script.pieces.len());
        self.script.pieces.push(Piece { kind: PieceKind::Literal, quoted: false, text, span });
        self.script.bench.words.push(Word { pieces: first..first + 1, span });
    }
}
