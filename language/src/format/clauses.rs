//! Where a line of a block begins: the clause words of each item, and the column behind them.
//!
//! The grammar knows what is valid; this table only has to know which words begin a line. A word that is missing here costs a line break,
//! never a word.

use super::atoms::{Atom, AtomKind};
use crate::words::EFFECT_WORDS;

/// How the lines of a block look.
pub(super) struct Block {
    /// The words that begin a line.
    words: &'static [Word],
    /// The column where what stands behind them begins, counted from the indentation, where no word is longer. One for all items of a kind, so
    /// that they line up, and that one more clause moves no other line.
    pub(super) column: usize,
    /// Blanks behind the longest word.
    pub(super) gap: usize,
    /// Whether a line begins at an effect, `granted` or `*` before an outcome.
    is_table: bool,
}

/// A word, or two, that begin a line.
#[derive(Clone, Copy)]
pub(super) struct Word {
    text: &'static str,
    /// Whether it may stand alone.
    alone: bool,
    /// Whether `when`, `unless` and `because` behind it are its own.
    pub(super) guarded: bool,
}

/// One line of a block: where its atoms begin and end, and how many of them are its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) words: usize,
    pub(super) guarded: bool,
}

const fn word(text: &'static str) -> Word {
    Word { text, alone: false, guarded: false }
}

const fn alone(text: &'static str) -> Word {
    Word { text, alone: true, guarded: false }
}

const fn guarded(text: &'static str) -> Word {
    Word { text, alone: false, guarded: true }
}

const fn outcome(text: &'static str) -> Word {
    Word { text, alone: true, guarded: true }
}

/// Items whose clauses and outcomes are those of a rule, with clauses of their own.
const RULE: &[Word] = &[
    word("on"),
    word("when"),
    word("unless"),
    word("because"),
    outcome("allow"),
    guarded("require"),
    outcome("deny"),
    word("starts"),
    word("expires"),
    alone("shadow"),
    alone("final"),
    guarded("at least"),
];
const LIMIT: &[Word] = &[word("sum"), word("count"), word("above"), outcome("report"), outcome("stop job")];
const LABEL: &[Word] = &[guarded("from"), alone("taints"), word("level"), guarded("clears")];
const ORIGIN: &[Word] = &[word("arg"), word("from"), word("only from")];
const DUTY: &[Word] = &[word("pair"), word("same"), word("per")];
const SEQUENCE: &[Word] = &[guarded("step"), word("within")];
const AGENT: &[Word] = &[word("uses"), word("own flow"), word("clearance"), word("max"), guarded("on loop"), guarded("on unknown")];
const ROUTINE: &[Word] = &[word("only")];
const FILL: &[Word] = &[word("arg")];
const RESULT: &[Word] = &[guarded("redact"), outcome("withhold")];
const STUB: &[Word] = &[word("result")];
const KILL: &[Word] = &[word("agent"), word("principal"), alone("all"), word("park until")];
const EXCEPTION: &[Word] = &[word("to"), guarded("instead")];
const COMMAND: &[Word] = &[word("match"), word("through"), word("after"), word("hits"), word("asks"), word("misses")];
const COMMANDS: &[Word] = &[word("otherwise"), word("unsure"), word("unreadable"), alone("first-match")];
const POLICY: &[Word] = &[word("over"), word("for"), word("priority")];
const CATALOG: &[Word] = &[word("server"), word("trust"), word("effect"), word("mark"), word("open")];
const TEST: &[Word] =
    &[word("as"), word("given"), word("call"), word("each"), word("job"), word("turn"), word("result"), word("answer"), word("event")];

impl Block {
    const fn of_words(words: &'static [Word], column: usize) -> Self {
        Self { words, column, gap: 1, is_table: false }
    }
}

/// How the block of an item is laid out.
pub(super) fn block(item: &str) -> &'static Block {
    match item {
        "policy" => &const { Block::of_words(POLICY, 6) },
        "catalog" => &const { Block::of_words(CATALOG, 7) },
        "defaults" => &const { Block { words: &[], column: 0, gap: 2, is_table: true } },
        "commands" => &const { Block { words: COMMANDS, column: 0, gap: 2, is_table: false } },
        "test" => &const { Block::of_words(TEST, 6) },
        "label" => &const { Block::of_words(LABEL, 7) },
        "duty" => &const { Block::of_words(DUTY, 7) },
        "sequence" => &const { Block::of_words(SEQUENCE, 7) },
        "limit" => &const { Block::of_words(LIMIT, 8) },
        "origin" => &const { Block::of_words(ORIGIN, 8) },
        "agent" => &const { Block::of_words(AGENT, 7) },
        "routine" => &const { Block::of_words(ROUTINE, 7) },
        "fill" => &const { Block::of_words(FILL, 7) },
        "result" => &const { Block::of_words(RESULT, 8) },
        "stub" => &const { Block::of_words(STUB, 7) },
        "kill" => &const { Block::of_words(KILL, 8) },
        "command" => &const { Block::of_words(COMMAND, 8) },
        "exception" => &const { Block::of_words(EXCEPTION, 8) },
        _ => &const { Block::of_words(&[], 8) },
    }
}

/// Whether the clauses of a rule stand in this item, too.
fn takes_rule_clauses(item: &str) -> bool {
    !matches!(item, "policy" | "catalog" | "defaults" | "commands" | "test" | "agent" | "routine")
}

/// Cuts the atoms of a block into its lines.
pub(super) fn cut(atoms: &[Atom], item: &str) -> Vec<Clause> {
    let Some(depth) = atoms.first().map(|first| first.depth) else { return Vec::new() };
    let mut clauses: Vec<Clause> = Vec::new();
    for at in 0..atoms.len() {
        let outside = atoms.get(at).is_some_and(|atom| atom.depth == depth && atom.kind != AtomKind::Close);
        let open = clauses.last().copied();
        let begun = if outside { beginning(atoms, at, item, open) } else { None };
        if let Some((words, guarded)) = begun.or_else(|| open.is_none().then_some((0, false))) {
            clauses.push(Clause { start: at, end: at, words, guarded });
        }
        if let Some(last) = clauses.last_mut() {
            last.end = at + 1;
        }
    }
    clauses
}

/// Whether a line begins at this atom: the length of its words, and whether guards behind it are its own.
fn beginning(atoms: &[Atom], at: usize, item: &str, open: Option<Clause>) -> Option<(usize, bool)> {
    let block = block(item);
    if block.is_table {
        return row_head(atoms, at).map(|length| (length, true));
    }
    let atom = atoms.get(at).filter(|atom| atom.kind == AtomKind::Word)?;
    let is_own = |word: &&Word| word.matches(atoms, at);
    let word = block.words.iter().find(is_own).or_else(|| RULE.iter().filter(|_| takes_rule_clauses(item)).find(is_own))?;
    let own_guard = open.is_some_and(|open| open.guarded) && matches!(atom.text.as_str(), "when" | "unless" | "because");
    if own_guard || open.is_some_and(|open| at < open.start + open.words + usize::from(!is_alone(atoms, open, item))) {
        return None;
    }
    let follows = at.checked_sub(1).and_then(|before| atoms.get(before)).is_none_or(|before| !asks_for_more(before));
    (follows && fits(atoms, at, item)).then_some((word.text.split(' ').count(), word.guarded))
}

/// Whether nothing has to stand behind the words of a line.
fn is_alone(atoms: &[Atom], clause: Clause, item: &str) -> bool {
    let words = block(item).words.iter().chain(RULE);
    clause.words == 0 || words.filter(|word| word.matches(atoms, clause.start)).any(|word| word.alone)
}

impl Word {
    fn matches(&self, atoms: &[Atom], at: usize) -> bool {
        let is = |at: usize, text: &str| atoms.get(at).is_some_and(|atom| atom.kind == AtomKind::Word && atom.is(text));
        match self.text.split_once(' ') {
            Some((first, second)) => is(at, first) && is(at + 1, second),
            None => is(at, self.text),
        }
    }
}

/// Words that mean something else before or behind some others.
fn fits(atoms: &[Atom], at: usize, item: &str) -> bool {
    let word = atoms.get(at).map_or("", |atom| atom.text.as_str());
    let next = atoms.get(at + 1);
    match (item, word) {
        (_, "starts") => next.is_none_or(|next| !next.is("with")),
        ("sequence", "within") => next.is_some_and(|next| matches!(next.text.as_str(), "job" | "tree" | "principal" | "agent" | "session")),
        ("command", "after") => at.checked_sub(1).and_then(|before| atoms.get(before)).is_none_or(|before| !before.is("allow")),
        ("test", "job" | "turn") => opens_statements(atoms, at + 1),
        _ => true,
    }
}

/// Whether a `{` stands here that holds statements of a test, not data.
pub(super) fn opens_statements(atoms: &[Atom], at: usize) -> bool {
    let opens = atoms.get(at).is_some_and(|atom| atom.is("{"));
    opens && atoms.get(at + 1).is_some_and(|first| first.kind == AtomKind::Word && TEST.iter().any(|word| first.is(word.text)))
}

/// Whether what stands before goes on: a sign or a word that asks for another.
fn asks_for_more(before: &Atom) -> bool {
    match before.kind {
        AtomKind::Comma | AtomKind::Operator | AtomKind::Open => true,
        AtomKind::Word => ASKING.contains(&before.text.as_str()),
        _ => false,
    }
}

/// Words behind which a name, a value or a condition must come.
const ASKING: &[&str] = &[
    "and", "or", "not", "in", "has", "like", "matches", "contains", "with", "under", "exists", "any", "every", "seen", "else", "by", "of",
    "via", "notify", "effect", "event", "having", "lacking",
];

/// The length of a row's head: effects, `granted` or `*` before an outcome.
fn row_head(atoms: &[Atom], at: usize) -> Option<usize> {
    let is_head = atoms.get(at)?.text.split('+').all(|word| EFFECT_WORDS.contains(&word) || matches!(word, "granted" | "*"));
    let has_outcome = atoms.get(at + 1).is_some_and(|next| OUTCOMES.contains(&next.text.as_str()));
    (is_head && has_outcome).then_some(1)
}

/// The words that begin the outcome of a row.
const OUTCOMES: &[&str] = &["allow", "require", "deny", "confirm", "approve", "classify", "server-check", "notify"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::LINE_WORDS;

    /// The first words of the lines that this table knows for an item.
    fn known(item: &str) -> Vec<&'static str> {
        let shared = RULE.iter().filter(|_| takes_rule_clauses(item));
        block(item).words.iter().chain(shared).filter_map(|word| word.text.split(' ').next()).collect()
    }

    #[test]
    fn every_word_with_which_a_line_of_an_item_begins_is_known() {
        let own_lines = |item: &str, word: &str| !(matches!(word, "when" | "unless" | "because" | "after") || item == "defaults");
        for (item, words) in LINE_WORDS {
            for word in words.iter().filter(|word| own_lines(item, word)) {
                assert!(known(item).contains(word), "`{word}` of `{item}`");
            }
        }
        assert!(LINE_WORDS.len() > 10);
    }
}
