//! Text that names something by components but is no path of this machine, such as a file in an API's argument.
//!
//! An API's `/a` and `a` are one, empty components and `.` say nothing. Both sides are read backwards, component by component, so that nothing
//! is copied; a pattern matches backwards what it matches forwards. `None` where a text climbs above its start.

use crate::path::{Components, matches_by};
use crate::text::{self, Folding};

/// Letters and digits alone would join components, so that reading only ignores case here.
fn by_component(folding: Folding) -> Folding {
    if folding == Folding::Plain { Folding::Plain } else { Folding::Fold }
}

/// Whether the pattern, which is folded already, matches all of the text.
pub(super) fn matches(text: &str, pattern: &str, folding: Folding) -> Option<bool> {
    Some(matches_by(Components::of(pattern)?, Components::of(text)?, by_component(folding)))
}

/// Whether the text is the base or lies below it.
pub(super) fn is_under(text: &str, base: &str, folding: Folding) -> Option<bool> {
    let (path, base) = (Components::of(text)?, Components::of(base)?);
    let Some(below) = path.clone().count().checked_sub(base.clone().count()) else { return Some(false) };
    Some(path.skip(below).zip(base).all(|(ours, theirs)| text::equal(ours, theirs, by_component(folding))))
}
