//! Sums of exact numbers, digit by digit as on paper.

use std::cmp::Reverse;

use straza_language::core::Decimal;

/// One.
pub const ONE: Decimal = Decimal { coefficient: 1, exponent: 0 };

/// Places of ten behind and before the point; no number has a digit outside.
const BEHIND: i32 = 440;
const PLACES: usize = 900;

/// Whether the numbers together are above the bound. One below zero adds nothing.
pub fn is_above(numbers: &[Decimal], bound: Decimal) -> bool {
    if bound.coefficient < 0 {
        return true;
    }
    let mut sum = vec![0u64; PLACES];
    numbers.iter().for_each(|number| add(&mut sum, *number));
    let mut limit = vec![0u64; PLACES];
    add(&mut limit, bound);
    let written = |digits: &[u64]| digits.iter().rev().copied().collect::<Vec<u64>>();
    Reverse(written(&carried(sum))) < Reverse(written(&carried(limit)))
}

/// Adds each digit at its place.
fn add(sum: &mut [u64], number: Decimal) {
    if number.coefficient <= 0 {
        return;
    }
    let digits = number.coefficient.to_string();
    for (place, digit) in (number.exponent + BEHIND..).zip(digits.bytes().rev()) {
        if let Some(sum) = usize::try_from(place).ok().and_then(|place| sum.get_mut(place)) {
            *sum += u64::from(digit - b'0');
        }
    }
}

/// What is ten or more at a place goes to the next.
fn carried(mut sum: Vec<u64>) -> Vec<u64> {
    let mut carry = 0;
    for place in &mut sum {
        let all = *place + carry;
        *place = all % 10;
        carry = all / 10;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn above(numbers: &[&str], bound: &str) -> bool {
        let numbers: Vec<Decimal> = numbers.iter().filter_map(|text| Decimal::parse(text)).collect();
        Decimal::parse(bound).is_some_and(|bound| is_above(&numbers, bound))
    }

    #[test]
    fn sums_are_exact() {
        assert!(above(&["0.1", "0.2"], "0.29999999999999999999"));
        assert!(!above(&["0.1", "0.2"], "0.3"));
        assert!(above(&["9007199254740993", "1e-300"], "9007199254740993"));
        assert!(above(&["9e399", "9e399"], "1.7e400"));
        assert!(!above(&[], "0"));
    }

    #[test]
    fn what_is_below_zero_takes_nothing_away() {
        assert!(above(&["5", "-3"], "4"));
        assert!(above(&[], "-1"));
    }
}
