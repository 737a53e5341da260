//! `straza sign`: a release key's signature on a snapshot, after the repository's tests passed on those very bytes.

use std::path::PathBuf;

use straza_compiler::keys::KeyKind;
use straza_compiler::sign::{SignError, resign};

use crate::clock;
use crate::commands::test;
use crate::development;
use crate::exit::{Broken, Ending, Exit};
use crate::hex::Hex;
use crate::keyfile;
use crate::policies::Policies;
use crate::sealed;
use crate::terminal::Terminal;
use crate::trust_file;

/// Sign a compiled snapshot with a release key
///
/// The tests of the repository are run on the bytes that are signed; nothing that fails is signed.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The snapshot; its signature is replaced
    file: PathBuf,
    /// The key that signs
    #[arg(long, value_name = "KEYFILE")]
    key: PathBuf,
    /// Take the key's pass phrase from the first line of this file instead of asking
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
    /// Whose signature the snapshot must have now; without it the development key of the repository
    #[arg(long, value_name = "TRUSTFILE")]
    trust: Option<PathBuf>,
    /// The repository whose tests are run
    #[arg(long, value_name = "PATH", conflicts_with = "untested")]
    tests: Option<PathBuf>,
    /// The host that the snapshot was compiled for
    #[arg(long, value_name = "NAME", conflicts_with = "untested")]
    host: Option<String>,
    /// Sign without running tests
    #[arg(long, requires = "trust")]
    untested: bool,
}

/// Tests, signs again, replaces the file.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let load = || Policies::load(arguments.tests.as_deref())?.at(arguments.host.as_deref(), terminal);
    let policies = if arguments.untested { None } else { Some(load()?) };
    let trust_path = match (&arguments.trust, &policies) {
        (Some(path), _) => path.clone(),
        (None, Some(policies)) => development::trust_path(&policies.repository.root),
        (None, None) => return Err(Broken::new("whose signature must the snapshot have now?").next("name a trust file with `--trust`")),
    };
    let trust = trust_file::read(&trust_path)?;
    sealed::refuse_other_content(&arguments.file)?;
    // Read once: what is verified and tested is what is signed, whatever happens to the file meanwhile.
    let bytes = sealed::bytes(&arguments.file)?;
    let snapshot = sealed::open_bytes(&bytes, &arguments.file, &trust)?;
    if let Some(policies) = &policies
        && test::on_snapshot(policies, &snapshot, terminal)? == Exit::Findings
    {
        terminal.note(format_args!("{} is not signed: its tests fail", arguments.file.display()));
        return Ok(Exit::Findings);
    }
    let key = keyfile::read(&arguments.key, arguments.passphrase_file.as_deref(), KeyKind::Release)?;
    let signed = resign(&bytes, &trust, &key, clock::now()?).map_err(|error| match error {
        SignError::Original(error) => sealed::refused(&arguments.file, &error),
        other => Broken::new(other.to_string()).at(arguments.file.display()).next("compile the snapshot anew, and sign that"),
    })?;
    sealed::write(&arguments.file, &signed.bytes)?;
    terminal.result(format_args!("signed {} with key {}", arguments.file.display(), signed.snapshot.key_id()));
    terminal.result(format_args!("  id     {}", Hex(&signed.snapshot.id())));
    Ok(Exit::Fine)
}
