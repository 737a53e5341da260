//! An item's own text, clause by clause, whatever the construct: a clause begins on a line of the block's own indentation, deeper lines go on.
//!
//! This reads layout, not meaning: an item that stands on one line is one clause. What it shows is the author's own text.

/// A clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Its first word, or both where it has two: `on`, `when`, `deny`, `at least`.
    pub word: String,
    /// What follows, on one line, without comments.
    pub text: String,
}

/// Clauses that begin with two words.
const TWO_WORDS: [&str; 7] = ["at least", "own flow", "on loop", "on unknown", "only from", "stop job", "park until"];

/// The clauses of an item. One without a block has none.
pub fn clauses(item: &str) -> Vec<Clause> {
    let Some(body) = body(item) else { return Vec::new() };
    let mut clauses: Vec<String> = Vec::new();
    let mut indentation = None;
    for line in body.lines() {
        let words = line.trim_start();
        if words.is_empty() || words.starts_with("//") {
            continue;
        }
        let depth = line.chars().count() - words.chars().count();
        let own = *indentation.get_or_insert(depth);
        match clauses.last_mut() {
            Some(clause) if depth > own || words.starts_with([')', ']', '}']) => {
                clause.push('\n');
                clause.push_str(words);
            }
            _ => clauses.push(words.to_owned()),
        }
    }
    clauses.iter().map(|clause| clause_of(&one_line(clause))).collect()
}

/// A clause without its reason, which the typed program has, constants filled in. A clause that is a reason keeps it.
pub fn clause_of(line: &str) -> Clause {
    let two = TWO_WORDS.iter().find_map(|words| Some((*words, line.strip_prefix(words)?)));
    let two = two.filter(|(_, rest)| rest.is_empty() || rest.starts_with(' ')).map(|(words, rest)| (words, rest.trim_start()));
    let (word, text) = two.or_else(|| line.split_once(' ')).unwrap_or((line, ""));
    Clause { word: word.to_owned(), text: without_reason(text).to_owned() }
}

fn without_reason(text: &str) -> &str {
    let mut places = text.match_indices("because \"").map(|(at, _)| at);
    let begins = |at: usize| text.get(..at).is_some_and(|before| (before.is_empty() || before.ends_with(' ')) && outside(before));
    let ends = |at: usize| text.get(at + "because ".len()..).is_some_and(is_one_text);
    places.find(|at| begins(*at) && ends(*at)).and_then(|at| text.get(..at)).unwrap_or(text).trim_end()
}

/// Whether nothing is quoted at the end of a text.
fn outside(text: &str) -> bool {
    let mut line = String::new();
    let mut rest = text.chars().peekable();
    let mut previous = ' ';
    while let Some(c) = rest.next() {
        if matches!(c, '"' | '`') {
            quoted(c, previous == 'r' && c == '"', &mut rest, &mut line);
            if rest.peek().is_none() && !line.ends_with(c) {
                return false;
            }
        }
        previous = c;
    }
    true
}

/// Whether a text is one quoted text and nothing behind it.
fn is_one_text(text: &str) -> bool {
    let mut rest = text.chars().peekable();
    let mark = rest.next().unwrap_or_default();
    quoted(mark, false, &mut rest, &mut String::new());
    rest.peek().is_none()
}

/// What stands between the braces. A block that opens and closes on one line begins with a word as well.
fn body(item: &str) -> Option<&str> {
    let item = without_docs(item);
    let open = item.find('{')?;
    let close = item.rfind('}')?;
    item.get(open + 1..close)
}

/// An item's text behind its documentation.
pub fn without_docs(item: &str) -> &str {
    let mut rest = item;
    while rest.starts_with("///") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest.trim_end()
}

/// Policy text on one line: runs of blanks outside of texts are one, comments are left out.
pub fn one_line(text: &str) -> String {
    let mut line = String::new();
    let mut rest = text.chars().peekable();
    let mut previous = ' ';
    while let Some(c) = rest.next() {
        match c {
            '"' | '`' => quoted(c, previous == 'r' && c == '"', &mut rest, &mut line),
            '/' if rest.peek() == Some(&'/') => while rest.next_if(|c| *c != '\n').is_some() {},
            c if c.is_whitespace() => {
                if !line.ends_with(' ') && !line.is_empty() {
                    line.push(' ');
                }
            }
            c => line.push(c),
        }
        previous = c;
    }
    line.trim_end().to_owned()
}

/// Copies a quoted text with its marks. In a raw one a backslash is itself.
fn quoted(mark: char, raw: bool, rest: &mut std::iter::Peekable<std::str::Chars<'_>>, line: &mut String) {
    line.push(mark);
    while let Some(c) = rest.next() {
        line.push(c);
        if c == mark {
            return;
        }
        if c == '\\' && !raw {
            line.extend(rest.next());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(item: &str) -> Vec<String> {
        clauses(item).iter().map(|clause| format!("{}|{}", clause.word, clause.text)).collect()
    }

    #[test]
    fn deeper_lines_belong_to_the_clause_above_and_comments_to_none() {
        let item = "/// Doc {\nrule a {\n    on    x.y, // why\n          x.z\n    // a note\n    deny  when args.u == \"a  // b\"\n          because \"No.\"\n    final\n}\n";
        assert_eq!(check(item), ["on|x.y, x.z", "deny|when args.u == \"a  // b\"", "final|"]);
    }

    #[test]
    fn a_clause_may_begin_with_two_words() {
        let item = "agent a {\n    own flow   f\n    on loop    stop job\n    on looping x\n}";
        assert_eq!(check(item), ["own flow|f", "on loop|stop job", "on|looping x"]);
        assert_eq!(clause_of("stop job because \"No.\""), Clause { word: "stop job".to_owned(), text: String::new() });
    }

    #[test]
    fn a_reason_is_left_out_where_it_is_one_and_nothing_follows() {
        let check = |line: &str| clause_of(line).text;
        assert_eq!(check("deny when a == 1 because \"No \\\"x\\\".\""), "when a == 1");
        assert_eq!(check("deny because \"No.\""), "");
        assert_eq!(check("deny because \"No.\" when a == 1"), "because \"No.\" when a == 1");
        assert_eq!(check("deny when a == \"x because \" or b == \"y\""), "when a == \"x because \" or b == \"y\"");
        assert_eq!(check("because \"Why.\""), "\"Why.\"");
    }

    #[test]
    fn a_value_that_closes_on_a_line_of_its_own_stays_one_clause() {
        assert_eq!(check("stub {\n    on x.y\n    result {\n        a: 1\n    }\n}"), ["on|x.y", "result|{ a: 1 }"]);
        assert_eq!(check("rule a { on x.y deny }"), ["on|x.y deny"]);
        assert_eq!(check("levels a < b"), Vec::<String>::new());
    }

    #[test]
    fn texts_keep_their_blanks_and_raw_ones_their_backslashes() {
        assert_eq!(one_line("a  \"b  \\\"  c\"  r\"\\\"  d `e  f`"), "a \"b  \\\"  c\" r\"\\\" d `e  f`");
        assert_eq!(one_line("a // b"), "a");
    }
}
