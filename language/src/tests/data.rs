//! Data of a test: its JSON with columns of the row and constants filled in.

use super::json::Json;
use super::statements::Script;
use crate::codes::meaning as code;
use crate::diagnostic::Diagnostic;
use crate::names::{Constant, Names, Namespace};
use crate::span::Span;
use crate::suggestion;
use crate::tree::{self, Name};

impl Script<'_> {
    /// JSON with columns and `let`s filled in; `None` where one is missing.
    pub(super) fn json(&mut self, json: &tree::Json, span: Span) -> Option<Json> {
        Some(match json {
            tree::Json::Null => Json::Null,
            tree::Json::Boolean(value) => Json::Boolean(*value),
            tree::Json::Number(text) => Json::Number(text.clone()),
            tree::Json::Text(text) => Json::Text(text.clone()),
            tree::Json::List(values) => Json::List(values.iter().map(|value| self.json(value, span)).collect::<Option<_>>()?),
            tree::Json::Object(members) => {
                let members = members.iter().map(|(name, value)| Some((name.clone(), self.json(value, span)?)));
                Json::Object(members.collect::<Option<_>>()?)
            }
            tree::Json::Column(name) => self.column(name, span)?,
            tree::Json::Word(word) => self.word(word)?,
        })
    }

    fn column(&mut self, name: &str, span: Span) -> Option<Json> {
        let value = self.row.as_ref().and_then(|row| row.get(name)).cloned();
        if value.is_none() {
            let (message, help) = match &self.row {
                None => (format!("`${name}` stands outside of `each`"), "columns are filled in from the rows of an `each`".to_owned()),
                Some(row) => {
                    let help = suggestion::help(name, row.members().iter().map(|(name, _)| name.as_str()), "add it to every row");
                    (format!("a row has no `{name}`"), help)
                }
            };
            self.diagnostics.push(Diagnostic::error(code::TEST_COLUMN, span, message).help(help));
        }
        value
    }

    /// A bare word in data: a `let`, or a role by the name that a host sends.
    fn word(&mut self, word: &Name) -> Option<Json> {
        let constant = self.names.constant(&word.value);
        let value = match constant {
            Some(constant) => constant_json(&constant, self.names),
            None => self.names.role(&word.value).map(Json::Text),
        };
        if value.is_none() {
            let lets = self.names.all(Namespace::Lets);
            let help = suggestion::help(&word.value, lets.iter().map(String::as_str), "text is quoted");
            let message = format!("`{}` stands for nothing that a call can carry", word.value);
            self.diagnostics.push(Diagnostic::error(code::TEST_VALUE, word.span, message).help(help));
        }
        value
    }
}

/// A constant as a call carries it.
pub(crate) fn constant_json(constant: &Constant, names: &dyn Names) -> Option<Json> {
    Some(match constant {
        Constant::Null => Json::Null,
        Constant::Boolean(value) => Json::Boolean(*value),
        Constant::Number(value) => Json::Number(value.to_string()),
        Constant::Text(text) => Json::Text(text.clone()),
        Constant::Instant(second) => Json::Text(crate::words::instant_text(*second)?),
        Constant::Version(numbers) => Json::Text(numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(".")),
        Constant::List(elements) => Json::List(elements.iter().map(|element| constant_json(element, names)).collect::<Option<_>>()?),
        Constant::Word(word) => Json::Text(names.role(word).unwrap_or_else(|| word.clone())),
        Constant::Duration(_) | Constant::Window(_) => return None,
    })
}
