//! Findings in the forms people and machines read. `text` for a terminal or a log, `json` (our own stable schema), `sarif` for code
//! scanning, `github` for annotations of a workflow run. Nothing here decides what is a finding.

mod github;
mod json;
mod sarif;
mod text;

pub use github::annotations;
pub use json::diagnostics as json_diagnostics;
pub use sarif::log as sarif_log;
pub use text::finding as text_finding;

use crate::sources::SourceDiagnostic;
use crate::terminal::Terminal;

/// Prints findings to standard error, as text.
pub fn print_text(terminal: &Terminal, findings: &[SourceDiagnostic]) {
    for finding in findings {
        terminal.note(text_finding(finding, terminal.colour()));
    }
}
