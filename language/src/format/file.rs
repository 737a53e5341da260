//! A file from its items and what stands between them: comments, blank lines, and text that is left as it is.

use super::LaidOut;
use super::atoms::has_blank_line;
use super::item::is_one_liner;
use super::lines::{self, Line};
use crate::diagnostic::Severity;
use crate::lexer::{Token, TokenKind, tokens};
use crate::split::Split;

/// Puts the file together.
pub(super) fn lay_out(text: &str, cut: &Split, items: &[LaidOut]) -> String {
    let mut page = Page::default();
    let mut at = 0;
    for (chunk, item) in cut.chunks.iter().zip(items) {
        let (start, end) = (chunk.span.start as usize, chunk.span.end as usize);
        let laid_out = item.as_ref().map(|lines| (lines, is_one_liner(&chunk.word, lines)));
        page.between(text, at..start, cut, laid_out.map(|(_, one_liner)| one_liner));
        match laid_out {
            Some((lines, one_liner)) => page.item(lines, one_liner),
            None => page.kept_item(text.get(start..end).unwrap_or("")),
        }
        at = end;
    }
    page.between(text, at..text.len(), cut, Some(true));
    page.finish()
}

/// The file as far as it is written.
#[derive(Default)]
struct Page {
    text: String,
    /// Lines behind the text, which may still line up with what follows.
    lines: Vec<Line>,
    /// Whether the text ends in the middle of a line that is kept as it is.
    is_inside_line: bool,
    /// Whether what stands before the item to come is kept, up to its first byte.
    is_behind_kept_gap: bool,
    /// Whether the line before the one to come is part of an item of several lines, and of such an item only.
    is_behind_block: bool,
    /// Whether a blank line stands before what comes next.
    blank: bool,
}

impl Page {
    /// Takes what stands between items. `one_liner` says of the next one whether it may stand close; `None` where it is kept as it is.
    fn between(&mut self, text: &str, range: std::ops::Range<usize>, cut: &Split, one_liner: Option<bool>) {
        let gap = text.get(range.clone()).unwrap_or("");
        if is_kept(gap, &range, cut, one_liner.is_none()) {
            self.is_behind_kept_gap = true;
            return self.raw(if one_liner.is_some() { gap.trim_end_matches([' ', '\t']) } else { gap });
        }
        self.is_behind_kept_gap = false;
        let is_at_end = range.end == text.len();
        // A comment close to a block belongs to it: the blank line stands before both.
        self.blank |= one_liner == Some(false) && !blank_lines(gap);
        let mut end = 0;
        let mut last = None;
        for token in tokens(gap).filter(|token| token.kind != TokenKind::ByteOrderMark) {
            let blanks = gap.get(end..token.start).unwrap_or("");
            self.blank |= has_blank_line(blanks);
            self.comment(gap, token, end == 0 && range.start > 0);
            end = token.end;
            last = Some(token.kind);
        }
        self.blank |= has_blank_line(gap.get(end..).unwrap_or(""));
        self.blank |= !is_at_end && (last == Some(TokenKind::FileDoc) || self.is_behind_block);
    }

    fn comment(&mut self, gap: &str, token: Token, is_behind_item: bool) {
        let text = token.text(gap).trim_end_matches([' ', '\t']);
        if is_behind_item && !gap.get(..token.start).unwrap_or("").contains(['\n', '\r']) {
            return match self.lines.last_mut() {
                Some(line) => line.comment = Some(text.to_owned()),
                None => self.text.push_str(gap.get(..token.end).unwrap_or("").trim_end_matches([' ', '\t'])),
            };
        }
        self.blank |= self.is_behind_block;
        self.line(Line::of(text));
        self.is_behind_block = false;
    }

    fn item(&mut self, lines: &[Line], one_liner: bool) {
        lines.iter().for_each(|line| self.line(line.clone()));
        self.is_behind_block = !one_liner;
    }

    fn line(&mut self, line: Line) {
        let is_first = self.text.is_empty() && self.lines.is_empty();
        let blank_before = (line.blank_before || self.blank) && !is_first;
        self.blank = false;
        self.lines.push(Line { blank_before, ..line });
    }

    /// Adds an item as it is, on a line of its own unless the text before it is kept, too.
    fn kept_item(&mut self, item: &str) {
        self.flush();
        if self.is_inside_line && !self.is_behind_kept_gap {
            self.text.push('\n');
        }
        if self.blank && !self.text.is_empty() {
            self.text.push('\n');
        }
        self.blank = false;
        self.raw(item);
    }

    /// Adds text as it is.
    fn raw(&mut self, raw: &str) {
        self.flush();
        if !raw.is_empty() {
            self.text.push_str(raw);
            self.is_inside_line = !raw.ends_with(['\n', '\r']);
        }
        self.is_behind_block = false;
    }

    /// Turns lines into text, without the end of the last one.
    fn flush(&mut self) {
        if self.lines.is_empty() {
            return;
        }
        if self.is_inside_line {
            self.text.push('\n');
        }
        self.text.push_str(&lines::text(&self.lines));
        self.lines.clear();
        self.is_inside_line = true;
    }

    fn finish(mut self) -> String {
        self.flush();
        if self.is_inside_line {
            self.text.push('\n');
        }
        self.text
    }
}

/// Whether text between items is kept as it is: something in it belongs to no item, or the item behind it does not stand where items do.
fn is_kept(gap: &str, range: &std::ops::Range<usize>, cut: &Split, next_is_kept: bool) -> bool {
    let end = if next_is_kept { range.end } else { range.end.saturating_sub(1) };
    let inside = |place: u32| (range.start..=end).contains(&(place as usize));
    let errors = || cut.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let is_mark_inside = |token: &Token| token.kind == TokenKind::ByteOrderMark && range.start + token.start > 0;
    let comments_only = tokens(gap).all(|token| !token.is_significant() && !is_mark_inside(&token));
    !comments_only || errors().any(|found| inside(found.span.start))
}

/// Whether there is an empty line in what stands between two items.
fn blank_lines(gap: &str) -> bool {
    let ends = tokens(gap).map(|token| token.end);
    let starts = tokens(gap).map(|token| token.start).chain([gap.len()]);
    std::iter::once(0).chain(ends).zip(starts).any(|(end, start)| has_blank_line(gap.get(end..start).unwrap_or("")))
}
