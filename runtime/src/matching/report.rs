//! What each part of a command is to the command items: for people who ask why.

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::decide;
use crate::state::States;

/// What an item is to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It restricts the part: pattern and condition hold.
    Restricts,
    /// It may: something could not be told.
    MayRestrict,
    /// It permits the part by itself.
    Permits,
}

/// An item that has to do with a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemReport {
    /// The item.
    pub item: u32,
    /// What it is to the part.
    pub role: Role,
    /// By what.
    pub by: By,
}

/// What of a part an item is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// The pattern with this number among the item's own.
    Pattern(u32),
    /// Code that nobody read: it may be whatever the item refuses.
    UnreadCode,
    /// A path or host, decided as a call of its own: its place in [`crate::command::Command::touches`].
    Touch(u32),
}

/// A part of a command, by its number, and the items that have to do with it, by rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartReport {
    /// Its place in [`crate::command::Command::parts`].
    pub part: u32,
    /// What items are to it: each once for its patterns, and once for each path or host that it is about.
    pub items: Vec<ItemReport>,
    /// It keeps the command from being permitted: no permission accounts for it, alone or with what it runs.
    pub lacks_permission: bool,
}

/// Every part of the call's command with the items that have to do with it; empty where the call carries none that is known.
pub fn explain(core: &Core, call: &Call, states: &States) -> Vec<PartReport> {
    let parts = call.command().map_or(0, |command| command.parts.len() as u32);
    let mut reports: Vec<PartReport> = (0..parts).map(|part| PartReport { part, items: Vec::new(), lacks_permission: false }).collect();
    decide::by_part(core, call, states, &mut |part, found| {
        if let Some(report) = reports.get_mut(part as usize) {
            report.items.push(found);
        }
    });
    decide::unpermitted(core, call, states, &mut |part| {
        if let Some(report) = reports.get_mut(part as usize) {
            report.lacks_permission = true;
        }
    });
    for report in &mut reports {
        // Of an item that restricts by several patterns the certain one counts.
        report
            .items
            .sort_by_key(|found| (core.item_record(found.item).map(|item| item.rank), found.item, kind(found), found.role, found.by));
        report.items.dedup_by_key(|found| (found.item, kind(found)));
    }
    reports
}

/// A path or host stands for itself, all else of an item for one thing.
fn kind(found: &ItemReport) -> Option<u32> {
    match found.by {
        By::Touch(touch) => Some(touch),
        By::Pattern(_) | By::UnreadCode => None,
    }
}

/// The first part that one item is about, the certain ones first.
pub(crate) fn first_of(core: &Core, call: &Call, item: u32) -> Option<(u32, ItemReport)> {
    let mut best: Option<(u32, ItemReport)> = None;
    decide::parts_of_item(core, call, item, &mut |part, found| {
        let key = (found.role, part, found.by);
        if best.is_none_or(|(part, found)| key < (found.role, part, found.by)) {
            best = Some((part, found));
        }
    });
    best
}
