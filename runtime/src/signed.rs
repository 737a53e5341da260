//! What the small signed formats have in common: size first, envelope, canonical form, then members, each list and text within its bound.
//!
//! The snapshot is not one of them: it is a file with a signed head.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cbor::{self, NotCanonical, Reader};
use crate::domain::Domain;
use crate::envelope::{self, Signed};
use crate::format_error::{FormatCause, FormatError};
use crate::json::is_normal;
use crate::limits::ENVELOPE_ROOM;
use crate::trust::Trust;

/// Opens a signed thing whose payload has at most `most` bytes.
pub(crate) fn open<T>(
    bytes: &[u8],
    domain: Domain,
    most: usize,
    trust: &Trust,
    decode: impl FnOnce(&[u8]) -> Result<T, FormatError>,
) -> Result<Signed<T>, FormatError> {
    if bytes.len() > most.saturating_add(ENVELOPE_ROOM) {
        return Err(FormatError { domain, cause: FormatCause::TooLarge(most) });
    }
    let signed = envelope::open(bytes, domain, trust).map_err(|error| FormatError { domain, cause: FormatCause::Envelope(error) })?;
    let content = decode(&signed.content)?;
    Ok(Signed { content, key_id: signed.key_id, serial: signed.serial, development: signed.development })
}

/// Reads one payload: size, canonical form, a map of so many members, and nothing behind it.
pub(crate) fn decode<T>(
    bytes: &[u8],
    most: usize,
    members: u64,
    version: u64,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, FormatCause>,
) -> Result<T, FormatCause> {
    check_size(bytes, most)?;
    cbor::check(bytes).map_err(FormatCause::NotCanonical)?;
    let mut reader = Reader::new(bytes);
    let found = reader.map()?;
    reader.member(1)?;
    let of = reader.unsigned()?;
    // Members are the version's to say.
    if of != version {
        return Err(FormatCause::Version(of));
    }
    if found != members {
        return Err(FormatCause::Shape(NotCanonical { offset: 0, what: "a map of another number of members" }));
    }
    let payload = read(&mut reader)?;
    reader.end()?;
    Ok(payload)
}

/// Whether the payload is within its limit.
pub(crate) fn check_size(bytes: &[u8], most: usize) -> Result<(), FormatCause> {
    if bytes.len() > most { Err(FormatCause::TooLarge(most)) } else { Ok(()) }
}

/// Whether so many are within the limit.
pub(crate) fn check_count(count: usize, what: &'static str, most: usize) -> Result<(), FormatCause> {
    if count > most { Err(FormatCause::TooMany(what, most)) } else { Ok(()) }
}

/// Whether a name can be matched: there, within its limit, NFC.
pub(crate) fn check_name(name: &str, what: &'static str, most: usize) -> Result<(), FormatCause> {
    if name.is_empty() {
        return Err(FormatCause::Empty(what));
    }
    if name.len() > most {
        return Err(FormatCause::TooLong(what, most));
    }
    if is_normal(name) { Ok(()) } else { Err(FormatCause::NotNormal(what)) }
}

/// Whether elements stand in ascending order, each once.
pub(crate) fn check_ascending<T: Ord>(elements: impl IntoIterator<Item = T>, what: &'static str) -> Result<(), FormatCause> {
    let mut last: Option<T> = None;
    for element in elements {
        match last {
            Some(before) if before == element => return Err(FormatCause::Twice(what)),
            Some(before) if before > element => return Err(FormatCause::Order(what)),
            _ => last = Some(element),
        }
    }
    Ok(())
}

/// The head of an array of exactly so many.
pub(crate) fn tuple(reader: &mut Reader<'_>, due: u64) -> Result<(), FormatCause> {
    let offset = reader.offset();
    let found = reader.array()?;
    if found == due { Ok(()) } else { Err(FormatCause::Shape(NotCanonical { offset, what: "an array of another length" })) }
}

/// A list of at most so many.
pub(crate) fn list<'a, T>(
    reader: &mut Reader<'a>,
    what: &'static str,
    most: usize,
    mut element: impl FnMut(&mut Reader<'a>) -> Result<T, FormatCause>,
) -> Result<Vec<T>, FormatCause> {
    let count = reader.array()?;
    if count > most as u64 {
        return Err(FormatCause::TooMany(what, most));
    }
    (0..count).map(|_| element(reader)).collect()
}

/// A name that can be matched.
pub(crate) fn name(reader: &mut Reader<'_>, what: &'static str, most: usize) -> Result<String, FormatCause> {
    let name = reader.text()?;
    check_name(name, what, most)?;
    Ok(String::from(name))
}
