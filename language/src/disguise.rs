//! What makes a text look other than it is read: characters that show nothing or turn the line around, and comments that seem to go on.
//!
//! They are found in strings and comments too, because there nothing else finds them. Whoever has a piece of a file asks for that piece:
//! the reader of an item for the item, the splitter for what is between items.

use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::{TokenKind, tokens};
use crate::span::Span;

/// The most characters that are listed for one piece: they come in crowds.
const MOST_LISTED: usize = 50;

/// Findings about a piece of a file that starts and ends between tokens.
pub(crate) fn findings(piece: &str) -> Vec<Diagnostic> {
    // Most pieces have neither, and then a look at the bytes is all.
    let suspicious = |byte: u8| !byte.is_ascii() || (byte.is_ascii_control() && byte != b'\n' && byte != b'\t');
    if !piece.bytes().any(suspicious) {
        return Vec::new();
    }
    invisible(piece).chain(seeming_comments(piece)).collect()
}

fn invisible(piece: &str) -> impl Iterator<Item = Diagnostic> + '_ {
    let mut before = ' ';
    let shown = piece.char_indices().filter(move |(_, character)| {
        // After another sign the selector asks for its coloured form: an emoji in a comment is what it looks like.
        let emoji = *character == '\u{fe0f}' && !before.is_ascii();
        before = *character;
        is_invisible(*character) && !emoji
    });
    shown.take(MOST_LISTED).map(|(at, character)| {
        let span = Span::new(at, at + character.len_utf8());
        let message = format!("an invisible character, U+{:04X}, stands here: the text is not what it looks like", u32::from(character));
        Diagnostic::warning(codes::INVISIBLE, span, message)
            .help(format!("remove it; where a string needs it, write `\\u{{{:x}}}`", u32::from(character)))
            .fix("remove it", span, "", false)
    })
}

/// Control characters, format characters (bidirectional controls and zero widths among them), fillers, separators of lines, tags and
/// selectors of variants. White space of the language is none.
pub(crate) fn is_invisible(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => true,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{8e2}' => true,
        '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Comments that end at a lone carriage return: most editors show what follows on the same line, as if it were still comment.
fn seeming_comments(piece: &str) -> impl Iterator<Item = Diagnostic> + '_ {
    let comment = |kind| matches!(kind, TokenKind::Comment | TokenKind::Hash | TokenKind::Doc | TokenKind::FileDoc);
    let ends = tokens(piece).filter(move |token| comment(token.kind)).map(|token| token.end);
    let lone = |at: &usize| piece.get(*at..).is_some_and(|behind| behind.starts_with('\r') && !behind.starts_with("\r\n"));
    ends.filter(lone).take(MOST_LISTED).map(|at| {
        let span = Span::new(at, at + 1);
        Diagnostic::error(codes::COMMENT_END, span, "this comment ends at a carriage return, and what follows looks like a part of it")
            .help("end the line with a line feed")
            .fix("end the line with a line feed", span, "\n", true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(piece: &str) -> Vec<(u32, u16)> {
        findings(piece).iter().map(|found| (found.span.start, found.code.0)).collect()
    }

    #[test]
    fn plain_text_and_other_scripts_hide_nothing() {
        for text in ["", "rule a {\r\n\tdeny because \"Grüße, 你好, שלום\" // ⚠️ é e\u{301}\r\n}", "a\rb"] {
            assert_eq!(found(text), [], "{text:?}");
        }
    }

    #[test]
    fn what_shows_nothing_is_found_wherever_it_stands() {
        assert_eq!(found("\"a\u{202e}b\" // \u{200b}\n/// \u{2066}x\u{e0041}"), [(2, 8), (11, 8), (19, 8), (23, 8)]);
        assert_eq!(found("a\u{fe0f}\u{0}\u{1b}"), [(1, 8), (4, 8), (5, 8)]);
        assert_eq!(found(&"\u{200d}".repeat(1_000)).len(), MOST_LISTED);
    }

    #[test]
    fn a_comment_that_seems_to_go_on_is_an_error() {
        assert_eq!(found("// a\r deny\n/// b\r\n//! c\rx # d\r"), [(4, 9), (23, 9), (29, 9)]);
        assert_eq!(found("\"// a\" // b\n\"# c\"\r"), []);
    }
}
