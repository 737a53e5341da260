//! A finding about a policy text: code, place, message, help and a fix where one can be applied by machine.

use crate::span::Span;

/// How bad it is. Nothing with an error compiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Stops compilation.
    Error,
    /// Worth a look; does not stop compilation.
    Warning,
}

/// A permanent code, `S0123`. A code once published keeps its meaning for ever; see `codes.rs` for the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl core::fmt::Display for Code {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "S{:04}", self.0)
    }
}

/// A second place that explains the first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// Where, in the same text.
    pub span: Span,
    /// What is there, short, lower case.
    pub message: String,
}

/// Replacements that mend the finding; applied together or not at all.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fix {
    /// What applying it does, as a command: ``write `and` ``.
    pub title: String,
    /// Non-overlapping, sorted.
    pub edits: Vec<Edit>,
    /// Whether `check --fix` may apply it without asking (meaning is kept, or there is only one way to read it).
    pub automatic: bool,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub text: String,
}

/// A finding. Spans are relative to the item until [`Diagnostic::shifted`] moves them to the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagnostic {
    /// The place that matters.
    pub span: Span,
    /// Which kind.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// One line, lower case, no final period, user text in backticks.
    pub message: String,
    /// Short text at `span`.
    pub label: String,
    /// Other places.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
    /// Machine-applicable mends, best first.
    pub fixes: Vec<Fix>,
}

/// The most findings that are listed for what is between the items of a file, and for each item.
pub const MAX_FINDINGS: usize = 1_000;

/// Findings by place, at most [`MAX_FINDINGS`]: where there are more, warnings go first, so that no number of them hides an error.
pub(crate) fn listed(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if found.len() > MAX_FINDINGS {
        found.sort_by_key(|found| (found.severity != Severity::Error, found.span));
        found.truncate(MAX_FINDINGS);
    }
    found.sort_by_key(|found| found.span);
    found
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            code,
            severity: Severity::Error,
            message: message.into(),
            label: String::new(),
            labels: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// A warning at a place.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Adds the short text at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Adds another place.
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds what to do.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Adds a fix of one replacement.
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>, automatic: bool) -> Self {
        self.fixes.push(Fix { title: title.into(), edits: vec![Edit { span, text: text.into() }], automatic });
        self
    }

    /// The same finding with every place moved by the item's start.
    pub fn shifted(mut self, by: u32) -> Self {
        self.span = self.span.shifted(by);
        for label in &mut self.labels {
            label.span = label.span.shifted(by);
        }
        for edit in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = edit.span.shifted(by);
        }
        self
    }
}
