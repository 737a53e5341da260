//! What a page is made of, whatever it is written as: headings, tables, texts. Every text in it is somebody else's and is escaped where it is written.

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The name of its file, without ending: lower case, digits, `-`.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// What stands on it.
    pub blocks: Vec<Block>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading that can be linked to.
    Heading {
        /// 2 or 3.
        level: u8,
        /// Where links lead: never changes while the thing keeps its name.
        anchor: String,
        /// Its text.
        text: String,
    },
    /// A paragraph.
    Paragraph(Line),
    /// Terms and what is said of each.
    Facts(Vec<(String, Vec<Line>)>),
    /// A table.
    Table {
        /// The columns.
        head: Vec<&'static str>,
        /// The cells, line by line.
        rows: Vec<Vec<Line>>,
    },
    /// Policy text as it stands.
    Source(String),
}

/// Text on one line.
pub type Line = Vec<Inline>;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Words.
    Text(String),
    /// Policy text, a name, a value.
    Code(String),
    /// A word that stands out: `shadow`, `final`.
    Tag(String),
    /// A link within the pages.
    Link {
        /// The page it leads to.
        page: String,
        /// The heading there; none leads to its top.
        anchor: Option<String>,
        /// What is shown.
        text: String,
    },
    /// A line of a file of the repository.
    Place(Place),
}

/// A line of a file of the repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The path below the repository's folder.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
}

/// Words.
pub fn text(text: impl Into<String>) -> Inline {
    Inline::Text(text.into())
}

/// Policy text.
pub fn code(text: impl Into<String>) -> Inline {
    Inline::Code(text.into())
}

/// Lines one behind the other, a separator between them.
pub fn joined(lines: impl IntoIterator<Item = Line>, separator: &str) -> Line {
    let mut all = Line::new();
    for line in lines {
        if !all.is_empty() {
            all.push(text(separator));
        }
        all.extend(line);
    }
    all
}

/// The paragraphs of a comment; what stands in backticks is code.
pub fn prose(comment: &str) -> Vec<Line> {
    let mut paragraphs = vec![String::new()];
    for line in comment.lines().map(str::trim) {
        match (line.is_empty(), paragraphs.last_mut()) {
            (false, Some(paragraph)) => {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph.push_str(line);
            }
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.iter().filter(|paragraph| !paragraph.is_empty()).map(|paragraph| quoted(paragraph)).collect()
}

/// A sentence in which backticks quote.
pub fn quoted(sentence: &str) -> Line {
    let parts: Vec<&str> = sentence.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return vec![text(sentence)];
    }
    let pieces = parts.iter().enumerate().map(|(place, part)| if place % 2 == 1 { code(*part) } else { text(*part) });
    pieces.filter(|piece| !matches!(piece, Inline::Text(words) | Inline::Code(words) if words.is_empty())).collect()
}

/// The text with what nobody would see written out: control characters, and those that turn the direction of reading or take no place.
pub fn visible(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => shown.push(' '),
            c if hidden(c) => shown.push_str(&format!("⟨U+{:04X}⟩", u32::from(c))),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_paragraphs_and_backticks_quote() {
        assert_eq!(prose("One\ntwo `x`.\n\n`y`"), [vec![text("One two "), code("x"), text(".")], vec![code("y")]]);
        assert_eq!(prose("one ` alone"), [vec![text("one ` alone")]]);
        assert_eq!(prose(""), Vec::<Line>::new());
    }

    #[test]
    fn what_nobody_would_see_is_written_out() {
        assert_eq!(visible("a\u{202e}b\u{0}\tc\nd"), "a⟨U+202E⟩b⟨U+0000⟩ c\nd");
    }
}
