//! `[hosts.NAME]`: what a host carries, beginning with a preset where one is named, and what is decided where it lacks something.
//!
//! Whether a skipped item exists, and may be skipped, is asked where the policies are known.

use std::collections::BTreeSet;

use straza_compiler::hosts::carried::{said_by_a_key, words};
use straza_compiler::hosts::{Host, RESULTS, Servers, presets};
use straza_language::core::ItemId;
use straza_language::diagnostic::Diagnostic;
use straza_language::span::Span;
use straza_runtime::call::Event;
use straza_runtime::judge::Rows;

use super::{Item, Reader, Spanned, Table, span, suggest};
use crate::codes::{MISSING_KEY, WRONG_VALUE};

/// The word that means every declared host.
pub const ALL: &str = "all";
const KEYS: &[&str] = &["preset", "carries", "results", "asks", "events", "servers", "checks", "otherwise", "skip"];

/// A declared host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostSettings {
    /// Where its name stands.
    pub place: Span,
    /// What it is.
    pub host: Host,
    /// What is left out there.
    pub skips: Vec<Skip>,
}

/// `[[hosts.NAME.skip]]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// Which item.
    pub item: ItemId,
    /// Where it is named.
    pub place: Span,
    /// Why.
    pub reason: String,
}

impl Reader {
    pub(super) fn host(&mut self, name: &Spanned<toml::de::DeString<'_>>, host: &Item<'_>) -> Option<HostSettings> {
        let table = self.table(host)?;
        let (place, name): (Span, &str) = (span(name.span()), name.get_ref());
        if name == ALL {
            let finding = Diagnostic::error(WRONG_VALUE, place, "no host can have the name `all`");
            self.say(finding.help("`--host all` means every declared host; give this one another name"));
        }
        self.known_keys(table, KEYS, &format!("hosts.{name}."));
        let mut host = self.beginning(name, table);
        self.carries(table, &mut host);
        self.abilities(table, &mut host);
        self.reach(table, &mut host);
        let skips: Vec<Skip> = self.list_at(table, "skip").into_iter().flatten().filter_map(|skip| self.skip(skip)).collect();
        self.repeated(&skips);
        host.skips = skips.iter().map(|skip| skip.item.clone()).collect();
        Some(HostSettings { place, host, skips })
    }

    /// The preset that is named, or a host that carries nothing.
    fn beginning(&mut self, name: &str, table: &Table<'_>) -> Host {
        let known: Vec<&str> = presets::TABLE.iter().map(|preset| preset.name).collect();
        let named = self.one_of(table, "preset", &known);
        named.and_then(presets::preset).map_or_else(|| Host::bare(name), |preset| preset.host(name))
    }

    fn carries(&mut self, table: &Table<'_>, host: &mut Host) {
        let known = words();
        for (word, place) in self.texts_at(table, "carries") {
            if !known.contains(&word.as_str()) {
                let finding = Diagnostic::error(WRONG_VALUE, place, format!("no host can carry `{word}`"));
                self.say(match said_by_a_key(&word) {
                    Some(line) => finding.help(format!("a key of its own says so: write `{line}`")),
                    None => suggest(finding, &word, &known, place, true),
                });
            }
            host.carries.insert(word);
        }
    }

    fn abilities(&mut self, table: &Table<'_>, host: &mut Host) {
        let known: Vec<&str> = RESULTS.iter().map(|(_, word)| *word).collect();
        let results = self.one_of(table, "results", &known);
        let results = RESULTS.iter().find(|(_, word)| Some(*word) == results).map(|(results, _)| *results);
        host.results = results.unwrap_or(host.results);
        if let Some(value) = table.get("asks") {
            match value.get_ref().as_bool() {
                Some(asks) => host.asks = asks,
                None => self.wrong_type(value, "`true` or `false`", "write `asks = true` where a person can be asked"),
            }
        }
        host.denies = self.one_of(table, "otherwise", &["deny"]).is_some();
    }

    fn reach(&mut self, table: &Table<'_>, host: &mut Host) {
        let events: Vec<&'static str> = Event::ALL.iter().map(|(_, name)| *name).collect();
        host.events = self.some_of(table, "events", &events).unwrap_or_else(|| std::mem::take(&mut host.events));
        let checks = self.some_of(table, "checks", &presets::numbers());
        host.rows = checks.map_or(host.rows, |checks| Rows::of(&checks.into_iter().collect::<Vec<_>>()));
        if table.contains_key("servers") {
            host.servers = Servers::Named(self.texts_at(table, "servers").into_iter().map(|(server, _)| server).collect());
        }
    }

    fn skip(&mut self, skip: &Item<'_>) -> Option<Skip> {
        let table = self.table(skip)?;
        self.known_keys(table, &["item", "reason"], "skip.");
        let reason = table.get("reason").and_then(|reason| self.text(reason)).unwrap_or_default();
        if reason.trim().is_empty() {
            let finding = Diagnostic::error(MISSING_KEY, span(skip.span()), "a skipped item says no `reason`");
            self.say(finding.help("say why the host may go without it: `reason = \"…\"`"));
        }
        let Some(value) = table.get("item") else {
            let finding = Diagnostic::error(MISSING_KEY, span(skip.span()), "a skip names no `item`");
            self.say(finding.help("write the item's set and name: `item = \"set.name\"`"));
            return None;
        };
        let (name, place) = (self.text(value)?, span(value.span()));
        let Some((set, item)) = name.split_once('.') else {
            let finding = Diagnostic::error(WRONG_VALUE, place, format!("`{name}` is no item's name"));
            self.say(finding.help(format!("write its set in front of it: `item = \"set.{name}\"`")));
            return None;
        };
        Some(Skip { item: ItemId { set: set.to_owned(), name: item.to_owned() }, place, reason })
    }

    fn repeated(&mut self, skips: &[Skip]) {
        let mut seen = BTreeSet::new();
        for skip in skips.iter().filter(|skip| !seen.insert(&skip.item)) {
            let finding = Diagnostic::error(WRONG_VALUE, skip.place, format!("`{}` is skipped twice", skip.item));
            self.say(finding.help("keep one of both, with the reason that holds"));
        }
    }

    /// The text of a key, where it is one of these.
    fn one_of(&mut self, table: &Table<'_>, key: &str, known: &[&'static str]) -> Option<&'static str> {
        let value = table.get(key)?;
        let text = self.text(value)?;
        self.known_word(key, &text, span(value.span()), known)
    }

    /// The texts of a key, each of which must be one of these; nothing where the key is not there.
    fn some_of(&mut self, table: &Table<'_>, key: &str, known: &[&'static str]) -> Option<BTreeSet<&'static str>> {
        table.get(key)?;
        let texts = self.texts_at(table, key);
        Some(texts.into_iter().filter_map(|(text, place)| self.known_word(key, &text, place, known)).collect())
    }

    fn known_word(&mut self, key: &str, text: &str, place: Span, known: &[&'static str]) -> Option<&'static str> {
        let found = known.iter().find(|word| **word == text).copied();
        if found.is_none() {
            let finding = Diagnostic::error(WRONG_VALUE, place, format!("`{text}` means nothing for `{key}`"));
            self.say(match (key, text) {
                ("checks", _) => finding.help("a check is named by its number, as a text: `\"13\"`, `\"H2a\"`"),
                ("otherwise", "skip") => finding.help("items are skipped one by one, each with a reason: `[[hosts.NAME.skip]]`"),
                _ => suggest(finding, text, known, place, true),
            });
        }
        found
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::string_slice, reason = "tests")]
mod tests {
    use super::super::parse;
    use super::*;
    use straza_compiler::hosts::Results;

    fn host(lines: &str) -> (Option<HostSettings>, String) {
        let text = format!("edition = \"2027\"\n[hosts.x]\n{lines}");
        let (mut config, diagnostics) = parse(&text);
        let said = diagnostics.iter().map(|found| {
            let place = &text[found.span.start as usize..found.span.end as usize];
            format!("{} at {place:?}: {}; {}", found.code, found.message, found.help.as_deref().unwrap_or("-"))
        });
        let said = said.collect::<Vec<_>>().join("\n");
        (config.hosts.remove("x"), said)
    }

    #[test]
    fn a_preset_is_what_a_host_begins_with() {
        let (settings, said) = host(
            "preset = \"codex-hook\"\ncarries = [\"principal\"]\nasks = true\nresults = \"none\"\nevents = [\"tool.pre\"]\nservers = [\"file\"]\nchecks = [\"13\", \"14\"]\notherwise = \"deny\"\n[[hosts.x.skip]]\nitem = \"desk.lib.daily\"\nreason = \"The gateway counts.\"\n",
        );
        assert_eq!(said, "");
        let HostSettings { host, skips, .. } = settings.unwrap();
        assert_eq!((host.preset, host.results, host.asks, host.denies), (Some("codex-hook"), Results::None, true, true));
        assert!(host.carries("principal.roles") && host.carries("job.state") && !host.carries("session.home"));
        assert_eq!((host.events, host.rows), (BTreeSet::from(["tool.pre"]), Rows::of(&["13", "14"])));
        assert_eq!(host.servers, Servers::Named(BTreeSet::from(["file".to_owned()])));
        assert_eq!(host.skips, BTreeSet::from([ItemId { set: "desk".to_owned(), name: "lib.daily".to_owned() }]));
        assert_eq!(skips.len(), 1);
    }

    #[test]
    fn a_host_without_a_preset_carries_what_it_says_and_nothing_else() {
        let host = host("carries = [\"now\"]").0.unwrap().host;
        assert_eq!((host.preset, host.results, host.asks, host.denies), (None, Results::None, false, false));
        assert_eq!((host.events.len(), host.rows, host.servers), (Event::ALL.len(), Rows::ALL, Servers::All));
    }

    #[test]
    fn every_word_is_one_of_a_list() {
        insta::assert_snapshot!(host("preset = \"codex\"\nresults = \"all\"\nasks = 1\nevents = [\"tool.pro\"]\nchecks = [\"48\"]\notherwise = \"skip\"\ncarries = [\"princpal\", \"people\", 3]\nlacks = []\n").1, @r#"
        S0601 at "lacks": unknown key `hosts.x.lacks`; known here: `preset`, `carries`, `results`, `asks`, `events`, `servers`, `checks`, `otherwise`, `skip`
        S0604 at "\"codex\"": `codex` means nothing for `preset`; known here: `claude-code-hook`, `codex-hook`, `gemini-hook`, `job-runtime`, `mcp-gateway`
        S0603 at "3": text in quotes is expected here, this is an integer; put quotes around it: `"…"`
        S0604 at "\"princpal\"": no host can carry `princpal`; did you mean `principal`?
        S0604 at "\"people\"": no host can carry `people`; a key of its own says so: write `asks = true`
        S0604 at "\"all\"": `all` means nothing for `results`; known here: `none`, `observe`, `withhold`
        S0603 at "1": `true` or `false` is expected here, this is an integer; write `asks = true` where a person can be asked
        S0604 at "\"skip\"": `skip` means nothing for `otherwise`; items are skipped one by one, each with a reason: `[[hosts.NAME.skip]]`
        S0604 at "\"tool.pro\"": `tool.pro` means nothing for `events`; did you mean `tool.pre`?
        S0604 at "\"48\"": `48` means nothing for `checks`; a check is named by its number, as a text: `"13"`, `"H2a"`
        "#);
    }

    #[test]
    fn a_skip_names_an_item_with_its_set_and_a_reason() {
        insta::assert_snapshot!(host("[[hosts.x.skip]]\nitem = \"daily\"\nreason = \"r\"\n[[hosts.x.skip]]\nreason = \"r\"\n[[hosts.x.skip]]\nitem = \"desk.a\"\nwhy = \"\"\n[[hosts.x.skip]]\nitem = \"desk.a\"\nreason = \"r\"\n").1, @r#"
        S0604 at "\"daily\"": `daily` is no item's name; write its set in front of it: `item = "set.daily"`
        S0602 at "[[hosts.x.skip]]": a skip names no `item`; write the item's set and name: `item = "set.name"`
        S0601 at "why": unknown key `skip.why`; known here: `item`, `reason`
        S0602 at "[[hosts.x.skip]]": a skipped item says no `reason`; say why the host may go without it: `reason = "…"`
        S0604 at "\"desk.a\"": `desk.a` is skipped twice; keep one of both, with the reason that holds
        "#);
    }

    #[test]
    fn the_word_for_every_host_is_no_hosts_name() {
        assert!(parse("edition = \"2027\"\n[hosts.all]\n").1.iter().any(|found| found.message == "no host can have the name `all`"));
    }
}
