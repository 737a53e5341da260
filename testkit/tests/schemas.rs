//! The published schemas and the readers agree: what one takes the other takes, on good and on bad calls, answers and recordings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use jsonschema::{Registry, Validator};
use serde_json::{Value, json};
use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_language::core::Program;
use straza_runtime::call::{Call, Event, Fact, Form, Stage};
use straza_runtime::decide::Scratch;
use straza_runtime::opening::Expectation;
use straza_runtime::snapshot::Snapshot;
use straza_runtime::state::States;
use straza_testkit::answer::{Policy, answer, refused};
use straza_testkit::generate::{self, Dice};
use straza_testkit::recording::{
    CallEntry, Entry, Expectation as Expected, Fate, Header, Kind, Line, Owner, Recording, Redaction, ResultEntry, ResultExpectation, Yes,
    header_text, line_text,
};
use straza_testkit::schemas::{self, Schema};

/// Runs the test with a validator of the schema; the others are at hand for its references.
fn with_validator(schema: Schema, test: impl FnOnce(&Validator)) {
    let registry = schemas::ALL.iter().fold(Registry::new(), |registry, schema| registry.add(schema.id, value(schema.text)).unwrap());
    let registry = registry.prepare().unwrap();
    test(&jsonschema::options().with_registry(&registry).offline().build(&value(schema.text)).unwrap());
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A call with this member put in, or taken out where it is nothing.
fn call_with(path: &[&str], value: Option<Value>) -> Value {
    let mut call = full_call();
    let (last, parents) = path.split_last().unwrap();
    let parent = parents.iter().fold(&mut call, |object, key| object.as_object_mut().unwrap().entry(*key).or_insert_with(|| json!({})));
    match value {
        Some(value) => drop(parent.as_object_mut().unwrap().insert((*last).to_owned(), value)),
        None => drop(parent.as_object_mut().unwrap().remove(*last)),
    }
    call
}

fn full_call() -> Value {
    json!({
        "straza-call": 1, "event": "tool.pre", "stage": ["gate"], "by": {"kind": "model"},
        "function": {"server": "github", "name": "create_issue", "identity": "https://api.example", "plugin": "p", "providers": 1},
        "arguments": {"title": "x"}, "proposed": {"title": "y"},
        "principal": {"user": "dana", "roles": ["a"], "type": "human", "agency": "interactive", "swarm": null, "sponsor": null},
        "agent": {"name": "triage"},
        "session": {"id": "s1", "harness": "claude-code", "version": "2.1.300", "permission-mode": "default", "attestation": "managed",
            "workspace": "/proj", "cwd": "/proj", "home": "/home/dana", "terminal": true},
        "job": {"id": "j1", "routine": null, "shadow": false, "quarantine": false, "depth": 0, "children": 0}, "tree": {"id": "t1"},
        "paths": {"seen": [{"path": "/proj/a", "use": "write"}], "open": false},
        "origins": [{"path": "title"}], "facts": {"granted": {"known": true}, "withdrawn": "unknown", "hooks": {"known": [{"name": "h", "answer": "allow"}]}},
        "now": "2026-01-01T00:00Z", "x-host": {"anything": 1}
    })
}

#[test]
fn reader_and_schema_take_the_same_calls() {
    let good = [
        (&["event"][..], Some(json!("permission.request"))),
        (&["stage"], Some(json!(["propose", "gate"]))),
        (&["stage"], None),
        (&["arguments"], None),
        (&["arguments"], Some(json!({}))),
        (&["principal"], None),
        (&["principal", "user"], Some(json!(null))),
        (&["principal", "roles"], Some(json!([]))),
        (&["principal", "roles"], Some(json!(null))),
        (&["by"], Some(json!({"kind": "hook", "plugin": "p", "name": "n", "event": "tool.pre"}))),
        (&["by"], Some(json!({"kind": "follow-up", "call": "c"}))),
        (&["by"], Some(json!({"kind": "session", "x-a": 1}))),
        (&["by"], Some(json!({"kind": "model", "plugin": null}))),
        (&["function"], Some(json!({"server": "file", "name": "read"}))),
        (&["function"], Some(json!({"server": "file", "name": "read", "identity": null}))),
        (&["function", "providers"], Some(json!(null))),
        (&["function", "x-note"], Some(json!([]))),
        (&["session", "terminal"], Some(json!(null))),
        (&["session", "cwd"], None),
        (&["job", "depth"], Some(json!(7))),
        (&["job", "depth"], Some(json!(1.0))),
        (&["paths"], Some(json!({}))),
        (&["paths"], Some(json!({"seen": []}))),
        (&["paths", "open"], Some(json!(true))),
        (&["facts"], Some(json!({}))),
        (&["facts", "x-own"], Some(json!(5))),
        (&["facts", "secrets"], Some(json!({"known": {"found": ["deploy-key"]}}))),
        (&["facts", "granted"], Some(json!("unknown"))),
        (&["facts", "turn"], Some(json!({"known": [{"asks": true, "reads-only": false, "decision": "pending"}]}))),
        (&["facts", "killed"], Some(json!({"known": {"until": "2026-01-01T00:00Z", "because": "an incident"}}))),
        (&["facts", "killed"], Some(json!({"known": false}))),
        (&["facts", "listing-digest"], Some(json!({"known": null}))),
        (&["facts", "secrets"], Some(json!({"known": "clean"}))),
        (
            &["facts", "approvals"],
            Some(
                json!({"known": [{"kind": "steps", "by": [{"user": "kim", "roles": ["lead"]}], "made": "person", "decision": "yes", "asked-at": "2026-01-01T00:00Z"}]}),
            ),
        ),
        (&["now"], Some(json!("2026-12-31T23:59:59Z"))),
        (&["now"], None),
        (&["origins"], Some(json!([]))),
    ];
    let bad = [
        (&["straza-call"][..], Some(json!(2))),
        (&["straza-call"], Some(json!("1"))),
        (&["straza-call"], None),
        (&["event"], None),
        (&["event"], Some(json!("tool.perhaps"))),
        (&["event"], Some(json!(1))),
        (&["function"], None),
        (&["function"], Some(json!("github.create_issue"))),
        (&["function", "server"], None),
        (&["function", "server"], Some(json!(""))),
        (&["function", "server"], Some(json!("Straza"))),
        (&["function", "server"], Some(json!("Shell"))),
        (&["function", "server"], Some(json!("file"))),
        (&["function", "server"], Some(json!("x".repeat(129)))),
        (&["function", "name"], Some(json!("x".repeat(257)))),
        (&["function", "name"], Some(json!(null))),
        (&["function", "providers"], Some(json!(2))),
        (&["function", "providers"], Some(json!(0))),
        (&["function", "version"], Some(json!("1"))),
        (&["stage"], Some(json!([]))),
        (&["stage"], Some(json!(["somewhere"]))),
        (&["stage"], Some(json!("gate"))),
        (&["by"], Some(json!({}))),
        (&["by"], Some(json!({"kind": "chance"}))),
        (&["by"], Some(json!({"kind": "hook", "plugin": "p"}))),
        (&["by"], Some(json!({"kind": "follow-up"}))),
        (&["by"], Some(json!("model"))),
        (&["arguments"], Some(json!(null))),
        (&["arguments"], Some(json!([]))),
        (&["proposed"], Some(json!("x"))),
        (&["principal", "type"], Some(json!("robot"))),
        (&["principal", "agency"], Some(json!(true))),
        (&["principal", "roles"], Some(json!("admin"))),
        (&["principal", "roles"], Some(json!([1]))),
        (&["principal", "role"], Some(json!("a"))),
        (&["principal"], Some(json!(null))),
        (&["agent", "kind"], Some(json!("x"))),
        (&["session", "attestation"], Some(json!("high"))),
        (&["session", "terminal"], Some(json!("yes"))),
        (&["job", "depth"], Some(json!(-1))),
        (&["job", "depth"], Some(json!(1.5))),
        (&["job", "labels"], Some(json!([]))),
        (&["paths", "seen"], Some(json!(["/a"]))),
        (&["paths", "seen"], Some(json!([{"path": "/a"}]))),
        (&["paths", "seen"], Some(json!([{"path": "/a", "use": "run"}]))),
        (&["paths", "open"], Some(json!(null))),
        (&["paths", "closed"], Some(json!(true))),
        (&["facts", "granted"], Some(json!(true))),
        (&["facts", "granted"], Some(json!({"known": "yes"}))),
        (&["facts", "granted"], Some(json!("known"))),
        (&["facts", "granted"], Some(json!({}))),
        (&["facts", "turn"], Some(json!({"known": [{"asks": true, "reads-only": false}]}))),
        (&["facts", "hooks"], Some(json!({"known": [{"plugin": "p", "name": "h", "answer": "allow"}]}))),
        (&["facts", "listing-digest"], Some(json!({"known": "AB"}))),
        (&["facts", "killed"], Some(json!({"known": {"until": "soon"}}))),
        (&["facts", "secrets"], Some(json!({"known": "dirty"}))),
        (&["facts", "rumour"], Some(json!("unknown"))),
        (&["facts"], Some(json!([]))),
        (&["now"], Some(json!("today"))),
        (&["now"], Some(json!(0))),
        (&["now"], Some(json!("2026-01-01"))),
        (&["origins"], Some(json!({}))),
        (&["origins"], Some(json!(["x"]))),
        (&["origins"], Some(json!(vec![json!({}); 65]))),
        (&["extra"], Some(json!(1))),
        (&["Event"], Some(json!("tool.pre"))),
    ];
    with_validator(schemas::CALL, |schema| {
        let takes = |call: &Value| (schema.is_valid(call), Call::read(call.to_string().as_bytes()).is_ok());
        assert_eq!(takes(&full_call()), (true, true));
        for (path, value) in good {
            assert_eq!(takes(&call_with(path, value.clone())), (true, true), "{path:?} {value:?}");
        }
        for (path, value) in bad {
            assert_eq!(takes(&call_with(path, value.clone())), (false, false), "{path:?} {value:?}");
        }
    });
}

#[test]
fn the_schema_names_every_event_stage_and_fact_of_the_reader_and_no_other() {
    let schema = value(schemas::CALL.text);
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let listed = |list: &Value| sorted(list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect());
    let keys = |object: &Value| sorted(object.as_object().unwrap().keys().cloned().collect());
    let properties = &schema["properties"];
    assert_eq!(listed(&properties["event"]["enum"]), sorted(Event::ALL.iter().map(|(_, name)| (*name).to_owned()).collect()));
    assert_eq!(listed(&properties["stage"]["items"]["enum"]), sorted(Stage::ALL.iter().map(|(_, name)| (*name).to_owned()).collect()));
    assert_eq!(keys(&properties["facts"]["properties"]), sorted(Fact::ALL.iter().map(|row| row.name.to_owned()).collect()));
}

#[test]
fn the_schema_says_of_every_fact_what_the_reader_says() {
    let schema = value(schemas::CALL.text);
    for row in Fact::ALL {
        let own = json!({
            "oneOf": [{"const": "unknown"}, object(json!({"known": form_schema(row.form)}), &["known"])],
            "description": row.means,
        });
        let written = &schema["properties"]["facts"]["properties"][row.name];
        assert_eq!(written, &own, "write this of the fact `{}`:\n{own:#}", row.name);
    }
}

/// A form as JSON Schema.
fn form_schema(form: Form) -> Value {
    match form {
        Form::Flag => json!({"type": "boolean"}),
        Form::Count => json!({"type": "integer", "minimum": 0}),
        Form::Text => json!({"type": "string"}),
        Form::Word(words) => json!({"enum": words}),
        Form::Instant => schema_of_now(),
        Form::Digest => json!({"type": "string", "pattern": "^[0-9a-f]{64}$"}),
        Form::Arguments => json!({"type": "object"}),
        Form::Anything => json!({}),
        Form::Null(inner) => json!({"anyOf": [{"type": "null"}, form_schema(*inner)]}),
        Form::Either(one, other) => json!({"anyOf": [form_schema(*one), form_schema(*other)]}),
        Form::List(inner, limit) => json!({"type": "array", "maxItems": limit, "items": form_schema(*inner)}),
        Form::Object(members) => {
            let properties: serde_json::Map<String, Value> =
                members.iter().map(|member| (member.name.to_owned(), form_schema(member.form))).collect();
            let required: Vec<&str> = members.iter().filter(|member| member.required).map(|member| member.name).collect();
            object(Value::Object(properties), &required)
        }
    }
}

fn schema_of_now() -> Value {
    let mut now = value(schemas::CALL.text)["properties"]["now"].clone();
    now.as_object_mut().unwrap().remove("description");
    now
}

fn object(properties: Value, required: &[&str]) -> Value {
    let mut own = json!({
        "type": "object",
        "properties": properties,
        "patternProperties": {"^x-": true},
        "additionalProperties": false,
    });
    if !required.is_empty() {
        own["required"] = json!(required);
    }
    own
}

#[test]
fn generated_calls_and_their_answers_are_of_the_published_form() {
    let mut dice = Dice::new(11);
    for n in 0..60 {
        let snapshot = snapshot(&generate::program(&mut dice));
        let policy = Policy { id: snapshot.id(), serial: snapshot.serial() };
        for _ in 0..20 {
            let text = generate::call(&mut dice).to_string();
            let call = Call::read(text.as_bytes()).unwrap();
            let decision = snapshot.decide(&call, &States::EMPTY, &mut Scratch::new(&snapshot));
            let explanation = snapshot.explain(&call, &States::EMPTY);
            with_validator(schemas::CALL, |schema| assert!(schema.is_valid(&value(&text)), "{text}"));
            with_validator(schemas::ANSWER, |schema| {
                for answer in
                    [answer(&snapshot, policy, &call, &decision, None), answer(&snapshot, policy, &call, &decision, Some(&explanation))]
                {
                    let error = schema.iter_errors(&answer).next().map(|error| error.to_string());
                    assert_eq!(error, None, "policy {n}: {answer:#}");
                }
            });
        }
    }
}

#[test]
fn a_call_that_cannot_be_read_has_an_answer_too() {
    with_validator(schemas::ANSWER, |schema| {
        for text in ["", "[]", "{}", r#"{"straza-call":1,"straza-call":1}"#, r#"{"straza-call":1,"event":"x","function":{}}"#] {
            let answer = refused(&Call::read(text.as_bytes()).unwrap_err());
            assert!(schema.is_valid(&answer), "{answer:#}");
            assert_eq!(answer["decision"], "deny");
            assert!(answer["reason"].as_str().unwrap().starts_with("straza: denied: "));
        }
    });
}

#[test]
fn an_answer_says_unknown_absent_and_empty_each_in_its_own_way() {
    with_validator(schemas::ANSWER, |schema| {
        let answer = |members: Value| {
            let mut answer = json!({"straza-answer": 1, "check": "rules", "kind": "item", "then": "proceed", "decision": "allow", "steps": [],
                "reported": {"item": {"set": "s", "name": "i", "part": 0, "certain": true}}, "reason": ""});
            members
                .as_object()
                .unwrap()
                .iter()
                .for_each(|(key, value)| drop(answer.as_object_mut().unwrap().insert(key.clone(), value.clone())));
            answer
        };
        let explained = |unknowns: Value| json!({"explained": {"fired": [], "permitted": [], "defaults": [], "without-unknown": "allow", "unknowns": unknowns}});
        for good in [json!({}), explained(json!([])), explained(json!(["args.x"]))] {
            assert!(schema.is_valid(&answer(good.clone())), "{good}");
        }
        let refusal_with_steps = json!({"decision": "deny", "then": "refuse"});
        for bad in [
            explained(json!(null)),
            json!({"steps": null}),
            refusal_with_steps,
            json!({"decision": "maybe"}),
            json!({"then": "hope"}),
            json!({"note": "x"}),
            json!({"reported": {}}),
        ] {
            assert!(!schema.is_valid(&answer(bad.clone())), "{bad}");
        }
    });
}

#[test]
fn lines_of_a_recording_are_of_the_published_form() {
    let header = Header {
        version: 2,
        kind: Kind::Reconstructed,
        harness: Some("codex".to_owned()),
        semantics: None,
        redaction: Some(Redaction::None),
        complete: vec![Owner::Job, Owner::Person],
    };
    let mut dice = Dice::new(3);
    let mut text = header_text(&header) + "\n";
    for seq in 1..=40 {
        let entry = entry(&mut dice, seq);
        text += &(line_text(&Line { number: 0, seq, entry }) + "\n");
    }
    with_validator(schemas::RECORDING, |schema| {
        for line in text.lines() {
            let error = schema.iter_errors(&value(line)).next().map(|error| error.to_string());
            assert_eq!(error, None, "{line}");
        }
    });
    let lines = Recording::open(text.as_bytes()).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(lines.len(), 40);
}

/// A call, now and then a result or an event.
fn entry(dice: &mut Dice, seq: u64) -> Entry {
    let snapshot = snapshot(&generate::program(dice));
    let call = generate::call(dice).to_string();
    if seq.is_multiple_of(5) {
        let expect = [None, Some(ResultExpectation::Withheld), Some(ResultExpectation::Passed("[1]".to_owned()))]
            [usize::try_from(seq % 3).unwrap()]
        .clone();
        let result = (seq.is_multiple_of(10)).then(|| "{\"n\":1}".to_owned());
        return Entry::Result(ResultEntry {
            of: seq - 1,
            failed: result.is_none(),
            result,
            labels: vec!["a".to_owned()],
            open: seq.is_multiple_of(2),
            expect,
        });
    }
    let read = Call::read(call.as_bytes()).unwrap();
    let outcome = straza_testkit::agreement::decided(&snapshot, &read, &mut Scratch::new(&snapshot));
    let via = straza_testkit::wording::via(&outcome.reported);
    let expect = Expected { via, verdict: outcome.verdict, because_unknown: seq.is_multiple_of(2), because: None };
    if !read.event().asks() {
        return Entry::Event { call, expect: (seq.is_multiple_of(2)).then_some(expect) };
    }
    let yes = vec![Yes { deciders: vec!["a".to_owned()], count: 1 }];
    let fate = [Fate::Open, Fate::Refused, Fate::Made(Vec::new()), Fate::Made(yes)][usize::try_from(seq % 4).unwrap()].clone();
    Entry::Call(CallEntry { call, expect, turn: (seq.is_multiple_of(3)).then(|| "t".to_owned()), fate })
}

#[test]
fn reader_and_schema_refuse_the_same_lines_of_a_recording() {
    let call = json!({"straza-call": 1, "event": "tool.pre", "function": {"server": "a", "name": "b"}});
    let event = json!({"straza-call": 1, "event": "session.end", "function": {"server": "a", "name": "b"}});
    let (allow, deny) = (json!({"decision": "allow"}), json!({"decision": "deny"}));
    let confirm = json!({"decision": "confirm", "steps": [{"step": "confirm"}]});
    let lines = [
        (json!({"seq": 1, "call": call, "expect": allow}), true),
        (json!({"seq": 1, "call": call, "expect": confirm}), false),
        (json!({"seq": 1, "call": call, "expect": confirm, "fate": "open"}), true),
        (json!({"seq": 1, "call": call, "expect": confirm, "fate": "made", "yes": [{"deciders": ["a"], "count": 2}]}), true),
        (json!({"seq": 1, "call": call, "expect": confirm, "fate": "made", "yes": [{"deciders": ["a"]}]}), false),
        (json!({"seq": 1, "call": call, "expect": allow, "yes": []}), true),
        (json!({"seq": 1, "call": call, "expect": deny, "yes": []}), false),
        (json!({"seq": 1, "call": call, "expect": allow, "fate": "refused", "yes": []}), false),
        (json!({"seq": 1, "call": call, "expect": allow, "fate": "lost"}), false),
        (json!({"seq": 1, "call": call, "expect": allow, "turn": 1}), false),
        (json!({"seq": 1, "event": event}), true),
        (json!({"seq": 1, "event": event, "expect": allow, "x-own": 1}), true),
        (json!({"seq": 1, "event": call}), false),
        (json!({"seq": 1, "event": event, "turn": "t"}), false),
        (json!({"seq": 1}), false),
        (json!({"seq": 1, "for": 1, "result": 1, "failed": true}), false),
        (json!({"seq": 1, "for": 1, "labels": [1]}), false),
        (json!({"seq": 1, "for": 1, "expect": {"redact": 1}}), false),
    ];
    with_validator(schemas::RECORDING, |schema| {
        for (line, is_good) in lines {
            let text = format!("{{\"straza-recording\":2,\"kind\":\"recorded\"}}\n{line}\n");
            let read = Recording::open(text.as_bytes()).unwrap().collect::<Result<Vec<_>, _>>();
            assert_eq!((schema.is_valid(&line), read.is_ok()), (is_good, is_good), "{line} {read:?}");
        }
    });
}

fn snapshot(program: &Program) -> Snapshot {
    let key = SigningKey::from_secret(&[5; 32], KeyKind::Release);
    let compiled = compile(program, &CompileOptions { serial: 1, budget: None }, &key).unwrap();
    Snapshot::open(&compiled.bytes, &trust_in(&key).unwrap(), &Expectation::default()).unwrap()
}
