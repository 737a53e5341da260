//! What a condition says about existence: places that are certainly there wherever the condition is true (or false).
//!
//! `exists args.x and args.x > 1` reads `args.x` only where it is there: where it is not, the conjunction is false whatever the
//! comparison says. The same holds for `not exists args.x or …`, for `args.x? == …` as a conjunct, and across `when` and `unless`.

use std::collections::BTreeMap;

use super::typer::Typer;
use crate::core::Root;
use crate::tree::{Expression, ExpressionKind, PathTree, Value, ValueKind};

/// A place that certainly exists where a condition is read, because something beside it says so.
pub(super) type Guard = (Root, Vec<String>);

/// The guards that hold, each as often as it is said.
#[derive(Debug, Clone, Default)]
pub(super) struct Guards {
    said: BTreeMap<Guard, usize>,
}

impl Guards {
    pub(super) fn add(&mut self, guard: &Guard) {
        match self.said.get_mut(guard) {
            Some(times) => *times += 1,
            None => drop(self.said.insert(guard.clone(), 1)),
        }
    }

    /// Takes back what was added once.
    pub(super) fn remove(&mut self, guard: &Guard) {
        match self.said.get_mut(guard) {
            Some(times) if *times > 1 => *times -= 1,
            _ => drop(self.said.remove(guard)),
        }
    }

    /// Whether this place, or one inside it, is said to exist.
    pub(super) fn cover(&self, root: Root, keys: &[String]) -> bool {
        // In order the places inside stand right behind it.
        let next = self.said.range((root, keys.to_vec())..).next();
        next.is_some_and(|((said, place), _)| *said == root && place.starts_with(keys))
    }
}

impl FromIterator<Guard> for Guards {
    fn from_iter<I: IntoIterator<Item = Guard>>(guards: I) -> Self {
        let mut all = Self::default();
        guards.into_iter().for_each(|guard| all.add(&guard));
        all
    }
}

impl Typer<'_> {
    /// Places that exist wherever the expression is true.
    pub(super) fn where_true(&self, expression: &Expression) -> Vec<Guard> {
        match &expression.kind {
            ExpressionKind::Exists(path) => self.guard(path),
            ExpressionKind::And(parts) => parts.iter().flat_map(|part| self.where_true(part)).collect(),
            ExpressionKind::Not(inner) => self.where_false(inner),
            ExpressionKind::Path(path) => self.optional_guard(path),
            ExpressionKind::Relation { left, right, .. } => self.value_guard(left).into_iter().chain(self.value_guard(right)).collect(),
            ExpressionKind::QuantifiedRelation { list, .. } | ExpressionKind::QuantifiedBody { list, .. } => self.optional_guard(list),
            ExpressionKind::Or(_) | ExpressionKind::Constant(_) | ExpressionKind::Broken => Vec::new(),
        }
    }

    /// Places that exist wherever the expression is false.
    pub(super) fn where_false(&self, expression: &Expression) -> Vec<Guard> {
        match &expression.kind {
            ExpressionKind::Not(inner) => self.where_true(inner),
            ExpressionKind::Or(parts) => parts.iter().flat_map(|part| self.where_false(part)).collect(),
            _ => Vec::new(),
        }
    }

    fn value_guard(&self, value: &Value) -> Vec<Guard> {
        match &value.kind {
            ValueKind::Path(path) => self.optional_guard(path),
            _ => Vec::new(),
        }
    }

    /// `p?` holds only where `p` is there.
    fn optional_guard(&self, path: &PathTree) -> Vec<Guard> {
        if path.optional.is_some() { self.guard(path) } else { Vec::new() }
    }

    fn guard(&self, path: &PathTree) -> Vec<Guard> {
        let root = match (path.head.value.as_str(), self.binder(&path.head.value)) {
            (_, Some((depth, _))) => Root::Element(depth),
            ("args", None) => Root::Args,
            ("principal", None) => Root::Principal,
            ("agent", None) => Root::Agent,
            ("session", None) => Root::Session,
            ("job", None) => Root::Job,
            _ => return Vec::new(),
        };
        vec![(root, path.segments.iter().map(|segment| segment.value.clone()).collect())]
    }
}
