//! `straza explain-command`: how a shell command is read, part by part, which items match which part, and what is decided.

mod underline;

use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use straza_compiler::reading::{self, ReadPlace};
use straza_runtime::command::{Command, Flow, FlowKind};
use straza_runtime::limits::CALL_BYTES;
use straza_runtime::matching::{self, ItemReport, Role};
use straza_runtime::{Call, Decision, Scratch, States};
use straza_testkit::{agreement, wording};

use super::decide::{Deciding, Sources, answer_text};
use crate::exit::{Broken, Ending, Exit};
use crate::files::unread;
use crate::format::Format;
use crate::terminal::Terminal;
use underline::{Mark, underlined};

/// Explain how a shell command is read, which rules match which part of it, and what is decided
///
/// With the policies of a repository or a snapshot; where there is neither, the reading alone is shown. The command is decided as one of a
/// person who is there to confirm; `straza decide --explain` decides a whole call.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The command, quoted as one text; `-` reads standard input
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
    /// The shell that would run it: bash, sh, zsh, powershell, cmd
    #[arg(long, value_name = "NAME", default_value = "bash")]
    shell: String,
    /// The folder in which it would run
    #[arg(long, value_name = "FOLDER", default_value = "/work")]
    cwd: String,
    /// The home folder: what `~` is
    #[arg(long, value_name = "FOLDER", default_value = "/home/user")]
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
    let Some(command) = call.command() else {
        return Err(Broken::new("the command could not be read at all").next("name one of the shells that `--shell` knows"));
    };
    let deciding = deciding(arguments, terminal)?;
    match arguments.format {
        Format::Text => page(&call, command, deciding.as_ref(), terminal),
        Format::Json => terminal.result(document(&call, command, deciding.as_ref())),
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

/// The call that a harness would make of it.
fn call(arguments: &Arguments, text: &str) -> Result<Call, Broken> {
    let agency = if arguments.unattended { "autonomous" } else { "interactive" };
    let call = json!({
        "straza-call": 1, "event": "tool.pre", "function": { "server": "shell", "name": "exec" }, "arguments": { "command": text },
        "principal": { "type": "human", "agency": agency },
        "session": { "cwd": arguments.cwd, "workspace": arguments.cwd, "home": arguments.home, "shell": arguments.shell },
    });
    let refused = |refusal: straza_runtime::Refusal| {
        Broken::new(format!("this makes no call: {refusal}")).next("see `straza explain-command --help`")
    };
    Call::read(call.to_string().as_bytes()).map_err(refused)
}

/// What decides; nothing where only the reading is asked for.
fn deciding(arguments: &Arguments, terminal: &Terminal) -> Result<Option<Deciding>, Broken> {
    if arguments.reading {
        return Ok(None);
    }
    let snapshot = arguments.snapshot.as_deref().zip(arguments.trust.as_deref());
    let deciding = Deciding::of(&Sources { path: arguments.path.as_deref(), snapshot, host: None }, terminal)?;
    Ok(Some(deciding))
}

/// The command underlined, its parts one below the other, then the decision.
fn page(call: &Call, command: &Command, deciding: Option<&Deciding>, terminal: &Terminal) {
    let parts = reading::parts(command);
    let marks = (1..).zip(&parts).map(|(number, part)| Mark { span: part.span, label: number.to_string() });
    let unread = reading::unreadable(command);
    let marks: Vec<Mark> = marks.chain(unread.iter().map(|place| Mark { span: place.span, label: "?".to_owned() })).collect();
    underlined(&command.text, &marks).iter().for_each(|line| terminal.result(line));
    let reports = deciding.map(|deciding| matching::explain(&deciding.snapshot, call, &States::EMPTY)).unwrap_or_default();
    for (number, part) in (1_u32..).zip(&parts) {
        let told: Vec<String> = part.told.iter().cloned().chain(flows(command, number - 1)).collect();
        terminal.result(format_args!("\n{number:<3} {}", part.title));
        filled(&told).iter().for_each(|line| terminal.result(format_args!("      {line}")));
        for report in reports.iter().filter(|report| report.part + 1 == number) {
            report.items.iter().for_each(|item| item_line(deciding, item, terminal));
        }
    }
    if parts.is_empty() {
        terminal.result("\nnothing in it runs");
    }
    unread.iter().for_each(|place| terminal.result(format_args!("\n?   {}", place.title)));
    if !command.signals.is_empty() {
        terminal.result("");
    }
    for (signal, part) in &command.signals {
        terminal.result(format_args!("signal  {} (part {})", signal.as_str(), part + 1));
    }
    if let Some(deciding) = deciding {
        terminal.result("");
        answer_text(deciding, call, &decision(deciding, call), terminal);
    }
}

/// As many on a line as a terminal shows whole.
fn filled(told: &[String]) -> Vec<String> {
    const COLUMNS: usize = 100;
    let mut lines: Vec<String> = Vec::new();
    for told in told {
        match lines.last_mut().filter(|line| line.chars().count() + told.chars().count() + 2 <= COLUMNS) {
            Some(line) => *line += &format!(", {told}"),
            None => lines.push(told.clone()),
        }
    }
    lines
}

fn item_line(deciding: Option<&Deciding>, item: &ItemReport, terminal: &Terminal) {
    let Some(deciding) = deciding else { return };
    let (name, place) = deciding.item(item.item);
    terminal.result(format!("    {:<14} {name:<32} {place}", role(item.role)).trim_end());
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Restricts => "restricted by",
        Role::MayRestrict => "may be hit by",
        Role::Permits => "permitted by",
    }
}

/// Where the part's output goes on to.
fn flows(command: &Command, part: u32) -> Vec<String> {
    let told = |flow: &Flow| {
        let to = flow.to + 1;
        match flow.kind {
            FlowKind::Pipe => format!("its output is the input of {to}"),
            FlowKind::File => format!("its output is a file of {to}"),
            FlowKind::Code => format!("its output is in the code of {to}"),
        }
    };
    command.flows.iter().filter(|flow| flow.from == part).map(told).collect()
}

fn decision(deciding: &Deciding, call: &Call) -> Decision {
    deciding.snapshot.decide(call, &States::EMPTY, &mut Scratch::new(&deciding.snapshot))
}

/// The same as JSON.
fn document(call: &Call, command: &Command, deciding: Option<&Deciding>) -> Value {
    let reports = deciding.map(|deciding| matching::explain(&deciding.snapshot, call, &States::EMPTY)).unwrap_or_default();
    let items = |part: u32| -> Vec<Value> {
        let items = reports.iter().filter(|report| report.part == part).flat_map(|report| &report.items);
        let item = |deciding: &Deciding, item: &ItemReport| json!({ "item": deciding.item(item.item).0, "is": role(item.role) });
        items.filter_map(|found| deciding.map(|deciding| item(deciding, found))).collect()
    };
    let place = |place: &ReadPlace| json!({ "from": place.span.start, "to": place.span.end, "is": place.title, "told": place.told });
    let parts: Vec<Value> = (0_u32..)
        .zip(&reading::parts(command))
        .map(|(number, part)| {
            let mut part = place(part);
            if let Some(members) = part.as_object_mut() {
                members.insert("items".to_owned(), items(number).into());
                members.insert("flows".to_owned(), flows(command, number).into());
            }
            part
        })
        .collect();
    let unread: Vec<Value> = reading::unreadable(command).iter().map(place).collect();
    let signals: Vec<Value> = command.signals.iter().map(|(signal, part)| json!({ "signal": signal.as_str(), "part": part })).collect();
    let verdict = deciding.map(|deciding| wording::verdict(&agreement::outcome(&deciding.snapshot, &decision(deciding, call)).verdict));
    json!({ "straza-command": 1, "command": command.text, "parts": parts, "unreadable": unread, "signals": signals, "decision": verdict })
}
