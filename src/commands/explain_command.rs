//! `straza explain-command`: how a shell command is read, part by part, which items match which part, and what is decided.

use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use straza_runtime::limits::CALL_BYTES;
use straza_runtime::{Call, Decision, Scratch, Snapshot};
use straza_testkit::{agreement, wording};

use super::decide::{Deciding, Sources, answer_text, came_to_default};
use super::parts::Parts;
use crate::exit::{Broken, Ending, Exit};
use crate::files::unread;
use crate::format::Format;
use crate::repository;
use crate::terminal::Terminal;

/// What `--shell` takes.
const SHELLS: [&str; 8] = ["bash", "sh", "dash", "posix", "zsh", "powershell", "pwsh", "cmd"];

/// Explain how a shell command is read, which rules match which part of it, and what is decided
///
/// With the policies of a repository or a snapshot; where none is named and none is here, the reading alone is shown. The command is decided as one of a
/// person who is there to confirm; `straza decide --explain` decides a whole call.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The command, quoted as one text; `-` reads standard input
    #[arg(allow_hyphen_values = true)]
    command: String,
    /// The repository, or a folder in it
    path: Option<PathBuf>,
    /// The snapshot that decides
    #[arg(long, value_name = "FILE", requires = "trust")]
    snapshot: Option<PathBuf>,
    /// Whose signatures count
    #[arg(long, value_name = "TRUSTFILE", requires = "snapshot")]
    trust: Option<PathBuf>,
    /// Only the reading: no policy is looked at
    #[arg(long, conflicts_with_all = ["path", "snapshot"])]
    reading: bool,
    /// The command is a JSON list of words, which are started without a shell
    #[arg(long)]
    argv: bool,
    /// The shell that would run it
    #[arg(long, value_name = "NAME", default_value = "bash", value_parser = SHELLS, conflicts_with = "argv")]
    shell: String,
    /// The folder in which it would run
    #[arg(long, value_name = "FOLDER", default_value = "/work", value_parser = whole_path)]
    cwd: String,
    /// The home folder: what `~` is
    #[arg(long, value_name = "FOLDER", default_value = "/home/user", value_parser = whole_path)]
    home: String,
    /// Nobody is there to confirm
    #[arg(long)]
    unattended: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Reads, decides and prints. A refused command is an answer, too: the exit code is 0 wherever there is an answer.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let text = command_text(&arguments.command)?;
    let call = call(arguments, &text)?;
    let deciding = deciding(arguments, terminal)?;
    let decision = deciding.as_ref().map(|deciding| decision(deciding, &call));
    let Some(parts) = Parts::of(&call, deciding.as_ref(), decision.as_ref().is_some_and(came_to_default)) else {
        return Err(Broken::new("the command could not be read at all").next("give it as one text"));
    };
    match arguments.format {
        Format::Text => page(&call, &parts, deciding.as_ref().zip(decision.as_ref()), terminal),
        Format::Json => terminal.result(document(&parts, deciding.as_ref().zip(decision.as_ref()))),
    }
    if deciding.is_none() && !arguments.reading {
        terminal
            .note("note: no policy was looked at: there is no `straza.toml` here or in a folder above; name a repository, or `--reading`");
    }
    Ok(Exit::Fine)
}

fn command_text(given: &str) -> Result<String, Broken> {
    if given != "-" {
        return Ok(given.to_owned());
    }
    let failed = |error: std::io::Error| unread(&error, Path::new("standard input")).next("send the command as UTF-8 text");
    let mut text = String::new();
    std::io::stdin().lock().take(CALL_BYTES as u64).read_to_string(&mut text).map_err(failed)?;
    Ok(text.strip_suffix('\n').map(str::to_owned).unwrap_or(text))
}

/// A folder as calls name it.
fn whole_path(text: &str) -> Result<String, String> {
    let is_drive = matches!(text.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic());
    if text.starts_with('/') || is_drive {
        Ok(text.to_owned())
    } else {
        Err("a folder is named from its root, as in `/work/src`".to_owned())
    }
}

/// The call that a harness would make of it.
fn call(arguments: &Arguments, text: &str) -> Result<Call, Broken> {
    let agency = if arguments.unattended { "autonomous" } else { "interactive" };
    let command = if arguments.argv { words(text)? } else { text.into() };
    let call = json!({
        "straza-call": 1, "event": "tool.pre", "function": { "server": "shell", "name": "exec" }, "arguments": { "command": command },
        "principal": { "type": "human", "agency": agency },
        "session": { "cwd": arguments.cwd, "workspace": arguments.cwd, "home": arguments.home, "shell": arguments.shell },
    });
    let refused = |refusal: straza_runtime::Refusal| {
        Broken::new(format!("this makes no call: {refusal}")).next("see `straza explain-command --help`")
    };
    Call::read(call.to_string().as_bytes()).map_err(refused)
}

fn words(text: &str) -> Result<Value, Broken> {
    let wrong =
        |why: String| Broken::new(format!("`--argv` takes a JSON list of texts: {why}")).next("write it as in `[\"git\", \"log\"]`");
    let words: Vec<String> = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    if words.is_empty() { Err(wrong("this one is empty".to_owned())) } else { Ok(words.into()) }
}

/// What decides; nothing where only the reading is asked for, or nobody named a policy and there is none here.
fn deciding(arguments: &Arguments, terminal: &Terminal) -> Result<Option<Deciding>, Broken> {
    let snapshot = arguments.snapshot.as_deref().zip(arguments.trust.as_deref());
    let is_named = arguments.path.is_some() || snapshot.is_some();
    if arguments.reading || !(is_named || repository::is_here()) {
        return Ok(None);
    }
    let deciding = Deciding::of(&Sources { path: arguments.path.as_deref(), snapshot, host: None }, terminal)?;
    Ok(Some(deciding))
}

/// The parts, then the decision.
fn page(call: &Call, parts: &Parts<'_>, decided: Option<(&Deciding, &Decision)>, terminal: &Terminal) {
    parts.page(terminal);
    if let Some((deciding, decision)) = decided {
        terminal.result("");
        answer_text(deciding, call, decision, terminal);
    }
}

fn decision(deciding: &Deciding, call: &Call) -> Decision {
    let snapshot: &Snapshot = &deciding.snapshot;
    snapshot.decide(call, &deciding.past(), &mut Scratch::new(snapshot))
}

/// The same as JSON.
fn document(parts: &Parts<'_>, decided: Option<(&Deciding, &Decision)>) -> Value {
    let verdict = decided.map(|(deciding, decision)| wording::verdict(&agreement::outcome(&deciding.snapshot, decision).verdict));
    let mut document = parts.document();
    if let Some(members) = document.as_object_mut() {
        members.insert("straza-command".to_owned(), 1.into());
        members.insert("decision".to_owned(), verdict.into());
    }
    document
}
