//! The regular expressions of a program, read once by the `regex` crate.

use std::collections::BTreeMap;

use regex::Regex;
use straza_compiler::expression::plain_spelling;
use straza_language::core::{Atom, Condition, Program};

/// Expressions by their spelling in the program.
#[derive(Debug, Clone, Default)]
pub struct Expressions(BTreeMap<String, Option<Regex>>);

impl Expressions {
    /// Reads every expression of the program.
    pub fn of(program: &Program) -> Self {
        let conditions = program.items.iter().map(|item| &item.condition).chain(program.sets.iter().map(|set| &set.applies));
        let mut found = Self::default();
        conditions.for_each(|condition| found.collect(condition));
        found
    }

    /// Whether the expression covers the whole text. One that no library reads covers nothing; no such program compiles.
    pub fn matches(&self, expression: &str, text: &str) -> bool {
        self.0.get(expression).and_then(Option::as_ref).is_some_and(|regex| regex.is_match(text))
    }

    fn collect(&mut self, condition: &Condition) {
        match condition {
            Condition::True | Condition::False => {}
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| self.collect(part)),
            Condition::Not(inner) => self.collect(inner),
            Condition::Atom(atom) => self.collect_atom(atom),
        }
    }

    fn collect_atom(&mut self, atom: &Atom) {
        match atom {
            Atom::Matches { regex, .. } => drop(self.0.entry(regex.clone()).or_insert_with(|| whole(regex))),
            Atom::Quantified { body, .. } => self.collect(body),
            _ => {}
        }
    }
}

fn whole(expression: &str) -> Option<Regex> {
    Regex::new(&format!(r"\A(?:{})\z", plain_spelling(expression).ok()?)).ok()
}
