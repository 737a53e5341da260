//! `straza fmt`: one layout for every policy file.

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use similar::TextDiff;
use straza_language::format::format;
use straza_language::split::MAX_FILE_BYTES;

use crate::exit::{Broken, Ending, Exit};
use crate::files;
use crate::format::Format;
use crate::render;
use crate::repository::{Repository, policy_files};
use crate::sources::{SourceDiagnostic, SourceText, count, plural};
use crate::terminal::Terminal;

/// Lines of one file's difference that `--check` shows.
const DIFFERENCE_LINES: usize = 40;

/// Give policy files their one layout
///
/// What cannot be read is left as it is and reported; the rest of the file, and other files, are formatted all the same.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Files, or folders with all policy files below them; the repository without it; `-` is standard input
    paths: Vec<PathBuf>,
    /// Write nothing: list the files that would change, and how
    #[arg(long)]
    check: bool,
    /// Format standard input to standard output
    #[arg(long, conflicts_with = "paths")]
    stdin: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A policy file: its path, and its text as it was read.
type Unformatted = (PathBuf, Arc<SourceText>);

/// A policy file before and after.
struct File {
    path: PathBuf,
    source: Arc<SourceText>,
    text: String,
}

impl File {
    fn is_changed(&self) -> bool {
        self.text != self.source.text()
    }
}

/// Formats.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    if arguments.stdin || arguments.paths == [Path::new("-")] {
        return standard_input(arguments, terminal);
    }
    let (sources, mut findings) = sources(&arguments.paths)?;
    let files: Vec<File> = sources.into_iter().map(|(path, source)| formatted(path, source, &mut findings)).collect();
    if !arguments.check {
        for file in files.iter().filter(|file| file.is_changed()) {
            files::write(&file.path, &file.text)?;
        }
    }
    match arguments.format {
        Format::Text => report(&files, &findings, arguments.check, terminal),
        Format::Json => terminal.result(document(&files, &findings, !arguments.check)),
    }
    ending(&files, &findings, arguments.check)
}

fn formatted(path: PathBuf, source: Arc<SourceText>, findings: &mut Vec<SourceDiagnostic>) -> File {
    let formatted = format(source.text());
    findings.extend(formatted.left.into_iter().map(|diagnostic| SourceDiagnostic { source: source.clone(), diagnostic }));
    File { path, source, text: formatted.text }
}

/// The files that are meant, in the order of their paths, each once; and what is wrong with a file as a whole.
fn sources(paths: &[PathBuf]) -> Result<(Vec<Unformatted>, Vec<SourceDiagnostic>), Broken> {
    if paths.is_empty() {
        return Ok(of_repository(Repository::open(None)?));
    }
    let mut sources = Vec::new();
    let mut findings = Vec::new();
    for path in paths {
        if path.join(crate::config::FILE_NAME).is_file() {
            let (files, found) = of_repository(Repository::open(Some(path))?);
            sources.extend(files);
            findings.extend(found);
        } else if path.is_dir() {
            for file in policy_files(path)? {
                sources.push(read(file)?);
            }
        } else {
            sources.push(read(path.clone())?);
        }
    }
    sources.sort_by(|(left, _), (right, _)| left.cmp(right));
    sources.dedup_by(|(left, _), (right, _)| left == right);
    Ok((sources, findings))
}

fn of_repository(repository: Repository) -> (Vec<Unformatted>, Vec<SourceDiagnostic>) {
    let config = repository.config_source().clone();
    let files = repository.policies.into_iter().map(|(path, source)| (repository.root.join(path), source)).collect();
    (files, repository.findings.into_iter().filter(|found| !Arc::ptr_eq(&found.source, &config)).collect())
}

fn read(path: PathBuf) -> Result<Unformatted, Broken> {
    let text = files::read_text(&path, MAX_FILE_BYTES as u64)?;
    let shown = path.strip_prefix("./").unwrap_or(&path).display().to_string();
    Ok((path, SourceText::new(shown, text)))
}

/// Text in, text out: what cannot be read goes through unchanged, so that an editor that replaces its text by the output loses nothing.
fn standard_input(arguments: &Arguments, terminal: &Terminal) -> Ending {
    if std::io::stdin().is_terminal() {
        terminal.note("reading a policy from standard input");
    }
    let mut bytes = Vec::new();
    let lost = |error: std::io::Error| Broken::new(files::cause(&error)).at("standard input").next("send it the text of a policy file");
    std::io::stdin().lock().take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(lost)?;
    let text = String::from_utf8(bytes).map_err(|_| Broken::new("the text is not UTF-8").at("standard input").next("send it as UTF-8"))?;
    let mut findings = Vec::new();
    let file = formatted(PathBuf::new(), SourceText::new("standard input", text), &mut findings);
    let files = [file];
    match (arguments.format, arguments.check) {
        (Format::Json, _) => terminal.result(document(&files, &findings, false)),
        (Format::Text, true) => report(&files, &findings, true, terminal),
        (Format::Text, false) => {
            render::print_text(terminal, &findings);
            files.iter().for_each(|file| terminal.whole(&file.text));
        }
    }
    ending(&files, &findings, arguments.check)
}

fn ending(files: &[File], findings: &[SourceDiagnostic], check: bool) -> Ending {
    let (errors, _) = count(findings);
    if errors > 0 {
        let broken = Broken::new(format!("{} in the policies, so not everything was formatted", plural(errors, "error")));
        return Err(broken.next("mend them first; `straza check --fix` does what can be done by machine"));
    }
    Ok(if check && files.iter().any(File::is_changed) { Exit::Findings } else { Exit::Fine })
}

fn report(files: &[File], findings: &[SourceDiagnostic], check: bool, terminal: &Terminal) {
    render::print_text(terminal, findings);
    let changed: Vec<&File> = files.iter().filter(|file| file.is_changed()).collect();
    for file in &changed {
        let verb = if check { "would change" } else { "formatted" };
        terminal.result(format_args!("{verb} {}", file.source.path()));
        if check {
            terminal.result(difference(file).trim_end());
        }
    }
    let in_part = |file: &&File| findings.iter().any(|found| Arc::ptr_eq(&found.source, &file.source));
    let (all, verb) = (plural(files.len(), "policy file"), if check { "would change" } else { "changed" });
    let whole = files.iter().filter(|file| !file.is_changed() && !in_part(file)).count();
    let parts = match files.iter().filter(in_part).count() {
        0 => String::new(),
        parts => format!(", {parts} with parts that were left"),
    };
    terminal.result(format_args!("{all}: {} {verb}, {whole} as they should be{parts}", changed.len()));
}

/// The first lines of how a file would change.
fn difference(file: &File) -> String {
    let diff = TextDiff::from_lines(file.source.text(), &file.text);
    let shown = diff.unified_diff().context_radius(1).to_string().replace('\r', "\\r");
    let lines: Vec<&str> = shown.lines().collect();
    let mut text = lines.iter().take(DIFFERENCE_LINES).map(|line| format!("  {line}\n")).collect::<String>();
    if lines.len() > DIFFERENCE_LINES {
        text += &format!("  … {} more\n", plural(lines.len() - DIFFERENCE_LINES, "line"));
    }
    text
}

fn document(files: &[File], findings: &[SourceDiagnostic], written: bool) -> Value {
    let changed: Vec<Value> = files.iter().filter(|file| file.is_changed()).map(|file| json!({ "file": file.source.path() })).collect();
    json!({
        "straza-fmt": 1,
        "files": files.len(),
        "written": written,
        "changed": changed,
        "diagnostics": render::json_diagnostics(findings),
    })
}
