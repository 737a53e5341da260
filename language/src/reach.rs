//! Which functions the parts of a program speak of, as far as that can be said without a call. For pages and editors; deciding is elsewhere.

use crate::core::{CatalogFunction, DefaultRow, PolicySet, RowHead, Target};
use crate::glob::matches_function;

/// Whether an entry of `on` reaches a function, its event aside. `restricts`: where no schema says which arguments there are, a restriction
/// that selects by them stays, a permission does not reach the function.
pub fn reaches(target: &Target, function: &CatalogFunction, restricts: bool) -> bool {
    let selected = match &function.arguments {
        None => restricts || target.having.is_empty() && target.lacking.is_empty(),
        Some(schema) => {
            let has = |name: &String| schema.members.iter().any(|(member, _)| member == name);
            target.having.iter().all(has) && !target.lacking.iter().any(has)
        }
    };
    selected && target.effects.selects(function.effects) && matches_function(&target.pattern, &function.function)
}

/// The rows of a set's defaults that may speak of a function, with their places: down to the first that certainly does. None outside the remit.
pub fn rows<'s>(set: &'s PolicySet, function: &CatalogFunction) -> Vec<(usize, &'s DefaultRow)> {
    let mut rows = Vec::new();
    if !set.over.iter().any(|pattern| matches_function(pattern, &function.function)) {
        return rows;
    }
    for (place, row) in set.defaults.iter().enumerate() {
        let speaks = match &row.head {
            RowHead::Effects(selector) => selector.selects(function.effects),
            RowHead::Granted | RowHead::Everything => true,
        };
        if speaks {
            rows.push((place, row));
        }
        if speaks && row.head != RowHead::Granted {
            break;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{ArgumentSchema, Condition, Effects, FunctionName, FunctionPattern, FunctionSelector, Glob};

    fn function(arguments: Option<ArgumentSchema>) -> CatalogFunction {
        CatalogFunction {
            function: FunctionName { server: "hub".to_owned(), name: "push".to_owned() },
            effects: Effects { write: true, destructive: false, idempotent: false, open_world: true },
            arguments,
        }
    }

    fn pattern(name: &str) -> FunctionPattern {
        FunctionPattern { server: Glob("hub".to_owned()), name: Glob(name.to_owned()) }
    }

    fn on(name: &str, write: Option<bool>, having: &[&str], lacking: &[&str]) -> Target {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let effects = FunctionSelector { write, ..FunctionSelector::default() };
        Target { pattern: pattern(name), effects, having: names(having), lacking: names(lacking), event: None }
    }

    #[test]
    fn an_entry_of_on_reaches_a_function_by_name_effects_and_arguments() {
        let schema = ArgumentSchema { members: vec![("owner".to_owned(), ArgumentSchema::default())], ..ArgumentSchema::default() };
        let known = function(Some(schema));
        assert!(reaches(&on("p*", Some(true), &["owner"], &[]), &known, false));
        for other in
            [on("q*", None, &[], &[]), on("*", Some(false), &[], &[]), on("*", None, &["repo"], &[]), on("*", None, &[], &["owner"])]
        {
            assert!(!reaches(&other, &known, true), "{other:?}");
        }
        assert_eq!([true, false].map(|restricts| reaches(&on("*", None, &["owner"], &[]), &function(None), restricts)), [true, false]);
    }

    #[test]
    fn rows_are_read_from_the_top_to_the_first_certain_one() {
        let row = |head| DefaultRow { head, steps: None, because: None };
        let selector = |write| RowHead::Effects(FunctionSelector { write: Some(write), ..FunctionSelector::default() });
        let set = |over: &str| PolicySet {
            name: "s".to_owned(),
            priority: 0,
            over: vec![pattern(over)],
            applies: Condition::True,
            defaults: vec![row(selector(false)), row(RowHead::Granted), row(selector(true)), row(RowHead::Everything)],
            commands: Default::default(),
        };
        let places = |over| rows(&set(over), &function(None)).iter().map(|(place, _)| *place).collect::<Vec<_>>();
        assert_eq!(places("p*"), [1, 2]);
        assert_eq!(places("pull"), [0; 0]);
    }
}
