//! Words: plain runs, globs, brace lists, tildes, and the quotes and expansions in them.

use core::mem::replace;

use super::characters::{END, OPEN, STOP, class};
use super::reader::{Read, Reader, index};
use super::{ContextKind, Piece, PieceKind, Word};

/// What is special in a word: a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode(u8);

impl Mode {
    /// Neither brace lists nor assignments.
    pub(super) const TEXT: Self = Self(0);
    /// Brace lists.
    pub(super) const ARGUMENT: Self = Self(1);
    /// An assignment's value: `~` behind `:` too.
    pub(super) const VALUE: Self = Self(2);
    /// Behind `=~`: parentheses and `|` are its own.
    pub(super) const REGEX: Self = Self(4);
    /// Behind `==`: extended globs.
    pub(super) const PATTERN: Self = Self(8);

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What is open in the word under way.
pub(super) struct Opened {
    /// Where the word begins.
    pub(super) start: usize,
    /// Braces that may be lists were seen.
    pub(super) braces: bool,
    /// The piece of a `[` that may begin a bracket expression, and where it stands.
    pub(super) bracket: Option<(usize, usize)>,
    /// Inside the bracket, the character behind `[` of a class.
    class: u8,
    /// Bytes that interrupt a plain run.
    stop: u8,
    /// Where the `=` of a word stands that reads like an assignment, once it was looked for.
    assignment: Option<Option<usize>>,
}

impl Reader<'_, '_> {
    /// A word, onto the bench. What was read of it is kept where it cannot be read to its end.
    pub(super) fn word(&mut self, mode: Mode) -> Read {
        let start = self.at;
        let end = self.run_end(start, STOP);
        let usual = !mode.has(Mode::REGEX) && !mode.has(Mode::PATTERN);
        if usual && end > start && class(self.byte(end)) & END != 0 && !matches!(self.byte(end), b'<' | b'>') {
            self.plain_word(start, end);
            return Ok(());
        }
        let from = self.script.bench.pieces.len();
        let word_from = replace(&mut self.word_from, from);
        let mut opened = Opened { start, braces: false, bracket: None, class: 0, stop: STOP, assignment: None };
        let read = self.word_pieces(mode, &mut opened);
        if opened.braces || opened.bracket.is_some() {
            self.settle(from, &opened);
        }
        self.word_from = word_from;
        let script = &mut *self.script;
        let first = index(script.pieces.len());
        script.pieces.extend(script.bench.pieces.drain(from..));
        let pieces = first..index(script.pieces.len());
        self.finish_word(pieces, start);
        read
    }

    /// A word that is one plain run, the usual one.
    #[inline(always)]
    fn plain_word(&mut self, start: usize, end: usize) {
        if self.is_zsh() && self.byte(start) == b'=' {
            self.ambiguous(start);
        }
        self.at = end;
        let text = self.cook(start, end);
        let span = self.span(start, end);
        let first = index(self.script.pieces.len());
        self.script.pieces.push(Piece { kind: PieceKind::Literal, quoted: false, text, span });
        self.finish_word(first..first + 1, start);
    }

    #[inline(always)]
    fn finish_word(&mut self, pieces: core::ops::Range<u32>, start: usize) {
        let span = self.span(start, self.at);
        self.word_end = self.at;
        self.script.bench.words.push(Word { pieces, span });
    }

    /// A word that the script keeps outside a part: a target, a body. Its number.
    pub(super) fn kept_word(&mut self, mode: Mode) -> Read<u32> {
        let read = self.word(mode);
        let Some(word) = self.script.bench.words.pop() else { return self.wrong() };
        read?;
        self.script.words.push(word);
        Ok(index(self.script.words.len() - 1))
    }

    /// A word of which only the substitutions count.
    pub(super) fn dropped_word(&mut self, mode: Mode) -> Read {
        let start = self.at;
        let read = self.word(mode);
        self.script.bench.words.pop();
        read?;
        if self.at == start { self.wrong() } else { Ok(()) }
    }

    /// A word's pieces onto the bench, and no word.
    pub(super) fn word_text(&mut self) -> Read {
        let from = self.script.bench.pieces.len();
        let word_from = replace(&mut self.word_from, from);
        let mut opened = Opened { start: self.at, braces: false, bracket: None, class: 0, stop: STOP, assignment: None };
        let read = self.word_pieces(Mode::TEXT, &mut opened);
        self.word_from = word_from;
        read
    }

    /// The literal text of pieces of the bench, cooked again as one.
    pub(super) fn bench_text(&mut self, from: usize) -> core::ops::Range<u32> {
        let pieces = self.script.bench.pieces.get(from..).unwrap_or_default();
        match pieces {
            [only] if only.kind == PieceKind::Literal => only.text.clone(),
            _ => {
                let end = index(self.script.cooked.len());
                end..end
            }
        }
    }

    fn word_pieces(&mut self, mode: Mode, opened: &mut Opened) -> Read {
        loop {
            let start = self.at;
            let end = self.run_end(start, opened.stop);
            if end > start {
                self.at = end;
                self.literal(false, start, end, start);
            }
            if self.peek() == 0 || !self.word_step(mode, opened)? {
                return Ok(());
            }
        }
    }

    /// One step behind a plain run. Whether the word goes on.
    fn word_step(&mut self, mode: Mode, opened: &mut Opened) -> Read<bool> {
        match self.peek() {
            b'\'' => self.single_quoted()?,
            b'"' => self.double_quoted()?,
            b'$' => self.dollar(false)?,
            b'`' => self.backticks(false)?,
            b'\\' => self.escape(),
            b'*' | b'?' => self.glob(mode, opened)?,
            b'[' => self.bracket_open(opened),
            b']' => self.bracket_close(opened),
            b'{' | b',' | b'}' => self.brace(mode, opened),
            b'~' => self.tilde(mode, opened),
            b'<' | b'>' if self.peek_at(1) == b'(' => self.process()?,
            b'(' if mode.has(Mode::PATTERN) && self.is_extended_glob() => self.bracketed(mode)?,
            b'(' | b'|' | b'<' | b'>' if mode.has(Mode::REGEX) => return self.regex_step(),
            byte if class(byte) & END != 0 => return Ok(false),
            _ => self.foreign_in_word(),
        }
        Ok(true)
    }

    /// A character beyond ASCII, or a control character: the shell takes it as any letter.
    fn foreign_in_word(&mut self) {
        let start = self.at;
        self.foreign();
        self.literal(false, start, self.at, start);
    }

    fn escape(&mut self) {
        let start = self.at;
        if self.peek_at(1) == b'\n' {
            self.continued = true;
            self.at += 2;
            let glued = start > 0 && (self.byte(start - 1).is_ascii_digit() || self.byte(start - 1) == b'}');
            if glued && matches!(self.peek(), b'<' | b'>') || matches!(self.peek(), b'~' | b'{' | b'(') {
                self.ambiguous(start);
            }
            return;
        }
        let length = self.character_length(1);
        self.at += 1 + length;
        if length == 0 {
            self.literal(true, start, self.at, start);
        } else {
            self.literal(true, start + 1, self.at, start);
        }
    }

    fn glob(&mut self, mode: Mode, opened: &mut Opened) -> Read {
        let start = self.at;
        self.at += 1;
        let text = self.cook(start, self.at);
        self.piece(PieceKind::Glob, false, text, start);
        if self.peek() == b'(' && mode.has(Mode::PATTERN) {
            return self.bracketed(mode);
        }
        if self.is_zsh() && self.peek() == b'(' {
            self.ambiguous(opened.start);
        }
        Ok(())
    }

    /// `<( … )`, `>( … )`
    fn process(&mut self) -> Read {
        let start = self.at;
        self.beyond_posix(start);
        let kind = if self.peek() == b'<' { ContextKind::ProcessIn } else { ContextKind::ProcessOut };
        self.at += 2;
        let context = self.substituted(kind, start)?;
        self.bare_piece(PieceKind::Process(context), false, start);
        Ok(())
    }

    /// `~`, `~/`, `~name`, where the shell would look at it.
    fn tilde(&mut self, mode: Mode, opened: &mut Opened) {
        let start = self.at;
        self.at += 1;
        let colons = mode.has(Mode::VALUE) || self.equals_of_assignment(opened).is_some();
        if start != opened.start && !self.is_tilde_place(start, colons, opened) {
            self.literal(false, start, self.at, start);
            return;
        }
        if start != opened.start && !mode.has(Mode::VALUE) {
            self.beyond_posix(start);
        }
        let ends = |byte: u8| (class(byte) & END != 0) | (byte == b'/') | (byte == b':' && colons);
        while !ends(self.peek()) && class(self.peek()) & (STOP | OPEN) == 0 {
            self.at += 1;
        }
        let text = self.cook(start, self.at);
        match ends(self.peek()) {
            true if self.at == start + 1 => self.piece(PieceKind::Home, false, text, start),
            true => self.piece(PieceKind::OtherHome, false, text, start),
            false => self.join(false, text, start),
        }
    }

    /// Whether a `~` inside a word stands behind the `=` of an assignment, or behind a `:` of its value.
    fn is_tilde_place(&self, start: usize, colons: bool, opened: &mut Opened) -> bool {
        match self.byte(start.saturating_sub(1)) {
            b':' => colons,
            b'=' => self.equals_of_assignment(opened) == Some(start - 1),
            _ => false,
        }
    }

    /// Where the `=` stands of a word that begins with `NAME=`. It is looked for once.
    fn equals_of_assignment(&self, opened: &mut Opened) -> Option<usize> {
        *opened.assignment.get_or_insert_with(|| {
            let end = self.name_end(opened.start);
            (end > opened.start && self.byte(end) == b'=').then_some(end)
        })
    }

    fn brace(&mut self, mode: Mode, opened: &mut Opened) {
        let start = self.at;
        self.at += 1;
        if !mode.has(Mode::ARGUMENT) || (self.byte(start) != b'{' && !opened.braces) {
            self.literal(false, start, self.at, start);
            return;
        }
        let kind = match self.byte(start) {
            b'{' => PieceKind::BraceOpen,
            b',' => PieceKind::BraceComma,
            _ => PieceKind::BraceClose,
        };
        opened.braces = true;
        opened.stop |= OPEN;
        let text = self.cook(start, self.at);
        self.piece(kind, false, text, start);
    }

    fn bracket_open(&mut self, opened: &mut Opened) {
        let start = self.at;
        self.at += 1;
        if opened.bracket.is_some() {
            if opened.class == 0 && matches!(self.peek(), b':' | b'.' | b'=') {
                opened.class = self.peek();
            }
            self.literal(false, start, self.at, start);
            return;
        }
        opened.bracket = Some((self.script.bench.pieces.len(), start));
        opened.class = 0;
        opened.stop |= OPEN;
        let text = self.cook(start, self.at);
        self.piece(PieceKind::Glob, false, text, start);
        self.first_of_bracket();
    }

    /// Directly behind `[`, `[!` and `[^` a `]` is one of the characters.
    fn first_of_bracket(&mut self) {
        let start = self.at;
        if matches!(self.peek(), b'!' | b'^') {
            self.at += 1;
        }
        if self.peek() == b']' {
            self.at += 1;
        }
        if self.at > start {
            self.literal(false, start, self.at, start);
        }
    }

    fn bracket_close(&mut self, opened: &mut Opened) {
        let start = self.at;
        self.at += 1;
        let in_class = opened.class != 0 && self.byte(start - 1) == opened.class;
        match opened.bracket {
            Some((piece, open)) if !in_class => {
                opened.bracket = None;
                self.close_bracket(piece, open, start);
            }
            _ => {
                if in_class {
                    opened.class = 0;
                }
                self.literal(false, start, self.at, start);
            }
        }
    }

    /// A bracket expression is one piece, as it is spelled, where no brace list reaches into it.
    fn close_bracket(&mut self, piece: usize, open: usize, start: usize) {
        let inside = self.script.bench.pieces.get(piece..).unwrap_or_default();
        let braces = inside.iter().any(|piece| matches!(piece.kind, PieceKind::BraceOpen | PieceKind::BraceComma | PieceKind::BraceClose));
        let from = if braces { start } else { open };
        if !braces {
            self.script.bench.pieces.truncate(piece);
        }
        let text = self.cook(from, self.at);
        self.piece(PieceKind::Glob, false, text, from);
    }
}

/// Words of `[[ … ]]`.
impl Reader<'_, '_> {
    /// Whether the `(` at the cursor belongs to `@(`, `!(` or `+(`.
    fn is_extended_glob(&self) -> bool {
        self.at > 0 && matches!(self.byte(self.at - 1), b'@' | b'!' | b'+' | b'?' | b'*')
    }

    /// One of the characters that an expression has for itself. Whether the word goes on.
    fn regex_step(&mut self) -> Read<bool> {
        if self.peek() == b'(' {
            self.bracketed(Mode::REGEX)?;
            return Ok(true);
        }
        let start = self.at;
        if self.starts_with("||") || self.peek() != b'|' {
            return Ok(false);
        }
        self.at += 1;
        self.literal(false, start, self.at, start);
        Ok(true)
    }

    /// Up to the `)` that ends a `(` of an expression or an extended glob, blanks and operators included.
    fn bracketed(&mut self, mode: Mode) -> Read {
        let start = self.at;
        let mut depth = 0_u32;
        loop {
            let from = self.at;
            match self.peek() {
                0 => return self.endless(start),
                b'\'' => self.single_quoted()?,
                b'"' => self.double_quoted()?,
                b'$' => self.dollar(false)?,
                b'`' => self.backticks(false)?,
                b'\\' => self.escape(),
                b'<' | b'>' if self.peek_at(1) == b'(' && !mode.has(Mode::REGEX) => self.process()?,
                byte => {
                    match byte {
                        b'(' => depth += 1,
                        b')' => depth -= 1,
                        _ => {}
                    }
                    if matches!(byte, b' '..=b'~') {
                        self.at += 1
                    } else {
                        self.foreign()
                    }
                    let text = self.cook(from, self.at);
                    self.piece(PieceKind::Glob, false, text, from);
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
    }
}
