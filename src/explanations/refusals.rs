//! The pages of refusals: the causes for which a call is denied before any rule is asked.

use straza_language::codes::examples::Setting;
use straza_runtime::call::Call;
use straza_runtime::refusal::Cause;
use straza_runtime::{Scratch, States};

use super::tried::{self, TriedFiles};
use super::{Example, Page, Topic, cut};
use crate::exit::Broken;
use crate::terminal::Terminal;

/// What is said of a cause, and a call that is refused for it with one that is not.
struct Row {
    cause: Cause,
    why: &'static str,
    calls: Option<(&'static str, &'static str)>,
}

const fn row(cause: Cause, why: &'static str, calls: Option<(&'static str, &'static str)>) -> Row {
    Row { cause, why, calls }
}

const SOUND: &str = r#"{ "straza-call": 1, "event": "tool.pre",
  "function": { "server": "payments", "name": "refund" }, "arguments": { "amount": 20 } }"#;

const TABLE: &[Row] = &[
    row(Cause::TooLarge, "Nothing is decided on a part of a call, so one that is too large to read is denied as a whole.", None),
    row(
        Cause::Payload,
        "Readers differ in what they make of a key that stands twice, of a number with too many digits, or of bytes that are no text. What is decided \
         must be what is run, so such a call is denied.",
        Some((
            r#"{ "straza-call": 1, "event": "tool.pre",
  "function": { "server": "payments", "name": "refund" }, "arguments": { "amount": 20, "amount": 2000 } }"#,
            SOUND,
        )),
    ),
    row(
        Cause::Version,
        "A version that this runtime does not know may say things in members that it would not look at.",
        Some((
            r#"{ "straza-call": 2, "event": "tool.pre",
  "function": { "server": "payments", "name": "refund" }, "arguments": { "amount": 20 } }"#,
            SOUND,
        )),
    ),
    row(
        Cause::Call,
        "A member that is misspelt would count as one that the host never sent, and one of another type as one that nobody can read.",
        Some((
            r#"{ "straza-call": 1, "event": "tool.pre",
  "function": { "server": "payments", "name": "refund" }, "argument": { "amount": 20 } }"#,
            SOUND,
        )),
    ),
    row(
        Cause::Case,
        "Some servers take two names that differ only in case for one, and harnesses put `_` for signs that a model may not write. A rule about the one \
         would not see the other, so the call is denied.",
        Some((
            r#"{ "straza-call": 1, "event": "tool.pre",
  "function": { "server": "payments", "name": "Refund" }, "arguments": { "amount": 20 } }"#,
            SOUND,
        )),
    ),
    row(
        Cause::Event,
        "Of an event that this runtime does not know nobody can say what hangs on the answer.",
        Some((
            r#"{ "straza-call": 1, "event": "tool.before",
  "function": { "server": "payments", "name": "refund" }, "arguments": { "amount": 20 } }"#,
            SOUND,
        )),
    ),
    row(
        Cause::Function,
        "The names of local tools belong to the host. A server that takes one, or a name that several servers offer, could run something else than was \
         decided.",
        Some((
            r#"{ "straza-call": 1, "event": "tool.pre",
  "function": { "server": "payments", "name": "refund", "providers": 2 }, "arguments": { "amount": 20 } }"#,
            SOUND,
        )),
    ),
    row(
        Cause::Schema,
        "The catalog says which arguments the function takes, and every rule was written for those. A call with others is denied before any rule is asked.",
        Some((
            r#"{ "straza-call": 1, "event": "tool.pre",
  "function": { "server": "payments", "name": "refund" }, "arguments": { "amount": "twenty" } }"#,
            SOUND,
        )),
    ),
    row(
        Cause::Limit,
        "Most bounds of the runtime answer with an unknown value, to which restrictions apply. Where that is not possible, the call is denied. \
         docs/limits.md lists them all.",
        None,
    ),
    row(Cause::Cost, "The compiler signs how much work a decision takes at most. A call that takes more is not decided to its end.", None),
    row(Cause::Corrupt, "The snapshot opened, and while deciding, its own records contradict each other. That is a fault of straza.", None),
];

/// The page of a cause.
pub fn page(topic: &Topic, cause: Cause, terminal: &Terminal) -> Result<Page, Broken> {
    let row = TABLE.iter().find(|row| row.cause == cause);
    let examples = row.and_then(|row| row.calls).map(|(wrong, right)| example(wrong, right, terminal)).transpose()?;
    Ok(Page {
        topic: topic.clone(),
        why: row.map_or_else(String::new, |row| row.why.to_owned()),
        next: Some(cause.next_step().to_owned()),
        note: examples.is_none().then(|| "No example: no short call has it.".to_owned()),
        examples: examples.into_iter().collect(),
    })
}

fn example(wrong: &str, right: &str, terminal: &Terminal) -> Result<Example, Broken> {
    let shown = |call: &str| vec![(None, call.to_owned())];
    Ok(Example { around: "a call", wrong: shown(wrong), answer: cut(&answer(wrong, terminal)?), right: shown(right) })
}

/// What the examples' policy answers to a call.
fn answer(call: &str, terminal: &Terminal) -> Result<String, Broken> {
    let call = match Call::read(call.as_bytes()) {
        Ok(call) => call,
        Err(refusal) => return Ok(refusal.to_string()),
    };
    let snapshot = tried::snapshot(&policy(), terminal)?;
    let decision = snapshot.decide(&call, &States::EMPTY, &mut Scratch::new(&snapshot));
    let mut reason = String::new();
    // A text takes everything that is written to it.
    let _ = snapshot.reason(&decision, &call, &mut reason);
    Ok(reason)
}

fn policy() -> TriedFiles {
    let files = Setting::Items.files("rule refund {\n    on     payments.refund\n    allow\n}");
    files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_a_row_and_its_call_is_denied_for_it_and_the_mended_one_is_not() {
        let terminal = Terminal::of_process();
        for cause in Cause::ALL {
            let row = TABLE.iter().find(|row| row.cause == cause).unwrap_or_else(|| panic!("{} has no row", cause.word()));
            let Some((wrong, right)) = row.calls else { continue };
            let expected = format!("straza: denied: {}: ", cause.word());
            let answer = |call| super::answer(call, &terminal).unwrap();
            assert!(answer(wrong).starts_with(&expected), "{expected}{}", answer(wrong));
            assert!(!answer(right).contains("denied"), "{}", answer(right));
        }
    }
}
