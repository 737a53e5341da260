//! Here-documents: the lines behind a newline that belong to redirections before it.

use core::mem::replace;
use core::ops::Range;

use super::quotes::Ending;
use super::reader::{Read, Reader, Stop, index};
use super::script::PendingBody;
use super::{Body, UnreadableCause, Word};

/// Where a body ends.
struct BodyEnd {
    /// One behind its last line.
    end: usize,
    /// One behind the line with the delimiter.
    next: usize,
}

/// A search for a delimiter that came to the end of the text: one for the same that begins further on finds none either.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfound {
    /// In [`super::Script::cooked`].
    delimiter: Range<u32>,
    from: usize,
    to: usize,
    quoted: bool,
    dash: bool,
    in_parentheses: bool,
}

impl Reader<'_, '_> {
    /// Past a newline and the bodies that begin behind it.
    pub(super) fn newline(&mut self) -> Read {
        self.at += 1;
        let pending = self.script.bench.bodies.len();
        if pending == 0 {
            return Ok(());
        }
        if self.bodies_from > 0 {
            // Of a command around this substitution: where its body begins is read differently.
            self.ambiguous(self.at - 1);
        }
        let mut number = self.bodies_from;
        let mut read = Ok(());
        while read.is_ok() && number < pending {
            let Some(body) = self.script.bench.bodies.get(number).cloned() else { break };
            read = self.body(&body);
            number += 1;
        }
        self.script.bench.bodies.truncate(self.bodies_from);
        read
    }

    fn body(&mut self, pending: &PendingBody) -> Read {
        let start = self.at;
        let BodyEnd { end, next } = self.body_end(pending);
        let around = self.surround(pending.around);
        let text = self.text;
        let depth = self.depth;
        self.text = text.get(..end).unwrap_or_default();
        let from = self.script.bench.pieces.len();
        let word_from = replace(&mut self.word_from, from);
        let read = self.body_text(pending, start);
        self.at = end;
        self.keep_body(pending, from, start);
        self.word_from = word_from;
        (self.text, self.at, self.depth) = (text, next, depth);
        self.around = around;
        if read == Err(Stop::Whole) { read } else { Ok(()) }
    }

    fn body_text(&mut self, pending: &PendingBody, start: usize) -> Read {
        if !pending.quoted {
            return self.expanded(Ending::Region { tabs_dropped: pending.dash }, start);
        }
        while pending.dash && self.at < self.text.len() {
            while self.peek() == b'\t' {
                self.at += 1;
            }
            let from = self.at;
            self.at = self.line_end(from);
            self.literal(true, from, self.at, from);
        }
        let from = self.at;
        if from < self.text.len() {
            self.at = self.text.len();
            self.literal(true, from, self.at, from);
        }
        Ok(())
    }

    fn keep_body(&mut self, pending: &PendingBody, from: usize, start: usize) {
        let script = &mut *self.script;
        let first = index(script.pieces.len());
        script.pieces.extend(script.bench.pieces.drain(from..));
        let pieces = first..index(script.pieces.len());
        let span = self.span(start, self.at);
        let word = index(self.script.words.len());
        self.script.words.push(Word { pieces, span });
        if let Some(redirection) = self.script.redirections.get_mut(pending.redirection) {
            redirection.body = Some(Body { quoted: pending.quoted, word, span });
        }
    }

    /// Behind the newline of a line, or at the end.
    fn line_end(&self, from: usize) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        rest.iter().position(|&byte| byte == b'\n').map_or(self.text.len(), |length| from + length + 1)
    }

    /// Finds the delimiter line by line. A body that expands continues a line behind a backslash.
    fn body_end(&mut self, pending: &PendingBody) -> BodyEnd {
        let mut any_joined = false;
        let mut line = if self.is_unfound(pending) { self.text.len() } else { self.at };
        while line < self.text.len() {
            let (next, joined) = self.logical_line(line, pending);
            any_joined |= joined;
            let text = if pending.dash { self.past_tabs(line) } else { line };
            let content = self.text.as_bytes().get(text..next).unwrap_or_default();
            let content = content.strip_suffix(b"\n").unwrap_or(content);
            let delimiter = self.script.text(&pending.delimiter).as_bytes();
            if content == delimiter {
                return BodyEnd { end: line, next };
            }
            if joined && is_delimiter_joined(content, delimiter) {
                self.ambiguous(line);
                return BodyEnd { end: line, next };
            }
            let rest = content.strip_prefix(delimiter);
            if self.in_parentheses && rest.is_some_and(|rest| rest.contains(&b')')) {
                let next = text + delimiter.len();
                self.ambiguous(line);
                return BodyEnd { end: line, next };
            }
            line = next;
        }
        let end = self.text.len();
        // Where lines are joined, what a line is depends on where the search begins.
        if !any_joined && !self.is_unfound(pending) {
            let PendingBody { ref delimiter, quoted, dash, .. } = *pending;
            let delimiter = delimiter.clone();
            self.unfound = Some(Unfound { delimiter, from: self.at, to: end, quoted, dash, in_parentheses: self.in_parentheses });
        }
        self.mark(UnreadableCause::Unterminated, self.at);
        BodyEnd { end, next: end }
    }

    /// Whether the same was looked for before, from an earlier place, and not found.
    fn is_unfound(&self, pending: &PendingBody) -> bool {
        let begins_a_line = self.at == 0 || self.byte(self.at - 1) == b'\n';
        self.unfound.as_ref().filter(|_| begins_a_line).is_some_and(|unfound| {
            unfound.from <= self.at
                && unfound.to == self.text.len()
                && unfound.dash == pending.dash
                && (pending.quoted || !unfound.quoted)
                && (unfound.in_parentheses || !self.in_parentheses)
                && self.script.text(&unfound.delimiter) == self.script.text(&pending.delimiter)
        })
    }

    fn past_tabs(&self, from: usize) -> usize {
        let mut at = from;
        while self.byte(at) == b'\t' {
            at += 1;
        }
        at
    }

    /// Behind a line and those that continue it, and whether there were any.
    fn logical_line(&self, from: usize, pending: &PendingBody) -> (usize, bool) {
        let mut next = self.line_end(from);
        let mut joined = false;
        while !pending.quoted && next < self.text.len() && self.is_continued(from, next) {
            next = self.line_end(next);
            joined = true;
        }
        (next, joined)
    }

    /// Whether an odd number of backslashes stands in front of the newline that ends a line.
    fn is_continued(&self, from: usize, next: usize) -> bool {
        let line = self.text.as_bytes().get(from..next.saturating_sub(1)).unwrap_or_default();
        line.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
    }
}

/// Whether a delimiter comes out where continued lines are joined.
fn is_delimiter_joined(content: &[u8], delimiter: &[u8]) -> bool {
    let mut left = delimiter;
    let mut rest = content;
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'\\' && tail.first() == Some(&b'\n') {
            rest = tail.get(1..).unwrap_or_default();
            continue;
        }
        match left.split_first() {
            Some((&wanted, after)) if wanted == first => (left, rest) = (after, tail),
            _ => return false,
        }
    }
    left.is_empty()
}
