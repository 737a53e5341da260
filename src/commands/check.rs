//! `straza check`: everything that is wrong with a repository, in the form that a person, an editor or a workflow reads.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;
use straza_compiler::compile::index_report;
use straza_compiler::hosts::Host;
use straza_compiler::index::IndexReport;
use straza_language::diagnostic::Fix;

use crate::clock;
use crate::exit::{Broken, Ending, Exit};
use crate::files;
use crate::hosts;
use crate::policies::Policies;
use crate::render;
use crate::sealed;
use crate::sources::{SourceDiagnostic, SourceText, count, plural};
use crate::terminal::Terminal;

/// Rounds of `--fix`: a fix may bring another to light, and two that touch are applied one after the other.
const ROUNDS: usize = 16;

/// Report errors and warnings in policies
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The repository, or a folder in it
    path: Option<PathBuf>,
    /// Apply the fixes that keep the meaning or have only one reading
    #[arg(long)]
    fix: bool,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// Say what a host carries and what never works there: one of `straza.toml`, a preset, or `all` that are declared
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// Say how the compiled index finds each item, and which it can only find by trying
    #[arg(long)]
    explain_index: bool,
}

/// Forms of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    /// For people
    Text,
    /// Ours, documented in docs/json.md
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands that annotate a pull request
    Github,
}

/// Checks, and mends where asked to.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let mut policies = Policies::load(arguments.path.as_deref())?;
    if arguments.fix {
        policies = mended(policies, arguments, terminal)?;
    }
    policies.look_at_the_clock(i64::try_from(clock::now()?).unwrap_or(i64::MAX));
    policies.findings.extend(policies.repository.left_out());
    policies.findings.extend(sealed::problems(&policies)?);
    let hosts = match &arguments.host {
        Some(name) => hosts::asked(&policies.repository.config, name)?,
        None => Vec::new(),
    };
    for host in &hosts {
        let found = policies.program().map(|program| hosts::findings(&policies, program, host));
        policies.findings.extend(found.into_iter().flatten());
    }
    report(&policies, &hosts, arguments.format, terminal)?;
    if arguments.explain_index {
        match policies.program() {
            Some(program) => explain_index(&index_report(program), terminal),
            None => terminal.note("the index is explained where the policies have no errors"),
        }
    }
    let (errors, _) = count(&policies.findings);
    Ok(if errors == 0 { Exit::Fine } else { Exit::Findings })
}

fn report(policies: &Policies, hosts: &[Host], format: ReportFormat, terminal: &Terminal) -> Result<(), Broken> {
    let findings = &policies.findings;
    let (errors, warnings) = count(findings);
    match format {
        ReportFormat::Text => {
            for host in hosts {
                policies.program().into_iter().for_each(|program| terminal.result(hosts::text(policies, program, host)));
            }
            render::print_text(terminal, findings);
            let files = plural(policies.repository.policies.len(), "policy file");
            terminal.result(format_args!("{files}: {}, {}", plural(errors, "error"), plural(warnings, "warning")));
        }
        ReportFormat::Json => {
            let mut document = json!({
                "straza-check": 1,
                "files": policies.repository.policies.len(),
                "errors": errors,
                "warnings": warnings,
                "diagnostics": render::json_diagnostics(findings),
            });
            if let (Some(members), false, Some(program)) = (document.as_object_mut(), hosts.is_empty(), policies.program()) {
                let hosts: Vec<_> = hosts.iter().map(|host| hosts::json(policies, program, host)).collect();
                members.insert("hosts".to_owned(), hosts.into());
            }
            terminal.result(document);
        }
        ReportFormat::Sarif => terminal.result(render::sarif_log(findings)),
        ReportFormat::Github => terminal.result(render::annotations(findings).trim_end()),
    }
    Ok(())
}

/// Applies automatic fixes and checks again, until none is left or nothing changes.
fn mended(mut policies: Policies, arguments: &Arguments, terminal: &Terminal) -> Result<Policies, Broken> {
    for _ in 0..ROUNDS {
        let changed = mend_once(&policies, terminal)?;
        if !changed {
            break;
        }
        policies = Policies::load(arguments.path.as_deref())?;
    }
    Ok(policies)
}

fn mend_once(policies: &Policies, terminal: &Terminal) -> Result<bool, Broken> {
    let mut changed = false;
    let repository = &policies.repository;
    let config = (crate::config::FILE_NAME.to_owned(), repository.config_source().clone());
    for (path, source) in repository.policies.iter().chain(std::iter::once(&config)) {
        let fixes = automatic_fixes(&policies.findings, source);
        let text = straza_language::fix::apply(source.text(), &fixes);
        if text == source.text() {
            continue;
        }
        files::write(&repository.root.join(path), text)?;
        terminal.note(format_args!("mended {}", source.path()));
        changed = true;
    }
    Ok(changed)
}

/// The first automatic fix of each finding about this text.
fn automatic_fixes(findings: &[SourceDiagnostic], source: &Arc<SourceText>) -> Vec<Fix> {
    let here = findings.iter().filter(|finding| Arc::ptr_eq(&finding.source, source));
    here.filter_map(|finding| finding.diagnostic.fixes.iter().find(|fix| fix.automatic)).cloned().collect()
}

/// Says how each list of functions is searched, whatever it costs.
fn explain_index(report: &IndexReport, terminal: &Terminal) {
    terminal.result(format_args!("\n{} functions by name, {} patterns", report.functions, report.patterns));
    for group in &report.groups {
        terminal.result(format_args!("on {}: {}", group.on, plural(group.items, "item")));
        for (attribute, items) in &group.filed {
            terminal.result(format_args!("  by {attribute}: {}", plural(*items, "item")));
        }
        for item in &group.residual {
            terminal.result(format_args!("  tried on every call: {item}"));
        }
    }
}
