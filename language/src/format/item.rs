//! The lines of one item: its documentation, its head, and its block line by line, or all of it in one line.

use super::WIDTH;
use super::atoms::{Atom, AtomKind, Comment, atoms, has_blank_line};
use super::clauses::{self, Block, Clause};
use super::fill::{Style, Writer, flat_width};
use super::lines::{Cut, CutKind, Line};
use crate::lexer::{Token, tokens};

/// Columns of one more level.
const INDENT: usize = 4;

/// Items that have no block.
const BLOCKLESS: &[&str] = &["role", "use", "let", "levels", "wall", "include"];

/// Whether an item stands on one line, so that its neighbours may stand close.
pub(super) fn is_one_liner(word: &str, lines: &[Line]) -> bool {
    let code = lines.iter().filter(|line| !line.text.starts_with("//")).count();
    code == 1 && (BLOCKLESS.contains(&word) || word == "catalog")
}

/// The lines of an item's text; `None` where its words cannot be told apart.
pub(super) fn lay_out(piece: &str) -> Option<Vec<Line>> {
    let head = tokens(piece).find(|token| token.is_significant())?;
    let word = head.text(piece);
    let atoms = atoms(piece.get(head.start..)?, word == "test")?;
    let mut writer = Writer::after(documentation(piece, head));
    let opening = atoms.iter().position(|atom| atom.is("{") && atom.depth == 0);
    match opening.filter(|_| !BLOCKLESS.contains(&word)) {
        Some(opening) => with_block(&mut writer, &atoms, opening, word)?,
        None => without_block(&mut writer, &atoms, word),
    }
    Some(writer.lines)
}

/// Comments before the item's word.
fn documentation(piece: &str, head: Token) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut end = 0;
    for token in tokens(piece).take_while(|token| token.start < head.start) {
        let blank_before = !lines.is_empty() && has_blank_line(piece.get(end..token.start).unwrap_or(""));
        lines.push(Line { blank_before, ..Line::of(token.text(piece).trim_end_matches([' ', '\t'])) });
        end = token.end;
    }
    lines
}

fn without_block(writer: &mut Writer, atoms: &[Atom], word: &str) {
    writer.start(0, false);
    let first = writer.lines.len();
    let list = matches!(word, "let").then(|| atoms.iter().position(|atom| atom.is("[") && atom.depth == 0)).flatten();
    match list.filter(|_| !writer.fits(atoms)) {
        Some(opening) => list_lines(writer, atoms, opening, 0),
        None => writer.fill(atoms, Style::List, INDENT),
    }
    let equals: Vec<usize> = atoms.iter().enumerate().filter(|(_, atom)| atom.is("=") && atom.depth == 0).map(|(at, _)| at).collect();
    if let [equals] = equals.as_slice()
        && writer.lines.len() == first
    {
        set_cut(writer, CutKind::Equals, bytes_before(atoms, *equals));
    }
}

/// A list with each element on a line of its own; what follows the list stands behind its end.
fn list_lines(writer: &mut Writer, atoms: &[Atom], opening: usize, indent: usize) {
    let Some(depth) = atoms.get(opening).map(|open| open.depth) else { return };
    let (head, rest) = atoms.split_at_checked(opening + 1).unwrap_or((atoms, &[]));
    let close = rest.iter().position(|atom| atom.kind == AtomKind::Close && atom.depth == depth).unwrap_or(rest.len());
    let (mut inside, tail) = rest.split_at_checked(close).unwrap_or((rest, &[]));
    head.iter().for_each(|atom| writer.atom(atom, indent + INDENT));
    while !inside.is_empty() {
        let comma = inside.iter().position(|atom| atom.kind == AtomKind::Comma && atom.depth == depth + 1);
        let (element, others) = inside.split_at_checked(comma.map_or(inside.len(), |at| at + 1)).unwrap_or((inside, &[]));
        let element = begun(writer, element, indent + INDENT);
        writer.fill(&element, Style::List, indent + 2 * INDENT);
        inside = others;
    }
    if let Some((close, behind)) = tail.split_first() {
        own_lines(writer, &close.before, indent + INDENT);
        writer.start(indent, false);
        std::iter::once(&bare(close)).chain(behind).for_each(|atom| writer.atom(atom, indent));
    }
}

/// Begins a line for atoms, behind the comments before them, which they are given back without.
fn begun(writer: &mut Writer, atoms: &[Atom], indent: usize) -> Vec<Atom> {
    let mut atoms = atoms.to_vec();
    if let Some(first) = atoms.first_mut() {
        own_lines(writer, &std::mem::take(&mut first.before), indent);
    }
    writer.start(indent, false);
    atoms
}

/// Comments on lines of their own.
fn own_lines(writer: &mut Writer, comments: &[Comment], indent: usize) {
    for comment in comments {
        writer.start(indent, comment.blank_before);
        writer.atom(&note(&comment.text), indent);
    }
}

fn note(text: &str) -> Atom {
    let kind = AtomKind::Other;
    Atom { text: text.to_owned(), kind, depth: 0, padded: false, before: Vec::new(), behind: None, blank_before: false }
}

/// The atom without the comments before it.
fn bare(atom: &Atom) -> Atom {
    Atom { before: Vec::new(), ..atom.clone() }
}

/// The bytes that the atoms before one take on one line, without the blank before it.
fn bytes_before(atoms: &[Atom], at: usize) -> usize {
    let before = atoms.get(..at).unwrap_or(&[]);
    let wide: usize = before.iter().map(|atom| atom.text.len() - super::lines::width(&atom.text)).sum();
    flat_width(before) + wide
}

/// Notes where the line at hand may be widened: at a blank.
fn set_cut(writer: &mut Writer, kind: CutKind, at: usize) {
    if let Some(line) = writer.lines.last_mut() {
        line.cut = (line.text.as_bytes().get(at) == Some(&b' ')).then_some(Cut { kind, at });
    }
}

fn with_block(writer: &mut Writer, atoms: &[Atom], opening: usize, word: &str) -> Option<()> {
    let (head, rest) = atoms.split_at_checked(opening)?;
    writer.start(0, false);
    block_lines(writer, head, rest, word, 0)
}

/// A head on the line at hand, and the block behind it.
fn block_lines(writer: &mut Writer, head: &[Atom], rest: &[Atom], item: &str, indent: usize) -> Option<()> {
    let (open, rest) = rest.split_first()?;
    let (close, inside) = rest.split_last()?;
    if close.kind != AtomKind::Close || close.depth != open.depth {
        return None;
    }
    let moved = head_line(writer, head, open, indent);
    if inside.is_empty() && moved.is_empty() && close.before.is_empty() {
        writer.atom(close, indent);
        return Some(());
    }
    own_lines(writer, &moved, indent + INDENT);
    inside_lines(writer, inside, item, indent + INDENT, moved.is_empty())?;
    let first = inside.is_empty() && moved.is_empty();
    own_lines(writer, &without_first_blank(&close.before, first), indent + INDENT);
    writer.start(indent, false);
    writer.atom(&bare(close), indent);
    Some(())
}

/// Writes a head and its `{`. Comments between them move into the block: all but one behind the line, which ends it.
fn head_line(writer: &mut Writer, head: &[Atom], open: &Atom, indent: usize) -> Vec<Comment> {
    let mut comments: Vec<String> = Vec::new();
    for atom in head.iter().chain([open]) {
        comments.extend(atom.before.iter().map(|comment| comment.text.clone()));
        comments.extend(atom.behind.clone());
    }
    for atom in head.iter().chain([open]) {
        writer.atom(&Atom { before: Vec::new(), behind: None, ..atom.clone() }, indent);
    }
    let commented = head.iter().chain([open]).find(|atom| !atom.before.is_empty() || atom.behind.is_some());
    let mut rest = comments.into_iter();
    if let (true, Some(line)) = (commented.is_some_and(|atom| atom.before.is_empty()), writer.lines.last_mut()) {
        line.comment = rest.next();
    }
    rest.map(|text| Comment { text, blank_before: false }).collect()
}

fn without_first_blank(comments: &[Comment], first: bool) -> Vec<Comment> {
    let mut comments = comments.to_vec();
    if let (true, Some(comment)) = (first, comments.first_mut()) {
        comment.blank_before = false;
    }
    comments
}

fn inside_lines(writer: &mut Writer, atoms: &[Atom], item: &str, indent: usize, mut first: bool) -> Option<()> {
    let block = clauses::block(item);
    let cut = clauses::cut(atoms, item);
    let column = column(atoms, &cut, block, item);
    for clause in cut {
        let atoms = atoms.get(clause.start..clause.end)?;
        let lead = atoms.first()?;
        own_lines(writer, &without_first_blank(&lead.before, first), indent);
        let blank = lead.blank_before && !(first && lead.before.is_empty());
        writer.start(indent, blank);
        first = false;
        let mut own = atoms.to_vec();
        own.first_mut()?.before.clear();
        match statements_at(&own, item) {
            Some(opening) => {
                let (head, rest) = own.split_at_checked(opening)?;
                with_table(writer, head, rest, item, indent)?;
            }
            None => clause_lines(writer, &own, clause, item, indent, column),
        }
    }
    Some(())
}

/// Where the words of a block end and what they say begins.
fn column(atoms: &[Atom], cut: &[Clause], block: &Block, item: &str) -> usize {
    let widths = cut.iter().filter_map(|clause| {
        let all = atoms.get(clause.start..clause.end)?;
        let words = all.get(..clause.words)?;
        let says = clause.end > clause.start + clause.words && statements_at(all, item).is_none();
        says.then(|| flat_width(words))
    });
    widths.max().map_or(block.column, |widest| block.column.max(widest + block.gap))
}

/// The `{` of a statement that holds statements.
fn statements_at(atoms: &[Atom], item: &str) -> Option<usize> {
    let depth = atoms.first()?.depth;
    let takes = item == "test" && atoms.first().is_some_and(|first| ["each", "job", "turn"].iter().any(|word| first.is(word)));
    let mut openings = atoms.iter().enumerate().filter(|(_, atom)| atom.is("{") && atom.depth == depth).map(|(at, _)| at);
    if takes { openings.next_back() } else { None }
}

/// `each` with its table, `job` and `turn`, and the statements in their block.
fn with_table(writer: &mut Writer, head: &[Atom], rest: &[Atom], item: &str, indent: usize) -> Option<()> {
    let list = head.iter().position(|atom| atom.is("["));
    let fits = writer.fits(head) && indent + flat_width(head) + 2 <= WIDTH;
    match list.filter(|_| !fits) {
        Some(opening) => {
            list_lines(writer, head, opening, indent);
            block_lines(writer, &[], rest, item, indent)
        }
        None => block_lines(writer, head, rest, item, indent),
    }
}

/// One line of a block, or several where one does not hold it.
fn clause_lines(writer: &mut Writer, atoms: &[Atom], clause: Clause, item: &str, indent: usize, column: usize) {
    let (words, says) = atoms.split_at_checked(clause.words).unwrap_or((atoms, &[]));
    words.iter().for_each(|word| writer.atom(word, indent));
    if says.is_empty() {
        return;
    }
    let at = indent + column;
    let broken = words.iter().any(|word| word.behind.is_some());
    if broken {
        writer.start(at, false);
    } else if clause.words > 0 {
        writer.pad(at);
    }
    let (head, first) = (writer.length(), writer.lines.len());
    let parts = parts(says, clause, item);
    let flat = writer.fits(says) && !has_reason_apart(words, &parts);
    if flat {
        says.iter().for_each(|atom| writer.atom(atom, at));
        if let Some((kind, place)) = cut_place(atoms, says, item).filter(|_| writer.lines.len() == first) {
            set_cut(writer, kind, head + bytes_before(says, place));
        }
        return;
    }
    let (reason, rest) =
        parts.split_last().filter(|(last, _)| starts_with(last, "because")).map_or((None, &*parts), |(last, rest)| (Some(*last), rest));
    let length: usize = rest.iter().map(|part| part.len()).sum();
    let guarded = says.get(..length).unwrap_or(says);
    if reason.is_some() && writer.fits(guarded) {
        guarded.iter().for_each(|atom| writer.atom(atom, at));
    } else {
        rest.iter().enumerate().for_each(|(number, part)| part_lines(writer, part, clause, words, at, number > 0));
    }
    if let Some(reason) = reason {
        part_lines(writer, reason, clause, words, at, true);
    }
}

fn part_lines(writer: &mut Writer, part: &[Atom], clause: Clause, words: &[Atom], at: usize, own_line: bool) {
    let part = if own_line { &begun(writer, part, at) } else { part };
    let guard = clause.guarded || part.first().is_some_and(|first| first.is("=>"));
    let leads = ["when", "unless", "because", "=>"].iter().any(|lead| starts_with(part, lead));
    let condition = words.first().is_some_and(|word| ["when", "unless", "for"].iter().any(|lead| word.is(lead)));
    let style = if condition || starts_with(part, "when") || starts_with(part, "unless") { Style::Condition } else { Style::List };
    writer.fill(part, style, if guard && leads { at + INDENT } else { at });
}

fn starts_with(part: &[Atom], word: &str) -> bool {
    part.first().is_some_and(|first| first.is(word))
}

/// A line's parts: what is decided, its guards, its reason; of a call what is called and what is expected.
fn parts<'a>(says: &'a [Atom], clause: Clause, item: &str) -> Vec<&'a [Atom]> {
    let Some(depth) = says.iter().map(|atom| atom.depth).min() else { return Vec::new() };
    let begins = |atom: &Atom| match atom.kind {
        AtomKind::Word => clause.guarded && matches!(atom.text.as_str(), "when" | "unless" | "because"),
        AtomKind::Operator => item == "test" && atom.is("=>"),
        _ => false,
    };
    let mut starts: Vec<usize> =
        says.iter().enumerate().filter(|(at, atom)| *at > 0 && atom.depth == depth && begins(atom)).map(|(at, _)| at).collect();
    starts.insert(0, 0);
    let ends = starts.iter().copied().skip(1).chain([says.len()]);
    starts.iter().copied().zip(ends).filter_map(|(start, end)| says.get(start..end)).collect()
}

/// Whether a reason has a line of its own: it explains steps, which are a line of their own kind.
fn has_reason_apart(words: &[Atom], parts: &[&[Atom]]) -> bool {
    let steps = words.first().is_some_and(|word| ["require", "at", "instead"].iter().any(|step| word.is(step)))
        || parts.first().is_some_and(|part| starts_with(part, "after"));
    steps && parts.last().is_some_and(|last| starts_with(last, "because"))
}

/// Where a line may be widened to line up with its neighbours: before which atom.
fn cut_place(atoms: &[Atom], says: &[Atom], item: &str) -> Option<(CutKind, usize)> {
    let word = atoms.first().map_or("", |first| first.text.as_str());
    match (item, word) {
        ("test", "call") => says.iter().position(|atom| atom.is("=>")).map(|at| (CutKind::Arrow, at)),
        ("catalog", "effect" | "mark") => {
            let apart = |pair: &[Atom]| pair.iter().all(|atom| atom.kind != AtomKind::Comma);
            says.windows(2).position(apart).map(|at| (CutKind::Names, at + 1))
        }
        _ => None,
    }
}
