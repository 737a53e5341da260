//! What each clause of an item belongs to, and whether the clauses stand in their order.
//!
//! One order holds for all items (`on`, `when`, `unless`, the item's own clauses, outcomes, `starts`, `expires`, `shadow`, `final`); an
//! [`Order`] says which of them an item has, and which of its clauses own others: an outcome its guards and its reason, a `step` or `from`
//! its guards. Before the first owner `when` and `unless` guard the item, behind an owner they guard that one. A clause out of order whose
//! meaning is evident is read so, reported, and moved by its fix; one that could belong to several things is reported and left out, never
//! guessed. What a clause means, and whether an item has all it needs, is not told here.

mod kind;

pub(crate) use kind::{ClauseKind, Stands};

use crate::codes::syntax as codes;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::lexer::is_word_char;
use crate::span::{Span, Spanned};
use crate::tree::{Expression, StepTree};

/// A clause as read, in written order.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) kind: ClauseKind,
    pub(crate) span: Span,
}

/// The clauses of an item, in their order.
pub(crate) struct Order(pub(crate) &'static [Slot]);

/// A place in the order.
pub(crate) struct Slot {
    stands: Stands,
    /// The clauses that stand behind it as its own, where it owns some or stands any number of times.
    own: Option<&'static [Stands]>,
    many: bool,
}

impl Slot {
    /// A clause that stands once.
    pub(crate) const fn one(stands: Stands) -> Self {
        Self { stands, own: None, many: false }
    }

    /// A clause that stands once, with clauses of its own.
    pub(crate) const fn owner(stands: Stands, own: &'static [Stands]) -> Self {
        Self { stands, own: Some(own), many: false }
    }

    /// A clause of the item that stands any number of times.
    pub(crate) const fn repeated(stands: Stands) -> Self {
        Self { stands, own: None, many: true }
    }

    /// A clause that stands any number of times, each with clauses of its own.
    pub(crate) const fn many(stands: Stands, own: &'static [Stands]) -> Self {
        Self { stands, own: Some(own), many: true }
    }

    /// The place of a clause among this owner's own, from 1.
    fn place(&self, stands: Stands) -> Option<u8> {
        self.own?.iter().position(|other| *other == stands).and_then(|at| u8::try_from(at + 1).ok())
    }
}

impl Order {
    /// Whether a word starts a clause that owns others.
    pub(crate) fn owner_starts_with(&self, word: &str) -> bool {
        self.0.iter().any(|slot| slot.own.is_some() && slot.stands.starts_with(word))
    }

    /// Whether the item or a clause of it has such a clause.
    pub(crate) fn has(&self, stands: Stands) -> bool {
        self.0.iter().any(|slot| slot.stands == stands || slot.place(stands).is_some())
    }

    fn slots(&self, stands: Stands) -> impl Iterator<Item = u8> {
        self.0.iter().zip(0u8..).filter(move |(slot, _)| slot.stands == stands).map(|(_, at)| at)
    }

    fn slot(&self, at: u8) -> Option<&'static Slot> {
        self.0.get(usize::from(at))
    }

    /// The order in words.
    fn help(&self, key: Key) -> String {
        let behind = self.slot(key.0).filter(|_| key.2 > 0).and_then(|slot| Some((slot.stands, slot.own?)));
        let (before, stands): (String, Vec<Stands>) = match behind {
            Some((owner, own)) => (format!("behind {} the order is ", owner.with_article()), own.to_vec()),
            None => ("the order is ".to_owned(), self.0.iter().map(|slot| slot.stands).collect()),
        };
        let mut words: Vec<String> = Vec::new();
        for word in stands.iter().map(|stands| stands.in_order()) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        before + &words.join(", ")
    }
}

/// What the clauses of an item are, and what was found.
pub(crate) struct Arranged {
    /// In the item's order.
    pub(crate) parts: Vec<Part>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether no clause was left out.
    pub(crate) complete: bool,
}

/// A clause with its own.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) kind: ClauseKind,
    /// Its own clauses included.
    pub(crate) span: Span,
    pub(crate) own: Own,
}

/// The clauses that an owner owns.
#[derive(Debug, Default)]
pub(crate) struct Own {
    pub(crate) when: Option<Expression>,
    pub(crate) unless: Option<Expression>,
    pub(crate) because: Option<Spanned<String>>,
    pub(crate) after: Vec<StepTree>,
}

/// The place of a clause: slot of the order, which of the owners there, place among that owner's own (0 is the owner).
type Key = (u8, usize, u8);

/// Gives each clause its place. Where a clause of the item could not be read (`all_read` is false) nothing is moved by machine.
pub(crate) fn arrange(text: &str, clauses: Vec<Clause>, order: &Order, all_read: bool) -> Arranged {
    let mut diagnostics = Vec::new();
    let placed = Placing::of(&clauses, order).place(text, clauses, &mut diagnostics);
    let keyed = keep_single(text, placed, &mut diagnostics);
    let complete = diagnostics.is_empty();
    let out_of_order = Layout::of(&keyed, order).findings(text, &keyed, order);
    diagnostics.extend(out_of_order.into_iter().map(|mut diagnostic| {
        diagnostic.fixes.iter_mut().for_each(|fix| fix.automatic = all_read && complete);
        diagnostic
    }));
    Arranged { parts: assemble(keyed), diagnostics, complete }
}

/// What the clauses read so far say about the next.
struct Placing<'o> {
    order: &'o Order,
    /// Of each slot, how many owners stand there in all, and how many were seen.
    owners: Vec<(usize, usize)>,
    /// The owner behind which the next clause stands.
    open: Open,
    /// Whether an owner could not be read: what belongs to nothing then may be its own.
    lost: bool,
    /// Slots already given to clauses that have several.
    given: Vec<(Stands, u8)>,
    /// The furthest slot that is filled.
    furthest: u8,
}

#[derive(Clone, Copy)]
enum Open {
    Nothing,
    /// Slot and number.
    Owner(u8, usize),
    /// One that could not be read.
    Lost,
}

/// Where a clause belongs.
enum Placed {
    At(Key),
    /// To an owner that could not be read.
    Lost,
    /// Not clear; the owner directly before it that takes no such clause.
    Unclear(Option<Stands>),
}

impl<'o> Placing<'o> {
    fn of(clauses: &[Clause], order: &'o Order) -> Self {
        let mut owners = vec![(0, 0); order.0.len()];
        for clause in clauses {
            for slot in order.slots(clause.kind.stands()) {
                if let Some((all, _)) = owners.get_mut(usize::from(slot)) {
                    *all += 1;
                }
            }
        }
        let lost = clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Lost));
        Self { order, owners, open: Open::Nothing, lost, given: Vec::new(), furthest: 0 }
    }

    fn place(mut self, text: &str, clauses: Vec<Clause>, diagnostics: &mut Vec<Diagnostic>) -> Vec<(Key, Clause)> {
        let mut placed = Vec::with_capacity(clauses.len());
        for clause in clauses {
            match self.key(&clause.kind) {
                Placed::At(key) => {
                    self.furthest = self.furthest.max(key.0);
                    placed.push((key, clause));
                }
                // A guard that could not be read has its finding.
                Placed::Unclear(_) if clause.kind.is_broken() => {}
                Placed::Unclear(behind) if !self.lost || behind.is_some() => diagnostics.push(self.unclear(text, &clause, behind)),
                Placed::Unclear(_) | Placed::Lost => {}
            }
        }
        placed
    }

    fn key(&mut self, kind: &ClauseKind) -> Placed {
        let stands = kind.stands();
        if stands == Stands::Lost {
            self.open = Open::Lost;
            return Placed::Lost;
        }
        if self.order.0.iter().any(|slot| slot.place(stands).is_some()) {
            return self.owned(stands);
        }
        let Some(slot) = self.own_slot(stands) else { return Placed::Unclear(None) };
        match self.order.slot(slot) {
            Some(owner) if owner.own.is_some() || owner.many => {
                let seen = self.owners.get_mut(usize::from(slot)).map_or(0, |(_, seen)| std::mem::replace(seen, *seen + 1));
                let number = if owner.many { seen } else { 0 };
                self.open = if owner.own.is_some() { Open::Owner(slot, number) } else { Open::Nothing };
                Placed::At((slot, number, 0))
            }
            _ => {
                self.open = Open::Nothing;
                Placed::At((slot, 0, 0))
            }
        }
    }

    /// A guard or a reason: of the owner before it, of the item before the first owner, else of the only owner there is.
    fn owned(&self, stands: Stands) -> Placed {
        let own = |slot: u8| self.order.slot(slot).and_then(|slot| slot.place(stands));
        let behind = match self.open {
            Open::Owner(slot, number) => match own(slot) {
                Some(place) => return Placed::At((slot, number, place)),
                None => self.order.slot(slot).map(|slot| slot.stands),
            },
            Open::Lost => return Placed::Lost,
            Open::Nothing => None,
        };
        let takers = || self.order.0.iter().zip(0u8..).zip(&self.owners).filter(|((slot, _), _)| slot.place(stands).is_some());
        let seen = takers().any(|(_, (_, seen))| *seen > 0);
        if let Some(slot) = self.order.slots(stands).next().filter(|_| !seen && behind.is_none()) {
            return Placed::At((slot, 0, 0));
        }
        let mut with_any = takers().filter(|(_, (all, _))| *all > 0);
        match (with_any.next(), with_any.next()) {
            (Some(((slot, at), (1, _))), None) if behind.is_none() || self.order.slots(stands).next().is_none() => {
                slot.place(stands).map_or(Placed::Unclear(behind), |place| Placed::At((at, 0, place)))
            }
            _ => Placed::Unclear(behind),
        }
    }

    /// The slot of a clause of the item; of several the one that its place asks for.
    fn own_slot(&mut self, stands: Stands) -> Option<u8> {
        if let Some((_, slot)) = self.given.iter().find(|(given, _)| *given == stands) {
            return Some(*slot);
        }
        let slots: Vec<u8> = self.order.slots(stands).collect();
        let slot = slots.iter().copied().find(|slot| *slot >= self.furthest).or_else(|| slots.first().copied())?;
        if slots.len() > 1 {
            self.given.push((stands, slot));
        }
        Some(slot)
    }

    fn unclear(&self, text: &str, clause: &Clause, behind: Option<Stands>) -> Diagnostic {
        let (word, stands) = (clause.kind.word(), clause.kind.stands());
        let owner = self.order.0.iter().find(|slot| slot.place(stands).is_some()).map_or(Stands::Outcome, |slot| slot.stands);
        let number = self.order.0.iter().zip(&self.owners).filter(|(slot, _)| slot.place(stands).is_some());
        let message = match (behind, number.map(|(_, (all, _))| all).sum::<usize>()) {
            (Some(behind), _) => format!("{} has no `{word}` of its own", behind.with_article()),
            (None, 0) => format!("this `{word}` belongs to no {}", owner.name()),
            _ => format!("it is not clear which {} this `{word}` belongs to", owner.name()),
        };
        let of_item = self.order.slots(stands).next().is_some();
        let help = match of_item {
            true if owner == Stands::Outcome => {
                "put it directly behind the outcome it guards, or before the first outcome to guard the whole item"
            }
            true => "put it before them to guard the whole item",
            false if owner == Stands::Outcome => "put it directly behind its outcome",
            false => "put it directly behind the line it belongs to",
        };
        Diagnostic::error(codes::CLAUSE_PLACE, head(text, clause), message).help(help)
    }
}

/// Drops and reports what stands a second time at one place.
fn keep_single(text: &str, placed: Vec<(Key, Clause)>, diagnostics: &mut Vec<Diagnostic>) -> Vec<(Key, Clause)> {
    let mut first: std::collections::BTreeMap<Key, (Span, &'static str, bool)> = std::collections::BTreeMap::new();
    let mut single = Vec::with_capacity(placed.len());
    for (key, clause) in placed {
        let word = clause.kind.word();
        match first.get(&key) {
            // What could not be read has its finding.
            Some((.., broken)) if *broken || clause.kind.is_broken() => {}
            Some((before, other, _)) if *other != word => diagnostics.push(beside(word, *before, other, head(text, &clause))),
            Some((before, ..)) => diagnostics.push(twice(word, *before, head(text, &clause))),
            None => {
                first.insert(key, (head(text, &clause), word, clause.kind.is_broken()));
                single.push((key, clause));
            }
        }
    }
    single
}

/// The finding for a clause in whose place another stands.
fn beside(word: &str, first: Span, other: &str, second: Span) -> Diagnostic {
    Diagnostic::error(codes::CLAUSE_TWICE, second, format!("`{word}` stands beside `{other}`"))
        .also(first, "first here")
        .help("an item has one of the two: keep the one that is meant, and give the other an item of its own")
}

/// The finding for a clause that stands twice.
pub(crate) fn twice(word: &str, first: Span, second: Span) -> Diagnostic {
    let help = match word {
        "on" | "over" | "arg" | "from" | "same" | "to" | "uses" | "only" | "max" => "list everything in one clause, separated by commas",
        "when" | "unless" | "for" => "join the conditions: `… and …` or `… or …`",
        _ => "remove one of them",
    };
    Diagnostic::error(codes::CLAUSE_TWICE, second, format!("`{word}` stands twice")).also(first, "first here").help(help)
}

/// The first word of a clause.
fn head(text: &str, clause: &Clause) -> Span {
    let written = text.get(clause.span.start as usize..clause.span.end as usize).unwrap_or("");
    let length = written.find(|c: char| !is_word_char(c)).unwrap_or(written.len());
    Span::new(clause.span.start as usize, clause.span.start as usize + length)
}

/// A run of clauses that moves as one: an owner with its own behind it, or a clause alone.
struct Unit {
    key: Key,
    span: Span,
    /// Its first clause, and how many.
    first: usize,
    count: usize,
    owner: bool,
}

/// The word of a clause for a message: an outcome has none of its own.
fn word_of<'t>(text: &'t str, clause: &Clause) -> &'t str {
    match clause.kind {
        ClauseKind::Outcome(_) => {
            let place = head(text, clause);
            text.get(place.start as usize..place.end as usize).unwrap_or("")
        }
        _ => clause.kind.word(),
    }
}

/// Which clauses stay where they are.
struct Layout {
    units: Vec<Unit>,
    /// Whether each unit stays.
    kept: Vec<bool>,
    /// The clauses that stay, ascending.
    staying: Vec<(Key, Span)>,
}

impl Layout {
    fn of(keyed: &[(Key, Clause)], order: &Order) -> Self {
        let units = units(keyed, order);
        let kept = in_order(&units);
        let mut staying = Vec::with_capacity(keyed.len());
        for (unit, _) in units.iter().zip(&kept).filter(|(_, kept)| **kept) {
            let clauses = unit.clauses(keyed);
            staying.extend(clauses.iter().zip(unit.kept(keyed)).filter(|(_, kept)| *kept).map(|((key, clause), _)| (*key, clause.span)));
        }
        Self { units, kept, staying }
    }

    /// A finding for every clause that does not stand in its place.
    fn findings(&self, text: &str, keyed: &[(Key, Clause)], order: &Order) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for (unit, stays) in self.units.iter().zip(&self.kept) {
            let clauses = unit.clauses(keyed);
            if let Some((key, clause)) = clauses.first().filter(|(_, clause)| !stays && !clause.kind.is_broken()) {
                let fix = self.moved(text, *key, clause, unit.span);
                findings.push(out_of_order(text, *key, clause, order, fix));
            }
            for ((key, clause), _) in clauses.iter().zip(unit.kept(keyed)).filter(|((_, clause), kept)| !kept && !clause.kind.is_broken()) {
                // What stands in a text that moves itself is moved once that has its place.
                let fix = if *stays { self.moved(text, *key, clause, clause.span) } else { None };
                findings.push(out_of_order(text, *key, clause, order, fix));
            }
        }
        findings
    }

    /// The edits that take a text away and put it where its key belongs among those that stay.
    fn moved(&self, text: &str, key: Key, clause: &Clause, span: Span) -> Option<Fix> {
        let written = text.get(span.start as usize..span.end as usize).unwrap_or("");
        let next = self.staying.partition_point(|(other, _)| *other < key);
        let previous = next.checked_sub(1).and_then(|at| self.staying.get(at));
        let insertion = match (previous, self.staying.get(next)) {
            (Some((owner, previous)), _) if key.2 > 0 && (owner.0, owner.1) == (key.0, key.1) => {
                insert(previous.end, format!(" {written}"))
            }
            _ if key.2 > 0 => return None,
            (_, Some((_, next))) => insert(next.start, format!("{written}{}", line_break(text, *next))),
            (Some((_, previous)), None) => insert(previous.end, format!("{}{written}", line_break(text, span))),
            (None, None) => return None,
        };
        let mut deletion = Edit { span: deletion(text, span), text: String::new() };
        let title = format!("move `{}` to its place", word_of(text, clause));
        if insertion.span.start == deletion.span.start {
            deletion.text = insertion.text;
            return Some(Fix { title, edits: vec![deletion], automatic: true });
        }
        let mut edits = vec![insertion, deletion];
        edits.sort();
        Some(Fix { title, edits, automatic: true })
    }
}

impl Unit {
    fn clauses<'k>(&self, keyed: &'k [(Key, Clause)]) -> &'k [(Key, Clause)] {
        keyed.get(self.first..self.first + self.count).unwrap_or(&[])
    }

    /// Whether each of its clauses stands in its place among them.
    fn kept(&self, keyed: &[(Key, Clause)]) -> Vec<bool> {
        let keys: Vec<Key> = self.clauses(keyed).iter().map(|(key, _)| *key).collect();
        marked(keys.len(), longest_ascending(&keys, &vec![true; keys.len()]))
    }
}

fn units(keyed: &[(Key, Clause)], order: &Order) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(keyed.len());
    for (at, (key, clause)) in keyed.iter().enumerate() {
        let of_last = units.last_mut().filter(|unit| key.2 > 0 && unit.owner && (unit.key.0, unit.key.1) == (key.0, key.1));
        match of_last {
            Some(unit) => (unit.count, unit.span) = (unit.count + 1, unit.span.to(clause.span)),
            None => {
                let owner = key.2 == 0 && order.slot(key.0).is_some_and(|slot| slot.own.is_some());
                units.push(Unit { key: *key, span: clause.span, first: at, count: 1, owner });
            }
        }
    }
    units
}

/// Which units stay where they are: all owners where these are in order, and with them as many others as possible. So no guard changes its
/// owner by what is moved.
fn in_order(units: &[Unit]) -> Vec<bool> {
    let keys: Vec<Key> = units.iter().map(|unit| unit.key).collect();
    let owners: Vec<bool> = units.iter().map(|unit| unit.owner).collect();
    let kept = marked(units.len(), longest_ascending(&keys, &owners));
    let anchors: Vec<Key> = keys.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(key, _)| *key).collect();
    let mut seen = 0usize;
    let fits: Vec<bool> = units
        .iter()
        .zip(&kept)
        .map(|(unit, anchor)| {
            seen += usize::from(*anchor);
            // A clause apart from its owner never stands in its place.
            let between = unit.key.2 == 0 && anchors.partition_point(|other| *other < unit.key) == seen;
            *anchor || (!unit.owner && between)
        })
        .collect();
    marked(units.len(), longest_ascending(&keys, &fits))
}

fn marked(length: usize, positions: Vec<usize>) -> Vec<bool> {
    let mut marked = vec![false; length];
    for at in positions {
        if let Some(mark) = marked.get_mut(at) {
            *mark = true;
        }
    }
    marked
}

/// The positions of a longest ascending run of keys, among those that fit.
fn longest_ascending(keys: &[Key], fits: &[bool]) -> Vec<usize> {
    let mut tails: Vec<(Key, usize)> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; keys.len()];
    for (at, key) in keys.iter().enumerate().filter(|(at, _)| fits.get(*at) == Some(&true)) {
        let length = tails.partition_point(|(tail, _)| tail < key);
        if let Some(slot) = before.get_mut(at) {
            *slot = length.checked_sub(1).and_then(|previous| tails.get(previous)).map(|(_, previous)| *previous);
        }
        match tails.get_mut(length) {
            Some(tail) => *tail = (*key, at),
            None => tails.push((*key, at)),
        }
    }
    let mut run = Vec::with_capacity(tails.len());
    let mut next = tails.last().map(|(_, at)| *at);
    while let Some(at) = next {
        run.push(at);
        next = before.get(at).copied().flatten();
    }
    run
}

fn out_of_order(text: &str, key: Key, clause: &Clause, order: &Order, fix: Option<Fix>) -> Diagnostic {
    let message = format!("`{}` is out of order", word_of(text, clause));
    let mut diagnostic = Diagnostic::error(codes::CLAUSE_ORDER, head(text, clause), message).help(order.help(key));
    diagnostic.fixes.extend(fix);
    diagnostic
}

fn insert(at: u32, text: String) -> Edit {
    Edit { span: Span { start: at, end: at }, text }
}

/// What separates a clause from the one before it: a line of its own where it had one, else a blank.
fn line_break(text: &str, span: Span) -> String {
    let before = text.get(..span.start as usize).unwrap_or("");
    let indentation = before.len() - before.trim_end_matches([' ', '\t']).len();
    let indent = before.get(before.len() - indentation..).unwrap_or("");
    if before.len() == indentation || before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']) {
        format!("\n{indent}")
    } else {
        " ".to_owned()
    }
}

/// The clause with its line where it has one to itself, else with the blanks behind it.
fn deletion(text: &str, span: Span) -> Span {
    let (before, after) = (text.get(..span.start as usize).unwrap_or(""), text.get(span.end as usize..).unwrap_or(""));
    let line_start = before.trim_end_matches([' ', '\t']);
    let rest = after.trim_start_matches([' ', '\t']);
    let own_line = (line_start.is_empty() || line_start.ends_with(['\n', '\r'])) && (rest.is_empty() || rest.starts_with(['\n', '\r']));
    if own_line {
        let newline = if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
        return Span::new(line_start.len(), text.len() - rest.len() + newline);
    }
    Span::new(span.start as usize, text.len() - rest.len())
}

fn assemble(mut keyed: Vec<(Key, Clause)>) -> Vec<Part> {
    keyed.sort_by_key(|(key, _)| *key);
    let mut parts: Vec<Part> = Vec::with_capacity(keyed.len());
    for (key, clause) in keyed {
        match parts.last_mut().filter(|_| key.2 > 0) {
            Some(owner) => owner.take(clause),
            None => parts.push(Part { kind: clause.kind, span: clause.span, own: Own::default() }),
        }
    }
    parts
}

impl Part {
    fn take(&mut self, clause: Clause) {
        match clause.kind {
            ClauseKind::When(condition) => self.own.when = Some(condition),
            ClauseKind::Unless(condition) => self.own.unless = Some(condition),
            ClauseKind::Because(reason) => self.own.because = Some(reason),
            ClauseKind::After(steps) => self.own.after = steps,
            _ => return,
        }
        if clause.span.start >= self.span.start {
            self.span = self.span.to(clause.span);
        }
    }
}
