//! A text with marks under runs of it: `╰─ 2 ──╯`, in as few rows as they need, nested ones below the one that holds them.
//!
//! Columns are counted in characters; a tab counts as one and is shown as a blank. Bytes that a terminal would act on are shown as `·`. A line
//! that is too long for a terminal goes on in the next, and of a text with very many lines the first are shown.

use straza_runtime::shell::Span;

/// A run of bytes and what stands under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub span: Span,
    /// What.
    pub label: String,
}

/// Where a line is folded.
pub const COLUMNS: usize = 100;
/// Lines that are shown.
const LINES: usize = 24;

/// The lines of the text, each followed by its rows of marks.
pub fn underlined(text: &str, marks: &[Mark]) -> Vec<String> {
    let pieces = pieces(text);
    let mut lines = Vec::new();
    for piece in pieces.iter().take(LINES) {
        lines.push(shown(piece.text));
        let here: Vec<Run<'_>> = marks.iter().filter_map(|mark| Run::on(mark, piece)).collect();
        lines.extend(rows(here).into_iter().map(|row| drawn(&row)));
    }
    if let Some(more) = pieces.len().checked_sub(LINES).filter(|more| *more > 0) {
        lines.push(format!("… {more} more lines"));
    }
    lines
}

/// What is shown on one line.
struct Piece<'a> {
    text: &'a str,
    /// Its first byte in the whole.
    start: usize,
    /// The line goes on below.
    goes_on: bool,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let mut rest = line;
        while let Some((cut, _)) = rest.char_indices().nth(COLUMNS) {
            let (piece, behind) = rest.split_at(cut);
            pieces.push(Piece { text: piece, start, goes_on: true });
            (rest, start) = (behind, start + cut);
        }
        pieces.push(Piece { text: rest, start, goes_on: false });
        start += rest.len() + 1;
    }
    pieces
}

/// A mark on one line, in columns; the end is one behind.
struct Run<'a> {
    start: usize,
    end: usize,
    label: &'a str,
}

impl<'a> Run<'a> {
    /// The part of a mark that lies on a line. Only where the mark begins does it say what it is.
    fn on(mark: &'a Mark, piece: &Piece<'_>) -> Option<Self> {
        let (from, to) = (mark.span.start as usize, mark.span.end as usize);
        let (line, start, end) = (piece.text, piece.start, piece.start + piece.text.len());
        let is_before = to < start || (to == start && from < to);
        if is_before || from > end || (from == end && piece.goes_on) {
            return None;
        }
        let column = |byte: usize| line.char_indices().take_while(|(at, _)| *at < byte).count();
        let (first, last) = (column(from.saturating_sub(start)), column(to.min(end) - start));
        let label = if from >= start { mark.label.as_str() } else { "" };
        Some(Self { start: first, end: last.max(first + 1), label })
    }
}

/// Longer runs first; each in the first row where nothing is in its way.
fn rows(mut runs: Vec<Run<'_>>) -> Vec<Vec<Run<'_>>> {
    runs.sort_by_key(|run| (core::cmp::Reverse(run.end - run.start), run.start));
    let mut rows: Vec<Vec<Run<'_>>> = Vec::new();
    for run in runs {
        // Below whatever holds it, so that a row never lies above its holder's.
        let holder = rows.iter().rposition(|row| row.iter().any(|other| other.start <= run.start && run.end <= other.end));
        let from = holder.map_or(0, |row| row + 1);
        match rows.iter_mut().skip(from).find(|row| row.iter().all(|other| run.end < other.start || other.end < run.start)) {
            Some(row) => row.push(run),
            None => rows.push(vec![run]),
        }
    }
    rows
}

fn drawn(row: &[Run<'_>]) -> String {
    let width = row.iter().map(|run| run.end.max(run.start + run.label.chars().count() + 2)).max().unwrap_or_default();
    let mut cells = vec![' '; width];
    for run in row {
        let text = mark(run.end - run.start, run.label);
        cells.splice(run.start..(run.start + text.len()).min(width), text);
    }
    cells.into_iter().collect::<String>().trim_end().to_owned()
}

/// As wide as the run where the label has room in it.
fn mark(width: usize, label: &str) -> Vec<char> {
    let label: Vec<char> = label.chars().collect();
    match width {
        _ if label.is_empty() => vec!['─'; width],
        _ if width < label.len() + 2 => label,
        _ => {
            let left = usize::from(width >= label.len() + 4);
            let mut text = vec!['╰'];
            text.extend(core::iter::repeat_n('─', left));
            text.extend(&label);
            text.extend(core::iter::repeat_n('─', width - label.len() - left - 2));
            text.push('╯');
            text
        }
    }
}

/// A line as a terminal may have it.
fn shown(line: &str) -> String {
    let safe = |character: char| match character {
        '\t' => ' ',
        other if straza_runtime::escape::is_hidden(other) => '·',
        other => other,
    };
    line.chars().map(safe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, marks: &[(&str, &str)]) -> String {
        let mark = |(part, label): &(&str, &str)| {
            let start = text.find(part).unwrap_or_default();
            Mark { span: Span { start: start as u32, end: (start + part.len()) as u32 }, label: (*label).to_owned() }
        };
        let marks: Vec<Mark> = marks.iter().map(mark).collect();
        underlined(text, &marks).join("\n")
    }

    #[test]
    fn runs_beside_each_other_share_a_row_and_inner_ones_stand_below() {
        let drawn = marked("sudo rm -rf x | tee log", &[("sudo rm -rf x", "1"), ("rm -rf x", "2"), ("tee log", "3")]);
        insta::assert_snapshot!(drawn, @r"
        sudo rm -rf x | tee log
        ╰─1─────────╯   ╰─3───╯
             ╰─2────╯
        ");
    }

    #[test]
    fn a_run_over_several_lines_says_once_what_it_is() {
        insta::assert_snapshot!(marked("bash <<E\nls\nE", &[("bash <<E\nls\nE", "1"), ("ls", "2")]), @r"
        bash <<E
        ╰─1────╯
        ls
        ──
        2
        E
        ─
        ");
    }

    #[test]
    fn columns_are_characters_and_nothing_reaches_the_terminal_that_it_would_act_on() {
        insta::assert_snapshot!(marked("écho é; rm\u{1b}[0m x", &[("rm\u{1b}[0m x", "2")]), @r"
        écho é; rm·[0m x
                ╰─2────╯
        ");
    }
}
