//! Forms of JSON values: what a fact may look like, written once for the reader, the published schema and the page.

use alloc::format;
use alloc::string::String;

use crate::instant;
use crate::json::Value;
use crate::refusal::Refusal;

use super::shape;

/// The form of a value.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// `true` or `false`.
    Flag,
    /// An integer from 0.
    Count,
    /// A text.
    Text,
    /// One of these texts.
    Word(&'static [&'static str]),
    /// An instant `YYYY-MM-DDTHH:MM[:SS]Z`.
    Instant,
    /// SHA-256, as 64 hexadecimal digits in lower case.
    Digest,
    /// Any object.
    Arguments,
    /// Anything.
    Anything,
    /// `null`, or the form.
    Null(&'static Form),
    /// The first, or the second.
    Either(&'static Form, &'static Form),
    /// A list of the form, of at most so many elements.
    List(&'static Form, usize),
    /// An object with these members.
    Object(&'static [Member]),
}

/// A member of an object.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// Its key.
    pub name: &'static str,
    /// What it holds.
    pub form: Form,
    /// It must be there.
    pub required: bool,
}

impl Member {
    /// A member that must be there.
    pub const fn due(name: &'static str, form: Form) -> Self {
        Self { name, form, required: true }
    }

    /// A member that may be left out: then it is unknown.
    pub const fn may(name: &'static str, form: Form) -> Self {
        Self { name, form, required: false }
    }
}

impl Form {
    /// Refuses a value of another form, with its place. Ends with the table: no form contains itself.
    pub(super) fn check(self, value: &Value, place: &str) -> Result<(), Refusal> {
        let fits = match self {
            Self::Flag => value.as_bool().is_some(),
            Self::Count => value.as_number().and_then(|number| number.integer()).is_some_and(|count| count >= 0),
            Self::Text => value.as_text().is_some(),
            Self::Arguments => value.as_object().is_some(),
            Self::Anything => true,
            Self::Word(words) => return word(words, value, place),
            Self::Instant => return instant_of(value, place),
            Self::Digest => value.as_text().is_some_and(|text| digest(text.as_str()).is_some()),
            Self::Null(form) => return if *value == Value::Null { Ok(()) } else { form.check(value, place) },
            Self::Either(one, other) => return one.check(value, place).or_else(|_| other.check(value, place)),
            Self::List(form, limit) => return list(*form, limit, value, place),
            Self::Object(members) => return object(members, value, place),
        };
        if fits { Ok(()) } else { Err(shape::wrong_type(place, &self.words(), value)) }
    }

    /// What is due, in words.
    pub fn words(self) -> String {
        match self {
            Self::Flag => String::from("a boolean"),
            Self::Count => String::from("an integer from 0"),
            Self::Text => String::from("a text"),
            Self::Word(words) => format!("one of {}", words.join(", ")),
            Self::Instant => String::from("an instant"),
            Self::Digest => String::from("64 hexadecimal digits"),
            Self::Arguments => String::from("an object"),
            Self::Anything => String::from("anything"),
            Self::Null(form) => format!("null or {}", form.words()),
            Self::Either(one, other) => format!("{} or {}", one.words(), other.words()),
            Self::List(form, _) => format!("a list, each {}", form.words()),
            Self::Object(members) => {
                let names = |member: &Member| if member.required { String::from(member.name) } else { format!("{}?", member.name) };
                format!("an object {{{}}}", members.iter().map(names).collect::<alloc::vec::Vec<_>>().join(", "))
            }
        }
    }
}

fn word(words: &[&str], value: &Value, place: &str) -> Result<(), Refusal> {
    let text = value.as_text().ok_or_else(|| shape::wrong_type(place, "a text", value))?.as_str();
    if words.contains(&text) { Ok(()) } else { Err(shape::wrong_text(place, &format!("one of {}", words.join(", ")), text)) }
}

fn instant_of(value: &Value, place: &str) -> Result<(), Refusal> {
    let text = value.as_text().ok_or_else(|| shape::wrong_type(place, "a text", value))?.as_str();
    let due = "an instant YYYY-MM-DDTHH:MM[:SS]Z";
    if instant::parse(text).is_some() { Ok(()) } else { Err(shape::wrong_text(place, due, text)) }
}

fn list(form: Form, limit: usize, value: &Value, place: &str) -> Result<(), Refusal> {
    let elements = value.as_list().ok_or_else(|| shape::wrong_type(place, "a list", value))?;
    if elements.len() > limit {
        return Err(Refusal::new(crate::refusal::Cause::Limit, format!("`{place}` has {} elements, more than {limit}", elements.len())));
    }
    elements.iter().try_for_each(|element| form.check(element, &[place, "[]"].concat()))
}

fn object(members: &[Member], value: &Value, place: &str) -> Result<(), Refusal> {
    let object = value.as_object().ok_or_else(|| shape::wrong_type(place, "an object", value))?;
    shape::check_keys(object, place, |key| members.iter().any(|member| member.name == key))?;
    for member in members {
        let place = || [place, ".", member.name].concat();
        match object.get(member.name) {
            Some(value) => member.form.check(value, &place())?,
            None if member.required => return Err(shape::missing(&place())),
            None => {}
        }
    }
    Ok(())
}

/// A digest as its 32 bytes.
pub(super) fn digest(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    let mut out = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in out.iter_mut().zip(digits.chunks(2)) {
        let [high, low] = pair else { return None };
        *byte = nibble(*high)? << 4 | nibble(*low)?;
    }
    Some(out)
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
