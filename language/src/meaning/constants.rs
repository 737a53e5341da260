//! From a written constant to a literal of the other side's type: what a bare word stands for, and whether the value fits.

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::path_literals;
use super::spelling;
use super::typer::Typer;
use super::types::{Admits, Kind, Scalar, Type};
use crate::codes::meaning as code;
use crate::core::{Decimal, Literal};
use crate::diagnostic::Diagnostic;
use crate::names::{Constant, Namespace};
use crate::span::Span;
use crate::suggestion;
use crate::tree::Value;

/// The longest text of a constant, in bytes.
const MAX_TEXT: usize = 64 * 1024;

/// What a bare word stands for.
enum Meaning {
    Text(String),
    Let(Constant),
    Nothing,
}

impl<'c> Typer<'c> {
    /// The constant that a value writes; reports a place of the call where a constant is needed.
    pub(super) fn constant_value(&mut self, value: &Value) -> Option<Constant> {
        let constant = Constant::of(value);
        if constant.is_none() {
            self.report(
                Diagnostic::error(code::NOT_CONSTANT, value.span, "a constant is needed here")
                    .help("write a number, text in quotes, a list of them, or a `let`"),
            );
        }
        constant
    }

    /// The constant with a `let` in place of its word, where no type says what the word means.
    pub(super) fn expanded(&mut self, constant: Constant) -> Constant {
        match constant {
            Constant::Word(word) => self.names.constant(&word).unwrap_or(Constant::Word(word)),
            other => other,
        }
    }

    /// The literal of a constant beside a place of this type.
    pub(super) fn literal(&mut self, constant: &Constant, ty: &Type<'c>, span: Span) -> Option<Literal> {
        match constant {
            Constant::Word(word) => self.word(word, ty, span),
            other => self.plain_literal(other, ty, span),
        }
    }

    fn word(&mut self, word: &str, ty: &Type<'c>, span: Span) -> Option<Literal> {
        match self.meaning(word, ty, span)? {
            Meaning::Text(text) => Some(Literal::Text(text)),
            Meaning::Let(Constant::Word(inner)) => self.word_of_let(word, &inner, ty, span),
            Meaning::Let(constant) => self.plain_literal(&constant, ty, span),
            Meaning::Nothing => {
                self.unknown_word(word, ty, span);
                None
            }
        }
    }

    /// A word inside a `let`: a role or an enum value, never another `let`.
    fn word_of_let(&mut self, name: &str, inner: &str, ty: &Type<'c>, span: Span) -> Option<Literal> {
        match self.own_meaning(inner, ty) {
            Some(text) => Some(Literal::Text(text)),
            None => {
                let message = format!("`{name}` holds the word `{inner}`, which means nothing for {}", ty.noun());
                self.report(Diagnostic::error(code::UNKNOWN_WORD, span, message).help("quote it in the `let`"));
                None
            }
        }
    }

    /// What the left side's type makes of a word.
    fn own_meaning(&mut self, word: &str, ty: &Type<'c>) -> Option<String> {
        match ty {
            Type::Scalar(Scalar::Role) => self.names.role(word),
            Type::Scalar(Scalar::Label) => self.names.label(word).then(|| word.to_owned()),
            _ => ty.listed_texts().filter(|texts| texts.contains(&word)).map(|_| word.to_owned()),
        }
    }

    fn meaning(&mut self, word: &str, ty: &Type<'c>, span: Span) -> Option<Meaning> {
        let own = self.own_meaning(word, ty);
        let bound = self.names.constant(word);
        match (own, bound) {
            (Some(_), Some(_)) => {
                let message = format!("`{word}` is {} and a `let` of this file", ty.noun());
                self.report(Diagnostic::error(code::AMBIGUOUS_LET, span, message).help("give the `let` another name"));
                None
            }
            (Some(text), None) => Some(Meaning::Text(text)),
            (None, Some(constant)) => Some(Meaning::Let(constant)),
            (None, None) => Some(Meaning::Nothing),
        }
    }

    fn unknown_word(&mut self, word: &str, ty: &Type<'c>, span: Span) {
        if *ty == Type::Scalar(Scalar::Label) {
            self.label_word(word, span);
            return;
        }
        let lets = self.names.all(Namespace::Lets);
        let quote = |diagnostic: Diagnostic| diagnostic.fix("quote it", span, spelling::quoted(word), false);
        let diagnostic = match ty {
            Type::Scalar(Scalar::Role) => {
                let roles = self.names.all(Namespace::Roles);
                let help = suggestion::help(word, roles.iter().chain(&lets).map(String::as_str), &format!("declare it: `role {word}`"));
                Diagnostic::error(code::UNKNOWN_ROLE, span, format!("there is no role `{word}`")).help(help)
            }
            Type::Any => {
                let message = format!("nothing says what `{word}` means: the left side has no type, and there is no such `let`");
                quote(Diagnostic::error(code::UNTYPED_WORD, span, message).help("quote it"))
            }
            _ => match ty.listed_texts() {
                Some(texts) => {
                    let otherwise = format!("it is {}", spelling::alternatives(texts.iter().copied()));
                    let help = suggestion::help(word, texts.iter().copied().chain(lets.iter().map(String::as_str)), &otherwise);
                    Diagnostic::error(code::NOT_A_VALUE, span, format!("`{word}` is none of the values here")).help(help)
                }
                None => {
                    let help = suggestion::help(word, lets.iter().map(String::as_str), "text is quoted");
                    quote(Diagnostic::error(code::UNKNOWN_WORD, span, format!("there is no `let {word}`")).help(help))
                }
            },
        };
        self.report(diagnostic);
    }

    fn plain_literal(&mut self, constant: &Constant, ty: &Type<'c>, span: Span) -> Option<Literal> {
        match constant {
            Constant::Null => Some(Literal::Null),
            Constant::Boolean(value) => self.fits(constant, ty, Kind::Boolean, span).then_some(Literal::Boolean(*value)),
            Constant::Number(value) => self.fits(constant, ty, Kind::Number, span).then_some(Literal::Number(*value)),
            Constant::Text(text) => self.text_literal(text, ty, span),
            Constant::Instant(value) => self.time_like(constant, ty, Scalar::Instant, span).then_some(Literal::Instant(*value)),
            Constant::Version(numbers) => self.time_like(constant, ty, Scalar::Version, span).then(|| version(numbers)),
            Constant::Duration(_) | Constant::List(_) | Constant::Window(_) | Constant::Word(_) => {
                self.misfit(constant, ty, span, None);
                None
            }
        }
    }

    fn text_literal(&mut self, text: &str, ty: &Type<'c>, span: Span) -> Option<Literal> {
        let text = self.normal(text, span)?;
        if matches!(ty, Type::Scalar(Scalar::Path)) {
            return self.path_literal(&text, path_literals::Role::Base, span).map(Literal::Path);
        }
        if !self.fits(&Constant::Text(text.clone()), ty, Kind::Text, span) {
            return None;
        }
        match ty {
            Type::Scalar(Scalar::Label) => return self.label_word(&text, span).map(Literal::Text),
            Type::Scalar(Scalar::Host) => self.host_form(&text, true, span)?,
            _ => {}
        }
        match ty.listed_texts() {
            Some(texts) if !texts.contains(&text.as_str()) => {
                let otherwise = format!("it is {}", spelling::alternatives(texts.iter().copied()));
                let help = suggestion::help(&text, texts.iter().copied(), &otherwise);
                self.report(Diagnostic::error(code::NOT_A_VALUE, span, format!("`{text}` is none of the values here")).help(help));
                None
            }
            _ => Some(Literal::Text(text)),
        }
    }

    /// Text beside a host's name, which a host sends in lower-case ASCII without a dot at its end; `whole` where it is no part of one.
    pub(super) fn host_form(&mut self, text: &str, whole: bool, span: Span) -> Option<()> {
        let sent = text.to_ascii_lowercase();
        let sent = if whole { sent.trim_end_matches('.') } else { &sent };
        if sent == text && text.is_ascii() {
            return Some(());
        }
        let message = format!("no host is named `{}`: names are lower-case ASCII, without a dot at the end", crate::words::shown(text));
        let diagnostic = Diagnostic::error(code::HOST_FORM, span, message);
        self.report(if sent.is_ascii() {
            diagnostic.help(format!("write {}", spelling::quoted(sent)))
        } else {
            diagnostic.help("write the form that is looked up, `xn--…`")
        });
        None
    }

    /// Text in Unicode's composed form, within the limit.
    pub(super) fn normal(&mut self, text: &str, span: Span) -> Option<String> {
        if text.len() > MAX_TEXT {
            self.report(
                Diagnostic::error(code::TOO_LONG, span, format!("text of a policy has at most {MAX_TEXT} bytes")).help("shorten it"),
            );
            return None;
        }
        if is_nfc(text) {
            return Some(text.to_owned());
        }
        let message = "this text is not in Unicode's composed form; it is compared as if it were";
        let composed: String = text.nfc().collect();
        self.report(Diagnostic::warning(code::NOT_NORMAL, span, message).help(format!("write {}", spelling::quoted(&composed))));
        Some(composed)
    }

    fn fits(&mut self, constant: &Constant, ty: &Type<'c>, kind: Kind, span: Span) -> bool {
        match ty.admits(kind) {
            Admits::Yes => true,
            Admits::No => {
                self.misfit(constant, ty, span, None);
                false
            }
            Admits::NotIn(function) => {
                self.misfit(constant, ty, span, Some(super::places::display(&function)));
                false
            }
        }
    }

    /// Instants and versions also compare with text of an argument, which is read as one.
    fn time_like(&mut self, constant: &Constant, ty: &Type<'c>, own: Scalar, span: Span) -> bool {
        match ty {
            Type::Scalar(scalar) if *scalar == own => true,
            Type::Scalar(_) | Type::List(_) => {
                self.misfit(constant, ty, span, None);
                false
            }
            Type::Any | Type::Argument(_) => self.fits(constant, ty, Kind::Text, span),
        }
    }

    fn misfit(&mut self, constant: &Constant, ty: &Type<'c>, span: Span, function: Option<String>) {
        let diagnostic = match function {
            Some(function) => {
                let message =
                    format!("`{function}` declares another type than {} here, and other functions of the item do not", constant.noun());
                Diagnostic::error(code::SCHEMAS_DISAGREE, span, message).help("split the item by function")
            }
            None => {
                let message = format!("the left side is {}, this is {}", ty.noun(), constant.noun());
                let diagnostic = Diagnostic::error(code::WRONG_VALUE, span, message);
                match (ty, constant) {
                    (Type::Scalar(Scalar::Version), Constant::Text(text)) => {
                        diagnostic.help(format!("a version is written `v{text}`, without quotes"))
                    }
                    (Type::Scalar(Scalar::Instant), Constant::Text(_)) => {
                        diagnostic.help("an instant is written `2027-01-31T03:00Z`, without quotes")
                    }
                    (_, Constant::Duration(_)) => diagnostic.help("durations are options of steps; no value of a call is one"),
                    (_, Constant::List(_)) => diagnostic.help("write `in` to compare with each element"),
                    (_, Constant::Text(text)) if ty.admits(Kind::Number) == Admits::Yes && Decimal::parse(text).is_some() => {
                        diagnostic.fix("take the quotes off", span, text.clone(), false).help("numbers are written without quotes")
                    }
                    (_, Constant::Number(_)) if ty.admits(Kind::Text) == Admits::Yes => diagnostic.help("text is written in quotes"),
                    _ => diagnostic.help(format!("compare it with {}", ty.noun())),
                }
            }
        };
        self.report(diagnostic);
    }
}

/// Trailing zeros say nothing: `v2.1.0` is `v2.1`.
fn version(numbers: &[u32]) -> Literal {
    let significant = numbers.iter().rposition(|number| *number != 0).map_or(0, |last| last + 1);
    Literal::Version(numbers.iter().take(significant).copied().collect())
}
