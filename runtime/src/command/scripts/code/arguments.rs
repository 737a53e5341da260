//! The arguments of a call as far as they are literals: strings in the quotes of the language, joined ones, lists of them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::command::table::Language;

/// What stands for text that is not known: a variable of the shell that no text sets.
const HOLE: &str = "${_}";

/// One argument.
#[derive(Debug, Clone, Default)]
pub(super) struct Element {
    /// Its text; none where nothing of it is literal.
    pub(super) text: Option<String>,
    /// [`HOLE`] stands in it for something.
    pub(super) holes: bool,
}

/// All arguments that are no options of the call.
#[derive(Debug, Clone, Default)]
pub(super) struct Arguments {
    /// In order.
    pub(super) elements: Vec<Element>,
    /// The first one is the first of a list.
    pub(super) list: bool,
}

/// The arguments behind a name, none where it is not called; and how much was looked at.
pub(super) fn arguments(text: &str, language: Language) -> (Option<Arguments>, usize) {
    let bare =
        matches!(language, Language::Perl | Language::Ruby | Language::AppleScript | Language::Sql | Language::Lua | Language::Other);
    let mut reader = Reader { text, at: 0, language, open: false };
    reader.skip_blanks();
    let called = reader.take("(");
    if !called && !(bare && (reader.is_literal() || reader.starts("[") || reader.starts("qw") || reader.starts("%w"))) {
        return (None, reader.at);
    }
    let given = reader.all(called);
    ((called || !reader.open).then_some(given), reader.at)
}

/// A word for a shell.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// What ends what this begins.
pub(super) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}

/// `#{…}`, `${…}` and `{$…}` stand for text that is not known.
pub(super) fn without_interpolation(text: &str) -> String {
    let mut known = String::new();
    let mut rest = text;
    while let Some((at, end)) = interpolation(rest) {
        known.push_str(rest.get(..at).unwrap_or_default());
        known.push_str(HOLE);
        rest = rest.get(end..).unwrap_or_default();
    }
    known.push_str(rest);
    known
}

fn interpolation(text: &str) -> Option<(usize, usize)> {
    let at = ["#{", "${", "{$"].iter().filter_map(|open| text.find(open)).min()?;
    let end = text.get(at..)?.find('}')?;
    Some((at, at + end + 1))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    language: Language,
    /// A string does not end.
    open: bool,
}

impl<'a> Reader<'a> {
    fn all(&mut self, called: bool) -> Arguments {
        let mut given = Arguments::default();
        loop {
            self.skip_blanks();
            let listed = self.skip_openings();
            given.list |= listed && given.elements.is_empty();
            if self.words(&mut given) {
                self.skip_closings();
            } else if !self.element(&mut given, called) {
                return given;
            }
            self.skip_closings();
            let more = self.take(",") || (called && self.take("=>"));
            if !more {
                return given;
            }
        }
    }

    /// Brackets of lists, names of options that hold one, calls that only split a text.
    fn skip_openings(&mut self) -> bool {
        const OPENINGS: &[(&str, bool)] = &[
            ("[", true),
            ("{", false),
            ("(", true),
            ("c(", true),
            ("array(", true),
            ("args=", false),
            ("args:", false),
            ("args =", false),
            ("shlex.split(", false),
            ("os.P_WAIT,", false),
            ("os.P_NOWAIT,", false),
            ("os.P_NOWAITO,", false),
        ];
        let mut listed = false;
        while let Some((_, list)) = OPENINGS.iter().find(|(open, _)| self.take(open)) {
            listed |= list;
            self.skip_blanks();
        }
        listed
    }

    fn skip_closings(&mut self) {
        loop {
            self.skip_blanks();
            if !(self.take("]") || self.take(")") || self.take("}")) {
                return;
            }
        }
    }

    /// `qw(a b)`, `%w[a b]`: a list of words.
    fn words(&mut self, given: &mut Arguments) -> bool {
        let sign = match self.language {
            Language::Perl => "qw",
            Language::Ruby => "%w",
            _ => return false,
        };
        let Some(rest) = self.rest().strip_prefix(sign) else { return false };
        let Some(open) = rest.chars().next().filter(char::is_ascii_punctuation) else { return false };
        let Some((inside, _)) = rest.get(1..).and_then(|inside| inside.split_once(closing(open))) else { return false };
        self.at += sign.len() + 2 + inside.len();
        given.list |= given.elements.is_empty();
        given.elements.extend(inside.split_whitespace().map(|word| Element { text: Some(String::from(word)), holes: false }));
        true
    }

    /// One argument; false where the arguments end or only options follow.
    fn element(&mut self, given: &mut Arguments, called: bool) -> bool {
        let mut element = Element::default();
        if self.is_literal() {
            self.literals(&mut element);
        } else if !called || self.is_end() || self.is_option() {
            return false;
        } else {
            self.skip_expression();
        }
        given.elements.push(element);
        true
    }

    /// `a" "b"`, `"a" + "b"`; what is joined and no literal is a hole.
    fn literals(&mut self, element: &mut Element) {
        let mut text = String::new();
        loop {
            element.holes |= !self.literal(&mut text);
            self.skip_blanks();
            if self.starts("%") || self.starts(".format") {
                self.skip_expression();
                return;
            }
            if self.starts(".split") || self.starts(".trim") {
                self.skip_expression();
                break;
            }
            let joined = ["+", "..", "."].iter().any(|sign| self.take(sign));
            self.skip_blanks();
            if self.is_literal() {
                continue;
            }
            if joined {
                text.push_str(HOLE);
                element.holes = true;
                self.skip_expression();
            }
            break;
        }
        element.text = Some(text);
    }

    fn is_literal(&self) -> bool {
        self.opening().is_some()
    }

    /// How a string begins here: how long its beginning is, what ends it, whether backslashes escape, whether braces interpolate.
    fn opening(&self) -> Option<Opening<'a>> {
        let rest = self.rest();
        let prefix = match self.language {
            Language::Python => rest.find(|next: char| !next.is_ascii_alphabetic()).filter(|length| *length <= 2)?,
            _ => 0,
        };
        let letters = rest.get(..prefix)?;
        let raw = letters.contains(['r', 'R']);
        let braces = letters.contains(['f', 'F']);
        let quote = rest.get(prefix..)?;
        let end = match self.language {
            Language::Python => ["\"\"\"", "'''", "\"", "'", "\\\"", "\\'"].into_iter().find(|end| quote.starts_with(end))?,
            Language::JavaScript => ["\"", "'", "`", "\\\"", "\\'"].into_iter().find(|end| quote.starts_with(end))?,
            Language::Lua if quote.starts_with("[[") => {
                return Some(Opening { length: 2, end: "]]", raw: true, braces: false, plain: true });
            }
            _ => ["\"", "'", "\\\"", "\\'"].into_iter().find(|end| quote.starts_with(end))?,
        };
        let single = end == "'" && matches!(self.language, Language::Perl | Language::Ruby | Language::Php | Language::Sql);
        Some(Opening { length: prefix + end.len(), end, raw, braces, plain: single })
    }

    /// Goes over a string; whether all of its text is known.
    fn literal(&mut self, text: &mut String) -> bool {
        let Some(opening) = self.opening() else { return false };
        self.at += opening.length;
        let mut all = true;
        loop {
            if self.take(opening.end) {
                return all;
            }
            let Some(next) = self.bump() else {
                self.open = true;
                return false;
            };
            match next {
                '\\' if !opening.raw => self.escape(text, opening.plain),
                '{' if opening.braces => all &= self.brace(text),
                '#' | '$' if !opening.plain && self.interpolates(next) => {
                    self.skip_braces();
                    text.push_str(HOLE);
                    all = false;
                }
                _ => text.push(next),
            }
        }
    }

    /// `{{` is a brace, anything else up to `}` is computed.
    fn brace(&mut self, text: &mut String) -> bool {
        if self.take("{") {
            text.push('{');
            return true;
        }
        self.skip_braces();
        text.push_str(HOLE);
        false
    }

    fn interpolates(&self, sign: char) -> bool {
        match self.language {
            Language::Ruby => sign == '#' && self.starts("{"),
            Language::JavaScript => sign == '$' && self.starts("{"),
            _ => false,
        }
    }

    fn skip_braces(&mut self) {
        let rest = self.rest();
        self.at += rest.find('}').map_or(rest.len(), |end| end + 1);
    }

    fn escape(&mut self, text: &mut String, plain: bool) {
        let Some(next) = self.bump() else { return };
        match next {
            '\'' | '\\' => text.push(next),
            _ if plain => text.extend(['\\', next]),
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '\n' => {}
            'x' => self.code(text, 16, 2),
            'u' if self.take("{") => {
                self.code(text, 16, 6);
                self.take("}");
            }
            'u' => self.code(text, 16, 4),
            '0'..='7' => {
                self.at -= 1;
                self.code(text, if self.language == Language::Lua { 10 } else { 8 }, 3);
            }
            _ => text.push(next),
        }
    }

    fn code(&mut self, text: &mut String, radix: u32, most: usize) {
        let digits: String = self.rest().chars().take(most).take_while(|next| next.is_digit(radix)).collect();
        self.at += digits.len();
        text.extend(u32::from_str_radix(&digits, radix).ok().and_then(char::from_u32));
    }

    /// `name=` or `name:`: an option of the call, no argument of the command.
    fn is_option(&self) -> bool {
        let rest = self.rest();
        let length = rest.find(|next: char| !next.is_ascii_alphanumeric() && next != '_').unwrap_or(rest.len());
        let behind = rest.get(length..).unwrap_or_default().trim_start();
        length > 0 && (behind.starts_with(':') || behind.starts_with('=')) && !behind.starts_with("==")
    }

    fn is_end(&self) -> bool {
        self.rest().is_empty() || self.rest().starts_with([')', ']', '}', ';'])
    }

    /// To the next comma or bracket that ends this argument.
    fn skip_expression(&mut self) {
        let mut depth = 0_usize;
        while let Some(next) = self.rest().chars().next() {
            match next {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => return,
                ')' | ']' | '}' => depth -= 1,
                ',' | ';' | '\n' if depth == 0 => return,
                _ => {}
            }
            self.at += next.len_utf8();
        }
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn starts(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.starts(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

struct Opening<'a> {
    length: usize,
    end: &'a str,
    raw: bool,
    braces: bool,
    /// Only the quote and the backslash are escaped in it.
    plain: bool,
}
