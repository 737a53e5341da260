//! What is known of a value before any call: a type of the table, or the shapes that the item's functions declare for an argument.

use crate::core::{ArgumentSchema, FunctionName, JsonTypes, Mark};
use crate::values::ValueType;

/// The type of a place in the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type<'c> {
    /// Nothing is known: an argument without a schema.
    Any,
    /// A scalar of the table, or an element of one of its lists.
    Scalar(Scalar),
    /// A list of the table.
    List(Scalar),
    /// An argument, or a part of one: what each function that has a schema for it says. Not empty.
    Argument(Vec<(&'c FunctionName, &'c ArgumentSchema)>),
}

/// The scalar types of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    Text,
    Boolean,
    Number,
    Instant,
    Version,
    Path,
    Role,
    Label,
    Host,
    Address,
    Enum { values: &'static [&'static str], ordered: bool },
}

/// What an operator needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Boolean,
    Number,
    Text,
    List,
    Object,
}

impl Kind {
    fn bits(self) -> u8 {
        match self {
            Self::Boolean => JsonTypes::BOOLEAN,
            Self::Number => JsonTypes::NUMBER | JsonTypes::INTEGER,
            Self::Text => JsonTypes::TEXT,
            Self::List => JsonTypes::LIST,
            Self::Object => JsonTypes::OBJECT,
        }
    }
}

/// Whether a type admits a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Admits {
    Yes,
    No,
    /// Some of the functions do; this one does not.
    NotIn(FunctionName),
}

impl<'c> Type<'c> {
    /// The type of a row of the table.
    pub(super) fn of_row(kind: ValueType) -> Self {
        match kind {
            ValueType::Text => Self::Scalar(Scalar::Text),
            ValueType::Boolean => Self::Scalar(Scalar::Boolean),
            ValueType::Number => Self::Scalar(Scalar::Number),
            ValueType::Instant => Self::Scalar(Scalar::Instant),
            ValueType::Version => Self::Scalar(Scalar::Version),
            ValueType::Path => Self::Scalar(Scalar::Path),
            ValueType::Enum { values, ordered } => Self::Scalar(Scalar::Enum { values, ordered }),
            ValueType::Roles => Self::List(Scalar::Role),
            ValueType::Paths => Self::List(Scalar::Path),
            ValueType::Labels => Self::List(Scalar::Label),
            ValueType::Hosts => Self::List(Scalar::Host),
            ValueType::Recipients => Self::List(Scalar::Address),
            ValueType::Texts => Self::List(Scalar::Text),
            ValueType::Words { values } => Self::List(Scalar::Enum { values, ordered: false }),
            ValueType::Result => Self::Any,
        }
    }

    /// An argument's type from what the functions with a schema say.
    pub(super) fn argument(schemas: Vec<(&'c FunctionName, &'c ArgumentSchema)>) -> Self {
        let typed: Vec<_> = schemas.into_iter().filter(|(_, schema)| !is_anything(schema)).collect();
        if typed.is_empty() { Self::Any } else { Self::Argument(typed) }
    }

    /// Whether every value of the type may be of this kind. Roles and enum values are text; instants, versions and paths are their own.
    pub(super) fn admits(&self, kind: Kind) -> Admits {
        match self {
            Self::Any => Admits::Yes,
            Self::Scalar(scalar) => yes_or_no(match kind {
                Kind::Boolean => *scalar == Scalar::Boolean,
                Kind::Number => *scalar == Scalar::Number,
                Kind::Text => !matches!(scalar, Scalar::Boolean | Scalar::Number | Scalar::Instant | Scalar::Version | Scalar::Path),
                Kind::List | Kind::Object => false,
            }),
            Self::List(_) => yes_or_no(kind == Kind::List),
            Self::Argument(schemas) => {
                let mut refusing = schemas.iter().filter(|(_, schema)| schema.types.0 != 0 && schema.types.0 & kind.bits() == 0);
                match (refusing.next(), refusing.count() + 1 == schemas.len()) {
                    (None, _) => Admits::Yes,
                    (Some(_), true) => Admits::No,
                    (Some((function, _)), false) => Admits::NotIn((*function).clone()),
                }
            }
        }
    }

    /// Whether a value of the type is certainly a list, or certainly an object.
    pub(super) fn is_only(&self, kind: Kind) -> bool {
        match self {
            Self::Any | Self::Scalar(_) => false,
            Self::List(_) => kind == Kind::List,
            Self::Argument(schemas) => schemas.iter().all(|(_, schema)| schema.types.0 != 0 && schema.types.0 & !kind.bits() == 0),
        }
    }

    /// The type of an element of the list.
    pub(super) fn element(&self) -> Self {
        match self {
            Self::List(scalar) => Self::Scalar(*scalar),
            Self::Argument(schemas) => {
                Self::argument(schemas.iter().filter_map(|(function, schema)| Some((*function, schema.element.as_deref()?))).collect())
            }
            Self::Any | Self::Scalar(_) => Self::Any,
        }
    }

    /// The texts that it may be, where every function lists them; sorted.
    pub(super) fn listed_texts(&self) -> Option<Vec<&str>> {
        match self {
            Self::Scalar(Scalar::Enum { values, .. }) => Some(values.to_vec()),
            Self::Argument(schemas) if schemas.iter().all(|(_, schema)| !schema.values.is_empty() && schema.mark.is_none()) => {
                let mut texts: Vec<&str> = schemas.iter().flat_map(|(_, schema)| schema.values.iter().map(String::as_str)).collect();
                texts.sort_unstable();
                texts.dedup();
                Some(texts)
            }
            _ => None,
        }
    }

    /// The mark that every function's schema gives; `Err` where they differ. Addresses are compared as marked with `email`.
    pub(super) fn mark(&self) -> Result<Option<Mark>, ()> {
        if *self == Self::Scalar(Scalar::Address) {
            return Ok(Some(Mark::Fold));
        }
        let Self::Argument(schemas) = self else { return Ok(None) };
        let mut marks = schemas.iter().map(|(_, schema)| schema.mark);
        let first = marks.next().flatten();
        if marks.all(|mark| mark == first) { Ok(first) } else { Err(()) }
    }

    /// For messages.
    pub(super) fn noun(&self) -> String {
        match self {
            Self::Any => "untyped".to_owned(),
            Self::Scalar(scalar) => scalar.noun().to_owned(),
            Self::List(scalar) => format!("a list of {}", scalar.nouns()),
            Self::Argument(schemas) => schemas.first().map_or_else(String::new, |(_, schema)| noun_of(schema.types)),
        }
    }
}

impl Scalar {
    fn nouns(self) -> String {
        let noun = self.noun().trim_start_matches("a ").trim_start_matches("an ");
        if self == Self::Address { format!("{noun}es") } else { format!("{noun}s") }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::Instant => "an instant",
            Self::Version => "a version",
            Self::Path => "a path",
            Self::Role => "a role",
            Self::Label => "a label",
            Self::Host => "a host",
            Self::Address => "an address",
            Self::Enum { .. } => "one of some words",
        }
    }
}

fn yes_or_no(yes: bool) -> Admits {
    if yes { Admits::Yes } else { Admits::No }
}

/// Whether the schema says nothing at all.
fn is_anything(schema: &ArgumentSchema) -> bool {
    schema.types.0 == 0 && schema.members.is_empty() && schema.element.is_none() && schema.mark.is_none() && !schema.closed
}

fn noun_of(types: JsonTypes) -> String {
    let names = [
        (JsonTypes::BOOLEAN, "a boolean"),
        (JsonTypes::NUMBER | JsonTypes::INTEGER, "a number"),
        (JsonTypes::TEXT, "text"),
        (JsonTypes::LIST, "a list"),
        (JsonTypes::OBJECT, "an object"),
        (JsonTypes::NULL, "null"),
    ];
    let admitted: Vec<&str> = names.iter().filter(|(bits, _)| types.0 & bits != 0).map(|(_, name)| *name).collect();
    if admitted.is_empty() { "untyped".to_owned() } else { admitted.join(" or ") }
}
