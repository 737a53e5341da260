//! Conditions: each connective and each atom, exactly as the core calculus defines it, without any rewriting.

use straza_language::core::{
    Atom, Attribute, Comparison, Condition, ListKind, Literal, Operand, PathLiteral, PathText, Quantifier, Reading,
};

use super::call::SeenPattern;
use super::function::Function;
use super::history::starts_child;
use super::truth::Truth;
use super::value::{Element, Place, Read, Value};
use super::{comparison, glob, path, spread, text, time};

impl Place<'_> {
    /// The condition's value here.
    pub fn holds(&self, condition: &Condition) -> Truth {
        match condition {
            Condition::True => Truth::True,
            Condition::False => Truth::False,
            Condition::All(parts) => Truth::all(parts.iter().map(|part| self.holds(part))),
            Condition::Any(parts) => Truth::any(parts.iter().map(|part| self.holds(part))),
            Condition::Not(inner) => self.holds(inner).negated(),
            Condition::Atom(atom) => self.answer(atom),
        }
    }

    /// The atom's value here.
    pub fn answer(&self, atom: &Atom) -> Truth {
        match atom {
            Atom::Holds(attribute) => self.is_true(attribute),
            Atom::Compare { left, op, right } => self.compare(left, *op, right),
            Atom::In { left, list } => self.is_in(left, list).unwrap_or(Truth::Unknown),
            Atom::Has { list, value } => self.has(list, value).unwrap_or(Truth::Unknown),
            Atom::Like { text, glob } => self.asks(text, |seen| glob::matches(&text::folded_glob(text.reading, glob), seen)),
            Atom::LikePath { path, pattern } => match self.spread(path) {
                Some(paths) => self.are_like_path(&paths, pattern),
                None => self.is_like_path(path, pattern).into(),
            },
            // An expression cannot be folded: the text is taken as received.
            Atom::Matches { text, regex } => self.asks(&Attribute { reading: unmarked(text.reading), ..text.clone() }, |seen| {
                self.interpreter.expressions.matches(regex, seen)
            }),
            Atom::Contains { text, part } => self.asks(text, |seen| seen.contains(&text::folded(text.reading, part))),
            Atom::StartsWith { text, part } if self.spread(text).is_some() => {
                self.spread(text).map_or(Truth::Unknown, |paths| paths.begin_with(part))
            }
            Atom::EndsWith { text, part } if self.spread(text).is_some() => {
                self.spread(text).map_or(Truth::Unknown, |paths| paths.end_with(part))
            }
            Atom::StartsWith { text, part } => self.asks(text, |seen| seen.starts_with(&text::folded(text.reading, part))),
            Atom::EndsWith { text, part } => self.asks(text, |seen| seen.ends_with(&text::folded(text.reading, part))),
            Atom::Under { path, base } => match self.spread(path) {
                Some(paths) => self.are_under(&paths, base).unwrap_or(Truth::Unknown),
                None => self.is_under(path, base).into(),
            },
            Atom::Within { time, window } => match self.value(time) {
                Some(Value::Instant(instant)) => time::within(window, instant).into(),
                _ => Truth::Unknown,
            },
            Atom::Exists(attribute) => match self.read(attribute) {
                Read::Value(_) => Truth::True,
                Read::Absent => Truth::False,
                Read::Unknown => Truth::Unknown,
            },
            Atom::Function(targets) => {
                Function::of(self.interpreter.program, self.call).is_among(targets, &self.call.server, &self.call.name)
            }
            Atom::StartsChild => starts_child(self.call).into(),
            Atom::Memory(memory) => self.remembers(memory),
            Atom::Quantified { quantifier, list, body } => match self.list(list) {
                Some((elements, open)) => self.quantified(*quantifier, &elements, open, body),
                None => Truth::Unknown,
            },
        }
    }

    fn is_true(&self, attribute: &Attribute) -> Truth {
        match self.value(attribute) {
            Some(Value::Boolean(value)) => value.into(),
            _ => Truth::Unknown,
        }
    }

    fn compare(&self, left: &Attribute, op: Comparison, right: &Operand) -> Truth {
        if let (Comparison::Equal, Operand::Literal(Literal::Null)) = (op, right) {
            return self.is_null(left);
        }
        let Some(ours) = self.value(left) else { return Truth::Unknown };
        match right {
            Operand::Literal(literal) => comparison::between(&ours, op, &self.constant(literal, left.reading)),
            Operand::Attribute(attribute) => match self.value(&self.beside(left.reading, attribute)) {
                Some(theirs) => comparison::between(&ours, op, &theirs),
                None => Truth::Unknown,
            },
        }
    }

    /// What is there and is no `null` is certainly none, whatever else can be said of it.
    fn is_null(&self, attribute: &Attribute) -> Truth {
        match self.read(attribute) {
            Read::Value(value) => (value == Value::Null).into(),
            Read::Absent | Read::Unknown => Truth::Unknown,
        }
    }

    /// Nothing where a side cannot be looked at.
    fn is_in(&self, left: &Attribute, list: &ListKind) -> Option<Truth> {
        let ours = self.value(left).filter(is_single)?;
        Some(match list {
            ListKind::Literals(literals) => Truth::any(literals.iter().map(|literal| self.equals(&ours, literal, left.reading))),
            ListKind::Attribute(attribute) => {
                let (elements, open) = self.list(attribute)?;
                let reading = self.beside(left.reading, attribute).reading;
                let is_equal = |element: &Element| comparison::between(&ours, Comparison::Equal, &element.seen(reading));
                among(elements.iter().map(|element| as_there(element, is_equal(element))), open)
            }
        })
    }

    /// Nothing where a side cannot be looked at.
    fn has(&self, list: &Attribute, value: &Operand) -> Option<Truth> {
        let reading = list.reading;
        match value {
            Operand::Literal(literal) => {
                is_single(&self.constant(literal, reading)).then_some(())?;
                let (elements, open) = self.list(list)?;
                let is_equal = |element: &Element| self.equals(&element.seen(reading), literal, reading);
                Some(among(elements.iter().map(|element| as_there(element, is_equal(element))), open))
            }
            Operand::Attribute(attribute) => {
                let wanted = self.value(&self.beside(reading, attribute)).filter(is_single)?;
                let (elements, open) = self.list(list)?;
                let is_equal = |element: &Element| comparison::between(&element.seen(reading), Comparison::Equal, &wanted);
                Some(among(elements.iter().map(|element| as_there(element, is_equal(element))), open))
            }
        }
    }

    /// The right side as it is read beside the left: text as the left side's, but a path stays a path and text stays text.
    fn beside(&self, left: Reading, right: &Attribute) -> Attribute {
        let reading = if left == Reading::Path { right.reading } else { left };
        Attribute { reading: if right.reading == Reading::Path { Reading::Path } else { reading }, ..right.clone() }
    }

    /// A value beside a constant: whether something is `null` can always be said.
    fn equals(&self, value: &Value, literal: &Literal, reading: Reading) -> Truth {
        match literal {
            Literal::Null => (*value == Value::Null).into(),
            literal => comparison::between(value, Comparison::Equal, &self.constant(literal, reading)),
        }
    }

    fn asks(&self, attribute: &Attribute, question: impl Fn(&str) -> bool) -> Truth {
        match self.value(attribute) {
            Some(Value::Text { folded, .. }) => question(&folded).into(),
            Some(Value::Path(components)) => question(&format!("/{}", components.join("/"))).into(),
            _ => Truth::Unknown,
        }
    }

    /// Where only a pattern of a path is known: it.
    fn spread(&self, attribute: &Attribute) -> Option<SeenPattern> {
        match self.value(attribute)? {
            Value::Paths(paths) => Some(paths),
            _ => None,
        }
    }

    fn are_like_path(&self, paths: &SeenPattern, pattern: &PathLiteral) -> Truth {
        let wanted = self.anchor(pattern.anchor).zip(path::components(&pattern.text));
        wanted.map_or(Truth::Unknown, |(folder, pattern)| paths.are(&spread::wanted(&folder, &pattern)))
    }

    fn are_under(&self, paths: &SeenPattern, base: &PathText) -> Option<Truth> {
        let base = match base {
            PathText::Literal(literal) => self.anchored(literal)?,
            PathText::Attribute(base) if base.reading != Reading::Path => return None,
            PathText::Attribute(base) => self.components(base)?,
        };
        let folder = [spread::exactly(&base), vec![spread::Want::Run]].concat();
        Some(paths.are(&folder))
    }

    /// The anchor is compared as it stands; what lies behind it is matched.
    fn is_like_path(&self, attribute: &Attribute, pattern: &PathLiteral) -> Option<bool> {
        self.is_path_like(&self.components(attribute)?, attribute.reading, pattern)
    }

    /// Whether a path's components are what the pattern says.
    pub(super) fn is_path_like(&self, components: &[String], reading: Reading, pattern: &PathLiteral) -> Option<bool> {
        let anchor = self.anchor(pattern.anchor)?;
        let pattern = folded_all(reading, &path::components(&pattern.text)?);
        Some(components.strip_prefix(anchor.as_slice()).is_some_and(|behind| glob::matches_components(&pattern, behind)))
    }

    fn is_under(&self, attribute: &Attribute, base: &PathText) -> Option<bool> {
        let components = self.components(attribute)?;
        let base = match base {
            PathText::Literal(literal) => folded_all(attribute.reading, &self.anchored(literal)?),
            PathText::Attribute(base) if attribute.reading == Reading::Path && base.reading != Reading::Path => return None,
            PathText::Attribute(base) => self.components(&Attribute { reading: attribute.reading, ..base.clone() })?,
        };
        Some(components.starts_with(&base))
    }

    /// A path's components: resolved where it is one of this machine, else cleaned as it stands.
    fn components(&self, attribute: &Attribute) -> Option<Vec<String>> {
        match self.value(attribute)? {
            Value::Path(components) => Some(components),
            Value::Text { raw, .. } => Some(folded_all(attribute.reading, &path::components(&raw)?)),
            _ => None,
        }
    }

    /// A list's seen elements, and whether there may be more. `else V` has no say: a list that is not there is unknown.
    fn list(&self, attribute: &Attribute) -> Option<(Vec<Element>, bool)> {
        match self.value(&Attribute { otherwise: None, ..attribute.clone() })? {
            Value::List { elements, open } => Some((elements, open)),
            _ => None,
        }
    }

    fn quantified(&self, quantifier: Quantifier, elements: &[Element], open: bool, body: &Condition) -> Truth {
        let answer = |element: &Element| {
            let elements = [self.elements, std::slice::from_ref(element)].concat();
            Place { elements: &elements, ..*self }.holds(body)
        };
        let answers = elements.iter().map(|element| as_there(element, answer(element)));
        match quantifier {
            Quantifier::Any => among(answers, open),
            Quantifier::AnySeen => Truth::any(answers),
            Quantifier::Every if elements.is_empty() => {
                if open {
                    Truth::Unknown
                } else {
                    Truth::False
                }
            }
            Quantifier::Every => {
                let fails = elements.iter().map(|element| as_there(element, answer(element).negated()));
                let has_one = elements.iter().any(|element| !matches!(element, Element::Maybe(_)));
                among(fails, open).negated().min(if has_one { Truth::True } else { Truth::Unknown })
            }
        }
    }
}

/// What an element makes true, as far as it is there.
fn as_there(element: &Element, truth: Truth) -> Truth {
    match element {
        Element::Maybe(_) => truth.min(Truth::Unknown),
        Element::Json(_) | Element::Path(_) | Element::Paths(_) => truth,
    }
}

/// Whether one of them is true; a list that may have more elements is never certainly without.
fn among(answers: impl Iterator<Item = Truth>, open: bool) -> Truth {
    Truth::any(answers.chain(open.then_some(Truth::Unknown)))
}

fn is_single(value: &Value) -> bool {
    !matches!(value, Value::Opaque | Value::List { .. } | Value::Object(_))
}

fn unmarked(reading: Reading) -> Reading {
    if reading == Reading::Path { reading } else { Reading::Plain }
}

/// Components without case where the reading is marked; blanks and signs count in them.
fn folded_all(reading: Reading, components: &[String]) -> Vec<String> {
    match reading {
        Reading::Plain | Reading::Path => components.to_vec(),
        Reading::Marked(_) => components.iter().map(|component| straza_language::core::folded(component)).collect(),
    }
}
