//! `straza tour`: the whole job on one repository, each step as the command that does it, in a temporary folder.
//!
//! It runs the very commands that it prints.

use std::path::{Path, PathBuf};

use clap::Parser;

use crate::exit::{Broken, Ending, Exit};
use crate::files::cause;
use crate::terminal::Terminal;

/// Test, make a key, compile and sign, verify, and decide a call, showing each command
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The repository
    path: PathBuf,
    /// A call to decide
    call: PathBuf,
}

/// Runs the steps until one does not end well.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let folder = tempfile::tempdir().map_err(|error| {
        Broken::new(format!("no temporary folder: {}", cause(&error))).next("set `TMPDIR` to a folder in which you may write")
    })?;
    for step in steps(arguments, folder.path())? {
        terminal.result(format_args!("== straza {}", step.join(" ")));
        let parsed = crate::CommandLine::try_parse_from(std::iter::once("straza".to_owned()).chain(step));
        let parsed = parsed.map_err(|error| Broken::new(error.to_string()).next("name paths that do not begin with `-`"))?;
        let exit = crate::run(&parsed.command, terminal)?;
        terminal.result("");
        if exit == Exit::Findings {
            return Ok(Exit::Findings);
        }
    }
    Ok(Exit::Fine)
}

fn steps(arguments: &Arguments, folder: &Path) -> Result<Vec<Vec<String>>, Broken> {
    let unnamed = |path: &Path| Broken::new("the path is not UTF-8").at(path.display()).next("give it another name: the tour prints it");
    let text = |path: &Path| path.to_str().map(str::to_owned).ok_or_else(|| unnamed(path));
    let (path, call) = (text(&arguments.path)?, text(&arguments.call)?);
    let (key, trust) = (text(&folder.join("tour.key"))?, text(&folder.join("tour.key.trust"))?);
    let snapshot = text(&folder.join("policy.snapshot"))?;
    let step = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    Ok(vec![
        step(&["test", &path]),
        step(&["key", "new", &key, "--no-passphrase"]),
        step(&["compile", &path, "--output", &snapshot, "--sign", &key]),
        step(&["verify", &snapshot, "--trust", &trust]),
        step(&["decide", &call, &path, "--snapshot", &snapshot, "--trust", &trust, "--explain"]),
    ])
}
