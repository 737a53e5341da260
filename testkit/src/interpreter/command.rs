//! Commands: what a set's command items and the rest of the policy make of the command that a call carries.
//!
//! How a text is read is the runtime's, in [`straza_runtime::command`]; everything that is decided of it is decided here again, part by part,
//! without any index: which parts a pattern means, which a permission covers, what sub-calls meet.

mod cover;
mod matches;
mod reader;
mod said;
mod scope;
mod stage;
mod touched;
mod words;

use straza_language::core::{CommandDefaults, CoreItem, Effect, PolicySet, Restriction};
use straza_runtime::command::{Layer, TouchKind};

use super::Interpreter;
use super::call::{Seen, SeenCommand};
use super::function::Function;
use super::history::Past;
use super::meeting::is_alive;
use super::truth::Truth;
use super::value::{Element, Place, Read, Value};
use super::{path, text};

pub use reader::Reader;
pub use touched::SubRestriction;

/// What a policy makes of a command.
#[derive(Debug, Clone, Default)]
pub struct Carried<'p> {
    /// Restricting command items that some part meets, with how certain that is.
    pub restrictions: Vec<(&'p CoreItem, Truth)>,
    /// Restrictions that sub-calls meet, one by one.
    pub touched: Vec<SubRestriction<'p>>,
    /// Permissions that cover a part; unknown where only their condition keeps them from it.
    pub permissions: Vec<(&'p CoreItem, Truth)>,
    /// Whether permissions cover all of it; unknown where only conditions keep them from it.
    pub covered: Truth,
    /// Something in it cannot be read, or it is not known at all.
    pub is_unreadable: bool,
}

/// What the policy makes of the call's command; nothing where the call carries none.
pub fn carried<'p>(interpreter: &Interpreter<'p>, call: &Seen, past: &Past<'_>) -> Option<Carried<'p>> {
    match &call.command {
        SeenCommand::None => None,
        SeenCommand::Unknown => Some(Carried { is_unreadable: true, covered: Truth::False, ..Carried::default() }),
        SeenCommand::Read(command) => Some(Asked::of(interpreter, Reader { call, command }, past).answer()),
    }
}

/// Whether a set has something to say of commands.
pub fn speaks_of_commands(set: &PolicySet, items: &[CoreItem]) -> bool {
    set.commands != CommandDefaults::default() || items.iter().any(|item| item.id.set == set.name && item.command.is_some())
}

/// A command beside the items that are asked about it.
struct Asked<'p, 'c> {
    interpreter: &'c Interpreter<'p>,
    reader: Reader<'c>,
    past: &'c Past<'c>,
    items: Vec<&'p CoreItem>,
}

impl<'p, 'c> Asked<'p, 'c> {
    fn of(interpreter: &'c Interpreter<'p>, reader: Reader<'c>, past: &'c Past<'c>) -> Self {
        let function = Function::of(interpreter.program, reader.call);
        let decides = |item: &&CoreItem| item.command.is_some() && matches!(item.effect, Effect::Permit | Effect::Restrict(_));
        let met = interpreter.program.items.iter().filter(decides).filter(|item| function.meets(item, reader.call));
        let items = met.filter(|item| is_alive(item, reader.call.now)).collect();
        Self { interpreter, reader, past, items }
    }

    fn answer(&self) -> Carried<'p> {
        let restricting = self.items.iter().copied().filter(|item| item.effect != Effect::Permit);
        let restrictions = restricting.map(|item| (item, self.restricts(item))).filter(|(_, truth)| *truth != Truth::False).collect();
        let permitting = self.items.iter().copied().filter(|item| item.effect == Effect::Permit);
        let permissions = permitting.map(|item| (item, self.covers_something(item))).filter(|(_, truth)| *truth != Truth::False).collect();
        let is_unreadable = !self.reader.command.unreadable.is_empty();
        let parts: Vec<u32> = self.reader.parts().filter(|(_, part)| !part.flags.mentioned).map(|(number, _)| number).collect();
        let covered = Truth::all(parts.iter().map(|number| self.is_covered(*number)));
        let covered = if is_unreadable || parts.is_empty() { Truth::False } else { covered };
        let touched = touched::restrictions(self.interpreter, &self.reader, self.past);
        Carried { restrictions, touched, permissions, covered, is_unreadable }
    }

    /// Where conditions are asked about these parts.
    fn place<'a>(&'a self, parts: Option<&'a [u32]>) -> Place<'a> {
        Place { interpreter: self.interpreter, call: self.reader.call, past: self.past, elements: &[], matched: parts }
    }

    /// The parts that a restricting item is about, its condition counted.
    fn about(&self, item: &CoreItem) -> Vec<matches::Matched> {
        // An item that is only recorded speaks of what its patterns reach.
        let found = self.reader.matched(item, is_refusal(item) && !item.shadow, &self.place(None));
        let with_condition = found.into_iter().map(|one| {
            let truth = one.truth.min(self.place(Some(&one.parts)).holds(&item.condition));
            matches::Matched { truth, ..one }
        });
        with_condition.collect()
    }

    fn restricts(&self, item: &CoreItem) -> Truth {
        let is_heard = |one: &matches::Matched| is_refusal(item) || one.parts.iter().any(|part| self.is_heard(item, *part));
        Truth::any(self.about(item).into_iter().filter(is_heard).map(|one| one.truth))
    }

    /// In a set where the first item that is found for a part settles it, later ones are not heard there. What is only recorded always is.
    fn is_heard(&self, item: &CoreItem, part: u32) -> bool {
        let set = self.interpreter.program.sets.iter().find(|set| set.name == item.id.set);
        if item.shadow || !set.is_some_and(|set| set.commands.first_match) {
            return true;
        }
        let before = self.items.iter().filter(|other| other.id.set == item.id.set && other.order < item.order && !other.shadow);
        let is_found = |other: &&CoreItem| match other.effect {
            Effect::Permit => self.covers(other, part) == Truth::True,
            _ => self.about(other).iter().any(|one| one.truth == Truth::True && one.parts.contains(&part)),
        };
        !before.copied().collect::<Vec<_>>().iter().any(is_found)
    }

    fn covers_something(&self, item: &CoreItem) -> Truth {
        Truth::any(self.reader.parts().map(|(number, _)| self.covers_heard(item, number)))
    }

    fn covers_heard(&self, item: &CoreItem, number: u32) -> Truth {
        if self.is_heard(item, number) { self.covers(item, number) } else { Truth::False }
    }

    /// Whether the permission's own patterns cover the part; unknown where only its condition keeps it from that.
    fn covers(&self, item: &CoreItem, number: u32) -> Truth {
        let stages = self.reader.is_permitted_by_pattern(item, number, &self.place(None));
        if !stages.into_iter().any(|stage| self.may_redirect(number, Some(stage))) {
            return Truth::False;
        }
        self.place(Some(&[number])).holds(&item.condition)
    }

    /// Whether everything that the part writes by redirection may be written, and is what the pattern says.
    fn may_redirect(&self, number: u32, stage: Option<&straza_language::core::StagePattern>) -> bool {
        let writes =
            self.reader.command.touches.iter().filter(|touch| touch.part == number && touch.redirection && touch.kind == TouchKind::Write);
        let writes: Vec<_> = writes.collect();
        let wanted = stage.map(|stage| stage.writes.as_slice()).unwrap_or_default();
        let place = self.place(None);
        let is_like = |touch: &straza_runtime::command::Touch, wanted| {
            let written = self.reader.path(&touch.path).and_then(|written| path::components(&written));
            written.and_then(|written| place.is_path_like(&written, straza_language::core::Reading::Path, wanted)) == Some(true)
        };
        let redirects = self.reader.part(number).is_some_and(|part| part.flags.redirects);
        !(redirects && writes.is_empty())
            && writes.iter().all(|touch| touched::may_write(self.interpreter, &self.reader, self.past, touch))
            && (writes.is_empty() || touched::may_write_what_was_seen(self.interpreter, &self.reader, self.past))
            && (wanted.is_empty() || writes.iter().all(|touch| wanted.iter().any(|wanted| is_like(touch, wanted))))
            && wanted.iter().all(|wanted| writes.iter().any(|touch| is_like(touch, wanted)))
    }

    /// Whether some permission covers the part, or it is a layer that its inner parts cover.
    fn is_covered(&self, number: u32) -> Truth {
        let permitting: Vec<&&CoreItem> = self.items.iter().filter(|item| item.effect == Effect::Permit && !item.shadow).collect();
        let own = Truth::any(permitting.iter().map(|item| self.covers_heard(item, number)));
        let through = Truth::any(permitting.iter().map(|item| self.covers_through(item, number)));
        let plain = self.is_plain_layer(number, |inner| self.is_covered(inner));
        own.max(through).max(plain)
    }

    /// Whether the permission covers the part, by its patterns, by what it goes through, or as a layer of what it covers.
    fn covers_whole(&self, item: &CoreItem, number: u32) -> Truth {
        let plain = self.is_plain_layer(number, |inner| self.covers_whole(item, inner));
        self.covers_heard(item, number).max(self.covers_through(item, number)).max(plain)
    }

    fn covers_through(&self, item: &CoreItem, number: u32) -> Truth {
        let through = item.command.iter().flat_map(|command| &command.through);
        let base = self.reader.part(number).and_then(|part| self.reader.base(part));
        if !self.is_clean_layer(number) || !through.clone().any(|name| Some(name.as_str()) == base) {
            return Truth::False;
        }
        let inner = self.inner(number);
        if inner.is_empty() { Truth::False } else { Truth::all(inner.iter().map(|(part, _)| self.covers_whole(item, *part))) }
    }

    fn is_plain_layer(&self, number: u32, is_covered: impl Fn(u32) -> Truth) -> Truth {
        let inner = self.inner(number);
        let is_plain = !inner.is_empty() && inner.iter().all(|(_, layer)| *layer == Layer::Plain);
        if is_plain && self.is_clean_layer(number) { Truth::all(inner.iter().map(|(part, _)| is_covered(*part))) } else { Truth::False }
    }

    /// Whether nothing but what it runs keeps a permission from an outer part.
    fn is_clean_layer(&self, number: u32) -> bool {
        self.reader.part(number).is_some_and(|part| self.reader.may_be_covered(part) && self.reader.has_harmless_assignments_only(part))
            && self.may_redirect(number, None)
    }

    fn inner(&self, number: u32) -> Vec<(u32, Layer)> {
        let inner = self
            .reader
            .parts()
            .filter_map(|(inner, part)| part.outer.filter(|(outer, _)| *outer == number).map(|(_, layer)| (inner, layer)));
        inner.filter(|(_, layer)| *layer != Layer::Mentioned).collect()
    }
}

/// Whether an item denies.
pub fn is_refusal(item: &CoreItem) -> bool {
    matches!(&item.effect, Effect::Restrict(restriction) if !matches!(restriction, Restriction::Steps(_)))
}

impl Place<'_> {
    /// `command.…`: nothing of it is known where the call carries none.
    pub(super) fn of_command(&self, keys: &[String]) -> Read {
        let SeenCommand::Read(command) = &self.call.command else { return Read::Unknown };
        let reader = Reader { call: self.call, command };
        let list = |list: super::call::SeenTexts| {
            let elements = list.seen.into_iter().map(|text| Element::Json(super::call::Json::Text(text))).collect();
            Read::Value(Value::List { elements, open: list.open })
        };
        match keys {
            [key] if key == "text" && text::is_comparable(&command.text) => {
                Read::Value(Value::Text { raw: command.text.clone(), folded: command.text.clone() })
            }
            [key] if key == "text" => Read::Value(Value::Opaque),
            [key] if key == "length" => {
                let coefficient = i128::try_from(command.text.len()).unwrap_or(i128::MAX);
                straza_language::core::Decimal::parse(&coefficient.to_string())
                    .map_or(Read::Unknown, |length| Read::Value(Value::Number(length)))
            }
            [key] if key == "programs" => list(reader.programs()),
            [key] if key == "signals" => list(reader.signals_of(None)),
            [key] if key == "open" => Read::Value(Value::Boolean(!command.unreadable.is_empty())),
            _ => Read::Unknown,
        }
    }

    /// The signals of the matched parts.
    pub(super) fn signals(&self) -> Read {
        let SeenCommand::Read(command) = &self.call.command else { return Read::Unknown };
        let signals = Reader { call: self.call, command }.signals_of(self.matched);
        let elements = signals.seen.into_iter().map(|text| Element::Json(super::call::Json::Text(text))).collect();
        Read::Value(Value::List { elements, open: signals.open })
    }
}
