//! Limits: what was made within a window, and this call.

use straza_language::core::{Attribute, Counter, Decimal, Measure, Move};

use super::super::amount;
use super::super::truth::Truth;
use super::super::value::{Place, Value};
use super::Entry;
use super::window::Now;

impl Place<'_> {
    /// Whether it is more than the bound.
    pub fn is_above(&self, counter: &Counter, amount: Option<&Attribute>, bound: Decimal) -> Truth {
        let entries = match counter.measure {
            Measure::SameCall => self.past.all(counter.owner, self.call),
            Measure::Count | Measure::Sum => self.past.made(counter.owner, self.call),
        };
        let Some(entries) = entries else { return Truth::Unknown };
        let counted: Vec<&Entry> = entries.into_iter().filter(|entry| counts(counter, entry)).collect();
        let now = Now::of(self.call, counted.iter().copied());
        // One whose time, or this call's, is not known counts unless it certainly lapsed.
        let in_time = |entry: &&Entry| now.is_within(counter.window, &entry.call) != Truth::False;
        let counted: Vec<&Entry> = counted.into_iter().filter(in_time).collect();
        let above = match counter.measure {
            Measure::Count => amount::is_above(&vec![amount::ONE; counted.len() + 1], bound).into(),
            Measure::Sum => self.sum_is_above(counter, amount, &counted, bound),
            Measure::SameCall => self.same_calls_are_above(&counted, bound),
        };
        // Where the time is not known, perhaps nothing of it lies in the window.
        if counter.window.is_some() && self.call.now.is_none() { above.min(Truth::Unknown) } else { above }
    }

    /// Nothing is taken away from a sum: what is known of it may be enough.
    fn sum_is_above(&self, counter: &Counter, amount: Option<&Attribute>, counted: &[&Entry], bound: Decimal) -> Truth {
        let earlier = counted.iter().flat_map(|entry| {
            let then = Place { call: &entry.call, ..*self };
            amounts_of(counter, entry).map(move |amount| then.amount(amount))
        });
        let all: Vec<Option<Decimal>> = earlier.chain([self.amount(amount)]).collect();
        let known: Vec<Decimal> = all.iter().flatten().copied().collect();
        match (amount::is_above(&known, bound), known.len() == all.len()) {
            (true, _) => Truth::True,
            (false, true) => Truth::False,
            (false, false) => Truth::Unknown,
        }
    }

    /// An amount below zero adds nothing; one that is no number is not known.
    fn amount(&self, amount: Option<&Attribute>) -> Option<Decimal> {
        match self.value(amount?)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn same_calls_are_above(&self, counted: &[&Entry], bound: Decimal) -> Truth {
        let Some(ours) = &self.call.arguments else { return Truth::Unknown };
        let of_function = |entry: &&&Entry| entry.call.server == self.call.server && entry.call.name == self.call.name;
        let same = counted.iter().filter(of_function).filter(|entry| entry.call.arguments.as_ref() == Some(ours)).count();
        let may_be_same = counted.iter().filter(of_function).filter(|entry| entry.call.arguments.is_none()).count();
        let is_above = |calls: usize| amount::is_above(&vec![amount::ONE; calls + 1], bound);
        match (is_above(same), is_above(same + may_be_same)) {
            (true, _) => Truth::True,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::False,
        }
    }
}

/// Whether the call counts, or may count.
fn counts(counter: &Counter, entry: &Entry) -> bool {
    amounts_of(counter, entry).next().is_some()
}

/// Where the amounts are that the call counted with, one a move.
fn amounts_of<'e>(counter: &'e Counter, entry: &'e Entry) -> impl Iterator<Item = Option<&'e Attribute>> {
    entry.moves.iter().filter_map(move |(made, _)| match made {
        Move::Count { counter: other, amount } if other == counter => Some(amount.as_ref()),
        _ => None,
    })
}
