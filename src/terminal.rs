//! The only place that writes: results go to standard output, diagnostics to standard error.
//!
//! Colour only where a terminal shows it and `NO_COLOR` does not forbid it. A reader that went away (`straza … | head`) ends the output,
//! not the work.

use std::io::{IsTerminal, Write};

/// Both streams and what they can show.
#[derive(Debug)]
pub struct Terminal {
    colour: bool,
    errors_on_terminal: bool,
}

impl Terminal {
    /// Looks at the process's own streams.
    pub fn of_process() -> Self {
        let choice = anstream::AutoStream::choice(&std::io::stderr());
        Self { colour: choice != anstream::ColorChoice::Never, errors_on_terminal: std::io::stderr().is_terminal() }
    }

    /// Whether diagnostics may be coloured.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Whether a person watches standard error: there, and only there, progress is shown.
    pub fn watched(&self) -> bool {
        self.errors_on_terminal
    }

    /// Writes a line of the result.
    pub fn result(&self, line: impl std::fmt::Display) {
        let text = format!("{line}\n");
        // A closed pipe is the reader's choice; the exit code still says how the work ended.
        let _ = std::io::stdout().lock().write_all(text.as_bytes());
    }

    /// Writes a line about the result.
    pub fn note(&self, line: impl std::fmt::Display) {
        let text = format!("{line}\n");
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}
