//! How a shell command was read, in words: for a diagnostic beside an example, and for whoever asks how a command is read.
//!
//! Nothing is decided here and no policy is known: what stands on the page is what [`straza_runtime::command`] found.

use straza_runtime::command::{Arg, ArgKind, Certainty, Command, Does, Layer, Part, Spelled, Text, Touch, TouchKind};
use straza_runtime::shell::{Span, Unreadable};

/// One part, or one place that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadPlace {
    /// Where it stands in the command.
    pub span: Span,
    /// What stands there: the program, or why it cannot be read.
    pub title: String,
    /// What is told of it, in order: who runs it, its words, what it touches, what is so of it.
    pub told: Vec<String>,
}

impl ReadPlace {
    /// All of it in one line.
    fn line(&self) -> String {
        if self.told.is_empty() { self.title.clone() } else { format!("{} ({})", self.title, self.told.join(", ")) }
    }
}

/// Every part in its order.
pub fn parts(command: &Command) -> Vec<ReadPlace> {
    (0u32..).zip(&command.parts).map(|(number, part)| part_place(command, number, part)).collect()
}

/// What could not be read.
pub fn unreadable(command: &Command) -> Vec<ReadPlace> {
    let place =
        |unread: &Unreadable| ReadPlace { span: unread.at, title: format!("cannot be read: {}", unread.cause.meaning()), told: Vec::new() };
    command.unreadable.iter().map(place).collect()
}

/// All places in one line: how a command was read, for a diagnostic.
pub fn line(command: &Command) -> String {
    let parts = (1..).zip(parts(command)).map(|(number, part)| format!("part {number}: {}", part.line()));
    let places: Vec<String> = parts.chain(unreadable(command).iter().map(ReadPlace::line)).collect();
    if places.is_empty() { "nothing that runs".to_owned() } else { places.join("; ") }
}

/// A character as a terminal can take it.
fn shown(letter: char) -> Vec<char> {
    if letter.is_control() || is_invisible(letter) { letter.escape_unicode().collect() } else { vec![letter] }
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn part_place(command: &Command, number: u32, part: &Part) -> ReadPlace {
    let program = match part.program.spelled {
        Spelled::Nothing => "no program".to_owned(),
        Spelled::Computed => "a program whose name is computed".to_owned(),
        Spelled::Bare | Spelled::Trusted => format!("`{}`", command.known(&part.program.text)),
        Spelled::Elsewhere => format!("`{}`, which lies in no folder of the system", command.known(&part.program.text)),
    };
    let outer = part.outer.map(|(outer, layer)| format!("run by part {}{}", outer + 1, layer_text(layer)));
    let assignments = command
        .assignments_of(part)
        .iter()
        .map(|assignment| format!("{}={}", command.cooked(&assignment.name), text(command, &assignment.value)));
    let args = command.args_of(part).iter().filter(|arg| !arg.bundled).map(|arg| arg_text(command, arg));
    let touches = command.touches.iter().filter(|touch| touch.part == number).map(|touch| self::touch(command, touch));
    let told = outer.into_iter().chain(assignments).chain(args).chain(touches).chain(flag_texts(part).into_iter().map(str::to_owned));
    ReadPlace { span: part.span, title: program, told: told.collect() }
}

fn layer_text(layer: Layer) -> &'static str {
    match layer {
        Layer::Plain => " as it is",
        Layer::Changing => "",
        Layer::Remote => " elsewhere",
        Layer::Mentioned => ", as its code says",
    }
}

fn arg_text(command: &Command, arg: &Arg) -> String {
    let own = text(command, &arg.text);
    let told = match arg.kind {
        ArgKind::Subcommand => format!("subcommand {own}"),
        ArgKind::Operand if arg.code => format!("code {own}"),
        ArgKind::Operand => own,
        ArgKind::EndOfOptions => "`--`".to_owned(),
        ArgKind::Flag => {
            let value = arg.value.as_ref().map(|value| format!(" {}", text(command, value))).unwrap_or_default();
            format!("option {own}{value}{}", does_text(arg.does))
        }
    };
    if arg.may_be_option { format!("{told} (may be an option)") } else { told }
}

fn does_text(does: Does) -> &'static str {
    match does {
        Does::Harmless | Does::Reads => "",
        Does::Writes => " (writes)",
        Does::Sends => " (sends)",
        Does::Runs => " (runs something)",
        Does::Unknown => " (unknown)",
    }
}

fn text(command: &Command, text: &Text) -> String {
    let known = shortened(command.known(text));
    match text.certainty {
        _ if text.glob => format!("`{known}` (names that the shell looks up)"),
        Certainty::Literal | Certainty::Expanded => format!("`{known}`"),
        Certainty::Prefix => format!("`{known}` and more that is not known"),
        Certainty::Below => format!("`{known}` or something below it"),
        Certainty::Dynamic => "something that is not known".to_owned(),
    }
}

const SHOWN: usize = 60;

fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).flat_map(shown).collect();
    if text.chars().count() > SHOWN { format!("{shown}…") } else { shown }
}

/// What is done with a path or host: `writes `/tmp/x``.
pub fn touch(command: &Command, touch: &Touch) -> String {
    let verb = match touch.kind {
        TouchKind::Read => "reads",
        TouchKind::ReadBelow => "reads all below",
        TouchKind::Write => "writes",
        TouchKind::Enter => "goes to",
        TouchKind::Contact => "contacts",
    };
    let what = match (&touch.path, &touch.pattern) {
        (Some(path), _) => format!("`{}`", shortened(command.cooked(path))),
        (None, Some(pattern)) => {
            let below = if pattern.below && touch.kind != TouchKind::ReadBelow { " and below" } else { "" };
            format!("`{}`{below}", shortened(command.cooked(&pattern.text)))
        }
        (None, None) if touch.kind == TouchKind::Contact => text(command, &touch.text),
        (None, None) => "a path that is not known".to_owned(),
    };
    format!("{verb} {what}{}", if touch.linked { ", through a link made here" } else { "" })
}

fn flag_texts(part: &Part) -> Vec<&'static str> {
    let flags = part.flags;
    let told = [
        (flags.redefined, "commands may have been redefined before it"),
        (flags.unread_code, "runs code that could not be read"),
        (flags.foreign_code, "runs code of another language"),
        (flags.interactive, "waits for more commands"),
        (flags.remote, "runs elsewhere"),
        (flags.mentioned && !flags.doubted, "only mentioned in code"),
        (flags.doubted, "perhaps no command"),
        (flags.tail_unknown, "more arguments that are not known"),
    ];
    told.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect()
}
