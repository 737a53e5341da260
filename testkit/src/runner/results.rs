//! What reaches the model of a result: everything, what is left of it after redaction, or nothing.

use regex::Regex;
use straza_compiler::expression::plain_spelling;
use straza_language::core::Effect;
use straza_runtime::json::{Object, Text, Value};
use straza_runtime::judge::{Answer, Ruling};

use crate::interpreter::Applied;
use crate::json_text;
use crate::report::Failure;

use super::memory::Ended;

/// What the checks make of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// What the model gets of it.
    pub shown: Shown,
    /// The engines do not agree.
    pub parted: Option<(String, String)>,
}

/// What the model gets of a result.
#[derive(Debug, Clone, PartialEq)]
pub enum Shown {
    /// Nothing.
    Withheld,
    /// This; nothing is what nobody saw.
    Passed(Option<Value>),
    /// Something has to be done about it first.
    Other(&'static str),
}

impl Default for Judged {
    fn default() -> Self {
        Self { shown: Shown::Withheld, parted: None }
    }
}

impl Judged {
    /// By the rows of results.
    pub fn of(ruling: Ruling<'_>, ended: &Ended) -> Self {
        let shown = match ruling.answer {
            Answer::Pass | Answer::Record | Answer::Redact | Answer::Change => {
                Shown::Passed(ruling.result.or_else(|| ended.result.clone()))
            }
            Answer::Withhold | Answer::Refuse => Shown::Withheld,
            other => Shown::Other(other.as_str()),
        };
        Self { shown, parted: None }
    }

    /// Beside what another engine says.
    pub fn with(self, other: Self) -> Self {
        let parted = (self.shown != other.shown).then(|| (text(&self.shown), text(&other.shown)));
        Self { parted: self.parted.or(parted), ..self }
    }

    /// What is wrong, where something else was expected, or the engines do not agree.
    pub fn failures(&self, expected: Option<&Shown>) -> Vec<Failure> {
        let parted = self.parted.clone().map(|(runtime, interpreter)| Failure::EnginesDisagree { runtime, interpreter });
        let other = expected.filter(|expected| **expected != self.shown);
        let other = other.map(|expected| Failure::Result { expected: text(expected), judged: text(&self.shown) });
        parted.into_iter().chain(other).collect()
    }
}

/// By the effects that apply to the result, as the interpreter has them.
pub fn interpreted(effects: &[Applied], ended: &Ended) -> Judged {
    let enforced = || effects.iter().filter(|effect| !effect.shadow);
    let redact = |value: Value, effect: &Applied| match &effect.effect {
        Effect::Redact { regex, with } => redacted(&value, regex, with),
        _ => Some(value),
    };
    let shown = match &ended.result {
        _ if enforced().any(|effect| effect.effect == Effect::Withhold) => Shown::Withheld,
        None => Shown::Passed(None),
        // What cannot be redacted does not pass.
        Some(value) => enforced().try_fold(value.clone(), redact).map_or(Shown::Withheld, |left| Shown::Passed(Some(left))),
    };
    Judged { shown, parted: None }
}

fn text(shown: &Shown) -> String {
    match shown {
        Shown::Withheld => "withhold".to_owned(),
        Shown::Passed(None) => "what came, unseen".to_owned(),
        Shown::Passed(Some(value)) => format!("result {}", json_text::text(value)),
        Shown::Other(word) => (*word).to_owned(),
    }
}

/// Every text of the value with what matches put aside.
fn redacted(value: &Value, regex: &str, with: &str) -> Option<Value> {
    let regex = Regex::new(&plain_spelling(regex).ok()?).ok()?;
    Some(replaced(value, &|text| regex.replace_all(text, regex::NoExpand(with)).into_owned()))
}

fn replaced(value: &Value, replace: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::Text(text) => Value::Text(Text::new(replace(text.as_str()))),
        Value::List(elements) => Value::List(elements.iter().map(|element| replaced(element, replace)).collect()),
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| (Box::from(key), replaced(value, replace))).collect();
            Value::Object(Object::from_entries(members).unwrap_or_default())
        }
        other => other.clone(),
    }
}
