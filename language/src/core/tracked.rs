//! What a decision remembers: the parts of a state that items move and ask about.
//!
//! An item that looks back is written twice in the calculus: its *moves* ([`Move`], on the calls that are remembered) and its *question* (an
//! atom over what was remembered, in the condition of a restriction). Both carry the same definition, so that each can be read alone.
//!
//! A move happens when a call is **dispatched** and the moving item's condition is not certainly false: what only may have happened is
//! remembered, marked as uncertain. A refused call moves nothing but same-call counts. A state that is not carried, or whose part is full,
//! is *unknown*, never empty.

use super::condition::Attribute;
use super::function::Target;
use super::item::ItemId;
use super::literal::Decimal;
use super::outcome::Pool;

/// Whose state a part lies in. The numbers are part of the snapshot format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Owner {
    /// This job and what its children returned.
    Job = 0,
    /// The whole tree of jobs.
    Tree = 1,
    /// The principal, or the sponsor of one that is no human.
    Person = 2,
    /// The agent.
    Agent = 3,
}

/// `sequence`: steps in their order, each the moment a call was dispatched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence {
    /// The item.
    pub item: ItemId,
    /// [`Owner::Job`] or [`Owner::Tree`].
    pub owner: Owner,
    /// Seconds from the first step to the last, both ends included; `None`: ever.
    pub window: Option<u32>,
    /// How many steps, 2 to 8.
    pub steps: u8,
    /// How many values steps share, at most 8.
    pub variables: u8,
}

/// A value that steps of a sequence share: `args.id == step1.args.id` binds both places to one variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bind {
    /// Which variable, from 0.
    pub variable: u8,
    /// Where this step's call has it. Compared as `==` compares, by the attribute's reading; a value that is absent, unknown or no
    /// boolean, number or text meets every value.
    pub attribute: Attribute,
}

/// `duty`: whoever did one side may not do the other.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duty {
    /// The item.
    pub item: ItemId,
    /// [`Owner::Person`] or [`Owner::Agent`].
    pub owner: Owner,
    /// Seconds for which a side is remembered; `None`: ever.
    pub window: Option<u32>,
}

/// What a limit adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Measure {
    /// `count`: calls.
    Count = 0,
    /// `sum PATH`: an amount. One that is absent, unknown or no number makes the sum unknown; one below zero adds nothing.
    Sum = 1,
    /// `count same call`: calls with this call's digest, refused ones too.
    SameCall = 2,
}

/// `limit`: what was made within a window, and this call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter {
    /// The item.
    pub item: ItemId,
    /// Whose calls.
    pub owner: Owner,
    /// Seconds; `None`: ever.
    pub window: Option<u32>,
    /// What is added up.
    pub measure: Measure,
}

/// Where a value may come from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// `principal`: the person's own words.
    Principal,
    /// A result of a function that the entry selects.
    Function(Target),
}

/// What a dispatched call changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// `label … from`: the job and its tree have the label from now on. `taints`: what the result brings is not to be trusted.
    Label {
        /// The label.
        label: String,
        /// Values of its result are tainted.
        taints: bool,
    },
    /// `label … clears`: the label is gone, where a person of the pool approved this call. Moves only on a certainly true condition.
    Clear {
        /// The label.
        label: String,
        /// Who must have approved.
        pool: Pool,
    },
    /// The step was made, after the ones before it.
    Step {
        /// The sequence.
        sequence: Sequence,
        /// From 0; never the last.
        step: u8,
        /// Its shared values, by variable.
        binds: Vec<Bind>,
    },
    /// A side of the duty was done.
    Duty {
        /// The duty.
        duty: Duty,
        /// 0 or 1.
        side: u8,
        /// `same`: compared with the other side's, place by place.
        same: Vec<Attribute>,
    },
    /// The call counts.
    Count {
        /// The limit.
        counter: Counter,
        /// Of [`Measure::Sum`].
        amount: Option<Attribute>,
    },
}

/// A question to the state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Memory {
    /// All steps but the last were made in order, with values equal to this call's, and the first of them within the window. Unknown where
    /// that holds only by what may have happened, or the owner's state or the time is unknown.
    Sequence {
        /// The sequence.
        sequence: Sequence,
        /// Values of the last step.
        binds: Vec<Bind>,
    },
    /// The other side was done within the window by the same owner with equal values. A remembered side with a value unknown meets every
    /// value: unknown. A call with a value unknown meets every remembered side: unknown. Who the owner is not known: unknown.
    Duty {
        /// The duty.
        duty: Duty,
        /// The side that this call is.
        side: u8,
        /// This call's values.
        same: Vec<Attribute>,
    },
    /// What was counted within the window, and this call, is above the bound. Counted by what may have happened too.
    Above {
        /// The limit.
        counter: Counter,
        /// Of [`Measure::Sum`].
        amount: Option<Attribute>,
        /// Above which.
        bound: Decimal,
    },
    /// Every value at the argument came from one of the sources as a value of its own, and, with `only`, from nothing that taints. A list is
    /// all its elements. An absent argument came from nowhere and is fine: true. `null`, an object, or a value no receipt and no index
    /// knows for certain: false where the index is complete and known, else unknown.
    From {
        /// The argument.
        argument: Attribute,
        /// Nothing that taints produced it.
        only: bool,
        /// Sorted.
        sources: Vec<Source>,
    },
}

impl Memory {
    /// The places of the call that the question reads.
    pub fn attributes(&self) -> Vec<&Attribute> {
        match self {
            Self::Sequence { binds, .. } => binds.iter().map(|bind| &bind.attribute).collect(),
            Self::Duty { same, .. } => same.iter().collect(),
            Self::Above { amount, .. } => amount.iter().collect(),
            Self::From { argument, .. } => vec![argument],
        }
    }
}

impl Move {
    /// The places of the call that the move reads.
    pub fn attributes(&self) -> Vec<&Attribute> {
        match self {
            Self::Label { .. } | Self::Clear { .. } => Vec::new(),
            Self::Step { binds, .. } => binds.iter().map(|bind| &bind.attribute).collect(),
            Self::Duty { same, .. } => same.iter().collect(),
            Self::Count { amount, .. } => amount.iter().collect(),
        }
    }
}
