//! Expressions of programs that pick processes or files by one (`pkill -f`): whether one is found somewhere in a name.
//!
//! Only what every flavour reads alike is read: characters, `.`, classes, `^`, `$` and `*`, `+`, `?` behind one character. Anything else may
//! match any name. One pass with a set of places; nothing backtracks.

/// Places of one expression; a longer one is not read.
const PLACES: usize = 63;

/// One character of an expression.
#[derive(Clone, Copy)]
enum Single<'e> {
    Is(char),
    Any,
    /// Inside of the brackets.
    Class(&'e str),
}

impl Single<'_> {
    fn admits(self, letter: char) -> bool {
        match self {
            Self::Is(own) => own == letter,
            Self::Any => letter != '\n',
            Self::Class(inside) => {
                let (inside, negated) = inside.strip_prefix('^').map_or((inside, false), |rest| (rest, true));
                let mut letters = inside.chars().peekable();
                let mut found = false;
                while let Some(from) = letters.next() {
                    let range = letters.clone().nth(1).filter(|_| letters.peek() == Some(&'-'));
                    found |= match range {
                        Some(to) => {
                            letters.nth(1);
                            (from..=to).contains(&letter)
                        }
                        None => from == letter,
                    };
                }
                found != negated
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Item<'e> {
    single: Single<'e>,
    /// It may be left out.
    optional: bool,
    /// It may come again.
    repeats: bool,
}

/// Whether the expression is found in the name; `None` where it cannot be told.
pub(super) fn is_found(expression: &str, name: &str) -> Option<bool> {
    let (expression, at_start) = expression.strip_prefix('^').map_or((expression, false), |rest| (rest, true));
    let (expression, at_end) = match expression.strip_suffix('$') {
        Some(rest) if !rest.ends_with('\\') => (rest, true),
        _ => (expression, false),
    };
    let mut items = [Item { single: Single::Any, optional: false, repeats: false }; PLACES];
    let mut count = 0;
    let mut rest = expression.chars();
    while let Some(letter) = rest.next() {
        let single = match letter {
            '.' => Single::Any,
            '[' => {
                let inside = rest.as_str();
                let end = inside.find(']')?;
                let inside =
                    inside.get(..end).filter(|inside| !inside.is_empty() && *inside != "^" && !inside.contains(['[', '\\', '&', '~']))?;
                rest = rest.as_str().get(end + 1..)?.chars();
                Single::Class(inside)
            }
            '(' | ')' | '{' | '}' | '|' | '\\' | '^' | '$' | '*' | '+' | '?' | ']' => return None,
            other => Single::Is(other),
        };
        let (optional, repeats) = match rest.as_str().chars().next() {
            Some('*') => (true, true),
            Some('+') => (false, true),
            Some('?') => (true, false),
            _ => (false, false),
        };
        if optional || repeats {
            rest.next();
        }
        *items.get_mut(count)? = Item { single, optional, repeats };
        count += 1;
    }
    Some(run(items.get(..count)?, name, at_start, at_end))
}

fn run(items: &[Item<'_>], name: &str, at_start: bool, at_end: bool) -> bool {
    let done = 1u64 << items.len();
    let mut here = closed(items, 1);
    for letter in name.chars() {
        if here & done != 0 && !at_end {
            return true;
        }
        let mut next = 0u64;
        for (at, item) in items.iter().enumerate().filter(|(at, item)| here >> at & 1 == 1 && item.single.admits(letter)) {
            next |= 2 << at | if item.repeats { 1 << at } else { 0 };
        }
        here = closed(items, next | u64::from(!at_start));
    }
    here & done != 0
}

/// With what may be left out.
fn closed(items: &[Item<'_>], mut places: u64) -> u64 {
    for (at, item) in items.iter().enumerate() {
        // One that came once and may come again may also be over: its second place is set with the first.
        if item.optional && places >> at & 1 == 1 {
            places |= 2 << at;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_found_where_it_stands_in_the_name() {
        for (expression, name, found) in [
            ("[k]irocrew", "kirocrew", true),
            ("kiro", "kirocrew", true),
            ("^kiro$", "kirocrew", false),
            ("k.*w", "kirocrew", true),
            ("x?kiro", "kirocrew", true),
            ("ki+ro", "kirocrew", true),
            ("[a-j]iro", "kirocrew", false),
            ("[^a]iro", "kirocrew", true),
            ("crew$", "kirocrew", true),
            ("^crew", "kirocrew", false),
            ("", "x", true),
        ] {
            assert_eq!(is_found(expression, name), Some(found), "{expression} {name}");
        }
    }

    #[test]
    fn what_is_read_differently_may_match_anything() {
        for expression in ["(a|b)", "a{2}", "\\bkiro", "[", "*a", &"a".repeat(64)] {
            assert_eq!(is_found(expression, "kirocrew"), None, "{expression}");
        }
    }
}
