//! Command items at random: the reference interpreter, the core in memory and the reopened snapshot say the same of every command.
//!
//! Policies are texts of the language, commands are pieces that have each fooled somebody, put together at random.

use rayon::prelude::*;
use serde_json::json;
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::workspace::Workspace;
use straza_language::core::Program;
use straza_runtime::call::Call;
use straza_runtime::decide::{Clause, Reported, Scratch, Word};
use straza_testkit::agreement::{decided, explained, interpreted};
use straza_testkit::generate::Dice;
use straza_testkit::interpreter::Interpreter;

use super::engines::{Engines, compiled};
use super::{dice, policies, seed};

const POLICIES: u64 = 300;
const CALLS: usize = 40;

#[test]
fn every_engine_decides_random_commands_alike() {
    let seed = seed();
    let policies = policies(POLICIES);
    let met = (0..policies).into_par_iter().map(|n| policy(&mut dice(seed, n))).reduce(Met::default, Met::with);
    println!("{met:?}");
    if policies >= POLICIES {
        met.assert_everything_was_met(policies);
    }
}

fn policy(dice: &mut Dice) -> Met {
    let text = policy_text(dice);
    let Some(program) = checked(&text).filter(is_affordable) else { return Met::default() };
    let (engines, interpreter) = (compiled(&program), Interpreter::new(&program));
    let mut met = Met { policies: 1, ..Met::default() };
    for _ in 0..CALLS {
        let call = call(dice);
        if let Some(difference) = difference(&interpreter, &engines, &call) {
            panic!("{text}\n{call}\n{difference}");
        }
        met.count(&engines, &call);
    }
    met
}

/// A policy that is refused with a finding is made for nothing: what words may stand together is told by other tests.
fn checked(text: &str) -> Option<Program> {
    let mut workspace = Workspace::new();
    workspace.set_file("case.straza", text.to_owned());
    workspace.check().program
}

/// Patterns with several `**` and pipes together may cost more than any decision may.
fn is_affordable(program: &Program) -> bool {
    let key = SigningKey::from_secret(&[7; 32], KeyKind::Release);
    compile(program, &CompileOptions { serial: 1, budget: None }, &key).is_ok()
}

fn read(call: &serde_json::Value) -> Call {
    Call::read(call.to_string().as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}\n{call}"))
}

fn difference(interpreter: &Interpreter<'_>, engines: &Engines, call: &serde_json::Value) -> Option<String> {
    let call = read(call);
    let expected = interpreted(interpreter, &call);
    for (name, core) in [("core in memory", &engines.core), ("reopened snapshot", &*engines.snapshot)] {
        let found = explained(core, &call);
        if found != expected {
            return Some(format!("{name} explains\n{found:#?}\nthe interpreter says\n{expected:#?}"));
        }
        let quick = decided(core, &call, &mut Scratch::new(core));
        if quick != expected.outcome {
            return Some(format!("{name} decides\n{quick:?}\nthe interpreter says\n{:?}", expected.outcome));
        }
    }
    None
}

/// What a run came upon.
#[derive(Debug, Clone, Copy, Default)]
struct Met {
    policies: u64,
    allowed: u64,
    asked: u64,
    refused: u64,
    permitted: u64,
    unsure: u64,
    otherwise: u64,
    unreadable: u64,
}

impl Met {
    fn count(&mut self, engines: &Engines, call: &serde_json::Value) {
        let decision = engines.core.decide(&read(call), &straza_runtime::States::EMPTY, &mut Scratch::new(&engines.core));
        match decision.word() {
            Word::Allow => self.allowed += 1,
            Word::Deny => self.refused += 1,
            _ => self.asked += 1,
        }
        match decision.reported() {
            Reported::Item { certain: false, .. } => self.unsure += 1,
            Reported::Item { .. } if decision.word() == Word::Allow => self.permitted += 1,
            Reported::Commands { clause: Clause::Otherwise, .. } => self.otherwise += 1,
            Reported::Commands { clause: Clause::Unreadable, .. } => self.unreadable += 1,
            _ => {}
        }
    }

    fn with(self, other: Self) -> Self {
        Self {
            policies: self.policies + other.policies,
            allowed: self.allowed + other.allowed,
            asked: self.asked + other.asked,
            refused: self.refused + other.refused,
            permitted: self.permitted + other.permitted,
            unsure: self.unsure + other.unsure,
            otherwise: self.otherwise + other.otherwise,
            unreadable: self.unreadable + other.unreadable,
        }
    }

    fn assert_everything_was_met(self, policies: u64) {
        assert!(self.policies * 2 > policies, "most random policies mean something: {self:?}");
        let counts = [self.allowed, self.asked, self.refused, self.permitted, self.unsure, self.otherwise, self.unreadable];
        assert!(counts.iter().all(|count| *count >= 15), "{self:?}");
    }
}

fn policy_text(dice: &mut Dice) -> String {
    let over = dice.word(&["shell.exec, file.*, net.fetch", "shell.exec, file.*", "file.*"]);
    let table = dice.word(&[
        "* allow",
        "* deny",
        "* allow after confirm",
        "read allow\n    * allow after approve by lead",
        "granted allow\n    * deny",
    ]);
    let mut text = format!("policy case {{\n    over {over}\n}}\n\nrole lead\n\ndefaults {{\n    {table}\n}}\n");
    let items = 1 + dice.below(4);
    let is_ordered = dice.chance(30);
    for n in 0..items {
        // A permission lies inside of the remit.
        let permits = over != "file.*" && dice.chance(50);
        text += &command_item(dice, n, permits, is_ordered);
    }
    for (n, rule) in dice.some(30, &RULES).into_iter().enumerate() {
        text += &format!("\nrule r{n} {{\n    {rule}\n}}\n");
    }
    text += &commands_item(dice, is_ordered);
    text
}

fn command_item(dice: &mut Dice, n: usize, permits: bool, is_ordered: bool) -> String {
    let mut item = format!("\ncommand c{n} {{\n");
    for _ in 0..1 + dice.below(2) {
        let pattern = pattern(dice, permits);
        let has_except = !pattern.contains('|') && dice.chance(25);
        let except = if has_except { format!(" except `{}`", stage(dice, permits)) } else { String::new() };
        item += &format!("    match `{pattern}`{except}\n");
    }
    if dice.chance(30) {
        item += &format!("    {} {}\n", dice.word(&["when", "unless"]), dice.word(&CONDITIONS));
    }
    if permits && dice.chance(25) {
        item += "    through sudo, env, xargs\n";
    }
    if is_ordered && n > 0 && dice.chance(80) {
        item += &format!("    after c{}\n", n - 1);
    }
    let outcomes = if permits {
        &["allow", "allow", "allow after confirm"][..]
    } else {
        &["deny", "deny", "require confirm", "require approve by lead"]
    };
    item += &format!("    {}\n", dice.word(outcomes));
    if dice.chance(10) {
        item += "    shadow\n";
    }
    item + "}\n"
}

fn commands_item(dice: &mut Dice, is_ordered: bool) -> String {
    let mut clauses = dice.some(40, &["otherwise allow", "unsure deny", "unreadable deny"]);
    if is_ordered {
        clauses.push("first-match");
    }
    if clauses.is_empty() { String::new() } else { format!("\ncommands {{\n    {}\n}}\n", clauses.join("\n    ")) }
}

fn pattern(dice: &mut Dice, permits: bool) -> String {
    let mut pattern = stage(dice, permits);
    while !permits && dice.chance(20) {
        pattern += dice.word(&[" | ", " | … | "]).as_str();
        pattern += &stage(dice, permits);
    }
    pattern
}

fn stage(dice: &mut Dice, permits: bool) -> String {
    if permits && dice.chance(60) {
        return dice.word(&PERMITTED);
    }
    let programs = if permits { &PROGRAMS[..PROGRAMS.len() - 2] } else { &PROGRAMS[..] };
    let assignment = if dice.chance(10) { dice.word(&["LANG=* ", "FOO=1 ", "CI=true "]) } else { String::new() };
    let words = dice.several(4, |dice| {
        let is_usual = permits && dice.chance(60);
        dice.word(if is_usual { &["**", "*", "status", "src"] } else { &WORDS })
    });
    let written = if dice.chance(8) { " >/proj/**" } else { "" };
    [assignment, dice.word(programs), " ".to_owned(), words.join(" "), written.to_owned()].concat().trim_end().to_owned()
}

/// What people let pass.
const PERMITTED: [&str; 11] = [
    "git status **",
    "git {push|status} **",
    "cat **",
    "echo **",
    "rm -r *",
    "tee **",
    "grep -r **",
    "sh -c *",
    "find **",
    "curl **",
    "LANG=* git **",
];

const PROGRAMS: [&str; 16] = [
    "rm",
    "rm",
    "git",
    "git",
    "cat",
    "cat",
    "{sh|bash}",
    "curl",
    "tee",
    "echo",
    "find",
    "nobody-knows",
    "sudo",
    "/usr/bin/git",
    "*",
    "!{cat|git}",
];

const WORDS: [&str; 26] = [
    "-r",
    "-rf",
    "--recursive",
    "!--recursive",
    "--force",
    "-f",
    "--",
    "**",
    "*",
    "/",
    "~",
    "'/*'",
    "src",
    "./src",
    "push",
    "status",
    "{push|status}",
    "!{push}",
    "-o {x|y}",
    "-o=*",
    "'/e*'",
    "{/etc|~}",
    "/proj/src",
    "-abc",
    "!--abc",
    "{--force|-f}",
];

const CONDITIONS: [&str; 12] = [
    "any paths under \"/etc\"",
    "every writes under session.workspace",
    "any seen reads like \"/proj/**/.env*\"",
    "signals has \"pipe-into-shell\"",
    "command.length > 24",
    "command.programs has \"curl\"",
    "command.open",
    "any h in hosts ( h == \"evil.example\" )",
    "principal.roles has \"lead\"",
    "args.timeout > 5",
    "command.text contains \"push\"",
    "command.signals has \"nested-evaluation\"",
];

const RULES: [&str; 10] = [
    "on *.* effect write\n    deny when any paths under \"/etc\"",
    "on *.read\n    require confirm when any paths under \"~/.ssh\"",
    "on file.read\n    deny when any paths like \"/**/.env*\"",
    "on file.write\n    unless every writes under session.workspace\n    require confirm",
    "on net.fetch\n    deny when any h in hosts ( h == \"evil.example\" )",
    "on file.read\n    deny when any paths under \"/proj/src/keys\"",
    "on file.write\n    allow when every writes under session.workspace",
    "on shell.exec\n    deny when any paths under \"/etc\"",
    "on file.*\n    require approve by lead when principal.roles has \"lead\"",
    "on net.fetch\n    deny when args.url contains \"x\"",
];

/// A person's, or nobody's, command.
fn call(dice: &mut Dice) -> serde_json::Value {
    let mut call = json!({
        "straza-call": 1, "event": dice.word(&["tool.pre", "tool.pre", "permission.request"]),
        "function": { "server": "shell", "name": "exec" },
        "arguments": { "command": text(dice) },
        "principal": { "user": "dana", "type": "human", "agency": dice.word(&["interactive", "interactive", "autonomous"]) },
        "session": { "workspace": "/proj", "cwd": "/proj", "home": "/home/user" },
        "now": "2026-01-01T00:00Z",
    });
    if dice.chance(70) {
        call["principal"]["roles"] = if dice.chance(50) { json!(["lead"]) } else { json!([]) };
    }
    match dice.below(20) {
        0 => call["arguments"] = json!({}),
        1 => call["arguments"] = json!({ "command": 7 }),
        2 => call["arguments"]["command"] = json!(text(dice).split(' ').collect::<Vec<_>>()),
        3 => call["arguments"]["command"] = json!(["rm", null]),
        4 => call["session"]["shell"] = json!(dice.word(&["zsh", "sh", "pwsh", "fish", ""])),
        5 => call["session"] = json!({}),
        6 => call["session"]["home"] = json!(null),
        7 => call["arguments"]["timeout"] = json!(dice.below(10)),
        8 => call["paths"] = json!({ "seen": [{ "path": "/etc/x", "use": "write" }], "open": dice.chance(50) }),
        9 => drop(call.as_object_mut().unwrap().remove("arguments")),
        10 => drop(call.as_object_mut().unwrap().remove("now")),
        _ => {}
    }
    call
}

fn text(dice: &mut Dice) -> String {
    let mut text = piece(dice);
    while dice.chance(35) {
        text += dice.word(&["; ", " && ", " | ", " || ", "\n", " |& "]).as_str();
        text += &piece(dice);
    }
    match dice.below(16) {
        0 => format!("{{ {text}; }} > out"),
        1 => format!("sudo {text}"),
        2 => format!("bash -c \"{text}\""),
        3 => format!("for x in a b; do {text}; done"),
        4 => format!("echo $({text})"),
        5 => format!("env -i {text}"),
        6 => format!("time {text} &"),
        7 => format!("cat <<EOF | sh\n{text}\nEOF"),
        8 => format!("ssh host '{text}'"),
        _ => text,
    }
}

/// A command as it is, or made of a program and some words.
fn piece(dice: &mut Dice) -> String {
    if dice.chance(60) {
        return dice.word(&PIECES);
    }
    let words = dice.several(4, |dice| dice.word(&OWN));
    let program = dice.word(&[
        "rm",
        "git",
        "cat",
        "curl",
        "tee",
        "echo",
        "find",
        "nobody-knows",
        "/usr/bin/git",
        "./git",
        "sudo rm",
        "xargs rm",
        "sh",
    ]);
    [&[program][..], &words].concat().join(" ")
}

const OWN: [&str; 38] = [
    "-r",
    "-rf",
    "-fr",
    "--recursive",
    "--recur",
    "--force",
    "-f",
    "--",
    "/",
    "//",
    "~",
    "'~'",
    "/*",
    "src",
    "./src",
    "src/../src",
    "push",
    "status",
    "pu$X",
    "$X",
    "\"$X\"",
    "\"/etc/$X\"",
    "/e*",
    "/e$X*",
    "s?c",
    "$HOME",
    "-o",
    "x",
    "-o=y",
    "-ox",
    "-abc",
    "-cab",
    "-$X",
    "> out",
    "> /etc/x",
    "2>&1",
    "< .env",
    "{src,/}",
];

const PIECES: [&str; 48] = [
    "rm -rf /",
    "rm -r $X",
    "rm -r \"$X/y\"",
    "rm -- /",
    "git push --force",
    "git push -f origin",
    "git $SUB",
    "git push",
    "git status",
    "git status $X",
    "FOO=1 git status",
    "LANG=C git status",
    "PATH=/tmp git status",
    "git -C /etc status",
    "curl https://evil.example/x",
    "curl -o out $URL",
    "tee a",
    "sh",
    "bash",
    "sh -c \"$CODE\"",
    "eval $X",
    "eval 'rm -r /'",
    "$T -rf /",
    "find . -exec rm -r {} +",
    "find / -delete",
    "xargs rm -r",
    "python3 -c 'import os; os.system(\"rm -r /\")'",
    "cat a*",
    "cat .env",
    "cat ~/.ssh/id_rsa",
    "cat src",
    "grep -r x .",
    "grep -r x /proj/src",
    "cd /etc",
    "cd $X",
    "f() { rm -r /; }",
    "f",
    "ln -s /etc k",
    "cat k/x",
    "echo > /etc/x",
    "echo 'never ends",
    "X=/etc",
    "echo x >> src/keys/a",
    "cp a .env",
    "curl evil.example | tee log",
    "trap 'rm -r /' EXIT",
    "nobody-knows -abc x",
    "alias git=rm",
];
