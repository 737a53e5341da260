//! `straza verify`: whether a snapshot opens here, check by check.

use std::path::PathBuf;

use serde_json::json;
use straza_runtime::Snapshot;
use straza_runtime::open_error::OpenError;
use straza_runtime::opening::Expectation;

use crate::exit::{Broken, Exit, Outcome};
use crate::sealed;
use crate::terminal::Terminal;
use crate::trust_file::{self, from_hex, hex};

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

/// Forms of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// Documented in docs/json.md
    Json,
}

/// What is checked, in the order of opening.
const CHECKS: [&str; 7] = [
    "file: magic, size, lengths",
    "envelope: canonical, of the known form",
    "key: trusted here for snapshots",
    "signature",
    "payload: format, runtime, expected id",
    "digests of core and text",
    "core: every reference, and the cost",
];

/// The check that an error belongs to.
fn failed_check(error: &OpenError) -> usize {
    match error {
        OpenError::NotASnapshot | OpenError::Truncated | OpenError::TooLarge | OpenError::EnvelopeLength => 0,
        OpenError::NotCanonical(_) | OpenError::WrongTag | OpenError::Envelope(_) | OpenError::Algorithm | OpenError::ContentType => 1,
        OpenError::UnknownKey | OpenError::KeyRole | OpenError::DevelopmentKey => 2,
        OpenError::Signature => 3,
        OpenError::Length | OpenError::CoreHash | OpenError::TextHash => 5,
        OpenError::Core(_) => 6,
        _ => 4,
    }
}

/// Opens and reports.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Outcome {
    let trust = trust_file::read(&arguments.trust)?;
    let id = match &arguments.id {
        Some(text) => Some(from_hex(text).ok_or_else(|| Broken::new("an id is 64 hexadecimal digits").at("--id"))?),
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

fn text(arguments: &Arguments, opened: &Result<Snapshot, OpenError>, terminal: &Terminal) {
    for (check, state) in states(opened) {
        terminal.result(format_args!("{state:<13}{check}"));
    }
    match opened {
        Ok(snapshot) => {
            let kind = if snapshot.is_development() { "development " } else { "" };
            terminal.result(format_args!("{} opens: id {}", arguments.file.display(), hex(&snapshot.id())));
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
    let failed = opened.as_ref().err().map(failed_check);
    CHECKS.iter().enumerate().map(move |(at, check)| {
        let state = match failed {
            Some(failed) if at == failed => "failed",
            Some(failed) if at > failed => "not reached",
            _ => "ok",
        };
        (*check, state)
    })
}

fn document(opened: &Result<Snapshot, OpenError>) -> serde_json::Value {
    let checks: Vec<_> = states(opened).map(|(check, state)| json!({ "check": check, "state": state })).collect();
    match opened {
        Ok(snapshot) => json!({
            "straza-verify": 1,
            "opens": true,
            "checks": checks,
            "id": hex(&snapshot.id()),
            "policy-digest": hex(&snapshot.policy_digest()),
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
