//! The list of what is revoked since: refused, or held until an instant.
//!
//! Issued for a channel in a sequence, signed in the domain `straza/v1/revocations`. The newest wins; one that is older than the lease
//! names, or missing where it names one, makes every answer a refusal ([`current`]). A list is whole: nothing is added to an older one.
//!
//! Deterministic CBOR with integer keys:
//!
//! | key | value |
//! |---|---|
//! | 1 | version, 1 |
//! | 2 | channel |
//! | 3 | sequence: `[issue second, counter]` |
//! | 4 | entries, ascending by target, each target once: `[target, until or null, reason]`; `null` refuses, an instant in Unix seconds parks |
//!
//! A target is `[kind, …]`: `[0]` all, `[1, server, name]` a function (two globs), `[2, server]`, `[3, agent]`, `[4, principal]`,
//! `[5, device]`, `[6, session]`, `[7, grant]`, `[8, snapshot id]`.

mod code;
mod reach;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use sha2::{Digest as _, Sha256};

use crate::domain::Domain;
use crate::envelope::{Serial, Signed, Unsigned};
use crate::format_error::{FormatCause, FormatError};
use crate::instant::Instant;
use crate::limits::REVOCATIONS_BYTES;
use crate::signed;
use crate::trust::{KeyId, Trust};

pub use reach::{Member, Revoked, Subject};

/// The version that this runtime reads and writes.
pub const REVOCATIONS_VERSION: u64 = 1;

/// The last instant that a park may last to: the end of the year 9999.
pub const LAST_INSTANT: Instant = Instant(253_402_300_799);

/// A list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revocations {
    /// Whom it is for.
    pub channel: String,
    /// Its place among the channel's lists.
    pub sequence: Sequence,
    /// What is revoked, each target once.
    pub entries: Vec<Revocation>,
}

/// When it was issued, and which of that second: two that issue do not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence {
    /// Unix seconds.
    pub second: u64,
    /// Counts within the second.
    pub counter: u16,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revocation {
    /// What it is about.
    pub target: Target,
    /// What becomes of calls that it reaches.
    pub action: Action,
    /// Why, for people.
    pub reason: String,
}

/// What a revocation is about. Patterns are globs, as in a policy; everything else is compared as it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Everything.
    All,
    /// Functions.
    Function {
        /// Pattern of the server.
        server: String,
        /// Pattern of the name.
        name: String,
    },
    /// A server.
    Server(String),
    /// An agent.
    Agent(String),
    /// A principal.
    Principal(String),
    /// A device.
    Device(String),
    /// A session.
    Session(String),
    /// A grant.
    Grant(String),
    /// A snapshot, by its id.
    Snapshot([u8; 32]),
}

/// What becomes of a call; the stricter one is the greater one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Held until the instant, after which the entry says nothing.
    Park(Instant),
    /// Refused.
    Refuse,
}

/// What a lease names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The least sequence.
    pub sequence: Sequence,
    /// SHA-256 of the payload of the list with that sequence.
    pub digest: [u8; 32],
}

/// Why there is no list to go by: everything is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCurrent {
    /// There is none.
    Missing,
    /// The one at hand is for another channel.
    Channel,
    /// The one at hand is older.
    Older(Sequence),
    /// The one at hand has the sequence, and other content.
    Other,
}

/// The list to go by, where it is of the channel and not older than the lease names.
pub fn current<'a>(held: Option<&'a Revocations>, channel: &str, named: &Named) -> Result<&'a Revocations, NotCurrent> {
    let held = held.ok_or(NotCurrent::Missing)?;
    if held.channel != channel {
        return Err(NotCurrent::Channel);
    }
    if !held.is_at_least(named.sequence) {
        return Err(NotCurrent::Older(held.sequence));
    }
    let same = held.sequence > named.sequence || held.digest().is_ok_and(|digest| digest == named.digest);
    if same { Ok(held) } else { Err(NotCurrent::Other) }
}

impl Revocations {
    /// The canonical bytes. Entries are sorted; over a limit, or with a target twice, there is no list.
    pub fn encode(&self) -> Result<Vec<u8>, FormatError> {
        code::encode(self).map_err(refused)
    }

    /// Reads exactly what [`Revocations::encode`] writes.
    pub fn decode(bytes: &[u8]) -> Result<Self, FormatError> {
        code::decode(bytes).map_err(refused)
    }

    /// SHA-256 of the canonical bytes: what a lease names.
    pub fn digest(&self) -> Result<[u8; 32], FormatError> {
        Ok(Sha256::digest(self.encode()?).into())
    }

    /// Puts it into an envelope that waits for its signature.
    pub fn unsigned(&self, key_id: KeyId, serial: Serial) -> Result<Unsigned, FormatError> {
        Ok(Unsigned::of(Domain::Revocations, self.encode()?, key_id, serial))
    }

    /// Opens a signed one for this channel: size, envelope, key, signature, then the list.
    pub fn open(bytes: &[u8], trust: &Trust, channel: &str) -> Result<Signed<Self>, FormatError> {
        let signed = signed::open(bytes, Domain::Revocations, REVOCATIONS_BYTES, trust, Self::decode)?;
        if signed.content.channel == channel { Ok(signed) } else { Err(refused(FormatCause::Channel)) }
    }

    /// Whether it takes the place of `held`: of the same channel, and later.
    pub fn is_newer(&self, held: &Self) -> bool {
        self.channel == held.channel && self.sequence > held.sequence
    }

    /// Whether it is not older than the sequence that a lease names.
    pub fn is_at_least(&self, named: Sequence) -> bool {
        self.sequence >= named
    }
}

fn refused(cause: FormatCause) -> FormatError {
    FormatError { domain: Domain::Revocations, cause }
}

impl NotCurrent {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing => "revocations: missing",
            Self::Channel => "revocations: channel",
            Self::Older(_) => "revocations: older",
            Self::Other => "revocations: other",
        }
    }
}

impl fmt::Display for NotCurrent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code())?;
        match self {
            Self::Missing => f.write_str("there is no list of revocations"),
            Self::Channel => f.write_str("the list of revocations is for another channel"),
            Self::Older(held) => write!(f, "the list of revocations is of {held}, older than the lease names"),
            Self::Other => f.write_str("the list of revocations is not the one that the lease names"),
        }?;
        f.write_str(". Fetch the list that the lease names.")
    }
}

impl core::error::Error for NotCurrent {}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.second, self.counter)
    }
}
