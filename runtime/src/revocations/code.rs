//! The bytes of a list: written in one form only, read in that form only.

use alloc::vec::Vec;

use super::{Action, LAST_INSTANT, REVOCATIONS_VERSION, Revocation, Revocations, Sequence, Target};
use crate::cbor::{NotCanonical, Reader, Writer};
use crate::format_error::FormatCause;
use crate::instant::Instant;
use crate::limits::{FUNCTION_BYTES, IDENTIFIER_BYTES, REASON_BYTES, REVOCATIONS, REVOCATIONS_BYTES, SERVER_BYTES};
use crate::signed::{check_ascending, check_count, check_name, check_size, decode as decode_payload, list, name, tuple};

const MEMBERS: u64 = 4;

const ENTRIES: &str = "entries";
const CHANNEL: &str = "a channel";
const REASON: &str = "a reason";
const SERVER: &str = "a server";
const FUNCTION: &str = "a function";
const IDENTIFIER: &str = "an identifier";

const ALL: u64 = 0;
const OF_FUNCTION: u64 = 1;
const OF_SERVER: u64 = 2;
const OF_AGENT: u64 = 3;
const OF_PRINCIPAL: u64 = 4;
const OF_DEVICE: u64 = 5;
const OF_SESSION: u64 = 6;
const OF_GRANT: u64 = 7;
const OF_SNAPSHOT: u64 = 8;

type Out = Writer<Vec<u8>>;

pub(super) fn encode(list: &Revocations) -> Result<Vec<u8>, FormatCause> {
    check_name(&list.channel, CHANNEL, IDENTIFIER_BYTES)?;
    check_count(list.entries.len(), ENTRIES, REVOCATIONS)?;
    let mut entries: Vec<&Revocation> = list.entries.iter().collect();
    entries.sort_by_key(|entry| &entry.target);
    check_ascending(entries.iter().map(|entry| &entry.target), ENTRIES)?;
    let mut writer = Writer::new(Vec::new());
    writer.map(4);
    writer.unsigned(1).unsigned(REVOCATIONS_VERSION);
    writer.unsigned(2).text(&list.channel);
    writer.unsigned(3).array(2).unsigned(list.sequence.second).unsigned(list.sequence.counter.into());
    writer.unsigned(4).array(entries.len());
    entries.into_iter().try_for_each(|entry| write_entry(&mut writer, entry))?;
    let bytes = writer.finish();
    check_size(&bytes, REVOCATIONS_BYTES)?;
    Ok(bytes)
}

fn write_entry(writer: &mut Out, entry: &Revocation) -> Result<(), FormatCause> {
    check_name(&entry.reason, REASON, REASON_BYTES)?;
    writer.array(3);
    write_target(writer, &entry.target)?;
    match entry.action {
        Action::Refuse => writer.null(),
        Action::Park(until) => writer.unsigned(parked(until).ok_or(FormatCause::Instant)?),
    };
    writer.text(&entry.reason);
    Ok(())
}

fn write_target(writer: &mut Out, target: &Target) -> Result<(), FormatCause> {
    let (kind, identifier) = match target {
        Target::All => {
            writer.array(1).unsigned(ALL);
            return Ok(());
        }
        Target::Function { server, name } => {
            check_name(server, SERVER, SERVER_BYTES)?;
            check_name(name, FUNCTION, FUNCTION_BYTES)?;
            writer.array(3).unsigned(OF_FUNCTION).text(server).text(name);
            return Ok(());
        }
        Target::Snapshot(id) => {
            writer.array(2).unsigned(OF_SNAPSHOT).bytes(id);
            return Ok(());
        }
        Target::Server(server) => (OF_SERVER, server),
        Target::Agent(agent) => (OF_AGENT, agent),
        Target::Principal(principal) => (OF_PRINCIPAL, principal),
        Target::Device(device) => (OF_DEVICE, device),
        Target::Session(session) => (OF_SESSION, session),
        Target::Grant(grant) => (OF_GRANT, grant),
    };
    check_name(identifier, IDENTIFIER, limit(kind))?;
    writer.array(2).unsigned(kind).text(identifier);
    Ok(())
}

fn limit(kind: u64) -> usize {
    if kind == OF_SERVER { SERVER_BYTES } else { IDENTIFIER_BYTES }
}

pub(super) fn decode(bytes: &[u8]) -> Result<Revocations, FormatCause> {
    decode_payload(bytes, REVOCATIONS_BYTES, MEMBERS, REVOCATIONS_VERSION, |reader| {
        reader.member(2)?;
        let channel = name(reader, CHANNEL, IDENTIFIER_BYTES)?;
        reader.member(3)?;
        let sequence = read_sequence(reader)?;
        reader.member(4)?;
        let entries = list(reader, ENTRIES, REVOCATIONS, read_entry)?;
        check_ascending(entries.iter().map(|entry| &entry.target), ENTRIES)?;
        Ok(Revocations { channel, sequence, entries })
    })
}

fn read_sequence(reader: &mut Reader<'_>) -> Result<Sequence, FormatCause> {
    tuple(reader, 2)?;
    let second = reader.unsigned()?;
    let offset = reader.offset();
    let counter =
        u16::try_from(reader.unsigned()?).map_err(|_| FormatCause::Shape(NotCanonical { offset, what: "a counter beyond 65535" }))?;
    Ok(Sequence { second, counter })
}

fn read_entry(reader: &mut Reader<'_>) -> Result<Revocation, FormatCause> {
    tuple(reader, 3)?;
    let target = read_target(reader)?;
    let action = if reader.null() { Action::Refuse } else { Action::Park(read_instant(reader)?) };
    Ok(Revocation { target, action, reason: name(reader, REASON, REASON_BYTES)? })
}

fn read_target(reader: &mut Reader<'_>) -> Result<Target, FormatCause> {
    let offset = reader.offset();
    let parts = reader.array()?;
    let kind = reader.unsigned()?;
    let identifier = |reader: &mut Reader<'_>| name(reader, IDENTIFIER, limit(kind));
    Ok(match (kind, parts) {
        (ALL, 1) => Target::All,
        (OF_FUNCTION, 3) => Target::Function { server: name(reader, SERVER, SERVER_BYTES)?, name: name(reader, FUNCTION, FUNCTION_BYTES)? },
        (OF_SERVER, 2) => Target::Server(identifier(reader)?),
        (OF_AGENT, 2) => Target::Agent(identifier(reader)?),
        (OF_PRINCIPAL, 2) => Target::Principal(identifier(reader)?),
        (OF_DEVICE, 2) => Target::Device(identifier(reader)?),
        (OF_SESSION, 2) => Target::Session(identifier(reader)?),
        (OF_GRANT, 2) => Target::Grant(identifier(reader)?),
        (OF_SNAPSHOT, 2) => Target::Snapshot(reader.array_of()?),
        _ => return Err(FormatCause::Shape(NotCanonical { offset, what: "a target that is not known" })),
    })
}

fn read_instant(reader: &mut Reader<'_>) -> Result<Instant, FormatCause> {
    let until = i64::try_from(reader.unsigned()?).map(Instant).map_err(|_| FormatCause::Instant)?;
    parked(until).map(|_| until).ok_or(FormatCause::Instant)
}

/// The seconds of an instant that a park may last to.
fn parked(until: Instant) -> Option<u64> {
    if until <= LAST_INSTANT { u64::try_from(until.0).ok() } else { None }
}
