//! Lines with their comments, and what lines up in neighbouring ones: `=>`, `=`, the words behind a catalog's names, comments.

use super::WIDTH;

/// The column of comments behind short lines.
const COMMENT_COLUMN: usize = 48;

/// Comments of neighbouring lines line up as long as they begin before this column.
const LAST_COMMENT_COLUMN: usize = 84;

/// A line, without its comment and its end.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) comment: Option<String>,
    /// Whether an empty line stands before it.
    pub(super) blank_before: bool,
    /// Where blanks may be added so that neighbours line up.
    pub(super) cut: Option<Cut>,
}

/// A place in a line: the byte of the blank there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) kind: CutKind,
    pub(super) at: usize,
}

/// What lines up with its like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CutKind {
    /// `=>` of calls in a test.
    Arrow,
    /// `=` of constants and roles.
    Equals,
    /// What follows the names in a line of a catalog.
    Names,
}

impl Line {
    /// A line of this text.
    pub(super) fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// Columns of a text.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The text of lines, lined up, without a line end behind the last.
pub(super) fn text(lines: &[Line]) -> String {
    let mut lines = lines.to_vec();
    runs(&mut lines, |line| line.cut.map(|cut| cut.kind), line_up_cuts);
    runs(&mut lines, |line| line.comment.as_ref().map(|_| ()), line_up_comments);
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { "\n" });
        text.push_str(if line.blank_before { "\n" } else { "" });
        text.push_str(&line.text);
    }
    text
}

/// Hands out each run of neighbouring lines that are alike in something.
fn runs<K: PartialEq>(lines: &mut [Line], key: impl Fn(&Line) -> Option<K>, line_up: impl Fn(&mut [Line])) {
    for run in lines.chunk_by_mut(|above, below| !below.blank_before && key(above).is_some() && key(above) == key(below)) {
        if run.iter().all(|line| key(line).is_some()) {
            line_up(run);
        }
    }
}

fn line_up_cuts(run: &mut [Line]) {
    let Some(cut) = run.first().and_then(|line| line.cut) else { return };
    let gap = if cut.kind == CutKind::Names { 2 } else { 1 };
    let column = column_for(run) + gap;
    for line in run {
        let Some(cut) = line.cut else { continue };
        let (head, tail) = line.text.split_at_checked(cut.at).unwrap_or((&line.text, ""));
        let blanks = column.saturating_sub(width(head)).max(1);
        let wanted = format!("{head}{}{}", " ".repeat(blanks), tail.trim_start_matches(' '));
        if width(&wanted) <= WIDTH {
            line.text = wanted;
        }
    }
}

/// The widest head with which its own line and those with narrower heads stay within the width, as far as there is one.
fn column_for(run: &[Line]) -> usize {
    let parts = |line: &Line| {
        let (head, tail) = line.text.split_at_checked(line.cut?.at)?;
        Some((width(head), width(tail.trim_start_matches(' '))))
    };
    let mut heads: Vec<(usize, usize)> = run.iter().filter_map(parts).collect();
    heads.sort_unstable();
    while let Some((widest, _)) = heads.last().copied() {
        if heads.len() == 1 || heads.iter().all(|(_, tail)| widest + 2 + tail <= WIDTH) {
            return widest;
        }
        heads.pop();
    }
    0
}

fn line_up_comments(run: &mut [Line]) {
    let widths = run.iter().map(|line| width(&line.text) + 2);
    let column = widths.filter(|width| *width <= LAST_COMMENT_COLUMN).max().unwrap_or(0).max(COMMENT_COLUMN);
    for line in run {
        let blanks = column.saturating_sub(width(&line.text)).max(2);
        if let Some(comment) = line.comment.take() {
            line.text = format!("{}{}{comment}", line.text, " ".repeat(blanks));
        }
    }
}
