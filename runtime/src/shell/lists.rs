//! Lists, pipelines, and the words that are reserved in front of a command.

use super::characters::{END, class};
use super::reader::{Read, Reader, index};
use super::script::Around;
use super::{Dialect, Pipe};

/// What ends a list: a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Until(u16);

impl Until {
    /// The end of the text, or of the region of it.
    pub(super) const TEXT: Self = Self(1);
    /// `)`
    pub(super) const PAREN: Self = Self(1 << 1);
    /// `;;`, `;&`, `;;&`, `esac`
    pub(super) const CASE: Self = Self(1 << 2 | 1 << 9);
    /// `}`
    pub(super) const BRACE: Self = Self(1 << 3);
    /// `then`
    pub(super) const THEN: Self = Self(1 << 4);
    /// `elif`, `else`, `fi`
    pub(super) const BRANCH: Self = Self(1 << 5 | 1 << 6);
    /// `fi`
    pub(super) const FI: Self = Self(1 << 6);
    /// `do`
    pub(super) const DO: Self = Self(1 << 7);
    /// `done`
    pub(super) const DONE: Self = Self(1 << 8);
    const ESAC: Self = Self(1 << 9);
    const BRANCHES: Self = Self(1 << 5);

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A word that is reserved at the beginning of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    If,
    Then,
    Elif,
    Else,
    Fi,
    For,
    While,
    Until,
    Do,
    Done,
    Case,
    Esac,
    Select,
    Function,
    Time,
    Coproc,
    Open,
    Close,
    Not,
    Test,
    /// A word that only zsh reserves.
    Foreign(u8),
}

impl Keyword {
    /// The reserved word with a spelling.
    pub(super) fn named(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"if" => Self::If,
            b"then" => Self::Then,
            b"elif" => Self::Elif,
            b"else" => Self::Else,
            b"fi" => Self::Fi,
            b"for" => Self::For,
            b"while" => Self::While,
            b"until" => Self::Until,
            b"do" => Self::Do,
            b"done" => Self::Done,
            b"case" => Self::Case,
            b"esac" => Self::Esac,
            b"select" => Self::Select,
            b"function" => Self::Function,
            b"time" => Self::Time,
            b"coproc" => Self::Coproc,
            b"{" => Self::Open,
            b"}" => Self::Close,
            b"!" => Self::Not,
            b"[[" => Self::Test,
            _ => return None,
        })
    }

    /// In zsh more words are reserved, or change how what follows is read.
    fn foreign(word: &[u8]) -> Option<Self> {
        matches!(word, b"repeat" | b"foreach" | b"end" | b"nocorrect" | b"noglob" | b"always" | b"-")
            .then(|| Self::Foreign(u8::try_from(word.len()).unwrap_or(u8::MAX)))
    }

    /// Bytes of its spelling.
    pub(super) fn length(self) -> usize {
        match self {
            Self::Open | Self::Close | Self::Not => 1,
            Self::If | Self::Fi | Self::Do | Self::Test => 2,
            Self::For => 3,
            Self::Then | Self::Elif | Self::Else | Self::Done | Self::Case | Self::Esac | Self::Time => 4,
            Self::While | Self::Until => 5,
            Self::Select | Self::Coproc => 6,
            Self::Function => 8,
            Self::Foreign(length) => usize::from(length),
        }
    }

    /// The lists that it ends; none where it begins something.
    fn ends(self) -> Option<Until> {
        Some(match self {
            Self::Then => Until::THEN,
            Self::Elif | Self::Else => Until::BRANCHES,
            Self::Fi => Until::FI,
            Self::Do => Until::DO,
            Self::Done => Until::DONE,
            Self::Esac => Until::ESAC,
            Self::Close => Until::BRACE,
            _ => return None,
        })
    }
}

const LONGEST_KEYWORD: usize = 9;

impl Reader<'_, '_> {
    /// A list up to, and without, what ends it. Whether there was a command.
    pub(super) fn list(&mut self, until: Until) -> Read<bool> {
        let mut any = false;
        loop {
            self.gap()?;
            if self.ended(until)? {
                return Ok(any);
            }
            let first = self.script.parts.len();
            self.and_or()?;
            any = true;
            self.separator(first, until)?;
        }
    }

    /// A list that must have a command.
    pub(super) fn commands(&mut self, until: Until) -> Read {
        if self.list(until)? { Ok(()) } else { self.wrong() }
    }

    /// Past blanks, newlines and comments, and the here-documents that begin behind a newline.
    pub(super) fn gap(&mut self) -> Read {
        loop {
            self.blanks();
            if self.peek() != b'\n' {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// Whether a list ends here. What may stand at the end of another list, and not of this one, is an error.
    fn ended(&mut self, until: Until) -> Read<bool> {
        match self.peek() {
            0 if until.has(Until::TEXT) => Ok(true),
            0 => self.endless(self.at),
            b')' if until.has(Until::PAREN) => Ok(true),
            b';' if until.has(Until::CASE) && matches!(self.peek_at(1), b';' | b'&') => Ok(true),
            b'&' if self.peek_at(1) == b'>' => Ok(false),
            b')' | b';' | b'&' | b'|' => self.wrong(),
            _ => match self.keyword().and_then(Keyword::ends) {
                None => Ok(false),
                Some(ends) if until.has(ends) => Ok(true),
                Some(_) => self.wrong(),
            },
        }
    }

    /// What stands behind a command of a list.
    fn separator(&mut self, first: usize, until: Until) -> Read {
        self.blanks();
        match self.peek() {
            b';' if matches!(self.peek_at(1), b';' | b'&') => Ok(()),
            b';' => {
                self.operator(1);
                Ok(())
            }
            b'&' => {
                let start = self.at;
                self.operator(1);
                if matches!(self.peek(), b'!' | b'|') {
                    self.other_in_zsh(start);
                }
                self.send_to_background(first);
                Ok(())
            }
            0 | b'\n' | b')' => Ok(()),
            _ if self.compound && self.ended(until)? => Ok(()),
            _ => self.wrong(),
        }
    }

    /// Past an operator. One that is continued on the next line might be another.
    pub(super) fn operator(&mut self, length: usize) {
        let start = self.at;
        self.at += length;
        if self.peek() == b'\\'
            && self.peek_at(1) == b'\n'
            && matches!(self.peek_at(2), b'&' | b'|' | b';' | b'<' | b'>' | b'(' | b'-' | b'\\')
        {
            self.ambiguous(start);
        }
    }

    fn send_to_background(&mut self, first: usize) {
        for part in self.script.parts.iter_mut().skip(first) {
            part.background = true;
            part.subshell = true;
        }
    }

    fn and_or(&mut self) -> Read {
        self.pipeline()?;
        let outer = self.around;
        loop {
            self.blanks();
            if !(self.starts_with("&&") || self.starts_with("||")) {
                self.around.conditional = outer.conditional;
                return Ok(());
            }
            self.operator(2);
            self.gap()?;
            self.around.conditional = true;
            self.pipeline()?;
        }
    }

    fn pipeline(&mut self) -> Read {
        if !self.prefixes()? {
            return Ok(());
        }
        let mut left = self.script.parts.len();
        self.compound = false;
        self.command()?;
        self.blanks();
        while self.peek() == b'|' && self.peek_at(1) != b'|' {
            let both = self.peek_at(1) == b'&';
            if both {
                self.beyond_posix(self.at);
            }
            self.operator(1 + usize::from(both));
            self.gap()?;
            left = self.stage(left)?;
            self.blanks();
        }
        Ok(())
    }

    /// A stage behind `|`, and the pipe to it. Where it begins.
    fn stage(&mut self, left: usize) -> Read<usize> {
        let right = self.script.parts.len();
        for part in self.script.parts.iter_mut().skip(left) {
            part.subshell = true;
        }
        let outer = self.surround(Around { subshell: true, ..self.around });
        self.compound = false;
        let read = self.command();
        self.around = outer;
        let right_parts = self.parts_from(right);
        self.script.pipes.push(Pipe { left: index(left)..index(right), right: right_parts, context: outer.context });
        read.map(|()| right)
    }

    /// Past `!` and `time` in front of a pipeline. Whether a command must follow.
    fn prefixes(&mut self) -> Read<bool> {
        let mut any = false;
        loop {
            match self.keyword() {
                Some(Keyword::Not) => self.at += 1,
                Some(Keyword::Time) if self.dialect != Dialect::Posix => self.time(),
                _ => break,
            }
            any = true;
            self.blanks();
        }
        Ok(!(any && (class(self.peek()) & END != 0) && !matches!(self.peek(), b'(' | b'<' | b'>')))
    }

    fn time(&mut self) {
        self.at += Keyword::Time.length();
        for option in ["-p", "--"] {
            self.blanks();
            if self.starts_with(option) && class(self.peek_at(option.len())) & END != 0 {
                self.at += option.len();
            }
        }
    }

    /// The reserved word at the cursor.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        if !matches!(
            self.peek(),
            b'i' | b't' | b'e' | b'f' | b'w' | b'u' | b'd' | b'c' | b's' | b'{' | b'}' | b'!' | b'[' | b'r' | b'n' | b'a' | b'-'
        ) {
            return None;
        }
        let mut length = 1;
        while class(self.peek_at(length)) & END == 0 && !self.is_continued_end(length) {
            length += 1;
            if length > LONGEST_KEYWORD {
                return None;
            }
        }
        let word = self.text.as_bytes().get(self.at..self.at + length)?;
        Keyword::named(word).or_else(|| if self.dialect == Dialect::Zsh { Keyword::foreign(word) } else { None })
    }

    /// Whether a line that is continued ends the word: a blank or an operator follows.
    fn is_continued_end(&self, ahead: usize) -> bool {
        self.peek_at(ahead) == b'\\' && self.peek_at(ahead + 1) == b'\n' && class(self.peek_at(ahead + 2)) & END != 0
    }
}
