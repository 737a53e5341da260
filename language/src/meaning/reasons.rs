//! Reasons: text with `let`s filled in and values of the call to be printed quoted, escaped and short.
//!
//! A reason is read by the agent, so text that the call brings along may speak through it. What is a number, a boolean, one of listed
//! words, supplied by the host or pinned by an equality of the item may be named; other text needs `!` and is linted.

use super::places::Use;
use super::spelling;
use super::typer::Typer;
use super::types::{Admits, Kind, Type};
use crate::codes::meaning as code;
use crate::core::{Atom, Attribute, Comparison, Condition, ListKind, Operand, Reason, ReasonPart, Root};
use crate::diagnostic::Diagnostic;
use crate::names::{Constant, Namespace};
use crate::span::{Span, Spanned};
use crate::suggestion;
use crate::tree::{Name, PathTree};
use crate::words::VALUE_ROOTS;

/// The most values and `let`s a reason fills in.
const MAX_PARTS: usize = 16;
/// The most text, in bytes, values left out.
const MAX_TEXT: usize = 1024;

/// A piece as written.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Named(String),
}

impl<'c> Typer<'c> {
    /// Lowers `because "…"`; `condition` is the item's own, for what it pins.
    pub(super) fn reason(&mut self, because: &Spanned<String>, condition: &Condition) -> Option<Reason> {
        let Some(pieces) = pieces(&because.value) else {
            self.report(Diagnostic::error(code::REASON_NAME, because.span, "a `{` is not closed").help("a brace itself is written `{{`"));
            return None;
        };
        let mut parts: Vec<ReasonPart> = Vec::new();
        let named = pieces.iter().filter(|piece| matches!(piece, Piece::Named(_))).count();
        for piece in pieces {
            let part = match piece {
                Piece::Text(text) => ReasonPart::Text(text),
                Piece::Named(name) => self.named(&name, because.span, condition)?,
            };
            push(&mut parts, part);
        }
        self.check_limits(&parts, named, because.span);
        Some(Reason { parts })
    }

    fn check_limits(&mut self, parts: &[ReasonPart], named: usize, span: Span) {
        let text: usize = parts.iter().map(|part| if let ReasonPart::Text(text) = part { text.len() } else { 0 }).sum();
        if named > MAX_PARTS {
            let message = format!("a reason fills in at most {MAX_PARTS} values, this one {named}");
            self.report(Diagnostic::error(code::REASON_LIMIT, span, message).help("say what, why and what to do instead, no more"));
        }
        if text > MAX_TEXT {
            let message = format!("a reason has at most {MAX_TEXT} bytes of text, this one {text}");
            self.report(Diagnostic::error(code::REASON_LIMIT, span, message).help("say what, why and what to do instead, no more"));
        }
    }

    fn named(&mut self, written: &str, span: Span, condition: &Condition) -> Option<ReasonPart> {
        let (name, free) = match written.strip_suffix('!') {
            Some(name) => (name.trim_end(), true),
            None => (written, false),
        };
        let keys = keys(name);
        match keys.split_first() {
            Some((head, [])) if !VALUE_ROOTS.contains(&head.as_str()) => self.let_in_reason(head, span),
            Some((head, keys)) => {
                let name = |text: &String| Name::new(text.clone(), span);
                let path = PathTree { head: name(head), segments: keys.iter().map(name).collect(), optional: None, otherwise: None, span };
                self.value_in_reason(&path, free, span, condition)
            }
            None => {
                self.report(Diagnostic::error(code::REASON_NAME, span, "`{}` names nothing").help("a brace itself is written `{{`"));
                None
            }
        }
    }

    fn let_in_reason(&mut self, name: &str, span: Span) -> Option<ReasonPart> {
        let Some(constant) = self.names.constant(name) else {
            let lets = self.names.all(Namespace::Lets);
            let help = suggestion::help(
                name,
                lets.iter().map(String::as_str),
                "braces hold a `let` or a value such as `args.amount`; a brace itself is `{{`",
            );
            self.report(Diagnostic::error(code::REASON_NAME, span, format!("there is no `let {name}`")).help(help));
            return None;
        };
        let text = printed(&constant);
        if text.is_none() {
            let message = format!("`{name}` is {} and is not printed in a reason", constant.noun());
            self.report(Diagnostic::error(code::REASON_NAME, span, message).help("write it out"));
        }
        text.map(ReasonPart::Text)
    }

    fn value_in_reason(&mut self, path: &PathTree, free: bool, span: Span, condition: &Condition) -> Option<ReasonPart> {
        let place = self.place(path, Use::Existence)?;
        let name = spelling::path(path);
        if place.ty.is_only(Kind::List) || place.ty.is_only(Kind::Object) {
            let message = format!("`{name}` is {} and is not printed in a reason", place.ty.noun());
            self.report(Diagnostic::error(code::REASON_NAME, span, message).help("name one value"));
            return None;
        }
        if !speaks(&place.attribute, &place.ty) || pinned(condition, &place.attribute) {
            return Some(ReasonPart::Value(place.attribute));
        }
        let diagnostic = if free {
            let message = format!("the reason prints `{name}`, text that the call brings along and an agent will read");
            Diagnostic::warning(code::REASON_INJECTION, span, message)
                .help("it is printed quoted and short; leave it out where the reason is clear without it")
        } else {
            let message = format!("`{name}` is free text of the call");
            Diagnostic::error(code::REASON_FREE_TEXT, span, message)
                .help(format!("leave it out, or write `{{{name}!}}` to print it all the same"))
        };
        self.report(diagnostic);
        Some(ReasonPart::Value(place.attribute))
    }
}

/// Adjacent text is one part.
fn push(parts: &mut Vec<ReasonPart>, part: ReasonPart) {
    match (parts.last_mut(), part) {
        (Some(ReasonPart::Text(before)), ReasonPart::Text(text)) => before.push_str(&text),
        (_, ReasonPart::Text(text)) if text.is_empty() => {}
        (_, part) => parts.push(part),
    }
}

/// `None` where a brace is not closed.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        pieces.push(Piece::Text(before.replace("}}", "}")));
        if let Some(behind) = after.strip_prefix('{') {
            pieces.push(Piece::Text("{".to_owned()));
            rest = behind;
        } else {
            let (name, behind) = after.split_once('}')?;
            pieces.push(Piece::Named(name.trim().to_owned()));
            rest = behind;
        }
    }
    pieces.push(Piece::Text(rest.replace("}}", "}")));
    Some(pieces)
}

/// `args.a."b c".d` cut at its dots, quotes taken off; `args["x"]` is the same place.
fn keys(name: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut key = String::new();
    let mut quoted = false;
    for c in name.chars() {
        match c {
            '"' => quoted = !quoted,
            '.' | '[' if !quoted => keys.push(core::mem::take(&mut key)),
            ']' if !quoted => {}
            other => key.push(other),
        }
    }
    keys.push(key);
    keys.retain(|key| !key.is_empty());
    keys
}

fn printed(constant: &Constant) -> Option<String> {
    Some(match constant {
        Constant::Boolean(value) => value.to_string(),
        Constant::Number(value) => value.to_string(),
        Constant::Text(text) | Constant::Word(text) => text.clone(),
        Constant::Instant(second) => crate::words::instant_text(*second)?,
        Constant::Version(numbers) => format!("v{}", numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(".")),
        Constant::Duration(seconds) => duration(*seconds),
        Constant::Null | Constant::List(_) | Constant::Window(_) => return None,
    })
}

fn duration(seconds: u64) -> String {
    let units = [(86_400, "d"), (3_600, "h"), (60, "m")];
    units
        .into_iter()
        .find(|(unit, _)| seconds != 0 && seconds.is_multiple_of(*unit))
        .map_or_else(|| format!("{seconds}s"), |(unit, name)| format!("{}{name}", seconds / unit))
}

/// Whether the place may hold text that whoever made the call chose freely.
fn speaks(attribute: &Attribute, ty: &Type<'_>) -> bool {
    attribute.root == Root::Args && ty.listed_texts().is_none() && ty.admits(Kind::Text) != Admits::No
}

/// Whether the condition holds only where the place is one of the policy's own constants.
fn pinned(condition: &Condition, place: &Attribute) -> bool {
    let same = |attribute: &Attribute| attribute.root == place.root && attribute.path == place.path;
    match condition {
        Condition::All(parts) => parts.iter().any(|part| pinned(part, place)),
        Condition::Any(parts) => !parts.is_empty() && parts.iter().all(|part| pinned(part, place)),
        Condition::Atom(atom) => match atom.as_ref() {
            Atom::Compare { left, op: Comparison::Equal, right: Operand::Literal(_) } => same(left),
            Atom::In { left, list: ListKind::Literals(_) } => same(left),
            _ => false,
        },
        Condition::True | Condition::False | Condition::Not(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_double_and_names_stand_between_single_ones() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let expected = vec![text("a "), text("{"), text("b} "), Piece::Named("ceiling".to_owned()), text("")];
        assert_eq!(pieces("a {{b}} { ceiling }"), Some(expected));
        assert_eq!(pieces("open {x"), None);
    }

    #[test]
    fn a_dotted_name_is_cut_outside_quotes() {
        assert_eq!(keys("args.\"a.b\".c"), ["args", "a.b", "c"]);
        assert_eq!(keys("args[\"-i\"]"), ["args", "-i"]);
    }

    #[test]
    fn durations_print_in_their_largest_whole_unit() {
        assert_eq!([0, 90, 120, 28_800, 172_800].map(duration), ["0s", "90s", "2m", "8h", "2d"]);
    }
}
