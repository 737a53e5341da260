//! Atoms put on lines: as many as fit, then cut where the reader would pause. Brackets and operators that bind weakly are cut first.

use super::WIDTH;
use super::atoms::{Atom, AtomKind};
use super::lines::{Line, width};

/// How what is written is joined, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `or`, then `and`, then commas.
    Condition,
    /// `|`, then `and`, then commas, then `or`: steps, names, data.
    List,
}

/// Lines that are being written.
pub(super) struct Writer {
    pub(super) lines: Vec<Line>,
    /// The atom that was written last on the line at hand.
    last: Option<(AtomKind, bool)>,
}

impl Writer {
    /// Goes on behind some lines.
    pub(super) fn after(lines: Vec<Line>) -> Self {
        Self { lines, last: None }
    }

    /// Begins a line.
    pub(super) fn start(&mut self, indent: usize, blank_before: bool) {
        if let Some(last) = self.lines.last_mut().filter(|last| !last.text.trim_start_matches(' ').is_empty()) {
            last.text.truncate(last.text.trim_end_matches(' ').len());
        }
        let line = Line { text: " ".repeat(indent), blank_before, ..Line::default() };
        match self.lines.last_mut() {
            Some(last) if last.comment.is_none() && last.text.trim_start_matches(' ').is_empty() => {
                last.text = line.text;
                last.blank_before |= blank_before;
            }
            _ => self.lines.push(line),
        }
        self.last = None;
    }

    /// Where the next atom would stand.
    fn column(&self) -> usize {
        self.lines.last().map_or(0, |line| width(&line.text))
    }

    /// The bytes of the line at hand.
    pub(super) fn length(&self) -> usize {
        self.lines.last().map_or(0, |line| line.text.len())
    }

    /// Blanks up to a column; the next atom stands there.
    pub(super) fn pad(&mut self, column: usize) {
        let blanks = column.saturating_sub(self.column());
        self.push(&" ".repeat(blanks));
        self.last = None;
    }

    fn push(&mut self, text: &str) {
        if let Some(line) = self.lines.last_mut() {
            line.text.push_str(text);
        }
    }

    /// Writes one atom; comments break the line, and it goes on at `indent`.
    pub(super) fn atom(&mut self, atom: &Atom, indent: usize) {
        for comment in &atom.before {
            self.start(indent, false);
            self.push(&comment.text);
            self.lines.push(Line::default());
        }
        if !atom.before.is_empty() || self.lines.last().is_some_and(|line| line.comment.is_some()) {
            self.start(indent, false);
        }
        if self.last.as_ref().is_some_and(|last| is_spaced(last.0, last.1, atom)) {
            self.push(" ");
        }
        self.push(&atom.text);
        self.last = Some((atom.kind, atom.padded));
        if let (Some(comment), Some(line)) = (&atom.behind, self.lines.last_mut()) {
            line.comment = Some(comment.clone());
        }
    }

    /// Writes atoms on the line at hand, cut where they do not fit.
    pub(super) fn fill(&mut self, atoms: &[Atom], style: Style, indent: usize) {
        let base = atoms.iter().map(|atom| atom.depth).min().unwrap_or(0);
        self.fill_within(atoms, style, base, indent, true);
    }

    fn fill_within(&mut self, atoms: &[Atom], style: Style, base: usize, indent: usize, outermost: bool) {
        let weakest = atoms.windows(2).filter_map(|pair| rank(pair, style, base)).min();
        let Some(weakest) = weakest.filter(|_| !self.fits(atoms)) else {
            return atoms.iter().for_each(|atom| self.atom(atom, indent));
        };
        let indent = if outermost && weakest < LEVELS { indent } else { indent + 4 };
        let mut rest = atoms;
        let mut was_cut = false;
        while !rest.is_empty() {
            let end = rest.windows(2).position(|pair| rank(pair, style, base) == Some(weakest)).map_or(rest.len(), |at| at + 1);
            let (part, others) = rest.split_at_checked(end).unwrap_or((rest, &[]));
            let first = rest.len() == atoms.len();
            if !first && (was_cut || !self.fits(part)) {
                self.start(indent, false);
            }
            let before = self.lines.len();
            self.fill_within(part, style, base, indent, false);
            was_cut = self.lines.len() > before;
            rest = others;
        }
    }

    /// Whether atoms fit on the line at hand and no comment breaks them.
    pub(super) fn fits(&self, atoms: &[Atom]) -> bool {
        !is_broken(atoms) && self.column() + 1 + flat_width(atoms) <= WIDTH + usize::from(self.last.is_none())
    }
}

/// Whether a comment stands between these atoms.
pub(super) fn is_broken(atoms: &[Atom]) -> bool {
    let last = atoms.len().saturating_sub(1);
    atoms.iter().enumerate().any(|(at, atom)| at > 0 && !atom.before.is_empty() || at < last && atom.behind.is_some())
}

/// The columns that atoms take on one line.
pub(super) fn flat_width(atoms: &[Atom]) -> usize {
    let blanks = atoms.windows(2).filter(|pair| matches!(pair, [left, right] if is_spaced(left.kind, left.padded, right))).count();
    blanks + atoms.iter().map(|atom| width(&atom.text)).sum::<usize>()
}

/// Whether a blank stands between two atoms.
fn is_spaced(left: AtomKind, left_padded: bool, right: &Atom) -> bool {
    match (left, right.kind) {
        (_, AtomKind::Comma) => false,
        (AtomKind::Open, _) => left_padded,
        (_, AtomKind::Close) => right.padded,
        _ => true,
    }
}

/// Ranks a bracket adds.
const LEVELS: usize = 4;

/// How weakly two neighbours are joined, weakest lowest; `None` where a line is never cut.
fn rank(pair: &[Atom], style: Style, base: usize) -> Option<usize> {
    let [left, right] = pair else { return None };
    if right.kind == AtomKind::Close {
        return None;
    }
    let word = right.text.as_str();
    let level = match style {
        Style::Condition if word == "or" => 0,
        Style::Condition if word == "and" => 1,
        Style::List if matches!(word, "|" | "<") => 0,
        Style::List if left.is("}") && right.depth == base && right.kind != AtomKind::Comma && right.kind != AtomKind::Open => 0,
        Style::List if word == "and" => 1,
        Style::List if word == "or" => 3,
        _ if left.kind == AtomKind::Comma => 2,
        _ => return None,
    };
    Some(right.depth.saturating_sub(base) * LEVELS + level)
}
