//! Conditions: Kleene's three values over atoms that read the call.
//!
//! `All` and `Any` are Kleene's strong conjunction and disjunction, `Not` swaps true and false. Reading an [`Attribute`] gives one of
//! *value*, *absent* or *unknown*:
//!
//! - `args`: arguments that were not observed make every read unknown. A missing key is absent. A step into something that is no object
//!   (null and lists included) is unknown.
//! - Host roots (`principal`, `agent`, `session`, `job`): a missing key is unknown, `null` is absent.
//! - `function.server`, `function.name`, `now` are as the call says (`now` unknown where the call has none).
//! - `job.labels` and `tree.labels` are lists that the state keeps, open where that part is unknown or full; `result.labels` are what the
//!   function is known to bring, what the host found in the result, and the job's own.
//! - `hosts` and `recipients` are lists that may be *open*, from the call or from arguments that a catalog marks; `hosts.open` as below.
//! - `paths`, `reads`, `writes` are lists that may be *open*; `paths.open`, `reads.open`, `writes.open` (the path `["open"]`) is the boolean
//!   whether the list is open, always known.
//! - With [`Attribute::otherwise`], absent becomes that constant.
//!
//! In every atom but `Exists`, absent and unknown operands make the atom unknown. So does text that is not NFC (by the quick check) or is
//! longer than 64 KiB, and a value of another type than the operator needs.

use super::function::Target;
use super::literal::{Literal, PathLiteral};
use super::schema::Mark;
use super::tracked::Memory;

/// A condition in three-valued logic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Always true.
    True,
    /// Always false.
    False,
    /// Kleene conjunction; empty is true.
    All(Vec<Condition>),
    /// Kleene disjunction; empty is false.
    Any(Vec<Condition>),
    /// Kleene negation.
    Not(Box<Condition>),
    /// A question to the call.
    Atom(Box<Atom>),
}

/// Where an attribute starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// The call's arguments.
    Args,
    /// `function.server`, `function.name`.
    Function,
    /// Who.
    Principal,
    /// Which agent.
    Agent,
    /// Which session.
    Session,
    /// Which job.
    Job,
    /// Paths the call reads or writes; elements are paths.
    Paths,
    /// Paths the call reads.
    Reads,
    /// Paths the call writes.
    Writes,
    /// Hosts the call contacts; elements are lower-case names.
    Hosts,
    /// Whom the call sends to; elements are addresses.
    Recipients,
    /// The command of the call: `text`, `length`, `programs`, `signals`, `open`. Without a command all of it is unknown.
    Command,
    /// Names of the signals of the matched parts; in `command` items only.
    Signals,
    /// `tree.labels`: labels of the whole tree of jobs.
    Tree,
    /// The flow that the call starts, as the host says: `name`. Never written in a policy.
    Flow,
    /// The result of the call, in items that judge results: `result.labels`, else keys into it.
    Result,
    /// The host's time.
    Now,
    /// The element of the enclosing quantifier: 0 the outermost.
    Element(u8),
}

/// How text behind an attribute is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// As it stands.
    Plain,
    /// By a catalog's mark; both sides are folded the same way.
    Marked(Mark),
    /// A path of this machine: an element of `paths`, `reads`, `writes`, or `session.cwd|home|workspace`.
    Path,
}

/// A place in the call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attribute {
    /// Where it starts.
    pub root: Root,
    /// Keys from there.
    pub path: Vec<String>,
    /// How its text is compared.
    pub reading: Reading,
    /// `else V`: what stands in when it is absent.
    pub otherwise: Option<Literal>,
}

/// The right side of an operator.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    /// A constant.
    Literal(Literal),
    /// Another place in the call.
    Attribute(Attribute),
}

/// Orders and equality. `!=` is `Not` of `Equal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// The list an operator or quantifier looks through.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListKind {
    /// Constants.
    Literals(Vec<Literal>),
    /// A list in the call.
    Attribute(Attribute),
}

/// Text operators' right side where the left is a path, or plain text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathText {
    /// A constant path or pattern.
    Literal(PathLiteral),
    /// Another place in the call.
    Attribute(Attribute),
}

/// `any`, `every`, `any seen`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// True if a seen element makes it true; else unknown if the list is open or an element is unknown; else false.
    Any,
    /// False if a seen element makes it false, or the list is complete and empty; else unknown if open or an element is unknown; else true.
    Every,
    /// True if a seen element makes it true; else unknown if an element is; else false, also on an open list.
    AnySeen,
}

/// A weekly window, `now within mon-fri 07:00..19:00 in "Europe/Zurich"`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Window {
    /// Bit 0 Monday … bit 6 Sunday: days on which the window opens.
    pub days: u8,
    /// Minutes after local midnight, inclusive.
    pub from: u16,
    /// Minutes after local midnight, exclusive; at most 1440, and greater than `from` (a window does not cross midnight).
    pub to: u16,
    /// An IANA zone name, or a fixed offset `+02:00`, `-05:30`, `UTC`.
    pub zone: String,
}

/// A question to the call. Unless said otherwise: unknown where an operand is absent, unknown or of another type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The attribute is the boolean `true`; other types are unknown.
    Holds(Attribute),
    /// `left op right`.
    ///
    /// `Equal`: against the literal `null`, true for null, false for any other value. Otherwise a null on exactly one side is unknown, on both true.
    /// Booleans, numbers (exactly) and text (by the left's reading) compare; lists, objects and mixed types are unknown.
    /// Text against an [`Literal::Instant`] is read as an instant, against a [`Literal::Version`] as a version; text that is neither is unknown.
    /// A path against a path compares the resolved, cleaned texts.
    /// The orders need two numbers, two instants or two versions. Two attributes' texts have no order: unknown.
    Compare {
        /// Left side.
        left: Attribute,
        /// Operator.
        op: Comparison,
        /// Right side.
        right: Operand,
    },
    /// `left in list`: Kleene disjunction of `left == element`; a list attribute that is no list is unknown, an open list is unknown unless true.
    In {
        /// Left side.
        left: Attribute,
        /// The list.
        list: ListKind,
    },
    /// `list has value`: Kleene disjunction of `element == value`, as for `In`.
    Has {
        /// A list in the call.
        list: Attribute,
        /// What it should contain.
        value: Operand,
    },
    /// The whole text matches the glob: `*` any text, `?` one code point, `[…]` a class (as `fnmatchcase`). The pattern is folded as the reading folds.
    Like {
        /// Text.
        text: Attribute,
        /// Pattern.
        glob: String,
    },
    /// The whole path matches the pattern, component by component: `*` within one, `**` any number of components, `?`, `[…]`.
    /// On [`Reading::Path`] the anchor is resolved first (unknown where `session.home` or `session.workspace` is); on other readings the
    /// literal's anchor is `Bare` and the text is cleaned lexically (a `..` above its start is unknown).
    LikePath {
        /// A path.
        path: Attribute,
        /// Pattern.
        pattern: PathLiteral,
    },
    /// The whole text matches the regular expression (syntax of the `regex` crate, ASCII classes unless `(?u)`).
    Matches {
        /// Text.
        text: Attribute,
        /// Expression, without anchors of its own needed.
        regex: String,
    },
    /// The text contains the constant.
    Contains {
        /// Text.
        text: Attribute,
        /// Constant.
        part: String,
    },
    /// The text starts with the constant.
    StartsWith {
        /// Text.
        text: Attribute,
        /// Constant.
        part: String,
    },
    /// The text ends with the constant.
    EndsWith {
        /// Text.
        text: Attribute,
        /// Constant.
        part: String,
    },
    /// The path is the base or lies below it, by components. Anchors and cleaning as in `LikePath`.
    Under {
        /// A path.
        path: Attribute,
        /// The base.
        base: PathText,
    },
    /// `now` lies in the window.
    Within {
        /// An instant.
        time: Attribute,
        /// When.
        window: Window,
    },
    /// Whether it is there: absent is false, a value (null too) is true, unknown is unknown.
    Exists(Attribute),
    /// The body over the elements of a list in the call. An attribute that is absent, unknown or no list makes it unknown.
    Quantified {
        /// Which.
        quantifier: Quantifier,
        /// Over what.
        list: Attribute,
        /// Its element is [`Root::Element`] at this depth.
        body: Condition,
    },
    /// The function is one that an entry selects, as `on` does: known for every call, but where a pinned server's identity is not known and
    /// the effects it would have with and without its catalog disagree.
    Function(Vec<Target>),
    /// The call starts a child job: it is `task.spawn`, or the host says that it starts a flow. A host that does not say: false.
    StartsChild,
    /// A question to the state.
    Memory(Memory),
}

impl Atom {
    /// Every attribute that the atom reads itself, left before right: what a quantifier's body reads is not among them.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        let (left, right) = match self {
            Self::Function(_) | Self::StartsChild => (None, Vec::new()),
            Self::Memory(memory) => (None, memory.attributes()),
            Self::Compare { left, right: Operand::Attribute(right), .. }
            | Self::In { left, list: ListKind::Attribute(right) }
            | Self::Has { list: left, value: Operand::Attribute(right) }
            | Self::Under { path: left, base: PathText::Attribute(right) } => (Some(left), vec![right]),
            Self::Holds(left)
            | Self::Exists(left)
            | Self::Compare { left, right: Operand::Literal(_), .. }
            | Self::In { left, list: ListKind::Literals(_) }
            | Self::Has { list: left, value: Operand::Literal(_) }
            | Self::Like { text: left, .. }
            | Self::Matches { text: left, .. }
            | Self::Contains { text: left, .. }
            | Self::StartsWith { text: left, .. }
            | Self::EndsWith { text: left, .. }
            | Self::LikePath { path: left, .. }
            | Self::Under { path: left, base: PathText::Literal(_) }
            | Self::Within { time: left, .. }
            | Self::Quantified { list: left, .. } => (Some(left), Vec::new()),
        };
        left.into_iter().chain(right)
    }
}

impl Condition {
    /// An atom as a condition.
    pub fn atom(atom: Atom) -> Self {
        Self::Atom(Box::new(atom))
    }

    /// Kleene negation, without stacking two.
    pub fn negate(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Conjunction, flattened.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Self::True => {}
                Self::All(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Self::True,
            1 => flat.remove(0),
            _ => Self::All(flat),
        }
    }

    /// Disjunction, flattened.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Self::False => {}
                Self::Any(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Self::False,
            1 => flat.remove(0),
            _ => Self::Any(flat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(key: &str) -> Attribute {
        Attribute { root: Root::Args, path: vec![key.to_owned()], reading: Reading::Plain, otherwise: None }
    }

    /// The last key of each attribute that the atom reads.
    fn read(atom: &Atom) -> Vec<&str> {
        atom.attributes().filter_map(|attribute| attribute.path.last()).map(String::as_str).collect()
    }

    #[test]
    fn an_atom_reads_its_left_side_then_its_right_one_and_not_its_body() {
        let (a, b) = (attribute("a"), attribute("b"));
        let literal = || Operand::Literal(Literal::Null);
        let two = [
            Atom::Compare { left: a.clone(), op: Comparison::Equal, right: Operand::Attribute(b.clone()) },
            Atom::In { left: a.clone(), list: ListKind::Attribute(b.clone()) },
            Atom::Has { list: a.clone(), value: Operand::Attribute(b.clone()) },
            Atom::Under { path: a.clone(), base: PathText::Attribute(b.clone()) },
        ];
        assert!(two.iter().all(|atom| read(atom) == ["a", "b"]));
        let one = [
            Atom::Holds(a.clone()),
            Atom::Exists(a.clone()),
            Atom::Compare { left: a.clone(), op: Comparison::Less, right: literal() },
            Atom::In { left: a.clone(), list: ListKind::Literals(Vec::new()) },
            Atom::Has { list: a.clone(), value: literal() },
            Atom::Like { text: a.clone(), glob: "b".to_owned() },
            Atom::Quantified { quantifier: Quantifier::Any, list: a, body: Condition::atom(Atom::Holds(b)) },
        ];
        assert!(one.iter().all(|atom| read(atom) == ["a"]));
    }
}
