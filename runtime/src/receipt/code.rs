//! The bytes of a receipt: written in one form only, read in that form only.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ArgumentPath, ProtectedArgument, RECEIPT_VERSION, Receipt, SequenceProgress, Source, ValueOrigin};
use crate::cbor::{NotCanonical, Reader, Writer};
use crate::format_error::FormatCause;
use crate::limits::{
    FUNCTION_BYTES, IDENTIFIER_BYTES, ITEM_NAME_BYTES, KEY_BYTES, ORIGIN_SOURCES, ORIGIN_VALUES, ORIGINS, PATH_STEPS, RECEIPT_BYTES,
    RECEIPT_POSITIONS, RECEIPT_SEQUENCES, SERVER_BYTES,
};
use crate::signed::{check_ascending, check_count, check_name, check_size, decode as decode_payload, list, name, tuple};

const MEMBERS: u64 = 8;

/// How the principal is written where a function is a pair.
const PRINCIPAL: &str = "principal";

const ARGUMENTS: &str = "protected arguments";
const SEQUENCES: &str = "sequences";
const POSITIONS: &str = "positions of a sequence";
const VALUES: &str = "values of a protected argument";
const SOURCES: &str = "sources of a value";
const STEPS: &str = "keys of an argument's path";

type Out = Writer<Vec<u8>>;

pub(super) fn encode(receipt: &Receipt) -> Result<Vec<u8>, FormatCause> {
    check_name(&receipt.job, "a job", IDENTIFIER_BYTES)?;
    let mut writer = Writer::new(Vec::new());
    writer.map(8);
    writer.unsigned(1).unsigned(RECEIPT_VERSION);
    writer.unsigned(2).bytes(&receipt.call);
    writer.unsigned(3).bytes(&receipt.snapshot);
    writer.unsigned(4).bytes(&receipt.items);
    writer.unsigned(5).text(&receipt.job);
    writer.unsigned(6).bytes(&receipt.state);
    writer.unsigned(7);
    write_arguments(&mut writer, &receipt.arguments)?;
    writer.unsigned(8);
    write_sequences(&mut writer, &receipt.sequences)?;
    let bytes = writer.finish();
    check_size(&bytes, RECEIPT_BYTES)?;
    Ok(bytes)
}

fn write_arguments(writer: &mut Out, arguments: &[ProtectedArgument]) -> Result<(), FormatCause> {
    check_count(arguments.len(), ARGUMENTS, ORIGINS)?;
    let mut sorted: Vec<&ProtectedArgument> = arguments.iter().collect();
    sorted.sort_by_key(|argument| &argument.path);
    check_ascending(sorted.iter().map(|argument| &argument.path), ARGUMENTS)?;
    writer.array(sorted.len());
    sorted.into_iter().try_for_each(|argument| write_argument(writer, argument))
}

fn write_argument(writer: &mut Out, argument: &ProtectedArgument) -> Result<(), FormatCause> {
    let ArgumentPath(steps) = &argument.path;
    check_path(steps)?;
    check_count(argument.values.len(), VALUES, ORIGIN_VALUES)?;
    writer.array(2).array(steps.len());
    steps.iter().for_each(|step| _ = writer.text(step));
    writer.array(argument.values.len());
    argument.values.iter().try_for_each(|value| write_value(writer, value))
}

fn write_value(writer: &mut Out, value: &ValueOrigin) -> Result<(), FormatCause> {
    check_count(value.sources.len(), SOURCES, ORIGIN_SOURCES)?;
    let mut sources: Vec<&Source> = value.sources.iter().collect();
    sources.sort();
    check_ascending(&sources, SOURCES)?;
    writer.array(4).bytes(&value.digest).array(sources.len());
    sources.into_iter().try_for_each(|source| write_source(writer, source))?;
    writer.boolean(value.open);
    match value.tainted {
        Some(tainted) => writer.boolean(tainted),
        None => writer.null(),
    };
    Ok(())
}

fn write_source(writer: &mut Out, source: &Source) -> Result<(), FormatCause> {
    match source {
        Source::Principal => _ = writer.text(PRINCIPAL),
        Source::Function { server, name } => {
            check_name(server, "a server", SERVER_BYTES)?;
            check_name(name, "a function", FUNCTION_BYTES)?;
            writer.array(2).text(server).text(name);
        }
    }
    Ok(())
}

fn write_sequences(writer: &mut Out, sequences: &[SequenceProgress]) -> Result<(), FormatCause> {
    check_count(sequences.len(), SEQUENCES, RECEIPT_SEQUENCES)?;
    let mut sorted: Vec<&SequenceProgress> = sequences.iter().collect();
    sorted.sort();
    check_ascending(sorted.iter().map(|sequence| identity(sequence)), SEQUENCES)?;
    writer.array(sorted.len());
    sorted.into_iter().try_for_each(|sequence| write_sequence(writer, sequence))
}

fn write_sequence(writer: &mut Out, sequence: &SequenceProgress) -> Result<(), FormatCause> {
    check_name(&sequence.item, "an item", ITEM_NAME_BYTES)?;
    writer.array(3).text(&sequence.item).bytes(&sequence.definition);
    let Some(fired) = &sequence.fired else {
        writer.null();
        return Ok(());
    };
    check_count(fired.len(), POSITIONS, RECEIPT_POSITIONS)?;
    check_ascending(fired, POSITIONS)?;
    writer.array(fired.len());
    fired.iter().for_each(|position| _ = writer.unsigned(u64::from(*position)));
    Ok(())
}

pub(super) fn decode(bytes: &[u8]) -> Result<Receipt, FormatCause> {
    decode_payload(bytes, RECEIPT_BYTES, MEMBERS, RECEIPT_VERSION, |reader| {
        Ok(Receipt {
            call: digest(reader, 2)?,
            snapshot: digest(reader, 3)?,
            items: digest(reader, 4)?,
            job: member(reader, 5, |reader| name(reader, "a job", IDENTIFIER_BYTES))?,
            state: digest(reader, 6)?,
            arguments: member(reader, 7, read_arguments)?,
            sequences: member(reader, 8, read_sequences)?,
        })
    })
}

fn member<'a, T>(
    reader: &mut Reader<'a>,
    key: u64,
    read: impl FnOnce(&mut Reader<'a>) -> Result<T, FormatCause>,
) -> Result<T, FormatCause> {
    reader.member(key)?;
    read(reader)
}

fn digest(reader: &mut Reader<'_>, key: u64) -> Result<[u8; 32], FormatCause> {
    member(reader, key, |reader| Ok(reader.array_of()?))
}

fn read_arguments(reader: &mut Reader<'_>) -> Result<Vec<ProtectedArgument>, FormatCause> {
    let arguments = list(reader, ARGUMENTS, ORIGINS, read_argument)?;
    check_ascending(arguments.iter().map(|argument| &argument.path), ARGUMENTS)?;
    Ok(arguments)
}

fn read_argument(reader: &mut Reader<'_>) -> Result<ProtectedArgument, FormatCause> {
    tuple(reader, 2)?;
    let steps = list(reader, STEPS, PATH_STEPS, |reader| Ok(String::from(reader.text()?)))?;
    check_path(&steps)?;
    let values = list(reader, VALUES, ORIGIN_VALUES, read_value)?;
    Ok(ProtectedArgument { path: ArgumentPath(steps), values })
}

/// A key may be empty, and need not be NFC: it is compared as received.
fn check_path(steps: &[String]) -> Result<(), FormatCause> {
    check_count(steps.len(), STEPS, PATH_STEPS)?;
    if steps.is_empty() {
        return Err(FormatCause::Empty("an argument's path"));
    }
    if steps.iter().any(|step| step.len() > KEY_BYTES) { Err(FormatCause::TooLong("a key", KEY_BYTES)) } else { Ok(()) }
}

fn read_value(reader: &mut Reader<'_>) -> Result<ValueOrigin, FormatCause> {
    tuple(reader, 4)?;
    let digest = reader.array_of()?;
    let sources = list(reader, SOURCES, ORIGIN_SOURCES, read_source)?;
    check_ascending(&sources, SOURCES)?;
    let open = reader.boolean()?;
    let tainted = if reader.null() { None } else { Some(reader.boolean()?) };
    Ok(ValueOrigin { digest, sources, open, tainted })
}

fn read_source(reader: &mut Reader<'_>) -> Result<Source, FormatCause> {
    let offset = reader.offset();
    match reader.clone().text() {
        Ok(PRINCIPAL) => {
            reader.text()?;
            Ok(Source::Principal)
        }
        Ok(_) => Err(FormatCause::Shape(NotCanonical { offset, what: "a source that is neither the principal nor a function" })),
        Err(_) => {
            tuple(reader, 2)?;
            Ok(Source::Function { server: name(reader, "a server", SERVER_BYTES)?, name: name(reader, "a function", FUNCTION_BYTES)? })
        }
    }
}

fn read_sequences(reader: &mut Reader<'_>) -> Result<Vec<SequenceProgress>, FormatCause> {
    let sequences = list(reader, SEQUENCES, RECEIPT_SEQUENCES, read_sequence)?;
    check_ascending(sequences.iter().map(identity), SEQUENCES)?;
    Ok(sequences)
}

fn read_sequence(reader: &mut Reader<'_>) -> Result<SequenceProgress, FormatCause> {
    tuple(reader, 3)?;
    let item = name(reader, "an item", ITEM_NAME_BYTES)?;
    let definition = reader.array_of()?;
    let fired = if reader.null() { None } else { Some(read_positions(reader)?) };
    Ok(SequenceProgress { item, definition, fired })
}

fn read_positions(reader: &mut Reader<'_>) -> Result<Vec<u16>, FormatCause> {
    let fired = list(reader, POSITIONS, RECEIPT_POSITIONS, |reader| {
        let offset = reader.offset();
        u16::try_from(reader.unsigned()?).map_err(|_| FormatCause::Shape(NotCanonical { offset, what: "a position beyond 65535" }))
    })?;
    check_ascending(&fired, POSITIONS)?;
    Ok(fired)
}

/// One item under one definition is one sequence.
fn identity(sequence: &SequenceProgress) -> (&str, &[u8; 32]) {
    (&sequence.item, &sequence.definition)
}
