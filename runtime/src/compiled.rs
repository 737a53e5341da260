//! The compiled core, read in place: what every decision looks things up in.
//!
//! [`Core`] owns the bytes and the place of each section. It is made by one check that visits every record once and refuses a core
//! with a reference that leads nowhere, a jump that does not go forward or a declared cost that is not the computed one. Reading still goes
//! through checked access, so a missed check would end in a refusal, never in a panic.

mod check;
pub(crate) mod cost;
mod text;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use check::CoreError;
pub(crate) use check::quantifies;
pub use cost::Cost;
pub(crate) use text::Texts;

use crate::layout::*;

/// Where a section lies.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    start: usize,
    count: u32,
}

/// A section's size, for listings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionSize {
    /// The section's name.
    pub name: &'static str,
    /// Records.
    pub records: u32,
    /// Bytes.
    pub bytes: u64,
}

/// A checked core with its text.
#[derive(Debug, Clone)]
pub struct Core {
    bytes: Vec<u8>,
    places: [Place; Section::ALL.len()],
    /// The section of strings, known to be text, so that reading one does not look at its bytes again.
    strings: Box<str>,
    pub(crate) texts: Option<Texts>,
    pub(crate) cost: Cost,
}

macro_rules! readers {
    ($($(#[$doc:meta])* $name:ident: $section:ident -> $record:ident;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name(&self, index: u32) -> Option<$record> {
            self.record::<{ $record::WIDTH }>(Section::$section, index).map($record::read)
        }
    )*};
}

impl Core {
    /// Checks everything and takes ownership. `text` is the text part; a text that does not check is left out, and reasons are then numbers.
    #[cfg(feature = "unverified-core")]
    pub fn check(bytes: Vec<u8>, text: &[u8], declared: &Cost) -> Result<Self, CoreError> {
        Self::checked(bytes, text, declared)
    }

    pub(crate) fn checked(bytes: Vec<u8>, text: &[u8], declared: &Cost) -> Result<Self, CoreError> {
        let mut core = Self::unchecked(bytes)?;
        check::check(&core)?;
        core.cost = cost::of(&core);
        if core.cost != *declared {
            return Err(CoreError::Cost);
        }
        core.texts = Texts::read(text, &core);
        Ok(core)
    }

    /// The cost of a core that is being written, for its payload.
    pub fn cost_of(bytes: Vec<u8>) -> Result<Cost, CoreError> {
        let core = Self::unchecked(bytes)?;
        check::check(&core)?;
        Ok(cost::of(&core))
    }

    fn unchecked(bytes: Vec<u8>) -> Result<Self, CoreError> {
        let places = check::section_places(&bytes)?;
        let mut core = Self { bytes, places, strings: Box::default(), texts: None, cost: Cost::default() };
        let all = Run { start: 0, len: core.count(Section::Strings) };
        let strings = core.blob(Section::Strings, all).and_then(|bytes| core::str::from_utf8(bytes).ok());
        core.strings = strings.ok_or(CoreError::Reference(Section::Strings, 0))?.into();
        Ok(core)
    }

    /// The worst-case cost, as coefficients.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }

    /// Sizes by section.
    pub fn sizes(&self) -> Vec<SectionSize> {
        Section::ALL
            .iter()
            .map(|&section| {
                let records = self.count(section);
                SectionSize { name: section.name(), records, bytes: u64::from(records) * section.width() as u64 }
            })
            .collect()
    }

    #[inline(always)]
    fn place(&self, section: Section) -> Place {
        // Section ids are 1-based and dense, so this finds the entry; the fallback is an empty section.
        self.places.get(section as usize - 1).copied().unwrap_or_default()
    }

    /// Records of a section.
    pub(crate) fn count(&self, section: Section) -> u32 {
        self.place(section).count
    }

    #[inline(always)]
    fn record<const WIDTH: usize>(&self, section: Section, index: u32) -> Option<&[u8; WIDTH]> {
        let place = self.place(section);
        if index >= place.count {
            return None;
        }
        self.bytes.get(place.start + index as usize * WIDTH..)?.first_chunk()
    }

    /// The records of a run.
    #[inline(always)]
    pub(crate) fn records<const WIDTH: usize>(&self, section: Section, run: Run) -> Option<&[[u8; WIDTH]]> {
        let place = self.place(section);
        if run.start as u64 + run.len as u64 > u64::from(place.count) {
            return None;
        }
        let from = place.start + run.start as usize * WIDTH;
        let bytes = self.bytes.get(from..from + run.len as usize * WIDTH)?;
        Some(bytes.as_chunks().0)
    }

    /// Bytes of `Strings`.
    #[inline(always)]
    pub(crate) fn bytes_of(&self, run: Run) -> Option<&[u8]> {
        self.strings.as_bytes().get(run.range())
    }

    /// Text of `Strings`.
    #[inline(always)]
    pub(crate) fn text_of(&self, run: Run) -> Option<&str> {
        self.strings.get(run.range())
    }

    pub(crate) fn blob(&self, section: Section, run: Run) -> Option<&[u8]> {
        let place = self.place(section);
        if run.start as u64 + run.len as u64 > u64::from(place.count) {
            return None;
        }
        self.bytes.get(place.start + run.start as usize..place.start + run.start as usize + run.len as usize)
    }

    /// Indices of a run of `Lists`.
    #[inline(always)]
    pub(crate) fn list(&self, run: Run) -> impl Iterator<Item = u32> + Clone + '_ {
        self.records::<4>(Section::Lists, run).unwrap_or_default().iter().map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// One entry of `Lists`.
    #[inline(always)]
    pub(crate) fn listed(&self, index: u32) -> Option<u32> {
        self.record::<4>(Section::Lists, index).map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// A slot of one of the function tables.
    #[inline(always)]
    pub(crate) fn table_slot(&self, section: Section, index: u32) -> Option<u32> {
        self.record::<4>(section, index).map(|bytes| u32::from_le_bytes(*bytes))
    }

    readers! {
        /// What stands once.
        globals_record: Globals -> Globals;
        /// A known function.
        function: Functions -> Function;
        /// A catalog.
        catalog: Catalogs -> CatalogRecord;
        /// A pattern.
        pattern: Patterns -> Pattern;
        /// Patterns with one key.
        pattern_slot: PatternTable -> PatternSlot;
        /// A group.
        group: Groups -> Group;
        /// A node.
        node: Nodes -> Node;
        /// An access table.
        access: Accesses -> Access;
        /// A slot.
        slot: Slots -> Slot;
        /// A bound.
        bound: Bounds -> Bound;
        /// A leaf.
        leaf: Leaves -> Leaf;
        /// An item.
        item_record: Items -> Item;
        /// An instruction.
        instruction: Code -> Instruction;
        /// An atom.
        atom: Atoms -> AtomRecord;
        /// An attribute.
        attribute: Attributes -> AttributeRecord;
        /// A name.
        name: Names -> NameRecord;
        /// A constant.
        literal: Literals -> LiteralRecord;
        /// An automaton's bytes.
        automaton: Automata -> NameRecord;
        /// A window.
        window: Windows -> WindowRecord;
        /// A transition.
        transition: Transitions -> Transition;
        /// A step.
        step: Steps -> StepRecord;
        /// A set.
        set: Sets -> SetRecord;
        /// A row.
        row: Rows -> RowRecord;
        /// A shape.
        schema: Schemas -> SchemaRecord;
        /// A member.
        member: Members -> Member;
        /// A server.
        server: Servers -> NameRecord;
        /// A move or a question.
        tracked: Tracked -> TrackedRecord;
        /// A value that is compared with remembered ones.
        bind: Binds -> BindRecord;
        /// A selection of functions.
        target: Targets -> TargetRecord;
        /// What an item gives.
        gift: Gifts -> GiftRecord;
        /// A fed argument.
        feed_record: Feeds -> FeedRecord;
        /// What a group's items are.
        group_digest: GroupDigests -> DigestRecord;
        /// What a set gives.
        set_digest: SetDigests -> DigestRecord;
        /// An approved listing.
        listing_record: Listings -> ListingRecord;
        /// A command item.
        command: Commands -> CommandRecord;
        /// What a command item matches.
        command_pattern: CommandPatterns -> CommandPattern;
        /// A command of a pattern.
        stage: Stages -> StageRecord;
        /// A word of a pattern.
        stage_word: StageWords -> StageWord;
        /// A text that a word may be.
        word_text: WordTexts -> WordText;
        /// A slot over programs' names.
        program_slot: ProgramSlots -> ProgramSlot;
    }
}
