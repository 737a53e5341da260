//! The bound on depth, counted over tokens before anything recurses: open brackets and the `not`s before them.

use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::span::Span;

/// How deep brackets and prefix operators may stand in each other, the item's own block included.
pub const MAX_NESTING: usize = 64;

/// The token that goes one level too deep.
pub(super) fn first_too_deep(text: &str, tokens: &[Token]) -> Option<Token> {
    let mut levels: Vec<usize> = Vec::new();
    let (mut depth, mut prefixes) = (0usize, 0usize);
    for token in tokens.iter().filter(|token| token.is_significant()) {
        match token.kind {
            TokenKind::Sign('!') => prefixes += 1,
            TokenKind::Word if token.text(text).eq_ignore_ascii_case("not") => prefixes += 1,
            TokenKind::Sign('(' | '[' | '{') => {
                levels.push(prefixes + 1);
                depth += prefixes + 1;
                prefixes = 0;
            }
            TokenKind::Sign(')' | ']' | '}') => {
                depth -= levels.pop().unwrap_or(0);
                prefixes = 0;
            }
            _ => prefixes = 0,
        }
        if depth + prefixes > MAX_NESTING {
            return Some(*token);
        }
    }
    None
}

pub(super) fn diagnostic(deepest: Token) -> Diagnostic {
    Diagnostic::error(codes::TOO_DEEP, Span::new(deepest.start, deepest.end), "nested too deeply")
        .help(format!("brackets and `not` may stand {MAX_NESTING} deep in each other: name parts of the condition in rules of their own"))
}
