//! Simple commands: assignments, words, redirections.

use core::ops::Range;

use super::characters::{END, class};
use super::lists::Keyword;
use super::reader::{Read, Reader, Stop, index};
use super::script::{Around, PendingBody};
use super::word::Mode;
use super::{Assignment, PartKind, PieceKind, Redirection, RedirectionKind, UnreadableCause, Word};
use crate::limits::SHELL_BODIES;

/// What a simple command turned out to be.
enum Simple {
    Command,
    /// `NAME (`: the definition of a function.
    Function,
}

/// What is under way of a simple command.
struct Frame {
    part: u32,
    /// The first of its words, and of its assignments, on the bench.
    words: usize,
    assignments: usize,
    redirections: usize,
    start: usize,
}

/// Programs whose arguments may be arrays, as in assignments.
const DECLARING: [&str; 8] = ["declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"];

impl Reader<'_, '_> {
    /// A simple command, or the function that a name begins.
    pub(super) fn simple(&mut self) -> Read {
        let part = self.open_part(PartKind::Simple)?;
        let bench = &self.script.bench;
        let (words, assignments) = (bench.words.len(), bench.assignments.len());
        self.word_end = self.at;
        let frame = Frame { part, words, assignments, redirections: self.script.redirections.len(), start: self.at };
        let outer = self.around.holder.replace(part);
        let read = self.simple_items(&frame);
        self.around.holder = outer;
        self.compound = false;
        if let Ok(Simple::Function) = read {
            return self.function(&frame);
        }
        self.close_part(&frame);
        read.map(|_| ())
    }

    fn simple_items(&mut self, frame: &Frame) -> Read<Simple> {
        loop {
            match self.peek() {
                0 | b'\n' | b';' | b'|' | b')' => return Ok(Simple::Command),
                b' ' | b'\t' => self.blanks(),
                b'&' if self.peek_at(1) != b'>' => return Ok(Simple::Command),
                b'(' if self.is_function(frame) => return Ok(Simple::Function),
                b'(' => return self.wrong(),
                b'<' | b'>' if self.peek_at(1) == b'(' => self.word(Mode::ARGUMENT)?,
                b'<' | b'>' | b'&' => self.redirection(frame.part..frame.part + 1, None)?,
                b'0'..=b'9' if self.is_descriptor() => self.numbered_redirection(frame)?,
                b'{' if self.variable_descriptor_end().is_some() => self.variable_redirection(frame.part..frame.part + 1)?,
                b'\\' if self.peek_at(1) == b'\n' => self.blanks(),
                _ => self.simple_word(frame)?,
            }
        }
    }

    fn is_function(&self, frame: &Frame) -> bool {
        self.script.bench.words.len() == frame.words + 1
            && self.script.bench.assignments.len() == frame.assignments
            && self.script.redirections.len() == frame.redirections
    }

    /// A word, or an assignment where none came before.
    fn simple_word(&mut self, frame: &Frame) -> Read {
        let first = self.script.bench.words.len() == frame.words;
        let name = self.name_end(self.at);
        if name > self.at {
            match (self.byte(name), self.byte(name + 1)) {
                (b'=', _) | (b'+', b'=') if first => return self.assignment(name),
                (b'[', _) if first => return self.subscripted(name, frame),
                (b'=', b'(') | (b'+', b'=') if self.declares(frame) => return self.declaration(name),
                _ => {}
            }
        }
        if first { self.program(frame) } else { self.word(Mode::ARGUMENT) }
    }

    /// The first word. Where a line is continued inside it, it may be reserved, or an assignment, once it is joined.
    fn program(&mut self, frame: &Frame) -> Read {
        let start = self.at;
        self.continued = false;
        self.word(Mode::ARGUMENT)?;
        if self.continued && self.script.bench.words.get(frame.words).is_some_and(|word| self.may_be_syntax(word)) {
            self.ambiguous(start);
        }
        Ok(())
    }

    fn may_be_syntax(&self, word: &Word) -> bool {
        self.script.pieces_of(word).iter().filter(|piece| !piece.quoted).any(|piece| {
            let text = self.script.text(&piece.text);
            text.contains(['=', '[']) || Keyword::named(text.as_bytes()).is_some()
        })
    }

    /// Whether the program takes arrays as arguments.
    fn declares(&self, frame: &Frame) -> bool {
        let Some(word) = self.script.bench.words.get(frame.words) else { return false };
        let pieces = self.script.pieces_of(word);
        matches!(pieces, [only] if only.kind == PieceKind::Literal && DECLARING.contains(&self.script.text(&only.text)))
    }

    fn close_part(&mut self, frame: &Frame) {
        let script = &mut *self.script;
        let words = index(script.words.len());
        script.words.extend(script.bench.words.drain(frame.words..));
        let words = words..index(script.words.len());
        let assignments = index(script.assignments.len());
        script.assignments.extend(script.bench.assignments.drain(frame.assignments..));
        let assignments = assignments..index(script.assignments.len());
        let kind = match () {
            () if !words.is_empty() => PartKind::Simple,
            () if !assignments.is_empty() => PartKind::Assignments,
            () => PartKind::Redirections,
        };
        let span = self.span(frame.start, self.word_end.max(frame.start));
        if let Some(part) = self.script.parts.get_mut(frame.part as usize) {
            (part.kind, part.words, part.assignments, part.span) = (kind, words, assignments, span);
        }
    }

    /// Ends the span of a part at the cursor.
    pub(super) fn close_span(&mut self, part: u32) {
        let at = self.at.min(self.text.len());
        let span = self.span(at, at);
        if let Some(part) = self.script.parts.get_mut(part as usize) {
            part.span.end = span.end.max(part.span.start);
        }
    }

    /// `NAME () BODY`, at the `(`.
    fn function(&mut self, frame: &Frame) -> Read {
        let name = self.script.bench.words.last().and_then(|word| match self.script.pieces_of(word) {
            [only] if matches!(only.kind, PieceKind::Literal) => Some(only.text.clone()),
            _ => None,
        });
        let alone = self.script.parts.len() == frame.part as usize + 1;
        // What is substituted in a name that is none stays found.
        let Some(name) = name.filter(|_| alone) else {
            self.close_part(frame);
            return self.wrong();
        };
        self.script.parts.truncate(frame.part as usize);
        self.script.bench.words.truncate(frame.words);
        self.at += 1;
        self.blanks();
        if self.peek() != b')' {
            return self.wrong();
        }
        self.at += 1;
        self.enter()?;
        let read = self.function_body(name, frame.start);
        self.leave();
        read
    }
}

/// Assignments.
impl Reader<'_, '_> {
    /// `NAME=…` or `NAME+=…` where the name ends at a place.
    fn assignment(&mut self, name_end: usize) -> Read {
        let start = self.at;
        let adds = self.byte(name_end) == b'+';
        if adds {
            self.beyond_posix(start);
        }
        let name = self.cook(start, name_end);
        self.at = name_end + 1 + usize::from(adds);
        self.assigned(name, !adds, start)
    }

    /// `NAME[…]=…`; without the `=` it is a word.
    fn subscripted(&mut self, name_end: usize, frame: &Frame) -> Read {
        let start = self.at;
        self.beyond_posix(start);
        self.at = name_end;
        self.subscript()?;
        match (self.peek(), self.peek_at(1)) {
            (b'=', _) | (b'+', b'=') => {
                let name = self.cook(start, name_end);
                self.at += 1 + usize::from(self.peek() == b'+');
                self.assigned(name, false, start)
            }
            _ => {
                let span = start..self.at;
                self.at = start;
                self.bracketed_program(span, frame)
            }
        }
    }

    /// A program whose name has a bracket: the bracket may hold blanks, which only some shells take so.
    fn bracketed_program(&mut self, bracketed: Range<usize>, frame: &Frame) -> Read {
        self.program(frame)?;
        if self.at < bracketed.end {
            self.ambiguous(bracketed.start);
        }
        Ok(())
    }

    /// What an assignment assigns.
    fn assigned(&mut self, name: Range<u32>, plain: bool, start: usize) -> Read {
        let (values, plain, read) = if self.peek() == b'(' {
            let (values, read) = self.array();
            (values, false, read)
        } else {
            let read = self.value();
            (self.take_words(self.script.bench.words.len().saturating_sub(1)), plain, read)
        };
        let span = self.span(start, self.at);
        self.word_end = self.at;
        self.script.bench.assignments.push(Assignment { name, values, plain, span });
        read
    }

    /// One value; without anything a word without pieces.
    fn value(&mut self) -> Read {
        if class(self.peek()) & END != 0 && !(matches!(self.peek(), b'<' | b'>') && self.peek_at(1) == b'(') {
            let pieces = index(self.script.pieces.len());
            let span = self.span(self.at, self.at);
            self.script.bench.words.push(Word { pieces: pieces..pieces, span });
            return Ok(());
        }
        self.word(Mode::VALUE)
    }

    /// `( … )` of an array. What was read of it counts where it never ends.
    fn array(&mut self) -> (Range<u32>, Read) {
        let start = self.at;
        self.beyond_posix(start);
        let words = self.script.bench.words.len();
        self.at += 1;
        let read = self.enter().and_then(|()| {
            let read = self.array_items(start);
            self.leave();
            read
        });
        (self.take_words(words), read)
    }

    fn array_items(&mut self, start: usize) -> Read {
        loop {
            self.gap()?;
            match self.peek() {
                0 => return self.endless(start),
                b')' => break,
                b'<' | b'>' if self.peek_at(1) == b'(' => {}
                byte if class(byte) & END != 0 => return self.wrong(),
                b'[' => {
                    self.array_element()?;
                    continue;
                }
                _ => {}
            }
            self.word(Mode::ARGUMENT)?;
        }
        self.at += 1;
        Ok(())
    }

    /// `[KEY]=VALUE` in an array: what is substituted in the key, then all of it as a word.
    fn array_element(&mut self) -> Read {
        let start = self.at;
        self.subscript()?;
        if self.peek() == b'=' || self.starts_with("+=") {
            self.at += 1 + usize::from(self.peek() == b'+');
            return self.value();
        }
        self.ambiguous(start);
        if class(self.peek()) & END == 0 { self.word(Mode::ARGUMENT) } else { Ok(()) }
    }

    /// An array as an argument: `declare NAME=( … )`. The word's pieces are the name and one that is computed.
    fn declaration(&mut self, name_end: usize) -> Read {
        let start = self.at;
        let equals = name_end + 1 + usize::from(self.byte(name_end) == b'+');
        if self.byte(equals) != b'(' {
            return self.word(Mode::ARGUMENT);
        }
        let text = self.cook(start, equals);
        self.at = equals;
        let (_, read) = self.array();
        let first = self.script.pieces.len();
        let pieces = self.script.bench.pieces.len();
        self.bare_piece(PieceKind::Computed, false, equals);
        self.piece(PieceKind::Literal, false, text, start);
        self.script.pieces.extend(self.script.bench.pieces.drain(pieces..).rev());
        let pieces = index(first)..index(self.script.pieces.len());
        let span = self.span(start, self.at);
        self.word_end = self.at;
        self.script.bench.words.push(Word { pieces, span });
        read
    }

    /// Moves words from the bench to the script.
    fn take_words(&mut self, from: usize) -> Range<u32> {
        let first = index(self.script.words.len());
        let script = &mut *self.script;
        script.words.extend(script.bench.words.drain(from..));
        first..index(script.words.len())
    }
}

/// Redirections.
impl Reader<'_, '_> {
    /// The redirections behind a compound command; they belong to all its parts.
    pub(super) fn redirections(&mut self, parts: Range<u32>) -> Read {
        loop {
            self.blanks();
            match self.peek() {
                b'<' | b'>' if self.peek_at(1) == b'(' => return Ok(()),
                b'<' | b'>' => self.redirection(parts.clone(), None)?,
                b'&' if self.peek_at(1) == b'>' => self.redirection(parts.clone(), None)?,
                b'0'..=b'9' if self.is_descriptor() => self.redirection_of_number(parts.clone())?,
                b'{' if self.variable_descriptor_end().is_some() => self.variable_redirection(parts.clone())?,
                _ => return Ok(()),
            }
        }
    }

    /// Whether digits stand directly in front of a redirection.
    fn is_descriptor(&self) -> bool {
        let mut ahead = 0;
        while self.peek_at(ahead).is_ascii_digit() {
            ahead += 1;
            if ahead > 10 {
                return false;
            }
        }
        matches!(self.peek_at(ahead), b'<' | b'>')
    }

    fn numbered_redirection(&mut self, frame: &Frame) -> Read {
        self.redirection_of_number(frame.part..frame.part + 1)
    }

    fn redirection_of_number(&mut self, parts: Range<u32>) -> Read {
        let start = self.at;
        let mut number = 0_u32;
        while self.peek().is_ascii_digit() {
            number = number.saturating_mul(10).saturating_add(u32::from(self.peek() - b'0'));
            self.at += 1;
        }
        self.redirect(parts, Some(number.min(u32::MAX - 1)), start)
    }

    /// Where `{NAME}` or `{NAME[…]}` in front of a redirection ends.
    fn variable_descriptor_end(&self) -> Option<usize> {
        let name = self.name_end(self.at + 1);
        let end = match self.byte(name) {
            b'[' => (name..name + 64).find(|&at| self.byte(at) == b']')? + 1,
            _ => name,
        };
        (name > self.at + 1 && self.byte(end) == b'}' && matches!(self.byte(end + 1), b'<' | b'>')).then_some(end + 1)
    }

    fn variable_redirection(&mut self, parts: Range<u32>) -> Read {
        let start = self.at;
        self.beyond_posix(start);
        let end = self.variable_descriptor_end().unwrap_or(start + 1);
        let name = self.name_end(start + 1);
        self.setting(start + 1, name, start);
        if self.byte(name) == b'[' {
            self.at = name;
            self.subscript()?;
        }
        self.at = end;
        self.redirect(parts, Some(u32::MAX), start)
    }

    fn redirection(&mut self, parts: Range<u32>, descriptor: Option<u32>) -> Read {
        let start = self.at;
        self.redirect(parts, descriptor, start)
    }

    /// A redirection at its operator.
    fn redirect(&mut self, parts: Range<u32>, descriptor: Option<u32>, start: usize) -> Read {
        let (kind, length) = self.redirection_operator();
        self.operator(length);
        let operator_end = self.at;
        if matches!(self.byte(operator_end - 1), b'>') && matches!(self.peek(), b'!' | b'&') {
            self.other_in_zsh(start);
        }
        self.blanks();
        if class(self.peek()) & END != 0 && !(matches!(self.peek(), b'<' | b'>') && self.peek_at(1) == b'(') {
            return if self.peek() == 0 { self.endless(start) } else { self.wrong() };
        }
        let word_at = self.at;
        let target = match kind {
            RedirectionKind::HereDocument | RedirectionKind::HereString => self.kept_word(Mode::TEXT)?,
            _ => self.kept_word(Mode::ARGUMENT)?,
        };
        self.word_end = self.at;
        let kind = self.settled_kind(kind, target, operator_end, descriptor);
        let span = self.span(start, self.at);
        let redirection = self.script.redirections.len();
        self.script.redirections.push(Redirection { kind, parts, descriptor, target, body: None, span });
        if kind == RedirectionKind::HereDocument {
            let dash = self.byte(operator_end - 1) == b'-';
            return self.expect_body(redirection, target, dash, word_at);
        }
        Ok(())
    }

    fn redirection_operator(&mut self) -> (RedirectionKind, usize) {
        use RedirectionKind::{Append, Duplicate, HereDocument, HereString, Read, ReadWrite, Write};
        match (self.peek(), self.peek_at(1), self.peek_at(2)) {
            (b'<', b'<', b'<') => {
                self.beyond_posix(self.at);
                (HereString, 3)
            }
            (b'<', b'<', b'-') => (HereDocument, 3),
            (b'<', b'<', _) => (HereDocument, 2),
            (b'<', b'&', _) => (Duplicate, 2),
            (b'<', b'>', _) => (ReadWrite, 2),
            (b'<', digit, _) => {
                if digit.is_ascii_digit() || digit == b'-' {
                    self.other_in_zsh(self.at);
                }
                (Read, 1)
            }
            (b'>', b'>', _) => (Append, 2),
            (b'>', b'&' | b'|', _) => (Write, 2),
            (b'>', ..) => (Write, 1),
            (_, _, third) => {
                self.beyond_posix(self.at);
                if third == b'>' { (Append, 3) } else { (Write, 2) }
            }
        }
    }

    /// `>&` opens a file where its word is no descriptor.
    fn settled_kind(&mut self, kind: RedirectionKind, target: u32, operator_end: usize, descriptor: Option<u32>) -> RedirectionKind {
        let duplicates = self.byte(operator_end - 1) == b'&' && self.byte(operator_end - 2) == b'>';
        if kind != RedirectionKind::Write || !duplicates {
            return kind;
        }
        if self.is_number_or_dash(target) {
            return RedirectionKind::Duplicate;
        }
        if descriptor.is_none() {
            self.beyond_posix(operator_end - 2);
        }
        RedirectionKind::Write
    }

    fn is_number_or_dash(&self, word: u32) -> bool {
        let Some(word) = self.script.words.get(word as usize) else { return false };
        let [only] = self.script.pieces_of(word) else { return false };
        let text = self.script.text(&only.text);
        let digits = text.strip_suffix('-').unwrap_or(text);
        only.kind == PieceKind::Literal && !text.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Keeps a here-document in mind until the end of the line.
    fn expect_body(&mut self, redirection: usize, target: u32, dash: bool, word_at: usize) -> Read {
        if self.script.redirections.iter().filter(|redirection| redirection.kind == RedirectionKind::HereDocument).count() > SHELL_BODIES {
            self.mark(UnreadableCause::TooManyBodies, word_at);
            return Err(Stop::Whole);
        }
        let spelled = self.text.get(word_at..self.at).unwrap_or_default();
        let quoted = spelled.bytes().any(|byte| matches!(byte, b'\'' | b'"' | b'\\'));
        if spelled.bytes().any(|byte| matches!(byte, b'$' | b'`' | b'\n' | b'(')) {
            self.ambiguous(word_at);
        }
        let delimiter = self.delimiter(target);
        let around: Around = self.around;
        self.script.bench.bodies.push(PendingBody { redirection, delimiter, quoted, dash, around });
        Ok(())
    }

    /// The delimiter's text: quotes removed, nothing expanded.
    fn delimiter(&mut self, target: u32) -> Range<u32> {
        let start = index(self.script.cooked.len());
        let pieces = self.script.words.get(target as usize).map_or(0..0, |word| word.pieces.clone());
        for piece in pieces {
            let Some(piece) = self.script.pieces.get(piece as usize) else { continue };
            let text = alloc::string::String::from(self.script.text(&piece.text));
            self.script.cooked.push_str(&text);
        }
        start..index(self.script.cooked.len())
    }
}
