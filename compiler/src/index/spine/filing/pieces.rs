//! What a text must be, begin with, end with and contain wherever a pattern matches it: read off the pattern, never more than it demands.

use regex_syntax::hir::{Hir, HirKind};
use straza_runtime::path::Components;

use crate::expression;

/// Pieces shorter than this tell too little apart.
pub(in crate::index::spine) const LEAST_PART: usize = 3;

/// What every matching text has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pieces {
    /// The only matching text, where there is one.
    pub(super) whole: Option<String>,
    pub(super) prefix: String,
    pub(super) suffix: String,
    /// Pieces of three bytes and more.
    pub(super) parts: Vec<Vec<u8>>,
}

impl Pieces {
    pub(super) fn beginning(prefix: String) -> Self {
        Self { parts: part(&prefix), prefix, ..Self::default() }
    }

    pub(super) fn ending(suffix: String) -> Self {
        Self { parts: part(&suffix), suffix, ..Self::default() }
    }

    pub(super) fn containing(text: String) -> Self {
        Self { parts: part(&text), ..Self::default() }
    }

    /// Of a glob over a whole text.
    pub(super) fn of_glob(glob: &str) -> Self {
        Self::of_runs(literal_runs(glob))
    }

    /// Of a regular expression that matches a whole text.
    pub(super) fn of_expression(expression: &str) -> Self {
        let Some(tree) = expression::tree(expression) else { return Self::default() };
        let mut runs = vec![Vec::new()];
        required(&tree, &mut runs);
        let runs: Option<Vec<String>> = runs.into_iter().map(|run| String::from_utf8(run).ok()).collect();
        runs.map(Self::of_runs).unwrap_or_default()
    }

    /// Of a pattern that goes component by component. `rooted`: the text begins with a slash; `bare`: it is cleaned first, the pattern too.
    pub(super) fn of_path_pattern(pattern: &str, rooted: bool, bare: bool) -> Option<Self> {
        let components = components(pattern, bare)?;
        let slash = if rooted { "/" } else { "" };
        let stretches: Vec<&[&str]> = components.split(|component| *component == "**").collect();
        let runs = |stretch: &[&str]| {
            let glob = [slash, &stretch.join("/")].concat();
            literal_runs(&glob)
        };
        if let [all] = stretches.as_slice() {
            return Some(Self::of_runs(runs(all)));
        }
        let within: Vec<Vec<String>> =
            stretches.iter().map(|stretch| if stretch.is_empty() { Vec::new() } else { runs(stretch) }).collect();
        let first = within.first().and_then(|runs| runs.first()).cloned().unwrap_or_default();
        let last = within.last().and_then(|runs| runs.last()).cloned().unwrap_or_default();
        Some(Self { whole: None, prefix: first, suffix: last, parts: within.iter().flatten().flat_map(|run| part(run)).collect() })
    }

    /// Of a folder that the text is or lies below.
    pub(super) fn of_base(base: &str, rooted: bool, bare: bool) -> Option<Self> {
        if bare {
            return Some(Self::containing(components(base, bare)?.join("/")));
        }
        let relative = base.strip_prefix('/').unwrap_or(base);
        Some(Self::beginning([if rooted { "/" } else { "" }, relative].concat()))
    }

    /// Literal runs in order; between two of them anything may stand.
    fn of_runs(runs: Vec<String>) -> Self {
        let parts = runs.iter().flat_map(|run| part(run)).collect();
        match runs.as_slice() {
            [whole] => Self { whole: Some(whole.clone()), prefix: whole.clone(), suffix: whole.clone(), parts },
            _ => Self {
                whole: None,
                prefix: runs.first().cloned().unwrap_or_default(),
                suffix: runs.last().cloned().unwrap_or_default(),
                parts,
            },
        }
    }
}

fn part(text: &str) -> Vec<Vec<u8>> {
    if text.len() >= LEAST_PART { vec![text.as_bytes().to_vec()] } else { Vec::new() }
}

fn components(text: &str, bare: bool) -> Option<Vec<&str>> {
    if !bare {
        return Some(text.split('/').filter(|component| !component.is_empty()).collect());
    }
    let mut components: Vec<&str> = Components::of(text)?.collect();
    components.reverse();
    Some(components)
}

/// The runs of a glob that stand for themselves, cut at `*`, `?` and classes. A `[` that nothing closes is itself.
pub(in crate::index) fn literal_runs(glob: &str) -> Vec<String> {
    let mut runs = vec![String::new()];
    let mut rest = glob.chars();
    while let Some(character) = rest.next() {
        let class = if character == '[' { behind_class(rest.as_str()) } else { None };
        match (character, class) {
            ('*' | '?', _) => runs.push(String::new()),
            (_, Some(behind)) => {
                rest = behind.chars();
                runs.push(String::new());
            }
            _ => runs.iter_mut().next_back().into_iter().for_each(|run| run.push(character)),
        }
    }
    runs
}

/// What stands behind a class whose `[` has been read: a `]` that comes first is a member.
fn behind_class(rest: &str) -> Option<&str> {
    let members = rest.strip_prefix('!').unwrap_or(rest);
    let from = usize::from(members.starts_with(']'));
    let close = from + members.get(from..)?.find(']')?;
    members.get(close + 1..)
}

/// The bytes that every match has, a new run wherever something else may come between.
fn required(tree: &Hir, runs: &mut Vec<Vec<u8>>) {
    match tree.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => runs.iter_mut().next_back().into_iter().for_each(|run| run.extend_from_slice(&literal.0)),
        HirKind::Capture(capture) => required(&capture.sub, runs),
        HirKind::Concat(parts) => parts.iter().for_each(|part| required(part, runs)),
        HirKind::Repetition(repetition) if repetition.min > 0 => {
            runs.push(Vec::new());
            required(&repetition.sub, runs);
            runs.push(Vec::new());
        }
        HirKind::Class(_) | HirKind::Alternation(_) | HirKind::Repetition(_) => runs.push(Vec::new()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn shown(pieces: &Pieces) -> String {
        let parts: Vec<String> = pieces.parts.iter().map(|part| String::from_utf8_lossy(part).into_owned()).collect();
        format!("{:?} {:?} {:?} {parts:?}", pieces.whole.as_deref().unwrap_or("-"), pieces.prefix, pieces.suffix)
    }

    #[test]
    fn globs_demand_their_literal_runs() {
        let of = |glob| shown(&Pieces::of_glob(glob));
        assert_eq!(of("abc"), r#""abc" "abc" "abc" ["abc"]"#);
        assert_eq!(of("abc*x"), r#""-" "abc" "x" ["abc"]"#);
        assert_eq!(of("*secret*"), r#""-" "" "" ["secret"]"#);
        assert_eq!(of("a[bcde]fgh"), r#""-" "a" "fgh" ["fgh"]"#);
        assert_eq!(of("a[]bcd]e"), r#""-" "a" "e" []"#);
        assert_eq!(of("abc[def"), r#""abc[def" "abc[def" "abc[def" ["abc[def"]"#);
    }

    #[test]
    fn path_patterns_demand_components() {
        let rooted = |pattern| shown(&Pieces::of_path_pattern(pattern, true, false).unwrap());
        assert_eq!(rooted("/etc/passwd"), r#""/etc/passwd" "/etc/passwd" "/etc/passwd" ["/etc/passwd"]"#);
        assert_eq!(rooted("/srv/**"), r#""-" "/srv" "" ["/srv"]"#);
        assert_eq!(rooted("**/.ssh/**"), r#""-" "" "" ["/.ssh"]"#);
        assert_eq!(rooted("**/*.pem"), r#""-" "" ".pem" [".pem"]"#);
        assert_eq!(rooted("/a/*/key"), r#""-" "/a/" "/key" ["/a/", "/key"]"#);
        let below = |pattern| shown(&Pieces::of_path_pattern(pattern, false, false).unwrap());
        assert_eq!(below("**/.ssh/**"), r#""-" "" "" [".ssh"]"#);
        assert_eq!(shown(&Pieces::of_base("/w/x", true, false).unwrap()), r#""-" "/w/x" "" ["/w/x"]"#);
        assert_eq!(shown(&Pieces::of_base("./src//a/", false, true).unwrap()), r#""-" "" "" ["src/a"]"#);
        assert_eq!(Pieces::of_base("../a", false, true), None);
    }

    #[test]
    fn expressions_demand_what_every_match_has() {
        let of = |expression| shown(&Pieces::of_expression(expression));
        assert_eq!(of("abc"), r#""abc" "abc" "abc" ["abc"]"#);
        assert_eq!(of(r"^/srv/p1/.*\.log$"), r#""-" "/srv/p1/" ".log" ["/srv/p1/", ".log"]"#);
        assert_eq!(of(r"(secret)+x?"), r#""-" "" "" ["secret"]"#);
        assert_eq!(of("abc|abd"), r#""-" "" "" []"#);
        assert_eq!(of("(?i)abc"), r#""-" "" "" []"#);
    }
}
