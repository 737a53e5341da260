//! `straza verify`: whether a snapshot opens here, check by check.

use std::cmp::Ordering;
use std::path::PathBuf;

use serde_json::json;
use straza_runtime::Snapshot;
use straza_runtime::open_error::{Check, OpenError};
use straza_runtime::opening::Expectation;

use crate::exit::{Broken, Ending, Exit};
use crate::format::Format;
use crate::hex::{self, Hex};
use crate::sealed;
use crate::terminal::Terminal;
use crate::trust_file;

/// Check that a snapshot opens under a trust file
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The snapshot
    file: PathBuf,
    /// Whose signatures count
    #[arg(long, value_name = "TRUSTFILE")]
    trust: PathBuf,
    /// The id that it must have
    #[arg(long, value_name = "HEX")]
    id: Option<String>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Opens and reports.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let trust = trust_file::read(&arguments.trust)?;
    let id = match &arguments.id {
        Some(text) => Some(hex::read(text).ok_or_else(no_id)?),
        None => None,
    };
    let bytes = sealed::bytes(&arguments.file)?;
    let opened = Snapshot::open(&bytes, &trust, &Expectation { id, min_serial: None });
    match arguments.format {
        Format::Text => text(arguments, &opened, terminal),
        Format::Json => terminal.result(document(&opened)),
    }
    Ok(if opened.is_ok() { Exit::Fine } else { Exit::Findings })
}

fn no_id() -> Broken {
    Broken::new("an id is 64 hexadecimal digits").at("--id").next("take it from `straza compile` or `straza inspect`")
}

fn text(arguments: &Arguments, opened: &Result<Snapshot, OpenError>, terminal: &Terminal) {
    for (check, state) in states(opened) {
        terminal.result(format_args!("{state:<13}{check}"));
    }
    match opened {
        Ok(snapshot) => {
            let kind = if snapshot.is_development() { "development " } else { "" };
            terminal.result(format_args!("{} opens: id {}", arguments.file.display(), Hex(&snapshot.id())));
            terminal.result(format_args!("signed by {kind}key {}, serial {}", snapshot.key_id(), snapshot.serial()));
        }
        Err(error) => {
            terminal.result(format_args!("{} is refused", arguments.file.display()));
            terminal.note(sealed::refused(&arguments.file, error));
        }
    }
}

/// Each check: `ok`, `failed`, or `not reached`.
fn states(opened: &Result<Snapshot, OpenError>) -> impl Iterator<Item = (&'static str, &'static str)> {
    let failed = opened.as_ref().err().map(OpenError::check);
    Check::ALL.into_iter().map(move |check| {
        let state = match failed.map(|failed| check.cmp(&failed)) {
            None | Some(Ordering::Less) => "ok",
            Some(Ordering::Equal) => "failed",
            Some(Ordering::Greater) => "not reached",
        };
        (check.name(), state)
    })
}

fn document(opened: &Result<Snapshot, OpenError>) -> serde_json::Value {
    let checks: Vec<_> = states(opened).map(|(check, state)| json!({ "check": check, "state": state })).collect();
    match opened {
        Ok(snapshot) => json!({
            "straza-verify": 1,
            "opens": true,
            "checks": checks,
            "id": Hex(&snapshot.id()).to_string(),
            "policy-digest": Hex(&snapshot.policy_digest()).to_string(),
            "serial": snapshot.serial(),
            "key": snapshot.key_id().to_string(),
            "development": snapshot.is_development(),
        }),
        Err(error) => json!({
            "straza-verify": 1,
            "opens": false,
            "checks": checks,
            "code": error.code(),
            "message": error.to_string(),
            "help": error.next_step(),
        }),
    }
}
