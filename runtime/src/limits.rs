//! The runtime's limits: one table, each with what happens beyond it.
//!
//! The documentation's table is printed from [`TABLE`]; the tests of each part go beyond its limits and find the stated answers. Limits of the
//! source language, of the test runner and of stores are theirs and are not here.

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What it limits: `json`, `call`, `snapshot`, …
    pub part: &'static str,
    /// The constant's name.
    pub name: &'static str,
    /// What is counted.
    pub what: &'static str,
    /// How much passes.
    pub value: u64,
    /// The unit of `value`.
    pub unit: &'static str,
    /// The answer beyond it.
    pub beyond: &'static str,
}

macro_rules! limits {
    ($($part:literal {
        $(#[doc = $what:literal] $name:ident: $kind:ty = $value:expr, $unit:literal => $beyond:literal;)+
    })+) => {
        $($(#[doc = $what] pub const $name: $kind = $value;)+)+

        /// Every limit, in the order of the documentation.
        pub const TABLE: &[Limit] = &[
            $($(Limit { part: $part, name: stringify!($name), what: $what, value: $value as u64, unit: $unit, beyond: $beyond },)+)+
        ];
    };
}

limits! {
    "json" {
        #[doc = "A document, where the reader names no other bound."]
        JSON_BYTES: usize = 64 << 20, "bytes" => "refused `too large`";
        #[doc = "Objects and lists inside each other."]
        JSON_DEPTH: usize = 64, "levels" => "refused `payload`";
        #[doc = "Values in one document."]
        JSON_NODES: usize = 100_000, "values" => "refused `payload`";
        #[doc = "A key of an object."]
        KEY_BYTES: usize = 1 << 10, "bytes" => "refused `payload`";
        #[doc = "Significant digits of a number, zeros at either end not counted."]
        NUMBER_DIGITS: u32 = 34, "digits" => "refused `payload`";
        #[doc = "The decimal exponent of a number's leading digit, either way."]
        NUMBER_EXPONENT: i64 = 400, "powers of ten" => "refused `payload`";
    }
    "call" {
        #[doc = "A call, where the host names no other bound."]
        CALL_BYTES: usize = 8 << 20, "bytes" => "denied `too large`";
        #[doc = "The name of a function."]
        FUNCTION_BYTES: usize = 256, "bytes" => "denied `function`";
        #[doc = "The name of a server."]
        SERVER_BYTES: usize = 128, "bytes" => "denied `function`";
        #[doc = "Paths of one call."]
        PATHS: usize = 256, "paths" => "the list is open";
        #[doc = "One path."]
        PATH_BYTES: usize = 4 << 10, "bytes" => "the path is unknown, the list is open";
        #[doc = "Hosts of one call."]
        HOSTS: usize = 64, "hosts" => "the list is open";
        #[doc = "The name of a host."]
        HOST_BYTES: usize = 253, "bytes" => "the host is unknown, the list is open";
        #[doc = "Recipients of one call."]
        RECIPIENTS: usize = 256, "recipients" => "the list is open";
        #[doc = "Roles of the principal."]
        ROLES: usize = 256, "roles" => "the list is open";
        #[doc = "Entries of the receipt of origins."]
        ORIGINS: usize = 64, "arguments" => "denied `limit`: split the call";
        #[doc = "Other calls of a turn."]
        TURN_CALLS: usize = 256, "calls" => "denied `limit`";
        #[doc = "Plugins that provide a function."]
        PROVIDERS: usize = 64, "plugins" => "denied `limit`";
        #[doc = "Answers of hooks."]
        HOOKS: usize = 64, "answers" => "denied `limit`";
        #[doc = "Approvals of one call."]
        APPROVALS: usize = 64, "approvals" => "denied `limit`";
        #[doc = "People who decided one approval."]
        DECIDERS: usize = 64, "people" => "denied `limit`";
        #[doc = "Secrets that were found in one call."]
        SECRETS: usize = 64, "secrets" => "denied `limit`";
        #[doc = "Placeholders of secrets in one call."]
        PLACEHOLDERS: usize = 256, "placeholders" => "denied `limit`";
        #[doc = "Functions that a session was offered."]
        OFFERED: usize = 4_096, "functions" => "denied `limit`";
        #[doc = "Flows above a job."]
        FLOWS: usize = 64, "flows" => "denied `limit`";
        #[doc = "A text that a comparison looks at."]
        TEXT_BYTES: usize = 64 << 10, "bytes" => "the comparison is unknown";
        #[doc = "Commands of one pattern, output reaching the next."]
        PATTERN_STAGES: usize = 8, "commands" => "compile error";
        #[doc = "Words of one command of a pattern."]
        PATTERN_WORDS: usize = 256, "words" => "compile error";
        #[doc = "A constant that a text operator looks for."]
        PATTERN_BYTES: usize = 4 << 10, "bytes" => "snapshot refused";
    }
    "command" {
        #[doc = "The text of a shell command."]
        SHELL_BYTES: usize = 64 << 10, "bytes" => "unreadable";
        #[doc = "Commands, substitutions and expansions inside each other."]
        SHELL_DEPTH: u8 = 24, "levels" => "unreadable from there on";
        #[doc = "Parts of one text."]
        SHELL_PARTS: usize = 256, "parts" => "unreadable from there on";
        #[doc = "Here-documents of one text."]
        SHELL_BODIES: usize = 64, "here-documents" => "unreadable from there on";
        #[doc = "Bytes looked at ahead of the cursor, beyond the text's length."]
        SHELL_AHEAD: usize = 256, "bytes" => "unreadable from there on";
        #[doc = "Layers inside each other: wrappers and code strings."]
        COMMAND_LAYERS: u8 = 8, "layers" => "unreadable from there on";
        #[doc = "Parts of one command, all its layers counted."]
        COMMAND_PARTS: usize = 256, "parts" => "unreadable from there on";
        #[doc = "Code strings of one command, all together."]
        COMMAND_CODE_BYTES: usize = 256 << 10, "bytes" => "unreadable from there on";
        #[doc = "Paths and hosts that one command opens, and flows between its parts."]
        COMMAND_TOUCHES: usize = 4096, "each" => "unreadable, the lists are open";
        #[doc = "Places of one text that are listed as unreadable."]
        SHELL_CAUSES: usize = 256, "places" => "not listed; the text is unreadable";
    }
    "decision" {
        #[doc = "Steps of work that one call may cost."]
        FUEL: u64 = 100_000_000, "steps of work" => "snapshot refused; while deciding: denied `limit: cost`";
        #[doc = "Lists of functions that the name of one function lies on."]
        GROUPS_PER_NAME: usize = 64, "lists" => "compile error; for a name that no policy spells out: denied `limit`";
        #[doc = "Distinct steps that the items on one list of functions ask for."]
        GROUP_STEPS: usize = 63, "steps" => "compile error; snapshot refused";
        #[doc = "Steps from the arguments to a value that a condition reads."]
        PATH_STEPS: usize = 15, "keys" => "compile error";
        #[doc = "Distinct steps of one decision, before those of one pool are joined."]
        DECISION_STEPS: usize = 64, "steps" => "denied `limit`";
        #[doc = "Steps that people carry out, in one decision."]
        PEOPLE_STEPS: usize = 16, "steps" => "denied `limit`";
        #[doc = "A value inside a reason."]
        REASON_VALUE_CHARS: usize = 80, "characters" => "cut, with `…`";
        #[doc = "A reason."]
        REASON_BYTES: usize = 1 << 10, "bytes" => "cut, with `…`";
        #[doc = "A whole refusal message."]
        MESSAGE_BYTES: usize = 2 << 10, "bytes" => "cut, with `…`";
    }
    "state" {
        #[doc = "Labels of one owner."]
        LABELS: usize = 64, "labels" => "the list is open: unknown";
        #[doc = "Jobs that brought the labels of one owner, all labels together."]
        LABEL_ENTRIES: usize = 1_024, "entries" => "the list is open: unknown";
        #[doc = "Steps of a sequence."]
        SEQUENCE_STEPS: usize = 8, "steps" => "compile error";
        #[doc = "Values that the steps of a sequence share, or that a duty compares."]
        SEQUENCE_VALUES: usize = 8, "values" => "compile error";
        #[doc = "Runs of one sequence under way."]
        SEQUENCE_RUNS: usize = 256, "runs" => "the sequence is unknown";
        #[doc = "Values of all runs under way, a run without one counted as one."]
        RUN_VALUES: usize = 4_096, "values" => "the sequences that do not fit are unknown";
        #[doc = "Sides of duties that are remembered for one owner."]
        DUTY_KEYS: usize = 4_096, "sides" => "the duties are unknown";
        #[doc = "Calls that a limit remembers one by one."]
        COUNTED: usize = 64, "calls" => "the oldest are counted as made when the latest of them was";
        #[doc = "Limits that one owner's calls counted for."]
        COUNTERS: usize = 256, "limits" => "the limits are unknown";
        #[doc = "Calls that one `count same call` tells apart."]
        LOOP_RING: usize = 128, "calls" => "the oldest are counted together with others: the limit is unknown where that may matter";
        #[doc = "Values of results whose origin is remembered."]
        REMEMBERED_VALUES: usize = 4_096, "values" => "origins are unknown";
        #[doc = "Functions that remembered values came from."]
        REMEMBERED_SOURCES: usize = 256, "functions" => "origins are unknown";
        #[doc = "One owner's state."]
        STATE_BYTES: usize = 256 << 10, "bytes" => "the largest part is dropped and unknown";
    }
    "snapshot" {
        #[doc = "A snapshot file."]
        SNAPSHOT_BYTES: usize = 512 << 20, "bytes" => "refused `open: too-large`";
        #[doc = "The signed envelope."]
        ENVELOPE_BYTES: usize = 32 << 10, "bytes" => "refused `open: envelope-length`";
        #[doc = "Levels of a canonical CBOR value."]
        CBOR_DEPTH: usize = 16, "levels" => "refused `open: not-canonical`";
        #[doc = "Compiled items."]
        ITEMS: usize = 2_000_000, "items" => "refused";
        #[doc = "The table of one regular expression."]
        AUTOMATON_BYTES: usize = 256 << 10, "bytes" => "refused";
        #[doc = "Catalogs that the payload lists."]
        CATALOGS: usize = 512, "catalogs" => "refused `open: payload`";
        #[doc = "Coefficients of the cost."]
        COEFFICIENTS: usize = 16, "numbers" => "refused `open: payload`";
        #[doc = "The compiler's version text."]
        COMPILER_BYTES: usize = 64, "bytes" => "refused `open: payload`";
    }
    "receipt" {
        #[doc = "A receipt of origins, without its envelope."]
        RECEIPT_BYTES: usize = 256 << 10, "bytes" => "refused `receipt: too-large`: split the call";
        #[doc = "Values of one protected argument."]
        ORIGIN_VALUES: usize = 256, "values" => "refused `receipt: too-many`: split the call";
        #[doc = "Sources of one value."]
        ORIGIN_SOURCES: usize = 64, "sources" => "the list is open";
        #[doc = "Sequences of one receipt."]
        RECEIPT_SEQUENCES: usize = 1_024, "sequences" => "refused `receipt: too-many`";
        #[doc = "Positions of one sequence."]
        RECEIPT_POSITIONS: usize = 64, "positions" => "refused `receipt: too-many`";
        #[doc = "The qualified name of an item."]
        ITEM_NAME_BYTES: usize = 512, "bytes" => "refused `receipt: too-long`";
    }
    "revocations" {
        #[doc = "A list of revocations, without its envelope."]
        REVOCATIONS_BYTES: usize = 256 << 10, "bytes" => "refused `revocations: too-large`";
        #[doc = "Entries of one list."]
        REVOCATIONS: usize = 4_096, "entries" => "refused `revocations: too-many`";
    }
    "signed" {
        #[doc = "What an envelope adds to the bytes that it signs."]
        ENVELOPE_ROOM: usize = 256, "bytes" => "refused `too-large`";
        #[doc = "The name of a channel, job, agent, principal, device, session or grant."]
        IDENTIFIER_BYTES: usize = 256, "bytes" => "refused `too-long`";
    }
    "trust" {
        #[doc = "Keys of one trust."]
        TRUSTED_KEYS: usize = 64, "keys" => "trust refused";
    }
}
