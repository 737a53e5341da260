//! Generated conditions: every connective, every atom, every operand, nested a little.

use straza_language::core::{
    Atom, Attribute, Comparison, Condition, Decimal, ListKind, Literal, Mark, Operand, PathAnchor, PathLiteral, PathText, Quantifier,
    Reading, Root, Window,
};

use super::alphabet::*;
use super::dice::Dice;

/// A condition; `depth` bounds its nesting.
pub fn condition(dice: &mut Dice, depth: usize) -> Condition {
    Maker { dice, binders: Vec::new() }.condition(depth)
}

/// A condition that an index can look up, or a disjunction of two.
pub fn lookup(dice: &mut Dice) -> Condition {
    let mut maker = Maker { dice, binders: Vec::new() };
    match maker.dice.chance(12) {
        true => Condition::Any(vec![maker.looked_up(), maker.looked_up()]),
        false => maker.looked_up(),
    }
}

/// What the elements of a list are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    Values,
    Paths,
}

struct Maker<'d> {
    dice: &'d mut Dice,
    binders: Vec<Elements>,
}

impl Maker<'_> {
    fn condition(&mut self, depth: usize) -> Condition {
        match self.dice.below(if depth == 0 { 5 } else { 12 }) {
            0..=4 => Condition::atom(self.atom(depth)),
            5 | 6 => Condition::All((0..2).map(|_| self.condition(depth - 1)).collect()),
            7 | 8 => Condition::Any((0..2).map(|_| self.condition(depth - 1)).collect()),
            9 | 10 => Condition::Not(Box::new(self.condition(depth - 1))),
            _ if self.dice.chance(70) => Condition::True,
            _ => Condition::False,
        }
    }

    fn looked_up(&mut self) -> Condition {
        let place = plain(if self.dice.chance(80) { Root::Args } else { Root::Principal }, vec![self.dice.word(&["a", "b", "user"])]);
        // Most without a mark, so that many meet in one table.
        let left = if self.dice.chance(20) { self.read(place) } else { place };
        match self.dice.below(20) {
            0 => return Condition::All(vec![self.bound(left.clone(), true), self.bound(left, false)]),
            1 => return Condition::Not(Box::new(Condition::atom(Atom::Holds(left)))),
            2 => return Condition::Not(Box::new(self.any_of_two())),
            _ => {}
        }
        Condition::atom(match self.dice.below(14) {
            0..=2 => Atom::Compare { left, op: Comparison::Equal, right: Operand::Literal(self.literal()) },
            3 => Atom::In { left, list: ListKind::Literals(self.dice.several(4, literal)) },
            4 => Atom::Has {
                list: plain(Root::Principal, vec!["roles".to_owned()]),
                value: Operand::Literal(Literal::Text(self.dice.word(ROLES))),
            },
            5 => Atom::StartsWith { text: left, part: self.dice.word(PARTS) },
            6 => Atom::Under { path: self.path(), base: PathText::Literal(self.pattern()) },
            7 => Atom::EndsWith { text: left, part: self.dice.word(PARTS) },
            8 => Atom::Contains { text: left, part: text(self.dice) },
            9 => Atom::Like { text: left, glob: self.dice.word(TEXT_GLOBS) },
            10 => Atom::Matches { text: left, regex: self.dice.word(EXPRESSIONS) },
            11 => self.like_path(),
            12 => self.quantified(1),
            _ => {
                let above = self.dice.chance(50);
                return self.bound(left, above);
            }
        })
    }

    fn any_of_two(&mut self) -> Condition {
        Condition::Any(vec![self.looked_up(), self.looked_up()])
    }

    fn bound(&mut self, left: Attribute, above: bool) -> Condition {
        let op = match (above, self.dice.chance(50)) {
            (true, true) => Comparison::Greater,
            (true, false) => Comparison::GreaterOrEqual,
            (false, true) => Comparison::Less,
            (false, false) => Comparison::LessOrEqual,
        };
        let bound = Decimal::parse(&self.dice.word(NUMBERS)).unwrap_or(Decimal { coefficient: 0, exponent: 0 });
        Condition::atom(Atom::Compare { left, op, right: Operand::Literal(Literal::Number(bound)) })
    }

    fn atom(&mut self, depth: usize) -> Atom {
        match self.dice.below(28) {
            0 | 1 => Atom::Holds(self.value()),
            2..=6 => self.comparison(),
            7..=9 => self.membership(),
            10..=12 => self.has(),
            13 | 14 => Atom::Like { text: self.text(), glob: self.dice.word(TEXT_GLOBS) },
            15 => Atom::Matches { text: self.text(), regex: self.dice.word(EXPRESSIONS) },
            16 => Atom::Contains { text: self.text(), part: self.dice.word(PARTS) },
            17 => Atom::StartsWith { text: self.text(), part: self.dice.word(PARTS) },
            18 => Atom::EndsWith { text: self.text(), part: self.dice.word(PARTS) },
            19 | 20 => self.like_path(),
            21 | 22 => self.under(),
            23 => Atom::Within { time: self.instant(), window: self.window() },
            24 => Atom::Exists(self.value()),
            _ if self.binders.len() < 2 => self.quantified(depth),
            _ => Atom::Exists(self.value()),
        }
    }

    fn comparison(&mut self) -> Atom {
        let op = match self.dice.below(9) {
            0..=4 => Comparison::Equal,
            5 => Comparison::Less,
            6 => Comparison::LessOrEqual,
            7 => Comparison::Greater,
            _ => Comparison::GreaterOrEqual,
        };
        match self.dice.below(10) {
            0 => Atom::Compare { left: self.instant(), op, right: Operand::Literal(Literal::Instant(self.dice.pick(INSTANTS))) },
            1 => Atom::Compare { left: self.path(), op, right: Operand::Literal(Literal::Path(self.pattern())) },
            2 => Atom::Compare { left: self.path(), op, right: Operand::Attribute(self.path()) },
            3 => Atom::Compare { left: self.instant(), op, right: Operand::Attribute(self.instant()) },
            4 => Atom::Compare { left: self.value(), op, right: Operand::Attribute(self.value()) },
            _ => Atom::Compare { left: self.value(), op, right: Operand::Literal(self.literal()) },
        }
    }

    fn membership(&mut self) -> Atom {
        match self.dice.below(6) {
            0 => Atom::In { left: self.path(), list: ListKind::Literals(self.dice.several(3, |dice| Literal::Path(pattern(dice)))) },
            1 | 2 => Atom::In { left: self.value(), list: ListKind::Attribute(self.list().0) },
            _ => Atom::In { left: self.value(), list: ListKind::Literals(self.dice.several(4, literal)) },
        }
    }

    fn has(&mut self) -> Atom {
        let (list, elements) = self.list();
        let value = match elements {
            _ if self.dice.chance(35) => Operand::Attribute(self.value()),
            Elements::Paths => Operand::Literal(Literal::Path(self.pattern())),
            Elements::Values => Operand::Literal(self.literal()),
        };
        Atom::Has { list, value }
    }

    fn like_path(&mut self) -> Atom {
        match self.dice.chance(60) {
            true => Atom::LikePath { path: self.path(), pattern: self.pattern() },
            false => Atom::LikePath { path: self.text(), pattern: self.bare() },
        }
    }

    fn under(&mut self) -> Atom {
        match self.dice.below(4) {
            0 => Atom::Under { path: self.path(), base: PathText::Attribute(self.path()) },
            1 => Atom::Under { path: self.text(), base: PathText::Attribute(self.text()) },
            2 => Atom::Under { path: self.text(), base: PathText::Literal(self.bare()) },
            _ => Atom::Under { path: self.path(), base: PathText::Literal(self.pattern()) },
        }
    }

    fn quantified(&mut self, depth: usize) -> Atom {
        let quantifier = match self.dice.below(3) {
            0 => Quantifier::Any,
            1 => Quantifier::Every,
            _ => Quantifier::AnySeen,
        };
        let (list, elements) = self.list();
        self.binders.push(elements);
        let body = self.condition(depth.saturating_sub(1));
        self.binders.pop();
        Atom::Quantified { quantifier, list, body }
    }

    /// A place where anything may stand.
    fn value(&mut self) -> Attribute {
        let attribute = match self.dice.below(12) {
            0..=5 => plain(Root::Args, self.keys()),
            6 | 7 if !self.binders.is_empty() => self.element(),
            6 => plain(Root::Function, vec![self.dice.word(&["server", "name", "owner"])]),
            7 | 8 => plain(Root::Principal, vec![self.dice.word(&["user", "type", "agency", "sponsor", "roles"])]),
            9 => plain(Root::Session, vec![self.dice.word(&["harness", "version", "terminal", "attestation"])]),
            10 if self.dice.chance(40) => plain(self.root_of_paths(), vec!["open".to_owned()]),
            10 => plain(Root::Agent, vec!["name".to_owned()]),
            _ => plain(Root::Job, vec![self.dice.word(&["id", "depth", "shadow"])]),
        };
        self.read(attribute)
    }

    fn root_of_paths(&mut self) -> Root {
        match self.dice.below(3) {
            0 => Root::Paths,
            1 => Root::Reads,
            _ => Root::Writes,
        }
    }

    /// A place where text is likely.
    fn text(&mut self) -> Attribute {
        let attribute = match self.dice.below(6) {
            0 | 1 if !self.binders.is_empty() => self.element(),
            0..=3 => plain(Root::Args, self.keys()),
            4 => plain(Root::Function, vec![self.dice.word(&["server", "name"])]),
            _ => plain(Root::Principal, vec![self.dice.word(&["user", "type"])]),
        };
        self.read(attribute)
    }

    fn element(&mut self) -> Attribute {
        let depth = self.dice.below(self.binders.len());
        let root = Root::Element(u8::try_from(depth).unwrap_or(0));
        match self.binders.get(depth) {
            Some(Elements::Paths) => Attribute { reading: Reading::Path, ..plain(root, Vec::new()) },
            _ => {
                let keys = if self.dice.chance(50) { Vec::new() } else { self.keys() };
                plain(root, keys)
            }
        }
    }

    /// A mark and a stand-in, now and then.
    fn read(&mut self, attribute: Attribute) -> Attribute {
        if attribute.reading == Reading::Path {
            return attribute;
        }
        let reading = match self.dice.below(6) {
            0 => Reading::Marked(Mark::Fold),
            1 => Reading::Marked(Mark::Alnum),
            _ => Reading::Plain,
        };
        let otherwise = self.dice.chance(15).then(|| self.literal());
        Attribute { reading, otherwise, ..attribute }
    }

    fn path(&mut self) -> Attribute {
        if let Some(depth) = self.binders.iter().position(|elements| *elements == Elements::Paths)
            && self.dice.chance(70)
        {
            return Attribute { reading: Reading::Path, ..plain(Root::Element(u8::try_from(depth).unwrap_or(0)), Vec::new()) };
        }
        Attribute { reading: Reading::Path, ..plain(Root::Session, vec![self.dice.word(&["workspace", "home", "cwd"])]) }
    }

    fn list(&mut self) -> (Attribute, Elements) {
        match self.dice.below(10) {
            0..=2 => (plain(Root::Args, self.keys()), Elements::Values),
            3 | 4 => (plain(Root::Args, vec!["list".to_owned()]), Elements::Values),
            5 | 6 => (plain(Root::Principal, vec!["roles".to_owned()]), Elements::Values),
            7 if self.binders.first() == Some(&Elements::Values) => {
                let keys = if self.dice.chance(60) { vec!["list".to_owned()] } else { Vec::new() };
                (plain(Root::Element(0), keys), Elements::Values)
            }
            7 | 8 => (Attribute { reading: Reading::Path, ..plain(Root::Paths, Vec::new()) }, Elements::Paths),
            _ => {
                let root = self.root_of_paths();
                (Attribute { reading: Reading::Path, ..plain(root, Vec::new()) }, Elements::Paths)
            }
        }
    }

    fn instant(&mut self) -> Attribute {
        if self.dice.chance(75) { plain(Root::Now, Vec::new()) } else { plain(Root::Args, self.keys()) }
    }

    fn keys(&mut self) -> Vec<String> {
        let mut keys = vec![self.dice.word(KEYS)];
        if self.dice.chance(20) {
            keys.push(self.dice.word(KEYS));
        }
        keys
    }

    fn literal(&mut self) -> Literal {
        literal(self.dice)
    }

    fn pattern(&mut self) -> PathLiteral {
        pattern(self.dice)
    }

    fn bare(&mut self) -> PathLiteral {
        PathLiteral { anchor: PathAnchor::Bare, text: self.dice.word(BARE_PATTERNS) }
    }

    fn window(&mut self) -> Window {
        let from = self.dice.pick(&[0, 7 * 60, 12 * 60]);
        let to = self.dice.pick(&[12 * 60 + 1, 19 * 60, 1440]);
        Window { days: self.dice.pick(&[0b001_1111, 0b111_1111, 0b010_1000]), from, to, zone: self.dice.word(ZONES) }
    }
}

fn plain(root: Root, path: Vec<String>) -> Attribute {
    Attribute { root, path, reading: Reading::Plain, otherwise: None }
}

fn literal(dice: &mut Dice) -> Literal {
    match dice.below(14) {
        0 => Literal::Null,
        1 | 2 => Literal::Boolean(dice.chance(50)),
        3..=6 => Literal::Number(Decimal::parse(&dice.word(NUMBERS)).unwrap_or(Decimal { coefficient: 0, exponent: 0 })),
        7 => Literal::Instant(dice.pick(INSTANTS)),
        8 => Literal::Version(dice.pick(&[vec![1, 2], vec![2], vec![1, 2, 1]])),
        9 => Literal::Text(dice.word(&["human", "agent", "autonomous", "interactive", "dana", "managed"])),
        10 => Literal::Text(dice.word(ROLES)),
        _ => Literal::Text(text(dice)),
    }
}

/// The first few texts more often, so that they meet.
pub(super) fn text(dice: &mut Dice) -> String {
    let few = TEXTS.get(..6).unwrap_or(TEXTS);
    let among = if dice.chance(50) { few } else { TEXTS };
    dice.word(among)
}

fn pattern(dice: &mut Dice) -> PathLiteral {
    let (anchor, text) = PATTERNS.get(dice.below(PATTERNS.len())).copied().unwrap_or(('/', "/"));
    let anchor = match anchor {
        '~' => PathAnchor::Home,
        '.' => PathAnchor::Workspace,
        _ => PathAnchor::Root,
    };
    PathLiteral { anchor, text: text.to_owned() }
}
