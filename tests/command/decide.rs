//! `straza decide`: from a repository, from a snapshot, and of calls that are no calls.

use super::sandbox::Sandbox;

const CALL: &str = "coding-agent/calls/write-workflow.json";

#[test]
fn a_repository_and_its_snapshot_decide_alike_and_the_explanation_names_source_lines() {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["key", "new", "a.key", "--no-passphrase"]);
    sandbox.expect(0, &["compile", "coding-agent", "-o", "a.snapshot", "--sign", "a.key"]);
    let from_repository = sandbox.expect(0, &["decide", CALL, "coding-agent", "--explain"]);
    let from_snapshot =
        sandbox.expect(0, &["decide", CALL, "coding-agent", "--snapshot", "a.snapshot", "--trust", "a.key.trust", "--explain"]);
    assert_eq!(from_repository.out, from_snapshot.out);
    insta::assert_snapshot!(from_snapshot.out);
    let alone = sandbox.expect(0, &["decide", CALL, "--snapshot", "a.snapshot", "--trust", "a.key.trust"]);
    assert_eq!(alone.out.lines().next(), Some("approve by security, ticket 8h"));
}

#[test]
fn a_snapshot_of_another_policy_is_not_explained_with_these_sources() {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["compile", "coding-agent", "-o", "a.snapshot"]);
    sandbox.replace("coding-agent/policies/workstation.straza", "ticket 8h", "ticket 9h");
    let trust = "coding-agent/target/straza/dev/key.trust";
    let run = sandbox.expect(2, &["decide", CALL, "coding-agent", "--snapshot", "a.snapshot", "--trust", trust]);
    assert!(run.err.contains("another policy than the snapshot"), "{}", run.err);
}

#[test]
fn the_json_answer_has_its_version_decision_and_reason() {
    let sandbox = Sandbox::example("coding-agent");
    let run = sandbox.expect(0, &["decide", CALL, "coding-agent", "--format", "json", "--explain"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&answer["straza-answer"], &answer["decision"], &answer["then"]), (&1.into(), &"approve".into(), &"ask".into()));
    assert_eq!(answer["reported"]["item"]["name"], "pipeline");
    assert!(answer["explained"].is_object());
    assert!(answer["reason"].as_str().unwrap().starts_with("workstation.pipeline needs approval by security: Workflows run"), "{answer:#}");
}

#[test]
fn only_the_answer_that_refuses_has_the_form_that_a_host_passes_on() {
    let sandbox = Sandbox::example("coding-agent");
    let read = r#"{"straza-call":1,"event":"tool.pre","function":{"server":"file","name":"read"},"arguments":{"file_path":"/a/.env"}}"#;
    for (call, reason) in [(read, "straza: denied: workstation.credentials: "), ("{}", "straza: denied: call: ")] {
        sandbox.write("call.json", call);
        let run = sandbox.expect(0, &["decide", "call.json", "coding-agent", "--format", "json"]);
        let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert!(answer["decision"] == "deny" && answer["reason"].as_str().unwrap().starts_with(reason), "{answer:#}");
        let text = sandbox.expect(0, &["decide", "call.json", "coding-agent"]);
        assert!(text.out.starts_with("deny\n") && !text.out.contains("straza: denied"), "{}", text.out);
    }
}

#[test]
fn what_is_no_sound_call_is_denied_with_its_cause() {
    let sandbox = Sandbox::example("coding-agent");
    let call = |arguments: &str| {
        format!(r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"file","name":"read"}},"arguments":{arguments}}}"#)
    };
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(2_000), "]".repeat(2_000));
    let large = format!("{{\"file_path\":\"{}\"}}", "x".repeat(10 << 20));
    let cases = [
        (call("{\"a\":1,\"a\":2}"), "payload"),
        (call("{\"a\":NaN}"), "payload"),
        (call("{\"a\":1e401}"), "payload"),
        (call(&deep), "payload"),
        (call(&large), "too large"),
        ("{}".to_owned(), "call"),
        ("not json".to_owned(), "payload"),
    ];
    for (text, cause) in cases {
        sandbox.write("call.json", &text);
        let run = sandbox.expect(0, &["decide", "call.json", "coding-agent"]);
        let shown: String = text.chars().take(120).collect();
        assert!(run.out.starts_with("deny\n") && run.out.contains(&format!("\n  reason      {cause}: ")), "{shown}\n{}", run.out);
    }
}

#[test]
fn a_call_that_is_not_there_is_an_error() {
    let sandbox = Sandbox::example("coding-agent");
    let run = sandbox.expect(2, &["decide", "no-call.json", "coding-agent"]);
    assert!(run.err.contains("no such file") && run.err.contains("no-call.json"), "{}", run.err);
}

#[test]
fn the_functions_that_a_session_is_offered_are_listed_with_their_listings() {
    let sandbox = Sandbox::example("github-mcp");
    let session = r#"{"straza-call":1,"event":"tool.pre","function":{"server":"file","name":"read"}}"#;
    sandbox.write("session.json", session);
    let run = sandbox.expect(0, &["decide", "session.json", "github-mcp", "--list", "--format", "json"]);
    let offered: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let functions = offered["functions"].as_array().unwrap();
    assert_eq!(offered["straza-offered"], 1);
    let listed = |function: &&serde_json::Value| {
        function["server"] == "github" && function["listing-digest"].as_str().is_some_and(|digest| digest.len() == 64)
    };
    let spelled = |function: &serde_json::Value| function["spelling"] == format!("mcp__github__{}", function["name"].as_str().unwrap());
    assert!(functions.iter().filter(listed).count() > 0 && functions.iter().filter(listed).all(spelled), "{}", run.out);
    let text = sandbox.expect(0, &["decide", "session.json", "github-mcp", "--list"]);
    assert_eq!(text.out.lines().count(), functions.len());
}

#[test]
fn a_job_in_quarantine_is_refused_by_its_check_whatever_the_rules_permit() {
    let sandbox = Sandbox::example("coding-agent");
    let call = |job: &str| {
        format!(
            r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"file","name":"write"}},"arguments":{{"file_path":"/w/a.txt","content":"x"}},"session":{{"workspace":"/w","cwd":"/w","home":"/h"}},"job":{job}}}"#
        )
    };
    sandbox.write("free.json", call(r#"{"quarantine":false}"#));
    sandbox.write("held.json", call(r#"{"quarantine":true}"#));
    assert_eq!(sandbox.expect(0, &["decide", "free.json", "coding-agent"]).out.lines().next(), Some("allow"));
    let held = sandbox.expect(0, &["decide", "held.json", "coding-agent"]).out;
    assert!(held.starts_with("deny\n  decided by  check 7: "), "{held}");
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.expect(0, &["decide", "held.json", "coding-agent", "--format", "json"]).out).unwrap();
    assert_eq!(
        (&json["check"], &json["kind"], &json["decision"], &json["then"]),
        (&"7".into(), &"check".into(), &"deny".into(), &"refuse".into())
    );
}

#[test]
fn the_arguments_that_a_fill_gives_are_those_that_are_decided() {
    let policy = "policy desk {\n    over flow.*\n}\n\ndefaults {\n    *  allow\n}\n\nfill {\n    on   flow.start\n    arg  args.budget else 50\n}\n\n\
                  rule dear {\n    on    flow.start\n    deny  when exists args.budget and args.budget > 20\n}\n";
    let call = r#"{"straza-call":1,"event":"tool.pre","by":{"kind":"model"},"function":{"server":"flow","name":"start"},"arguments":{}}"#;
    let sandbox = Sandbox::repository(&[("policies/desk.straza", policy), ("call.json", call)]);
    let text = sandbox.expect(0, &["decide", "call.json"]).out;
    assert!(text.starts_with("deny\n") && text.contains("desk.dear") && text.contains(r#"arguments   {"budget":50}"#), "{text}");
    let answer: serde_json::Value = serde_json::from_str(&sandbox.expect(0, &["decide", "call.json", "--format", "json"]).out).unwrap();
    assert_eq!((&answer["decision"], &answer["x-arguments"]), (&"deny".into(), &r#"{"budget":50}"#.into()));
}

const COMMAND_CALL: &str = r#"{"straza-call":1,"event":"tool.pre","function":{"server":"shell","name":"exec"},
    "arguments":{"command":"git status && sudo rm -rf / && cat ~/.ssh/id_rsa"},
    "principal":{"type":"human","agency":"interactive"},"session":{"cwd":"/work","workspace":"/work","home":"/home/dana"}}"#;

const COMMAND_POLICY: &str = "policy desk {\n over shell.*\n}\n\ncommand look {\n match `git status`\n allow\n}\n";

#[test]
fn a_command_is_explained_part_by_part_with_the_items_of_each_and_what_it_touches() {
    let sandbox = Sandbox::repository(&[("desk.straza", COMMAND_POLICY), ("call.json", COMMAND_CALL)]);
    insta::assert_snapshot!(sandbox.expect(0, &["decide", "call.json", ".", "--explain"]).out);
    let run = sandbox.expect(0, &["decide", "call.json", ".", "--explain", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let parts = answer["x-command"]["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 4);
    assert_eq!(parts[0]["items"][0]["is"], "permitted by");
    assert_eq!(parts[2]["items"][0]["item"], "std.commands.wipe");
    assert_eq!(parts[3]["items"][0]["why"], "as file.read: it reads `/home/dana/.ssh/id_rsa`");
    assert_eq!(
        answer["reason"].as_str().map(|reason| reason.starts_with("straza: denied: std.commands.wipe on \"rm -rf /\": ")),
        Some(true)
    );
    let quiet = sandbox.expect(0, &["decide", "call.json", ".", "--format", "json"]);
    assert!(!quiet.out.contains("x-command"), "{}", quiet.out);
}

#[test]
fn a_refused_agent_reads_which_part_it_was_and_why() {
    let policy = |otherwise: &str| format!("{COMMAND_POLICY}\ncommands {{\n otherwise {otherwise}\n unreadable deny\n}}\n");
    let sandbox = Sandbox::repository(&[]);
    let cases = [
        ("git status; mkfs.ext4 /dev/sdb1", "std.commands.format on \"mkfs.ext4 /dev/sdb1\": This overwrites a device."),
        ("ls; cat /etc/shadow", "std.commands.credentials on \"cat /etc/shadow\" (reads \"/etc/shadow\"): This reads keys"),
        ("dd if=x of=/dev/sda", "std.commands.device-writes on \"dd if=x of=/dev/sda\" (writes \"/dev/sda\"): This writes to a device"),
        ("bash -c 'ls; mkfs.ext4 x'", "std.commands.format on \"mkfs.ext4\" in \"bash -c 'ls; mkfs.ext4 x'\": This overwrites a device."),
        ("git status && make deploy", "no command rule permits \"make deploy\", and `otherwise` of desk: Ask for a rule."),
        (
            "git status; echo 'x",
            "this command cannot be read in full (a quote, a bracket or a here-document never ends, at \"'x\"), and `unreadable` of desk.",
        ),
    ];
    for (command, expected) in cases {
        sandbox.write("desk.straza", policy(if command.contains("make") { "deny because \"Ask for a rule.\"" } else { "allow" }));
        let call = COMMAND_CALL.replace("git status && sudo rm -rf / && cat ~/.ssh/id_rsa", command);
        sandbox.write("call.json", call);
        let run = sandbox.expect(0, &["decide", "call.json", "."]);
        assert!(run.out.contains(expected), "{command}\n{}", run.out);
    }
}
