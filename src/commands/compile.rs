//! `straza compile`: a repository without errors to one signed snapshot.

use std::path::{Path, PathBuf};

use straza_compiler::compile::Compiled;
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_language::core::Program;
use straza_runtime::instant::Instant;

use crate::development;
use crate::exit::{Broken, Ending, Exit};
use crate::hex::Hex;
use crate::hosts;
use crate::keyfile;
use crate::policies::Policies;
use crate::render::print_text;
use crate::sealed;
use crate::terminal::Terminal;

/// Compile a repository to a signed snapshot
///
/// Without `--sign` the snapshot is signed by a development key of this working copy, which only development trust believes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The repository, or a folder in it
    path: Option<PathBuf>,
    /// Where the snapshot is written
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Compile what this host decides by: without what `straza.toml` skips there
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// The key that signs
    #[arg(long, value_name = "KEYFILE")]
    sign: Option<PathBuf>,
    /// Take the key's pass phrase from the first line of this file instead of asking
    #[arg(long, value_name = "FILE", requires = "sign")]
    passphrase_file: Option<PathBuf>,
}

/// Compiles, writes, and says what was written.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    sealed::refuse_other_content(&arguments.output)?;
    let policies = Policies::load(arguments.path.as_deref())?.at(arguments.host.as_deref(), terminal)?;
    let program = policies.sound_program(terminal)?;
    print_text(terminal, &policies.findings);
    let (key, trust) = signer(arguments, &policies.repository.root)?;
    let compiled = sealed::compiled(&policies, &key, terminal)?;
    sealed::write(&arguments.output, &compiled.bytes)?;
    report(&arguments.output, program, &compiled, terminal);
    for line in hosts::notes(&policies) {
        terminal.result(format_args!("  {line}"));
    }
    if let Some(trust) = trust {
        terminal.result(format_args!("  signed by      a development key, believed by {}", trust.display()));
    }
    Ok(Exit::Fine)
}

/// The named key, or the working copy's own and the trust file that believes it.
fn signer(arguments: &Arguments, root: &Path) -> Result<(SigningKey, Option<PathBuf>), Broken> {
    match &arguments.sign {
        Some(file) => Ok((keyfile::read(file, arguments.passphrase_file.as_deref(), KeyKind::Release)?, None)),
        None => development::key(root).map(|development| (development.key, Some(development.trust))),
    }
}

fn report(output: &Path, program: &Program, compiled: &Compiled, terminal: &Terminal) {
    let serial = i64::try_from(compiled.serial).map(Instant).map(|time| time.to_string()).unwrap_or_default();
    terminal.result(format_args!("{}, {} bytes", output.display(), compiled.bytes.len()));
    terminal.result(format_args!("  policy digest  {}", Hex(&compiled.policy_digest)));
    terminal.result(format_args!("  id             {}", Hex(&compiled.id)));
    terminal.result(format_args!("  serial         {} ({serial})", compiled.serial));
    terminal.result(format_args!("  worst case     {} steps of work for a call without text and lists", compiled.cost.fuel(0, 1)));
    let mut shadow: Vec<String> = program.items.iter().filter(|item| item.shadow).map(|item| item.id.to_string()).collect();
    shadow.dedup();
    for item in shadow {
        terminal.result(format_args!("  shadow         {item} changes nothing"));
    }
}
