//! JSON of a typed test: written order and duplicate keys are kept, because a test may want to send them; `Display` is its JSON text.

use core::fmt::{self, Display, Formatter, Write};

/// A JSON value; numbers keep their text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// A JSON number.
    Number(String),
    /// Text.
    Text(String),
    /// `[ … ]`
    List(Vec<Json>),
    /// `{ … }`
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The members of an object; empty for anything else.
    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    /// The last member of this name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.members().iter().rev().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    /// Puts a member in place of one of the same name, or at the end; nothing for what is no object.
    pub(super) fn put(&mut self, name: &str, value: Json) {
        let Self::Object(members) = self else { return };
        match members.iter_mut().find(|(member, _)| member == name) {
            Some((_, old)) => *old = value,
            None => members.push((name.to_owned(), value)),
        }
    }

    /// Takes a member out.
    pub(super) fn remove(&mut self, name: &str) {
        if let Self::Object(members) = self {
            members.retain(|(member, _)| member != name);
        }
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(crate) fn object<const N: usize>(members: [(&str, Json); N]) -> Self {
        Self::Object(members.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    /// For messages.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Number(text) => f.write_str(text),
            Self::Text(text) => string(f, text),
            Self::List(values) => {
                f.write_char('[')?;
                separated(f, values, |f, value| write!(f, "{value}"))?;
                f.write_char(']')
            }
            Self::Object(members) => {
                f.write_char('{')?;
                separated(f, members, |f, (name, value)| {
                    string(f, name)?;
                    write!(f, ":{value}")
                })?;
                f.write_char('}')
            }
        }
    }
}

fn separated<T>(f: &mut Formatter<'_>, parts: &[T], mut one: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_char(',')?;
        }
        one(f, part)?;
    }
    Ok(())
}

fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            control if control < ' ' => write!(f, "\\u{:04x}", u32::from(control))?,
            other => f.write_char(other)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_duplicates_are_kept() {
        let json = Json::Object(vec![
            ("a".to_owned(), Json::text("\"\\\n\u{1}ü")),
            ("a".to_owned(), Json::List(vec![Json::Null, Json::Number("1e0".to_owned())])),
        ]);
        assert_eq!(json.to_string(), "{\"a\":\"\\\"\\\\\\n\\u0001ü\",\"a\":[null,1e0]}");
    }
}
