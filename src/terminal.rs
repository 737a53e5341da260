//! The only place that writes: results go to standard output, diagnostics to standard error.
//!
//! Colour only where a terminal shows it and `NO_COLOR` does not forbid it. A reader that went away (`straza … | head`) ends the output,
//! not the work; output that is lost in any other way is an error. Where a process is started with its output closed, the standard library has
//! put `/dev/null` in its place before `main`: that output is lost unnoticed.

use std::cell::OnceCell;
use std::io::{self, IsTerminal, Write};

use crate::exit::Broken;
use crate::files::cause;

/// Both streams and what they can show.
#[derive(Debug)]
pub struct Terminal {
    colour: bool,
    errors_on_terminal: bool,
    /// Why the result could not be written, from the first line on that could not.
    lost: OnceCell<io::Error>,
}

impl Terminal {
    /// Looks at the process's own streams.
    pub fn of_process() -> Self {
        let choice = anstream::AutoStream::choice(&std::io::stderr());
        Self { colour: choice != anstream::ColorChoice::Never, errors_on_terminal: std::io::stderr().is_terminal(), lost: OnceCell::new() }
    }

    /// Whether diagnostics may be coloured.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Whether a person watches standard error: there, and only there, progress is shown.
    pub fn watched(&self) -> bool {
        self.errors_on_terminal
    }

    /// Writes a line of the result; after one that could not be written, no more.
    pub fn result(&self, line: impl std::fmt::Display) {
        if self.lost.get().is_some() {
            return;
        }
        if let Err(error) = write_result(format!("{line}\n").as_bytes()) {
            let _ = self.lost.set(error);
        }
    }

    /// Writes a text that is the result as it is, without a line end of our own.
    pub fn whole(&self, text: &str) {
        if self.lost.get().is_none()
            && let Err(error) = write_result(text.as_bytes())
        {
            let _ = self.lost.set(error);
        }
    }

    /// Whether the whole result was written, or a reader had enough of it.
    pub fn is_written(&self) -> Result<(), Broken> {
        self.lost.get().map_or(Ok(()), written)
    }

    /// Writes a line about the result.
    pub fn note(&self, line: impl std::fmt::Display) {
        let text = format!("{line}\n");
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

/// What a failed write to standard output means. A closed pipe is the reader's choice; the exit code still says how the work ended.
pub fn written(error: &io::Error) -> Result<(), Broken> {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Ok(());
    }
    let broken = Broken::new(format!("the result could not be written: {}", cause(error))).at("standard output");
    Err(broken.next("send the output elsewhere and run the command again"))
}

/// The library's own handle takes an output that is not open for writing for one that swallows everything; the descriptor does not.
#[cfg(unix)]
fn write_result(bytes: &[u8]) -> io::Result<()> {
    use std::os::fd::AsFd;
    std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(bytes)
}

#[cfg(not(unix))]
fn write_result(bytes: &[u8]) -> io::Result<()> {
    io::stdout().lock().write_all(bytes)
}
