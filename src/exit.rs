//! How a command ends: fine, with findings, or not at all because what it was given is broken. Exit codes 0, 1, 2.

use std::fmt;
use std::process::ExitCode;

/// What a command that did its work has to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing to complain about.
    Fine,
    /// Errors in a policy, failed tests, a refused snapshot, an empty run.
    Findings,
}

/// Why a command could not do its work: what, where, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    what: String,
    place: Option<String>,
    next: Option<String>,
}

/// A command's end.
pub type Ending = Result<Exit, Broken>;

impl Broken {
    /// Says what is wrong, in lower case and without a final period.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), place: None, next: None }
    }

    /// What is wrong, alone.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Says where: a path, a line, an argument.
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.place = Some(place.to_string());
        self
    }

    /// Says what to do.
    pub fn next(mut self, next: impl Into<String>) -> Self {
        self.next = Some(next.into());
        self
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.what)?;
        if let Some(place) = &self.place {
            write!(f, "\n   at: {place}")?;
        }
        if let Some(next) = &self.next {
            write!(f, "\n help: {next}")?;
        }
        Ok(())
    }
}

/// A sentence as the middle of one: its first letter in lower case.
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// The process's exit code.
pub fn code(ending: &Ending) -> ExitCode {
    match ending {
        Ok(Exit::Fine) => ExitCode::SUCCESS,
        Ok(Exit::Findings) => ExitCode::from(1),
        Err(_) => ExitCode::from(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_input_names_cause_place_and_next_step() {
        let broken = Broken::new("the key file is readable by others").at("keys/release.key").next("run `chmod 600 keys/release.key`");
        assert_eq!(
            broken.to_string(),
            "error: the key file is readable by others\n   at: keys/release.key\n help: run `chmod 600 keys/release.key`"
        );
    }
}
