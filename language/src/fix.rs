//! Applying machine fixes to a text.

use std::collections::BTreeMap;

use crate::diagnostic::{Edit, Fix};

/// Applies the automatic fixes, earliest given first. A fix of which an edit touches a place that an earlier one already changes is left
/// out whole, so one pass may leave something to do: read the result again and repeat while it still has automatic fixes.
pub fn apply(text: &str, fixes: &[Fix]) -> String {
    let mut accepted: BTreeMap<u32, &Edit> = BTreeMap::new();
    for fix in fixes.iter().filter(|fix| fix.automatic && fits(text, &fix.edits)) {
        if !fix.edits.iter().any(|edit| touches(edit, &accepted)) {
            accepted.extend(fix.edits.iter().map(|edit| (edit.span.start, edit)));
        }
    }
    rewrite(text, accepted.into_values())
}

/// Whether every edit names a place in the text, in order, apart from each other and each with a start of its own.
fn fits(text: &str, edits: &[Edit]) -> bool {
    let inside = |edit: &Edit| text.get(edit.span.start as usize..edit.span.end as usize).is_some();
    let in_order = edits.windows(2).all(|pair| matches!(pair, [a, b] if a.span.start < b.span.start && a.span.end <= b.span.start));
    edits.iter().all(inside) && in_order
}

/// Whether an edit starts where an accepted one does, or shares a byte with one.
fn touches(edit: &Edit, accepted: &BTreeMap<u32, &Edit>) -> bool {
    let before = accepted.range(..=edit.span.start).next_back();
    let after = accepted.range(edit.span.start..).next();
    before.is_some_and(|(start, other)| *start == edit.span.start || other.span.end > edit.span.start)
        || after.is_some_and(|(start, _)| *start < edit.span.end)
}

fn rewrite<'e>(text: &str, edits: impl Iterator<Item = &'e Edit>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut at = 0usize;
    for edit in edits {
        result.push_str(text.get(at..edit.span.start as usize).unwrap_or(""));
        result.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    result.push_str(text.get(at..).unwrap_or(""));
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn fix(edits: &[(usize, usize, &str)], automatic: bool) -> Fix {
        let edits = edits.iter().map(|(start, end, text)| Edit { span: Span::new(*start, *end), text: (*text).to_owned() }).collect();
        Fix { title: String::new(), edits, automatic }
    }

    #[test]
    fn only_automatic_fixes_are_applied_and_the_first_of_two_that_overlap() {
        let fixes = [fix(&[(2, 4, "and")], true), fix(&[(0, 1, "x")], false), fix(&[(3, 6, "!")], true), fix(&[(5, 6, "c")], true)];
        assert_eq!(apply("a && b", &fixes), "a and c");
    }

    #[test]
    fn a_fix_that_names_no_place_of_the_text_is_left_out() {
        assert_eq!(apply("é", &[fix(&[(1, 2, "x")], true), fix(&[(0, 9, "x")], true)]), "é");
    }
}
