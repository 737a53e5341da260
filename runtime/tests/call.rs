//! The published call: what is read, what is refused with which word, and what stays unknown.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use proptest::prelude::*;
use straza_runtime::call::{By, Event, Fact, Part, Stage};
use straza_runtime::json::Value;
use straza_runtime::limits;
use straza_runtime::path::SeenPath;
use straza_runtime::{Call, Cause};

const WHOLE: &str = r#"{
  "straza-call": 1, "event": "tool.pre", "stage": ["gate", "edge"], "by": {"kind": "hook", "plugin": "p", "name": "h", "event": "tool.pre"},
  "function": {"server": "github", "name": "create_issue", "identity": "https://api.example", "plugin": "p", "providers": 1},
  "arguments": {"title": "t", "labels": ["a", "b"]}, "proposed": {"title": "other"},
  "principal": {"user": "dana", "roles": ["a"], "type": "human", "agency": "interactive", "swarm": null, "sponsor": null, "x-team": 3},
  "agent": {"name": "triage"},
  "session": {"id": "s1", "harness": "claude-code", "version": "2.1.300", "permission-mode": "default", "attestation": "managed",
    "workspace": "/proj/", "cwd": "/proj/src", "home": "/home/dana", "terminal": true},
  "job": {"id": "j1", "routine": null, "shadow": false, "quarantine": false, "depth": 0, "children": 2}, "tree": {"id": "t1"},
  "paths": {"seen": [{"path": "../a", "use": "write"}, {"path": "~/b", "use": "read"}], "open": false},
  "origins": [{"path": "title"}], "facts": {"granted": {"known": true}, "withdrawn": "unknown"}, "now": "2026-01-01T00:00Z", "x-trace": "7"
}"#;

fn minimal(more: &str) -> String {
    format!("{{\"straza-call\":1,\"event\":\"tool.pre\",\"function\":{{\"server\":\"a\",\"name\":\"b\"}}{more}}}")
}

fn read(text: &str) -> Call {
    Call::read(text.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

fn refusal(text: &str) -> (Cause, String) {
    let refusal = Call::read(text.as_bytes()).expect_err(text);
    let message = refusal.to_string();
    assert!(message.starts_with(&format!("straza: denied: {}: ", refusal.cause.word())), "{message}");
    assert!(message.len() <= limits::MESSAGE_BYTES, "{message}");
    (refusal.cause, refusal.detail)
}

fn file_call(name: &str, arguments: &str) -> Call {
    let session = r#""session":{"cwd":"/proj","home":"/home/dana"}"#;
    read(&format!(
        "{{\"straza-call\":1,\"event\":\"tool.pre\",\"function\":{{\"server\":\"file\",\"name\":\"{name}\"}},{session},\"arguments\":{arguments}}}"
    ))
}

fn seen(call: &Call) -> Vec<Option<&str>> {
    call.paths().seen.iter().map(|path| path.text.as_deref()).collect()
}

#[test]
fn a_whole_call_is_read() {
    let call = read(WHOLE);
    assert_eq!((call.event(), call.server(), call.name()), (Event::ToolPre, "github", "create_issue"));
    assert_eq!((call.identity(), call.function().plugin()), (Some("https://api.example"), Some("p")));
    assert_eq!(call.stages(), [Stage::Gate, Stage::Edge]);
    assert_eq!(call.by(), Some(&By::Hook { plugin: "p".into(), name: "h".into(), event: "tool.pre".into() }));
    assert_eq!(call.arguments().unwrap().len(), 2);
    assert_eq!(call.proposed().unwrap().len(), 1);
    assert_eq!(call.part(Part::Principal).unwrap().get("swarm"), Some(&Value::Null));
    assert_eq!(call.part(Part::Session).unwrap().get("terminal"), Some(&Value::Bool(true)));
    assert_eq!((call.cwd(), call.home(), call.workspace()), (Some("/proj/src"), Some("/home/dana"), Some("/proj")));
    assert_eq!(seen(&call), [Some("/proj/a"), Some("/home/dana/b")]);
    assert!(!call.paths().open);
    assert_eq!(call.granted(), Some(true));
    assert_eq!(call.facts().known(Fact::Withdrawn), None);
    assert_eq!(call.now(), Some(1_767_225_600));
    assert_eq!((call.autonomous(), call.human()), (false, Some(true)));
    assert_eq!(call.origins().len(), 1);
    assert_eq!(call.elements(), 2 + 1 + 2);
}

#[test]
fn what_a_call_does_not_say_is_unknown() {
    let call = read(&minimal(""));
    assert_eq!(call.arguments(), None);
    assert!([Part::Principal, Part::Agent, Part::Session, Part::Job, Part::Tree].into_iter().all(|part| call.part(part).is_none()));
    assert_eq!((call.now(), call.granted(), call.human(), call.by()), (None, None, None, None));
    assert!(call.autonomous(), "agency is not known");
    assert!(call.paths().open && call.paths().seen.is_empty());
    assert_eq!((call.text_bytes(), call.elements()), (2, 0));
    assert_eq!(read(&minimal(r#","arguments":{}"#)).arguments().map(|arguments| arguments.len()), Some(0));
    assert!(!read(&minimal(r#","principal":{"agency":"supervised"}"#)).autonomous());
    assert!(read(&minimal(r#","principal":{"agency":null}"#)).autonomous());
    assert_eq!(read(&minimal(r#","principal":{"type":"service"}"#)).human(), Some(false));
}

#[test]
fn every_published_event_is_read_and_no_other() {
    for (event, name) in Event::ALL {
        assert_eq!(read(&minimal("").replace("tool.pre", name)).event(), *event);
    }
    assert_eq!(refusal(&minimal("").replace("tool.pre", "Tool.Pre")).0, Cause::Event);
    assert_eq!(refusal(&minimal("").replace("tool.pre", "tool.during")), (Cause::Event, "unknown event \"tool.during\"".into()));
}

#[test]
fn every_slip_in_the_envelope_has_its_cause() {
    for (more, cause, place) in [
        (r#","colour":1"#, Cause::Call, "colour"),
        (r#","Now":"2026-01-01T00:00Z""#, Cause::Case, "Now"),
        (r#","x-a":1,"x-A":2"#, Cause::Case, "x-A"),
        (r#","arguments":{},"arguments":{}"#, Cause::Payload, "arguments"),
        (r#","arguments":{"a":{"b":1,"b":2}}"#, Cause::Payload, "twice"),
        (r#","arguments":null"#, Cause::Call, "arguments"),
        (r#","arguments":[]"#, Cause::Call, "arguments"),
        (r#","arguments":{"n":NaN}"#, Cause::Payload, "number"),
        (r#","arguments":{"n":1e401}"#, Cause::Payload, "400"),
        (r#","proposed":1"#, Cause::Call, "proposed"),
        (r#","principal":"dana""#, Cause::Call, "principal"),
        (r#","principal":{"name":"dana"}"#, Cause::Call, "name"),
        (r#","principal":{"User":"dana"}"#, Cause::Case, "User"),
        (r#","principal":{"user":3}"#, Cause::Call, "principal.user"),
        (r#","principal":{"roles":"a"}"#, Cause::Call, "principal.roles"),
        (r#","principal":{"roles":["a",1]}"#, Cause::Call, "principal.roles"),
        (r#","principal":{"type":"robot"}"#, Cause::Call, "principal.type"),
        (r#","principal":{"agency":"Interactive"}"#, Cause::Call, "principal.agency"),
        (r#","session":{"attestation":"high"}"#, Cause::Call, "session.attestation"),
        (r#","session":{"terminal":"yes"}"#, Cause::Call, "session.terminal"),
        (r#","job":{"depth":-1}"#, Cause::Call, "job.depth"),
        (r#","job":{"depth":0.5}"#, Cause::Call, "job.depth"),
        (r#","job":{"labels":[]}"#, Cause::Call, "labels"),
        (r#","agent":{"id":"x"}"#, Cause::Call, "id"),
        (r#","tree":{"id":1}"#, Cause::Call, "tree.id"),
        (r#","stage":"gate""#, Cause::Call, "stage"),
        (r#","stage":["door"]"#, Cause::Call, "stage"),
        (r#","stage":[]"#, Cause::Call, "stage"),
        (r#","by":{"kind":"ghost"}"#, Cause::Call, "by.kind"),
        (r#","by":{"kind":"hook","plugin":"p"}"#, Cause::Call, "by."),
        (r#","by":{}"#, Cause::Call, "by.kind"),
        (r#","facts":{"granted":true}"#, Cause::Call, "facts.granted"),
        (r#","facts":{"granted":{"known":"yes"}}"#, Cause::Call, "facts.granted.known"),
        (r#","facts":{"granted":{}}"#, Cause::Call, "facts.granted.known"),
        (r#","facts":{"granted":"no"}"#, Cause::Call, "facts.granted"),
        (r#","facts":{"given":"unknown"}"#, Cause::Call, "given"),
        (r#","now":1767225600"#, Cause::Call, "now"),
        (r#","now":"2026-02-30T00:00Z""#, Cause::Call, "now"),
        (r#","paths":[]"#, Cause::Call, "paths"),
        (r#","paths":{"seen":["/a"]}"#, Cause::Call, "paths.seen[]"),
        (r#","paths":{"seen":[{"path":"/a"}]}"#, Cause::Call, "paths.seen[].use"),
        (r#","paths":{"seen":[{"path":"/a","use":"run"}]}"#, Cause::Call, "paths.seen[].use"),
        (r#","paths":{"open":"no"}"#, Cause::Call, "paths.open"),
        (r#","origins":{}"#, Cause::Call, "origins"),
        (r#","origins":[1]"#, Cause::Call, "origins[]"),
    ] {
        let (found, detail) = refusal(&minimal(more));
        assert_eq!(found, cause, "{more}: {detail}");
        assert!(detail.contains(place), "{more}: {detail}");
    }
}

#[test]
fn version_event_and_function_are_required() {
    let call = |version: &str, event: &str, function: &str| {
        format!("{{{}}}", [version, event, function].join(",").trim_matches(',').replace(",,", ","))
    };
    let (version, event, function) = (r#""straza-call":1"#, r#""event":"tool.pre""#, r#""function":{"server":"a","name":"b"}"#);
    assert_eq!(refusal(&call("", event, function)).0, Cause::Call);
    assert_eq!(refusal(&call(version, "", function)).0, Cause::Call);
    assert_eq!(refusal(&call(version, event, "")).0, Cause::Call);
    assert_eq!(read(&call(r#""straza-call":1.0"#, event, function)).name(), "b");
    for other in ["2", "\"1\"", "0", "null", "1.5"] {
        assert_eq!(refusal(&call(&format!("\"straza-call\":{other}"), event, function)).0, Cause::Version, "{other}");
    }
    // Another version is told before what it changed.
    assert_eq!(refusal(r#"{"straza-call":2,"occasion":"tool"}"#).0, Cause::Version);
    assert_eq!(refusal("[]").0, Cause::Call);
    assert_eq!(refusal("").0, Cause::Payload);
    assert_eq!(refusal("{\"straza-call\":1").0, Cause::Payload);
    assert_eq!(refusal("\u{feff}{}").0, Cause::Payload);
}

#[test]
fn names_that_nobody_may_use_are_refused() {
    let call = |function: &str| format!("{{\"straza-call\":1,\"event\":\"tool.pre\",\"function\":{function}}}");
    for (function, cause) in [
        (r#"{"server":"a"}"#, Cause::Call),
        (r#"{"name":"a"}"#, Cause::Call),
        (r#""a.b""#, Cause::Call),
        (r#"{"server":"a","name":"b","version":1}"#, Cause::Call),
        (r#"{"server":"","name":"b"}"#, Cause::Function),
        (r#"{"server":"a","name":""}"#, Cause::Function),
        (r#"{"server":"a","name":"b\u0000"}"#, Cause::Function),
        (r#"{"server":"a","name":"b\u202e"}"#, Cause::Function),
        (r#"{"server":"a","name":"e\u0301"}"#, Cause::Function),
        (r#"{"server":"straza","name":"approve"}"#, Cause::Function),
        (r#"{"server":"Straza","name":"approve"}"#, Cause::Function),
        (r#"{"server":"shell","name":"exec","identity":"https://x"}"#, Cause::Function),
        (r#"{"server":"file","name":"read","plugin":"p"}"#, Cause::Function),
        (r#"{"server":"Shell","name":"exec"}"#, Cause::Case),
        (r#"{"server":"a","name":"b","providers":2}"#, Cause::Function),
        (r#"{"server":"a","name":"b","providers":0}"#, Cause::Function),
        (r#"{"server":"a","name":"b","providers":"1"}"#, Cause::Call),
    ] {
        assert_eq!(refusal(&call(function)).0, cause, "{function}");
    }
    assert!(refusal(&call(r#"{"server":"a","name":"b","providers":2}"#)).1.contains("2 plugins provide it"));
    read(&call(r#"{"server":"shell","name":"exec","identity":null,"providers":1}"#));
}

#[test]
fn each_limit_of_a_call_holds_exactly() {
    let named = |server: usize, name: usize| {
        format!(
            "{{\"straza-call\":1,\"event\":\"tool.pre\",\"function\":{{\"server\":\"{}\",\"name\":\"{}\"}}}}",
            "s".repeat(server),
            "n".repeat(name)
        )
    };
    read(&named(limits::SERVER_BYTES, limits::FUNCTION_BYTES));
    assert_eq!(refusal(&named(limits::SERVER_BYTES + 1, 1)).0, Cause::Function);
    assert_eq!(refusal(&named(1, limits::FUNCTION_BYTES + 1)).0, Cause::Function);

    let padded = |bytes: usize| {
        let mut text = minimal("");
        text.push_str(&" ".repeat(bytes - text.len()));
        text
    };
    read(&padded(limits::CALL_BYTES));
    assert_eq!(refusal(&padded(limits::CALL_BYTES + 1)).0, Cause::TooLarge);
    assert!(Call::read_within(padded(limits::CALL_BYTES + 1).as_bytes(), limits::JSON_BYTES).is_ok());

    let nested = |levels: usize| minimal(&format!(",\"arguments\":{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels)));
    read(&nested(limits::JSON_DEPTH - 2));
    assert_eq!(refusal(&nested(limits::JSON_DEPTH - 1)).0, Cause::Payload);
    assert_eq!(refusal(&nested(2_000)).0, Cause::Payload);

    let roles = |count: usize| minimal(&format!(",\"principal\":{{\"roles\":[{}]}}", vec!["\"r\""; count].join(",")));
    assert!(!read(&roles(limits::ROLES)).roles_open());
    let cut = read(&roles(limits::ROLES + 1));
    assert!(cut.roles_open());
    assert_eq!(cut.part(Part::Principal).unwrap().get("roles").unwrap().as_list().unwrap().len(), limits::ROLES);

    let origins = |count: usize| minimal(&format!(",\"origins\":[{}]", vec!["{}"; count].join(",")));
    read(&origins(limits::ORIGINS));
    assert_eq!(refusal(&origins(limits::ORIGINS + 1)).0, Cause::Limit);

    let paths = |count: usize| {
        minimal(&format!(",\"paths\":{{\"open\":false,\"seen\":[{}]}}", vec![r#"{"path":"/a","use":"read"}"#; count].join(",")))
    };
    assert!(!read(&paths(limits::PATHS)).paths().open);
    let cut = read(&paths(limits::PATHS + 1));
    assert!(cut.paths().open && cut.paths().seen.len() == limits::PATHS);

    let path = |bytes: usize| {
        minimal(&format!(",\"paths\":{{\"open\":false,\"seen\":[{{\"path\":\"/{}\",\"use\":\"read\"}}]}}", "p".repeat(bytes - 1)))
    };
    let longest = read(&path(limits::PATH_BYTES));
    assert!(!longest.paths().open && longest.paths().seen[0].text.is_some());
    let longer = read(&path(limits::PATH_BYTES + 1));
    assert!(longer.paths().open && longer.paths().seen[0].text.is_none());
}

#[test]
fn ten_mebibytes_of_arguments_are_refused_with_their_cause() {
    let text = minimal(&format!(",\"arguments\":{{\"content\":\"{}\"}}", "x".repeat(10 << 20)));
    assert_eq!(refusal(&text).0, Cause::TooLarge);
    assert!(Call::read_within(text.as_bytes(), limits::JSON_BYTES).is_ok());
}

#[test]
fn the_paths_of_file_tools_come_from_their_arguments() {
    let write = file_call("write", r#"{"file_path":"/proj/a/../b","content":"/etc/passwd"}"#);
    assert_eq!(write.paths().seen, [SeenPath { text: Some("/proj/b".into()), pattern: None, read: false, write: true }]);
    assert!(!write.paths().open);
    let read_one = file_call("read", r#"{"path":"x","offset":3,"pages":"1-2"}"#);
    assert_eq!(read_one.paths().seen, [SeenPath { text: Some("/proj/x".into()), pattern: None, read: true, write: false }]);
    assert!(!read_one.paths().open);
    let edit = file_call(
        "edit",
        r#"{"file_path":"~/n","old_string":"a","new_string":"b","replace_all":true,"edits":[{"old_string":"x","new_string":"y"}]}"#,
    );
    assert_eq!(edit.paths().seen, [SeenPath { text: Some("/home/dana/n".into()), pattern: None, read: true, write: true }]);
    assert!(!edit.paths().open);
    let several = file_call("write", r#"{"files":[{"path":"a","content":"x"},"b",{"file_path":"c"}],"paths":["d"],"notebook_path":"e"}"#);
    assert_eq!(seen(&several), [Some("/proj/a"), Some("/proj/b"), Some("/proj/c"), Some("/proj/e"), Some("/proj/d")]);
    assert!(!several.paths().open);
}

#[test]
fn a_list_of_paths_is_open_where_something_may_hide_one() {
    for arguments in [
        "{}",
        r#"{"content":"x"}"#,
        r#"{"path":"a","pattern":"**/x"}"#,
        r#"{"path":"a","Path":"b"}"#,
        r#"{"path":"a","path2":"b"}"#,
        r#"{"path":"a","options":{"target":"b"}}"#,
        r#"{"path":"a","options":[["b"]]}"#,
        r#"{"path":"a","file_path":null}"#,
        r#"{"path":["a"]}"#,
        r#"{"path":"a","files":{"path":"b"}}"#,
        r#"{"path":"a","files":[["b"]]}"#,
        r#"{"path":"a","files":[{"path":"b","to":"c"}]}"#,
        r#"{"path":"a","edits":[{"file":"b"}]}"#,
        r#"{"path":"a","edits":["b"]}"#,
    ] {
        assert!(file_call("edit", arguments).paths().open, "{arguments}");
    }
    for arguments in [r#"{"path":"a","limit":5,"flags":[true,null,{}]}"#, r#"{"path":"a","content":"b","edits":[]}"#] {
        assert!(!file_call("edit", arguments).paths().open, "{arguments}");
    }
    let unobserved = read(r#"{"straza-call":1,"event":"tool.pre","function":{"server":"file","name":"read"}}"#);
    assert!(unobserved.paths().open);
    let other = file_call("glob", r#"{"path":"a"}"#);
    assert!(other.paths().open && other.paths().seen.is_empty());
    let unknown = file_call("read", r#"{"path":"C:\\x"}"#);
    assert_eq!(seen(&unknown), [None]);
    assert!(!unknown.paths().open);
}

#[test]
fn a_file_address_names_a_path_that_its_text_does_not_spell() {
    for address in ["file:///etc/shadow", "FILE:///etc/shadow", "file:/etc/shadow", "file://localhost/etc/%73hadow", "file:x"] {
        assert_eq!(seen(&file_call("read", &format!("{{\"path\":\"{address}\"}}"))), [None], "{address}");
    }
    assert_ne!(seen(&file_call("read", r#"{"path":"files/x"}"#)), [None]);
}

#[test]
fn folders_of_the_session_are_cleaned_or_unknown() {
    let session = |members: &str| read(&minimal(&format!(",\"session\":{{{members}}}")));
    let call = session(r#""cwd":"~/p/../q","home":"/home/dana/","workspace":"~""#);
    assert_eq!((call.cwd(), call.home(), call.workspace()), (Some("/home/dana/q"), Some("/home/dana"), Some("/home/dana")));
    let call = session(r#""cwd":"proj","home":"home","workspace":"C:\\x""#);
    assert_eq!((call.cwd(), call.home(), call.workspace()), (None, None, None));
    let call = session(r#""cwd":null,"workspace":"~/x""#);
    assert_eq!((call.cwd(), call.home(), call.workspace()), (None, None, None));
}

#[test]
fn a_hosts_list_is_open_unless_it_says_otherwise() {
    assert!(read(&minimal(r#","paths":{"seen":[]}"#)).paths().open);
    assert!(!read(&minimal(r#","paths":{"open":false}"#)).paths().open);
    let file = r#"{"straza-call":1,"event":"tool.pre","function":{"server":"file","name":"read"},"arguments":{"path":"/a"},"paths":{"seen":[],"open":false}}"#;
    assert!(read(file).paths().seen.is_empty(), "the host's list stands in place of the derived one");
}

#[test]
fn untrusted_text_in_a_refusal_is_escaped_and_short() {
    let key = "\u{1b}[2J\u{202e}".to_owned() + &"k".repeat(900);
    let (_, detail) = refusal(&minimal(&format!(",{}:1", serde_json::to_string(&key).unwrap())));
    assert!(!detail.contains(['\u{1b}', '\u{202e}']), "{detail}");
    assert!(detail.len() < 200, "{detail}");
}

#[test]
fn a_person_or_an_agent_whose_name_cannot_be_compared_is_nobody_known() {
    let of = |name: &str| {
        let more = format!(r#","principal":{{"type":"human","user":"{name}"}},"agent":{{"name":"{name}"}}"#);
        let call = Call::read(minimal(&more).as_bytes()).unwrap();
        (call.person().map(str::to_owned), call.agent_name().map(str::to_owned))
    };
    assert_eq!(of("ren\u{e9}"), (Some("ren\u{e9}".to_owned()), Some("ren\u{e9}".to_owned())));
    assert_eq!(of("rene\u{301}"), (None, None));
}

/// Calls whose members are right, wrong, missing, doubled.
fn nearly_call() -> impl Strategy<Value = String> {
    let member = prop::sample::select(
        &[
            r#""straza-call":1"#,
            r#""event":"tool.pre""#,
            r#""function":{"server":"file","name":"edit"}"#,
            r#""function":{"server":"a","name":"b","providers":3}"#,
            r#""arguments":{"path":"a","x":[1,"y"]}"#,
            r#""arguments":null"#,
            r#""paths":{"seen":[{"path":"~","use":"read"}]}"#,
            r#""session":{"cwd":"~/a/.."}"#,
            r#""principal":{"roles":[]}"#,
            r#""now":"2026-01-01T00:00Z""#,
            r#""now":"9999-99-99T99:99Z""#,
            r#""facts":{"granted":{"known":1}}"#,
            r#""x-y":{}"#,
            r#""by":{}"#,
        ][..],
    );
    prop::collection::vec(member, 0..8).prop_map(|members| format!("{{{}}}", members.join(",")))
}

proptest! {
    #[test]
    fn no_call_panics_and_reading_twice_reads_the_same(text in nearly_call()) {
        let once = Call::read(text.as_bytes());
        prop_assert_eq!(&once, &Call::read(text.as_bytes()));
        match once {
            Ok(call) => prop_assert_eq!(call.digest(), call.clone().digest()),
            Err(refusal) => prop_assert!(refusal.to_string().starts_with("straza: denied: ")),
        }
    }

    #[test]
    fn a_whole_call_with_a_changed_byte_is_read_or_refused(at in 0..WHOLE.len(), byte in any::<u8>()) {
        let mut bytes = WHOLE.as_bytes().to_vec();
        bytes[at] = byte;
        if let Err(refusal) = Call::read(&bytes) {
            prop_assert!(!refusal.detail.is_empty());
        }
    }
}
