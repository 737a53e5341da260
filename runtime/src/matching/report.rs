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
}

/// A part of a command, by its number, and the items that have to do with it, by rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartReport {
    /// Its place in [`crate::command::Command::parts`].
    pub part: u32,
    /// What items are to it.
    pub items: Vec<ItemReport>,
}

/// Every part of the call's command with the command items that have to do with it; empty where the call carries none that is known.
pub fn explain(core: &Core, call: &Call, states: &States) -> Vec<PartReport> {
    let parts = call.command().map_or(0, |command| command.parts.len() as u32);
    let mut reports: Vec<PartReport> = (0..parts).map(|part| PartReport { part, items: Vec::new() }).collect();
    decide::by_part(core, call, states, &mut |part, item, role| {
        if let Some(report) = reports.get_mut(part as usize) {
            report.items.push(ItemReport { item, role });
        }
    });
    for report in &mut reports {
        // Of an item that restricts by several patterns the certain one counts.
        report.items.sort_by_key(|found| (core.item_record(found.item).map(|item| item.rank), found.item, found.role));
        report.items.dedup_by_key(|found| found.item);
    }
    reports
}
