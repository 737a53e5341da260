//! Origins: where the values at an argument came from.

use straza_language::core::{Attribute, Owner, Reading, Source, Target};

use super::super::call::{Json, Object};
use super::super::function::{Function, Server};
use super::super::truth::Truth;
use super::super::value::{Element, Place, Read, Value};
use super::shared::{Identity, identity};
use super::{Entry, words};

/// The event of a person's own words.
const PROMPT: &str = "prompt.submit";

impl Place<'_> {
    /// Whether everything at the argument came from one of the sources and, with `only`, from nothing that taints.
    pub fn comes_from(&self, argument: &Attribute, only: bool, sources: &[Source]) -> Truth {
        let receipts = self.call.origins.iter().filter(|receipt| is_for(receipt, &argument.path));
        let receipts: Vec<Truth> = receipts.map(|receipt| self.says(receipt, only, sources)).collect();
        if !receipts.is_empty() {
            return Truth::all(receipts);
        }
        match self.read(&Attribute { otherwise: None, ..argument.clone() }) {
            Read::Absent => Truth::True,
            Read::Unknown => Truth::Unknown,
            Read::Value(value) => self.value_comes_from(&value, argument.reading, only, sources),
        }
    }

    /// A list is all its elements. Text that cannot be compared may be anything; nothing gives a boolean, an object or `null`.
    fn value_comes_from(&self, value: &Value, reading: Reading, only: bool, sources: &[Source]) -> Truth {
        let Some(entries) = self.past.made(Owner::Job, self.call) else { return Truth::Unknown };
        let value = match value {
            Value::Opaque => return Truth::Unknown,
            Value::List { elements, .. } => {
                let each = |element: &Element| self.value_comes_from(&element.seen(reading), reading, only, sources);
                return Truth::all(elements.iter().map(each));
            }
            Value::Text { .. } | Value::Number(_) => identity(value, reading),
            _ => None,
        };
        let Some(value) = value else { return Truth::False };
        let produced = |source: &Source| Truth::any(entries.iter().map(|entry| self.produced(source, entry, &value, reading)));
        let tainted = Truth::any(entries.iter().filter(|entry| entry.tainted).map(|entry| returned(entry, &value, reading)));
        let produced = Truth::any(sources.iter().map(produced));
        if only { produced.min(tainted.negated()) } else { produced }
    }

    /// Whether the value came by this call, and the call is one of the source: of a function on the server that is meant.
    fn produced(&self, source: &Source, entry: &Entry, value: &Identity, reading: Reading) -> Truth {
        match source {
            Source::Principal if entry.call.event == PROMPT => words::is_said(&entry.call, value, reading).into(),
            Source::Principal => Truth::False,
            Source::Function(target) => {
                let is_meant = Function::of(self.interpreter.program, &entry.call).server() == Server::Meant;
                let has = if is_meant { returned(entry, value, reading) } else { Truth::False };
                self.is_source(target, &entry.call.server, &entry.call.name).min(has)
            }
        }
    }

    fn is_source(&self, target: &Target, server: &str, name: &str) -> Truth {
        Function::named(self.interpreter.program, server, name).is_among(std::slice::from_ref(target), server, name)
    }

    /// What a receipt says by itself. One that cannot be read may say anything.
    fn says(&self, receipt: &Object, only: bool, sources: &[Source]) -> Truth {
        let Some(Json::List(origins)) = receipt.get("sources") else { return Truth::Unknown };
        let named = origins.iter().map(|origin| Truth::any(sources.iter().map(|source| self.is_origin(source, origin))));
        let tainted = match receipt.get("tainted") {
            _ if !only => Truth::False,
            Some(Json::Boolean(tainted)) => Truth::from(*tainted),
            _ => Truth::Unknown,
        };
        Truth::any(named).min(tainted.negated())
    }

    fn is_origin(&self, source: &Source, origin: &Json) -> Truth {
        let function = match origin {
            Json::Text(word) if word == "principal" => return (*source == Source::Principal).into(),
            Json::Object(function) => (function.get("server"), function.get("name")),
            _ => return Truth::Unknown,
        };
        match (source, function) {
            (Source::Principal, (Some(Json::Text(_)), Some(Json::Text(_)))) => Truth::False,
            (Source::Function(target), (Some(Json::Text(server)), Some(Json::Text(name)))) => self.is_source(target, server, name),
            _ => Truth::Unknown,
        }
    }
}

/// Whether the result of the call has the value; one that nobody saw may have it.
fn returned(entry: &Entry, value: &Identity, reading: Reading) -> Truth {
    match &entry.returned {
        None => Truth::False,
        Some(returned) => returned.result.as_ref().map(|result| words::has_leaf(result, value, reading)).into(),
    }
}

/// Whether the receipt is for the argument at the path, which is dotted or a list of keys.
fn is_for(receipt: &Object, path: &[String]) -> bool {
    match receipt.get("path") {
        Some(Json::Text(text)) => text.split('.').eq(path.iter().map(String::as_str)),
        Some(Json::List(keys)) => keys.len() == path.len() && keys.iter().zip(path).all(|(key, name)| *key == Json::Text(name.clone())),
        _ => false,
    }
}
