//! The conditions of an item that an access table can answer for: a conjunct that a hash, a prefix or a bound decides.

use std::sync::Arc;

use straza_language::core::{
    Atom, Attribute, Comparison, Condition, CoreItem, Decimal, ListKind, Literal, Operand, PathAnchor, PathLiteral, PathText, Quantifier,
    Reading, Root,
};
use straza_runtime::layout::*;
use straza_runtime::spine::{number_hash, text_hash};

use crate::index::items::steps_of;
use crate::index::pools::reading_number;

/// What makes filings share a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AccessKey {
    pub(super) kind: u8,
    pub(super) attribute: Attribute,
    /// Kind of the constants.
    pub(super) value: u8,
    pub(super) flags: u8,
    /// Bounds answer for one another, so only items with equal effects share a table.
    effect: Vec<straza_language::core::Step>,
    /// The same for who answers with them, and in which form.
    answer: (u8, u8),
}

/// One way of filing an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Filing {
    pub(super) key: AccessKey,
    /// Shared: a table files the item under each of them, and looks at all of them there.
    constants: Arc<[Literal]>,
}

impl AccessKey {
    /// The order in which kinds are preferred.
    pub(super) fn class(&self) -> u8 {
        match self.kind {
            access::EQUAL => 0,
            access::ELEMENT => 1,
            access::PREFIX | access::ELEMENT_PREFIX => 2,
            _ => 3,
        }
    }

    pub(super) fn is_bound(&self) -> bool {
        self.class() == 3
    }

    pub(super) fn is_prefix(&self) -> bool {
        self.class() == 2
    }

    /// The attribute and kind as the report says them.
    pub(super) fn spelled(&self) -> String {
        let kind = match self.kind {
            access::EQUAL => "==",
            access::ELEMENT => "has",
            access::PREFIX | access::ELEMENT_PREFIX => "starts with",
            access::ABOVE => ">",
            _ => "<",
        };
        let root = format!("{:?}", self.attribute.root).to_lowercase();
        format!("{root}{} {kind}", self.attribute.path.iter().map(|step| format!(".{step}")).collect::<String>())
    }
}

impl Filing {
    /// Hashes that the table files it under.
    pub(super) fn hashes(&self, key: &AccessKey) -> Vec<u64> {
        self.constants.iter().filter_map(|constant| hash_of(key, constant)).collect()
    }

    /// Lengths of its prefixes.
    pub(super) fn lengths(&self) -> Vec<u32> {
        let prefix = self.key.is_prefix();
        let lengths = self.constants.iter().filter(|_| prefix).filter_map(|constant| match constant {
            Literal::Text(text) => u32::try_from(text.len()).ok(),
            _ => None,
        });
        lengths.collect()
    }

    /// Its bound, where it is one.
    pub(super) fn bound(&self) -> Option<Decimal> {
        match self.literal() {
            Some(Literal::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Its only constant.
    pub(super) fn literal(&self) -> Option<&Literal> {
        self.constants.first()
    }
}

fn hash_of(key: &AccessKey, constant: &Literal) -> Option<u64> {
    match constant {
        Literal::Boolean(truth) => Some(hash(literal::BOOLEAN, &[u8::from(*truth)])),
        Literal::Number(number) => Some(number_hash(number.coefficient, number.exponent)),
        Literal::Text(text) if key.is_prefix() => Some(hash(key.value, text.as_bytes())),
        Literal::Text(text) => Some(text_hash(key.value, reading_number(key.attribute.reading), text)),
        Literal::Path(path) => Some(hash(literal::PATH, path.text.as_bytes())),
        _ => None,
    }
}

/// Every way of filing an item.
pub(super) fn filings(item: &CoreItem, answer: (u8, u8)) -> Vec<Filing> {
    let whole = matches!(item.condition, Condition::Atom(_)) && item.starts.is_none() && item.expires.is_none();
    let conjuncts = match &item.condition {
        Condition::All(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let present: Vec<&Attribute> = conjuncts.iter().filter_map(present).collect();
    let mut out: Vec<Filing> = conjuncts.iter().filter_map(|conjunct| filing(conjunct, whole, item)).collect();
    for filing in &mut out {
        if filing.key.is_bound() {
            filing.key.answer = answer;
        }
        if present.contains(&&filing.key.attribute) {
            filing.key.flags |= access::PRESENCE;
        }
    }
    out
}

/// The attribute that a conjunct requires to be there.
fn present(conjunct: &Condition) -> Option<&Attribute> {
    match conjunct {
        Condition::Atom(atom) => match &**atom {
            Atom::Exists(attribute) => Some(attribute),
            _ => None,
        },
        _ => None,
    }
}

fn filing(conjunct: &Condition, whole: bool, item: &CoreItem) -> Option<Filing> {
    let Condition::Atom(atom) = conjunct else { return None };
    match &**atom {
        Atom::Compare { left, op: Comparison::Equal, right: Operand::Literal(constant) } => {
            constants(access::EQUAL, left, std::slice::from_ref(constant))
        }
        Atom::In { left, list: ListKind::Literals(list) } => constants(access::EQUAL, left, list),
        Atom::Has { list, value: Operand::Literal(constant) } => constants(access::ELEMENT, list, std::slice::from_ref(constant)),
        Atom::Compare { left, op, right: Operand::Literal(Literal::Number(bound)) } if whole => bound_filing(left, *op, *bound, item),
        Atom::Quantified { quantifier: Quantifier::Any | Quantifier::AnySeen, list, body: Condition::Atom(body) } => element(list, body),
        other => prefix(access::PREFIX, other, None),
    }
}

/// `any xs op constant`.
fn element(list: &Attribute, body: &Atom) -> Option<Filing> {
    let (left, equal) = match body {
        Atom::Compare { left, op: Comparison::Equal, right: Operand::Literal(constant) } => (left, std::slice::from_ref(constant)),
        Atom::In { left, list: ListKind::Literals(list) } => (left, list.as_slice()),
        other => return prefix(access::ELEMENT_PREFIX, other, Some(list)),
    };
    is_element(left).then(|| constants(access::ELEMENT, &read_as(list, left.reading), equal)).flatten()
}

fn is_element(attribute: &Attribute) -> bool {
    matches!(attribute.root, Root::Element(0)) && attribute.path.is_empty() && attribute.otherwise.is_none()
}

/// The list's attribute, its elements compared as the body compares them.
fn read_as(list: &Attribute, reading: Reading) -> Attribute {
    Attribute { reading, ..list.clone() }
}

/// A filing by equality: constants of one kind that a hash can stand for.
fn constants(kind: u8, attribute: &Attribute, constants: &[Literal]) -> Option<Filing> {
    let value = value_kind(constants.first()?)?;
    let alike = constants.iter().all(|constant| value_kind(constant) == Some(value));
    let plain = attribute.otherwise.is_none() && !matches!(attribute.root, Root::Element(_) | Root::Now);
    (alike && plain).then(|| Filing { key: key(kind, attribute, value, 0), constants: constants.into() })
}

fn value_kind(constant: &Literal) -> Option<u8> {
    match constant {
        Literal::Boolean(_) => Some(literal::BOOLEAN),
        Literal::Number(_) => Some(literal::NUMBER),
        Literal::Text(_) => Some(literal::TEXT),
        Literal::Path(PathLiteral { anchor: PathAnchor::Root, .. }) => Some(literal::PATH),
        _ => None,
    }
}

fn key(kind: u8, attribute: &Attribute, value: u8, flags: u8) -> AccessKey {
    AccessKey { kind, attribute: attribute.clone(), value, flags, effect: Vec::new(), answer: (0, 0) }
}

/// A bound answers for the whole item, so only an item that is nothing but the bound is filed so.
fn bound_filing(left: &Attribute, op: Comparison, bound: Decimal, item: &CoreItem) -> Option<Filing> {
    let (kind, flags) = match op {
        Comparison::Greater => (access::ABOVE, access::STRICT),
        Comparison::GreaterOrEqual => (access::ABOVE, 0),
        Comparison::Less => (access::BELOW, access::STRICT),
        Comparison::LessOrEqual => (access::BELOW, 0),
        Comparison::Equal => return None,
    };
    if left.otherwise.is_some() || matches!(left.root, Root::Element(_) | Root::Now) {
        return None;
    }
    let effect = steps_of(item).map(<[_]>::to_vec).unwrap_or_default();
    Some(Filing { key: AccessKey { effect, ..key(kind, left, literal::NUMBER, flags) }, constants: [Literal::Number(bound)].into() })
}

/// A filing by what a text begins with; `list` where the text is its element.
fn prefix(kind: u8, atom: &Atom, list: Option<&Attribute>) -> Option<Filing> {
    let (text, start, value) = match atom {
        Atom::StartsWith { text, part } => (text, part.clone(), literal::TEXT),
        Atom::Like { text, glob } => (text, literal_start(glob), literal::TEXT),
        Atom::LikePath { path, pattern } => (path, path_start(path, pattern, true)?, literal::PATH),
        Atom::Under { path, base: PathText::Literal(base) } => (path, path_start(path, base, false)?, literal::PATH),
        _ => return None,
    };
    let plain = matches!(text.reading, Reading::Plain | Reading::Path) && text.otherwise.is_none();
    let value = if text.reading == Reading::Path { literal::PATH } else { value };
    let attribute = match list {
        Some(list) if is_element(text) => read_as(list, text.reading),
        None if !matches!(text.root, Root::Element(_) | Root::Now) => text.clone(),
        _ => return None,
    };
    (plain && !start.is_empty()).then(|| Filing { key: key(kind, &attribute, value, 0), constants: [Literal::Text(start)].into() })
}

/// What every text begins with that the glob matches.
fn literal_start(glob: &str) -> String {
    glob.chars().take_while(|character| !matches!(character, '*' | '?' | '[')).collect()
}

/// What every path begins with that lies under the base, or that the pattern matches; only absolute ones of this machine have one.
fn path_start(path: &Attribute, literal: &PathLiteral, pattern: bool) -> Option<String> {
    if path.reading != Reading::Path || literal.anchor != PathAnchor::Root {
        return None;
    }
    let start = if pattern { literal_start(&literal.text) } else { literal.text.clone() };
    // `/a/**` matches `/a` as well, so the last slash is no part of what every match begins with.
    let start = start.strip_suffix('/').filter(|start| !start.is_empty()).unwrap_or(&start).to_owned();
    start.starts_with('/').then_some(start)
}
