//! Paths of which only a pattern is known, beside what is wanted of a path: whether all of them are that, none, or nobody can say.
//!
//! Two rows are walked side by side, from every pair of places to the pairs that one more component (or letter) leads to, until nothing is new.

use std::collections::BTreeSet;

use super::call::SeenPattern;
use super::glob::{self, Letter};
use super::truth::Truth;

/// A component that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum Want {
    /// Any number of components.
    Run,
    /// One that the glob matches.
    Glob(String),
    /// This one.
    Exactly(String),
}

/// A component of the paths.
#[derive(Debug, Clone, PartialEq)]
enum Have {
    /// Any number of components that do not begin with a point.
    Run,
    /// Any number of any components.
    HiddenRun,
    /// One, whatever its name.
    Anything,
    /// One of the names that a word of the shell stands for.
    Named(String),
}

/// Wanted components of a constant pattern behind its folder.
pub fn wanted(folder: &[String], pattern: &[String]) -> Vec<Want> {
    let behind = pattern.iter().map(|component| if component == "**" { Want::Run } else { Want::Glob(component.clone()) });
    exactly(folder).into_iter().chain(behind).collect()
}

/// Wanted components that are themselves.
pub fn exactly(components: &[String]) -> Vec<Want> {
    components.iter().cloned().map(Want::Exactly).collect()
}

impl SeenPattern {
    /// Whether the paths are wanted.
    pub fn are(&self, wanted: &[Want]) -> Truth {
        let mut have = self.components();
        have.extend(self.below.then_some(Have::HiddenRun));
        match (all_are(wanted, &have), one_is(wanted, &have)) {
            (true, _) => Truth::True,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::False,
        }
    }

    /// Whether something below one of the paths may be wanted.
    pub fn may_have_below(&self, wanted: &[Want]) -> bool {
        one_is(wanted, &[self.components(), vec![Have::Anything, Have::HiddenRun]].concat())
    }

    /// Whether the text of all of them begins with the part.
    pub fn begin_with(&self, part: &str) -> Truth {
        let wild = self.text.find(['*', '?']);
        let mut start = wild.map_or(self.text.as_str(), |at| self.text.split_at(at).0);
        if wild.is_some_and(|at| self.text.split_at(at).1.starts_with("**")) {
            start = start.strip_suffix('/').unwrap_or(start);
        }
        self.in_part(start.starts_with(part), part.starts_with(start))
    }

    /// Whether the text of all of them ends with the part.
    pub fn end_with(&self, part: &str) -> Truth {
        let end = match self.text.rfind(['*', '?']) {
            _ if self.below => "",
            Some(at) => self.text.split_at(at + 1).1,
            None => &self.text,
        };
        self.in_part(end.ends_with(part), part.ends_with(end))
    }

    fn in_part(&self, is: bool, may_go_on: bool) -> Truth {
        let is_one = !self.below && !self.text.contains(['*', '?']);
        match (is, may_go_on && !is_one) {
            (true, _) => Truth::True,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::False,
        }
    }

    fn components(&self) -> Vec<Have> {
        let parts = self.text.split('/').filter(|part| !part.is_empty());
        parts.map(|part| if part == "**" { Have::Run } else { Have::Named(part.to_owned()) }).collect()
    }
}

/// Whether some path is both.
fn one_is(want: &[Want], have: &[Have]) -> bool {
    reaches((want.len(), have.len()), (0, 0), |(i, j)| {
        let mut next = Vec::new();
        if want.get(i) == Some(&Want::Run) {
            next.extend([(i + 1, j), (i, j + 1)]);
        }
        match (want.get(i), have.get(j)) {
            (Some(Want::Run), _) | (_, None) => {}
            (want, Some(run @ (Have::Run | Have::HiddenRun))) => {
                next.push((i, j + 1));
                next.extend(want.filter(|want| *run == Have::HiddenRun || !is_hidden(want)).map(|_| (i + 1, j)));
            }
            (Some(_), Some(Have::Anything)) => next.push((i + 1, j + 1)),
            (Some(want), Some(Have::Named(name))) => next.extend(one_name_is(&letters(want), name).then_some((i + 1, j + 1))),
            (None, Some(_)) => {}
        }
        next
    })
}

/// Whether every path certainly is one that is wanted: whatever may stand for a `*` is what a `*` takes.
fn all_are(want: &[Want], have: &[Have]) -> bool {
    reaches((want.len(), have.len()), (0, 0), |(i, j)| match (want.get(i), have.get(j)) {
        (Some(Want::Run), _) => vec![(i + 1, j), (i, j + 1)],
        (Some(want), Some(Have::Named(name))) if all_names_are(&letters(want), name) => vec![(i + 1, j + 1)],
        _ => Vec::new(),
    })
}

fn letters(want: &Want) -> Vec<Letter> {
    match want {
        Want::Run => vec![Letter::Star],
        Want::Glob(glob) => glob::letters(glob),
        Want::Exactly(text) => text.chars().map(Letter::Is).collect(),
    }
}

fn is_hidden(want: &Want) -> bool {
    letters(want).first().is_some_and(is_point)
}

fn is_point(letter: &Letter) -> bool {
    matches!(letter, Letter::Is('.'))
}

fn is_wild(letter: char) -> bool {
    letter == '*' || letter == '?'
}

/// Whether some name is both. A name that a leading `*` stands for does not begin with a point.
fn one_name_is(want: &[Letter], name: &str) -> bool {
    let have: Vec<char> = name.chars().collect();
    let shows = have.first().copied().is_some_and(is_wild);
    let ends = [false, true].map(|begun| ((want.len(), have.len()), begun));
    let walk = |end| {
        reaches(end, ((0, 0), false), |((i, j), begun)| {
            let lets = |point: bool| begun || !shows || !point;
            let mut next = Vec::new();
            match (want.get(i), have.get(j).copied()) {
                (Some(Letter::Star), other) => {
                    next.push(((i + 1, j), begun));
                    match other {
                        Some(letter) if is_wild(letter) => next.extend([((i, j), true), ((i, j + 1), begun)]),
                        Some(letter) if lets(letter == '.') => next.push(((i, j + 1), true)),
                        _ => {}
                    }
                }
                (want, Some(letter)) if is_wild(letter) => {
                    next.push(((i, j + 1), begun));
                    next.extend(want.filter(|want| lets(is_point(want))).map(|_| ((i + 1, j), true)));
                }
                (Some(want), Some(letter)) if want.has(letter) && lets(letter == '.') => next.push(((i + 1, j + 1), true)),
                _ => {}
            }
            next
        })
    };
    ends.into_iter().any(walk)
}

fn all_names_are(want: &[Letter], name: &str) -> bool {
    let have: Vec<char> = name.chars().collect();
    reaches((want.len(), have.len()), (0, 0), |(i, j)| match (want.get(i), have.get(j)) {
        (Some(Letter::Star), Some(_)) => vec![(i + 1, j), (i, j + 1)],
        (Some(Letter::Star), None) => vec![(i + 1, j)],
        (Some(want), Some(letter)) if !is_wild(*letter) && want.has(*letter) => vec![(i + 1, j + 1)],
        _ => Vec::new(),
    })
}

/// Whether steps lead from a place to another.
fn reaches<P: Copy + Ord + Within>(end: P, start: P, steps: impl Fn(P) -> Vec<P>) -> bool {
    let mut seen = BTreeSet::from([start]);
    let mut due = vec![start];
    while let Some(place) = due.pop() {
        due.extend(steps(place).into_iter().filter(|next| next.is_within(end) && seen.insert(*next)));
    }
    seen.contains(&end)
}

/// A place on two rows.
trait Within {
    /// Whether it lies on both.
    fn is_within(&self, end: Self) -> bool;
}

impl Within for (usize, usize) {
    fn is_within(&self, end: Self) -> bool {
        self.0 <= end.0 && self.1 <= end.1
    }
}

impl Within for ((usize, usize), bool) {
    fn is_within(&self, end: Self) -> bool {
        self.0.is_within(end.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Truth::{False, True, Unknown};

    fn says(pattern: &str, path: &str, below: bool) -> Truth {
        let pattern: Vec<String> = pattern.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        SeenPattern { text: path.to_owned(), below }.are(&wanted(&[], &pattern))
    }

    #[test]
    fn all_of_them_none_or_nobody_can_say() {
        for (pattern, path, truth) in [
            ("/home/u/.ssh/*", "/home/u/.ssh/*", True),
            ("/home/u/.ssh/*", "/home/u/.s*/*", Unknown),
            ("/home/u/.ssh/*", "/home/u/*/id", False),
            ("/**/.env", "/proj/*", False),
            ("/**/.env", "/proj/.e*", Unknown),
            ("/**/.env", "/proj/**/x", False),
            ("/**/.x/**", "/proj/**/x", False),
            ("/proj/**", "/proj/**/*.ts", True),
            ("/proj/*.ts", "/proj/**/*.ts", Unknown),
            ("/proj/?", "/proj/*", Unknown),
            ("/proj/[.]x", "/proj/*x", Unknown),
            ("/proj/*", "/proj/a/*", False),
        ] {
            assert_eq!(says(pattern, path, false), truth, "{pattern} {path}");
        }
        assert_eq!(says("/home/**/.ssh/*", "/home/u", true), Unknown);
        assert_eq!(says("/home/**", "/home/u", true), True);
    }
}
