//! Pages as HTML: each one file that needs no other, fetches nothing, runs no script, and can be printed.

use super::block::{Block, Inline, Line, Page, visible};

/// The files, by name.
pub fn files(pages: &[Page], source: Option<&str>) -> Vec<(String, String)> {
    pages.iter().map(|page| (file(&page.name), Writer { pages, source }.page(page))).collect()
}

fn file(page: &str) -> String {
    format!("{page}.html")
}

/// What is needed beside a page to write it.
struct Writer<'a> {
    pages: &'a [Page],
    source: Option<&'a str>,
}

impl Writer<'_> {
    fn page(&self, page: &Page) -> String {
        let title = escaped(&page.title);
        let contents = contents(page);
        let blocks: String = page.blocks.iter().map(|block| self.block(block)).collect();
        format!(
            "<!doctype html>\n{}\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<nav aria-label=\"Pages\">\n{}{contents}</nav>\n<main>\n<h1>{title}</h1>\n\
             {blocks}</main>\n</body>\n</html>\n",
            super::MARK,
            self.navigation(page)
        )
    }

    fn navigation(&self, current: &Page) -> String {
        let entry = |page: &Page| {
            let here = if page.name == current.name { " aria-current=\"page\"" } else { "" };
            format!("<li><a href=\"{}\"{here}>{}</a></li>\n", escaped(&file(&page.name)), escaped(&page.title))
        };
        format!("<ul class=\"pages\">\n{}</ul>\n", self.pages.iter().map(entry).collect::<String>())
    }

    fn block(&self, block: &Block) -> String {
        match block {
            Block::Heading { level, anchor, text } => {
                let (level, anchor) = ((*level).clamp(2, 6), escaped(anchor));
                format!("<h{level} id=\"{anchor}\"><a class=\"anchor\" href=\"#{anchor}\">{}</a></h{level}>\n", escaped(text))
            }
            Block::Paragraph(line) => format!("<p>{}</p>\n", self.line(line)),
            Block::Facts(facts) => self.facts(facts),
            Block::Table { head, rows } => self.table(head, rows),
            Block::Source(text) => format!("<pre><code>{}</code></pre>\n", escaped(text)),
        }
    }

    fn facts(&self, facts: &[(String, Vec<Line>)]) -> String {
        let fact = |(term, lines): &(String, Vec<Line>)| {
            let said: String = lines.iter().map(|line| format!("<dd>{}</dd>\n", self.line(line))).collect();
            format!("<div><dt>{}</dt>\n{said}</div>\n", escaped(term))
        };
        format!("<dl>\n{}</dl>\n", facts.iter().map(fact).collect::<String>())
    }

    fn table(&self, head: &[&str], rows: &[Vec<Line>]) -> String {
        let heads: String = head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell))).collect();
        let row = |cells: &Vec<Line>| {
            let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", self.line(cell))).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = rows.iter().map(row).collect();
        format!("<div class=\"wide\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
    }

    fn line(&self, line: &Line) -> String {
        line.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&self, piece: &Inline) -> String {
        match piece {
            Inline::Text(words) => escaped(words),
            Inline::Code(words) => format!("<code>{}</code>", breakable(words)),
            Inline::Tag(words) => format!("<span class=\"tag\">{}</span> ", escaped(words)),
            Inline::Link { page, anchor, text } => {
                let anchor = anchor.as_ref().map(|anchor| format!("#{anchor}")).unwrap_or_default();
                format!("<a href=\"{}{}\">{}</a>", escaped(&file(page)), escaped(&anchor), escaped(text))
            }
            Inline::Place(place) => {
                let words = format!("{}:{}", place.path, place.line);
                let shown = format!("<code class=\"place\">{}</code>", escaped(&words));
                match self.source {
                    Some(source) => format!("<a href=\"{}\">{shown}</a>", escaped(&super::source_address(source, place))),
                    None => shown,
                }
            }
        }
    }
}

/// Links to the headings of a page.
fn contents(page: &Page) -> String {
    let entry = |block: &Block| match block {
        Block::Heading { level, anchor, text } => {
            Some(format!("<li class=\"level{level}\"><a href=\"#{}\">{}</a></li>\n", escaped(anchor), escaped(text)))
        }
        _ => None,
    };
    let entries: String = page.blocks.iter().filter_map(entry).collect();
    if entries.is_empty() { entries } else { format!("<ul class=\"contents\">\n{entries}</ul>\n") }
}

/// A name that may go on in the next line behind its separators; what is copied is the name.
fn breakable(text: &str) -> String {
    let mut safe = escaped(text);
    for separator in ["_", ".", "/"] {
        safe = safe.replace(separator, &format!("{separator}<wbr>"));
    }
    safe
}

/// A text that is nothing but text, between tags and in attributes.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

const STYLE: &str = include_str!("style.css");

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests")]
mod tests {
    use super::*;
    use crate::pages::block::{Place, code, text};

    const HOSTILE: &str = "</title><script>alert(1)</script>\" onload='x' &amp; javascript:";

    fn hostile() -> Vec<Page> {
        let line = || {
            let link = Inline::Link { page: HOSTILE.to_owned(), anchor: Some(HOSTILE.to_owned()), text: HOSTILE.to_owned() };
            let place = Inline::Place(Place { path: HOSTILE.to_owned(), line: 1 });
            vec![text(HOSTILE), code(HOSTILE), Inline::Tag(HOSTILE.to_owned()), link, place]
        };
        let blocks = vec![
            Block::Heading { level: 2, anchor: HOSTILE.to_owned(), text: HOSTILE.to_owned() },
            Block::Paragraph(line()),
            Block::Facts(vec![(HOSTILE.to_owned(), vec![line()])]),
            Block::Table { head: vec![HOSTILE], rows: vec![vec![line()]] },
            Block::Source(HOSTILE.to_owned()),
        ];
        vec![Page { name: HOSTILE.to_owned(), title: HOSTILE.to_owned(), blocks }]
    }

    #[test]
    fn no_text_becomes_markup_wherever_it_stands() {
        for source in [None, Some("https://example.org/blob/main")] {
            let written = &files(&hostile(), source)[0].1;
            assert_eq!(written.matches("<script").count(), 0, "{written}");
            assert_eq!(written.matches("</title>").count(), 1);
            // Every quote of an attribute is ours: after each `="` comes a value without quotes, blanks included, then `"`.
            for tag in written.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
                assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
                assert!(!tag.split('"').step_by(2).any(|outside| outside.contains("onload")), "{tag}");
            }
        }
    }

    #[test]
    fn a_page_fetches_nothing() {
        let written = &files(&hostile(), None)[0].1;
        for fetching in ["src=", "@import", "url(", "<link", "<img", "<iframe", "http:", "https:"] {
            assert!(!written.contains(fetching), "{fetching}");
        }
    }
}
