//! `command` and `commands`: what they become, and what either kind of outcome may not say.

use super::with_head;
use crate::canonical::{item_digest, policy_digest, set_digest};
use crate::core::{CommandOutcome, CommandPattern, PatternWord, Program, Step, TextPattern, TextPiece, WordPattern};
use crate::diagnostic::Severity;
use crate::meaning::lint_program;
use crate::span::Span;
use crate::testing::{Repository, line};

fn program(text: &str) -> Program {
    let repository = Repository::one(&with_head(text));
    assert_eq!(repository.errors(), Vec::<String>::new(), "{text}");
    repository.program()
}

fn errors(text: &str) -> Vec<String> {
    Repository::one(&with_head(text)).errors()
}

/// A command item with these clauses.
fn item(clauses: &str) -> String {
    format!("command c {{\n    {clauses}\n}}\n")
}

/// Findings of the whole program, which have errors among them.
fn ordered(text: &str) -> Vec<String> {
    let repository = Repository::one(&with_head(text));
    assert_eq!(repository.errors(), Vec::<String>::new(), "{text}");
    let program = repository.program();
    let found = lint_program(&program.sets, &program.items, &repository.behind());
    let found = found.iter().map(|found| found.diagnostic(Span::default())).filter(|found| found.severity == Severity::Error);
    found.map(|found| found.message).collect()
}

fn text(text: &str) -> TextPattern {
    TextPattern { pieces: vec![TextPiece::Text(text.to_owned())] }
}

#[test]
fn an_item_asks_of_every_part_and_each_outcome_stands_for_itself() {
    let program = program(&item(
        "match `rm -r {/|~}`\n when any writes under \"/etc\"\n unless command.length < 3\n deny when command.text like \"*x*\" because \"no\"\n allow after confirm",
    ));
    let lines: Vec<String> = program.items.iter().map(line).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.contains("on shell.exec:")), "{lines:?}");
    assert!(lines[0].ends_with("=> deny") && lines[1].ends_with("=> permit") && lines[2].ends_with("=> confirm"), "{lines:?}");
    let command = program.items[0].command.as_ref().unwrap();
    assert!(program.items.iter().all(|item| item.command.as_ref() == Some(command) && item.on.iter().all(|on| on.event.is_none())));
    let CommandPattern { stages } = &command.patterns[0].pattern;
    assert_eq!(stages[0].program, Some(WordPattern::Of(vec![text("rm")])));
    let home = TextPattern { pieces: vec![TextPiece::Home] };
    let expected = [PatternWord::Flag { name: "-r".to_owned(), value: None }, PatternWord::Operand(WordPattern::Of(vec![text("/"), home]))];
    assert_eq!(stages[0].words, expected);
}

#[test]
fn alternatives_of_two_kinds_are_two_patterns_and_an_exception_belongs_to_both() {
    let program = program(&item("match `git push {-f|--force}` except `git push -f tmp`\n match `a | … | b`\n deny"));
    let command = program.items[0].command.as_ref().unwrap();
    assert_eq!(command.patterns.iter().map(|pattern| pattern.except.len()).collect::<Vec<_>>(), [1, 1, 0]);
    let through: Vec<bool> = command.patterns[2].pattern.stages.iter().map(|stage| stage.through_others).collect();
    assert_eq!(through, [false, true]);
}

#[test]
fn what_is_written_by_a_redirection_is_a_path_pattern() {
    let program = program(&item("match `>src/*`, `tee >~/.ssh/** >/etc/passwd`\n deny"));
    let stage = |at: usize| &program.items[0].command.as_ref().unwrap().patterns[at].pattern.stages[0];
    assert_eq!(stage(0).program, None);
    let writes = |at: usize| stage(at).writes.iter().map(|path| format!("{:?} {}", path.anchor, path.text)).collect::<Vec<_>>();
    assert_eq!(
        (writes(0), writes(1)),
        (vec!["Workspace src/*".to_owned()], vec!["Home .ssh/**".to_owned(), "Root /etc/passwd".to_owned()])
    );
    assert_eq!(errors(&item("match `>../x`\n deny")), ["S0215 `../x` can match no path: it leaves its start by `..`"]);
}

#[test]
fn commands_say_what_holds_for_the_rest() {
    let of = |text: &str| program(text).sets[0].commands.clone();
    let said = of(
        "commands {\n otherwise allow after confirm because \"rest\"\n unsure deny\n unreadable approve by cfo and confirm\n first-match\n}",
    );
    let otherwise = said.otherwise.unwrap();
    assert_eq!((otherwise.steps, otherwise.because.is_some()), (Some(vec![Step::Confirm]), true));
    assert_eq!(said.unsure, Some(CommandOutcome { steps: None, because: None }));
    assert_eq!(said.unreadable.unwrap().steps.map(|steps| steps.len()), Some(2));
    assert!(said.first_match);
    assert_eq!(of("commands {\n otherwise allow\n}").otherwise, Some(CommandOutcome { steps: Some(Vec::new()), because: None }));
    assert_eq!(of("commands {\n unsure confirm\n}").unsure.unwrap().steps, Some(vec![Step::Confirm]));
}

#[test]
fn doubt_is_never_allowed() {
    let wrong = |text: &str| errors(text).join("\n");
    for line in ["unsure allow", "unreadable allow after confirm"] {
        let found = Repository::one(&with_head(&format!("commands {{\n {line}\n}}"))).findings();
        assert!(found[0].starts_with("S0044"), "{found:?}");
    }
    assert!(wrong("commands {\n unreadable notify cfo\n}").starts_with("S0346"));
    assert!(wrong("commands {\n otherwise confirm\n}").starts_with("S0027"));
    assert!(wrong("commands {\n unsure confirm\n}\n\ncommands {\n unsure deny\n}").starts_with("S0303"));
}

#[test]
fn what_a_set_says_of_commands_stands_inside_its_remit() {
    let found = |text: &str| Repository::one(text).errors();
    let outside = found(
        "policy p {\n over x.*\n}\n\ncommands {\n otherwise allow\n unreadable confirm\n unsure confirm\n}\n\ncommand c {\n match `a`\n allow\n}\n",
    );
    assert_eq!(outside.iter().filter(|found| found.starts_with("S0305")).count(), 3, "{outside:?}");
    assert_eq!(found("policy p {\n}\n\ncommand c {\n match `a`\n allow\n}\n"), ["S0306 `p` has no remit, so it may permit nothing"]);
    assert_eq!(found("policy p {\n}\n\ncommand c {\n match `a`\n deny\n}\n"), Vec::<String>::new());
    assert!(found("commands {\n unsure confirm\n}\n")[0].starts_with("S0301"));
}

#[test]
fn a_permission_accounts_for_one_command_word_by_word() {
    let refused = |pattern: &str| errors(&item(&format!("match `{pattern}`\n allow"))).iter().any(|found| found.starts_with("S0342"));
    for pattern in ["a | b", "* x", "!{a|b} x", "cat x*", "k --c=x*", "A=x* cmd", "python* -c *"] {
        assert!(refused(pattern), "{pattern}");
    }
    for pattern in ["cat *", "k --c=*", "k --c {a|b} **", "A=* cmd", "git {log|show} **", "echo '*'", "x !--y", "tee * >/tmp/*"] {
        assert!(!refused(pattern), "{pattern}");
        assert_eq!(errors(&item(&format!("match `{pattern}`\n allow"))), Vec::<String>::new());
    }
    for pattern in ["a | b", "* x", "!{a|b} x", "cat x*"] {
        assert_eq!(errors(&item(&format!("match `{pattern}`\n deny"))), Vec::<String>::new(), "{pattern}");
    }
    assert_eq!(errors(&item("match `a *` except `a x*`\n allow")), Vec::<String>::new());
    assert!(errors(&item("match `a` except `a | b`\n deny"))[0].starts_with("S0342"));
    assert!(errors(&item("match `a | b` except `a x`\n deny"))[0].starts_with("S0342"));
}

#[test]
fn a_command_is_read_where_there_is_one() {
    let found = |text: &str| errors(text).join("\n");
    assert_eq!(
        found(
            "floor f {\n on shell.exec\n when command.text like \"rm *\" or any p in command.programs ( p == \"rm\" )\n at least deny\n}"
        ),
        ""
    );
    assert_eq!(found("floor f {\n on shell.exec\n when command.signals has nested-evaluation\n at least deny\n}"), "");
    assert_eq!(found(&item("match `a`\n when signals has pipe-into-shell and not command.open\n deny")), "");
    assert!(found("floor f {\n on shell.exec\n when signals has nested-evaluation\n at least deny\n}").starts_with("S0320"));
    assert!(found("floor f {\n on shell.exec, file.read\n when command.length > 3\n at least deny\n}").starts_with("S0320"));
    assert!(found("floor f {\n on payments.*\n when command.length > 3\n at least deny\n}").starts_with("S0320"));
    assert!(found(&item("match `a`\n when signals has evaluation\n deny")).starts_with("S0203"));
    assert!(found("rule r {\n on shell.exec\n allow\n}").starts_with("S0316"));
    assert!(found(&item("match `a`\n allow after approve by cfo, grant 1h, bind tool")).starts_with("S0319"));
}

#[test]
fn an_exception_takes_a_command_item_back_and_asks_instead() {
    let rule = item("match `rm -r /`\n deny");
    let exception = "exception e {\n to refunds.c\n when any writes under \"/tmp\"\n instead approve by cfo\n expires 2027-01-31\n because \"moving\"\n}";
    let program = program(&format!("{rule}\n{exception}"));
    assert_eq!(program.items.len(), 2);
    assert_eq!(program.items[0].command, program.items[1].command);
    assert!(program.items.iter().all(|item| item.command.is_some()));
    assert!(errors(&format!("{}\n{exception}", item("match `a`\n allow")))[0].starts_with("S0337"));
    assert!(errors(&format!("{}\n{exception}", item("match `a`\n deny\n final")))[0].starts_with("S0337"));
}

#[test]
fn an_item_of_an_included_library_keeps_the_librarys_name() {
    let files = [
        ("std.straza", "policy std {\n}\n\ninclude std.commands\n"),
        ("std/commands.straza", "command wipe {\n match `rm -r /`\n deny\n}\n"),
        (
            "main.straza",
            "policy p {\n over shell.exec\n}\n\nexception here {\n to std.commands.wipe\n expires 2027-01-31\n because \"a test machine\"\n}\n",
        ),
    ];
    let repository = Repository::new(&files, &[]);
    assert_eq!(repository.errors(), Vec::<String>::new());
    let program = repository.program();
    assert_eq!(program.items.iter().map(|item| item.id.to_string()).collect::<Vec<_>>(), ["std.commands.wipe"]);
    assert_ne!(program.items[0].condition, crate::core::Condition::True);
}

#[test]
fn the_order_of_items_counts_where_a_set_says_so() {
    let set = |items: &[&str]| format!("{}\ncommands {{\n    first-match\n}}\n", items.join("\n"));
    let push = "command push {\n match `git push **`\n allow\n}\n";
    let forced = |clauses: &str| format!("command forced {{\n match `git push --force`\n {clauses}\n require approve by cfo\n}}\n");
    let taken = ["`refunds.forced` is stricter about commands that `refunds.push` may take before it"];
    assert_eq!(ordered(&set(&[push, &forced("")])), taken);
    assert_eq!(ordered(&set(&[push, &forced("after push")])), Vec::<String>::new());
    assert_eq!(ordered(&set(&[&forced(""), push])), Vec::<String>::new());
    assert_eq!(ordered(&set(&[&forced("after push"), push])).len(), 1, "it stands before it");
    assert_eq!(ordered(&format!("{push}\n{}", forced(""))), Vec::<String>::new(), "no order");
    assert_eq!(ordered(&format!("{push}\n{}", forced("after push"))).len(), 1, "`after` without an order");
    let apart = [
        "command other {\n match `hg push`\n require approve by cfo\n}\n",
        "command other {\n match `git pull`\n require approve by cfo\n}\n",
        "command other {\n match `git push !--tags --x`\n deny\n}\n",
    ];
    for other in apart {
        assert_eq!(ordered(&set(&[push, other])), Vec::<String>::new(), "{other}");
    }
    let staging = "command staging {\n match `k --context {staging} **`\n allow\n}\n";
    let prod = "command prod {\n match `k --context {prod}`\n require approve by cfo\n}\n";
    assert_eq!(ordered(&set(&[staging, prod])), Vec::<String>::new());
    assert_eq!(ordered(&set(&[staging, &prod.replace("{prod}", "{prod|staging}")])).len(), 1);
    assert!(errors(&set(&[push, &forced("after puhs")]))[0].starts_with("S0345"));
}

#[test]
fn an_item_without_commands_has_the_digest_it_had_and_every_change_of_a_pattern_another() {
    let digest = |pattern: &str| {
        let program = program(&item(&format!("match {pattern}\n deny")));
        (item_digest(&program.items[0]), policy_digest(&program))
    };
    let patterns = [
        "`a`",
        "`a b`",
        "`a 'b c'`",
        "`a -b`",
        "`a !-b`",
        "`a --b=c`",
        "`a --b=*`",
        "`a *`",
        "`a **`",
        "`a b*`",
        "`a {b|c}`",
        "`a !{b|c}`",
        "`a --`",
        "`a ~`",
        "`a '~'`",
        "`A=b a`",
        "`A=* a`",
        "`a >/b`",
        "`a | b`",
        "`a | … | b`",
        "`a` except `a b`",
        "`a`, `b`",
        "`* a`",
    ];
    let mut digests: Vec<_> = patterns.iter().map(|pattern| digest(pattern)).collect();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), patterns.len());
    let set = |commands: &str| set_digest(&program(&format!("commands {{\n {commands}\n}}")).sets[0]);
    assert_ne!(set("unsure deny"), set("unreadable deny"));
    assert_ne!(set("otherwise allow"), set("otherwise deny"));
    assert_eq!(set("unsure deny because \"a\""), set("unsure deny because \"b\""));
    assert_eq!(set_digest(&program("").sets[0]), set_digest(&program("commands {\n}").sets[0]));
}

#[test]
fn examples_stand_beside_the_items_with_their_places() {
    let text = with_head(&item("match `a`\n deny\n hits \"a\", r\"a \\x\"\n hits \"a b\"\n asks \"$A\"\n misses \"b\""));
    let repository = Repository::one(&text);
    assert_eq!(repository.errors(), Vec::<String>::new());
    let typed = repository.typed(0).into_iter().find(|typed| !typed.examples.hits.is_empty()).unwrap();
    let lines = |lines: &[crate::span::Spanned<String>]| lines.iter().map(|line| line.value.clone()).collect::<Vec<_>>();
    assert_eq!(lines(&typed.examples.hits), ["a", "a \\x", "a b"]);
    assert_eq!((lines(&typed.examples.asks), lines(&typed.examples.misses)), (vec!["$A".to_owned()], vec!["b".to_owned()]));
    let item = text.get(text.find("command c").unwrap()..).unwrap();
    let place = typed.examples.asks[0].span;
    assert_eq!(item.get(place.start as usize..place.end as usize), Some("\"$A\""));
}
