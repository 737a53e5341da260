//! Generated calls, as the published JSON: members missing, null, of the wrong type, not composed, and now and then on an event that
//! is only looked at.

use straza_language::tests::Json;

use super::alphabet::*;
use super::condition;
use super::dice::Dice;

/// A call's JSON.
pub fn call(dice: &mut Dice) -> Json {
    let (server, name) = function(dice);
    let mut parts = vec![
        ("straza-call", number("1")),
        ("event", text(event(dice))),
        ("function", object([Some(("server", text(&server))), Some(("name", text(&name))), identity(dice, &server)])),
    ];
    if dice.chance(92) {
        parts.push(("arguments", arguments(dice)));
    }
    if dice.chance(95) {
        parts.push(("principal", principal(dice)));
    }
    if dice.chance(80) {
        parts.push(("agent", object([maybe(dice, 80, "name", &["x", "y", "triage"])])));
    }
    if dice.chance(90) {
        parts.push(("session", session(dice)));
    }
    if dice.chance(70) {
        parts.push(("job", job(dice)));
    }
    if dice.chance(60) {
        parts.push(("paths", paths(dice)));
    }
    if dice.chance(60) {
        parts.push(("facts", granted(dice)));
    }
    if dice.chance(85) {
        parts.push(("now", Json::Text(instant(dice))));
    }
    object(parts.into_iter().map(Some))
}

fn function(dice: &mut Dice) -> (String, String) {
    if dice.chance(30) {
        let (server, name) = LOCAL.get(dice.below(LOCAL.len())).copied().unwrap_or_default();
        return (server.to_owned(), name.to_owned());
    }
    (dice.word(SERVERS), dice.word(NAMES))
}

fn event(dice: &mut Dice) -> &'static str {
    match dice.below(40) {
        0 => "permission.request",
        1 => "prompt.submit",
        2 => "session.start",
        _ => "tool.pre",
    }
}

/// No local tool has one.
fn identity(dice: &mut Dice, server: &str) -> Option<(&'static str, Json)> {
    let is_local = LOCAL.iter().any(|(local, _)| *local == server);
    (!is_local && dice.chance(25))
        .then(|| ("identity", text(&dice.word(&["https://one.example", "https://one.example", "https://two.example"]))))
}

fn arguments(dice: &mut Dice) -> Json {
    let mut members: Vec<(String, Json)> = Vec::new();
    for key in ["a", "b", "c", "d"] {
        if dice.chance(65) {
            members.push((key.to_owned(), value(dice, 2)));
        }
    }
    if dice.chance(60) {
        members.push(("list".to_owned(), list(dice, 2)));
    }
    if dice.chance(5) {
        members.push((dice.word(WILD_KEYS), value(dice, 1)));
    }
    if dice.chance(15) {
        members.push(("file_path".to_owned(), Json::Text(path(dice))));
    }
    Json::Object(members)
}

fn value(dice: &mut Dice, depth: usize) -> Json {
    match dice.below(if depth == 0 { 13 } else { 18 }) {
        0 => Json::Null,
        1 | 2 => Json::Boolean(dice.chance(50)),
        3..=6 => Json::Number(dice.word(WILD_NUMBERS)),
        7 if dice.chance(40) => Json::Text(dice.word(WILD_TEXTS)),
        7..=12 => Json::Text(condition::text(dice)),
        13 | 14 => list(dice, depth - 1),
        _ => nested(dice, depth - 1),
    }
}

fn list(dice: &mut Dice, depth: usize) -> Json {
    match dice.below(20) {
        0 => value(dice, 0),
        _ => Json::List(dice.several(4, |dice| value(dice, depth))),
    }
}

fn nested(dice: &mut Dice, depth: usize) -> Json {
    let mut members: Vec<(String, Json)> = Vec::new();
    for key in ["a", "b", "list"] {
        if dice.chance(60) {
            members.push((key.to_owned(), value(dice, depth)));
        }
    }
    if dice.chance(3) {
        members.push(("A".to_owned(), Json::Null));
    }
    Json::Object(members)
}

fn principal(dice: &mut Dice) -> Json {
    let roles = match dice.below(10) {
        0 => None,
        1 => Some(("roles", Json::Null)),
        _ => Some(("roles", Json::List(dice.several(3, |dice| text(&dice.word(ROLES)))))),
    };
    object([
        maybe(dice, 85, "user", &["dana", "x", "e\u{301}"]),
        roles,
        maybe(dice, 85, "type", &["human", "human", "agent", "service"]),
        maybe(dice, 85, "agency", &["interactive", "interactive", "interactive", "supervised", "autonomous"]),
        maybe(dice, 50, "sponsor", &["x", "lead"]),
    ])
}

fn session(dice: &mut Dice) -> Json {
    let place = |dice: &mut Dice, key, usual: &str| match dice.below(10) {
        0 => None,
        1 => Some((key, Json::Null)),
        2 => Some((key, Json::Text(path(dice)))),
        _ => Some((key, text(usual))),
    };
    object([
        maybe(dice, 80, "harness", &["x", "claude-code"]),
        maybe(dice, 80, "version", &["1.2.0", "2.0", "1.2.1", "x"]),
        maybe(dice, 80, "attestation", &["none", "managed"]),
        place(dice, "workspace", "/w"),
        place(dice, "cwd", "/w/a"),
        place(dice, "home", "/h"),
        dice.chance(70).then(|| ("terminal", Json::Boolean(dice.chance(50)))),
    ])
}

fn job(dice: &mut Dice) -> Json {
    object([
        maybe(dice, 80, "id", &["x", "j"]),
        dice.chance(80).then(|| ("depth", number(&dice.word(&["0", "1", "100"])))),
        dice.chance(80).then(|| ("shadow", Json::Boolean(dice.chance(50)))),
    ])
}

fn paths(dice: &mut Dice) -> Json {
    let seen =
        dice.several(4, |dice| object([Some(("path", Json::Text(path(dice)))), Some(("use", text(&dice.word(&["read", "write"]))))]));
    object([Some(("seen", Json::List(seen))), Some(("open", Json::Boolean(dice.chance(30))))])
}

fn path(dice: &mut Dice) -> String {
    let among = if dice.chance(80) { PATHS } else { WILD_PATHS };
    dice.word(among)
}

fn granted(dice: &mut Dice) -> Json {
    let fact = match dice.below(4) {
        0 => text("unknown"),
        1 => object([Some(("known", Json::Boolean(false)))]),
        _ => object([Some(("known", Json::Boolean(true)))]),
    };
    object([Some(("granted", fact))])
}

fn instant(dice: &mut Dice) -> String {
    jiff::Timestamp::from_second(dice.pick(NOWS)).unwrap_or_default().to_string()
}

/// A member that is mostly there, seldom null.
fn maybe<'k>(dice: &mut Dice, percent: usize, key: &'k str, among: &[&str]) -> Option<(&'k str, Json)> {
    let value = if dice.chance(6) { Json::Null } else { text(&dice.word(among)) };
    dice.chance(percent).then_some((key, value))
}

fn object<'k>(members: impl IntoIterator<Item = Option<(&'k str, Json)>>) -> Json {
    Json::Object(members.into_iter().flatten().map(|(key, value): (&str, Json)| (key.to_owned(), value)).collect())
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn number(text: &str) -> Json {
    Json::Number(text.to_owned())
}
