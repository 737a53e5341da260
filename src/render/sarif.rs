//! A SARIF 2.1.0 log: the subset that code scanning reads, as plain JSON (OASIS, "Static Analysis Results Interchange Format").

use std::collections::BTreeSet;

use serde_json::{Value, json};
use straza_language::diagnostic::{Fix, Severity};
use straza_language::span::Span;

use crate::sources::{SourceDiagnostic, SourceText};

/// The whole log, one run.
pub fn log(findings: &[SourceDiagnostic]) -> Value {
    let codes: BTreeSet<String> = findings.iter().map(|finding| finding.diagnostic.code.to_string()).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "straza", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn result(finding: &SourceDiagnostic) -> Value {
    let diagnostic = &finding.diagnostic;
    let help = diagnostic.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let mut result = json!({
        "ruleId": diagnostic.code.to_string(),
        "level": match diagnostic.severity { Severity::Error => "error", Severity::Warning => "warning" },
        "message": { "text": format!("{}{help}", diagnostic.message) },
        "locations": [location(&finding.source, diagnostic.span)],
    });
    if let Some(members) = result.as_object_mut() {
        if !diagnostic.labels.is_empty() {
            members.insert("relatedLocations".to_owned(), diagnostic.labels.iter().map(|label| related(&finding.source, label)).collect());
        }
        if !diagnostic.fixes.is_empty() {
            members.insert("fixes".to_owned(), diagnostic.fixes.iter().map(|mend| fix(&finding.source, mend)).collect());
        }
    }
    result
}

fn location(source: &SourceText, span: Span) -> Value {
    json!({ "physicalLocation": { "artifactLocation": artifact(source), "region": region(source, span) } })
}

fn related(source: &SourceText, label: &straza_language::diagnostic::Label) -> Value {
    let mut related = location(source, label.span);
    if let Some(members) = related.as_object_mut() {
        members.insert("message".to_owned(), json!({ "text": label.message }));
    }
    related
}

fn fix(source: &SourceText, fix: &Fix) -> Value {
    let replacements: Vec<Value> = fix
        .edits
        .iter()
        .map(|edit| json!({ "deletedRegion": region(source, edit.span), "insertedContent": { "text": edit.text } }))
        .collect();
    json!({
        "description": { "text": fix.title },
        "artifactChanges": [{ "artifactLocation": artifact(source), "replacements": replacements }],
    })
}

/// A relative URI reference: everything but unreserved characters and `/` is percent-encoded.
fn artifact(source: &SourceText) -> Value {
    let uri: String = source
        .path()
        .bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    json!({ "uri": uri })
}

fn region(source: &SourceText, span: Span) -> Value {
    let (start, end) = (source.position(span.start as usize), source.position(span.end as usize));
    json!({ "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column })
}

#[cfg(test)]
mod tests {
    use super::*;
    use straza_language::diagnostic::{Code, Diagnostic};

    #[test]
    fn a_log_names_the_rule_the_region_and_the_fix() {
        let finding = SourceDiagnostic {
            source: SourceText::new("my rules/a.straza", "rule a { }\n"),
            diagnostic: Diagnostic::error(Code(310), Span::new(0, 4), "no outcome").also(Span::new(5, 6), "this item").fix(
                "write `deny`",
                Span::new(9, 9),
                "deny",
                false,
            ),
        };
        insta::assert_snapshot!(serde_json::to_string_pretty(&log(&[finding])).unwrap_or_default());
    }
}
