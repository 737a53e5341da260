//! Whom the list reaches: a pure look-up. What time it is, and what a held call waits for, is the caller's to say.

use super::{Action, Revocation, Revocations, Target};
use crate::call::{Call, Part};
use crate::evaluate::Truth;
use crate::instant::Instant;
use crate::json::{Text, Value, is_normal};
use crate::text::{Folding, glob_matches};

/// One thing that is known of whoever asks, known not to be there, or unknown.
#[derive(Debug, Default)]
pub enum Member<'a, T: ?Sized = str> {
    /// This.
    Known(&'a T),
    /// There is none: no entry of this kind reaches.
    Absent,
    /// Every entry of this kind may reach.
    #[default]
    Unknown,
}

/// Who asks, and for what. By default nothing is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Subject<'a> {
    /// The raw server.
    pub server: Member<'a>,
    /// The raw name on that server.
    pub name: Member<'a>,
    /// The agent.
    pub agent: Member<'a>,
    /// The principal.
    pub principal: Member<'a>,
    /// The device.
    pub device: Member<'a>,
    /// The session.
    pub session: Member<'a>,
    /// The grant.
    pub grant: Member<'a>,
    /// The id of the snapshot.
    pub snapshot: Member<'a, [u8; 32]>,
}

/// What the list says of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revoked<'a> {
    /// Nothing.
    No,
    /// It is held until the instant, the latest of all that reach it. After it, nothing.
    Park {
        /// Until when.
        until: Instant,
        /// Why.
        reason: &'a str,
    },
    /// It is refused.
    Refuse {
        /// Why.
        reason: &'a str,
    },
    /// Nothing certain refuses it, and an entry about something unknown may reach it.
    Unknown,
}

impl Revocations {
    /// The strictest entry that reaches the subject; of equal ones the first of the list.
    pub fn reaches(&self, subject: &Subject<'_>) -> Revoked<'_> {
        let subject = subject.comparable();
        let (mut certain, mut more) = (None, false);
        for entry in &self.entries {
            match entry.target.meets(&subject) {
                Truth::True => certain = stricter(certain, entry),
                Truth::Unknown => more = true,
                Truth::False => {}
            }
        }
        match certain {
            Some(Revocation { action: Action::Refuse, reason, .. }) => Revoked::Refuse { reason },
            // Also beside a park: were it the answer, an entry more would lower one that was unknown.
            _ if more => Revoked::Unknown,
            Some(Revocation { action: Action::Park(until), reason, .. }) => Revoked::Park { until: *until, reason },
            None => Revoked::No,
        }
    }
}

fn stricter<'a>(best: Option<&'a Revocation>, entry: &'a Revocation) -> Option<&'a Revocation> {
    if best.is_some_and(|best| best.action >= entry.action) { best } else { Some(entry) }
}

impl Target {
    fn meets(&self, subject: &Subject<'_>) -> Truth {
        match self {
            Self::All => Truth::True,
            Self::Function { server, name } => {
                subject.server.meets(|of| matches(server, of)).and(subject.name.meets(|of| matches(name, of)))
            }
            Self::Server(server) => subject.server.meets(|of| of == server),
            Self::Agent(agent) => subject.agent.meets(|of| of == agent),
            Self::Principal(principal) => subject.principal.meets(|of| of == principal),
            Self::Device(device) => subject.device.meets(|of| of == device),
            Self::Session(session) => subject.session.meets(|of| of == session),
            Self::Grant(grant) => subject.grant.meets(|of| of == grant),
            Self::Snapshot(id) => subject.snapshot.meets(|of| of == id),
        }
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    glob_matches(pattern, text, Folding::Plain)
}

impl<T: ?Sized> Member<'_, T> {
    fn meets(&self, is: impl FnOnce(&T) -> bool) -> Truth {
        match self {
            Self::Known(member) => Truth::from_bool(is(member)),
            Self::Absent => Truth::False,
            Self::Unknown => Truth::Unknown,
        }
    }
}

impl Member<'_> {
    /// A list names only what is NFC, so another text is compared with nothing: it is unknown.
    fn comparable(self) -> Self {
        match self {
            Self::Known(text) if !is_normal(text) => Self::Unknown,
            member => member,
        }
    }
}

impl Subject<'static> {
    /// Nothing is known.
    pub const NOTHING: Self = Self {
        server: Member::Unknown,
        name: Member::Unknown,
        agent: Member::Unknown,
        principal: Member::Unknown,
        device: Member::Unknown,
        session: Member::Unknown,
        grant: Member::Unknown,
        snapshot: Member::Unknown,
    };
}

impl<'a> Subject<'a> {
    /// What a call says: the function, `agent.name`, `principal.user` and `session.id`. Device, grant and snapshot are the host's to add.
    pub fn of(call: &'a Call) -> Self {
        Self {
            server: Member::Known(call.server()),
            name: Member::Known(call.name()),
            agent: Member::of(call, Part::Agent, "name"),
            principal: Member::of(call, Part::Principal, "user"),
            session: Member::of(call, Part::Session, "id"),
            ..Self::default()
        }
    }
}

impl<'a> Member<'a> {
    /// A missing part or member is unknown, one that is `null` is absent.
    fn of(call: &'a Call, part: Part, key: &str) -> Self {
        match call.part(part).and_then(|part| part.get(key)) {
            None => Self::Unknown,
            Some(Value::Null) => Self::Absent,
            Some(member) => member.as_text().map(Text::as_str).map_or(Self::Unknown, Self::Known),
        }
    }
}

impl Subject<'_> {
    fn comparable(self) -> Self {
        Self {
            server: self.server.comparable(),
            name: self.name.comparable(),
            agent: self.agent.comparable(),
            principal: self.principal.comparable(),
            device: self.device.comparable(),
            session: self.session.comparable(),
            grant: self.grant.comparable(),
            snapshot: self.snapshot,
        }
    }
}

// Written out: a derive would ask the same of `T`, of which there is only a reference.
impl<T: ?Sized> Clone for Member<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Member<'_, T> {}
