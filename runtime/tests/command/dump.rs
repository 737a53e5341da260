//! A command as a few lines of text.

use std::fmt::Write;

use straza_runtime::command::{Arg, ArgKind, Certainty, Command, Does, Folders, Layer, Spelled, Text, TouchKind};
use straza_runtime::shell::Dialect;

pub const FOLDERS: Folders<'_> = Folders { cwd: Some("/proj"), home: Some("/home/user"), workspace: Some("/proj") };

/// Reads as bash does.
pub fn bash(text: &str) -> Command {
    Command::read(text, Dialect::Bash, &FOLDERS)
}

/// Everything that was read, a line a part, then touches, flows, signals and what is unreadable.
pub fn dump(command: &Command) -> String {
    let mut out = String::new();
    for (at, part) in command.parts.iter().enumerate() {
        let _ = write!(out, "{at}: ");
        if let Some((outer, layer)) = part.outer {
            let layer = match layer {
                Layer::Plain => "plain",
                Layer::Changing => "changing",
                Layer::Remote => "remote",
                Layer::Mentioned => "mentioned",
            };
            let _ = write!(out, "[{layer} in {outer}] ");
        }
        for assignment in command.assignments_of(part) {
            let harmless = if assignment.harmless { "harmless " } else { "" };
            let _ = write!(out, "({harmless}{}={}) ", command.cooked(&assignment.name), text(command, &assignment.value));
        }
        let spelled = match part.program.spelled {
            Spelled::Bare => "",
            Spelled::Trusted => "trusted ",
            Spelled::Elsewhere => "elsewhere ",
            Spelled::Computed => "computed ",
            Spelled::Nothing => "nothing",
        };
        let known = if part.program.known { "" } else { "?" };
        let _ = write!(out, "{spelled}{}{known}", command.cooked(&part.program.base));
        for one in command.args_of(part) {
            let _ = write!(out, " {}", arg(command, one));
        }
        for (flag, name) in [
            (part.flags.redefined, "redefined"),
            (part.flags.unread_code, "unread"),
            (part.flags.foreign_code, "foreign"),
            (part.flags.interactive, "interactive"),
            (part.flags.remote, "remote"),
            (part.flags.mentioned, "mentioned"),
            (part.flags.doubted, "doubted"),
            (part.flags.tail_unknown, "tail"),
            (part.flags.redirects, "redirects"),
        ] {
            if flag {
                let _ = write!(out, " #{name}");
            }
        }
        if let Some(folder) = &part.folder {
            let _ = write!(out, " @{}", command.cooked(folder));
        }
        out.push('\n');
    }
    for touch in &command.touches {
        let kind = match touch.kind {
            TouchKind::Read => "reads",
            TouchKind::ReadBelow => "reads below",
            TouchKind::Write => "writes",
            TouchKind::Enter => "enters",
            TouchKind::Contact => "contacts",
        };
        let path = match (&touch.path, &touch.pattern) {
            (Some(path), _) => command.cooked(path).to_owned(),
            (None, Some(pattern)) => format!("any {}{}", command.cooked(&pattern.text), if pattern.below { "/…" } else { "" }),
            (None, None) => text(command, &touch.text),
        };
        let linked = if touch.linked { " linked" } else { "" };
        let _ = writeln!(out, "{} {kind} {path}{linked}", touch.part);
    }
    for flow in &command.flows {
        let _ = writeln!(out, "{} -> {} {:?}", flow.from, flow.to, flow.kind);
    }
    for (signal, part) in &command.signals {
        let _ = writeln!(out, "{part} {}", signal.as_str());
    }
    for found in &command.unreadable {
        let _ = writeln!(out, "unreadable {:?}", found.cause);
    }
    out
}

fn text(command: &Command, text: &Text) -> String {
    let known = command.known(text);
    let glob = if text.glob { "*" } else { "" };
    let splits = if text.splits { "+" } else { "" };
    match text.certainty {
        Certainty::Literal => known.to_owned(),
        Certainty::Expanded => format!("<{known}>{splits}"),
        Certainty::Prefix => format!("{known}…{glob}{splits}"),
        Certainty::Below => format!("{known}/…"),
        Certainty::Dynamic => format!("…{splits}"),
    }
}

fn arg(command: &Command, arg: &Arg) -> String {
    let mut out = match arg.kind {
        ArgKind::Subcommand => format!(":{}", text(command, &arg.text)),
        ArgKind::Operand => text(command, &arg.text),
        ArgKind::Flag => format!("{{{}}}", text(command, &arg.text)),
        ArgKind::EndOfOptions => "--".to_owned(),
    };
    if let Some(value) = &arg.value {
        let _ = write!(out, "={}", text(command, value));
    }
    match arg.does {
        Does::Harmless => {}
        does => {
            let _ = write!(out, "!{does:?}");
        }
    }
    for (flag, sign) in [(arg.bundled, "~"), (arg.may_be_option, "^"), (arg.code, "$"), (arg.expression, "%"), (arg.passed, "'")] {
        if flag {
            out.push_str(sign);
        }
    }
    out
}
