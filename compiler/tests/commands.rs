//! Command items from policy text to answers: what a pattern means to a restriction and to a permission, doubt, sub-calls, layers.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::decide::{Clause, Reported};
use straza_runtime::matching::{Role, explain};
use straza_runtime::opening::Expectation;
use straza_runtime::{Call, Decision, Scratch, Snapshot, States, Word, json};

const HEAD: &str = "policy shop {\n    over shell.exec, file.*, net.fetch\n}\n\n";

fn opened(items: &str) -> Snapshot {
    let key = SigningKey::from_secret(&[1; 32], KeyKind::Release);
    let mut workspace = Workspace::new();
    workspace.set_file("shop.straza", [HEAD, items].concat());
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key).unwrap_or_else(|problems| panic!("{problems:#?}"));
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}

fn call(arguments: &str) -> Call {
    let text = format!(
        r#"{{"straza-call": 1, "event": "tool.pre", "function": {{"server": "shell", "name": "exec"}}, "arguments": {arguments},
            "principal": {{"user": "dana", "type": "human", "agency": "interactive", "roles": []}},
            "session": {{"cwd": "/proj", "home": "/home/user", "workspace": "/proj"}}, "now": "2026-01-01T00:00Z"}}"#
    );
    Call::read(text.as_bytes()).unwrap()
}

fn command(text: &str) -> Call {
    call(&format!(r#"{{"command": {}}}"#, json_text(text)))
}

fn json_text(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|letter| match letter {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\n' => "\\n".to_owned(),
            other => other.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

fn decided(policy: &Snapshot, call: &Call) -> Decision {
    policy.decide(call, &States::EMPTY, &mut Scratch::new(policy))
}

/// The word for each command, and that the full visit decides alike.
fn gives(policy: &Snapshot, expected: &[(&str, Word)]) {
    for (text, word) in expected {
        let call = command(text);
        let decision = decided(policy, &call);
        assert_eq!(decision.word(), *word, "{text}: {:?} {:#?}", decision.reported(), call.command());
    }
}

const WIPE: &str = r#"defaults {
    *  allow
}

command wipe {
    match  `rm -r {/|'/*'|~|'~/*'}`
    deny   because "This deletes everything."
}
"#;

#[test]
fn a_refusal_is_found_in_every_spelling_and_every_layer() {
    let policy = opened(WIPE);
    gives(
        &policy,
        &[
            ("rm -rf /", Word::Deny),
            ("sudo rm -fr -- /", Word::Deny),
            ("rm --recursive build /", Word::Deny),
            ("bash -c 'rm -r ~'", Word::Deny),
            ("true && rm -r -f /", Word::Deny),
            ("rm -r /home/user/../user", Word::Deny),
            ("rm -rf ./target", Word::Allow),
            ("rm /", Word::Allow),
            ("git commit -m 'rm -rf /'", Word::Allow),
        ],
    );
    assert!(matches!(decided(&policy, &command("rm -rf /")).reported(), Reported::Item { certain: true, .. }));
}

#[test]
fn what_only_may_be_refused_is_confirmed() {
    let policy = opened(WIPE);
    gives(&policy, &[("rm -rf $DIR", Word::Confirm), ("$TOOL -rf /", Word::Confirm), ("rm -rf /e*", Word::Allow)]);
    assert!(matches!(decided(&policy, &command("rm -rf $DIR")).reported(), Reported::Item { certain: false, .. }));
}

#[test]
fn text_that_cannot_be_read_is_never_allowed_and_what_was_found_stays() {
    let policy = opened(WIPE);
    gives(&policy, &[("echo 'never ends", Word::Confirm), ("rm -rf /; echo 'never ends", Word::Deny)]);
    assert!(matches!(
        decided(&policy, &command("echo 'never ends")).reported(),
        Reported::Commands { clause: Clause::Unreadable, certain: true, .. }
    ));
    for arguments in ["{}", r#"{"command": 7}"#, r#"{"command": ["rm", 7]}"#] {
        assert_eq!(decided(&policy, &call(arguments)).word(), Word::Confirm, "{arguments}");
    }
    assert_eq!(decided(&policy, &call(r#"{"command": ["rm", "-rf", "/"]}"#)).word(), Word::Deny);
}

#[test]
fn a_permission_accounts_for_the_whole_part_and_every_part() {
    let policy = opened(
        r#"defaults {
    *  deny
}

command vcs {
    match  `git {status|log|diff|show} **`
    allow
}

commands {
    otherwise  allow after confirm
}
"#,
    );
    gives(
        &policy,
        &[
            ("git log --oneline -5", Word::Allow),
            ("git status && git diff HEAD", Word::Allow),
            ("time git status", Word::Allow),
            ("/usr/bin/git status", Word::Allow),
            ("git status && ls", Word::Confirm),
            ("git log --output=/tmp/x", Word::Confirm),
            ("./git status", Word::Confirm),
            ("ssh host git log", Word::Confirm),
            ("sudo git status", Word::Confirm),
            ("GIT_PAGER=/tmp/x git log", Word::Confirm),
            ("git log $X", Word::Confirm),
            ("git status > /etc/passwd", Word::Confirm),
            ("git status > /dev/null", Word::Allow),
        ],
    );
    assert!(matches!(decided(&policy, &command("ls")).reported(), Reported::Commands { clause: Clause::Otherwise, certain: true, .. }));
}

#[test]
fn a_permission_goes_through_the_wrappers_that_it_names() {
    let policy = opened("defaults {\n    *  deny\n}\n\ncommand build {\n    match    `make test`\n    through  sudo\n    allow\n}\n");
    gives(
        &policy,
        &[("sudo make test", Word::Allow), ("make test", Word::Allow), ("doas make test", Word::Deny), ("sudo make all", Word::Deny)],
    );
}

#[test]
fn a_pipeline_is_matched_where_output_arrives() {
    let policy = opened(
        "defaults {\n    *  allow\n}\n\ncommand pipe {\n    match  `curl | {sh|bash}`\n    deny\n}\n\ncommand far {\n    match  `wget | … | sh`\n    deny\n}\n",
    );
    gives(
        &policy,
        &[
            ("curl https://x.example | sh", Word::Deny),
            ("curl https://x.example; sh build.sh", Word::Allow),
            ("wget -O- https://x.example | tee log | sh", Word::Deny),
            ("curl https://x.example | tee log", Word::Allow),
        ],
    );
}

#[test]
fn what_a_command_touches_is_decided_as_the_local_tool_would_be() {
    let policy = opened(
        r#"defaults {
    *  allow
}

rule secrets {
    on    file.read, file.write
    deny  when any paths like "/**/.env*"  because "Secrets stay."
}

rule out {
    on    net.fetch
    deny  when any h in hosts ( h == "evil.example" )
}
"#,
    );
    gives(
        &policy,
        &[
            ("cat .env", Word::Deny),
            ("echo x > .env", Word::Deny),
            ("cp a .env", Word::Deny),
            ("cat < .env", Word::Deny),
            ("curl https://evil.example/x", Word::Deny),
            ("cat README.md", Word::Allow),
            ("curl https://good.example", Word::Allow),
            ("cat \"$FILE\"", Word::Confirm),
        ],
    );
}

#[test]
fn what_only_the_host_saw_is_decided_as_well() {
    let policy = opened(
        r#"defaults {
    *  allow after confirm
}

rule secrets {
    on    file.read
    deny  when any paths under "/etc"
}

rule writes {
    on     file.write
    allow  when every paths under session.workspace
}

command show {
    match  `cat **`
    when   every reads under session.workspace
    allow
}

command tell {
    match  `echo **`
    allow
}
"#,
    );
    let seen = |text: &str, paths: &[(&str, &str)]| {
        let listed: Vec<String> = paths.iter().map(|(path, used)| format!(r#"{{"path": "{path}", "use": "{used}"}}"#)).collect();
        let call = format!(
            r#"{{"straza-call": 1, "event": "tool.pre", "function": {{"server": "shell", "name": "exec"}}, "arguments": {{"command": "{text}"}},
                "principal": {{"user": "dana", "type": "human", "agency": "interactive", "roles": []}}, "paths": {{"seen": [{}], "open": false}},
                "session": {{"cwd": "/proj", "home": "/home/user", "workspace": "/proj"}}, "now": "2026-01-01T00:00Z"}}"#,
            listed.join(",")
        );
        decided(&policy, &Call::read(call.as_bytes()).unwrap()).word()
    };
    assert_eq!(seen("cat link", &[("link", "read")]), Word::Allow);
    assert_eq!(seen("cat link", &[]), Word::Allow, "what the command spells is seen anyway");
    assert_eq!(seen("cat link", &[("link", "read"), ("/srv/x", "read")]), Word::Confirm);
    assert_eq!(seen("cat link", &[("link", "read"), ("/etc/x", "read")]), Word::Deny);
    assert_eq!(seen("cat a && cat b", &[("a", "read"), ("b", "read"), ("/etc/x", "read")]), Word::Deny);
    assert_eq!(seen("echo x > out", &[("out", "write")]), Word::Allow);
    assert_eq!(seen("echo x > out", &[("out", "write"), ("/srv/x", "write")]), Word::Confirm);
    assert_eq!(seen("echo x", &[("/srv/x", "write")]), Word::Allow, "nothing is written that it could be");
}

#[test]
fn a_word_behind_a_flag_that_takes_a_value_is_its_value() {
    let refusals = r#"defaults {
    *  allow
}

command elsewhere {
    match  `git -C /x push`, `git -c core.pager=* commit`, `curl -o /etc/passwd`, `tar -xf evil.tar`, `sort -o/etc/passwd`
    deny   because "This is not to be done."
}
"#;
    gives(
        &opened(refusals),
        &[
            ("git -C /x push", Word::Deny),
            ("git -C /y/../x push --force", Word::Deny),
            ("git -C /y push", Word::Allow),
            ("git -C /x pull", Word::Allow),
            ("git push /x", Word::Allow),
            ("git -C $X push", Word::Confirm),
            ("git -c core.pager=less commit", Word::Deny),
            // One of them is enough to refuse.
            ("git -c core.pager=less -c color.ui=never commit", Word::Deny),
            ("git -c color.ui=never commit", Word::Allow),
            ("git commit -c HEAD", Word::Allow),
            ("curl -o /etc/passwd https://a.example", Word::Deny),
            ("curl --output=/etc/passwd https://a.example", Word::Deny),
            ("curl -o x -o /etc/passwd https://a.example https://b.example", Word::Deny),
            ("curl -o x https://a.example", Word::Allow),
            ("curl -d /etc/passwd -o x https://a.example", Word::Allow),
            ("tar xf evil.tar", Word::Deny),
            ("tar -x -v --file evil.tar", Word::Deny),
            ("tar xf good.tar evil.tar", Word::Allow),
            ("sort --output /etc/passwd x", Word::Deny),
            ("sort -o x /etc/passwd", Word::Allow),
        ],
    );
    let permissions = r#"defaults {
    *  allow after confirm
}

command some {
    match  `git -C /x status`, `git -c * log`, `head -n * **`, `head -5 x`, `curl -o out.txt *`, `sort -oout.txt *`, `python -c *`,
           `jq --arg name * .`, `tool -o x`
    allow
}
"#;
    gives(
        &opened(permissions),
        &[
            ("git -C /x status", Word::Allow),
            ("git -C /y status", Word::Confirm),
            ("git status /x", Word::Confirm),
            ("git -C /x -C /y status", Word::Confirm),
            ("head -n 5 a b", Word::Allow),
            ("head -5 x", Word::Allow),
            ("head -6 x", Word::Allow),
            ("curl -o out.txt", Word::Confirm),
            ("curl -o other https://a.example", Word::Confirm),
            ("curl https://a.example out.txt", Word::Confirm),
            ("sort -o out.txt x", Word::Allow),
            ("sort -o /etc/passwd x", Word::Confirm),
            ("python -c 'print(1)'", Word::Allow),
            ("python -c", Word::Confirm),
            ("python -c 'print(1)' x", Word::Confirm),
            ("python -c $CODE", Word::Confirm),
            // Words of one value that nobody keeps are not accounted for.
            ("jq --arg name x .", Word::Confirm),
            // What is not known of a program is not known of its options.
            ("tool -o x", Word::Allow),
            ("tool x -o", Word::Allow),
        ],
    );
}

#[test]
fn a_condition_of_a_command_item_looks_at_the_matched_parts_alone() {
    let policy =
        opened("defaults {\n    *  allow\n}\n\ncommand remove {\n    match   `rm`\n    when    any paths under \"/etc\"\n    deny\n}\n");
    gives(&policy, &[("rm /etc/x", Word::Deny), ("cat /etc/x; rm y", Word::Allow), ("rm y", Word::Allow)]);
}

#[test]
fn in_a_first_match_set_an_earlier_item_settles_a_part() {
    let policy = opened(
        r#"defaults {
    *  deny
}

command status {
    match  `git status **`
    allow
}

command git {
    match    `git **`
    after    status
    require  confirm
}

commands {
    otherwise  allow
    first-match
}
"#,
    );
    gives(&policy, &[("git status", Word::Allow), ("git push", Word::Confirm), ("git status && git push", Word::Confirm)]);
}

#[test]
fn a_changed_command_is_read_again() {
    let policy = opened(WIPE);
    let harmless = command("ls");
    let json::Value::Object(changed) = json::read(br#"{"command": "rm -rf /"}"#).unwrap() else { panic!() };
    assert_eq!(decided(&policy, &harmless).word(), Word::Allow);
    assert_eq!(decided(&policy, &harmless.with_arguments(changed)).word(), Word::Deny);
}

#[test]
fn every_part_says_which_items_have_to_do_with_it() {
    let policy = opened(&[WIPE, "\ncommand list {\n    match  `ls`\n    allow\n}\n"].concat());
    let call = command("ls; sudo rm -r $X; rm -r /");
    let reports = explain(&policy, &call, &States::EMPTY);
    let roles: Vec<Vec<Role>> = reports.iter().map(|part| part.items.iter().map(|item| item.role).collect()).collect();
    assert_eq!(roles, [vec![Role::Permits], vec![], vec![Role::MayRestrict], vec![Role::Restricts]]);
    let named = |part: usize| reports.get(part).and_then(|part| policy.item(part.items.first()?.item)).map(|item| item.name.to_owned());
    assert_eq!((named(0).as_deref(), named(3).as_deref()), (Some("list"), Some("wipe")));
}

#[test]
fn a_long_pattern_over_many_flows_is_decided_within_bounds() {
    let policy =
        opened("defaults {\n    *  allow\n}\n\ncommand far {\n    match  `{a|b} | … | x* | … | {a|b} | … | nowhere`\n    deny\n}\n");
    for side in [16, 60, 128] {
        let group = format!("{{ {}; }}", ["a", "b", "xy", "xz"].repeat(side / 4).join("; "));
        let text = vec![group; 256 / side].join(" | ");
        let started = std::time::Instant::now();
        assert_ne!(decided(&policy, &command(&text)).word(), Word::Allow, "{side}");
        assert!(started.elapsed() < std::time::Duration::from_secs(20), "{side}: {:?}", started.elapsed());
    }
}

#[test]
fn a_restriction_finds_a_bare_name_however_its_path_is_spelled() {
    let policy = opened("defaults {\n    *  allow\n}\n\ncommand keep {\n    match  `rm ** build`\n    deny\n}\n");
    gives(
        &policy,
        &[
            ("rm build", Word::Deny),
            ("rm -r ./build", Word::Deny),
            ("rm -r build/", Word::Deny),
            ("rm -r x/../build", Word::Deny),
            ("rm -r /proj/build", Word::Deny),
            ("cd /x && rm -r /x/build", Word::Deny),
            ("rm -r ./b*", Word::Confirm),
            ("rm -r ./$X", Word::Confirm),
            ("cd $X && rm -r /proj/build", Word::Confirm),
            ("cd $X && rm -r /proj/other", Word::Allow),
            ("rm -r src/build", Word::Allow),
            ("rm -r ./other", Word::Allow),
        ],
    );
}

#[test]
fn a_program_that_is_named_by_its_path_may_be_started_by_its_name() {
    let policy = opened("defaults {\n    *  allow\n}\n\ncommand own {\n    match  `/opt/tools/deploy`\n    deny\n}\n");
    gives(
        &policy,
        &[
            ("/opt/tools/deploy x", Word::Deny),
            ("/opt/tools/../tools/deploy", Word::Deny),
            ("deploy x", Word::Confirm),
            ("./deploy x", Word::Allow),
            ("cd $X && ./other", Word::Allow),
        ],
    );
}

#[test]
fn the_longest_commands_are_decided_within_bounds() {
    let policy = opened(
        r#"defaults {
    *  allow
}

rule secrets {
    on    file.read, file.write
    deny  when any paths like "/**/.env*" or any paths under "/etc/keys"
}

command look {
    match    `{cat|ls|git|a} ** x ** y **` except `git ** a ** b`
    match    `a`
    through  sudo, env, xargs
    allow
}

command wide {
    match    `* ** a ** b` except `a ** c ** d`
    when     every writes under session.workspace
    after    look
    require  confirm
}

commands {
    otherwise  allow after confirm
    first-match
}
"#,
    );
    let shapes: &[(&str, &str, &str)] = &[
        ("cat ", "x y ", ""),
        ("git ", "b a ", ""),
        ("a ", "c ", "d"),
        ("", "a;", ""),
        ("", "a | ", "a"),
        ("", "sudo ", "a"),
        ("ls ", ">x ", ""),
        ("grep -r ", "a/b ", ""),
        ("a ", "-abcdefgh ", ""),
        ("", "A=1 ", "a"),
        ("curl ", "http://h/ ", ""),
        ("", "$X;", ""),
        ("bash -c '", "a;", "'"),
        ("xargs ", "$X ", ""),
    ];
    for (before, unit, after) in shapes {
        let room = (60_usize << 10) / unit.len();
        for count in [40, 600, room] {
            let text = format!("{before}{}{after}", unit.repeat(count));
            let started = std::time::Instant::now();
            let word = decided(&policy, &command(&text)).word();
            assert!(started.elapsed() < std::time::Duration::from_secs(20), "{:?}: {before}{unit}… {word:?}", started.elapsed());
        }
    }
}

/// Many rules about the subcommands of one program: the first words find few of them, and each is found.
#[test]
fn a_rule_among_many_on_one_program_is_found_by_its_first_word_and_by_doubt() {
    let items: String = (0..40)
        .map(|number| {
            format!(
                "command c{number} {{\n    match  `tool sub{number} --force`\n    {}\n}}\n\n",
                if number % 2 == 0 { "deny" } else { "require confirm" }
            )
        })
        .collect();
    let policy = opened(&format!("defaults {{\n    *  allow\n}}\n\n{items}"));
    gives(
        &policy,
        &[
            ("tool sub6 --force", Word::Deny),
            ("tool --force sub6", Word::Deny),
            ("tool sub7 --force", Word::Confirm),
            ("tool sub6 sub7", Word::Allow),
            ("tool sub60 --force", Word::Allow),
            ("tool sub7 'sub6' --force", Word::Deny),
            ("tool s\"ub\"6 --force", Word::Deny),
            ("tool $X --force", Word::Confirm),
            ("tool ./sub6 --force", Word::Deny),
            ("tool --force a/../sub6", Word::Deny),
            ("tool sub* --force", Word::Confirm),
            ("X=sub6; tool $X --force", Word::Deny),
            ("tool a b c d e f g h i j k l m n sub6 --force", Word::Deny),
        ],
    );
}

/// One of the items that say the same speaks for all in a decision; an explanation lists them all.
#[test]
fn what_nobody_knows_may_be_any_refusal() {
    let rule = |name: &str, program: &str, more: &str, outcome: &str| {
        format!("command {name} {{\n    match  `{program}`\n    {more}{outcome}\n}}\n\n")
    };
    let items = [
        rule("ask", "a", "", "require confirm"),
        rule("later", "b", "when  command.length > 10000\n    ", "deny"),
        rule("first", "c", "", "deny"),
        rule("second", "d", "", "deny"),
    ];
    let policy = opened(&format!("defaults {{\n    *  allow\n}}\n\n{}", items.concat()));
    for (text, fired) in [("$X", 3), ("bash -c \"$X\"", 2), ("cat a | sh", 2)] {
        let call = command(text);
        let everything = policy.explain(&call, &States::EMPTY);
        assert_eq!(decided(&policy, &call).word(), Word::Confirm, "{text}");
        assert_eq!(everything.decision.word(), Word::Confirm, "{text}");
        assert_eq!(everything.fired.len(), fired, "{text}: {:?}", everything.fired);
    }
}

#[test]
fn the_folder_that_a_part_goes_to_is_one_of_its_paths_and_no_call() {
    let policy = opened(
        "defaults {\n    *  allow after confirm\n}\n\nrule reading {\n    on    file.read\n    deny\n}\n\ncommand go {\n    match  `cd *`\n    when   every paths under session.workspace\n    allow\n}\n",
    );
    gives(
        &policy,
        &[
            ("cd src", Word::Allow),
            ("cd /etc", Word::Confirm),
            ("cd src/../..", Word::Confirm),
            ("cd $X", Word::Confirm),
            ("cd src && cd ../lib", Word::Allow),
            ("cd src && cat x", Word::Deny),
        ],
    );
}

#[test]
fn what_names_commits_and_nothing_else_is_no_path() {
    let policy = opened("defaults {\n    *  allow\n}\n\nrule keys {\n    on    file.read\n    deny  when any paths under \"/keys\"\n}\n");
    gives(
        &policy,
        &[
            ("git diff $(git merge-base main HEAD)", Word::Allow),
            ("git diff \"$(git rev-list --all)\"", Word::Allow),
            ("git diff $(git rev-list --objects --all)", Word::Confirm),
            ("git diff $(git merge-base main HEAD; cat x)", Word::Confirm),
            ("git diff $(git rev-parse x)", Word::Confirm),
            ("git() { echo /keys/x; }; git diff $(git merge-base main HEAD)", Word::Confirm),
            ("git diff $(cat x)", Word::Confirm),
        ],
    );
}
