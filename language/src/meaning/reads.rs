//! What a condition reads.

use crate::core::{Atom, Attribute, Condition, ListKind, Operand, PathText, Root};

/// Whether some atom reads the call's arguments.
pub(crate) fn reads_arguments(condition: &Condition) -> bool {
    match condition {
        Condition::True | Condition::False => false,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(reads_arguments),
        Condition::Not(inner) => reads_arguments(inner),
        Condition::Atom(atom) => atom_reads(atom),
    }
}

fn atom_reads(atom: &Atom) -> bool {
    let args = |attribute: &Attribute| attribute.root == Root::Args;
    match atom {
        Atom::Holds(place) | Atom::Exists(place) => args(place),
        Atom::Compare { left, right, .. } => args(left) || matches!(right, Operand::Attribute(place) if args(place)),
        Atom::In { left, list } => args(left) || matches!(list, ListKind::Attribute(place) if args(place)),
        Atom::Has { list, value } => args(list) || matches!(value, Operand::Attribute(place) if args(place)),
        Atom::Like { text, .. }
        | Atom::Matches { text, .. }
        | Atom::Contains { text, .. }
        | Atom::StartsWith { text, .. }
        | Atom::EndsWith { text, .. } => args(text),
        Atom::LikePath { path, .. } => args(path),
        Atom::Under { path, base } => args(path) || matches!(base, PathText::Attribute(place) if args(place)),
        Atom::Within { time, .. } => args(time),
        Atom::Quantified { list, body, .. } => args(list) || reads_arguments(body),
    }
}
