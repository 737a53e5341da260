//! Which parts a command item is about: each combination of parts that a pattern may mean, with how certain that is.

use straza_language::core::{CommandPattern, CoreItem, MatchPattern, StagePattern};

use super::super::truth::Truth;
use super::super::value::Place;
use super::cover::Asking;
use super::reader::Reader;

/// Parts that a pattern means together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    /// One for each stage.
    pub parts: Vec<u32>,
    /// Whether it means them.
    pub truth: Truth,
}

impl Reader<'_> {
    /// What a restricting item may be about; `refuses` says that it denies.
    pub fn matched(&self, item: &CoreItem, refuses: bool, place: &Place<'_>) -> Vec<Matched> {
        let patterns = item.command.iter().flat_map(|command| &command.patterns);
        let found = patterns.flat_map(|pattern| self.matched_by(pattern, place));
        let unread = self.parts().filter(|(_, part)| refuses && part.flags.unread_code);
        found
            .chain(unread.map(|(number, _)| Matched { parts: vec![number], truth: Truth::Unknown }))
            .filter(|one| one.truth != Truth::False)
            .collect()
    }

    fn matched_by(&self, pattern: &MatchPattern, place: &Place<'_>) -> Vec<Matched> {
        let found = self.combinations(&pattern.pattern.stages, &[], place);
        let is_out = |one: &Matched| pattern.except.iter().any(|except| self.takes_out(except, &one.parts));
        found.into_iter().filter(|one| !is_out(one)).collect()
    }

    /// Whether the parts are accounted for by a pattern that is taken out of a restriction.
    fn takes_out(&self, except: &CommandPattern, parts: &[u32]) -> bool {
        let accounts = |(stage, number): (&StagePattern, &u32)| {
            self.part(*number).is_some_and(|part| self.accounts_for(stage, part, Asking::Exception))
        };
        let mut flows = parts.windows(2).zip(except.stages.iter().skip(1));
        except.stages.len() == parts.len()
            && except.stages.iter().zip(parts).all(accounts)
            && flows.all(|(pair, stage)| matches!(pair, [from, to] if self.flows(*from, *to, stage.through_others)))
    }

    /// Every way to give the stages parts, each one's output reaching the next.
    fn combinations(&self, stages: &[StagePattern], before: &[u32], place: &Place<'_>) -> Vec<Matched> {
        let Some((stage, rest)) = stages.split_first() else { return vec![Matched { parts: before.to_vec(), truth: Truth::True }] };
        let reached = |number: &u32| before.last().is_none_or(|from| self.flows(*from, *number, stage.through_others));
        let mut found = Vec::new();
        for (number, _) in self.parts().filter(|(number, _)| reached(number)) {
            let truth = self.is_stage(stage, number, place);
            if truth == Truth::False {
                continue;
            }
            let parts = [before, &[number]].concat();
            let whole = self.combinations(rest, &parts, place).into_iter();
            found.extend(whole.map(|one| Matched { truth: one.truth.min(truth), ..one }));
        }
        found
    }

    /// Whether output of one part reaches another: directly, or through any others.
    fn flows(&self, from: u32, to: u32, through_others: bool) -> bool {
        let mut reached = vec![from];
        let mut at = 0;
        while let Some(here) = reached.get(at).copied() {
            for flow in self.command.flows.iter().filter(|flow| flow.from == here) {
                if flow.to == to {
                    return true;
                }
                if through_others && !reached.contains(&flow.to) {
                    reached.push(flow.to);
                }
            }
            at += 1;
        }
        false
    }

    /// Whether one of a permission's patterns accounts for the part, redirections left out, and nothing of its exceptions may mean it.
    pub fn is_permitted_by_pattern<'i>(&self, item: &'i CoreItem, number: u32, place: &Place<'_>) -> Vec<&'i StagePattern> {
        let Some(part) = self.part(number) else { return Vec::new() };
        let patterns = item.command.iter().flat_map(|command| &command.patterns);
        let covering = patterns.filter_map(|pattern| match pattern.pattern.stages.as_slice() {
            [stage] if self.accounts_for(stage, part, Asking::Permission) => {
                let is_out = pattern.except.iter().any(|except| match except.stages.as_slice() {
                    [except] => self.is_stage(except, number, place) != Truth::False,
                    _ => true,
                });
                (!is_out).then_some(stage)
            }
            _ => None,
        });
        covering.collect()
    }
}
