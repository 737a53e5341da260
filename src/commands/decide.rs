//! `straza decide`: one decision, from a snapshot or from a repository, and what led to it.
//!
//! A repository is compiled, signed with a key that lives as long as this process, and opened like any other snapshot.

use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::json;
use straza_compiler::workspace::{Location, SourceMap};
use straza_language::core::ItemId;
use straza_language::standard::is_reserved_path;
use straza_runtime::call::Part;
use straza_runtime::checks::Check;
use straza_runtime::decide::Clause;
use straza_runtime::explain::Explanation;
use straza_runtime::json::{Object, Value};
use straza_runtime::judge::{Answer, Host, Reached, Results, Rows, Ruling};
use straza_runtime::limits::CALL_BYTES;
use straza_runtime::matching::{By, ItemReport};
use straza_runtime::{Call, Decision, Refusal, Reported, Scratch, Snapshot, States, Word};
use straza_testkit::answer::{self, Policy};
use straza_testkit::{agreement, json_text, wording};

use super::parts::Parts;
use crate::exit::{Broken, Ending, Exit};
use crate::files::unread;
use crate::format::Format;
use crate::hex::Hex;
use crate::hosts;
use crate::policies::Policies;
use crate::sealed;
use crate::terminal::Terminal;
use crate::trust_file;

/// What the runtime's reasons begin with: the form in which a host passes a refusal on.
const DENIED: &str = "straza: denied: ";

/// Decide one call
///
/// From `--snapshot`, or from the policies of a repository. With both, the snapshot decides and the repository says where its items stand; it
/// must hold the same policy.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The call, as JSON; `-` reads standard input
    call: PathBuf,
    /// The repository, or a folder in it
    path: Option<PathBuf>,
    /// The snapshot that decides
    #[arg(long, value_name = "FILE", requires = "trust")]
    snapshot: Option<PathBuf>,
    /// Whose signatures count
    #[arg(long, value_name = "TRUSTFILE", requires = "snapshot")]
    trust: Option<PathBuf>,
    /// Decide as this host does: without what `straza.toml` skips there
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// Say everything that applied and what was unknown
    #[arg(long)]
    explain: bool,
    /// List the functions that the call's session is offered, whatever the call itself is
    #[arg(long, conflicts_with = "explain")]
    list: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Decides and prints. A refused call is an answer, too: the exit code is 0 wherever there is an answer.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Ending {
    let bytes = call_bytes(&arguments.call)?;
    let deciding = Deciding::of(&arguments.sources(), terminal)?;
    match Call::read(&bytes) {
        Ok(call) if arguments.list => listed(arguments, &deciding, &call, terminal),
        Ok(mut call) => {
            deciding.snapshot.feed(&mut call);
            decided(arguments, &deciding, &call, terminal);
        }
        Err(refusal) => refused(arguments, &refusal, terminal),
    }
    Ok(Exit::Fine)
}

impl Arguments {
    fn sources(&self) -> Sources<'_> {
        Sources { path: self.path.as_deref(), snapshot: self.snapshot.as_deref().zip(self.trust.as_deref()), host: self.host.as_deref() }
    }
}

/// What the command line names to decide by.
pub(super) struct Sources<'a> {
    /// The repository, or a folder in it.
    pub path: Option<&'a Path>,
    /// A snapshot and whose signatures count.
    pub snapshot: Option<(&'a Path, &'a Path)>,
    /// A declared host.
    pub host: Option<&'a str>,
}

/// What decides, and where its items stand, if the sources are at hand.
pub(super) struct Deciding {
    pub snapshot: Snapshot,
    sources: Option<(Policies, SourceMap)>,
}

impl Deciding {
    pub fn of(named: &Sources<'_>, terminal: &Terminal) -> Result<Self, Broken> {
        let Some((file, trust)) = named.snapshot else {
            let policies = Policies::load(named.path)?.at(named.host, terminal)?;
            return Self::of_repository(policies, terminal);
        };
        let snapshot = sealed::open(file, &trust_file::read(trust)?)?;
        let sources = match named.path {
            Some(path) => Some(same_policy(Policies::load(Some(path))?.at(named.host, terminal)?, &snapshot, terminal)?),
            None => None,
        };
        Ok(Self { snapshot, sources })
    }

    fn of_repository(policies: Policies, terminal: &Terminal) -> Result<Self, Broken> {
        let snapshot = sealed::of_repository(&policies, terminal)?;
        let map = policies.workspace.source_map();
        Ok(Self { snapshot, sources: Some((policies, map)) })
    }

    /// What is known of the past: nothing happened, and of what the declared host does not carry not even that.
    pub fn past(&self) -> States {
        let declared = self.sources.as_ref().and_then(|(policies, _)| policies.host());
        declared.map_or(States::EMPTY, straza_compiler::hosts::Host::beginning)
    }

    /// The host that judges: the declared one, or one that can do all with results. Of its rows those that need the policy and the call
    /// alone; rows about the job where the call says what they ask.
    fn judge(&self, call: &Call) -> Host<'static> {
        let declared = self.sources.as_ref().and_then(|(policies, _)| policies.host());
        let anywhere = Host { results: Results::Withhold, ..Host::POLICY };
        let host = declared.map_or(anywhere, |host| Host { rows: host.rows.common(anywhere.rows), results: host.results, ..anywhere });
        let said = |member: &str| call.part(Part::Job).is_some_and(|job| job.get(member).is_some());
        let rows = [("quarantine", "7"), ("shadow", "11")].into_iter().filter(|(member, _)| said(member));
        Host { rows: rows.fold(host.rows, |rows, (_, row)| rows.and(Rows::of(&[row]))), ..host }
    }

    /// Which host's policy decided, and what it goes without.
    fn note_host(&self, answer: &mut serde_json::Value) {
        let note = self.sources.as_ref().and_then(|(policies, _)| hosts::note(policies));
        if let (Some(members), Some(note)) = (answer.as_object_mut(), note) {
            members.insert("x-host".to_owned(), note);
        }
    }

    fn host_text(&self, terminal: &Terminal) {
        for note in self.sources.iter().flat_map(|(policies, _)| hosts::notes(policies)) {
            terminal.result(format_args!("  {note}"));
        }
    }

    /// `path:line`, and the line itself.
    fn place(&self, location: impl Fn(&SourceMap) -> Option<&Location>) -> String {
        let Some((policies, map)) = &self.sources else { return String::new() };
        let Some(location) = location(map) else { return String::new() };
        let text = policies.workspace.text(&location.path).unwrap_or_default();
        let line = text.lines().nth((location.line as usize).saturating_sub(1));
        format!("{}  {}", shown(policies, location), line.unwrap_or_default().trim())
    }

    /// Where that of an item stands which a part of a command meets: the pattern with its text, or the outcome.
    pub fn by(&self, found: &ItemReport) -> (String, String) {
        let nothing = (String::new(), String::new());
        let (Some((policies, map)), Some((id, part))) = (&self.sources, self.id(found.item)) else { return nothing };
        let location = match found.by {
            By::Pattern(number) => map.patterns.get(&id).and_then(|patterns| patterns.get(number as usize)),
            By::UnreadCode | By::Touch(_) => map.parts.get(&(id, part)),
        };
        let Some(location) = location else { return nothing };
        let span = location.span.start as usize..location.span.end as usize;
        let text = policies.workspace.text(&location.path).and_then(|text| text.get(span)).unwrap_or_default();
        (shown(policies, location), text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn id(&self, index: u32) -> Option<(ItemId, u16)> {
        let item = self.snapshot.item(index)?;
        Some((ItemId { set: item.set.to_owned(), name: item.name.to_owned() }, item.part))
    }

    pub fn item(&self, index: u32) -> (String, String) {
        let Some(key) = self.id(index) else { return (format!("item {index}"), String::new()) };
        (key.0.to_string(), self.place(|map| map.parts.get(&key)))
    }

    fn clause(&self, set: u32, clause: Clause) -> (String, String) {
        let set = self.snapshot.set_view(set).map_or_else(|| format!("set {set}"), |set| set.name.to_owned());
        (format!("`commands {{ {} }}` of {set}", clause.as_str()), String::new())
    }

    fn row(&self, index: u32) -> (String, String) {
        let Some(row) = self.snapshot.default_row(index) else { return (format!("row {index}"), String::new()) };
        let key = (row.set.to_owned(), row.index);
        (format!("default of {}", row.set), self.place(|map| map.rows.get(&key)))
    }
}

/// `path:line`; what comes with the edition stands in no file of the repository.
fn shown(policies: &Policies, location: &Location) -> String {
    let path = match is_reserved_path(&location.path) {
        true => location.path.clone(),
        false => policies.repository.shown(&location.path),
    };
    format!("{path}:{}", location.line)
}

/// The sources, where they are those of the snapshot.
fn same_policy(policies: Policies, snapshot: &Snapshot, terminal: &Terminal) -> Result<(Policies, SourceMap), Broken> {
    let digest = straza_language::canonical::policy_digest(policies.sound_program(terminal)?);
    if digest != snapshot.policy_digest() {
        let broken = Broken::new("the repository holds another policy than the snapshot").at(policies.repository.root.display());
        return Err(broken.next("compile it anew, or leave the repository out"));
    }
    let map = policies.workspace.source_map();
    Ok((policies, map))
}

fn decided(arguments: &Arguments, deciding: &Deciding, call: &Call, terminal: &Terminal) {
    let (snapshot, past) = (&deciding.snapshot, deciding.past());
    let ruling = snapshot.judge(call, &past, &deciding.judge(call), &mut Scratch::new(snapshot));
    if ruling.word() == Word::Deny
        && let Some(check) = ruling.check.filter(|_| ruling.decision.word() != Word::Deny)
    {
        return refused_by_check(arguments, deciding, call, &ruling, check, terminal);
    }
    let changed = ruling.arguments.as_ref().map(|arguments| changed(snapshot, call, arguments));
    let call = changed.as_ref().unwrap_or(call);
    let arguments_text = ruling.arguments.as_ref().map(|arguments| json_text::text(&Value::Object(arguments.clone())));
    let decision = snapshot.decide(call, &past, &mut Scratch::new(snapshot));
    let explanation = arguments.explain.then(|| snapshot.explain(call, &past));
    match arguments.format {
        Format::Json => {
            let policy = Policy { id: snapshot.id(), serial: snapshot.serial() };
            let mut answer = answer::answer(snapshot, policy, call, &decision, explanation.as_ref());
            if decision.word() != Word::Deny {
                without_denial(&mut answer);
            }
            deciding.note_host(&mut answer);
            let parts = explained_parts(arguments, deciding, call, &decision).map(|parts| parts.document());
            let more = [("x-arguments", arguments_text.map(serde_json::Value::from)), ("x-command", parts)];
            if let Some(members) = answer.as_object_mut() {
                members.extend(more.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
            }
            terminal.result(answer);
        }
        Format::Text => {
            answer_text(deciding, call, &decision, terminal);
            if let Some(text) = arguments_text {
                terminal.result(format_args!("  arguments   {text}"));
            }
            deciding.host_text(terminal);
            if let Some(explanation) = &explanation {
                explanation_text(deciding, explanation, terminal);
            }
            if let Some(parts) = explained_parts(arguments, deciding, call, &decision) {
                terminal.result("");
                parts.page(terminal);
            }
        }
    }
}

/// The parts of the call's command, where an explanation is asked for.
fn explained_parts<'a>(arguments: &Arguments, deciding: &'a Deciding, call: &'a Call, decision: &Decision) -> Option<Parts<'a>> {
    let parts = arguments.explain.then(|| Parts::of(call, Some(deciding), came_to_default(decision)));
    parts.flatten()
}

/// Nothing permitted the call.
pub(super) fn came_to_default(decision: &Decision) -> bool {
    matches!(decision.reported(), Reported::DefaultRow { .. } | Reported::NoDefault | Reported::Commands { clause: Clause::Otherwise, .. })
}

/// The call as the rows behind a change see it, which is what would be made.
fn changed(snapshot: &Snapshot, call: &Call, arguments: &Object) -> Call {
    let mut call = call.with_arguments(arguments.clone());
    snapshot.feed(&mut call);
    call
}

/// An ordered check has the last word, not an item.
fn refused_by_check(arguments: &Arguments, deciding: &Deciding, call: &Call, ruling: &Ruling<'_>, check: &Check, terminal: &Terminal) {
    let reason = deciding.snapshot.ruling_text(ruling, call);
    match arguments.format {
        Format::Json => {
            let policy = Policy { id: deciding.snapshot.id(), serial: deciding.snapshot.serial() };
            let mut answer = answer::refused_by_check(policy, call, check.number, &reason);
            deciding.note_host(&mut answer);
            terminal.result(answer);
        }
        Format::Text => {
            let word = if ruling.answer == Answer::Refuse { "deny" } else { ruling.answer.as_str() };
            terminal.result(word);
            line(terminal, "decided by", &format!("check {}: {}", check.number, check.name), "");
            reason_text(&reason, terminal);
            deciding.host_text(terminal);
        }
    }
}

/// What the session is offered: every function that some call might be let through for.
fn listed(arguments: &Arguments, deciding: &Deciding, call: &Call, terminal: &Terminal) {
    let offered = deciding.snapshot.reach(call, &deciding.past());
    match arguments.format {
        Format::Json => {
            let functions: Vec<serde_json::Value> = offered.iter().map(function_json).collect();
            let mut offered = json!({ "straza-offered": 1, "functions": functions });
            deciding.note_host(&mut offered);
            terminal.result(offered);
        }
        Format::Text => offered.iter().for_each(|function| terminal.result(function_text(function).trim_end())),
    }
}

fn function_json(function: &Reached) -> serde_json::Value {
    json!({
        "server": function.server,
        "name": function.name,
        "spelling": function.spelling,
        "identity": function.identity,
        "listing-digest": function.listing.map(|digest| Hex(&digest).to_string()),
    })
}

fn function_text(function: &Reached) -> String {
    let name = format!("{}.{}", function.server, function.name);
    let digest = function.listing.map(|digest| Hex(&digest).to_string()).unwrap_or_default();
    format!("{name:<40} {:<48} {digest}", function.spelling)
}

pub(super) fn answer_text(deciding: &Deciding, call: &Call, decision: &Decision, terminal: &Terminal) {
    terminal.result(wording::verdict(&agreement::outcome(&deciding.snapshot, decision).verdict));
    let (name, place) = match decision.reported() {
        Reported::Item { item, .. } => deciding.item(item),
        Reported::DefaultRow { row, .. } => deciding.row(row),
        Reported::Commands { set, clause, .. } => deciding.clause(set, clause),
        Reported::NoDefault => ("no set gives a default".to_owned(), String::new()),
        Reported::Recorded => ("an event that nothing can hold back".to_owned(), String::new()),
        Reported::Border(_) => ("a check before any rule".to_owned(), String::new()),
    };
    line(terminal, "decided by", &name, &place);
    let mut reason = String::new();
    // Writing into a `String` does not fail.
    let _ = deciding.snapshot.reason(decision, call, &mut reason);
    if !reason.is_empty() {
        reason_text(&reason, terminal);
    }
}

fn reason_text(reason: &str, terminal: &Terminal) {
    terminal.result(format_args!("  reason      {}", reason.strip_prefix(DENIED).unwrap_or(reason)));
}

/// The reason of an answer that refuses nothing, without the words of a refusal.
fn without_denial(answer: &mut serde_json::Value) {
    if let Some(serde_json::Value::String(reason)) = answer.get_mut("reason")
        && reason.starts_with(DENIED)
    {
        reason.drain(..DENIED.len());
    }
}

fn explanation_text(deciding: &Deciding, explanation: &Explanation, terminal: &Terminal) {
    for fired in &explanation.fired {
        let (name, place) = deciding.item(fired.item);
        let word = match (fired.shadow, fired.certain) {
            (true, _) => "shadow",
            (false, true) => "applies",
            (false, false) => "may apply",
        };
        line(terminal, word, &name, &place);
    }
    for item in &explanation.permitted {
        let (name, place) = deciding.item(*item);
        line(terminal, "permits", &name, &place);
    }
    for (row, certain) in &explanation.rows {
        let (name, place) = deciding.row(*row);
        line(terminal, if *certain { "default" } else { "may default" }, &name, &place);
    }
    for unknown in &explanation.unknowns {
        line(terminal, "unknown", unknown, "");
    }
}

pub(super) fn line(terminal: &Terminal, word: &str, name: &str, place: &str) {
    let line = format!("  {word:<12}{name:<32}{place}");
    terminal.result(line.trim_end());
}

fn refused(arguments: &Arguments, refusal: &Refusal, terminal: &Terminal) {
    match arguments.format {
        Format::Json => terminal.result(answer::refused(refusal)),
        Format::Text => {
            terminal.result("deny");
            line(terminal, "decided by", "a check before any rule", "");
            reason_text(&refusal.to_string(), terminal);
        }
    }
}

/// At most one byte more than a call may have: the runtime itself refuses what is too large, by its own limit.
fn call_bytes(path: &Path) -> Result<Vec<u8>, Broken> {
    let failed = |error: std::io::Error| unread(&error, path).next("name a file with a call, or `-`");
    let input: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(std::fs::File::open(path).map_err(failed)?),
    };
    let mut bytes = Vec::new();
    input.take(CALL_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}
