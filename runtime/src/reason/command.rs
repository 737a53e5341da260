//! Which part of a command a reason is about: what stands there, what it touches, why it could not be read.

use core::fmt::{self, Write};

use alloc::string::String;

use crate::call::Call;
use crate::command::{Command, Part, TouchKind};
use crate::compiled::Core;
use crate::decide;
use crate::escape::Escaped;
use crate::matching::{self, By, ItemReport, Role};
use crate::state::States;

/// ` on "rm -rf /"`: the first part that the item is about; nothing where it is about the call and no part of it.
pub(super) fn about(core: &Core, call: &Call, item: u32, out: &mut String) -> fmt::Result {
    let Some((command, (number, found))) = call.command().zip(matching::first_of(core, call, item)) else { return Ok(()) };
    let Some(part) = command.parts.get(number as usize) else { return Ok(()) };
    let word = if found.role == Role::MayRestrict { "may be about" } else { "on" };
    write!(out, " {word} {}", spelled(command, part))?;
    touched(command, &found, out)
}

/// ` (reads "/etc/shadow")`
fn touched(command: &Command, found: &ItemReport, out: &mut String) -> fmt::Result {
    let touch = match found.by {
        By::Touch(touch) => command.touches.get(touch as usize),
        By::UnreadCode => return out.write_str(" (runs code that was not read)"),
        By::Pattern(_) => None,
    };
    let Some(touch) = touch else { return Ok(()) };
    let verb = match touch.kind {
        TouchKind::Read => "reads",
        TouchKind::ReadBelow => "reads all below",
        TouchKind::Write => "writes",
        TouchKind::Enter => "goes to",
        TouchKind::Contact => "contacts",
    };
    let what = touch.path.as_ref().map_or_else(|| command.known(&touch.text), |path| command.cooked(path));
    match what {
        "" => write!(out, " ({verb} something that is not known)"),
        what => write!(out, " ({verb} {})", Escaped::new(what)),
    }
}

/// Which part no permission accounts for.
pub(super) fn unpermitted(core: &Core, call: &Call, out: &mut String) -> fmt::Result {
    match unpermitted_part(core, call) {
        Some((command, part)) => write!(out, "no command rule permits {}", spelled(command, part)),
        None => out.write_str("no command rule permits every part of this command"),
    }
}

/// The same as a sentence of its own, behind what is said of defaults.
pub(super) fn unpermitted_too(core: &Core, call: &Call, out: &mut String) -> fmt::Result {
    match unpermitted_part(core, call) {
        Some((command, part)) => write!(out, " No command rule permits {}.", spelled(command, part)),
        None => Ok(()),
    }
}

fn unpermitted_part<'c>(core: &Core, call: &'c Call) -> Option<(&'c Command, &'c Part)> {
    let command = call.command()?;
    let mut first: Option<u32> = None;
    // Innermost first: the last one told is the first of the text.
    decide::unpermitted(core, call, &States::EMPTY, &mut |part| first = Some(part));
    Some((command, command.parts.get(first? as usize)?))
}

/// What could not be read, and why.
pub(super) fn unread(call: &Call, out: &mut String) -> fmt::Result {
    let Some(command) = call.command() else { return out.write_str("this call has no command that can be read") };
    let Some(place) = command.unreadable.first() else { return out.write_str("this command cannot be read in full") };
    let (why, at) = (place.cause.meaning(), command.spelled(place.at).trim());
    match at {
        "" => write!(out, "this command cannot be read in full ({why})"),
        at => write!(out, "this command cannot be read in full ({why}, at {})", Escaped::new(at)),
    }
}

/// What stands there; a part inside of code, which stands where the whole code does, by its program as well.
fn spelled(command: &Command, part: &Part) -> String {
    let text = Escaped::new(command.spelled(part.span).trim());
    let holder = part.outer.and_then(|(outer, _)| command.parts.get(outer as usize));
    match command.known(&part.program.text) {
        program if !program.is_empty() && holder.is_some_and(|holder| holder.span == part.span) => {
            alloc::format!("{} in {text}", Escaped::new(program))
        }
        _ => alloc::format!("{text}"),
    }
}
