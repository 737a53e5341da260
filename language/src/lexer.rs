//! The words and signs of a policy text, each with its place: what the splitter, recovery and messages see.
//!
//! It is not the definition of the language (the grammar is) and it never fails: a string or backtick that is not closed ends at the
//! newline, a character that belongs to nothing is a sign. Lines end at `\n`, `\r\n` or a lone `\r`, and no token but white space crosses
//! one, so that a piece of a file has the same tokens as the whole.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A letter or `_`, then letters, digits, `-`, `_`.
    Word,
    /// Starts with a digit: number, duration, date, time.
    Numeric,
    /// `"…"`, `r"…"`, `'…'`, `“…”`.
    Text,
    /// The same without its end: goes to the end of the line.
    OpenText,
    /// `` `…` ``, closed or not.
    Backtick,
    /// `// …`, `//// …`
    Comment,
    /// `# …`: no comment of this language, but meant as one.
    Hash,
    /// `/// …`
    Doc,
    /// `//! …`
    FileDoc,
    /// U+FEFF.
    ByteOrderMark,
    /// Any other character.
    Sign(char),
}

/// A token and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Token {
    /// Whether it is part of an item's meaning: no comment, no documentation.
    pub(crate) fn is_significant(self) -> bool {
        use TokenKind::{ByteOrderMark, Comment, Doc, FileDoc, Hash};
        !matches!(self.kind, Comment | Hash | Doc | FileDoc | ByteOrderMark)
    }

    /// Whether it is this sign.
    pub(crate) fn is(self, sign: char) -> bool {
        self.kind == TokenKind::Sign(sign)
    }

    /// Its text.
    pub(crate) fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or("")
    }

    /// Whether only blanks stand before it on its line.
    pub(crate) fn is_first_on_line(self, source: &str) -> bool {
        let before = source.get(..self.start).unwrap_or("").trim_end_matches([' ', '\t', '\u{feff}']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }
}

/// The tokens of a text, in order.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> Lexer<'_> {
    Lexer { text, at: 0 }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let start = self.at + blank_length(self.rest());
        self.at = start;
        let first = self.rest().chars().next()?;
        let (kind, length) = read(self.rest(), first);
        self.at = start + length;
        Some(Token { kind, start, end: self.at })
    }
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }
}

fn blank_length(text: &str) -> usize {
    text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

fn read(rest: &str, first: char) -> (TokenKind, usize) {
    match first {
        'r' if rest.starts_with("r\"") => delimited(rest, 2, '"', false),
        '"' => delimited(rest, 1, '"', true),
        '\'' | '“' => foreign_quotes(rest, first),
        '`' => (TokenKind::Backtick, delimited(rest, 1, '`', false).1),
        '/' if rest.starts_with("//") => (comment_kind(rest), line_length(rest)),
        '#' => (TokenKind::Hash, line_length(rest)),
        '\u{feff}' => (TokenKind::ByteOrderMark, first.len_utf8()),
        c if c.is_ascii_alphabetic() || c == '_' => (TokenKind::Word, word_length(rest)),
        c if c.is_ascii_digit() => (TokenKind::Numeric, numeric_length(rest)),
        c => (TokenKind::Sign(c), c.len_utf8()),
    }
}

fn comment_kind(rest: &str) -> TokenKind {
    if rest.starts_with("//!") {
        TokenKind::FileDoc
    } else if rest.starts_with("///") && !rest.starts_with("////") {
        TokenKind::Doc
    } else {
        TokenKind::Comment
    }
}

fn line_length(rest: &str) -> usize {
    rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
}

/// The bytes of a word at the start of a text.
fn word_length(rest: &str) -> usize {
    rest.bytes().position(|byte| !is_word_char(char::from(byte))).unwrap_or(rest.len())
}

/// Whether a character may continue a word.
pub(crate) fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Digits and word characters, with `.`, `:` and `+` where a digit follows: `1.5`, `07:00`, `2027-01-31T03:00Z`, but not the `..` of a range.
fn numeric_length(rest: &str) -> usize {
    let mut length = 0;
    loop {
        let tail = rest.get(length..).unwrap_or("");
        length += word_length(tail);
        let mut next = rest.get(length..).unwrap_or("").chars();
        match (next.next(), next.next()) {
            (Some('.' | ':' | '+'), Some(digit)) if digit.is_ascii_digit() => length += 1,
            _ => return length,
        }
    }
}

/// From an opening of `open` bytes to the closing character or the end of the line.
fn delimited(rest: &str, open: usize, close: char, escapes: bool) -> (TokenKind, usize) {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '\n' | '\r' => return (TokenKind::OpenText, at),
            _ if escaped => escaped = false,
            '\\' if escapes => escaped = true,
            _ if c == close => return (TokenKind::Text, at + c.len_utf8()),
            _ => {}
        }
    }
    (TokenKind::OpenText, rest.len())
}

/// `'…'` and `“…”` are read as strings where they end on their line; else the character stands alone.
fn foreign_quotes(rest: &str, first: char) -> (TokenKind, usize) {
    let close = if first == '“' { '”' } else { first };
    match delimited(rest, first.len_utf8(), close, first == '\'') {
        (TokenKind::Text, length) => (TokenKind::Text, length),
        _ => (TokenKind::Sign(first), first.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text).map(|token| (token.kind, token.text(text))).collect()
    }

    #[test]
    fn a_string_that_is_not_closed_ends_at_its_line() {
        use TokenKind::{OpenText, Sign, Word};
        assert_eq!(kinds("a \"b }\nc }"), [(Word, "a"), (OpenText, "\"b }"), (Word, "c"), (Sign('}'), "}")]);
        assert_eq!(kinds("\"b\\"), [(OpenText, "\"b\\")]);
        assert_eq!(kinds("r\"b\\\" c"), [(TokenKind::Text, "r\"b\\\""), (Word, "c")]);
    }

    #[test]
    fn comments_have_four_kinds() {
        use TokenKind::{Comment, Doc, FileDoc};
        assert_eq!(kinds("// a\r/// b\r\n//// c\n//! d"), [(Comment, "// a"), (Doc, "/// b"), (Comment, "//// c"), (FileDoc, "//! d")]);
    }

    #[test]
    fn a_range_of_times_is_three_tokens_and_an_instant_is_one() {
        use TokenKind::{Numeric, Sign};
        assert_eq!(kinds("07:00..19:00"), [(Numeric, "07:00"), (Sign('.'), "."), (Sign('.'), "."), (Numeric, "19:00")]);
        assert_eq!(kinds("2027-01-31T03:00Z"), [(Numeric, "2027-01-31T03:00Z")]);
    }

    #[test]
    fn an_apostrophe_alone_is_a_sign() {
        assert_eq!(kinds("'a' 'b"), [(TokenKind::Text, "'a'"), (TokenKind::Sign('\''), "'"), (TokenKind::Word, "b")]);
    }
}
