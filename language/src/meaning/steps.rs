//! Steps: options with their defaults and bounds, pools, and merging by pool.

use std::collections::{BTreeMap, BTreeSet};

use crate::codes::meaning as code;
use crate::core::{Binding, Pool, Step, Terms};
use crate::diagnostic::Diagnostic;
use crate::names::{Names, Namespace};
use crate::span::{Span, Spanned};
use crate::suggestion;
use crate::tree::{Name, StepKind, StepOption, StepTree};

/// The word of a pool that is no role: whoever answers for the principal.
pub(super) const SPONSOR: &str = "sponsor";
/// Words of pools that no role may take.
pub(super) const POOL_WORDS: [&str; 2] = [SPONSOR, "requester"];

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// A duration option: its word, the value it takes alone, the longest it may be; in seconds.
struct Bounded {
    word: &'static str,
    alone: u32,
    most: u32,
    most_written: &'static str,
}

const HOLD: Bounded = Bounded { word: "hold", alone: 90, most: HOUR, most_written: "1h" };
const RETRY: Bounded = Bounded { word: "retry", alone: MINUTE, most: 10 * MINUTE, most_written: "10m" };
const TICKET: Bounded = Bounded { word: "ticket", alone: DAY, most: 30 * DAY, most_written: "30d" };
const GRANT: Bounded = Bounded { word: "grant", alone: HOUR, most: DAY, most_written: "24h" };
const RECHECK: Bounded = Bounded { word: "recheck", alone: HOUR, most: HOUR, most_written: "1h" };

/// What the steps stand on.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'n> {
    pub names: &'n dyn Names,
    /// The item's conditions read arguments.
    pub reads_arguments: bool,
    /// All its functions carry a command.
    pub commands: bool,
}

/// Lowers `A and B`; what cannot be read is reported and left out.
pub(crate) fn steps(trees: &[StepTree], ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Step> {
    merged(trees.iter().filter_map(|tree| step(tree, ground, diagnostics)))
}

/// Sorted; equal pools joined into one step, everything else once.
pub fn merged(steps: impl IntoIterator<Item = Step>) -> Vec<Step> {
    let mut pools: BTreeMap<Pool, Terms> = BTreeMap::new();
    let mut others: BTreeSet<Step> = BTreeSet::new();
    for step in steps {
        match step {
            Step::Approve { pool, terms } => {
                pools.entry(pool).and_modify(|earlier| *earlier = earlier.join(terms)).or_insert(terms);
            }
            other => {
                others.insert(other);
            }
        }
    }
    let mut all: Vec<Step> = others.into_iter().chain(pools.into_iter().map(|(pool, terms)| Step::Approve { pool, terms })).collect();
    all.sort();
    all
}

fn step(tree: &StepTree, ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Step> {
    let lowered = match &tree.kind {
        StepKind::Approve { count, deciders } => {
            let pool = pool(count.as_ref(), deciders, ground.names, diagnostics)?;
            return Some(Step::Approve { pool, terms: terms(tree, ground, diagnostics) });
        }
        StepKind::Classify => {
            if !ground.commands {
                let message = "`classify` reads a command, and functions of this item carry none";
                diagnostics
                    .push(Diagnostic::error(code::NO_COMMAND, tree.span, message).help("put it on an item that is on `shell.exec` alone"));
            }
            Step::Classify
        }
        StepKind::ServerCheck => Step::ServerCheck,
        StepKind::Confirm => Step::Confirm,
        StepKind::Notify(who) => Step::Notify(person(who, ground.names, diagnostics)?),
    };
    if let Some(option) = tree.options.first() {
        let message = format!("only `approve` takes options such as `{}`", word(&option.value));
        diagnostics.push(Diagnostic::error(code::STEP_OPTION, option.span, message).help("leave it out, or write `approve by …`"));
    }
    Some(lowered)
}

fn pool(count: Option<&Spanned<u8>>, deciders: &[Name], names: &dyn Names, diagnostics: &mut Vec<Diagnostic>) -> Option<Pool> {
    let people: Vec<Option<String>> = deciders.iter().map(|name| person(name, names, diagnostics)).collect();
    let mut people: Vec<String> = people.into_iter().collect::<Option<_>>()?;
    people.sort();
    people.dedup();
    if let Some(zero) = count.filter(|count| count.value == 0) {
        diagnostics.push(Diagnostic::error(code::STEP_LIMIT, zero.span, "nobody would decide").help("at least `1 of …`"));
    }
    let count = count.map_or(1, |count| count.value.max(1));
    (!people.is_empty()).then_some(Pool { deciders: people, count })
}

fn person(name: &Name, names: &dyn Names, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
    if name.value == SPONSOR {
        return Some(SPONSOR.to_owned());
    }
    let role = names.role(&name.value);
    if role.is_none() {
        let roles = names.all(Namespace::Roles);
        let help =
            suggestion::help(&name.value, roles.iter().map(String::as_str).chain([SPONSOR]), &format!("declare it: `role {}`", name.value));
        diagnostics.push(Diagnostic::error(code::UNKNOWN_ROLE, name.span, format!("there is no role `{}`", name.value)).help(help));
    }
    role
}

fn terms(tree: &StepTree, ground: Ground<'_>, diagnostics: &mut Vec<Diagnostic>) -> Terms {
    let mut reading = Reading { terms: Terms { hold: None, retry: None, ..Terms::PLAIN }, seen: BTreeMap::new(), ground, diagnostics };
    for option in &tree.options {
        reading.option(option);
    }
    reading.completed()
}

/// The options of one step while they are read.
struct Reading<'a, 'n> {
    terms: Terms,
    seen: BTreeMap<&'static str, Span>,
    ground: Ground<'n>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reading<'_, '_> {
    fn option(&mut self, option: &Spanned<StepOption>) {
        let (word, span) = (word(&option.value), option.span);
        if let Some(first) = self.seen.insert(word, span) {
            let message = format!("`{word}` is given twice");
            self.diagnostics
                .push(Diagnostic::error(code::STEP_OPTION, span, message).also(first, "first here").help("keep one of the two"));
            return;
        }
        match &option.value {
            StepOption::Hold(time) => self.terms.hold = Some(self.time(*time, &HOLD, span)),
            StepOption::Retry(time) => self.terms.retry = Some(self.time(*time, &RETRY, span)),
            StepOption::Ticket(time) => self.terms.ticket = Some(self.time(*time, &TICKET, span)),
            StepOption::Grant(time) => self.terms.grant = Some(self.time(*time, &GRANT, span)),
            StepOption::Recheck(time) => self.terms.recheck = Some(self.time(*time, &RECHECK, span)),
            StepOption::SelfApproval => self.terms.self_approval = true,
            StepOption::Distinct => self.terms.distinct = true,
            StepOption::Bind(what) => self.bind(what),
            StepOption::Allowance(what) => {
                self.terms.allowance = true;
                self.only(what, "allowance", &["job"]);
            }
        }
    }

    fn time(&mut self, written: Option<u64>, bounds: &Bounded, span: Span) -> u32 {
        let seconds = written.map_or(bounds.alone, |seconds| u32::try_from(seconds).unwrap_or(u32::MAX));
        if !(1..=bounds.most).contains(&seconds) {
            let message = format!("`{}` is out of its bounds", bounds.word);
            let help = format!("it lasts from 1s to {}", bounds.most_written);
            self.diagnostics.push(Diagnostic::error(code::STEP_LIMIT, span, message).help(help));
        }
        seconds.clamp(1, bounds.most)
    }

    fn bind(&mut self, what: &Name) {
        self.only(what, "bind", &["call", "tool"]);
        if what.value == "tool" {
            self.terms.bind = Binding::Tool;
        }
    }

    fn only(&mut self, what: &Name, option: &str, known: &[&str]) {
        if !known.contains(&what.value.as_str()) {
            let message = format!("`{option}` does not take `{}`", what.value);
            let help = format!("it takes `{}`", known.join("` or `"));
            self.diagnostics.push(Diagnostic::error(code::STEP_OPTION, what.span, message).help(help));
        }
    }

    fn completed(mut self) -> Terms {
        self.check_ticket();
        self.check_bind();
        if self.terms.ticket.is_some() {
            return Terms { hold: None, retry: None, ..self.terms };
        }
        let Terms { hold, retry, .. } = self.terms;
        Terms { hold: hold.or(Terms::PLAIN.hold), retry: retry.or(Terms::PLAIN.retry), ..self.terms }
    }

    fn check_ticket(&mut self) {
        let waiting = ["hold", "retry"].into_iter().find_map(|word| Some((word, *self.seen.get(word)?)));
        if let (Some(ticket), Some((word, span))) = (self.seen.get("ticket"), waiting) {
            let message = format!("a `ticket` stays open instead of a `{word}`");
            self.diagnostics
                .push(Diagnostic::error(code::STEP_OPTION, span, message).also(*ticket, "the ticket").help("keep one of the two"));
        }
    }

    fn check_bind(&mut self) {
        let Some(span) = self.seen.get("bind").copied().filter(|_| self.terms.bind == Binding::Tool) else { return };
        if self.terms.grant.is_none() {
            let message = "`bind tool` lets a yes be used again, so it needs a `grant` that ends it";
            self.diagnostics.push(Diagnostic::error(code::BIND_TOOL, span, message).help("add `grant 1h`"));
        }
        if self.ground.reads_arguments {
            let message = "`bind tool` leaves the arguments out of the yes, and this item decides by them";
            self.diagnostics.push(Diagnostic::error(code::BIND_TOOL, span, message).help("write `bind call`, which is the default"));
        }
    }
}

fn word(option: &StepOption) -> &'static str {
    match option {
        StepOption::Hold(_) => "hold",
        StepOption::Retry(_) => "retry",
        StepOption::Ticket(_) => "ticket",
        StepOption::Grant(_) => "grant",
        StepOption::Bind(_) => "bind",
        StepOption::SelfApproval => "self-approval",
        StepOption::Distinct => "distinct",
        StepOption::Recheck(_) => "recheck",
        StepOption::Allowance(_) => "allowance",
    }
}
