//! One layout for a policy text: the same words, signs and comments in the same order, on lines that everybody writes alike.
//!
//! It works on the tokens of an item, not on its tree, so that it keeps whatever the author wrote: a clause out of its place stays there
//! (`check --fix` moves it), a number keeps its spelling, a comment stays beside its neighbour. An item that cannot be read, and what stands
//! between items and belongs to none, is left byte for byte as it is, and the findings say why.
//!
//! `atoms` are what is never cut; `clauses` says where a line of a block begins and in which column its words end; `lines` and
//! `fill` put atoms on lines; `item` lays out one item, `file` what is between them.

mod atoms;
mod clauses;
mod file;
mod fill;
mod item;
mod lines;

use crate::codes::syntax as codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::lexer::{Token, TokenKind, tokens};
use crate::parse::parse_item;
use crate::span::Span;
use crate::split::{Split, split};

/// Columns of a line; what has no place to break may be longer.
pub const WIDTH: usize = 120;

/// A text after formatting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formatted {
    /// The text in its layout.
    pub text: String,
    /// Why parts of it were left as they were, with places in the text that was given; by place. Empty where all is formatted.
    pub left: Vec<Diagnostic>,
}

/// Formats the text of a policy file. The result means what the text meant, and formatting it again changes nothing.
pub fn format(text: &str) -> Formatted {
    let cut = split(text);
    let mut left: Vec<Diagnostic> = cut.diagnostics.iter().filter(|found| is_in_the_way(found)).cloned().collect();
    if cut.chunks.is_empty() && !left.is_empty() {
        return Formatted { text: text.to_owned(), left };
    }
    let items = laid_out_items(text, &cut, &mut left);
    left.sort_by_key(|found| found.span);
    let formatted = file::lay_out(text, &cut, &items);
    if is_cut_alike(&cut, &formatted) { Formatted { text: formatted, left } } else { whole_left(text, left) }
}

/// An item's lines; `None` where it is left as it is.
type LaidOut = Option<Vec<lines::Line>>;

fn laid_out_items(text: &str, cut: &Split, left: &mut Vec<Diagnostic>) -> Vec<LaidOut> {
    let mut items = Vec::with_capacity(cut.chunks.len());
    for chunk in &cut.chunks {
        let start = chunk.span.start as usize;
        let piece = text.get(start..chunk.span.end as usize).unwrap_or("");
        let misplaced = left.iter().any(|found| chunk.span.start <= found.span.start && found.span.end <= chunk.span.end);
        let found = in_the_way_of(piece);
        let lines = (found.is_empty() && !misplaced).then(|| item::lay_out(piece).filter(|lines| is_sound(piece, &lines::text(lines))));
        if let Some(None) = lines {
            left.push(kept_layout(piece).shifted(chunk.span.start));
        }
        left.extend(found.into_iter().map(|found| found.shifted(chunk.span.start)));
        items.push(lines.flatten());
    }
    items
}

/// The findings that say that an item was not read as it is meant.
fn in_the_way_of(piece: &str) -> Vec<Diagnostic> {
    parse_item(piece).diagnostics.into_iter().filter(is_in_the_way).collect()
}

/// Errors stop the formatter, save those about what is read all the same.
fn is_in_the_way(found: &Diagnostic) -> bool {
    found.severity == Severity::Error && found.code != codes::CLAUSE_ORDER
}

/// Why an item that can be read is left all the same: a quote inside a pattern's brackets, a mark that nobody sees, or a result that the
/// formatter cannot vouch for.
fn kept_layout(piece: &str) -> Diagnostic {
    let in_the_way = |token: &Token| matches!(token.kind, TokenKind::OpenText | TokenKind::ByteOrderMark);
    let place = tokens(piece).find(in_the_way).or_else(|| tokens(piece).find(|token| token.is_significant()));
    let span = place.map_or(Span::new(0, piece.len()), |token| Span::new(token.start, token.end));
    let (code, help) = match place.map(|token| token.kind) {
        Some(TokenKind::ByteOrderMark) => (codes::INVISIBLE, "remove the byte order mark here: it belongs to the start of a file"),
        Some(TokenKind::OpenText) => {
            (codes::OPEN_TEXT, "lay it out by hand, or write `?` for the set of characters that has a quote in it")
        }
        _ => (codes::UNEXPECTED, "lay it out by hand"),
    };
    Diagnostic::warning(code, span, "the layout of this item is left as it is").help(help)
}

fn whole_left(text: &str, mut left: Vec<Diagnostic>) -> Formatted {
    if left.is_empty() {
        left.push(kept_layout(text));
    }
    Formatted { text: text.to_owned(), left }
}

/// Whether the same items are found in the result.
fn is_cut_alike(before: &Split, formatted: &str) -> bool {
    let after = split(formatted);
    let heads = |cut: &Split| cut.chunks.iter().map(|chunk| chunk.word.clone()).collect::<Vec<_>>();
    let codes = |cut: &Split| cut.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>();
    heads(before) == heads(&after) && codes(before) == codes(&after) && before.file_doc == after.file_doc
}

/// The formatter's look at its own work: the same words, signs and comments, no sign that binds its neighbours nearer or farther, still read
/// without an error, and in a layout that would stay. What it cannot vouch for it leaves alone.
fn is_sound(before: &str, after: &str) -> bool {
    let stays = || item::lay_out(after).is_some_and(|lines| lines::text(&lines) == after);
    Tokens::of(before).eq(Tokens::of(after)) && in_the_way_of(after).is_empty() && stays()
}

/// The tokens of a text as far as they carry meaning: comments apart, since one may move behind a bracket.
struct Tokens<'t> {
    text: &'t str,
    rest: std::vec::IntoIter<Token>,
    previous: Option<Token>,
}

impl<'t> Tokens<'t> {
    fn of(text: &'t str) -> Self {
        let all: Vec<Token> = tokens(text).collect();
        let (words, comments): (Vec<Token>, Vec<Token>) = all.into_iter().partition(|token| token.is_significant());
        Self { text, rest: words.into_iter().chain(comments).collect::<Vec<_>>().into_iter(), previous: None }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (TokenKind, &'t str, bool);

    fn next(&mut self) -> Option<Self::Item> {
        let token = self.rest.next()?;
        let previous = self.previous.replace(token);
        let bound = previous.is_some_and(|previous| is_bound(self.text, previous, token));
        Some((token.kind, token.text(self.text).trim_end_matches([' ', '\t']), bound))
    }
}

/// Whether two neighbours stand together and mean something else apart.
fn is_bound(text: &str, previous: Token, token: Token) -> bool {
    previous.end == token.start && atoms::binds(previous, token) && !atoms::joins(text, previous, token)
}

#[cfg(test)]
mod tests;
