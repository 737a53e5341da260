//! Moves and questions to the state, as bytes. An item's own name stands in its definition, its place among its neighbours does not.

use crate::core::{Bind, Counter, Duty, Measure, Memory, Move, Owner, Sequence, Source};

use super::cbor::Cbor;
use super::{attribute, attributes, decimal, form, pool, target, text};

/// What a dispatched call changes.
pub(super) fn change(change: &Move) -> Cbor {
    match change {
        Move::Label { label, taints } => form("label", [text(label), Cbor::boolean(*taints)]),
        Move::Clear { label, pool } => form("clear", [text(label), self::pool(pool)]),
        Move::Step { sequence, step, binds } => {
            form("step", [self::sequence(sequence), Cbor::unsigned((*step).into()), self::binds(binds)])
        }
        Move::Duty { duty, side, same } => form("duty", [self::duty(duty), Cbor::unsigned((*side).into()), attributes(same)]),
        Move::Count { counter, amount } => form("count", [self::counter(counter), Cbor::option(amount.as_ref().map(attribute))]),
    }
}

/// A question to the state.
pub(super) fn memory(memory: &Memory) -> Cbor {
    match memory {
        Memory::Sequence { sequence, binds } => form("sequence", [self::sequence(sequence), self::binds(binds)]),
        Memory::Duty { duty, side, same } => form("done", [self::duty(duty), Cbor::unsigned((*side).into()), attributes(same)]),
        Memory::Above { counter, amount, bound } => {
            form("above", [self::counter(counter), Cbor::option(amount.as_ref().map(attribute)), decimal(*bound)])
        }
        Memory::From { argument, only, sources } => {
            form("from", [attribute(argument), Cbor::boolean(*only), Cbor::array(sources.iter().map(source))])
        }
    }
}

fn sequence(sequence: &Sequence) -> Cbor {
    Cbor::array([
        text(&sequence.item.to_string()),
        owner(sequence.owner),
        seconds(sequence.window),
        Cbor::unsigned(sequence.steps.into()),
        Cbor::unsigned(sequence.variables.into()),
    ])
}

fn binds(binds: &[Bind]) -> Cbor {
    Cbor::array(binds.iter().map(|bind| Cbor::array([Cbor::unsigned(bind.variable.into()), attribute(&bind.attribute)])))
}

fn duty(duty: &Duty) -> Cbor {
    Cbor::array([text(&duty.item.to_string()), owner(duty.owner), seconds(duty.window)])
}

fn counter(counter: &Counter) -> Cbor {
    let measure = match counter.measure {
        Measure::Count => "count",
        Measure::Sum => "sum",
        Measure::SameCall => "same-call",
    };
    Cbor::array([text(&counter.item.to_string()), owner(counter.owner), seconds(counter.window), text(measure)])
}

fn source(source: &Source) -> Cbor {
    match source {
        Source::Principal => form("principal", []),
        Source::Function(entry) => form("function", [target(entry)]),
    }
}

fn owner(owner: Owner) -> Cbor {
    text(match owner {
        Owner::Job => "job",
        Owner::Tree => "tree",
        Owner::Person => "person",
        Owner::Agent => "agent",
    })
}

fn seconds(window: Option<u32>) -> Cbor {
    Cbor::option(window.map(|seconds| Cbor::unsigned(seconds.into())))
}
