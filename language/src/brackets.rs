//! Brackets that are open after a token, for cutting and recovery: a `}` also ends what was left open inside its block.

use crate::lexer::{Token, TokenKind};

/// The brackets that are open.
#[derive(Default)]
pub(crate) struct Brackets {
    open: Vec<char>,
    /// How many of them are `{`.
    braces: usize,
}

impl Brackets {
    /// Takes a token; whether it is a `}` that closes nothing.
    pub(crate) fn take(&mut self, token: Token) -> bool {
        match token.kind {
            TokenKind::Sign(sign @ ('{' | '[' | '(')) => {
                self.braces += usize::from(sign == '{');
                self.open.push(sign);
            }
            TokenKind::Sign('}') if self.braces == 0 => {
                self.clear();
                return true;
            }
            TokenKind::Sign('}') => {
                while self.open.pop().is_some_and(|sign| sign != '{') {}
                self.braces -= 1;
            }
            TokenKind::Sign(']') => drop(self.open.pop_if(|top| *top == '[')),
            TokenKind::Sign(')') => drop(self.open.pop_if(|top| *top == '(')),
            _ => {}
        }
        false
    }

    /// Whether none is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether a `{` is open.
    pub(crate) fn inside_braces(&self) -> bool {
        self.braces > 0
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.open.clear();
        self.braces = 0;
    }
}
