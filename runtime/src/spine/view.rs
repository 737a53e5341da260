//! What of a value a table looks at: a whole value's hash, or the bytes of a text as its reading compares them, from either end. Nothing is copied.

use crate::evaluate::{Evaluation, Seen};
use crate::layout::*;
use crate::path::Components;
use crate::text::{Folded, Folding};

use super::table::number_hash;

/// A value before a table.
pub(super) enum Viewed<'a> {
    /// A text of the table's kind.
    Text(&'a str),
    /// The hash of another value of the table's kind.
    Hash(u64),
    /// Known to be none of the table's values.
    Elsewhere,
    /// Of another kind, or not known.
    Unknown,
}

/// A value that is compared as a whole.
pub(super) fn of_whole<'a>(evaluation: &Evaluation<'_>, access: &Access, seen: Seen<'a>) -> Viewed<'a> {
    match (seen, access.value) {
        (Seen::Text(text), literal::TEXT) => Viewed::Text(text),
        (Seen::Path(path), literal::PATH) => behind_anchor(evaluation, access, path),
        (Seen::Boolean(truth), literal::BOOLEAN) => Viewed::Hash(hash(literal::BOOLEAN, &[u8::from(truth)])),
        (Seen::Number(number), literal::NUMBER) => Viewed::Hash(number_hash(number.coefficient(), number.exponent())),
        (Seen::Null, literal::NULL) => Viewed::Hash(hash(literal::NULL, &[])),
        // `in` does not look at what has no equal, so that stays unknown here as well.
        (Seen::Text(_) | Seen::Path(_) | Seen::Boolean(_) | Seen::Number(_), literal::NULL) => Viewed::Elsewhere,
        _ => Viewed::Unknown,
    }
}

/// A text that is looked at piece by piece. Text operators look at paths as well, path operators at paths alone; those without an anchor at
/// text that names something by components.
pub(super) fn of_pieces<'a>(evaluation: &Evaluation<'_>, access: &Access, seen: Seen<'a>) -> Viewed<'a> {
    match (seen, access.value) {
        (Seen::Text(text) | Seen::Path(text), literal::TEXT) => Viewed::Text(text),
        (Seen::Text(text), literal::PATH) if access.anchor == anchor::BARE => Viewed::Text(text),
        (Seen::Path(path), literal::PATH) if access.anchor != anchor::BARE => behind_anchor(evaluation, access, path),
        _ => Viewed::Unknown,
    }
}

fn behind_anchor<'a>(evaluation: &Evaluation<'_>, access: &Access, path: &'a str) -> Viewed<'a> {
    match evaluation.below_anchor(path, access.anchor) {
        Some(Some(rest)) => Viewed::Text(rest),
        Some(None) => Viewed::Elsewhere,
        None => Viewed::Unknown,
    }
}

/// The bytes of a text, folded or cleaned as they are read.
#[derive(Clone)]
pub(super) enum Bytes<'a> {
    Plain(&'a str),
    Folded(&'a str, Folding),
    Cleaned(Components<'a>, Folding),
}

impl<'a> Bytes<'a> {
    /// `None` for text that climbs above its start: nobody knows what it names.
    pub(super) fn of(text: &'a str, access: &Access, attribute: &AttributeRecord) -> Option<Self> {
        let bare = access.value == literal::PATH && access.anchor == anchor::BARE;
        Some(match attribute.reading {
            reading::FOLD | reading::ALNUM if bare => Self::Cleaned(Components::of(text)?, Folding::Fold),
            _ if bare => Self::Cleaned(Components::of(text)?, Folding::Plain),
            reading::FOLD => Self::Folded(text, Folding::Fold),
            reading::ALNUM => Self::Folded(text, Folding::Alnum),
            _ => Self::Plain(text),
        })
    }

    /// From the front, while `take` wants more. Cleaned text is only read backwards: what a later `..` takes away is known from there.
    pub(super) fn forward(&self, take: &mut impl FnMut(u8) -> bool) {
        match self {
            Self::Plain(text) => drop(text.bytes().all(take)),
            Self::Folded(text, folding) => {
                let mut buffer = [0; 4];
                let _ = Folded::new(text, *folding).all(|character| character.encode_utf8(&mut buffer).bytes().all(&mut *take));
            }
            Self::Cleaned(..) => {}
        }
    }

    /// From the end, while `take` wants more.
    pub(super) fn backward(&self, take: &mut impl FnMut(u8) -> bool) {
        match self {
            Self::Plain(text) => drop(text.bytes().rev().all(take)),
            Self::Folded(text, folding) => drop(backward_folded(text, *folding, take)),
            Self::Cleaned(components, folding) => {
                let mut first = true;
                for component in components.clone() {
                    let joined = core::mem::take(&mut first) || take(b'/');
                    if !joined || !backward_folded(component, *folding, take) {
                        return;
                    }
                }
            }
        }
    }
}

/// Whether `take` still wants more.
fn backward_folded(text: &str, folding: Folding, take: &mut impl FnMut(u8) -> bool) -> bool {
    let mut buffer = [0; 4];
    Folded::new(text, folding).rev().all(|character| character.encode_utf8(&mut buffer).bytes().rev().all(&mut *take))
}

/// Hash of an ending, for the compiler.
pub fn backward_hash(value: u8, ending: &[u8]) -> u64 {
    let mut hasher = Hasher::new(value);
    ending.iter().rev().for_each(|byte| hasher.push(*byte));
    hasher.finish()
}
