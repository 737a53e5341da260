//! Atoms: what stands on a line without a blank inside it, each with the comments around it.
//!
//! Which signs bind is decided as the grammar does: names, paths and patterns have no blanks inside, so what the author wrote together stays
//! together and what stood apart stays apart; around operators, brackets and commas blanks mean nothing and are set anew.

use crate::lexer::{Token, TokenKind, tokens};

/// A comment as written, without blanks at its end.
#[derive(Debug, Clone)]
pub(super) struct Comment {
    pub(super) text: String,
    /// Whether a blank line stands before it.
    pub(super) blank_before: bool,
}

/// What an atom is for the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtomKind {
    /// One word.
    Word,
    /// `{`, `[`, `(`.
    Open,
    /// `}`, `]`, `)`.
    Close,
    /// `,`
    Comma,
    /// `==`, `=>`, `|`.
    Operator,
    /// Anything else: a path, a pattern, a string, a number.
    Other,
}

/// A piece of a line.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub(super) text: String,
    pub(super) kind: AtomKind,
    /// How many brackets are open around it; an opening and a closing bracket stand outside their own.
    pub(super) depth: usize,
    /// Of a bracket: whether blanks stand inside it.
    pub(super) padded: bool,
    /// Comments on lines of their own before it.
    pub(super) before: Vec<Comment>,
    /// The comment behind it on its line.
    pub(super) behind: Option<String>,
    /// Whether a blank line stands right before it.
    pub(super) blank_before: bool,
}

impl Atom {
    /// Whether it is this word or sign.
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text
    }
}

/// The atoms of an item's text from its word on; `None` where brackets do not match, a token ends inside a pattern's
/// brackets, or a mark stands there that no editor shows.
pub(super) fn atoms(text: &str, is_test: bool) -> Option<Vec<Atom>> {
    let mut builder = Builder { text, is_test, atoms: Vec::new(), open: Vec::new(), before: Vec::new(), last: None, is_name_closed: false };
    let all: Vec<Token> = tokens(text).collect();
    let mut at = 0;
    while let Some(token) = all.get(at) {
        at += match token.kind {
            TokenKind::OpenText | TokenKind::Hash | TokenKind::ByteOrderMark => return None,
            _ if !token.is_significant() => builder.comment(*token),
            _ => builder.significant(all.get(at..).unwrap_or(&[]))?,
        };
    }
    (builder.open.is_empty() && builder.before.is_empty()).then_some(builder.atoms)
}

/// Whether two neighbours without a blank between them belong together: one of them is a sign of names, paths or patterns.
pub(super) fn binds(previous: Token, token: Token) -> bool {
    is_soft(token) && !is_hard(previous) || is_soft(previous) && !is_hard(token)
}

/// `+` and `..` join whatever stands around them, with or without blanks.
pub(super) fn joins(text: &str, previous: Token, token: Token) -> bool {
    let range = |token: Token| token.is('.') && text.get(token.end..).is_some_and(|rest| rest.starts_with('.'));
    let ends_range = |token: Token| token.is('.') && text.get(..token.start).is_some_and(|before| before.ends_with('.'));
    previous.is('+') || token.is('+') || range(token) || ends_range(previous)
}

/// A sign of names, paths and patterns.
fn is_soft(token: Token) -> bool {
    matches!(token.kind, TokenKind::Sign(_)) && !is_hard(token)
}

/// A sign that stands alone or with its like.
fn is_hard(token: Token) -> bool {
    is_operator(token) || matches!(token.kind, TokenKind::Sign(',' | ':' | ';' | '{' | '[' | '(' | '}' | ']' | ')'))
}

fn is_operator(token: Token) -> bool {
    matches!(token.kind, TokenKind::Sign('=' | '!' | '<' | '>' | '|' | '&'))
}

struct Builder<'t> {
    text: &'t str,
    is_test: bool,
    atoms: Vec<Atom>,
    /// Opening brackets: the sign and its atom.
    open: Vec<(char, usize)>,
    before: Vec<Comment>,
    last: Option<Token>,
    /// Whether the last token is the bracket that ends a part of a name.
    is_name_closed: bool,
}

impl Builder<'_> {
    fn comment(&mut self, token: Token) -> usize {
        let text = token.text(self.text).trim_end_matches([' ', '\t']).to_owned();
        let blank_before = self.blank_line_before(token);
        match self.atoms.last_mut() {
            Some(last) if self.before.is_empty() && last.behind.is_none() && !token.is_first_on_line(self.text) => last.behind = Some(text),
            _ => self.before.push(Comment { text, blank_before }),
        }
        self.last = Some(token);
        1
    }

    /// Takes the first of these tokens, or a pattern's brackets whole; how many were taken.
    fn significant(&mut self, rest: &[Token]) -> Option<usize> {
        let token = *rest.first()?;
        if token.is('[')
            && let Some(length) = self.word_brackets(rest)
        {
            return self.whole(rest.get(..length)?);
        }
        if self.is_bound(token) {
            let last = self.atoms.last_mut()?;
            last.text.push_str(token.text(self.text));
            last.kind = if is_operator(token) { AtomKind::Operator } else { AtomKind::Other };
        } else {
            self.push(token)?;
        }
        self.last = Some(token);
        self.is_name_closed = false;
        Some(1)
    }

    /// Brackets that are part of a name: added as they are written.
    fn whole(&mut self, brackets: &[Token]) -> Option<usize> {
        let (first, last) = (brackets.first()?, brackets.last()?);
        let text = self.text.get(first.start..last.end)?;
        if self.touches(*first) && self.before.is_empty() {
            let atom = self.atoms.last_mut()?;
            atom.text.push_str(text);
            atom.kind = AtomKind::Other;
        } else {
            self.add(text.to_owned(), AtomKind::Other, *first);
        }
        self.last = Some(*last);
        self.is_name_closed = true;
        Some(brackets.len())
    }

    fn push(&mut self, token: Token) -> Option<()> {
        let text = token.text(self.text).to_owned();
        let kind = match token.kind {
            TokenKind::Word => AtomKind::Word,
            TokenKind::Sign('{' | '[' | '(') => AtomKind::Open,
            TokenKind::Sign('}' | ']' | ')') => AtomKind::Close,
            TokenKind::Sign(',' | ';') => AtomKind::Comma,
            _ if is_operator(token) => AtomKind::Operator,
            _ => AtomKind::Other,
        };
        let padded = token.is('{') || token.is('(') && self.is_body();
        if kind == AtomKind::Close {
            let (sign, opening) = self.open.pop()?;
            let pairs = matches!((sign, text.as_str()), ('{', "}") | ('[', "]") | ('(', ")"));
            let padded = self.atoms.get(opening)?.padded && opening + 1 < self.atoms.len();
            self.add(text, kind, token);
            self.atoms.get_mut(opening)?.padded = padded;
            self.atoms.last_mut()?.padded = padded;
            return pairs.then_some(());
        }
        self.add(text, kind, token);
        self.atoms.last_mut()?.padded = padded;
        if let (AtomKind::Open, TokenKind::Sign(sign)) = (kind, token.kind) {
            self.open.push((sign, self.atoms.len() - 1));
        }
        Some(())
    }

    /// Adds an atom. Comments before a comma stand behind it: the comma belongs to the word before.
    fn add(&mut self, text: String, kind: AtomKind, token: Token) {
        let blank_before = self.blank_line_before(token);
        let word = self.atoms.last_mut().filter(|last| kind == AtomKind::Comma && last.kind != AtomKind::Open);
        let (before, behind) = match word {
            Some(word) => (Vec::new(), word.behind.take()),
            None => (std::mem::take(&mut self.before), None),
        };
        self.atoms.push(Atom { text, kind, depth: self.open.len(), padded: false, before, behind, blank_before });
    }

    /// Whether the token goes on with the atom at hand.
    fn is_bound(&self, token: Token) -> bool {
        let Some(last) = self.last.filter(|_| self.before.is_empty()) else { return false };
        if !last.is_significant() {
            return false;
        }
        if token.is(':') {
            return !is_operator(last);
        }
        let near = last.end == token.start;
        if self.is_name_closed {
            return near && (is_soft(token) || token.kind == TokenKind::Word);
        }
        joins(self.text, last, token) || near && (binds(last, token) || is_operator(last) && is_operator(token))
    }

    /// Whether nothing stands between the last token and this one.
    fn touches(&self, token: Token) -> bool {
        self.last.is_some_and(|last| last.is_significant() && last.end == token.start && (self.is_name_closed || !is_hard(last)))
    }

    /// Whether a `(` holds what is said of each element: it stands behind a value, not behind a word that asks for one.
    fn is_body(&self) -> bool {
        let Some(last) = self.atoms.last() else { return false };
        match last.kind {
            AtomKind::Word => !CONNECTIVES.contains(&last.text.as_str()),
            AtomKind::Other | AtomKind::Close => true,
            _ => false,
        }
    }

    /// How many tokens a bracket of a name takes: `args["-i"]`, or a set of characters in a pattern, `file_[ab]*`.
    fn word_brackets(&self, rest: &[Token]) -> Option<usize> {
        let [open, next, ..] = rest else { return None };
        let is_list = self.introduces_list();
        let behind_word = self.touches(*open) && !is_list;
        if behind_word && next.kind == TokenKind::Text && rest.get(2).is_some_and(|close| close.is(']')) {
            return Some(3);
        }
        let end = open.end + class_length(self.text.get(open.end..)?)?;
        let length = rest.iter().position(|token| token.end == end)? + 1;
        let goes_on = rest.get(length).is_some_and(|after| after.start == end && (is_soft(*after) || after.kind == TokenKind::Word));
        let one_line = rest.get(..length)?.iter().all(|token| token.is_significant());
        (one_line && (behind_word || goes_on && !is_list)).then_some(length)
    }

    /// Whether what stands before is followed by a list, blank or not.
    fn introduces_list(&self) -> bool {
        let Some(last) = self.atoms.last() else { return false };
        let word = last.text.as_str();
        match last.kind {
            AtomKind::Word => {
                CONNECTIVES.contains(&word)
                    || self.is_test && matches!(word, "roles" | "paths" | "hosts" | "recipients" | "open" | "labels" | "each")
            }
            AtomKind::Operator | AtomKind::Open => true,
            AtomKind::Other => word.ends_with(':'),
            _ => self.is_test,
        }
    }

    fn blank_line_before(&self, token: Token) -> bool {
        let from = self.last.map_or(token.start, |last| last.end);
        has_blank_line(self.text.get(from..token.start).unwrap_or(""))
    }
}

/// Whether white space holds an empty line: two line ends, each `\n`, `\r\n` or a lone `\r`.
pub(super) fn has_blank_line(blanks: &str) -> bool {
    let first = blanks.find(['\n', '\r']).and_then(|at| blanks.get(at..)).unwrap_or("");
    let behind = first.strip_prefix("\r\n").or_else(|| first.get(1..)).unwrap_or("");
    behind.contains(['\n', '\r'])
}

/// The length of a set of characters behind its `[`, `]` included; a `]` that comes first belongs to the set.
fn class_length(rest: &str) -> Option<usize> {
    let line = rest.lines().next()?;
    let negated = usize::from(line.starts_with('!'));
    let first = negated + usize::from(line.get(negated..)?.starts_with(']'));
    line.get(first..)?.find(']').map(|at| first + at + 1)
}

/// Words behind which a value or a condition must come.
const CONNECTIVES: &[&str] = &[
    "and", "or", "not", "in", "has", "like", "matches", "contains", "with", "under", "within", "when", "unless", "for", "else", "any",
    "every", "seen", "exists",
];
