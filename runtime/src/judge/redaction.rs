//! Replacing what expressions find in the texts of a result.
//!
//! In every text the matches are taken from the left, each as long as it goes, none twice; keys stay. Work is bounded: a text that costs
//! more is replaced whole.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;

use crate::automaton::{Automaton, OutOfFuel};
use crate::compiled::Core;
use crate::json::Value;
use crate::layout::Section;

use super::changes::with_texts;
use super::gifts::Gift;

/// Steps of one text, for each of its bytes and at least.
const STEPS_PER_BYTE: u64 = 64;
const LEAST_STEPS: u64 = 4_096;

/// The value with every match replaced; `None` where nothing matched.
pub(crate) fn redacted(core: &Core, value: &Value, gifts: &[Gift]) -> Option<Value> {
    let mut changed = false;
    let value = with_texts(value, &mut |text| {
        let mut now = Cow::Borrowed(text);
        for gift in gifts {
            let with = core.text_of(gift.record.text).unwrap_or_default();
            if let Some(next) = automaton(core, gift).map_or_else(|| Some(String::from(with)), |found| replaced(&found, &now, with)) {
                now = Cow::Owned(next);
            }
        }
        match now {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => {
                changed = true;
                Some(Box::from(text))
            }
        }
    });
    changed.then_some(value)
}

fn automaton<'c>(core: &'c Core, gift: &Gift) -> Option<Automaton<'c>> {
    Automaton::view(core.blob(Section::AutomatonBytes, core.automaton(gift.record.automaton)?.text)?)
}

/// The text with every match replaced; `None` where there is none.
fn replaced(found: &Automaton<'_>, text: &str, with: &str) -> Option<String> {
    let mut fuel = STEPS_PER_BYTE.saturating_mul(text.len() as u64).max(LEAST_STEPS);
    let (mut out, mut kept, mut from) = (String::new(), 0, 0);
    while from < text.len() {
        match found.longest_from(text.as_bytes(), from, &mut fuel) {
            Err(OutOfFuel) => return Some(String::from(with)),
            // A match of half a character is none that can be cut out: the whole text is replaced.
            Ok(Some(end)) => match (text.get(kept..from), text.is_char_boundary(end)) {
                (Some(before), true) => {
                    out.push_str(before);
                    out.push_str(with);
                    (kept, from) = (end, end);
                }
                _ => return Some(String::from(with)),
            },
            Ok(None) => from += 1,
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Some(out)
}
