//! Pages as Markdown, for a pull request: one file a page, or one document with all of them. No text of a policy is read as Markdown.

use super::block::{Block, Inline, Line, Page, Place, visible};

/// The files, by name.
pub fn files(pages: &[Page], source: Option<&str>) -> Vec<(String, String)> {
    let writer = Writer { pages, source, whole: false };
    pages.iter().map(|page| (file(&page.name), format!("{}\n\n{}", super::MARK, writer.page(page)))).collect()
}

/// All pages in one document.
pub fn document(pages: &[Page], source: Option<&str>) -> String {
    let writer = Writer { pages, source, whole: true };
    let text: Vec<String> = pages.iter().map(|page| writer.page(page)).collect();
    format!("{}\n\n{}", super::MARK, text.join("\n"))
}

fn file(page: &str) -> String {
    format!("{page}.md")
}

/// What is needed beside a page to write it.
struct Writer<'a> {
    pages: &'a [Page],
    source: Option<&'a str>,
    /// Links stay within one document.
    whole: bool,
}

impl Writer<'_> {
    fn page(&self, page: &Page) -> String {
        let deeper = usize::from(self.whole && page.name != super::INDEX);
        let mut text = anchor(&page_anchor(&page.name));
        text += &format!("{} {}\n", "#".repeat(1 + deeper), escaped(&page.title));
        if page.name == super::INDEX {
            text += &format!("\n{}", self.contents());
        }
        for block in &page.blocks {
            text.push('\n');
            text += &self.block(block, deeper);
        }
        text
    }

    fn contents(&self) -> String {
        let others = self.pages.iter().filter(|page| page.name != super::INDEX);
        others.map(|page| format!("- {}\n", self.link(&page.name, None, &page.title))).collect()
    }

    fn block(&self, block: &Block, deeper: usize) -> String {
        match block {
            Block::Heading { level, anchor, text } => {
                format!("{}{} {}\n", self::anchor(anchor), "#".repeat(usize::from(*level) + deeper), escaped(text))
            }
            Block::Paragraph(line) => format!("{}\n", unlisted(&self.line(line, false))),
            Block::Facts(facts) => facts.iter().map(|fact| self.fact(fact)).collect(),
            Block::Table { head, rows } => self.table(head, rows),
            Block::Source(text) => fenced(text),
        }
    }

    fn fact(&self, (term, lines): &(String, Vec<Line>)) -> String {
        let term = escaped(term);
        match lines.as_slice() {
            [line] => format!("- **{term}** {}\n", self.line(line, false)),
            lines => lines.iter().fold(format!("- **{term}**\n"), |said, line| said + "  - " + &unlisted(&self.line(line, false)) + "\n"),
        }
    }

    fn table(&self, head: &[&str], rows: &[Vec<Line>]) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let heads: Vec<String> = head.iter().map(|cell| escaped(cell)).collect();
        let mut text = line(&heads) + &line(&vec!["---".to_owned(); head.len()]);
        for row in rows {
            text += &line(&row.iter().map(|cell| self.line(cell, true)).collect::<Vec<_>>());
        }
        text
    }

    fn line(&self, line: &Line, in_table: bool) -> String {
        line.iter().map(|piece| self.piece(piece, in_table)).collect::<String>().trim().to_owned()
    }

    fn piece(&self, piece: &Inline, in_table: bool) -> String {
        match piece {
            Inline::Text(words) => escaped(words),
            Inline::Code(words) => code(words, in_table),
            Inline::Tag(words) => format!("**{}** ", escaped(words)),
            Inline::Link { page, anchor, text } => self.link(page, anchor.as_deref(), text),
            Inline::Place(place) => self.place(place, in_table),
        }
    }

    fn link(&self, page: &str, anchor: Option<&str>, text: &str) -> String {
        let address = match (self.whole, anchor) {
            (true, Some(anchor)) => format!("#{anchor}"),
            (true, None) => format!("#{}", page_anchor(page)),
            (false, Some(anchor)) => format!("{}#{anchor}", file(page)),
            (false, None) => file(page),
        };
        format!("[{}](<{}>)", escaped(text), address_text(&address))
    }

    fn place(&self, place: &Place, in_table: bool) -> String {
        let shown = code(&format!("{}:{}", place.path, place.line), in_table);
        match self.source {
            Some(source) => format!("[{shown}](<{}>)", address_text(&super::source_address(source, place))),
            None => shown,
        }
    }
}

/// A place that links lead to.
fn anchor(name: &str) -> String {
    let safe: String = visible(name).chars().filter(|c| !matches!(c, '"' | '<' | '>' | '&' | '\n')).collect();
    format!("<a id=\"{safe}\"></a>\n\n")
}

fn page_anchor(page: &str) -> String {
    format!("page:{page}")
}

fn address_text(address: &str) -> String {
    visible(address).chars().filter(|c| !matches!(c, '<' | '>' | '\\' | '\n')).collect()
}

/// A text that is nothing but text.
fn escaped(text: &str) -> String {
    let one_line = visible(text).replace('\n', " ");
    let mut safe = String::with_capacity(one_line.len());
    for (at, c) in one_line.char_indices() {
        let begins_address = c == ':' && one_line.get(at..).is_some_and(|rest| rest.starts_with("://"));
        if "\\`*_{}[]<>#|~!&@".contains(c) || begins_address {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// A paragraph that does not begin like an entry of a list, a heading or a table.
fn unlisted(line: &str) -> String {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if line.starts_with(['-', '+', '=']) {
        return format!("\\{line}");
    }
    match number.chars().next() {
        Some('.' | ')') if number.len() < line.len() => format!("{}\\{number}", line.get(..line.len() - number.len()).unwrap_or_default()),
        _ => line.to_owned(),
    }
}

/// A text in backticks, more of them than stand together in it.
fn code(text: &str, in_table: bool) -> String {
    let text = visible(text).replace('\n', " ");
    let text = if text.trim().is_empty() { "␠".to_owned() } else { text };
    let marks = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    let text = if in_table { text.replace('|', "\\|") } else { text };
    format!("{marks}{pad}{text}{pad}{marks}")
}

fn fenced(text: &str) -> String {
    let text = visible(text);
    let marks = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{marks}straza\n{}\n{marks}\n", text.trim_end())
}

/// The most backticks that stand together.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_read_as_markdown_or_html() {
        assert_eq!(escaped("<script>*a*|[x](y)\nhttps://z @dana"), "\\<script\\>\\*a\\*\\|\\[x\\](y) https\\://z \\@dana");
        assert_eq!([unlisted("1. a"), unlisted("- a"), unlisted("a - 1. b"), unlisted("12")], ["1\\. a", "\\- a", "a - 1. b", "12"]);
        assert_eq!(anchor("a\"><script>"), "<a id=\"ascript\"></a>\n\n");
    }

    #[test]
    fn code_has_more_backticks_around_it_than_in_it() {
        assert_eq!(code("a `` b", false), "```a `` b```");
        assert_eq!(code("`a`", false), "`` `a` ``");
        assert_eq!((code("a|b", true), code("a|b", false)), ("`a\\|b`".to_owned(), "`a|b`".to_owned()));
        assert_eq!(fenced("x ```` y\n"), "`````straza\nx ```` y\n`````\n");
        assert_eq!(code("", false), "`␠`");
    }
}
