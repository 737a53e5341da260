//! A call's shell command part by part: how it was read, which items are about which part and by what, and what no permission accounts for.
//!
//! Shown by `explain-command` and by `decide --explain`, as a page that fits a screen and as JSON that leaves nothing out. Decides nothing.

mod underline;

use serde_json::{Value, json};
use straza_compiler::reading::{self, ReadPlace};
use straza_runtime::Call;
use straza_runtime::command::{Command, Flow, FlowKind, Spelled, Touch, TouchKind};
use straza_runtime::matching::{self, By, ItemReport, PartReport, Role};

use super::decide::Deciding;
use crate::terminal::Terminal;
use underline::{COLUMNS, Mark, underlined};

/// Parts that are shown whether an item is about them or not.
const PARTS: usize = 12;
/// Lines of what is told of a part.
const TOLD_LINES: usize = 3;
/// Places that could not be read.
const PLACES: usize = 6;

/// A command and what items are to its parts.
pub struct Parts<'a> {
    command: &'a Command,
    deciding: Option<&'a Deciding>,
    reports: Vec<PartReport>,
    /// Nothing permits the command, and that matters: parts that no permission accounts for are told.
    is_unpermitted: bool,
}

impl<'a> Parts<'a> {
    /// Of a call that carries a command which is known; `is_unpermitted` where the call came to a default.
    pub fn of(call: &'a Call, deciding: Option<&'a Deciding>, is_unpermitted: bool) -> Option<Self> {
        let command = call.command()?;
        let reports = deciding.map(|deciding| matching::explain(&deciding.snapshot, call, &deciding.past())).unwrap_or_default();
        Some(Self { command, deciding, reports, is_unpermitted })
    }

    /// The command underlined, its parts one below the other.
    pub fn page(&self, terminal: &Terminal) {
        let (parts, unread) = (reading::parts(self.command), reading::unreadable(self.command));
        underlined(&self.command.text, &marks(&parts, &unread)).iter().for_each(|line| terminal.result(line));
        let mut left_out = 0;
        for (number, part) in (0_u32..).zip(&parts) {
            if number as usize >= PARTS && self.items(number).next().is_none() {
                left_out += 1;
            } else {
                self.part(number, part, terminal);
            }
        }
        match (parts.len(), left_out) {
            (0, _) => terminal.result("\nnothing in it runs"),
            (_, 0) => {}
            (_, more) => terminal.result(format_args!("\n…   {more} more parts that no item is about; `--format json` has them")),
        }
        if !unread.is_empty() {
            terminal.result("");
        }
        unread.iter().take(PLACES).for_each(|place| terminal.result(format_args!("?   {}", place.title)));
        if let Some(more) = unread.len().checked_sub(PLACES).filter(|more| *more > 0) {
            terminal.result(format_args!("?   {more} more places"));
        }
        if !self.command.signals.is_empty() {
            terminal.result("");
        }
        for (signal, part) in &self.command.signals {
            terminal.result(format_args!("signal  {} (part {})", signal.as_str(), part + 1));
        }
    }

    fn part(&self, number: u32, part: &ReadPlace, terminal: &Terminal) {
        terminal.result(format_args!("\n{:<3} {}", number + 1, part.title));
        let told: Vec<String> = part.told.iter().cloned().chain(flows(self.command, number)).collect();
        filled(&told).iter().for_each(|line| terminal.result(format_args!("      {line}")));
        self.item_lines(number).iter().for_each(|line| terminal.result(line.trim_end()));
        if self.lacks_permission(number) {
            terminal.result("    permitted by   nothing");
        }
    }

    /// A line for each item; those that one doubt lets be about the part stand together behind the doubt.
    fn item_lines(&self, part: u32) -> Vec<String> {
        let told: Vec<(Role, Told)> = self.items(part).map(|item| (item.role, self.told(part, item))).collect();
        let same = |role: Role, why: &str| -> Vec<&str> {
            let same = told.iter().filter(|(other, told)| *other == role && told.why == why);
            same.map(|(_, told)| told.name.as_str()).collect()
        };
        let (mut lines, mut grouped) = (Vec::new(), Vec::new());
        for (role, told) in &told {
            let mut names = same(*role, &told.why);
            names.dedup();
            if *role != Role::MayRestrict || told.is_pattern || names.len() < 3 {
                lines.push(format!("    {:<14} {:<32} {}  {}", role_text(*role), told.name, told.place, told.why));
            } else if !grouped.contains(&&told.why) {
                grouped.push(&told.why);
                lines.push(format!("    {:<14} {} items, {}:", role_text(*role), names.len(), told.why));
                let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
                lines.extend(filled(&names).into_iter().map(|line| format!("                   {line}")));
            }
        }
        lines
    }

    fn items(&self, part: u32) -> impl Iterator<Item = &ItemReport> {
        self.reports.iter().filter(move |report| report.part == part).flat_map(|report| &report.items)
    }

    fn lacks_permission(&self, part: u32) -> bool {
        self.is_unpermitted && self.reports.iter().any(|report| report.part == part && report.lacks_permission)
    }

    fn told(&self, part: u32, item: &ItemReport) -> Told {
        let Some(deciding) = self.deciding else { return Told::default() };
        let (name, (place, why)) = (deciding.item(item.item).0, deciding.by(item));
        let program = self.command.parts.get(part as usize).map(|part| part.program.spelled);
        let is_pattern = matches!(item.by, By::Pattern(_)) && program != Some(Spelled::Computed);
        let why = match item.by {
            By::Pattern(_) if is_pattern => why,
            By::Pattern(_) => "its program is not known".to_owned(),
            By::UnreadCode => "its code was not read".to_owned(),
            By::Touch(touch) => self.command.touches.get(touch as usize).map(|touch| self.touch(touch)).unwrap_or_default(),
        };
        Told { name, place, why, is_pattern }
    }

    fn touch(&self, touch: &Touch) -> String {
        format!("as {}: it {}", tool(touch.kind), reading::touch(self.command, touch))
    }

    /// The members of the JSON form.
    pub fn document(&self) -> Value {
        let parts: Vec<Value> = (0_u32..).zip(&reading::parts(self.command)).map(|(number, part)| self.part_json(number, part)).collect();
        let unread: Vec<Value> = reading::unreadable(self.command).iter().map(place_json).collect();
        let signals = self.command.signals.iter().map(|(signal, part)| json!({ "signal": signal.as_str(), "part": part }));
        json!({ "command": self.command.text, "parts": parts, "unreadable": unread, "signals": signals.collect::<Vec<_>>() })
    }

    fn part_json(&self, number: u32, part: &ReadPlace) -> Value {
        let item = |item: &ItemReport| {
            let told = self.told(number, item);
            json!({ "item": told.name, "is": role_text(item.role), "place": told.place, "why": told.why })
        };
        let lacks = self.reports.iter().any(|report| report.part == number && report.lacks_permission);
        let mut value = place_json(part);
        if let Some(members) = value.as_object_mut() {
            members.insert("items".to_owned(), self.items(number).map(item).collect());
            members.insert("flows".to_owned(), flows(self.command, number).into());
            members.insert("permitted".to_owned(), if self.deciding.is_some() { (!lacks).into() } else { Value::Null });
        }
        value
    }
}

/// What is told of an item at a part.
#[derive(Default)]
struct Told {
    name: String,
    place: String,
    why: String,
    is_pattern: bool,
}

fn marks(parts: &[ReadPlace], unread: &[ReadPlace]) -> Vec<Mark> {
    let numbered = (1..).zip(parts).map(|(number, part)| Mark { span: part.span, label: number.to_string() });
    numbered.chain(unread.iter().map(|place| Mark { span: place.span, label: "?".to_owned() })).collect()
}

fn place_json(place: &ReadPlace) -> Value {
    json!({ "from": place.span.start, "to": place.span.end, "is": place.title, "told": place.told })
}

/// As many on a line as a terminal shows whole, and no more lines than a screen has room for.
fn filled(all: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, told) in all.iter().enumerate() {
        let is_full = lines.len() == TOLD_LINES;
        match lines.last_mut().filter(|line| line.chars().count() + told.chars().count() + 2 <= COLUMNS) {
            Some(line) => *line += &format!(", {told}"),
            None if is_full => {
                lines.push(format!("… and {} more; `--format json` has them", all.len() - at));
                break;
            }
            None => lines.push(told.clone()),
        }
    }
    lines
}

fn role_text(role: Role) -> &'static str {
    match role {
        Role::Restricts => "restricted by",
        Role::MayRestrict => "may be hit by",
        Role::Permits => "permitted by",
    }
}

/// The function as whose call a path or host is decided.
fn tool(kind: TouchKind) -> &'static str {
    match kind {
        TouchKind::Read | TouchKind::ReadBelow | TouchKind::Enter => "file.read",
        TouchKind::Write => "file.write",
        TouchKind::Contact => "net.fetch",
    }
}

/// Where the part's output goes on to.
fn flows(command: &Command, part: u32) -> Vec<String> {
    let told = |flow: &Flow| {
        let to = flow.to + 1;
        match flow.kind {
            FlowKind::Pipe => format!("its output is the input of {to}"),
            FlowKind::File => format!("its output is a file of {to}"),
            FlowKind::Code => format!("its output is in the code of {to}"),
        }
    };
    command.flows.iter().filter(|flow| flow.from == part).map(told).collect()
}
