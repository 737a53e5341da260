//! The same decision by visiting everything, with what the quick answer leaves out: all that fired, what was unknown, and the decision if
//! nothing had been unknown. Work is bounded as a decision's is: beyond it the rest counts as unknown.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::decide::{self, Answer, Clause, Decision, Heard, Listener, Reported, Scratch, Word, Words};
use crate::escape::Escaped;
use crate::evaluate::{Evaluation, Seen, Truth};
use crate::functions::{Effects, Found, Server};
use crate::layout::*;
use crate::limits;
use crate::refusal::Cause;
use crate::state::States;

/// An item that applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fired {
    /// Its index.
    pub item: u32,
    /// Its condition was certainly true.
    pub certain: bool,
    /// It is recorded only.
    pub shadow: bool,
}

/// Everything about one decision.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The decision.
    pub decision: Decision,
    /// Restrictions that applied, and shadow items, by rank.
    pub fired: Vec<Fired>,
    /// Items that apply and answer something else than a decision: fills, stubs, reports, redactions; by rank.
    pub gifts: Vec<Fired>,
    /// Certain permissions, by rank.
    pub permitted: Vec<u32>,
    /// Rows of defaults that were joined, with whether certainly.
    pub rows: Vec<(u32, bool)>,
    /// What sets say of commands that was joined, with whether certainly.
    pub clauses: Vec<(u32, Clause, bool)>,
    /// The kindest decision that known values could have made of it: restrictions that applied only through *unknown* left out, permissions that failed
    /// only through it given. A deny that is none here held only because something was unknown.
    pub without_unknown: Decision,
    /// Places of the call that items which fired uncertainly read and that were unknown, absent or of no use.
    pub unknowns: Vec<String>,
    /// What a check before any rule found, in words.
    pub breach: Option<String>,
}

/// Explains a call.
pub(crate) fn explain(core: &Core, call: &Call, states: &States) -> Explanation {
    let mut scratch = Scratch::new(core);
    let decision = decide::decide(core, call, states, &mut scratch);
    let mut explanation = Explanation {
        decision,
        fired: Vec::new(),
        gifts: Vec::new(),
        permitted: Vec::new(),
        rows: Vec::new(),
        clauses: Vec::new(),
        without_unknown: decision,
        unknowns: Vec::new(),
        breach: None,
    };
    let admitted = if call.event().asks() { decide::admit(core, call, &mut scratch) } else { decide::look_up(core, call, &mut scratch) };
    match admitted {
        Ok(found) => Everything::visit(core, call, states, &mut scratch, &found, &mut explanation),
        Err(cause) => explanation.breach = breach(core, call, &mut scratch, cause),
    }
    explanation
}

/// What a refusal before any rule found.
pub(crate) fn breach(core: &Core, call: &Call, scratch: &mut Scratch, cause: Cause) -> Option<String> {
    let Ok(found) = crate::functions::find(core, call, scratch) else {
        let name = format!("{}.{}", call.server(), call.name());
        return (cause == Cause::Case)
            .then(|| format!("the function {} differs only in case from a known one, or as a harness spells it", Escaped::new(&name)));
    };
    let arguments = call.arguments()?;
    match cause {
        Cause::Schema => crate::shape::check(core, found.schema?, arguments).err().map(|breach| breach.to_string()),
        Cause::Case => crate::shape::keys(core, arguments, scratch, false)
            .err()
            .map(|conflict| format!("the key {} differs only in case from {}", Escaped::new(&conflict.key), Escaped::new(&conflict.other))),
        _ => None,
    }
}

/// One full visit: the certain half and the kindest half of the answer side by side.
struct Everything<'a> {
    core: &'a Core,
    evaluation: Evaluation<'a>,
    kind: Answer<'a>,
    server: Server,
    permitted: Vec<(u32, u32)>,
    maybe_permitted: Option<(u32, u32)>,
    /// Nothing of the defaults counts.
    is_permitted: bool,
}

impl<'a> Everything<'a> {
    fn visit(core: &'a Core, call: &'a Call, states: &'a States, scratch: &mut Scratch, found: &Found, out: &mut Explanation) {
        let mut everything = Self {
            core,
            evaluation: Evaluation::new(core, call, states, *found, limits::FUEL),
            kind: Answer::new(core, call),
            server: found.server,
            permitted: Vec::new(),
            maybe_permitted: None,
            is_permitted: false,
        };
        for &group in &scratch.groups {
            everything.group(group, out);
        }
        if call.carries_command() && call.event().asks() {
            everything.command(scratch, out);
        }
        everything.base(scratch, found.effects, call, out);
        out.permitted = everything.permitted.iter().map(|(_, item)| *item).collect();
        if call.event().asks() {
            out.without_unknown = everything.kind.finish();
        }
        // The certain one of an item first.
        out.fired.sort_by_key(|fired| (core.item_record(fired.item).map(|item| item.rank), fired.item, !fired.certain));
        out.fired.dedup_by_key(|fired| fired.item);
        out.gifts.sort_by_key(|gift| core.item_record(gift.item).map(|item| item.rank));
        out.gifts.dedup();
        if everything.server == Server::Unknown {
            out.unknowns.push(String::from("function.identity"));
        }
        out.unknowns.sort();
        out.unknowns.dedup();
    }

    fn group(&mut self, index: u32, out: &mut Explanation) {
        let Some(group) = self.core.group(index) else { return };
        let words = Words::of(&group, &self.kind);
        for index in self.core.list(group.items) {
            let Some(item) = self.core.item_record(index) else { continue };
            if item.effect == item_effect::MOVE || decide::is_inert(&item, self.evaluation.call.now()) {
                continue;
            }
            let truth = match item.kind {
                // Asked part by part, elsewhere.
                COMMAND_KIND if item.flags & item_flag::SHADOW == 0 => continue,
                COMMAND_KIND => decide::truth_of(&mut self.evaluation, &item),
                _ => self.evaluation.condition(item.entry),
            };
            self.item(&group, &words, index, &item, truth, out);
        }
    }

    fn item(&mut self, group: &Group, words: &Words, index: u32, item: &Item, truth: Truth, out: &mut Explanation) {
        let permit = item.flags & item_flag::PERMIT != 0;
        let shadow = item.flags & item_flag::SHADOW != 0;
        let certain = truth == Truth::True;
        match truth {
            Truth::False => return,
            Truth::Unknown if permit && shadow => return,
            _ if permit && shadow && self.server != Server::Meant => return,
            _ => {}
        }
        // What a gift could not see is no reason for the decision.
        if !certain && item.effect < item_effect::FILL {
            out.unknowns.extend(unknowns_of(self.core, self.evaluation.call, self.evaluation.states, item.entry));
        }
        if permit && !shadow {
            // Only command items permit a command.
            if self.evaluation.call.carries_command() {
                return;
            }
            // What another server is permitted is nobody's word.
            if self.server == Server::Other {
                return;
            }
            let certain = certain && self.server == Server::Meant;
            let best = self.maybe_permitted.is_none_or(|(rank, _)| item.rank < rank);
            self.maybe_permitted = if best { Some((item.rank, index)) } else { self.maybe_permitted };
            if certain && !self.permitted.contains(&(item.rank, index)) {
                self.is_permitted = true;
                self.permitted.push((item.rank, index));
                self.permitted.sort_unstable();
            }
            return;
        }
        if item.effect >= item_effect::FILL {
            out.gifts.push(Fired { item: index, certain, shadow });
            return;
        }
        out.fired.push(Fired { item: index, certain, shadow });
        if certain && !shadow {
            self.kind.collect(group, item.bits);
            self.kind.contribute(words.strictest(item.bits), true, item.rank, Reported::Item { item: index, certain });
        }
    }

    /// What command items, sub-calls and text that cannot be read bring, and which permissions cover parts.
    fn command(&mut self, scratch: &mut Scratch, out: &mut Explanation) {
        let (core, terms) = (self.core, Answer::new(self.core, self.evaluation.call));
        let Scratch { groups, remits, work } = scratch;
        let mut told = Told { core, kind: &mut self.kind, fired: &mut out.fired, clauses: &mut out.clauses };
        decide::restrict(&mut self.evaluation, &terms, groups, remits, work, &mut told);
        let mut covering = Vec::new();
        decide::covering(&mut self.evaluation, groups, work, |_, _, index, item| covering.push((item.rank, index)));
        covering.sort_unstable();
        covering.dedup();
        self.is_permitted = decide::permitted(&mut self.evaluation, groups, work).is_some();
        work.is_kind = true;
        self.maybe_permitted = decide::permitted(&mut self.evaluation, groups, work).map(|item| (0, item));
        work.is_kind = false;
        self.permitted = covering;
    }

    /// Defaults: as decided, and for the kindest half with unknown `for`s true and unknown rows left out.
    fn base(&mut self, scratch: &Scratch, effects: Effects, call: &Call, out: &mut Explanation) {
        let mut given = None;
        for &set in &scratch.remits {
            let Some(record) = self.core.set(set) else { continue };
            let applies = self.evaluation.condition(record.applies);
            if applies == Truth::False {
                continue;
            }
            if let Some(row) = core_row(self.core, &record, call) {
                let certain = applies == Truth::True;
                let reported = Reported::Commands { set, clause: Clause::Otherwise, certain };
                if !self.is_permitted && call.event().asks() {
                    out.clauses.push((set, Clause::Otherwise, certain));
                }
                let better = given.is_none_or(|(_, rank)| row.rank < rank);
                given = if better { Some((Reported::Commands { set, clause: Clause::Otherwise, certain: true }, row.rank)) } else { given };
                if self.maybe_permitted.is_none() {
                    self.kind.join_commands(record.otherwise, Heard::ALL, COMMAND_CHECK, (true, row.rank), reported);
                }
                continue;
            }
            for row_index in record.rows.range() {
                let Some(row) = self.core.row(row_index as u32) else { continue };
                let head = decide::head(&row, effects, call);
                if head == Truth::False {
                    continue;
                }
                if !self.is_permitted && call.event().asks() {
                    out.rows.push((row_index as u32, head == Truth::True && applies == Truth::True));
                }
                if head == Truth::True {
                    let better = given.is_none_or(|(_, rank)| row.rank < rank);
                    let reported = Reported::DefaultRow { row: row_index as u32, certain: true };
                    given = if better { Some((reported, row.rank)) } else { given };
                    if self.maybe_permitted.is_none() {
                        self.kind.join_row(row_index as u32, &row, true);
                    }
                    break;
                }
            }
        }
        match self.maybe_permitted {
            Some((_, item)) if self.kind.word == Word::Allow => self.kind.permit(item),
            Some(_) => {}
            None => self.kind.default_given(given),
        }
    }
}

/// What a set says of a command that no item settles.
fn core_row(core: &Core, set: &SetRecord, call: &Call) -> Option<RowRecord> {
    core.row(set.otherwise).filter(|_| call.carries_command())
}

/// What a command brings: all of it, and its certain half.
struct Told<'v, 'a> {
    core: &'a Core,
    kind: &'v mut Answer<'a>,
    fired: &'v mut Vec<Fired>,
    clauses: &'v mut Vec<(u32, Clause, bool)>,
}

impl Listener for Told<'_, '_> {
    fn hears_every_item(&self) -> bool {
        true
    }

    fn skips(&self, _words: &Words, _mask: u64, _best: u32) -> bool {
        false
    }

    fn item(&mut self, group: &Group, words: &Words, index: u32, item: &Item, certain: bool) {
        self.fired.push(Fired { item: index, certain, shadow: false });
        if certain {
            self.kind.collect(group, item.bits);
            self.kind.contribute(words.strictest(item.bits), true, item.rank, Reported::Item { item: index, certain });
        }
    }

    fn unsure(&mut self, index: u32, _item: &Item, _row: u32) {
        self.fired.push(Fired { item: index, certain: false, shadow: false });
    }

    fn unreadable(&mut self, row: u32, reported: Reported) {
        let rank = self.core.row(row).map_or(u32::MAX, |row| row.rank);
        if let Reported::Commands { set, clause, certain } = reported {
            self.clauses.push((set, clause, certain));
            self.kind.join_commands(row, Heard::ALL, COMMAND_CHECK, (certain, rank), reported);
        }
    }
}

/// The attributes that a condition reads and that are of no use in this call, sorted.
pub(crate) fn unknowns_of(core: &Core, call: &Call, states: &States, entry: u32) -> Vec<String> {
    let evaluation = Evaluation::new(core, call, states, Found::OTHER, u64::MAX);
    let mut seen: Vec<u32> = Vec::new();
    let mut pending: Vec<u32> = alloc::vec![entry];
    let mut out = Vec::new();
    while let Some(at) = pending.pop() {
        let Some(instruction) = core.instruction(at).filter(|_| !seen.contains(&at)) else { continue };
        seen.push(at);
        pending.extend([instruction.on_true, instruction.on_false]);
        let Some(atom) = core.atom(instruction.atom) else { continue };
        match atom.op {
            op::FUNCTION | op::STARTS_CHILD => continue,
            op::MEMORY => {
                out.extend(forgotten(&evaluation, atom.right));
                continue;
            }
            _ => {}
        }
        let right = (atom.flags & op::ATTRIBUTE != 0).then_some(atom.right);
        if crate::compiled::quantifies(&atom) {
            pending.push(atom.right);
        }
        out.extend(core::iter::once(atom.left).chain(right).filter_map(|attribute| useless(&evaluation, attribute)));
        out.extend(useless_anchor(core, call, &atom).map(String::from));
    }
    out.sort();
    out.dedup();
    out
}

/// What a question to the state could not be asked with: values of the call, who the owner is, or the owner's state.
fn forgotten(evaluation: &Evaluation<'_>, index: u32) -> Vec<String> {
    let Some(record) = evaluation.core.tracked(index) else { return Vec::new() };
    let parts = if record.kind == tracked::ORIGIN { Run::default() } else { record.parts };
    let binds = parts.range().filter_map(|index| Some(evaluation.core.bind(index as u32)?.attribute));
    let mut out: Vec<String> = binds.chain([record.attribute]).filter_map(|attribute| useless(evaluation, attribute)).collect();
    let owner = ["job", "tree", "person", "agent"].get(usize::from(record.owner)).copied().unwrap_or_default();
    if crate::evaluate::owner_name(evaluation.call, record.owner).is_none() || evaluation.states.owner(record.owner).is_none() {
        out.push(format!("the state of the {owner}"));
    }
    out
}

/// The folder that a path constant is relative to, where the call does not say it.
fn useless_anchor(core: &Core, call: &Call, atom: &AtomRecord) -> Option<&'static str> {
    let is_constant = matches!(atom.op, op::EQUAL | op::HAS | op::LIKE_PATH | op::UNDER) && atom.flags & op::ATTRIBUTE == 0;
    let literal = is_constant.then(|| core.literal(atom.right)).flatten().filter(|literal| literal.kind == literal::PATH)?;
    match literal.anchor {
        anchor::HOME if call.home().is_none() => Some("session.home"),
        anchor::WORKSPACE if call.workspace().is_none() => Some("session.workspace"),
        _ => None,
    }
}

fn useless(evaluation: &Evaluation<'_>, attribute: u32) -> Option<String> {
    let record = evaluation.core.attribute(attribute).filter(|record| !matches!(record.root, root::ELEMENT | root::INNER_ELEMENT))?;
    let useless = match evaluation.list_of_its_own(&record) {
        Some(listed) => listed.is_open(),
        None => matches!(evaluation.read(&record), Seen::Absent | Seen::Unknown | Seen::Object | Seen::Other | Seen::Null),
    };
    useless.then(|| attribute_name(evaluation.core, &record))
}

/// An attribute as policies write it.
pub(crate) fn attribute_name(core: &Core, attribute: &AttributeRecord) -> String {
    let head = match attribute.root {
        root::ARGS => "args",
        root::FUNCTION => "function",
        root::PRINCIPAL => "principal",
        root::AGENT => "agent",
        root::SESSION => "session",
        root::JOB => "job",
        root::PATHS => "paths",
        root::READS => "reads",
        root::WRITES => "writes",
        root::NOW => "now",
        root::HOSTS => "hosts",
        root::RECIPIENTS => "recipients",
        root::TREE => "tree",
        root::FLOW => "flow",
        root::RESULT => "result",
        root::COMMAND => "command",
        root::SIGNALS => "signals",
        _ => "element",
    };
    let mut out = String::from(head);
    for index in attribute.path.range() {
        let key = core.name(index as u32).and_then(|name| core.text_of(name.text)).unwrap_or("?");
        let plain = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$' | b'@'));
        if plain {
            out.push('.');
            out.push_str(key);
        } else {
            out.push_str(&format!("[{}]", Escaped::new(key)));
        }
    }
    out
}
