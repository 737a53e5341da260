//! What every part of the reading shares: the item's text, where a pair stands in it, and what was found.

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::grammar::{Grammar, Rule};
use super::message;
use crate::diagnostic::{Code, Diagnostic, MAX_FINDINGS};
use crate::lexer::Token;
use crate::span::{Span, Spanned};

/// The state of reading one item.
pub(super) struct Reader<'t> {
    /// The item's text.
    pub(super) text: &'t str,
    /// Its significant tokens.
    pub(super) tokens: Vec<Token>,
    /// What was found so far.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether nothing was skipped.
    pub(super) complete: bool,
    /// Where the piece that was last parsed starts.
    base: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, tokens: Vec<Token>) -> Self {
        Self { text, tokens, diagnostics: Vec::new(), complete: true, base: 0 }
    }

    /// The item from its word to its last token.
    pub(super) fn whole(&self) -> (usize, usize) {
        (self.tokens.first().map_or(0, |token| token.start), self.tokens.last().map_or(0, |token| token.end))
    }

    /// Parses a piece. The pairs must be read before the next piece is parsed: places are counted from this one.
    pub(super) fn parse(&mut self, rule: Rule, (start, end): (usize, usize)) -> Result<Pairs<'t, Rule>, Box<Diagnostic>> {
        self.base = start;
        let piece = self.text.get(start..end).unwrap_or("");
        Grammar::parse(rule, piece).map_err(|error| Box::new(message::unexpected(self, &error, (start, end))))
    }

    /// The place of a pair, without blanks and comments at its end.
    pub(super) fn span(&self, pair: &Pair<'t, Rule>) -> Span {
        let (start, end) = (self.base + pair.as_span().start(), self.base + pair.as_span().end());
        let within = self.tokens.partition_point(|token| token.end <= end);
        let last = within.checked_sub(1).and_then(|at| self.tokens.get(at)).filter(|token| token.end > start);
        let inside_token = self.tokens.get(within).is_some_and(|token| token.start < end);
        Span::new(start, if inside_token { end } else { last.map_or(end, |token| token.end) })
    }

    /// The text of a pair with its place.
    pub(super) fn spanned(&self, pair: &Pair<'t, Rule>) -> Spanned<String> {
        Spanned::new(pair.as_str().to_owned(), self.span(pair))
    }

    /// The tokens of a piece.
    pub(super) fn tokens_in(&self, (start, end): (usize, usize)) -> &[Token] {
        let at = |place: usize| self.tokens.partition_point(|token| token.start < place);
        self.tokens.get(at(start)..at(end)).unwrap_or(&[])
    }

    /// Adds a finding. Beyond [`MAX_FINDINGS`] it is not listed: the item has errors enough.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_FINDINGS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds a finding because of which a part is missing in the tree.
    pub(super) fn broken(&mut self, diagnostic: Diagnostic) {
        self.complete = false;
        self.report(diagnostic);
    }

    /// A likely slip with one evident reading: named, and mended by machine.
    pub(super) fn slip(&mut self, code: Code, pair: &Pair<'t, Rule>, message: impl Into<String>, written: &str) {
        let span = self.span(pair);
        let title = if written.is_empty() { "remove it".to_owned() } else { format!("write `{}`", written.trim()) };
        let replaced = if written.is_empty() { self.with_blanks(span) } else { span };
        self.report(Diagnostic::error(code, span, message).help(title.clone()).fix(title, replaced, written, true));
    }

    /// A place with the blanks behind it, where blanks stand before it too: what goes when it is removed.
    fn with_blanks(&self, span: Span) -> Span {
        let before = self.text.get(..span.start as usize).unwrap_or("");
        let after = self.text.get(span.end as usize..).unwrap_or("");
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        if before.ends_with([' ', '\t']) { Span::new(span.start as usize, span.end as usize + blanks) } else { span }
    }

    /// What a pair holds; signs that are not needed are reported and left out.
    pub(super) fn parts(&mut self, pair: Pair<'t, Rule>) -> Vec<Pair<'t, Rule>> {
        let (signs, parts): (Vec<_>, Vec<_>) = pair.into_inner().partition(|inner| is_punctuation_slip(inner.as_rule()));
        for sign in &signs {
            self.punctuation(sign);
        }
        parts
    }

    /// Signs that are not needed where they stand: `:` after a clause word, `;`, a comma at the end.
    pub(super) fn punctuation(&mut self, pair: &Pair<'t, Rule>) {
        let message = format!("this `{}` is not needed", pair.as_str());
        self.slip(crate::codes::syntax::PUNCTUATION, pair, message, "");
    }
}

/// Whether the rule is a sign that is only ever a slip.
pub(super) fn is_punctuation_slip(rule: Rule) -> bool {
    matches!(rule, Rule::slip_colon | Rule::slip_semi | Rule::slip_comma)
}
