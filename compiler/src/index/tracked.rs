//! Moves of the state, questions to it, selections of functions in conditions, and what items give besides decisions.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use straza_language::core::{
    Attribute, Bind, CoreItem, Counter, Duty, Effect, ItemId, Memory, Move, OnUnknown, Owner, Sequence, Source, Step, Target,
};
use straza_runtime::layout::*;

use super::Builder;
use super::code::Code;
use super::items::{Steps, selector_bits};

/// Records written so far.
#[derive(Debug, Default)]
pub(super) struct Tracked {
    records: HashMap<TrackedRecord, u32>,
    targets: HashMap<Vec<TargetRecord>, Run>,
    binds: HashMap<Vec<BindRecord>, Run>,
}

impl Tracked {
    /// A selection of functions.
    pub(super) fn targets(&mut self, builder: &mut Builder<'_>, targets: &[Target]) -> Run {
        let records: Vec<TargetRecord> = targets.iter().map(|target| target_record(builder, target)).collect();
        self.target_run(builder, records)
    }

    fn target_run(&mut self, builder: &mut Builder<'_>, records: Vec<TargetRecord>) -> Run {
        *self.targets.entry(records).or_insert_with_key(|records| {
            let start = builder.sections.count(Section::Targets);
            for record in records {
                builder.sections.push(Section::Targets, |out| record.write(out));
            }
            Run { start, len: u32::try_from(records.len()).unwrap_or(u32::MAX) }
        })
    }

    fn sources(&mut self, builder: &mut Builder<'_>, sources: &[Source]) -> Run {
        let record = |source: &Source| match source {
            Source::Principal => TargetRecord { flags: PRINCIPAL_SOURCE, ..TargetRecord::default() },
            Source::Function(target) => target_record(builder, target),
        };
        let records = sources.iter().map(record).collect();
        self.target_run(builder, records)
    }

    fn binds(&mut self, builder: &mut Builder<'_>, binds: &[(u32, &Attribute)]) -> Run {
        let records: Vec<BindRecord> = binds
            .iter()
            .map(|(variable, attribute)| BindRecord { variable: *variable, attribute: builder.pools.attribute(attribute) })
            .collect();
        *self.binds.entry(records).or_insert_with_key(|records| {
            let start = builder.sections.count(Section::Binds);
            for record in records {
                builder.sections.push(Section::Binds, |out| record.write(out));
            }
            Run { start, len: u32::try_from(records.len()).unwrap_or(u32::MAX) }
        })
    }

    fn record(&mut self, builder: &mut Builder<'_>, record: TrackedRecord) -> u32 {
        *self.records.entry(record).or_insert_with(|| builder.sections.push(Section::Tracked, |out| record.write(out)))
    }

    /// A question.
    pub(super) fn memory(&mut self, builder: &mut Builder<'_>, memory: &Memory) -> u32 {
        let record = match memory {
            Memory::Sequence { sequence, binds } => self.sequence(builder, sequence, sequence.steps.saturating_sub(1), binds),
            Memory::Duty { duty, side, same } => self.duty(builder, duty, *side, same),
            Memory::Above { counter, amount, bound } => {
                let other = builder.pools.literal(&straza_language::core::Literal::Number(*bound));
                TrackedRecord { other, ..self.counter(builder, counter, amount.as_ref()) }
            }
            Memory::From { argument, only, sources } => TrackedRecord {
                kind: tracked::ORIGIN,
                flags: if *only { tracked::TAINTS } else { 0 },
                attribute: builder.pools.attribute(argument),
                parts: self.sources(builder, sources),
                ..blank()
            },
        };
        self.record(builder, record)
    }

    /// A move.
    fn change(&mut self, builder: &mut Builder<'_>, steps: &mut Steps, change: &Move) -> u32 {
        let record = match change {
            Move::Label { label, taints } => TrackedRecord {
                kind: tracked::LABEL,
                flags: if *taints { tracked::TAINTS } else { 0 },
                text: builder.pools.text(label),
                ..blank()
            },
            Move::Clear { label, pool } => {
                let step = Step::Approve { pool: pool.clone(), terms: straza_language::core::Terms::PLAIN };
                TrackedRecord { kind: tracked::CLEAR, text: builder.pools.text(label), other: steps.step(builder, &step), ..blank() }
            }
            Move::Step { sequence, step, binds } => self.sequence(builder, sequence, *step, binds),
            Move::Duty { duty, side, same } => self.duty(builder, duty, *side, same),
            Move::Count { counter, amount } => self.counter(builder, counter, amount.as_ref()),
        };
        self.record(builder, record)
    }

    fn sequence(&mut self, builder: &mut Builder<'_>, sequence: &Sequence, place: u8, binds: &[Bind]) -> TrackedRecord {
        let binds: Vec<(u32, &Attribute)> = binds.iter().map(|bind| (bind.variable.into(), &bind.attribute)).collect();
        TrackedRecord {
            kind: tracked::SEQUENCE,
            owner: owner(sequence.owner),
            place,
            steps: sequence.steps,
            variables: sequence.variables,
            window: sequence.window.unwrap_or(NONE),
            parts: self.binds(builder, &binds),
            ..named(builder, &sequence.item)
        }
    }

    fn duty(&mut self, builder: &mut Builder<'_>, duty: &Duty, side: u8, same: &[Attribute]) -> TrackedRecord {
        let same: Vec<(u32, &Attribute)> = (0u32..).zip(same).collect();
        TrackedRecord {
            kind: tracked::DUTY,
            owner: owner(duty.owner),
            place: side,
            window: duty.window.unwrap_or(NONE),
            parts: self.binds(builder, &same),
            ..named(builder, &duty.item)
        }
    }

    fn counter(&mut self, builder: &mut Builder<'_>, counter: &Counter, amount: Option<&Attribute>) -> TrackedRecord {
        TrackedRecord {
            kind: tracked::COUNTER,
            owner: owner(counter.owner),
            place: counter.measure as u8,
            window: counter.window.unwrap_or(NONE),
            attribute: amount.map_or(NONE, |amount| builder.pools.attribute(amount)),
            ..named(builder, &counter.item)
        }
    }

    /// What an item does, and the record that says more of it.
    pub(super) fn effect(&mut self, builder: &mut Builder<'_>, code: &mut Code, steps: &mut Steps, item: &CoreItem) -> (u8, u32) {
        let gift = |builder: &mut Builder<'_>, record: GiftRecord| builder.sections.push(Section::Gifts, |out| record.write(out));
        let none = GiftRecord { automaton: NONE, ..GiftRecord::default() };
        match &item.effect {
            Effect::Permit => (item_effect::PERMIT, NONE),
            Effect::Restrict(restriction) => (restriction_number(restriction), NONE),
            Effect::Move(change) => (item_effect::MOVE, self.change(builder, steps, change)),
            Effect::Fill { argument, value } => {
                let record = GiftRecord { path: builder.pools.names(argument), text: builder.pools.text(value), ..none };
                (item_effect::FILL, gift(builder, record))
            }
            Effect::Stub { result } => {
                let record = GiftRecord { text: builder.pools.text(result), ..none };
                (item_effect::STUB, gift(builder, record))
            }
            Effect::Report => (item_effect::REPORT, NONE),
            Effect::Withhold => (item_effect::WITHHOLD, NONE),
            Effect::Redact { regex, with } => {
                let record = GiftRecord { automaton: code.search(builder, Some(&item.id), regex), text: builder.pools.text(with), ..none };
                (item_effect::REDACT, gift(builder, record))
            }
            Effect::Unknown(OnUnknown::FailJob) => (item_effect::FAIL_JOB, NONE),
            Effect::Unknown(OnUnknown::Ask(asked)) => {
                let indices: Vec<u32> = asked.iter().map(|step| steps.step(builder, step)).collect();
                let record = GiftRecord { steps: builder.pools.list(&indices), ..none };
                (item_effect::ASK_UNKNOWN, gift(builder, record))
            }
        }
    }
}

fn restriction_number(restriction: &straza_language::core::Restriction) -> u8 {
    use straza_language::core::Restriction;
    match restriction {
        Restriction::Deny | Restriction::Steps(_) => item_effect::RESTRICT,
        Restriction::Park => item_effect::PARK,
        Restriction::StopJob => item_effect::STOP_JOB,
    }
}

fn blank() -> TrackedRecord {
    TrackedRecord { window: NONE, attribute: NONE, other: NONE, ..TrackedRecord::default() }
}

/// A record of an item: its name in a state, and the digest of all its core items, so that an altered item is another one there.
fn named(builder: &mut Builder<'_>, item: &ItemId) -> TrackedRecord {
    let name = Sha256::digest(format!("straza/v1/state-item\0{item}").as_bytes());
    TrackedRecord { item: beginning(&name), definition: builder.definition(item), ..blank() }
}

/// The first eight bytes of a hash.
pub(super) fn beginning(hash: &[u8]) -> u64 {
    hash.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

fn owner(owner: Owner) -> u8 {
    owner as u8
}

fn target_record(builder: &mut Builder<'_>, target: &Target) -> TargetRecord {
    let (asked, wanted) = selector_bits(&target.effects);
    TargetRecord {
        server: builder.pools.text(&target.pattern.server.0),
        name: builder.pools.text(&target.pattern.name.0),
        asked,
        wanted,
        having: builder.pools.names(&target.having),
        lacking: builder.pools.names(&target.lacking),
        ..TargetRecord::default()
    }
}
