//! Labels of a job, of its tree, and of a result: certain ones, and ones that may have come.

use std::collections::BTreeMap;

use straza_language::core::{Move, Owner, Pool};

use super::super::call::{Json, Seen};
use super::super::truth::Truth;
use super::super::value::{Element, Place, Read, Value};
use super::{Approval, Entry, Fate, Moment, Past, Returned, moves_of};

/// Labels with whether the owner has them.
type Labels = BTreeMap<String, Truth>;

impl Place<'_> {
    /// The labels of the job or the tree as a list; unknown where they are not carried.
    pub fn labels(&self, owner: Owner) -> Read {
        let labels = self.past.labels(owner, self.call);
        labels.map_or(Read::Unknown, |labels| Read::Value(listed(&labels, self.past.has_more_labels(owner))))
    }

    /// The labels of the call's result: the job's, what the function is known to bring, and what was found. Before there is a result
    /// nobody knows what will be found.
    pub fn result_labels(&self) -> Value {
        let own = self.past.labels(Owner::Job, self.call);
        let mut labels = own.clone().unwrap_or_default();
        for (made, truth) in moves_of(self.interpreter, self.call, &Past { in_move: true, ..*self.past }) {
            bring(&mut labels, &made, truth);
        }
        let found = self.past.result.iter().flat_map(|returned| &returned.labels);
        labels.extend(found.map(|label| (label.clone(), Truth::True)));
        let open = own.is_none() || self.past.has_more_labels(Owner::Job) || self.past.result.is_none_or(|returned| returned.open);
        listed(&labels, open)
    }
}

impl Past<'_> {
    /// Whether a result may have brought labels that nobody listed.
    fn has_more_labels(&self, owner: Owner) -> bool {
        let came_open = |entry: &Entry| entry.returned.as_ref().is_some_and(|returned| returned.open);
        self.record.entries.iter().any(|entry| self.is_owned(owner, entry) && came_open(entry))
    }

    fn is_owned(&self, owner: Owner, entry: &Entry) -> bool {
        match owner {
            Owner::Job => entry.at == self.at,
            _ => entry.at.tree == self.at.tree,
        }
    }

    /// The labels of the owner after all that happened; nothing where that is not known.
    fn labels(&self, owner: Owner, call: &Seen) -> Option<Labels> {
        self.all(owner, call)?;
        let is_owned = |entry: &Entry| self.is_owned(owner, entry);
        let mut labels = Labels::new();
        for moment in &self.record.moments {
            match moment {
                Moment::Call(number) => {
                    let made = self.record.entries.get(*number).filter(|entry| is_owned(entry) && entry.fate == Fate::Dispatched);
                    made.into_iter().for_each(|entry| after_call(&mut labels, entry, owner));
                }
                Moment::Return(number) => {
                    let entry = self.record.entries.get(*number).filter(|entry| is_owned(entry));
                    entry.and_then(|entry| entry.returned.as_ref()).into_iter().for_each(|returned| after_return(&mut labels, returned));
                }
            }
        }
        Some(labels)
    }
}

/// A call that clears a label and brings it again has it. Only the job is rid of it: its tree has had it.
fn after_call(labels: &mut Labels, entry: &Entry, owner: Owner) {
    for (made, _) in &entry.moves {
        if let Move::Clear { label, pool } = made
            && owner == Owner::Job
            && is_approved(pool, &entry.approvals)
        {
            labels.remove(label);
        }
    }
    entry.moves.iter().for_each(|(made, truth)| bring(labels, made, *truth));
}

fn after_return(labels: &mut Labels, returned: &Returned) {
    labels.extend(returned.labels.iter().map(|label| (label.clone(), Truth::True)));
}

fn bring(labels: &mut Labels, made: &Move, truth: Truth) {
    if let Move::Label { label, .. } = made
        && truth != Truth::False
    {
        let held = labels.entry(label.clone()).or_insert(truth);
        *held = truth.max(*held);
    }
}

/// Whether enough people said yes as some of the pool and nobody else.
fn is_approved(pool: &Pool, approvals: &[Approval]) -> bool {
    let is_by_pool = |approval: &Approval| approval.deciders.iter().all(|decider| pool.deciders.contains(decider));
    approvals.iter().any(|approval| !approval.deciders.is_empty() && approval.count >= pool.count && is_by_pool(approval))
}

fn listed(labels: &Labels, open: bool) -> Value {
    let element = |(label, truth): (&String, &Truth)| match truth {
        Truth::True => Element::Json(Json::Text(label.clone())),
        _ => Element::Maybe(label.clone()),
    };
    Value::List { elements: labels.iter().map(element).collect(), open }
}
