//! Findings as JSON. The schema is ours and documented in `docs/json.md`; the envelope around it carries the version.

use serde_json::{Value, json};
use straza_language::diagnostic::{Diagnostic, Fix, Severity};
use straza_language::span::Span;

use crate::sources::{Position, SourceDiagnostic, SourceText};

/// An array with one object a finding.
pub fn diagnostics(findings: &[SourceDiagnostic]) -> Value {
    findings.iter().map(diagnostic).collect()
}

/// A range: bytes, and line and columns of both ends.
fn place(source: &SourceText, span: Span) -> Value {
    let end = |byte: u32| {
        let Position { line, column, utf16 } = source.position(byte as usize);
        json!({ "byte": byte, "line": line, "column": column, "utf16": utf16 })
    };
    json!({ "file": source.path(), "start": end(span.start), "end": end(span.end) })
}

fn diagnostic(finding: &SourceDiagnostic) -> Value {
    let Diagnostic { span, code, severity, message, label, labels, help, fixes } = &finding.diagnostic;
    let source = &finding.source;
    json!({
        "code": code.to_string(),
        "severity": match severity { Severity::Error => "error", Severity::Warning => "warning" },
        "message": message,
        "place": place(source, *span),
        "label": label,
        "notes": labels.iter().map(|label| json!({ "place": place(source, label.span), "message": label.message })).collect::<Vec<_>>(),
        "help": help,
        "fixes": fixes.iter().map(|mend| fix(source, mend)).collect::<Vec<_>>(),
    })
}

fn fix(source: &SourceText, fix: &Fix) -> Value {
    let edits: Vec<Value> = fix.edits.iter().map(|edit| json!({ "place": place(source, edit.span), "text": edit.text })).collect();
    json!({ "title": fix.title, "automatic": fix.automatic, "edits": edits })
}
