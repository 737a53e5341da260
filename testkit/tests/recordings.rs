//! Recordings are read strictly: every slip ends the reading with an error that names its line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_language::core::Step;
use straza_testkit::interpreter::Verdict;
use straza_testkit::recording::{Entry, Fate, Kind, LINE_BYTES, Line, Recording, Yes, line_text};

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
    let Entry::Call(call) = &lines[0].entry else { panic!("a call") };
    assert!(call.call.contains("9007199254740993"), "numbers stay exact");
    assert_eq!((&call.expect.verdict, &call.fate), (&Verdict::ALLOW, &Fate::Open), "version 1 does not say what became of it");
}

#[test]
fn an_expectation_says_all_of_the_decision() {
    let text =
        LINE.replace(r#"{"decision":"allow"}"#, r#"{"decision":"confirm","steps":[{"step":"confirm"},{"step":"classify"}],"via":"a.b"}"#);
    let text = format!("{HEADER}\n{text}");
    let line = Recording::open(text.as_bytes()).unwrap().next().unwrap().unwrap();
    let expect = line.expectation().unwrap();
    assert_eq!(expect.verdict, Verdict::Steps(vec![Step::Classify, Step::Confirm]));
    assert_eq!(expect.via.as_deref(), Some("a.b"));
}

#[test]
fn the_first_line_must_be_a_header_of_a_version_that_is_known() {
    assert_eq!(error(""), "line 1: a recording begins with its header, and here is nothing");
    assert!(error(LINE).contains("`straza-recording` is missing"));
    assert_eq!(
        error(&HEADER.replace("recording\":1", "recording\":3")),
        "line 1: version 3 of recordings is not known here, only 1 and 2 are"
    );
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

const JOB: &str = r#"{"straza-recording":2,"kind":"recorded","complete":["job","tree"]}"#;
const EVENT: &str = r#"{"seq":1,"event":{"straza-call":1,"event":"prompt.submit","function":{"server":"other","name":"prompt.submit"}}}"#;

fn in_a_job(lines: &[&str]) -> Result<Vec<Line>, String> {
    let text = [JOB].iter().chain(lines).fold(String::new(), |text, line| text + line + "\n");
    Recording::open(text.as_bytes()).unwrap().collect::<Result<_, _>>().map_err(|error| error.to_string())
}

#[test]
fn version_2_says_what_became_of_a_call_what_came_back_and_what_happened_beside_it() {
    let asked = LINE
        .replace(r#"{"decision":"allow"}"#, r#"{"decision":"confirm","steps":[{"step":"confirm"}]}"#)
        .replace(r#""seq":1"#, r#""seq":2"#);
    let made =
        asked.replace("}}\n", "}").trim_end_matches('}').to_owned() + r#"},"turn":"t","fate":"made","yes":[{"deciders":["a"],"count":1}]}"#;
    let made = made.replace(r#"[{"step":"confirm"},"turn""#, r#"[{"step":"confirm"}]},"turn""#);
    let lines = [
        EVENT,
        made.as_str(),
        r#"{"seq":3,"for":2,"result":{"n":1.50},"labels":["pii"],"open":true,"expect":{"result":{"n":1.5}}}"#,
        r#"{"seq":4,"for":2,"failed":true,"expect":"withhold"}"#,
        r#"{"seq":5,"for":1,"result":null,"expect":"as-is"}"#,
    ];
    let read = in_a_job(&lines).unwrap();
    let Entry::Call(call) = &read[1].entry else { panic!("a call") };
    assert_eq!((call.turn.as_deref(), &call.fate), (Some("t"), &Fate::Made(vec![Yes { deciders: vec!["a".to_owned()], count: 1 }])));
    assert!(matches!(&read[2].entry, Entry::Result(result) if result.of == 2 && result.open && result.labels == ["pii"]));
    let again: Vec<String> = read.iter().map(line_text).collect();
    let texts: Vec<&str> = again.iter().map(String::as_str).collect();
    assert_eq!(in_a_job(&texts).unwrap(), read, "what is written reads back as it was");
}

#[test]
fn what_became_of_a_call_is_plain_only_where_nobody_is_asked() {
    let fate = |expect: &str, more: &str| {
        let line = LINE.replace(r#""expect":{"decision":"allow"}"#, &format!(r#""expect":{expect}{more}"#));
        let lines = in_a_job(&[&line])?;
        let Entry::Call(call) = &lines[0].entry else { panic!("a call") };
        Ok::<_, String>(call.fate.clone())
    };
    assert_eq!(fate(r#"{"decision":"allow"}"#, ""), Ok(Fate::Made(Vec::new())));
    assert_eq!(fate(r#"{"decision":"deny"}"#, ""), Ok(Fate::Refused));
    assert_eq!(fate(r#"{"decision":"allow"}"#, r#","fate":"refused""#), Ok(Fate::Refused));
    let confirm = r#"{"decision":"confirm","steps":[{"step":"confirm"}]}"#;
    assert_eq!(fate(confirm, r#","fate":"open""#), Ok(Fate::Open));
    assert_eq!(fate(confirm, "").unwrap_err(), "line 2: a call that was to confirm says by `fate` what became of it");
    assert_eq!(fate(confirm, r#","fate":"refused","yes":[]"#).unwrap_err(), "line 2: `yes` is said of a call that was made");
    assert!(fate(confirm, r#","fate":"perhaps""#).unwrap_err().starts_with("line 2: `fate` is made, refused or open"));
}

#[test]
fn slips_of_version_2_are_refused_with_their_line() {
    for (line, expected) in [
        (r#"{"seq":1,"for":1,"result":1}"#, "line 2: `for` 1 is no earlier call"),
        (r#"{"seq":1,"for":0,"result":1}"#, "line 2: `for` is no integer from 1"),
        (r#"{"seq":1,"for":1,"reslt":1}"#, "line 2: unknown key `reslt` in a result's line"),
        (r#"{"seq":1,"for":1,"failed":true,"result":1}"#, "line 2: a call that failed has no `result`"),
        (r#"{"seq":1,"for":1,"open":1}"#, "line 2: `open` is no boolean"),
        (r#"{"seq":1,"for":1,"expect":"redact"}"#, "line 2: `expect` of a result is \"withhold\", \"as-is\" or {\"result\": …}"),
        (
            &EVENT.replace("prompt.submit\",\"f", "tool.pre\",\"f"),
            "line 2: `event` holds no event that only happens: a call stands in `call`",
        ),
        (&EVENT.replace(r#""seq":1"#, r#""seq":1,"fate":"made""#), "line 2: unknown key `fate` in an event's line"),
    ] {
        assert_eq!(in_a_job(&[line]).unwrap_err(), expected, "{line}");
    }
    assert_eq!(error(&JOB.replace("recording\":2", "recording\":1")), "line 1: `complete` is said from version 2 on");
    assert!(error(&JOB.replace("\"tree\"", "\"forest\"")).starts_with("line 1: in the header: unknown variant `forest`"));
    assert_eq!(with_line(EVENT), "line 2: unknown key `event` in a line", "version 1 knows calls alone");
}
