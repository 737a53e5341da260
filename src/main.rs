//! The command `straza`: the only place of this workspace that touches files, the clock, the environment and the terminal.
//!
//! | room | holds |
//! |---|---|
//! | `commands` | each subcommand, one a file |
//! | `exit` | how a command ends |
//! | `config`, `repository` | `straza.toml`; the folder that it marks, and the files in it |
//! | `policies`, `dates` | a repository, checked; what today's date says of it |
//! | `hosts` | what a policy comes to at a host |
//! | `sources`, `codes`, `render` | findings and the texts they point into, their codes, the forms they are shown in |
//! | `explanations` | the pages of codes and refusals |
//! | `pages` | a repository as pages for a reviewer |
//! | `sealed` | snapshots, compiled and opened |
//! | `keyfile`, `development`, `trust_file` | keys at rest, the key of a working copy, whom to believe |
//! | `access` | what others may do to those files |
//! | `files`, `folder`, `clock`, `terminal`, `progress` | the world outside: disk, time, both output streams, a bar on one of them |
//! | `format`, `hex` | text or JSON; digests as people copy them |
//! | `documents` | tests that keep the pages of `docs/` true |

mod access;
mod clock;
mod codes;
mod commands;
mod config;
mod dates;
mod development;
#[cfg(test)]
mod documents;
mod exit;
mod explanations;
mod files;
mod folder;
mod format;
mod hex;
mod hosts;
mod keyfile;
mod pages;
mod policies;
mod progress;
mod render;
mod repository;
mod sealed;
mod sources;
mod terminal;
mod trust_file;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::exit::{Ending, Exit};
use crate::terminal::Terminal;

/// Policy as code for the tool calls of AI agents: write, test, compile, sign, decide
#[derive(Debug, Parser)]
#[command(
    name = "straza",
    version,
    max_term_width = 110,
    after_help = "Exit codes: 0 fine, 1 findings or an empty run, 2 usage or broken input."
)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(commands::new::Arguments),
    Check(commands::check::Arguments),
    Test(commands::test::Arguments),
    Fmt(commands::fmt::Arguments),
    Compile(commands::compile::Arguments),
    Key(commands::key::Arguments),
    Sign(commands::sign::Arguments),
    Verify(commands::verify::Arguments),
    Inspect(commands::inspect::Arguments),
    Decide(commands::decide::Arguments),
    Explain(commands::explain::Arguments),
    #[command(name = "explain-command")]
    Reading(commands::explain_command::Arguments),
    Doc(commands::doc::Arguments),
    Tour(commands::tour::Arguments),
    Completions(commands::completions::Arguments),
}

fn main() -> ExitCode {
    let terminal = Terminal::of_process();
    match CommandLine::try_parse() {
        Ok(line) => ended(run(&line.command, &terminal).and_then(|exit| terminal.is_written().map(|()| exit)), &terminal),
        Err(answer) => answered(&answer, &terminal),
    }
}

/// Says why nothing was done where that is so.
fn ended(ending: Ending, terminal: &Terminal) -> ExitCode {
    if let Err(broken) = &ending {
        terminal.note(broken);
    }
    exit::code(&ending)
}

/// What clap answers itself: help and version on standard output, mistakes in the arguments on standard error.
fn answered(answer: &clap::Error, terminal: &Terminal) -> ExitCode {
    let printed = answer.print();
    if answer.use_stderr() {
        return ExitCode::from(2);
    }
    ended(printed.or_else(|error| terminal::written(&error)).map(|()| Exit::Fine), terminal)
}

fn run(command: &Command, terminal: &Terminal) -> Ending {
    match command {
        Command::New(arguments) => commands::new::run(arguments, terminal),
        Command::Check(arguments) => commands::check::run(arguments, terminal),
        Command::Test(arguments) => commands::test::run(arguments, terminal),
        Command::Fmt(arguments) => commands::fmt::run(arguments, terminal),
        Command::Compile(arguments) => commands::compile::run(arguments, terminal),
        Command::Key(arguments) => commands::key::run(arguments, terminal),
        Command::Sign(arguments) => commands::sign::run(arguments, terminal),
        Command::Verify(arguments) => commands::verify::run(arguments, terminal),
        Command::Inspect(arguments) => commands::inspect::run(arguments, terminal),
        Command::Decide(arguments) => commands::decide::run(arguments, terminal),
        Command::Explain(arguments) => commands::explain::run(arguments, terminal),
        Command::Reading(arguments) => commands::explain_command::run(arguments, terminal),
        Command::Doc(arguments) => commands::doc::run(arguments, terminal),
        Command::Tour(arguments) => commands::tour::run(arguments, terminal),
        Command::Completions(arguments) => commands::completions::run(arguments, terminal),
    }
}
