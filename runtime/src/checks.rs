//! The ordered checks that a call meets: one table, a row and a file each.
//!
//! [`TABLE`] says once of every row its number, what it decides, what it can answer, where, from what, and what *unknown* means; the page of
//! the documentation is printed from it, and a trace follows its order. A row is a pure function of what is known of the call. Which rows run,
//! and what comes of their answers, is the business of [`mod@crate::judge`].

mod approved_arguments;
mod approved_binding;
mod ask_list;
mod barrier;
mod binding;
mod budget_argument;
mod call_shape;
mod child_admission;
mod children;
mod clearance;
mod command_rules;
mod drain;
mod duties;
mod early_decision;
mod envelope;
mod exact_name;
mod final_check;
mod floors;
mod grants;
mod harness_tools;
mod hook_call;
mod hooks;
mod intent;
mod kills;
mod kills_again;
mod listing;
mod long_wait;
mod loops;
mod offload;
mod origin_index;
mod origin_receipt;
mod origins_and_sequences;
mod own_sandbox;
mod own_tools;
mod people;
mod plain_refusal;
mod quarantine;
mod quarantine_secrets;
mod receipt_verdicts;
mod resource_tools;
mod restrictions;
mod result_items;
mod revoked_authority;
mod routine_tools;
mod rules;
mod secrets;
mod session_function;
mod session_hooks;
mod session_loops;
mod session_people;
mod session_routine;
mod session_secrets;
mod shadow_items;
mod shadow_stub;
mod tool;
mod tools_withdrawn;
mod turn_cohort;
mod unknown_outcome;
mod while_running;

use crate::call::Stage;
use crate::judge::{Answer, Finding, Judging};

/// What a row looks at and finds.
pub type Look = for<'j, 'c> fn(&Judging<'j, 'c>) -> Finding<'c>;

/// A row.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its published number.
    pub number: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it decides.
    pub decides: &'static str,
    /// What it can answer, besides letting pass.
    pub answers: &'static [Answer],
    /// Where it stands.
    pub stage: Stage,
    /// What it decides by: constructs of a policy, parts of a call, facts.
    pub from: &'static str,
    /// What *unknown* means to it.
    pub unknown: &'static str,
    /// Its file, below this one.
    pub file: &'static str,
    /// The checks of items that it refuses by.
    pub items: &'static [u8],
    /// Permissions and defaults count as well.
    pub base: bool,
    /// It takes nothing but refusals out of a decision.
    pub recheck: bool,
    pub(crate) look: Look,
    place: u8,
}

/// The rows with their places.
const fn placed<const N: usize>(mut rows: [Check; N]) -> [Check; N] {
    let mut place = 0;
    while place < N {
        #[expect(clippy::indexing_slicing, reason = "below the length; a constant function has no iterators")]
        {
            rows[place].place = place as u8;
        }
        place += 1;
    }
    rows
}

macro_rules! checks {
    ($($number:literal $file:ident $stage:ident $name:literal [$($answer:ident)*] items[$($item:literal)*] $($flag:ident)* {
        decides: $decides:literal,
        from: $from:literal,
        unknown: $unknown:literal,
    })+) => {
        /// Every row, in the order of the documentation.
        pub const TABLE: &[Check] = &placed([
            $(Check {
                number: $number,
                name: $name,
                decides: $decides,
                answers: &[$(Answer::$answer),*],
                stage: Stage::$stage,
                from: $from,
                unknown: $unknown,
                file: concat!(stringify!($file), ".rs"),
                items: &[$($item),*],
                look: $file::look,
                $($flag: true,)*
                ..Check::PLAIN
            },)+
        ]);
    };
}

impl Check {
    const PLAIN: Self = Self {
        number: "",
        name: "",
        decides: "",
        answers: &[],
        stage: Stage::Propose,
        from: "",
        unknown: "",
        file: "",
        items: &[],
        base: false,
        recheck: false,
        look: nothing,
        place: 0,
    };

    /// The row of a number.
    pub fn numbered(number: &str) -> Option<&'static Self> {
        TABLE.iter().find(|check| check.number == number)
    }

    /// Its place in the table.
    pub fn index(&self) -> usize {
        usize::from(self.place)
    }

    /// Whether it is where people decide what items ask.
    pub(crate) fn decides_people(&self) -> bool {
        matches!(self.number, "17" | "H8")
    }

    /// Whether its questions are those of items.
    pub(crate) fn asks_by_items(&self) -> bool {
        matches!(self.number, "4" | "13" | "14" | "15" | "H5" | "H7a") || self.decides_people()
    }
}

impl PartialEq for Check {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Check {}

fn nothing<'c>(_: &Judging<'_, 'c>) -> Finding<'c> {
    Finding::absent()
}

checks! {
    "1" tools_withdrawn Propose "Tools withdrawn" [Refuse] items[] {
        decides: "Every tool is withdrawn for the rest of the run: each call that the model still makes is refused.",
        from: "fact `withdrawn`",
        unknown: "refused, where the host says the fact",
    }
    "2" budget_argument Propose "Filled arguments" [Change Refuse] items[] {
        decides: "An argument that the model left out gets its value before anything else looks at the call. What was proposed stays for row 5.",
        from: "`fill`; fact `budget-argument`",
        unknown: "refused: what cannot be filled is not called",
    }
    "3" turn_cohort Propose "The turn's cohort" [] items[] {
        decides: "A call that may ask, or does not only read, joins the calls of its turn before anything is awaited.",
        from: "the answer so far; facts `may-ask`",
        unknown: "joins",
    }
    "4" loops Propose "Loops" [Record Ask Refuse StopJob] items[4] {
        decides: "A call that repeats others beyond a limit is recorded, sent to a person, refused, or stops the job.",
        from: "`limit … count same call`, `on loop` of the agent",
        unknown: "as the item restricts; a job is not stopped by what nobody knows: the call is refused",
    }
    "5" shadow_items Propose "Shadow items" [Record] items[] {
        decides: "What items in shadow would have said of the call as it was proposed is recorded, and joins nothing.",
        from: "`shadow`",
        unknown: "recorded",
    }
    "6" children Gate "Children" [Refuse] items[6] {
        decides: "A call that would start more children than the agent may, deeper than it may, or a flow that is above the job already, is refused before anybody is asked.",
        from: "`max children`, `max depth`, `own flow` of the agent; fact `flow`",
        unknown: "refused for a call that starts a flow",
    }
    "7" quarantine Gate "Quarantine" [Refuse] items[] {
        decides: "A quarantined job calls only what certainly reads and reaches nothing outside. No yes opens more.",
        from: "`job.quarantine`, effects",
        unknown: "refused",
    }
    "8" grants Gate "Grants" [Refuse] items[8] {
        decides: "The agent lists the function; one plugin provides it; another plugin's function is granted, as read for this call; it is installed.",
        from: "`uses` of the agent; facts `plugin`, `grant`, `installed`",
        unknown: "refused",
    }
    "9" routine_tools Gate "A routine's tools" [Refuse] items[9] {
        decides: "A routine calls only the functions that it lists.",
        from: "`routine`",
        unknown: "refused",
    }
    "10" plain_refusal Gate "Plain refusal" [Refuse] items[10] base {
        decides: "A function that is refused whatever the call holds is refused before any hook sees the arguments.",
        from: "a deny without a condition or a date in a set without `for`; a function that no permission and no row but deny can reach",
        unknown: "–",
    }
    "11" shadow_stub Gate "Shadow run" [Stub Refuse] items[] {
        decides: "In a shadow run a call that does not certainly only read, or that a hook would see which cannot be asked, is answered by its stub, else refused.",
        from: "`stub`; `job.shadow`, effects, fact `unasked-hook`",
        unknown: "refused",
    }
    "12" hooks Gate "Hooks" [Refuse Ask Change] items[] {
        decides: "Hooks in their order: a deny refuses, a change is what the rows behind see, an escalation asks a person, an allow permits nothing. A hook that only escalates and does more has failed, and so has one whose own function is refused.",
        from: "fact `hooks`",
        unknown: "a failed hook: refused, or asked where its record says so",
    }
    "13" rules Gate "Rules" [Refuse Ask] items[13] base {
        decides: "Rules, limits, exceptions and defaults, on the arguments that the hooks left.",
        from: "`rule`, `limit`, `exception`, `defaults`",
        unknown: "restrictions join, permissions do not",
    }
    "14" floors Gate "Floors" [Refuse Ask] items[14] {
        decides: "Floors, and people who must approve before a label leaves. They only raise.",
        from: "`floor`, `clears` of a label",
        unknown: "join",
    }
    "15" origins_and_sequences Gate "Origins and sequences" [Refuse Ask] items[15] {
        decides: "Where protected arguments came from, and sequences that the call would complete. They only raise.",
        from: "`origin`, `sequence`",
        unknown: "join",
    }
    "16" early_decision Gate "A decision made before" [] items[] {
        decides: "A decision that was made before the call came stands with its binding. One that a policy made meets no step that asks people.",
        from: "fact `approvals`",
        unknown: "as if it had not been made",
    }
    "17" people Gate "The person" [Refuse Ask Change] items[] {
        decides: "Everything that asks, asks now: pools, counts, four eyes, and whether a yes is in time, is worked out from who decided. A person's edit is decided again.",
        from: "steps; fact `approvals`",
        unknown: "not met: asked",
    }
    "18" binding Gate "The approval's binding" [AskAgain] items[] {
        decides: "A yes is bound to the items that can concern the function and to its listing, as they were when the person was asked. Where one changed meanwhile, the person is asked again.",
        from: "fact `approvals`",
        unknown: "asked again",
    }
    "19" long_wait Gate "Long waits" [Refuse] items[] {
        decides: "A yes that came after a long wait is held against grants and installation as they are now, unless its step spares that. It only refuses.",
        from: "`recheck` of a step; facts `grant`, `installed`",
        unknown: "refused",
    }
    "20" final_check Gate "Final check" [Refuse] items[] {
        decides: "The items decide on the approved arguments and the present state. A step that the yes at hand does not meet is a refusal, and no new question.",
        from: "every item of the gate; fact `approvals`",
        unknown: "restrictions join",
    }
    "21" barrier Turn "The turn's barrier" [Refuse Hold] items[] {
        decides: "A call that does not only read waits for the decisions of its turn, and is refused when one was denied.",
        from: "fact `turn`",
        unknown: "held; the host refuses at the end of the wait",
    }
    "22" approved_arguments Dispatch "The approved arguments" [Refuse] items[] {
        decides: "The call is made only with the arguments that were approved.",
        from: "fact `approvals`",
        unknown: "refused",
    }
    "23" child_admission Dispatch "Admission of a child" [Refuse CallAgain Hold] items[] {
        decides: "A call that starts a child meets rows 34, 37, 38 and 39 first; then the starter's quota, the tree's limits and its budget admit it.",
        from: "facts `flow`, `quota`",
        unknown: "refused",
    }
    "24" origin_receipt Dispatch "The origin receipt" [Record Refuse] items[] {
        decides: "The receipt is made on the arguments that leave. A call with more protected arguments than a receipt holds is refused: it has to be split.",
        from: "`origin`",
        unknown: "refused where an origin protects an argument",
    }
    "25" call_shape Edge "The call's shape" [Refuse] items[] {
        decides: "The call names its plugin, which provides the function; a call in the job's own sandbox has that shape.",
        from: "facts `plugin`, `sandbox`",
        unknown: "refused",
    }
    "26" hook_call Edge "A hook's call" [Refuse] items[] {
        decides: "The hook is the named plugin's, its caller may call it, it runs where the job's hooks run, and its input is the event that the header names.",
        from: "`by`; fact `hook-call`",
        unknown: "refused",
    }
    "27" own_sandbox Edge "Own sandbox" [Refuse] items[] {
        decides: "A call in the job's own sandbox is one the job may make there; a quarantined job calls only what row 7 lets it.",
        from: "fact `sandbox`; `job.quarantine`",
        unknown: "refused",
    }
    "28" restrictions Edge "Restrictions again" [Refuse] items[6 8 9 10 13 14] base recheck {
        decides: "Rules, floors, routines and agents of the present policy on the exact keys. Only refusals are taken out of the decision.",
        from: "every refusing item of rows 6 to 14",
        unknown: "refused",
    }
    "29" duties Edge "Duties" [Refuse] items[29] recheck {
        decides: "A call that would complete a pair of duties. A host without an edge decides them with row 13.",
        from: "`duty`",
        unknown: "refused",
    }
    "30" envelope Edge "Grant and envelope" [Refuse] items[] {
        decides: "Another plugin's function needs the grant of the job's plugin, and lies inside the job's envelope.",
        from: "facts `grant`, `envelope`",
        unknown: "refused, where the host says the facts",
    }
    "31" receipt_verdicts Edge "Sequences of the tree, origins from the receipt" [Refuse] items[15] recheck {
        decides: "Sequences that fired in other jobs of the tree; then origins that refuse, decided again from the receipt. A protected argument without an entry is refused.",
        from: "`sequence … within tree`, `origin`; `origins`",
        unknown: "refused",
    }
    "32" intent Edge "No entry, no call" [Hold Refuse] items[] {
        decides: "The entry that says the call will be made is written first; until then the call is held.",
        from: "fact `audit`",
        unknown: "refused",
    }
    "33" revoked_authority Edge "Revoked authority" [Refuse Hold] items[] {
        decides: "A revocation that reaches the job refuses its calls, or holds them while it is parked.",
        from: "fact `revoked`; the list of revocations",
        unknown: "refused",
    }
    "34" approved_binding Node "The binding, where the tool is" [CallAgain Refuse] items[] {
        decides: "An approved call is not made where the items or the listing differ from those it was approved under: the agent may call again.",
        from: "fact `approvals`",
        unknown: "refused",
    }
    "35" drain Node "Drain" [Hold] items[] {
        decides: "A runtime that is draining holds the call for the next one.",
        from: "fact `draining`",
        unknown: "–",
    }
    "36" tool Node "The tool" [Refuse] items[] {
        decides: "The server is up and listed the function, which starts no flow.",
        from: "fact `tool`",
        unknown: "refused",
    }
    "37" listing Node "The approved listing" [Refuse] items[] {
        decides: "The function's listing is the one that its catalog has.",
        from: "`catalog`; fact `listing-digest`",
        unknown: "refused",
    }
    "38" kills Node "Kill switches" [Refuse Hold] items[38] recheck {
        decides: "A kill of the function, its server, the agent, the principal or everything refuses, or holds while it is parked; a retired tool is killed.",
        from: "`kill`; fact `killed`; the list of revocations",
        unknown: "refused",
    }
    "39" secrets Node "Secrets" [Refuse] items[] {
        decides: "Arguments that carry the value of a secret are refused by the secret's name. The host scans: values never come here.",
        from: "fact `secrets`",
        unknown: "refused",
    }
    "40" quarantine_secrets Node "Quarantine, placeholders, grants" [Refuse] items[] {
        decides: "A quarantined call runs in a sandbox of its own that reaches nothing; a placeholder stands only where a binding of its argument puts it; the inventory and the setup need their grants.",
        from: "`job.quarantine`; facts `egress`, `placeholders`, `grant`",
        unknown: "refused",
    }
    "41" kills_again Node "Kill switches again" [Refuse Hold] items[38] recheck {
        decides: "Row 38 once more, under the server's lock, right before the call.",
        from: "as row 38",
        unknown: "refused",
    }
    "42" while_running Node "While it runs" [StopCall] items[] {
        decides: "A kill that came since, or the tool's time limit, stops the running call.",
        from: "facts `killed`, `overdue`",
        unknown: "stopped",
    }
    "43" unknown_outcome Result "Unknown outcomes" [Ask FailJob] items[] {
        decides: "A write of which nobody knows what became waits for a person, or fails the job.",
        from: "`on unknown` of the agent; fact `outcome`",
        unknown: "asked",
    }
    "44" clearance Result "Labels, clearance and walls" [Withhold Refuse] items[] {
        decides: "A result above the agent's clearance, or across a wall, does not reach the model. A host that cannot hold a result back refuses the call before it is made.",
        from: "`clearance`, `wall`, `label`",
        unknown: "withheld",
    }
    "45" origin_index Result "The origin index" [Record] items[] {
        decides: "The result's values join the index of origins; positions of the tree's sequences are to be announced at once.",
        from: "`origin`, `sequence`",
        unknown: "–",
    }
    "46" result_items Result "Results" [Redact Withhold Refuse] items[] {
        decides: "Texts in the result are replaced, or the result is withheld; then hooks on results. One that failed withholds.",
        from: "`result`; fact `result-hooks`",
        unknown: "withheld",
    }
    "47" offload Result "Large results" [Change] items[] {
        decides: "After row 46 saw the whole, a result above the host's threshold reaches the model as a stub that says so; its labels are the whole's.",
        from: "the host's threshold",
        unknown: "–",
    }
    "H1" own_tools Harness "The runtime's own tools" [Refuse] items[] {
        decides: "The tools of straza itself are never called, whatever is declared.",
        from: "the server `straza`",
        unknown: "–",
    }
    "H1a" resource_tools Harness "Resources" [Refuse] items[] {
        decides: "Tools that list or read resources of servers are refused, whatever is declared: a session is offered functions only.",
        from: "a table of names",
        unknown: "–",
    }
    "H2" harness_tools Harness "The agent's tools" [Refuse] items[8] {
        decides: "The agent lists the local tool.",
        from: "`uses` of the agent",
        unknown: "refused",
    }
    "H2a" exact_name Harness "The exact name" [Refuse] items[] {
        decides: "The name is that of exactly one function that the session was offered.",
        from: "fact `offered`",
        unknown: "refused",
    }
    "H2b" session_function Harness "The function, where the tool is" [Refuse Hold] items[] recheck {
        decides: "Rows 36, 37 and 38, straight after the name.",
        from: "as those rows",
        unknown: "refused",
    }
    "H3" session_secrets Harness "Secrets" [Refuse] items[] {
        decides: "Row 39, before any hook sees the input.",
        from: "fact `secrets`",
        unknown: "refused, where the host scans",
    }
    "H4" ask_list Harness "The ask list" [] items[] {
        decides: "A harness that asks only for some names asks for every one that an item, a person's step or a hook can concern, for every shell, and for every name in a routine or a shadow run.",
        from: "–",
        unknown: "on the list",
    }
    "H5" session_loops Harness "Tools withdrawn, loops" [Refuse Ask Record StopJob] items[4] {
        decides: "Rows 1 and 4.",
        from: "as those rows",
        unknown: "as those rows",
    }
    "H6" session_routine Harness "Routine and shadow run" [Refuse Stub] items[9] {
        decides: "Rows 9 and 11.",
        from: "as those rows",
        unknown: "as those rows",
    }
    "H7" session_hooks Harness "Hooks" [Refuse Ask Change] items[] {
        decides: "Row 12. Shell commands are the command rules', not a hook's.",
        from: "fact `hooks`",
        unknown: "as row 12",
    }
    "H7a" command_rules Harness "Command rules" [Refuse Ask] items[48] {
        decides: "Command items and text that cannot be read, on the command that the hooks left. What its parts read, write and contact is row 13's and the rows' of the items that restrict it.",
        from: "`command`, `commands`",
        unknown: "asked",
    }
    "H8" session_people Harness "The person" [Refuse Ask Change] items[] {
        decides: "Row 17, for local tools.",
        from: "steps; fact `approvals`",
        unknown: "as row 17",
    }
}
