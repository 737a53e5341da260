//! The text a person or agent reads: what, why, what could not be checked, what to do next.
//!
//! Values of the call are quoted, escaped and cut; the whole is bounded, whatever the call holds. Without the text part the item's number stands
//! where its name would.

mod command;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::call::Call;
use crate::compiled::Core;
use crate::decide::{Clause, Decision, Reported, Scratch, Word};
use crate::escape;
use crate::evaluate::{Evaluation, Seen};
use crate::explain;
use crate::functions::Found;
use crate::functions::{self, Server};
use crate::layout::*;
use crate::limits;
use crate::state::States;
use crate::steps::{self, StepKind, StepView};

/// Writes why a call is not simply allowed; nothing for an allow.
pub(crate) fn write(core: &Core, decision: &Decision, call: &Call, out: &mut dyn Write) -> fmt::Result {
    if decision.word() == Word::Allow {
        return Ok(());
    }
    let mut message = String::from("straza: denied: ");
    headline(core, decision, call, &mut message)?;
    if matches!(decision.reported(), Reported::NoDefault | Reported::DefaultRow { .. }) {
        message.push_str(unpermitted(core, call));
        command::unpermitted_too(core, call, &mut message)?;
    }
    out.write_str(&shortened(message, limits::MESSAGE_BYTES))
}

/// Why no permission counted, where that is the server's doing: a policy that pins a server says nothing of another.
fn unpermitted(core: &Core, call: &Call) -> &'static str {
    match functions::find(core, call, &mut Scratch::new(core)).map(|found| found.server) {
        Ok(Server::Unknown) => " Nothing is permitted here: the policy pins this server, and the call does not say its identity.",
        Ok(Server::Other) => " Nothing is permitted here: the policy pins this server, and the call names another identity.",
        _ => "",
    }
}

fn headline(core: &Core, decision: &Decision, call: &Call, out: &mut String) -> fmt::Result {
    match decision.reported() {
        Reported::Border(cause) => {
            out.write_str(cause.word())?;
            if let Some(breach) = explain::breach(core, call, &mut Scratch::new(core), cause) {
                write!(out, ": {breach}")?;
            }
            write!(out, ". {}", cause.next_step())
        }
        Reported::NoDefault => {
            let function = escape::Escaped::new(&function_name(call)).to_string();
            write!(out, "no policy set allows {function} or gives it a default. Ask for a rule or a `defaults` row that names it.")
        }
        Reported::Recorded => Ok(()),
        Reported::Item { item, certain } => {
            let record = core.item_record(item);
            write!(out, "{}", item_name(core, item))?;
            command::about(core, call, item, out)?;
            needs(core, decision, record.is_none_or(|record| record.bits & DENY != 0), out)?;
            because(core, call, record.map(|record| record.text), out)?;
            match record {
                Some(record) if !certain => unknowns(core, call, &record, out),
                _ => Ok(()),
            }
        }
        Reported::DefaultRow { row, certain } => {
            let record = core.row(row);
            write!(out, "the default of {}", set_name(core, record.map_or(NONE, |row| row.set)))?;
            needs(core, decision, record.is_none_or(|row| row.deny != 0), out)?;
            because(core, call, record.map(|row| row.text), out)?;
            if certain { Ok(()) } else { out.write_str(" Not every condition of it could be checked.") }
        }
        Reported::Commands { set, clause, certain } => {
            let row = clause_row(core, set, clause);
            match clause {
                Clause::Otherwise => command::unpermitted(core, call, out)?,
                Clause::Unreadable => command::unread(call, out)?,
            }
            write!(out, ", and `{}` of {}", clause.as_str(), set_name(core, set))?;
            needs(core, decision, row.is_none_or(|row| row.deny != 0), out)?;
            because(core, call, row.map(|row| row.text), out)?;
            if certain { Ok(()) } else { out.write_str(" Not every condition of it could be checked.") }
        }
    }
}

/// ` needs approval by cfo and confirmation by the requester`. What asks for a person where there is none says so.
fn needs(core: &Core, decision: &Decision, denies: bool, out: &mut String) -> fmt::Result {
    if decision.word() == Word::Deny && !denies {
        return out.write_str(" needs confirmation by a person, and nobody sits with this principal: let a person make the call, or ask for a rule with `approve by`");
    }
    let asked: Vec<String> = steps::plan(core, decision).iter().filter(|step| step.kind != StepKind::Notify).map(need).collect();
    if asked.is_empty() { Ok(()) } else { write!(out, " needs {}", asked.join(" and ")) }
}

fn need(step: &StepView<'_>) -> String {
    match step.kind {
        StepKind::Classify => String::from("a reading of the command"),
        StepKind::ServerCheck => String::from("a check by the server"),
        StepKind::Confirm => String::from("confirmation by the requester"),
        StepKind::Approve | StepKind::Notify => {
            let pool = step.deciders.join(" or ");
            if step.count > 1 { alloc::format!("approval by {} of {pool}", step.count) } else { alloc::format!("approval by {pool}") }
        }
    }
}

fn because(core: &Core, call: &Call, text: Option<u32>, out: &mut String) -> fmt::Result {
    let reason = text.and_then(|text| reason_of(core, call, text));
    match reason {
        Some(reason) => write!(out, ": {reason}"),
        None => out.write_str("."),
    }
}

/// The reason with its values filled in; `None` where there is none.
fn reason_of(core: &Core, call: &Call, text: u32) -> Option<String> {
    let texts = core.texts.as_ref()?;
    let pieces = texts.pieces(texts.entry(text)?.reason)?;
    let nothing = States::EMPTY;
    let mut evaluation = Evaluation::new(core, call, &nothing, Found::OTHER, u64::MAX);
    let mut out = String::new();
    for piece in pieces {
        match core.attribute(piece.attribute) {
            Some(attribute) => out.push_str(&value(&mut evaluation, &attribute)),
            None => out.push_str(texts.text(piece.text)?),
        }
    }
    (!out.is_empty()).then(|| shortened(out, limits::REASON_BYTES))
}

/// A value of the call, as text that cannot be mistaken for the policy's own words.
fn value(evaluation: &mut Evaluation<'_>, attribute: &AttributeRecord) -> String {
    match evaluation.read(attribute) {
        Seen::Null => String::from("null"),
        Seen::Boolean(value) => alloc::format!("{value}"),
        Seen::Number(number) => alloc::format!("{number}"),
        Seen::Text(text) | Seen::Path(text) => escape::Escaped::new(text).to_string(),
        Seen::Instant(instant) => alloc::format!("{}", crate::instant::Instant(instant)),
        Seen::Absent => String::from("(absent)"),
        Seen::Unknown => String::from("(unknown)"),
        _ => String::from("(not shown)"),
    }
}

fn unknowns(core: &Core, call: &Call, item: &Item, out: &mut String) -> fmt::Result {
    let unknown = explain::unknowns_of(core, call, &States::EMPTY, item.entry);
    if unknown.is_empty() {
        return out.write_str(" Not every condition of it could be checked.");
    }
    write!(out, " Could not be checked: {}.", unknown.join(", "))
}

/// The reason of the reported item or row.
pub(crate) fn because_of(core: &Core, decision: &Decision, call: &Call) -> Option<String> {
    let text = match decision.reported() {
        Reported::Item { item, .. } => core.item_record(item)?.text,
        Reported::DefaultRow { row, .. } => core.row(row)?.text,
        Reported::Commands { set, clause, .. } => clause_row(core, set, clause)?.text,
        _ => return None,
    };
    reason_of(core, call, text)
}

/// The row of what a set says of commands.
fn clause_row(core: &Core, set: u32, clause: Clause) -> Option<RowRecord> {
    let set = core.set(set)?;
    core.row(match clause {
        Clause::Otherwise => set.otherwise,
        Clause::Unreadable => set.unreadable,
    })
}

/// `set.item`, or the item's number.
pub(crate) fn item_name(core: &Core, item: u32) -> String {
    let names = || {
        let texts = core.texts.as_ref()?;
        let entry = texts.entry(core.item_record(item)?.text)?;
        Some(alloc::format!("{}.{}", texts.text(entry.set)?, texts.text(entry.name)?))
    };
    names().unwrap_or_else(|| alloc::format!("item {item}"))
}

/// The set's name, or its number.
pub(crate) fn set_name(core: &Core, set: u32) -> String {
    let name = || {
        let texts = core.texts.as_ref()?;
        Some(String::from(texts.text(texts.entry(core.set(set)?.text)?.set)?))
    };
    name().unwrap_or_else(|| alloc::format!("set {set}"))
}

/// Cut at a character, with `…`, so that the whole stays within the limit.
fn shortened(mut text: String, limit: usize) -> String {
    const MORE: char = '…';
    if text.len() > limit {
        let room = limit.saturating_sub(MORE.len_utf8());
        text.truncate((0..=room).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0));
        text.push(MORE);
    }
    text
}

fn function_name(call: &Call) -> String {
    alloc::format!("{}.{}", call.server(), call.name())
}
