//! Two places, each in a call of its own, that are compared over time: sides of a duty, steps of a sequence.

use super::conditions::existence;
use super::draft::{Draft, Ground};
use super::places::{Place, Use};
use super::relations::same_kind;
use super::spelling;
use super::typer::Typer;
use crate::codes::meaning as code;
use crate::core::{Attribute, Condition, Reading};
use crate::tree::PathTree;

/// A place, and that it is there where it is written with `?`.
pub(super) struct Shared {
    pub attribute: Attribute,
    pub exists: Condition,
}

impl Draft<'_> {
    /// Both places, where they can be equal. A fault is reported once: where the first has one, the second is not looked at.
    pub(super) fn pair(&mut self, left: (&Ground, &PathTree), right: (&Ground, &PathTree)) -> Option<(Shared, Shared)> {
        let names = self.context.names;
        let typer = |ground| typer(names, ground);
        let (mut first, mut second) = (typer(left.0), typer(right.0));
        let one = first.place(left.1, Use::Value);
        let other = one.as_ref().and_then(|_| second.place(right.1, Use::Value));
        let both = one.zip(other).map(|(mut one, mut other)| {
            let fits = same_kind(&one.ty, &other.ty) && unify(&mut one, &mut other);
            (fits, shared(one), shared(other))
        });
        self.typed.diagnostics.append(&mut first.diagnostics);
        self.typed.diagnostics.append(&mut second.diagnostics);
        let (fits, one, other) = both?;
        if fits {
            return Some((one, other));
        }
        let message = format!("`{}` and `{}` of the other call are declared differently", spelling::path(left.1), spelling::path(right.1));
        self.error(code::COMPARED_TYPES, left.1.span, message, "compare what both calls have in one type and with one mark");
        None
    }
}

fn typer<'c>(names: &'c dyn crate::names::Names, ground: &'c Ground) -> Typer<'c> {
    let mut typer = Typer::new(names, &ground.on.selected, &ground.on.spans);
    typer.guards = ground.said.clone();
    typer.permits = false;
    typer
}

/// Both places compare by one reading: the marked one, where one is marked.
fn unify(one: &mut Place<'_>, other: &mut Place<'_>) -> bool {
    match (one.attribute.reading, other.attribute.reading) {
        (Reading::Plain, reading) => one.attribute.reading = reading,
        (reading, Reading::Plain) => other.attribute.reading = reading,
        (one, other) => return one == other,
    }
    true
}

fn shared(place: Place<'_>) -> Shared {
    let exists = existence(&place).unwrap_or(Condition::True);
    Shared { attribute: place.attribute, exists }
}
