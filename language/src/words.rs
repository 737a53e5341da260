//! The closed lists of words, and how user text is shown in a message. The nearest word to a misspelt one: [`crate::suggestion`].

use crate::disguise::is_invisible;

/// Words that start an item.
pub const ITEM_WORDS: &[&str] = &[
    "policy",
    "role",
    "use",
    "let",
    "catalog",
    "defaults",
    "rule",
    "test",
    "floor",
    "limit",
    "levels",
    "wall",
    "label",
    "origin",
    "duty",
    "sequence",
    "agent",
    "routine",
    "fill",
    "result",
    "stub",
    "kill",
    "exception",
    "include",
    "command",
    "commands",
];

/// Words that start a clause of a rule.
pub const RULE_WORDS: &[&str] = &["on", "when", "unless", "allow", "require", "deny", "because", "starts", "expires", "shadow", "final"];

/// Words that start a line of a policy's block.
pub const POLICY_WORDS: &[&str] = &["over", "for", "priority"];

/// Words that start a line of a catalog's block.
pub const CATALOG_WORDS: &[&str] = &["server", "trust", "effect", "mark", "open"];

/// Words that start a clause of a floor.
pub const FLOOR_WORDS: &[&str] = &["on", "when", "unless", "at", "because", "starts", "expires", "shadow", "final"];

/// Words that start a clause of a limit.
pub const LIMIT_WORDS: &[&str] = &[
    "on", "when", "unless", "sum", "count", "above", "require", "deny", "report", "stop", "because", "starts", "expires", "shadow", "final",
];

/// Words that start a clause of a label.
pub const LABEL_WORDS: &[&str] = &["from", "when", "unless", "taints", "level", "clears", "after", "starts", "expires", "shadow", "final"];

/// Words that start a clause of an origin.
pub const ORIGIN_WORDS: &[&str] =
    &["on", "when", "unless", "arg", "only", "from", "require", "deny", "because", "starts", "expires", "shadow", "final"];

/// Words that start a clause of a duty.
pub const DUTY_WORDS: &[&str] =
    &["pair", "when", "unless", "same", "per", "require", "deny", "because", "starts", "expires", "shadow", "final"];

/// Words that start a clause of a sequence.
pub const SEQUENCE_WORDS: &[&str] =
    &["step", "when", "unless", "within", "require", "deny", "because", "starts", "expires", "shadow", "final"];

/// Words that start a clause of an agent.
pub const AGENT_WORDS: &[&str] = &["uses", "own", "clearance", "max", "on", "because"];

/// Words that start a clause of a routine.
pub const ROUTINE_WORDS: &[&str] = &["only"];

/// Words that start a clause of a `fill`.
pub const FILL_WORDS: &[&str] = &["on", "arg"];

/// Words that start a clause of a stub.
pub const STUB_WORDS: &[&str] = &["on", "when", "unless", "result"];

/// Words that start a clause of a `result`.
pub const RESULT_WORDS: &[&str] = &["on", "when", "unless", "redact", "withhold", "because", "starts", "expires", "shadow", "final"];

/// Words that start a clause of a kill switch.
pub const KILL_WORDS: &[&str] = &["on", "agent", "principal", "all", "park", "because", "starts", "expires", "shadow", "final"];

/// Words that start a clause of an exception.
pub const EXCEPTION_WORDS: &[&str] = &["to", "when", "unless", "instead", "because", "starts", "expires", "shadow", "final"];

/// Words that start a clause of a `command` item.
pub const COMMAND_WORDS: &[&str] = &[
    "match", "when", "unless", "through", "after", "allow", "require", "deny", "because", "hits", "asks", "misses", "starts", "expires",
    "shadow", "final",
];

/// Words that start a line of `commands`.
pub const COMMANDS_WORDS: &[&str] = &["otherwise", "unsure", "unreadable", "first-match", "because"];

/// Words that start a clause of some item and, first on a line, are hardly meant as anything else in another.
pub const FOREIGN_CLAUSE_WORDS: &[&str] = &[
    "at",
    "report",
    "stop",
    "fail",
    "withhold",
    "allow",
    "require",
    "deny",
    "on",
    "when",
    "unless",
    "because",
    "sum",
    "count",
    "above",
    "from",
    "taints",
    "level",
    "clears",
    "arg",
    "pair",
    "step",
    "uses",
    "own",
    "clearance",
    "max",
    "redact",
    "park",
    "to",
    "instead",
    "match",
    "through",
    "hits",
    "misses",
    "otherwise",
    "unsure",
    "unreadable",
];

/// The words that start a line of an item's block, by the item's word.
pub const LINE_WORDS: &[(&str, &[&str])] = &[
    ("policy", POLICY_WORDS),
    ("catalog", CATALOG_WORDS),
    ("defaults", EFFECT_WORDS),
    ("rule", RULE_WORDS),
    ("floor", FLOOR_WORDS),
    ("limit", LIMIT_WORDS),
    ("label", LABEL_WORDS),
    ("origin", ORIGIN_WORDS),
    ("duty", DUTY_WORDS),
    ("sequence", SEQUENCE_WORDS),
    ("agent", AGENT_WORDS),
    ("routine", ROUTINE_WORDS),
    ("fill", FILL_WORDS),
    ("stub", STUB_WORDS),
    ("result", RESULT_WORDS),
    ("kill", KILL_WORDS),
    ("exception", EXCEPTION_WORDS),
    ("command", COMMAND_WORDS),
    ("commands", COMMANDS_WORDS),
    ("test", TEST_WORDS),
];

/// Words that start a statement of a test.
pub const TEST_WORDS: &[&str] = &["as", "given", "call", "each", "job", "turn", "result", "answer", "event"];

/// Words after `effect`, and heads of a `defaults` row.
pub const EFFECT_WORDS: &[&str] = &["read", "write", "destructive", "idempotent", "open-world", "closed-world"];

/// Words that a value may not be, unless quoted: they start a clause or steer an expression. The grammar's `reserved` is this list.
pub const RESERVED: &[&str] = &[
    "and", "or", "not", "in", "has", "like", "matches", "contains", "starts", "ends", "under", "within", "exists", "any", "every", "else",
    "true", "false", "null", "on", "when", "unless", "because", "allow", "deny", "require", "expires", "shadow", "final", "over", "for",
    "priority",
];

/// Where a path of a call may start.
pub const VALUE_ROOTS: &[&str] = &[
    "args",
    "function",
    "principal",
    "agent",
    "session",
    "job",
    "tree",
    "reads",
    "writes",
    "paths",
    "hosts",
    "recipients",
    "result",
    "command",
    "signals",
    "now",
];

/// User text for a message: one line, cut at 40 characters, without backticks that would end the quotation and without what shows nothing.
pub fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let mut shown: String = line.chars().take(40).map(|c| if c == '`' { '\'' } else { c }).filter(|c| !is_invisible(*c)).collect();
    if shown.len() < text.len() && line.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// An instant as calls carry it, such as `2027-01-31T03:00:00Z`; `None` outside the calendar. A time stamp would end a day before it does.
pub(crate) fn instant_text(second: i64) -> Option<String> {
    const EPOCH: jiff::civil::DateTime = jiff::civil::DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
    let civil = EPOCH.checked_add(jiff::SignedDuration::from_secs(second)).ok()?;
    Some(format!("{civil}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::syntax::STRAY_TEXT;
    use crate::parse::parse_item;

    #[test]
    fn an_instant_is_written_to_the_calendars_end() {
        for (second, text) in
            [(0, "1970-01-01T00:00:00Z"), (1_801_364_400, "2027-01-31T03:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z")]
        {
            assert_eq!(instant_text(second).as_deref(), Some(text));
        }
        assert_eq!(instant_text(i64::MAX), None);
    }

    #[test]
    fn an_item_is_read_by_each_of_the_item_words() {
        for word in ITEM_WORDS {
            let codes: Vec<_> = parse_item(&format!("{word} x")).diagnostics.iter().map(|found| found.code).collect();
            assert!(!codes.contains(&STRAY_TEXT), "{word}");
        }
    }
}
