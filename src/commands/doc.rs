//! `straza doc`: a policy as pages for somebody who reviews it.

use std::path::PathBuf;

use crate::exit::{Broken, Ending, Exit};
use crate::folder;
use crate::pages::{self, Page, html, markdown};
use crate::policies::Policies;
use crate::render::print_text;
use crate::sealed;
use crate::sources::{count, plural};
use crate::terminal::Terminal;

/// Write a policy as pages for a reviewer
///
/// Every item with its reason and its tests, who may approve what, and what is open. Without `--output` one Markdown document is printed.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The repository, or a folder in it
    path: Option<PathBuf>,
    /// The folder to write; it must be new, empty, or hold nothing but such pages
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// What is written: HTML into a folder where nothing is said, Markdown where no folder is named
    #[arg(long, value_enum)]
    format: Option<PageFormat>,
    /// Where the repository is shown, as in https://example.org/policies/blob/main; places in files link there
    #[arg(long, value_name = "URL", value_parser = address)]
    source: Option<String>,
}

/// What pages are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PageFormat {
    /// One file a page, readable without anything else
    Html,
    /// One file a page, for a pull request or a wiki
    Markdown,
    /// Both
    Both,
}

/// Writes the pages, or prints them.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let policies = Policies::load(arguments.path.as_deref())?;
    let program = policies.sound_program(terminal)?;
    let (recordings, mut findings) = policies.repository.recordings()?;
    findings.extend(sealed::problems(&policies)?);
    if !findings.is_empty() {
        print_text(terminal, &findings);
        let broken = Broken::new(format!("{} in the repository, so nothing was written", plural(count(&findings).0, "error")));
        return Err(broken.at(policies.repository.root.display()).next("mend them first; `straza check` reports them, too"));
    }
    let pages = pages::of(&policies, program, &recordings)?;
    let source = arguments.source.as_deref();
    let Some(folder) = &arguments.output else {
        refuse_html(arguments.format)?;
        terminal.result(markdown::document(&pages, source).trim_end());
        return Ok(Exit::Fine);
    };
    let files = files(&pages, arguments.format.unwrap_or(PageFormat::Html), source);
    folder::write(folder, &files, pages::MARK)?;
    let first = files.first().map(|(name, _)| name.as_str()).unwrap_or_default();
    terminal.result(format_args!("{}: {}, begin with {first}", folder.display(), plural(files.len(), "page")));
    Ok(Exit::Fine)
}

/// Only a folder holds several files.
fn refuse_html(format: Option<PageFormat>) -> Result<(), Broken> {
    match format {
        None | Some(PageFormat::Markdown) => Ok(()),
        Some(_) => Err(Broken::new("HTML is written into a folder, and none is named").next("name one with `--output DIR`")),
    }
}

fn files(pages: &[Page], format: PageFormat, source: Option<&str>) -> Vec<(String, String)> {
    match format {
        PageFormat::Html => html::files(pages, source),
        PageFormat::Markdown => markdown::files(pages, source),
        PageFormat::Both => html::files(pages, source).into_iter().chain(markdown::files(pages, source)).collect(),
    }
}

/// An address that a browser opens as a page and runs nothing of.
fn address(text: &str) -> Result<String, String> {
    let web = text.starts_with("https://") || text.starts_with("http://");
    let plain = text.chars().all(|c| c.is_ascii_graphic() && !"\"'<>`\\".contains(c));
    if web && plain {
        Ok(text.to_owned())
    } else {
        Err("write an address that begins with https:// and holds no blanks or quotes".to_owned())
    }
}
