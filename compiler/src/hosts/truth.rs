//! What a condition can come to at a host: a set of the three values, worked out without a call.
//!
//! What the host lacks is unknown on every call; anything else may be anything. Parts of a condition are taken as independent, so the set may
//! hold values that no call brings, and never lacks one that some call does. What is said of a condition is therefore about what cannot be.

use straza_language::core::{Atom, Condition, ListKind, Memory, Quantifier};

use super::Host;
use super::lack::{has_window, of_attribute, of_memory};

/// A set of values in three-valued logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Possible(u8);

impl Possible {
    pub(super) const FALSE: Self = Self(1);
    pub(super) const UNKNOWN: Self = Self(2);
    pub(super) const TRUE: Self = Self(4);
    pub(super) const ANY: Self = Self(7);
    /// From false to true, so that Kleene's conjunction is the smaller of two.
    const ORDER: [Self; 3] = [Self::FALSE, Self::UNKNOWN, Self::TRUE];

    pub(super) fn may_be(self, value: Self) -> bool {
        self.0 & value.0 != 0
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn not(self) -> Self {
        let swapped = |from: Self, to: Self| if self.may_be(from) { to.0 } else { 0 };
        Self(swapped(Self::FALSE, Self::TRUE) | swapped(Self::UNKNOWN, Self::UNKNOWN) | swapped(Self::TRUE, Self::FALSE))
    }

    /// Every smaller (or larger) of a value here and a value there.
    fn pairwise(self, other: Self, choose: fn(usize, usize) -> usize) -> Self {
        let held = |set: Self| (0..).zip(Self::ORDER).filter(move |(_, value)| set.may_be(*value)).map(|(place, _)| place);
        let pairs = held(self).flat_map(|left| held(other).map(move |right| choose(left, right)));
        Self(pairs.fold(0, |bits, place| bits | Self::ORDER.get(place).map_or(0, |value| value.0)))
    }

    fn and(self, other: Self) -> Self {
        self.pairwise(other, usize::min)
    }

    fn or(self, other: Self) -> Self {
        self.pairwise(other, usize::max)
    }
}

/// What a condition can come to.
pub(super) fn of(condition: &Condition, host: &Host) -> Possible {
    match condition {
        Condition::True => Possible::TRUE,
        Condition::False => Possible::FALSE,
        Condition::All(parts) => parts.iter().fold(Possible::TRUE, |all, part| all.and(of(part, host))),
        Condition::Any(parts) => parts.iter().fold(Possible::FALSE, |any, part| any.or(of(part, host))),
        Condition::Not(inner) => of(inner, host).not(),
        Condition::Atom(atom) => of_atom_at(atom, host),
    }
}

fn of_atom_at(atom: &Atom, host: &Host) -> Possible {
    let is_missing = atom.attributes().any(|attribute| of_attribute(host, attribute).is_some());
    match atom {
        Atom::Memory(memory) => of_question(memory, host),
        Atom::Function(_) | Atom::StartsChild => Possible::ANY,
        // Nothing equals an element of an empty list, whatever it is.
        Atom::In { list: ListKind::Literals(list), .. } if list.is_empty() => Possible::FALSE,
        _ if is_missing => Possible::UNKNOWN,
        Atom::Quantified { quantifier, body, .. } => of_elements(*quantifier, of(body, host)),
        _ => Possible::ANY,
    }
}

/// A list may be empty, and most lists may be open.
fn of_elements(quantifier: Quantifier, body: Possible) -> Possible {
    match quantifier {
        Quantifier::Any | Quantifier::Every => body.with(Possible::FALSE).with(Possible::UNKNOWN),
        Quantifier::AnySeen => body.with(Possible::FALSE),
    }
}

fn of_question(memory: &Memory, host: &Host) -> Possible {
    match (of_memory(host, memory), memory) {
        // An argument that is not there came from nowhere, and that is known.
        (Some(_), Memory::From { .. }) => Possible::UNKNOWN.with(Possible::TRUE),
        (Some(_), _) => Possible::UNKNOWN,
        // Nothing was done within any time where nothing was done at all.
        (None, memory) if has_window(memory) && !host.carries("now") => Possible::UNKNOWN.with(Possible::FALSE),
        (None, _) => Possible::ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_as_kleene_joins_values() {
        let (no, maybe, yes) = (Possible::FALSE, Possible::UNKNOWN, Possible::TRUE);
        assert_eq!((no.and(maybe), maybe.and(yes), yes.and(yes)), (no, maybe, yes));
        assert_eq!((no.or(maybe), maybe.or(yes), no.or(no)), (maybe, yes, no));
        assert_eq!((no.not(), maybe.not(), yes.not()), (yes, maybe, no));
        assert_eq!(Possible::ANY.and(maybe), no.with(maybe));
        assert_eq!(Possible::ANY.or(maybe), yes.with(maybe));
        assert_eq!(Possible::ANY.not(), Possible::ANY);
    }

    #[test]
    fn empty_groups_are_their_own_units() {
        let host = Host::bare("bare");
        assert_eq!(of(&Condition::All(Vec::new()), &host), Possible::TRUE);
        assert_eq!(of(&Condition::Any(Vec::new()), &host), Possible::FALSE);
    }
}
