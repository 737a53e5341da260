//! A policy looked at from one host: what its items need there, and which of them can never do what they say.

use std::collections::{BTreeMap, BTreeSet};

use straza_language::core::{Condition, CoreItem, Effect, ItemId, PolicySet, Program, Restriction, RowHead};

use super::needs::{decides, of_condition, of_part, of_steps};
use super::truth::{self, Possible};
use super::{Host, Lack};
use crate::index::check;

/// What is spoken of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// An item, by one of its parts.
    Item(ItemId, u16),
    /// A row of a set's defaults.
    Row(String, u32),
    /// A whole set.
    Set(String),
}

/// What an item decides at a host that lacks what it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decides {
    /// Nobody has said.
    Undecided,
    /// It denies wherever it may apply.
    Denies,
    /// It is left out there.
    Skipped,
    /// It refuses before the call what it would hold back after it.
    BeforeTheCall,
}

/// Something that an item or a row needs and the host lacks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Need {
    /// Whose: an item by its first part, or a row.
    pub subject: Subject,
    /// What is missing.
    pub lacks: BTreeSet<Lack>,
    /// What it decides there.
    pub decides: Decides,
}

/// Kinds of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// No call that it is about ever reaches the host, or the check that answers with it is not run there.
    NeverCalled,
    /// It gives something only where what it asks is certain, and that it never is.
    NeverFires,
    /// It asks for steps that nobody there can make.
    NeverSatisfied,
    /// Its condition is never certainly false, so it applies to every call that it is about.
    AlwaysApplies,
}

/// Something that is not as it reads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// What kind.
    pub kind: FindingKind,
    /// Whose.
    pub subject: Subject,
    /// What is missing; nothing where no call comes by.
    pub lacks: BTreeSet<Lack>,
    /// What it does there, as words behind its name.
    pub does: &'static str,
}

/// A policy at a host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// By subject.
    pub needs: Vec<Need>,
    /// By kind and subject.
    pub findings: Vec<Finding>,
}

impl Survey {
    /// Needs of which nobody has said what is decided.
    pub fn undecided(&self) -> impl Iterator<Item = &Need> {
        self.needs.iter().filter(|need| need.decides == Decides::Undecided)
    }
}

/// Looks at every item and every row.
pub fn survey(program: &Program, host: &Host) -> Survey {
    let mut surveyor = Surveyor { program, host, complete: Host::complete(), unfounded: BTreeSet::new(), survey: Survey::default() };
    program.sets.iter().for_each(|set| surveyor.set(set));
    let mut items: BTreeMap<&ItemId, Vec<&CoreItem>> = BTreeMap::new();
    for item in program.items.iter().filter(|item| decides(item)) {
        items.entry(&item.id).or_default().push(item);
    }
    items.into_iter().for_each(|(id, parts)| surveyor.item(id, &parts));
    let mut survey = surveyor.survey;
    survey.needs.sort();
    survey.findings.sort();
    survey
}

struct Surveyor<'h> {
    program: &'h Program,
    host: &'h Host,
    complete: Host,
    /// Sets whose `for` never holds for certain: said once, not again of each permission.
    unfounded: BTreeSet<String>,
    survey: Survey,
}

impl Surveyor<'_> {
    fn set(&mut self, set: &PolicySet) {
        if self.is_lost(&set.applies, Possible::TRUE) {
            self.unfounded.insert(set.name.clone());
            let lacks = of_condition(&set.applies, self.host);
            self.find(FindingKind::NeverFires, Subject::Set(set.name.clone()), lacks, "permits nothing there, and its restrictions apply");
        }
        let speaks = set.over.iter().any(|pattern| self.host.shows(pattern));
        for (place, row) in (0..).zip(&set.defaults).filter(|_| speaks) {
            let subject = Subject::Row(set.name.clone(), place);
            if row.head == RowHead::Granted && !self.host.carries("granted") {
                let lacks = BTreeSet::from([Lack::Granted]);
                self.find(FindingKind::NeverFires, subject.clone(), lacks, "gives no default there, and what it asks joins");
            }
            let lacks: BTreeSet<Lack> = of_steps(row.steps.as_deref().unwrap_or_default(), self.host).into_iter().collect();
            if !lacks.is_empty() {
                self.need(subject.clone(), &lacks, self.otherwise());
                self.unless_undecided(FindingKind::NeverSatisfied, subject, lacks, "asks for what nobody there can do, so it denies");
            }
        }
    }

    fn item(&mut self, id: &ItemId, parts: &[&CoreItem]) {
        let Some(first) = parts.first() else { return };
        let subject = Subject::Item(id.clone(), first.part);
        let reached: Vec<&&CoreItem> = parts.iter().filter(|part| part.on.iter().any(|target| self.host.hands_over(target))).collect();
        if self.host.skips.contains(id) {
            let lacks = parts.iter().flat_map(|part| of_part(part, self.host)).collect();
            self.need(subject, &lacks, Decides::Skipped);
            return;
        }
        if reached.is_empty() {
            self.find(FindingKind::NeverCalled, subject, BTreeSet::new(), "is never asked there");
            return;
        }
        let unrun: BTreeSet<Lack> =
            reached.iter().map(|part| check::of(self.program, part)).filter(|number| !self.host.runs(*number)).map(Lack::Check).collect();
        if !unrun.is_empty() {
            self.find(FindingKind::NeverCalled, subject.clone(), unrun, "is not decided there");
        }
        self.needs_of(&subject, &reached);
        for part in reached {
            self.part(part);
        }
    }

    /// What all parts together need. What would hold a result back refuses before the call, whatever else is said.
    fn needs_of(&mut self, subject: &Subject, parts: &[&&CoreItem]) {
        let is_withheld = |part: &CoreItem, lack: &Lack| part.effect == Effect::Withhold && *lack == Lack::Results;
        let of = |part: &&&CoreItem| of_part(part, self.host).into_iter().filter(|lack| lack.is_service()).collect::<Vec<_>>();
        let (mut held, mut others) = (BTreeSet::new(), BTreeSet::new());
        for part in parts.iter().filter(|part| part.effect != Effect::Report) {
            for lack in of(part) {
                if is_withheld(part, &lack) {
                    held.insert(lack)
                } else {
                    others.insert(lack)
                };
            }
        }
        if !held.is_empty() {
            self.need(subject.clone(), &held, Decides::BeforeTheCall);
        }
        if !others.is_empty() {
            self.need(subject.clone(), &others, self.otherwise());
        }
    }

    fn part(&mut self, part: &CoreItem) {
        let subject = Subject::Item(part.id.clone(), part.part);
        let lacks = of_part(part, self.host);
        match &part.effect {
            Effect::Permit | Effect::Fill { .. } | Effect::Stub { .. } => self.permission(part, subject),
            _ if self.is_lost(&part.condition, Possible::FALSE) => {
                let does = self.always(part, &lacks);
                self.unless_undecided(FindingKind::AlwaysApplies, subject, lacks, does);
            }
            Effect::Restrict(Restriction::Steps(steps)) => {
                let lacks: BTreeSet<Lack> = of_steps(steps, self.host).into_iter().collect();
                if !lacks.is_empty() {
                    self.unless_undecided(FindingKind::NeverSatisfied, subject, lacks, "asks for what nobody there can do, so it denies");
                }
            }
            _ => {}
        }
    }

    /// A part that gives something only where its condition is certainly true.
    fn permission(&mut self, part: &CoreItem, subject: Subject) {
        if self.is_lost(&part.condition, Possible::TRUE) && !self.unfounded.contains(&part.id.set) {
            let does = if part.effect == Effect::Permit { "permits nothing there" } else { "fills in nothing there" };
            self.unless_undecided(FindingKind::NeverFires, subject, of_condition(&part.condition, self.host), does);
        }
    }

    /// What a part does that applies to every call.
    fn always(&self, part: &CoreItem, lacks: &BTreeSet<Lack>) -> &'static str {
        let denies = self.host.denies && lacks.iter().any(|lack| lack.is_service());
        match &part.effect {
            Effect::Report => "reports every call there",
            Effect::Withhold | Effect::Redact { .. } if lacks.contains(&Lack::Results) => "denies every call there",
            Effect::Withhold => "withholds every result there",
            Effect::Redact { .. } => "redacts every result there",
            Effect::Unknown(_) => "applies to every write without a known outcome there",
            Effect::Restrict(restriction) if denies || restriction.denies() => "denies every call there",
            _ => "asks on every call there",
        }
    }

    /// Whether a condition can come to a value where nothing is missing, and not at this host.
    fn is_lost(&self, condition: &Condition, value: Possible) -> bool {
        truth::of(condition, &self.complete).may_be(value) && !truth::of(condition, self.host).may_be(value)
    }

    fn otherwise(&self) -> Decides {
        if self.host.denies { Decides::Denies } else { Decides::Undecided }
    }

    fn need(&mut self, subject: Subject, lacks: &BTreeSet<Lack>, decides: Decides) {
        self.survey.needs.push(Need { subject, lacks: lacks.clone(), decides });
    }

    /// A finding, where what it comes from is not already asked about.
    fn unless_undecided(&mut self, kind: FindingKind, subject: Subject, lacks: BTreeSet<Lack>, does: &'static str) {
        if self.host.denies || !lacks.iter().any(|lack| lack.is_service()) {
            self.find(kind, subject, lacks, does);
        }
    }

    fn find(&mut self, kind: FindingKind, subject: Subject, lacks: BTreeSet<Lack>, does: &'static str) {
        self.survey.findings.push(Finding { kind, subject, lacks, does });
    }
}
