//! `command` and `commands`: slips that are mended, clauses that are broken, and what belongs to what.

use straza_language::parse::parse_item;
use straza_language::tree::{ItemTree, VerdictTree};

use crate::read::{findings, mended};

#[test]
fn slips_are_named_and_mended() {
    let text = r#"command a {
    pattern "rm -r /", `curl | ... | sh`
    deny
    hit `rm -rf /`
    maybe "rm $X"
    miss "rm x"
}

commands {
    default allow after ask
    unknown ask
    unreadable require confirm;
    first match
}
"#;
    let right = r#"command a {
    match `rm -r /`, `curl | … | sh`
    deny
    hits "rm -rf /"
    asks "rm $X"
    misses "rm x"
}

commands {
    otherwise allow after confirm
    unsure confirm
    unreadable confirm
    first-match
}
"#;
    assert_eq!(mended(text), right);
    assert_eq!(findings(right), "");
}

#[test]
fn a_broken_clause_costs_one_finding_and_the_others_stay() {
    let text = "command a {\n    match rm -r /\n    match `b | `, `c`\n    when args.x ==\n    through\n    allow\n    hits rm\n    misses \"d\"\n}\n\ncommands {\n    otherwise\n    unsure allow\n    unreadable deny\n}\n";
    let expected = r#"2:11 [rm] S0010 expected a command pattern in backticks, found `rm`; help: a command pattern stands in backticks: match `git push --force`
3:14 [|] S0066 this `|` stands without a command on one side; help: write a command on both sides: `curl ** | sh`; the sign itself is quoted, `'|'`
4:17 [==] S0010 expected a value, found the end of the clause; help: a value is `100`, `"text"`, `true`, `null`, `[1, 2]`, a place such as `args.amount`, or a `let`
5:5 [through] S0010 expected the name of a program, found the end of the clause; help: wrappers are named by their programs: `through sudo, doas`
7:10 [rm] S0010 expected a command line `"…"`, found `rm`; help: command lines are quoted: `hits "rm -rf /"`
12:5 [otherwise] S0010 expected an outcome, found the end of the clause; help: `commands` has `otherwise allow after confirm`, `unsure confirm`, `unreadable confirm` and `first-match`
13:12 [allow] S0044 doubt about a command has no outcome `allow`; help: what may match a refusal, or cannot be read, is never allowed: write steps such as `confirm`, or `deny`"#;
    assert_eq!(findings(text), expected);
    let items: Vec<_> = text.split("\n\n").map(|text| parse_item(text).item.kind).collect();
    let [ItemTree::Command(command), ItemTree::Commands(commands)] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!((command.matches.len(), command.outcomes.len(), command.misses.len()), (2, 1, 1));
    assert!(command.when.is_some() && commands.otherwise.is_none() && commands.unsure.is_none());
    assert_eq!(commands.unreadable.as_ref().map(|outcome| &outcome.verdict), Some(&VerdictTree::Deny));
}

#[test]
fn what_no_command_item_has_is_told_where_it_belongs() {
    let text = "command a {\n    on shell.exec\n    match `a`\n    at least deny\n}\n\nrule b {\n    on x.y\n    match `a`\n    deny\n}\n";
    let expected = r#"2:8 [shell] S0010 expected a command pattern in backticks, found `shell`; help: a command pattern stands in backticks: match `git push --force`
4:5 [at least deny] S0029 only a floor raises: here this is `deny`; help: write `deny`
9:5 [match] S0010 expected a clause, found `match`; help: `match` is a clause of `command`; a rule has `on`, `when` and `unless`; its outcome is `allow`, `allow after …`, `require …` or `deny`, with a `because`"#;
    assert_eq!(findings(text), expected);
}

#[test]
fn several_matches_and_examples_need_no_order_among_their_kind() {
    let text = "command a {\n    deny because \"x\"\n    match `a`\n    hits \"a\"\n    when args.x\n    match `b`\n    hits \"b\"\n}\n";
    let expected = "command a {\n    match `a`\n    match `b`\n    deny when args.x because \"x\"\n    hits \"a\"\n    hits \"b\"\n}\n";
    assert_eq!(mended(text), expected);
}
