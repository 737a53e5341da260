//! A host for people and for programs: what it carries, what items need there, what is left out.

use std::fmt::Write;

use serde_json::{Value, json as object};
use straza_compiler::hosts::presets::spans;
use straza_compiler::hosts::{Decides, Host, Lack, Need, Servers, survey, word_of};
use straza_compiler::workspace::SourceMap;
use straza_language::core::Program;
use straza_runtime::call::Event;

use super::{location, name};
use crate::policies::Policies;

/// What a host is, line by line.
pub fn text(policies: &Policies, program: &Program, host: &Host) -> String {
    let preset = host.preset.filter(|preset| *preset != host.name).map(|preset| format!(", preset {preset}")).unwrap_or_default();
    let mut text = format!("host {}{preset}\n", host.name);
    for (word, said) in abilities(host) {
        // Writing into a `String` does not fail.
        let _ = writeln!(text, "  {word:<11}{said}");
    }
    let map = policies.workspace.source_map();
    let needs = survey(program, host).needs;
    for need in &needs {
        let place = place(policies, &map, need).map(|(path, line)| format!("  {path}:{line}")).unwrap_or_default();
        let _ =
            writeln!(text, "  {:<11}{} needs {}, {}{place}", "needs", name(&need.subject), Lack::list(&need.lacks), decides(need.decides));
    }
    for (item, reason) in skipped(policies, host) {
        let _ = writeln!(text, "  {:<11}{item}: {reason}", "skipped");
    }
    text
}

/// The same as an object.
pub fn json(policies: &Policies, program: &Program, host: &Host) -> Value {
    let map = policies.workspace.source_map();
    let need = |need: &Need| {
        let place = place(policies, &map, need).map(|(path, line)| object!({ "file": path, "line": line }));
        let lacks: Vec<String> = need.lacks.iter().map(|lack| lack.what()).collect();
        object!({ "name": name(&need.subject), "place": place, "lacks": lacks, "decides": word(need.decides) })
    };
    let servers = match &host.servers {
        Servers::All => object!("all"),
        Servers::Remote => object!("remote"),
        Servers::Named(names) => object!(names),
    };
    object!({
        "name": host.name,
        "preset": host.preset,
        "checks": host.rows.iter().map(|check| check.number).collect::<Vec<_>>(),
        "carries": host.carries,
        "results": word_of(host.results),
        "asks": host.asks,
        "events": events(host),
        "servers": servers,
        "otherwise": host.denies.then_some("deny"),
        "needs": survey(program, host).needs.iter().map(need).collect::<Vec<_>>(),
        "skipped": skipped(policies, host).iter().map(|(item, reason)| object!({ "item": item, "reason": reason })).collect::<Vec<_>>(),
    })
}

/// What is left out at a host, with the reasons, by item.
pub fn skipped(policies: &Policies, host: &Host) -> Vec<(String, String)> {
    let skips = policies.repository.config.hosts.get(&host.name).map(|settings| settings.skips.as_slice()).unwrap_or_default();
    let mut skipped: Vec<(String, String)> = skips.iter().map(|skip| (skip.item.to_string(), skip.reason.clone())).collect();
    skipped.sort();
    skipped
}

fn abilities(host: &Host) -> Vec<(&'static str, String)> {
    let carries: Vec<&str> = host.carries.iter().map(String::as_str).collect();
    let events = events(host);
    let functions = match &host.servers {
        Servers::All => "all".to_owned(),
        Servers::Remote => "of servers; no local tools".to_owned(),
        Servers::Named(names) => format!("of {}", names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
    };
    vec![
        ("checks", spans(host.rows)),
        ("carries", if carries.is_empty() { "nothing beside the call".to_owned() } else { carries.join(", ") }),
        ("results", word_of(host.results).to_owned()),
        ("asks", if host.asks { "yes" } else { "no" }.to_owned()),
        ("events", if events.len() == Event::ALL.len() { "all".to_owned() } else { events.join(", ") }),
        ("functions", functions),
        ("otherwise", if host.denies { "deny" } else { "not said" }.to_owned()),
    ]
}

/// The events in the order of the documentation.
fn events(host: &Host) -> Vec<&'static str> {
    Event::ALL.iter().map(|(_, name)| *name).filter(|name| host.events.contains(name)).collect()
}

fn place(policies: &Policies, map: &SourceMap, need: &Need) -> Option<(String, u32)> {
    location(map, &need.subject).map(|place| (policies.repository.shown(&place.path), place.line))
}

fn word(decides: Decides) -> &'static str {
    match decides {
        Decides::Undecided => "undecided",
        Decides::Denies => "deny",
        Decides::Skipped => "skipped",
        Decides::BeforeTheCall => "refuse-before",
    }
}

fn decides(decides: Decides) -> &'static str {
    match decides {
        Decides::Undecided => "and nothing says what is decided",
        Decides::Denies => "so it denies",
        Decides::Skipped => "and is left out",
        Decides::BeforeTheCall => "so it refuses before the call",
    }
}

/// For whoever is told of a compiled policy: which host's it is, what it goes without. Nothing for the whole policy.
pub fn notes(policies: &Policies) -> Vec<String> {
    let Some(host) = policies.host() else { return Vec::new() };
    let skipped = skipped(policies, host).into_iter().map(|(item, reason)| format!("{:<15}{item}: {reason}", "skipped"));
    std::iter::once(format!("{:<15}{}", "host", host.name)).chain(skipped).collect()
}

/// The same as an object.
pub fn note(policies: &Policies) -> Option<Value> {
    let host = policies.host()?;
    let skipped = skipped(policies, host).into_iter().map(|(item, reason)| object!({ "item": item, "reason": reason }));
    Some(object!({ "name": host.name, "skipped": skipped.collect::<Vec<_>>() }))
}
