//! The layout of a core: which sections there are and what each record holds, written once for the compiler that writes it and the
//! runtime that reads it.
//!
//! A core is a section table followed by the sections, back to back. Every record has a fixed width and little-endian fields, so a section is
//! read in place. References are indices into other sections; [`NONE`] means no reference. Nothing here interprets a record.

use alloc::vec::Vec;

/// "No reference" in a `u32` field.
pub const NONE: u32 = u32::MAX;

/// The format number in the payload.
pub const FORMAT: u32 = 1;

/// The runtime number: a snapshot names the least one that can read it.
pub const RUNTIME: u32 = 1;

/// A field of a record.
pub trait Field: Sized + Copy {
    /// Bytes it takes.
    const WIDTH: usize;
    /// Takes it off the front; zero where the bytes are too short, which a checked section never is.
    fn take(bytes: &mut &[u8]) -> Self;
    /// Appends it.
    fn put(self, out: &mut Vec<u8>);
}

macro_rules! integer_field {
    ($($ty:ty),*) => {$(
        impl Field for $ty {
            const WIDTH: usize = size_of::<$ty>();
            #[inline(always)]
            fn take(bytes: &mut &[u8]) -> Self {
                match bytes.split_first_chunk::<{ size_of::<$ty>() }>() {
                    Some((head, rest)) => {
                        *bytes = rest;
                        <$ty>::from_le_bytes(*head)
                    }
                    None => 0,
                }
            }
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
integer_field!(u8, u16, u32, u64, i32, i64, i128);

/// A run of records of another section, or of bytes of a text section.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// Index of the first.
    pub start: u32,
    /// How many.
    pub len: u32,
}

impl Run {
    /// The indices.
    #[inline(always)]
    pub fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

impl Field for [u8; 32] {
    const WIDTH: usize = 32;
    #[inline(always)]
    fn take(bytes: &mut &[u8]) -> Self {
        match bytes.split_first_chunk::<32>() {
            Some((head, rest)) => {
                *bytes = rest;
                *head
            }
            None => [0; 32],
        }
    }
    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self);
    }
}

impl Field for Run {
    const WIDTH: usize = 8;
    #[inline(always)]
    fn take(bytes: &mut &[u8]) -> Self {
        Self { start: u32::take(bytes), len: u32::take(bytes) }
    }
    fn put(self, out: &mut Vec<u8>) {
        self.start.put(out);
        self.len.put(out);
    }
}

macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty,)* }
        impl $name {
            /// Bytes a record takes.
            pub const WIDTH: usize = 0 $(+ <$ty as Field>::WIDTH)*;
            /// Reads one record.
            #[inline(always)]
            pub fn read(bytes: &[u8; Self::WIDTH]) -> Self {
                let mut rest: &[u8] = bytes;
                Self { $($field: <$ty as Field>::take(&mut rest),)* }
            }
            /// Appends the record.
            pub fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }
        }
    };
}

record! {
    /// A section's entry in the table.
    SectionEntry {
        /// Which, see [`Section`].
        id: u16,
        /// Bit 0: a reader that does not know the section must refuse the core. Always set today.
        flags: u16,
        /// Bytes a record.
        width: u32,
        /// First byte, from the start of the core.
        offset: u32,
        /// Records.
        count: u32,
    }
}

/// Bit 0 of a section's flags.
pub const MUST_UNDERSTAND: u16 = 1;

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $width:expr;)*) => {
        /// The sections, in the order in which they stand.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Section { $($(#[$doc])* $name = $id,)* }
        impl Section {
            /// All, in order.
            pub const ALL: &[Section] = &[$(Section::$name),*];
            /// Bytes a record.
            pub const fn width(self) -> usize {
                match self { $(Section::$name => $width,)* }
            }
            /// Its name, for listings.
            pub const fn name(self) -> &'static str {
                match self { $(Section::$name => stringify!($name),)* }
            }
        }
    };
}

sections! {
    /// One [`Globals`] record.
    Globals = 1, Globals::WIDTH;
    /// UTF-8 bytes that other records point into.
    Strings = 2, 1;
    /// Known functions.
    Functions = 3, Function::WIDTH;
    /// Open-addressed slots over (server, name): function index + 1, or 0.
    FunctionTable = 4, 4;
    /// The same over the names without case.
    FoldedTable = 5, 4;
    /// Catalogs.
    Catalogs = 6, CatalogRecord::WIDTH;
    /// Patterns for every other function: first those whose server is a glob, then by server.
    Patterns = 7, Pattern::WIDTH;
    /// Groups of items with equal targets.
    Groups = 8, Group::WIDTH;
    /// Index pool.
    Lists = 9, 4;
    /// Nodes of the spines; a child stands behind its parent.
    Nodes = 10, Node::WIDTH;
    /// Access tables of the nodes.
    Accesses = 11, Access::WIDTH;
    /// Hash slots of access tables.
    Slots = 12, Slot::WIDTH;
    /// Sorted bounds of access tables.
    Bounds = 13, Bound::WIDTH;
    /// Leaves.
    Leaves = 14, Leaf::WIDTH;
    /// Core items.
    Items = 15, Item::WIDTH;
    /// Branch instructions; every jump goes forward.
    Code = 16, Instruction::WIDTH;
    /// Atoms.
    Atoms = 17, AtomRecord::WIDTH;
    /// Attributes.
    Attributes = 18, AttributeRecord::WIDTH;
    /// Text runs: keys of attributes, deciders of steps, required members.
    Names = 19, NameRecord::WIDTH;
    /// Constants.
    Literals = 20, LiteralRecord::WIDTH;
    /// Automata of regular expressions.
    Automata = 21, NameRecord::WIDTH;
    /// Their bytes.
    AutomatonBytes = 22, 1;
    /// Weekly windows.
    Windows = 23, WindowRecord::WIDTH;
    /// Zone transitions.
    Transitions = 24, Transition::WIDTH;
    /// Steps.
    Steps = 25, StepRecord::WIDTH;
    /// Policy sets.
    Sets = 26, SetRecord::WIDTH;
    /// Rows of defaults.
    Rows = 27, RowRecord::WIDTH;
    /// Shapes of values.
    Schemas = 28, SchemaRecord::WIDTH;
    /// Members of object shapes, sorted by name within an object.
    Members = 29, Member::WIDTH;
    /// Servers that catalogs, patterns and the built-in table spell out, sorted.
    Servers = 30, NameRecord::WIDTH;
    /// Open-addressed slots over the servers without case: server index + 1, or 0.
    FoldedServers = 31, 4;
    /// Moves of the state, and questions to it.
    Tracked = 32, TrackedRecord::WIDTH;
    /// Values that steps share, that duties compare.
    Binds = 33, BindRecord::WIDTH;
    /// Selections of functions in conditions and sources.
    Targets = 34, TargetRecord::WIDTH;
    /// What items give besides decisions: filled arguments, stubs, replacements.
    Gifts = 35, GiftRecord::WIDTH;
    /// Arguments whose values belong to a list of the call.
    Feeds = 36, FeedRecord::WIDTH;
    /// What the items of a group are, by group.
    GroupDigests = 37, DigestRecord::WIDTH;
    /// What a set gives without its items, by set.
    SetDigests = 38, DigestRecord::WIDTH;
    /// Listings that catalogs approve, by function.
    Listings = 39, ListingRecord::WIDTH;
    /// Command items.
    Commands = 40, CommandRecord::WIDTH;
    /// What they match, and what they do not match after all.
    CommandPatterns = 41, CommandPattern::WIDTH;
    /// Simple commands of a pattern.
    Stages = 42, StageRecord::WIDTH;
    /// Words of a simple command.
    StageWords = 43, StageWord::WIDTH;
    /// Texts that a word may be.
    WordTexts = 44, WordText::WIDTH;
    /// Hash slots over programs' names, by group.
    ProgramSlots = 45, ProgramSlot::WIDTH;
    /// Open-addressed slots over the pieces that patterns are filed under.
    PatternTable = 46, PatternSlot::WIDTH;
}

record! {
    /// What stands once.
    Globals {
        /// How many of the first patterns have a glob as server.
        glob_servers: u32,
        /// Zero.
        reserved: u32,
        /// Lengths of the beginnings that patterns are filed under, ascending, in `Lists`.
        prefixes: Run,
        /// The same of endings.
        suffixes: Run,
        /// The same of windows.
        windows: Run,
        /// Patterns that every other function is tried against, in `Lists`.
        rest: Run,
    }
}

record! {
    /// A known function.
    Function {
        /// Server.
        server: Run,
        /// Name.
        name: Run,
        /// Bits of [`effect`].
        effects: u8,
        /// Bit 0: a catalog describes it.
        flags: u8,
        /// Zero.
        reserved: u16,
        /// Shape of its arguments, or [`NONE`].
        schema: u32,
        /// Its catalog, or [`NONE`].
        catalog: u32,
        /// Groups whose items can concern it, in `Lists`.
        groups: Run,
        /// Groups that would concern it if no catalog described it, in `Lists`: used where a call names another server identity.
        plain_groups: Run,
        /// Sets in whose remit it lies, in `Lists`.
        remits: Run,
        /// Arguments that feed a list, in `Feeds`.
        feeds: Run,
    }
}

/// Effect bits.
pub mod effect {
    /// It changes something.
    pub const WRITE: u8 = 1;
    /// It may destroy.
    pub const DESTRUCTIVE: u8 = 2;
    /// Twice is once.
    pub const IDEMPOTENT: u8 = 4;
    /// It reaches outside.
    pub const OPEN_WORLD: u8 = 8;
    /// A function whose effect nothing states.
    pub const UNSTATED: u8 = WRITE | DESTRUCTIVE | OPEN_WORLD;
}

/// [`Function::flags`]: a catalog describes it.
pub const CATALOGUED: u8 = 1;

record! {
    /// A catalog.
    CatalogRecord {
        /// The server's identity; empty means any.
        identity: Run,
    }
}

record! {
    /// A pattern that other functions match.
    Pattern {
        /// Over the server.
        server: Run,
        /// Over the name.
        name: Run,
        /// Groups that have it.
        groups: Run,
        /// Sets whose remit has it.
        remits: Run,
    }
}

record! {
    /// Patterns with one key; `patterns` is empty where the slot is free.
    PatternSlot {
        /// The key, see [`crate::functions::name_key`].
        key: u64,
        /// The patterns, in `Lists`.
        patterns: Run,
    }
}

record! {
    /// Items with equal targets.
    Group {
        /// Spine of restrictions.
        restrict: u32,
        /// Spine of permissions.
        permit: u32,
        /// All its items, shadow ones too, by rank.
        items: Run,
        /// Argument attributes its items read, in `Lists`.
        keys: Run,
        /// Steps of bits 1 and up, in `Lists`.
        steps: Run,
        /// Its items that move the state, in `Lists`.
        moves: Run,
        /// Its items that answer something else than a decision, in `Lists`, by rank.
        gifts: Run,
        /// Its command items, in `Commands`, by rank.
        commands: Run,
        /// Patterns of its command items by the program's name, in `ProgramSlots`: a power of two, or none.
        programs: Run,
        /// Patterns of restrictions that name no program, in `CommandPatterns` by `Lists`.
        any_program: Run,
        /// Items that are asked about a part that runs code nobody read, in `Commands` by `Lists`, see [`crate::matching::filing`].
        unread: Run,
        /// Patterns that are asked about a part whose program is computed, in `CommandPatterns` by `Lists`.
        computed: Run,
        /// The event its items are on: 0 for calls, else the event's number.
        event: u8,
        /// See [`ASKS_PEOPLE`] and [`HAS_SHADOWS`].
        flags: u8,
        /// Zero.
        reserved: u16,
        /// Bits that are `confirm`.
        confirm: u64,
        /// Bits whose pool is the sponsor alone.
        sponsor: u64,
        /// Bits that are approvals.
        approve: u64,
        /// Bits that are `server-check`.
        server_check: u64,
        /// Bits that are `classify`.
        classify: u64,
    }
}

/// Bit 0 of an item's bits: deny. On the permission rail bit 0 means permit.
pub const DENY: u64 = 1;

record! {
    /// A node of a spine.
    Node {
        /// Items without an access condition, a leaf or [`NONE`].
        rest: u32,
        /// Access tables.
        accesses: Run,
        /// Union of the bits below.
        mask: u64,
        /// Least rank below.
        best: u32,
    }
}

/// How an access table is searched.
pub mod access {
    /// A single value, by hash.
    pub const EQUAL: u8 = 1;
    /// Each element of a list, by hash.
    pub const ELEMENT: u8 = 2;
    /// A single text, by the hashes of its prefixes.
    pub const PREFIX: u8 = 3;
    /// Each element of a list, by the hashes of its prefixes.
    pub const ELEMENT_PREFIX: u8 = 4;
    /// A number above bounds: the best item of all bounds below it answers for all.
    pub const ABOVE: u8 = 5;
    /// A number below bounds.
    pub const BELOW: u8 = 6;
    /// A single text, by the hashes of its endings, read backwards.
    pub const SUFFIX: u8 = 7;
    /// Each element of a list, by the hashes of its endings.
    pub const ELEMENT_SUFFIX: u8 = 8;
    /// A single text, by the hashes of windows that slide over it, read backwards.
    pub const PART: u8 = 9;
    /// Each element of a list, by the hashes of windows that slide over it.
    pub const ELEMENT_PART: u8 = 10;
    /// A number, by the bins that it lies in: one for each width.
    pub const RANGE: u8 = 11;
    /// Flag: the items say themselves that an absent value is false.
    pub const PRESENCE: u8 = 1;
    /// Flag: a number equal to a bound does not pass it.
    pub const STRICT: u8 = 2;
    /// Flag: a bound is not its item's whole condition, so each that is passed is looked at.
    pub const EACH: u8 = 4;
    /// Bytes of the widest window.
    pub const WINDOW: usize = 16;

    /// Whether the values of a list are looked up one by one.
    pub fn is_element(kind: u8) -> bool {
        matches!(kind, ELEMENT | ELEMENT_PREFIX | ELEMENT_SUFFIX | ELEMENT_PART)
    }

    /// Whether its table holds bounds instead of hash slots.
    pub fn is_bound(kind: u8) -> bool {
        matches!(kind, ABOVE | BELOW)
    }
}

record! {
    /// One attribute's table in a node.
    Access {
        /// What is read.
        attribute: u32,
        /// See [`access`].
        kind: u8,
        /// See [`access`].
        flags: u8,
        /// Kind of the constants it is searched by, see [`literal`]; a value of another kind is unknown to its items.
        value: u8,
        /// Of paths: what the constants are relative to, see [`anchor`].
        anchor: u8,
        /// Slots (a power of two, or none), or bounds.
        table: Run,
        /// Lengths in bytes of what is hashed, or powers of two of the widths of bins; ascending, in `Lists`.
        lengths: Run,
        /// The same items by their other conditions, for a value that is unknown; [`NONE`] on the permission rail.
        unknown: u32,
        /// Union of the bits below.
        mask: u64,
        /// Least rank below.
        best: u32,
    }
}

record! {
    /// A hash slot; `leaf` is [`NONE`] where it is free.
    Slot {
        /// Hash of the value.
        hash: u64,
        /// Items with that value.
        leaf: u32,
    }
}

record! {
    /// A bound and the best item among it and all bounds before it.
    Bound {
        /// The number's place among all numbers, see [`crate::spine::number_key`].
        key: i64,
        /// A number.
        literal: u32,
        /// The item with the least rank up to here, all of a table's items carrying the same bits; with [`access::EACH`] the bound's own.
        item: u32,
    }
}

record! {
    /// Items that share what was searched for: evaluated one by one, or filed further.
    Leaf {
        /// Item indices in `Lists`: those that deny first, items with equal bits together, these by rank.
        items: Run,
        /// Further items, filed by another condition: a node behind the one that leads here, or [`NONE`].
        node: u32,
        /// Union of their bits.
        mask: u64,
        /// Least rank.
        best: u32,
    }
}

/// The order of the items of a leaf: those that deny, then by descending bits, which is from the strictest step down, then by rank.
pub fn leaf_order(bits: u64, rank: u32) -> (bool, core::cmp::Reverse<u64>, u32) {
    (bits & DENY == 0, core::cmp::Reverse(bits), rank)
}

record! {
    /// A core item.
    Item {
        /// Bits in its group.
        bits: u64,
        /// Unix seconds before which it is inert, or `i64::MIN`.
        starts: i64,
        /// Unix seconds from which it is inert, or `i64::MAX`.
        expires: i64,
        /// First instruction, [`ACCEPT`] or [`REJECT`].
        entry: u32,
        /// Place in the order of reports: priority, set, order, part.
        rank: u32,
        /// Its set.
        set: u32,
        /// Its text record.
        text: u32,
        /// Place in its set.
        order: u32,
        /// Place in its surface item.
        part: u16,
        /// The construct.
        kind: u8,
        /// See [`item_flag`].
        flags: u8,
        /// See [`item_effect`].
        effect: u8,
        /// The number of the check that answers with it.
        check: u8,
        /// Zero.
        reserved: u16,
        /// Of a move: its record in `Tracked`; of a gift: in `Gifts`; else [`NONE`].
        data: u32,
    }
}

/// What an item does.
pub mod item_effect {
    /// Permits.
    pub const PERMIT: u8 = 0;
    /// Denies, or asks for steps.
    pub const RESTRICT: u8 = 1;
    /// Denies; held until it expires.
    pub const PARK: u8 = 2;
    /// Denies and stops the job.
    pub const STOP_JOB: u8 = 3;
    /// Moves the state.
    pub const MOVE: u8 = 4;
    /// Gives a missing argument.
    pub const FILL: u8 = 5;
    /// Answers in a shadow run.
    pub const STUB: u8 = 6;
    /// Records a loop.
    pub const REPORT: u8 = 7;
    /// Withholds a result.
    pub const WITHHOLD: u8 = 8;
    /// Replaces text in a result.
    pub const REDACT: u8 = 9;
    /// Asks about a write without a known outcome.
    pub const ASK_UNKNOWN: u8 = 10;
    /// Fails the job of a write without a known outcome.
    pub const FAIL_JOB: u8 = 11;
}

record! {
    /// A command item.
    CommandRecord {
        /// The item.
        item: u32,
        /// Any of them, in `CommandPatterns`.
        patterns: Run,
        /// Programs whose layers a permission covers as well, sorted, in `Names`.
        through: Run,
    }
}

record! {
    /// One thing that a command item matches, or does not match after all.
    CommandPattern {
        /// Its command item.
        command: u32,
        /// Commands whose output reaches the next one, in `Stages`; at least one.
        stages: Run,
        /// What it does not match after all, in `CommandPatterns`: behind it, and without an exception of their own.
        except: Run,
        /// The stage that it is filed under.
        filed: u32,
        /// A word without which that stage means no part, see [`crate::matching::filing`].
        key: u32,
    }
}

record! {
    /// One command of a pattern.
    StageRecord {
        /// Bit 0: output of the stage before may come through others.
        flags: u8,
        /// See [`program`].
        program: u8,
        /// Zero.
        reserved: u16,
        /// What the program may be, in `WordTexts`.
        names: Run,
        /// Assignments, in `StageWords`.
        assignments: Run,
        /// In `StageWords`.
        words: Run,
        /// Paths that redirections write, in `Literals` by `Lists`.
        writes: Run,
    }
}

/// Bit 0 of a stage's flags.
pub const THROUGH_OTHERS: u8 = 1;

/// What a word, or a program, must be.
pub mod word {
    /// A program: nothing is asked of it. A flag: its value is nothing that matters.
    pub const NONE: u8 = 0;
    /// Any one word.
    pub const ONE: u8 = 1;
    /// One of some texts.
    pub const OF: u8 = 2;
    /// None of some texts.
    pub const NOT: u8 = 3;
}

/// Kinds of words of a pattern.
pub mod stage_word {
    /// A subcommand or an operand.
    pub const OPERAND: u8 = 1;
    /// Any operands.
    pub const REST: u8 = 2;
    /// A flag.
    pub const FLAG: u8 = 3;
    /// A flag that is absent.
    pub const NO_FLAG: u8 = 4;
    /// `--`
    pub const END: u8 = 5;
    /// An assignment.
    pub const ASSIGNMENT: u8 = 6;
}

record! {
    /// A word of a pattern.
    StageWord {
        /// See [`stage_word`].
        kind: u8,
        /// What it, or its value, must be, see [`word`].
        value: u8,
        /// Zero.
        reserved: u16,
        /// A flag's spelling with its dashes, an assignment's name.
        name: Run,
        /// In `WordTexts`.
        texts: Run,
    }
}

record! {
    /// A text that a word may be.
    WordText {
        /// See [`word_text`].
        flags: u32,
        /// The text behind the home folder, where it begins there; [`word_text::STAR`] in it stands for any text without `/`.
        text: Run,
    }
}

/// What is so of a text of a pattern.
pub mod word_text {
    /// Flag: it begins with the home folder.
    pub const HOME: u32 = 1;
    /// Flag: it has a [`STAR`].
    pub const STARS: u32 = 2;
    /// Flag: it looks like a path.
    pub const PATH: u32 = 4;
    /// Flag: it spells a path of a program.
    pub const SPELLED: u32 = 8;
    /// Any text without `/`: a character that no word has.
    pub const STAR: char = '\0';
}

record! {
    /// A slot over the names of programs, and over names with a word; the first two runs are empty where it is free.
    ProgramSlot {
        /// Hash of the name, or of both, see [`crate::matching::filing`].
        hash: u64,
        /// Patterns of restrictions, strictest first, in `CommandPatterns` by `Lists`.
        restrict: Run,
        /// Patterns of permissions, in `CommandPatterns` by `Lists`.
        permit: Run,
        /// Those restrictions that have no slot with a word of theirs, in `CommandPatterns` by `Lists`.
        wordless_restrict: Run,
        /// Those permissions.
        wordless_permit: Run,
        /// Union of the bits of the restrictions.
        mask: u64,
        /// Their least rank.
        best: u32,
    }
}

/// The kind of command items, see [`Item::kind`].
pub const COMMAND_KIND: u8 = 7;

/// The check of command items.
pub const COMMAND_CHECK: u8 = 48;

record! {
    /// What an item gives besides a decision.
    GiftRecord {
        /// Keys of a filled argument, in `Names`.
        path: Run,
        /// JSON text of a filled argument or a stub; what replaces a redacted text.
        text: Run,
        /// Automaton of a redaction, or [`NONE`].
        automaton: u32,
        /// Steps of a question, in `Lists`.
        steps: Run,
    }
}

/// Kinds of moves and questions.
pub mod tracked {
    /// Move: a label.
    pub const LABEL: u8 = 1;
    /// Move: a label leaves.
    pub const CLEAR: u8 = 2;
    /// Move and question: a sequence.
    pub const SEQUENCE: u8 = 3;
    /// Move and question: a duty.
    pub const DUTY: u8 = 4;
    /// Move and question: a limit.
    pub const COUNTER: u8 = 5;
    /// Question: where a value came from.
    pub const ORIGIN: u8 = 6;
    /// Flag: taints; `only`.
    pub const TAINTS: u8 = 1;
    /// Measures.
    pub const COUNT: u8 = 0;
    /// The sum of an amount.
    pub const SUM: u8 = 1;
    /// Calls like this one.
    pub const SAME_CALL: u8 = 2;
}

record! {
    /// A move of the state, or a question to it. Which fields count follows from the kind.
    TrackedRecord {
        /// See [`tracked`].
        kind: u8,
        /// Whose state: 0 job, 1 tree, 2 person, 3 agent.
        owner: u8,
        /// A step's place, a duty's side, a limit's measure.
        place: u8,
        /// See [`tracked::TAINTS`].
        flags: u8,
        /// Steps of a sequence.
        steps: u8,
        /// Shared values of a sequence.
        variables: u8,
        /// Zero.
        reserved: u16,
        /// Seconds, or [`NONE`] for ever.
        window: u32,
        /// What the item is called in a state.
        item: u64,
        /// What it is defined as.
        definition: u64,
        /// A label.
        text: Run,
        /// Values, in `Binds`; sources, in `Targets`.
        parts: Run,
        /// An amount or an argument: an attribute, or [`NONE`].
        attribute: u32,
        /// A bound: a literal; the step whose people must have approved; or [`NONE`].
        other: u32,
    }
}

record! {
    /// A value that is compared with remembered ones.
    BindRecord {
        /// Which of the sequence's values.
        variable: u32,
        /// Where the call has it.
        attribute: u32,
    }
}

record! {
    /// A selection of functions, as an entry of `on`; a source of a value.
    TargetRecord {
        /// Over the server.
        server: Run,
        /// Over the name.
        name: Run,
        /// Effect bits that are asked about.
        asked: u8,
        /// Their required values.
        wanted: u8,
        /// Bit 0: the person's own words instead of a function.
        flags: u8,
        /// Zero.
        reserved: u8,
        /// Arguments its schema must have, in `Names`.
        having: Run,
        /// Arguments its schema must lack, in `Names`.
        lacking: Run,
    }
}

/// Bit 0 of a target's flags.
pub const PRINCIPAL_SOURCE: u8 = 1;

record! {
    /// An argument whose text, or whose elements' text, belongs to a list of the call.
    FeedRecord {
        /// Keys from the arguments, in `Names`.
        path: Run,
        /// See [`feed`].
        list: u8,
        /// 1: a list stands on the way, so what it holds is not looked at and the list is open.
        hidden: u8,
        /// Zero.
        reserved: u16,
    }
}

record! {
    /// SHA-256 over what a yes is bound to.
    DigestRecord {
        /// It.
        digest: [u8; 32],
    }
}

record! {
    /// The listing of a known function that its catalog has.
    ListingRecord {
        /// The function.
        function: u32,
        /// Its listing digest.
        digest: [u8; 32],
    }
}

/// [`Group::flags`]: a restriction may ask a person.
pub const ASKS_PEOPLE: u8 = 1;

/// [`Group::flags`]: it has shadow items.
pub const HAS_SHADOWS: u8 = 2;

/// [`Group::flags`]: folding changes none of the keys that its items read.
pub const FOLDED_KEYS: u8 = 4;

/// Lists that arguments feed.
pub mod feed {
    /// `recipients`
    pub const RECIPIENTS: u8 = 1;
    /// `hosts`, by the host of a URL
    pub const HOSTS: u8 = 2;
    /// `paths`, read
    pub const READS: u8 = 3;
    /// `paths`, written
    pub const WRITES: u8 = 4;
}

/// Item flags.
pub mod item_flag {
    /// A permission.
    pub const PERMIT: u8 = 1;
    /// Recorded only.
    pub const SHADOW: u8 = 2;
    /// No exception may name it.
    pub const FINAL: u8 = 4;
}

/// Jump target: the condition holds.
pub const ACCEPT: u32 = u32::MAX;
/// Jump target: it does not.
pub const REJECT: u32 = u32::MAX - 1;

record! {
    /// Evaluate an atom, jump.
    Instruction {
        /// The atom.
        atom: u32,
        /// Where to go if it holds on this rail: a later instruction, [`ACCEPT`] or [`REJECT`].
        on_true: u32,
        /// Where to go if not.
        on_false: u32,
        /// 1: the atom is negated.
        negated: u32,
    }
}

/// Atom operators.
pub mod op {
    /// A boolean attribute.
    pub const HOLDS: u8 = 1;
    /// `==`
    pub const EQUAL: u8 = 2;
    /// `<`
    pub const LESS: u8 = 3;
    /// `<=`
    pub const LESS_OR_EQUAL: u8 = 4;
    /// `>`
    pub const GREATER: u8 = 5;
    /// `>=`
    pub const GREATER_OR_EQUAL: u8 = 6;
    /// `in`
    pub const IN: u8 = 7;
    /// `has`
    pub const HAS: u8 = 8;
    /// `like` on text
    pub const LIKE: u8 = 9;
    /// `like` on a path
    pub const LIKE_PATH: u8 = 10;
    /// `matches`
    pub const MATCHES: u8 = 11;
    /// `contains`
    pub const CONTAINS: u8 = 12;
    /// `starts with`
    pub const STARTS_WITH: u8 = 13;
    /// `ends with`
    pub const ENDS_WITH: u8 = 14;
    /// `under`
    pub const UNDER: u8 = 15;
    /// `within`
    pub const WITHIN: u8 = 16;
    /// `exists`
    pub const EXISTS: u8 = 17;
    /// `any`
    pub const ANY: u8 = 18;
    /// `every`
    pub const EVERY: u8 = 19;
    /// `any seen`
    pub const ANY_SEEN: u8 = 20;
    /// The function is one of `list`, in `Targets`.
    pub const FUNCTION: u8 = 21;
    /// The call starts a child.
    pub const STARTS_CHILD: u8 = 22;
    /// A question to the state: `right` in `Tracked`.
    pub const MEMORY: u8 = 23;
    /// The right side is an attribute.
    pub const ATTRIBUTE: u8 = 1;
}

record! {
    /// A question to the call.
    AtomRecord {
        /// See [`op`].
        op: u8,
        /// See [`op::ATTRIBUTE`].
        flags: u8,
        /// Zero.
        reserved: u16,
        /// Left side: an attribute.
        left: u32,
        /// Right side: a literal, an attribute, an automaton or a window; for quantifiers the body's entry.
        right: u32,
        /// Right side where it is a list of literals, in `Lists`; for quantifiers the run of code of the body.
        list: Run,
    }
}

/// Roots of attributes.
pub mod root {
    /// `args`
    pub const ARGS: u8 = 1;
    /// `function`
    pub const FUNCTION: u8 = 2;
    /// `principal`
    pub const PRINCIPAL: u8 = 3;
    /// `agent`
    pub const AGENT: u8 = 4;
    /// `session`
    pub const SESSION: u8 = 5;
    /// `job`
    pub const JOB: u8 = 6;
    /// `paths`
    pub const PATHS: u8 = 7;
    /// `reads`
    pub const READS: u8 = 8;
    /// `writes`
    pub const WRITES: u8 = 9;
    /// `now`
    pub const NOW: u8 = 10;
    /// The outer element.
    pub const ELEMENT: u8 = 11;
    /// The inner element.
    pub const INNER_ELEMENT: u8 = 12;
    /// `hosts`
    pub const HOSTS: u8 = 13;
    /// `recipients`
    pub const RECIPIENTS: u8 = 14;
    /// `tree`
    pub const TREE: u8 = 15;
    /// The flow that the call starts.
    pub const FLOW: u8 = 16;
    /// The result.
    pub const RESULT: u8 = 17;
    /// The command: its text, length, programs, signals, whether it is open.
    pub const COMMAND: u8 = 18;
    /// Signals of the matched parts.
    pub const SIGNALS: u8 = 19;
}

/// How text is compared.
pub mod reading {
    /// As it stands.
    pub const PLAIN: u8 = 0;
    /// Without case.
    pub const FOLD: u8 = 1;
    /// Letters and digits, without case.
    pub const ALNUM: u8 = 2;
    /// A path of this machine.
    pub const PATH: u8 = 3;
}

record! {
    /// A place in the call.
    AttributeRecord {
        /// See [`root`].
        root: u8,
        /// See [`reading`].
        reading: u8,
        /// For the argument paths of a group: bit i says that the value behind step i is a list of which every element is meant (bit 15: behind the root).
        lists: u16,
        /// Keys, in `Names`.
        path: Run,
        /// What stands in for an absent value: a literal, or [`NONE`].
        otherwise: u32,
    }
}

record! {
    /// A run of bytes in `Strings` (or of `AutomatonBytes`).
    NameRecord {
        /// The bytes.
        text: Run,
    }
}

/// Kinds of literals.
pub mod literal {
    /// `null`
    pub const NULL: u8 = 0;
    /// `data` 0 or 1
    pub const BOOLEAN: u8 = 1;
    /// `data` × 10^`exponent`
    pub const NUMBER: u8 = 2;
    /// `text` in `Strings`
    pub const TEXT: u8 = 3;
    /// `data` in Unix seconds
    pub const INSTANT: u8 = 4;
    /// `text`: numbers in `Lists`
    pub const VERSION: u8 = 5;
    /// `text` in `Strings`, relative to `anchor`
    pub const PATH: u8 = 6;
}

/// Anchors of path literals.
pub mod anchor {
    /// Absolute.
    pub const ROOT: u8 = 0;
    /// Below `session.home`.
    pub const HOME: u8 = 1;
    /// Below `session.workspace`.
    pub const WORKSPACE: u8 = 2;
    /// Components as they stand.
    pub const BARE: u8 = 3;
}

record! {
    /// A constant.
    LiteralRecord {
        /// See [`literal`].
        kind: u8,
        /// See [`anchor`].
        anchor: u8,
        /// Zero.
        reserved: u16,
        /// Exponent of a number.
        exponent: i32,
        /// Text or list.
        text: Run,
        /// Number, boolean, instant.
        data: i128,
    }
}

record! {
    /// A weekly window.
    WindowRecord {
        /// Bit 0 Monday.
        days: u8,
        /// Zero.
        reserved: u8,
        /// Minutes after midnight.
        from: u16,
        /// Minutes after midnight, exclusive.
        to: u16,
        /// Zero.
        padding: u16,
        /// In `Transitions`.
        zone: Run,
    }
}

/// The offset from the end of what is known of a zone on.
pub const UNKNOWN_OFFSET: i32 = i32::MIN;

record! {
    /// From this instant on, local time is UTC plus the offset.
    Transition {
        /// Unix seconds.
        from: i64,
        /// Seconds east of UTC.
        offset: i32,
    }
}

/// Kinds of steps; their order is the order of running.
pub mod step {
    /// `classify`
    pub const CLASSIFY: u8 = 1;
    /// `server-check`
    pub const SERVER_CHECK: u8 = 2;
    /// `confirm`
    pub const CONFIRM: u8 = 3;
    /// `approve`
    pub const APPROVE: u8 = 4;
    /// `notify`
    pub const NOTIFY: u8 = 5;
    /// Flag: `bind tool`.
    pub const BIND_TOOL: u16 = 1;
    /// Flag: `self-approval`.
    pub const SELF_APPROVAL: u16 = 2;
    /// Flag: `distinct`.
    pub const DISTINCT: u16 = 4;
    /// Flag: `allowance job`.
    pub const ALLOWANCE: u16 = 8;
}

record! {
    /// A step. Durations in seconds, [`NONE`] where there is none.
    StepRecord {
        /// See [`step`].
        kind: u8,
        /// How many must agree.
        count: u8,
        /// See [`step`].
        flags: u16,
        /// Number of its pool (or of what it is): steps with the same one are one step with joined terms.
        pool: u32,
        /// People, sorted, in `Names`; who is told.
        deciders: Run,
        /// `hold`
        hold: u32,
        /// `retry`
        retry: u32,
        /// `ticket`
        ticket: u32,
        /// `grant`
        grant: u32,
        /// `recheck`
        recheck: u32,
    }
}

record! {
    /// A policy set.
    SetRecord {
        /// `for`: entry, [`ACCEPT`] where it has none.
        applies: u32,
        /// Its rows, in `Rows`.
        rows: Run,
        /// Argument attributes that `for` reads, in `Lists`.
        keys: Run,
        /// Its text record.
        text: u32,
        /// Whose reason is reported.
        priority: i32,
        /// A part of a command that no command item settles: a row in `Rows`, or [`NONE`] where its own rows count.
        otherwise: u32,
        /// What only may be refused: a row in `Rows`.
        unsure: u32,
        /// Text that cannot be read: a row in `Rows`, or [`NONE`] where the set has nothing to say of commands.
        unreadable: u32,
        /// See [`FIRST_MATCH`].
        flags: u32,
    }
}

/// Bit 0 of a set's flags: the first command item that matches a part decides it, refusals apart.
pub const FIRST_MATCH: u32 = 1;

/// Heads of rows.
pub mod row {
    /// By effect bits.
    pub const EFFECTS: u8 = 1;
    /// The host's grant.
    pub const GRANTED: u8 = 2;
    /// `*`
    pub const EVERYTHING: u8 = 3;
}

record! {
    /// A row of defaults.
    RowRecord {
        /// See [`row`].
        head: u8,
        /// Effect bits that are asked about.
        asked: u8,
        /// Their required values.
        wanted: u8,
        /// 1: deny.
        deny: u8,
        /// Steps, in `Lists`.
        steps: Run,
        /// Its text record.
        text: u32,
        /// Place in the order of reports.
        rank: u32,
        /// Its set.
        set: u32,
        /// Place in its table.
        order: u32,
    }
}

record! {
    /// The shape of a value.
    SchemaRecord {
        /// Bits as `language::core::JsonTypes`; none means anything.
        types: u8,
        /// 1: other members are refused.
        closed: u8,
        /// Zero.
        reserved: u16,
        /// Shape of elements, or [`NONE`]; behind this one.
        element: u32,
        /// In `Members`.
        members: Run,
        /// Members that must be there, in `Names`.
        required: Run,
        /// The only texts that are admitted, sorted, in `Names`; none means any.
        values: Run,
    }
}

record! {
    /// A member of an object's shape.
    Member {
        /// Its name.
        name: Run,
        /// Its shape; behind the object's.
        schema: u32,
    }
}

macro_rules! text_sections {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $width:expr;)*) => {
        /// The sections of the text part, in the order in which they stand.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum TextSection { $($(#[$doc])* $name = $id,)* }
        impl TextSection {
            /// All, in order.
            pub const ALL: &[TextSection] = &[$(TextSection::$name),*];
            /// Bytes a record.
            pub const fn width(self) -> usize {
                match self { $(TextSection::$name => $width,)* }
            }
        }
    };
}

text_sections! {
    /// UTF-8 bytes.
    Characters = 1, 1;
    /// Names and reasons.
    Entries = 2, TextEntry::WIDTH;
    /// Pieces of reasons.
    Pieces = 3, Piece::WIDTH;
}

record! {
    /// What an item, set or row is called and says.
    TextEntry {
        /// Its set's name.
        set: Run,
        /// Its own name; empty for sets and rows.
        name: Run,
        /// Its reason, in `Pieces`; empty where it has none.
        reason: Run,
    }
}

record! {
    /// A piece of a reason: text, or the value of an attribute of the core.
    Piece {
        /// An attribute, or [`NONE`] for text.
        attribute: u32,
        /// The text.
        text: Run,
    }
}

/// The hash of access tables: the same on every machine, no secret (table keys are the policy's, collisions only cost a visit).
#[inline]
pub fn hash(kind: u8, bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0xA24B_AED4_963E_E407;
    let mut state = Hasher::new(kind).state ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    let (eights, rest) = bytes.as_chunks::<8>();
    for eight in eights {
        state = (state ^ u64::from_le_bytes(*eight)).wrapping_mul(FACTOR);
        state ^= state >> 29;
    }
    let last = rest.iter().rev().fold(0u64, |last, byte| last << 8 | u64::from(*byte));
    mixed((state ^ last).wrapping_mul(FACTOR))
}

/// Spreads what a hash has gathered over all its bits.
#[inline(always)]
pub fn mixed(state: u64) -> u64 {
    let mut h = state;
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^= h >> 32;
    h
}

/// A hash that gives the hashes of everything on the way: of what a text begins or ends with.
#[derive(Debug, Clone, Copy)]
pub struct Hasher {
    state: u64,
}

impl Hasher {
    /// Starts with the kind of the value, so that text `1` and number `1` differ.
    #[inline(always)]
    pub fn new(kind: u8) -> Self {
        Self { state: 0x9E37_79B9_7F4A_7C15 ^ u64::from(kind).wrapping_mul(0xA24B_AED4_963E_E407) }
    }

    /// Adds bytes. Only the whole run counts, not where calls cut it.
    #[inline(always)]
    pub fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.push(*byte);
        }
    }

    /// Adds a byte.
    #[inline(always)]
    pub fn push(&mut self, byte: u8) {
        self.state = (self.state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }

    /// The hash so far.
    #[inline(always)]
    pub fn finish(self) -> u64 {
        mixed(self.state)
    }
}
