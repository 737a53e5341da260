//! What holds for every text: formatting keeps the meaning and the comments, changes nothing the second time, and loses no byte of what it
//! cannot read.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::generator::{Dice, Layout, file as written, words};
use crate::diagnostic::Diagnostic;
use crate::format::{Formatted, LaidOut, WIDTH, file, format, is_in_the_way, item};
use crate::lexer::{TokenKind, tokens};
use crate::parse::parse_item;
use crate::split::{Chunk, MAX_FILE_BYTES, split};

/// Files of one run.
const FILES: usize = 100_000;

/// One pair of items in so many also goes through the whole formatter, with the looks at its own work.
const WHOLE: usize = 8;

/// Files in which the same two items are written.
const WRITINGS: usize = 20;

#[test]
fn a_file_formatted_means_the_same_keeps_its_comments_and_stays_as_it_is() {
    at_random(FILES / WRITINGS, 0x57ab_1e00, |dice, number| {
        let items = [words(dice, "item"), words(dice, "item")];
        let meant = items.each_ref().map(|item| trees(&item.join(" ")));
        let mut seen = BTreeSet::new();
        for _ in 0..WRITINGS {
            let which = [0..1, 0..1, 1..2, 0..2][dice.below(4)].clone();
            let layout = Layout { comments: [0, 0, 5, 14][dice.below(4)], blank_lines: true };
            let text = written(dice, &items[which.clone()], layout);
            let formatted = laid_out(&text);
            assert_eq!(comments(&formatted), comments(&text), "comments of\n{text}\nin\n{formatted}");
            if !seen.contains(&formatted) {
                assert_eq!(laid_out(&formatted), formatted, "the second time, from\n{text}");
                tidy(&formatted);
                assert_eq!(trees(&formatted), meant[which].concat(), "trees of\n{text}\nin\n{formatted}");
                seen.insert(formatted);
            }
        }
        if number.is_multiple_of(WHOLE) {
            let text = written(dice, &items, Layout { comments: 6, blank_lines: true });
            let formatted = cleanly(&text);
            assert_eq!(cleanly(&formatted), formatted, "the second time, from\n{text}");
            assert_eq!(trees(&formatted), trees(&text), "from\n{text}");
        }
    });
}

#[test]
fn the_layout_of_a_file_does_not_depend_on_how_it_was_written() {
    at_random(FILES / 20, 0x57ab_1e01, |dice, _| {
        let items = [words(dice, "item")];
        let layout = Layout { comments: 0, blank_lines: false };
        let (one, other) = (written(dice, &items, layout), written(dice, &items, layout));
        assert_eq!(cleanly(&one), cleanly(&other), "from\n{one}\nand\n{other}");
    });
}

/// Runs a look at many random files on two threads.
fn at_random(count: usize, seed: u64, look: impl Fn(&mut Dice, usize) + Copy + Send) {
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                let mut dice = Dice(seed + (half << 32));
                (0..count / 2).for_each(|number| look(&mut dice, number));
            });
        }
    });
}

/// Formats a text; nothing may be left as it is.
#[track_caller]
fn cleanly(text: &str) -> String {
    let Formatted { text: formatted, left } = format(text);
    let found = |found: &Diagnostic| format!("{} {} at {:?}\n", found.code, found.message, text.get(found.span.start as usize..));
    assert!(left.is_empty(), "{}\n{text}", left.iter().map(found).collect::<String>());
    formatted
}

/// Lays a text out without the formatter's looks at its own work.
fn laid_out(text: &str) -> String {
    let cut = split(text);
    let piece = |chunk: &Chunk| item::lay_out(&text[chunk.span.start as usize..chunk.span.end as usize]);
    let items: Vec<LaidOut> = cut.chunks.iter().map(piece).collect();
    assert!(items.iter().all(Option::is_some), "{text}");
    file::lay_out(text, &cut, &items)
}

/// The comments of a text, in order.
fn comments(text: &str) -> Vec<&str> {
    let comments = tokens(text).filter(|token| !token.is_significant() && token.kind != TokenKind::ByteOrderMark);
    comments.map(|token| token.text(text).trim_end_matches([' ', '\t'])).collect()
}

/// The trees of a text's items without places and documentation (comments are looked at on their own), and the codes of what was found.
fn trees(text: &str) -> String {
    let mut trees = String::new();
    for chunk in split(text).chunks {
        let parsed = parse_item(&text[chunk.span.start as usize..chunk.span.end as usize]);
        assert!(!parsed.diagnostics.iter().any(is_in_the_way), "{:?} in\n{text}", parsed.diagnostics);
        write!(trees, "{:?} {}", parsed.item.kind, parsed.item.complete).unwrap();
        parsed.diagnostics.iter().for_each(|found| writeln!(trees, " {}", found.code).unwrap());
    }
    without_places(&trees)
}

fn without_places(debug: &str) -> String {
    let mut pieces = debug.split("Span { start: ");
    let first = pieces.next().unwrap_or("").to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once('}').map_or(piece, |(_, rest)| rest))
}

fn tidy(text: &str) {
    assert!(text.is_empty() || text.ends_with('\n') && !text.starts_with('\n') && !text.ends_with("\n\n"), "{text:?}");
    assert!(!text.contains("\n\n\n") && !text.contains(['\r', '\u{feff}']), "{text:?}");
    for line in text.lines() {
        assert!(!line.ends_with([' ', '\t']), "{line:?} in\n{text}");
        let code = line.split("//").next().unwrap_or("").trim_end();
        let could_be_cut = code.contains(" and ") && !code.contains('"');
        assert!(!could_be_cut || code.chars().count() <= WIDTH, "{line:?} in\n{text}");
    }
}

#[test]
fn any_text_is_formatted_or_left_and_loses_nothing_that_is_not_blank() {
    let mut dice = Dice(0x57ab_1e02);
    for _ in 0..3_000 {
        let items: Vec<Vec<String>> = (0..1 + dice.below(3)).map(|_| words(&mut dice, "item")).collect();
        let text = written(&mut dice, &items, Layout { comments: 6, blank_lines: true });
        let text = damaged(&mut dice, text);
        let once = format(&text);
        assert_eq!(visible(&once.text), visible(&text), "of\n{text}\nin\n{}", once.text);
        assert_eq!(format(&once.text).text, once.text, "the second time, from\n{text}");
        let errors = split(&text).diagnostics.iter().any(is_in_the_way);
        assert!(!errors || !once.left.is_empty(), "in silence:\n{text}");
    }
}

/// What of a text can be seen, sorted: a comment may change places with a bracket.
fn visible(text: &str) -> Vec<char> {
    let mut visible: Vec<char> = text.trim_start_matches('\u{feff}').chars().filter(|c| !matches!(c, ' ' | '\t' | '\n' | '\r')).collect();
    visible.sort_unstable();
    visible
}

/// A text with pieces taken out, doubled or replaced.
fn damaged(dice: &mut Dice, mut text: String) -> String {
    let pieces = [
        "",
        "\"",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "`",
        "'",
        ",",
        "\n",
        "\r",
        "\\",
        "#",
        "///",
        "//!",
        "é",
        "\u{feff}",
        "\0",
        "=>",
        " not ",
        "\nrule x {",
        "\n}",
        " rule y { on a.b deny }",
        "&&",
        "$",
        ":",
        "..",
        "+",
        "junk",
        "\u{2028}",
        "\u{a0}",
    ];
    for _ in 0..dice.below(4) {
        let start = boundary(&text, dice.below(text.len() + 1));
        let end = boundary(&text, (start + dice.below(8)).min(text.len()));
        text.replace_range(start..end.max(start), pieces[dice.below(pieces.len())]);
    }
    text
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn text_that_is_no_policy_is_returned_unchanged() {
    for text in [
        "{ \"a\": 1 }",
        "junk\r\n\tjunk",
        "if (x) {\n\n\n\n  y()\n}",
        "\0\u{1}",
        "]",
        "rule",
        "rule a {\r\n   on  x.y   \r\n\r\n\r\n  deny",
        "# x",
    ] {
        let formatted = format(text);
        assert!(formatted.text.trim_end() == text.trim_end() && !formatted.left.is_empty(), "{text:?} {formatted:?}");
    }
    let large = " ".repeat(MAX_FILE_BYTES + 1);
    assert_eq!(format(&large).text, large);
}
