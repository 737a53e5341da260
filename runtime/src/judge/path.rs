//! Which rows a call meets, in which order, and which items are heard at them.
//!
//! A server's function goes the way of the numbered rows. A session's local tools, and servers that the session runs itself, go the harness's:
//! its first rows, then the numbered ones that have no row of the harness in their place, where the person's stands for row 17.

use crate::call::{By, Call, Fact, Stage};
use crate::checks::TABLE;
use crate::decide::Heard;
use crate::layout::COMMAND_CHECK;

use super::{Host, Rows};

/// Rows that only a model's or a session's call meets.
const PROPOSED: Rows = Rows::of(&["1", "2", "3", "4", "5", "21", "H5"]);
/// Rows that a hook's call never meets.
const NO_HOOK: Rows = Rows::of(&["6", "8", "9", "11", "12", "15", "16", "24", "29", "30", "31", "H2", "H6", "H7"]);
/// Rows that only a hook's call meets.
const HOOK_ONLY: Rows = Rows::of(&["26"]);
/// The harness's rows.
const HARNESS: Rows = Rows::of(&["H1", "H1a", "H2", "H2a", "H2b", "H3", "H4", "H5", "H6", "H7", "H7a", "H8"]);
/// Those that stand where the person stands on the other way.
const PERSON: Rows = Rows::of(&["H8"]);
/// Rows that only a server's function meets.
const SERVED: Rows = Rows::of(&["25", "30", "34", "36", "37", "H2a", "H2b"]);
/// Rows that judge a result, or a call before it is made where the host cannot hold a result back.
const WITHHOLDING: Rows = Rows::of(&["44", "46"]);
/// Where the first half of the numbered rows ends: at the person.
const BEFORE_PERSON: Rows = Rows(Rows::ALL.0 & ((1 << 16) - 1));

/// Numbered rows and the harness's rows in their place.
const TWINS: &[(Rows, Rows)] = &[
    (Rows::of(&["H5"]), Rows::of(&["1", "4"])),
    (Rows::of(&["H2"]), Rows::of(&["8"])),
    (Rows::of(&["H6"]), Rows::of(&["9", "11"])),
    (Rows::of(&["H7"]), Rows::of(&["12"])),
    (Rows::of(&["H8"]), Rows::of(&["17"])),
    (Rows::of(&["H3"]), Rows::of(&["39"])),
];

/// The rows that a call meets, in up to three stretches, each in the order of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    pub(super) stretches: [Rows; 3],
    /// What a host owns and another stage runs.
    pub(super) elsewhere: Rows,
}

impl Way {
    /// Before the call is made (`result`: after).
    pub(super) fn of(call: &Call, host: &Host<'_>, result: bool) -> Self {
        let met = met(call, host);
        let here = met.common(host.rows);
        let wanted = here.common(staged(call, host, result));
        let first = wanted.common(HARNESS).without(PERSON);
        let person = wanted.common(PERSON);
        let numbered = wanted.without(HARNESS);
        let stretches = [first, numbered.common(BEFORE_PERSON).and(person), numbered.without(BEFORE_PERSON)];
        Self { stretches, elsewhere: here.without(wanted) }
    }

    /// All of them.
    pub(super) fn rows(&self) -> Rows {
        self.stretches.iter().fold(Rows::NONE, |all, rows| all.and(*rows))
    }

    /// Whether anybody is asked on this way.
    pub(super) fn asks(&self) -> bool {
        self.rows().common(QUESTIONS) != Rows::NONE
    }

    /// The items that are heard on this way, and the checks whose items are decided with the rules: rows of theirs nobody owns.
    pub(super) fn heard(&self, call: &Call, host: &Host<'_>) -> (Heard, u64) {
        let (rows, met) = (self.rows(), met(call, host));
        let mut heard = Heard { denies: 0, asks: 0, base: false };
        for check in rows.iter() {
            heard.denies |= check.items.iter().fold(0, |set, item| set | 1 << item);
            heard.asks |= if check.recheck { 0 } else { check.items.iter().fold(0, |set, item| set | 1 << item) };
            heard.base |= check.base;
        }
        let mut with_rules = 0;
        if rows.common(RULES) != Rows::NONE {
            for (number, homes) in HOMES {
                let is_met = met.common(*homes) != Rows::NONE;
                with_rules |= if is_met && host.rows.common(met).common(*homes) == Rows::NONE { 1 << number } else { 0 };
                // Steps are asked for at the gate, also of items that refuse further on.
                heard.asks |= if is_met && LATE >> number & 1 == 1 { 1 << number } else { 0 };
            }
            heard.denies |= with_rules;
            heard.asks |= with_rules;
        }
        // What people said is read against everything that asks, also where nobody is asked now.
        heard.asks |= if rows.common(PEOPLE) == Rows::NONE { 0 } else { u64::MAX };
        let silent = HOMES.iter().filter(|(_, homes)| met.common(*homes) == Rows::NONE).fold(0u64, |set, (number, _)| set | 1 << number);
        heard.denies &= !silent;
        heard.asks &= !silent;
        (heard, with_rules)
    }
}

const RULES: Rows = Rows::of(&["13"]);
/// Rows where items ask.
const QUESTIONS: Rows = Rows::of(&["4", "13", "14", "15", "H5", "H7a", "17", "H8"]);
/// Rows that read what people said against what is asked.
const PEOPLE: Rows = Rows::of(&["17", "19", "20", "22", "H8"]);

/// Checks of items that refuse after the gate.
const LATE: u64 = 1 << 29 | 1 << 38;

/// The rows where the items of a check decide first.
const HOMES: &[(u8, Rows)] = &[
    (4, Rows::of(&["4", "H5"])),
    (6, Rows::of(&["6"])),
    (8, Rows::of(&["8", "H2"])),
    (9, Rows::of(&["9", "H6"])),
    (10, Rows::of(&["10"])),
    (14, Rows::of(&["14"])),
    (15, Rows::of(&["15"])),
    (29, Rows::of(&["29"])),
    (38, Rows::of(&["38"])),
    (COMMAND_CHECK, Rows::of(&["H7a"])),
];

/// The rows of the ways that the call goes, owned or not.
fn met(call: &Call, host: &Host<'_>) -> Rows {
    let mut met = Rows::ALL;
    met = match call.by() {
        None => met,
        Some(By::Model | By::Session) => met.without(HOOK_ONLY),
        Some(By::Hook { .. }) => met.without(PROPOSED).without(NO_HOOK),
        Some(By::FlowStep | By::Hand | By::FollowUp { .. }) => met.without(PROPOSED).without(HOOK_ONLY),
    };
    if call.function().is_local() {
        met = met.without(SERVED);
    }
    if !on_harness(call, host) {
        return met.without(HARNESS);
    }
    let in_place = |met: Rows, (own, twins): &(Rows, Rows)| if host.rows.common(*own) == *own { met.without(*twins) } else { met };
    TWINS.iter().fold(met, in_place)
}

/// A local tool, a server that the session runs, or a call of which nobody says what makes it where a session has its own list.
fn on_harness(call: &Call, host: &Host<'_>) -> bool {
    match call.by() {
        _ if call.function().is_local() => true,
        Some(By::Session) => true,
        None => host.facts.has(Fact::Offered),
        Some(_) => false,
    }
}

/// The rows whose stage runs now.
fn staged(call: &Call, host: &Host<'_>, result: bool) -> Rows {
    let runs = |stage: Stage| (stage == Stage::Result) == result && (call.stages().is_empty() || result || call.stages().contains(&stage));
    let stages = Stage::ALL.iter().filter(|(stage, _)| runs(*stage));
    let staged = stages.fold(Rows::NONE, |rows, (stage, _)| rows.and(STAGES.get(*stage as usize).copied().unwrap_or(Rows::NONE)));
    let early = !result && !host.holds_back() && runs(Stage::Gate);
    if early { staged.and(WITHHOLDING) } else { staged }
}

/// The rows of each stage.
const STAGES: [Rows; Stage::ALL.len()] = {
    let mut stages = [0u64; Stage::ALL.len()];
    let mut index = 0;
    while index < TABLE.len() {
        #[expect(clippy::indexing_slicing, reason = "both below their lengths; a constant has no iterators")]
        {
            stages[TABLE[index].stage as usize] |= 1 << index;
        }
        index += 1;
    }
    let mut rows = [Rows::NONE; Stage::ALL.len()];
    let mut stage = 0;
    while stage < rows.len() {
        #[expect(clippy::indexing_slicing, reason = "both below their lengths; a constant has no iterators")]
        {
            rows[stage] = Rows(stages[stage]);
        }
        stage += 1;
    }
    rows
};
