//! Pages of `docs/` that are printed from tables in the code, and quotations that must be true. Tests only.
//!
//! `STRAZA_WRITE_DOCS=1 cargo test documents` writes the pages anew.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod commands;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use straza_compiler::hosts::{carried, presets, word_of};
use straza_language::diagnostic::Code;
use straza_language::values::{self, ValueType};
use straza_runtime::call::{Fact, Stage};
use straza_runtime::checks::{Check, TABLE};
use straza_runtime::judge::{Answer, Host};
use straza_runtime::limits;

#[test]
fn the_page_of_codes_lists_every_code_of_the_program() {
    let codes: Vec<(Code, &str)> = crate::explanations::every_code().collect();
    assert!(codes.is_sorted_by(|(left, _), (right, _)| left < right), "a code is given twice");
    let rows: String = codes.iter().map(|(code, title)| format!("| {code} | {title} |\n")).collect();
    let page = format!(
        "# Codes\n\nEvery finding has a code. A code keeps its meaning for ever; one that is retired is not given again. The table is printed from \
         the code.\n\n| code | what |\n|---|---|\n{rows}"
    );
    in_sync("docs/codes.md", &page);
}

#[test]
fn the_page_of_limits_is_the_runtimes_table() {
    let mut page = String::from(
        "# Limits\n\nEvery bound of the runtime, and what happens beyond it. The table is printed from the code. Bounds of the language are \
         in the message that names them.\n",
    );
    let mut part = "";
    for row in limits::TABLE {
        if row.part != part {
            part = row.part;
            write!(page, "\n## {part}\n\n| limit | of what | value | beyond it |\n|---|---|---|---|\n").unwrap();
        }
        writeln!(page, "| `{}` | {} | {} {} | {} |", row.name, row.what.trim().trim_end_matches('.'), row.value, row.unit, row.beyond)
            .unwrap();
    }
    in_sync("docs/limits.md", &page);
}

#[test]
fn the_page_of_checks_is_the_runtimes_table() {
    let mut page = String::from(CHECKS_HEAD);
    for (stage, name) in Stage::ALL {
        write!(page, "\n## {name}\n\n| # | check | what it decides | can answer | by | unknown | file |\n|---|---|---|---|---|---|---|\n")
            .unwrap();
        for check in TABLE.iter().filter(|check| check.stage == *stage) {
            writeln!(page, "{}", check_row(check)).unwrap();
        }
    }
    page.push_str("\n## Hosts\n\nWhat a host owns it runs; a row that nobody owns is not run, and items of such a row decide with row 13.\n\n| host | rows | facts |\n|---|---|---|\n");
    for (name, host) in Host::PRESETS {
        let rows: Vec<&str> = host.rows.iter().map(|check| check.number).collect();
        let facts: Vec<String> = Fact::ALL.iter().filter(|row| host.facts.has(row.fact)).map(|row| format!("`{}`", row.name)).collect();
        let all = |is: bool, words: Vec<String>| if is { "all".to_owned() } else { words.join(", ") };
        let rows = all(rows.len() == TABLE.len(), rows.iter().map(|row| (*row).to_owned()).collect());
        writeln!(page, "| `{name}` | {rows} | {} |", all(facts.len() == Fact::ALL.len(), facts)).unwrap();
    }
    page.push_str(FACTS_HEAD);
    for row in Fact::ALL {
        writeln!(page, "| `{}` | {} | {} |", row.name, row.means, row.form.words().replace('|', "\\|")).unwrap();
    }
    in_sync("docs/checks.md", &page);
}

const CHECKS_HEAD: &str = "# Checks\n\nThe checks that a call meets, in their order, as the code has them: one row and one file each, below `runtime/src/checks/`. A host owns \
    rows, and runs those of the stages it is at; the first refusal ends the way. What a row changes, the rows behind it see. A yes at one row never \
    spares a later one.\n\nA server's function goes the way of the numbers. A session's local tools, and servers that a session runs itself, go by `harness` \
    first; rows of it stand in the place of 1, 4, 8, 9, 11, 12, 17 and 39. Only calls of a model or of a session meet 1 to 5 and 21; a hook's call meets \
    no 6, 8, 9, 11, 12, 15, 16, 24, 29, 30 and 31. Where nobody says what makes a call, it meets everything. The page is printed from the code.\n";

const FACTS_HEAD: &str = "\n## Facts\n\nWhat only the host knows, in `facts` of a call: `\"unknown\"`, or `{\"known\": …}`. One that its host undertakes to say and leaves \
    out is unknown; one that no host undertakes to say is nobody's question. `?` marks a member that may be left out.\n\n| fact | what it means | its value |\n|---|---|---|\n";

fn check_row(check: &Check) -> String {
    let answers: Vec<&str> = check.answers.iter().map(|answer| Answer::as_str(*answer)).collect();
    let answers = if answers.is_empty() { "–".to_owned() } else { answers.join(", ") };
    format!("| {} | {} | {} | {answers} | {} | {} | `{}` |", check.number, check.name, check.decides, check.from, check.unknown, check.file)
}

#[test]
fn the_page_of_values_is_the_languages_table() {
    let mut page = String::from(
        "# Values of a call\n\nWhat a condition can read beside `args`, whose names and types the catalogs give. A member that the host leaves out is \
         *unknown*. One that may be absent is sent as `null` when there is none: then `exists` is false. The table is printed from the code.\n\n\
         | value | type | may be absent | supplied by |\n|---|---|---|---|\n",
    );
    for row in values::TABLE {
        let absent = if row.may_be_absent { "yes" } else { "no" };
        writeln!(page, "| `{}` | {} | {absent} | {} |", row.name, type_words(row.kind), row.source).unwrap();
    }
    in_sync("docs/values.md", &page);
}

#[test]
fn the_page_of_hosts_is_printed_from_the_tables() {
    let list = |words: &mut dyn Iterator<Item = &str>| words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let mut page = String::from(HOSTS);
    page.push_str("\n## What `carries` may say\n\nA value of [values.md](values.md) (but `result` and `result.labels`), a part that values belong to (`principal` is all of `principal.*`), or one of these:\n\n| word | what is carried |\n|---|---|\n");
    for (word, what) in carried::STATES_AND_SERVICES {
        writeln!(page, "| `{word}` | {what} |").unwrap();
    }
    let parts = carried::words().into_iter().filter(|word| carried::words().iter().any(|other| other.starts_with(&format!("{word}."))));
    writeln!(page, "\nParts: {}.", list(&mut parts.collect::<Vec<_>>().into_iter())).unwrap();
    page.push_str("\n## Presets\n\nWhat they carry at least; what your setup knows beside, `carries` adds.\n\n| preset | stands for | carries | results | asks | does not send | functions | checks |\n|---|---|---|---|---|---|---|---|\n");
    for preset in presets::TABLE {
        let silent = list(&mut preset.silent.iter().map(|event| event.name()));
        let silent = if silent.is_empty() { "–".to_owned() } else { silent };
        let asks = if preset.asks { "yes" } else { "no" };
        let functions = if preset.local_tools { "all" } else { "of servers" };
        let carries = list(&mut preset.carries.iter().copied());
        let (name, what, results) = (preset.name, preset.what, word_of(preset.results));
        writeln!(
            page,
            "| `{name}` | {what} | {carries} | `{results}` | {asks} | {silent} | {functions} | {} |",
            presets::spans(preset.rows)
        )
        .unwrap();
    }
    in_sync("docs/hosts.md", &page);
}

/// The part of the page of hosts that no table holds.
const HOSTS: &str = r#"# Hosts

A host hands calls over and carries out what is decided. What it cannot say is *unknown*: restrictions that ask for it apply, permissions do not.
`straza.toml` declares what each host carries, and `straza check --host NAME` (or `--host all`, or the name of a preset) says what a policy comes to there: what can
never fire, never be satisfied, or always applies. The tables are printed from the code.

```toml
[hosts.laptops]
preset = "claude-code-hook"          # what it begins with; the other keys add or replace
carries = ["principal"]              # adds to the preset's
otherwise = "deny"                   # what items decide that need what the host lacks

[[hosts.laptops.skip]]               # one item that does not: it is left out there
item = "refunds.refunds-a-day"
reason = "Refunds are counted at the gateway."
```

| key | says |
|---|---|
| `preset` | a host of the table below; without one, a host carries nothing beside the call |
| `carries` | what it carries beside the preset's |
| `results` | `none`: it never sees a result. `observe`: too late to hold one back. `withhold`: it can. `none` where nothing is said |
| `asks` | `true` where a person can be asked: `confirm`, `approve by`, `on unknown require`. `false` where nothing is said |
| `events` | the events that it sends; all where nothing is said |
| `servers` | the servers, and namespaces of local tools, whose functions it hands over; all where nothing is said |
| `checks` | the numbers of the [ordered checks](checks.md) that it runs, as texts; all where nothing is said |
| `otherwise` | `"deny"`: an item that needs what the host lacks denies wherever it may apply |
| `[[hosts.NAME.skip]]` | `item` and `reason`: this item is left out there |

## What an item may need

Values are read or unknown, and the language settles that. Beside values an item may need a **state** (labels, limits, duties, sequences), **where values came
from** (`origin`), **somebody to ask** (steps), **a server** (`server-check`) or **results that can be held back** (`redact`). Where a declared host lacks one of
these, there is no default: `straza check` reports an error until `otherwise` or a skip says what is decided there.

- `otherwise = "deny"`: steps that the item asks for become a denial, a redaction denies the call, `on unknown require` fails the job, and a row of defaults whose
  steps nobody can make denies. It only ever raises a decision.
- A skip takes the item's outcomes away. Labels that it brings are remembered all the same: other items ask about them. Only an item that lacks something at the
  host can be skipped, a value counts there, too.
- A clearance, a wall or a `withhold` at a host without `results = "withhold"` is decided **before the call**: what would be held back after it is refused. This
  needs no `otherwise`, and cannot be skipped. Nor can an exception, or what is `final`.

`compile`, `test`, `decide` and `sign` take `--host NAME` and work on the policy of that host; without it everything is in. The snapshot of a host has a policy
digest of its own.
"#;

fn type_words(kind: ValueType) -> String {
    match kind {
        ValueType::Text => "text".to_owned(),
        ValueType::Boolean => "`true`, `false`".to_owned(),
        ValueType::Number => "number".to_owned(),
        ValueType::Instant => "instant".to_owned(),
        ValueType::Version => "version".to_owned(),
        ValueType::Path => "path".to_owned(),
        ValueType::Roles => "list of roles".to_owned(),
        ValueType::Paths => "list of paths that may be open".to_owned(),
        ValueType::Labels => "list of labels".to_owned(),
        ValueType::Hosts => "list of host names that may be open".to_owned(),
        ValueType::Recipients => "list of addresses that may be open".to_owned(),
        ValueType::Texts => "list of text that may be open".to_owned(),
        ValueType::Words { values } => {
            format!("list of {} that may be open", values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", "))
        }
        ValueType::Result => "whatever the function returns".to_owned(),
        ValueType::Enum { values, ordered } => {
            let words: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
            words.join(if ordered { " < " } else { ", " })
        }
    }
}

#[test]
fn every_policy_text_in_the_language_page_stands_in_an_example() {
    let page = std::fs::read_to_string(project().join("docs/language.md")).unwrap();
    let examples: Vec<String> =
        ["examples", "testkit/tests/jobs/desk"].iter().flat_map(|folder| policies(&project().join(folder))).collect();
    let blocks: Vec<&str> = page.split("```straza\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(blocks.len() >= 8);
    for block in blocks {
        assert!(examples.iter().any(|text| text.contains(block)), "no example has\n{block}");
    }
}

/// The texts of all policy files below a folder.
fn policies(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(policies(&path));
        } else if path.extension().is_some_and(|extension| extension == "straza") {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
    texts
}

#[track_caller]
fn in_sync(path: &str, page: &str) {
    let full = project().join(path);
    if std::env::var_os("STRAZA_WRITE_DOCS").is_some() {
        std::fs::write(&full, page).unwrap();
    }
    let written = std::fs::read_to_string(&full).unwrap_or_default();
    assert!(written == page, "{path} is not what the code prints: run `STRAZA_WRITE_DOCS=1 cargo test documents`");
}

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
