//! Workflow commands: a line a finding, shown beside the changed lines of a pull request.

use straza_language::diagnostic::Severity;

use crate::sources::SourceDiagnostic;

/// One line a finding.
pub fn annotations(findings: &[SourceDiagnostic]) -> String {
    findings.iter().map(|finding| annotation(finding) + "\n").collect()
}

fn annotation(finding: &SourceDiagnostic) -> String {
    let diagnostic = &finding.diagnostic;
    let start = finding.source.position(diagnostic.span.start as usize);
    let end = finding.source.position(diagnostic.span.end as usize);
    let word = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let help = diagnostic.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    format!(
        "::{word} file={},line={},col={},endLine={},endColumn={},title={}::{}",
        property(finding.source.path()),
        start.line,
        start.column,
        end.line,
        end.column,
        diagnostic.code,
        data(&format!("{}{help}", diagnostic.message)),
    )
}

/// The escapes of a message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The escapes of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceText;
    use straza_language::diagnostic::{Code, Diagnostic};
    use straza_language::span::Span;

    #[test]
    fn line_breaks_percent_signs_colons_and_commas_are_escaped() {
        let finding = SourceDiagnostic {
            source: SourceText::new("a,b:c.straza", "one\ntwo\n"),
            diagnostic: Diagnostic::error(Code(7), Span::new(4, 7), "100% wrong").help("write it anew"),
        };
        assert_eq!(
            annotations(&[finding]),
            "::error file=a%2Cb%3Ac.straza,line=2,col=1,endLine=2,endColumn=4,title=S0007::100%25 wrong%0Awrite it anew\n"
        );
    }
}
