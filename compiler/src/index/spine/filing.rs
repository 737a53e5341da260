//! The ways of filing an item: conditions of which one must hold wherever the item can apply, and which a table can look up.
//!
//! A conjunction can be filed under any of its parts, a disjunction only under all of them together. A part is filed by a value, by what a text begins
//! or ends with, by a piece that it contains, or by bounds. What a table answers only has to be never too little: items are evaluated in full.

mod pieces;

use straza_language::core::{
    Atom, Attribute, Comparison, Condition, CoreItem, Decimal, ListKind, Literal, Operand, PathAnchor, PathLiteral, PathText, Quantifier,
    Reading, Root,
};
use straza_runtime::layout::*;
use straza_runtime::spine::{backward_hash, bin_hash, number_hash, number_key, text_hash};
use straza_runtime::text::{fold_pattern, folded};

use crate::index::code::{as_compared, folding};
use crate::index::pools::{Pools, reading_number};
pub(super) use pieces::LEAST_PART;
use pieces::Pieces;
pub(in crate::index) use pieces::literal_runs;

/// Bins of a range are a power of four wide: half as many widths to look for, at the price of bins that are up to twice as wide.
const LEVEL_STEP: u32 = 2;

/// What makes filings share a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct AccessKey {
    pub(super) kind: u8,
    pub(super) attribute: u32,
    /// Kind of the constants.
    pub(super) value: u8,
    /// What paths are relative to.
    pub(super) anchor: u8,
    pub(super) flags: u8,
    /// Of bounds that answer for one another: the items' bits, who answers with them, and in which form.
    alike: (u64, u8, u8),
}

/// One table's part of a way of filing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) key: AccessKey,
    /// What it is filed under.
    pub(super) hashes: Vec<u64>,
    /// Lengths of what was hashed, or widths of bins.
    pub(super) lengths: Vec<u32>,
    /// Of windows: for each of several, pieces of which any may be chosen.
    pub(super) pieces: Vec<Vec<Vec<u8>>>,
    /// A bound.
    pub(super) bound: Option<Decimal>,
}

/// One way of filing an item: under all of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Filing {
    pub(super) ways: Vec<Way>,
}

impl AccessKey {
    /// The order in which kinds are preferred, from the cheapest to look up.
    pub(super) fn class(&self) -> u8 {
        match self.kind {
            access::EQUAL => 0,
            access::ELEMENT => 1,
            access::PREFIX | access::SUFFIX | access::ELEMENT_PREFIX | access::ELEMENT_SUFFIX => 2,
            access::RANGE => 3,
            access::PART | access::ELEMENT_PART => 4,
            _ => 5,
        }
    }

    /// What the report says of the kind.
    pub(super) fn spelled(&self) -> &'static str {
        match self.kind {
            access::EQUAL => "==",
            access::ELEMENT => "has",
            access::PREFIX | access::ELEMENT_PREFIX => "starts with",
            access::SUFFIX | access::ELEMENT_SUFFIX => "ends with",
            access::PART | access::ELEMENT_PART => "contains",
            access::RANGE => "between",
            access::ABOVE => ">",
            _ => "<",
        }
    }

    /// Whether what it looks up are windows over a text.
    pub(super) fn is_window(&self) -> bool {
        matches!(self.kind, access::PART | access::ELEMENT_PART)
    }
}

impl Filing {
    fn of(way: Way) -> Self {
        Self { ways: vec![way] }
    }

    /// The dearest of its tables.
    pub(super) fn class(&self) -> u8 {
        self.ways.iter().map(|way| way.key.class()).max().unwrap_or(u8::MAX)
    }

    /// Whether all of it asks about one attribute.
    pub(super) fn is_on(&self, attribute: u32) -> bool {
        self.ways.iter().all(|way| way.key.attribute == attribute)
    }

    /// Both together, parts of one table joined.
    fn or(mut self, other: Self) -> Self {
        for way in other.ways {
            match self.ways.iter_mut().find(|have| have.key == way.key && have.bound.is_none()) {
                Some(have) => {
                    have.hashes.extend(way.hashes);
                    have.lengths.extend(way.lengths);
                    have.pieces.extend(way.pieces);
                }
                None => self.ways.push(way),
            }
        }
        self
    }
}

/// Every way of filing an item; `answer`: its bits, who answers with it and in which form.
pub(super) fn filings(pools: &mut Pools, item: &CoreItem, answer: (u64, u8, u8)) -> Vec<Filing> {
    let whole = matches!(item.condition, Condition::Atom(_)) && item.starts.is_none() && item.expires.is_none();
    let mut filer = Filer { pools, alike: whole.then_some(answer), list: None, present: present(&item.condition) };
    filer.condition(&item.condition, false)
}

/// Attributes that a conjunction requires to be there.
fn present(condition: &Condition) -> Vec<&Attribute> {
    let conjuncts = match condition {
        Condition::All(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    conjuncts
        .iter()
        .filter_map(|conjunct| match conjunct {
            Condition::Atom(atom) => match &**atom {
                Atom::Exists(attribute) => Some(attribute),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

struct Filer<'p, 'c> {
    pools: &'p mut Pools,
    /// Of an item that is nothing but one atom: what bounds must share to answer for one another.
    alike: Option<(u64, u8, u8)>,
    /// The list whose element is looked at.
    list: Option<&'c Attribute>,
    present: Vec<&'c Attribute>,
}

impl<'c> Filer<'_, 'c> {
    fn condition(&mut self, condition: &'c Condition, negated: bool) -> Vec<Filing> {
        match condition {
            Condition::True | Condition::False => Vec::new(),
            Condition::Not(inner) => self.condition(inner, !negated),
            Condition::All(parts) if !negated => self.conjunction(parts, negated),
            Condition::Any(parts) if negated => self.conjunction(parts, negated),
            Condition::All(parts) | Condition::Any(parts) => self.disjunction(parts, negated).into_iter().collect(),
            Condition::Atom(atom) => self.atom(atom, negated),
        }
    }

    fn conjunction(&mut self, parts: &'c [Condition], negated: bool) -> Vec<Filing> {
        let mut found: Vec<Filing> = parts.iter().flat_map(|part| self.condition(part, negated)).collect();
        if !negated {
            found.extend(self.ranges(parts));
        }
        found
    }

    /// Under every part, each by its cheapest table; one that cannot be filed leaves the whole unfiled.
    fn disjunction(&mut self, parts: &'c [Condition], negated: bool) -> Option<Filing> {
        // What one part requires to be there the others do not.
        let present = std::mem::take(&mut self.present);
        let alike = self.alike.take();
        let filed: Option<Vec<Filing>> = parts
            .iter()
            .map(|part| {
                let found = self.condition(part, negated).into_iter();
                found.filter(|filing| filing.ways.iter().all(|way| way.bound.is_none())).min_by_key(Filing::class)
            })
            .collect();
        (self.present, self.alike) = (present, alike);
        filed?.into_iter().reduce(Filing::or)
    }

    fn atom(&mut self, atom: &'c Atom, negated: bool) -> Vec<Filing> {
        match atom {
            Atom::Holds(attribute) => self.equal(access::EQUAL, attribute, &[Literal::Boolean(!negated)]).into_iter().collect(),
            _ if negated => Vec::new(),
            Atom::Compare { left, op: Comparison::Equal, right: Operand::Literal(constant) } => {
                self.equal(access::EQUAL, left, std::slice::from_ref(constant)).into_iter().collect()
            }
            Atom::In { left, list: ListKind::Literals(list) } => self.equal(access::EQUAL, left, list).into_iter().collect(),
            Atom::Has { list, value: Operand::Literal(constant) } if self.list.is_none() => {
                self.equal(access::ELEMENT, list, std::slice::from_ref(constant)).into_iter().collect()
            }
            Atom::Compare { left, op, right: Operand::Literal(Literal::Number(bound)) } => {
                self.bound(left, *op, *bound).into_iter().collect()
            }
            // A list all of whose elements satisfy a condition and that has some has one that does.
            Atom::Quantified { quantifier: Quantifier::Any | Quantifier::AnySeen | Quantifier::Every, list, body } => {
                self.element(list, body)
            }
            other => self.pieces(other),
        }
    }

    /// By one element of a list.
    fn element(&mut self, list: &'c Attribute, body: &'c Condition) -> Vec<Filing> {
        if self.list.is_some() || matches!(list.root, Root::Element(_)) {
            return Vec::new();
        }
        let (present, alike) = (std::mem::take(&mut self.present), self.alike.take());
        self.list = Some(list);
        let found = self.condition(body, false);
        self.list = None;
        (self.present, self.alike) = (present, alike);
        found
    }

    /// The attribute to look up, and whether it is a list's element: then the list is read as the element is compared.
    fn place(&mut self, attribute: &Attribute) -> Option<(u32, bool)> {
        let element = matches!(attribute.root, Root::Element(0)) && attribute.path.is_empty() && attribute.otherwise.is_none();
        match self.list {
            Some(list) if element => Some((self.pools.attribute(&Attribute { reading: attribute.reading, ..list.clone() }), true)),
            None if !matches!(attribute.root, Root::Element(_) | Root::Now) => Some((self.pools.attribute(attribute), false)),
            _ => None,
        }
    }

    /// By constants that a hash can stand for, one way for each kind of them.
    fn equal(&mut self, kind: u8, attribute: &Attribute, constants: &[Literal]) -> Option<Filing> {
        let (place, is_element) = self.place(attribute)?;
        let kind = if is_element { access::ELEMENT } else { kind };
        let flags = self.flags(attribute);
        let ways: Option<Vec<Filing>> = constants
            .iter()
            .map(|constant| {
                let (value, anchor) = kind_of(constant)?;
                let hash = hash_of(constant, reading_number(attribute.reading))?;
                Some(Filing::of(hashed(AccessKey { anchor, flags, ..key(kind, place, value) }, hash)))
            })
            .collect();
        ways?.into_iter().reduce(Filing::or)
    }

    fn flags(&self, attribute: &Attribute) -> u8 {
        if self.present.contains(&attribute) { access::PRESENCE } else { 0 }
    }

    /// By a bound: where it is the whole condition it answers for all that lie further, else each that is passed is looked at.
    fn bound(&mut self, left: &Attribute, op: Comparison, bound: Decimal) -> Option<Filing> {
        let (kind, strict) = direction(op)?;
        let (place, is_element) = self.place(left)?;
        if is_element || left.otherwise.is_some() {
            return None;
        }
        let each = if self.alike.is_some() { 0 } else { access::EACH };
        let flags = strict | each | self.flags(left);
        let key = AccessKey { flags, alike: self.alike.unwrap_or_default(), ..key(kind, place, literal::NUMBER) };
        Some(Filing::of(Way {
            key,
            hashes: vec![number_hash(bound.coefficient, bound.exponent)],
            lengths: Vec::new(),
            pieces: Vec::new(),
            bound: Some(bound),
        }))
    }

    /// By bounds on both sides of one attribute.
    fn ranges(&mut self, parts: &'c [Condition]) -> Vec<Filing> {
        let bounds: Vec<(&Attribute, u8, Decimal)> = parts.iter().filter_map(bound_of).collect();
        let above = bounds.iter().filter(|(_, kind, _)| *kind == access::ABOVE);
        above
            .filter_map(|(left, _, low)| {
                let (_, _, high) = bounds.iter().find(|(other, kind, _)| other == left && *kind == access::BELOW)?;
                let (place, is_element) = self.place(left)?;
                let flags = self.flags(left);
                let plain = !is_element && left.otherwise.is_none();
                plain.then(|| range(AccessKey { flags, ..key(access::RANGE, place, literal::NUMBER) }, *low, *high))
            })
            .collect()
    }

    /// By what a text is, begins with, ends with and contains wherever the atom may hold.
    fn pieces(&mut self, atom: &Atom) -> Vec<Filing> {
        let Some((attribute, value, anchor, found)) = read(atom) else { return Vec::new() };
        let Some((place, is_element)) = self.place(attribute) else { return Vec::new() };
        let of = |single: u8, element: u8| if is_element { element } else { single };
        let key = |kind: u8| AccessKey { anchor, ..key(kind, place, value) };
        let mut out = Vec::new();
        let bare = anchor == anchor::BARE;
        if let Some(text) = found.whole.filter(|_| !bare && whole_is_typed(attribute, value)) {
            let hash = text_hash(value, reading_number(attribute.reading), &text);
            return vec![Filing::of(hashed(key(of(access::EQUAL, access::ELEMENT)), hash))];
        }
        // Every path of the machine begins with a slash.
        if !bare && !found.prefix.is_empty() && (value != literal::PATH || found.prefix != "/") {
            let mut hasher = Hasher::new(value);
            hasher.write(found.prefix.as_bytes());
            out.push(Filing::of(sized(key(of(access::PREFIX, access::ELEMENT_PREFIX)), hasher.finish(), found.prefix.len())));
        }
        if !found.suffix.is_empty() {
            let hash = backward_hash(value, found.suffix.as_bytes());
            out.push(Filing::of(sized(key(of(access::SUFFIX, access::ELEMENT_SUFFIX)), hash, found.suffix.len())));
        }
        if !found.parts.is_empty() {
            let key = key(of(access::PART, access::ELEMENT_PART));
            out.push(Filing::of(Way { key, hashes: Vec::new(), lengths: Vec::new(), pieces: vec![found.parts], bound: None }));
        }
        out
    }
}

/// Text operators look at text and at paths; a table of whole values knows one of them.
fn whole_is_typed(attribute: &Attribute, value: u8) -> bool {
    value == literal::PATH || attribute.reading != Reading::Path && !matches!(attribute.root, Root::Element(_))
}

fn key(kind: u8, attribute: u32, value: u8) -> AccessKey {
    AccessKey { kind, attribute, value, anchor: anchor::ROOT, flags: 0, alike: (0, 0, 0) }
}

fn hashed(key: AccessKey, hash: u64) -> Way {
    Way { key, hashes: vec![hash], lengths: Vec::new(), pieces: Vec::new(), bound: None }
}

fn sized(key: AccessKey, hash: u64, length: usize) -> Way {
    Way { lengths: vec![u32::try_from(length).unwrap_or(u32::MAX)], ..hashed(key, hash) }
}

/// The bins of the least width of which two neighbours hold the whole range.
fn range(key: AccessKey, low: Decimal, high: Decimal) -> Filing {
    let place = |number: Decimal| straza_runtime::decimal::Decimal::new(number.coefficient, number.exponent).map_or(0, number_key);
    let (low, high) = (place(low), place(high));
    let level = (0..=63).step_by(LEVEL_STEP as usize).find(|level| (high >> level).saturating_sub(low >> level) <= 1).unwrap_or(62);
    let mut hashes = vec![bin_hash(level, low), bin_hash(level, high)];
    hashes.dedup();
    Filing::of(Way { key, hashes, lengths: vec![level], pieces: Vec::new(), bound: None })
}

fn direction(op: Comparison) -> Option<(u8, u8)> {
    match op {
        Comparison::Greater => Some((access::ABOVE, access::STRICT)),
        Comparison::GreaterOrEqual => Some((access::ABOVE, 0)),
        Comparison::Less => Some((access::BELOW, access::STRICT)),
        Comparison::LessOrEqual => Some((access::BELOW, 0)),
        Comparison::Equal => None,
    }
}

fn bound_of(condition: &Condition) -> Option<(&Attribute, u8, Decimal)> {
    let Condition::Atom(atom) = condition else { return None };
    let Atom::Compare { left, op, right: Operand::Literal(Literal::Number(bound)) } = &**atom else { return None };
    direction(*op).map(|(kind, _)| (left, kind, *bound))
}

/// The kind of a constant, and what it is relative to.
fn kind_of(constant: &Literal) -> Option<(u8, u8)> {
    Some(match constant {
        Literal::Null => (literal::NULL, anchor::ROOT),
        Literal::Boolean(_) => (literal::BOOLEAN, anchor::ROOT),
        Literal::Number(_) => (literal::NUMBER, anchor::ROOT),
        Literal::Text(_) => (literal::TEXT, anchor::ROOT),
        Literal::Path(PathLiteral { anchor: PathAnchor::Bare, .. }) | Literal::Instant(_) | Literal::Version(_) => return None,
        Literal::Path(path) => (literal::PATH, anchor_of(path)),
    })
}

fn anchor_of(path: &PathLiteral) -> u8 {
    match path.anchor {
        PathAnchor::Root => anchor::ROOT,
        PathAnchor::Home => anchor::HOME,
        PathAnchor::Workspace => anchor::WORKSPACE,
        PathAnchor::Bare => anchor::BARE,
    }
}

fn hash_of(constant: &Literal, reading: u8) -> Option<u64> {
    match constant {
        Literal::Null => Some(hash(literal::NULL, &[])),
        Literal::Boolean(truth) => Some(hash(literal::BOOLEAN, &[u8::from(*truth)])),
        Literal::Number(number) => Some(number_hash(number.coefficient, number.exponent)),
        Literal::Text(text) => Some(text_hash(literal::TEXT, reading, text)),
        Literal::Path(path) => Some(text_hash(literal::PATH, reading, &path.text)),
        Literal::Instant(_) | Literal::Version(_) => None,
    }
}

/// The text that an atom looks at, its kind, what it is relative to, and what it must hold.
fn read(atom: &Atom) -> Option<(&Attribute, u8, u8, Pieces)> {
    let text = |attribute, pieces| Some((attribute, literal::TEXT, anchor::ROOT, pieces));
    match atom {
        Atom::StartsWith { text: left, part } => text(left, Pieces::beginning(folded(part, folding(left.reading)))),
        Atom::EndsWith { text: left, part } => text(left, Pieces::ending(folded(part, folding(left.reading)))),
        Atom::Contains { text: left, part } => text(left, Pieces::containing(folded(part, folding(left.reading)))),
        Atom::Like { text: left, glob } => text(left, Pieces::of_glob(&fold_pattern(glob, folding(left.reading)))),
        // Expressions look at the text as it stands.
        Atom::Matches { text: left, regex } if matches!(left.reading, Reading::Plain | Reading::Path) => {
            text(left, Pieces::of_expression(regex))
        }
        Atom::LikePath { path, pattern } => on_path(path, pattern, true),
        Atom::Under { path, base: PathText::Literal(base) } => on_path(path, base, false),
        _ => None,
    }
}

fn on_path<'a>(path: &'a Attribute, literal: &PathLiteral, pattern: bool) -> Option<(&'a Attribute, u8, u8, Pieces)> {
    let (machine, bare) = (path.reading == Reading::Path, literal.anchor == PathAnchor::Bare);
    if machine == bare {
        return None;
    }
    let text = as_compared(path, literal).text;
    let rooted = literal.anchor == PathAnchor::Root;
    let pieces = if pattern { Pieces::of_path_pattern(&text, rooted, bare)? } else { Pieces::of_base(&text, rooted, bare)? };
    Some((path, literal::PATH, anchor_of(literal), pieces))
}
