//! What each clause of a rule belongs to, and whether the clauses stand in their order.
//!
//! The order is `on`, `when`, `unless`, outcomes (each with `when`, `unless`, `because`), `starts`, `expires`, `shadow`, `final`. Before the
//! first outcome `when` and `unless` guard the rule, after an outcome they guard that outcome. A clause out of order whose meaning is
//! evident is read so, reported, and moved by its fix; one that could belong to several things is reported and left out, never guessed.

use crate::codes::syntax as codes;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::lexer::is_word_char;
use crate::span::{Span, Spanned};
use crate::tree::{Expression, OutcomeTree, RuleTree, TargetTree, VerdictTree};

/// A clause as read, in written order.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) kind: ClauseKind,
    pub(crate) span: Span,
}

/// The clauses of a rule.
#[derive(Debug)]
pub(crate) enum ClauseKind {
    On(Vec<TargetTree>),
    When(Expression),
    Unless(Expression),
    Because(Spanned<String>),
    Outcome(VerdictTree),
    Starts(Spanned<i64>),
    Expires(Spanned<i64>),
    Shadow,
    Final,
}

impl ClauseKind {
    fn word(&self) -> &'static str {
        match self {
            Self::On(_) => "on",
            Self::When(_) => "when",
            Self::Unless(_) => "unless",
            Self::Because(_) => "because",
            Self::Outcome(_) => "outcome",
            Self::Starts(_) => "starts",
            Self::Expires(_) => "expires",
            Self::Shadow => "shadow",
            Self::Final => "final",
        }
    }
}

/// A rule without its name, and what was found.
pub(crate) struct Arranged {
    pub(crate) rule: RuleTree,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether no clause was left out.
    pub(crate) complete: bool,
}

/// The place of a clause in the order: group, which outcome, place within it.
type Key = (u8, usize, u8);

const OUTCOMES: u8 = 3;

/// Gives each clause its place. Where a clause of the rule could not be read (`all_read` is false) nothing is moved by machine.
pub(crate) fn arrange(text: &str, clauses: Vec<Clause>, all_read: bool) -> Arranged {
    let mut diagnostics = Vec::new();
    let keyed = keep_single(text, place(text, clauses, &mut diagnostics), &mut diagnostics);
    let complete = diagnostics.is_empty();
    let keys: Vec<(Key, Span)> = keyed.iter().map(|(key, clause)| (*key, clause.span)).collect();
    let kept = in_order(&keys);
    let staying: Vec<(Key, Span)> = keys.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(key, _)| *key).collect();
    for (at, (key, clause)) in keyed.iter().enumerate() {
        if !kept.get(at).copied().unwrap_or(true) {
            let mut diagnostic = out_of_order(text, *key, clause, &staying);
            diagnostic.fixes.iter_mut().for_each(|fix| fix.automatic = all_read && complete);
            diagnostics.push(diagnostic);
        }
    }
    Arranged { rule: assemble(keyed), diagnostics, complete }
}

/// What each clause belongs to; those of which it is not clear are reported and dropped.
fn place(text: &str, clauses: Vec<Clause>, diagnostics: &mut Vec<Diagnostic>) -> Vec<(Key, Clause)> {
    let outcomes = clauses.iter().filter(|clause| matches!(clause.kind, ClauseKind::Outcome(_))).count();
    let mut seen = 0usize;
    let mut open = false;
    let mut placed = Vec::with_capacity(clauses.len());
    for clause in clauses {
        let current = match (open, outcomes) {
            (true, _) => Some(seen.saturating_sub(1)),
            (false, 1) => Some(0),
            _ => None,
        };
        let key = match &clause.kind {
            ClauseKind::Outcome(_) => {
                (seen, open) = (seen + 1, true);
                Some((OUTCOMES, seen - 1, 0))
            }
            ClauseKind::When(_) if seen == 0 => Some((1, 0, 0)),
            ClauseKind::Unless(_) if seen == 0 => Some((2, 0, 0)),
            ClauseKind::When(_) => current.map(|outcome| (OUTCOMES, outcome, 1)),
            ClauseKind::Unless(_) => current.map(|outcome| (OUTCOMES, outcome, 2)),
            ClauseKind::Because(_) => current.map(|outcome| (OUTCOMES, outcome, 3)),
            other => {
                open = false;
                Some((item_group(other), 0, 0))
            }
        };
        match key {
            Some(key) => placed.push((key, clause)),
            None => diagnostics.push(unclear(text, &clause, outcomes)),
        }
    }
    placed
}

fn item_group(kind: &ClauseKind) -> u8 {
    match kind {
        ClauseKind::Starts(_) => 4,
        ClauseKind::Expires(_) => 5,
        ClauseKind::Shadow => 6,
        ClauseKind::Final => 7,
        _ => 0,
    }
}

fn unclear(text: &str, clause: &Clause, outcomes: usize) -> Diagnostic {
    let word = clause.kind.word();
    let message = match outcomes {
        0 => format!("this `{word}` belongs to no outcome"),
        _ => format!("it is not clear which outcome this `{word}` belongs to"),
    };
    let help = match clause.kind {
        ClauseKind::Because(_) => "put it directly behind its outcome",
        _ => "put it directly behind the outcome it guards, or before the first outcome to guard the rule",
    };
    Diagnostic::error(codes::CLAUSE_PLACE, head(text, clause), message).help(help)
}

/// Drops and reports what stands a second time at one place.
fn keep_single(text: &str, placed: Vec<(Key, Clause)>, diagnostics: &mut Vec<Diagnostic>) -> Vec<(Key, Clause)> {
    let mut first: std::collections::BTreeMap<Key, Span> = std::collections::BTreeMap::new();
    let mut single = Vec::with_capacity(placed.len());
    for (key, clause) in placed {
        match first.get(&key) {
            Some(before) => diagnostics.push(twice(clause.kind.word(), *before, head(text, &clause))),
            None => {
                first.insert(key, head(text, &clause));
                single.push((key, clause));
            }
        }
    }
    single
}

/// The finding for a clause that stands twice.
pub(crate) fn twice(word: &str, first: Span, second: Span) -> Diagnostic {
    let help = match word {
        "on" | "over" => "list everything in one clause, separated by commas",
        "when" | "unless" | "for" => "join the conditions: `… and …` or `… or …`",
        _ => "remove one of them",
    };
    Diagnostic::error(codes::CLAUSE_TWICE, second, format!("`{word}` stands twice")).also(first, "first here").help(help)
}

/// The first word of a clause.
fn head(text: &str, clause: &Clause) -> Span {
    let written = text.get(clause.span.start as usize..clause.span.end as usize).unwrap_or("");
    let length = written.find(|c: char| !is_word_char(c)).unwrap_or(written.len());
    Span::new(clause.span.start as usize, clause.span.start as usize + length)
}

/// Which clauses stay where they are: all outcomes, and with them as many others as possible.
fn in_order(keys: &[(Key, Span)]) -> Vec<bool> {
    let fits = compatible(keys);
    let mut kept = vec![false; keys.len()];
    for at in longest_ascending(keys, &fits) {
        if let Some(kept) = kept.get_mut(at) {
            *kept = true;
        }
    }
    kept
}

/// Whether a clause stands between the outcomes where it belongs; outcomes themselves never move, so that no guard changes its owner.
fn compatible(keys: &[(Key, Span)]) -> Vec<bool> {
    let outcomes = keys.iter().filter(|(key, _)| is_outcome(*key)).count();
    let mut seen = 0usize;
    keys.iter()
        .map(|(key, _)| {
            seen += usize::from(is_outcome(*key));
            match key.0 {
                0..OUTCOMES => seen == 0,
                OUTCOMES => seen == key.1 + 1,
                _ => seen == outcomes,
            }
        })
        .collect()
}

fn is_outcome(key: Key) -> bool {
    key.0 == OUTCOMES && key.2 == 0
}

/// The positions of a longest ascending run of keys, among those that fit.
fn longest_ascending(keys: &[(Key, Span)], fits: &[bool]) -> Vec<usize> {
    let mut tails: Vec<(Key, usize)> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; keys.len()];
    for (at, (key, _)) in keys.iter().enumerate().filter(|(at, _)| fits.get(*at) == Some(&true)) {
        let length = tails.partition_point(|(tail, _)| tail < key);
        if let Some(slot) = before.get_mut(at) {
            *slot = length.checked_sub(1).and_then(|previous| tails.get(previous)).map(|(_, previous)| *previous);
        }
        match tails.get_mut(length) {
            Some(tail) => *tail = (*key, at),
            None => tails.push((*key, at)),
        }
    }
    let mut run = Vec::with_capacity(tails.len());
    let mut next = tails.last().map(|(_, at)| *at);
    while let Some(at) = next {
        run.push(at);
        next = before.get(at).copied().flatten();
    }
    run
}

fn out_of_order(text: &str, key: Key, clause: &Clause, staying: &[(Key, Span)]) -> Diagnostic {
    let word = clause.kind.word();
    let help = if key.0 == OUTCOMES {
        "behind an outcome the order is `when`, `unless`, `because`"
    } else {
        "the order is `on`, `when`, `unless`, outcomes, `starts`, `expires`, `shadow`, `final`"
    };
    let mut diagnostic = Diagnostic::error(codes::CLAUSE_ORDER, head(text, clause), format!("`{word}` is out of order")).help(help);
    diagnostic.fixes.push(Fix {
        title: format!("move `{word}` to its place"),
        edits: moved(text, key, clause.span, staying),
        automatic: true,
    });
    diagnostic
}

/// The edits that take a clause away and put it where its key belongs among those that stay.
fn moved(text: &str, key: Key, span: Span, staying: &[(Key, Span)]) -> Vec<Edit> {
    let clause = text.get(span.start as usize..span.end as usize).unwrap_or("");
    let next = staying.partition_point(|(other, _)| *other < key);
    let previous = next.checked_sub(1).and_then(|at| staying.get(at));
    let insertion = match (previous, staying.get(next)) {
        (Some((_, previous)), _) if key.0 == OUTCOMES => insert(previous.end, format!(" {clause}")),
        (_, Some((_, next))) => insert(next.start, format!("{clause}{}", line_break(text, *next))),
        (Some((_, previous)), None) => insert(previous.end, format!("{}{clause}", line_break(text, span))),
        (None, None) => insert(span.start, String::new()),
    };
    let mut deletion = Edit { span: deletion(text, span), text: String::new() };
    if insertion.span.start == deletion.span.start {
        deletion.text = insertion.text;
        return vec![deletion];
    }
    let mut edits = vec![insertion, deletion];
    edits.sort();
    edits
}

fn insert(at: u32, text: String) -> Edit {
    Edit { span: Span { start: at, end: at }, text }
}

/// What separates a clause from the one before it: a line of its own where it had one, else a blank.
fn line_break(text: &str, span: Span) -> String {
    let before = text.get(..span.start as usize).unwrap_or("");
    let indentation = before.len() - before.trim_end_matches([' ', '\t']).len();
    let indent = before.get(before.len() - indentation..).unwrap_or("");
    if before.len() == indentation || before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']) {
        format!("\n{indent}")
    } else {
        " ".to_owned()
    }
}

/// The clause with its line where it has one to itself, else with the blanks behind it.
fn deletion(text: &str, span: Span) -> Span {
    let (before, after) = (text.get(..span.start as usize).unwrap_or(""), text.get(span.end as usize..).unwrap_or(""));
    let line_start = before.trim_end_matches([' ', '\t']);
    let rest = after.trim_start_matches([' ', '\t']);
    let own_line = (line_start.is_empty() || line_start.ends_with(['\n', '\r'])) && (rest.is_empty() || rest.starts_with(['\n', '\r']));
    if own_line {
        let newline = if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
        return Span::new(line_start.len(), text.len() - rest.len() + newline);
    }
    Span::new(span.start as usize, text.len() - rest.len())
}

fn assemble(keyed: Vec<(Key, Clause)>) -> RuleTree {
    let name = Spanned::new(String::new(), Span::default());
    let mut rule = RuleTree {
        name,
        on: Vec::new(),
        when: None,
        unless: None,
        outcomes: Vec::new(),
        starts: None,
        expires: None,
        shadow: None,
        is_final: None,
    };
    let mut sorted = keyed;
    sorted.sort_by_key(|(key, _)| *key);
    for (key, clause) in sorted {
        match clause.kind {
            ClauseKind::On(targets) => rule.on = targets,
            ClauseKind::Starts(instant) => rule.starts = Some(instant),
            ClauseKind::Expires(instant) => rule.expires = Some(instant),
            ClauseKind::Shadow => rule.shadow = Some(clause.span),
            ClauseKind::Final => rule.is_final = Some(clause.span),
            ClauseKind::Outcome(verdict) => {
                rule.outcomes.push(OutcomeTree { verdict, when: None, unless: None, because: None, span: clause.span })
            }
            ClauseKind::When(condition) if key.0 != OUTCOMES => rule.when = Some(condition),
            ClauseKind::Unless(condition) if key.0 != OUTCOMES => rule.unless = Some(condition),
            other => own(&mut rule, other, clause.span),
        }
    }
    rule
}

/// Gives the outcome read last its guard or reason.
fn own(rule: &mut RuleTree, kind: ClauseKind, span: Span) {
    let Some(outcome) = rule.outcomes.last_mut() else { return };
    match kind {
        ClauseKind::When(condition) => outcome.when = Some(condition),
        ClauseKind::Unless(condition) => outcome.unless = Some(condition),
        ClauseKind::Because(reason) => outcome.because = Some(reason),
        _ => return,
    }
    if span.start >= outcome.span.start {
        outcome.span = outcome.span.to(span);
    }
}
