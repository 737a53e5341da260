//! A finding with its source lines, for people: miette draws it.
//!
//! miette reads the whole text of every report to find the lines; [`Window`] hands it the few lines it shows.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use straza_language::diagnostic::{Diagnostic, Severity};

use crate::sources::{SourceDiagnostic, SourceText};

/// Columns of a report: fixed, so that a log and a terminal show the same lines.
const WIDTH: usize = 110;

/// One finding, drawn; ends without a line break.
pub fn finding(finding: &SourceDiagnostic, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::none() };
    let handler =
        GraphicalReportHandler::new_themed(theme).with_links(false).with_width(WIDTH).with_context_lines(0).with_wrap_lines(false);
    let report = Report { window: Window(&finding.source), diagnostic: &finding.diagnostic };
    let mut drawn = String::new();
    match handler.render_report(&mut drawn, &report) {
        Ok(()) => drawn.trim_end().to_owned() + "\n",
        Err(_) => format!("{}: {}", finding.diagnostic.code, finding.diagnostic.message),
    }
}

/// A diagnostic as miette wants it.
struct Report<'a> {
    window: Window<'a>,
    diagnostic: &'a Diagnostic,
}

/// A text that gives out only the lines asked for.
struct Window<'a>(&'a SourceText);

impl SourceCode for Window<'_> {
    fn read_span<'a>(&'a self, span: &SourceSpan, before: usize, after: usize) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let start = span.offset();
        let end = start.saturating_add(span.len());
        if end > self.0.text().len() {
            return Err(MietteError::OutOfBounds);
        }
        let (range, first) = self.0.window(start..end, before, after);
        let bytes = self.0.text().get(range.clone()).ok_or(MietteError::OutOfBounds)?.as_bytes();
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        // With context the contents begin at a line's start. Without, miette asks for the place alone: the column is the place's own.
        let column = if before == 0 && after == 0 { self.0.position(start).column.saturating_sub(1) } else { 0 };
        Ok(Box::new(MietteSpanContents::new_named(
            self.0.path().to_owned(),
            bytes,
            SourceSpan::new(range.start.into(), range.len()),
            first,
            column,
            lines,
        )))
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.diagnostic, f)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let mut lines: Vec<String> = self.diagnostic.help.iter().cloned().collect();
        lines.extend(self.diagnostic.fixes.iter().map(|fix| {
            let how = if fix.automatic { " (`straza check --fix` does it)" } else { "" };
            format!("fix: {}{how}", fix.title)
        }));
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.window)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = |span: straza_language::span::Span| {
            let end = (span.end as usize).min(self.window.0.text().len());
            let start = (span.start as usize).min(end);
            SourceSpan::new(start.into(), end - start)
        };
        let label = (!self.diagnostic.label.is_empty()).then(|| self.diagnostic.label.clone());
        let primary = LabeledSpan::new_primary_with_span(label, span(self.diagnostic.span));
        let others =
            self.diagnostic.labels.iter().map(move |other| LabeledSpan::new_with_span(Some(other.message.clone()), span(other.span)));
        Some(Box::new(std::iter::once(primary).chain(others)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use straza_language::diagnostic::Code;
    use straza_language::span::Span;

    fn check(text: &str, diagnostic: Diagnostic) -> String {
        let source = SourceText::new("policies/a.straza", text);
        finding(&SourceDiagnostic { source, diagnostic }, false)
    }

    #[test]
    fn a_finding_shows_code_place_line_label_and_help() {
        let text = "rule a {\n    on  x.y\n    when args.amont > 1\n    deny\n}\n";
        let at = text.find("amont").unwrap_or_default();
        let drawn = check(
            text,
            Diagnostic::error(Code(401), Span::new(at, at + 5), "`x.y` has no argument `amont`")
                .label("not in the catalog")
                .help("did you mean `amount`?")
                .fix("write `amount`", Span::new(at, at + 5), "amount", true),
        );
        insta::assert_snapshot!(drawn);
    }

    #[test]
    fn a_finding_far_down_a_file_shows_its_own_line_number() {
        let text = format!("{}rule b {{ }}\n", "// filler\n".repeat(5_000));
        let at = text.len() - 11;
        let drawn = check(&text, Diagnostic::warning(Code(301), Span::new(at, at + 4), "no outcome"));
        assert!(drawn.contains("policies/a.straza:5001:1"), "{drawn}");
    }

    #[test]
    fn a_place_beyond_the_text_is_drawn_at_its_end() {
        let drawn = check("rule", Diagnostic::error(Code(1), Span::new(90, 99), "cut off"));
        assert!(drawn.contains("cut off"), "{drawn}");
    }
}
