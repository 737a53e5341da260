//! `straza key new FILE`: a signing key, and beside it the trust file that believes it.

use std::path::{Path, PathBuf};

use straza_compiler::keys::KeyKind;

use crate::exit::{Ending, Exit};
use crate::files;
use crate::keyfile;
use crate::terminal::Terminal;
use crate::trust_file::TrustFile;

/// Make signing keys
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    New(NewArguments),
}

/// Make an Ed25519 key and the trust file that believes it
#[derive(Debug, clap::Args)]
pub struct NewArguments {
    /// Where the key is written; FILE.trust holds the public half
    file: PathBuf,
    /// Write the key in the open: for keys that live as long as a test
    #[arg(long, conflicts_with = "passphrase_file")]
    no_passphrase: bool,
    /// Take the pass phrase from the first line of this file instead of asking
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

/// Runs the action.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    match &arguments.action {
        Action::New(arguments) => new(arguments, terminal),
    }
}

/// Writes key and trust file, both new.
fn new(arguments: &NewArguments, terminal: &Terminal) -> Ending {
    let trust = trust_path(&arguments.file);
    keyfile::refuse_existing(&arguments.file)?;
    keyfile::refuse_existing(&trust)?;
    keyfile::refuse_work_tree(&arguments.file)?;
    let passphrase = match &arguments.passphrase_file {
        Some(file) => Some(keyfile::passphrase_of(file)?),
        None if arguments.no_passphrase => None,
        None => Some(keyfile::ask_new()?),
    };
    let key = keyfile::fresh(KeyKind::Release)?;
    let pem = keyfile::pem(&key, passphrase.as_ref().map(|phrase| phrase.as_str()))?;
    keyfile::write_new(&arguments.file, &pem)?;
    files::write_new(&trust, TrustFile::of(&key).to_text())?;
    terminal.result(format_args!("key    {}", arguments.file.display()));
    terminal.result(format_args!("trust  {}", trust.display()));
    if passphrase.is_none() {
        terminal.note("the key has no pass phrase: whoever reads the file can sign");
    }
    Ok(Exit::Fine)
}

/// `FILE.trust`.
fn trust_path(key: &Path) -> PathBuf {
    let mut name = key.as_os_str().to_owned();
    name.push(".trust");
    PathBuf::from(name)
}
