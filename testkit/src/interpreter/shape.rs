//! Whether arguments have the shape that a catalog demands, and whether keys can be mistaken for one another.

use straza_language::core::{ArgumentSchema, Atom, Attribute, Condition, Effect, JsonTypes, Root, folded};

use super::call::{Json, Object};

/// Whether the value has the shape.
pub fn fits(schema: &ArgumentSchema, value: &Json) -> bool {
    let is_admitted = schema.types.0 == 0 || schema.types.0 & types(value) != 0;
    is_admitted
        && match value {
            Json::List(elements) => schema.element.as_ref().is_none_or(|shape| elements.iter().all(|element| fits(shape, element))),
            Json::Object(members) => members_fit(schema, members),
            Json::Text(text) => schema.values.is_empty() || schema.values.contains(text),
            _ => true,
        }
}

/// Whether, in an object that one of the conditions or effects reads by key, two keys differ only in case, or one differs only in case from the
/// key read.
pub fn is_ambiguous(conditions: &[&Condition], effects: &[&Effect], arguments: &Object) -> bool {
    let arguments = Json::Object(arguments.clone());
    let by_conditions = conditions.iter().flat_map(|condition| reads(condition, &[]));
    let by_effects = effects.iter().flat_map(|effect| read_by(effect));
    by_conditions.chain(by_effects).any(|path| is_ambiguous_on(&path, &arguments))
}

/// The places in the arguments that an effect reads.
fn read_by(effect: &Effect) -> Vec<Vec<Step>> {
    match effect {
        Effect::Move(moved) => moved.attributes().into_iter().filter_map(|attribute| place(attribute, &[])).collect(),
        Effect::Fill { argument, .. } => vec![argument.iter().cloned().map(Step::Key).collect()],
        _ => Vec::new(),
    }
}

fn types(value: &Json) -> u8 {
    match value {
        Json::Null => JsonTypes::NULL,
        Json::Boolean(_) => JsonTypes::BOOLEAN,
        Json::Number(number) if number.exponent >= 0 => JsonTypes::NUMBER | JsonTypes::INTEGER,
        Json::Number(_) => JsonTypes::NUMBER,
        Json::Text(_) => JsonTypes::TEXT,
        Json::List(_) => JsonTypes::LIST,
        Json::Object(_) => JsonTypes::OBJECT,
    }
}

fn members_fit(schema: &ArgumentSchema, members: &Object) -> bool {
    let shape = |key: &String| schema.members.iter().find(|(name, _)| name == key).map(|(_, shape)| shape);
    let is_near = |key: &String| schema.members.iter().any(|(name, _)| folded(name) == folded(key));
    let member_fits = |(key, value): (&String, &Json)| match shape(key) {
        Some(shape) => fits(shape, value),
        None => !schema.closed && !is_near(key),
    };
    let describes_members = schema.closed || !schema.members.is_empty();
    let is_clear = |key: &String| !members.keys().any(|other| differ_only_in_case(key, other));
    schema.required.iter().all(|name| members.contains_key(name))
        && members.iter().all(member_fits)
        && (!describes_members || members.keys().all(is_clear))
}

/// A step from a value to one inside it.
#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Each,
}

fn is_ambiguous_on(path: &[Step], value: &Json) -> bool {
    match (path.split_first(), value) {
        (Some((Step::Each, rest)), Json::List(elements)) => elements.iter().any(|element| is_ambiguous_on(rest, element)),
        // What should be a list and is an object may be taken for the one element of it.
        (Some((Step::Each, rest)), Json::Object(_)) => is_ambiguous_on(rest, value),
        (Some((Step::Key(key), rest)), Json::Object(members)) => {
            has_look_alike(members, key) || members.get(key).is_some_and(|value| is_ambiguous_on(rest, value))
        }
        _ => false,
    }
}

fn has_look_alike(members: &Object, read: &str) -> bool {
    members.keys().any(|key| differ_only_in_case(key, read) || members.keys().any(|other| differ_only_in_case(key, other)))
}

fn differ_only_in_case(a: &str, b: &str) -> bool {
    a != b && folded(a) == folded(b)
}

/// The places in the arguments that a condition reads; `binders` are the lists that the quantifiers around it go through.
fn reads(condition: &Condition, binders: &[Option<Vec<Step>>]) -> Vec<Vec<Step>> {
    match condition {
        Condition::True | Condition::False => Vec::new(),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(|part| reads(part, binders)).collect(),
        Condition::Not(inner) => reads(inner, binders),
        Condition::Atom(atom) => match &**atom {
            Atom::Quantified { list, body, .. } => {
                let path = place(list, binders);
                let element = path.clone().map(|path| [path, vec![Step::Each]].concat());
                let inside = [binders, &[element]].concat();
                path.into_iter().chain(reads(body, &inside)).collect()
            }
            atom => atom.attributes().filter_map(|attribute| place(attribute, binders)).collect(),
        },
    }
}

/// Where in the arguments the attribute lies; nothing where it reads something else.
fn place(attribute: &Attribute, binders: &[Option<Vec<Step>>]) -> Option<Vec<Step>> {
    let start = match attribute.root {
        Root::Args => Vec::new(),
        Root::Element(depth) => binders.get(usize::from(depth))?.clone()?,
        _ => return None,
    };
    Some(start.into_iter().chain(attribute.path.iter().cloned().map(Step::Key)).collect())
}
