//! What a condition reads.

use crate::core::{Atom, Condition, Root};

/// Whether some atom reads the call's arguments.
pub(crate) fn reads_arguments(condition: &Condition) -> bool {
    match condition {
        Condition::True | Condition::False => false,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(reads_arguments),
        Condition::Not(inner) => reads_arguments(inner),
        Condition::Atom(atom) => {
            let body = if let Atom::Quantified { body, .. } = &**atom { body } else { &Condition::True };
            atom.attributes().any(|attribute| matches!(attribute.root, Root::Args | Root::Command | Root::Signals)) || reads_arguments(body)
        }
    }
}
