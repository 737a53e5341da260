//! Hosts of a repository: which one is meant, what `straza.toml` leaves open about it, what never works there.
//!
//! What a host makes of a policy is worked out in the compiler; here it gets names, places and words.

mod report;

use straza_compiler::hosts::{
    Finding, FindingKind, Host, Lack, Need, Refusal, Subject, Survey, lacks_of_item, presets, refusal_to_skip, survey,
};
use straza_compiler::workspace::{Location, SourceMap};
use straza_language::core::Program;
use straza_language::diagnostic::{Code, Diagnostic};
use straza_language::span::Span;
use straza_language::suggestion;

use crate::codes::{
    HOST_ALWAYS_APPLIES, HOST_NEVER_CALLED, HOST_NEVER_FIRES, HOST_NEVER_SATISFIED, HOST_UNDECIDED, NEEDLESS_SKIP, NO_SKIP, UNKNOWN_SKIP,
};
use crate::config::{Config, EVERY_HOST, FILE_NAME, HostSettings, Skip};
use crate::exit::Broken;
use crate::policies::Policies;
use crate::repository::Repository;
use crate::sources::{SourceDiagnostic, plural};

pub use report::{json, note, notes, text};

/// How many items a finding names.
const NAMED: usize = 5;

/// The host of a name: one that `straza.toml` declares, or a preset.
pub fn named(config: &Config, name: &str) -> Result<Host, Broken> {
    let declared = config.hosts.get(name).map(|settings| settings.host.clone());
    declared.or_else(|| presets::preset(name).map(|preset| preset.host(name))).ok_or_else(|| {
        let known: Vec<&str> = config.hosts.keys().map(String::as_str).chain(presets::TABLE.iter().map(|preset| preset.name)).collect();
        let near = suggestion::nearest(name, known.iter().copied()).map(|near| format!("did you mean `{near}`? "));
        let next = format!("{}known here: {}", near.unwrap_or_default(), known.join(", "));
        Broken::new(format!("`{FILE_NAME}` declares no host `{name}`")).next(next)
    })
}

/// The hosts that `--host` asks about: the one of that name, or all that are declared.
pub fn asked(config: &Config, name: &str) -> Result<Vec<Host>, Broken> {
    if name != EVERY_HOST {
        return named(config, name).map(|host| vec![host]);
    }
    if config.hosts.is_empty() {
        let none = Broken::new(format!("`{FILE_NAME}` declares no host"));
        let presets: Vec<&str> = presets::TABLE.iter().map(|preset| preset.name).collect();
        return Err(none.next(format!("declare one under `[hosts.NAME]`, or name a preset: {}", presets.join(", "))));
    }
    Ok(config.hosts.values().map(|settings| settings.host.clone()).collect())
}

/// What `straza.toml` says wrongly, or not at all, about the hosts that it declares.
pub fn problems(repository: &Repository, program: &Program, map: &SourceMap) -> Vec<SourceDiagnostic> {
    let mut found = Vec::new();
    for settings in repository.config.hosts.values() {
        found.extend(settings.skips.iter().filter_map(|skip| wrong_skip(program, map, settings, skip)));
        found.extend(undecided(&settings.host, &survey(program, &settings.host), settings.place));
    }
    found.into_iter().map(|diagnostic| repository.config_finding(diagnostic)).collect()
}

/// Everything that never works at a host, in the order of kinds; of a preset that nobody declared also what is not decided.
pub fn findings(policies: &Policies, program: &Program, host: &Host) -> Vec<SourceDiagnostic> {
    let map = policies.workspace.source_map();
    let survey = survey(program, host);
    let is_declared = policies.repository.config.hosts.contains_key(&host.name);
    let open = undecided(host, &survey, Span::new(0, 0)).filter(|_| !is_declared);
    let open = open.map(|diagnostic| policies.repository.config_finding(diagnostic));
    let found = survey.findings.iter().filter_map(|finding| {
        let place = location(&map, &finding.subject)?;
        let diagnostic = diagnostic(host, finding, place.span);
        Some(policies.finding(straza_compiler::workspace::FileDiagnostic { path: place.path.clone(), diagnostic }))
    });
    open.into_iter().chain(found).collect()
}

/// Where something stands.
fn location<'m>(map: &'m SourceMap, subject: &Subject) -> Option<&'m Location> {
    match subject {
        Subject::Item(id, part) => map.parts.get(&(id.clone(), *part)).or_else(|| map.items.get(id)),
        Subject::Row(set, row) => map.rows.get(&(set.clone(), *row)),
        Subject::Set(set) => map.sets.get(set),
    }
}

/// What something is called in reports.
fn name(subject: &Subject) -> String {
    match subject {
        Subject::Item(id, _) => id.to_string(),
        Subject::Row(set, _) => format!("default of {set}"),
        Subject::Set(set) => format!("policy {set}"),
    }
}

fn wrong_skip(program: &Program, map: &SourceMap, settings: &HostSettings, skip: &Skip) -> Option<Diagnostic> {
    let (host, item) = (&settings.host, &skip.item);
    if !map.items.contains_key(item) {
        let names: Vec<String> = map.items.keys().map(ToString::to_string).collect();
        let unknown = Diagnostic::error(UNKNOWN_SKIP, skip.place, format!("there is no item `{item}`"));
        return Some(unknown.help(suggestion::help(
            &item.to_string(),
            &names,
            "items are named by their set and their own name: `set.name`",
        )));
    }
    if let Some(refusal) = refusal_to_skip(program, item, host) {
        let finding = Diagnostic::error(NO_SKIP, skip.place, format!("`{item}` cannot be skipped"));
        return Some(match refusal {
            Refusal::HoldsBack => finding.label("keeps results back, and this host cannot").help(
                "take the skip away: the host refuses before the call what it would have to hold back; or say `results = \"withhold\"`",
            ),
            Refusal::Exception => finding
                .label("takes another item back, and would go on doing so without asking what it asks instead")
                .help("skip the item that it takes back, or let the host say `otherwise = \"deny\"`"),
            Refusal::Final => finding
                .label("is `final`: nothing takes it back")
                .help("write it so that it does without what this host lacks, or let the host say `otherwise = \"deny\"`"),
        });
    }
    if lacks_of_item(program, item, host).is_empty() {
        let needless = Diagnostic::error(NEEDLESS_SKIP, skip.place, format!("`{item}` needs nothing that host `{}` lacks", host.name));
        return Some(needless.label("works there").help("take the skip away"));
    }
    None
}

/// That nobody has said what items decide without what they need; one finding a host.
fn undecided(host: &Host, survey: &Survey, place: Span) -> Option<Diagnostic> {
    let needs: Vec<&Need> = survey.undecided().collect();
    if needs.is_empty() {
        return None;
    }
    let named = needs.iter().take(NAMED).map(|need| format!("`{}` needs {}", name(&need.subject), Lack::list(&need.lacks)));
    let mut named: Vec<String> = named.collect();
    if needs.len() > NAMED {
        named.push(format!("{} more", needs.len() - NAMED));
    }
    let (count, at) = (plural(needs.len(), "item"), &host.name);
    let message =
        format!("host `{at}` lacks what {count} need{}, and nothing says what is decided there", if needs.len() == 1 { "s" } else { "" });
    let mut remedies: Vec<String> = needs.iter().flat_map(|need| &need.lacks).map(|lack| lack.remedy()).collect();
    remedies.sort();
    remedies.dedup();
    let help = format!(
        "{}. Write `otherwise = \"deny\"` under `[hosts.{at}]`, or leave items out one by one, each with a reason, in `[[hosts.{at}.skip]]`; where the host has it after all: {}",
        named.join("; "),
        remedies.join(", ")
    );
    Some(Diagnostic::error(HOST_UNDECIDED, place, message).help(help))
}

/// The code of a kind.
fn code(kind: FindingKind) -> Code {
    match kind {
        FindingKind::NeverCalled => HOST_NEVER_CALLED,
        FindingKind::NeverFires => HOST_NEVER_FIRES,
        FindingKind::NeverSatisfied => HOST_NEVER_SATISFIED,
        FindingKind::AlwaysApplies => HOST_ALWAYS_APPLIES,
    }
}

fn diagnostic(host: &Host, finding: &Finding, place: Span) -> Diagnostic {
    let at = &host.name;
    let message = format!("at host `{at}`: `{}` {}", name(&finding.subject), finding.does);
    let warning = Diagnostic::warning(code(finding.kind), place, message);
    if finding.kind == FindingKind::NeverCalled {
        let help = "mend its `on`, or what `straza.toml` says of the host; nothing needs to be done where another host decides it";
        let why = match finding.lacks.is_empty() {
            true => "is about no function and no event that the host hands over".to_owned(),
            false => format!("is decided by {}, which the host does not run", Lack::list(&finding.lacks)),
        };
        return warning.label(why).help(help);
    }
    let remedies: Vec<String> = finding.lacks.iter().map(|lack| lack.remedy()).collect();
    let has = format!("where the host has it after all, write under `[hosts.{at}]`: {}", remedies.join(", "));
    let else_ = match finding.subject {
        Subject::Item(..) => format!("; else write the item so that it does without, or leave it out there in `[[hosts.{at}.skip]]`"),
        Subject::Row(..) | Subject::Set(_) => "; else write it so that it does without".to_owned(),
    };
    warning.label(format!("needs {}", Lack::list(&finding.lacks))).help(has + &else_)
}
