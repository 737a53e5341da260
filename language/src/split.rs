//! A file cut into items, without reading them: column 0 belongs to item words.
//!
//! An item starts where a line begins with an item word and what that word takes (`rule NAME`, `defaults {`, `test "…"`); the `///` lines
//! before it are its own. It ends before the next one. Cutting never fails: what belongs to no item is reported, and an item that is
//! broken inside ends all the same at the next start, so one mistake stays in one item.
//!
//! Items' places are given in the file; everything inside an item is for [`crate::parse`], with places relative to the item.

use crate::brackets::Brackets;
use crate::codes::syntax as codes;
use crate::diagnostic::{Diagnostic, MAX_FINDINGS, listed};
use crate::disguise;
use crate::lexer::{Token, TokenKind, tokens};
use crate::span::Span;
use crate::suggestion::nearest;
use crate::words::{self, ITEM_WORDS, LINE_WORDS};

/// The largest file that is read.
pub const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;

/// What a file holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Split {
    /// The `//!` lines, without the slashes.
    pub file_doc: Option<String>,
    /// The items, in order, not overlapping.
    pub chunks: Vec<Chunk>,
    /// What belongs to no item, with places in the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// The text of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its item word.
    pub word: String,
    /// Item word and name as written, blanks evened out: `rule large-refund`. Nothing in it moves when the item does.
    pub head: String,
    /// Its place in the file, `///` lines included, without blanks and comments after it.
    pub span: Span,
}

/// Cuts a file into items.
pub fn split(text: &str) -> Split {
    if text.len() > MAX_FILE_BYTES {
        return too_large(text);
    }
    let mut splitter = Splitter {
        text,
        split: Split::default(),
        docs: None,
        pending: Vec::new(),
        open: Open::Nothing,
        brackets: Brackets::default(),
        previous: None,
    };
    for token in tokens(text) {
        splitter.token(token);
    }
    splitter.finish()
}

fn too_large(text: &str) -> Split {
    let message = format!("this file has {} bytes, more than the {MAX_FILE_BYTES} that are read", text.len());
    let end = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
    let diagnostic = Diagnostic::error(codes::FILE_TOO_LARGE, Span::new(0, end), message)
        .help("split the policy set's rules over several sets, one a file");
    Split { diagnostics: vec![diagnostic], ..Split::default() }
}

/// What the text at hand belongs to.
enum Open {
    /// Nothing yet.
    Nothing,
    /// The chunk last pushed.
    Item {
        /// Whether its word is followed by a block.
        takes_block: bool,
        /// Whether a block of it was closed at depth 0.
        closed: bool,
    },
    /// Text that belongs to no item and is already reported.
    Stray {
        /// Whether it had a block that was closed.
        closed: bool,
    },
}

struct Splitter<'t> {
    text: &'t str,
    split: Split,
    /// The first of the `///` lines that wait for their item.
    docs: Option<Token>,
    /// Findings about comments: the item's own to report if it turns out to go on behind them.
    pending: Vec<Diagnostic>,
    open: Open,
    /// Brackets open in the item or stray text at hand.
    brackets: Brackets,
    /// The last significant token of it.
    previous: Option<Token>,
}

impl Splitter<'_> {
    fn token(&mut self, token: Token) {
        match token.kind {
            TokenKind::FileDoc => self.file_doc(token),
            TokenKind::Doc => self.doc(token),
            TokenKind::Hash => self.wait(hash_comment(token)),
            TokenKind::Comment => {}
            TokenKind::ByteOrderMark if token.start == 0 => {}
            _ => self.significant(token),
        }
    }

    fn significant(&mut self, token: Token) {
        let head = is_head(self.text, token);
        let column_zero = starts_line(self.text, token.start);
        if head && column_zero {
            self.start_item(token);
        } else if column_zero && !self.brackets.is_empty() && self.is_misspelt_head(token) {
            // The block before it was not closed; else the mistake here would be lost in that item.
            self.brackets.clear();
            self.stray(token, true);
        } else if self.brackets.is_empty() {
            self.outside_brackets(token, head, column_zero);
        } else {
            self.continue_with(token);
        }
        if !matches!(self.open, Open::Nothing) {
            self.bracket(token);
        }
        self.previous = Some(token);
    }

    fn outside_brackets(&mut self, token: Token, head: bool, column_zero: bool) {
        let first = token.is_first_on_line(self.text);
        match self.open {
            _ if column_zero && is_item_word(self.text, token) && !self.asks_for_more() => self.start_item(token),
            Open::Item { .. } if self.awaits(token) => self.continue_with(token),
            _ if head && first => self.misplaced_item(token, true),
            Open::Item { closed: true, .. } | Open::Stray { closed: true } if head => self.misplaced_item(token, false),
            Open::Item { closed: false, .. } if !column_zero => self.continue_with(token),
            Open::Stray { closed: false } if !column_zero || !self.resembles_item(token) => self.continue_with(token),
            Open::Stray { closed: true } if !column_zero || token.is('}') => self.continue_with(token),
            _ => self.stray(token, column_zero),
        }
    }

    /// Whether the item at hand cannot end before this token: its block has not begun, or more is asked for.
    fn awaits(&self, token: Token) -> bool {
        let Open::Item { takes_block, closed } = self.open else { return false };
        let block_to_come = (takes_block && !is_head(self.text, token)) || token.is('{');
        !closed && (block_to_come || self.asks_for_more())
    }

    /// Whether a comma or `=` is the last that was read.
    fn asks_for_more(&self) -> bool {
        self.previous.is_some_and(|previous| previous.is(',') || previous.is('='))
    }

    /// A word that resembles an item word, starts no line of a block, and stands before a name and a `{`, or before a `{` alone.
    fn is_misspelt_head(&self, token: Token) -> bool {
        let word = token.text(self.text);
        let starts_line = LINE_WORDS.iter().any(|(_, words)| words.contains(&word));
        !starts_line && !self.asks_for_more() && self.resembles_item(token) && opens_block(self.text, token)
    }

    fn resembles_item(&self, token: Token) -> bool {
        token.kind == TokenKind::Word && nearest(token.text(self.text), ITEM_WORDS).is_some()
    }

    fn start_item(&mut self, token: Token) {
        let start = self.docs.take().map_or(token.start, |first| first.start);
        self.list_pending();
        let word = token.text(self.text).to_owned();
        self.brackets.clear();
        self.open = Open::Item { takes_block: !BLOCKLESS.contains(&word.as_str()), closed: false };
        self.split.chunks.push(Chunk { head: head_text(self.text, token), word, span: Span::new(start, token.end) });
    }

    fn misplaced_item(&mut self, token: Token, indented: bool) {
        let span = Span::new(token.start, token.end);
        let word = token.text(self.text);
        let line_start = self.text.get(..token.start).map_or(0, |before| before.trim_end_matches([' ', '\t']).len());
        let diagnostic = if indented {
            Diagnostic::error(codes::INDENTED_ITEM, span, format!("`{word}` starts an item but is indented"))
                .help("an item starts at the first column")
                .fix("remove the indentation", Span::new(line_start, token.start), "", true)
        } else {
            Diagnostic::error(codes::SECOND_ITEM_ON_LINE, span, format!("`{word}` starts a second item on this line"))
                .help("give every item a line of its own")
                .fix("start a new line", Span::new(line_start, token.start), "\n", true)
        };
        self.list(diagnostic);
        self.start_item(token);
    }

    fn continue_with(&mut self, token: Token) {
        if let (Open::Item { .. }, Some(chunk)) = (&self.open, self.split.chunks.last_mut()) {
            chunk.span.end = Span::new(token.start, token.end).end;
            self.pending.clear();
            self.docs = None;
        } else {
            self.report_comments();
        }
    }

    fn stray(&mut self, token: Token, column_zero: bool) {
        self.report_comments();
        let after_item = matches!(self.open, Open::Item { .. }) && !column_zero;
        let diagnostic = stray_text(self.text, token, after_item);
        self.list(diagnostic);
        self.open = Open::Stray { closed: false };
    }

    fn bracket(&mut self, token: Token) {
        let inside = !self.brackets.is_empty();
        self.brackets.take(token);
        match &mut self.open {
            // A `}` in an item's head closes nothing: its block is still to come.
            Open::Item { closed, .. } => *closed |= token.is('}') && inside && self.brackets.is_empty(),
            Open::Stray { closed } => *closed |= token.is('}') && self.brackets.is_empty(),
            Open::Nothing => {}
        }
    }

    fn file_doc(&mut self, token: Token) {
        let line = token.text(self.text).strip_prefix("//!").unwrap_or("");
        if matches!(self.open, Open::Nothing) && self.docs.is_none() {
            append_line(&mut self.split.file_doc, line);
        } else {
            self.wait(misplaced_doc(token, "//!", "move it to the top of the file, or write `//`"));
        }
    }

    fn doc(&mut self, token: Token) {
        if token.is_first_on_line(self.text) {
            self.docs.get_or_insert(token);
        } else {
            self.wait(unused_doc(token));
        }
    }

    /// Comments and `///` lines behind which no item goes on or starts.
    fn report_comments(&mut self) {
        self.pending.extend(self.docs.take().map(unused_doc));
        self.list_pending();
    }

    fn wait(&mut self, diagnostic: Diagnostic) {
        if self.pending.len() < MAX_FINDINGS {
            self.pending.push(diagnostic);
        }
    }

    fn list_pending(&mut self) {
        let room = MAX_FINDINGS.saturating_sub(self.split.diagnostics.len());
        self.split.diagnostics.extend(self.pending.drain(..).take(room));
    }

    fn list(&mut self, diagnostic: Diagnostic) {
        // Errors have room of their own, so that no number of unused comments hides one.
        if self.split.diagnostics.len() < 2 * MAX_FINDINGS {
            self.split.diagnostics.push(diagnostic);
        }
    }

    fn finish(mut self) -> Split {
        self.report_comments();
        let mut found = std::mem::take(&mut self.split.diagnostics);
        for gap in gaps(self.text, &self.split.chunks) {
            let piece = self.text.get(gap.start as usize..gap.end as usize).unwrap_or("");
            found.extend(disguise::findings(piece).into_iter().map(|diagnostic| diagnostic.shifted(gap.start)));
        }
        self.split.diagnostics = listed(found);
        self.split
    }
}

/// What is between items, without the mark at the start of a file.
fn gaps(text: &str, chunks: &[Chunk]) -> Vec<Span> {
    let mark = text.strip_prefix('\u{feff}').map_or(0, |rest| text.len() - rest.len());
    let whole = Span::new(mark, text.len());
    let starts = std::iter::once(whole.start).chain(chunks.iter().map(|chunk| chunk.span.end));
    let ends = chunks.iter().map(|chunk| chunk.span.start).chain([whole.end]);
    starts.zip(ends).map(|(start, end)| Span { start, end }).collect()
}

/// Items that have no block.
const BLOCKLESS: &[&str] = &["role", "use", "let", "levels", "include", "catalog"];

fn append_line(doc: &mut Option<String>, line: &str) {
    let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
    match doc {
        Some(doc) => {
            doc.push('\n');
            doc.push_str(line);
        }
        None => *doc = Some(line.to_owned()),
    }
}

/// The text of `///` lines: used by the item's reader too.
pub(crate) fn doc_text<'t>(lines: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut doc = None;
    for line in lines {
        append_line(&mut doc, line.strip_prefix("///").unwrap_or(line));
    }
    doc
}

/// `///` that stands before no item.
pub(crate) fn unused_doc(token: Token) -> Diagnostic {
    misplaced_doc(token, "///", "write `//`, or move it before an item")
}

pub(crate) fn misplaced_doc(token: Token, mark: &str, help: &str) -> Diagnostic {
    let message = format!("this `{mark}` comment documents nothing");
    Diagnostic::warning(codes::MISPLACED_DOC, Span::new(token.start, token.end), message).help(help).fix(
        "make it a comment",
        Span::new(token.start, token.start + mark.len()),
        "//",
        true,
    )
}

pub(crate) fn hash_comment(token: Token) -> Diagnostic {
    Diagnostic::error(codes::HASH_COMMENT, Span::new(token.start, token.end), "a comment starts with `//`, not with `#`")
        .help("write `//`")
        .fix("write `//`", Span::new(token.start, token.start + 1), "//", true)
}

fn starts_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("");
    before.is_empty() || before == "\u{feff}" || before.ends_with(['\n', '\r'])
}

fn is_item_word(text: &str, token: Token) -> bool {
    let follows_dot = text.get(token.end..).is_some_and(|rest| rest.starts_with('.'));
    token.kind == TokenKind::Word && !follows_dot && ITEM_WORDS.contains(&token.text(text))
}

/// An item word and what an item word takes: a name, a quote, a brace or a backtick on the same line.
fn is_head(text: &str, token: Token) -> bool {
    if !is_item_word(text, token) {
        return false;
    }
    let rest = text.get(token.end..).unwrap_or("");
    let argument = rest.trim_start_matches([' ', '\t']);
    let starts_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '"' | '\'' | '`' | '{');
    argument.starts_with('{') || (argument.len() < rest.len() && argument.starts_with(starts_name))
}

/// Whether a `{` follows the word, or the name behind it.
fn opens_block(text: &str, word: Token) -> bool {
    let rest = text.get(word.end..).unwrap_or("");
    let mut behind = tokens(rest).filter(|token| token.is_significant());
    match behind.next() {
        Some(first) if first.is('{') => true,
        Some(name) if matches!(name.kind, TokenKind::Word | TokenKind::Numeric | TokenKind::Text) => {
            behind.next().is_some_and(|next| next.is('{'))
        }
        _ => false,
    }
}

/// The head as one line of words: item word, then what names the item.
fn head_text(text: &str, word: Token) -> String {
    let rest = text.get(word.start..).unwrap_or("");
    let mut head = String::new();
    let mut before: Option<Token> = None;
    for token in tokens(rest).take_while(|token| token.is_significant() && !token.is('{') && !token.is('=')) {
        let gap = rest.get(before.map_or(0, |before| before.end)..token.start).unwrap_or("");
        let piece = token.text(rest);
        let file_follows = piece == "from" && before.is_some_and(|before| before.start > 0);
        if gap.contains(['\n', '\r']) || file_follows {
            break;
        }
        if !token.is(',') && (!gap.is_empty() || before.is_some_and(|before| before.is(','))) {
            head.push(' ');
        }
        head.push_str(piece);
        before = Some(token);
    }
    head
}

fn stray_text(text: &str, token: Token, after_item: bool) -> Diagnostic {
    let span = Span::new(token.start, token.end);
    let piece = words::shown(token.text(text));
    if token.is('}') {
        return Diagnostic::error(codes::STRAY_TEXT, span, "this `}` closes nothing")
            .help("remove it, or open a block with `{` before")
            .fix("remove it", span, "", false);
    }
    if after_item {
        return Diagnostic::error(codes::STRAY_TEXT, span, format!("`{piece}` stands after the end of the item"))
            .help("move it into the item's block, before its `}`");
    }
    let diagnostic = Diagnostic::error(codes::STRAY_TEXT, span, format!("`{piece}` starts no item"));
    match nearest(token.text(text), ITEM_WORDS).filter(|_| token.kind == TokenKind::Word) {
        Some(word) => diagnostic.help(format!("did you mean `{word}`?")).fix(format!("write `{word}`"), span, word, false),
        None => diagnostic.help(
            "an item starts at the first column with a word such as `policy`, `rule`, `role`, `let` or `test`; other lines are indented",
        ),
    }
}

#[cfg(test)]
#[path = "split/tests.rs"]
mod tests;
