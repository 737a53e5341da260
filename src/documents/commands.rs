//! `docs/commands.md`: how commands are read, with the tables, the pack of the edition and the limits as the code has them.

use std::fmt::Write;

use straza_compiler::config::Config;
use straza_compiler::workspace::Workspace;
use straza_language::parse::parse_item;
use straza_language::span::Spanned;
use straza_language::split::split;
use straza_language::standard::{EDITION, Pack, pack};
use straza_language::tree::{CommandTree, ItemTree, OutcomeTree, RuleTree};
use straza_runtime::command::table::{Table, programs};
use straza_runtime::command::{Signal, names};
use straza_runtime::limits;
use straza_runtime::shell::UnreadableCause;

use super::{in_sync, project};

/// How a pattern is read, and what shows it.
struct Row {
    pattern: &'static str,
    means: &'static str,
    /// In a permission; else in a restriction.
    permits: bool,
    hits: &'static [&'static str],
    misses: &'static [&'static str],
}

const fn restricts(pattern: &'static str, means: &'static str, hits: &'static [&'static str], misses: &'static [&'static str]) -> Row {
    Row { pattern, means, permits: false, hits, misses }
}

const fn permits(pattern: &'static str, means: &'static str, hits: &'static [&'static str], misses: &'static [&'static str]) -> Row {
    Row { pattern, means, permits: true, hits, misses }
}

const PATTERNS: &[Row] = &[
    restricts("git push", "a subcommand in its place", &["git -C x push origin"], &["git log push"]),
    restricts("cp secret", "an operand, anywhere", &["cp a secret b"], &["cp secrets b"]),
    permits("cp secret out", "operands in their order, no others", &["cp secret out"], &["cp out secret", "cp secret a out"]),
    restricts("cat /etc/*", "`*` inside a word: any text without `/`", &["cat /etc/x/../hosts"], &["cat /etc/ssl/x"]),
    permits("cat *", "`*` alone: one word", &["cat a"], &["cat a b", "cat -A a"]),
    permits("cat **", "`**`: any operands, and options that are known to be harmless", &["cat -A a b"], &["cat --no-such a"]),
    restricts("rm -r {/|'/*'|~}", "one of these; quoted, a star is a star", &["rm -fr ~", "rm -r /*"], &["rm -r /tmp/x"]),
    restricts("git checkout !{main|dev}", "a word that is none of these", &["git checkout x"], &["git checkout main"]),
    restricts("git push --force", "a flag, in any spelling and bundle", &["git push -uf"], &["git push --force-with-lease"]),
    permits("rm !-r **", "a flag that is not there", &["rm -f a b"], &["rm -rf a"]),
    restricts(
        "kubectl delete --context {prod}",
        "an option each of whose values is such a one",
        &["kubectl --context=prod delete x"],
        &["kubectl delete x --context test"],
    ),
    permits("head -n=* **", "an option with any value; behind a single dash the value follows `=`", &["head -n5 a"], &["head a"]),
    restricts("git checkout -- *", "the command has `--`, and the operand stands behind it", &["git checkout -- a"], &["git checkout a"]),
    permits(
        "RUST_LOG=debug CI=* make",
        "assignments before the program",
        &["RUST_LOG=debug CI=1 make"],
        &["make", "RUST_LOG=info CI=1 make"],
    ),
    restricts(">/etc/**", "a redirection that writes such a path", &["echo x > /etc/a/b"], &["cat < /etc/a"]),
    restricts("echo >*.lock", "the same of one program", &["echo x > a.lock"], &["cat x > a.lock"]),
    restricts("* --token", "any program", &["deploy --token x"], &["deploy x"]),
    restricts("curl | sh", "what one writes reaches the other directly", &["curl x | sh", "sh -c \"$(curl x)\""], &["curl x | less"]),
    restricts("curl | … | sh", "the same, or through others", &["curl x | cat | sh"], &["curl x | less; sh y"]),
    restricts("/opt/tool/run", "this program alone, by its whole path", &["/opt/tool/run x"], &["./run x"]),
];

#[test]
fn the_page_of_commands_is_printed_from_the_tables_and_the_pack() {
    let parts = [
        ("{{shells}}", "`bash`, `sh` (`dash`, `posix`), `zsh`; `powershell` (`pwsh`) and `cmd` are not read".to_owned()),
        ("{{causes}}", causes()),
        ("{{patterns}}", patterns()),
        ("{{signals}}", signals()),
        ("{{pack}}", pack_items(pack(EDITION).unwrap())),
        ("{{programs}}", known_programs()),
        ("{{harmless}}", listed(names::harmless().iter().copied())),
        ("{{running}}", running()),
        ("{{limits}}", limits_of("command")),
    ];
    let page = parts.iter().fold(include_str!("commands.md").to_owned(), |page, (place, text)| {
        assert_eq!(page.matches(place).count(), 1, "{place}");
        page.replace(place, text.trim_end())
    });
    in_sync("docs/commands.md", &console(&page));
}

/// The page with what its console blocks print, as it was written last; another test runs them.
fn console(page: &str) -> String {
    let written = std::fs::read_to_string(project().join("docs/commands.md")).unwrap_or_default();
    let block = |text: &str| -> Vec<String> {
        let blocks = text.split("```console\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
        blocks.map(|(block, _)| block.to_owned()).collect()
    };
    let commands = |block: &str| block.lines().filter(|line| line.starts_with("$ ")).map(str::to_owned).collect::<Vec<_>>();
    block(page).iter().fold(page.to_owned(), |page, own| match block(&written).iter().find(|known| commands(known) == commands(own)) {
        Some(known) => page.replacen(own.as_str(), known, 1),
        None => page,
    })
}

fn listed<'t>(words: impl Iterator<Item = &'t str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Code in a cell of a table.
fn cell(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

fn causes() -> String {
    UnreadableCause::ALL.iter().map(|cause| format!("- {}\n", cause.meaning())).collect()
}

fn patterns() -> String {
    let mut table = String::from("| pattern | in a | what it takes | such as | and not |\n|---|---|---|---|---|\n");
    for row in PATTERNS {
        let side = if row.permits { "permission" } else { "restriction" };
        let all = |texts: &[&str]| texts.iter().map(|text| cell(text)).collect::<Vec<_>>().join(", ");
        writeln!(table, "| {} | {side} | {} | {} | {} |", cell(row.pattern), row.means, all(row.hits), all(row.misses)).unwrap();
    }
    table
}

fn signals() -> String {
    let rows = Signal::ALL.iter().map(|signal| format!("| `{}` | {} |\n", signal.as_str(), signal.meaning()));
    format!("| signal | what it says of a part |\n|---|---|\n{}", rows.collect::<String>())
}

fn running() -> String {
    let (names, beginnings) = names::running();
    let beginnings: Vec<String> = beginnings.iter().map(|beginning| format!("{beginning}*")).collect();
    format!("{}; and {}", listed(names.iter().copied()), listed(beginnings.iter().map(String::as_str)))
}

fn limits_of(part: &str) -> String {
    let rows = limits::TABLE.iter().filter(|row| row.part == part);
    let shown =
        |row: &limits::Limit| format!("| {} | {} {} | {} |\n", row.what.trim().trim_end_matches('.'), row.value, row.unit, row.beyond);
    format!("| of what | value | beyond it |\n|---|---|---|\n{}", rows.map(shown).collect::<String>())
}

fn known_programs() -> String {
    let mut text = String::new();
    for (family, rows) in programs() {
        let words: Vec<String> = rows.map(|(name, table)| program(name, table)).collect();
        writeln!(text, "- **{family}**: {}", words.join(", ")).unwrap();
    }
    text
}

fn program(name: &str, table: &Table) -> String {
    if table.grammar.plain {
        return format!("`{name}`\\*");
    }
    let plain = table.grammar.subcommands.iter().filter(|subcommand| subcommand.grammar.plain);
    let plain: Vec<&str> = plain.filter_map(|subcommand| subcommand.names.first().copied()).collect();
    if plain.is_empty() { format!("`{name}`") } else { format!("`{name}` ({}\\*)", plain.join("\\*, ")) }
}

/// Every item of the pack with what it is about and what not.
fn pack_items(pack: &Pack) -> String {
    let mut text = String::new();
    for (module, source) in pack.files {
        for chunk in split(source).chunks {
            let own = source.get(chunk.span.start as usize..chunk.span.end as usize).unwrap();
            let parsed = parse_item(own).item;
            let doc = parsed.doc.as_deref().unwrap_or_default().trim();
            match &parsed.kind {
                ItemTree::Command(tree) => {
                    writeln!(text, "### {module}.{}\n\n{doc}\n", tree.name.value).unwrap();
                    command(own, tree, &mut text);
                }
                ItemTree::Rule(tree) => {
                    writeln!(text, "### {module}.{}\n\n{doc}\n", tree.name.value).unwrap();
                    rule(own, tree, &mut text);
                }
                other => panic!("an item of the pack that this page does not show: {other:?}"),
            }
        }
    }
    text
}

fn command(source: &str, tree: &CommandTree, text: &mut String) {
    for matched in &tree.matches {
        let except: Vec<String> = matched.except.iter().map(|except| at(source, except.span)).collect();
        let except = if except.is_empty() { String::new() } else { format!(" except {}", except.join(" except ")) };
        writeln!(text, "- match {}{except}", at(source, matched.pattern.span)).unwrap();
    }
    if let Some(when) = &tree.when {
        writeln!(text, "- when `{}`", at(source, when.span)).unwrap();
    }
    outcomes(&tree.outcomes, source, text);
    for (word, lines) in [("hits", &tree.hits), ("asks", &tree.asks), ("misses", &tree.misses)] {
        if !lines.is_empty() {
            writeln!(text, "- {word} {}", lines.iter().map(example).collect::<Vec<_>>().join(", ")).unwrap();
        }
    }
    text.push('\n');
}

fn rule(source: &str, tree: &RuleTree, text: &mut String) {
    let on: Vec<String> = tree.on.iter().map(|target| at(source, target.span)).collect();
    writeln!(text, "- on {}, and commands that do the same", listed(on.iter().map(String::as_str))).unwrap();
    if let Some(when) = &tree.when {
        writeln!(text, "- when `{}`", at(source, when.span)).unwrap();
    }
    outcomes(&tree.outcomes, source, text);
    text.push('\n');
}

fn outcomes(outcomes: &[OutcomeTree], source: &str, text: &mut String) {
    for outcome in outcomes {
        let all = at(source, outcome.span);
        let word = all.split(" because ").next().unwrap_or_default();
        let because = outcome.because.as_ref().map(|because| format!(": {}", because.value)).unwrap_or_default();
        writeln!(text, "- **{word}**{because}").unwrap();
    }
}

/// A command line in code; line breaks as a shell may spell them.
fn example(line: &Spanned<String>) -> String {
    format!("`{}`", line.value.replace('\n', "⏎"))
}

fn at(source: &str, span: straza_language::span::Span) -> String {
    let text = source.get(span.start as usize..span.end as usize).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is found in a set's items with the edition's own beside them.
fn found(items: &str) -> Vec<String> {
    let mut workspace = Workspace::new();
    workspace.set_config(Config { std: vec!["std.commands".to_owned()], ..Config::default() });
    workspace.set_file(
        "desk.straza",
        format!("policy desk {{\n    over shell.exec, file.*, net.*\n}}\n\ndefaults {{\n    * allow\n}}\n\n{items}"),
    );
    workspace.diagnostics().iter().map(|found| format!("{} {}", found.diagnostic.code, found.diagnostic.message)).collect()
}

#[test]
fn every_policy_on_the_page_of_commands_is_sound_and_so_are_its_examples() {
    let blocks: Vec<&str> =
        include_str!("commands.md").split("```straza\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(blocks.len() >= 4);
    for block in blocks {
        assert_eq!(found(&format!("{block}\n")), Vec::<String>::new(), "{block}");
    }
}

#[test]
fn every_pattern_of_the_table_takes_what_the_table_says() {
    for row in PATTERNS {
        let quoted = |texts: &[&str]| texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ");
        let outcome = if row.permits { "allow" } else { "deny" };
        let item = format!(
            "command one {{\n    match `{}`\n    {outcome}\n    hits {}\n    misses {}\n}}\n",
            row.pattern,
            quoted(row.hits),
            quoted(row.misses)
        );
        assert_eq!(found(&item), Vec::<String>::new(), "{item}");
    }
}
