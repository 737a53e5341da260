//! Whose a count is and how long it holds: `per person, 24h`, `within tree`, `per agent, ever`.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::number;
use super::reader::Reader;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::suggestion::nearest;
use crate::tree::{Name, OwnerTree};
use crate::words::shown;

/// Whose the count of a limit may be.
pub(super) const ALL: &[&str] = &["job", "tree", "person", "agent"];
/// Whose a duty may be.
pub(super) const PEOPLE: &[&str] = &["person", "agent"];
/// In what a sequence may happen.
pub(super) const JOBS: &[&str] = &["job", "tree"];

/// Words of other languages for them.
const FOREIGN: &[(&str, &str)] = &[
    ("user", "person"),
    ("users", "person"),
    ("principal", "person"),
    ("human", "person"),
    ("persons", "person"),
    ("people", "person"),
    ("session", "job"),
    ("run", "job"),
    ("jobs", "job"),
    ("trees", "tree"),
    ("agents", "agent"),
];

/// Reads a `per` or `within` pair.
pub(super) fn per<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, owners: &[&'static str]) -> Option<OwnerTree> {
    let word = if pair.as_rule() == Rule::within { "within" } else { "per" };
    let inner = reader.parts(pair).into_iter().find(|part| matches!(part.as_rule(), Rule::whose | Rule::period))?;
    if inner.as_rule() == Rule::period {
        without_owner(reader, inner, word, owners);
        return None;
    }
    let (mut owner, mut window, mut comma) = (None, Ok(None), false);
    for part in inner.into_inner() {
        match part.as_rule() {
            Rule::owner_word => owner = one_of(reader, &part, owners),
            Rule::comma => comma = true,
            _ => {
                missing_comma(reader, &part, comma);
                window = period(reader, part).map(Some).ok_or(());
            }
        }
    }
    Some(OwnerTree { owner: owner?, window: window.ok()? })
}

fn one_of<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>, owners: &[&'static str]) -> Option<Name> {
    let mut name = reader.spanned(pair);
    if owners.contains(&name.value.as_str()) {
        return Some(name);
    }
    let written = name.value.to_ascii_lowercase();
    let meant = FOREIGN.iter().find(|(foreign, _)| *foreign == written).map(|(_, meant)| *meant).filter(|meant| owners.contains(meant));
    if let Some(meant) = meant {
        reader.slip(codes::CLAUSE_WORD, pair, format!("`{}` is written `{meant}`", shown(&name.value)), meant);
        name.value = meant.to_owned();
        return Some(name);
    }
    let diagnostic =
        Diagnostic::error(codes::OPTION_WORD, name.span, format!("expected {}, found `{}`", listed(owners), shown(&name.value)));
    reader.broken(match nearest(&name.value, owners) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), name.span, near, false),
        None => diagnostic.help(format!("write {}", listed(owners))),
    });
    None
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// `per 24h`: whose is not said, and no owner is likelier than the others.
pub(super) fn without_owner<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, word: &str, owners: &[&'static str]) {
    let span = reader.span(&pair);
    let written = pair.as_str().trim();
    let example = owners.first().copied().unwrap_or("job");
    let message = format!("`{}` stands without {}", shown(written), listed(owners));
    reader.broken(Diagnostic::error(codes::WHOSE, span, message).help(format!("say whose: `{word} {example}, {}`", shown(written))));
}

fn missing_comma<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>, comma: bool) {
    if !comma {
        let span = reader.span(pair);
        let before = reader.text.get(..span.start as usize).map_or(0, |before| before.trim_end().len());
        let place = Span::new(before, before);
        reader.report(Diagnostic::error(codes::TIME_COMMA, span, "a comma stands before the time").help("write `,`").fix(
            "write `,`",
            place,
            ",",
            true,
        ));
    }
}

/// A duration, or `ever`.
fn period<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<Option<u64>>> {
    let span = reader.span(&pair);
    let inner = pair.into_inner().next()?;
    let seconds = match inner.as_rule() {
        Rule::numeric => Some(number::duration(reader, &inner)?),
        Rule::slip_ever => {
            reader.slip(codes::CLAUSE_WORD, &inner, format!("`{}` is written `ever`", inner.as_str()), "ever");
            None
        }
        _ => None,
    };
    Some(Spanned::new(seconds, span))
}
