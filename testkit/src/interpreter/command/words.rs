//! Whether a word of a command is what a pattern's word says, or may become it.

use regex::Regex;
use straza_language::core::{TextPattern, TextPiece, WordPattern};
use straza_runtime::command::{Certainty, Text};

use super::super::truth::Truth;
use super::reader::Reader;

/// One place of a pattern's text, or of a glob's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// This character.
    Is(char),
    /// Any one but `/`.
    One,
    /// Any text without `/`.
    Any,
}

/// Where the word stands: what relative paths and `~` mean there.
#[derive(Debug, Clone, Copy)]
pub struct Folders<'a> {
    /// The folder of the part; nothing where it is not known.
    pub folder: Option<&'a str>,
    /// The home folder; likewise.
    pub home: Option<&'a str>,
}

impl Reader<'_> {
    /// Whether the word is one that the pattern means; `expression` says that it is a regular expression over names.
    pub fn word(&self, pattern: &WordPattern, text: &Text, folders: Folders<'_>, expression: bool) -> Truth {
        let is = |texts: &[TextPattern]| Truth::any(texts.iter().map(|one| self.text(one, text, folders, expression)));
        match pattern {
            WordPattern::One => is_there(text),
            WordPattern::Of(texts) => is(texts),
            WordPattern::Not(texts) => Truth::all([is_there(text), is(texts).negated()]),
        }
    }

    /// Whether the word certainly has this text, as it is spelled: what a permission asks. Any text inside a word only where it is let.
    pub fn is_literally(&self, pattern: &WordPattern, text: &Text, folders: Folders<'_>, lets_stars: bool) -> bool {
        if text.certainty != Certainty::Literal || text.glob {
            return false;
        }
        let known: Vec<char> = self.command.known(text).chars().collect();
        let may = |one: &TextPattern| lets_stars || !one.pieces.contains(&TextPiece::Star);
        let is = |one: &TextPattern| places(one, folders.home).is_some_and(|places| means(&places, &known));
        match pattern {
            WordPattern::One => true,
            WordPattern::Of(texts) => texts.iter().any(|one| may(one) && is(one)),
            WordPattern::Not(texts) => !texts.iter().any(|one| places(one, folders.home).is_none() || is(one)),
        }
    }

    /// Whether a program's name is what the pattern says.
    pub fn is_name(&self, pattern: &TextPattern, name: &str) -> bool {
        is_text_of(pattern, name)
    }

    fn text(&self, pattern: &TextPattern, text: &Text, folders: Folders<'_>, expression: bool) -> Truth {
        let Some(wanted) = places(pattern, folders.home) else { return Truth::Unknown };
        let known = self.command.known(text);
        let letters: Vec<char> = known.chars().collect();
        let is_path = looks_like_path(pattern);
        if expression && text.certainty <= Certainty::Expanded {
            return expressed(pattern, known, means(&wanted, &letters));
        }
        match text.certainty {
            _ if text.glob => globbed(&wanted, known, is_path || is_only_a_path(known), folders),
            Certainty::Literal | Certainty::Expanded if means(&wanted, &letters) => Truth::True,
            Certainty::Literal | Certainty::Expanded if is_path => is_same_path(&wanted, &letters, folders),
            Certainty::Literal | Certainty::Expanded if is_only_a_path(known) => {
                let is = is_same_path(&wanted, &letters, folders);
                if is == Truth::Unknown && !is_name_at_the_end(&wanted, known) { Truth::False } else { is }
            }
            Certainty::Literal | Certainty::Expanded => Truth::False,
            _ if means(&wanted, &self.command.spelled(text.span).chars().collect::<Vec<_>>()) => Truth::True,
            Certainty::Prefix if known.starts_with("./") || known.starts_with("../") => Truth::Unknown,
            Certainty::Prefix if !is_path && !may_begin(&wanted, &letters) => Truth::False,
            Certainty::Below if !is_path && !is_only_a_path(known) && !may_begin(&wanted, &letters) => Truth::False,
            Certainty::Prefix | Certainty::Below | Certainty::Dynamic => Truth::Unknown,
        }
    }
}

/// Whether the text is what a pattern without a home says.
pub fn is_text_of(pattern: &TextPattern, text: &str) -> bool {
    places(pattern, None).is_some_and(|places| means(&places, &text.chars().collect::<Vec<_>>()))
}

/// Whether a word has a component that no bare name has: it is compared as a path even with a bare name.
fn is_only_a_path(word: &str) -> bool {
    !word.is_empty() && word.split('/').any(|component| component.is_empty() || component == "." || component == "..")
}

/// Whether a path ends in what is wanted, or may.
fn is_name_at_the_end(wanted: &[Place], path: &str) -> bool {
    let components: Vec<&str> = path.split('/').collect();
    match components.iter().rev().find(|component| !component.is_empty()) {
        None | Some(&"." | &"..") => true,
        Some(last) => {
            let name: Vec<Place> = wanted.rsplit(|place| *place == Place::Is('/')).next().unwrap_or_default().to_vec();
            means(&name, &last.chars().collect::<Vec<_>>())
        }
    }
}

/// Whether there is exactly one word.
fn is_there(text: &Text) -> Truth {
    if text.splits && text.certainty >= Certainty::Prefix { Truth::Unknown } else { Truth::True }
}

/// An expression means every name that it matches somewhere; what is no expression may mean any.
fn expressed(pattern: &TextPattern, expression: &str, is_equal: bool) -> Truth {
    let name: Option<String> =
        pattern.pieces.iter().map(|piece| if let TextPiece::Text(text) = piece { Some(text.as_str()) } else { None }).collect();
    match (name, Regex::new(expression)) {
        _ if is_equal => Truth::True,
        (Some(name), Ok(expression)) => expression.is_match(&name).into(),
        _ => Truth::Unknown,
    }
}

/// A pattern's text; nothing where it begins with a home that is not known.
fn places(pattern: &TextPattern, home: Option<&str>) -> Option<Vec<Place>> {
    let of = |text: &str| text.chars().map(Place::Is).collect::<Vec<_>>();
    let piece = |piece: &TextPiece| match piece {
        TextPiece::Text(text) => Some(of(text)),
        TextPiece::Star => Some(vec![Place::Any]),
        TextPiece::Home => home.map(of),
    };
    pattern.pieces.iter().map(piece).collect::<Option<Vec<_>>>().map(|pieces| pieces.concat())
}

fn looks_like_path(pattern: &TextPattern) -> bool {
    match pattern.pieces.first() {
        Some(TextPiece::Home) => true,
        Some(TextPiece::Text(text)) => {
            text.starts_with(['/', '~'])
                || text.starts_with("./")
                || text.starts_with("../")
                || pattern.pieces.len() == 1 && (text == "." || text == "..")
        }
        _ => false,
    }
}

/// Whether the text is what the places say, all of it.
fn means(places: &[Place], text: &[char]) -> bool {
    match places.split_first() {
        None => text.is_empty(),
        Some((Place::Any, rest)) => {
            let reach = text.iter().position(|c| *c == '/').unwrap_or(text.len());
            (0..=reach).any(|taken| means(rest, text.get(taken..).unwrap_or_default()))
        }
        Some((place, rest)) => text.split_first().is_some_and(|(first, others)| fits(*place, *first) && means(rest, others)),
    }
}

fn fits(place: Place, letter: char) -> bool {
    match place {
        Place::Is(own) => own == letter,
        Place::One | Place::Any => letter != '/',
    }
}

/// Whether some text that begins so is what the places say.
fn may_begin(places: &[Place], beginning: &[char]) -> bool {
    let Some((first, others)) = beginning.split_first() else { return true };
    match places.split_first() {
        None => false,
        Some((Place::Any, rest)) => may_begin(rest, beginning) || *first != '/' && may_begin(places, others),
        Some((place, rest)) => fits(*place, *first) && may_begin(rest, others),
    }
}

/// Whether both can be the same text.
fn may_meet(ours: &[Place], theirs: &[Place]) -> bool {
    match (ours.split_first(), theirs.split_first()) {
        (None, None) => true,
        (Some((Place::Any, rest)), _) if may_meet(rest, theirs) => true,
        (_, Some((Place::Any, rest))) if may_meet(ours, rest) => true,
        (Some((a, our_rest)), Some((b, their_rest))) => {
            let both = match (a, b) {
                (Place::Is(a), Place::Is(b)) => a == b,
                (Place::Is(letter), _) | (_, Place::Is(letter)) => *letter != '/',
                _ => true,
            };
            // A place that may stand for more stays.
            let ours_after = if *a == Place::Any { ours } else { our_rest };
            let theirs_after = if *b == Place::Any { theirs } else { their_rest };
            both && !(*a == Place::Any && *b == Place::Any) && may_meet(ours_after, theirs_after)
        }
        _ => false,
    }
}

/// A glob is what it is spelled as, or a name that it matches.
fn globbed(wanted: &[Place], spelled: &str, is_path: bool, folders: Folders<'_>) -> Truth {
    let letters: Vec<char> = spelled.chars().collect();
    let same =
        is_path && components(&spelled_places(&letters), folders).zip(components(wanted, folders)).is_some_and(|(a, b)| mean(&b, &a));
    if means(wanted, &letters) || same {
        return Truth::True;
    }
    let Some(glob) = glob(&letters) else { return Truth::Unknown };
    let meets = match is_path {
        false => may_meet(wanted, &glob),
        true => match (components(wanted, folders), components(&glob, folders)) {
            (Some(ours), Some(theirs)) => ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(a, b)| may_meet(a, b)),
            _ => true,
        },
    };
    if meets { Truth::Unknown } else { Truth::False }
}

fn spelled_places(letters: &[char]) -> Vec<Place> {
    letters.iter().copied().map(Place::Is).collect()
}

/// A glob's places; nothing where quotes or other signs stand in it.
fn glob(letters: &[char]) -> Option<Vec<Place>> {
    let Some((first, rest)) = letters.split_first() else { return Some(Vec::new()) };
    let (place, rest) = match first {
        '*' => (Place::Any, rest),
        '?' => (Place::One, rest),
        '[' => {
            let end = 1 + rest.get(1..)?.iter().position(|c| *c == ']')?;
            // A class that a slash is in is none to a shell.
            if rest.get(..end)?.contains(&'/') {
                return None;
            }
            (Place::One, rest.get(end + 1..)?)
        }
        '\'' | '"' | '\\' | '$' | '`' | '(' | ')' | '{' | '}' | '|' | '^' | '#' | '<' | '>' | '!' | '+' | '@' => return None,
        other => (Place::Is(*other), rest),
    };
    glob(rest).map(|behind| [vec![place], behind].concat())
}

/// Whether both are the same path, where either is relative to a folder that is not known only if it must be.
fn is_same_path(wanted: &[Place], text: &[char], folders: Folders<'_>) -> Truth {
    match (components(wanted, folders), components(&spelled_places(text), folders)) {
        (Some(ours), Some(theirs)) => mean(&ours, &theirs).into(),
        _ => Truth::Unknown,
    }
}

/// Component by component.
fn mean(wanted: &[Vec<Place>], path: &[Vec<Place>]) -> bool {
    let letters =
        |places: &Vec<Place>| places.iter().map(|place| if let Place::Is(letter) = place { *letter } else { '*' }).collect::<Vec<_>>();
    wanted.len() == path.len() && wanted.iter().zip(path).all(|(wanted, component)| means(wanted, &letters(component)))
}

/// A path's components from the root; nothing where its folder is not known. At the root `..` stays there.
fn components(places: &[Place], folders: Folders<'_>) -> Option<Vec<Vec<Place>>> {
    let is = |place: Option<&Place>, letter: char| place == Some(&Place::Is(letter));
    let (base, rest) = match places.first() {
        first if is(first, '/') => (Some(""), places),
        first if is(first, '~') && (places.len() == 1 || is(places.get(1), '/')) => (folders.home, places.get(1..)?),
        first if is(first, '~') => return None,
        _ => (folders.folder, places),
    };
    let base = spelled_places(&base?.chars().collect::<Vec<_>>());
    let mut kept: Vec<Vec<Place>> = Vec::new();
    for component in base.split(|place| *place == Place::Is('/')).chain(rest.split(|place| *place == Place::Is('/'))) {
        match component {
            [] | [Place::Is('.')] => {}
            [Place::Is('.'), Place::Is('.')] => drop(kept.pop()),
            other => kept.push(other.to_vec()),
        }
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Folders<'_> = Folders { folder: Some("/proj"), home: Some("/home/user") };

    fn pattern(text: &str) -> Vec<Place> {
        text.chars().map(|c| if c == '*' { Place::Any } else { Place::Is(c) }).collect()
    }

    fn letters(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn a_star_in_a_word_stays_in_its_component() {
        assert!(means(&pattern("a*c"), &letters("abc")) && means(&pattern("*"), &letters("")));
        assert!(!means(&pattern("a*c"), &letters("a/c")) && !means(&pattern("a"), &letters("ab")));
    }

    #[test]
    fn a_beginning_may_become_what_begins_so() {
        assert!(may_begin(&pattern("push"), &letters("pu")) && may_begin(&pattern("p*h"), &letters("pull")));
        assert!(!may_begin(&pattern("push"), &letters("pul")) && !may_begin(&pattern("p"), &letters("pu")));
    }

    #[test]
    fn paths_are_the_same_when_they_are_clean() {
        for (wanted, text) in [("/", "//"), ("~", "/home/user/"), ("./a", "a"), ("/proj/a", "x/../a"), ("/*", "/./etc"), ("/", "/../..")] {
            assert_eq!(is_same_path(&pattern(wanted), &letters(text), HERE), Truth::True, "{wanted} {text}");
        }
        assert_eq!(is_same_path(&pattern("/"), &letters("/tmp"), HERE), Truth::False);
        assert_eq!(is_same_path(&pattern("/"), &letters("x"), Folders { folder: None, home: None }), Truth::Unknown);
    }

    #[test]
    fn a_glob_is_itself_or_what_it_may_match() {
        let globbed = |wanted: &str, glob: &str| globbed(&pattern(wanted), glob, wanted.starts_with(['/', '~', '.']), HERE);
        assert_eq!(globbed("/*", "/*"), Truth::True);
        assert_eq!(globbed("/etc", "/e*"), Truth::Unknown);
        assert_eq!(globbed("/etc", "/[e]tc"), Truth::Unknown);
        assert_eq!(globbed("/etc", "/x*"), Truth::False);
        assert_eq!(globbed("/etc", "/x'a'*"), Truth::Unknown);
        assert_eq!(globbed("/", "/tmp/*"), Truth::False);
        assert_eq!(globbed("push", "p?sh"), Truth::Unknown);
        assert_eq!(globbed("push", "q*"), Truth::False);
    }
}
