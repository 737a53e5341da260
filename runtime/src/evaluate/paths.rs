//! Atoms over paths of which a pattern is known: true where all of them are meant, false where none is, else unknown.

use crate::compiled::cost;
use crate::layout::*;
use crate::path::{PathPattern, Wanted, Wants};

use super::{Evaluation, Seen, Truth};

impl<'a> Evaluation<'a> {
    /// `like` and `under`.
    pub(super) fn machine_paths(&mut self, atom: &AtomRecord, paths: PathPattern<&'a str>) -> Truth {
        if atom.flags & op::ATTRIBUTE != 0 {
            self.charge(paths.text.len() as u64);
            return match self.right(atom) {
                Seen::Path(base) => are(paths, Wanted { base, rest: "", as_a: Wants::Folder }),
                _ => Truth::Unknown,
            };
        }
        let Seen::PathLiteral(anchor, constant) = self.right(atom) else { return Truth::Unknown };
        self.charge(cost::text_charge(constant.len() as u32, paths.text.len()));
        self.are_anchored(paths, anchor, constant, if atom.op == op::UNDER { Wants::Folder } else { Wants::Pattern })
    }

    /// Whether the paths are what a constant says.
    pub(super) fn are_anchored(&self, paths: PathPattern<&str>, anchor: u8, rest: &str, as_a: Wants) -> Truth {
        self.anchor(anchor).map_or(Truth::Unknown, |base| are(paths, Wanted { base, rest, as_a }))
    }

    /// Whether they are one path.
    pub(super) fn are_path(paths: PathPattern<&str>, path: &str) -> Truth {
        are(paths, Wanted { base: path, rest: "", as_a: Wants::Path })
    }

    /// `starts with` and `ends with`; what else asks about text cannot be said of a pattern.
    pub(super) fn text_of_paths(&mut self, atom: &AtomRecord, paths: PathPattern<&str>) -> Truth {
        let part = self.core.literal(atom.right).and_then(|constant| self.core.text_of(constant.text));
        let Some(part) = part.filter(|_| matches!(atom.op, op::STARTS_WITH | op::ENDS_WITH)) else { return Truth::Unknown };
        self.charge(paths.text.len() as u64);
        let (is, may_be) = match atom.op {
            op::STARTS_WITH => (paths.start().starts_with(part), part.starts_with(paths.start())),
            _ => (paths.end().ends_with(part), part.ends_with(paths.end())),
        };
        match (is, may_be && !paths.is_one()) {
            (true, _) => Truth::True,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::False,
        }
    }
}

fn are(paths: PathPattern<&str>, wanted: Wanted<'_>) -> Truth {
    if paths.are_all(&wanted) {
        return Truth::True;
    }
    if paths.may_be(&wanted) { Truth::Unknown } else { Truth::False }
}
