//! Whatever the text is: no panic, findings with places in the text, and what has no error compiles and opens.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use proptest::prelude::*;
use straza_compiler::codes::SELF_CHECK;
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::workspace::Workspace;

const SAMPLE: &str = r##"//! Guardrails.

policy desk {
    over      desk.*, file.*
    for       principal.roles has agent or session.attestation in [managed, sandboxed]
    priority  50
}

use shared

role agent, lead, cfo
role auditor = "App - Audit"

catalog desk from "desk.json" {
    trust   readOnlyHint
    effect  read_*       read, closed-world
    mark    iban         alnum
    open    read_note
}

let ceiling = 100.00
let home    = ["EUR", "USD"]

defaults {
    read+closed-world  allow
    granted            allow after approve by sponsor
    *                  deny because "Nothing lets this through."
}

/// Large ones wait.
rule large {
    on       desk.pay, desk.release
    when     args.amount > ceiling or args.currency not in home
    unless   principal.roles has lead
    require  approve by 2 of lead or cfo, ticket 8h, distinct
             because "Above {ceiling} a lead decides on {args.amount}."
    deny     when args.amount > 1000000
    expires  2027-01-31
}

rule files {
    on     file.write, file.edit
    deny   when any paths like "/**/.env*" or any paths under "~/.ssh"   because "Off limits."
    allow  when every paths under session.workspace
}

rule names {
    on      desk.read_note
    allow after confirm and notify lead when args.name matches r"[a-z]+-\d{1,3}" and not (args.tags? has "secret")
    shadow
}

rule hours {
    on     desk.pay
    allow  when now within mon-fri 07:00..19:00 in "Europe/Zurich" and any line in args.lines ( line.kind == "x" and line.price < 10 )
}

test "large" {
    as    user "dana" roles [agent]
    given session { attestation: "managed" }
    call  desk.pay { amount: 250.00, currency: "EUR", lines: [] } => approve by 2 of lead or cfo, ticket 8h, distinct via large
}
"##;

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "`",
    ",",
    ".",
    "*",
    "?",
    "\n",
    "\r\n",
    "//",
    "///",
    " and ",
    " or ",
    " not ",
    "deny",
    "allow",
    "rule x {",
    "on a.b",
    "when true",
    "args.x",
    "é",
    "\u{feff}",
    "\u{0}",
    "-1",
    "1e999",
    "ticket",
    "let y = 1",
    "9999-99-99",
    "matches \"(\"",
    "«",
];

/// What happens to a text: so many bytes from here are cut, copied to there, or a piece comes in.
#[derive(Debug, Clone)]
enum Edit {
    Cut(usize, usize),
    Copy(usize, usize, usize),
    Insert(usize, &'static str),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = || 0..SAMPLE.len();
    let one = prop_oneof![
        (place(), 1usize..60).prop_map(|(at, length)| Edit::Cut(at, length)),
        (place(), 1usize..200, place()).prop_map(|(from, length, to)| Edit::Copy(from, length, to)),
        (place(), proptest::sample::select(PIECES)).prop_map(|(at, piece)| Edit::Insert(at, piece)),
    ];
    prop::collection::vec(one, 0..6)
}

fn edited(edits: &[Edit]) -> String {
    let mut text = SAMPLE.to_owned();
    for edit in edits {
        let place = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        match *edit {
            Edit::Cut(at, length) => text.replace_range(place(at)..place(at + length), ""),
            Edit::Copy(from, length, to) => {
                let (copied, to) = (text[place(from)..place(from + length)].to_owned(), place(to));
                text.insert_str(to, &copied);
            }
            Edit::Insert(at, piece) => {
                let at = place(at);
                text.insert_str(at, piece);
            }
        }
    }
    text
}

fn workspace(text: &str) -> Workspace {
    let mut workspace = Workspace::new();
    workspace.set_file("desk.straza", text.to_owned());
    workspace.set_file("shared.straza", "let last = 3\n".to_owned());
    let properties = r#""amount": {"type": "number"}, "currency": {"type": "string", "enum": ["EUR", "USD"]}, "lines": {"type": "array", "items": {"type": "object"}}"#;
    let tool = |name: &str, properties: &str| {
        let required: Vec<&str> = properties.split('"').filter(|word| ["amount", "currency", "lines", "name"].contains(word)).collect();
        format!(r#"{{"name": "{name}", "inputSchema": {{"type": "object", "properties": {{{properties}}}, "required": {required:?}}}}}"#)
    };
    let note = r#""name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}, "note": {"type": "string"}, "iban": {"type": "string"}"#;
    let tools = [tool("pay", properties), tool("release", properties), tool("read_note", note)].join(", ");
    workspace.set_catalog("desk.json", format!(r#"{{"tools": [{tools}]}}"#));
    workspace
}

#[test]
fn the_sample_itself_has_no_error() {
    let checked = workspace(SAMPLE).check();
    let errors: Vec<_> = checked.diagnostics.iter().map(|found| (found.diagnostic.code.to_string(), &found.diagnostic.message)).collect();
    assert!(checked.program.is_some(), "{errors:#?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_checked_and_what_has_no_error_compiles(edits in edits()) {
        let text = edited(&edits);
        let workspace = workspace(&text);
        let checked = workspace.check();
        for found in &checked.diagnostics {
            let text = workspace.text(&found.path).unwrap();
            let span = found.diagnostic.span;
            prop_assert!(text.get(span.start as usize..span.end as usize).is_some(), "{:?} is no place in the text", found);
        }
        workspace.tests();
        workspace.source_map();
        if let Some(program) = checked.program {
            let key = SigningKey::from_secret(&[1; 32], KeyKind::Development);
            let compiled = compile(&program, &CompileOptions { serial: 1, budget: None }, &key);
            let faults = compiled.err().into_iter().flatten().filter(|problem| problem.code == SELF_CHECK);
            prop_assert_eq!(faults.collect::<Vec<_>>(), []);
        }
    }

    #[test]
    fn checking_after_an_edit_says_what_checking_afresh_says(first in edits(), second in edits()) {
        let mut edited_in_place = workspace(&edited(&first));
        edited_in_place.check();
        edited_in_place.set_file("desk.straza", edited(&second));
        let afresh = workspace(&edited(&second));
        prop_assert_eq!(edited_in_place.check(), afresh.check());
        prop_assert_eq!(edited_in_place.tests(), afresh.tests());
        prop_assert_eq!(edited_in_place.source_map(), afresh.source_map());
    }
}
