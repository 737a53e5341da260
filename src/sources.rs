//! Texts that findings point into: a path to show, the text, and where its lines start.

use std::ops::Range;
use std::sync::Arc;

use straza_language::diagnostic::{Diagnostic, Severity};

/// A file as it was read.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceText {
    path: String,
    text: String,
    line_starts: Vec<usize>,
}

/// A place as people and editors count it: from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column in Unicode code points.
    pub column: usize,
    /// Column in UTF-16 code units, as editors count.
    pub utf16: usize,
}

impl SourceText {
    /// Keeps a text under the path that is shown for it (with `/`).
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let text = text.into();
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Arc::new(Self { path: path.into(), text, line_starts })
    }

    /// The path that is shown.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a byte stands; one beyond the end stands at the end.
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.line_of(byte);
        let before = self.line_starts.get(line).and_then(|start| self.text.get(*start..byte)).unwrap_or("");
        Position { line: line + 1, column: before.chars().count() + 1, utf16: before.encode_utf16().count() + 1 }
    }

    /// The bytes of the lines that hold a range, with some lines around it, and the number of the first of them, from 0.
    pub fn window(&self, range: Range<usize>, before: usize, after: usize) -> (Range<usize>, usize) {
        let first = self.line_of(range.start.min(self.text.len())).saturating_sub(before);
        let last = self.line_of(range.end.min(self.text.len())) + after;
        let start = self.line_starts.get(first).copied().unwrap_or(0);
        let end = self.line_starts.get(last + 1).copied().unwrap_or(self.text.len());
        (start..end, first)
    }
    fn line_of(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }
}

/// A diagnostic and the file it is about; its places count from the start of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDiagnostic {
    /// Which file.
    pub source: Arc<SourceText>,
    /// What is said.
    pub diagnostic: Diagnostic,
}

impl SourceDiagnostic {
    /// Whether it stops compilation.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}

/// How many of the findings are errors, and how many warnings.
pub fn count(findings: &[SourceDiagnostic]) -> (usize, usize) {
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    (errors, findings.len() - errors)
}

/// `1 error`, `2 errors`.
pub fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::string_slice, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_code_points_and_utf16_units_from_one() {
        let source = SourceText::new("a.straza", "ab\n\u{1f600}x\n");
        assert_eq!(source.position(0), Position { line: 1, column: 1, utf16: 1 });
        assert_eq!(source.position(7), Position { line: 2, column: 2, utf16: 3 });
        assert_eq!(source.position(9_999).line, 3);
    }

    #[test]
    fn a_window_holds_whole_lines_around_a_range() {
        let source = SourceText::new("a.straza", "one\ntwo\nthree\nfour\n");
        let (range, first) = source.window(8..10, 1, 0);
        assert_eq!((&source.text()[range], first), ("two\nthree\n", 1));
    }
}
