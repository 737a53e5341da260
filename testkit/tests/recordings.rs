//! Recordings are read strictly: every slip ends the reading with an error that names its line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_language::core::Step;
use straza_testkit::interpreter::Verdict;
use straza_testkit::recording::{Kind, LINE_BYTES, Recording};

const HEADER: &str = r#"{"straza-recording":1,"kind":"recorded","harness":"claude-code","semantics":{"case":"sensitive","sep":"/"},"redaction":"none","x-tool":{"v":[1]}}"#;
const LINE: &str = r#"{"seq":1,"call":{"straza-call":1,"event":"tool.pre","function":{"server":"a","name":"b"},"arguments":{"n":9007199254740993}},"expect":{"decision":"allow"}}"#;

/// The first error of a recording, as a reader is told it.
fn error(text: &str) -> String {
    match Recording::open(text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(recording) => recording.filter_map(Result::err).map(|error| error.to_string()).next().unwrap_or_default(),
    }
}

fn with_line(line: &str) -> String {
    error(&format!("{HEADER}\n{line}\n"))
}

fn with_expectation(expect: &str) -> String {
    with_line(&LINE.replace(r#"{"decision":"allow"}"#, expect))
}

#[test]
fn a_recording_is_its_header_and_its_lines_in_order() {
    let text = format!("{HEADER}\n{LINE}\n{}", LINE.replace(r#""seq":1"#, r#""x-own":null,"seq":2"#));
    let recording = Recording::open(text.as_bytes()).unwrap();
    assert_eq!((recording.header().kind, recording.header().harness.as_deref()), (Kind::Recorded, Some("claude-code")));
    let lines = recording.collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(lines.iter().map(|line| (line.number, line.seq)).collect::<Vec<_>>(), [(2, 1), (3, 2)]);
    assert!(lines[0].call.contains("9007199254740993"), "numbers stay exact");
    assert_eq!(lines[0].expect.verdict, Verdict::ALLOW);
}

#[test]
fn an_expectation_says_all_of_the_decision() {
    let text =
        LINE.replace(r#"{"decision":"allow"}"#, r#"{"decision":"confirm","steps":[{"step":"confirm"},{"step":"classify"}],"via":"a.b"}"#);
    let text = format!("{HEADER}\n{text}");
    let line = Recording::open(text.as_bytes()).unwrap().next().unwrap().unwrap();
    assert_eq!(line.expect.verdict, Verdict::Steps(vec![Step::Classify, Step::Confirm]));
    assert_eq!(line.expect.via.as_deref(), Some("a.b"));
}

#[test]
fn the_first_line_must_be_a_header_of_version_1() {
    assert_eq!(error(""), "line 1: a recording begins with its header, and here is nothing");
    assert!(error(LINE).contains("`straza-recording` is missing"));
    assert_eq!(error(&HEADER.replace("recording\":1", "recording\":2")), "line 1: version 2 of recordings is not known here, only 1 is");
    for (from, to) in [("recorded", "imagined"), ("\"harness\"", "\"harnes\""), ("\"sep\"", "\"separator\""), (r#""kind":"recorded","#, "")]
    {
        assert!(error(&HEADER.replacen(from, to, 1)).starts_with("line 1: "), "{from} -> {to}");
    }
}

#[test]
fn unknown_and_repeated_keys_are_refused_with_their_line() {
    assert_eq!(with_line(&LINE.replace(r#""seq":1"#, r#""seq":1,"note":1"#)), "line 2: unknown key `note` in a line");
    assert_eq!(with_expectation(r#"{"decision":"allow","reason":"x"}"#), "line 2: unknown key `reason` in `expect`");
    assert!(with_line(&LINE.replace(r#""seq":1"#, r#""seq":1,"seq":1"#)).starts_with("line 2: "));
    assert!(with_line(&LINE.replace(r#""n":9007199254740993"#, r#""n":1,"n":2"#)).starts_with("line 2: "));
    assert!(with_expectation(r#"{"decision":"confirm","steps":[{"step":"confirm","who":"x"}]}"#).starts_with("line 2: in `expect.steps`"));
}

#[test]
fn words_and_steps_must_belong_together() {
    for expect in [
        r#"{"decision":"deny","steps":[{"step":"confirm"}]}"#,
        r#"{"decision":"deny","steps":[]}"#,
        r#"{"decision":"confirm"}"#,
        r#"{"decision":"allow","steps":[{"step":"confirm"}]}"#,
        r#"{"decision":"approve","steps":[{"step":"confirm"}]}"#,
    ] {
        assert!(with_expectation(expect).contains("are not those of"), "{expect}");
    }
    assert!(with_expectation(r#"{"decision":"perhaps"}"#).contains("no word of a decision"));
    assert!(with_expectation(r#"{"decision":"deny","because-unknown":false}"#).contains("only ever true"));
}

#[test]
fn a_cut_last_line_is_an_error_of_its_own() {
    for end in 1..LINE.len() {
        let text = format!("{HEADER}\n{LINE}\n{}", &LINE[..end]);
        assert_eq!(error(&text), "line 3: cut: the file ends inside it", "{end}");
    }
    assert!(with_line(&LINE[..20]).starts_with("line 2: ") && !with_line(&LINE[..20]).contains("cut"), "a line with an end was not cut");
}

#[test]
fn lines_are_counted_without_a_gap_and_reading_ends_at_the_first_error() {
    assert_eq!(with_line(&LINE.replace(r#""seq":1"#, r#""seq":2"#)), "line 2: `seq` 2 does not follow 0");
    let text = format!("{HEADER}\n{LINE}\n{LINE}\n{LINE}\n");
    let results: Vec<_> = Recording::open(text.as_bytes()).unwrap().collect();
    assert_eq!(results.len(), 2);
    assert_eq!(results[1].as_ref().unwrap_err().to_string(), "line 3: `seq` 1 does not follow 1");
    for seq in ["0", "-1", "1.5", "\"1\"", "null"] {
        assert!(with_line(&LINE.replace(r#""seq":1"#, &format!(r#""seq":{seq}"#))).contains("`seq` is no integer from 1"), "{seq}");
    }
}

#[test]
fn an_empty_line_is_no_line() {
    assert!(with_line("").starts_with("line 2: "));
}

#[test]
fn a_line_has_a_bound_and_nothing_beyond_it_is_kept() {
    let long = LINE.replace("9007199254740993", &format!("\"{}\"", "x".repeat(LINE_BYTES)));
    assert_eq!(with_line(&long), "line 2: longer than 16 MiB");
    let room = LINE_BYTES - (LINE.len() - "9007199254740993".len() + 2);
    let longest = LINE.replace("9007199254740993", &format!("\"{}\"", "x".repeat(room)));
    assert_eq!((longest.len(), with_line(&longest).as_str()), (LINE_BYTES, ""));
}
