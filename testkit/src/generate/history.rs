//! Generated histories: calls of a few functions in a few jobs, most of them made, some refused, with results that come at once, later or never.

use straza_language::tests::Json;

use crate::interpreter::{Approval, At, Carried};

use super::alphabet::*;
use super::call;
use super::dice::Dice;

/// What becomes of a generated call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is made, with these approvals.
    Dispatched(Vec<Approval>),
    /// It is refused.
    Refused,
    /// It is only asked about.
    Asked,
}

/// Something that happens.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// A call is decided, and then made or not.
    Call {
        /// For its result.
        number: u32,
        /// In which job.
        at: At,
        /// Its JSON.
        call: Json,
        /// What is carried while it is decided.
        carried: Carried,
        /// What becomes of it.
        fate: Fate,
    },
    /// The result of a call comes.
    Result {
        /// Of which.
        of: u32,
        /// Nothing: none came.
        result: Option<Json>,
        /// Labels that the host found in it.
        labels: Vec<String>,
        /// There may be more.
        open: bool,
    },
}

/// Calls and results, in their order.
pub fn history(dice: &mut Dice) -> Vec<Happening> {
    let mut second = DAY;
    let mut happenings = Vec::new();
    let mut waiting: Vec<Happening> = Vec::new();
    for number in 0..u32::try_from(8 + dice.below(18)).unwrap_or(8) {
        second += dice.pick(&[0, 1, 1, 29, 30, 31, 60, 61, 3_600]);
        let at = dice.pick(&[(0, 0), (0, 0), (0, 0), (0, 0), (0, 1), (1, 0)]);
        let at = At { tree: at.0, job: at.1 };
        let mut call = call_at(dice, at, second);
        if dice.chance(30) {
            call = repeated(dice, &happenings, call);
        }
        let fate = fate(dice);
        let is_made = matches!(fate, Fate::Dispatched(_));
        happenings.push(Happening::Call { number, at, call, carried: carried(dice), fate });
        if is_made && dice.chance(75) {
            waiting.push(result(dice, number));
        }
        while !waiting.is_empty() && dice.chance(65) {
            happenings.push(waiting.remove(dice.below(waiting.len())));
        }
    }
    happenings.extend(waiting);
    happenings
}

fn fate(dice: &mut Dice) -> Fate {
    match dice.below(12) {
        0 | 1 => Fate::Refused,
        2 => Fate::Asked,
        _ => Fate::Dispatched(dice.several(3, |dice| Approval { deciders: vec![dice.word(&["cfo", "lead", "dev"])], count: 1 })),
    }
}

/// Mostly everything.
fn carried(dice: &mut Dice) -> Carried {
    let mut is_there = || !dice.chance(4);
    Carried { job: is_there(), tree: is_there(), person: is_there(), agent: is_there() }
}

fn result(dice: &mut Dice, of: u32) -> Happening {
    let object =
        |dice: &mut Dice| Json::Object(vec![("id".to_owned(), value(dice)), ("more".to_owned(), Json::List(dice.several(3, value)))]);
    let result = dice.chance(90).then(|| if dice.chance(70) { object(dice) } else { value(dice) });
    let labels = if dice.chance(12) { vec![dice.word(LABELS)] } else { Vec::new() };
    Happening::Result { of, result, labels, open: dice.chance(2) }
}

/// A generated call, its function, arguments, who, when and where replaced by few.
fn call_at(dice: &mut Dice, at: At, second: i64) -> Json {
    let Json::Object(parts) = call::call(dice) else { return Json::Null };
    let replaced = ["event", "function", "arguments", "principal", "agent", "job", "facts", "now"];
    let kept = parts.into_iter().filter(|(key, _)| !replaced.contains(&key.as_str()));
    let is_prompt = dice.chance(8);
    let mut parts: Vec<(String, Json)> = kept.collect();
    let mut add = |key: &str, value: Json| parts.push((key.to_owned(), value));
    add("event", text(if is_prompt { "prompt.submit" } else { "tool.pre" }));
    add("function", function(dice));
    if dice.chance(95) {
        add("arguments", if is_prompt { prompt(dice) } else { arguments(dice) });
    }
    if dice.chance(95) {
        add("principal", principal(dice));
    }
    if dice.chance(90) {
        add("agent", Json::Object(some(dice, 92, "name", &["x", "x", "y"])));
    }
    add("job", job(dice, at));
    add("facts", facts(dice));
    for key in ["hosts", "recipients"] {
        if dice.chance(20) {
            add(key, listed(dice, if key == "hosts" { &["a.b", "A.B", "c.d."] } else { &["x", "y", "e\u{301}"] }));
        }
    }
    if dice.chance(15) {
        add("origins", Json::List(vec![receipt(dice)]));
    }
    if dice.chance(93) {
        add("now", Json::Text(jiff::Timestamp::from_second(second).unwrap_or_default().to_string()));
    }
    Json::Object(parts)
}

/// The call with the function and the arguments of an earlier one.
fn repeated(dice: &mut Dice, happenings: &[Happening], call: Json) -> Json {
    let earlier: Vec<&Json> = happenings
        .iter()
        .filter_map(|happening| match happening {
            Happening::Call { call, .. } => Some(call),
            Happening::Result { .. } => None,
        })
        .collect();
    let (Some(Json::Object(model)), Json::Object(parts)) = (earlier.get(dice.below(earlier.len())), &call) else { return call };
    let is_same = |key: &str| matches!(key, "event" | "function" | "arguments");
    let same = model.iter().filter(|(key, _)| is_same(key));
    Json::Object(same.chain(parts.iter().filter(|(key, _)| !is_same(key))).cloned().collect())
}

fn function(dice: &mut Dice) -> Json {
    let (server, name) = dice.pick(&[
        ("crm", "read"),
        ("crm", "read"),
        ("crm", "write"),
        ("crm", "write"),
        ("mail", "write"),
        ("mail", "other"),
        ("net", "fetch"),
        ("task", "spawn"),
    ]);
    let identity = dice.pick(&["", "", "https://one.example", "https://one.example", "https://two.example"]);
    let mut members = vec![("server".to_owned(), text(server)), ("name".to_owned(), text(name))];
    if !identity.is_empty() && matches!(server, "crm" | "mail") {
        members.push(("identity".to_owned(), text(identity)));
    }
    Json::Object(members)
}

fn arguments(dice: &mut Dice) -> Json {
    let mut members = Vec::new();
    let mut may = |dice: &mut Dice, percent, key: &str, make: fn(&mut Dice) -> Json| {
        if dice.chance(percent) {
            let made = make(dice);
            members.push((key.to_owned(), made));
        }
    };
    may(dice, 85, "n", |dice| Json::Number(dice.word(&["1", "1.0", "2"])));
    may(dice, 85, "id", value);
    may(dice, 70, "amount", |dice| if dice.chance(90) { Json::Number(dice.word(&["1", "2.5", "100", "-3", "0"])) } else { value(dice) });
    may(dice, 50, "to", |dice| if dice.chance(60) { text(&dice.word(&["x", "y"])) } else { Json::List(dice.several(3, value)) });
    may(dice, 50, "url", |dice| text(&dice.word(&["https://a.b/x", "http://C.D", "a.b", "https://u@a.b:8/"])));
    may(dice, 25, "file", |dice| text(&dice.word(&["/w/a", "a", "../x", ""])));
    Json::Object(members)
}

/// Few values, some of them one value in two spellings.
fn value(dice: &mut Dice) -> Json {
    match dice.below(20) {
        0 => Json::Null,
        1 => Json::Boolean(true),
        2 => Json::Number("1.50".to_owned()),
        3 => Json::List(vec![text("x"), text("y")]),
        4 => Json::Object(vec![("id".to_owned(), text("x"))]),
        5 | 6 => Json::Number(dice.word(&["1", "1.0", "-1", "250"])),
        7 => text(&dice.word(&["e\u{301}", "1", "true", "-1", "1.5"])),
        8 => text(&dice.word(&["DE 1", "de1", "X"])),
        _ => text(&dice.word(&["x", "x", "y"])),
    }
}

fn prompt(dice: &mut Dice) -> Json {
    let prompt = dice.word(&["use x, please", "\"y\" and 250.", "X 1", "", "nothing here"]);
    Json::Object(vec![("prompt".to_owned(), text(&prompt))])
}

fn principal(dice: &mut Dice) -> Json {
    let parts = [
        some(dice, 95, "user", &["dana", "dana", "x"]),
        some(dice, 95, "type", &["human", "human", "agent"]),
        some(dice, 60, "sponsor", &["dana", "x"]),
        some(dice, 95, "agency", &["interactive", "interactive", "interactive", "autonomous"]),
        vec![("roles".to_owned(), Json::List(dice.several(2, |dice| text(&dice.word(ROLES)))))],
    ];
    Json::Object(parts.concat())
}

fn job(dice: &mut Dice, at: At) -> Json {
    let mut members = some(dice, 85, "id", &[]);
    members.iter_mut().for_each(|(_, id)| *id = text(&format!("j{}", at.job)));
    if dice.chance(85) {
        members.push(("children".to_owned(), Json::Number(dice.word(&["0", "0", "1", "2"]))));
    }
    Json::Object(members)
}

fn facts(dice: &mut Dice) -> Json {
    let known = |value| Json::Object(vec![("known".to_owned(), value)]);
    let granted = ("granted".to_owned(), known(Json::Boolean(dice.chance(70))));
    let flow = match dice.below(6) {
        0 => Some(known(Json::Object(vec![("name".to_owned(), text(&dice.word(&["x", "y"])))]))),
        1 => Some(known(Json::Null)),
        2 => Some(text("unknown")),
        _ => None,
    };
    Json::Object([Some(granted), flow.map(|flow| ("flow".to_owned(), flow))].into_iter().flatten().collect())
}

fn listed(dice: &mut Dice, among: &[&str]) -> Json {
    let seen = Json::List(dice.several(3, |dice| text(&dice.word(among))));
    Json::Object(vec![("seen".to_owned(), seen), ("open".to_owned(), Json::Boolean(dice.chance(30)))])
}

fn receipt(dice: &mut Dice) -> Json {
    let function = |name: &str| Json::Object(vec![("server".to_owned(), text("crm")), ("name".to_owned(), text(name))]);
    let sources = dice.several(3, |dice| match dice.below(3) {
        0 => text("principal"),
        1 => function("read"),
        _ => function("write"),
    });
    let mut members = vec![("path".to_owned(), text(&dice.word(&["id", "id", "to", "id.x"]))), ("sources".to_owned(), Json::List(sources))];
    if dice.chance(80) {
        members.push(("tainted".to_owned(), Json::Boolean(dice.chance(40))));
    }
    Json::Object(members)
}

fn some(dice: &mut Dice, percent: usize, key: &str, among: &[&str]) -> Vec<(String, Json)> {
    let value = text(&dice.word(among));
    if dice.chance(percent) { vec![(key.to_owned(), value)] } else { Vec::new() }
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}
