//! Names: kebab-case where they are declared, as written where they are used.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::text;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::tree::Name;
use crate::words::shown;

/// The longest name, in bytes.
pub const MAX_NAME_BYTES: usize = 128;

/// A declared name (`head_name`): a quoted or oddly spelt one is read and reported.
pub(super) fn declared<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Name {
    let Some(inner) = pair.clone().into_inner().next() else { return reader.spanned(&pair) };
    let name = match inner.as_rule() {
        Rule::text => text::read(reader, inner),
        _ => reader.spanned(&inner),
    };
    check(reader, &name, pair.as_str());
    name
}

/// A name as the world gives it (`given_name`): a word, or quoted text.
pub(super) fn given<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Name> {
    let inner = pair.into_inner().next()?;
    let name = if inner.as_rule() == Rule::text { text::read(reader, inner) } else { reader.spanned(&inner) };
    if name.value.len() > MAX_NAME_BYTES {
        reader.report(too_long(&name));
    }
    Some(name)
}

/// The name that a clause ends with: `level L`, `agent NAME`.
pub(super) fn used<'t>(reader: &mut Reader<'t>, clause: Pair<'t, Rule>) -> Option<Name> {
    let last = reader.parts(clause).into_iter().find(|part| matches!(part.as_rule(), Rule::name | Rule::given_name))?;
    if last.as_rule() == Rule::given_name { given(reader, last) } else { Some(reader.spanned(&last)) }
}

fn too_long(name: &Name) -> Diagnostic {
    let message = format!("`{}` has {} bytes, more than the {MAX_NAME_BYTES} of a name", shown(&name.value), name.value.len());
    Diagnostic::error(codes::NAME_TOO_LONG, name.span, message).help("choose a shorter name")
}

fn check(reader: &mut Reader<'_>, name: &Name, written: &str) {
    if name.value.len() > MAX_NAME_BYTES {
        reader.report(too_long(name));
    } else if !is_kebab_case(&name.value) || written.contains(['"', '\'']) {
        let suggestion = kebab_case(&name.value);
        let diagnostic = Diagnostic::error(codes::NAME, name.span, format!("`{}` is no name", shown(written)));
        reader.report(match is_kebab_case(&suggestion) {
            true => diagnostic.help(format!("names are lower case with `-` between words: `{suggestion}`")).fix(
                format!("write `{suggestion}`"),
                name.span,
                suggestion,
                false,
            ),
            false => diagnostic.help("names are lower case, start with a letter and have `-` between words"),
        });
    }
}

fn is_kebab_case(name: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(word)
}

fn kebab_case(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && kebab.ends_with(|last: char| last.is_ascii_lowercase() || last.is_ascii_digit()) {
            kebab.push('-');
        }
        kebab.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    }
    kebab.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}
