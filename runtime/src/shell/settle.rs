//! Which braces of a word are lists: decided at the word's end.

use super::PieceKind;
use super::reader::Reader;
use super::script::OpenBrace;
use super::word::Opened;

impl Reader<'_, '_> {
    /// Turns braces, commas and a bracket that are no syntax into text, and joins text.
    pub(super) fn settle(&mut self, from: usize, opened: &Opened) {
        if let Some((piece, _)) = opened.bracket {
            self.make_text(piece);
        }
        if opened.braces {
            self.settle_braces(from);
            self.settle_commas(from);
        }
        if opened.braces && self.has_list(from) {
            self.beyond_posix(opened.start);
        }
        self.join_text(from);
    }

    fn make_text(&mut self, piece: usize) {
        if let Some(piece) = self.script.bench.pieces.get_mut(piece) {
            piece.kind = PieceKind::Literal;
        }
    }

    fn kind_of(&self, piece: usize) -> Option<PieceKind> {
        self.script.bench.pieces.get(piece).map(|piece| piece.kind)
    }

    /// A pair is a list with a comma of its own, or a sequence.
    fn settle_braces(&mut self, from: usize) {
        let opens_from = self.script.bench.opens.len();
        for piece in from..self.script.bench.pieces.len() {
            let open = self.script.bench.opens.len() > opens_from;
            match self.kind_of(piece) {
                Some(PieceKind::BraceOpen) => self.script.bench.opens.push(OpenBrace { piece, comma: false }),
                Some(PieceKind::BraceComma) if open => {
                    if let Some(open) = self.script.bench.opens.last_mut() {
                        open.comma = true;
                    }
                }
                Some(PieceKind::BraceClose) => self.settle_pair(piece, open),
                _ => {}
            }
        }
        while self.script.bench.opens.len() > opens_from {
            if let Some(open) = self.script.bench.opens.pop() {
                self.make_text(open.piece);
            }
        }
    }

    fn settle_pair(&mut self, close: usize, open: bool) {
        let open = if open { self.script.bench.opens.pop() } else { None };
        let Some(open) = open else { return self.make_text(close) };
        if !open.comma && !self.is_sequence(open.piece, close) {
            self.make_text(open.piece);
            self.make_text(close);
        }
    }

    fn is_sequence(&self, open: usize, close: usize) -> bool {
        let Some(only) = self.script.bench.pieces.get(open + 1).filter(|only| !only.quoted && only.kind == PieceKind::Literal) else {
            return false;
        };
        close == open + 2 && is_sequence(self.script.text(&only.text))
    }

    /// A comma is one of a list where it stands inside a pair that is one.
    fn settle_commas(&mut self, from: usize) {
        let mut depth = 0_usize;
        for piece in from..self.script.bench.pieces.len() {
            match self.kind_of(piece) {
                Some(PieceKind::BraceOpen) => depth += 1,
                Some(PieceKind::BraceClose) => depth = depth.saturating_sub(1),
                Some(PieceKind::BraceComma) if depth == 0 => self.make_text(piece),
                _ => {}
            }
        }
    }

    fn has_list(&self, from: usize) -> bool {
        self.script.bench.pieces.iter().skip(from).any(|piece| piece.kind == PieceKind::BraceOpen)
    }

    fn join_text(&mut self, from: usize) {
        let pieces = &mut self.script.bench.pieces;
        let mut kept = from;
        for at in from + 1..pieces.len() {
            let (before, rest) = pieces.split_at_mut(at);
            let (Some(last), Some(next)) = (before.get_mut(kept), rest.first()) else { break };
            let joins = last.kind == PieceKind::Literal
                && next.kind == PieceKind::Literal
                && last.quoted == next.quoted
                && last.text.end == next.text.start;
            if joins {
                last.text.end = next.text.end;
                last.span.end = next.span.end;
            } else {
                kept += 1;
                if kept < at {
                    pieces.swap(kept, at);
                }
            }
        }
        pieces.truncate(kept + 1);
    }
}

/// `1..9`, `a..z`, each with a step.
fn is_sequence(text: &str) -> bool {
    let mut ends = text.split("..");
    let (Some(first), Some(last), step, None) = (ends.next(), ends.next(), ends.next(), ends.next()) else { return false };
    let letters = is_letter(first) && is_letter(last);
    (letters || is_integer(first) && is_integer(last)) && step.is_none_or(is_integer)
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
