//! `straza completions SHELL`: the shell's completion script on standard output.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::exit::{Ending, Exit};
use crate::terminal::Terminal;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::CommandLine::command(), "straza", &mut script);
    terminal.result(String::from_utf8_lossy(&script).trim_end());
    Ok(Exit::Fine)
}
