//! Lowered items, sets and the whole program.

use super::command::{CommandDefaults, CommandMatch};
use super::condition::{Attribute, Condition};
use super::function::{FunctionPattern, FunctionSelector, Target};
use super::outcome::{Effect, Step};
use super::schema::Catalog;

/// The name of an item across a repository: its set and its own name, written `set.item`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId {
    /// The set's name.
    pub set: String,
    /// The item's name, unique in its set over all kinds.
    pub name: String,
}

impl core::fmt::Display for ItemId {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}.{}", self.set, self.name)
    }
}

/// Which construct an item was written as. The numbers are part of the snapshot format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ItemKind {
    /// `rule`
    Rule = 1,
    /// `floor`
    Floor = 2,
    /// `limit`
    Limit = 3,
    /// `origin`
    Origin = 4,
    /// `duty`
    Duty = 5,
    /// `sequence`
    Sequence = 6,
    /// `command`
    Command = 7,
    /// `kill`
    Kill = 8,
    /// `label`
    Label = 9,
    /// `agent`
    Agent = 10,
    /// `routine`
    Routine = 11,
    /// `fill`
    Fill = 12,
    /// `result`
    Result = 13,
    /// `stub`
    Stub = 14,
    /// `exception`
    Exception = 15,
}

/// A piece of a reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReasonPart {
    /// Text, `let`s already filled in.
    Text(String),
    /// A value of the call, printed quoted, escaped and cut.
    Value(Attribute),
}

/// What the agent reads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reason {
    /// In order.
    pub parts: Vec<ReasonPart>,
}

/// One (patterns, condition, effect).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoreItem {
    /// Which item it comes from.
    pub id: ItemId,
    /// The construct.
    pub kind: ItemKind,
    /// The item's place among the items of its set, in text order.
    pub order: u32,
    /// The place of this core item among those of its surface item.
    pub part: u16,
    /// Which functions or events; any of them.
    pub on: Vec<Target>,
    /// `for` of the set ∧ `when` ∧ not `unless` ∧ the outcome's own guards.
    pub condition: Condition,
    /// A `command` item's patterns: the item is asked of every part of a command.
    pub command: Option<Box<CommandMatch>>,
    /// What it does.
    pub effect: Effect,
    /// Evaluated and recorded, never joined.
    pub shadow: bool,
    /// No exception may name it.
    pub is_final: bool,
    /// Unix seconds before which it is inert.
    pub starts: Option<i64>,
    /// Unix seconds from which it is inert.
    pub expires: Option<i64>,
    /// What the agent reads.
    pub because: Option<Reason>,
}

/// What heads a row of `defaults`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowHead {
    /// An effect word or several joined by `+`: certain or not, always known.
    Effects(FunctionSelector),
    /// The host's own grant admits the function: true, false or unknown.
    Granted,
    /// `*`
    Everything,
}

/// A row of `defaults`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefaultRow {
    /// When it speaks.
    pub head: RowHead,
    /// `deny` (`None`), `allow` (no steps) or `allow after STEPS`.
    pub steps: Option<Vec<Step>>,
    /// What the agent reads.
    pub because: Option<Reason>,
}

/// A policy set's header and defaults.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PolicySet {
    /// Its name.
    pub name: String,
    /// Whose reason is reported; never the outcome.
    pub priority: i32,
    /// The remit: where its defaults and permissions speak.
    pub over: Vec<FunctionPattern>,
    /// `for`; true where it has none.
    pub applies: Condition,
    /// Read from the top.
    pub defaults: Vec<DefaultRow>,
    /// What it says of commands that no item settles.
    pub commands: CommandDefaults,
}

/// Everything a decision depends on, sorted: what is compiled, interpreted and digested.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// By name.
    pub sets: Vec<PolicySet>,
    /// By set, order, part.
    pub items: Vec<CoreItem>,
    /// By server.
    pub catalogs: Vec<Catalog>,
}
