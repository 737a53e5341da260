//! An opened snapshot: the only thing that decides.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::call::Call;
use crate::compiled::{Core, Cost};
use crate::decide::{self, Decision, Scratch};
use crate::explain::{self, Explanation};
use crate::layout::*;
use crate::open_error::OpenError;
use crate::opening::{self, Expectation};
use crate::payload::Payload;
use crate::reason;
use crate::state::States;
use crate::steps::{self, StepView};
use crate::trust::{KeyId, Trust};

/// A policy whose signature, digests, structure and declared cost have been checked.
#[derive(Debug, Clone)]
pub struct Snapshot {
    core: Core,
    payload: Payload,
    id: [u8; 32],
    serial: u64,
    key_id: KeyId,
    development: bool,
}

impl Snapshot {
    /// Opens a snapshot. There is no other way to make one, and none that skips a check.
    pub fn open(bytes: &[u8], trust: &Trust, expectation: &Expectation) -> Result<Self, OpenError> {
        let opened = opening::open_envelope(bytes, trust, expectation)?;
        let text = opened.text.check()?;
        let declared = Cost::read(&opened.payload.cost).ok_or(OpenError::Payload("the cost has another number of coefficients"))?;
        let core = Core::checked(opened.core.to_vec(), text, &declared).map_err(OpenError::Core)?;
        Ok(Self {
            core,
            id: opened.id,
            serial: opened.serial,
            key_id: opened.key_id,
            development: opened.development,
            payload: opened.payload,
        })
    }

    /// SHA-256 of the payload.
    pub fn id(&self) -> [u8; 32] {
        self.id
    }

    /// The digest of the typed policy.
    pub fn policy_digest(&self) -> [u8; 32] {
        self.payload.policy_digest
    }

    /// The signing time, Unix seconds, as its signer says.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Who signed.
    pub fn key_id(&self) -> KeyId {
        self.key_id
    }

    /// Whether a development key signed.
    pub fn is_development(&self) -> bool {
        self.development
    }

    /// What was signed.
    pub fn payload(&self) -> &Payload {
        &self.payload
    }
}

impl core::ops::Deref for Snapshot {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

/// A core item, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemView<'a> {
    /// Its set; empty without the text part.
    pub set: &'a str,
    /// Its name; empty without the text part.
    pub name: &'a str,
    /// Its place among the core items of its surface item.
    pub part: u16,
    /// The construct's number.
    pub kind: u8,
    /// A permission.
    pub permits: bool,
    /// Recorded only.
    pub shadow: bool,
    /// Unix seconds before which it is inert.
    pub starts: Option<i64>,
    /// Unix seconds from which it is inert.
    pub expires: Option<i64>,
}

/// A row of defaults, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowView<'a> {
    /// Its set; empty without the text part.
    pub set: &'a str,
    /// Its place in the table.
    pub index: u32,
}

/// A set, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetView<'a> {
    /// Its name; empty without the text part.
    pub name: &'a str,
    /// Whose reason is reported.
    pub priority: i32,
    /// Rows of defaults.
    pub rows: u32,
}

/// Deciding and explaining.
impl Core {
    /// Decides a call. Allocates nothing.
    pub fn decide(&self, call: &Call, states: &States, scratch: &mut Scratch) -> Decision {
        decide::decide(self, call, states, scratch)
    }

    /// Decides a call by visiting everything, and says all of it.
    pub fn explain(&self, call: &Call, states: &States) -> Explanation {
        explain::explain(self, call, states)
    }

    /// The steps of a decision, equal pools joined, in the order of running; none for allow and deny.
    pub fn steps(&self, decision: &Decision) -> Vec<StepView<'_>> {
        steps::joined(self, decision)
    }

    /// What is asked to carry a decision out: a step that another one meets is not asked separately.
    pub fn plan(&self, decision: &Decision) -> Vec<StepView<'_>> {
        steps::plan(self, decision)
    }

    /// Writes why a call is not simply allowed, at most 2 KiB; nothing for an allow.
    pub fn reason(&self, decision: &Decision, call: &Call, out: &mut dyn fmt::Write) -> fmt::Result {
        reason::write(self, decision, call, out)
    }

    /// The reason of the reported item or row alone, its values filled in.
    pub fn because(&self, decision: &Decision, call: &Call) -> Option<String> {
        reason::because_of(self, decision, call)
    }

    /// How many core items there are.
    pub fn item_count(&self) -> u32 {
        self.count(Section::Items)
    }

    /// How many sets there are.
    pub fn set_count(&self) -> u32 {
        self.count(Section::Sets)
    }

    /// A core item.
    pub fn item(&self, index: u32) -> Option<ItemView<'_>> {
        let record = self.item_record(index)?;
        let entry = self.texts.as_ref().and_then(|texts| texts.entry(record.text));
        Some(ItemView {
            set: self.entry_text(entry.map(|entry| entry.set)),
            name: self.entry_text(entry.map(|entry| entry.name)),
            part: record.part,
            kind: record.kind,
            permits: record.flags & item_flag::PERMIT != 0,
            shadow: record.flags & item_flag::SHADOW != 0,
            starts: (record.starts != i64::MIN).then_some(record.starts),
            expires: (record.expires != i64::MAX).then_some(record.expires),
        })
    }

    /// A row of defaults.
    pub fn default_row(&self, index: u32) -> Option<RowView<'_>> {
        let row = self.row(index)?;
        Some(RowView { set: self.set_view(row.set)?.name, index: row.order })
    }

    /// A set.
    pub fn set_view(&self, index: u32) -> Option<SetView<'_>> {
        let record = self.set(index)?;
        let entry = self.texts.as_ref().and_then(|texts| texts.entry(record.text));
        Some(SetView { name: self.entry_text(entry.map(|entry| entry.set)), priority: record.priority, rows: record.rows.len })
    }

    fn entry_text(&self, run: Option<Run>) -> &str {
        run.and_then(|run| self.texts.as_ref()?.text(run)).unwrap_or_default()
    }
}
