//! `straza.toml`: what marks a repository and says how it is read. An unknown key is an error with its place and the nearest known one.
//!
//! This module reads text, not files, and knows nothing of policies. Hosts are read next door.

mod hosts;

use std::collections::BTreeMap;
use std::ops::Range;

use straza_compiler::config::Config as Budget;
use straza_language::diagnostic::Diagnostic;
use straza_language::span::Span;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::codes::{MISSING_KEY, NOT_TOML, UNKNOWN_KEY, WRONG_TYPE, WRONG_VALUE};

pub use hosts::{ALL as EVERY_HOST, HostSettings, Skip};

/// The file's name.
pub const FILE_NAME: &str = "straza.toml";
/// The edition this program speaks, and whose `std` is embedded.
pub use straza_language::standard::EDITION;

/// The file, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The hosts, by name.
    pub hosts: BTreeMap<String, HostSettings>,
    /// Remits that may overlap.
    pub overlaps: Vec<Overlap>,
    /// Modules of `std` that are turned off.
    pub off: Vec<Off>,
    /// Recordings, as glob patterns over paths below the file's folder, and where each stands.
    pub recordings: Vec<(String, Span)>,
    /// The most steps of work that one decision may cost in the worst case, text and list elements not counted.
    pub work: u64,
    /// Where that stands; the file's start where it says nothing.
    pub work_place: Span,
}

/// Sets whose remits overlap on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The sets.
    pub owners: Vec<(String, Span)>,
    /// Why.
    pub reason: String,
}

/// A module of `std` that does not apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Off {
    /// Its name.
    pub module: String,
    /// Why.
    pub reason: String,
}

/// The modules of `std`, and whether a repository may turn one off.
const MODULES: [(&str, bool); 2] = [("std.commands", true), ("std.guard", false)];

impl Config {
    /// The modules of `std` that apply.
    pub fn std(&self) -> Vec<String> {
        let applies = |name: &&str| !self.off.iter().any(|off| off.module == **name);
        MODULES.iter().map(|(name, _)| *name).filter(applies).map(str::to_owned).collect()
    }
}

/// Reads the text. The second half is every finding; a value with a finding keeps its default.
pub fn parse(text: &str) -> (Config, Vec<Diagnostic>) {
    let mut config = Config {
        hosts: BTreeMap::new(),
        overlaps: Vec::new(),
        off: Vec::new(),
        recordings: Vec::new(),
        work: Budget::WORK,
        work_place: Span::new(0, 0),
    };
    let mut reader = Reader { diagnostics: Vec::new() };
    match DeTable::parse(text) {
        Ok(table) => reader.file(&table, &mut config),
        Err(error) => {
            let place = error.span().unwrap_or(0..text.len().min(1));
            let finding = Diagnostic::error(NOT_TOML, span(place), format!("`{FILE_NAME}` is not TOML: {}", one_line(error.message())));
            reader.say(finding.help("a line is `key = value` or `[table]`; texts stand in quotes, lists in brackets"));
        }
    }
    (config, reader.diagnostics)
}

type Table<'a> = DeTable<'a>;
type Item<'a> = Spanned<DeValue<'a>>;

/// Walks the table and collects findings.
struct Reader {
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn file(&mut self, table: &Spanned<Table<'_>>, config: &mut Config) {
        self.known_keys(table.get_ref(), &["edition", "hosts", "overlap", "off", "tests", "budget"], "");
        self.edition(table.get_ref());
        for (name, host) in self.table_at(table.get_ref(), "hosts").into_iter().flatten() {
            config.hosts.extend(self.host(name, host).map(|host| (name.get_ref().to_string(), host)));
        }
        for overlap in self.list_at(table.get_ref(), "overlap").into_iter().flatten() {
            config.overlaps.extend(self.overlap(overlap));
        }
        for off in self.list_at(table.get_ref(), "off").into_iter().flatten() {
            config.off.extend(self.off(off));
        }
        if let Some(tests) = self.table_at(table.get_ref(), "tests") {
            self.known_keys(tests, &["recordings"], "tests.");
            config.recordings = self.texts_at(tests, "recordings");
        }
        if let Some(budget) = self.table_at(table.get_ref(), "budget") {
            self.known_keys(budget, &["work"], "budget.");
            if let Some(value) = budget.get("work") {
                (config.work, config.work_place) = (self.work(value), span(value.span()));
            }
        }
    }

    fn edition(&mut self, table: &Table<'_>) {
        let line = format!("edition = \"{EDITION}\"");
        let Some(value) = table.get("edition") else {
            let missing = Diagnostic::error(MISSING_KEY, Span::new(0, 0), format!("`{FILE_NAME}` says no `edition`"));
            let help = format!("the edition pins the language: begin the file with `{line}`");
            self.say(missing.help(help).fix(format!("write `{line}`"), Span::new(0, 0), format!("{line}\n"), true));
            return;
        };
        let Some(text) = self.text(value) else { return };
        if text != EDITION {
            let unknown = Diagnostic::error(WRONG_VALUE, span(value.span()), format!("there is no edition `{text}`"));
            self.say(unknown.label("not known to this program").help(format!("this program speaks edition `{EDITION}`")));
        }
    }

    fn overlap(&mut self, overlap: &Item<'_>) -> Option<Overlap> {
        let table = self.table(overlap)?;
        self.known_keys(table, &["owners", "reason"], "overlap.");
        let owners = self.texts_at(table, "owners");
        let reason = table.get("reason").and_then(|value| self.text(value));
        if owners.len() < 2 {
            let finding = Diagnostic::error(WRONG_VALUE, span(overlap.span()), "an overlap names at least two sets in `owners`");
            self.say(finding.help("write `owners = [\"set-a\", \"set-b\"]`"));
        }
        if reason.as_deref().is_none_or(|reason| reason.trim().is_empty()) {
            let finding = Diagnostic::error(MISSING_KEY, span(overlap.span()), "an overlap says no `reason`");
            self.say(finding.help("say why both sets may speak about the same functions: `reason = \"…\"`"));
        }
        Some(Overlap { owners, reason: reason.unwrap_or_default() })
    }

    fn off(&mut self, off: &Item<'_>) -> Option<Off> {
        let table = self.table(off)?;
        self.known_keys(table, &["module", "reason"], "off.");
        let reason = table.get("reason").and_then(|value| self.text(value));
        if reason.as_deref().is_none_or(|reason| reason.trim().is_empty()) {
            let finding = Diagnostic::error(MISSING_KEY, span(off.span()), "what is turned off says no `reason`");
            self.say(finding.help("say why the module does not apply here: `reason = \"…\"`"));
        }
        let Some(value) = table.get("module") else {
            let finding = Diagnostic::error(MISSING_KEY, span(off.span()), "nothing says what is turned off");
            self.say(finding.help("name a module of `std`: `module = \"std.commands\"`"));
            return None;
        };
        let module = self.text(value)?;
        self.may_be_off(&module, span(value.span())).then(|| Off { module, reason: reason.unwrap_or_default() })
    }

    fn may_be_off(&mut self, module: &str, place: Span) -> bool {
        match MODULES.iter().find(|(name, _)| *name == module) {
            Some((_, true)) => true,
            Some(_) => {
                let finding = Diagnostic::error(WRONG_VALUE, place, format!("`{module}` cannot be turned off"));
                self.say(finding.help("it keeps the guard itself from being taken away; take an item of it back by an `exception`"));
                false
            }
            None => {
                let finding = Diagnostic::error(WRONG_VALUE, place, format!("`std` has no module `{module}`"));
                let names: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
                self.say(suggest(finding, module, &names, place, true));
                false
            }
        }
    }

    fn work(&mut self, value: &Item<'_>) -> u64 {
        let number = value.get_ref().as_integer().and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok());
        match number {
            Some(number @ 1..=10_000_000) => number,
            _ => {
                let finding = Diagnostic::error(WRONG_VALUE, span(value.span()), "`budget.work` is a whole number from 1 to 10000000");
                self.say(
                    finding
                        .help(format!("it counts steps of work; write `work = {}`, or leave it out, which means the same", Budget::WORK)),
                );
                Budget::WORK
            }
        }
    }

    fn known_keys(&mut self, table: &Table<'_>, known: &[&str], within: &str) {
        for key in table.keys() {
            let word: &str = key.get_ref();
            if !known.contains(&word) {
                let place = span(key.span());
                let finding = Diagnostic::error(UNKNOWN_KEY, place, format!("unknown key `{within}{word}`")).label("not in this edition");
                self.say(suggest(finding, word, known, place, false));
            }
        }
    }

    fn table_at<'t, 'i>(&mut self, table: &'t Table<'i>, key: &str) -> Option<&'t Table<'i>> {
        table.get(key).and_then(|value| self.table(value))
    }

    fn list_at<'t, 'i>(&mut self, table: &'t Table<'i>, key: &str) -> Option<&'t [Item<'i>]> {
        let value = table.get(key)?;
        let list = value.get_ref().as_array();
        if list.is_none() {
            self.wrong_type(value, "a list", "put brackets around it: `[…]`");
        }
        list.map(|list| &**list)
    }

    fn texts_at(&mut self, table: &Table<'_>, key: &str) -> Vec<(String, Span)> {
        let mut texts = Vec::new();
        for value in self.list_at(table, key).into_iter().flatten() {
            texts.extend(self.text(value).map(|text| (text, span(value.span()))));
        }
        texts
    }

    fn table<'t, 'i>(&mut self, value: &'t Item<'i>) -> Option<&'t Table<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(value, "a table", "write it as `[NAME]` with `key = value` lines under it");
        }
        table
    }

    fn text(&mut self, value: &Item<'_>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.wrong_type(value, "text in quotes", "put quotes around it: `\"…\"`");
        }
        text
    }

    fn wrong_type(&mut self, value: &Item<'_>, expected: &str, help: &str) {
        let message =
            format!("{expected} is expected here, this is {} {}", article(value.get_ref().type_str()), value.get_ref().type_str());
        self.say(Diagnostic::error(WRONG_TYPE, span(value.span()), message).help(help));
    }

    fn say(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// Adds "did you mean", or the list of what is known. A value stands in quotes, a key does not.
fn suggest(finding: Diagnostic, word: &str, known: &[&str], place: Span, quoted: bool) -> Diagnostic {
    match straza_language::suggestion::nearest(word, known.iter().copied()) {
        Some(known) => {
            let text = if quoted { format!("\"{known}\"") } else { known.to_owned() };
            finding.help(format!("did you mean `{known}`?")).fix(format!("write `{known}`"), place, text, false)
        }
        None => finding.help(format!("known here: {}", known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", "))),
    }
}

fn span(range: Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "tests")]
mod tests {
    use super::*;

    /// Every finding as `code at "text": message; help`.
    pub(super) fn check(text: &str) -> String {
        let (_, diagnostics) = parse(text);
        let lines = diagnostics.iter().map(|d| {
            let place = &text[d.span.start as usize..d.span.end as usize];
            format!("{} at {place:?}: {}; {}", d.code, d.message, d.help.as_deref().unwrap_or("-"))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_whole_file_is_read() {
        let text = r#"
            edition = "2027"
            [hosts.gateway]
            carries = ["principal", "now"]
            [[overlap]]
            owners = ["code", "triage"]
            reason = "triage answers issues in the same repositories"
            [tests]
            recordings = ["recordings/*.jsonl"]
            [budget]
            work = 500
        "#;
        let (config, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        assert_eq!(config.hosts.get("gateway").map(|settings| settings.host.carries.len()), Some(2));
        assert_eq!(config.overlaps.first().map(|overlap| overlap.owners.len()), Some(2));
        assert_eq!(config.recordings.first().map(|(pattern, _)| pattern.as_str()), Some("recordings/*.jsonl"));
        assert_eq!((config.work, &text[config.work_place.start as usize..config.work_place.end as usize]), (500, "500"));
    }

    #[test]
    fn an_unknown_key_is_an_error_at_its_place_with_the_nearest_known_one() {
        insta::assert_snapshot!(check("edition = \"2027\"\noverlaps = []\n[tests]\nrecording = []\n[zebra]\n"), @r#"
        S0601 at "overlaps": unknown key `overlaps`; did you mean `overlap`?
        S0601 at "zebra": unknown key `zebra`; known here: `edition`, `hosts`, `overlap`, `off`, `tests`, `budget`
        S0601 at "recording": unknown key `tests.recording`; did you mean `recordings`?
        "#);
    }

    #[test]
    fn the_edition_is_required_and_must_be_known() {
        insta::assert_snapshot!(check(""), @r#"S0602 at "": `straza.toml` says no `edition`; the edition pins the language: begin the file with `edition = "2027"`"#);
        insta::assert_snapshot!(check("edition = \"2031\""), @r#"S0604 at "\"2031\"": there is no edition `2031`; this program speaks edition `2027`"#);
        insta::assert_snapshot!(check("edition = 2027"), @r#"S0603 at "2027": text in quotes is expected here, this is an integer; put quotes around it: `"…"`"#);
    }

    #[test]
    fn broken_toml_is_one_error() {
        assert!(check("edition = ").starts_with("S0600"));
        assert!(check("edition = \"2027\"\nedition = \"2027\"").starts_with("S0600"));
    }

    #[test]
    fn a_module_of_std_is_turned_off_by_name_with_a_reason() {
        let (config, found) = parse("edition = \"2027\"\n[[off]]\nmodule = \"std.commands\"\nreason = \"a sandbox\"");
        assert_eq!((found.len(), config.std()), (0, vec!["std.guard".to_owned()]));
        assert_eq!(parse("edition = \"2027\"").0.std(), ["std.commands", "std.guard"]);
        insta::assert_snapshot!(check("edition = \"2027\"\n[[off]]\nmodule = \"std.guard\"\n[[off]]\nmodule = \"std.command\"\nreason = \"x\"\n[[off]]\nreason = \"x\""), @r#"
        S0602 at "[[off]]": what is turned off says no `reason`; say why the module does not apply here: `reason = "…"`
        S0604 at "\"std.guard\"": `std.guard` cannot be turned off; it keeps the guard itself from being taken away; take an item of it back by an `exception`
        S0604 at "\"std.command\"": `std` has no module `std.command`; did you mean `std.commands`?
        S0602 at "[[off]]": nothing says what is turned off; name a module of `std`: `module = "std.commands"`
        "#);
    }

    #[test]
    fn overlaps_need_two_owners_and_a_reason_and_budgets_a_number() {
        insta::assert_snapshot!(check("edition = \"2027\"\n[[overlap]]\nowners = [\"a\"]\n[budget]\nwork = 0\n[hosts.x]\ncarries = [\"princpal\", 3]"), @r#"
        S0603 at "3": text in quotes is expected here, this is an integer; put quotes around it: `"…"`
        S0604 at "\"princpal\"": no host can carry `princpal`; did you mean `principal`?
        S0604 at "[[overlap]]": an overlap names at least two sets in `owners`; write `owners = ["set-a", "set-b"]`
        S0602 at "[[overlap]]": an overlap says no `reason`; say why both sets may speak about the same functions: `reason = "…"`
        S0604 at "0": `budget.work` is a whole number from 1 to 10000000; it counts steps of work; write `work = 1000000`, or leave it out, which means the same
        "#);
    }
}
