//! JSON as a test writes it: bare keys, columns of a table, words that stand for a `let`.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::text;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::Spanned;
use crate::tree::Json;
use crate::words::shown;

/// Reads a `json`, `json_object` or `json_list` pair.
pub(super) fn read<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Spanned<Json> {
    let span = reader.span(&pair);
    Spanned::new(value(reader, pair), span)
}

fn value<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Json {
    match pair.as_rule() {
        Rule::json => pair.into_inner().next().map_or(Json::Null, |inner| value(reader, inner)),
        Rule::json_object => {
            Json::Object(pair.into_inner().filter(|part| part.as_rule() == Rule::member).map(|part| member(reader, part)).collect())
        }
        Rule::json_list => {
            Json::List(pair.into_inner().filter(|part| part.as_rule() == Rule::json).map(|part| value(reader, part)).collect())
        }
        Rule::text => Json::Text(text::read(reader, pair).value),
        Rule::numeric => number(reader, &pair),
        Rule::column => Json::Column(pair.as_str().trim_start_matches('$').to_owned()),
        Rule::json_word => Json::Word(reader.spanned(&pair)),
        _ => constant(reader, &pair),
    }
}

fn member<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> (String, Json) {
    let (mut key, mut held) = (String::new(), Json::Null);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::text => key = text::read(reader, part).value,
            Rule::segment => key = part.as_str().to_owned(),
            Rule::json_equals => reader.slip(codes::OPERATOR_WORD, &part, "a member's value follows `:`", ":"),
            Rule::json => held = value(reader, part),
            _ => {}
        }
    }
    (key, held)
}

fn constant<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Json {
    let (word, value) = match pair.as_str() {
        "true" | "True" | "TRUE" => ("true", Json::Boolean(true)),
        "false" | "False" | "FALSE" => ("false", Json::Boolean(false)),
        _ => ("null", Json::Null),
    };
    if pair.as_rule() == Rule::slip_constant {
        reader.slip(codes::CONSTANT_WORD, pair, format!("`{}` is written `{word}`", pair.as_str()), word);
    }
    value
}

/// A number keeps its text: a test may want to send one that no policy can write.
fn number<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Json {
    let written = pair.as_str();
    if !is_json_number(written) {
        let message = format!("`{}` is no JSON number", shown(written));
        reader.broken(Diagnostic::error(codes::NUMBER, reader.span(pair), message).help("quote it if it is text"));
    }
    Json::Number(written.to_owned())
}

/// `-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?`
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
    let unsigned = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = unsigned.split_once('.').map_or((unsigned, None), |(whole, fraction)| (whole, Some(fraction)));
    let canonical = digits(whole) && (whole == "0" || !whole.starts_with('0'));
    canonical
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}
