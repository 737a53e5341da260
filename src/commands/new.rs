//! `straza new DIR`: a policy repository that passes its own tests, with a workflow that checks it.

use std::io;
use std::path::{Path, PathBuf};

use crate::exit::{Broken, Ending, Exit};
use crate::files::{self, cause};
use crate::terminal::Terminal;

/// Make a policy repository that passes its own tests
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder to make; it must be new or empty
    dir: PathBuf,
    /// What the policies are about
    #[arg(long, value_enum, default_value_t = Template::CodingAgent)]
    template: Template,
}

/// What a new repository starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Template {
    /// Files, commands and addresses of a coding agent on a developer's machine
    CodingAgent,
    /// The functions of one MCP server, described by a catalog
    McpServer,
}

/// A file of a template: its path and its text.
type TemplateFile = (&'static str, &'static str);

/// The example of this project is the template, so that what people start from is what CI tests.
const CODING_AGENT: &[TemplateFile] = &[
    ("straza.toml", include_str!("../../examples/coding-agent/straza.toml")),
    ("policies/workstation.straza", include_str!("../../examples/coding-agent/policies/workstation.straza")),
    ("tests/workstation.straza", include_str!("../../examples/coding-agent/tests/workstation.straza")),
    ("recordings/monday.jsonl", include_str!("../../examples/coding-agent/recordings/monday.jsonl")),
];

const MCP_SERVER: &[TemplateFile] = &[
    ("straza.toml", include_str!("../../templates/mcp-server/straza.toml")),
    ("catalogs/notes.json", include_str!("../../templates/mcp-server/catalogs/notes.json")),
    ("policies/notes.straza", include_str!("../../templates/mcp-server/policies/notes.straza")),
    ("tests/notes.straza", include_str!("../../templates/mcp-server/tests/notes.straza")),
];

const EVERY_TEMPLATE: &[TemplateFile] = &[
    (".gitignore", include_str!("../../templates/gitignore")),
    (".github/workflows/policy.yml", include_str!("../../templates/policy-workflow.yml")),
];

/// Writes the template's files.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let dir = &arguments.dir;
    refuse_occupied(dir)?;
    let files = match arguments.template {
        Template::CodingAgent => CODING_AGENT,
        Template::McpServer => MCP_SERVER,
    };
    for (path, text) in files.iter().chain(EVERY_TEMPLATE) {
        write(&dir.join(path), text)?;
        terminal.result(format_args!("  {path}"));
    }
    terminal.result(format_args!("Made {}. Next: straza test {}", dir.display(), dir.display()));
    Ok(Exit::Fine)
}

fn refuse_occupied(dir: &Path) -> Result<(), Broken> {
    match std::fs::read_dir(dir) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(Broken::new("the folder is not empty").at(dir.display()).next("name a new folder: nothing is overwritten")),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(not_made(&error, dir)),
    }
}

/// A folder that cannot be made. "Not found" would say no more: the system gives it where it lets nobody make folders.
fn not_made(error: &io::Error, folder: &Path) -> Broken {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "nothing can be made there".to_owned(),
        _ => cause(error),
    };
    Broken::new(format!("the folder was not made: {why}")).at(folder.display()).next("name a new folder in one that you may write")
}

fn write(path: &Path, text: &str) -> Result<(), Broken> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| not_made(&error, folder))?;
    }
    files::write(path, text)
}
