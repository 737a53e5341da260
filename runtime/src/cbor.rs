//! Deterministic CBOR (RFC 8949 §4.2.1): a strict reader, a validator and a writer of the few types that signed things need.
//!
//! Integers, byte strings, texts, arrays, maps, `false`, `true`, `null`; heads in their shortest form, definite lengths, map keys unique
//! and ascending by their encoded bytes. Floats, tags and other simple values do not occur. Equal values have equal bytes, so an id over
//! bytes is an id of a value.

mod read;
mod write;

pub(crate) use read::{ANOTHER_TAG, NOT_TAGGED};
pub use read::{NotCanonical, Reader, check, check_tagged};
pub use write::{Sink, Writer};
