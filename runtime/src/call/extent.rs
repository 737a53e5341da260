//! How much of a call there is to look at, counted once: what the cost of a decision grows with.

use crate::command::Command;
use crate::json::{Object, Value};

use super::{Call, Part};

/// Counts over everything that conditions can read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// An object has a key that folding changes.
    pub mixed_keys: bool,
    /// Bytes of comparable text.
    pub text_bytes: u64,
    /// Elements of lists.
    pub elements: u64,
}

impl Extent {
    pub(super) fn of(call: &Call) -> Self {
        let mut extent = Self::default();
        extent.text(call.server());
        extent.text(call.name());
        call.arguments().into_iter().for_each(|arguments| extent.object(arguments));
        for part in [Part::Principal, Part::Agent, Part::Session, Part::Job, Part::Tree] {
            call.part(part).into_iter().for_each(|part| extent.object(part));
        }
        for list in [call.hosts(), call.recipients()] {
            extent.count(list.seen().count());
            list.seen().for_each(|text| extent.text(text));
        }
        extent.count(call.paths().seen.len());
        call.paths()
            .seen
            .iter()
            .filter_map(|path| path.text.as_deref().or(path.pattern.as_ref().map(|pattern| pattern.text.as_str())))
            .for_each(|path| extent.text(path));
        call.command().into_iter().for_each(|command| extent.command(command));
        [call.cwd(), call.home(), call.workspace()].into_iter().flatten().for_each(|place| extent.text(place));
        extent
    }

    fn command(&mut self, command: &Command) {
        for count in [command.parts.len(), command.args.len(), command.assignments.len(), command.touches.len(), command.flows.len()] {
            self.count(count);
        }
        self.text(&command.text);
        self.text(&command.cooked);
    }

    fn object(&mut self, object: &Object) {
        self.mixed_keys |= !object.is_folded();
        object.iter().for_each(|(_, value)| self.value(value));
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
            Value::Text(text) => text.comparable().into_iter().for_each(|text| self.text(text)),
            Value::List(elements) => {
                self.count(elements.len());
                elements.iter().for_each(|element| self.value(element));
            }
            Value::Object(object) => self.object(object),
        }
    }

    fn text(&mut self, text: &str) {
        self.text_bytes = self.text_bytes.saturating_add(text.len() as u64);
    }

    fn count(&mut self, elements: usize) {
        self.elements = self.elements.saturating_add(elements as u64);
    }
}
